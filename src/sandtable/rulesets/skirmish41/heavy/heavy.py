"""Weapons that are no small arms: which of them a team can use now, at whom, and what the D20 needs."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.geometry.angle import bearing_to, turn_between
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.lines import Sighted
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.rulesets.skirmish41.basics.charts import (
    D20,
    REACHES,
    band_of,
    flame_at_band,
    score_of,
    weapon_of,
    weapons,
)
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.sight import inside_pieces, look, shelters
from sandtable.rulesets.skirmish41.basics.terrain import ENCLOSED
from sandtable.rulesets.skirmish41.basics.units import between, contacts, in_melee, leads, left, on_table, rate
from sandtable.rulesets.skirmish41.fire.crews import crew_of, is_saved_for, points
from sandtable.rulesets.skirmish41.fire.targets import ahead_of
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card
from sandtable.table.layout import rows

from .bomb_modifiers import bomb_modifiers, harder_to_hit, is_drop, is_fast

SPOTTER = inches(12)
STRAIGHT = 150  # tenths of a degree off the line to the shooter
ITEMS = ("grenade", "rifle-grenade", "molotov", "at-grenade", "panzerfaust")


class Arm(NamedTuple):
    """A weapon ready to be used: which, by whom, and from which base it is aimed."""

    weapon: str
    crew: tuple[int, ...]
    eye: int


class Shot(NamedTuple):
    """A shot with such a weapon: the score that the D20 needs, the band, the modifiers on the die, and on which table."""

    score: int
    band: int
    modifiers: tuple[Modifier, ...]
    indirect: bool = False
    table: str = "bomb"

    @property
    def needs(self) -> str:
        """What the die needs, with everything that changes it."""
        said = "".join(f", {one}" for one in self.modifiers)
        return f"{self.score}+ ({REACHES[self.band]}{said})"


# ---- what is at hand


def arms_ready(state: Battle, number: int) -> list[Arm]:
    """Every weapon of a team but small arms that it has the actions and the rounds for; nobody may write to it."""
    known = findings(state).arms
    found: list[Arm] | None = known.get(number)
    if found is None:
        found = known[number] = _arms_ready(state, number)
    return found


def can_use(state: Battle, number: int, weapon: str) -> bool:
    """Whether a weapon is ready in anybody's hands."""
    return next(_each_arm(state, number, weapon), None) is not None


def _arms_ready(state: Battle, number: int) -> list[Arm]:
    return [arm for weapon in heavy_weapons(state, number) for arm in _each_arm(state, number, weapon)]


@rule("sk.gren.cost-grenade", "sk.gren.cost-mortar", "sk.at.cost", "sk.gun.cost", "sk.flame.shots", "sk.gap.ammunition")
def _each_arm(state: Battle, number: int, weapon: str) -> Iterator[Arm]:
    """A weapon in the hands of everybody who could use it now."""
    unit = state.units[number]
    if unit.frozen or unit.routing or unit.stunned or unit.place != "table" or unit.card.kind == "dummy":
        return
    if unit.mounted:
        yield from _tank_gun(state, number)
        return
    if not has_rounds(state, number, weapon):
        return
    cost, is_gun = weapon_of(weapon, state.options).cost, weapon == unit.card.gun
    for crew in _hands(state, number, weapon):
        have = points(state, crew) if is_saved_for(weapon) else sum([left(state, man) for man in crew])
        if crew and have >= cost and not _barred(state, number, weapon, crew[0]):
            yield Arm(weapon, tuple(crew), unit.hull if is_gun else crew[0])


def heavy_weapons(state: Battle, number: int) -> list[str]:
    """Every weapon of a team but small arms, whether it can be used now or not."""
    unit = state.units[number]
    gun = [unit.card.gun] if unit.card.gun and (unit.mounted or unit.card.kind == "gun") else []
    if unit.mounted:
        return gun
    borne = [arm for man in unit.men for arm in no_small_arms(state.figures[man].arms)]
    return list(dict.fromkeys([*gun, *borne, *[item for item in unit.items if item in ITEMS]]))


@lru_cache(maxsize=256)
def no_small_arms(arms: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some arms that are no small arms."""
    return tuple(arm for arm in arms if weapons()[arm].kind != "small")


def _tank_gun(state: Battle, number: int) -> list[Arm]:
    unit = state.units[number]
    gun = unit.card.gun
    if not gun or gun in unit.wrecked or not unit.optics or unit.shot:
        return []
    crew = crew_of(state, number, gun)
    return (
        [Arm(gun, tuple(crew), unit.hull)] if crew and points(state, crew) >= weapon_of(gun, state.options).cost else []
    )


@rule("sk.melee.no-fire", "sk.move.dragged-one", "sk.gap.captured")
def _hands(state: Battle, number: int, weapon: str) -> list[list[int]]:
    """Who may use a weapon: its crew; what the team has in its pockets anybody who is free, best who has not moved."""
    unit = state.units[number]
    borne = [man for man in unit.men if weapon in state.figures[man].arms and rate(state.figures[man])]
    if weapon == unit.card.gun or (borne and weapons()[weapon].has("pooled")):
        return [crew_of(state, number, weapon)]
    fighting = contacts(state).figures
    if borne:
        return [[man] for man in borne if man not in fighting and state.figures[man].carries < 0]
    if weapon not in unit.items:
        return []
    free = [man for man in unit.men if man not in fighting and state.figures[man].carries < 0]
    able = [man for man in free if rate(state.figures[man])]
    if weapon == "rifle-grenade":
        able = [man for man in able if "rifle" in state.figures[man].arms]
    return [[man] for man in sorted(able, key=lambda man: (state.figures[man].moves > 0, man))]


@rule("sk.gap.ammunition", "sk.flame.shots", "sk.at.range-panzerfaust")
def has_rounds(state: Battle, number: int, weapon: str) -> bool:
    """Whether there is anything to fire."""
    unit, line = state.units[number], weapons()[weapon]
    if line.kind == "flame":
        return "fuel" in unit.items
    if line.has("rockets"):
        return "bomb" in unit.items
    if line.has("mortar"):
        return bool({"he", "smoke", "wp"} & set(unit.items))
    return True


@rule("sk.flame.no-move-fire", "sk.gun.cost", "sk.gap.mg-limits", "sk.melee.no-fire")
def _barred(state: Battle, number: int, weapon: str, man: int) -> bool:
    """Whether a weapon may not be fired now although there is everything for it."""
    unit, line, figure = state.units[number], weapons()[weapon], state.figures[man]
    if line.kind == "flame" and figure.moves:
        return True
    if line.has("tripod") and (figure.moves or not unit.ready):
        return True
    once = line.kind == "gun" or line.has("mortar")
    return (once and unit.shot) or in_melee(state, man)


# ---- at whom


@rule(
    "sk.gren.targets", "sk.at.no-infantry", "sk.at.rifle-afv-only", "sk.gap.indirect-mortars", "sk.gap.spotted-status"
)
def targets_for(state: Battle, number: int, arm: Arm) -> dict[int, Shot]:
    """The teams that a weapon can be used against now, with what each shot needs."""
    foes = [foe for foe in on_table(state, 1 - state.units[number].side) if state.units[foe].spotted]
    far = _farthest(arm.weapon, state.options)
    found = {}
    for foe in foes:
        bodies = state.units[foe].bodies
        if not bodies or int(nearest(state.layout.bodies, rows((arm.eye,)), rows(bodies))[0]) > far:
            continue  # most are out of reach of what is thrown
        shot = shot_at(state, number, arm, foe) if may_strike(state, arm.weapon, foe) else None
        if shot is not None:
            found[foe] = shot
    return found


def _farthest(weapon: str, options: Options) -> int:
    """How far a weapon reaches, whatever it is used against."""
    line = weapon_of(weapon, options)
    others = weapon_of("rifle-grenade", options).farthest if line.kind == "anti-tank" else 0
    return max(line.farthest, others, *line.at_vehicles, *weapon_of("flamethrower", options).at_vehicles)


def best_shots(state: Battle, number: int, weapon: str) -> dict[int, tuple[Arm, Shot]]:
    """The teams that a weapon can be used against now, each by the man of the team for whom it is easiest."""
    found: dict[int, tuple[Arm, Shot]] = {}
    for arm in arms_ready(state, number):
        if arm.weapon != weapon:
            continue
        for foe, shot in targets_for(state, number, arm).items():
            if foe not in found or shot.score < found[foe][1].score:
                found[foe] = arm, shot
    return dict(sorted(found.items()))


@rule("sk.gren.targets", "sk.at.no-infantry", "sk.at.rifle-afv-only", "sk.gap.melee-vs-vehicle", "sk.at.as-57")
def may_strike(state: Battle, weapon: str, foe: int) -> bool:
    """Whether a weapon is of any use against a team."""
    unit = state.units[foe]
    if weapon == "grenade" and not unit.mounted:
        return state.options.grenades_any_target or grenade_target(state, foe)
    return of_use(weapon, unit.card if unit.mounted else None)


@rule("sk.at.no-infantry", "sk.at.rifle-afv-only", "sk.gren.effect-unaware")
def of_use(weapon: str, card: Card | None) -> bool:
    """Whether a weapon harms men, or a vehicle with this card: bombs only those who sit in an open one."""
    line = weapons()[weapon]
    if card is None:
        return not line.has("no-infantry")
    if line.kind == "bomb":
        return card.open
    return not line.has("afv-only") or card.armoured


@rule("sk.gren.targets")
def grenade_target(state: Battle, foe: int) -> bool:
    """Whether a hand grenade may be thrown at men: machine guns, guns, whoever is in a trench, a bunker or a house."""
    unit = state.units[foe]
    if unit.card.kind == "gun" or any([_bears_mg(state.figures[man].arms) for man in unit.men]):  # noqa: C419
        return True
    return any(piece is not None for piece in inside_pieces(state, unit.men, ENCLOSED))


@lru_cache(maxsize=256)
def _bears_mg(arms: tuple[str, ...]) -> bool:
    return any(weapons()[arm].has("mg") for arm in arms)


def shot_at(state: Battle, number: int, arm: Arm, foe: int) -> Shot | None:
    """What a shot at a team needs; None if it cannot be taken."""
    other = state.units[foe]
    line = weapons()[arm.weapon]
    fighting = contacts(state).figures
    bodies = (other.hull,) if other.mounted else tuple([man for man in other.men if man not in fighting])
    if not bodies:
        return None
    if line.kind == "gun" and not _gun_points(state, number, arm, bodies):
        return None
    lines = look(state, (arm.eye,), bodies)[0]
    seen = [one for one in lines if one.seen]
    indirect = not seen
    if indirect and (not line.has("mortar") or spotter_for(state, number, foe) is None):
        return None
    distance = min(one.gap for one in seen or lines)
    band, table = band_against(arm.weapon, distance, state.options, vehicle=other.mounted)
    if band is None:
        return None
    covered = _in_cover(state, foe, seen)
    modifiers = bomb_modifiers_for(state, number, arm, foe, distance, covered, indirect) if table == "bomb" else ()
    harder = _moving_target(state, arm, foe) if table == "anti-tank" else ()
    return shot_with(arm.weapon, distance, modifiers, state.options, harder, vehicle=other.mounted, indirect=indirect)


@rule("sk.gren.target-moving-cover", "sk.gap.cover-types")
def _in_cover(state: Battle, foe: int, seen: list[Sighted]) -> bool:
    """Whether a team is in cover: everybody in sight behind something, or in it; without a line, all of it in shelter."""
    unit = state.units[foe]
    if unit.mounted:
        return False
    return all(one.cover for one in seen) if seen else all(shelters(state, unit.men))


@rule("sk.gren.area", "sk.melee.no-fire")
def aim_points(state: Battle, arm: Arm, foe: int) -> list[int]:
    """The figures of a team on which the point of aim may be placed: those in sight, not in melee."""
    men = [man for man in state.units[foe].men if not in_melee(state, man)]
    seen = [man for man, one in zip(men, look(state, (arm.eye,), men)[0], strict=True) if one.seen]
    return seen or men


def shot_with(
    weapon: str,
    distance: int,
    modifiers: tuple[Modifier, ...],
    options: Options,
    harder: tuple[Modifier, ...] = (),
    *,
    vehicle: bool,
    indirect: bool = False,
) -> Shot | None:
    """What a shot needs at a distance: `modifiers` are on the die, `harder` on the score; None if it cannot hit."""
    band, table = band_against(weapon, distance, options, vehicle=vehicle)
    if band is None:
        return None
    score = score_of(table, band, options) - total(modifiers) + total(harder)
    return Shot(score, band, (*modifiers, *harder), indirect, table) if score <= D20 else None


@rule("sk.gren.at-as-rifle-grenade", "sk.flame.at", "sk.gap.melee-vs-vehicle", "sk.at.range-at-grenade")
def band_against(weapon: str, distance: int, options: Options, *, vehicle: bool) -> tuple[int | None, str]:
    """The band of a weapon against a target, and the table it fires on: anti-tank weapons at men are rifle grenades."""
    line = weapons()[weapon]
    if line.kind == "anti-tank" and not vehicle:
        return band_of("rifle-grenade", distance, options), "bomb"
    if line.kind == "flame" and vehicle:
        return flame_at_band(distance, options), "anti-tank"
    return band_of(weapon, distance, options), line.kind


@rule("sk.gap.line-of-sight", "sk.gap.towed-guns")
def _gun_points(state: Battle, number: int, arm: Arm, bodies: tuple[int, ...]) -> bool:
    """Whether a gun points at a target: all round in a turret, else through the quarter ahead."""
    return state.units[number].card.has("turret") or ahead_of(state, arm.eye, bodies)


@rule("sk.gap.indirect-mortars")
def spotter_for(state: Battle, number: int, foe: int) -> int | None:
    """Who reports a target to a mortar that does not see it: an officer, NCO or observer near by, or with a radio."""
    unit = state.units[number]
    for other in on_table(state, unit.side):
        team = state.units[other]
        near = between(state, number, other) <= SPOTTER
        if team.mounted or not (near or team.card.has("radio")):
            continue
        men = [man for man in team.men if rate(state.figures[man]) and (leads(state, man) or _observer(state, man))]
        if men and any(one.seen for line in look(state, men, state.units[foe].bodies) for one in line):
            return men[0]
    return None


def _observer(state: Battle, man: int) -> bool:
    return state.figures[man].role in {"observer", "signaller"}


# ---- modifiers


@rule("sk.gren.drop", "sk.gren.ranged-in", "sk.gren.firer-moving", "sk.gren.target-moving-cover")
@rule("sk.gren.target-suppressed", "sk.gren.under-fire")
def bomb_modifiers_for(
    state: Battle,
    number: int,
    arm: Arm,
    foe: int,
    distance: int,
    covered: bool,
    indirect: bool,
) -> tuple[Modifier, ...]:
    """What the D20 of a throw at a team gets."""
    unit, other = state.units[number], state.units[foe]
    into = (other.mounted and other.card.open) or any(
        piece is not None for piece in inside_pieces(state, other.bodies, ("bunker",))
    )
    return bomb_modifiers(
        state.options,
        drop=is_drop(arm.weapon, distance, into=into),
        ranged=weapons()[arm.weapon].has("mortar") and not indirect and unit.ranged == (foe, other.shifts),
        moving=any(state.figures[man].moves for man in arm.crew),
        target_moving=other.moved > 0 or covered,
        suppressed=other.suppression > 0,
        under_fire=bool(unit.shot_by),
    )


@rule("sk.at.moving-target")
def _moving_target(state: Battle, arm: Arm, foe: int) -> tuple[Modifier, ...]:
    """Four more for a vehicle that drove more than eight inches, unless it comes straight at the shooter."""
    other = state.units[foe]
    if not is_fast(other.moved, state.options):
        return ()
    (x, y), (to_x, to_y) = state.layout.point(other.hull), state.layout.point(arm.eye)
    off = turn_between(state.layout.bearing(other.hull), int(bearing_to(to_x - x, to_y - y)))
    return harder_to_hit(other.moved, state.options, straight=abs(int(off)) <= STRAIGHT)
