"""Suppressing Fire (1.6.1.1) and the check that it asks for."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.play.asking import ask
from sandtable.play.domains import YesNo
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, stage
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.basics.cover import unit_cover
from sandtable.rulesets.sotr.basics.shelter import beside, to_piece, touches
from sandtable.rulesets.sotr.basics.sight import COVERS, enemies, standing
from sandtable.rulesets.sotr.harm.armour import suppressible_machine
from sandtable.rulesets.sotr.nerve.cool import Cool, cool, cool_test, officer_of, takes_tests
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import note_fire, suppress
from sandtable.rulesets.sotr.units.crews import ready_to_fire
from sandtable.rulesets.sotr.verbs.acts import shows_shots
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .spotting import spotted_by_fire
from .suppressors import Gun, at_piece, at_unit, best_of, guns, in_range, seeing, total
from .throwing import grenade_range, thrower_near, throwers

BARE = ("road", "impassable", "smoke")  # nobody is sought in pieces like these


# ---- at what


def targets(state: Battle, number: int) -> list[str]:
    """Everything that Suppressing Fire could be aimed at, near or far: units by `u3`, pieces of terrain by `t5`.

    Every area of terrain is one, whether or not anybody is known to be in it: what is refused gives nobody away.
    """
    return [*(f"u{other}" for other in enemies(state, state.units[number].side)), *_areas(state.terrain)]


def _areas_of(terrain: tuple[Piece, ...]) -> list[str]:
    pieces = enumerate(terrain)
    return [f"t{piece}" for piece, row in pieces if row.closed and not any(trait in row.traits for trait in BARE)]


_areas = Remembered(_areas_of)


def why_not(state: Battle, number: int, target: str) -> Refusal | None:
    """Why a unit cannot lay down Suppressing Fire on a target; None if it can."""
    what = int(target[1:])
    if target[0] == "u":
        return immune(state, what) or _enough(state, number, total(at_unit(state, number, what)))
    rof = 0
    for gun in best_of(in_range(state, number, what), machine=state.units[number].machine):
        if rof < enough_rof(state) and seeing(state, (gun.figure,), what):
            rof += gun.rof
    return _enough(state, number, rof)


@rule("sotr.suppress.rof4")
def enough_rof(state: Battle) -> int:
    """The rate of fire that Suppressing Fire takes."""
    return state.options.tables.suppression.enough.rof


def too_weak(state: Battle, number: int) -> Refusal | None:
    """Why a unit can suppress nothing at all, for want of weapons; None if it has enough."""
    unit = state.units[number]
    if unit.shaken:
        return Refusal(f"{unit.name} is Shaken", ("sotr.gap.vehicle-damage",))
    most = total(best_of(guns(state, number), machine=unit.machine))
    return None if most >= enough_rof(state) else _too_few(state, unit.name, most)


def _too_few(state: Battle, name: str, rof: int) -> Refusal:
    why = f"{name} has a rate of fire of {rof} in all, and {enough_rof(state)} are needed"
    return Refusal(why, ("sotr.suppress.rof4",))


def _enough(state: Battle, number: int, rof: int) -> Refusal | None:
    if rof >= enough_rof(state):
        return None
    return _too_few(state, f"{state.units[number].name}, as far as it sees that,", rof)


@rule("sotr.gap.vehicle-morale")
def immune(state: Battle, number: int) -> Refusal | None:
    """Why a unit cannot be Suppressed; None if it can."""
    unit = state.units[number]
    if unit.mindless:
        return Refusal(f"{unit.name} is mindless", ("sotr.gap.roster-reich-zombies",))
    if unit.machine and not suppressible_machine(state, number):
        return Refusal(f"{unit.name} is armoured", ("sotr.gap.vehicle-morale",))
    return None


@rule("sotr.suppress.terrain")
def units_in(state: Battle, piece: int, side: int) -> list[int]:
    """The units of the other side with at least half of their models at least partly inside a piece, Hidden or not."""
    found = []
    for other in enemies(state, side, known=False):
        men = state.units[other].men
        if 2 * sum(touches(state, man, piece) for man in beside(state, men, piece, 0)) >= len(men):
            found.append(other)
    return found


# ---- the fire


def fire_modifiers(state: Battle, taking_part: Sequence[Gun], *, grenades: bool) -> tuple[Modifier, ...]:
    """What the fire of some weapons takes off the Cool of those under it."""
    return hail([gun.rof for gun in taking_part], state.options, grenades=grenades)


@rule("sotr.suppress.rof3", "sotr.suppress.rof2-pool")
def hail(rates: Sequence[int], options: Options, *, grenades: bool) -> tuple[Modifier, ...]:
    """What weapons with such rates of fire take off a Cool."""
    rows = options.tables.suppression
    least = rows.automatic.rof + (options.suppress_auto_rof == "above-3")
    fast = sum(rof >= least for rof in rates)
    pool = sum(rof for rof in rates if rof < least)
    found = [
        rows.automatic.times(fast, f"automatic weapons ({fast})"),
        rows.pool.times(pool // rows.pool.rof, f"{pool} shots from other weapons"),
    ]
    if grenades:
        found.append(rows.grenades.because("grenades"))
    return tuple(felt(found))


@action
@rule("sotr.suppress.instead", "sotr.suppress.target")
async def suppressing_fire(play: Play[Battle], number: int, target: str) -> None:
    """Spray a unit or a piece of terrain: everybody under it takes a Cool check."""
    state = play.state
    side = state.units[number].side
    at_ground, what = target[0] == "t", int(target[1:])
    ready = at_piece(state, number, what) if at_ground else at_unit(state, number, what)
    name = state.terrain[what].title if at_ground else state.units[what].name
    taking_part = [
        gun
        for gun in ready
        if state.units[number].machine
        or not kinds()[gun.weapon].has("crew")
        or await ready_to_fire(play, gun.figure, gun.weapon)
    ]
    grenades = await _throws_grenades(play, number, what, at_ground=at_ground)
    under = units_in(play.state, what, side) if at_ground else [what]
    play.tell(
        "laid down Suppressing Fire",
        "sotr.suppress.instead",
        "sotr.suppress.target",
        unit=number,
        figures=tuple(dict.fromkeys(gun.figure for gun in taking_part)),
        sets={"fired": play.state.turn},
        tells={"at": name, "target": target},
        shows=shows_shots(under, [kinds()[gun.weapon] for gun in taking_part]),
    )
    if grenades:
        play.tell(
            "threw grenades to suppress",
            "sotr.suppress.grenade-cost",
            unit=number,
            sets={"frag": play.state.units[number].frag - 1},
        )
    for other in under:
        await under_fire(play, other, number, tuple(taking_part), grenades=grenades)


async def under_fire(play: Play[Battle], number: int, by: int, taking_part: tuple[Gun, ...], *, grenades: bool) -> None:
    """A unit is under Suppressing Fire: it checks, and may spot a Hidden unit that fires."""
    firers = tuple(dict.fromkeys(gun.figure for gun in taking_part))
    note_fire(play, number, "sotr.suppress.check", "sotr.unit.disorganized-fire")
    modifiers = fire_modifiers(play.state, taking_part, grenades=grenades)
    cover = checked_cover(play.state, number, firers)
    await suppression_check(play, number, by, modifiers, cover, ("sotr.suppress.check", "sotr.suppress.cover"))
    await spotted_by_fire(play, by, len(firers), number)


@rule("sotr.suppress.grenades", "sotr.suppress.grenade-range", "sotr.suppress.grenade-cost")
async def _throws_grenades(play: Play[Battle], number: int, what: int, *, at_ground: bool) -> bool:
    """Ask whether those with grenades in range add them: it costs one of the unit's attacks."""
    state = play.state
    unit = state.units[number]
    if not unit.frag or not throwers(state, number):
        return False
    if not (_piece_near(state, number, what) if at_ground else thrower_near(state, number, what)):
        return False
    return await ask(
        play,
        number,
        "suppress grenades",
        YesNo(),
        f"{unit.name}: add grenades to the Suppressing Fire? It has {unit.frag} attacks left",
        "sotr.suppress.grenades",
        "sotr.suppress.grenade-cost",
        usual=True,
    )


@rule("sotr.suppress.grenade-range")
def _piece_near(state: Battle, number: int, piece: int) -> bool:
    """Whether grenades reach a piece: within ten inches of the Officer, or of a thrower if there is none."""
    officer = officer_of(state, number)
    able = officer is not None and not state.figures[officer].down
    throwing = (officer,) if able and officer is not None else throwers(state, number)
    return any(to_piece(state, man, piece) <= grenade_range(state) for man in throwing)


# ---- the check


@rule("sotr.suppress.cover")
def checked_cover(state: Battle, number: int, by: tuple[int, ...]) -> int:
    """What a unit takes off its dice: its cover, and one more for lying Prone if the table counts that."""
    cover = unit_cover(state, number, by)
    men = standing(state, number)
    prone = 2 * sum(state.figures[man].prone for man in men) > len(men)
    return cover + int(prone and state.options.suppress_cover_counts_prone)


def on_cool(state: Battle, number: int, modifiers: Sequence[Modifier], cover: int) -> Cool:
    """What a suppression check is taken on."""
    return cool(state, number, modifiers, dice=cover)


@stage
@rule("sotr.suppress.check", "sotr.suppress.ex", "sotr.gap.suppressed-duration")
async def suppression_check(
    play: Play[Battle], number: int, by: int, modifiers: tuple[Modifier, ...], cover: int, because: tuple[str, ...]
) -> None:
    """A unit takes a Cool check, its cover off the dice, or is Suppressed. For fire, strikes and grenades."""
    state = play.state
    unit = state.units[number]
    if not unit.on_table or unit.suppressed or immune(state, number) is not None or not takes_tests(state, number):
        return
    on = on_cool(state, number, modifiers, cover)
    why = f"under Suppressing Fire, {COVERS[min(cover, 3)]}"
    if not await cool_test(play, number, on, why, because):
        suppress(play, number, by, "sotr.suppress.check", *because)
