"""Battles for the conformance suite: every rulebook, every scenario of its own, fought by random bots."""

from collections.abc import Iterator
from typing import Any

import msgspec

from sandtable.bots import bot
from sandtable.mechanics.tables import sheet_of, switches_in
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.record import DiceBox, Header, new_game, seeded_box
from sandtable.play.ruleset import Ruleset
from sandtable.play.wire import to_json
from sandtable.rulesets.library import RULESETS, common_scenarios, ruleset

# Those that belong to no book are fought under each of them in test_common.
SCENARIOS = [
    (name, scenario)
    for name in RULESETS
    for scenario in ruleset(name).scenarios()
    if scenario not in common_scenarios()
]


class Battle:
    """A game with what is needed to save it, and bots to play it."""

    def __init__(self, name: str, scenario: str, seed: int, **options: Any) -> None:
        self.rules: Ruleset[Any] = ruleset(name)
        self.header = Header(name, self.rules.version, options, self.rules.scenario(scenario), ("random", "random"))
        self.dice: DiceBox = seeded_box(seed)
        self.game: Game[Any] = new_game(self.rules, self.header, self.dice)
        self.bots = (bot("random", self.rules, seed, 0), bot("random", self.rules, seed, 1))

    def decisions(self) -> Iterator[Decision[Any]]:
        """Every decision in turn; each is answered by its bot after it has been looked at."""
        while (decision := self.game.pending) is not None:
            yield decision
            self.game.answer(self.bots[decision.seat].answer(self.game.state, decision))


def plain(answer: object) -> Any:
    """An answer as it looks after a journey over a wire."""
    return msgspec.json.decode(to_json(answer))


def mutations(answer: Any) -> list[Any]:
    """Answers that are nearly right: types changed, numbers pushed, parts lost or doubled, keys renamed."""
    out: list[Any] = [None, [], {}, "", "u999", 10**9, -1, 1.5, [answer], {"x": answer}]
    match answer:
        case bool():
            out += [int(answer), str(answer)]
        case str():
            out += [answer + "x", answer.upper(), [answer]]
        case int():
            out += [answer + 10**6, str(answer)]
        case list():
            out += [answer[:-1], answer + answer, [*answer, None], answer[::-1] + answer[:1]]
            out += [[*answer[:place], -(10**7), *answer[place + 1 :]] for place in range(min(3, len(answer)))]
        case dict():
            out += [{key: value for key, value in answer.items() if key != gone} for gone in answer]
            for key, value in answer.items():
                out += [{**answer, key: wrong} for wrong in mutations(value)[:14]]
        case _:
            pass
    return out


def other_readings(name: str) -> list[tuple[str, str, object]]:
    """Every switch of a rulebook with a value that is not its default."""
    found: list[tuple[str, str, object]] = []
    for field in switches_in(ruleset(name).options_type):
        schema = msgspec.json.schema(field.type)
        values: list[object] = []
        if schema.get("type") == "boolean":
            values = [not field.default]
        elif "enum" in schema:
            values = [value for value in schema["enum"] if value != field.default]
        else:
            values = [value for value in (field.default + 1, field.default - 1) if _allowed(value, field.type)][:1]
            values = values or [field.default / 2]
        found += [(name, field.name, value) for value in values]
    return found


def other_numbers(name: str, parts: int) -> list[tuple[str, tuple[tuple[str, object], ...]]]:
    """Changes of the cells of a rulebook's tables: each cell in one of so many parts, one up or one down, else another."""
    kind = ruleset(name).options_type
    sheet = sheet_of(kind)
    if sheet is None:
        return []
    cells = [cell for cell in sheet.cells.values() if not cell.switch]
    found = []
    for part in range(parts):
        changes: tuple[tuple[str, object], ...] = ()
        for place, cell in enumerate(cells[part::parts]):
            for value in _others(cell.value, up=place % 2 == 0):
                more = (*changes, (cell.address, value))
                if _allowed({"cells": more}, kind):
                    changes = more
                    break
        found.append((name, changes))
    return found


def _others(value: Any, *, up: bool) -> list[object]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1] if up else [value - 1, value + 1]
    return [other for other in ("D6", "D3", "2") if other != value]


def _allowed(value: object, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True
