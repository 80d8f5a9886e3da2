"""Lines of sight and cover (1.6.2.1, 1.6.2.7): who sees whom, and how well the other is covered.

A side sees by what it knows: enemy models that are Hidden from it are in nobody's way.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from sandtable.geometry import ground as flat
from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import gap, gap_to_point, nearest
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.fans import ENOUGH, LARGE, NO_VEILS, ORDINARY, RAYS, TITANIC, Eyes, Seen, counts, look, sees
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Pair, Soldier, Unit
from sandtable.table.layout import Layout, rows
from sandtable.table.remembered import Remembered, forgotten, hangs_on
from sandtable.table.terrain import Piece

from .hidden import layout_without, rows_unseen
from .terrain import PILLBOX, height_of, sight_effect

RANKS = {"": ORDINARY, "small": ORDINARY, "large": LARGE, "titanic": TITANIC}
OPEN_GROUND, LIGHT, HEAVY, BUNKERED = 0, 1, 2, 3  # levels of cover: what is taken off the die
COVERS = ("in the open", "light cover", "heavy cover", "pillbox")
COHERENCY = 4000


def _groups(figures: tuple[Soldier, ...]) -> Ints:
    return ints([figure.unit for figure in figures])


groups = Remembered(_groups)
_KNOWN: Remembered[Any, dict[Hashable, Any]] = Remembered(lambda _: {}, most=64)


_TOKENS: dict[Hashable, int] = {}
_fresh = count()
MANY = 1 << 12


def _token(value: Hashable) -> int:
    """A number that stands for a value: a long tuple takes long to look up, and this is looked up all the time."""
    if len(_TOKENS) >= MANY:
        _TOKENS.clear()  # numbers are never used again, so that nothing is taken for anything else
    found = _TOKENS.get(value)
    if found is None:
        found = _TOKENS[value] = next(_fresh)
    return found


def _lying(figures: tuple[Soldier, ...]) -> int:
    """What lines of sight depend on of models: their units, and whether they lie on the ground."""
    return _token(tuple([2 * figure.unit + (figure.prone or figure.down) for figure in figures]))


def _known_of(units: tuple[Unit, ...]) -> int:
    """And of units: a machine is one that has a hull."""
    return _token(
        tuple([(unit.side, unit.hidden, unit.place, unit.men, unit.card.size, unit.card.hull) for unit in units])
    )


lying = Remembered(_lying)
known_of = Remembered(_known_of)


def eyes(state: Battle, side: int, shown: int | None = None) -> Eyes:
    """All that lines of sight of a side depend on; with a Hidden unit of the other side that is `shown` to it, if any.

    They are kept by what of all this they depend on: most of what happens changes nothing about who sees whom.
    """
    base, unseen = _wherever(state, side, shown)
    known: dict[Hashable, tuple[Eyes, Eyes]] = _KNOWN(state.layout)
    key = id(base), unseen
    found = known.get(key)
    if found is None:
        layout = layout_without(state, unseen)
        found = known[key] = base, base._replace(bodies=layout.bodies, veils=_veils(state, layout))  # held, for its id
    return found[1]


@hangs_on(
    lambda state, *_: (state.units, state.figures, state.terrain, state.smokes, state.burning, state.options), most=64
)
def _wherever(state: Battle, side: int, shown: int | None) -> tuple[Eyes, tuple[int, ...]]:
    """All that lines of sight of a side depend on but where everybody stands, and the models that it knows nothing of."""
    switches = state.options.own_unit_blocks_los, state.options.soft_cover_hides_large
    key = (
        side, switches, id(state.terrain), state.smokes, state.burning, lying(state.figures), known_of(state.units),
    )  # fmt: skip
    found = _WHEREVER.get(key)
    if found is None:
        if len(_WHEREVER) >= MOST:
            _WHEREVER.clear()
        found = _WHEREVER[key] = state.terrain, _eyes(state, side)  # held, so that its id stays its own
    return found[1], rows_unseen(state, side, shown)


_WHEREVER: dict[Hashable, tuple[tuple[Piece, ...], Eyes]] = {}
forgotten(_WHEREVER.clear)
MOST = 64


@rule("sotr.los.models-block", "sotr.los.large", "sotr.los.titanic", "sotr.hide.keeps-los")
def _eyes(state: Battle, side: int) -> Eyes:
    units = state.units
    figures = state.figures
    group = groups(figures)
    screens = [
        row
        for unit in units
        if unit.place == "table"
        for row in unit.men
        if not figures[row].prone and not figures[row].down
    ]
    return Eyes(
        bodies=state.layout.bodies,
        groups=group,
        edges=state.ground.edges,
        pieces=_pieces(state),
        ranks=ints([RANKS[unit.card.size] for unit in units])[group],
        peeks=ints([unit.hidden and unit.side == side for unit in units])[group],
        screens=rows(tuple(sorted(screens))),
        hulls=ints([unit.machine for unit in units])[group],
        veils=NO_VEILS,
        past_own=not state.options.own_unit_blocks_los,
    )


def _pieces(state: Battle) -> Ints:
    known = _KNOWN(state.terrain)
    key = state.burning, tuple([smoke.piece for smoke in state.smokes])
    if key not in known:
        known[key] = _terrain(state)
    made: Ints = known[key]
    return made


@rule("sotr.smoke.blocks-los", "sotr.flame.ignite")
def _terrain(state: Battle) -> Ints:
    """The terrain as fans read it, with our heights; smoke on a piece, or fire in it, lets nobody see through."""
    pieces = state.ground.for_sight(sight_effect).copy()
    pieces[:, flat.TOP] = state.ground.each("sotr height", height_of)
    pieces[:, flat.DEPTH] += pieces[:, flat.DEPTH] >= 0  # a thousandth for rounding: exactly at the depth is within it
    for number in {*state.burning, *(smoke.piece for smoke in state.smokes if smoke.piece >= 0)}:
        stops = pieces[number, flat.STOPS]
        if stops in {flat.OPEN, flat.VEIL}:
            pieces[number, flat.STOPS] = flat.AREA if pieces[number, flat.CLOSED] else flat.THICKET
        elif stops == flat.LOW:
            pieces[number, flat.STOPS] = flat.THICKET
    return pieces


@rule("sotr.smoke.blocks-los")
def _veils(state: Battle, layout: Layout) -> Ints:
    """The bases of smoked units and the gaps between their models in Coherency: nobody else sees across them."""
    smoked = [smoke.unit for smoke in state.smokes if smoke.unit >= 0]
    if not smoked:
        return NO_VEILS
    lines = []
    bodies = layout.bodies
    for number in smoked:
        men = [man for man in state.units[number].men if layout.on_table(man)]
        for place, one in enumerate(men):
            x, y = layout.point(one)
            radius = layout.radius(one)
            lines += [(x - radius, y, x + radius, y, number), (x, y - radius, x, y + radius, number)]
            lines += [
                (x, y, *layout.point(other), number)
                for other in men[place + 1 :]
                if int(gap(bodies, one, bodies, other)) <= COHERENCY
            ]
    return ints(lines).reshape(len(lines), 5)


class Sighting(NamedTuple):
    """What one model makes of another: whether it is seen, and its level of cover."""

    visible: bool
    cover: int
    seen: Seen


@rule(
    "sotr.shoot.heavy-cover", "sotr.shoot.light-cover", "sotr.shoot.pillbox", "sotr.cover.matrix", "sotr.gap.los-method",
    "sotr.gap.vehicle-cover",
)  # fmt: skip
def cover_of(hidden: int, soft: int, within: int, *, size: str, options: Options) -> int:
    """The level of cover that a model has from another: 0 to 3, the most severe that applies.

    By how many lines of sight meet hard cover, whether any meets soft cover, and the class of what the model stands in.
    """
    if size == "titanic":
        return OPEN_GROUND
    if within >= PILLBOX:
        return BUNKERED
    if 2 * hidden > RAYS:
        return HEAVY
    if hidden or (soft and (size != "large" or options.soft_cover_hides_large)):
        return LIGHT
    return OPEN_GROUND


def sightings(state: Battle, viewers: Sequence[int], targets: Sequence[int]) -> dict[tuple[int, int], Sighting]:
    """What each of some models of a side makes of each of some others."""
    if not viewers or not targets:
        return {}
    side = state.units[state.figures[viewers[0]].unit].side
    view = eyes(state, side)
    known = _KNOWN(view)
    key = (tuple(viewers), tuple(targets))
    found: dict[tuple[int, int], Sighting] | None = known.get(key)
    if found is None:
        pairs: dict[tuple[int, int], Sighting] = known.setdefault("pairs", {})
        new = tuple(one for one in key[0] if any((one, other) not in pairs for other in key[1]))
        if new:
            pairs.update(_look(state, view, new, key[1]))
        found = known[key] = {(one, other): pairs[one, other] for one in key[0] for other in key[1]}
    return found


def _look(
    state: Battle, view: Eyes, viewers: tuple[int, ...], targets: tuple[int, ...]
) -> dict[tuple[int, int], Sighting]:
    sizes = [state.units[state.figures[target].unit].card.size for target in targets]
    return {
        (viewer, target): Sighting(
            seen.visible, cover_of(seen.hidden, seen.soft, seen.within, size=size, options=state.options), seen
        )
        for viewer, row in zip(viewers, look(view, rows(viewers), rows(targets)), strict=True)
        for target, size, seen in zip(targets, sizes, row, strict=True)
    }


def in_sight(
    state: Battle, viewers: Sequence[int], targets: Sequence[int], shown: int | None = None
) -> Mapping[tuple[int, int], int]:
    """Whom of some others each of some models of a side sees, as (viewer, target), and the level of cover of each.

    It says nothing of those who are not seen, and is much faster than `sightings`. A unit that is `shown` is not Hidden.
    """
    if not viewers or not targets:
        return {}
    view = eyes(state, state.units[state.figures[viewers[0]].unit].side, shown)
    known = _KNOWN(view)
    key = ("seen", tuple(viewers), tuple(targets))
    found: dict[tuple[int, int], int] | None = known.get(key)
    if found is None:
        figures, units, options = state.figures, state.units, state.options
        sized = [(target, units[figures[target].unit].card.size) for target in targets]
        told = counts(view, rows(key[1]), rows(key[2]), if_seen=True).tolist()
        found = known[key] = {
            (viewer, target): cover_of(hidden, soft, within, size=size, options=options)
            for viewer, row in zip(viewers, told, strict=True)
            for (target, size), (clear, hidden, soft, within, _) in zip(sized, row, strict=True)
            if clear >= ENOUGH
        }
    return found


def any_sees(state: Battle, viewers: Sequence[int], targets: Sequence[int], shown: int | None = None) -> bool:
    """Whether any of some models of a side sees any of some others; a unit that is `shown` is not Hidden from it."""
    if not viewers or not targets:
        return False
    view = eyes(state, state.units[state.figures[viewers[0]].unit].side, shown)
    known = _KNOWN(view)
    key = ("any", tuple(viewers), tuple(targets))
    found: bool | None = known.get(key)
    if found is None:
        found = known[key] = sees(view, rows(tuple(viewers)), rows(tuple(targets)))
    return found


def sees_point(state: Battle, viewers: Sequence[int], point: tuple[int, int], *, height: int = 0) -> bool:
    """Whether any of some models of a side sees a point of the table."""
    if not viewers:
        return False
    view = eyes(state, state.units[state.figures[viewers[0]].unit].side)
    mark = disc(*point, 50, ground=height, height=100)
    known = _KNOWN(view)
    if "point" not in known:  # everything but where the point is
        known["point"] = view.with_bodies(stack([mark]), -1)
    wider, at = known["point"]
    bodies = wider.bodies.copy()
    bodies[at] = mark
    return sees(wider._replace(bodies=bodies), rows(tuple(viewers)), at)


# ---- distances


@rule("sotr.gap.measuring")
def between(state: Battle, one: int, other: int) -> int:
    """From the edge of one model's base to that of another's; on a bare table everybody is near."""
    if state.layout.bare:
        return 0
    bodies = state.layout.bodies
    return int(gap(bodies, one, bodies, other))


@rule("sotr.gap.measuring")
def apart(state: Battle, ones: Sequence[int], others: Sequence[int]) -> int:
    """Between the closest models of two groups; on a bare table everybody is near."""
    if state.layout.bare:
        return 0
    return int(nearest(state.layout.bodies, rows(tuple(ones)), rows(tuple(others)))[0])


def closest(state: Battle, ones: Sequence[int], others: Sequence[int]) -> tuple[int, int, int]:
    """The shortest distance between two groups of models, and the two that have it."""
    distance, one, other = nearest(state.layout.bodies, rows(tuple(ones)), rows(tuple(others)))
    return int(distance), int(one), int(other)


def to_point(state: Battle, figure: int, point: tuple[int, int]) -> int:
    """From the edge of a model's base to a point."""
    return int(gap_to_point(state.layout.bodies, figure, *point))


# ---- who there is


def standing(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that are not DOWN."""
    figures = state.figures
    return tuple([man for man in state.units[number].men if not figures[man].down])


def enemies(state: Battle, side: int, *, known: bool = True) -> list[int]:
    """The units of the other side on the table; Hidden ones only if we are not to keep to what is `known`."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.side != side and unit.place == "table" and not (known and unit.hidden)
    ]


def friends(state: Battle, side: int) -> list[int]:
    """The units of a side on the table."""
    return [number for number, unit in enumerate(state.units) if unit.side == side and unit.place == "table"]


def _opponents(engaged: tuple[Pair, ...]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for one, other in engaged:
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


at_grips = Remembered(_opponents, most=8)


def opponents(state: Battle, figure: int) -> Sequence[int]:
    """The models that one is Engaged with."""
    return at_grips(state.engaged).get(figure, ()) if state.engaged else ()


@rule("sotr.gap.hth-two-sided")
def is_engaged(state: Battle, figure: int) -> bool:
    """Whether a model is Engaged in hand-to-hand: not by enemies who are DOWN, though it may still finish them off."""
    return bool(state.engaged) and any(not state.figures[foe].down for foe in opponents(state, figure))


def unit_engaged(state: Battle, number: int) -> bool:
    """Whether any model of a unit is Engaged."""
    figures = state.figures
    return any(
        (figures[one].unit == number and not figures[other].down)
        or (figures[other].unit == number and not figures[one].down)
        for one, other in state.engaged
    )


__all__ = [
    "Sighting",
    "any_sees",
    "apart",
    "between",
    "closest",
    "cover_of",
    "eyes",
    "groups",
    "in_sight",
    "sees_point",
    "sightings",
]
