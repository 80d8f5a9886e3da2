"""What can be done in a battle: answering, setting up, taking back, asking about the table; by pages and by bots.

Everything here runs on the workbench's thread. A deed is done in memory first; what it returns has to be written down
before anybody hears of it.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from sandtable.bots import Bot, bot
from sandtable.play.decision import Decision
from sandtable.play.refusal import refuse
from sandtable.play.ruleset import Ruleset
from sandtable.play.views import view

from . import arranging, briefing, teaching
from .asking import Asker, reply_to
from .played import ANSWER, BACK, DICE, Taken, thrown
from .replies import LiftView, Snapshot, Update
from .requests import Answer, Arrange, Ask, Change, Lift, Plan, PlayOn, Rearrange, RollForMe, Undo
from .store import Entry, Progress, SeatRow

LOG = logging.getLogger("sandtable.server")


class Done(NamedTuple):
    """A change that is made in memory: what the journal has to hold, and what each kind of page is to be told."""

    entries: tuple[Entry, ...]
    standing: Progress
    messages: Mapping[tuple[int, ...], Update | Snapshot]


class OpenBattle(briefing.SeatedBattle, Protocol):
    """A battle in which something can be done."""

    def holdings(self) -> set[tuple[int, ...]]:
        """Which seats the pages hold that look at it."""
        ...


def bots_for(ruleset: Ruleset[Any], seats: Sequence[SeatRow]) -> dict[int, Bot]:
    """The bots that sit at a battle, by seat."""
    seed = secrets.randbelow(1 << 32)
    return {one.number: bot(one.player, ruleset, seed, one.number) for one in seats if one.kind == "bot"}


def do(battle: OpenBattle, seats: Sequence[int], sent: Change) -> Done:
    """What a page wants to change."""
    match sent:
        case Answer() | RollForMe():
            return answer(battle, seats, sent)
        case Undo():
            return take_back(battle, seats, sent)
        case Arrange():
            return arrange(battle, seats, sent)
        case Rearrange():
            return rearrange(battle, seats, sent)
        case PlayOn():
            return play_on(battle, seats, sent)


def answer(battle: OpenBattle, seats: Sequence[int], sent: Answer | RollForMe) -> Done:
    """A page answers the pending question, or has dice thrown."""
    decision = battle.played.game.pending
    if decision is None:
        raise refuse("the battle is over")
    if not briefing.may_answer(battle, seats, decision):
        raise refuse("somebody else is asked")
    given = sent.answer if isinstance(sent, Answer) else thrown(decision)
    teaching.check(battle.played, decision, given)
    return _take(battle, decision, given, sent.ref)


def take_back(battle: OpenBattle, seats: Sequence[int], sent: Undo) -> Done:
    """A page takes its last answer back."""
    played = battle.played
    if why := played.why_no_undo(seats):
        raise refuse(f"your last answer cannot be taken back: {why}")
    taken, seat = Taken(played.answers - 1), played.given[-1].seat
    played.back(taken)
    entry = Entry(battle.version + 1, BACK, seat, sent.ref, msgspec.json.encode(taken))
    return _all_anew(battle, (entry,))


def play_on(battle: OpenBattle, seats: Sequence[int], sent: PlayOn) -> Done:
    """A page leaves a lesson: nothing is taken back, but from here on the dice are not the lesson's."""
    played = battle.played
    if played.guide is None or played.guide.lesson.seat not in seats:
        raise refuse("there is no lesson to leave")
    seat, taken = played.guide.lesson.seat, Taken(played.answers, apart=secrets.randbits(48))
    played.back(taken)
    entry = Entry(battle.version + 1, BACK, seat, sent.ref, msgspec.json.encode(taken))
    return _all_anew(battle, (entry,))


def arrange(battle: OpenBattle, seats: Sequence[int], sent: Arrange) -> Done:
    """The next answer of a set-up, for a page that wants it made for it."""
    decision = arranging.check_may_arrange(battle.played, seats)
    return _take(battle, decision, arranging.what_next(battle, decision).answer, sent.ref)


def go_on_arranging(battle: OpenBattle, wishes: set[int]) -> Done | None:
    """One more answer for a seat that wants its units set up; None if that is not asked, or has its last answer left.

    A wish that is fulfilled, or left to its owner to fulfil, is crossed out.
    """
    played = battle.played
    if played.game.pending is None or not played.ruleset.setting_up(played.game.state):
        wishes.clear()
    decision = arranging.asked_to_set_up(played, list(wishes))
    if decision is None:
        return None
    if arranging.begins(battle, [decision.seat]):
        wishes.discard(decision.seat)
        return None
    return _take(battle, decision, arranging.what_next(battle, decision).answer, None)


def rearrange(battle: OpenBattle, seats: Sequence[int], sent: Rearrange) -> Done:
    """A page puts a unit elsewhere that it has set up already."""
    played = battle.played
    taken, answers = arranging.put_elsewhere(battle, seats, sent.unit, sent.answer)
    number = battle.version + 1
    entries = [Entry(number, BACK, played.given[taken.to].seat, None, msgspec.json.encode(taken))]
    for given, what in zip(played.given[taken.to :], answers, strict=True):
        number += 1
        entries.append(Entry(number, ANSWER, given.seat, None, played.written(what)))
    entries[-1] = msgspec.structs.replace(entries[-1], ref=sent.ref)
    return _all_anew(battle, tuple(entries))


def _all_anew(battle: OpenBattle, entries: tuple[Entry, ...]) -> Done:
    """What has been changed in the past: everybody is told everything."""
    messages = {
        held: msgspec.structs.replace(briefing.snapshot(battle, held), version=entries[-1].number)
        for held in battle.holdings()
    }
    return Done(entries, briefing.standing(battle.played), messages)


def answer_of_bot(battle: OpenBattle, bots: Mapping[int, Bot]) -> Done | None:
    """One answer of a bot, or None if none is asked."""
    played = battle.played
    decision = played.game.pending
    if decision is None or decision.seat not in bots:
        return None
    if decision.kind == "throw":  # whoever plays against a bot throws its dice
        persons = any(seat.kind in {"person", "open"} for seat in battle.seats)
        return None if persons else _take(battle, decision, thrown(decision), None)
    told = teaching.reply(played, decision)
    if told is not None:
        return _take(battle, decision, told, None)
    seen = view(played.ruleset, played.game.state, decision.seat)
    try:
        given = bots[decision.seat].answer(seen, decision)
        decision.domain.check(given)
    except Exception:  # a bot that errs must not stop a battle
        LOG.exception("battle %s: a bot erred", battle.kept.id)
        given = bot("random", played.ruleset, battle.version).answer(seen, decision)
    return _take(battle, decision, given, None)


def reply(battle: OpenBattle, seats: Sequence[int], sent: Ask) -> Any:
    """What a page asks about the table, from the state as it may know it."""
    played = battle.played
    pending = played.game.pending
    mine = pending if pending is not None and pending.seat in seats else None
    if isinstance(sent.about, Lift):
        return LiftView(sent.about.unit, arranging.placing(battle, seats, sent.about.unit)[1].describe())
    if isinstance(sent.about, Plan) and sent.about.unit is not None:
        _, mine = arranging.placing(battle, seats, sent.about.unit)
    seen = view(played.ruleset, played.game.state, briefing.audience_of(played, seats))
    game = played.game
    asker = Asker(seats, game.checkpoint, tuple(game.inputs))
    return reply_to(played.ruleset, seen, mine, sent.about, asker)


def _take(battle: OpenBattle, decision: Decision[Any], given: object, ref: str | None) -> Done:
    looked_at = {held: briefing.audience_of(battle.played, held) for held in battle.holdings()}
    told = battle.played.answer(given)
    kind = DICE if decision.kind == "throw" else ANSWER
    entry = Entry(battle.version + 1, kind, decision.seat, ref, battle.played.written(given))
    messages: dict[tuple[int, ...], Update | Snapshot] = {}
    for held, audience in looked_at.items():
        if briefing.audience_of(battle.played, held) == audience:
            messages[held] = briefing.update(battle, entry.number, held, told)
        else:  # another player looks at the screen from here on
            messages[held] = msgspec.structs.replace(briefing.snapshot(battle, held), version=entry.number)
    return Done((entry,), briefing.standing(battle.played), messages)
