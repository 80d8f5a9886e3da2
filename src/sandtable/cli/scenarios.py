"""`sandtable scenarios`: what can be fought."""

import argparse
from typing import Any

import msgspec

from sandtable.geometry.units import show
from sandtable.play.ruleset import Ruleset, UnitCard
from sandtable.rulesets.library import common_scenarios, notes

from .inputs import find_ruleset
from .output import print_json, wrapped


class ForceView(msgspec.Struct, frozen=True):
    """One side of a scenario."""

    name: str
    nation: str
    points: int
    units: list[UnitCard]


class ScenarioView(msgspec.Struct, frozen=True):
    """A scenario as it is listed."""

    name: str
    title: str
    about: str
    map: str
    size: str
    figures: int
    forces: list[ForceView]
    minutes: int
    difficulty: str
    short: bool
    season: str
    length: str
    aims: tuple[str, str]


def scenario_view(rules: Ruleset[Any], name: str) -> ScenarioView:
    """A scenario with its forces and their points."""
    scenario = rules.scenario(name)
    state = rules.setup(scenario, rules.options_type())
    forces = []
    for side, force in enumerate(scenario.forces):
        cards = [rules.card(state, number) for number, unit in enumerate(state.units) if unit.side == side]
        forces.append(ForceView(force.name, force.nation, sum(card.points for card in cards), cards))
    field = scenario.battlefield
    size = f"{show(field.width)} by {show(field.depth)}"
    said, briefing = notes(rules.name, name), rules.briefing(state)
    return ScenarioView(
        name,
        scenario.title,
        scenario.about,
        field.name,
        size,
        len(state.figures),
        forces,
        said.minutes,
        said.difficulty,
        said.short,
        said.season,
        briefing.length,
        briefing.aims,
    )


def _length(view: ScenarioView) -> str:
    """How long it takes, and how hard it is."""
    short = "short: " if view.short else ""
    return f"{short}about {view.minutes} minutes, {view.length}; {view.difficulty}, {view.season}"


def _represented(force: ForceView) -> list[str]:
    """How this rulebook makes units of the troops, where a scenario for several rulebooks lists them."""
    said = {unit.troop: unit.represented for unit in force.units if unit.represented}
    return [f"{troop}: {how}" for troop, how in said.items()]


def run(asked: argparse.Namespace) -> int:
    """List the scenarios of a rulebook with their forces and points."""
    rules = find_ruleset(asked.ruleset)
    views = [scenario_view(rules, name) for name in rules.scenarios()]
    if asked.json:
        print_json(views)
        return 0
    for view in views:
        print(f"{view.name}: {view.title} ({view.map}, {view.size}, {view.figures} figures)")
        print(wrapped(view.about))
        print(wrapped(_length(view)))
        for force, aim in zip(view.forces, view.aims, strict=True):
            print(f"    {force.name}, {force.points} points:")
            print(wrapped(aim, "      "))
            print(wrapped(", ".join(f"{unit.name} {unit.points}" for unit in force.units), "      "))
            for line in _represented(force) if view.name in common_scenarios() else ():
                print(wrapped(line, "      "))
        print()
    return 0
