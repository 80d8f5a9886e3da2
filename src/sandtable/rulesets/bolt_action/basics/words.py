"""What throws say, in the words of the book."""

from sandtable.dice.words import counted, worded

HITS = counted("hit", "hits")
SHOTS = counted("shot", "shots")
PINS = counted("pin", "pins")
CASUALTIES = counted("casualty", "casualties")
SIXES = counted("natural six to roll again", "natural sixes to roll again")
DAMAGING = counted("damaging hit", "damaging hits")
SAVED = counted("man saved", "men saved")
INCHES = counted("inch", "inches")
VERDICT = worded({"pass": "passes", "fail": "fails", "fubar": "fails with FUBAR"})
DAMAGE = worded({kind: f"{kind} damage" for kind in ("superficial", "full", "massive")})
ON_TARGET = worded({"miss": "misses", "hit": "hits"})


def wounds(value: tuple[int, ...]) -> str:
    """The first throw to damage: those who fall, and sixes that may be worse."""
    ordinary, sixes = value
    fallen = CASUALTIES(ordinary + sixes)
    return f"{fallen}, {SIXES(sixes)}" if sixes else fallen


def exceptional(value: int) -> str:
    """The sixes rolled again."""
    return f"{value or 'none'} exceptional"
