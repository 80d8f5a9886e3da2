"""The umpire of a real table: a rulebook's questions listed, answered exactly, and led through throw by throw.

Plain data in, plain data out: the server answers with these, and a page may run them without one.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sandtable.mechanics.questions import FactView, PresetView, Question
from sandtable.rulesets.house import Unplayable, options_from
from sandtable.rulesets.library import RULESETS, facts, presets, questions, ruleset
from sandtable.rulesets.switches import SwitchView, switches_of

from .ask import AnswerView, AskError, QuestionView, ask, list_questions, put
from .led import LedView, lead

Word = Annotated[str, Meta(max_length=100)]
Names = Annotated[list[Word], Meta(max_length=20)]
Throw = Annotated[list[int], Meta(max_length=400)]


class Put(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question as it is put: the situation, and the switches that this table plays with.

    `joint` are outcomes that are to be told together, `supposed` what is taken as known of them: `hits=2`, `lost>=1`.
    """

    given: dict[str, Any] = {}
    options: dict[str, Any] = {}
    joint: Annotated[list[Names], Meta(max_length=4)] = []
    supposed: Annotated[list[Word], Meta(max_length=20)] = []


class PutThrows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same with the dice thrown so far."""

    given: dict[str, Any] = {}
    options: dict[str, Any] = {}
    throws: Annotated[list[Throw], Meta(max_length=400)] = []


class UmpireView(msgspec.Struct, frozen=True):
    """All an umpire wants of a rulebook: its questions, what a list keeps of each unit, and units to choose from."""

    ruleset: str
    title: str
    prefix: str
    version: int
    questions: list[QuestionView]
    facts: list[FactView]
    presets: list[PresetView]
    switches: list[SwitchView]


def listed(name: str) -> UmpireView:
    """The questions of a rulebook, and what goes with them."""
    _known(name)
    rules = ruleset(name)
    return UmpireView(
        ruleset=rules.name,
        title=rules.title,
        prefix=rules.prefix,
        version=rules.version,
        questions=list_questions(questions(name)),
        facts=facts(name),
        presets=presets(name),
        switches=switches_of(rules),
    )


def asked(name: str, question: str, wanted: Put) -> AnswerView:
    """The exact answer to a question."""
    found, options = _question(name, question), _options(name, wanted.options)
    return ask(found, wanted.given, options, joint=wanted.joint, supposed=wanted.supposed)


def led(name: str, question: str, wanted: PutThrows) -> LedView:
    """How far a procedure has got with the dice thrown so far, and what is to be thrown next."""
    found = _question(name, question)
    try:
        return lead(put(found, wanted.given, _options(name, wanted.options)), wanted.throws)
    except AskError as error:
        raise AskError(f"{question}: {str(error).removeprefix(f'{question}: ')}") from error


def _known(name: str) -> None:
    if name not in RULESETS:
        raise AskError(f"no rulebook is called {name!r}: there are {', '.join(RULESETS)}")


def _question(name: str, question: str) -> Question[Any, Any]:
    _known(name)
    every = questions(name)
    if question not in every:
        there = f"there are {', '.join(every)}" if every else f"{ruleset(name).title} brings none"
        raise AskError(f"no question is called {question!r}: {there}")
    return every[question]


def _options(name: str, chosen: dict[str, Any]) -> msgspec.Struct:
    try:
        return options_from(ruleset(name), chosen)
    except Unplayable as error:
        raise AskError(str(error)) from error
