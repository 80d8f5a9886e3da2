"""A second reckoning of what becomes of vehicles: damage of a kind, its results, fire, and hits one after another."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from .reckon import KINDS, MORALE, Chances, checked, die, penetrates, sure, then

HULL = ("damage", "knocked_out", "immobilised", "halted", "pins", "morale")
NOT_TESTED = "not tested"


class State(NamedTuple):
    """A vehicle on the way through its results; pins are all that it has."""

    damage: str = "no damage"
    out: bool = False
    stuck: bool = False
    halted: bool = False
    pins: int = 0
    morale: str = NOT_TESTED


def pinned(so: State, pins: int, crew: str) -> State:
    """More pins, which may be too many."""
    return so._replace(pins=so.pins + pins, out=so.pins + pins >= MORALE[crew])


def afraid(so: State, crew: str, bonus: int = 0) -> Chances:
    """A check that puts the crew to flight if it is failed."""
    return {
        so._replace(morale=word, out=word != "pass"): share
        for word, share in checked(MORALE[crew] + bonus - so.pins).items()
    }


def burns(so: State, crew: str, bonus: int = 0) -> Chances:
    """Fire: a pin, and a check that halts whoever passes it."""
    lit = pinned(so, 1, crew)
    return sure(lit) if lit.out else then(afraid(lit, crew, bonus), lambda end: sure(end._replace(halted=not end.out)))


def suffers(so: State, damage: str, crew: str, *, more: int = 0, bonus: int = 0) -> Chances:
    """The results of damage of a kind; one that knocks out puts no pin on it."""
    so = so._replace(damage=max(so.damage, damage, key=KINDS.index))
    plus = more - (3 if damage == "superficial" else 0)
    results = die(lambda face: min(4, max(1, face + plus)))

    def applied(so: State, result: int) -> Chances:
        if so.out:
            return sure(so)
        if result == 4:
            return sure(so._replace(out=True))
        if result == 3:
            return burns(so, crew, bonus)
        after = pinned(so, 1, crew)
        if after.out:
            return sure(after)
        return sure(after._replace(halted=True) if result == 1 else after._replace(stuck=True, out=after.stuck))

    joint = sure(so)
    for _ in range({"no damage": 0, "massive": 2}.get(damage, 1)):
        joint = then(joint, lambda so: then(results, lambda result: applied(so, result)))
    return joint


def struck(  # how often, how it is armoured, and who sits in it
    so: State, hits: int, armour: str, bonus: int, crew: str, *, more: int = 0, officer: int = 0
) -> Chances:
    """So many hits, one after another, for as long as there is a vehicle."""

    def again(so: State) -> Chances:
        if so.out:
            return sure(so)
        return then(penetrates(armour, bonus), lambda damage: suffers(so, damage, crew, more=more, bonus=officer))

    joint = sure(so)
    for _ in range(hits):
        joint = then(joint, again)
    return joint


def told(joint: Chances, had: int, before: Callable[[State], tuple[object, ...]] = lambda _: ()) -> Chances:
    """As an answer tells it: what is out is neither immobilised nor halted, and pins are those that came."""
    found: Chances = {}
    for so, share in joint.items():
        key = (
            *before(so), so.damage, so.out, so.stuck and not so.out, so.halted and not so.out, so.pins - had, so.morale,
        )  # fmt: skip
        found[key] = found.get(key, Fraction(0)) + share
    return {key: share for key, share in found.items() if share}
