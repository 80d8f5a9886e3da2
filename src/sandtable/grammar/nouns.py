"""Names of things and numbers of them, which know whether they are several and say so in what follows them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from .shapes import agreeing, an, of_several

# Before somebody's own name, which may end in any letter: Lieutenant Ames is one man.
RANKS = {
    "captain", "corporal", "feldwebel", "gefreiter", "general", "hauptmann", "leutnant", "lieutenant", "major",
    "oberleutnant", "private", "sergeant", "starshy", "unteroffizier",
}  # fmt: skip
SEVERAL = {"crew", "dead", "dice", "people"}
MAYBE = "?"  # where words stand that may be missing: `{why: (?)}`
ALONE = "~"  # before what stands without the name: `{unit:routs} and {unit:~is} removed`


class Noun(str):
    """Words for a thing, in a line that goes on: `{unit:takes} 2 hits` is `Able takes 2 hits` and `Riflemen take 2 hits`.

    After the colon stands how it goes on for one: a verb, `'s` for whose something is, `a` for an article before it. With a
    `~` in front it is only the word itself, which agrees: `{unit:routs} and {unit:~is} removed`. With a `?` it is words that
    may be missing, and what goes with them: `{why:: ?}` is `: no room`, or nothing.
    """

    __slots__ = ("several",)

    several: bool

    def __new__(cls, words: str, *, several: bool | None = None) -> Self:
        """Words; whether they are several is read from them where nobody says it."""
        made = super().__new__(cls, words)
        made.several = is_several(words) if several is None else several
        return made

    def does(self, what: str) -> str:
        """What is said of it, whatever comes of it, beginning with a verb: `passes its test`, `pass its test`."""
        return agreeing(what) if self.several else what

    def says(self, text: str) -> str:
        """A sentence that calls it `it`: `it breaks and runs`, `they break and run`."""
        return of_several(text) if self.several else text

    def __format__(self, form: str) -> str:
        """The name as a line goes on with it."""
        if not form:
            return str(self)
        if MAYBE in form:
            return form.replace(MAYBE, self) if self else ""
        if form == "'s":
            return whose(self)
        if form == "a":
            return str(self) if self.several else an(self)
        alone = form.startswith(ALONE)
        word = form.removeprefix(ALONE)
        return self.does(word) if alone else f"{self} {self.does(word)}"


class Amount(int):
    """A number in a line: `{hits:hit}` is `1 hit` and `3 hits`, `{saved:man/men}` `2 men`, `{lost:man falls}` `1 man falls`.

    `{left:none}` is the number, and `none` for nothing; `{total:action_point}` a thing of two words.
    """

    def __format__(self, form: str) -> str:
        """The number as a line goes on with it."""
        if form in {"", "none"}:
            return str(int(self)) if self or not form else form
        thing, _, verb = form.partition(" ")
        one, _, many = thing.replace("_", " ").partition("/")
        return format(Noun(count_of(self, one, many), several=self != 1), verb)


@lru_cache(maxsize=1024)
def is_several(name: str) -> bool:
    """Whether a name stands for several: Riflemen, Tank hunters, Werewolves 2; not Able squad, Lieutenant Ames, MG 42."""
    words = name.partition(" of ")[0].lower().split()
    while len(words) > 1 and words[-1].isdigit():
        words.pop()
    if not words or words[0] in RANKS:
        return False
    head = words[-1]
    return (
        head in SEVERAL or head.endswith("men") or (head.endswith("s") and not head.endswith(("ss", "us", "is", "'s")))
    )


def whose(name: str) -> str:
    """A name of which something is said to be: Able's, Shermans'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def count_of(number: int, one: str, many: str = "") -> str:
    """A number of things: `1 model`, `3 models`, `no models`."""
    return f"{number or 'no'} {one if number == 1 else many or one + 's'}"


def numbered(title: str, taken: Sequence[str]) -> str:
    """A name of its own: the title, with a number if another has it."""
    number, name = 1, title
    while name in taken:
        number += 1
        name = f"{title} {number}"
    return name
