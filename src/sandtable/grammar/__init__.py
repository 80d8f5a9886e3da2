"""How names and numbers stand in a sentence: one or several, whose, with which article, and the verb that follows.

The only place that knows: whoever puts together a line, a question, a marker or an answer takes its words from here.
"""

from .mending import mended
from .nouns import Amount, Noun, count_of, is_several, numbered, whose
from .shapes import agreeing, an, capital, singular, within

__all__ = [
    "Amount",
    "Noun",
    "agreeing",
    "an",
    "capital",
    "count_of",
    "is_several",
    "mended",
    "numbered",
    "singular",
    "whose",
    "within",
]
