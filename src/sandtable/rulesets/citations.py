"""Where clauses are cited: in the code and tables of a rulebook, and by which tests."""

import ast
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from sandtable.rulesets.library import RULESETS

MARK = "clause"
CLAUSE_ID = re.compile(r"[a-z][a-z0-9]*\.[a-z0-9-]+\.[a-z0-9.-]*[a-z0-9]")


# Threads of a server that read source at the same time trip over one another inside Python's own parser.
_READING = threading.Lock()


def _parsed(path: Path) -> ast.Module:
    """A file of source, read."""
    with _READING:
        return ast.parse(path.read_text(encoding="utf-8"))


def source_folder(name: str) -> Path:
    """The folder of a rulebook."""
    return Path(str(files(RULESETS[name])))


def project_folder() -> Path | None:
    """The checkout we run from, if we run from one."""
    for folder in Path(__file__).resolve().parents:
        if (folder / "pyproject.toml").exists() and (folder / "tests").is_dir():
            return folder
    return None


def _strings(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """String constants with their lines, docstrings left out."""
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            yield node.value, node.lineno


def citations_in_code(name: str, prefix: str) -> dict[str, list[str]]:
    """Clause ids cited by a rulebook's code and tables, each with file:line."""
    folder = source_folder(name)
    root = project_folder() or folder.parent
    pattern = re.compile(rf"{prefix}\.[a-z0-9-]+\.[a-z0-9.-]*[a-z0-9]")
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".py":
            places = [(text, line) for text, line in _strings(_parsed(path)) if pattern.fullmatch(text)]
        elif path.suffix == ".toml" and path.name != "clauses.toml" and path.parent.name != "scenarios":
            places = _toml_citations(path, pattern)
        else:
            continue
        for clause, line in sorted(places, key=lambda place: place[1]):
            found.setdefault(clause, []).append(f"{path.relative_to(root)}:{line}")
    return found


def _toml_citations(path: Path, pattern: re.Pattern[str]) -> list[tuple[str, int]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [
        (clause, number)
        for number, line in enumerate(lines, 1)
        if not line.lstrip().startswith("#")
        for clause in re.findall(rf'"({pattern.pattern})"', line)
    ]


def citations_in_tests() -> dict[str, list[str]]:
    """Clause ids cited by tests, each with the tests' node ids."""
    root = project_folder()
    found: dict[str, list[str]] = {}
    if root is None:
        return found
    for path in sorted((root / "tests").rglob("test_*.py")):
        tree = _parsed(path)
        if not any(isinstance(node, ast.Name) and node.id == MARK for node in ast.walk(tree)):
            continue
        named = _module_level(tree)
        for parents, function in _functions(tree, ()):
            node = "::".join([path.relative_to(root).as_posix(), *parents, function.name])
            for clause in sorted(_marks(function.decorator_list, named, set())):
                found.setdefault(clause, []).append(node)
    return found


def _functions(tree: ast.AST, parents: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield parents, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, (*parents, node.name))


def _module_level(tree: ast.Module) -> dict[str, ast.expr]:
    """What the names of a module stand for, as far as they are written down in it."""
    named: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names = [name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)]
            several = isinstance(node.value, ast.Tuple) and len(names) > 1
            parts = node.value.elts if several and isinstance(node.value, ast.Tuple) else [node.value]
            named |= dict(zip(names, parts, strict=False))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            named[node.target.id] = node.value
    return named


def _marks(nodes: Sequence[ast.AST], named: Mapping[str, ast.expr], seen: set[str]) -> set[str]:
    """The clause ids in the marks of a test: in its decorators, and in the cases that these name."""
    found = set()
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CLAUSE_ID.fullmatch(node.value):
            found.add(node.value)
        elif isinstance(node, ast.Name) and node.id in named and node.id not in seen:
            seen.add(node.id)
            found |= _marks([named[node.id]], named, seen)
    return found
