"""Words that were put together where no noun was at hand, put right as they are told.

What a throw was for, what it needs and what an event tells are part of what a record swears to: they cannot be worded
anew without every battle on file becoming another one. How they are read out is free.
"""

import re
from collections.abc import Sequence

from .nouns import is_several
from .shapes import agreeing, singular

DOUBLED = re.compile(r"(?<=\ws)'s\b")
ONE_OF = re.compile(r"(?<![\w.,+/-])1 ((?:[a-z]+ )??)([a-z]+(?:s|men))\b(?!')")
VERB = re.compile(r"( (?:\([^)]*\) )?)([a-z]+s)\b(?!')")  # after a name, and what stands in brackets behind it
COUNTED = {
    "actions", "dice", "figures", "hits", "inches", "losses", "markers", "men", "models", "pins", "points", "shots",
    "sixes", "teams", "turns", "units", "wounds",
}  # fmt: skip


def mended(text: str, names: Sequence[str] = ()) -> str:
    """Words put right: `1 points`, `Sturmgrenadiers's`, and the verb after a name of several that they begin with."""
    text = DOUBLED.sub("'", text)
    text = ONE_OF.sub(_one_of, text)
    for name in names:
        if text.startswith(f"{name} ") and is_several(name):
            found = VERB.match(text, len(name))
            if found is not None:
                return f"{name}{found[1]}{agreeing(found[2])}{text[found.end() :]}"
    return text


def _one_of(found: re.Match[str]) -> str:
    between, things = found[1], found[2]
    return f"1 {between}{singular(things)}" if things in COUNTED else found[0]
