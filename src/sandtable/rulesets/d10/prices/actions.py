"""What shots and blows are expected to do, and how likely a reaction test is passed: actions of the game, priced for bots.

Keys are kept few: one die and one hit at a time, which add up as long as enough of a unit is left, and few blows in a round.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Found, Staged
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.basics.units import below_half, left
from sandtable.rulesets.d10.fire.shooting import Salvo, struck, throw
from sandtable.rulesets.d10.fire.volley import Shot
from sandtable.rulesets.d10.harm.toughness import FRONT, Hit
from sandtable.rulesets.d10.melee.blows import Blow, Round, blows_of
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle, Card
from sandtable.rulesets.d10.umpire.bare import Party, battle, commanded, hits_and_fate, staged
from sandtable.rulesets.d10.umpire.command import Reacting, reaction
from sandtable.rulesets.d10.umpire.fields import foot_card
from sandtable.rulesets.d10.umpire.melee import fought

DICE = 2  # of either side in a round that is priced: more of them win and lose in much the same way
FEW = 2 * DICE  # models of which such a round leaves some
ANY = "rifle"  # what a shot is called does not matter: what it needs and does stands on it


class Side(NamedTuple):
    """One side of a round: its card, with the CM that it tests on, what is left of it and what it had, its nerves."""

    card: Card
    left: int
    whole: int
    panicked: bool


class Bout(NamedTuple):
    """What a round is expected to do: thousandths of wounds dealt and taken, how likely either panics or is gone after."""

    dealt: int
    taken: int
    panics: tuple[int, int]  # the other side, one's own
    routs: tuple[int, int]


# ---- shots


def _thrown(options: Options, score: int, blast: int, caught: int) -> Staged:
    """One die of a shot that needs so much; whose Blast, if it has one, can catch so many."""
    state = battle(options, Party("We", foot_card("squad"), 1, 1), Party("They", _foot(1), caught, caught))
    men = state.units[1].men
    shot = Shot(state.units[0].men[0], ANY, 1, score, (), 1, blast, 0, FRONT, False, False, 0, men[0], caught)

    def read(_after: Battle, hits: tuple[Hit, ...], _noted: object) -> Found:
        return {"hits": sum(hit.hits for hit in hits)}

    return staged(state, lambda play: throw(play, 0, Salvo(1, (shot,), men)), read)


def _struck(options: Options, hit: Hit, card: Card, left: int) -> Staged:
    """A hit on somebody who has so many wounds left."""
    state = battle(options, Party("We", foot_card("squad"), 1, 1), Party("They", card, left, left))
    return staged(state, lambda play: struck(play, 0, 1, (hit,), state.units[1].men), hits_and_fate(state, 1))


thrown_at = Prices(_thrown)
hit_on = Prices(_struck)


@cache
def _foot(toughness: int) -> Card:
    return foot_card("squad", toughness=toughness)


def body(view: Battle, target: int) -> tuple[Card, int]:
    """What a hit on a unit meets: the card of a vehicle with its wounds left; of a man on foot any like him."""
    card = view.units[target].card
    return (card, left(view, target)[0]) if card.vehicle else (_foot(card.toughness), 1)


def wounds_of(view: Battle, target: int, shots: Iterable[Shot]) -> int:
    """Thousandths of wounds that some shots take off a unit: dice do not mind each other while enough of it is left."""
    card, wounds = body(view, target)
    total = 0
    for shot in shots:
        caught = min(shot.caught, shot.blast, len(view.units[target].men)) if shot.blast else 1
        hit = Hit(1, shot.strength, shot.at, shot.face, shot.blast > 0, shaped=shot.shaped)
        hits = shot.dice * thrown_at(view.options, shot.score, shot.blast, caught)["hits"]
        total += hits * hit_on(view.options, hit, card, min(wounds, max(1, shot.at)))["lost"] // SURE
    return total


# ---- blows


def _round(options: Options, ours: Side, theirs: Side, blows: tuple[Blow, ...]) -> Staged:
    """A round of close combat with these blows."""
    sides = [
        Party(name, side.card, side.left, side.whole, panicked=side.panicked)
        for name, side in (("We", ours), ("They", theirs))
    ]
    state = battle(options, *sides)
    return fought(state, [unit.men for unit in state.units], blows)


rounds = Prices(_round)


def _side(view: Battle, number: int) -> Side:
    unit = view.units[number]
    card = commanded(unit.card, command_of(view, number)[0])
    many, whole = left(view, number)
    if not card.individual:
        card = foot_card("squad", toughness=card.toughness, command=card.command)
        many = min(many, FEW)
        whole = 2 * many + 1 if below_half(view, number) else many
    return Side(card, many, whole, unit.panicked)


def bout(view: Battle, ours: tuple[int, Sequence[int]], theirs: tuple[int, Sequence[int]], now: Round) -> Bout:
    """What a round between some models of two units is expected to do; whoever has none there does not strike back."""
    (number, men), (target, others) = ours, theirs
    mine = blows_of(view, number, target, men, now, charges=view.units[number].items.count("satchel"))
    back = blows_of(view, target, number, others, now)
    most = max(_dice(mine), _dice(back))
    (few, share), (less, part) = _few(mine, 0, most), _few(back, 1, most)
    if not few and not less:
        return Bout(0, 0, (0, 0), (0, 0))
    price = rounds(view.options, _side(view, number), _side(view, target), (*few, *less))
    return Bout(
        price["lost"] * share[0] // share[1],
        price["own_lost"] * part[0] // part[1],
        (price["panicked"], price["own_panicked"]),
        (price["routed"], price["own_routed"]),
    )


def _dice(blows: Sequence[Blow]) -> int:
    return sum(blow.dice for blow in blows)


def _few(blows: Sequence[Blow], unit: int, most: int) -> tuple[list[Blow], tuple[int, int]]:
    """As many dice as a price takes for so many of the stronger side, and how many all of them are to those."""
    found: list[Blow] = []
    total = _dice(blows)
    room = wanted = max(1, (2 * DICE * total + most) // (2 * most)) if total > DICE or most > DICE else total
    for blow in sorted(blows, key=lambda one: -one.dice):
        if room:
            dice = min(room, blow.dice)
            found.append(Blow(unit, 1 - unit, dice, blow.score, (), blow.strength, blow.at, blow.exempt))
            room -= dice
    return found, (total, max(1, wanted))


# ---- tests


def _tested(options: Options, command: int) -> Staged:
    found = reaction.ask(Reacting(command=command), options)
    assert isinstance(found, Staged)
    return found


tested = Prices(_tested)


def reacts(view: Battle, number: int, value: int) -> int:
    """What is worth so much if a unit passes its reaction test is worth this."""
    return value * tested(view.options, command_of(view, number)[0])["reacts"] // SURE
