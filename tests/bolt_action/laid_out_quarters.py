"""Close quarters laid out at random: men against men, with or without something between them, and men against vehicles."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.machines.overrun import driven_over
from sandtable.rulesets.bolt_action.melee.close_quarters import (
    fight_a_round,
    fight_on,
    first_round,
    in_contact,
    inches_to_regroup,
    round_after,
)
from sandtable.rulesets.bolt_action.melee.contact import defended
from sandtable.rulesets.bolt_action.melee.vehicle_assault import has_anti_tank, keeps_nerve, strike_vehicle
from sandtable.rulesets.bolt_action.nerve.morale import best_officer
from sandtable.rulesets.bolt_action.state import Battle, Mount
from sandtable.rulesets.bolt_action.umpire.bare import staged
from sandtable.rulesets.bolt_action.umpire.close_quarters import what_they_did, who_is_left, who_stood
from tests.conformance.laid import Laid

from .assaults import able, foes
from .kit import Scene, Side, card, de, terrain, us

ABLE, FOES = 0, 1
QUALITIES = ("inexperienced", "regular", "veteran")
GROUND: dict[str, tuple[str, ...]] = {"": (), "hedge": ("hedge",), "wall": ("wall",)}
SWITCHES: dict[str, tuple[Any, ...]] = {
    "defended_simultaneous": (True, False),
    "cq_later_rounds_simultaneous": (True, False),
    "natural_one_fails": (True, False),
}
ON_VEHICLES: dict[str, tuple[Any, ...]] = {
    "open_topped_assault_destroys": (True,),
    "flame_vehicle_plus_one": (True,),
    "natural_one_fails": (True,),
    "massive_margin": (2,),
    "pins_break": ("more",),
    "national_rules": (True,),
}
NERVE: dict[str, tuple[Any, ...]] = {"national_rules": (True,), "officer_range": (0, 12), "morale_auto_fail": (10, 12)}
VEHICLES = ("us.sherman", "us.half-track", "us.armoured-car", "de.panzer-iv", "su.is-2", "us.truck", "su.t34-76")
RANKS = ("second-lieutenant", "first-lieutenant", "captain", "major")


def _switched(chance: Chance, switches: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*switches, ""])
    return {name: chance.choice(list(switches[name]))} if name else {}


def _officer(chance: Chance) -> tuple[Side, ...]:
    """An officer of theirs, in reach or not; or none."""
    if chance.random() < 0.4:
        return ()
    return (de(f"us.{chance.choice(RANKS)}", (27 + chance.choice([0, 20]), 26), name="Officer"),)


def _few(chance: Chance, state: Battle, number: int) -> Battle:
    """The same, but the last men of a unit have fallen."""
    men = state.units[number].men
    return with_unit(state, number, {"men": men[: chance.randint(1, len(men))]})


def _defenders(chance: Chance) -> Side:
    """A squad, a gun and its crew, or an officer with a man; two inches away."""
    rest: dict[str, Any] = {"quality": chance.choice(QUALITIES), "fields": {"pins": chance.randint(0, 3)}}
    kind = chance.choice(["squad", "assault squad", "gun", "officer"])
    if kind == "gun":
        return de("de.medium-at-gun", (23.5, 20), name="Foes", bearing=270, **rest)
    troop = {"squad": "de.grenadier-squad", "assault squad": "su.assault-squad", "officer": "de.captain"}[kind]
    return foes(2, 2 if kind == "officer" else 6, troop, **rest)


def _fighters(state: Battle, number: int, own: str) -> dict[str, Any]:
    """Who fights, by the form's fields."""
    unit = state.units[number]
    weapons = [state.figures[man].weapon for man in unit.men]
    return {
        f"{own}s": len(unit.men),
        f"{own}_quality": unit.card.quality,
        f"{own}_tough": "tough-fighters" in unit.card.traits,
        f"{own}_assault": sum(bool(one) and "assault" in printed().weapons[one].traits for one in weapons),
    }


def close_quarters(chance: Chance) -> Laid:
    """Men who have reached men: the whole fight, a round of it, or what comes after a tie."""
    options = _switched(chance, SWITCHES)
    attackers = able(
        6,
        chance.choice(["us.rifle-squad", "su.assault-squad"]),
        quality=chance.choice(QUALITIES),
        add=chance.choice([(), ("tough-fighters",)]),
    )
    ground = [terrain(kind, line=[(22, 15), (22, 32)]) for kind in GROUND[chance.choice([*GROUND])]]
    state = Scene(attackers, _defenders(chance), ground=ground, **options).state
    state = _few(chance, _few(chance, state, ABLE), FOES)
    on_guard, tied, one_round = defended(state, ABLE, FOES), chance.random() < 0.3, chance.random() < 0.3
    given = {
        **_fighters(state, ABLE, "attacker"),
        **_fighters(state, FOES, "defender"),
        "defended": on_guard,
        "tied": tied,
        "one_round": one_round,
    }
    if not tied and not one_round:
        return Laid(
            "close-quarters", given, options,
            staged(state, lambda play: in_contact(play, ABLE, FOES, on_guard=on_guard), who_is_left),
        )  # fmt: skip
    manner = round_after(state.options, 1) if tied else first_round(state.options, on_guard=on_guard)
    fought = fight_a_round if one_round else fight_on
    for number in (ABLE, FOES):
        state = with_unit(state, number, {"pins": 0})
    played = staged(state, lambda play: fought(play, ABLE, FOES, **manner._asdict()), who_is_left)
    return Laid("close-quarters", given, options, played)


def assault_vehicle(chance: Chance) -> Laid:
    """Men who have reached a vehicle; an officer of theirs is near the vehicle or not."""
    options = _switched(chance, ON_VEHICLES)
    order = chance.choice([None, "fire", "advance", "run", "ambush", "down"])
    troop = chance.choice(VEHICLES)
    fields: dict[str, Any] = {"order": order, "immobilised": chance.random() < 0.3, "pins": chance.randint(0, 3)}
    if chance.random() < 0.3:
        fields["card"] = card(troop, mounts=(Mount("flamethrower-vehicle", "hull"),))
    vehicle = de(troop, (27, 20), name="Foe", bearing=0, quality=chance.choice(QUALITIES), fields=fields)
    state = _few(chance, Scene(able(), vehicle, *_officer(chance), **options).state, ABLE)
    foe = state.units[FOES]
    given = {
        "armour": foe.card.armour,
        "crew": foe.card.quality,
        "crew_officer": best_officer(state, FOES) or "none",
        "crew_nation": foe.card.nation,
        "open_topped": "open-topped" in foe.card.traits,
        "immobilised": foe.immobilised,
        "carries_flame": any("flame" in mount.weapon for mount in foe.card.mounts),
        "men": len(state.units[ABLE].men),
        "vehicle_order": order or "none",
    }
    if chance.random() < 0.3 and order != "run":
        state = with_unit(state, FOES, {"pins": 0})
        hits = given["hits"] = chance.randint(1, 6)
        played = staged(state, lambda play: strike_vehicle(play, ABLE, FOES, hits), what_they_did)
    else:
        played = staged(state, lambda play: in_contact(play, ABLE, FOES, on_guard=False), what_they_did)
    return Laid("assault-vehicle", given, options, played)


def tank_assault(chance: Chance) -> Laid:
    """Men whom a tank reaches, or who are told to assault it with nothing against armour in their hands."""
    options = _switched(chance, NERVE)
    troop = chance.choice(["us.rifle-squad", "su.rifle-squad", "de.grenadier-squad", "us.mmg-team", "us.medium-at-gun"])
    rest: dict[str, Any] = {"quality": chance.choice(QUALITIES), "fields": {"pins": chance.randint(0, 5)}}
    tank = de("de.panzer-iv", (27, 20), name="Tank", bearing=270)
    officer = [us(f"us.{chance.choice(RANKS)}", (20, 20 - chance.choice([3, 12])), name="Officer")]
    state = Scene(us(troop, (20, 20), name="Able", **rest), tank, *officer[chance.randint(0, 1) :], **options).state
    men = state.units[ABLE].men
    state = with_unit(state, ABLE, {"men": men[chance.choice([0, 1, len(men) - 1]) :]})
    unit = state.units[ABLE]
    led = any(state.figures[man].role == "nco" for man in unit.men)
    gun = unit.is_artillery
    without = not gun and not has_anti_tank(state, unit) and chance.random() < 0.6
    given = {
        "quality": unit.card.quality,
        "pins": unit.pins,
        "officer": best_officer(state, ABLE) or "none",
        "nco_lost": unit.card.slot == "infantry" and not led,
        "last_of_team": bool(unit.card.team) and len(unit.men) == 1,
        "nation": unit.card.nation,
        "gun": gun,
        "without_anti_tank": without,
    }
    if without:
        return Laid(
            "tank-assault", given, options, staged(state, lambda play: keeps_nerve(play, ABLE, FOES), who_stood)
        )
    return Laid("tank-assault", given, options, staged(state, lambda play: driven_over(play, ABLE), who_stood))


def regrouping(chance: Chance) -> Laid:
    """Some men have won."""
    state = Scene(us("us.rifle-squad", (20, 20), name="Able", men=chance.randint(6, 8))).state

    def read(_after: Battle, inches: int, _: object) -> dict[str, Any]:
        return {"inches": inches}

    return Laid("regroup", {}, {}, staged(state, lambda play: inches_to_regroup(play, ABLE), read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "close-quarters": close_quarters,
    "assault-vehicle": assault_vehicle,
    "tank-assault": tank_assault,
    "regroup": regrouping,
}
