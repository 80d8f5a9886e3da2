"""Reading the log of a battle aloud, and noting what reads wrong."""

import re
from typing import Any

from sandtable.grammar import agreeing, is_several
from sandtable.mechanics.telling import Retelling, ended
from sandtable.play.events import Happening, Thrown
from sandtable.play.ruleset import Outcome, Ruleset

WRONG = {
    "one of several": re.compile(
        r"(?<![\w.,+/-])1 (?:[a-z]+ )?(?:points|actions|pins|hits|men|models|figures|shots|inches|dice|Teams|wounds)\b"
    ),
    "several of one": re.compile(
        r"\b(?:[02-9]|1\d) (?:point|action|pin|hit|man|model|figure|shot|inch|die|Team|wound)\b(?! points)"
    ),
    "whose": re.compile(r"s's\b"),
    "said twice": re.compile(r"\b(a draw|[a-z]{2,}): \1\b|\b(\w{3,}) \2\b", re.IGNORECASE),
    "an id for a name": re.compile(r"\b(?:hmg|lmg|mmg|smg|wp)\b|\b[a-z]+_[a-z]+\b"),
    "a gap": re.compile(r"  |\(\)|\( | \)|: $|, $| $|None|True|False|[{}\[\]<>]|, ,|;\)"),
    "a shift of bands that looks like a sum": re.compile(r"\d\+ \((?:un)?aimed, [^)]*[+-]\d"),
    "an article": re.compile(r"\ba [aeio]\w|\ban [bcdfgjkpqtvwyz][a-z]"),
    "no capital": re.compile(r"^[a-z]"),
}
SUM = re.compile(r"^(?P<what>[^()]*): (?P<face>\d+) = (?P<value>\d+)$")
# An activation, or what it was to be: something must come of it.
BARE = re.compile(
    r" (?:acts?|(?:is|are) activated)$|: (?:Advance, or stand still|On The Double|Move|Fire|Aimed Fire|Run)$"
)


class Reader:
    """Reads lines as they are told, and keeps those that are wrong, with what is wrong about them."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self.wrong: list[tuple[str, str]] = []
        self.lines = 0
        self._retelling = Retelling()
        self._before = ""

    def read(self, state: Any, happenings: list[Happening]) -> None:
        """What happened, as the log is printed."""
        names = [unit.name for unit in state.units if is_several(unit.name)]
        for happening in happenings:
            line = self._retelling.of(self.rules.sentence(state, happening), happening)
            if not line:
                continue
            self.lines += 1
            for what, pattern in WRONG.items():
                if pattern.search(line):
                    self.wrong.append((what, line))
            self._agrees(line, names)
            if isinstance(happening, Thrown):
                self._adds_up(line)
            elif line == self._before:
                self.wrong.append(("the line before again", line))
            if self._idle(line):
                self.wrong.append(("an activation of which nothing comes", self._before))
            self._before = line

    def end(self, outcome: Outcome, side: str) -> None:
        """How it ended, and whether that is said once."""
        line = ended(outcome, side, "somebody")
        self.wrong += [(what, line) for what in ("said twice", "one of several") if WRONG[what].search(line)]

    def _idle(self, line: str) -> bool:
        """Whether the line before was of an activation, and this one is of another."""
        if not BARE.search(self._before):
            return False
        same = line.partition(":")[0] == re.split(r" (?:is|are) activated$| acts?$|:", self._before)[0]
        return line.startswith("#") or (bool(BARE.search(line)) and not same)

    def _agrees(self, line: str, names: list[str]) -> None:
        for name in names:
            verb = line.removeprefix(f"{name} ").partition(" ")[0]
            if line.startswith(f"{name} ") and re.fullmatch(r"[a-z]+s", verb) and agreeing(verb) != verb:
                self.wrong.append(("several that do as one does", line))

    def _adds_up(self, line: str) -> None:
        """One die that is nothing but read is what it shows, unless a die of that kind is made of another."""
        found = SUM.match(line)
        if found and found["face"] != found["value"] and not re.search(r"\bD\d|needs |\+\d", found["what"]):
            self.wrong.append(("a sum that is none", line))
