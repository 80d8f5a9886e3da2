"""Break a rulebook line by line and see whether game and umpire break alike: `python tools/mutants.py BOOK [COUNT] [SEED]`.

Actions are laid out on tables at random and asked about as an umpire would (`tests/<book>/laid_out.py`). A mutant is one
change to a line that the umpire passes through while he answers (measuring is the game's alone): a number one higher, a
comparison turned round, a sum made a difference, an `and` an `or`. Each runs in a process of its own. Whatever it does to
the game's forecast it must do to the umpire's answer; one that parts them is printed as APART, and the exit status says so.
"""

import ast
import importlib.machinery
import json
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
TABLES = 4  # of each question
PATIENCE = 300  # seconds
# What stands before the first die, or only says how things look: a form has no part in it.
ASIDE = (
    "questions", "tactics", "situations", "prospects", "showing", "log", "acts", "aims", "outlook", "verbs", "forces",
    "setup", "deployment", "battleground", "exits", "ruleset", "victory",
)  # fmt: skip
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


def answers(book: str, *, play: bool = True) -> dict[str, tuple[str, str]]:
    """What the umpire says of each laid-out action, and what the game's forecast says of it, if it is to be played."""
    from sandtable.dice.chance import Chance  # noqa: PLC0415  # only once the broken line is in its place
    from sandtable.odds.ask import put, together  # noqa: PLC0415
    from sandtable.rulesets.library import questions, ruleset  # noqa: PLC0415

    laid_out = importlib.import_module(f"tests.{_folder(book)}.laid_out").LAID_OUT
    rules = ruleset(book)
    found: dict[str, tuple[str, str]] = {}
    for name, laid_at in laid_out.items():
        for seed in range(TABLES):
            laid = laid_at(Chance("laid out", name, seed))
            options = rules.options_type(**laid.options)
            asked = together(put(questions(book)[name], laid.given, options), name)
            played = together(laid.played, name) if play else asked
            found[f"{name} {seed}"] = _said(asked.leaves), _said(played.leaves)
    return found


def _said(leaves: Any) -> str:
    return repr(sorted((str(sorted(leaf, key=str)), str(share)) for leaf, share in leaves.items()))


def _folder(book: str) -> str:
    return book.replace("-", "_")


# ---- one mutant, in a process of its own


def run(book: str, file: str = "", text: str = "") -> dict[str, Any]:
    """The answers of a mutant; of the book as it stands, if no file is named. An error is an answer, too."""
    reading, writing = os.pipe()
    child = os.fork()  # what is not of the book has been imported already
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as said:
            said.write(json.dumps(_broken(book, file, text)))
            said.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as heard:
        found = heard.read()
    os.waitpid(child, 0)
    return json.loads(found) if found else {"error": ["died", "died"]}


def _broken(book: str, file: str, text: str) -> dict[str, tuple[str, str]]:
    """The answers with one file of the book replaced by a text."""
    whole = importlib.machinery.SourceFileLoader.get_data

    def get_data(loader: Any, path: Any) -> bytes:
        if file and str(path).endswith(".pyc") and Path(path).name.split(".")[0] == Path(file).stem:
            raise OSError(path)  # what has been compiled before is not it
        return text.encode() if file and Path(path) == Path(file) else whole(loader, path)

    setattr(importlib.machinery.SourceFileLoader, "get_data", get_data)  # noqa: B010  # a method of its own
    sys.dont_write_bytecode = True
    signal.alarm(PATIENCE)  # a loop that does not end any more ends so
    try:
        return answers(book)
    except Exception as error:  # noqa: BLE001  # a mutant may do anything
        return {"error": (type(error).__name__, type(error).__name__)}


# ---- what can be broken


def _lines(book: str) -> dict[str, set[int]]:
    """The lines that are passed through, found in a process of their own: the book must not be imported here."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        with os.fdopen(writing, "w") as said:
            said.write(json.dumps({file: sorted(lines) for file, lines in passed(book).items()}))
            said.flush()
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as heard:
        return {file: set(lines) for file, lines in json.loads(heard.read()).items()}


def passed(book: str) -> dict[str, set[int]]:
    """The lines of the book that are passed through while its laid-out actions are asked about, by file."""
    folder = str(ROOT / "src" / "sandtable" / "rulesets" / _folder(book))
    lines: dict[str, set[int]] = {}

    def trace(frame: Any, event: str, _: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(folder):
            return None
        if event == "line":
            lines.setdefault(file, set()).add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        answers(book, play=False)
    finally:
        sys.settrace(None)
    return {
        file: at
        for file, at in lines.items()
        if not any(part in Path(file).as_posix()[len(folder) :] for part in ASIDE)
    }


def mutants(text: str, lines: set[int]) -> Iterator[tuple[int, str, str]]:
    """Every change to these lines: where, what it is, and the text with it."""
    for number, node in enumerate(ast.walk(ast.parse(text))):
        if getattr(node, "lineno", 0) not in lines:
            continue
        changed = ast.parse(text)
        twin = next(other for place, other in enumerate(ast.walk(changed)) if place == number)
        what = _break(twin)
        if what:
            yield node.lineno, what, ast.unparse(changed)  # type: ignore[attr-defined]


def _break(node: ast.AST) -> str:
    """Break a node; gives what was done, or nothing if it cannot be."""
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            node.value = value + 1
            return f"{value} -> {value + 1}"
        case ast.Compare(ops=[op]) if type(op) in TURNED:
            node.ops = [TURNED[type(op)]()]
            return f"{type(op).__name__} -> {type(node.ops[0]).__name__}"
        case ast.BinOp(op=op) if type(op) in SWAPPED:
            node.op = SWAPPED[type(op)]()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            return f"{type(op).__name__} -> {type(node.op).__name__}"
        case _:
            return ""


def main(book: str, count: int, seed: int) -> int:
    """Break so many lines, and say what came of each."""
    for module in (
        "numba",
        "sandtable.odds.ask",
        "sandtable.geometry.line_kernels",
        "sandtable.rulesets.library",
    ):
        importlib.import_module(module)
    sound = run(book)
    assert all(asked == played for asked, played in sound.values()), "game and umpire part before anything is broken"
    every = [
        (file, *mutant)
        for file, lines in sorted(_lines(book).items())
        for mutant in mutants(Path(file).read_text(encoding="utf-8"), lines)
    ]
    chosen = random.Random(seed).sample(every, min(count, len(every)))  # noqa: S311  # nothing secret
    told = {"alike": 0, "neither": 0, "APART": 0}
    for file, line, what, text in chosen:
        found = run(book, file, text)
        apart = [name for name, (asked, played) in found.items() if asked != played]
        verdict = "APART" if apart else "neither" if found == sound else "alike"
        told[verdict] += 1
        print(f"{verdict:8} {Path(file).name}:{line} {what} {', '.join(apart)}".rstrip(), flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in told.items()) + f", of {len(every)} that there are")
    return 1 if told["APART"] else 0


if __name__ == "__main__":
    given = [*sys.argv[1:], *("d10", "40", "1")[len(sys.argv) - 1 :]]
    sys.exit(main(given[0], int(given[1]), int(given[2])))
