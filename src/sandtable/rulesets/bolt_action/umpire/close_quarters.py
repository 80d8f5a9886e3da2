"""Close quarters and tank assault."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.events import Event
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.machines.overrun import driven_over
from sandtable.rulesets.bolt_action.melee.close_quarters import (
    fight_a_round,
    fight_on,
    first_round,
    in_contact,
    inches_to_regroup,
    round_after,
)
from sandtable.rulesets.bolt_action.melee.vehicle_assault import keeps_nerve, strike_vehicle
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

from .bare import NOT_TESTED, Party, battle, foot_card, officer, squad, staged, vehicle_card
from .fields import Quality
from .hulls import Unpinned, hull_with, vehicle_fate
from .morale import Nerve, described

TOUGH = "all have assault weapons or are tough fighters"
CANNOT = "a vehicle that has made a Run cannot be hit"
SOME_TOUGH = "how many of them carry assault weapons, and strike twice"

WE, THEY = 0, 1


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two units of men in close quarters."""

    attackers: Annotated[int, field("Men", "men who attack", role="attacker", fact="men", ge=1, le=20)] = 10
    attacker_quality: Annotated[
        Quality, field("Quality", "the attackers' quality", role="attacker", fact="quality")
    ] = "regular"
    attacker_tough: Annotated[bool, field("Two attacks each", TOUGH, role="attacker", fact="tough")] = False
    attacker_assault: Annotated[int, field("Assault weapons", SOME_TOUGH, role="attacker", ge=0, le=20)] = 0
    defenders: Annotated[int, field("Men", "men who are attacked", role="defender", fact="men", ge=1, le=20)] = 8
    defender_quality: Annotated[
        Quality, field("Quality", "the defenders' quality", role="defender", fact="quality")
    ] = "regular"
    defender_tough: Annotated[bool, field("Two attacks each", TOUGH, role="defender", fact="tough")] = False
    defender_assault: Annotated[int, field("Assault weapons", SOME_TOUGH, role="defender", ge=0, le=20)] = 0
    defended: Annotated[
        bool, field("Defended", "the defenders are behind an obstacle, in hard cover or in a building")
    ] = False
    tied: Annotated[bool, field("After a tie", "the first round is over: it was a tie")] = False
    one_round: Annotated[bool, field("One round", "only this round is asked about")] = False


def _fighters(name: str, given: Fight, own: str) -> Party:
    """Men who fight; those with assault weapons fall last."""
    men, assault = getattr(given, f"{own}s"), getattr(given, f"{own}_assault")
    if assault > men:
        raise Unfit(f"{own}_assault", f"there are {men} men")
    traits = ("tough-fighters",) if getattr(given, f"{own}_tough") else ()
    return squad(name, getattr(given, f"{own}_quality"), men, traits=traits)._replace(weapons=("smg",) * assault)


@asks(
    "close-quarters",
    "Close quarters",
    clauses=("ba.cq.sequence", "ba.cq.round-order", "ba.cq.loser", "ba.cq.tie"),
    leaves=(
        LeavesView("attackers_left", "attacker", "men", "set"),
        LeavesView("attackers_destroyed", "attacker", "destroyed", "set"),
        LeavesView("pins_left", "attacker", "pins", "set"),
        LeavesView("defenders_left", "defender", "men", "set"),
        LeavesView("defenders_destroyed", "defender", "destroyed", "set"),
        LeavesView("pins_left", "defender", "pins", "set"),
    ),
)
def close_quarters(given: Fight, options: Options) -> Staged:
    """Men assault men: who wins, and with how many left?"""
    state = battle(options, _fighters("the squad", given, "attacker"), _fighters("the enemy", given, "defender"))
    manner = round_after(options, 1) if given.tied else first_round(options, on_guard=given.defended)
    play_out = fight_a_round if given.one_round else fight_on
    fight = staged(state, lambda play: play_out(play, WE, THEY, **manner._asdict()), who_is_left)
    return msgspec.structs.replace(fight, noted=_nothing)  # it is all in the state


def _nothing(_event: Event) -> tuple[()]:
    return ()


def who_is_left(state: Battle, _result: object, _noted: object) -> Found:
    """Who has won, if anybody has, and what is left of both."""
    left = [len(unit.men) if unit.alive else 0 for unit in state.units]
    winner = {(True, True): "undecided", (True, False): "attacker", (False, True): "defender"}
    return {
        "winner": winner.get((left[WE] > 0, left[THEY] > 0), "nobody"),
        "winner_left": 0 if all(left) else sum(left),
        "attackers_left": left[WE],
        "defenders_left": left[THEY],
        "attackers_destroyed": not left[WE],
        "defenders_destroyed": not left[THEY],
        "pins_left": sum(unit.pins for unit in state.units),
    }


class AssaultOnVehicle(Unpinned, frozen=True, kw_only=True):
    """Men assaulting a vehicle: contact has ended all its pins."""

    men: Annotated[int, field("Men", "men who assault", role="attacker", fact="men", ge=1, le=20)] = 8
    vehicle_order: Annotated[
        Literal["none", "fire", "advance", "run", "ambush", "rally", "down"],
        field("Its order", "the die that the vehicle shows"),
    ] = "none"
    hits: Annotated[int, field("Hits", "how many have been scored already; none: they are rolled for", ge=0, le=20)] = 0


@asks(
    "assault-vehicle",
    "Men assault a vehicle",
    clauses=("ba.cqv.hit-stationary", "ba.cqv.damage", "ba.cqv.result"),
    leaves=(
        LeavesView("knocked_out", "target", "destroyed", "set"),
        LeavesView("immobilised", "target", "immobilised", "set"),
        LeavesView("pins", "target", "pins", "set"),
    ),
)
def assault_vehicle(given: AssaultOnVehicle, options: Options) -> Staged:
    """Does the assault knock it out, stop it or pin it?"""
    order = None if given.vehicle_order == "none" else given.vehicle_order
    target, *near = hull_with(given, 0)
    target = target._replace(fields={**target.fields, "order": order})
    state = battle(options, squad("the squad", "regular", given.men), target, *near)
    if given.hits:
        return staged(state, lambda play: strike_vehicle(play, WE, THEY, given.hits), what_they_did)
    return staged(state, lambda play: in_contact(play, WE, THEY, on_guard=False), what_they_did, CANNOT)


def what_they_did(state: Battle, _result: object, noted: Mapping[Fact, int | str]) -> Found:
    """How many hit a vehicle, and what has become of it."""
    return {"hits": noted.get((WE, "struck"), 0), **vehicle_fate(state, noted, THEY)}


class Facing(Nerve, frozen=True, kw_only=True):
    """Men that a tank drives at, or that are to assault one."""

    gun: Annotated[bool, field("A gun", "a gun and its crew", role="unit", fact="gun")] = False
    without_anti_tank: Annotated[
        bool, field("No anti-tank weapons", "it is to assault armour with no anti-tank weapons")
    ] = False


@asks(
    "tank-assault",
    "Nerve before a tank",
    clauses=("ba.gap.tank-assault", "ba.cqv.nerve"),
    leaves=(LeavesView("destroyed", "unit", "destroyed", "set"),),
)
def tank_assault(given: Facing, options: Options) -> Staged:
    """Do men keep their nerve before a tank?"""
    if given.gun and given.without_anti_tank:
        raise Unfit("gun", "a gun assaults nobody")
    unit = described(given)
    if given.gun:
        unit = unit._replace(card=foot_card(given.quality, kind="artillery", slot="gun"), gun=True)
    tank = Party("the tank", vehicle_card("medium-tank"), ("vehicle",))
    state = battle(options, unit, tank, *officer(given.officer, WE))
    if given.without_anti_tank:
        return staged(state, lambda play: keeps_nerve(play, WE, THEY), who_stood)
    return staged(state, lambda play: driven_over(play, WE), who_stood, "the gun is crushed")


def who_stood(state: Battle, _result: object, noted: Mapping[Fact, int | str]) -> Found:
    """Whether men have kept their nerve, and what has become of them."""
    unit = state.units[WE]
    checked = noted.get((WE, "checked"), NOT_TESTED)
    return {"result": checked, "destroyed": not unit.alive, "down": unit.alive and unit.order == "down"}


class Regrouping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Men who have won a fight."""


@asks("regroup", clauses=("ba.cq.regroup",))
def regroup(_given: Regrouping, options: Options) -> Staged:
    """How far may the winner of a fight move?"""
    state = battle(options, squad("the winner", "regular", 1))
    return staged(state, lambda play: inches_to_regroup(play, WE), lambda _state, inches, _noted: {"inches": inches})
