"""Suppressing Fire (1.6.1.1) and the check that it asks for."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.domains import YesNo
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, stage
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .acts import shows_shots
from .charts import kinds
from .conditions import note_fire, suppress
from .cool import Cool, cool, cool_test, officer_of, takes_tests
from .finding import as_visible
from .hiding import spotted_by_fire
from .options import Options
from .shelter import beside, to_piece, touches
from .sight import COVERS, between, enemies, sightings, standing
from .state import Battle
from .suppressors import Gun, at_piece, at_unit, best_of, guns, in_range, seeing, total

ENOUGH_ROF = 4
AUTOMATIC = 3  # from this rate of fire on a weapon counts for itself
POOL = 10
GRENADES = -2
LIGHT_HULL = 3  # the thickest armour that does not shrug it off
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
        if rof < ENOUGH_ROF and seeing(state, (gun.figure,), what):
            rof += gun.rof
    return _enough(state, number, rof)


def too_weak(state: Battle, number: int) -> Refusal | None:
    """Why a unit can suppress nothing at all, for want of weapons; None if it has enough."""
    unit = state.units[number]
    if unit.shaken:
        return Refusal(f"{unit.name} is Shaken", ("sotr.gap.vehicle-damage",))
    most = total(best_of(guns(state, number), machine=unit.machine))
    return None if most >= ENOUGH_ROF else _too_few(unit.name, most)


@rule("sotr.suppress.rof4")
def _too_few(name: str, rof: int) -> Refusal:
    why = f"{name} has a rate of fire of {rof} in all, and 4 are needed"
    return Refusal(why, ("sotr.suppress.rof4",))


def _enough(state: Battle, number: int, rof: int) -> Refusal | None:
    return None if rof >= ENOUGH_ROF else _too_few(f"{state.units[number].name}, as far as it sees that,", rof)


@rule("sotr.gap.vehicle-morale")
def immune(state: Battle, number: int) -> Refusal | None:
    """Why a unit cannot be Suppressed; None if it can."""
    unit = state.units[number]
    if unit.mindless:
        return Refusal(f"{unit.name} is mindless", ("sotr.gap.roster-reich-zombies",))
    if unit.machine and max(unit.card.hull) > LIGHT_HULL:
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
    least = AUTOMATIC if options.suppress_auto_rof == "3-or-more" else AUTOMATIC + 1
    fast = sum(rof >= least for rof in rates)
    pool = sum(rof for rof in rates if rof < least)
    found = []
    if fast:
        found.append(Modifier(-fast, f"automatic weapons ({fast})", "sotr.suppress.rof3"))
    if pool >= POOL:
        found.append(Modifier(-(pool // POOL), f"{pool} shots from other weapons", "sotr.suppress.rof2-pool"))
    if grenades:
        found.append(Modifier(GRENADES, "grenades", "sotr.suppress.grenades"))
    return tuple(found)


@action
@rule("sotr.suppress.instead", "sotr.suppress.target")
async def suppressing_fire(play: Play[Battle], number: int, target: str) -> None:
    """Spray a unit or a piece of terrain: everybody under it takes a Cool check."""
    from .crews import ready_to_fire  # noqa: PLC0415

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
        await _under_fire(play, other, number, tuple(taking_part), grenades=grenades)


async def _under_fire(
    play: Play[Battle], number: int, by: int, taking_part: tuple[Gun, ...], *, grenades: bool
) -> None:
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
    from .grenades import thrower_near, throwers  # noqa: PLC0415  # grenades may suppress, too

    state = play.state
    unit = state.units[number]
    if not unit.frag or not throwers(state, number):
        return False
    if not (_piece_near(state, number, what) if at_ground else thrower_near(state, number, what)):
        return False
    chosen = await Decision(
        unit.side,
        "suppress grenades",
        YesNo(),
        prompt=f"{unit.name}: add grenades to the Suppressing Fire? It has {unit.frag} attacks left",
        because=("sotr.suppress.grenades", "sotr.suppress.grenade-cost"),
        unit=number,
        default=True,
    )
    return chosen  # noqa: RET504


@rule("sotr.suppress.grenade-range")
def _piece_near(state: Battle, number: int, piece: int) -> bool:
    """Whether grenades reach a piece: within ten inches of the Officer, or of a thrower if there is none."""
    from .grenades import GRENADE_RANGE, throwers  # noqa: PLC0415

    officer = officer_of(state, number)
    able = officer is not None and not state.figures[officer].down
    throwing = (officer,) if able and officer is not None else throwers(state, number)
    return any(to_piece(state, man, piece) <= GRENADE_RANGE for man in throwing)


# ---- the check


@rule("sotr.gap.cover-for-units", "sotr.gap.mixed-views")
def unit_cover(state: Battle, number: int, by: tuple[int, ...]) -> int:
    """The level of cover that more than half of a unit's standing models have at least, as some models see them.

    Each is judged by the nearest of those who see it, or by the nearest of all if nobody does.
    """
    men = standing(state, number) or state.units[number].men
    if not by or not men:
        return 0
    seen = sightings(as_visible(state, number), by, men)
    levels = []
    for man in men:
        viewers = [one for one in by if seen[one, man].visible] or list(by)
        near = min(viewers, key=lambda one: (between(state, one, man), one))
        levels.append(seen[near, man].cover)
    return most_have(levels)


def most_have(levels: Sequence[int]) -> int:
    """The level that more than half of several have at least."""
    return max((level for level in levels if 2 * sum(one >= level for one in levels) > len(levels)), default=0)


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
