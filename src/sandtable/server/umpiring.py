"""The umpire over HTTP: a rulebook's questions to list, to ask and to be led through."""

from litestar import get, post
from litestar.params import FromPath, JSONBody

from sandtable.odds import umpire
from sandtable.odds.ask import AnswerView
from sandtable.odds.led import LedView
from sandtable.odds.umpire import Put, PutThrows, UmpireView
from sandtable.rulesets.library import RULESETS, questions

from .problems import NotFound
from .routes import SAYS_NO, Asked, on_bench, strictly
from .workbench import UMPIRE


def _check(name: str, question: str = "") -> None:
    """Say that there is no such rulebook or question."""
    if name not in RULESETS:
        raise NotFound(f"no rulebook is called {name!r}")
    if question and question not in questions(name):
        raise NotFound(f"no question is called {question!r}")


@get("/api/rulesets/{name:str}/questions", responses=SAYS_NO)
async def list_questions(request: Asked, name: FromPath[str]) -> UmpireView:
    """The questions of a rulebook, what an umpire's list keeps of a unit, and the catalogue's units."""
    _check(name)
    found: UmpireView = await on_bench(request, lambda: umpire.listed(name))
    return found


@post("/api/rulesets/{name:str}/questions/{question:str}", status_code=200, responses=SAYS_NO)
async def answer_question(
    request: Asked, name: FromPath[str], question: FromPath[str], data: JSONBody[Put]
) -> AnswerView:
    """The exact answer to a question."""
    assert data is not None  # its form is documented by it; what counts is decoded strictly
    wanted = await strictly(request, Put)
    _check(name, question)
    found: AnswerView = await on_bench(request, lambda: umpire.asked(name, question, wanted), UMPIRE)
    return found


@post("/api/rulesets/{name:str}/questions/{question:str}/steps", status_code=200, responses=SAYS_NO)
async def lead_through(
    request: Asked, name: FromPath[str], question: FromPath[str], data: JSONBody[PutThrows]
) -> LedView:
    """How far a procedure has got with the dice thrown so far, and what is to be thrown next."""
    assert data is not None
    wanted = await strictly(request, PutThrows)
    _check(name, question)
    found: LedView = await on_bench(request, lambda: umpire.led(name, question, wanted))
    return found


UMPIRING = [list_questions, answer_question, lead_through]
