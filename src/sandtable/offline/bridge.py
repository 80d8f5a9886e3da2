"""The umpire's three calls, in text: what the page asks of the server, asked of the same rules in the browser."""

from typing import Any

import msgspec

from sandtable.mechanics.misfits import in_words
from sandtable.odds import umpire
from sandtable.odds.ask import AskError
from sandtable.rulesets.library import RULESETS, questions


class Problem(msgspec.Struct, frozen=True):
    """What was wrong, in the words that the server would use."""

    code: str
    reason: str


class _Missing(Exception):  # noqa: N818  # said to the one who asked
    """Something of that name is not there."""


def answer(what: str, book: str, question: str, body: str) -> str:
    """`{"good": ...}` with what the server would send, or `{"problem": ...}` with what it would say."""
    try:
        found: dict[str, Any] = {"good": _answer(what, book, question, body)}
    except _Missing as error:
        found = {"problem": Problem("not-found", str(error))}
    except AskError as error:
        found = {"problem": Problem("bad-request", str(error))}
    except (msgspec.MsgspecError, RecursionError) as error:
        found = {"problem": Problem("bad-request", in_words(error))}
    return msgspec.json.encode(found).decode()


def _answer(what: str, book: str, question: str, body: str) -> object:
    if what == "ready" and not book:
        return [umpire.listed(name).ruleset for name in RULESETS]  # everything is read now, not at the first question
    if book not in RULESETS:
        raise _Missing(f"no rulebook is called {book!r}")
    if what == "ready":
        return [umpire.listed(book).ruleset]  # the one that is about to be asked; the others when somebody wants them
    if what == "listed":
        return umpire.listed(book)
    if question not in questions(book):
        raise _Missing(f"no question is called {question!r}")
    match what:
        case "asked":
            return umpire.asked(book, question, msgspec.json.decode(body, type=umpire.Put))
        case "led":
            return umpire.led(book, question, msgspec.json.decode(body, type=umpire.PutThrows))
        case _:
            raise _Missing(f"there is no call {what!r}")
