"""The switches of a rulebook, as a page or a list shows them."""

from typing import Any, Literal

import msgspec

from sandtable.mechanics.tables import switches_in
from sandtable.play.ruleset import Ruleset

from .library import clauses


class SwitchView(msgspec.Struct, frozen=True):
    """A switch of a rulebook: which values it takes, which is the default, and the clauses that it belongs to."""

    name: str
    type: Literal["yes-no", "choice", "number", "whole number", "text"]
    choices: list[str]
    least: float | None
    most: float | None
    default: Any
    clauses: list[str]


def switches_of(rules: Ruleset[Any]) -> list[SwitchView]:
    """The switches, each with the values it takes."""
    by_option: dict[str, list[str]] = {}
    for clause in clauses(rules.name).values():
        for option in clause.option.replace(",", " ").split():
            by_option.setdefault(option.partition("=")[0].rpartition(".")[2], []).append(clause.id)
    found = []
    for field in switches_in(rules.options_type):
        schema = msgspec.json.schema(field.type)
        choices = [str(value) for value in schema.get("enum", [])]
        kind = "choice" if choices else _KINDS.get(schema.get("type", ""), "text")
        found.append(
            SwitchView(
                name=field.name,
                type=kind,  # type: ignore[arg-type]
                choices=choices,
                least=schema.get("minimum", schema.get("exclusiveMinimum")),
                most=schema.get("maximum"),
                default=field.default,
                clauses=by_option.get(field.name, []),
            )
        )
    return found


_KINDS = {"boolean": "yes-no", "integer": "whole number", "number": "number"}
