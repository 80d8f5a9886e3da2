"""Unit Cohesion: who is in touch with the Platoon Leader, and how many have to be."""

from collections.abc import Sequence

from sandtable.geometry.column_kernels import hanging, middle_of
from sandtable.geometry.kernel import Ints
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.basics.teams import afoot, leader_of
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered

NEAR = inches(6)
TANKS = inches(10)


@rule("fraley.cohesion.distance", "fraley.cohesion.tank-distance")
def link_of(state: Battle, one: int, other: int) -> int:
    """How far apart two Teams are in touch: ten inches between Tank Teams, else six."""
    figures = state.figures
    return TANKS if figures[one].kind == figures[other].kind == "tank" else NEAR


@rule("fraley.cohesion.without-pl")
def hub_of(state: Battle, number: int) -> int:
    """Whom cohesion is measured from: the Platoon Leader, or without one (-1) the Team nearest the middle of the Unit."""
    leader = leader_of(state, number)
    return leader if leader is not None and state.figures[leader].aboard < 0 else -1


def reference(state: Battle, number: int, bodies: Ints) -> int:
    """That very Team, where bodies stand so."""
    hub = hub_of(state, number)
    return hub if hub >= 0 else int(middle_of(bodies, rows(afoot(state, number))))


def tanks_among(state: Battle, men: Sequence[int]) -> Ints:
    """Which of some Teams are Tank Teams."""
    figures = state.figures
    return rows(tuple([1 if figures[man].kind == "tank" else 0 for man in men]))


@rule("fraley.cohesion.distance", "fraley.cohesion.tank-distance")
def _hanging(state: Battle, number: int, men: tuple[int, ...], bodies: Ints) -> list[int]:
    """What each Team is to its Unit: 1 in touch with its leader, or himself; 2 by one of these; 0 for out of cohesion."""
    found: list[int] = hanging(bodies, rows(men), hub_of(state, number), tanks_among(state, men), NEAR, TANKS).tolist()
    return found


@rule("fraley.cohesion.distance")
def anchors(state: Battle, number: int, bodies: Ints) -> list[int]:
    """The Teams that others may hang on: the Platoon Leader first, and those directly in touch with him."""
    men = afoot(state, number)
    hub = reference(state, number, bodies)
    found = zip(men, _hanging(state, number, men, bodies), strict=True)
    return [hub, *(man for man, how in found if how == 1 and man != hub)]


@rule("fraley.cohesion.distance", "fraley.cohesion.tank-distance", "fraley.fo.no-cohesion")
def together(state: Battle, number: int, bodies: Ints) -> list[int]:
    """The Teams of a Unit that are in cohesion where bodies stand so: by at most one Team in between."""
    men = afoot(state, number)
    if len(men) < 2:
        return list(men)
    return [man for man, how in zip(men, _hanging(state, number, men, bodies), strict=True) if how]


_KNOWN: Remembered[Battle, dict[int, list[int]]] = Remembered(lambda _: {}, most=4)  # by Unit


def in_cohesion(state: Battle, number: int) -> list[int]:
    """The Teams of a Unit that are in cohesion with its Platoon Leader, himself among them."""
    known = _KNOWN(state)
    if number not in known:
        known[number] = together(state, number, state.layout.bodies)
    return known[number]


@rule("fraley.cohesion.half")
def enough(count: int, teams: int, before: int) -> bool:
    """Whether enough are in cohesion: half the Unit, or no fewer than before where it was less already."""
    return 2 * count >= teams or count >= before
