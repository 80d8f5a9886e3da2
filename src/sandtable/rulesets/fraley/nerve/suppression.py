"""Suppression: markers placed, doubled, moved, taken off."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.choosing import chosen
from sandtable.rulesets.fraley.basics.teams import afoot
from sandtable.rulesets.fraley.state import Battle

MOST = 2  # markers on one Team
PER_MARKER = 3  # Fire Points that hit


@rule("fraley.suppression.double")
def room(state: Battle, teams: Sequence[int], among: Sequence[int]) -> list[int]:
    """Those of some Teams that may be given a marker: unmarked ones; if all of a group are marked, those with one."""
    fewest = [team for team in teams if not state.figures[team].suppressed]
    if fewest or not all(state.figures[other].suppressed for other in among):
        return fewest
    return [team for team in teams if state.figures[team].marks < MOST]


@rule("fraley.suppression.valid-first", "fraley.suppression.double")
async def suppress(
    play: Play[Battle],
    number: int,
    count: int,
    *because: str,
    first: tuple[int, ...] = (),
    barred: tuple[int, ...] = (),
    guests: tuple[int, ...] = (),
) -> int:
    """Place so many markers on a Unit, its owner choosing the Teams: those in `first` before others, none in `barred`.

    A Team gets a second marker only when all are suppressed, and never a third; gives how many found room. `guests` are
    Teams that belong to the Unit for the length of an attack.
    """
    placed = 0
    while placed < count:
        state = play.state
        group = [
            *(afoot(state, number) or state.units[number].men),
            *(team for team in guests if state.layout.on_table(team)),
        ]
        able = room(state, [team for team in group if team not in barred], group)
        able = [team for team in able if team in first] or able
        if not able:
            break
        many = min(count - placed, len(able))
        what = "a Team is suppressed" if many == 1 else f"{many} Teams are suppressed"
        teams = await chosen(
            play, number, able, many, "suppress", f"{state.units[number].name}: {what}. Which?",
            "fraley.suppression.per-3-fp", "fraley.suppression.valid-first", "fraley.suppression.double", *because,
        )  # fmt: skip
        _mark(play, number, teams, *because)
        placed += many
    if placed < count and count:
        tells = {"lost": count - placed}
        play.tell("had no room for markers", "fraley.suppression.double", unit=number, tells=tells)
    return placed


def _mark(play: Play[Battle], number: int, teams: Sequence[int], *because: str) -> None:
    """Put one more marker on each of some Teams."""
    figures = play.state.figures
    each = tuple([(team, {"marks": figures[team].marks + 1}) for team in teams])
    cited = (*because, "fraley.suppression.double")
    play.tell("was suppressed", *cited, unit=number, figures=tuple(teams), sets={"each": each})


@rule("fraley.vdt.suppression")
async def suppress_team(play: Play[Battle], figure: int, *because: str) -> bool:
    """Place one marker on a Team; by the general rules on another of its Unit where this one may not have it."""
    state = play.state
    number = state.figures[figure].unit
    if figure in room(state, (figure,), afoot(state, number)):
        _mark(play, number, (figure,), *because)
        return True
    return await suppress(play, number, 1, *because) > 0


@rule("fraley.suppression.per-3-fp")
def left_over(state: Battle, number: int) -> int:
    """The hits towards a marker that a Unit has taken in this Initiative, where a table counts them on."""
    hits, initiative = state.units[number].carried
    return hits if state.options.suppression_remainder_carries and initiative == state.initiative else 0


def keep(play: Play[Battle], number: int, over: int) -> None:
    """So many hits are left over towards a Unit's next marker, where a table counts them on."""
    state = play.state
    kept = (over, state.initiative)
    if state.options.suppression_remainder_carries and kept != state.units[number].carried:
        clause = "fraley.suppression.per-3-fp"
        play.tell("kept hits towards a marker", clause, unit=number, sets={"carried": kept})


def clear(play: Play[Battle], number: int, *because: str) -> None:
    """Take all markers off a Unit."""
    teams = tuple(man for man in play.state.units[number].men if play.state.figures[man].marks)
    if teams:
        play.tell("recovered", *because, unit=number, figures=teams, sets={"marks": 0})
