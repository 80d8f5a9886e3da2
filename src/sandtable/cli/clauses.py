"""`sandtable clauses`: every rule of a book, with where it lives and what tests it."""

import argparse

import msgspec

from sandtable.rulesets.citations import citations_in_code, citations_in_tests
from sandtable.rulesets.library import clauses

from .inputs import find_ruleset
from .output import counted, print_json, wrapped

FEW = 5  # of so many clauses at the most, each place and each test is named


class ClauseView(msgspec.Struct, frozen=True):
    """A clause as other tools read it."""

    id: str
    kind: str
    where: str
    says: str
    ruling: str
    option: str
    example: str
    code: list[str]
    tests: list[str]
    not_implemented: str


def clause_views(name: str) -> list[ClauseView]:
    """All clauses and gaps of a rulebook, in the order of the book."""
    rules = find_ruleset(name)
    code = citations_in_code(name, rules.prefix)
    tests = citations_in_tests()
    return [
        ClauseView(
            **msgspec.structs.asdict(clause),
            code=code.get(clause.id, []),
            tests=tests.get(clause.id, []),
        )
        for clause in clauses(name).values()
    ]


def run(asked: argparse.Namespace) -> int:
    """List them."""
    views = clause_views(find_ruleset(asked.ruleset).name)
    wanted = asked.find.lower()
    views = [view for view in views if wanted in f"{view.id} {view.says} {view.ruling}".lower()]
    if asked.json:
        print_json(views)
        return 0
    for view in views:
        print(f"{view.id} ({view.kind})")
        print(wrapped(view.says))
        if view.ruling:
            print(wrapped(f"Ruling: {view.ruling}"))
        if view.option:
            print(wrapped(f"Switch: {view.option}"))
        if view.not_implemented:
            print(wrapped(f"Not implemented: {view.not_implemented}"))
        _print_citations(view, every=len(views) <= FEW)
    print(counted(len(views), "clause"))
    return 0


def _print_citations(view: ClauseView, *, every: bool) -> None:
    """Where it lives and what tests it: by name, or only how often."""
    code, tests = f"{counted(len(view.code), 'place')} in the code", counted(len(view.tests), "test")
    if not every:
        print(wrapped(f"{code}, {tests}"))
        return
    for title, places in ((code, view.code), (tests, view.tests)):
        print(wrapped(f"{title}{':' * bool(places)}"))
        for place in places:
            print(f"        {place}")
