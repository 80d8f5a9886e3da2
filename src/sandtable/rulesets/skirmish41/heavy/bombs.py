"""Grenades, mortars, rockets, flame and guns in use: the target, the point of aim, the D20, and what a hit does."""

from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.skirmish41.basics.charts import D6, D20, NOTHING, burning_effect, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.facing import HEAD_ON, Aspect, aspect_of
from sandtable.rulesets.skirmish41.basics.occupants import aboard
from sandtable.rulesets.skirmish41.basics.units import in_melee, thrower, who
from sandtable.rulesets.skirmish41.fire.crews import is_saved_for, pay
from sandtable.rulesets.skirmish41.fire.offers import Bombing
from sandtable.rulesets.skirmish41.harm.blasts import Blast, blast_among, burst, caught, teams_of
from sandtable.rulesets.skirmish41.harm.casualties import came_under_fire
from sandtable.rulesets.skirmish41.harm.damage import damage
from sandtable.rulesets.skirmish41.harm.explosions import explode
from sandtable.rulesets.skirmish41.harm.flame import flame_hits
from sandtable.rulesets.skirmish41.harm.ranks import close_ranks
from sandtable.rulesets.skirmish41.harm.wrecks import bale_out
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called, hides_from, known_to
from sandtable.rulesets.skirmish41.spotting.spotting import watch_fire
from sandtable.rulesets.skirmish41.state import Battle, Harm
from sandtable.rulesets.skirmish41.verbs.acts import shows_burst, shows_shots

from .heavy import Arm, Shot, aim_points, best_shots, shot_at
from .smoke import drifted

WHAT = {"bomb": "grenade", "anti-tank": "anti-tank", "flame": "flame", "gun": "gun"}
HIT = {"bomb": "sk.gren.to-hit", "anti-tank": "sk.at.to-hit", "flame": "sk.flame.range", "gun": "sk.gun.to-hit"}


def hit_roll(name: str, weapon: str, shot: Shot, seat: int, on: str = "") -> Roll[int]:
    """The D20 of anything but a small arm."""
    line = weapons()[weapon]
    because = (HIT[shot.table], *ranges_of(weapon, shot), *(one.clause for one in shot.modifiers))
    why = f"{name} uses the {line.title}{f' on {on}' if on else ''}"
    return Roll(
        1, D20, AtLeast(max(1, shot.score)), why=why, because=because, seat=seat, needs=shot.needs,
        step=f"to hit ({line.title})", modifiers=shot.modifiers,
    )  # fmt: skip


@rule("sk.gren.at-as-rifle-grenade", "sk.flame.at")
def ranges_of(weapon: str, shot: Shot) -> tuple[str, ...]:
    """Whose ranges a shot goes by: an anti-tank weapon at men is a rifle grenade, a flamethrower at a hull is one."""
    line = weapons()[weapon]
    if line.kind == "anti-tank" and shot.table == "bomb":
        return "sk.gren.at-as-rifle-grenade", "sk.gren.range-rifle-grenade"
    if line.kind == "flame" and shot.table == "anti-tank":
        return "sk.flame.at", "sk.at.range-flamethrower"
    return (line.clause,)


@action
@rule("sk.gren.area", "sk.gun.cost", "sk.at.cost")
async def use(play: Play[Battle], number: int, weapon: str) -> None:
    """A team uses a weapon that is no small arm: at whom, and where the point of aim lies."""
    seen = known_to(play.state, play.state.units[number].side)
    found = best_shots(seen, number, weapon)
    foe = await _target(play, seen, number, weapon, {foe: shot for foe, (_, shot) in found.items()})
    arm = found[foe][0]
    point = await _point(play, seen, number, arm, foe)
    await last(carry_out(play, number, arm, foe, point))


async def _target(play: Play[Battle], seen: Battle, number: int, weapon: str, foes: dict[int, Shot]) -> int:
    if len(foes) == 1:
        return next(iter(foes))
    unit = seen.units[number]
    choices = Bombing(
        number,
        weapon,
        {f"u{foe}": foe for foe in foes},
        label=lambda foe: f"{play.state.units[foe].name}, {foes[foe].needs}",
        points=lambda foe: OnTable(unit=foe),
    )
    return await ask_seat(
        unit.seat,
        "target of " + weapon,
        choices,
        f"{unit.name}: the {weapons()[weapon].title} at whom?",
        weapons()[weapon].clause,
        unit=number,
        usual=f"u{min(foes, key=lambda foe: (foes[foe].score, foe))}",
    )


@rule("sk.gren.area")
async def _point(play: Play[Battle], seen: Battle, number: int, arm: Arm, foe: int) -> int:
    """The figure of the target that the point of aim is placed on; -1 for a vehicle, and for flame."""
    other = seen.units[foe]
    if other.mounted or weapons()[arm.weapon].kind == "flame":
        return -1
    points = {man: len(caught(seen, seen.layout.point(man))) for man in aim_points(seen, arm, foe)}
    if len(points) == 1:
        return next(iter(points))
    unit = play.state.units[number]
    choices = one_figure(points, lambda man: f"{who(seen, man)}, {points[man]} caught", "f")
    return await ask_seat(
        unit.seat,
        "point of aim",
        choices,
        f"{unit.name}: on which figure is the point of aim?",
        "sk.gren.area",
        unit=number,
        usual=f"f{best_point(seen, list(points), unit.side)}",
    )


def best_point(state: Battle, men: list[int], side: int) -> int:
    """The figure around which a blast catches most enemies of a side, and fewest of its own."""

    def worth(man: int) -> int:
        sides = [state.units[state.figures[one].unit].side for one in caught(state, state.layout.point(man))]
        return sum(-1 if one == side else 1 for one in sides)

    return max(men, key=lambda man: (worth(man), -man))


# ---- carrying it out


@rule("sk.gap.ammunition", "sk.flame.shots")
def spent_items(state: Battle, number: int, weapon: str, load: str) -> dict[str, object]:
    """What a team has left after a shot, and whose hands are empty."""
    unit, line = state.units[number], weapons()[weapon]
    item = load or ("fuel" if line.kind == "flame" else "bomb" if line.has("rockets") else weapon)
    found: dict[str, object] = {}
    if item in unit.items:
        place = unit.items.index(item)
        found["items"] = (*unit.items[:place], *unit.items[place + 1 :])
    return found


class Landing(NamedTuple):
    """Where a shot lands if it hits, as it was measured: among whom it goes off, or how it strikes a hull.

    `figure` is the one that it was aimed at; of flame `men` are all whom it may catch; `unaware` if they do not know of the
    firer.
    """

    blast: Blast | None = None
    aspect: Aspect = HEAD_ON
    figure: int = -1
    men: tuple[int, ...] = ()
    unaware: bool = False


@rule("sk.gap.aware", "sk.flame.all-members", "sk.gren.area", "sk.gren.effect-unaware", "sk.gap.melee-vs-vehicle")
def landing_at(state: Battle, number: int, arm: Arm, foe: int, point: int, shot: Shot) -> Landing:
    """Where a shot lands if it hits; who is in melee is not shot at."""
    unit, other, line = state.units[number], state.units[foe], weapons()[arm.weapon]
    unaware = not unit.spotted or (shot.indirect and not other.shelled)
    if line.kind == "flame" and not other.mounted:
        return Landing(men=tuple(man for man in other.men if not in_melee(state, man)))
    if not other.mounted:
        blast = blast_among(
            state, caught(state, state.layout.point(point)), number,
            calibre=shell_of(arm.weapon, state.options), unaware=unaware, dropped=arm.weapon == "grenade",
            eye=-1 if shot.indirect else arm.eye,
        )  # fmt: skip
        return Landing(blast, figure=point, unaware=unaware)
    if line.kind == "bomb":
        return Landing(blast_among(state, aboard(state, foe), number, unaware=unaware, dropped=True))
    return Landing(aspect=aspect_of(state, arm.eye, foe))


def shell_of(weapon: str, options: Options) -> int:
    """The calibre of what a weapon sends; 0 for a bomb."""
    line = weapon_of(weapon, options)
    return line.calibre if line.kind == "gun" else 0


@stage
@rule("sk.gun.to-hit", "sk.gren.to-hit", "sk.at.to-hit")
async def carry_out(play: Play[Battle], number: int, arm: Arm, foe: int, point: int) -> None:
    """Pay for a shot, throw the D20, and let it land."""
    state = play.state
    shot = shot_at(
        known_to(state, state.units[number].side), number, arm, foe
    )  # nobody reckons with what he has not seen
    assert shot is not None
    landing = landing_at(state, number, arm, foe, point, shot)
    line = weapons()[arm.weapon]
    tells = {"weapon": line.title, "at": state.units[foe].name}
    sets = paid(state, number, arm)
    because, shows = (HIT[shot.table], *ranges_of(arm.weapon, shot)), shows_shots(foe, [arm.weapon])
    play.tell("shot", *because, unit=number, sets=sets, tells=tells, shows=shows)
    await last(resolve(play, number, arm, foe, shot, landing))


@stage
@rule("sk.gun.to-hit", "sk.gren.to-hit", "sk.at.to-hit", "sk.gap.under-fire")
async def resolve(play: Play[Battle], number: int, arm: Arm, foe: int, shot: Shot, landing: Landing) -> None:
    """A shot is fired: the D20, and what comes of it where it lands."""
    came_under_fire(play, foe, harm_of(play.state, number, arm), shelled=shot.indirect)
    await land(play, number, arm, foe, shot, landing)
    await watch_fire(play, number)


@rule("sk.gap.ammunition", "sk.at.range-panzerfaust")
def paid(state: Battle, number: int, arm: Arm) -> dict[str, object]:
    """What a shot costs: actions, a round, and the weapon itself if it is good for one shot."""
    line = weapon_of(arm.weapon, state.options)
    each = [
        (man, dict(fields)) for man, fields in pay(state, arm.crew, line.cost, from_savings=is_saved_for(arm.weapon))
    ]
    sets: dict[str, object] = {}
    arms = list(state.figures[arm.crew[0]].arms)
    if line.has("one-use") and arm.weapon in arms:
        arms.remove(arm.weapon)
        each[0][1]["arms"] = tuple(arms)
    else:
        sets |= spent_items(state, number, arm.weapon, "he" if line.has("mortar") else "")
    if line.kind == "gun" or line.has("mortar"):
        sets["shot"] = True
    return {"each": tuple(each), **sets}


def harm_of(state: Battle, number: int, arm: Arm) -> Harm:
    """What being shot at with a weapon is."""
    unit, line = state.units[number], weapons()[arm.weapon]
    what = "mortar" if line.has("mortar") else WHAT[line.kind]
    return Harm(number, len(arm.crew), what, unit.card.armoured and unit.mounted)  # type: ignore[arg-type]


@stage
async def land(play: Play[Battle], number: int, arm: Arm, foe: int, shot: Shot, landing: Landing) -> None:
    """The D20 of a shot, and what it does where it lands."""
    state = play.state
    line = weapon_of(arm.weapon, state.options)
    seat = thrower(state, state.units[number].side)
    if line.kind == "flame" and not state.units[foe].mounted:
        await last(_flame(play, number, (), landing.men, shot, seat))
        return
    rolled = await hit_roll(called(state, number), arm.weapon, shot, seat)
    hit = bool(rolled.value)
    play.note(foe, "hits", int(hit))
    if line.has("mortar"):
        range_in(play, number, foe, hit=hit and not shot.indirect)
    if not hit:
        await _missed(play, number, arm, landing, seat)
    elif state.units[foe].mounted:
        await last(strike_vehicle(play, number, arm, foe, seat, landing))
    elif landing.blast is not None:
        men = tuple(man for man, _ in landing.blast.men)
        tells, shows = {"men": _known(state, men)}, shows_burst(state, (landing.figure, *men))
        play.tell("landed", HIT[shot.table], unit=foe, rolls=(rolled.number,), tells=tells, shows=shows)
        under_blast(play, men, number, arm)
        await last(burst(play, landing.blast))


def _known(state: Battle, men: tuple[int, ...]) -> int:
    """How many of some figures both sides know of."""
    return sum(
        not hides_from(state, unit, 1 - unit.side) for unit in (state.units[state.figures[man].unit] for man in men)
    )


@rule("sk.gap.under-fire")
def under_blast(play: Play[Battle], men: tuple[int, ...], number: int, arm: Arm) -> None:
    """Enemies whom a blast catches beside those it was meant for are under fire as well."""
    side = play.state.units[number].side
    for team in teams_of(play.state, men):
        if play.state.units[team].side != side:
            came_under_fire(play, team, harm_of(play.state, number, arm))


@rule("sk.gren.ranged-in")
def range_in(play: Play[Battle], number: int, foe: int, *, hit: bool) -> None:
    """A mortar whose last shot hit in direct fire is ranged in on a team for as long as that does not move."""
    ranged = (foe, play.state.units[foe].shifts) if hit else (-1, -1)
    if play.state.units[number].ranged == ranged:
        return
    verb, tells = ("ranged in", {"at": play.state.units[foe].name}) if hit else ("lost its range", {})
    play.tell(verb, "sk.gren.ranged-in", unit=number, sets={"ranged": ranged}, tells=tells)


@rule("sk.gap.misses")
async def _missed(play: Play[Battle], number: int, arm: Arm, landing: Landing, seat: int) -> None:
    """A miss is harmless, or scatters where that is played: its effect is one less."""
    state = play.state
    line = weapon_of(arm.weapon, state.options)
    if not state.options.scatter_on_miss or landing.figure < 0:
        play.tell("missed", "sk.gap.misses", unit=number, tells={"weapon": line.title})
        return
    at = await drifted(play, number, landing.figure, "Scatter", "sk.gap.misses", seat)
    men = tuple(caught(play.state, at))
    tells, shows = {"men": _known(state, men)}, shows_burst(state, men) | {"at": at}
    play.tell("scattered", "sk.gap.misses", unit=number, tells=tells, shows=shows)
    under_blast(play, men, number, arm)
    calibre = shell_of(arm.weapon, state.options)
    await burst(play, blast_among(play.state, men, number, calibre=calibre, unaware=landing.unaware, less=1))


# ---- flame


@stage
@rule("sk.flame.all-members", "sk.flame.range")
async def _flame(
    play: Play[Battle], number: int, done: tuple[int, ...], left: tuple[int, ...], shot: Shot, seat: int
) -> None:
    """A flamethrower dices to hit every member of a team, one after another."""
    if not left:
        return
    state, man = play.state, left[0]
    done = (*done, man)
    rolled = await hit_roll(called(state, number), "flamethrower", shot, seat, who(state, man))
    if rolled.value and man in play.state.units[state.figures[man].unit].men:
        await flame_hits(play, number, man, seat, left[1:])
    close_ranks(play, done)
    await last(_flame(play, number, done, left[1:], shot, seat))


# ---- vehicles


@stage
@rule("sk.at.damage", "sk.at.fire-roll", "sk.flame.at", "sk.gren.effect-unaware", "sk.gap.melee-vs-vehicle")
async def strike_vehicle(play: Play[Battle], number: int, arm: Arm, foe: int, seat: int, landing: Landing) -> None:
    """A hit on a vehicle: the damage chart, fire on an AFV, or a grenade among those who sit in it."""
    line = weapons()[arm.weapon]
    if landing.blast is not None:
        play.tell("landed inside", "sk.gren.effect-unaware", unit=foe)
        await last(burst(play, landing.blast))
    elif (line.has("fire") or line.kind == "flame") and play.state.units[foe].card.armoured:
        await last(set_on_fire(play, number, foe, arm.weapon, seat))
    else:
        await last(damage(play, foe, arm.weapon, number, landing.aspect))


def fire_modifiers(weapon: str, options: Options) -> tuple[Modifier, ...]:
    """What fire on an AFV gets: three more for a flamethrower."""
    flame = weapons()[weapon].kind == "flame"
    return tuple(felt([options.tables.vehicle_fire.flamethrower.because("flamethrower")])) if flame else ()


def fire_roll(name: str, weapon: str, options: Options, seat: int) -> Roll[str]:
    """The D6 of fire on an AFV."""
    found = fire_modifiers(weapon, options)
    because = ("sk.at.fire-roll", "sk.at.fire-table")
    why = f"Fire on {name}{''.join(f', {one}' for one in found)}"
    chart = burning_effect(total(found), options)
    return Roll(1, D6, chart, why=why, because=because, seat=seat, step="fire on it")


BURNS = {NOTHING: "the fire does nothing", "abandoned": "its crew abandon it", "explodes": "it goes up in flames"}


@stage
@rule("sk.at.fire-roll", "sk.at.fire-table")
async def set_on_fire(play: Play[Battle], number: int, foe: int, weapon: str, seat: int) -> None:
    """Fire on an AFV: nothing, the crew leave it, or it goes up."""
    rolled = await fire_roll(play.state.units[foe].name, weapon, play.state.options, seat)
    tells = {"what": BURNS[rolled.value], "row": rolled.value}
    play.tell("was set alight", "sk.at.fire-table", unit=foe, rolls=(rolled.number,), tells=tells)
    if rolled.value == "abandoned":
        bale_out(play, foe, "sk.at.fire-table", why="it burns")
    elif rolled.value == "explodes":
        await explode(play, foe, number, "sk.at.fire-table")
