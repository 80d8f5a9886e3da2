"""Laying weapons on a target: what each throws, needs and does, from numbers alone."""

from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches, show
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Unfit, field
from sandtable.mechanics.telling import count_of
from sandtable.rulesets.d10.charts import Weapon, band_of, reaches, weapons
from sandtable.rulesets.d10.fire_power import may_fire, power_of, shell_against, shots_in
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Kind
from sandtable.rulesets.d10.to_hit import (
    for_aiming,
    for_cover,
    for_crew,
    for_moving,
    for_sight,
    for_size,
    hit_score,
)
from sandtable.rulesets.d10.toughness import FRONT, Hit
from sandtable.rulesets.d10.volley import Group

from .fields import COVERS, FIRED, Cover


class Firing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Models with one weapon that shoot at a unit."""

    shooting: Annotated[int, field("SH", "of the shooter", role="shooter", fact="shooting", ge=1, le=10)] = 4
    weapon: Annotated[str, field("Weapon", "what most of them fire", role="shooter", fact="weapon", choices=FIRED)] = (
        "rifle"
    )
    shooters: Annotated[int, field("Models with it", role="shooter", fact="bearers", ge=1, le=20)] = 7
    distance: Annotated[
        float, field("Distance", "inches from them to the nearest model that they see", ge=0, le=60)
    ] = 12
    moved: Annotated[bool, field("Moved", "the shooting unit has moved this turn", role="shooter", fact="moved")] = (
        False
    )
    cover: Cover = "none"
    by: Annotated[Kind, field("Shooter's kind", "what fires it", role="shooter", fact="kind")] = "squad"
    crew: Annotated[
        int, field("Shooter's models", "models left in the shooting unit", role="shooter", fact="left", ge=1, le=20)
    ] = 10
    six_shots: Annotated[
        bool, field("MG 42 on a tripod", "its tripod gun has a sixth shot", role="shooter", fact="six_shots")
    ] = False
    unseen: Annotated[
        bool, field("Out of sight", "the target is seen by others only: Indirect weapons fire at it all the same")
    ] = False
    shell: Annotated[
        Literal["usual", "ap", "he"],
        field("Shell", "of a weapon with two kinds; usually high explosive at anything smaller than Size 4"),
    ] = "usual"
    assault: Annotated[
        int,
        field(
            "AS", "of the shooter: counts only where AS does the damage", role="shooter", fact="assault", ge=1, le=10
        ),
    ] = 4


class Several(Firing, frozen=True, kw_only=True):
    """A whole unit that shoots, with up to three weapons."""

    second_weapon: Annotated[
        str, field("Second weapon", "what others fire", role="shooter", fact="second_weapon", choices=FIRED)
    ] = "mg42"
    second: Annotated[int, field("Models with it", role="shooter", fact="second_bearers", ge=0, le=9)] = 0
    third_weapon: Annotated[
        str, field("Third weapon", "a machine gun, a grenade, a Panzerfaust instead of a rifle", choices=FIRED)
    ] = "frag"
    third: Annotated[int, field("Models with it", ge=0, le=9)] = 0


def armed(given: Several) -> list[tuple[str, int]]:
    """The weapons that fire, with their counts; says what is wrong with so many."""
    every = [(given.weapon, given.shooters), (given.second_weapon, given.second), (given.third_weapon, given.third)]
    total = sum(count for _, count in every)
    if given.by == "squad" and total > given.crew:
        raise Unfit("shooters", f"{total} are to shoot, and {given.crew} models are left")
    if given.by == "individual" and total > 1:
        raise Unfit("shooters", "an individual fires one of its weapons [d10.gap.grenades]")
    if sum(count for name, count in every if name == "frag") > 1:
        raise Unfit("third" if given.third else "shooters", "one model of a unit throws a grenade [d10.gap.grenades]")
    return [(name, count) for name, count in every if count]


def why_silent(given: Firing, name: str) -> Unfit | None:
    """Why a weapon does not fire in this situation."""
    weapon, distance = weapons()[name], inches(given.distance)
    if weapon.has("gun") and given.by not in {"gun", "vehicle"}:
        return Unfit("by", f"a {weapon.title} is fired by its crew or from a vehicle [d10.gap.guns]")
    if not reaches(name, distance):
        return Unfit("distance", f"a {weapon.title} does not shoot at {show(distance)} [{weapon.clause}]")
    if given.unseen and not weapon.has("indirect"):
        return Unfit("unseen", f"a {weapon.title} has to see its target [d10.shoot.check-los-range]")
    vehicle = given.by == "vehicle"
    if not may_fire(name, weapon, moved=given.moved, vehicle=vehicle, crew=given.crew):
        if may_fire(name, weapon, moved=False, vehicle=vehicle, crew=given.crew):
            return Unfit("moved", f"a {weapon.title} is not fired after a move [d10.gap.tag-fixed]")
        return Unfit("crew", f"a {weapon.title} takes a crew of {weapon.crew} [{weapon.clause}]")
    return None


def groups_of(
    given: Firing, options: Options, every: list[tuple[str, int]], size: int, face: int = FRONT
) -> list[Group]:
    """The throws of all weapons that can fire; refuses a situation in which none can."""
    silent = [why_silent(given, name) for name, _ in every]
    found = [
        group_of(given, options, name, count, size, face)
        for (name, count), why in zip(every, silent, strict=True)
        if why is None
    ]
    if not found and silent[0] is not None:
        raise silent[0]
    return found


def group_of(given: Firing, options: Options, name: str, count: int, size: int, face: int) -> Group:
    """What so many models with a weapon throw, what each die needs and what a hit does."""
    weapon = weapons()[name]
    band = band_of(inches(given.distance))
    assert band is not None, "beyond every band nothing is fired"
    shell = shell_against(weapon, size) if given.shell == "usual" or not weapon.he[0] else given.shell
    strength, blast, at = power_of(weapon, band, shell)
    towed = given.by == "gun" and weapon.has("gun")
    modifiers = _modifiers(given, options, weapon, band, size, towed=towed)
    sixth = given.six_shots and name == "mmg"
    dice = shots_in(weapon, band, sixth=sixth, single_handed=towed and given.crew < 2)
    return Group(
        score=hit_score(given.shooting, modifiers),
        strength=given.assault if options.damage_stat == "assault" else strength,
        blast=blast,
        at=at,
        face=face,
        aimed=weapon.has("aimed") and not given.moved,
        shaped=weapon.has("shaped"),
        dice=count * dice,
        modifiers=tuple(modifiers),
        what=count_of(count, weapon.title, f"{weapon.title}s"),
        bands=(band,),
        nearest=0,
    )


def _modifiers(given: Firing, options: Options, weapon: Weapon, band: int, size: int, *, towed: bool) -> list[Modifier]:
    return [
        *for_moving(weapon, band, moved=given.moved),
        *for_size(size),
        *for_cover(weapon, COVERS[given.cover], options),
        *for_aiming(weapon, moved=given.moved),
        *for_crew(weapon, given.crew, towed=towed),
        *for_sight(unseen=given.unseen),
    ]


def hit_of(group: Group, hits: int) -> Hit:
    """Hits of a throw."""
    return Hit(hits, group.strength, group.at, group.face, group.blast > 0, group.aimed, group.shaped)
