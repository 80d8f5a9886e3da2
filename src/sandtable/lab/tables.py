"""Results as Parquet, for any tool that reads tables: one row a battle, one a unit, one a use, a place, an event.

Rows are of one battle by `arm`, `seed` and `swapped`. What the columns mean is written into the files, and in
docs/laboratory.md.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from .measured import Battle
from .study import Arm

PER_BATTLE = {
    "arm": "which way of playing, by number",
    "variant": "which way of playing, by name; base is as the book has it",
    "book": "the rulebook",
    "version": "the rulebook's version",
    "scenario": "the scenario",
    "first": "the first force",
    "second": "the second force",
    "first_bot": "who played the first force",
    "second_bot": "who played the second force",
    "seed": "the number that dice and bots began from",
    "swapped": "whether the forces had changed places",
    "winner": "first, second or draw",
    "score_first": "the score of the first force, as the book counts",
    "score_second": "the score of the second force",
    "lost_first": "the share of its points that the first force lost",
    "lost_second": "the share of its points that the second force lost",
    "gone_first": "units of the first force that were destroyed",
    "gone_second": "units of the second force that were destroyed",
    "turns": "turns that were begun",
    "decisions": "questions that were answered",
    "activations_first": "activations of the first force",
    "activations_second": "activations of the second force",
    "idle_first": "those of which nothing came",
    "idle_second": "those of which nothing came",
    "throws_first": "throws of the first force's player",
    "throws_second": "throws of the second force's player",
    "dice_first": "dice in them",
    "dice_second": "dice in them",
    "fortune_first": "how fortunate they were: its mean is 0 under any rules",
    "fortune_second": "how fortunate they were: its mean is 0 under any rules",
    "first_blood": "the force that did harm first, or none",
    "first_blood_turn": "in which turn",
    "swing": "the largest change of the margin that one answer made, in shares of points",
    "lead_changes": "how often the lead in points lost changed hands",
    "minutes": "a rough guess at the minutes that two people need at a table",
    "cpu_ms": "milliseconds of a processor",
}
PER_UNIT = {
    "unit": "its number in the battle",
    "force": "first or second",
    "name": "what it is called",
    "troop": "its entry in the catalogue",
    "points": "what it cost",
    "left": "what was left of it at the end, in points",
    "fate": "stands, gone or left the table",
    "gone_turn": "the turn in which it was gone",
    "begins_x": "where its middle stood first, in inches",
    "begins_y": "where its middle stood first, in inches",
    "ends_x": "where its middle stood at the end, in inches",
    "ends_y": "where its middle stood at the end, in inches",
}
PER_USE = {"kind": "clause, deed or weapon", "name": "which", "times": "how often"}
PER_PLACE = {"what": "fell or stood", "turn": "when", "force": "whose", "x": "inches", "y": "inches"}
PER_EVENT = {
    "place": "its place in the battle",
    "turn": "when",
    "verb": "what happened, or thrown",
    "unit": "to which unit",
    "force": "whose",
    "clauses": "the clauses it rests on",
    "faces": "what the dice showed",
    "line": "the line of the log",
}
BATTLE = ("arm", "seed", "swapped")
FORCES = ("first", "second")

Rows = Iterator[dict[str, Any]]


def battle_rows(arm: Arm, battles: Sequence[Battle]) -> Rows:
    """The battles of an arm."""
    first, second = arm.scenario.forces
    for one in battles:
        yield {
            "arm": arm.number, "variant": arm.variant, "book": arm.book, "version": arm.version,
            "scenario": arm.scenario.name, "first": first.name, "second": second.name,
            "first_bot": arm.bots[0], "second_bot": arm.bots[1], "seed": one.seed, "swapped": one.swapped,
            "winner": "draw" if one.winner is None else FORCES[one.winner],
            **_both("score", one.scores), **_both("lost", one.lost), **_both("gone", one.gone),
            "turns": one.turns, "decisions": one.decisions,
            **_both("activations", one.activations), **_both("idle", one.idle), **_both("throws", one.throws),
            **_both("dice", one.dice), **_both("fortune", one.fortune),
            "first_blood": "none" if one.first_blood is None else FORCES[one.first_blood],
            "first_blood_turn": one.first_blood_turn, "swing": one.swing, "lead_changes": one.lead_changes,
            "minutes": one.minutes, "cpu_ms": one.micros / 1000,
        }  # fmt: skip


def _both(name: str, pair: Sequence[Any]) -> dict[str, Any]:
    return {f"{name}_{force}": value for force, value in zip(FORCES, pair, strict=True)}


def unit_rows(arm: Arm, battles: Sequence[Battle]) -> Rows:
    """The units of the battles of an arm."""
    for one in battles:
        for unit in one.units:
            begins, ends = unit.begins or (None, None), unit.ends or (None, None)
            yield {
                **_of(arm, one), "unit": unit.number, "force": FORCES[unit.side], "name": unit.name, "troop": unit.troop,
                "points": unit.points, "left": unit.left, "fate": unit.fate, "gone_turn": unit.gone_turn,
                "begins_x": begins[0], "begins_y": begins[1], "ends_x": ends[0], "ends_y": ends[1],
            }  # fmt: skip


def use_rows(arm: Arm, battles: Sequence[Battle]) -> Rows:
    """How often each clause, deed and weapon came up in the battles of an arm."""
    for one in battles:
        for kind, times in (("clause", one.clauses), ("deed", one.deeds), ("weapon", one.weapons)):
            for name, count in times.items():
                yield {**_of(arm, one), "kind": kind, "name": name, "times": count}


def place_rows(arm: Arm, battles: Sequence[Battle]) -> Rows:
    """Where men fell and units stood in the battles of an arm."""
    for one in battles:
        for place in one.places:
            force = FORCES[place.side]
            yield {**_of(arm, one), "what": place.what, "turn": place.turn, "force": force, "x": place.x, "y": place.y}


def event_rows(arm: Arm, battles: Sequence[Battle]) -> Rows:
    """Everything that happened, where it was asked for."""
    for one in battles:
        for told in one.events:
            yield {
                **_of(arm, one), "place": told.place, "turn": told.turn, "verb": told.verb, "unit": told.unit,
                "force": None if told.side is None else FORCES[told.side], "clauses": list(told.clauses),
                "faces": list(told.faces), "line": told.line,
            }  # fmt: skip


def _of(arm: Arm, one: Battle) -> dict[str, Any]:
    return {"arm": arm.number, "seed": one.seed, "swapped": one.swapped}


WHICH = {name: PER_BATTLE[name] for name in BATTLE}
TABLES = {
    "battles": (battle_rows, PER_BATTLE),
    "units": (unit_rows, {**WHICH, **PER_UNIT}),
    "uses": (use_rows, {**WHICH, **PER_USE}),
    "places": (place_rows, {**WHICH, **PER_PLACE}),
    "events": (event_rows, {**WHICH, **PER_EVENT}),
}
COUNTED = {
    "arm", "version", "turns", "decisions", "lead_changes", "unit", "points", "times", "place", "turn", "first_blood_turn",
    "gone_turn", *(f"{name}_{one}" for name in ("score", "gone", "activations", "idle", "throws", "dice") for one in FORCES),
}  # fmt: skip
MEASURED = {
    "swing", "minutes", "cpu_ms", "left", "begins_x", "begins_y", "ends_x", "ends_y", "x", "y",
    *(f"{name}_{one}" for name in ("lost", "fortune") for one in FORCES),
}  # fmt: skip
TYPES: dict[str, Any] = {
    **dict.fromkeys(COUNTED, pl.Int32),
    **dict.fromkeys(MEASURED, pl.Float64),
    "seed": pl.Int64,
    "swapped": pl.Boolean,
    "clauses": pl.List(pl.String),
    "faces": pl.List(pl.Int32),
}


def write_tables(folder: Path, arms: Sequence[Arm], found: Sequence[Sequence[Battle]], *, events: bool) -> list[Path]:
    """Write the tables of a study; its events where they were kept."""
    written = []
    for name, (rows, columns) in TABLES.items():
        if name == "events" and not events:
            continue
        schema = {column: TYPES.get(column, pl.String) for column in columns}
        parts = [
            pl.DataFrame(list(rows(arm, battles)), schema=schema) for arm, battles in zip(arms, found, strict=True)
        ]  # an arm at a time, so that few rows are Python objects at once
        path = folder / f"{name}.parquet"
        pl.concat(parts).write_parquet(path, metadata=columns)
        written.append(path)
    return written


def write_csv(folder: Path) -> Path:
    """The battles once more, for a spreadsheet."""
    path = folder / "battles.csv"
    pl.read_parquet(folder / "battles.parquet").write_csv(path)
    return path
