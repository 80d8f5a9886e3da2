"""Aiming blast and heavy weapons (1.7.2): what may be nominated, where the template goes, what the shot needs."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import ahead
from sandtable.geometry.bodies import GROUND, HALF_LENGTH, HALF_WIDTH, RADIUS
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import total
from sandtable.mechanics.pieces import middle_of
from sandtable.play.modifier import Modifier
from sandtable.rulesets.sotr.basics.sight import any_sees, in_sight, sees_point, sightings, to_point
from sandtable.rulesets.sotr.basics.smoke import smoked, smoked_piece, smoked_unit
from sandtable.rulesets.sotr.basics.templates import Landing, at_point, off_piece, standing_on
from sandtable.rulesets.sotr.basics.words import hit_or_missed
from sandtable.rulesets.sotr.fire import to_hit
from sandtable.rulesets.sotr.fire.targets import free_models, held_sight
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle, Point, Soldier

LONG = inches(24)
ON_A_LINE = inches(0.25)  # how far from a wall or hedge a point may be and still be on it


class Aim(NamedTuple):
    """What is nominated: a unit, a piece of terrain or just a point; `over` obstructions, for indirect fire."""

    kind: str
    number: int = -1
    over: bool = False


# ---- whom it may be


@rule("sotr.overwatch.fire")
def watched_unit(state: Battle, only: int | None) -> int | None:
    """The only unit that may be fired at: the one that was named, or the one that Overwatch fire is at."""
    return state.watched if only is None and state.watched >= 0 else only


@rule("sotr.blast.nominate", "sotr.shoot.into-hth", "sotr.shoot.near-hth")
def seen_models(state: Battle, figure: int, number: int) -> tuple[int, ...]:
    """The models of a unit that a model sees and may shoot at. `state` is as the firer's side knows it."""
    men = free_models(state, number)
    seen = in_sight(state, (figure,), men)
    return tuple([man for man in men if (figure, man) in seen])


@rule("sotr.blast.vehicle")
def facings_in_sight(state: Battle, figure: int, machine: int) -> dict[str, Landing]:
    """The facings of a machine that a model sees, with the point at the middle of each; left and right are told apart."""
    hull = state.units[machine].men[0]
    row = state.layout.bodies[hull]
    x, y = state.layout.point(hull)
    bearing, ground = state.layout.bearing(hull), int(row[GROUND])
    from_x, from_y = state.layout.point(figure)
    found = {}
    for turn, name in ((0, "front"), (900, "right side"), (1800, "rear"), (2700, "left side")):
        half = int(row[HALF_LENGTH if turn % 1800 == 0 else HALF_WIDTH] or row[RADIUS])
        middle = ahead(x, y, bearing + turn, half)
        outside = ahead(x, y, bearing + turn, half + INCH)
        before = (from_x - middle[0]) * (outside[0] - middle[0]) + (from_y - middle[1]) * (outside[1] - middle[1])
        just = ahead(x, y, bearing + turn, half + 100)
        if before > 0 and sees_point(state, (figure,), (int(just[0]), int(just[1])), height=ground):
            found[name] = Landing((int(middle[0]), int(middle[1])), ground)
    return found


# ---- points and pieces of terrain


def spot_in_sight(state: Battle, viewers: Sequence[int], at: Landing) -> bool:
    """Whether some models see a point, or a model that stands on it. `state` is as their side knows it."""
    if sees_point(state, viewers, at.point, height=at.ground):
        return True
    return any_sees(state, viewers, standing_on(state, at.point))


def on_piece(state: Battle, number: int, point: Point) -> bool:
    """Whether a point lies on a piece of terrain."""
    return off_piece(state, number, point) <= (0 if state.terrain[number].closed else ON_A_LINE)


@rule("sotr.blast.terrain", "sotr.blast.ex-woods")
def point_in_sight(state: Battle, viewers: Sequence[int], number: int) -> Point | None:
    """A point of a piece of terrain that some models see, if there is one: the nearer ones are tried first."""
    piece = state.terrain[number]
    outline = piece.outline
    middle = middle_of(outline)
    ends = outline[1:] + (outline[:1] if piece.closed else ())
    halves = tuple(((ax + bx) // 2, (ay + by) // 2) for (ax, ay), (bx, by) in zip(outline, ends, strict=False))
    tried = [middle] if piece.closed else []
    tried += [_inwards(point, middle) if piece.closed else point for point in (*outline, *halves)]
    tried.sort(key=lambda point: to_point(state, viewers[0], point))
    for point in tried[:8]:
        if on_piece(state, number, point) and spot_in_sight(state, viewers, at_point(state, point)):
            return point
    return None


def _inwards(point: Point, middle: Point) -> Point:
    """A point of an outline, moved half an inch towards the middle."""
    dx, dy = middle[0] - point[0], middle[1] - point[1]
    length = max(1, abs(dx), abs(dy))
    step = min(length, INCH // 2)
    return point[0] + dx * step // length, point[1] + dy * step // length


# ---- what the shot needs


@rule("sotr.blast.cover", "sotr.blast.ex-cover")
def cover_of_most(covers: Sequence[int]) -> int:
    """The most severe level of cover that more than half of the models touched have at least."""
    return max((level for level in range(4) if 2 * sum(cover >= level for cover in covers) > len(covers)), default=0)


class Shot(NamedTuple):
    """A shot with a template or a shell: who fires what at whom, where it is laid, and whom it would touch there."""

    figure: int
    aim: Aim
    at: Landing
    touched: tuple[int, ...]
    overwatch: bool = False
    charging: bool = False


@rule("sotr.shoot.mod-on-die", "sotr.weapon.grenade-launcher")
def blast_modifiers(state: Battle, shot: Shot, weapon: Weapon) -> tuple[Modifier, ...]:
    """Everything that is added to the die, as for any other shot. `state` is as the firer's side knows it."""
    return to_hit.modifiers(as_any_shot(state, shot, weapon), state.options)


@rule("sotr.blast.cover", "sotr.smoke.modifier", "sotr.shoot.aimed", "sotr.weapon.multi-no-aim")
def as_any_shot(state: Battle, shot: Shot, weapon: Weapon) -> to_hit.Shot:
    """A shot with a template as the modifiers want to know it: of a unit nominated, of those who would be touched."""
    aim, figure = shot.aim, shot.figure
    plain = to_hit.Shot(
        weapon.id,
        distance=0 if aim.over else to_point(state, figure, shot.at.point),  # indirect fire has its own rule for it
        overwatch=shot.overwatch,
        charging=shot.charging,
        above=int(state.layout.bodies[figure, GROUND]) - shot.at.ground,
        smoke=smoked(state, figure) or _in_smoke(state, shot),
    )
    if aim.kind != "unit":
        return plain
    card = state.units[aim.number].card
    touched = tuple(one for one in shot.touched if one != figure)
    seen = sightings(state, (figure,), touched)
    return plain._replace(
        cover=cover_of_most([seen[figure, one].cover for one in touched]),
        aimed=not shot.overwatch and held_sight(state, figure, aim.number),
        prone=2 * sum(_lies(state.figures[one]) for one in touched) > len(touched),
        camo="camo" in card.traits,
        size=card.size,
    )


def _in_smoke(state: Battle, shot: Shot) -> bool:
    """Whether what is nominated is in smoke."""
    aim = shot.aim
    if aim.kind == "piece":
        return smoked_piece(state, aim.number)
    models = [one for one in shot.touched if state.figures[one].unit == aim.number]
    return aim.kind == "unit" and (smoked_unit(state, aim.number) or any(smoked(state, one) for one in models))


def _lies(figure: Soldier) -> bool:
    return figure.prone or figure.down


@rule("sotr.shoot.roll", "sotr.shoot.mod-on-die", "sotr.blast.nominate")
def shot_roll(
    modifiers: tuple[Modifier, ...], why: str, because: tuple[str, ...], seat: int, options: Options
) -> Roll[int]:
    """One shot: D6 and its modifiers, 4 or more hits."""
    score = options.tables.hit.base.needs - total(modifiers)
    reasons = ", ".join(map(str, modifiers))
    cited = tuple(dict.fromkeys(("sotr.shoot.roll", *because, *(modifier.clause for modifier in modifiers))))
    needs = f"{score}+ ({reasons})" if reasons else f"{score}+"
    return Roll(
        1, 6, AtLeast(score), why=why, because=cited, seat=seat, needs=needs, say=hit_or_missed, step="to hit",
        modifiers=modifiers,
    )  # fmt: skip
