"""Raise every number of a rulebook by one and see whether game and umpire move alike: `python tools/one_rule.py BOOK`.

The numbers are the cells of its tables (`sandtable tables BOOK`) and its named constants (`HARM = 3`); with names, only
those that begin so are raised, with `--sample N` so many of them. What may move is the forecast of each of the book's
situations, and each action laid out on a table at random (`tests/<book>/laid_out.py`): the form that is measured there, put
to the umpire, and the game's forecast. A number is

- `alike` if it moves forms, and the umpire answers them as the game plays them, whether the number stands in the file or is
  changed with `--set`;
- `APART` if he does not;
- `UNASKED` if it moves situations and no form;
- `dead` if it moves nothing, `refused` if the book cannot be played so, `fixed` if there is nothing to raise it to.

The exit status says whether any is apart or unasked. Each number runs in a process of its own. Cells are raised many at once
first, and singly only where something moves; what none of them together has moved is not looked at again for each of them.
"""

import argparse
import ast
import importlib
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutants import ASIDE, broken, forked, laid_out_of, package_of, said, sources_of  # its neighbour

# Tables of each question; further ones, where a number moves none of the first; at last many of those that are quick.
SEEDS = (range(3), range(3, 8), range(8, 208))
LADDER = ("D2", "D3", "D6", "2D6", "3D6")  # dice as books write them


class Moved(NamedTuple):
    """What comes of a change: the forecasts of situations, and what the umpire and the game say of each form.

    `housed` is what the umpire says of the forms where the number stands as printed and is changed as a house rule.
    """

    situations: Mapping[str, str]
    forms: Mapping[str, Sequence[str]]  # asked, played
    housed: Mapping[str, str]


# ---- what comes of a book as it stands


Names = frozenset[str]  # of situations and forms


def outcome(
    book: str, seeds: range = SEEDS[0], house: Sequence[tuple[str, Any]] = (), only: Names | None = None
) -> Moved:
    """What is foreseen and answered, of these only if any are named; `house` are cells to be changed as house rules, too."""
    from sandtable.odds.forecast import Standing, look_ahead, read  # noqa: PLC0415  # once a changed line is in its place
    from sandtable.rulesets.library import ruleset, situations  # noqa: PLC0415

    rules = ruleset(book)
    foreseen = {}
    for name, situation in situations(book).items() if 0 in seeds else ():
        if only is not None and name not in only:
            continue
        standing = Standing(rules, situation.state, (), situation.state, situation.seat)
        spreads = read(standing, look_ahead(standing, situation.begin)).spreads
        foreseen[name] = repr(sorted((str(of), str(spread.values)) for of, spread in spreads.items()))
    forms, given = _forms(book, seeds, only)
    return Moved(foreseen, forms, _housed(book, given, house) if house else {})


def _forms(book: str, seeds: range, only: Names | None) -> tuple[dict[str, tuple[str, str]], dict[str, Any]]:
    """Of every form, what the umpire answers and what the game plays; and the forms."""
    from sandtable.dice.chance import Chance  # noqa: PLC0415
    from sandtable.odds.ask import together  # noqa: PLC0415

    forms: dict[str, tuple[str, str]] = {}
    given: dict[str, Any] = {}
    laid_out = laid_out_of(book)
    quick = laid_out.LAID_OUT.keys() & set(getattr(laid_out, "MANY", ()))
    for name, laid_at in laid_out.LAID_OUT.items():
        if seeds == SEEDS[-1] and name not in quick:
            continue
        for seed in seeds:
            if only is not None and f"{name} {seed}" not in only:
                continue
            laid = laid_at(Chance("laid out", name, seed))
            given[f"{name} {seed}"] = laid
            forms[f"{name} {seed}"] = _asked(book, laid), said(together(laid.played, name))
    return forms, given


def _asked(book: str, laid: Any, **cells: Any) -> str:
    """What the umpire says of a form; a refusal is an answer, too."""
    from sandtable.odds.ask import AskError, put, together  # noqa: PLC0415
    from sandtable.rulesets.library import questions, ruleset  # noqa: PLC0415

    options = ruleset(book).options_type(**laid.options, **cells)
    try:
        return said(together(put(questions(book)[laid.question], laid.given, options), laid.question))
    except AskError as error:
        return str(error)


def _housed(book: str, given: Mapping[str, Any], house: Sequence[tuple[str, Any]]) -> dict[str, str]:
    """What the umpire says of the forms where cells stand as printed and are changed as house rules."""
    sheet = _sheet(book)
    kept = [(address, sheet.find(address).value) for address, _ in house]
    del sheet.written
    _forget(book)
    assert kept != [(address, sheet.find(address).value) for address, _ in house]
    return {name: _asked(book, laid, cells=tuple(house)) for name, laid in given.items()}


def _sheet(book: str) -> Any:
    from sandtable.mechanics.tables import sheet_of  # noqa: PLC0415
    from sandtable.rulesets.library import ruleset  # noqa: PLC0415

    return sheet_of(ruleset(book).options_type)


def _forget(book: str) -> None:
    """Forget what has been worked out of the tables of a book."""
    sheet = _sheet(book)
    sheet.__dict__.pop("cells", None)
    sheet._made.cache_clear()  # noqa: SLF001  # no rule may, and nobody but this tool changes what is printed
    prefix = f"{package_of(book)}."
    for name, module in list(sys.modules.items()):
        for known in vars(module).values() if name.startswith(prefix) else ():
            if callable(getattr(known, "cache_clear", None)):
                known.cache_clear()


# ---- cells


def with_cells(
    book: str, cells: Sequence[tuple[str, Any]], seeds: range = SEEDS[0], only: Names | None = None
) -> Moved:
    """What comes of a book in whose files these cells stand."""
    sheet = _sheet(book)
    for address, value in cells:
        table, row, column = address.split(".")
        sheet.written[table][row][column] = value
    _forget(book)
    return outcome(book, seeds, cells, only)


def raised(sheet: Any, cell: Any) -> Any:
    """What a cell is raised to: one more, or one less where that does not fit; None if neither does."""
    for value in _next(cell.value):
        try:
            settled = sheet.settled([(cell.address, value)])
            sheet._make(settled, _usual(sheet))  # to see whether it goes with the others
        except ValueError:
            continue
        if settled:
            return value
    return None


def _usual(sheet: Any) -> Any:
    kind = next(one for one in _options(sheet))
    return tuple((name, getattr(kind, name)) for name in sheet._switches)  # noqa: SLF001


def _options(sheet: Any) -> Iterator[Any]:
    from sandtable.rulesets.library import RULESETS, ruleset  # noqa: PLC0415

    for name in RULESETS:
        kind = ruleset(name).options_type
        if getattr(kind, "sheet", None) is sheet:
            yield kind()


def _next(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return [value + 1, value - 1]
    if isinstance(value, str) and value.isdigit():
        return [str(int(value) + 1), str(int(value) - 1)]
    if value in LADDER:
        place = LADDER.index(value)
        return [*LADDER[place + 1 : place + 2], *LADDER[max(0, place - 1) : place]]
    return [f"{value}+1"] if isinstance(value, str) else []


# ---- named constants


class Constant(NamedTuple):
    """A number in what a name of a module stands for: which of them, and where it stands."""

    name: str
    file: str
    line: int
    begin: int
    end: int
    value: Any


def constants(book: str) -> Iterator[Constant]:
    """Every number of every name in capitals, but for those that only say how things look or what bots think."""
    folder = sources_of(book)
    for file in sorted(folder.rglob("*.py")):
        inner = file.relative_to(folder).as_posix()
        if any(part in inner for part in ASIDE):
            continue
        text = file.read_text(encoding="utf-8")
        for name, number, node in _numbers(ast.parse(text)):
            called = f"{inner.removesuffix('.py')}.{name}{f'[{number}]' * bool(number)}"
            yield Constant(called, str(file), node.lineno - 1, node.col_offset, node.end_col_offset, node.value)


def texts(raised: Sequence[Constant]) -> dict[str, str]:
    """The texts of modules in which these numbers are one higher."""
    lines: dict[str, list[str]] = {}
    for one in sorted(raised, key=lambda one: (one.file, one.line, -one.begin)):  # what stands behind does not move
        known = lines.setdefault(one.file, Path(one.file).read_text(encoding="utf-8").splitlines(keepends=True))
        line = known[one.line]
        known[one.line] = f"{line[: one.begin]}{one.value + 1}{line[one.end :]}"
    return {file: "".join(known) for file, known in lines.items()}


def with_constants(book: str, raised: Sequence[Constant], seeds: range = SEEDS[0], only: Names | None = None) -> Moved:
    """What comes of a book in whose modules these numbers are one higher."""
    return broken(texts(raised), partial(outcome, book, seeds, only=only))


def _numbers(tree: ast.Module) -> Iterator[tuple[str, int, Any]]:
    """The numbers of each name in capitals."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            target, value = node.target, node.value
        else:
            continue
        if isinstance(target, ast.Name) and target.id.isupper():
            found = [
                one for one in ast.walk(value) if isinstance(one, ast.Constant) and type(one.value) in {int, float}
            ]
            yield from ((target.id, number, one) for number, one in enumerate(found))


# ---- verdicts


def verdict(found: Moved | None, sound: Moved) -> tuple[str, list[str]]:
    """What a raised number has done, and to which forms or situations."""
    if found is None:
        return "refused", []
    apart = [name for name, (asked, played) in found.forms.items() if asked != played]
    apart += [name for name, asked in found.housed.items() if asked != found.forms[name][0]]
    if apart:
        return "APART", list(dict.fromkeys(apart))
    forms = [name for name, asked in found.forms.items() if list(asked) != list(sound.forms[name])]
    if forms:
        return "alike", forms
    situations = [name for name, spread in found.situations.items() if spread != sound.situations[name]]
    return ("UNASKED", situations) if situations else ("dead", [])


def moved(found: Moved, sound: Moved) -> Names:
    """The situations and forms that a change has moved, or about which game and umpire are apart."""
    told = {name for name, spread in found.situations.items() if spread != sound.situations[name]}
    told |= {name for name, said in found.forms.items() if list(said) != list(sound.forms[name])}
    return frozenset(told | set(verdict(found, sound)[1]))


def tried(work: Callable[[], Moved]) -> Moved | None:
    """What comes of a change in a process of its own; None if it cannot be played at all."""

    def safely() -> Any:
        try:
            return work()
        except Exception as error:  # noqa: BLE001  # a raised number may do anything
            return [type(error).__name__, str(error)]

    heard = forked(safely)
    return Moved(*heard) if heard is not None and len(heard) == len(Moved._fields) else None


T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)


class Work(Protocol[T_contra]):
    """Raises some numbers of a book, and looks at these tables and only at these situations and forms."""

    def __call__(self, book: str, numbers: Sequence[T_contra], seeds: range, only: Names | None, /) -> Moved:
        """What comes of it."""


class Search:
    """Which numbers move anything: on a few tables first, then on more."""

    def __init__(self, book: str, tell: Callable[[str, str, list[str]], None]) -> None:
        self.book = book
        self.tell = tell
        self._sound: dict[range, Moved] = {}

    def sound(self, seeds: range) -> Moved:
        """What comes of the book as it stands."""
        if seeds not in self._sound:
            found = tried(partial(outcome, self.book, seeds))
            assert found is not None, "the book as it stands cannot be foreseen"
            self._sound[seeds] = found
        return self._sound[seeds]

    def verdict(self, seeds: range, work: Callable[[range], Moved]) -> tuple[str, list[str], Names | None]:
        """What a change does on some tables, and what it moves there, if that is known."""
        sound, found = self.sound(seeds), tried(partial(work, seeds))
        return *verdict(found, sound), None if found is None else moved(found, sound)

    def constants(self, every: Sequence[Constant]) -> None:
        """Raise numbers in modules."""
        self._raise({one.name: one for one in every}, with_constants, [[one.name for one in every]], SEEDS[:-1])

    def cells(self, cells: Sequence[tuple[str, Any]]) -> None:
        """Raise cells, those of each table together at first."""
        tables = dict.fromkeys(address.partition(".")[0] for address, _ in cells)
        batches = [[address for address, _ in cells if address.startswith(f"{table}.")] for table in tables]
        self._raise({cell[0]: cell for cell in cells}, with_cells, batches, SEEDS)

    def _raise(
        self, numbers: Mapping[str, T], work: Work[T], batches: Sequence[Sequence[str]], tables: Sequence[range]
    ) -> None:
        """Raise numbers on one lot of tables after another, until they move a form."""
        unasked: dict[str, list[str]] = {}

        def among(names: Sequence[str], seeds: range, only: Names | None = None) -> list[str]:
            """Raise some all at once; if anything moves, half of them at a time. Gives those that move no form."""
            if not names:
                return []
            these = [numbers[name] for name in names]
            told, where, those = self.verdict(seeds, lambda seeds: work(self.book, these, seeds, only))
            if told == "dead":
                return list(names)
            if len(names) > 1:
                half, only = len(names) // 2, only if those is None else those
                return among(names[:half], seeds, only) + among(names[half:], seeds, only)
            if told == "UNASKED":
                unasked[names[0]] = where
                return list(names)
            self.tell(told, names[0], where)
            return []

        left = [name for batch in batches for name in among(batch, tables[0])]
        for seeds in tables[1:]:
            left = among(left, seeds)
        for name in left:
            self.tell("UNASKED" if name in unasked else "dead", name, unasked.get(name, []))


# ---- all of it


def main(book: str, names: Sequence[str], sample: int) -> int:
    """Raise numbers of a book, and say what came of each."""
    for module in ("numba", "sandtable.odds.ask", "sandtable.odds.forecast", "sandtable.geometry.line_kernels"):
        importlib.import_module(module)
    counts: dict[str, int] = {}

    def tell(told: str, name: str, where: list[str]) -> None:
        counts[told] = counts.get(told, 0) + 1
        print(f"{told:8} {name}  {', '.join(where[:4])}{' …' * (len(where) > 4)}".rstrip(), flush=True)

    cells, unmoved = forked(lambda: _cells(book)) or ([], [])
    wanted = [f"cell {address}" for address, _ in cells] + [f"name {one.name}" for one in constants(book)]
    wanted = [one for one in wanted if not names or one.partition(" ")[2].startswith(tuple(names))]
    if sample:
        wanted = random.Random(book).sample(wanted, min(sample, len(wanted)))  # noqa: S311  # nothing secret
    search = Search(book, tell)
    search.constants([one for one in constants(book) if f"name {one.name}" in wanted])
    laid_out_of(book)  # only now: constants are raised as they are imported
    search.cells([(address, value) for address, value in cells if f"cell {address}" in wanted])
    for address, why in unmoved if not names and not sample else ():
        tell("fixed", f"{address}: {why}", [])
    print(", ".join(f"{number} {told}" for told, number in counts.items()))
    return 1 if counts.keys() & {"APART", "UNASKED"} else 0


def _cells(book: str) -> tuple[list[tuple[str, Any]], list[tuple[str, str]]]:
    """The cells of a book with what they are raised to, and those that cannot be with the reason."""
    sheet = _sheet(book)
    if sheet is None:
        return [], []
    able, unmoved = [], []
    for cell in sheet.cells.values():
        value = None if cell.switch else raised(sheet, cell)
        if value is None:
            unmoved.append((cell.address, f"the switch {cell.switch}" if cell.switch else "no other value fits"))
        else:
            able.append((cell.address, value))
    return able, unmoved


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Raise every number of a rulebook by one.")
    parser.add_argument("book")
    parser.add_argument("names", nargs="*", help="only cells and constants whose names begin so")
    parser.add_argument("--sample", type=int, default=0, help="only so many of them")
    asked = parser.parse_args()
    sys.exit(main(asked.book, asked.names, asked.sample))
