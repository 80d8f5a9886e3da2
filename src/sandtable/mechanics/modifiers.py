"""Numbers that remember why: modifiers, and the score that a die must reach."""

from collections.abc import Iterable

import msgspec

from sandtable.play.modifier import Modifier


def total(modifiers: Iterable[Modifier]) -> int:
    """What the modifiers add up to."""
    return sum(modifier.value for modifier in modifiers)


def felt(modifiers: Iterable[Modifier]) -> list[Modifier]:
    """Those of some modifiers that change anything: a table may have made nothing of one."""
    return [modifier for modifier in modifiers if modifier.value]


def reasons_of(several: Iterable[tuple[Modifier, ...]]) -> str:
    """Why dice that are thrown together need what they need: what goes for all, and what else for some of them."""
    kinds = list(dict.fromkeys(several))
    shared = [one for one in kinds[0] if all(one in kind for kind in kinds)]
    more = [" and ".join(str(one) for one in kind if one not in shared) for kind in kinds]
    also = "; ".join(f"some {one}" for one in more if one)
    return "; ".join(part for part in (", ".join(map(str, shared)), also) if part)


class Always(msgspec.Struct, frozen=True, tag="always"):
    """No roll is needed: it succeeds."""

    def __str__(self) -> str:
        return "automatic"


class Never(msgspec.Struct, frozen=True, tag="never"):
    """No roll can succeed."""

    why: str = ""

    def __str__(self) -> str:
        return f"impossible ({self.why})" if self.why else "impossible"


class Score(msgspec.Struct, frozen=True, tag="score"):
    """A die succeeds with this score or more."""

    least: int

    def __str__(self) -> str:
        return f"{self.least}+"


class Twice(msgspec.Struct, frozen=True, tag="twice"):
    """A die succeeds with this score or more, and again with the second score on another throw."""

    least: int
    then: int

    def __str__(self) -> str:
        return f"{self.least}+ then {self.then}+"


Needed = Always | Never | Score | Twice


class Target(msgspec.Struct, frozen=True):
    """What a roll needs, and every modifier that made it so."""

    needed: Needed
    modifiers: tuple[Modifier, ...]

    def __str__(self) -> str:
        return str(self.needed)

    def explain(self) -> str:
        """The needed score with its reasons, on one line."""
        reasons = ", ".join(map(str, self.modifiers))
        return f"{self.needed} ({reasons})" if reasons else str(self.needed)


__all__ = ["Always", "Modifier", "Needed", "Never", "Score", "Target", "Twice", "felt", "reasons_of", "total"]
