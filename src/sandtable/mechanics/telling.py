"""How happenings become lines of the log, the same way for every rulebook: lines of verbs, filled with words, and throws."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sandtable.geometry.units import show
from sandtable.grammar import Amount, Noun, capital, count_of, mended
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.ruleset import Outcome
from sandtable.play.script import Play
from sandtable.play.state import State

from .verbs import Verb

S = TypeVar("S", bound=State[Any, Any])

HUNDREDTH = 10  # thousandths of an inch
SCORE = re.compile(r"(less than )?\d+(?![\d-])")
DRAW = "a draw"  # what some books begin with when they say why
TIMES = {2: "again", 3: "a third time", 4: "a fourth time"}


class Words(dict[str, Any]):
    """Words of a line, as nouns and amounts; one that nobody gave is left out rather than stopping the log."""

    def __getitem__(self, key: str) -> Any:
        """The word, which knows how a line goes on with it."""
        word = self.get(key)
        if word is None:
            return Noun("")
        if type(word) is str:
            return Noun(word)
        return Amount(word) if type(word) is int else word


def words_of(state: State[Any, Any], event: Event) -> Words:
    """What a line may name of an event: whatever it tells, whatever it sets, and the unit it happens to."""
    words = Words({**event.sets, **event.tells})
    if event.unit is not None:
        words["unit"] = Noun(state.units[event.unit].name)
    return words


def log(
    verbs: Mapping[str, Verb[S]],
    words: Callable[[S, Event], Words],
    meaning: Callable[[Thrown], str],
    line_of: Callable[[S, Event], str] | None = None,
    silent: tuple[str, ...] = (),
) -> Callable[[S, Happening], str]:
    """The log of a rulebook: by its verbs, the words its lines may name, and what it makes of dice.

    `line_of` is for lines that are not always those of their verbs; throws that rest on `silent` alone have none. What is
    not worth a line, or nobody's to know, has none either.
    """

    def sentence(state: S, happening: Happening) -> str:
        if isinstance(happening, Thrown):
            if happening.known_to is not None or (silent and happening.because == silent):
                return ""
            names = [unit.name for unit in state.units]
            return capital(mended(throw_line(happening, meaning(happening)), names))
        line = verbs[happening.verb].line if line_of is None else line_of(state, happening)
        if not line or kept_secret(happening) or nowhere(line, happening):
            return ""
        return capital(mended(line.format_map(words(state, happening))))

    return sentence


def nowhere(line: str, event: Event) -> bool:
    """Whether this is a move on which nobody went anywhere."""
    return "{length" in line and event.tells.get("length") == 0


class Retelling:
    """Reads lines out one after another: one that says to the letter what the one before said is told to be a repetition."""

    def __init__(self) -> None:
        self._last = ""
        self._times = 1

    def of(self, line: str, happening: Happening) -> str:
        """The line, as it is read out after those before it."""
        if not line:
            return line
        again = line == self._last and isinstance(happening, Event)
        self._times = self._times + 1 if again else 1
        self._last = line
        return f"{line} ({TIMES.get(self._times, 'once more')})" if again else line


def ended(outcome: Outcome, side: str, player: str) -> str:
    """How a battle ended, for whoever reads its last line: who won, played by whom, and why; nothing of it twice."""
    why = mended(outcome.why)
    if outcome.winner is None:
        return capital(why) if why.startswith(DRAW) else f"{capital(DRAW)}: {why}"
    score = why.removeprefix(f"{side} win ")
    return f"Won by {side} ({player}){': ' if score == why else ', '}{score}"


def nothing_said(play: Play[Any], since: int, verbs: Mapping[str, Verb[Any]]) -> bool:
    """Whether there is no line of what has happened since: an activation of which nothing came has to be told as that."""
    return not any(
        isinstance(one, Thrown) or (verbs[one.verb].line and not nowhere(verbs[one.verb].line, one))
        for one in play.happenings[since:]
    )


def throw_line(thrown: Thrown, meaning: str) -> str:
    """The line for a throw: what it was for, what a die needed, the faces, and what they mean."""
    faces = " ".join(map(str, thrown.faces))
    needs = thrown.wanted
    if needs:  # a number to reach, or what the faces stand for
        needs = f", needs {needs}" if SCORE.match(needs) else f" ({needs})"
    asked = f"{thrown.why}{needs}".replace(") (", "; ").replace("?, needs", "? Needs")
    return f"{asked}: {faces}{meaning}"


def meaning_of(thrown: Thrown) -> str:
    """What the faces amount to, where that is not plain to see; of one die that needs a score, whether it has it."""
    value = thrown.value
    if len(thrown.faces) == 1 and SCORE.match(thrown.needs) and value in (0, 1) and thrown.faces != (value,):
        return " = yes" if value else " = no"
    if isinstance(value, str):
        return f" = {value}"
    if isinstance(value, bool):
        return " = yes" if value else " = no"
    if isinstance(value, int) and (len(thrown.faces) > 1 or value != thrown.faces[0]):
        return f" = {value}"
    return ""


def kept_secret(event: Event) -> bool:
    """Whether this is what those are told who may not know."""
    return event.known_to is not None and not (event.tells or event.sets or event.figures or event.rolls)


def hundredths(length: int) -> str:
    """A length in inches, to the nearest hundredth."""
    return show((length + HUNDREDTH // 2) // HUNDREDTH * HUNDREDTH)


def figures_of(state: State[Any, Any], event: Event, one: str, many: str = "") -> Noun:
    """The figures an event is about: a single one by what it is, several by their number."""
    if len(event.figures) != 1:
        return Noun(count_of(len(event.figures), one, many))
    return Noun(f"the {state.figures[event.figures[0]].role}")


def heading_outside(phase: str, agenda: Sequence[str], before: Mapping[str, str]) -> str:
    """Where a battle is before its first turn, by what is done next, and once it is over; empty in between."""
    if phase == "setup":
        return f"Before the battle: {before.get(agenda[0], agenda[0]) if agenda else 'setting up'}"
    return "The battle is over" if phase == "over" else ""
