"""Words and the shapes that they take: verbs of one and of several, things and one of them, articles, capitals."""

import re

SAID_AS_WORDS = {"PIAT"}  # letters that are not spelled when they are read aloud
UNLIKE = {"is": "are", "was": "were", "has": "have", "isn't": "aren't", "hasn't": "haven't", "doesn't": "don't"}
PRONOUNS = {"it": "they", "its": "their", "itself": "themselves"}
WITH_ES = ("ss", "sh", "ch", "x", "zz", "o")  # after which a verb and a plural take -es
ABOUT_IT = re.compile(r"\bit ([a-z]+)(?: and ([a-z]+s)\b)?|\bits(?:elf)?\b")
NOT_OF_SEVERAL = {
    "is",
    "was",
    "has",
    "does",
    "goes",
    "this",
    "its",
    "yes",
    "less",
    "across",
    "as",
    "us",
    "plus",
    "always",
}


def agreeing(verb: str) -> str:
    """A verb or pronoun as it is said of several: takes and take, rallies and rally, passes and pass, its and their."""
    first, space, rest = verb.partition(" ")
    return f"{_of_several(first)}{space}{rest}"


def _of_several(verb: str) -> str:
    known = UNLIKE.get(verb) or PRONOUNS.get(verb)
    if known:
        return known
    if verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    if verb.endswith("es") and verb[:-2].endswith(WITH_ES):
        return verb[:-2]
    return verb.removesuffix("s")


def of_several(text: str) -> str:
    """A sentence that calls something `it`, said of several: they break and run, all their men are lost."""
    return ABOUT_IT.sub(_said_of_several, text)


def _said_of_several(found: re.Match[str]) -> str:
    if found[1] is None:
        return PRONOUNS[found[0]]
    second = f" and {agreeing(found[2])}" if found[2] else ""
    return f"they {agreeing(found[1])}{second}"


def singular(things: str) -> str:
    """One of several things: points and point, losses and loss, bodies and body, riflemen and rifleman."""
    if things.endswith("men"):
        return f"{things[:-3]}man"
    if things in NOT_OF_SEVERAL or not things.endswith("s") or things.endswith(("ss", "us")):
        return things
    return _of_several(things)


def an(words: str) -> str:
    """Words with the article that is spoken before them: `a rifle`, `an assault rifle`, `an MG 42`, `an 88 mm gun`."""
    first = words.partition(" ")[0]
    spelled = first.isupper() and first not in SAID_AS_WORDS
    vowel = words.startswith(("8", "11 ", "18 ")) or first[:1].lower() in ("aefhilmnorsx" if spelled else "aeiou")
    return f"an {words}" if vowel else f"a {words}"


def within(sentence: str) -> str:
    """Words that began a sentence, within one: `to hit`, and `D6 hits` as they are."""
    begins = sentence[:2].isupper() or sentence[1:2].isdigit()
    return sentence if begins else f"{sentence[:1].lower()}{sentence[1:]}"


def capital(text: str) -> str:
    """A line with a capital at its beginning; a heading stays as it is."""
    return text if text.startswith("#") else text[:1].upper() + text[1:]
