"""Target priority (1.6.2.3): who can fire which weapon, which units he sees, and which of them he may shoot at."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.charts import kinds, move_or_fire, printed, rate_of_fire, weapon_of
from sandtable.rulesets.sotr.basics.sight import (
    any_sees,
    apart,
    closest,
    enemies,
    in_sight,
    is_engaged,
    unit_engaged,
)
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Kind
from sandtable.rulesets.sotr.state import Battle, Place5
from sandtable.table.layout import Layout
from sandtable.table.remembered import Remembered

from .to_hit import in_reach

NEAR_FIGHT = inches(2)
SPECIAL = ("blast", "flame", "heavy")
INTO_FIGHTS = "fires-into-fights"


class Arm(NamedTuple):
    """A weapon in somebody's hands, or a mount of a machine."""

    figure: int
    weapon: str
    mount: int = 0

    @property
    def row(self) -> Kind:
        """What it is."""
        return kinds()[self.weapon]


class View(NamedTuple):
    """An enemy unit as one model sees it: its nearest visible model, how far that is, and the least cover of any."""

    unit: int
    model: int
    distance: int
    cover: int


class Aim(NamedTuple):
    """A weapon laid on a unit: with how many shots, whether aimed, and on which model if its firer may pick one."""

    arm: Arm
    target: int
    shots: int
    aimed: bool = False
    picked: int = -1


def is_special(weapon: Kind) -> bool:
    """Whether a weapon has a procedure of its own: templates, tank guns, railguns."""
    return any(weapon.has(trait) for trait in SPECIAL)


def is_ordinary(weapon: Kind) -> bool:
    """Whether a weapon shoots by rate of fire and dice to hit."""
    return printed()[weapon.id].rof > 0 and not is_special(weapon)


# ---- who can fire what


@rule("sotr.gap.sidearms", "sotr.gap.vehicle-damage")
def arms_of(state: Battle, figure: int) -> list[Arm]:
    """The weapons a model could fire: a man's own, or the mounts of a machine that are not destroyed."""
    unit = state.units[state.figures[figure].unit]
    if not unit.machine:
        return [Arm(figure, weapon) for weapon in state.figures[figure].weapons]
    broken = list(unit.broken)
    found = []
    for mount, weapon in enumerate(unit.card.mounts):
        if weapon in broken:
            broken.remove(weapon)
        else:
            found.append(Arm(figure, weapon, mount))
    return found


@rule("sotr.shoot.move-or-fire", "sotr.shoot.after-move", "sotr.rpg.move-or-fire", "sotr.gap.roster-reich-mech")
def held_still(state: Battle, arm: Arm) -> bool:
    """Whether a weapon may be fired after what its bearer did in his movement step; machines may always."""
    figure = state.figures[arm.figure]
    still = figure.moved != state.turn or state.units[figure.unit].machine
    return still or not move_or_fire(arm.row, state.options)


# ---- whom one sees


@rule("sotr.shoot.into-hth", "sotr.shoot.near-hth")
def free_models(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that may be shot at: not Engaged, nor within two inches of a fight their unit is in."""
    men = state.units[number].men
    if not state.engaged or not unit_engaged(state, number):
        return men
    pairs = dict.fromkeys(figure for pair in state.engaged for figure in pair)
    fighting = tuple(figure for figure in pairs if is_engaged(state, figure))
    return tuple(man for man in men if man not in fighting and apart(state, (man,), fighting) > NEAR_FIGHT)


@rule("sotr.shoot.into-hth", "sotr.shoot.into-hth-random")
def shootable(state: Battle, number: int, *, by: int) -> tuple[int, ...]:
    """The models of a unit that a unit may shoot at; into a fight only by a special rule, and if nobody stands apart."""
    free = free_models(state, number)
    if free or INTO_FIGHTS not in state.units[by].card.traits:
        return free
    return tuple(man for man in state.units[number].men if is_engaged(state, man))


@rule("sotr.los.need", "sotr.hide.effect", "sotr.target.nearest", "sotr.gap.measuring")
def views(state: Battle, figures: Sequence[int], only: int | None = None) -> dict[int, list[View]]:
    """The enemy units that each of some models of a unit sees, with what may be shot at of them; Hidden ones never."""
    if not figures:
        return {}
    number = state.figures[figures[0]].unit
    units = enemies(state, state.units[number].side)
    models = {unit: shootable(state, unit, by=number) for unit in units if only is None or unit == only}
    everybody = tuple(man for men in models.values() for man in men)
    seen = in_sight(state, tuple(figures), everybody)
    return {figure: _views(state, figure, models, seen) for figure in figures}


def _views(
    state: Battle, figure: int, models: dict[int, tuple[int, ...]], seen: Mapping[tuple[int, int], int]
) -> list[View]:
    found = []
    for unit, men in models.items():
        visible = [man for man in men if (figure, man) in seen]
        if visible:
            distance, _, model = closest(state, (figure,), visible)
            found.append(View(unit, model, distance, min([seen[figure, man] for man in visible])))
    return found


# ---- priority


@rule("sotr.target.sniper", "sotr.target.heavy")
def chooses_freely(state: Battle, weapon: Kind) -> bool:
    """Whether a weapon's firer picks any unit he likes."""
    return weapon.has("scoped") or (weapon.id == "hmg" and state.options.hmg_is_heavy)


@rule("sotr.target.sniper", "sotr.alloc.heavy")
def picks_model(state: Battle, weapon: Kind) -> bool:
    """Whether its firer picks the very model too."""
    sniper = weapon.has("headshot") and state.options.sniper_picks_model
    return sniper or (weapon.id == "hmg" and state.options.hmg_is_heavy)


def by_distance(view: View) -> tuple[int, int]:
    """The nearest first; of equals the lower number."""
    return view.distance, view.unit


def by_cover(view: View) -> tuple[int, int, int]:
    """The least covered first, of equals the nearest."""
    return view.cover, view.distance, view.unit


@rule("sotr.target.per-model", "sotr.target.nearest", "sotr.target.least-cover", "sotr.gap.nearest-ties")
def legal(state: Battle, arm: Arm, seen: Iterable[View]) -> list[View]:
    """The units that a weapon may be fired at: the nearest or the least covered of those in reach, or any of them."""
    weapon = weapon_of(arm.weapon, state.options)
    near = sorted((view for view in seen if in_reach(weapon, view.distance)), key=by_distance)
    if len(near) < 2 or chooses_freely(state, weapon):
        return near
    bare = min(near, key=by_cover)
    return [
        view
        for view in near
        if view.distance == near[0].distance or (view.cover, view.distance) == (bare.cover, bare.distance)
    ]


# ---- aimed shots


@rule("sotr.weapon.semi-aimed", "sotr.weapon.multi-no-aim")
def may_aim_with(options: Options, weapon: Kind) -> bool:
    """Whether a weapon can fire a single Aimed Shot: at a rate of one always, semi-automatics instead of two."""
    single = rate_of_fire(weapon, options) == 1
    return single or weapon.has("semi-automatic") or options.aimed_any_weapon


@rule("sotr.shoot.aimed")
def held_sight(state: Battle, figure: int, target: int) -> bool:
    """Whether a model that has not moved has had a unit in sight since its activation began, or the phase did."""
    if state.figures[figure].moved == state.turn:
        return False
    men = state.units[target].men
    if not _saw(state, figure, men, state.units[state.figures[figure].unit].began):
        return False
    if state.options.aimed_los_since == "activation":
        return True
    there = {place[0] for place in state.opened}
    return _saw(state, figure, tuple(man for man in men if man in there), state.opened)


def _saw(state: Battle, figure: int, men: tuple[int, ...], places: tuple[Place5, ...]) -> bool:
    """Whether a model saw any of some others when everybody stood at some places; those not named stand where they are."""
    layout = state.layout
    known = _EARLIER(layout)
    if places not in known:
        moved = [place for place in places if layout.on_table(place[0]) and layout.point(place[0]) != place[1:3]]
        known[places] = layout.placed(moved) if moved else None
    earlier = known[places]
    return bool(men) if earlier is None else any_sees(replace(state, layout=earlier), (figure,), men)


_EARLIER: Remembered[Layout, dict[tuple[Place5, ...], Layout | None]] = Remembered(lambda _: {}, most=8)
