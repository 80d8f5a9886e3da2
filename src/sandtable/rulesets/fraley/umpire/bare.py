"""A bare table with the Units that a question speaks of: Teams by type and number, markers on them, and no place."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from sandtable.mechanics.mustering import bare_ground
from sandtable.mechanics.questions import Found, staging
from sandtable.mechanics.verbs import applied_by
from sandtable.play.events import Event
from sandtable.play.shown import Fact
from sandtable.rulesets.fraley.basics.charts import vehicles
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Type
from sandtable.rulesets.fraley.state import Battle, Card, Level, Mission, Rank, Team, Unit
from sandtable.rulesets.fraley.telling.stakes import noted as foreseen
from sandtable.rulesets.fraley.verbs import VERBS

INITIATIVE = 1  # which it is
TRANSFERS = "fraley.suppression.transfer-on-death"

Noted = Mapping[Fact, int | str]
Read = Callable[[Battle, Any, Noted], Found]  # end state, what was returned, what was noted


class Lot(NamedTuple):
    """Teams that are alike."""

    many: int = 1
    kind: Type = "infantry"
    weapons: tuple[str, ...] = ()
    vehicle: str = ""
    role: str = "Team"
    leader: bool = False
    fields: Mapping[str, Any] = {}  # whatever else holds of each


class Party(NamedTuple):
    """A Unit of a question: what it is called, its Training and Teams, how many have markers, and how many of those two."""

    name: str
    training: Level = "veteran"
    lots: tuple[Lot, ...] = (Lot(),)
    suppressed: int = 0
    doubled: int = 0
    rank: Rank = "unit"
    side: int = 0
    tank: bool = False
    fields: Mapping[str, Any] = {}  # whatever else holds of the Unit


def vehicle(name: str, many: int = 1, **fields: Any) -> Lot:
    """Vehicles of a row of the tank table, as they would stand on a table."""
    row = vehicles()[name]
    armed = tuple(mounted.weapon for mounted in row.weapons)
    return Lot(many, "tank", armed, name, row.title, fields={"turret": 0 if row.turret else -1, **fields})


def commander(side: int = 0, training: Level = "veteran", **fields: Any) -> Party:
    """A Company Commander, who may have a failed check rolled again."""
    return Party("the CC", training, (Lot(role="CC", leader=True),), rank="cc", side=side, fields=fields)


def granted(given: bool, side: int = 0) -> tuple[Party, ...]:
    """A Company Commander, if he grants a reroll; one who does not might as well not be there."""
    return (commander(side),) if given else ()


def battle(options: Options, *parties: Party, at_start: tuple[int, int] = (0, 0), acting: int = -1) -> Battle:
    """These Units and nothing else; no company checks, unless it is said how many Units there were."""
    figures: list[Team] = []
    units = [_raise(number, party, figures) for number, party in enumerate(parties)]
    return Battle(
        **bare_ground(),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=Mission(),
        sides=tuple(units[team.unit].side for team in figures),
        agenda=(),
        phase="initiative",
        round=1,
        initiative=INITIATIVE,
        units_at_start=at_start,
        acting=acting,
    )


def _raise(number: int, party: Party, figures: list[Team]) -> Unit:
    """A Unit with its Teams: markers lie on the first of them."""
    card = Card("", party.name, "", party.training, 0, party.rank, party.tank)
    place, first = count(), len(figures)
    for lot in party.lots:
        for _ in range(lot.many):
            at = next(place)
            marks = (at < party.suppressed) + (at < party.doubled)
            figures.append(Team(number, lot.role, lot.kind, lot.weapons, lot.vehicle, lot.leader, marks, **lot.fields))
    men = tuple(range(first, len(figures)))
    known: dict[str, Any] = {"place": "table", "strength": len(men), **party.fields}
    return Unit(party.name, party.side, men, card, **known)


def reported(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What a question wants to know of an event besides what forecasts do: markers laid that lay on nobody before."""
    if event.verb == "was suppressed" and TRANSFERS not in event.because:
        return (((event.unit, "markers"), len(event.figures)),)
    return foreseen(event)


def marked(state: Battle, number: int) -> dict[str, Any]:
    """How many Teams of a Unit have markers, and how many of them two."""
    marks = [state.figures[man].marks for man in state.units[number].men]
    return {"suppressed": sum(mark > 0 for mark in marks), "doubled": sum(mark > 1 for mark in marks)}


def lost(before: Battle, after: Battle, number: int) -> int:
    """How many Teams a Unit has lost."""
    return len(before.units[number].men) - len(after.units[number].men)


staged = staging(applied_by(VERBS), reported, usual=())
