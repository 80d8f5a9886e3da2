"""Events on counters: a sniper's shot, a random shell, mines, smoke."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier
from sandtable.play.script import Play

from .blasts import burst, caught
from .casualties import came_under_fire
from .charts import AIMED, CAREFUL, D20, GUN_SCORES
from .damage import damage
from .flight import middle
from .sight import seen_from, shelter
from .smoke import lay_smoke
from .state import SOLO, Battle, Harm, Point
from .targets import dispersed, exposed
from .terrain import HARD, NO_COVER, SOFT
from .to_hit import Chance, chance_of, needs, target_shifts
from .volley import hit_man, strike, which_roll

MEDIUM = inches(20)  # medium range of a rifle and of a machine gun
CALIBRE = 75
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
        cover = HARD if unit.card.armoured else SOFT
        shifts = target_shifts(dispersed=False, soft=False, cover=cover, stack=False)
        return chance_of("scoped-rifle", CAREFUL, MEDIUM, shifts, state.options)
    seen = [one.cover for one in seen_from(state, at, men) if one.seen]
    covers = seen or [shelter(state, man) for man in men]  # he has moved to where he sees them
    shifts = target_shifts(
        dispersed=dispersed(state, team),
        soft=all(covers),
        cover=HARD if all(cover == HARD for cover in covers) else NO_COVER,
        stack=state.options.dispersed_and_soft_cover_stack,
    )
    return chance_of("scoped-rifle", CAREFUL, MEDIUM, shifts, state.options)


def sniper_roll(chance: Chance) -> Roll[int]:
    """The D20 of a sniper's shot."""
    because = ("sk.event.sniper", *(shift.clause for shift in chance.shifts))
    return Roll(1, D20, AtLeast(chance.score), why="A sniper fires", because=because, needs=needs(chance, CAREFUL))


@rule("sk.event.sniper", "sk.veh.occupants")
async def sniper_shot(play: Play[Battle], team: int, at: Point) -> None:
    """A sniper fires once at a random figure of the team, or of those in an open vehicle; a closed one does not mind him."""
    state = play.state
    mounted = state.units[team].mounted
    chance = sniper_chance(state, team, at)
    if not chance.possible or (mounted and not exposed(state, team)):
        play.tell("was not harmed", "sk.event.sniper", unit=team, tells={"what": "a sniper's shot"})
        return
    rolled = await sniper_roll(chance)
    if rolled.value and mounted:
        await strike_aboard(play, team, chance.plus)
    elif rolled.value:
        await strike(play, -1, team, -1, _targets(state, team), chance.plus)


@rule("sk.veh.occupants", "sk.gap.who-is-hit")
async def strike_aboard(play: Play[Battle], vehicle: int, plus: tuple[Modifier, ...]) -> None:
    """A hit on one of those in an open vehicle or on a deck, at random."""
    men = exposed(play.state, vehicle)
    man = men[0]
    if len(men) > 1:
        picked = await which_roll(f"those in {play.state.units[vehicle].name}", len(men), 0)
        man = men[picked.value - 1]
    await hit_man(play, -1, man, plus, 0)


def shell_roll() -> Roll[int]:
    """The D20 of a random round at long range."""
    score = GUN_SCORES[2]
    because = ("sk.event.artillery",)
    return Roll(1, D20, AtLeast(score), why="A random artillery round", because=because, needs=f"{score}+ (long)")


@rule("sk.event.artillery")
async def random_shell(play: Play[Battle], team: int) -> None:
    """A random round at long range: a hit is a 75 mm shell on the team, or on its vehicle."""
    rolled = await shell_roll()
    verb = "fell" if rolled.value else "fell wide"
    play.tell(verb, "sk.event.artillery", shows=shows_at(team), rolls=(rolled.number,))
    if not rolled.value:
        return
    state = play.state
    unit = state.units[team]
    if unit.mounted:
        await damage(play, team, "gun-75", -1, flank=True, hull_down=False)
        return
    aim = max(unit.men, key=lambda man: (len(caught(state, state.layout.point(man))), -man))
    await burst(play, tuple(caught(state, state.layout.point(aim))), -1, calibre=CALIBRE, unaware=True)


@rule("sk.event.mines")
def mine_roll(members: int, chance: Chance) -> Roll[int]:
    """A D20 for each member of a team among mines."""
    why, because = "Mines", ("sk.event.mines",)
    return Roll(members, D20, AtLeast(chance.score), why=why, because=because, needs=needs(chance, AIMED))


@rule("sk.event.mines")
async def mines(play: Play[Battle], team: int) -> None:
    """Mines strike a team as an aimed machine-gun shot at medium range for each member; a vehicle is struck on the chart."""
    state = play.state
    unit = state.units[team]
    chance = chance_of("lmg", AIMED, MEDIUM, (), state.options)
    members = 1 if unit.mounted else len(unit.men)
    rolled = await mine_roll(members, chance)
    for _ in range(rolled.value):
        if unit.mounted:
            await damage(play, team, "gun-57", -1, flank=True, hull_down=False)
        else:
            plus: tuple[Modifier, ...] = chance.plus
            await strike(play, -1, team, -1, _targets(state, team), plus)
