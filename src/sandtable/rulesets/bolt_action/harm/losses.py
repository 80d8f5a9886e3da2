"""Losses: men removed, units destroyed, wrecks, and what becomes of those inside."""

from collections.abc import Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.measure_kernels import corner, nearest
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.groups import hangs_together, largest_chain, prune, shed
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.bolt_action.basics.arms import Aimed, men_of
from sandtable.rulesets.bolt_action.basics.battlefield import distance
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.state import Battle, Soldier, Unit
from sandtable.table.layout import rows
from sandtable.table.terrain import Piece, piece

from .afterwards import riders_bail_out

LINK = INCH


def label_of(figure: Soldier) -> str:
    """How to speak of a figure when choosing it."""
    role = "NCO" if figure.role == "nco" else figure.role
    return f"{role} ({printed().weapons[figure.weapon].name.lower()})" if figure.weapon else role


async def destroy(play: Play[Battle], number: int, *because: str, why: str, wreck: bool = False) -> None:
    """Take a unit out of the game; a vehicle may stay as a wreck, and those inside get out."""
    state = play.state
    unit = state.units[number]
    if not unit.alive:
        return
    leaves = wreck and unit.is_vehicle and unit.on_table and not state.layout.bare
    hull = _wreck_of(state, unit) if leaves else None
    riding = [other for other, rider in enumerate(state.units) if rider.aboard == number and rider.alive]
    gone = unit.figures if unit.spotter is None else (*unit.figures, unit.spotter)
    losses = tuple(lost + (side == unit.side) for side, lost in enumerate(state.losses))
    play.tell("was destroyed", *because, unit=number, figures=gone, tells={"why": why}, sets={"losses": losses})
    if hull is not None:
        play.tell("left a wreck", "ba.gap.wrecks", unit=number, sets={"terrain": (*play.state.terrain, hull)})
    if riding:
        for rider in riding:
            await riders_bail_out.play(play, rider, hull)


@rule("ba.gap.leaving-table")
def leave_table(play: Play[Battle], number: int, *, forced: bool = False) -> None:
    """A unit leaves the table, and those who ride with it: safe, and out of play."""
    riding = [other for other, rider in enumerate(play.state.units) if rider.aboard == number and rider.alive]
    for gone in (number, *riding):
        unit = play.state.units[gone]
        figures = unit.figures if unit.spotter is None else (*unit.figures, unit.spotter)
        sets: dict[str, object] = {"place": "left", "forced_off": forced}
        play.tell("left the table", "ba.gap.leaving-table", unit=gone, figures=figures, sets=sets)


def _wreck_of(state: Battle, unit: Unit) -> Piece:
    bodies, row = state.layout.bodies, unit.men[0]
    outline = []
    for index in range(4):
        x, y = corner(bodies, row, index)
        outline.append((int(x), int(y)))
    return piece("wreck", tuple(outline), name=f"the wreck of {unit.name}")


async def remove_men(play: Play[Battle], number: int, men: Sequence[int], *because: str) -> None:
    """Take men off the table; with the last of them the unit is gone."""
    unit = play.state.units[number]
    if not men:
        return
    left = tuple(man for man in unit.men if man not in men)
    sets: dict[str, object] = {"men": left}
    if unit.spotter in men:
        sets["spotter"] = None
    verb = "lost its spotter" if unit.spotter in men else "lost men"
    play.tell(verb, *because, unit=number, figures=tuple(men), sets=sets, tells={"left": len(left)})
    if not left:
        await destroy(play, number, "ba.shoot.casualties", "ba.gap.artillery-damage", why="all its men are lost")
        return
    _loader_takes_rifle(play, number, men)


def _loader_takes_rifle(play: Play[Battle], number: int, lost: Sequence[int]) -> None:
    """A squad's gunner takes his weapon with him, and his loader becomes a rifleman."""
    state = play.state
    if state.units[number].card.team or all(state.figures[man].role != "gunner" for man in lost):
        return
    loaders = tuple(man for man in state.units[number].men if state.figures[man].role == "loader")[:1]
    if loaders:
        play.tell("became a rifleman", "ba.gap.weapon-team", unit=number, figures=loaders, sets={"role": "man"})


async def take_casualties(  # who, how many, by whom and why
    play: Play[Battle],
    number: int,
    men: tuple[int, ...],
    ordinary: int,
    picked: int,
    *,
    heavy: bool = False,
    because: tuple[str, ...] = ("ba.shoot.casualties",),
) -> int:
    """Remove so many of these men of a unit: `picked` ones by the enemy's choice, the others by the owner's.

    The result is how many were removed. `heavy` says that a heavy weapon struck.
    """
    picked = min(picked, len(men))
    if picked:
        left = await _lose_picked(play, number, men, picked, heavy=heavy, because=because)
        if left is None:
            return len(men)
        men = left
    ordinary = min(ordinary, len(men))
    if ordinary:
        chosen = await _owner_picks(play, number, men, ordinary)
        await remove_men(play, number, chosen, *because, "ba.gap.casualty-removal")
    return picked + ordinary


@stage
async def _lose_picked(
    play: Play[Battle], number: int, men: tuple[int, ...], picked: int, *, heavy: bool, because: tuple[str, ...]
) -> tuple[int, ...] | None:
    """Remove whom the enemy picks; the result is who is left, None if the whole unit is gone with them."""
    unit = play.state.units[number]
    if heavy and unit.is_artillery and unit.spotter not in men:
        await destroy(play, number, "ba.gap.exceptional-damage", why="the gun is destroyed")
        return None
    chosen = await _enemy_picks(play, number, men, picked)
    if unit.card.team and any(play.state.figures[man].role == "gunner" for man in chosen):
        await destroy(play, number, "ba.gap.exceptional-damage", "ba.gap.weapon-team", why="its gunner is shot")
        return None
    await remove_men(play, number, chosen, *because, "ba.gap.exceptional-damage")
    return tuple(man for man in men if man not in chosen)


async def _enemy_picks(play: Play[Battle], number: int, men: tuple[int, ...], count: int) -> list[int]:
    unit = play.state.units[number]
    choices = SomeOf(
        {f"f{man}": man for man in men},
        count,
        count,
        label=lambda man: label_of(play.state.figures[man]),
        points=lambda man: OnTable(number, man),
    )
    return await ask_seat(
        1 - unit.side,
        "pick casualties",
        choices,
        f"Exceptional damage: pick {count} of {unit.name} to fall",
        "ba.gap.exceptional-damage",
        unit=number,
        usual=lambda: [f"f{man}" for man in _the_first(play.state, men, count)],
    )


def _stays(state: Battle, unit: Unit, men: tuple[int, ...], count: int) -> int | None:
    """The figure that the rest must keep in touch with: a gun, or the gunner of a team as long as others can be lost."""
    if unit.gun is not None and unit.spotter not in men:
        return unit.gun
    if not unit.card.team or len(men) == count:
        return None
    return next((man for man in men if state.figures[man].role == "gunner"), None)


async def _owner_picks(play: Play[Battle], number: int, men: tuple[int, ...], count: int) -> list[int]:
    """The owner removes whom he likes, crew before gunner, and without breaking the unit up if that can be helped."""
    state = play.state
    unit = state.units[number]
    keep = _stays(state, unit, men, count)
    choice = tuple(man for man in men if man != keep)
    figures = choice if keep is None else (keep, *choice)
    together = not state.layout.bare and unit.building is None
    can_hold = together and len(figures) - count <= len(largest_chain(state.layout, figures, LINK, keep))

    def fits(chosen: list[int]) -> Refusal | None:
        if not can_hold or hangs_together(state.layout, [row for row in figures if row not in chosen], LINK):
            return None
        return Refusal("the rest of the unit would be split", ("ba.gap.casualty-removal", "ba.gap.coherency"))

    def pick(chance: Chance) -> list[str]:
        if not can_hold:
            return [f"f{man}" for man in chance.sample(choice, count)]
        return [f"f{man}" for man in prune(state.layout, figures, count, LINK, chance, keep)]

    choices = SomeOf(
        {f"f{man}": man for man in choice},
        count,
        count,
        label=lambda man: label_of(state.figures[man]),
        points=lambda man: OnTable(number, man),
        fits=fits,
        pick=pick,
    )
    return await ask(
        play,
        number,
        "remove casualties",
        choices,
        f"{unit.name} loses {count}: who falls?",
        "ba.shoot.casualties",
        "ba.gap.casualty-removal",
        usual=lambda: [f"f{man}" for man in _the_last(state, figures, choice, count, keep)],
    )


def _the_first(state: Battle, men: tuple[int, ...], count: int) -> Sequence[int]:
    """Whom the enemy would usually pick: the first; where nobody stands anywhere, of those like them the last.

    Like men are like men there, so that those who are left are the same whoever picked how many of them.
    """
    if not state.layout.bare:
        return men[:count]
    left = list(men)
    for man in men[:count]:
        left.remove(next(other for other in reversed(left) if state.figures[other] == state.figures[man]))
    return [man for man in men if man not in left]


def _the_last(
    state: Battle, figures: tuple[int, ...], choice: tuple[int, ...], count: int, keep: int | None
) -> Sequence[int]:
    """Whom one would usually do without: the last men whom the rest do not need to keep in touch."""
    return choice[-count:] if state.layout.bare else shed(state.layout, figures, count, LINK, keep)


def medics_near(state: Battle, target: Aimed) -> bool:
    """Whether a medic of the same side, not in the unit itself, is within six inches of those who are hit."""
    unit = state.units[target.unit]
    return any(
        "medic" in other.card.traits
        and other.side == unit.side
        and other.on_table
        and place != target.unit
        and _to_medic(state, target, place) <= inches(6)
        for place, other in enumerate(state.units)
    )


def _to_medic(state: Battle, target: Aimed, medic: int) -> int:
    """How far a medic is from a unit, or from a spotter who stands apart from his."""
    if not target.spotter or state.layout.bare:
        return distance(state, target.unit, medic)
    return int(nearest(state.layout.bodies, rows(men_of(state, target)), rows(state.units[medic].figures))[0])
