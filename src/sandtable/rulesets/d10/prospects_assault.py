"""What dice an assault throws: how far it is, who would strike whom after the charge, and the test of whoever answers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.mechanics.chances import say_number
from sandtable.play.refusal import about
from sandtable.play.script import Play
from sandtable.play.shown import Prospect, Volley

from .armour import Hit
from .assault import COUNTER_CHARGE, SHOOT, counter_charge, defends_cover, make_contact
from .blows import Blow, Round, combat_of
from .break_off import free_strikes
from .combat import blows_in
from .movement import move_of
from .offers import Answering, Assaulting
from .prospects_dice import chance_of, damage_of, dice, played, tested
from .prospects_fire import reaction_prospect
from .state import Battle
from .units import between, engaged

By = Mapping[str, Prospect]
OUT_OF_REACH = "out of reach"
MOVES = ("d10.gap.assault-move", "d10.cc.assault-moves")
FIGHTS = ("d10.cc.fight", "d10.cc.table", "d10.gap.combat-fight")


def assault_prospects(state: Battle, domain: Assaulting[Any]) -> By:
    """The distance to each unit that may be assaulted, and the blows of the round that would follow."""
    return {key: assault_prospect(state, domain.attacker, target) for key, target in domain.values.items()}


def answer_prospects(state: Battle, target: int, domain: Answering[Any]) -> By:
    """What each answer to an assault promises: a shot, a counter-charge, or the round as it comes."""
    attacker = domain.attacker
    found = {}
    for key in domain.values:
        if key == SHOOT:
            found[key] = tested(state, target, reaction_prospect(state, target, attacker))
        elif key == COUNTER_CHARGE:
            found[key] = tested(state, target, assault_prospect(state, attacker, target, countered=True))
        else:
            found[key] = assault_prospect(state, attacker, target)
    return found


def assault_prospect(state: Battle, number: int, target: int, *, countered: bool = False) -> Prospect:
    """How far it is, and the blows of the round if anybody gets into contact; nobody has shot at the charge."""
    measured = {"distance": about(between(state, number, target)), "move": about(move_of(state, number))}
    covered = defends_cover(state, number, target)
    touches, then = played(state, _closed, number, target, countered)
    if not touches:
        return Prospect((), {"distance": measured["distance"]}, OUT_OF_REACH, MOVES)
    now = Round((number,), (target,) if countered else (), (target,) if covered and not countered else ())
    blows, _ = played(then, blows_in, combat_of(then, number), now)
    return round_prospect(then, blows, measured)


async def _closed(play: Play[Battle], number: int, target: int, countered: bool) -> bool:
    """The moves of an assault; True if they end in contact."""
    if countered:
        counter_charge(play, target, number)
    return make_contact(play, number, target)


def round_prospect(state: Battle, blows: Sequence[Blow], measured: Mapping[str, str]) -> Prospect:
    """The blows of a round, and the hits and wounds that each side may expect to take of them."""
    volleys: list[Volley] = []
    damages: dict[Volley, None] = {}
    taken: dict[int, Fraction] = {}
    for blow in blows:
        names = state.units[blow.unit].name, state.units[blow.target].name
        what = f"{names[0]} at {names[1]}, strength {blow.strength}"
        volleys.append(dice(what, blow.dice, blow.score, blow.modifiers))
        hit = Hit(1, blow.strength, blow.at, close=True, exempt=blow.exempt)
        damage, passed = damage_of(state, blow.target, hit)
        if damage is not None:
            damages[damage] = None
        taken[blow.target] = taken.get(blow.target, Fraction(0)) + blow.dice * chance_of(blow.score) * passed
    expected = {f"wounds of {state.units[unit].name}": say_number(wounds) for unit, wounds in taken.items()}
    return Prospect((*volleys, *damages), {**measured, **expected}, "" if blows else "nobody can strike", FIGHTS)


def press_prospect(state: Battle, number: int) -> Prospect:
    """The blows of another round, before further models close up."""
    blows, _ = played(state, blows_in, combat_of(state, number), Round())
    return round_prospect(state, blows, {})


def break_off_prospect(state: Battle, number: int) -> Prospect:
    """The free blows at a unit that breaks off."""
    found = round_prospect(state, free_strikes(state, number), {})
    return Prospect(found.volleys, found.expected, "", ("d10.gap.break-off",))


def order_to_assault(state: Battle, number: int, able: Sequence[int]) -> Prospect:
    """The nearest unit that may be assaulted, or the round that goes on."""
    if engaged(state, number):
        return press_prospect(state, number)
    near = min(able, key=lambda other: (between(state, number, other), other))
    found = assault_prospect(state, number, near)
    if not found.volleys and found.note == OUT_OF_REACH:
        return found
    return Prospect(found.volleys, {"target": state.units[near].name, **found.expected}, found.note, found.because)
