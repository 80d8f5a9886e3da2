"""Actions to measure forecasts by: two Units facing each other on an open table, and what one does to the other."""

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.mustering import open_ground
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Begin, Play
from sandtable.play.situation import Situation
from sandtable.play.stage import last
from sandtable.rulesets.fraley.setup.forces import Recruit, bases, raise_unit
from sandtable.rulesets.fraley.turn.actions import carry_out

from .options import Options
from .state import Battle, Mission, Place5, Team, Unit

WIDTH, DEPTH = inches(72), inches(48)
SOUTH, NORTH = 1800, 0
FILE = "situation"


class Party(NamedTuple):
    """A Unit of a situation: its troop, its name, and those of its Teams that are there by their places, or all.

    It stands in ranks of so many, the first one facing the other's.
    """

    troop: str
    name: str
    teams: tuple[int, ...] = ()
    rank: int = 5


RIFLES, GRENADIERS = Party("us.rifle-platoon", "Able"), Party("de.grenadier-platoon", "Berta")
GUNS, SHERMANS = Party("de.at-platoon", "Paks", (1, 2, 3)), Party("us.sherman-platoon", "Shermans", (0, 1, 2, 3))
MACHINE_GUNS, BATTERY = Party("us.mg-platoon", "MGs"), Party("us.artillery-battery", "Battery", (1, 2, 3))
STORMERS = Party("de.assault-platoon", "Sturm")
SIX_OF_THEM = GRENADIERS._replace(teams=(0, 1, 2, 3, 4, 5), rank=3)  # all under one template
# Parts of platoons: who stands where decides close combat, and of whole ones forecasts are only estimates.
FOUR, THREE = STORMERS._replace(teams=(0, 1, 2, 3)), RIFLES._replace(teams=(0, 1, 2))


def situations() -> Mapping[str, Situation]:
    """What is measured, by name: who acts, against whom, how many inches away, what he does."""
    return {
        "a rifle platoon fires": _situation(RIFLES, GRENADIERS, 14, "fire"),
        "a rifle platoon fires aimed": _situation(RIFLES, GRENADIERS, 14, "aimed-fire"),
        "machine guns fire": _situation(MACHINE_GUNS, GRENADIERS, 20, "fire"),
        "three guns at four tanks": _situation(GUNS, SHERMANS, 24, "fire"),
        "tanks fire at infantry": _situation(SHERMANS._replace(teams=(0, 1)), GRENADIERS, 15, "fire"),
        "a barrage on six Teams": _situation(BATTERY, SIX_OF_THEM, 30, "barrage"),
        "an assault, four on three": _situation(FOUR, THREE, 8, "assault"),
        "an assault on tanks": _situation(
            STORMERS._replace(teams=(0, 1, 2, 6)), SHERMANS._replace(teams=(0, 1)), 8, "assault"
        ),
    }


def _situation(one: Party, other: Party, apart: float, what: str) -> Situation:
    """One Unit does something to another that has acted, in the middle of a round."""
    figures: list[Team] = []
    places: list[Place5] = []
    shapes: list[str] = []
    units = [_enlist(side, party, apart, figures, shapes, places) for side, party in enumerate((one, other))]
    state = Battle(
        **open_ground((WIDTH, DEPTH), bases(), shapes, places, (units[0].card.nation, units[1].card.nation)),
        figures=tuple(figures),
        units=tuple(units),
        options=Options(),
        mission=Mission(),
        sides=tuple(units[team.unit].side for team in figures),
        agenda=(),
        phase="initiative",
        round=2,
        initiative=3,
        units_at_start=(1, 1),
        acting=0,
    )
    return Situation(state, 0, 1, _doing(what))


def _enlist(
    side: int, party: Party, apart: float, figures: list[Team], shapes: list[str], places: list[Place5]
) -> Unit:
    """Raise a Unit and stand it in its ranks, the first ones so far apart."""
    raised = raise_unit(Enlisted(party.troop, party.name), FILE, party.name)
    recruits = [raised.teams[place] for place in party.teams] if party.teams else list(raised.teams)
    first = len(figures)
    facing = NORTH if side else SOUTH
    for place, one in enumerate(recruits):
        places.append((len(figures), *_spot(side, place, party.rank, recruits, apart), facing, 0))
        turret = facing if one.turret else -1
        # The other side has moved and fired, so that nobody is concealed by lying still.
        acted = side == 1
        figures.append(
            Team(
                side, one.role, one.kind, one.weapons, one.vehicle, one.leader, moved=acted, fired=acted, turret=turret
            )
        )
        shapes.append(one.base)
    men = tuple(range(first, len(figures)))
    return Unit(party.name, side, men, raised.card, place="table", strength=len(men), done=True)


def _spot(side: int, place: int, rank: int, recruits: list[Recruit], apart: float) -> tuple[int, int]:
    deep = max(bases()[one.base].length for one in recruits)
    back = deep // 2 + place // rank * (deep + inches(0.5))
    x = WIDTH // 2 + (place % rank - rank // 2) * inches(2.5)
    y = DEPTH // 3 + (inches(apart) + back if side else -back)
    return x, y


def _doing(what: str) -> Begin[Battle]:
    async def begin(play: Play[Battle]) -> None:
        await last(carry_out(play, 0, what))

    return begin
