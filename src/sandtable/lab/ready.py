"""Studies that are always wanted: every switch of a book both ways, every cell of a table by one, the use of its clauses."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
from scipy import stats

from sandtable.mechanics.tables import switches_in
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.house import HouseRule, Unplayable, cells_of, options_under
from sandtable.rulesets.library import clauses
from sandtable.table.data import DataError

from .effects import LEVEL
from .measured import Battle
from .study import Variant

RARE = 0.05  # of battles


def switches(rules: Ruleset[Any]) -> list[Variant]:
    """Every switch of a book, each at every other value it is usually played with."""
    return [
        Variant(f"{field.name} = {_shown(value)}", set={f"{rules.prefix}.{field.name}": value})
        for field in switches_in(rules.options_type)
        for value in _others(field)
    ]


def _others(field: msgspec.structs.FieldInfo) -> Iterator[Any]:
    """The other values of a switch: all of a few; of a number the next one either way that it may have."""
    schema = msgspec.json.schema(field.type)
    if schema.get("type") == "boolean":
        yield not field.default
    elif "enum" in schema:
        yield from (value for value in schema["enum"] if value != field.default)
    elif schema.get("type") in {"integer", "number"}:
        step = 1 if schema["type"] == "integer" else 0.5
        for value in (field.default - step, field.default + step):
            if schema.get("minimum", value) <= value <= schema.get("maximum", value):
                yield value


def cells(rules: Ruleset[Any], table: str) -> list[Variant]:
    """Every number of a printed table, one more and one less, where the table takes that."""
    head = f"{rules.prefix}.table.{table}."
    found = [cell for cell in cells_of(rules) if cell.name.startswith(head) and type(cell.value) is int]
    if not found:
        there = sorted({cell.name.split(".")[2] for cell in cells_of(rules) if cell.name.split(".")[1] == "table"})
        raise DataError(
            "lab sensitivity", "", f"{rules.name} has no table {table!r} with numbers: there are {', '.join(there)}"
        )
    return [
        Variant(f"{cell.name.removeprefix(head)} = {value}", set={cell.name: value})
        for cell in found
        for value in (cell.value - 1, cell.value + 1)
        if _is_played(rules, cell.name, value)
    ]


def _is_played(rules: Ruleset[Any], name: str, value: int) -> bool:
    prefix, _, rest = name.partition(".")
    try:
        options_under(rules, [HouseRule(name, prefix, rest, value)])
    except Unplayable:
        return False
    return True


class Use(msgspec.Struct, frozen=True):
    """A clause: in how many battles it came up, how often in all, and whether battles went with it.

    `goes_with` is how the number of times goes with the first force's margin (from -1 to 1), where that is no accident.
    """

    id: str
    battles: int
    times: int
    goes_with: float | None = None

    def word(self, fought: int) -> str:
        """Never, rare, deciding, or nothing to speak of."""
        if not self.battles:
            return "never"
        if self.goes_with is not None:
            return "deciding"
        return "rare" if self.battles < RARE * fought else ""


def clause_uses(book: str, battles: Sequence[Battle]) -> list[Use]:
    """The use of every clause of a book, in the order of the book."""
    counts = {name: np.array([one.clauses.get(name, 0) for one in battles]) for name in clauses(book)}
    margins = np.array([one.margin for one in battles])
    tried = {name: _with(times, margins) for name, times in counts.items()}
    limit = LEVEL / max(1, sum(found is not None for found in tried.values()))  # all of them are looked at
    return [
        Use(
            name, int((times > 0).sum()), int(times.sum()),
            round(found[0], 2) if (found := tried[name]) is not None and found[1] < limit else None,
        )
        for name, times in counts.items()
    ]  # fmt: skip


def _with(times: Any, margins: Any) -> tuple[float, float] | None:
    if len(times) < 20 or not times.std() or not margins.std():
        return None
    found = stats.spearmanr(times, margins)
    return float(found.statistic), float(found.pvalue)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
