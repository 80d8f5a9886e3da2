"""What the solo enemy has left to come on with, and what of a result can still be deployed."""

from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.scenario import Enlisted

from .forces import Raised, raise_team
from .state import SOLO, Battle

NOTHING, MOVED = "nothing", "10"
ROWS = (
    (-99, NOTHING),
    (6, "6-7"),
    (8, "8"),
    (9, "9"),
    (10, MOVED),
    (11, "11"),
    (12, "12"),
    (13, "13"),
    (14, "14"),
)
FORCES: dict[str, tuple[str, ...]] = {
    "6-7": ("de.patrol-team",),
    "8": ("de.panzerfaust-team",),
    "9": ("de.riflemen", "de.mg-crew"),
    "11": ("de.hmg-team", "de.riflemen"),
    "12": ("de.tank-hunters",),
    "13": ("de.pak40", "de.mg-pair"),
    "14": ("tank",),
}
MACHINE_GUNS, GUNS, VEHICLES = 3, 1, 2


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
    return Pool(state.options.figure_pool - men, MACHINE_GUNS - machine_guns, GUNS - guns, VEHICLES - vehicles)


def _has_mg(state: Battle, men: tuple[int, ...]) -> bool:
    return any(arm in {"lmg", "mmg", "hmg"} for man in men for arm in state.figures[man].arms)


@rule("sk.gen.no-figures", "sk.gen.recycle")
def fits(state: Battle, result: str) -> bool:
    """Whether there are figures for a force."""
    return fits_in(pool_of(state), result)


@rule("sk.gen.no-figures")
def fits_in(left: Pool, result: str) -> bool:
    """Whether so many figures are enough for a force."""
    if result == "14":
        return left.vehicles > 0
    forces = [troop_raised(troop) for troop in FORCES[result]]
    men = sum(len(one.figures) for one in forces)
    machine_guns = sum(any(arm in {"lmg", "hmg"} for man in one.figures for arm in man.arms) for one in forces)
    guns = sum(one.card.kind == "gun" for one in forces)
    return men <= left.men and machine_guns <= left.machine_guns and guns <= left.guns


@rule("sk.gen.no-figures")
def deployable(state: Battle, result: str) -> str:
    """The result itself, or the nearest before it that brings a force for which there are figures."""
    return deployable_from(pool_of(state), result)


@rule("sk.gen.no-figures")
def deployable_from(left: Pool, result: str) -> str:
    """The same with so many figures left."""
    if result in {NOTHING, MOVED}:
        return result
    order = [name for _, name in ROWS if name not in {NOTHING, MOVED}]
    for name in reversed(order[: order.index(result) + 1]):
        if fits_in(left, name):
            return name
    return NOTHING


def troop_raised(troop: str) -> Raised:
    """A team of the solo side as its entry has it."""
    return raise_team(Enlisted(troop), "generation", troop)
