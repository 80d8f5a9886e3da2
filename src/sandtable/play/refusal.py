"""Saying no: which clause forbids it, what was measured, and the smallest change that would allow it."""

import msgspec

from sandtable.geometry.units import show


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something cannot be done."""

    why: str
    because: tuple[str, ...] = ()
    measured: int | None = None
    allowed: int | None = None
    remedy: str = ""
    figures: tuple[int, ...] = ()  # those it is about, for a page to light up

    def __str__(self) -> str:
        said = self.why
        if self.measured is not None and self.allowed is not None:
            said += f" ({show(self.measured)}, allowed {show(self.allowed)})"
        if self.remedy:
            said += f"; {self.remedy}"
        if self.because:
            said += f" [{', '.join(self.because)}]"
        return said


def about(length: int) -> str:
    """A length as it is told to a player: to the hundredth, rounded up, so that what is just too far never looks right."""
    return show(-(-length // 10) * 10)


class Refused(Exception):  # noqa: N818  # a refusal is an answer, not an error of ours
    """An answer that is not legal. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def refuse(why: str, *because: str, remedy: str = "") -> Refused:
    """A refusal to raise."""
    return Refused(Refusal(why=why, because=because, remedy=remedy))
