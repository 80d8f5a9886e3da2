"""Actions to measure forecasts by: units facing each other on an open table, and what one does to another."""

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.mustering import open_ground
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Begin, Play
from sandtable.play.situation import Situation
from sandtable.play.stage import last
from sandtable.rulesets.d10.fire.arms import arms, is_main_gun
from sandtable.rulesets.d10.fire.shooting import resolve, salvo_of
from sandtable.rulesets.d10.fire.targets import Aim
from sandtable.rulesets.d10.fire.volley import AP, Loaded
from sandtable.rulesets.d10.melee.assault import COUNTER_CHARGE, answered, assail
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.react.reactions import react_to_move
from sandtable.rulesets.d10.setup.forces import Raised, Recruit, bases, raise_unit
from sandtable.rulesets.d10.state import Battle, Mission, Model, Place5, Unit
from sandtable.rulesets.d10.turn.activation import shoot_order

WIDTH, DEPTH = inches(72), inches(48)
SOUTH, NORTH = 1800, 0
FILE = "situation"
RANK = 5  # models that stand side by side
STEP = inches(1.5)


class Party(NamedTuple):
    """A unit of a situation: its side, its troop, its name, how many of its models are there (0 for all), how far off.

    It stands in ranks of five, the first one so many inches from that of the unit that acts; `aside` is to the right of it.
    """

    side: int
    troop: str
    name: str
    men: int = 0
    apart: float = 0
    aside: float = 0
    hold: bool = False


RIFLES = Party(0, "us.rifle-squad", "Able")
SHERMAN = Party(0, "us.sherman", "Sherman")
STORMERS = Party(0, "us.engineer-squad", "Engineers")
GRENADIERS = Party(1, "de.grenadier-squad", "Berta")
PANZER = Party(1, "de.panzer-iv", "Panzer")


def situations() -> Mapping[str, Situation]:
    """What is measured, by name: who acts against whom, how many inches away, and what he does."""
    return {
        "a rifle squad shoots": _situation(_shoot, RIFLES, GRENADIERS._replace(apart=14)),
        "a machine-gun team shoots": _situation(_shoot, Party(0, "us.mmg-team", "MG"), GRENADIERS._replace(apart=20)),
        "a mortar shoots": _situation(_shoot, Party(0, "us.light-mortar", "Mortar"), GRENADIERS._replace(apart=20)),
        "a tank at a tank and a squad": _situation(
            _two_targets, SHERMAN, GRENADIERS._replace(apart=15), PANZER._replace(apart=20, aside=15)
        ),
        "a reaction shot": _situation(_react, RIFLES._replace(hold=True), GRENADIERS._replace(apart=10)),
        "an assault, six on five": _situation(_assault, RIFLES._replace(men=6), GRENADIERS._replace(men=5, apart=3)),
        "a counter-charge, six on five": _situation(
            _countered, RIFLES._replace(men=6), GRENADIERS._replace(men=5, apart=5, hold=True)
        ),
        "an assault under fire": _situation(
            _assault, RIFLES._replace(men=4), GRENADIERS._replace(men=3, apart=3, hold=True)
        ),
        "an assault on a tank": _situation(_assault, STORMERS, PANZER._replace(apart=2)),
    }


# ---- what is done


async def _shoot(play: Play[Battle]) -> None:
    await last(shoot_order(play, 0))


async def _react(play: Play[Battle]) -> None:
    await last(react_to_move(play, 0, 1))


async def _assault(play: Play[Battle]) -> None:
    await last(assail(play, 0, 1))


async def _countered(play: Play[Battle]) -> None:
    await last(answered(play, 0, 1, COUNTER_CHARGE, covered=False))


async def _two_targets(play: Play[Battle]) -> None:
    """The main gun at the farther unit, the machine guns at the nearer one."""
    state = play.state
    found = arms(state, 0)
    aims = [(True, 2, AP), (False, 1, "")]
    salvos = [
        salvo_of(state, 0, [Loaded(arm, shell) for arm in found if is_main_gun(state, arm) == main], Aim(target, 0))
        for main, target, shell in aims
    ]
    await last(resolve(play, 0, tuple(salvos), reacting=False))


# ---- who is there


def _situation(act: Begin[Battle], *parties: Party) -> Situation:
    """The first unit does something to the second, in the middle of a turn."""
    figures: list[Model] = []
    places: list[Place5] = []
    shapes: list[str] = []
    units = [_enlist(number, party, figures, shapes, places) for number, party in enumerate(parties)]
    guns = {unit.gun for unit in units}
    state = Battle(
        **open_ground((WIDTH, DEPTH), bases(), shapes, places, ("US", "Germans")),
        figures=tuple(figures),
        units=tuple(units),
        options=Options(),
        mission=Mission(),
        sides=tuple(-1 if row in guns else units[model.unit].side for row, model in enumerate(figures)),
        agenda=(),
        phase="activation",
        turn=2,
        acting=0,
    )
    return Situation(state, 0, 1, act)


def _enlist(number: int, party: Party, figures: list[Model], shapes: list[str], places: list[Place5]) -> Unit:
    """Raise a unit and stand it in its ranks; a gun stands before its crew."""
    raised = raise_unit(Enlisted(party.troop, party.name), FILE, party.name)
    recruits = raised.models[: party.men or len(raised.models)]
    facing = NORTH if party.side else SOUTH
    gun = -1
    if raised.gun is not None:
        gun = len(figures)
        _stand(number, raised.gun, (*_spot(party, raised, 0, 0), facing, 0), figures, shapes, places)
    men = []
    for place, one in enumerate(recruits):
        men.append(len(figures))
        rank = place // RANK + (gun >= 0)
        _stand(number, one, (*_spot(party, raised, place % RANK, rank), facing, 0), figures, shapes, places)
    return Unit(
        party.name, party.side, tuple(men), raised.card, place="table", strength=len(men), gun=gun, items=raised.items,
        missions=raised.missions(Options()), done=True, hold=party.hold,
    )  # fmt: skip


def _stand(
    number: int,
    one: Recruit,
    place: tuple[int, int, int, int],
    figures: list[Model],
    shapes: list[str],
    places: list[Place5],
) -> None:
    places.append((len(figures), *place))
    figures.append(Model(number, one.role, one.weapons, one.wounds, one.size))
    shapes.append(one.base)


def _spot(party: Party, raised: Raised, column: int, rank: int) -> tuple[int, int]:
    """Where somebody stands: the front edge of the first rank is so far from the middle of the table."""
    first = bases()[raised.models[0].base if raised.gun is None else raised.gun.base]
    back = (first.radius or first.length // 2) + rank * (STEP + first.radius)
    x = WIDTH // 2 + inches(party.aside) + column * (STEP + first.radius // 2)
    y = DEPTH // 3 + (inches(party.apart) + back if party.side else -back)
    return x, y
