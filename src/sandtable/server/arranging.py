"""Setting up for a player who asks for it, as a bot would, and changing what stands already.

Whoever has his units set up is left with his last answer, as long as he can still move any of them: he looks, drags some of
them about, and then begins. Everything here runs on the workbench's thread.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sandtable.bots import bot
from sandtable.dice.sources import Keyed
from sandtable.play.decision import Decision
from sandtable.play.refusal import Refused, refuse
from sandtable.play.views import view

from .played import Played, Taken, thrown
from .store import SeatRow

AHEAD = 400  # answers that are looked ahead at most
IMAGINED = Keyed(b"dice that are thrown to look ahead, and never on a table")
ARRANGES = "rookie"  # the bot that sets up for others


class Seated(Protocol):
    """A battle and who sits at it."""

    played: Played
    seats: list[SeatRow]


class Next(NamedTuple):
    """What would be answered next for a seat, and whether its set-up ends with that."""

    answer: object
    last: bool


# ---- for whoever asks for it


def asked_to_set_up(played: Played, seats: Sequence[int]) -> Decision[Any] | None:
    """The question about their setting up that these seats are asked now, if any."""
    pending = played.game.pending
    if pending is None or pending.seat not in seats or pending.kind == "throw":
        return None
    return pending if played.ruleset.setting_up(played.game.state) else None


def check_may_arrange(played: Played, seats: Sequence[int]) -> Decision[Any]:
    """The question that is answered for somebody who has his units set up; `Refused` with the reason if there is none."""
    pending = played.game.pending
    if pending is None:
        raise refuse("the battle is over")
    if not played.ruleset.setting_up(played.game.state):
        raise refuse("nothing is to be set up any more")
    if pending.seat not in seats:
        raise refuse("somebody else is asked")
    if pending.kind == "throw":
        raise refuse("dice are to be thrown first")
    return pending


def choice_for(played: Played, decision: Decision[Any]) -> object:
    """What the bot answers for a seat, from what that seat may know; where the battle stands the same, always the same."""
    seen = view(played.ruleset, played.game.state, decision.seat)
    return bot(ARRANGES, played.ruleset, "set up", decision.seat, played.answers).answer(seen, decision)


def what_next(battle: Seated, decision: Decision[Any]) -> Next:
    """The bot's answer for the seat that is asked, and whether that seat has nothing more to set up after it."""
    played = battle.played
    if played.next_set_up is None:
        answer = choice_for(played, decision)
        played.next_set_up = answer, _is_last(battle, decision, answer)
    return Next(*played.next_set_up)


def begins(battle: Seated, seats: Sequence[int]) -> bool:
    """Whether whoever is asked can still move units and has only his last answer left: with it the battle begins."""
    decision = asked_to_set_up(battle.played, seats)
    return decision is not None and bool(movable(battle, [decision.seat])) and what_next(battle, decision).last


def _is_last(battle: Seated, decision: Decision[Any], answer: object) -> bool:
    """Whether a seat is asked nothing more of the set-up once it has answered so, or not before another person has answered.

    Bots are imagined to answer. The dice are others than those that will be thrown: nobody learns anything of those.
    """
    played = battle.played
    game = played.game.fork(IMAGINED)
    game.answer(answer)
    for number in range(AHEAD):
        pending = game.pending
        if pending is None or not played.ruleset.setting_up(game.state):
            return True
        if pending.seat == decision.seat:
            return False
        if battle.seats[pending.seat].kind != "bot":
            return True
        seen = view(played.ruleset, game.state, pending.seat)
        game.answer(bot(ARRANGES, played.ruleset, "looked ahead", pending.seat, number).answer(seen, pending))
    return False


# ---- what stands already


def movable(battle: Seated, seats: Sequence[int]) -> dict[int, int]:
    """The units of seats that can still be put elsewhere, each with the number of the answer that placed it.

    No die has fallen since, and no other person has answered; a bot does not mind, and stays where it is.
    """
    played = battle.played
    pending = played.game.pending
    if pending is None or pending.seat not in seats or not played.ruleset.setting_up(played.game.state):
        return {}
    found: dict[int, int] = {}
    for place in reversed(range(played.answers - played.clean, played.answers)):
        given = played.given[place]
        if given.seat in seats:
            if given.placed is not None:
                found[given.placed] = place  # a squad before its spotter
        elif battle.seats[given.seat].kind != "bot":
            break
    return found


def placing(battle: Seated, seats: Sequence[int], unit: int) -> tuple[int, Decision[Any]]:
    """Which answer placed a unit that can still be moved, and the question it answered."""
    played = battle.played
    place = movable(battle, seats).get(unit)
    if place is None:
        raise refuse(_why_not(battle, seats, unit))
    known = played.placing
    if known is None or known[0] != place:
        asked = played.game.rewind(place).pending
        assert asked is not None
        known = played.placing = place, asked
    return known


def _why_not(battle: Seated, seats: Sequence[int], unit: int) -> str:
    played = battle.played
    state = view(played.ruleset, played.game.state, seats[0] if seats else None)
    if not 0 <= unit < len(state.units):
        return f"there is no unit {unit}"
    name = state.units[unit].name
    if state.units[unit].seat not in seats:
        return f"{name} is not yours"
    if not played.ruleset.setting_up(played.game.state):
        return "the battle has begun: units are not put elsewhere any more"
    if all(given.placed != unit for given in played.given):
        return f"{name} has not been set up yet"
    return f"{name} stays where it is: dice have fallen since, or somebody else has answered"


def put_elsewhere(battle: Seated, seats: Sequence[int], unit: int, answer: object) -> tuple[Taken, list[object]]:
    """Take a unit's setting-up back, give the new answer, then those after it again; a bot answers where one does not fit.

    It is done in memory. The result is what was taken back and what has been answered since.
    """
    played = battle.played
    place, asked = placing(battle, seats, unit)
    asked.domain.check(answer)
    later = list(zip(played.given, played.answers_given(), strict=True))[place + 1 :]
    taken = Taken(place)
    played.back(taken)
    answers = [answer]
    played.answer(answer)
    for before, given in later:
        pending = played.game.pending
        if pending is None or not played.ruleset.setting_up(played.game.state):
            break
        if pending.seat != before.seat and pending.seat not in seats and battle.seats[pending.seat].kind != "bot":
            break  # another person is asked now
        fits = (pending.seat, pending.kind, pending.unit) == before[:3] and _takes(pending, given)
        answers.append(given if fits else choice_for(played, pending))
        played.answer(answers[-1])
    return taken, answers


def _takes(pending: Decision[Any], given: object) -> bool:
    try:
        pending.domain.check(given)
    except Refused:
        return False
    return True


# ---- before anybody comes


def everybody(played: Played) -> list[tuple[int, object]]:
    """Set both sides up as bots would, with their dice; each answer with its seat."""
    found: list[tuple[int, object]] = []
    while (pending := played.game.pending) is not None and played.ruleset.setting_up(played.game.state):
        given = thrown(pending) if pending.kind == "throw" else choice_for(played, pending)
        found.append((pending.seat, given))
        played.answer(given)
    return found
