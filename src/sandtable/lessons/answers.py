"""What a lesson means by an answer: found among the legal ones of a question, and recognised when it is given."""

from typing import Any

from sandtable.play.decision import Decision
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.planning import ends, plan
from sandtable.play.refusal import Refused
from sandtable.play.spot import Spot
from sandtable.play.wire import OneOfView, OptionView, RankingView, SomeOfView, to_plain

from .written import Reply, Step

Answer = Any  # plain data, as a page would send it


class NoSuchAnswer(Exception):  # noqa: N818  # said to the author of a lesson
    """A reply of a lesson that the question has no legal answer for."""


def is_for(reply: Reply, decision: Decision[Any], state: Any) -> bool:
    """Whether a reply is meant for a question."""
    if reply.asks and reply.asks != decision.kind:
        return False
    if reply.seat is not None and reply.seat != decision.seat:
        return False
    return not reply.of or (decision.unit is not None and state.units[decision.unit].name == reply.of)


def answer_to(reply: Reply, decision: Decision[Any], state: Any) -> Answer:
    """The legal answer that a reply means; None if it leaves the answer to whoever is asked."""
    if reply.goal is not None:
        return to_plain(_place(decision, reply.goal, None if reply.face is None else reply.face * 10))
    if reply.answer is None:
        return None
    if isinstance(reply.answer, bool):
        return reply.answer
    options = options_of(decision)
    if isinstance(reply.answer, str):
        found = _option(options, reply.answer, state)
        return [found.key] if isinstance(decision.domain.describe(), SomeOfView | RankingView) else found.key
    return [_option(options, name, state).key for name in reply.answer]


def _place(decision: Decision[Any], goal: tuple[int, int], face: int | None) -> object:
    """The answer that goes to a place, or sets up there: what the planner would make of a drag to it."""
    domain = decision.domain
    if isinstance(domain, Spot):
        return goal
    if not isinstance(domain, Marching | Driving):
        raise NoSuchAnswer(f"'{decision.prompt}' is not answered by a place")
    planned = plan(domain, goal, face=face)
    why = planned.refusal or planned.beyond
    if why is not None:
        raise NoSuchAnswer(f"'{decision.prompt}' cannot be answered there: {why}")
    return planned.draft


def options_of(decision: Decision[Any]) -> list[OptionView]:
    """What can be chosen, if there is anything to choose from."""
    described = decision.domain.describe()
    return described.options if isinstance(described, OneOfView | SomeOfView | RankingView) else []


def _option(options: list[OptionView], name: str, state: Any) -> OptionView:
    """An option by its key, its label, or the name of the unit it stands for."""
    for option in options:
        if name in (option.key, option.label):
            return option
    for option in options:
        if option.unit is not None and state.units[option.unit].name == name:
            return option
    raise NoSuchAnswer(f"{name!r} is none of {', '.join(f'{one.key} ({one.label})' for one in options)}")


def is_wanted(step: Step, decision: Decision[Any], state: Any, given: Answer) -> bool:
    """Whether a legal answer is one that a step takes."""
    if step.anything:
        return True
    if step.goal is not None:
        x, y = where_to(decision, given)
        reach = round(step.within * 1000)
        return (x - step.goal[0]) ** 2 + (y - step.goal[1]) ** 2 <= reach * reach
    if step.answer is None:
        return _is_usual(decision, given)
    try:
        wanted = answer_to(step, decision, state)
        others = [_option(options_of(decision), name, state).key for name in step.also]
    except (NoSuchAnswer, Refused):
        return False
    plain = to_plain(given)
    if isinstance(wanted, list) and isinstance(plain, list):
        return sorted(plain, key=str) == sorted(wanted, key=str)
    return plain == wanted or plain in others


def _is_usual(decision: Decision[Any], given: Answer) -> bool:
    """Whether an answer is the usual one; for a move, whether it leads everybody where that does."""
    usual, domain = decision.usual(), decision.domain
    if isinstance(domain, Marching) and usual is not None:
        there, here = ends(domain, usual), ends(domain, given)
        return all(there.point(figure) == here.point(figure) for figure in domain.movers)
    return usual is not None and to_plain(given) == to_plain(usual)


def where_to(decision: Decision[Any], given: Answer) -> tuple[int, int]:
    """Where a legal move, set-up or choice of a point leads: the place of the first figure."""
    domain = decision.domain
    if isinstance(domain, Marching | Driving):
        first = domain.row if isinstance(domain, Driving) else domain.movers[0]
        return ends(domain, given).point(first)
    x, y = given
    return int(x), int(y)
