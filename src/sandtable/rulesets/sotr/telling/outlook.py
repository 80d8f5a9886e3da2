"""What a unit sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.fan_kernels import CLEAR, HIDDEN, SOFTLY, WITHIN
from sandtable.geometry.units import INCH
from sandtable.mechanics.fans import ENOUGH, counts
from sandtable.mechanics.lines import men_everywhere, outermost
from sandtable.mechanics.pieces import raised
from sandtable.play.shown import Field, Ray, Sighting
from sandtable.rulesets.sotr.basics.sight import COVERS, apart, between, enemies, eyes, sightings, standing
from sandtable.rulesets.sotr.basics.sight import Sighting as Seen
from sandtable.rulesets.sotr.basics.sightlines import SMOKE, rays_between, title_of
from sandtable.rulesets.sotr.basics.terrain import PILLBOX
from sandtable.rulesets.sotr.setup.forces import bases
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.layout import rows

CELL = INCH
BLOCKED = ("sotr.los.need", "sotr.gap.los-method")
BY_MODELS = ("sotr.los.need", "sotr.los.models-block")
BY_SMOKE = ("sotr.los.need", "sotr.smoke.blocks-los")
Pairs = Mapping[tuple[int, int], Seen]


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a unit makes of each enemy unit on the table, from where its models stand in this state."""
    viewers = _eyes_of(state, number)
    if not viewers:
        return []
    side = state.units[number].side
    return [_sighting(state, viewers, foe, rays=rays) for foe in enemies(state, side) if _there(state, foe)]


def _eyes_of(state: Battle, number: int) -> tuple[int, ...]:
    """The models that look: not DOWN, and on the table in this layout, which may be that of a move only thought of."""
    unit = state.units[number]
    return tuple(man for man in standing(state, number) if state.layout.on_table(man)) if unit.alive else ()


def _there(state: Battle, number: int) -> tuple[int, ...]:
    return tuple(man for man in state.units[number].men if state.layout.on_table(man))


def _sighting(state: Battle, viewers: tuple[int, ...], foe: int, *, rays: bool) -> Sighting:
    targets = _there(state, foe)
    pairs = sightings(state, viewers, targets)
    seen = [target for target in targets if any(pairs[viewer, target].visible for viewer in viewers)]
    seers = sum(any(pairs[viewer, target].visible for target in targets) for viewer in viewers)
    by, because = ("", ()) if seen else _in_the_way(state, pairs)
    some = f"{seers} of {len(viewers)} models see it" if 0 < seers < len(viewers) else ""
    (x, y), (to_x, to_y) = (state.layout.point(group[0]) for group in (viewers, targets))
    return Sighting(
        unit=foe,
        seen=len(seen),
        models=len(targets),
        cover=_cover(pairs, viewers, seen),
        distance=apart(state, viewers, targets),
        bearing=int(bearing_to(to_x - x, to_y - y)),
        blocked_by=by,
        why=some if seen else f"out of sight behind {by}",
        because=because,
        rays=_rays(state, pairs) if rays else (),
    )


def _in_the_way(state: Battle, pairs: Pairs) -> tuple[str, tuple[str, ...]]:
    """What cuts most of the lines of sight, as players call it, and the clauses that say so."""
    cut = Counter(one.seen.cut_by for one in pairs.values())
    what = min(cut, key=lambda one: (-cut[one], one))
    title = title_of(state, what)
    if title == SMOKE or any(smoke.piece == what for smoke in state.smokes):
        return title, BY_SMOKE
    return title, BLOCKED if what < len(state.terrain) else BY_MODELS


def _cover(pairs: Pairs, viewers: tuple[int, ...], seen: list[int]) -> str:
    """The cover of those in sight, each as the one who sees him best has it; from the least to the most if it is mixed."""
    levels = sorted(
        {min(pairs[viewer, target].cover for viewer in viewers if pairs[viewer, target].visible) for target in seen}
    )
    if not levels:
        return ""
    least, most = COVERS[levels[0]], COVERS[levels[-1]]
    return most if least == most else f"{least} to {most}"


def _rays(state: Battle, pairs: Pairs) -> tuple[Ray, ...]:
    """The lines of the pair that says most: of those who see each other the nearest, else the nearest at all."""
    viewer, target = min(pairs, key=lambda pair: (not pairs[pair].visible, between(state, *pair), pair))
    side = state.units[state.figures[viewer].unit].side
    return rays_between(state, eyes(state, side), viewer, target)


def field_of(state: Battle, number: int) -> Field:
    """Which ground a unit sees: a man in the middle of each square inch, unseen, seen in cover, or seen in the open."""
    columns, down = -(-state.width // CELL), -(-state.depth // CELL)
    codes = np.zeros(columns * down, dtype=np.uint8)
    view, cells = eyes(state, state.units[number].side).with_bodies(
        men_everywhere(columns, down, state.ground, raised(state), bases()["man"]), len(state.units)
    )
    for viewer in outermost(
        state.layout, _eyes_of(state, number)
    ):  # the next looks only at what is not seen plainly yet
        left = np.flatnonzero(codes < 2)
        found = counts(view, rows((viewer,)), cells[left])[0]
        visible = found[:, CLEAR] >= ENOUGH
        covered = (found[:, HIDDEN] > 0) | (found[:, SOFTLY] > 0) | (found[:, WITHIN] >= PILLBOX)
        codes[left] = np.maximum(codes[left], visible.astype(np.uint8) * (2 - covered.astype(np.uint8)))
    return Field(CELL, columns, down, (codes + ord("0")).astype(np.uint8).tobytes().decode("ascii"))
