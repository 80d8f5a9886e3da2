"""Break a rulebook line by line and see whether game and umpire break alike: `python tools/mutants.py BOOK [COUNT] [SEED]`.

Actions are laid out on tables at random and asked about as an umpire would (`tests/<book>/laid_out.py`). A mutant is one
change to a line that is passed through once the form has been filled in (what stands before is measured): a number one
higher, a comparison turned round, a sum made a difference, an `and` an `or`. Each runs in a process of its own. Whatever it
does to the forecast of the action it must do to the umpire's answer, and to the rolls that both say are met on the way, of
which prospects are made; and what comes of the action when it is played with dice must be among what is foreseen. A mutant
that parts them is printed as APART, and the exit status says so. With one that `died` the book cannot be imported, or no
table can be laid out any more. What a bot expects of the action is read from the same: it is said whether it moves or stays.
"""

import ast
import importlib.machinery
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
T = TypeVar("T")
TABLES = 4  # of each question
BATTLES = 2  # on each table
PATIENCE = 300  # seconds
# What stands before the first die, or only says how things look: a form has no part in it.
ASIDE = (
    "umpire", "tactics", "situations", "telling", "promises", "showing", "log", "acts", "aims", "outlook", "verbs",
    "forces", "setup", "deployment", "battleground", "exits", "ruleset", "victory",
)  # fmt: skip
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add}


class Answer(NamedTuple):
    """What is said of a laid-out action: umpire, forecast, the rolls that both meet, and whether a battle keeps to it."""

    asked: str
    played: str
    asked_rolls: str = ""
    played_rolls: str = ""
    kept: bool = True
    price: str = ""  # what a bot expects of it


def answers(book: str, *, play: bool = True, trace: Any = None) -> dict[str, Answer]:
    """What is said of every laid-out action; by the umpire alone, if it is not to be played, with his dice traced."""
    from sandtable.dice.chance import Chance  # noqa: PLC0415  # only once the broken line is in its place
    from sandtable.mechanics.prices import expected  # noqa: PLC0415
    from sandtable.odds.ask import put, together  # noqa: PLC0415
    from sandtable.odds.supposed import say  # noqa: PLC0415
    from sandtable.rulesets.library import questions, ruleset  # noqa: PLC0415

    laid_out = laid_out_of(book).LAID_OUT
    rules = ruleset(book)
    found: dict[str, Answer] = {}
    for name, laid_at in laid_out.items():
        for seed in range(TABLES):
            laid = _tried(laid_at, Chance("laid out", name, seed))
            if isinstance(laid, str):  # an error is an answer, too; without a table there is none
                continue
            options = rules.options_type(**laid.options)
            form = _tried(put, questions(book)[name], laid.given, options)
            sys.settrace(trace)
            asked = form if isinstance(form, str) else _tried(together, form, name)
            sys.settrace(None)
            price = "" if isinstance(asked, str) else repr(_tried(expected, form))
            if not play or isinstance(asked, str):
                answer = said(asked)
                found[f"{name} {seed}"] = Answer(answer, said(_tried(together, laid.played, name)) if play else answer)
                continue
            played = _tried(together, laid.played, name)
            if isinstance(played, str):
                found[f"{name} {seed}"] = Answer(said(asked), played)
                continue
            words = {frozenset((of, say(value)) for of, value in leaf) for leaf in played.leaves}
            kept = all(_come_to(laid.played, Chance("thrown", name, seed, time)) in words for time in range(BATTLES))
            found[f"{name} {seed}"] = Answer(
                said(asked), said(played), repr(asked.rolls), repr(played.rolls), kept, price
            )
    return found


def _tried(work: Callable[..., Any], *given: Any) -> Any:
    """What some work comes to, or which error."""
    try:
        return work(*given)
    except Exception as error:  # noqa: BLE001  # a mutant may do anything
        return type(error).__name__


def _come_to(action: Any, dice: Any) -> frozenset[tuple[str, str]]:
    """What comes of an action that is played, with dice thrown by chance."""
    from sandtable.odds.led import lead  # noqa: PLC0415

    throws: list[list[int]] = []
    while (now := lead(action, throws)).next is not None:
        throws.append([dice.randint(1, now.next.sides) for _ in range(now.next.dice)])
    return frozenset((now.found or {}).items())


def said(odds: Any) -> str:
    """Odds as they can be compared."""
    if isinstance(odds, str):
        return odds
    return repr(sorted((str(sorted(leaf, key=str)), str(share)) for leaf, share in odds.leaves.items()))


def package_of(book: str) -> str:
    """The package of a book."""
    from sandtable.rulesets.library import RULESETS  # noqa: PLC0415  # only once the broken line is in its place

    return RULESETS[book]


def sources_of(book: str) -> Path:
    """The folder with the sources of a book."""
    inside = package_of(book).replace(".", "/")
    return next(at for at in (ROOT / "src" / inside, ROOT / inside) if at.exists())


def laid_out_of(book: str) -> Any:
    """The module in which the actions of a book are laid out: among our tests, or beside a book from outside."""
    package = package_of(book)
    beside, _, name = package.rpartition(".")
    return importlib.import_module(f"tests.{name}.laid_out" if beside == "sandtable.rulesets" else f"{beside}.laid_out")


# ---- one mutant, in a process of its own


def forked(work: Callable[[], Any]) -> Any:
    """What some work comes to in a process of its own, where what is not of the book has been imported already."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as said:
            said.write(json.dumps(work()))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as heard:
        found = heard.read()
    os.waitpid(child, 0)
    return json.loads(found) if found else None


def run(book: str, file: str = "", text: str = "") -> dict[str, Answer]:
    """The answers of a mutant; of the book as it stands, if no file is named. One that cannot be laid out has none."""
    heard = forked(lambda: _broken(book, file, text))
    return {name: Answer(*answer) for name, answer in (heard or {}).items()}


def _broken(book: str, file: str, text: str) -> dict[str, Answer]:
    """The answers with one file of the book replaced by a text."""
    signal.alarm(PATIENCE)  # a loop that does not end any more ends so
    try:
        return broken({file: text}, lambda: answers(book))
    except Exception:  # noqa: BLE001  # a mutant may do anything
        return {}


def apart(found: Mapping[str, Answer], sound: Mapping[str, Answer]) -> list[str]:
    """Where umpire, forecast, prospects and battles of a mutant do not say the same.

    An action on a table may meet rolls that the form does not speak of, such as what smoke does at the end of a turn; where
    it does so when nothing is broken, rolls are not compared.
    """
    parted = []
    for name, answer in found.items():
        rolls = answer.asked_rolls != answer.played_rolls and sound[name].asked_rolls == sound[name].played_rolls
        if answer.asked != answer.played or rolls or not answer.kept:
            parted.append(name)
    return parted


def broken(texts: Mapping[str, str], work: Callable[[], T]) -> T:
    """What some work comes to that imports some files first, with these texts in their places."""
    whole = importlib.machinery.SourceFileLoader.get_data
    stems = {Path(file).stem for file in texts}

    def get_data(loader: Any, path: Any) -> bytes:
        if str(path).endswith(".pyc") and Path(path).name.split(".")[0] in stems:
            raise OSError(path)  # what has been compiled before is not it
        text = texts.get(str(path))
        return whole(loader, path) if text is None else text.encode()

    setattr(importlib.machinery.SourceFileLoader, "get_data", get_data)  # noqa: B010  # a method of its own
    sys.dont_write_bytecode = True
    return work()


# ---- what can be broken


def passed(book: str) -> dict[str, list[int]]:
    """The lines of the book that are passed through while its laid-out actions are asked about, by file."""
    folder = str(sources_of(book))
    lines: dict[str, set[int]] = {}

    def trace(frame: Any, event: str, _: Any) -> Any:
        file = frame.f_code.co_filename
        if not file.startswith(folder):
            return None
        if event == "line":
            lines.setdefault(file, set()).add(frame.f_lineno)
        return trace

    answers(book, play=False, trace=trace)
    return {
        file: sorted(at)
        for file, at in lines.items()
        if not any(part in Path(file).as_posix()[len(folder) :] for part in ASIDE)
    }


def mutants(text: str, lines: set[int]) -> Iterator[tuple[int, str, int]]:
    """Every change to these lines: where, what it is, and which node of the text it is made to."""
    for place, node in enumerate(ast.walk(ast.parse(text))):
        what = _break(node) if getattr(node, "lineno", 0) in lines else ""
        if what:
            yield node.lineno, what, place  # type: ignore[attr-defined]


def mutated(text: str, place: int) -> str:
    """A text with one node broken."""
    tree = ast.parse(text)
    _break(next(node for number, node in enumerate(ast.walk(tree)) if number == place))
    return ast.unparse(tree)


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
    assert sound, "the book cannot be laid out as it stands"
    assert not apart(sound, sound), f"apart before anything is broken: {apart(sound, sound)}"
    every = [
        (file, *mutant)
        for file, lines in sorted(forked(lambda: passed(book)).items())
        for mutant in mutants(Path(file).read_text(encoding="utf-8"), set(lines))
    ]
    chosen = random.Random(seed).sample(every, min(count, len(every)))  # noqa: S311  # nothing secret
    told, priced = {"alike": 0, "neither": 0, "APART": 0, "died": 0}, 0
    for file, line, what, place in chosen:
        found = run(book, file, mutated(Path(file).read_text(encoding="utf-8"), place))
        parted = apart(found, sound)
        verdict = "died" if not found else "APART" if parted else "neither" if found == sound else "alike"
        told[verdict] += 1
        moved = any(answer.price != sound[name].price for name, answer in found.items() if name in sound)
        priced += moved
        price = "price moves" if moved else "price stays"
        print(f"{verdict:8} {price} {Path(file).name}:{line} {what} {', '.join(parted)}".rstrip(), flush=True)
    same = sum(answer.asked_rolls == answer.played_rolls for answer in sound.values())
    print(", ".join(f"{number} {verdict}" for verdict, number in told.items()) + f", of {len(every)} that there are")
    print(f"what a bot expects of an action moves with {priced} of them")
    print(f"{len(sound)} actions, {same} of them with the same rolls on the way")
    return 1 if told["APART"] else 0


if __name__ == "__main__":
    given = [*sys.argv[1:], *("d10", "40", "1")[len(sys.argv) - 1 :]]
    sys.exit(main(given[0], int(given[1]), int(given[2])))
