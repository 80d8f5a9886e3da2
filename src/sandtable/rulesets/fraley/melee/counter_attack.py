"""Counter-attacks back and forth, until one Unit breaks off or is gone."""

from typing import NamedTuple

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import Again, returned, rounds, stage, then
from sandtable.rulesets.fraley.basics.teams import CONTACT, REACH, nearest_between
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.move import crossing
from sandtable.rulesets.fraley.move.travel import travel
from sandtable.rulesets.fraley.state import Battle

from .charge import into_contact, may_charge
from .close_combat import Party, members, strike, survivors, units_of

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


class Broken(NamedTuple):
    """Who breaks off, and from whom."""

    party: Party
    attackers: Party


@rounds()
@rule("fraley.assault.alternate", "fraley.assault.counter-strike")
async def fight(play: Play[Battle], party: Party, against: Party) -> Broken | Again | None:
    """A party strikes, and the other answers it; if it counter-attacks, it strikes in turn. Gives who breaks off."""
    found: Broken | Again | None = await returned(then(strike(play, party, against), play, _answered, party, against))
    return found


@stage
async def _answered(play: Play[Battle], struck: tuple[int, ...], party: Party, against: Party) -> Broken | Again | None:
    """Those who struck are in it from now on."""
    found: Broken | Again | None = await returned(answer(play, against, party.joined_by(struck)))
    return found


@stage
@rule("fraley.assault.counter-fail", "fraley.assault.defender-choice")
async def answer(play: Play[Battle], party: Party, attackers: Party) -> Broken | Again | None:
    """A party that was struck moves up to strike back, or breaks off; neither, if it has nobody near enough."""
    if not within_strike(play.state, party, members(play.state, attackers)):
        return None
    if not await counters(play, party):
        return Broken(party, attackers)
    moved = await move_up(play, party, attackers)
    now = play.state
    return Again(survivors(now, party.joined_by(moved)), survivors(now, attackers))


@stage
@rule("fraley.assault.counter-check", "fraley.assault.defender-choice")
async def counters(play: Play[Battle], party: Party) -> bool:
    """Whether a party that was struck counter-attacks: it is to want to, and to pass its check."""
    if not party.stands and await _choose(play.state, party) != "counter-attack":
        return False
    because = ("fraley.assault.counter-check", "fraley.assault.counter-fail")
    checked = await check(play, party.unit, "counter-attack", *because)
    tells = {"passed": checked.passed, "why": "counter-attack"}
    play.tell("checked its Training", *because, unit=party.unit, tells=tells, rolls=checked.rolls)
    return checked.passed


async def _choose(state: Battle, party: Party) -> str:
    """Counter-attack or break off: the struck Unit's choice."""
    unit = state.units[party.unit]
    choices = OneOf(
        {"counter-attack": "counter-attack", "break-off": "break-off"}, label=lambda key: key.replace("-", " ")
    )
    return await ask_seat(
        unit.side,
        "counter-attack",
        choices,
        f"{unit.name}: counter-attack or break off?",
        "fraley.assault.defender-choice",
        "fraley.assault.counter-check",
        "fraley.assault.break-off-move",
        unit=party.unit,
        usual="counter-attack" if len(members(state, party)) >= ENOUGH else "break-off",
    )


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
