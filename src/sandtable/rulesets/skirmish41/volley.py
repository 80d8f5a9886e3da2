"""Resolving small-arms fire: dice to hit, who is hit, and what each hit does."""

from collections import Counter
from typing import NamedTuple

from sandtable.dice.readings import AtLeast, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.telling import count_of
from sandtable.play.script import Play
from sandtable.play.stage import last, stage

from .casualties import came_under_fire, suffer, suppress
from .charts import D6, D20, KILLED, NOTHING, SUPPRESSED, fire_effect, flame_effect, table_of, weapons
from .damage import damage
from .facing import behind_front, hull_down
from .hidden import called, known_to
from .options import Options
from .shooters import Shooter
from .spotting import watch_fire
from .state import Battle, Harm
from .targets import HULL, Aim, chance_for, exposed, muzzle, visible
from .to_hit import AUTOMATIC, Chance, needs
from .units import thrower, who

EFFECT = "sk.effect.roll"
THREE = 3  # hits of rifles and the like that do what one of a machine gun does


class Shots(NamedTuple):
    """Shots of one shooter that are alike."""

    gun: Shooter
    many: int
    shot: int
    chance: Chance


class Volley(NamedTuple):
    """Everything that is fired at one target at once."""

    aim: Aim
    shots: tuple[Shots, ...]
    named: int = -1


def volley_at(state: Battle, aim: Aim, fired: list[tuple[Shooter, int]], shot: int, named: int = -1) -> Volley:
    """The shots of some shooters at a target, with what each needs."""
    found = [Shots(gun, many, shot, chance_for(state, gun, aim, shot, named)) for gun, many in fired]
    return Volley(aim, tuple(found), named)


def hit_roll(
    who: str, many: int, chance: Chance, shot: int, seat: int, clauses: tuple[str, ...] = ("sk.shoot.hit-rifle",)
) -> Roll[int]:
    """Dice to hit that are alike; `clauses` are the table and the ranges of the weapon."""
    because = ("sk.shoot.die", *clauses, *(shift.clause for shift in chance.shifts))
    score = 1 if chance.score == AUTOMATIC else chance.score
    return Roll(many, D20, AtLeast(score), why=f"{who} fires", because=because, seat=seat, needs=needs(chance, shot))


def effect_roll(name: str, plus: tuple[Modifier, ...], state: Battle, seat: int) -> Roll[str]:
    """The fire effect die of a hit."""
    return effect_die(name, plus, state.options, seat)


def effect_die(name: str, plus: tuple[Modifier, ...], options: Options, seat: int) -> Roll[str]:
    """The same where there is no table."""
    said = ", ".join(map(str, plus))
    because = (EFFECT, *(one.clause for one in plus))
    why = f"Fire effect on {name}{f' ({said})' if said else ''}"
    return Roll(1, D6, fire_effect(total(plus), options), why=why, because=because, seat=seat)


@stage
@rule("sk.shoot.die", "sk.gap.under-fire")
async def resolve(play: Play[Battle], number: int, volley: Volley) -> None:
    """A team fires at a target: everybody's dice, then the hits one after another."""
    state = play.state
    aim = volley.aim
    unit = state.units[number]
    harm = Harm(number, len(volley.shots), "small arms", unit.card.armoured and unit.mounted)
    came_under_fire(play, aim.team, harm)
    known = known_to(state, unit.side)
    seen = tuple(dict.fromkeys(body for one in volley.shots for body in visible(known, one.gun, aim)))
    groups: Counter[tuple[Chance, str]] = Counter()
    for one in volley.shots:
        if one.chance.possible:
            groups[one.chance, one.gun.weapon] += one.many
    shot = volley.shots[0].shot if volley.shots else 0
    hits: list[tuple[tuple[Modifier, ...], int, bool]] = []
    for (chance, weapon), many in groups.items():
        landed = await _dice(play, number, many, chance, shot, weapon)
        if landed:
            hits.append((chance.plus, landed, weapons()[weapon].has("mg")))
    if aim.at == HULL:
        await _strike_hull(play, number, aim.team, volley, hits)
    elif state.units[aim.team].mounted:
        await _strike_crew(play, number, aim.team, hits)
    else:
        left = tuple((plus, landed) for plus, landed, _ in hits)
        await last(_strikes(play, number, aim.team, volley.named, seen, left))
        return
    await watch_fire(play, number)


Hits = tuple[tuple[tuple[Modifier, ...], int], ...]  # what the effect die gets, and how many hits are left of that kind


@stage
@rule("sk.gap.who-is-hit")
async def _strikes(play: Play[Battle], number: int, team: int, named: int, seen: tuple[int, ...], left: Hits) -> None:
    """One hit after another, each handing over to the next; at the end whoever has seen or heard the shots."""
    state = play.state
    there = [man for man in seen if man in state.units[team].men]
    if not left or not there:
        await watch_fire(play, number)
        return
    man = named
    if named not in there:
        man = there[0]
        if len(there) > 1:
            picked = await which_roll(called(state, team), len(there), thrower(state, state.units[number].side))
            man = there[picked.value - 1]
    await last(_strike_and_go_on(play, number, man, named, seen, left))


@stage
async def _strike_and_go_on(
    play: Play[Battle], number: int, man: int, named: int, seen: tuple[int, ...], left: Hits
) -> None:
    """A hit on a figure, and then the next one."""
    (plus, many), *rest = left
    seat, team = thrower(play.state, play.state.units[number].side), play.state.figures[man].unit
    if goes_up(play.state, man):
        await hit_man(play, number, man, plus, seat)
    else:
        rolled = await effect_roll(who(play.state, man), plus, play.state, seat)
        take_effect(play, number, man, rolled.value)
    again = ((plus, many - 1), *rest) if many > 1 else tuple(rest)
    await last(_strikes(play, number, team, named, seen, again))


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
    return Roll(1, many, Total(), why=f"Which of {name} is hit", because=("sk.gap.who-is-hit",), seat=seat)


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
    man = named
    if named not in there:
        man = there[0]
        if len(there) > 1:
            picked = await which_roll(called(state, team), len(there), seat)
            man = there[picked.value - 1]
    await hit_man(play, by, man, plus, seat)


@stage
@rule("sk.effect.roll", "sk.flame.operator-hit")
async def hit_man(play: Play[Battle], by: int, man: int, plus: tuple[Modifier, ...], seat: int) -> None:
    """A hit on a figure; a man with a flamethrower goes up in flames."""
    state = play.state
    if goes_up(state, man):
        await burn_team(play, by, man, seat)
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


@rule("sk.flame.operator-hit")
def goes_up(state: Battle, man: int) -> bool:
    """Whether a hit on a figure sets off the flamethrower on its back."""
    return "flamethrower" in state.figures[man].arms and man in state.units[state.figures[man].unit].men


@rule("sk.flame.operator-hit", "sk.flame.effect")
async def burn_team(play: Play[Battle], by: int, man: int, seat: int) -> None:
    """The flamethrower's man dies, and everybody else of his team is caught in the flame."""
    team = play.state.figures[man].unit
    suffer(play, man, KILLED, by, "sk.flame.operator-hit")
    for other in play.state.units[team].men:
        await burn(play, by, other, seat)


def flame_roll(name: str, seat: int) -> Roll[str]:
    """The die for somebody whom flame catches."""
    return Roll(1, D6, flame_effect(), why=f"Flame on {name}", because=("sk.flame.effect",), seat=seat)


@stage
@rule("sk.flame.operator-hit")
async def flame_hits(play: Play[Battle], by: int, man: int, seat: int) -> None:
    """A flamethrower hits a figure: one that has a flamethrower itself goes up with all its team."""
    await (burn_team if goes_up(play.state, man) else burn)(play, by, man, seat)


@stage
@rule("sk.flame.effect", "sk.flame.no-cover")
async def burn(play: Play[Battle], by: int, man: int, seat: int) -> None:
    """Flame catches a figure."""
    state = play.state
    rolled = await flame_roll(who(state, man), seat)
    suffer(play, man, rolled.value, by, "sk.flame.effect")


# ---- hits on vehicles


@rule("sk.veh.small-arms")
def chart_rolls(hits: list[tuple[tuple[Modifier, ...], int, bool]], before: int = 0) -> tuple[int, int]:
    """How often small-arms hits dice for damage: each of a machine gun, and every three of others; and what is left over.

    `before` are hits of the same team that were left over earlier this turn.
    """
    others = before + sum(landed for _, landed, mg in hits if not mg)
    return sum(landed for _, landed, mg in hits if mg) + others // THREE, others % THREE


@rule("sk.veh.small-arms", "sk.dmg.roll")
async def _strike_hull(
    play: Play[Battle], by: int, team: int, volley: Volley, hits: list[tuple[tuple[Modifier, ...], int, bool]]
) -> None:
    """Small arms strike a soft vehicle."""
    holes = dict(play.state.units[team].holes)
    rolls, over = chart_rolls(hits, holes.get(by, 0))
    if over != holes.get(by, 0):
        tells = {"hits": count_of(over, "hit", "hits")}
        sets = {"holes": tuple(sorted({**holes, by: over}.items()))}
        verb = "was hardly hit" if not rolls else "was holed"
        play.tell(verb, "sk.veh.small-arms", unit=team, sets=sets, tells=tells)
    eye = muzzle(play.state, volley.shots[0].gun)
    for _ in range(rolls):
        state = play.state
        if not state.units[team].mounted:
            return
        flank = behind_front(state, team, *state.layout.point(eye))
        await damage(play, team, "rifle", by, flank=flank, hull_down=hull_down(state, eye, team))


@rule("sk.veh.occupants")
async def _strike_crew(
    play: Play[Battle], by: int, team: int, hits: list[tuple[tuple[Modifier, ...], int, bool]]
) -> None:
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
                picked = await Roll(1, len(men), Total(), why=why, because=("sk.gap.who-is-hit",), seat=seat)
                man = men[picked.value - 1]
            await hit_man(play, by, man, plus, seat)
