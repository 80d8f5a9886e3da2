"""Close quarters: declaring an assault, reaching the enemy, and infantry against infantry."""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import Again, aftermath, last, rounds, stage, thrown

from .arms import Aimed, offered, seen_of
from .battlefield import distance, enemies
from .charts import printed
from .contact import approach, contact_march, defended, through_rough
from .damage import Wounds, roll_to_damage, troops_target
from .journey import on_foot
from .losses import destroy, take_casualties
from .movement import allowance, choose_march, marching
from .pins import remove_pins
from .shooting import seen_in_the_dark
from .shooting_back import shoot_back
from .state import Battle, Unit
from .travel import travel
from .words import INCHES

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
    if play.state.units[target].is_vehicle:
        from .quarters_vehicle import keeps_nerve  # noqa: PLC0415  # it ends with the same placing of men

        if not await keeps_nerve(play, number, target):
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
    for unit in (number, target):
        remove_pins(play, unit, play.state.units[unit].pins, "ba.gap.assault-pins", "ba.gap.pins-removed")
    if play.state.units[target].is_vehicle:
        from .quarters_vehicle import attack_vehicle  # noqa: PLC0415

        await last(attack_vehicle(play, number, target))
    else:
        await last(fight(play, number, target, on_guard=on_guard))


async def _declare(play: Play[Battle], number: int) -> int:
    state = play.state
    unit = state.units[number]
    target = await Decision(
        unit.side,
        "assault target",
        OneOf(
            {f"u{other}": other for other in assault_targets(state, number)},
            label=lambda other: offered(state, number, Aimed(other)),
            points=OnTable,
        ),
        prompt=f"{unit.name}: assault whom?",
        because=("ba.cq.sequence", "ba.cq.declare"),
        unit=number,
    )
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


async def strike_blows(play: Play[Battle], number: int, enemy: int) -> Wounds:
    """One side's rolls to damage: they hit automatically, and add no penetration."""
    state = play.state
    unit, foe = state.units[number], state.units[enemy]
    needed = troops_target(foe.card.quality, 0, state.options)
    why = f"{unit.name} fights {foe.name}"
    dice = thrown(play, roll_to_damage, attacks(state, unit), needed, why=why, seat=unit.side, exceptional=False)
    wounds = await dice
    return wounds  # noqa: RET504


@stage
async def fight(play: Play[Battle], attacker: int, defender: int, *, on_guard: bool) -> None:
    """Rounds of close quarters until one side has lost more than the other or is wiped out.

    `on_guard` says that the defenders were behind something when the attackers came at them.
    """
    together = play.state.options.defended_simultaneous and on_guard
    clause = "ba.gap.defensive-position" if together else "ba.cq.attackers-first"
    await last(_fight_a_round(play, attacker, defender, together=together, clause=clause, number=1))


@rounds("number")
async def _fight_a_round(
    play: Play[Battle], attacker: int, defender: int, *, together: bool, clause: str, number: int
) -> Again | None:
    """One round, and what comes of it: a side that lost more is beaten, a tie is fought again."""
    tells, shows = {"round": number}, shows_at(defender)
    play.tell("fought a round", "ba.cq.round-order", clause, unit=attacker, tells=tells, shows=shows)
    lost_defender, lost_attacker = await _round(play, attacker, defender, together=together)
    if lost_defender != lost_attacker:
        loser = defender if lost_defender > lost_attacker else attacker
        await last(_finish(play, attacker + defender - loser, loser))
        return None
    left = [unit for unit in (attacker, defender) if play.state.units[unit].alive]
    if len(left) < 2:
        for winner in left:
            await regroup(play, winner)
        return None
    together = play.state.options.cq_later_rounds_simultaneous
    return Again(attacker, defender, together=together, clause="ba.cq.tie", number=number + 1)


@stage
async def _round(play: Play[Battle], attacker: int, defender: int, *, together: bool) -> tuple[int, int]:
    """One round: the losses of the defender and of the attacker."""
    blows = await strike_blows(play, attacker, defender)
    if together:
        answer = await strike_blows(play, defender, attacker)
        lost_defender = await _remove(play, defender, blows.ordinary)
        return lost_defender, await _remove(play, attacker, answer.ordinary)
    lost_defender = await _remove(play, defender, blows.ordinary)
    return lost_defender, await _answer(play, defender, attacker)


@stage
async def _answer(play: Play[Battle], number: int, enemy: int) -> int:
    """Those who are left strike back: how many they kill."""
    if not play.state.units[number].alive:
        return 0
    answer = await strike_blows(play, number, enemy)
    lost = await _remove(play, enemy, answer.ordinary)
    return lost  # noqa: RET504


async def _remove(play: Play[Battle], number: int, count: int) -> int:
    men = play.state.units[number].men
    lost = await _take(play, number, min(count, len(men)))
    return lost  # noqa: RET504


@stage
async def _take(play: Play[Battle], number: int, count: int) -> int:
    """So many men of a unit fall."""
    men = play.state.units[number].men
    return await take_casualties(play, number, men, count, 0, because=("ba.cq.damage",))


@stage
@rule("ba.gap.assault-artillery")
async def _finish(play: Play[Battle], winner: int, loser: int) -> None:
    """The side that lost more is destroyed, a gun with its crew; the winner regroups."""
    await destroy(play, loser, "ba.cq.loser", "ba.gap.assault-artillery", why="beaten in close quarters")
    if play.state.units[winner].alive:
        await regroup(play, winner)


def regroup_roll(name: str, *, seat: int) -> Roll[int]:
    """How many inches the winner of a fight may move."""
    because = ("ba.cq.regroup", "ba.gap.regroup")
    return Roll(1, 6, Total(), why=f"{name} regroups", because=because, seat=seat, say=INCHES)


@aftermath
async def regroup(play: Play[Battle], number: int) -> None:
    """The winner of a fight moves up to D6 inches, back into coherency."""
    unit = play.state.units[number]
    if not unit.is_infantry or unit.building is not None:
        return
    rolled = await regroup_roll(unit.name, seat=unit.side)
    domain = marching(play.state, number, running=False, budget=rolled.value * INCH)
    march = await choose_march(play, number, domain, "regroup", "ba.cq.regroup", "ba.gap.regroup")
    await travel(play, number, on_foot(play.state, march), "ba.cq.regroup", "ba.gap.regroup", verb="regrouped")
