"""Shooting at men: small arms and heavy weapons, and flame."""

from collections.abc import Mapping
from typing import Annotated

from sandtable.geometry.units import inches, show
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.mechanics.sight import Aim
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.basics.arms import HIDDEN_FROM, Arm
from sandtable.rulesets.bolt_action.basics.charts import weapon
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.shooting import let_fly
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.fire.volley import AP, Aspect, Laid, Volley, aimed_at, reaching
from sandtable.rulesets.bolt_action.machines.transports import shaken_out
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

from .bare import Party, foot_card, staged
from .fields import (
    COVER,
    DIRECT,
    FLAME,
    LEAVES_TARGET,
    Cover,
    Hits,
    Inches,
    Moving,
    ShooterPins,
    ShooterQuality,
    as_it_moves,
    in_vain,
)
from .victims import THEY, Victims, read_fire, scene


class Firing(Victims, frozen=True, kw_only=True):
    """Those who fire at men."""

    distance: Inches = 10
    quality: ShooterQuality = "regular"
    pins: ShooterPins = 0
    moving: Moving = False


class Aiming(Firing, frozen=True, kw_only=True):
    """Those who shoot at men, and what helps or hinders them."""

    weapon: Annotated[str, field("Weapon", "a weapon of the chart", role="shooter", fact="weapon", choices=DIRECT)] = (
        "rifle"
    )
    shooters: Annotated[
        int, field("Shooters", "how many weapons of this kind shoot", role="shooter", fact="men", ge=1, le=30)
    ] = 10
    cover: Cover = "none"
    short_of_crew: Annotated[bool, field("Short of crew", "the weapon lacks men of its team")] = False
    hidden: Annotated[bool, field("Hidden", "the target was set up hidden and has not moved")] = False


class Shooting(Aiming, frozen=True, kw_only=True):
    """Men or guns with one kind of weapon shooting at a unit of men."""

    sniper: Annotated[bool, field("Sniper", "a sniper using his scope")] = False
    dug_in: Annotated[bool, field("Dug in", "the target is in trenches: Down there, it takes half the hits")] = False
    medic: Annotated[bool, field("Medic", "a medic is near the target: small arms only")] = False


def shooters(given: Firing, weapon: str, *, count: int, role: str = "man", team: str = "") -> Party:
    """Those who fire, each with such a weapon."""
    order = "advance" if given.moving else "fire"
    card = foot_card(given.quality, team=team)
    return Party("the shooters", card, (role,) * count, (weapon,) * count, fields={"pins": given.pins, "order": order})


def volley(state: Battle, given: Firing, name: str, *, shell: str = AP, cover: int = 0, short: bool = False) -> Volley:
    """What all of the first unit fire at the second, measured as the form has it."""
    men, everybody = state.units[0].men, len(state.units[1].figures)
    hidden = tuple(everybody if place == cover else 0 for place in (1, 2, 3))
    seen = Aim(inches(given.distance), state.units[1].men[0], everybody, 0, hidden)  # type: ignore[arg-type]  # three of them
    arms = [Arm(man, weapon(name, state.options), man, None, short_of_crew=short) for man in men]
    able = reaching(state, [(Laid(arm, shell), seen) for arm in arms], moving=given.moving)
    ready = aimed_at(state, 0, THEY, able, moving=given.moving)
    return Volley(0, ready, THEY, Aspect("", given.gun_shield))


@asks(
    "shooting",
    "Shooting at men",
    clauses=("ba.shoot.sequence", "ba.hit.base", "ba.damage.minimum", "ba.shoot.morale"),
    leaves=LEAVES_TARGET,
)
def shooting(given: Shooting, options: Options) -> Staged:
    """Weapons of one kind shoot at a unit of men: hits, casualties, pins, morale."""
    by = shooters(given, given.weapon, count=given.shooters, role="sniper" if given.sniper else "man")
    state = scene(given, options, by, helped=given.medic, dug_in=given.dug_in, hidden=given.hidden)
    check_hidden(given)
    fired = volley(state, given, given.weapon, cover=COVER[given.cover], short=given.short_of_crew)
    kind = weapon(given.weapon, options)
    vain, remark = in_vain(kind, given.distance), as_it_moves(kind, moving=given.moving)
    return staged(state, lambda play: let_fly(play, fired), read_fire, vain, remark)


def check_hidden(given: Aiming) -> None:
    """A hidden unit is no target from afar."""
    if given.hidden and inches(given.distance) > HIDDEN_FROM:
        raise Unfit("hidden", f"nobody shoots at a hidden unit from beyond {show(HIDDEN_FROM)} [ba.gap.hidden-setup]")


# ---- hits that have been scored


class Damaging(Victims, frozen=True, kw_only=True):
    """Hits on men."""

    hits: Hits = 5
    pen: Annotated[int, field("Penetration", "penetration of the weapon; small arms have none", ge=0, le=10)] = 0


@asks(
    "damage-troops",
    "Hits on men",
    clauses=("ba.shoot.to-damage", "ba.damage.minimum", "ba.gap.exceptional-damage"),
    leaves=LEAVES_TARGET,
)
def damage_troops(given: Damaging, options: Options) -> Staged:
    """Hits on men: casualties, pins, morale."""
    state = scene(given, options, Party("the shooters", foot_card("regular")))
    shielded = given.gun_shield and options.gun_shield
    struck = Struck(given.hits, ("hits",), not given.pen, pen=given.pen, shielded=shielded)
    return staged(state, lambda play: strike(play, THEY, (struck,), seat=0), read_fire)


# ---- flame


class Flaming(Firing, frozen=True, kw_only=True):
    """A flamethrower at men."""

    weapon: Annotated[str, field("Weapon", "on foot or on a vehicle", role="shooter", fact="weapon", choices=FLAME)] = (
        "flamethrower-infantry"
    )
    distance: Inches = 5


@asks(
    "flamethrower",
    "Flame at men",
    clauses=("ba.gap.flamethrower", "ba.weapon.flamethrower-infantry"),
    leaves=(*LEAVES_TARGET, LeavesView("fuel_left", "shooter", "fuel", "set")),
)
def flamethrower(given: Flaming, options: Options) -> Staged:
    """A flamethrower fires at a unit of men."""
    state = scene(given, options, shooters(given, given.weapon, count=1, role="gunner"))
    fired = volley(state, given, given.weapon)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {**read_fire(after, _, noted), "fuel_left": given.weapon not in after.units[0].spent}

    return staged(
        state, lambda play: let_fly(play, fired), read, in_vain(weapon(given.weapon, options), given.distance)
    )


# ---- out of a vehicle that is destroyed


class BailingOut(Victims, frozen=True, kw_only=True):
    """Men who ride in a vehicle that is destroyed."""


@asks("bail-out", "Bailing out", clauses=("ba.gap.transport-hits",), leaves=LEAVES_TARGET)
def bail_out(given: BailingOut, options: Options) -> Staged:
    """Men get out of a vehicle that is destroyed."""
    state = scene(given, options, Party("the shooters", foot_card("regular")))
    return staged(state, lambda play: shaken_out(play, 1), read_fire)
