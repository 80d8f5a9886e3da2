"""What rulebooks share in saying what a battle is about and how it stands."""

from typing import Any

from sandtable.geometry.units import INCH, show
from sandtable.grammar import count_of
from sandtable.play.aims import Prize
from sandtable.play.ruleset import Outcome
from sandtable.play.shown import Point
from sandtable.play.state import State

from .zones import band, box_of, middle_of_edge

STRIP = INCH // 2  # how wide an edge is marked that units leave by
ORDINALS = {1: "st", 2: "nd", 3: "rd"}
INCHES = '"'
TEENS = (11, 12, 13)


def points(number: int) -> str:
    """So many points."""
    return count_of(number, "point", "points")


def in_inches(length: int) -> str:
    """A length in words: 1 inch, 3 inches."""
    return "1 inch" if length == INCH else f"{show(length).rstrip(INCHES)} inches"


def ordinal(number: int) -> str:
    """A number as one counts: 1st, 2nd, 3rd, 7th."""
    return f"{number}{'th' if number % 100 in TEENS else ORDINALS.get(number % 10, 'th')}"


def for_both(attack: str, defend: str, attacker: int | None) -> tuple[str, str]:
    """What attacker and defender want, by side; while nobody knows who attacks, both are told both."""
    if attacker is None:
        both = f"If you attack: {_within(attack)}; if you defend: {_within(defend)}"
        return both, both
    return (attack, defend) if attacker == 0 else (defend, attack)


def _within(text: str) -> str:
    """A sentence as part of another."""
    return text[:1].lower() + text[1:].rstrip(".")


def lead_in_words(now: Outcome, lead: int, *, over: bool) -> str:
    """How far somebody is ahead, and how far he has to be; why somebody has won, where points did not decide it."""
    ahead = abs(now.scores[0] - now.scores[1])
    leader = None if ahead < lead else int(now.scores[1] > now.scores[0])
    if leader != now.winner:
        return now.why
    if over:
        end = "a draw" if leader is None else "won"
        return f"{ahead} ahead: {end}" if ahead else f"level: {end}"
    if leader is not None:
        return f"{ahead} ahead: won if it ended now"
    return f"{ahead} ahead, {lead} wins" if ahead else "level"


def edge_prize(state: State[Any, Any], edge: str, title: str, points: int = 0, holder: int | None = None) -> Prize:
    """An edge of the table that units leave by."""
    return Prize(middle_of_edge(state, edge), title, points, holder, strip(state, edge, STRIP))


def strip(state: State[Any, Any], edge: str, deep: int) -> tuple[Point, ...]:
    """The outline of the ground along an edge."""
    left, upper, right, lower = box_of(band(state.width, state.depth, edge, deep))
    return (left, upper), (right, upper), (right, lower), (left, lower)
