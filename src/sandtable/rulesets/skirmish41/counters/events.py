"""Events on counters: a sniper's shot, a random shell, mines, smoke."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.skirmish41.basics.charts import AIMED, CAREFUL, D20, FAR, score_of
from sandtable.rulesets.skirmish41.basics.facing import Aspect
from sandtable.rulesets.skirmish41.basics.occupants import exposed
from sandtable.rulesets.skirmish41.basics.sight import seen_from, shelter
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.basics.units import who
from sandtable.rulesets.skirmish41.fire.targets import cover_aboard, dispersed
from sandtable.rulesets.skirmish41.fire.to_hit import Chance, aloud, chance_of, needs, target_shifts
from sandtable.rulesets.skirmish41.fire.volley import hit_man, strike, which_roll
from sandtable.rulesets.skirmish41.harm.blasts import Blast, blast_among, burst, caught
from sandtable.rulesets.skirmish41.harm.casualties import came_under_fire
from sandtable.rulesets.skirmish41.harm.damage import damage
from sandtable.rulesets.skirmish41.harm.ranks import close_ranks
from sandtable.rulesets.skirmish41.heavy.smoke import lay_smoke
from sandtable.rulesets.skirmish41.move.flight import middle
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Harm, Point

MEDIUM = inches(20)  # medium range of a rifle and of a machine gun
CALIBRE = 75
BEHIND = Aspect(flank=True)  # where events strike a hull
SNIPER, SHELL, MINES = "sniper", "artillery", "mines"


@rule("sk.event.trigger", "sk.event.replaces")
async def strike_with(play: Play[Battle], sort: str, team: int, at: Point) -> None:
    """An event strikes a team."""
    came_under_fire(play, team, Harm(-1, 1, "event"))
    if sort == SNIPER:
        await sniper_shot(play, team, at)
    elif sort == SHELL:
        await random_shell(play, team)
    elif sort == MINES:
        await mines(play, team)
    else:
        play.tell("a smoke round fell", "sk.gap.solo-markers", unit=team)
        lay_smoke(play, middle(play.state, team), SOLO)


def _targets(state: Battle, team: int) -> tuple[int, ...]:
    return state.units[team].bodies


@rule("sk.event.sniper")
def sniper_chance(state: Battle, team: int, at: Point) -> Chance:
    """A careful aimed rifle shot at medium range, with the usual shifts of the target."""
    unit = state.units[team]
    men = unit.men
    if unit.mounted:  # those in it are men in cover
        shifts = target_shifts(state.options, dispersed=False, soft=False, cover=cover_aboard(unit.card))
        return chance_of("scoped-rifle", CAREFUL, MEDIUM, shifts, state.options)
    seen = [one.cover for one in seen_from(state, at, men) if one.seen]
    covers = seen or [shelter(state, man) for man in men]  # he has moved to where he sees them
    shifts = target_shifts(
        state.options,
        dispersed=dispersed(state, team),
        soft=all(covers),
        cover=HARD if all(cover == HARD for cover in covers) else NO_COVER,
    )
    return chance_of("scoped-rifle", CAREFUL, MEDIUM, shifts, state.options)


def sniper_roll(chance: Chance) -> Roll[int]:
    """The D20 of a sniper's shot."""
    because = ("sk.event.sniper", *(shift.clause for shift in chance.shifts))
    return Roll(
        1,
        D20,
        AtLeast(chance.score),
        why="A sniper fires",
        because=because,
        needs=needs(chance, CAREFUL),
        aloud=aloud(chance, CAREFUL),
        step="to hit",
    )


@rule("sk.event.sniper", "sk.veh.occupants")
async def sniper_shot(play: Play[Battle], team: int, at: Point) -> None:
    """A sniper fires once at a random figure of the team, or of those in an open vehicle; a closed one does not mind him."""
    await snipe(play, team, sniper_chance(play.state, team, at))


@stage
@rule("sk.event.sniper", "sk.veh.occupants")
async def snipe(play: Play[Battle], team: int, chance: Chance) -> None:
    """A sniper's shot that needs so much."""
    state = play.state
    mounted = state.units[team].mounted
    if not chance.possible or (mounted and not exposed(state, team)):
        play.tell("was not harmed", "sk.event.sniper", unit=team, tells={"what": "a sniper's shot"})
        return
    rolled = await sniper_roll(chance)
    play.note(team, "hits", int(rolled.value))
    if rolled.value and mounted:
        await strike_aboard(play, team, chance.plus)
    elif rolled.value:
        await last(strike(play, -1, team, -1, _targets(state, team), chance.plus))


@rule("sk.veh.occupants", "sk.gap.who-is-hit")
async def strike_aboard(play: Play[Battle], vehicle: int, plus: tuple[Modifier, ...]) -> None:
    """A hit on one of those in an open vehicle or on a deck, at random."""
    men = exposed(play.state, vehicle)
    man = men[0]
    if len(men) > 1:
        picked = await which_roll(f"those in {play.state.units[vehicle].name}", len(men), 0)
        man = men[picked.value - 1]
    await hit_man(play, -1, man, plus, 0)


def shell_roll(options: Options) -> Roll[int]:
    """The D20 of a random round at long range."""
    score = score_of("gun", FAR, options)
    because = ("sk.event.artillery",)
    return Roll(
        1, D20, AtLeast(score), why="A random artillery round", because=because, needs=f"{score}+ (long)", step="to hit"
    )


@rule("sk.event.artillery")
async def random_shell(play: Play[Battle], team: int) -> None:
    """A random round at long range: a hit is a 75 mm shell on the team, or on its vehicle."""
    await fall(play, team, random_blast(play.state, team))


@rule("sk.event.artillery")
def random_blast(state: Battle, team: int) -> Blast | None:
    """Whom a random round catches if it hits a team, as it is measured; a vehicle is struck itself."""
    unit = state.units[team]
    if unit.mounted:
        return None
    aim = max(unit.men, key=lambda man: (len(caught(state, state.layout.point(man))), -man))
    return blast_among(state, caught(state, state.layout.point(aim)), -1, calibre=CALIBRE, unaware=True)


@stage
@rule("sk.event.artillery")
async def fall(play: Play[Battle], team: int, blast: Blast | None) -> None:
    """A random round comes down."""
    rolled = await shell_roll(play.state.options)
    play.note(team, "hits", int(rolled.value))
    verb = "fell" if rolled.value else "fell wide"
    play.tell(verb, "sk.event.artillery", shows=shows_at(team), rolls=(rolled.number,))
    if not rolled.value:
        return
    if blast is None:
        await last(damage(play, team, "gun-75", -1, BEHIND))
    else:
        await last(burst(play, blast))


@rule("sk.event.mines")
def mine_roll(whom: str, chance: Chance) -> Roll[int]:
    """The D20 of one member of a team among mines, or of a vehicle."""
    return Roll(
        1, D20, AtLeast(chance.score), why=f"Mines under {whom}", because=("sk.event.mines",),
        needs=needs(chance, AIMED), aloud=aloud(chance, AIMED), step="to hit",
    )  # fmt: skip


@rule("sk.event.mines")
def mine_chance(options: Options) -> Chance:
    """An aimed machine-gun shot at medium range; nothing shifts it."""
    return chance_of("lmg", AIMED, MEDIUM, (), options)


@rule("sk.event.mines")
async def mines(play: Play[Battle], team: int) -> None:
    """Mines strike every member of a team; a vehicle is struck on the chart."""
    unit, chance = play.state.units[team], mine_chance(play.state.options)
    await (run_over(play, team, chance) if unit.mounted else step_on(play, team, unit.men, chance))


@stage
@rule("sk.event.mines")
async def run_over(play: Play[Battle], team: int, chance: Chance) -> None:
    """A vehicle among mines: one die."""
    rolled = await mine_roll(play.state.units[team].name, chance)
    play.note(team, "hits", int(rolled.value))
    if rolled.value:
        await last(damage(play, team, "gun-57", -1, BEHIND))


@stage
@rule("sk.event.mines")
async def step_on(play: Play[Battle], team: int, men: tuple[int, ...], chance: Chance, done: int = 0) -> None:
    """Each member of a team among mines suffers his own shot, one after another; who is out of it by then none."""
    if done == len(men):
        return
    man, state = men[done], play.state
    if man in state.units[team].men:
        rolled = await mine_roll(who(state, man), chance)
        play.note(team, "hits", int(rolled.value))
        if rolled.value:
            await hit_man(play, -1, man, chance.plus, 0, men[done + 1 :])
    close_ranks(play, men[: done + 1])
    await last(step_on(play, team, men, chance, done + 1))
