"""Counter-attacks back and forth, until one Unit breaks off or is gone."""

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import Again, last, rounds, stage

from . import crossing
from .break_off import break_off
from .charge import into_contact, may_charge
from .close_combat import Party, members, strike, units_of
from .state import Battle
from .teams import CONTACT, REACH, nearest_between
from .training import check
from .travel import travel

COUNTER = inches(4)
ENOUGH = 3  # Teams with which one usually fights on


@rule("fraley.assault.counter-move", "fraley.assault.counter-guns", "fraley.gtg.declare")
def counter_movers(state: Battle, party: Party, foes: tuple[int, ...]) -> tuple[int, ...]:
    """Who moves up in a counter-attack: not in base contact, no Guns, and nobody whose Unit has gone to ground."""
    if state.units[party.unit].still:
        return ()
    return tuple(
        man
        for man in members(state, party)
        if may_charge(state, state.figures[man]) and nearest_between(state, (man,), foes) > CONTACT
    )


@rule("fraley.assault.defender-choice", "fraley.assault.alternate")
def within_strike(state: Battle, party: Party, foes: tuple[int, ...]) -> bool:
    """Whether a party has an enemy within two inches, or within four of a Team that may move up."""
    own = members(state, party)
    if not own or not foes:
        return False
    if nearest_between(state, own, foes) <= REACH:
        return True
    movers = counter_movers(state, party, foes)
    return bool(movers) and nearest_between(state, movers, foes) <= COUNTER


@rounds()
@rule("fraley.assault.alternate", "fraley.assault.defender-choice", "fraley.assault.counter-strike")
async def answer(play: Play[Battle], party: Party, attackers: Party) -> Again | None:
    """A party that was struck counter-attacks or breaks off; after a counter-attack it is the other's turn."""
    state = play.state
    if not within_strike(state, party, members(state, attackers)):
        return None
    counters = await _choose(state, party) == "counter-attack"
    if counters:
        because = ("fraley.assault.counter-check", "fraley.assault.counter-fail")
        checked = await check(play, party.unit, "counter-attack", *because)
        tells = {"passed": checked.passed, "why": "counter-attack"}
        play.tell("checked its Training", *because, unit=party.unit, tells=tells, rolls=checked.rolls)
        counters = checked.passed
    if not counters:
        await last(break_off(play, party, attackers))
        return None
    moved = await move_up(play, party, attackers)
    struck = await strike(play, party, attackers)
    return Again(attackers, party.joined_by((*moved, *struck)))


async def _choose(state: Battle, party: Party) -> str:
    """Counter-attack or break off: the struck Unit's choice."""
    unit = state.units[party.unit]
    chosen = await Decision(
        unit.side,
        "counter-attack",
        OneOf({"counter-attack": "counter-attack", "break-off": "break-off"}, label=lambda key: key.replace("-", " ")),
        prompt=f"{unit.name}: counter-attack or break off?",
        because=("fraley.assault.defender-choice", "fraley.assault.counter-check", "fraley.assault.break-off-move"),
        unit=party.unit,
        default="counter-attack" if len(members(state, party)) >= ENOUGH else "break-off",
    )
    return chosen  # noqa: RET504  # the awaited type


@stage
@rule("fraley.assault.counter-move")
async def move_up(play: Play[Battle], party: Party, attackers: Party) -> tuple[int, ...]:
    """Those of a party who may move up to four inches into contact do; gives them."""
    state = play.state
    foes = members(state, attackers)
    movers = counter_movers(state, party, foes)
    if movers:
        march = into_contact(state, state.units[party.unit].side, foes, dict.fromkeys(movers, COUNTER)).march
        if any(state.figures[walk.figure].kind == "tank" and len(walk.points) > 1 for walk in march.walks):
            march = await crossing.cross(play, party.unit, march)
        await travel(
            play,
            party.unit,
            march,
            "fraley.assault.counter-move",
            verb="counter-attacked",
            sets={"overwatch": False, "grounded": False},
            without=units_of(play.state, attackers),
        )
    return movers
