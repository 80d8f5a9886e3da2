"""What the solo enemy has left to come on with, and what of a result can still be deployed."""

from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.skirmish41.basics.forces import Raised, raise_team
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import SOLO, Battle

NOTHING, MOVED = "nothing", "10"


class Pool(NamedTuple):
    """Figures that are left to be put on the table."""

    men: int
    machine_guns: int
    guns: int
    vehicles: int


@rule("sk.gen.recycle")
def pool_of(state: Battle) -> Pool:
    """What is left of the figures: those on the table are in use, casualties are used again."""
    men = machine_guns = guns = vehicles = 0
    for unit in state.units:
        if unit.side != SOLO:
            continue
        if not unit.card.vehicle:  # whoever lies there is in use, whatever has become of his team
            men += sum(state.layout.on_table(man) for man in unit.down)
        if unit.place not in {"table", "aboard"}:
            continue
        if unit.card.vehicle:
            vehicles += 1
            continue
        men += len(unit.men)
        machine_guns += _has_mg(state, unit.men)
        guns += unit.card.kind == "gun"
    most = state.options.tables.pool
    return Pool(
        most.men.most - men,
        most.machine_guns.most - machine_guns,
        most.guns.most - guns,
        most.vehicles.most - vehicles,
    )


def _has_mg(state: Battle, men: tuple[int, ...]) -> bool:
    return any(arm in {"lmg", "mmg", "hmg"} for man in men for arm in state.figures[man].arms)


@rule("sk.gen.no-figures", "sk.gen.recycle")
def fits(state: Battle, result: str) -> bool:
    """Whether there are figures for a force."""
    return fits_in(pool_of(state), result, state.options)


@rule("sk.gen.no-figures")
def fits_in(left: Pool, result: str, options: Options) -> bool:
    """Whether so many figures are enough for a force."""
    if result == "14":
        return left.vehicles > 0
    forces = [troop_raised(troop) for troop in options.tables.generation[result].teams]
    men = sum(len(one.figures) for one in forces)
    machine_guns = sum(any(arm in {"lmg", "hmg"} for man in one.figures for arm in man.arms) for one in forces)
    guns = sum(one.card.kind == "gun" for one in forces)
    return men <= left.men and machine_guns <= left.machine_guns and guns <= left.guns


@rule("sk.gen.no-figures")
def deployable_from(left: Pool, result: str, options: Options) -> str:
    """The result itself, or the nearest before it that brings a force for which so many figures are left."""
    if result in {NOTHING, MOVED}:
        return result
    order = [name for name in options.tables.generation if name not in {NOTHING, MOVED}]
    for name in reversed(order[: order.index(result) + 1]):
        if fits_in(left, name, options):
            return name
    return NOTHING


def troop_raised(troop: str) -> Raised:
    """A team of the solo side as its entry has it."""
    return raise_team(Enlisted(troop), "generation", troop)
