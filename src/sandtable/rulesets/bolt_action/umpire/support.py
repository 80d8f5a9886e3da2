"""Barrages, air strikes, flak and the opening bombardment."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import Choices, Found, Staged, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.basics.charts import printed, weapon
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.special.airstrike import (
    Battery,
    aircraft_called,
    flak_fires,
    resolve_airstrike,
    swoop,
)
from sandtable.rulesets.bolt_action.special.barrage import resolve_barrage
from sandtable.rulesets.bolt_action.special.bombardment import bombard
from sandtable.rulesets.bolt_action.state import Battle, Mission, Support

from .bare import FATE, Party, battle, crew, fate, foot_card, staged
from .fields import LEAVES_TARGET, LEAVES_VEHICLE
from .hulls import FATE as HULL_FATE
from .hulls import Armoured, hull, vehicle_fate
from .victims import Victims, under_fire

THEY = 1
COMING = frozenset({"row", "reach", "aircraft"})  # what is noted of how it comes down
CALLER = Party("We", foot_card("regular"), fields={"place": "left"})  # whoever called it is not under it


class Barrage(Victims, frozen=True, kw_only=True):
    """A unit of men within reach of a barrage, when its chart is rolled."""


@asks(
    "barrage",
    "Artillery barrage",
    clauses=("ba.barrage.roll", "ba.barrage.effect-area", "ba.barrage.effect-hit"),
    leaves=LEAVES_TARGET,
)
def barrage(given: Barrage, options: Options) -> Staged:
    """A barrage is due: what does it do to a unit of men within its reach?"""
    state = battle(options, CALLER, under_fire(given))
    return staged(
        state, lambda play: resolve_barrage(play, Support("barrage", 0, 0)), read_barrage, heeds=COMING | FATE
    )


def read_barrage(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
    """How a barrage came down, and what it has done to the second unit."""
    return {"row": noted[None, "row"], "reach": noted.get((None, "reach"), 0), **fate(after, noted, THEY)}


# ---- aircraft


Come = Annotated[
    Literal["none yet", "strafing fighter", "fighter-bomber", "ground attack aircraft"],
    field(
        "Aircraft",
        "which has come, after flak and the pins of its flying over; none yet: it is all rolled for",
        choices=Choices(
            {"none yet": "None yet: the air strike is due"}
            | {row.name: f"{row.name[:1].upper()}{row.name[1:]}" for row in printed().aircraft.values()}
        ),
    ),
]


class AirStrike(Victims, frozen=True, kw_only=True):
    """A unit of men that an aircraft is sent at."""

    aircraft: Come = "none yet"


@asks("air-strike", "Air strike on men", clauses=("ba.air.roll", "ba.air.pins", "ba.air.type"), leaves=LEAVES_TARGET)
def air_strike(given: AirStrike, options: Options) -> Staged:
    """An air strike is due, or an aircraft has come: what does it do to a unit of men?"""
    state = battle(options, CALLER, under_fire(given))
    return staged(state, flown_by(given.aircraft, options), read_strike(given.aircraft, fate), heeds=COMING | FATE)


class AirOnArmour(Armoured, frozen=True, kw_only=True):
    """An armoured vehicle that an aircraft attacks."""

    aircraft: Come = "fighter-bomber"


@asks("air-on-armour", "Air strike on armour", clauses=("ba.air.on-armour", "ba.armour.roll"), leaves=LEAVES_VEHICLE)
def air_on_armour(given: AirOnArmour, options: Options) -> Staged:
    """An aircraft attacks an armoured vehicle."""
    state = battle(options, CALLER, *hull(given))
    read = read_strike(given.aircraft, vehicle_fate)
    return staged(state, flown_by(given.aircraft, options), read, heeds=COMING | HULL_FATE)


def flown_by(aircraft: str, options: Options) -> Callable[[Play[Battle]], Coroutine[Any, Any, Any]]:
    """An air strike on the second unit that is due, or the attack of an aircraft that has come."""
    if aircraft == "none yet":
        return lambda play: resolve_airstrike(play, Support("airstrike", 0, 0, target=THEY))
    return lambda play: swoop(play, THEY, aircraft_called(aircraft, options), seat=0)


def read_strike(aircraft: str, become: Callable[[Battle, Mapping[Fact, int | str], int], dict[str, Any]]) -> Any:
    """What an aircraft has done to the second unit; and which it was, if that was rolled for."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        found = become(after, noted, THEY)
        if aircraft == "none yet":
            found |= {"row": noted[None, "row"], "aircraft": noted.get((THEY, "aircraft"), "none")}
        return found

    return read


_FLAK = Choices({name: printed().weapons[name].name for name in ("light-autocannon", "heavy-autocannon", "hmg")})


class Flak(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Guns that fire at an aircraft."""

    weapon: Annotated[
        Literal["light-autocannon", "heavy-autocannon", "hmg"],
        field("Weapon", "the gun that fires", role="shooter", fact="weapon", choices=_FLAK),
    ] = "light-autocannon"
    guns: Annotated[int, field("Guns", "how many of them fire", ge=1, le=6)] = 1
    own_side: Annotated[bool, field("Its own aircraft", "each gun fires only if it mistakes the aircraft")] = False


@asks("flak", "Flak", clauses=("ba.air.flak", "ba.gap.flak"))
def flak(given: Flak, options: Options) -> Staged:
    """Does flak drive an aircraft off?"""
    gun, side = weapon(given.weapon, options), 0 if given.own_side else 1
    guns = [crew("the flak gun", "regular", 3)._replace(side=side) for _ in range(given.guns)]
    ready = tuple(Battery(number, (gun,)) for number in range(given.guns))
    return staged(battle(options, *guns), lambda play: flak_fires(play, ready, seat=0), read_flak)


def read_flak(_after: Battle, driven_off: object, _noted: object) -> Found:
    """Whether flak has driven an aircraft off."""
    return {"driven_off": driven_off}


# ---- the bombardment


class Bombarded(Victims, frozen=True, kw_only=True):
    """A unit of men under the opening bombardment."""


@asks("bombardment", "Opening bombardment", clauses=("ba.gap.preparatory-bombardment",), leaves=LEAVES_TARGET)
def bombardment(given: Bombarded, options: Options) -> Staged:
    """The attacker's opening bombardment on one unit of men."""
    state = msgspec.structs.replace(battle(options, CALLER, under_fire(given)), mission=Mission(bombardment=True))
    return staged(state, bombard, read_bombardment, heeds=COMING | FATE)


def read_bombardment(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
    """How the bombardment came down on the second unit, and what it has done to it."""
    return {"row": noted.get((THEY, "row"), "none comes"), **fate(after, noted, THEY)}
