"""Morale and losses: who falls, who stands."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.groups import shed
from sandtable.mechanics.modifiers import Modifier, Score, Target, total
from sandtable.play.script import Play
from sandtable.table.layout import rows

from .movement import LINK
from .state import Battle, on_table

CLAUSE = "sheet.morale.check"
NEAR = inches(6)
OFFICER = "lieutenant"


@rule("sheet.shoot.losses")
def lose(play: Play[Battle], number: int, hits: int, clause: str, rolls: tuple[int, ...]) -> None:
    """A unit loses a model for every hit, the leader last; without models it is out of the battle."""
    men = play.state.units[number].men
    if hits >= len(men):
        play.tell("was wiped out", clause, unit=number, figures=men, sets={"place": "gone"}, rolls=rolls)
    elif hits:
        gone = tuple(shed(play.state.layout, men, hits, LINK, keep=men[0]))
        play.tell("lost models", clause, unit=number, figures=gone, rolls=rolls)


@rule("sheet.morale.check")
def below_half(left: int, strength: int) -> bool:
    """Whether fewer than half of a unit are left."""
    return left * 2 < strength


@rule("sheet.morale.check")
def nerve(score: int, *, led: bool) -> Target:
    """What a die needs for a unit to stand."""
    modifiers = (Modifier(1, "a lieutenant is near", CLAUSE),) if led else ()
    return Target(Score(score - total(modifiers)), modifiers)


@rule("sheet.morale.check")
def is_led(state: Battle, number: int) -> bool:
    """Whether a lieutenant of its side is near a unit."""
    unit = state.units[number]
    officers = [
        man
        for other in on_table(state, unit.side)
        if state.units[other].card.troop == OFFICER
        for man in state.units[other].men
    ]
    if not officers or state.layout.bare:  # whoever is there at all where nothing is measured is near
        return bool(officers)
    return int(nearest(state.layout.bodies, rows(unit.men), rows(tuple(officers)))[0]) <= NEAR


def nerve_roll(name: str, target: Target, seat: int) -> Roll[int]:
    """The die of a morale check."""
    assert isinstance(target.needed, Score)
    why = f"{name}'s nerve"
    return Roll(
        1, 6, AtLeast(target.needed.least), why=why, because=(CLAUSE,), seat=seat, needs=target.explain(), step="nerve",
        modifiers=target.modifiers,
    )  # fmt: skip


async def check_morale(play: Play[Battle], number: int) -> None:
    """A unit below half throws for its nerve, and runs if it fails."""
    unit = play.state.units[number]
    if unit.place != "table" or not below_half(len(unit.men), unit.strength):
        return
    target = nerve(unit.card.nerve, led=is_led(play.state, number))
    rolled = await nerve_roll(unit.name, target, unit.side)
    if rolled.value:
        play.tell("stood", CLAUSE, unit=number, rolls=(rolled.number,))
    else:
        play.tell("ran", CLAUSE, unit=number, figures=unit.men, sets={"place": "gone"}, rolls=(rolled.number,))
