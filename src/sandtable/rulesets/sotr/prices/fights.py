"""How likely a test of Cool is passed, and what comes of a combat of two models."""

from typing import Literal, NamedTuple, cast

from sandtable.mechanics.prices import Price, Prices
from sandtable.mechanics.questions import Staged
from sandtable.rulesets.sotr.melee.blows import Fighter
from sandtable.rulesets.sotr.nerve.cool import Cool, cool_test
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Unit
from sandtable.rulesets.sotr.umpire.bare import Party, battle, card_of, staged
from sandtable.rulesets.sotr.umpire.fields import Armour
from sandtable.rulesets.sotr.umpire.melee import Combat, fight

LEVELS: tuple[Armour, ...] = ("unarmored", "light", "heavy")
MOST_DICE = 6  # that a form asks about


class Body(NamedTuple):
    """What blows fall on: a level of armour, or the rear of a mecha."""

    armour: int
    rear: int = 0


class Blows(NamedTuple):
    """What is left of one after a combat, in thousandths: how likely he is out of it for good, and DOWN or damaged."""

    out: int
    hurt: int


def _tested(options: Options, needed: int) -> Staged:
    """A test that needs so much or less."""
    state = battle(options, Party("We", card_of(cool=needed)))
    return staged(state, lambda play: cool_test(play, 0, Cool(needed, "", ()), "", ()), lambda _, did, __: {"yes": did})


def _fought(options: Options, one: Fighter, other: Fighter, bodies: tuple[Body, Body], dice: tuple[int, int]) -> Staged:
    """A combat of two models."""
    higher = "attacker" if one.higher else "defender" if other.higher else "nobody"
    form = Combat(
        attacker_armour=LEVELS[bodies[0].armour],
        attacker_weapon=one.close_weapon,
        charging=one.charging,
        caught=one.caught,
        hurdled=one.hurdled,
        attacker_disorganized=one.disorganized,
        attacker_encumbered=one.encumbered,
        attacker_horror=one.horror,
        attacker_frenzied=one.frenzied,
        attacker_rear=bodies[0].rear,
        higher=cast("Literal['nobody', 'attacker', 'defender']", higher),
        defender_armour=LEVELS[bodies[1].armour],
        defender_weapon=other.close_weapon,
        defender_disorganized=other.disorganized,
        defender_encumbered=other.encumbered,
        defender_prone=other.prone,
        defender_horror=other.horror,
        defender_frenzied=other.frenzied,
        defender_rear=bodies[1].rear,
        attacker_dice=min(MOST_DICE, dice[0]),
        defender_dice=min(MOST_DICE, dice[1]),
    )
    found = fight.ask(form, options)
    assert isinstance(found, Staged)
    return found


tested = Prices(_tested)
fought = Prices(_fought)


def passes(options: Options, needed: int) -> int:
    """How likely a test of Cool is passed, in thousandths."""
    return tested(options, needed)["yes"]


def body_of(unit: Unit) -> Body:
    """What blows at a unit fall on."""
    return Body(0, unit.card.hull[-1]) if unit.machine else Body(unit.card.armour)


def blows(
    options: Options, one: Fighter, other: Fighter, bodies: tuple[Body, Body], dice: tuple[int, int]
) -> tuple[Blows, Blows]:
    """What a combat does to the one who attacks and to the other."""
    found = fought(options, one, other, bodies, dice)
    return _left(found, "attacker"), _left(found, "defender")


def _left(found: Price, who: str) -> Blows:
    out = found[f"{who} goner"] + found[f"{who} destroyed"]
    return Blows(out, found[f"{who} down"] + found[f"{who} immobilised"] + found[f"{who} weapon lost"])
