"""Blasts: who is caught by a grenade, a bomb or a shell, and what it does to each of them."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.dice.roll import Roll
from sandtable.geometry.ground import COUNT, FIRST
from sandtable.geometry.line_kernels import met
from sandtable.geometry.measure_kernels import gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.play.script import Play
from sandtable.play.stage import stage

from .acts import shows_burst
from .casualties import suffer
from .charts import D6, bomb_effect, shell_die, shell_effect
from .hidden import spoken_of
from .sight import inside_piece, look, shelter
from .state import Battle, Point
from .terrain import ENCLOSED
from .units import passengers, thrower
from .wrecks import near_wreck

RADIUS = inches(2)
WALLS = ("wall", "building", "bunker", "sandbags", "ruin")


@rule("sk.gren.area", "sk.arty.die", "sk.gap.disabled")
def caught(state: Battle, point: Point, radius: int = RADIUS) -> list[int]:
    """The figures within two inches of a point, of whatever team, unless a wall stands between."""
    bodies = state.layout.bodies
    walls = [place for place, piece in enumerate(state.terrain) if piece.kind in WALLS]
    found = []
    for unit in state.units:
        if unit.place in {"waiting", "aboard"} or unit.card.kind == "dummy" or unit.mounted:
            continue
        for man in (*unit.men, *unit.down):
            if not state.layout.on_table(man) or int(gap_to_point(bodies, man, *point)) > radius:
                continue
            if not any(_crosses(state, point, state.layout.point(man), wall) for wall in walls):
                found.append(man)
    return sorted(found)


def _crosses(state: Battle, start: Point, end: Point, wall: int) -> bool:
    ground = state.ground
    first, count = int(ground.pieces[wall, FIRST]), int(ground.pieces[wall, COUNT])
    return start != end and bool(met(*start, *end, ground.edges, first, count)[0])


def aboard(state: Battle, vehicle: int) -> list[int]:
    """Everybody in a vehicle: its crew and whom it carries."""
    return [man for team in (vehicle, *passengers(state, vehicle)) for man in state.units[team].men]


@rule("sk.gren.effect-unaware", "sk.arty.unaware")
def enclosed(state: Battle, man: int) -> bool:
    """Whether a figure is in an enclosed space: a house, a bunker, or a vehicle."""
    unit = state.units[state.figures[man].unit]
    if unit.mounted or unit.place == "aboard":
        return True
    return inside_piece(state, man, ("building", "bunker")) is not None


def effect_modifiers(
    *, shell: bool, unaware: bool, enclosed: bool, covered: bool, suppressed: bool
) -> tuple[Modifier, ...]:
    """What a blast's die gets for one target: somebody in an enclosed space has no cover of it."""
    prefix = "sk.arty" if shell else "sk.gren"
    first = f"{prefix}.unaware" if shell else f"{prefix}.effect-unaware"
    found = []
    if unaware or enclosed:
        found.append(Modifier(1, "in an enclosed space" if enclosed else "unaware of the firer", first))
    if shell and suppressed:
        found.append(Modifier(-1, "suppressed", "sk.arty.suppressed"))
    if covered and not enclosed:
        found.append(Modifier(-1, "in cover", "sk.arty.cover" if shell else "sk.gren.effect-cover"))
    return tuple(found)


@rule("sk.gren.effect-unaware", "sk.gren.effect-cover", "sk.arty.unaware", "sk.arty.suppressed", "sk.arty.cover")
def modifiers_for(state: Battle, man: int, blast: "Blast") -> tuple[Modifier, ...]:
    """What the die for a figure gets."""
    boxed = enclosed(state, man) or (blast.dropped and inside_piece(state, man, ENCLOSED) is not None)
    return effect_modifiers(
        shell=blast.calibre > 0,
        unaware=blast.unaware,
        enclosed=boxed,
        covered=state.layout.on_table(man) and covered(state, man, blast.eye),
        suppressed=state.figures[man].unit in blast.pinned,
    )


@rule("sk.gren.effect-cover", "sk.arty.cover", "sk.gap.cover-types")
def covered(state: Battle, man: int, eye: int) -> bool:
    """Whether a figure is in cover from where a shot came; of what came from nowhere in sight, in any. Fog stops nothing."""
    if state.smokes:
        state = replace(state, terrain=tuple(piece for piece in state.terrain if piece.kind != "smoke"))
    if eye >= 0:
        line = look(state, (eye,), (man,))[0][0]
        if line.seen:
            return line.cover > 0
    return shelter(state, man) > 0


def effect_roll(name: str, modifiers: tuple[Modifier, ...], *, calibre: int, less: int, seat: int) -> Roll[str]:
    """The die for somebody who is caught by a blast; a calibre of 0 is a bomb."""
    plus = total(modifiers) - less
    chart = shell_effect(plus) if calibre else bomb_effect(plus)
    said = ", ".join(map(str, modifiers))
    because = ("sk.arty.effect" if calibre else "sk.gren.effect", *(one.clause for one in modifiers))
    sides = shell_die(calibre) if calibre else D6
    return Roll(
        1, sides, chart, why=f"What the blast does to {name}{f' ({said})' if said else ''}", because=because, seat=seat
    )


class Blast(NamedTuple):
    """A blast: whose it is (-1 for nobody's), its calibre (0 for a bomb), what its dice lose, and how it came."""

    by: int
    calibre: int
    less: int
    unaware: bool
    dropped: bool
    eye: int = -1  # from where it was aimed; -1 if nobody there sees it
    pinned: tuple[int, ...] = ()  # the teams that were suppressed before it fell


@stage
@rule("sk.gren.effect", "sk.arty.effect", "sk.arty.die", "sk.gap.he")
async def burst(
    play: Play[Battle],
    men: tuple[int, ...],
    by: int,
    *,
    calibre: int = 0,
    unaware: bool = False,
    dropped: bool = False,
    less: int = 0,
    eye: int = -1,
) -> None:
    """A blast goes off among some figures, all at once: a die for each."""
    pinned = tuple(team for team in teams_of(play.state, men) if play.state.units[team].suppression)
    blast = Blast(by, calibre, less, unaware, dropped, eye, pinned)
    for man in men:
        await _strike(play, man, blast)


@stage
@rule("sk.flame.operator-hit")
async def _strike(play: Play[Battle], man: int, blast: Blast) -> None:
    from .volley import burn_team, goes_up  # noqa: PLC0415  # fire strikes vehicles, and vehicles burst

    state = play.state
    unit = state.units[state.figures[man].unit]
    if man not in unit.men and man not in unit.down:
        return
    seat = 0 if blast.by < 0 else thrower(state, state.units[blast.by].side)
    if goes_up(state, man):
        await burn_team(play, blast.by, man, seat)
        return
    found = modifiers_for(state, man, blast)
    rolled = await effect_roll(spoken_of(state, man), found, calibre=blast.calibre, less=blast.less, seat=seat)
    suffer(play, man, rolled.value, blast.by, "sk.arty.effect" if blast.calibre else "sk.gren.effect")


async def burst_near(play: Play[Battle], wreck: str, by: int, clause: str) -> None:
    """A vehicle explodes: whoever is within two inches of it is hit as by a bomb."""
    men = tuple(near_wreck(play.state, wreck))
    if men:
        tells, shows = {"wreck": wreck, "men": len(men)}, shows_burst(play.state, men)
        play.tell("was caught in the explosion", clause, tells=tells, shows=shows)
        await burst(play, men, by)


def teams_of(state: Battle, men: Sequence[int]) -> list[int]:
    """The teams that some figures belong to."""
    return list(dict.fromkeys(state.figures[man].unit for man in men))
