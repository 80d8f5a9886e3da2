"""What there is to play and to read: rulebooks with their scenarios, clauses, switches, tables and unit cards."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from sandtable.bots import BOTS
from sandtable.lessons.written import lesson, lesson_names
from sandtable.mechanics.tables import SWITCHED
from sandtable.play.ruleset import Ruleset
from sandtable.rulesets.citations import citations_in_code, citations_in_tests, project_folder
from sandtable.rulesets.library import RULESETS, clauses, notes, ruleset
from sandtable.rulesets.switches import switches_of

from .http_types import (
    BookCard,
    ClauseView,
    ForceView,
    LessonCard,
    MapView,
    RulesetView,
    RulesView,
    ScenarioView,
    TableRowView,
)
from .telling import draw_terrain


@cache
def books() -> list[BookCard]:
    """Every rulebook by what is said of it on the shelf: no battle has to be set up for that."""
    return [_book(ruleset(name)) for name in RULESETS]


def _book(rules: Ruleset[Any]) -> BookCard:
    short = rules.short_title or rules.title
    return BookCard(rules.name, rules.title, short, rules.about, rules.pitch, rules.emblem)


def rulesets() -> list[RulesetView]:
    """Every rulebook with its scenarios."""
    return [ruleset_view(name) for name in RULESETS]


@cache
def ruleset_view(name: str) -> RulesetView:
    """A rulebook with its scenarios."""
    rules = ruleset(name)
    every = clauses(rules.name)
    return RulesetView(
        name=rules.name,
        title=rules.title,
        about=rules.about,
        prefix=rules.prefix,
        version=rules.version,
        clauses=len(every),
        implemented=sum(not clause.not_implemented for clause in every.values()),
        scenarios=[_scenario(rules, name) for name in rules.scenarios()],
        switches=switches_of(rules),
        page_options=dict(rules.screen_options),
        bots=list(BOTS),
        lesson=_lesson(rules),
    )


def _lesson(rules: Ruleset[Any]) -> LessonCard | None:
    """The first lesson of a rulebook, if it has one."""
    names = lesson_names(rules.name)
    if not names:
        return None
    one = lesson(rules.name, names[0])
    file, field = one.file, one.scenario.battlefield
    drawn = MapView(field.name, field.width, field.depth, draw_terrain(field.terrain), [])
    return LessonCard(one.name, file.title, file.about, file.minutes, file.chapters, drawn)


def _scenario(rules: Ruleset[Any], name: str) -> ScenarioView:
    scenario = rules.scenario(name)
    state = rules.setup(scenario, rules.options_type())
    forces = []
    for seat, force in enumerate(scenario.forces):
        own = [number for number, unit in enumerate(state.units) if unit.seat == seat]
        cards = [rules.card(state, number) for number in own]
        symbols = [rules.shown(state, number).symbol for number in own]
        forces.append(ForceView(force.name, force.nation, sum(card.points for card in cards), cards, symbols))
    field, said = scenario.battlefield, notes(rules.name, name)
    drawn = MapView(field.name, field.width, field.depth, draw_terrain(field.terrain), list(rules.objectives(state)))
    return ScenarioView(
        name=scenario.name,
        title=scenario.title,
        about=scenario.about,
        map=drawn,
        forces=(forces[0], forces[1]),
        plays_itself=list(rules.plays_itself(scenario)),
        briefing=rules.briefing(state),
        short=said.short,
        minutes=said.minutes,
        difficulty=said.difficulty,
        season=said.season,
    )


def forget() -> None:
    """Look anew: another rulebook has been registered."""
    books.cache_clear()
    ruleset_view.cache_clear()


@cache
def citations(name: str) -> tuple[dict[str, list[str]], dict[str, list[str]] | None]:
    """Where each clause is cited in code and in tests. It reads many files and no rule: not for the workbench."""
    return citations_in_code(name, ruleset(name).prefix), citations_in_tests() if project_folder() else None


@cache
def rules_of(name: str) -> RulesView:
    """All a reader wants of a rulebook."""
    rules = ruleset(name)
    code, tests = citations(name)
    return RulesView(
        name=name,
        title=rules.title,
        version=rules.version,
        history={str(version): text for version, text in rules.history.items()},
        clauses=[
            ClauseView(
                **msgspec.structs.asdict(clause),
                code=sorted({place.rpartition(":")[0].rpartition("/")[2] for place in code.get(clause.id, [])}),
                tests=None if tests is None else len(tests.get(clause.id, [])),
            )
            for clause in clauses(name).values()
        ],
        switches=switches_of(rules),
        tables=_tables(rules),
        cards=list(rules.cards()),
    )


def _tables(rules: Ruleset[Any]) -> list[TableRowView]:
    """The printed tables of a rulebook, from the files that the rules themselves read."""
    folder = files(RULESETS[rules.name]).joinpath("tables")
    if not folder.is_dir():
        return []
    found = []
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        stem, _, kind = file.name.rpartition(".")
        if kind != "toml":
            continue
        for title, rows in _in_file(stem, tomllib.loads(file.read_text(encoding="utf-8"))):
            lines = [_with_switches(rules, row) for row in rows]
            columns = list(dict.fromkeys(column for line in lines for column in line))
            cells = [[_cell(line.get(column, "")) for column in columns] for line in lines]
            found.append(TableRowView(title, columns, cells))
    return found


def _in_file(stem: str, written: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The tables of a file: one whose rows have headings, or several that are lists of rows."""
    headed = {name: row for name, row in written.items() if isinstance(row, dict)}
    if headed:
        yield stem, [{"row": name, **row} for name, row in headed.items()]
    for name, rows in written.items():
        if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
            yield name if name == stem else f"{stem}: {name}", rows


def _with_switches(rules: Ruleset[Any], row: dict[str, Any]) -> dict[str, Any]:
    """A row in which whatever is a switch of the book stands as it usually is."""
    usual = rules.options_type()
    own = {column: value for column, value in row.items() if column != SWITCHED}
    return own | {column: getattr(usual, name) for column, name in row.get(SWITCHED, {}).items()}


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
