"""Blasts: who is caught by a grenade, a bomb or a shell, and what it does to each of them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from sandtable.dice.roll import Roll
from sandtable.geometry.foot_kernels import hindrances
from sandtable.geometry.kernel import ints
from sandtable.geometry.template_kernels import circle
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.skirmish41.basics.charts import D6, bomb_effect, shell_die, shell_effect
from sandtable.rulesets.skirmish41.basics.sight import inside_piece, look, shelter
from sandtable.rulesets.skirmish41.basics.terrain import ENCLOSED
from sandtable.rulesets.skirmish41.basics.units import thrower
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import spoken_of
from sandtable.rulesets.skirmish41.state import Battle, Point

from .casualties import suffer
from .flame import burn_team, goes_up
from .ranks import close_ranks

RADIUS = inches(2)
WALLS = ("wall", "building", "bunker", "sandbags", "ruin")


@rule("sk.gren.area", "sk.arty.die", "sk.gap.disabled")
def caught(state: Battle, point: Point, radius: int = RADIUS) -> list[int]:
    """The figures within two inches of a point, of whatever team, unless a wall stands between."""
    if state.layout.bare:
        return []
    near = [man for man in np.flatnonzero(circle(state.layout.bodies, *point, radius)).tolist() if _strikes(state, man)]
    if not near:
        return []
    ground = state.ground
    walls = ground.each("sk blast walls", lambda piece: int(piece.kind in WALLS))
    ways = ints([(*point, *end) for end in state.layout.points(tuple(near))])
    shut_off = hindrances(ways, ground.edges, ground.pieces, walls * 0, walls).tolist()
    return [man for man, walled in zip(near, shut_off, strict=True) if not walled]


def _strikes(state: Battle, man: int) -> bool:
    """Whether a blast strikes a figure that stands or lies there: no dummies, and who sits in a vehicle is not there."""
    unit = state.units[state.figures[man].unit]
    if unit.place in {"waiting", "aboard"} or unit.card.kind == "dummy" or unit.mounted:
        return False
    return man in unit.men or man in unit.down


@rule("sk.gren.effect-unaware", "sk.arty.unaware")
def enclosed(state: Battle, man: int) -> bool:
    """Whether a figure is in an enclosed space: a house, a bunker, or a vehicle."""
    unit = state.units[state.figures[man].unit]
    if unit.mounted or unit.place == "aboard":
        return True
    return inside_piece(state, man, ("building", "bunker")) is not None


def effect_modifiers(
    options: Options, *, shell: bool, unaware: bool, enclosed: bool, covered: bool, suppressed: bool
) -> tuple[Modifier, ...]:
    """What a blast's die gets for one target: somebody in an enclosed space has no cover of it."""
    table = options.tables.blast_modifiers
    found = []
    if unaware or enclosed:
        first = table.shell_unaware if shell else table.bomb_unaware
        found.append(first.because("in an enclosed space" if enclosed else "unaware of the firer"))
    if shell and suppressed:
        found.append(table.shell_suppressed.because("suppressed"))
    if covered and not enclosed:
        found.append((table.shell_cover if shell else table.bomb_cover).because("in cover"))
    return tuple(felt(found))


class Blast(NamedTuple):
    """A blast: whose it is (-1 for nobody's), its calibre (0 for a bomb), what its dice lose, whom it catches.

    Each of those comes with what his die gets, as it was before anything went off.
    """

    by: int
    calibre: int
    men: tuple[tuple[int, tuple[Modifier, ...]], ...]
    less: int = 0


@rule("sk.gren.effect-unaware", "sk.gren.effect-cover", "sk.arty.unaware", "sk.arty.suppressed", "sk.arty.cover")
def blast_among(
    state: Battle,
    men: Sequence[int],
    by: int,
    *,
    calibre: int = 0,
    unaware: bool = False,
    dropped: bool = False,
    less: int = 0,
    eye: int = -1,
) -> Blast:
    """A blast among some figures as it is measured; aimed from an `eye`, or from where nobody sees them (-1)."""

    def modifiers(man: int) -> tuple[Modifier, ...]:
        return effect_modifiers(
            state.options,
            shell=calibre > 0,
            unaware=unaware,
            enclosed=enclosed(state, man) or (dropped and inside_piece(state, man, ENCLOSED) is not None),
            covered=state.layout.on_table(man) and covered(state, man, eye),
            suppressed=state.units[state.figures[man].unit].suppression > 0,
        )

    return Blast(by, calibre, tuple((man, modifiers(man)) for man in men), less)


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


def effect_roll(
    name: str, modifiers: tuple[Modifier, ...], options: Options, *, calibre: int, less: int, seat: int
) -> Roll[str]:
    """The die for somebody who is caught by a blast; a calibre of 0 is a bomb."""
    scattered = (Modifier(-less, "scattered", "sk.gap.misses"),) if less else ()
    plus = total((*modifiers, *scattered))
    chart = shell_effect(plus, options) if calibre else bomb_effect(plus, options)
    said = ", ".join(map(str, modifiers))
    because = ("sk.arty.effect" if calibre else "sk.gren.effect", *(one.clause for one in modifiers))
    sides = shell_die(calibre, options) if calibre else D6
    why = f"What the blast does to {name}{f' ({said})' if said else ''}"
    return Roll(
        1,
        sides,
        chart,
        why=why,
        because=because,
        seat=seat,
        step="what the blast does",
        modifiers=(*modifiers, *scattered),
    )


@stage
@rule("sk.gren.effect", "sk.arty.effect", "sk.arty.die", "sk.gap.he", "sk.flame.operator-hit")
async def burst(play: Play[Battle], blast: Blast, done: int = 0) -> None:
    """A blast goes off among some figures, all at once: a die for each of those who are left to be struck."""
    if done == len(blast.men):
        return
    state, (man, found) = play.state, blast.men[done]
    unit = state.units[state.figures[man].unit]
    seat = 0 if blast.by < 0 else thrower(state, state.units[blast.by].side)
    if goes_up(state, man):
        await burn_team(play, blast.by, man, seat, tuple(other for other, _ in blast.men[done + 1 :]))
    elif man in unit.men or man in unit.down:
        rolled = await effect_roll(
            spoken_of(state, man), found, state.options, calibre=blast.calibre, less=blast.less, seat=seat
        )
        suffer(play, man, rolled.value, blast.by, "sk.arty.effect" if blast.calibre else "sk.gren.effect")
    close_ranks(play, [one for one, _ in blast.men[: done + 1]])
    await last(burst(play, blast, done + 1))


def teams_of(state: Battle, men: Sequence[int]) -> list[int]:
    """The teams that some figures belong to."""
    return list(dict.fromkeys(state.figures[man].unit for man in men))
