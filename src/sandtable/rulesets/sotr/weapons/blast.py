"""Blast weapons (1.7.2): grenade launchers and RPGs; tank guns and railguns (sotr.gap.heavy-weapons)."""

from msgspec.structs import replace

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.sotr.basics.charts import kinds, weapon_of
from sandtable.rulesets.sotr.basics.hidden import as_seen, called
from sandtable.rulesets.sotr.basics.sight import to_point
from sandtable.rulesets.sotr.basics.smoke import lay_smoke
from sandtable.rulesets.sotr.basics.templates import SMALL, Landing, piece_holds, right_under, under_blast
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.fire.targets import Arm, held_still
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.conditions import note_fire
from sandtable.rulesets.sotr.verbs.acts import shows_shots

from .aiming import Aim, Shot, blast_modifiers, point_in_sight, shot_roll, watched_unit
from .bursts import Shell, Under, burst, enemies_among, under_round
from .heavy import fire_solid, heavy_targets
from .indirect import DIRECT, FAR, SEEN, UNSEEN, Fired, case_of, stray_always, stray_missed
from .nominating import lay, nominate, unit_aims

DIRECT_MISS = "sotr.blast.direct-miss"


GRENADES = {"frag": "a fragmentation grenade", "smoke": "a smoke grenade"}


# ---- what is fired


@rule("sotr.weapon.rpg", "sotr.rpg.annihilating", "sotr.rpg.anti-armor", "sotr.weapon.grenade-launcher")
def shell_of(weapon: Weapon, options: Options) -> Shell:
    """What a blast weapon's shot does where it bursts."""
    if weapon.has("shells"):
        pen = options.tables.grenades.frag.pen  # that of a grenade: its own is the solid shot's
        return Shell(f"{weapon.name}'s high explosive", (weapon.clause, "sotr.blast.wounds"), pen, "centre")
    annihilates = options.rpg_direct_hit if weapon.has("annihilating") else "none"
    clauses = (weapon.clause, "sotr.blast.wounds", *(("sotr.rpg.anti-armor",) if weapon.has("anti-armour") else ()))
    return Shell(weapon.name, clauses, weapon.pen, annihilates)


@rule("sotr.gap.heavy-weapons")
def as_blast(weapon: Weapon) -> Weapon:
    """A tank gun with high explosive: a blast weapon for direct fire."""
    return replace(weapon, traits=(*weapon.traits, "blast"))


@rule("sotr.rpg.move-or-fire", "sotr.blast.definition")
def can_fire_blast(state: Battle, figure: int, weapon: str, only: int | None = None) -> bool:
    """Whether there is anything at all that a blast or heavy weapon could be fired at; with `only` that unit."""
    gun = weapon_of(weapon, state.options)
    only = watched_unit(state, only)
    if not held_still(state, Arm(figure, weapon)) or state.units[state.figures[figure].unit].shaken:
        return False
    seen = as_seen(state, state.units[state.figures[figure].unit].side)
    if gun.has("heavy") and not gun.has("shells"):
        return bool(heavy_targets(seen, figure, only))
    if (gun.has("indirect") and only is None) or unit_aims(seen, figure, gun, only):
        return True
    if only is not None:
        return False
    return any(point_in_sight(seen, (figure,), number) is not None for number in range(len(seen.terrain)))


# ---- firing


@stage
async def fire_blast(
    play: Play[Battle],
    figure: int,
    weapon: str,
    *,
    overwatch: bool = False,
    charging: bool = False,
    only: int | None = None,
) -> tuple[int, ...]:
    """One model fires a blast weapon (grenade launcher, RPG): target, template, dice, wounds, break tests.

    On Overwatch it fires at `only` that unit. Gives the units fired at: the one nominated, or those the template was over.
    """
    only = watched_unit(play.state, only)
    overwatch = overwatch or play.state.watched >= 0
    gun = weapon_of(weapon, play.state.options)
    gun = as_blast(gun) if gun.has("shells") else gun
    smoke = await _load(play, figure, gun)
    aim = await nominate(play, figure, gun, only=only, own=smoke)
    if aim is None:
        return ()
    laid = await lay(play, figure, aim, gun)
    number = play.state.figures[figure].unit
    _tell_fire(play, figure, aim, gun, laid.at.point, smoke=smoke)
    seen = as_seen(play.state, play.state.units[number].side)
    shot = Shot(figure, aim, laid.at, under_blast(seen, laid.at, SMALL), overwatch, charging)
    targets = (aim.number,) if aim.kind == "unit" else enemies_among(seen, shot.touched, number)
    under = under_round(play.state, laid.at, SMALL, laid.struck)
    await last(shoot_blast(play, fired_from(seen, shot, gun), under, gun.id, smoke=smoke), targets)
    return targets


@rule("sotr.weapon.grenade-launcher", "sotr.gap.grenade-supply")
async def _load(play: Play[Battle], figure: int, gun: Weapon) -> bool:
    """Whether a grenade launcher fires smoke: its effect is that of the grenade it fires, while its unit has any."""
    unit = play.state.units[play.state.figures[figure].unit]
    if gun.id != "grenade-launcher" or not unit.smoke:
        return False
    choices = OneOf({"frag": "frag", "smoke": "smoke"}, label=lambda shell: GRENADES[shell])
    words = f"{who(play.state, figure)}: which grenade does the launcher fire?"
    shell = await ask(
        play, play.state.figures[figure].unit, "shell", choices, words, "sotr.weapon.grenade-launcher", usual="frag"
    )
    return shell == "smoke"


def _tell_fire(play: Play[Battle], figure: int, aim: Aim, gun: Weapon, at: Point, *, smoke: bool) -> None:
    state = play.state
    number = state.figures[figure].unit
    if smoke:
        left = state.units[number].smoke - 1
        play.tell("loaded smoke", "sotr.weapon.grenade-launcher", "sotr.gap.grenade-supply", unit=number,
                  sets={"smoke": left})  # fmt: skip
    target = {"unit": lambda: state.units[aim.number].name, "piece": lambda: state.terrain[aim.number].title}
    told = {"weapon": gun.name, "target": target[aim.kind]() if aim.kind in target else "a point of the table"}
    clause = "sotr.weapon.indirect" if aim.over else "sotr.blast.nominate"
    sets = {"fired": state.turn}
    shows = shows_shots((aim.number,) if aim.kind == "unit" else (), [gun])
    if aim.kind != "unit":
        shows |= {"says": "fires at the ground", "at": at}
    because = (gun.clause, clause)
    play.tell("fired a template weapon", *because, unit=number, figures=(figure,), sets=sets, tells=told, shows=shows)
    if aim.kind == "unit":
        note_fire(play, aim.number, gun.clause)


def fired_from(state: Battle, shot: Shot, gun: Weapon) -> Fired:
    """A shot as it is measured before its dice. `state` is as the firer's side knows it."""
    case = case_of(state, shot) if shot.aim.over else DIRECT
    rolled = case in {DIRECT, SEEN}
    return Fired(
        shot.figure,
        shot.aim,
        shot.at,
        case,
        blast_modifiers(state, shot, gun) if rolled else (),
        to_point(state, shot.figure, shot.at.point),
    )


@stage
@rule("sotr.blast.indirect-cases", "sotr.blast.direct-miss")
async def shoot_blast(play: Play[Battle], fired: Fired, under: Under, weapon: str, *, smoke: bool = False) -> bool:
    """The dice of a shot, what bursts where, and who breaks; `under` the template are these if it comes down on target.

    Whether it comes down there.
    """
    at = await comes_down(play, fired, weapon_of(weapon, play.state.options))
    if at is None:
        return False
    if smoke:
        _smoke_lands(play, fired, at)
        return at == fired.at
    there = under if at == fired.at else under_round(play.state, at, SMALL)
    await last(lands(play, at, there, play.state.figures[fired.figure].unit, weapon), at == fired.at)
    return at == fired.at


@stage
async def lands(play: Play[Battle], at: Landing, under: Under, number: int, weapon: str) -> None:
    """A shell bursts, and whoever lost models tests for it."""
    gun = weapon_of(weapon, play.state.options)
    losses = await burst(play, at, SMALL, under, shell_of(gun, play.state.options), number)
    if losses:
        await break_tests(play, losses, number, gun.clause)


async def comes_down(play: Play[Battle], fired: Fired, gun: Weapon) -> Landing | None:
    """Where a shot comes down; None where it is lost."""
    state = play.state
    number = state.figures[fired.figure].unit
    if fired.case in {FAR, UNSEEN}:
        return await stray_always(play, fired, gun)
    side = state.units[number].side
    rolled = await shot_roll(
        fired.modifiers, f"{called(state, number)}'s {gun.name}", (gun.clause,), side, state.options
    )
    if rolled.value:
        return fired.at
    if fired.case == SEEN:
        return await stray_missed(play, fired, gun)
    play.tell("missed", DIRECT_MISS, tells={"weapon": gun.name}, rolls=(rolled.number,))
    return None


@rule("sotr.weapon.grenade-launcher", "sotr.smoke.target", "sotr.smoke.no-damage")
def _smoke_lands(play: Play[Battle], fired: Fired, at: Landing) -> None:
    """Smoke from a launcher is on what was aimed at; if it strayed, on whatever it came down on, one unit or one piece."""
    state = play.state
    side = state.units[state.figures[fired.figure].unit].side
    aim = fired.aim
    unit = aim.number if aim.kind == "unit" and at == fired.at else -1
    piece = aim.number if aim.kind == "piece" and at == fired.at else -1
    if unit < 0 and piece < 0:
        touched = under_blast(state, at, SMALL)
        under = right_under(state, at, touched) or touched
        unit = state.figures[under[0]].unit if under else -1
        inside = (number for number in range(len(state.terrain)) if piece_holds(state, number, at.point))
        piece = -1 if unit >= 0 else next(inside, -1)
    if unit >= 0 or piece >= 0:
        lay_smoke(play, side, "sotr.weapon.grenade-launcher", unit=unit, piece=piece)


# ---- tank guns and railguns


@rule("sotr.gap.heavy-weapons")
async def fire_heavy(
    play: Play[Battle],
    figure: int,
    weapon: str,
    *,
    overwatch: bool = False,
    charging: bool = False,
    only: int | None = None,
) -> tuple[int, ...]:
    """One model fires a tank gun or a railgun: shell where it has a choice, target, dice, effect, break tests."""
    only = watched_unit(play.state, only)
    explosive = kinds()[weapon].has("shells") and await _explosive(play, figure, only)
    fire = fire_blast if explosive else fire_solid
    targets = await fire(play, figure, weapon, overwatch=overwatch, charging=charging, only=only)
    return targets  # noqa: RET504  # the checker wants a name for what is awaited


async def _explosive(play: Play[Battle], figure: int, only: int | None) -> bool:
    """High explosive or solid shot: usually solid at machines and high explosive at all else."""
    state = play.state
    number = state.figures[figure].unit
    targets = heavy_targets(as_seen(state, state.units[number].side), figure, only)
    if not targets:
        return True
    armoured = any(state.units[target].machine for target in targets)
    choices = OneOf({"he": "high explosive", "solid": "solid shot"})
    words = f"{who(state, figure)}: which shell does the tank gun fire?"
    shell = await ask(
        play, number, "shell", choices, words, "sotr.gap.heavy-weapons", usual="solid" if armoured else "he"
    )
    return shell == "high explosive"
