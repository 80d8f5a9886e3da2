"""Dice that hang on an option, as a page shows them: what one needs, why, and how likely it is."""

from fractions import Fraction

from sandtable.mechanics.chances import chance_of
from sandtable.mechanics.modifiers import Needed, Never, Score
from sandtable.play.modifier import Modifier
from sandtable.play.shown import Volley

from .to_hit import is_hopeless, least_face
from .training import IMPOSSIBLE, check_roll

SIDES = 6


def to_hit_of(number: int) -> Needed:
    """What a die To Hit must show: a 1 always misses, and 7 is beyond it."""
    return Never(f"{number}+ on one die") if is_hopeless(number) else Score(least_face(number))


def check_volley(what: str, needed: int, modifiers: tuple[Modifier, ...] = (), dice: int = 1) -> Volley:
    """A Training Check."""
    roll = check_roll(needed, what, 0, dice=dice)
    score: Needed = Score(needed) if needed < IMPOSSIBLE else Never(f"{needed}+ on one die")
    return Volley(what, str(dice), roll.needs, modifiers, str(chance_of(score)))


def save_volley(what: str, needed: int, *, reroll: int = 0, dice: str = "1 a hit") -> Volley:
    """A Save, and how likely it is passed: twice over where passed ones are rolled again, or with a second try."""
    once = Fraction(max(0, SIDES + 1 - max(1, needed)), SIDES) if needed <= SIDES else Fraction(0)
    chance = {0: once, 1: once * once, -1: 1 - (1 - once) ** 2}[reroll]
    said = {0: "", 1: ", passed ones once more", -1: ", failed ones once more"}[reroll]
    return Volley(what, dice, f"{needed}+{said}", (), str(chance))
