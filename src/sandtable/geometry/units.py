"""Lengths: one unit is a thousandth of an inch."""

INCH = 1000


def inches(length: float) -> int:
    """So many inches, as people and files write them, in thousandths: the one place where a length is rounded."""
    return round(length * INCH)


def show(length: int) -> str:
    """A length as players say it: `12"`, `4.5"`, `0.125"`."""
    whole, rest = divmod(abs(length), INCH)
    sign = "-" if length < 0 else ""
    fraction = f".{rest:03d}".rstrip("0") if rest else ""
    return f'{sign}{whole}{fraction}"'
