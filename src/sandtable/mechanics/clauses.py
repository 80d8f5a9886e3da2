"""Clauses: what a rulebook says, in our words, and the marks by which code and tests cite them."""

import re
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., object])


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One statement of a rulebook, or one thing that a game needs and the book does not give (kind `gap`)."""

    id: str
    kind: str
    where: str
    says: str
    ruling: str = ""
    option: str = ""
    example: str = ""
    not_implemented: str = ""


def load_clauses(package: str) -> dict[str, Clause]:
    """The clauses of a rulebook, by id, in the order of the book."""
    text = files(package).joinpath("clauses.toml").read_text(encoding="utf-8")
    return {row["id"]: msgspec.convert(row, Clause) for row in tomllib.loads(text)["clause"]}


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a function as the place where clauses live that no event or modifier in it cites."""
    for clause in clauses:
        if not re.fullmatch(r"[a-z0-9]+(\.[a-z0-9-]+)+", clause):
            raise ValueError(f"{clause!r} is not the id of a clause")
    return lambda function: function
