"""Actions to measure forecasts by: teams facing each other on an open table, and what one does to another."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.mechanics.mustering import open_ground
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Begin, Play
from sandtable.play.situation import Situation
from sandtable.play.stage import last
from sandtable.rulesets.skirmish41.basics.forces import bases, raise_team
from sandtable.rulesets.skirmish41.counters.arrivals import enlist, sides_of
from sandtable.rulesets.skirmish41.fire.shooting import carry_out
from sandtable.rulesets.skirmish41.fire.shots import firing, usual_way, ways_to_fire
from sandtable.rulesets.skirmish41.fire.targets import Aim
from sandtable.rulesets.skirmish41.heavy.bombs import carry_out as shoot
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready
from sandtable.rulesets.skirmish41.melee.melee import fight_melees

from .options import Options
from .state import Battle, Figure, Mission, Place5, Unit

WIDTH, DEPTH = inches(72), inches(48)
SOUTH, NORTH = 1800, 0
STEP = inches(1.4)
FILE = "situation"


class Party(NamedTuple):
    """A team of a situation: its side, its troop, its name, and how many inches from the team that acts."""

    side: int
    troop: str
    name: str
    apart: float = 0
    men: int = 0  # only the first so many


RIFLES = Party(0, "gb.rifle-team", "Rifles")
GRENADIERS = Party(1, "de.rifle-team", "Grenadiers")


def situations() -> Mapping[str, Situation]:
    """What is measured, by name: who acts against whom, how many inches away, and what he does."""
    return {
        "three of a rifle team fire": _situation(_fire, RIFLES._replace(men=3), GRENADIERS._replace(men=3, apart=14)),
        "a Bren team fires": _situation(_fire, Party(0, "gb.bren-team", "Bren"), GRENADIERS._replace(apart=20)),
        "a mortar fires": _situation(_bomb, Party(0, "gb.light-mortar", "Mortar"), GRENADIERS._replace(apart=20)),
        "a flamethrower": _situation(_bomb, Party(0, "gb.flamethrower-pair", "Flame"), GRENADIERS._replace(apart=9)),
        "a PIAT at a tank": _situation(_bomb, Party(0, "gb.piat-team", "PIAT"), Party(1, "de.panzer-iv", "Panzer", 10)),
        "a tank at a tank": _situation(_bomb, Party(0, "gb.sherman", "Sherman"), Party(1, "de.stug", "StuG", 20)),
        "a tank at a team": _situation(_bomb, Party(0, "gb.sherman", "Sherman"), GRENADIERS._replace(apart=20)),
        "a melee of two on two": _situation(_fight, RIFLES._replace(men=2), GRENADIERS._replace(men=2, apart=0.5)),
    }


# ---- what is done


async def _fire(play: Play[Battle]) -> None:
    state, aim = play.state, Aim(1)
    way = ways_to_fire(state, 0, aim)[usual_way(state, 0, aim)]
    await last(carry_out(play, 0, aim, way, tuple(firing(state, 0, aim, way)), -1))


async def _bomb(play: Play[Battle]) -> None:
    state = play.state
    target = state.units[1]
    await last(shoot(play, 0, arms_ready(state, 0)[0], 1, -1 if target.mounted else target.men[1]))


async def _fight(play: Play[Battle]) -> None:
    await last(fight_melees(play))


# ---- who is there


def _situation(act: Begin[Battle], *parties: Party) -> Situation:
    """The first team does something to the second, in the middle of a part."""
    figures: list[Figure] = []
    places: list[Place5] = []
    shapes: list[str] = []
    units: list[Unit] = []
    for party in parties:
        raised = raise_team(Enlisted(party.troop, party.name), FILE, party.name)
        first = len(figures)
        if party.men:
            raised = replace(raised, figures=raised.figures[: party.men])
        unit = enlist(len(units), party.side, party.name, raised, figures, shapes)
        units.append(_standing(unit))
        places += _places(party, units[-1], shapes[first], first)
    state = Battle(
        **open_ground((WIDTH, DEPTH), bases(), shapes, places, ("British", "Germans")),
        figures=tuple(figures),
        units=tuple(units),
        options=Options(),
        mission=Mission(),
        sides=sides_of(units, figures),
        agenda=(),
        phase="part",
        turn=2,
        acting=0,
        alert=(True, True),
    )
    return Situation(state, 0, 1, act)


def _standing(unit: Unit) -> Unit:

    return replace(unit, place="table", spotted=True, aware=True)


def _places(party: Party, unit: Unit, shape: str, first: int) -> list[Place5]:
    """A row of figures, or a hull, its front edge so far from the middle of the table."""
    base = bases()[shape]
    half = base.radius or base.length // 2
    facing = NORTH if party.side else SOUTH
    y = DEPTH // 3 + (inches(party.apart) + half if party.side else -half)
    rows = [unit.hull] if unit.mounted else range(first, first + len(unit.bodies))
    return [(row, WIDTH // 2 + place * STEP, y, facing, 0) for place, row in enumerate(rows)]
