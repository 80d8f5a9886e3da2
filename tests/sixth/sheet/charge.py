"""Charging: who can be reached, where everybody ends, and the fight."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import bearing_to
from sandtable.geometry.charge_kernels import TOUCHES, close_in
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import nearest_each
from sandtable.geometry.path_kernels import NOT_THROUGH
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.journey import heights_at
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import alike
from sandtable.table.layout import rows

from .morale import lose
from .movement import MOVE, terms
from .state import Battle, on_table
from .terrain import raised

CHARGERS, CHARGED = 4, 5
NOBODY = "nobody"
Places = tuple[tuple[int, int, int, int, int], ...]


@rule("sheet.charge.move")
def charge_at(state: Battle, number: int, target: int) -> Places | None:
    """Where the models of a unit end that charges another, the nearest first; None if nobody reaches an enemy."""
    men, foes = state.units[number].men, state.units[target].men
    gaps = nearest_each(state.layout.bodies, rows(men), rows(foes)).tolist()
    going = [man for _, man in sorted(zip(gaps, men, strict=True))]
    where = terms(state, number, enemies=NOT_THROUGH, clearance=1)
    found = close_in(
        state.layout.bodies, ints(going), rows(foes), alike(MOVE, len(going)), where.ground.edges, where.ground.pieces,
        where.passage, where.groups, where.avoid, where.width, where.depth,
    ).tolist()  # fmt: skip
    if all(how != TOUCHES for _, _, how in found):
        return None
    to_x, to_y = state.layout.point(foes[0])
    heights = heights_at([(x, y) for x, y, _ in found], state.ground, raised(state))
    return tuple(
        (man, x, y, int(bearing_to(to_x - x, to_y - y)), height)
        for man, (x, y, _), height in zip(going, found, heights, strict=True)
    )


def in_reach(state: Battle, number: int) -> dict[int, Places]:
    """The enemy units that a unit could charge, each with where that would end."""
    foes = on_table(state, 1 - state.units[number].side)
    return {foe: places for foe in foes if (places := charge_at(state, number, foe)) is not None}


def why_no_charge() -> Refusal:
    """Why a unit cannot charge."""
    return Refusal("no enemy can be reached", ("sheet.charge.move",), allowed=MOVE)


@rule("sheet.turn.actions")
async def charge(play: Play[Battle], number: int) -> None:
    """A unit charges an enemy of its owner's choice, or thinks better of it."""
    state = play.state
    unit, found = state.units[number], in_reach(play.state, number)
    values: dict[str, int | None] = {f"u{foe}": foe for foe in found}
    choices = OneOf(
        {**values, NOBODY: None},
        label=lambda foe: "nobody after all" if foe is None else state.units[foe].name,
        points=lambda foe: None if foe is None else OnTable(unit=foe),
    )
    words = f"Whom does {unit.name} charge?"
    target = await ask(
        play, number, "charge at", choices, words, "sheet.turn.actions", "sheet.charge.move", usual=next(iter(values))
    )
    if target is None:
        play.tell("stayed", "sheet.turn.actions", unit=number)
        return
    at = state.units[target].name
    sets, tells, shows = {"places": found[target]}, {"at": at}, shows_at(target)
    play.tell("charged", "sheet.charge.move", unit=number, figures=unit.men, sets=sets, tells=tells, shows=shows)
    await fight(play, number, target)


def blows(name: str, dice: int, *, charging: bool, seat: int) -> Roll[int]:
    """The dice of one of the two units in a fight."""
    score, why = CHARGERS if charging else CHARGED, f"{name}'s blows"
    because = ("sheet.charge.fight",)
    return Roll(dice, 6, AtLeast(score), why=why, because=because, seat=seat, needs=f"{score}+", step="to strike")


@rule("sheet.charge.fight")
def chargers_win(lost: tuple[int, int], left: tuple[int, int]) -> bool:
    """Whether the chargers, who come first in both, have won a fight."""
    return (-lost[0], left[0]) > (-lost[1], left[1])


@rule("sheet.charge.fight")
async def fight(play: Play[Battle], number: int, target: int) -> tuple[bool, tuple[int, int]]:
    """Both throw at the same time; whoever comes off worse is removed. Gives whether the chargers won, and what fell."""
    before = [play.state.units[one] for one in (number, target)]
    ours = await blows(before[0].name, len(before[0].men), charging=True, seat=before[0].side)
    theirs = await blows(before[1].name, len(before[1].men), charging=False, seat=before[1].side)
    lose(play, target, ours.value, "sheet.charge.fight", (ours.number,))
    lose(play, number, theirs.value, "sheet.charge.fight", (theirs.number,))
    after = [play.state.units[one] for one in (number, target)]
    left = len(after[0].men), len(after[1].men)
    lost = len(before[0].men) - left[0], len(before[1].men) - left[1]
    won = chargers_win(lost, left)
    loser = target if won else number
    unit = play.state.units[loser]
    if unit.men:
        play.tell("lost the fight", "sheet.charge.fight", unit=loser, figures=unit.men, sets={"place": "gone"})
    return won, lost
