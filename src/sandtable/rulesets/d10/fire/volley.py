"""Shots: which model fires what at a target, with how many dice, what each needs, and how strong it is."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.line_kernels import COVER, GAP, SEEN
from sandtable.geometry.measure_kernels import gaps
from sandtable.geometry.units import inches
from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, reasons_of
from sandtable.rulesets.d10.basics.charts import BAND_CLAUSES, SIDES, band_of, blasts, reaches, weapon, weapons
from sandtable.rulesets.d10.basics.checks import say
from sandtable.rulesets.d10.basics.sight import cast, shelters
from sandtable.rulesets.d10.basics.terrain import HARD, SOFT
from sandtable.rulesets.d10.basics.units import crew, size_of
from sandtable.rulesets.d10.harm.armour import FRONT, Hit, face_towards
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle
from sandtable.table.layout import rows

from .arms import Arm, bears, has_front_arc, shielded
from .fire_power import AP, HE, multiplied, power_of, shell_against, shots_in
from .to_hit import for_aiming, for_cover, for_crew, for_moving, for_sight, for_size, hit_score

BLAST = inches(3)


class Loaded(NamedTuple):
    """An arm that is going to be fired, with which shell, where it has two, and whether at what it does not see itself."""

    arm: Arm
    shell: str = ""
    unseen: bool = False


class Shot(NamedTuple):
    """What one model fires: its dice, what each needs and why, and what a hit does."""

    figure: int
    weapon: str
    dice: int
    score: int
    modifiers: tuple[Modifier, ...]
    strength: int
    blast: int
    at: int
    face: int
    aimed: bool
    shaped: bool
    band: int
    nearest: int  # the model it is aimed at
    caught: int = 1  # models that a Blast can reach


class Seen(NamedTuple):
    """What one base makes of a target: the gap to its nearest model in sight, that model, its cover and face, all in sight.

    `models` has each model that is in sight with the gap to it, `caught` says how many a Blast would reach. It is all that a
    shot has to know of the table.
    """

    gap: int
    nearest: int
    cover: int
    models: tuple[tuple[int, int], ...]
    face: int = FRONT
    caught: int = 1


@rule("d10.gap.cover")
def cover_by(soft: int, hard: int, many: int) -> int:
    """The cover of a unit by that of its visible models, of whom so many have soft and hard: what at least half have."""
    if hard * 2 >= many:
        return HARD
    return SOFT if (hard + soft) * 2 >= many else 0


def views(state: Battle, loaded: Sequence[Loaded], target: int, *, unseen: bool = False) -> dict[int, Seen]:
    """What each base that fires makes of the target: of the models that its weapon bears on.

    All weapons of a base have the same arc here: the main gun of a vehicle and its machine guns are looked at apart.
    """
    using = {one.arm.figure: one for one in loaded}
    figures = tuple(using)
    men = state.units[target].men
    said = cast(state, figures, men)
    gaps, seen, covers = said[:, :, GAP].tolist(), said[:, :, SEEN].tolist(), said[:, :, COVER].tolist()
    found: dict[int, Seen] = {}
    for row, figure in enumerate(figures):
        arm, blind = using[figure].arm, unseen or using[figure].unseen
        visible = list(range(len(men))) if blind else [place for place, sees in enumerate(seen[row]) if sees]
        if has_front_arc(state, arm):
            visible = [place for place in visible if bears(state, arm, men[place])]
        if not visible:
            continue
        near = min(visible, key=gaps[row].__getitem__)
        every = shelters(state, men) if blind else covers[row]
        classes = [every[place] for place in visible]
        cover = cover_by(classes.count(SOFT), classes.count(HARD), len(classes))
        cover = _behind_shield(state, arm, men[near], cover)
        models = tuple([(men[place], gaps[row][place]) for place in visible])
        face = face_towards(state, men[near], figure)
        caught = most_caught(state, target, men[near]) if blasts(arm.weapon, state.options) else 1
        found[figure] = Seen(gaps[row][near], men[near], cover, models, face, caught)
    return found


@rule("d10.shoot.check-los-range")
def fires_at(one: Loaded, seen: Seen, options: Options) -> bool:
    """Whether an arm reaches what its base sees and can be pointed at."""
    return band_of(seen.gap, options) is not None and reaches(one.arm.weapon, seen.gap, options)


@rule("d10.shoot.check-los-range", "d10.gap.shots", "d10.range.no-to-hit-effect", "d10.gap.damage-stat")
def shot_of(state: Battle, number: int, one: Loaded, seen: Seen, *, unseen: bool = False) -> Shot | None:
    """What an arm fires at what its base sees; None if it does not reach it."""
    fired = weapon(one.arm.weapon, state.options)
    band = band_of(seen.gap, state.options)
    if band is None or not fires_at(one, seen, state.options):
        return None
    unit, unseen = state.units[number], unseen or one.unseen
    strength, blast, at = power_of(fired, band, one.shell)
    modifiers = _modifiers(
        one.arm.weapon, band, unit.moved, size_of(state, seen.nearest), seen.cover, state.options,
        crew(state, number), one.arm.figure == unit.gun, unseen,
    )  # fmt: skip
    if state.options.damage_stat == "assault":
        strength = unit.card.assault
    return Shot(
        figure=one.arm.figure,
        weapon=one.arm.weapon,
        dice=dice_of(state, number, one.arm, band),
        score=hit_score(unit.card.shooting, modifiers, state.options),
        modifiers=modifiers,
        strength=strength,
        blast=blast,
        at=at,
        face=seen.face,
        aimed=fired.has("aimed") and not unit.moved,
        shaped=fired.has("shaped"),
        band=band,
        nearest=seen.nearest,
        caught=seen.caught,
    )


@lru_cache(maxsize=1024)
def _modifiers(  # noqa: PLR0913, PLR0917  # all that a shot depends on
    name: str, band: int, moved: bool, size: int, cover: int, options: Options, men: int, towed: bool, unseen: bool
) -> tuple[Modifier, ...]:  # fmt: skip
    """Why a shot hits better or worse: the same for all who fire the same under the same circumstances."""
    fired = weapon(name, options)
    return (
        *for_moving(fired, band, options, moved=moved),
        *for_size(size, options),
        *for_cover(fired, cover, options),
        *for_aiming(fired, options, moved=moved),
        *for_crew(fired, men, options, towed=towed),
        *for_sight(options, unseen=unseen),
    )


@rule("d10.gap.guns")
def _behind_shield(state: Battle, arm: Arm, nearest: int, cover: int) -> int:
    """The cover of a target: a gun shield is soft cover for its crew against what comes from the front."""
    behind = cover < SOFT and shielded(state, state.figures[nearest].unit, arm.figure)
    return SOFT if behind else cover


@rule("d10.gap.shots", "d10.gap.guns", "d10.gap.unit-de-hmg")
def dice_of(state: Battle, number: int, arm: Arm, band: int) -> int:
    """How many dice a weapon throws in a band."""
    unit = state.units[number]
    sixth = unit.card.has("six-shots") and arm.weapon == "mmg"
    single_handed = arm.figure == unit.gun and crew(state, number) < 2
    return shots_in(weapon(arm.weapon, state.options), band, sixth=sixth, single_handed=single_handed)


@rule("d10.gap.tag-at", "d10.gap.weapon-panzerfaust", "d10.gap.weapon-bazooka")
def usual_shell(state: Battle, name: str, target: int) -> str:
    """What a weapon with two kinds of shell fires: high explosive at everything smaller than a light lorry."""
    largest = max([state.figures[man].size for man in state.units[target].men])
    return shell_against(weapon(name, state.options), largest)


# ---- dice


class Group(NamedTuple):
    """Shots that are thrown together because every die needs the same and does the same.

    `modifiers` are those of all shots; `mixed` says that not every shot has them all (a move that one weapon minds, cover
    that another lacks), so that they do not add up to the score.
    """

    score: int
    strength: int
    blast: int
    at: int
    face: int
    aimed: bool
    shaped: bool
    dice: int
    modifiers: tuple[Modifier, ...]
    what: str
    bands: tuple[int, ...]
    nearest: int  # the model that a Blast is aimed at
    caught: int  # how many models it can reach
    mixed: bool = False
    aloud: str = ""  # what they need and why, where not all have the same reasons


def grouped(shots: Sequence[Shot]) -> list[Group]:
    """Shots by what their dice need and do, in the order in which they first come; a Blast also by where it falls."""
    found: dict[tuple[object, ...], list[Shot]] = {}
    for shot in shots:
        where = shot.nearest if shot.blast else -1
        key = (shot.score, shot.strength, shot.blast, shot.at, shot.face, shot.aimed, shot.shaped, where)
        found.setdefault(key, []).append(shot)
    return [_group(several) for several in found.values()]


def _group(shots: Sequence[Shot]) -> Group:
    one = shots[0]
    mixed = any(shot.modifiers != one.modifiers for shot in shots)
    modifiers = tuple(dict.fromkeys(each for shot in shots for each in shot.modifiers)) if mixed else one.modifiers
    return Group(
        one.score, one.strength, one.blast, one.at, one.face, one.aimed, one.shaped,
        sum(shot.dice for shot in shots), modifiers, armed_with(shots), tuple(sorted({shot.band for shot in shots})),
        one.nearest, one.caught, mixed, f"{one.score}+ ({reasons_of(shot.modifiers for shot in shots)})" if mixed else "",
    )  # fmt: skip


def armed_with(shots: Sequence[Shot]) -> str:
    """The weapons of some shots in words: 5 rifles, 1 light MG 42, 75 mm gun."""
    counts: dict[str, int] = {}
    lines = weapons()
    for shot in shots:
        title = lines[shot.weapon].title
        counts[title] = counts.get(title, 0) + 1
    return ", ".join(
        title if number == 1 and title[0].isdigit() else count_of(number, title, f"{title}s")
        for title, number in counts.items()
    )


@rule("d10.shoot.table", "d10.shoot.sequence")
def roll_to_hit(group: Group, why: str, seat: int) -> Roll[int]:
    """The dice of a group of shots."""
    clauses = ("d10.shoot.table", *(BAND_CLAUSES[band] for band in group.bands))
    because = (*clauses, *(modifier.clause for modifier in group.modifiers))
    own = () if group.mixed else group.modifiers
    return Roll(
        group.dice, SIDES, AtLeast(group.score), why=why, because=because, seat=seat, needs=say(group.score, own),
        aloud=group.aloud, step=f"to hit ({group.what})", modifiers=own,
    )  # fmt: skip


@rule("d10.gap.tag-blast")
def most_caught(state: Battle, target: int, aimed_at: int) -> int:
    """How many models of a target a Blast can reach: those within 3 inches of the one it is aimed at, and that one."""
    return int((gaps(state.layout.bodies, rows((aimed_at,)), rows(state.units[target].men)) <= BLAST).sum())


def caught_by(group: Group) -> int:
    """How many hits one success of a group is: one, or as many as its Blast catches."""
    return multiplied(1, group.blast, group.caught)


def hit_of(group: Group, hits: int) -> Hit:
    """So many hits of a group."""
    return Hit(hits, group.strength, group.at, group.face, group.blast > 0, group.aimed, group.shaped)


__all__ = [
    "AP",
    "HE",
    "Group",
    "Loaded",
    "Seen",
    "Shot",
    "armed_with",
    "cover_by",
    "dice_of",
    "fires_at",
    "grouped",
    "hit_of",
    "most_caught",
    "roll_to_hit",
    "shot_of",
    "usual_shell",
    "views",
]
