"""Resolving small-arms fire: dice to hit, who is hit, and what each hit does."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.readings import AtLeast, Total
from sandtable.dice.roll import Roll
from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then
from sandtable.rulesets.skirmish41.basics.charts import (
    D6,
    D20,
    NOTHING,
    SUPPRESSED,
    fire_effect,
    table_of,
    weapons,
)
from sandtable.rulesets.skirmish41.basics.facing import HEAD_ON, Aspect, aspect_of
from sandtable.rulesets.skirmish41.basics.occupants import exposed
from sandtable.rulesets.skirmish41.basics.units import thrower, who
from sandtable.rulesets.skirmish41.harm.casualties import came_under_fire, suffer, suppress
from sandtable.rulesets.skirmish41.harm.damage import damage
from sandtable.rulesets.skirmish41.harm.flame import burn_team, goes_up
from sandtable.rulesets.skirmish41.harm.ranks import close_ranks, picked
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.spotting.spotting import watch_fire
from sandtable.rulesets.skirmish41.state import Battle, Harm

from .shooters import Shooter
from .targets import HULL, Aim, chance_for, muzzle, visible
from .to_hit import AUTOMATIC, Chance, aloud, needs

EFFECT = "sk.effect.roll"
THREE = 3  # hits of rifles and the like that do what one of a machine gun does


class Shots(NamedTuple):
    """Shots of one shooter that are alike."""

    gun: Shooter
    many: int
    shot: int
    chance: Chance


class Volley(NamedTuple):
    """Everything that is fired at one target at once: at whom, who of it is in sight, how a hull is struck."""

    aim: Aim
    shots: tuple[Shots, ...]
    named: int = -1
    seen: tuple[int, ...] = ()
    aspect: Aspect = HEAD_ON


class Landed(NamedTuple):
    """Hits that are alike: what their effect dice get, how many, and whether a machine gun scored them."""

    plus: tuple[Modifier, ...]
    many: int
    mg: bool


def volley_at(
    state: Battle,
    aim: Aim,
    fired: list[tuple[Shooter, int]],
    shot: int,
    named: int = -1,
    *,
    as_it_is: Battle | None = None,
) -> Volley:
    """The shots of some shooters at a target, with what each needs, as they are measured.

    What the shooters do not know is no hindrance to them; how a hull is struck goes by the table as it is.
    """
    found = [Shots(gun, many, shot, chance_for(state, gun, aim, shot, named)) for gun, many in fired]
    seen = tuple(dict.fromkeys(body for gun, _ in fired for body in visible(state, gun, aim)))
    aspect = aspect_of(as_it_is or state, muzzle(state, fired[0][0]), aim.team) if aim.at == HULL else HEAD_ON
    return Volley(aim, tuple(found), named, seen, aspect)


def hit_roll(
    who: str, many: int, chance: Chance, shot: int, seat: int, clauses: tuple[str, ...] = ("sk.shoot.hit-rifle",)
) -> Roll[int]:
    """Dice to hit that are alike; `clauses` are the table and the ranges of the weapon."""
    because = ("sk.shoot.die", *clauses, *(shift.clause for shift in chance.shifts))
    score = 1 if chance.score == AUTOMATIC else chance.score
    return Roll(
        many, D20, AtLeast(score), why=f"{who} fires", because=because, seat=seat, needs=needs(chance, shot),
        aloud=aloud(chance, shot), step="to hit", modifiers=chance.shifts,
    )  # fmt: skip


def effect_roll(name: str, plus: tuple[Modifier, ...], state: Battle, seat: int) -> Roll[str]:
    """The fire effect die of a hit."""
    return effect_die(name, plus, state.options, seat)


def effect_die(name: str, plus: tuple[Modifier, ...], options: Options, seat: int) -> Roll[str]:
    """The same where there is no table."""
    said = ", ".join(map(str, plus))
    because = (EFFECT, *(one.clause for one in plus))
    why = f"Fire effect on {name}{f' ({said})' if said else ''}"
    return Roll(
        1,
        D6,
        fire_effect(total(plus), options),
        why=why,
        because=because,
        seat=seat,
        step="fire effect",
        modifiers=plus,
    )


@stage
@rule("sk.shoot.die", "sk.gap.under-fire")
async def resolve(play: Play[Battle], number: int, volley: Volley) -> None:
    """A team fires at a target: everybody's dice, then the hits one after another."""
    aim, unit = volley.aim, play.state.units[number]
    harm = Harm(number, len(volley.shots), "small arms", unit.card.armoured and unit.mounted)
    came_under_fire(play, aim.team, harm)
    hits = await throw(play, number, volley)
    if aim.at == HULL:
        await _strike_hull(play, number, volley, hits)
    elif play.state.units[aim.team].mounted:
        await _strike_crew(play, number, aim.team, hits)
    else:
        await last(_strikes(play, None, number, aim.team, volley.named, volley.seen, hits))
        return
    await watch_fire(play, number)


@stage
@rule("sk.shoot.die")
async def throw(play: Play[Battle], number: int, volley: Volley) -> tuple[Landed, ...]:
    """The dice to hit of all shots, those that are alike together."""
    groups: Counter[tuple[Chance, str]] = Counter()
    for one in volley.shots:
        if one.chance.possible:
            groups[one.chance, one.gun.weapon] += one.many
    shot = volley.shots[0].shot if volley.shots else 0
    hits: list[Landed] = []
    for (chance, weapon), many in groups.items():
        landed = await _dice(play, number, many, chance, shot, weapon)
        if landed:
            hits.append(Landed(chance.plus, landed, weapons()[weapon].has("mg")))
    return tuple(hits)


Hits = tuple[Landed, ...]  # those that are left


@stage
async def _strikes(
    play: Play[Battle], _: None, number: int, team: int, named: int, seen: tuple[int, ...], left: Hits
) -> None:
    """One hit after another; at the end whoever has seen or heard the shots."""
    if not left or not _there(play.state, team, seen):
        await watch_fire(play, number)
        return
    first, *rest = left
    again = (first._replace(many=first.many - 1), *rest) if first.many > 1 else tuple(rest)
    hit = _one_hit(play, number, team, named, seen, first.plus)
    await then(hit, play, _strikes, number, team, named, seen, again)


def _there(state: Battle, team: int, seen: tuple[int, ...]) -> list[int]:
    """Who of those in sight is still to be hit."""
    return [man for man in seen if man in state.units[team].men]


@stage
@rule("sk.gap.who-is-hit")
async def _one_hit(
    play: Play[Battle], number: int, team: int, named: int, seen: tuple[int, ...], plus: tuple[Modifier, ...]
) -> None:
    """A hit on the figure that was named, or on one of those in sight at random; however many more there are."""
    state = play.state
    there = _there(state, team, seen)
    man = named if named in there else await _one_of(state, team, there, thrower(state, state.units[number].side))
    await last(_struck(play, number, man, tuple(one for one in seen if one != named), plus))


@stage
async def _struck(
    play: Play[Battle], number: int, man: int, others: tuple[int, ...], plus: tuple[Modifier, ...]
) -> None:
    """What a hit does to a figure; those who are left close up."""
    seat = thrower(play.state, play.state.units[number].side)
    if goes_up(play.state, man):
        await hit_man(play, number, man, plus, seat)
    else:
        rolled = await effect_roll(who(play.state, man), plus, play.state, seat)
        take_effect(play, number, man, rolled.value)
    close_ranks(play, others)


@stage
async def _dice(play: Play[Battle], number: int, many: int, chance: Chance, shot: int, weapon: str) -> int:
    """The dice of some shots that are alike; those at inactive men need none."""
    state = play.state
    line = weapons()[weapon]
    name = f"{called(state, number)} ({line.title})"
    if chance.score == AUTOMATIC:
        play.tell("hit without a die", "sk.shoot.inactive", unit=number, tells={"hits": many})
        return many
    clauses = (table_of(weapon, state.options), line.clause)
    rolled = await hit_roll(name, many, chance, shot, thrower(state, state.units[number].side), clauses)
    return rolled.value


# ---- hits on men


def which_roll(name: str, many: int, seat: int) -> Roll[int]:
    """Which of some figures is hit."""
    return Roll(
        1, many, Total(), why=f"Which of {name} is hit", because=("sk.gap.who-is-hit",), seat=seat, step="who is hit"
    )


async def _one_of(state: Battle, team: int, there: Sequence[int], seat: int) -> int:
    """One of those of a team who can be hit, at random."""
    if len(there) == 1:
        return there[0]
    return await picked(state, there, which_roll(called(state, team), len(there), seat))


@stage
@rule("sk.gap.who-is-hit", "sk.effect.roll")
async def strike(
    play: Play[Battle], by: int, team: int, named: int, seen: tuple[int, ...], plus: tuple[Modifier, ...]
) -> None:
    """A hit on a team: on the figure that was named, or on one of those in sight at random; then its effect."""
    state = play.state
    there = [man for man in seen if man in state.units[team].men]
    if not there:
        return
    seat = 0 if by < 0 else thrower(state, state.units[by].side)
    man = named if named in there else await _one_of(state, team, there, seat)
    await hit_man(play, by, man, plus, seat)


@stage
@rule("sk.effect.roll", "sk.flame.operator-hit")
async def hit_man(
    play: Play[Battle], by: int, man: int, plus: tuple[Modifier, ...], seat: int, later: tuple[int, ...] = ()
) -> None:
    """A hit on a figure; a man with a flamethrower goes up in flames. Others may be struck `later`."""
    state = play.state
    if goes_up(state, man):
        await last(burn_team(play, by, man, seat, later))
        return
    rolled = await effect_roll(who(state, man), plus, state, seat)
    take_effect(play, by, man, rolled.value)


def take_effect(play: Play[Battle], by: int, man: int, effect: str) -> None:
    """What the effect die of a hit does to a figure, or to its whole team."""
    if effect == SUPPRESSED:
        suppress(play, play.state.figures[man].unit, by, "sk.effect.suppressed")
    elif effect != NOTHING:
        suffer(play, man, effect, by, CLAUSES[effect])


CLAUSES = {"wounded": "sk.effect.wound", "disabled": "sk.effect.disable-kill", "killed": "sk.effect.disable-kill"}


# ---- hits on vehicles


@rule("sk.veh.small-arms")
def chart_rolls(hits: Sequence[Landed], before: int = 0) -> tuple[int, int]:
    """How often small-arms hits dice for damage: each of a machine gun, and every three of others; and what is left over.

    `before` are hits of the same team that were left over earlier this turn.
    """
    others = before + sum(landed.many for landed in hits if not landed.mg)
    return sum(landed.many for landed in hits if landed.mg) + others // THREE, others % THREE


@rule("sk.veh.small-arms", "sk.dmg.roll")
async def _strike_hull(play: Play[Battle], by: int, volley: Volley, hits: Hits) -> None:
    """Small arms strike a soft vehicle."""
    team = volley.aim.team
    holes = dict(play.state.units[team].holes)
    rolls, over = chart_rolls(hits, holes.get(by, 0))
    if over != holes.get(by, 0):
        tells = {"hits": count_of(over, "hit", "hits")}
        sets = {"holes": tuple(sorted({**holes, by: over}.items()))}
        verb = "was hardly hit" if not rolls else "was holed"
        play.tell(verb, "sk.veh.small-arms", unit=team, sets=sets, tells=tells)
    await _riddle(play, by, volley, rolls)


@stage
async def _riddle(play: Play[Battle], by: int, volley: Volley, rolls: int) -> None:
    """One roll for damage after another, for as long as anybody is inside."""
    team = volley.aim.team
    if rolls and play.state.units[team].mounted:
        await damage(play, team, "rifle", by, volley.aspect)
        await last(_riddle(play, by, volley, rolls - 1))


@rule("sk.veh.occupants")
async def _strike_crew(play: Play[Battle], by: int, team: int, hits: Hits) -> None:
    """Hits on those who sit in an open vehicle or ride on a deck: one of them at random each."""
    seat = thrower(play.state, play.state.units[by].side)
    inside = exposed(play.state, team)  # they are still hit if they have to get out
    for plus, landed, _ in hits:
        for _ in range(landed):
            state = play.state
            men = [man for man in inside if man in state.units[state.figures[man].unit].men]
            if not men:
                return
            man = men[0]
            if len(men) > 1:
                why = f"Who in {state.units[team].name} is hit"
                rolled = await Roll(
                    1, len(men), Total(), why=why, because=("sk.gap.who-is-hit",), seat=seat, step="who is hit"
                )
                man = men[rolled.value - 1]
            await hit_man(play, by, man, plus, seat)
