"""Telling a battle: the log as it is printed."""

from typing import Any

import msgspec

from sandtable.mechanics.telling import Retelling, ended
from sandtable.play.events import Happening, Thrown
from sandtable.play.record import Header
from sandtable.play.ruleset import Outcome, Ruleset
from sandtable.play.scenario import Scenario
from sandtable.rulesets.house import played_otherwise

CLAUSES_FROM = 78  # the column where clauses begin


class Story:
    """Prints what happens: one line an event, dice indented below what they decide, clauses at the right."""

    def __init__(self, rules: Ruleset[Any], *, quiet: bool = False, silent: bool = False) -> None:
        self.rules = rules
        self.quiet = quiet or silent  # only the end is told
        self.silent = silent  # not even that
        self._retelling = Retelling()

    def begin(self, header: Header, seed: int | None = None) -> None:
        """The head of the story: what is fought, by whom, and what is played otherwise than usual."""
        scenario, names = header.scenario, header.seats
        if self.quiet:
            return
        print(f"{scenario.title} ({self.rules.title})")
        print(scenario.about)
        first, second = scenario.forces
        sown = "" if seed is None else f", seed {seed}"
        print(f"{first.name} ({names[0]}) against {second.name} ({names[1]}){sown}")
        options = msgspec.convert(header.options, self.rules.options_type)
        for line in played_otherwise(self.rules, options):
            print(f"Played otherwise: {line}")
        print()

    def tell(self, state: Any, news: list[Happening]) -> None:
        """What happened since last time."""
        if self.quiet:
            return
        for happening in news:
            text = self._retelling.of(self.rules.sentence(state, happening), happening)
            if not text:
                continue
            if text.startswith("# "):
                print(f"\n{text.removeprefix('# ')}")
                continue
            indent = "      " if isinstance(happening, Thrown) else "  "
            print(f"{indent + text:<{CLAUSES_FROM}} [{' '.join(happening.because)}]")

    def end(self, scenario: Scenario, outcome: Outcome | None, names: tuple[str, str]) -> None:
        """The last line."""
        if self.silent or outcome is None:
            return
        if not self.quiet:
            print()
        winner = 0 if outcome.winner is None else outcome.winner
        print(f"{ended(outcome, scenario.forces[winner].name, names[winner])}.")
