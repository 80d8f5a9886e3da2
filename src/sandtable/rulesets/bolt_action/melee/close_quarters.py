"""Close quarters: declaring an assault, reaching the enemy, and infantry against infantry."""

from typing import NamedTuple

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Target
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import Again, aftermath, last, returned, rounds, stage, then, thrown
from sandtable.rulesets.bolt_action.basics.arms import Aimed, offered, seen_of
from sandtable.rulesets.bolt_action.basics.battlefield import distance, enemies
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.basics.journey import on_foot
from sandtable.rulesets.bolt_action.basics.words import INCHES
from sandtable.rulesets.bolt_action.fire.shooting import seen_in_the_dark
from sandtable.rulesets.bolt_action.fire.shooting_back import shoot_back
from sandtable.rulesets.bolt_action.harm.damage import roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.harm.losses import destroy, take_casualties
from sandtable.rulesets.bolt_action.move.movement import allowance, choose_march, marching
from sandtable.rulesets.bolt_action.move.travel import travel
from sandtable.rulesets.bolt_action.nerve.pins import remove_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit

from .contact import approach, contact_march, defended, through_rough
from .vehicle_assault import attack_vehicle, keeps_nerve

ROUGH_REACH = 6 * INCH


@rule("ba.gap.assault-eligibility")
def may_assault(state: Battle, number: int) -> Refusal | None:
    """Why a unit may not start an assault, if it may not."""
    unit = state.units[number]
    why = ""
    if not unit.is_infantry or unit.aboard is not None or not unit.on_table:
        why = "only infantry on foot assaults"
    elif unit.card.team and "fixed" in printed().weapons[unit.card.team].traits:
        why = "a team with a Fixed weapon does not assault"
    elif any(state.figures[man].role == "assistant" for man in unit.men):
        why = "a sniper's spotter does not assault"
    elif unit.came_on:
        why = "it has only just arrived"
    return Refusal(why, ("ba.gap.assault-eligibility",)) if why else None


def assault_targets(state: Battle, number: int) -> list[int]:
    """The enemy units in sight."""
    return seen_of(state, number, enemies(state, state.units[number].side))


@stage
@rule("ba.gap.assault-pins", "ba.gap.pins-removed")
async def assault(play: Play[Battle], number: int) -> None:
    """Declare the target; it reacts; measure; move into contact, which ends all pins; fight; the winner regroups."""
    target = await _declare(play, number)
    if play.state.dark and not await seen_in_the_dark(play, number, Aimed(target)):
        return
    if play.state.units[target].is_vehicle and not await keeps_nerve(play, number, target):
        return
    await shoot_back(play, number, target)
    await last(_charge(play, number, target))


@stage
async def _charge(play: Play[Battle], number: int, target: int) -> None:
    """After the target's shot: into contact, and fight."""
    if not play.state.units[number].alive or not play.state.units[target].alive:
        return
    on_guard = not play.state.units[target].is_vehicle and defended(play.state, number, target)
    if not await _reach(play, number, target):
        return
    if not play.state.units[target].alive:
        return
    await last(in_contact(play, number, target, on_guard=on_guard))


@stage
async def in_contact(play: Play[Battle], number: int, target: int, *, on_guard: bool) -> None:
    """Contact ends all pins, and they fight. `on_guard` says that the defenders were behind something."""
    for unit in (number, target):
        remove_pins(play, unit, play.state.units[unit].pins, "ba.gap.assault-pins", "ba.gap.pins-removed")
    if play.state.units[target].is_vehicle:
        await last(attack_vehicle(play, number, target))
    else:
        await last(fight(play, number, target, on_guard=on_guard))


async def _declare(play: Play[Battle], number: int) -> int:
    state = play.state
    unit = state.units[number]
    choices = OneOf(
        {f"u{other}": other for other in assault_targets(state, number)},
        label=lambda other: offered(state, number, Aimed(other)),
        points=OnTable,
    )
    words = f"{unit.name}: assault whom?"
    target = await ask(play, number, "assault target", choices, words, "ba.cq.sequence", "ba.cq.declare")
    tells = {"at": state.units[target].name}
    shows = shows_at(target)
    play.tell("declared an assault", "ba.cq.sequence", "ba.cq.declare", unit=number, tells=tells, shows=shows)
    return target


@rule("ba.gap.rough-run-assault")
def reach(state: Battle, number: int, target: int) -> int:
    """How far an assault reaches: the Run distance, or six inches if rough ground lies on the way."""
    far = allowance(state.units[number], state.options, running=True)
    return min(far, ROUGH_REACH) if through_rough(state, number, target) else far


async def _reach(play: Play[Battle], number: int, target: int) -> bool:
    """Measure, and move into contact; if the target is too far, move towards it and stop short."""
    state = play.state
    far = reach(state, number, target)
    between = distance(state, number, target)
    march = contact_march(state, number, target, far) if between <= far else None
    sets: dict[str, object] = {"building": None, "floor": 0}
    if march is None:
        tells = {"distance": between, "reach": far}
        play.tell(
            "fell short", "ba.cq.move", unit=number, tells=tells, shows={"says": "falls short of", **shows_at(target)}
        )
        closer = approach(state, number, target, far)
        if closer is not None:
            await travel(play, number, on_foot(state, closer), "ba.cq.move", sets=sets)
        return False
    because = ("ba.cq.move", "ba.gap.rough-run-assault")
    journey = on_foot(state, march)._replace(shows=shows_at(target))
    return await travel(play, number, journey, *because, verb="charged", sets=sets, assault=True)


@rule("ba.gap.assault-attacks", "ba.gap.tough-fighters", "ba.gap.weapon-assault")
def attacks(state: Battle, unit: Unit) -> int:
    """How many dice a unit rolls: one a man, two with an assault weapon or as tough fighters, never more."""
    if "tough-fighters" in unit.card.traits:
        return 2 * len(unit.men)
    return sum(1 + _assault_weapon(state.figures[man].weapon) for man in unit.men)


def _assault_weapon(weapon: str) -> bool:
    return bool(weapon) and "assault" in printed().weapons[weapon].traits


class Blows(NamedTuple):
    """One side's rolls to damage: how many dice, what they need, and how many there are to fall."""

    dice: int
    target: Target
    men: int


def blows(state: Battle, number: int, enemy: int) -> Blows:
    """What a unit strikes with."""
    unit, foe = state.units[number], state.units[enemy]
    return Blows(attacks(state, unit), troops_target(foe.card.quality, 0, state.options), len(foe.men))


def why_blows(state: Battle, number: int, enemy: int) -> str:
    """What a unit rolls for."""
    return f"{state.units[number].name} fights {state.units[enemy].name}"


class Fallen(NamedTuple):
    """How many are to fall on either side. The side that loses more is destroyed: of how many more is all one."""

    attackers: int
    defenders: int

    def _counts(self) -> tuple[int, int]:
        """Who lost more, and how many the other lost."""
        lost = self.defenders - self.attackers
        return (lost > 0) - (lost < 0), min(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fallen) and self._counts() == other._counts()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._counts())


async def roll_blows(blows: Blows, *, why: str, seat: int) -> int:
    """They hit automatically, and add no penetration; no more fall than there are."""
    wounds = await roll_to_damage(blows.dice, blows.target, why, seat=seat, exceptional=False)
    return min(wounds.ordinary, blows.men)


async def roll_back(hit: int, back: Blows, *, why: str, seat: int) -> Fallen:
    """The defenders strike back, after so many of them have been hit."""
    return Fallen(await roll_blows(back, why=why, seat=seat), hit)


async def roll_both(attack: Blows, back: Blows, *, why: tuple[str, str], seat: int) -> Fallen:
    """Both strike before anybody falls, the attackers roll first."""
    hit = await roll_blows(attack, why=why[0], seat=seat)
    return await roll_back(hit, back, why=why[1], seat=1 - seat)


class Manner(NamedTuple):
    """How a round is fought: whether both sides strike at once, by which clause, and which round it is."""

    together: bool
    clause: str
    number: int


def first_round(options: Options, *, on_guard: bool) -> Manner:
    """The first round: the attackers strike first, unless the defenders were behind something."""
    if options.defended_simultaneous and on_guard:
        return Manner(together=True, clause="ba.gap.defensive-position", number=1)
    return Manner(together=False, clause="ba.cq.attackers-first", number=1)


def round_after(options: Options, number: int) -> Manner:
    """The round after a tie."""
    return Manner(options.cq_later_rounds_simultaneous, "ba.cq.tie", number + 1)


@stage
async def fight(play: Play[Battle], attacker: int, defender: int, *, on_guard: bool) -> None:
    """Rounds of close quarters until one side has lost more than the other or is wiped out."""
    await last(fight_on(play, attacker, defender, **first_round(play.state.options, on_guard=on_guard)._asdict()))


async def fight_a_round(
    play: Play[Battle], attacker: int, defender: int, *, together: bool, clause: str, number: int
) -> Again | None:
    """One round, and what comes of it: a side that lost more is beaten, a tie is fought again."""
    tells, shows = {"round": number}, shows_at(defender)
    play.tell("fought a round", "ba.cq.round-order", clause, unit=attacker, tells=tells, shows=shows)
    state = play.state
    seat, attack = state.units[attacker].side, blows(state, attacker, defender)
    why, answer = why_blows(state, attacker, defender), why_blows(state, defender, attacker)
    if together:
        both = thrown(play, roll_both, attack, blows(state, defender, attacker), why=(why, answer), seat=seat)
        return await returned(then(both, play, _both_fall, attacker, defender, number=number))
    first = thrown(play, roll_blows, attack, why=why, seat=seat)
    return await returned(then(first, play, _defenders_fall, attacker, defender, number=number))


fight_on = rounds("number")(fight_a_round)


@stage
async def _both_fall(play: Play[Battle], fallen: Fallen, attacker: int, defender: int, *, number: int) -> Again | None:
    await _fall(play, defender, fallen.defenders)
    return await _attackers_fall(play, fallen, attacker, defender, number)


@stage
async def _defenders_fall(play: Play[Battle], hit: int, attacker: int, defender: int, *, number: int) -> Again | None:
    """Those who are left of the defenders strike back."""
    await _fall(play, defender, hit)
    state = play.state
    if not state.units[defender].alive:
        return await _attackers_fall(play, Fallen(0, hit), attacker, defender, number)
    why, seat = why_blows(state, defender, attacker), state.units[defender].side
    answer = thrown(play, roll_back, hit, blows(state, defender, attacker), why=why, seat=seat)
    return await returned(then(answer, play, _struck_back, attacker, defender, number=number))


@stage
async def _struck_back(
    play: Play[Battle], fallen: Fallen, attacker: int, defender: int, *, number: int
) -> Again | None:
    return await _attackers_fall(play, fallen, attacker, defender, number)


@rule("ba.gap.assault-artillery")
async def _attackers_fall(
    play: Play[Battle], fallen: Fallen, attacker: int, defender: int, number: int
) -> Again | None:
    """The side that lost more is destroyed, a gun with its crew, and the winner regroups; or they fight once more."""
    await _remove(play, attacker, fallen.attackers)
    if fallen.attackers != fallen.defenders:
        loser = defender if fallen.defenders > fallen.attackers else attacker
        await destroy(play, loser, "ba.cq.loser", "ba.gap.assault-artillery", why="beaten in close quarters")
    left = [unit for unit in (attacker, defender) if play.state.units[unit].alive]
    if len(left) == 2:
        return Again(attacker, defender, **round_after(play.state.options, number)._asdict())
    for winner in left:
        await regroup(play, winner)
    return None


@stage
async def _fall(play: Play[Battle], number: int, count: int) -> None:
    """So many men of a unit fall, however their enemies fare."""
    await _remove(play, number, count)


async def _remove(play: Play[Battle], number: int, count: int) -> None:
    await take_casualties(play, number, play.state.units[number].men, count, 0, because=("ba.cq.damage",))


async def inches_to_regroup(play: Play[Battle], number: int) -> int:
    """How many inches the winner of a fight may move."""
    unit = play.state.units[number]
    because = ("ba.cq.regroup", "ba.gap.regroup")
    why, step = f"{unit.name} regroups", "to regroup"
    return (await Roll(1, 6, Total(), why=why, because=because, seat=unit.side, say=INCHES, step=step)).value


@aftermath
async def regroup(play: Play[Battle], number: int) -> None:
    """The winner of a fight moves up to D6 inches, back into coherency."""
    unit = play.state.units[number]
    if play.state.layout.bare or not unit.is_infantry or unit.building is not None:
        return
    far = await inches_to_regroup(play, number)
    domain = marching(play.state, number, running=False, budget=far * INCH)
    march = await choose_march(play, number, domain, "regroup", "ba.cq.regroup", "ba.gap.regroup")
    await travel(play, number, on_foot(play.state, march), "ba.cq.regroup", "ba.gap.regroup", verb="regrouped")
