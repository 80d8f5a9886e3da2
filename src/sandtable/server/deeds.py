"""What can be done in a battle: answering, taking back, asking about the table; by pages and by bots.

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
from sandtable.play.wire import FacesView

from . import briefing
from .asking import Asker, reply_to
from .played import ANSWER, BACK, DICE, Taken
from .replies import Snapshot, Update
from .requests import Answer, Ask, RollForMe, Undo
from .store import Entry, SeatRow, Standing

LOG = logging.getLogger("sandtable.server")


class Done(NamedTuple):
    """A change that is made in memory: what the journal has to hold, and what each kind of page is to be told."""

    entry: Entry
    standing: Standing
    messages: Mapping[tuple[int, ...], Update | Snapshot]


class Battle(briefing.Battle, Protocol):
    """A battle in which something can be done."""

    def holdings(self) -> set[tuple[int, ...]]:
        """Which seats the pages hold that look at it."""
        ...


def bots_for(ruleset: Ruleset[Any], seats: Sequence[SeatRow]) -> dict[int, Bot]:
    """The bots that sit at a battle, by seat."""
    seed = secrets.randbelow(1 << 32)
    return {one.number: bot(one.player, ruleset, seed, one.number) for one in seats if one.kind == "bot"}


def answer(battle: Battle, seats: Sequence[int], sent: Answer | RollForMe) -> Done:
    """A page answers the pending question, or has dice thrown."""
    decision = battle.played.game.pending
    if decision is None:
        raise refuse("the battle is over")
    if not briefing.may_answer(battle, seats, decision):
        raise refuse("somebody else is asked")
    given = sent.answer if isinstance(sent, Answer) else _thrown(decision)
    return _take(battle, decision, given, sent.ref)


def take_back(battle: Battle, seats: Sequence[int], sent: Undo) -> Done:
    """A page takes its last answer back."""
    played = battle.played
    if not played.may_undo(seats):
        raise refuse("your last answer cannot be taken back: dice have fallen since, or somebody else is asked")
    to = played.answers - 1
    seat = played.seats_of_answers[-1]
    played.back(Taken(to))
    entry = Entry(battle.version + 1, BACK, seat, sent.ref, msgspec.json.encode(Taken(to)))
    messages = {
        held: msgspec.structs.replace(briefing.snapshot(battle, held), version=entry.number)
        for held in battle.holdings()
    }
    return Done(entry, briefing.standing(played), messages)


def answer_of_bot(battle: Battle, bots: Mapping[int, Bot]) -> Done | None:
    """One answer of a bot, or None if none is asked."""
    played = battle.played
    decision = played.game.pending
    if decision is None or decision.seat not in bots:
        return None
    if decision.kind == "throw":  # whoever plays against a bot throws its dice
        persons = any(seat.kind in {"person", "open"} for seat in battle.seats)
        return None if persons else _take(battle, decision, _thrown(decision), None)
    seen = view(played.ruleset, played.game.state, decision.seat)
    try:
        given = bots[decision.seat].answer(seen, decision)
        decision.domain.check(given)
    except Exception:  # a bot that errs must not stop a battle
        LOG.exception("battle %s: a bot erred", battle.kept.id)
        given = bot("random", played.ruleset, battle.version).answer(seen, decision)
    return _take(battle, decision, given, None)


def reply(battle: Battle, seats: Sequence[int], sent: Ask) -> Any:
    """What a page asks about the table, from the state as it may know it."""
    played = battle.played
    pending = played.game.pending
    mine = pending if pending is not None and pending.seat in seats else None
    seen = view(played.ruleset, played.game.state, briefing.audience_of(played, seats))
    game = played.game
    asker = Asker(seats, game.checkpoint, tuple(game.inputs))
    return reply_to(played.ruleset, seen, mine, sent.about, asker)


def _take(battle: Battle, decision: Decision[Any], given: object, ref: str | None) -> Done:
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
    return Done(entry, briefing.standing(battle.played), messages)


def _thrown(decision: Decision[Any]) -> list[int]:
    wanted = decision.domain.describe()
    if decision.kind != "throw" or not isinstance(wanted, FacesView):
        raise refuse("no dice are to be thrown")
    return [secrets.randbelow(wanted.sides) + 1 for _ in range(wanted.dice)]
