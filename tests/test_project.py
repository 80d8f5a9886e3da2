"""The project as a whole: clauses cited, names kept apart, locks clean, words of the project only."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.mechanics.tables import switches_in
from sandtable.rulesets.citations import citations_in_code, citations_in_tests, project_folder
from sandtable.rulesets.library import OURS, RULESETS, clauses, ruleset

from .conftest import MARKED

ROOT = project_folder()
assert ROOT is not None
every_rulebook = pytest.mark.parametrize("name", RULESETS)


def tracked(*patterns: str) -> list[Path]:
    """Files of the project, as git knows them."""
    assert ROOT is not None
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    return [ROOT / line for line in listed.stdout.splitlines() if (ROOT / line).exists()]


@every_rulebook
def test_every_clause_is_cited_by_code_and_by_a_test(name: str) -> None:
    """Or says why it is not implemented."""
    known = clauses(name)
    code, tests = citations_in_code(name, ruleset(name).prefix), citations_in_tests()
    missing = {
        clause.id: [what for what, cited in (("code", code), ("test", tests)) if clause.id not in cited]
        for clause in known.values()
        if not clause.not_implemented
    }
    assert {clause: lack for clause, lack in missing.items() if lack} == {}


def test_the_citations_read_from_the_tests_are_their_marks(pytestconfig: pytest.Config) -> None:
    """What is read from the source of tests is how they are really marked, as far as they were collected."""
    marked = pytestconfig.stash[MARKED]
    read: dict[str, set[str]] = {}
    for clause, nodes in citations_in_tests().items():
        for node in nodes:
            read.setdefault(node, set()).add(clause)
    assert {
        node: marks - read.get(node, set()) for node, marks in marked.items() if marks - read.get(node, set())
    } == {}
    if all(node in marked for node in read):  # the whole suite
        known = set().union(*(clauses(name) for name in RULESETS))
        assert sorted((set().union(*read.values()) & known) - set().union(*marked.values())) == []


@every_rulebook
def test_every_cited_id_exists(name: str) -> None:
    """In code, tables and tests."""
    prefix = ruleset(name).prefix
    known = clauses(name)
    cited = [
        *citations_in_code(name, prefix),
        *(clause for clause in citations_in_tests() if clause.startswith(f"{prefix}.")),
    ]
    assert [clause for clause in cited if clause not in known] == []


@every_rulebook
def test_every_switch_belongs_to_a_clause_with_its_default(name: str) -> None:
    """What the clauses say of switches is what the options are."""
    rules = ruleset(name)
    said: dict[str, str] = {}
    for clause in clauses(name).values():
        for option, value in re.findall(rf'{rules.prefix}\.(\w+) = ("[^"]*"|[\w.-]+)', clause.option):
            said[option] = value.strip('"')
    real = {}
    for field in switches_in(rules.options_type):
        real[field.name] = str(field.default).lower() if isinstance(field.default, bool) else str(field.default)
    assert said == real


def test_every_rulebook_is_kept_apart_from_the_others() -> None:
    """The contract that forbids them to import each other names all of them."""
    assert ROOT is not None
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["name"]: one for one in written["tool"]["importlinter"]["contracts"]}
    assert set(contracts["rulebooks never import each other"]["modules"]) == set(OURS.values())


def test_no_rulebook_is_named_outside_its_folder() -> None:
    """Only in its own folder, the registry, and scenario files that say how they are fought under it."""
    allowed = {"src/sandtable/rulesets/library.py"}
    assert ROOT is not None
    for name, package in OURS.items():
        folder = package.rpartition(".")[2]
        for path in tracked("src"):
            relative = path.relative_to(ROOT).as_posix()
            if relative in allowed or f"/rulesets/{folder}/" in relative or path.suffix not in {".py", ".toml"}:
                continue
            if relative.startswith("src/sandtable/scenarios/"):  # they say how long they take under each book
                continue
            text = path.read_text(encoding="utf-8")
            assert name not in text, f"{relative} names {name}"
            assert folder not in text, f"{relative} names {folder}"


def test_locks_hold_hashes_and_no_addresses() -> None:
    """Nobody's registry is written down."""
    assert ROOT is not None
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    fetched = [one for name, one in locked.items() if name and not one.get("link")]
    assert len(fetched) > 50 and all(one.get("integrity", "").startswith("sha512-") for one in fetched)
    assert not any("resolved" in one for one in locked.values())
    assert "://" not in json.dumps([{key: one[key] for key in one if key != "funding"} for one in locked.values()])


def test_only_the_dice_know_chance_and_nothing_knows_a_clock() -> None:
    """Whatever decides must be repeatable."""
    assert ROOT is not None
    for path in tracked("src/sandtable"):
        if path.suffix != ".py" or "/lab/" in path.as_posix():
            continue
        text = path.read_text(encoding="utf-8")
        for word in (
            "import random",
            "from random",
            "import time",
            "from time",
            "datetime",
            "import asyncio",
            "np.random",
        ):
            served = "/server/" in path.as_posix() and word in {"import time", "import asyncio"}  # it decides nothing
            assert word not in text or path.name == "chance.py" or served, f"{path.name}: {word}"


def test_files_keep_to_a_readable_size() -> None:
    """Six hundred lines at the very most, and most of them under three hundred."""
    sizes = {path.name: path.read_text(encoding="utf-8").count("\n") for path in tracked("src") if path.suffix == ".py"}
    assert max(sizes.values()) <= 620, sizes
    assert sum(size > 300 for size in sizes.values()) <= len(sizes) // 8


def test_help_starts_quickly_because_it_loads_nothing_heavy() -> None:
    """Neither numba nor numpy is imported by `--help`."""
    loaded = "print('numba' in sys.modules, 'numpy' in sys.modules)"
    code = f"import sys; from sandtable.cli import main; main(['--help']); {loaded}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "False False"


def test_the_readme_shows_a_real_piece_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """What it prints as the log stands in the battle that `make watch` fights, to the letter."""
    assert ROOT is not None
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.split("cites the clauses it rests on:")[1].split("```")[1].strip("\n")
    main(["watch", "bolt-action", "--seed", "7"])
    told = "\n".join(line.rstrip() for line in capsys.readouterr().out.splitlines())
    assert shown in told
