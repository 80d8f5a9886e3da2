"""Actions to measure forecasts by: two units facing each other on an open table, and what one does to the other."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.mustering import open_ground
from sandtable.play.scenario import Enlisted
from sandtable.play.script import Begin, Play
from sandtable.play.situation import Situation
from sandtable.rulesets.sotr.fire.suppression import suppressing_fire
from sandtable.rulesets.sotr.melee.assault import assault, charge
from sandtable.rulesets.sotr.melee.hand_to_hand import close_step
from sandtable.rulesets.sotr.setup.forces import bases, raise_unit
from sandtable.rulesets.sotr.weapons.blast import fire_blast
from sandtable.rulesets.sotr.weapons.flame import fire_flame
from sandtable.rulesets.sotr.weapons.grenades import throw_grenades
from sandtable.rulesets.sotr.weapons.shooting import shooting_action

from .options import Options
from .state import Battle, Mission, Pair, Soldier, Unit

WIDTH, DEPTH = inches(48), inches(48)
ROW = 5
EAST = 900
FILE = "situation"
FLAMER, GUNNER = 1, 1  # which of a team carries what it is there for

Does = Callable[[Play[Battle]], Awaitable[object]]


class Party(NamedTuple):
    """A unit of a situation: its troop, its name, and so many of its models, the first ones, or all."""

    troop: str
    name: str
    men: int | None = None
    hidden: bool = False


# Half squads: of whole ones forecasts are only estimates, and these rows are to be exact.
SQUAD, STURM = Party("us.rifle-squad", "Able", 4), Party("reich.sturmgrenadiers", "Sturm", 4)
AMBUSH = Party("us.rifle-squad", "Able", hidden=True)
MOB, PIONEERS = Party("reich.zombies", "Mob", 3), Party("reich.flame-pioneers", "Pioneers")
BAZOOKA, MECH = Party("us.bazooka-team", "Bazooka"), Party("reich.panzermech", "Mech")


def situations() -> Mapping[str, Situation]:
    """What is measured, by name: who acts, against whom, how many inches away, what he does."""
    pair, trio = SQUAD._replace(men=2), SQUAD._replace(men=3)
    return {
        "four men shoot at four": _situation(SQUAD, STURM, 12, lambda play: shooting_action(play, 0)),
        "suppressing fire from hiding": _situation(AMBUSH, STURM, 8, lambda play: suppressing_fire(play, 0, "u1")),
        "zombies charge": _situation(MOB, SQUAD, 3, lambda play: assault(play, 0, 1)),
        "a charge and its fight": _situation(pair, STURM._replace(men=2), 5, _charge_and_fight),
        "hand-to-hand, three against three": _situation(trio, STURM._replace(men=3), 0, _fight),
        "a flamethrower": _situation(PIONEERS, SQUAD, 4, lambda play: fire_flame(play, FLAMER)),
        "an RPG at a mech": _situation(BAZOOKA, MECH, 12, lambda play: fire_blast(play, GUNNER, "rpg")),
        "an RPG at men": _situation(BAZOOKA, STURM, 12, lambda play: fire_blast(play, GUNNER, "rpg")),
        "grenades": _situation(pair, STURM._replace(men=3), 6, lambda play: throw_grenades(play, 0, "frag")),
    }


def _situation(one: Party, other: Party, apart: float, does: Does) -> Situation:
    """One unit does something to another, in the Action Phase; with nothing between them they are Engaged in the next."""
    figures: list[Soldier] = []
    shapes: list[str] = []
    units = (_enlist(0, one, figures, shapes), _enlist(1, other, figures, shapes))
    places = []
    for unit in units:
        for place, row in enumerate(unit.men):
            places.append((row, *_spot(unit.side, place, bases()[shapes[row]].radius, apart), EAST, 0))
    state = Battle(
        **open_ground((WIDTH, DEPTH), bases(), shapes, places, ("US", "Reich")),
        figures=tuple(figures),
        units=units,
        options=Options(),
        mission=Mission("meeting"),
        agenda=(),
        phase="action" if apart else "close",
        turn=2,
        half=1,
        engaged=() if apart else _fronts(units),
    )
    return Situation(state, 0, 1, _doing(does))


def _spot(side: int, place: int, radius: int, apart: float) -> tuple[int, int]:
    """In ranks of five, the first ones facing each other so far apart."""
    step = 2 * radius + inches(0.1)
    back = radius + place // ROW * step
    x = WIDTH // 2 + back + inches(apart) if side else WIDTH // 2 - back
    return x, DEPTH // 2 + place % ROW * inches(1.1)


def _fronts(units: tuple[Unit, Unit]) -> tuple[Pair, ...]:
    """The first ranks of both are Engaged, man against man."""
    return tuple(zip(units[0].men[:ROW], units[1].men[:ROW], strict=False))


def _enlist(side: int, party: Party, figures: list[Soldier], shapes: list[str]) -> Unit:
    raised = raise_unit(Enlisted(party.troop, party.name), FILE, party.name)
    first = len(figures)
    frenzied = "frenzy" in raised.card.traits
    for recruit in raised.figures[: party.men]:
        figures.append(
            Soldier(side, recruit.role, recruit.weapons, recruit.rank, recruit.cool, recruit.gear, frenzied=frenzied)
        )
        shapes.append(recruit.base)
    men = tuple(range(first, len(figures)))
    return Unit(
        party.name,
        side,
        men,
        raised.card,
        place="table",
        strength=len(men),
        hidden=party.hidden,
        frag=raised.frag,
        smoke=raised.smoke,
    )


def _doing(does: Does) -> Begin[Battle]:
    async def begin(play: Play[Battle]) -> None:
        await does(play)

    return begin


async def _charge_and_fight(play: Play[Battle]) -> None:
    """Those who charge get there, and fight in the phase after it."""
    await charge(play, 0, 1, fled=False)
    play.tell("a phase began", "sotr.turn.phases", sets={"phase": "close", "half": 0}, tells={"title": "Close Combat"})
    await _fight(play)


async def _fight(play: Play[Battle]) -> None:
    """The engagement of the Close Combat Phase."""
    step = close_step(play.state)
    assert step is not None
    await step.begin(play)
