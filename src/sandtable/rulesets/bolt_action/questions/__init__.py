"""Questions: every procedure of the book that is resolved with dice, asked without a table."""

from typing import Any

from sandtable.mechanics.questions import Question

from . import armour, fire, morale, quarters, support

QUESTIONS: dict[str, Question[Any, Any]] = {
    question.name: question for module in (morale, fire, armour, quarters, support) for question in module.QUESTIONS
}
