"""What throws say, in the words of the book."""

from sandtable.dice.words import counted

HITS = counted("hit", "hits")
INCHES = counted("inch", "inches")
_HEADSHOTS = counted("headshot", "headshots")
_TANKS = counted("six", "sixes")
_WOUNDS = ("flesh wound", "DOWN", "GONER")


def scored(value: tuple[int, ...]) -> str:
    """Shots that hit, and headshots among them: `3 hits, 1 headshot`."""
    hits, heads = value
    return f"{HITS(hits + heads)}, {_HEADSHOTS(heads)}" if heads else HITS(hits)


def wounded(value: tuple[int, ...]) -> str:
    """Wound dice: `2 DOWN, 1 GONER`; where fuel tanks may be hit, sixes too."""
    down, goners, sixes = value[0], sum(value[1:]), sum(value[2:])
    found = [f"{count} {word}" for count, word in ((down, "DOWN"), (goners, "GONER")) if count]
    return ", ".join([*found, *([_TANKS(sixes)] if sixes else [])]) or "flesh wounds only"


def wounded_each(value: tuple[int, ...]) -> str:
    """Wound dice for one model after another: `DOWN, flesh wound`."""
    return ", ".join(_WOUNDS[one] for one in value)


def hit_or_missed(value: int) -> str:
    """A single shot."""
    return "hits" if value else "misses"


def back_or_not(value: int) -> str:
    """Whether a grenade comes back."""
    return "it comes back" if value else "nothing comes back"
