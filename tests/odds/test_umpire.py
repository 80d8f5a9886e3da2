"""The umpire: what is listed, what is asked, and being led with one's own dice."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.geometry.kernel import CACHE
from sandtable.odds.ask import AskError
from sandtable.odds.led import LedView
from sandtable.odds.umpire import Put, PutThrows, asked, led, listed
from sandtable.rulesets.library import RULESETS, clauses, ruleset


def steps(question: str, throws: list[list[int]], **given: Any) -> LedView:
    """Be led through a question."""
    return led("bolt-action", question, PutThrows(given=given, throws=throws))


def test_everything_listed_hangs_together() -> None:
    """Facts, roles, outcomes, clauses and presets name each other rightly, and it all goes over the wire."""
    for name in RULESETS:
        view = listed(name)
        facts = {fact.name: fact for fact in view.facts}
        for question in view.questions:
            assert question.title and question.about and set(question.clauses) <= set(clauses(name))
            roles = {field.role for field in question.fields}
            for field in question.fields:
                assert field.title
                assert (field.fact == "") or (field.role and field.fact in facts)
                assert (field.choices is None) == (field.labels is None)
                if field.choices is not None and field.labels is not None:
                    assert len(field.choices) == len(field.labels) and field.default in field.choices
                if field.type in {"integer", "number"}:
                    assert field.least is not None and field.most is not None
            outcomes = asked(name, question.name, Put()).outcomes
            for leaves in question.leaves:
                assert leaves.outcome in outcomes and leaves.fact in facts
                assert leaves.role in roles
        for preset in view.presets:
            assert set(preset.facts) <= set(facts)
            for fact, value in preset.facts.items():
                known = facts[fact].choices
                assert known is None or value in known
        if view.presets:  # all troops, or none where a book keeps no list
            assert len({preset.name for preset in view.presets}) == len(view.presets) == len(ruleset(name).cards())
        assert msgspec.json.decode(msgspec.json.encode(view))["ruleset"] == name


def test_presets_come_from_the_catalogue() -> None:
    """Men, quality, weapon and armour of a squad, a gun and a tank."""
    presets = {preset.name: preset.facts for preset in listed("bolt-action").presets}
    assert presets["German grenadier squad"] == {"quality": "regular", "men": 10, "weapon": "rifle"}
    assert presets["Soviet rifle squad"]["quality"] == "inexperienced"
    assert presets["Soviet assault squad"]["tough"] is True
    gun = presets["British medium anti-tank gun"]
    assert (gun["men"], gun["weapon"], gun["gun"], gun["gun_shield"]) == (3, "medium-at-gun", True, True)
    assert presets["US half-track"] | {"armour": "armoured-car", "open_topped": True} == presets["US half-track"]


def test_a_player_is_led_from_throw_to_throw() -> None:
    """Two rifles at two men: to hit, to damage, the six again; zero dice are never asked for."""
    start = steps("shooting", [], shooters=2, target_men=3)
    assert start.steps == () and start.found is None and start.next is not None
    assert (start.next.dice, start.next.sides, start.next.needs) == (2, 6, "3+")
    assert start.next.why == "To hit (2 rifles)"
    assert [(one.value, one.chance, one.at_least) for one in start.next.chances] == [
        ("no hits", "1/9", "1"),
        ("1 hit", "4/9", "8/9"),
        ("2 hits", "4/9", "4/9"),
    ]
    second = steps("shooting", [[2, 5]], shooters=2, target_men=3)
    assert second.steps[0].said == "1 hit"
    assert second.next is not None and second.next.why == "To damage"
    third = steps("shooting", [[2, 5], [6]], shooters=2, target_men=3)
    assert third.steps[1].said == "1 casualty, 1 natural six to roll again"
    assert third.next is not None and third.next.because == ("ba.gap.exceptional-damage",)
    end = steps("shooting", [[2, 5], [6], [6]], shooters=2, target_men=3)
    assert end.steps[2].said == "1 exceptional"
    assert end.next is None and end.found is not None
    assert (end.found["casualties"], end.found["exceptional"], end.found["pins"]) == ("1", "1", "1")
    missed = steps("shooting", [[2, 2]], shooters=2, target_men=3)
    assert missed.next is None and missed.found is not None and missed.found["hits"] == "0"


@pytest.mark.parametrize(
    ("throws", "why"),
    [
        ([[4]], r"shooting: throw 1, to hit \(2 rifles\): it is of 2 dice, not 1"),
        ([[4, 7]], r"shooting: throw 1, to hit \(2 rifles\): a D6 shows 1 to 6, not 7"),
        ([[4, 0]], "a D6 shows 1 to 6, not 0"),
        ([[4, 4], []], "throw 2, to damage: it is of 2 dice, not 0"),
        ([[1, 1], [4]], "throw 2 is not needed: after 1 throws it is all decided"),
    ],
)
def test_throws_that_cannot_be_are_refused(throws: list[list[int]], why: str) -> None:
    """Which throw, and why."""
    with pytest.raises(AskError, match=why):
        steps("shooting", throws, shooters=2)


@pytest.mark.parametrize(
    ("name", "question", "wanted", "why"),
    [
        ("chess", "shooting", {}, "no rulebook is called 'chess'"),
        ("bolt-action", "singing", {}, "no question is called 'singing': there are order-test"),
        ("bolt-action", "rally", {"given": {"pins": -1}}, "rally: pins: it takes a whole number from 0 to 12, not -1"),
        ("bolt-action", "rally", {"options": {"turns": 99}}, "options: turns: it takes a whole number from 1 to 20"),
        ("bolt-action", "rally", {"options": {"luck": 1}}, "options: no switch is called 'luck'"),
    ],
)
def test_what_cannot_be_asked_is_refused(name: str, question: str, wanted: dict[str, Any], why: str) -> None:
    """The same for the odds and for being led."""
    with pytest.raises(AskError, match=why):
        asked(name, question, Put(**wanted))
    with pytest.raises(AskError, match=why):
        led(name, question, PutThrows(**wanted))


def test_switches_are_played() -> None:
    """An option of the table changes the answer."""
    assert asked("bolt-action", "order-dice", Put()).outcomes
    plain, loose = (
        asked("bolt-action", "damage-troops", Put({"pen": 6}, {"natural_one_fails": fails})).rolls[0].needs
        for fails in (True, False)
    )
    assert (plain, loose) == ("2+", "1+")


INERT = """
import os, sys, types
os.access = lambda *_: False  # an inert compiler would take ours for an older one, and throw away what it has compiled

class Inert:
    # Takes part in definitions, and may be made and passed about; whoever wants a value of it fails.
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Inert()
    def __call__(self, *given, **named):
        if len(given) == 1 and not named and isinstance(given[0], types.FunctionType):
            return given[0]
        return Inert()
    def __getitem__(self, key):
        return Inert()
    def __or__(self, other):
        return Inert()
    __ror__ = __or__

class Module(types.ModuleType):
    __path__ = []
    __version__ = "0"
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Inert()

for name in ("numpy", "numpy.typing", "numba", "numba.core", "numba.extending", "numba.np", "numba.np.arrayobj"):
    sys.modules[name] = Module(name)
from sandtable.odds.umpire import Put, PutThrows, asked, led, listed
book = sys.argv[1]
view = listed(book)
for question in view.questions:
    asked(book, question.name, Put())
    led(book, question.name, PutThrows())
print(len(view.questions), len(view.presets))
"""


@pytest.mark.parametrize("book", RULESETS)
def test_it_needs_neither_arrays_nor_a_compiler(book: str, tmp_path: Path) -> None:
    """Every question can be listed, asked and led where numpy and numba stand still: in a browser."""
    compiled = set(CACHE.rglob("*.nbi"))
    aside = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", INERT, book], capture_output=True, text=True, check=False, env=aside)
    assert done.returncode == 0, done.stderr
    assert compiled <= set(CACHE.rglob("*.nbi")), "the compiled kernels of this checkout are gone"
    assert done.stdout.split()[0] == str(len(listed(book).questions))
