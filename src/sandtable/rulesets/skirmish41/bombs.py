"""Grenades, mortars, rockets, flame and guns in use: the target, the point of aim, the D20, and what a hit does."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import OnTable
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage

from .acts import shows_burst, shows_shots
from .blasts import aboard, burst, caught, teams_of
from .casualties import came_under_fire
from .charts import D6, D20, NOTHING, burning_effect, weapons
from .crews import is_saved_for, pay
from .damage import damage
from .facing import behind_front, hull_down
from .heavy import Arm, Shot, aim_points, best_shots, shot_at
from .hidden import called, hides_from, known_to
from .offers import Bombing
from .smoke import drifted
from .spotting import watch_fire
from .state import Battle, Harm
from .units import in_melee, thrower, who
from .volley import flame_hits
from .wrecks import bale_out, explode

WHAT = {"bomb": "grenade", "anti-tank": "anti-tank", "flame": "flame", "gun": "gun"}
HIT = {"bomb": "sk.gren.to-hit", "anti-tank": "sk.at.to-hit", "flame": "sk.flame.range", "gun": "sk.gun.to-hit"}


def hit_roll(name: str, weapon: str, shot: Shot, seat: int, on: str = "") -> Roll[int]:
    """The D20 of anything but a small arm."""
    line = weapons()[weapon]
    because = (HIT[shot.table], *ranges_of(weapon, shot), *(one.clause for one in shot.modifiers))
    why = f"{name} uses the {line.title}{f' on {on}' if on else ''}"
    return Roll(1, D20, AtLeast(max(1, shot.score)), why=why, because=because, seat=seat, needs=shot.needs)


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
    foe = await Decision(
        unit.seat,
        "target of " + weapon,
        Bombing(
            number,
            weapon,
            {f"u{foe}": foe for foe in foes},
            label=lambda foe: f"{play.state.units[foe].name}, {foes[foe].needs}",
            points=lambda foe: OnTable(unit=foe),
        ),
        prompt=f"{unit.name}: the {weapons()[weapon].title} at whom?",
        because=(weapons()[weapon].clause,),
        unit=number,
        default=f"u{min(foes, key=lambda foe: (foes[foe].score, foe))}",
    )
    return foe  # noqa: RET504  # the awaited type


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
    man = await Decision(
        unit.seat,
        "point of aim",
        one_figure(points, lambda man: f"{who(seen, man)}, {points[man]} caught", "f"),
        prompt=f"{unit.name}: on which figure is the point of aim?",
        because=("sk.gren.area",),
        unit=number,
        default=f"f{best_point(seen, list(points), unit.side)}",
    )
    return man  # noqa: RET504  # the awaited type


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


@stage
@rule("sk.gun.to-hit", "sk.gren.to-hit", "sk.at.to-hit", "sk.gap.under-fire", "sk.gap.aware")
async def carry_out(play: Play[Battle], number: int, arm: Arm, foe: int, point: int) -> None:
    """Pay for a shot, throw the D20, and let it land."""
    state = play.state
    unit = state.units[number]
    shot = shot_at(known_to(state, unit.side), number, arm, foe)  # nobody reckons with what he has not seen
    assert shot is not None
    line = weapons()[arm.weapon]
    tells = {"weapon": line.title, "at": state.units[foe].name}
    sets = paid(state, number, arm)
    because, shows = (HIT[shot.table], *ranges_of(arm.weapon, shot)), shows_shots(foe, [arm.weapon])
    play.tell("shot", *because, unit=number, sets=sets, tells=tells, shows=shows)
    unaware = not unit.spotted or (shot.indirect and not state.units[foe].shelled)
    came_under_fire(play, foe, harm_of(state, number, arm), shelled=shot.indirect)
    await _land(play, number, arm, foe, point, shot, unaware=unaware)
    await watch_fire(play, number)


@rule("sk.gap.ammunition", "sk.at.range-panzerfaust")
def paid(state: Battle, number: int, arm: Arm) -> dict[str, object]:
    """What a shot costs: actions, a round, and the weapon itself if it is good for one shot."""
    line = weapons()[arm.weapon]
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


async def _land(play: Play[Battle], number: int, arm: Arm, foe: int, point: int, shot: Shot, *, unaware: bool) -> None:
    state = play.state
    line = weapons()[arm.weapon]
    seat = thrower(state, state.units[number].side)
    other = state.units[foe]
    if line.kind == "flame" and not other.mounted:
        await _flame(play, number, foe, shot, seat)
        return
    rolled = await hit_roll(called(state, number), arm.weapon, shot, seat)
    hit = bool(rolled.value)
    if line.has("mortar"):
        range_in(play, number, foe, hit=hit and not shot.indirect)
    if not hit:
        await _missed(play, number, arm, point, seat, unaware=unaware)
        return
    if other.mounted:
        await strike_vehicle(play, number, arm, foe, seat, unaware=unaware)
        return
    men = tuple(caught(state, state.layout.point(point)))
    tells, shows = {"men": _known(state, men)}, shows_burst(state, (point, *men))
    play.tell("landed", HIT[shot.table], unit=foe, rolls=(rolled.number,), tells=tells, shows=shows)
    under_blast(play, men, number, arm)
    calibre, eye = line.calibre if line.kind == "gun" else 0, -1 if shot.indirect else arm.eye
    await burst(play, men, number, calibre=calibre, unaware=unaware, dropped=arm.weapon == "grenade", eye=eye)


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
async def _missed(play: Play[Battle], number: int, arm: Arm, point: int, seat: int, *, unaware: bool) -> None:
    """A miss is harmless, or scatters where that is played: its effect is one less."""
    state = play.state
    line = weapons()[arm.weapon]
    if not state.options.scatter_on_miss or point < 0:
        play.tell("missed", "sk.gap.misses", unit=number, tells={"weapon": line.title})
        return
    at = await drifted(play, state.layout.point(point), "Scatter", "sk.gap.misses", seat)
    men = tuple(caught(play.state, at))
    tells, shows = {"men": _known(state, men)}, shows_burst(state, men) | {"at": at}
    play.tell("scattered", "sk.gap.misses", unit=number, tells=tells, shows=shows)
    under_blast(play, men, number, arm)
    calibre = line.calibre if line.kind == "gun" else 0
    await burst(play, men, number, calibre=calibre, unaware=unaware, less=1)


# ---- flame


@rule("sk.flame.all-members", "sk.flame.range")
async def _flame(play: Play[Battle], number: int, foe: int, shot: Shot, seat: int) -> None:
    """A flamethrower dices to hit every member of a team; who is in melee is not shot at."""
    state = play.state
    for man in [man for man in state.units[foe].men if not in_melee(state, man)]:
        rolled = await hit_roll(called(state, number), "flamethrower", shot, seat, who(state, man))
        if rolled.value and man in play.state.units[foe].men:
            await flame_hits(play, number, man, seat)


# ---- vehicles


@rule("sk.at.damage", "sk.at.fire-roll", "sk.flame.at", "sk.gren.effect-unaware", "sk.gap.melee-vs-vehicle")
async def strike_vehicle(play: Play[Battle], number: int, arm: Arm, foe: int, seat: int, *, unaware: bool) -> None:
    """A hit on a vehicle: the damage chart, fire on an AFV, or a grenade among those who sit in it."""
    state = play.state
    line = weapons()[arm.weapon]
    if line.kind == "bomb":
        play.tell("landed inside", "sk.gren.effect-unaware", unit=foe)
        await burst(play, tuple(aboard(state, foe)), number, unaware=unaware, dropped=True)
        return
    if (line.has("fire") or line.kind == "flame") and state.units[foe].card.armoured:
        await _set_on_fire(play, number, foe, arm.weapon, seat)
        return
    flank = behind_front(state, foe, *state.layout.point(arm.eye))
    await damage(play, foe, arm.weapon, number, flank=flank, hull_down=hull_down(state, arm.eye, foe))


def fire_roll(name: str, weapon: str, seat: int) -> Roll[str]:
    """The D6 of fire on an AFV: three more for a flamethrower."""
    plus = 3 if weapons()[weapon].kind == "flame" else 0
    because = ("sk.at.fire-roll", "sk.at.fire-table")
    why = f"Fire on {name}{', +3 flamethrower' if plus else ''}"
    return Roll(1, D6, burning_effect(plus), why=why, because=because, seat=seat)


BURNS = {NOTHING: "the fire does nothing", "abandoned": "its crew abandon it", "explodes": "it goes up in flames"}


@rule("sk.at.fire-roll", "sk.at.fire-table")
async def _set_on_fire(play: Play[Battle], number: int, foe: int, weapon: str, seat: int) -> None:
    rolled = await fire_roll(play.state.units[foe].name, weapon, seat)
    tells = {"what": BURNS[rolled.value], "row": rolled.value}
    play.tell("was set alight", "sk.at.fire-table", unit=foe, rolls=(rolled.number,), tells=tells)
    if rolled.value == "abandoned":
        bale_out(play, foe, "sk.at.fire-table", why="it burns")
    elif rolled.value == "explodes":
        await explode(play, foe, number, "sk.at.fire-table")
