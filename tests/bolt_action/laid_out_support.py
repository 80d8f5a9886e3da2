"""Barrages, aircraft, flak and the bombardment laid out at random: on men and on vehicles, others out of their reach."""

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.nerve.morale import best_officer
from sandtable.rulesets.bolt_action.special.airstrike import aircraft_called, flak_fires, flak_within_reach, swoop
from sandtable.rulesets.bolt_action.special.bombardment import bombard
from sandtable.rulesets.bolt_action.state import Battle, Mission, Mount, Support
from sandtable.rulesets.bolt_action.turn.turn import start_turn
from sandtable.rulesets.bolt_action.umpire.bare import fate, staged
from sandtable.rulesets.bolt_action.umpire.hulls import vehicle_fate
from sandtable.rulesets.bolt_action.umpire.support import read_barrage, read_bombardment, read_flak, read_strike
from tests.conformance.laid import Laid

from .kit import Scene, Side, card, de, us

OBSERVER = us("us.air-observer", (5, 44), name="Observer")
FOE = 1
QUALITIES = ("inexperienced", "regular", "veteran")
ARMOURED = ("us.sherman", "us.half-track", "us.armoured-car", "de.panzer-iv", "su.is-2")
AIRCRAFT = ("none yet", "strafing fighter", "fighter-bomber", "ground attack aircraft")
SWITCHES: dict[str, tuple[Any, ...]] = {
    "natural_one_fails": (True,),
    "down_halves_air_hits": (True,),
    "pins_break": ("more",),
    "he_down_rounding": ("down",),
    "morale_auto_fail": (10,),
}
ON_ARMOUR: dict[str, tuple[Any, ...]] = {
    "air_hits_on_armour": ("1",),
    "natural_one_fails": (True,),
    "pins_break": ("more",),
    "massive_margin": (2,),
}


def _switched(chance: Chance, switches: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    name = chance.choice([*switches, ""])
    return {name: chance.choice(list(switches[name]))} if name else {}


def _men(chance: Chance) -> Side:
    """A squad, a weapon team or a gun's crew around (40, 20)."""
    troop = chance.choice(["de.grenadier-squad", "de.grenadier-squad", "de.mmg-team", "de.light-at-gun"])
    return de(
        troop, (40, 20), name="Foe", men=chance.randint(5, 7) if "squad" in troop else 0, gap=0.1,
        quality=chance.choice(QUALITIES), fields={"pins": chance.randint(0, 5), "order": chance.choice(["down", None])},
    )  # fmt: skip


def _by_form(state: Battle) -> dict[str, Any]:
    foe = state.units[FOE]
    return {
        "target_quality": foe.card.quality,
        "target_men": len(foe.men),
        "target_pins": foe.pins,
        "target_down": foe.order == "down",
        "target_gun": foe.gun is not None,
        "target_team": bool(foe.card.team) and foe.gun is None,
    }


def _called(scene: Scene, support: Support) -> Battle:
    """A turn at the start of which this is due."""
    return msgspec.structs.replace(scene.state, phase="start", supports=(support,))


def barrage(chance: Chance) -> Laid:
    """Shells that are due on or near a unit, with a medic beyond their reach."""
    options = _switched(chance, SWITCHES)
    scene = Scene(OBSERVER, _men(chance), de("us.medic", (66, 40), name="Medic"), turn=3, **options)
    point = (inches(chance.choice([38, 40, 41.5])), inches(chance.choice([18, 20, 22])))
    state = _called(scene, Support("barrage", 0, 0, point=point))
    return Laid("barrage", _by_form(state), options, staged(state, start_turn, read_barrage))


def _flying(scene: Scene, aircraft: str) -> tuple[Battle, Callable[[Play[Battle]], Any]]:
    """An air strike that is due, or an aircraft that has come."""
    if aircraft == AIRCRAFT[0]:
        return _called(scene, Support("airstrike", 0, 0, target=FOE)), start_turn
    state = scene.state
    return state, lambda play: swoop(play, FOE, aircraft_called(aircraft, state.options), seat=0)


def air_strike(chance: Chance) -> Laid:
    """Aircraft at men, with a medic beyond their reach."""
    options, aircraft = _switched(chance, SWITCHES), chance.choice(AIRCRAFT)
    scene = Scene(OBSERVER, _men(chance), de("us.medic", (66, 40), name="Medic"), turn=3, **options)
    state, fly = _flying(scene, aircraft)
    given = {**_by_form(state), "aircraft": aircraft}
    return Laid("air-strike", given, options, staged(state, fly, read_strike(aircraft, fate)))


def air_on_armour(chance: Chance) -> Laid:
    """Aircraft at a vehicle, with an officer in reach of it or not."""
    options, aircraft, troop = _switched(chance, ON_ARMOUR), chance.choice(AIRCRAFT), chance.choice(ARMOURED)
    if aircraft == AIRCRAFT[0]:
        options = {"air_hits_on_armour": "1"}  # all hits of every aircraft take a second to foresee
    fields = {"pins": chance.randint(0, 4), "immobilised": chance.random() < 0.3}
    foe = de(troop, (40, 20), name="Foe", quality=chance.choice(QUALITIES), fields=fields)
    near = [de("us.captain", (40, chance.choice([24, 44])), name="Captain")] if chance.random() < 0.5 else []
    state, fly = _flying(Scene(OBSERVER, foe, *near, turn=3, **options), aircraft)
    unit = state.units[FOE]
    given = {
        "armour": unit.card.armour,
        "crew": unit.card.quality,
        "crew_pins": unit.pins,
        "crew_nation": unit.card.nation,
        "crew_officer": best_officer(state, FOE) or "none",
        "open_topped": "open-topped" in unit.card.traits,
        "immobilised": unit.immobilised,
        "aircraft": aircraft,
    }
    return Laid("air-on-armour", given, options, staged(state, fly, read_strike(aircraft, vehicle_fate)))


def flak(chance: Chance) -> Laid:
    """Guns in reach of an aircraft that attacks a tank, one of them out of reach; of either side."""
    own, guns = chance.random() < 0.4, chance.randint(1, 3)
    weapon = chance.choice(["light-autocannon", "hmg"])
    troop, mounted = "us.half-track", {}
    if weapon == "hmg":
        mounted = {"card": card(troop, traits=("flak",), mounts=(Mount("hmg", "turret"),))}
    else:
        troop = "de.flak-gun"
    side = us if own else de
    apart = 20 if weapon == "hmg" else 30
    ready = [side(troop, (40 + apart, 8 + 6 * place), name=f"Flak {place}", fields=mounted) for place in range(guns)]
    away = side(troop, (150, 20), name="Away", fields=mounted)
    state = Scene(OBSERVER, de("de.tiger", (40, 20), name="Foe"), *ready, away, turn=3, size=(200, 48)).state
    within = flak_within_reach(state, FOE, 0)
    given = {"weapon": weapon, "guns": len(within), "own_side": own}
    return Laid("flak", given, {}, staged(state, lambda play: flak_fires(play, within, seat=0), read_flak))


def bombardment(chance: Chance) -> Laid:
    """Nobody of ours on the table yet, and one unit of theirs."""
    options = _switched(chance, SWITCHES)
    state = Scene(
        us("us.air-observer", name="Observer"), _men(chance), mission=Mission(bombardment=True), turn=0, **options
    ).state
    return Laid("bombardment", _by_form(state), options, staged(state, bombard, read_bombardment))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "barrage": barrage,
    "air-strike": air_strike,
    "air-on-armour": air_on_armour,
    "flak": flak,
    "bombardment": bombardment,
}
