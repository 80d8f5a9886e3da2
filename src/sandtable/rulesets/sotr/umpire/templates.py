"""Blast weapons, indirect fire, grenades and heavy shots at men."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Found, LeavesView, Staged, asks, field
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.sight import LIGHT
from sandtable.rulesets.sotr.basics.templates import Landing
from sandtable.rulesets.sotr.fire.to_hit import modifiers
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons.aiming import Aim
from sandtable.rulesets.sotr.weapons.blast import comes_down, lands, shoot_blast
from sandtable.rulesets.sotr.weapons.bursts import Under
from sandtable.rulesets.sotr.weapons.grenades import frag_lands
from sandtable.rulesets.sotr.weapons.heavy import shoot_solid
from sandtable.rulesets.sotr.weapons.indirect import DIRECT, SEEN, Fired, case_by
from sandtable.rulesets.sotr.weapons.shooting import cease

from .bare import FATE, Party, battle, card_of, fate, men_of, staged
from .fields import (
    ARMOUR,
    BLASTS,
    HEAVY,
    LEAVES_LOSSES,
    LEAVES_TARGET,
    Aimed,
    Armour,
    Camo,
    Charging,
    Cover,
    Covered,
    Elevated,
    Inches,
    Overwatch,
    Prone,
    Smoke,
    TargetSize,
    Touched,
)
from .fire import firers, shot_of
from .victims import THEM, US, Victims, described, fate_of, scene

AT = Landing((0, 0))  # on target, wherever that is
LANDED = frozenset({"strayed", "dud", "lost"})  # what is noted of a shot
ON_TARGET, STRAYS, DUD, LOST = "on target", "strays", "dud", "lost"


class Shot(Victims, frozen=True, kw_only=True):
    """One shot with a template or a shell, and what helps or hinders it."""

    distance: Inches = 12
    cover: Annotated[
        Literal["none", "light", "heavy", "pillbox"],
        field("Cover", "the most severe that more than half of those touched have at least"),
    ] = "none"
    aimed: Aimed = False
    overwatch: Overwatch = False
    charging: Charging = False
    prone: Prone = False
    camo: Camo = False
    size: TargetSize = "man"
    elevated: Elevated = False
    smoke: Smoke = False


def added(given: Any, weapon: str, options: Options, *, over: bool = False) -> tuple[Modifier, ...]:
    """What is added to the die of the described shot; what is lobbed `over` something knows no long range to hit."""
    shot = shot_of(given, weapon, aimed=given.aimed)
    return modifiers(shot._replace(distance=0) if over else shot, options)


def under(state: Battle, number: int, touched: int, *, centre: bool = False) -> Under:
    """So many models of a unit under a template: its Officer, who is the first of them, only if that are all."""
    men = state.units[number].men[-touched:] if touched else ()
    return Under(men, men[-1:] if centre else ())


def landed(noted: Mapping[Fact, int | str]) -> str:
    """Where a shot has come down."""
    words = (("strayed", STRAYS), ("dud", DUD), ("lost", LOST))
    return next((word for what, word in words if (None, what) in noted), ON_TARGET)


# ---- blasts


class Blast(Shot, frozen=True, kw_only=True):
    """A blast weapon at a unit."""

    weapon: Annotated[
        str, field("Weapon", "a tank gun fires high explosive here", role="shooter", fact="weapon", choices=BLASTS)
    ] = "rpg"
    indirect: Annotated[bool, field("Indirect", "lobbed at a target in sight: a miss strays")] = False
    touched: Touched = 3
    centre: Annotated[bool, field("Under the centre", "a model stands right under the centre of the template")] = True


@asks(
    "blast",
    "Blast weapons",
    clauses=(
        "sotr.blast.nominate",
        "sotr.blast.cover",
        "sotr.blast.wounds",
        "sotr.rpg.annihilating",
        "sotr.blast.direct-miss",
    ),
    leaves=LEAVES_TARGET,
)
def blast(given: Blast, options: Options) -> Staged:
    """A grenade launcher, an RPG or a tank gun with high explosive fires at a unit."""
    state = scene(
        given, options, firers([(given.weapon, 1, False)], loader=True), described(given, given.men), firing=US
    )
    over = given.indirect
    fired = Fired(
        state.units[US].men[0],
        Aim("unit", THEM, over),
        AT,
        SEEN if over else DIRECT,
        added(given, given.weapon, options, over=over),
        inches(given.distance),
    )
    those = under(state, THEM, given.touched, centre=given.centre)

    async def begin(play: Play[Battle]) -> None:
        await shoot_blast(play, fired, those, given.weapon)
        await cease(play, US, (THEM,), 1)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"lands": landed(noted), **fate(state, after, noted, THEM)}

    return staged(state, begin, read, heeds=FATE | LANDED)


class Touching(Victims, frozen=True, kw_only=True):
    """A template that lies where it lies."""

    covered: Covered = False
    weapon: Annotated[str, field("Weapon", "what bursts", role="shooter", fact="weapon", choices=BLASTS)] = (
        "grenade-launcher"
    )
    touched: Touched = 3
    centre: Annotated[bool, field("Under the centre", "a model stands right under the centre of the template")] = False


@asks(
    "template",
    "Models under a template",
    clauses=("sotr.blast.wounds", "sotr.rpg.annihilating"),
    leaves=LEAVES_TARGET,
)
def template(given: Touching, options: Options) -> Staged:
    """A blast template lies over models: who of them falls?"""
    state = scene(
        given, options, firers([(given.weapon, 1, False)], loader=True), described(given, given.men), firing=US
    )
    those = under(state, THEM, given.touched, centre=given.centre)

    async def begin(play: Play[Battle]) -> None:
        await lands(play, AT, those, US, given.weapon)
        await cease(play, US, (THEM,), 1)

    return staged(state, begin, fate_of(state), "nobody is touched", heeds=FATE)


class Lobbed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A grenade launcher that fires over what is in its way."""

    distance: Inches = 12
    seen: Annotated[bool, field("In sight", "the target is in sight")] = False
    cover: Cover = "none"
    aimed: Aimed = False
    prone: Prone = False
    smoke: Smoke = False
    elevated: Elevated = False


@asks(
    "indirect",
    "Indirect fire",
    clauses=("sotr.blast.indirect-cases", "sotr.blast.indirect-miss", "sotr.weapon.indirect-no-los"),
)
def lobbed(given: Lobbed, options: Options) -> Staged:
    """A grenade launcher fires indirectly: how far off does it land?"""
    gun = weapon_of("grenade-launcher", options)
    shot = Shot(cover=given.cover, aimed=given.aimed, prone=given.prone, smoke=given.smoke, elevated=given.elevated)
    state = battle(options, firers([(gun.id, 1, False)], loader=True))
    far = inches(given.distance)
    case = case_by(far, seen=given.seen)
    plus = added(shot, gun.id, options, over=True) if case == SEEN else ()
    fired = Fired(state.units[US].men[0], Aim("point", over=True), AT, case, plus, far)

    def read(_after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"lands": landed(noted), "inches": noted.get((None, "strayed"), 0)}

    return staged(state, lambda play: comes_down(play, fired, gun), read, heeds=LANDED)


# ---- grenades


class Grenades(Victims, frozen=True, kw_only=True):
    """A unit throws its grenades at another."""

    touched: Annotated[
        int,
        field("Touched", "models of the target: a 5 inch template of four or more throwers, else 3 inch", ge=0, le=12),
    ] = 4
    cover: Cover = "none"
    throwers: Annotated[
        int, field("Throwers", "models of the throwing unit", role="thrower", fact="men", ge=1, le=30)
    ] = 8
    back_touched: Annotated[
        int,
        field("Touched by one back", "models of the throwers under a 3 inch template over one of them", ge=1, le=8),
    ] = 3
    thrower_armour: Annotated[
        Armour, field("Throwers' armour", "the column of the wound table", role="thrower", fact="armour")
    ] = "unarmored"
    thrower_cool: Annotated[
        int, field("Throwers' Cool", "for one that comes back", role="thrower", fact="cool", ge=0, le=12)
    ] = 7
    thrower_officer: Annotated[
        int,
        field("Throwers' Officer", "his Cool, while he is on his feet; 0 for none", role="thrower", fact="officer",
              ge=0, le=12),
    ] = 0  # fmt: skip
    thrower_covered: Annotated[bool, field("Throwers in cover", "most of them are in cover from the target")] = False


@asks(
    "grenades",
    "Grenades",
    clauses=("sotr.grenade.attack", "sotr.grenade.hits", "sotr.grenade.coming-back"),
    leaves=(
        *LEAVES_TARGET,
        LeavesView("own_goners", "thrower", "men", "subtract"),
        LeavesView("own_down", "thrower", "men", "subtract"),
        LeavesView("own_down", "thrower", "down", "add"),
        LeavesView("own_disorganized", "thrower", "disorganized", "set"),
        LeavesView("own_fleeing", "thrower", "fleeing", "set"),
    ),
)
def grenades(given: Grenades, options: Options) -> Staged:
    """A unit throws its grenades: who falls, and does one come back?"""
    card = card_of(cool=given.thrower_cool, armour=ARMOUR[given.thrower_armour])
    men = men_of(given.throwers, given.thrower_officer or None)
    by = Party("the throwers", card, men, cover=LIGHT if given.thrower_covered else 0)
    state = scene(given, options, by, described(given, given.men), firing=US)
    those, own = under(state, THEM, given.touched), under(state, US, given.back_touched)

    async def begin(play: Play[Battle]) -> None:
        await frag_lands(play, US, AT, 0, those, own)
        await cease(play, US, (THEM,), given.throwers)

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        theirs = fate(state, after, noted, THEM)
        pressed = {"suppressed": after.units[THEM].suppressed} if options.frag_attack_suppresses else {}
        back = (US, "came back") in noted
        return {**theirs, **pressed, "came_back": back, **fate(state, after, noted, US, "own_")}

    return staged(state, begin, read, heeds=FATE | {"came back"})


# ---- heavy weapons


class Heavy(Shot, frozen=True, kw_only=True):
    """Solid shot or a railgun at one model."""

    weapon: Annotated[str, field("Weapon", "a heavy weapon", role="shooter", fact="weapon", choices=HEAVY)] = "tank-gun"


@asks(
    "heavy-shot",
    "Heavy shots at men",
    clauses=("sotr.gap.heavy-weapons", "sotr.alloc.heavy"),
    leaves=LEAVES_LOSSES,
)
def heavy_shot(given: Heavy, options: Options) -> Staged:
    """A tank gun with solid shot or a railgun fires at one model of a unit."""
    state = scene(
        given, options, firers([(given.weapon, 1, False)], loader=True), described(given, given.men), firing=US
    )
    plus = added(given, given.weapon, options)

    async def begin(play: Play[Battle]) -> None:
        await shoot_solid(play, state.units[US].men[0], given.weapon, state.units[THEM].men[-1], plus, "")
        await cease(play, US, (THEM,), 1)

    return staged(state, begin, fate_of(state), heeds=FATE)
