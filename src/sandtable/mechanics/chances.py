"""The exact chance of one die, and saying chances and expected numbers in words."""

from fractions import Fraction

from .modifiers import Always, Needed, Never, Score

PLAIN = 36  # fractions with larger parts than this are said as decimals


def chance_of(needed: Needed, sides: int = 6) -> Fraction:
    """How likely one die succeeds, thrown again where that is needed."""
    if isinstance(needed, Always):
        return Fraction(1)
    if isinstance(needed, Never):
        return Fraction(0)
    first = Fraction(max(0, sides + 1 - needed.least), sides)
    return first if isinstance(needed, Score) else first * Fraction(max(0, sides + 1 - needed.then), sides)


def say_number(number: Fraction) -> str:
    """An expected number: `2 1/3` where the fraction is a plain one, else `2.37`."""
    if number.denominator > PLAIN:
        return f"{round(number * 100) // 100}.{round(number * 100) % 100:02d}"
    whole, rest = divmod(number.numerator, number.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{number.denominator}" if whole else f"{rest}/{number.denominator}"


def say_chance(chance: Fraction) -> str:
    """A chance in per cent; what can still happen is never said to be impossible, nor what can fail to be certain."""
    whole = round(chance * 100)
    if chance > 0 and whole == 0:
        return "under 1 %"
    return "over 99 %" if chance < 1 and whole == 100 else f"{whole} %"
