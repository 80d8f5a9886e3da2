"""HORROR (1.4.2, 1.6.1.2): who causes it, who checks for it, and what a failure does.

Nobody is horrified by what he does not know to be there: a Hidden monster causes no HORROR until it comes into view.
"""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.sight import apart, friends, standing
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import disorganize, lose_overwatch

from .cool import cool, cool_test, takes_tests

NEAR = inches(6)


@rule("sotr.horror.definition", "sotr.gap.horror-types")
def horror_of(state: Battle, number: int) -> str:
    """The type of HORROR that a unit causes; empty for ordinary troops."""
    return state.units[number].card.horror


@rule("sotr.horror.immune", "sotr.frenzy.horror", "sotr.gap.vehicle-morale", "sotr.down.no-cool")
def immune(state: Battle, number: int) -> bool:
    """Whether HORROR is nothing to a unit: it causes it, is Frenzied, mindless, a machine, or all DOWN."""
    unit = state.units[number]
    if unit.card.horror or unit.machine or not takes_tests(state, number):
        return True
    return all(state.figures[man].frenzied for man in standing(state, number))


@rule("sotr.horror.once-per-type", "sotr.horror.ex-werewolf", "sotr.horror.ex-zombie", "sotr.horror.ex-vampire")
def must_check(state: Battle, number: int, kind: str) -> bool:
    """Whether a unit has to check for a type of HORROR: once in a battle, whatever brought it about and how it ended."""
    return bool(kind) and kind not in state.units[number].horrors and not immune(state, number)


@rule("sotr.horror.maintenance-trigger", "sotr.horror.maintenance-only-trigger")
def horrors_near(state: Battle, number: int) -> list[str]:
    """The types of HORROR within six inches of a unit that it has to check for."""
    side = state.units[number].side
    seen = as_seen(state, side)
    found: list[str] = []
    if not seen.units[number].men or immune(state, number):
        return found
    for other, monster in enumerate(seen.units):
        kind = monster.card.horror
        if not kind or kind in found or other == number or monster.place != "table" or not monster.men:
            continue
        if monster.side == side and not state.options.horror_from_friends:
            continue
        if monster.hidden and monster.side != side:
            continue
        if must_check(state, number, kind) and apart(seen, seen.units[number].men, monster.men) <= NEAR:
            found.append(kind)
    return found


@stage
async def horror_check(play: Play[Battle], number: int, kind: str, why: str, because: tuple[str, ...]) -> bool:
    """A unit checks for a type of HORROR, and never again for that one; what a failure does is not for here."""
    horrors = (*play.state.units[number].horrors, kind)
    play.tell(
        "faced HORROR", "sotr.horror.once-per-type", *because, unit=number, sets={"horrors": horrors},
        tells={"kind": kind},
    )  # fmt: skip
    on = cool(play.state, number, horror=True)
    return await cool_test(play, number, on, why, ("sotr.horror.cool-used", *because))


def _struck(play: Play[Battle], number: int, dread: int, *because: str) -> None:
    """A unit has failed a HORROR check: its Officer is silenced, and it watches nothing any more."""
    play.tell("failed a HORROR check", "sotr.officer.no-command-horror", *because, unit=number, sets={"dread": dread})
    men = play.state.units[number].men
    lose_overwatch(play, men, "sotr.overwatch.lost-events", why="HORROR")


async def _runs(play: Play[Battle], number: int, kind: str, *because: str) -> None:
    """HORROR makes a unit Fleeing and Disorganized at once."""
    _struck(play, number, play.state.turn, *because)
    disorganize(play, number, *because, why=f"HORROR of the {kind}", flees=True)


@stage
async def check_near(play: Play[Battle], number: int, kind: str) -> None:
    """A unit checks for a HORROR that is near it in Maintenance; if it fails, it is Fleeing."""
    because = ("sotr.horror.maintenance-trigger",)
    if not await horror_check(play, number, kind, f"HORROR: {kind} within 6 inches", because):
        await _runs(play, number, kind, "sotr.horror.maintenance-fail")


async def maintenance_checks(play: Play[Battle], side: int) -> None:
    """Units of a side within six inches of a HORROR-causing model check; nobody runs before his Compulsory Move."""
    for number in friends(play.state, side):
        for kind in horrors_near(play.state, number):
            await check_near(play, number, kind)


@stage
async def dares_to_charge(play: Play[Battle], number: int, target: int) -> bool:
    """The charger's check against a HORROR-causing target; False if it does not charge."""
    kind = horror_of(play.state, target)
    if not must_check(play.state, number, kind):
        return True
    because = ("sotr.assault.horror-check",)
    if await horror_check(play, number, kind, f"HORROR: charging the {kind}", because):
        return True
    _struck(play, number, -play.state.turn, "sotr.assault.horror-charging-fail")
    return False


@stage
async def stands_charge(play: Play[Battle], number: int, charger: int) -> bool:
    """The target's check against a HORROR-causing charger; False if it is Fleeing now."""
    kind = horror_of(play.state, charger)
    if not must_check(play.state, number, kind):
        return True
    because = ("sotr.assault.horror-check",)
    if await horror_check(play, number, kind, f"HORROR: charged by the {kind}", because):
        return True
    await _runs(play, number, kind, "sotr.assault.horror-charged-fail")
    return False
