"""What a page is told of a battle: everything at once, or what is new. Runs on the workbench's thread."""

import time
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from sandtable.play.decision import Decision
from sandtable.play.views import view
from sandtable.play.wire import DecisionView
from sandtable.rulesets.house import changed_cells
from sandtable.rulesets.library import notes

from . import arranging, teaching
from .messages import BattleView, Beat, Place, SeatView, Waiting
from .played import Played
from .replies import Snapshot, Update
from .store import Kept, Progress, SeatRow
from .telling import Audience

PROTOCOL = 1


class SeatedBattle(Protocol):
    """A battle and who sits at it."""

    kept: Kept
    played: Played
    seats: list[SeatRow]
    version: int

    def players(self) -> tuple[SeatView, SeatView]:
        """Both seats as everybody may know them."""
        ...

    def laid_tapes(self) -> list[tuple[Place, ...]]:
        """The measuring tapes that lie on the table, by seat."""
        ...


def audience_of(played: Played, seats: Sequence[int]) -> Audience:
    """What a page may know: as much as its seat, and without one what everybody may.

    Two players at one screen see what the one who is asked may know, while there is anything to keep from the other: a
    unit that nobody sees could not be moved.
    """
    if len(seats) == 1:
        return seats[0]
    pending = played.game.pending
    state = played.game.state
    if not seats or pending is None or view(played.ruleset, state, None) is state:
        return None
    return pending.seat


def may_answer(battle: SeatedBattle, seats: Sequence[int], decision: Decision[Any]) -> bool:
    """Everybody for his own seat; the dice of a bot are thrown by whoever plays against it."""
    if decision.seat in seats:
        return True
    return bool(seats) and decision.kind == "throw" and battle.seats[decision.seat].kind == "bot"


def question(battle: SeatedBattle, seats: Sequence[int]) -> tuple[DecisionView | None, Waiting | None]:
    """The pending question for those it is asked, and for everybody whom the battle waits for."""
    pending = battle.played.game.pending
    if pending is None:
        return None, None
    mine = battle.played.asked() if may_answer(battle, seats, pending) else None
    return mine, Waiting(pending.seat, pending.kind)


def snapshot(battle: SeatedBattle, seats: tuple[int, ...]) -> Snapshot:
    """Everything."""
    played = battle.played
    audience = audience_of(played, seats)
    decision, waiting = question(battle, seats)
    return Snapshot(
        version=battle.version,
        protocol=PROTOCOL,
        seats=seats,
        battle=battle_view(battle.kept, played),
        players=battle.players(),
        table=played.teller(audience).table(),
        lines=played.lines(audience),
        beat=played.beat,
        decision=decision,
        waiting=waiting,
        undo=played.may_undo(seats),
        outcome=played.game.outcome,
        tapes=battle.laid_tapes(),
        undo_why=played.why_no_undo(seats) if seats else "",
        may_arrange=arranging.asked_to_set_up(played, seats) is not None,
        begins=arranging.begins(battle, seats),
        movable=tuple(sorted(arranging.movable(battle, seats))),
        lesson=teaching.lesson_view(played, seats),
    )


def update(battle: SeatedBattle, version: int, seats: tuple[int, ...], told: dict[Audience, list[Beat]]) -> Update:
    """What is new in a version."""
    decision, waiting = question(battle, seats)
    played = battle.played
    beats = told.get(audience_of(played, seats), [])
    return Update(
        version=version,
        base=version - 1,
        beats=beats,
        decision=decision,
        waiting=waiting,
        undo=played.may_undo(seats),
        outcome=played.game.outcome,
        undo_why=played.why_no_undo(seats) if seats else "",
        may_arrange=arranging.asked_to_set_up(played, seats) is not None,
        begins=arranging.begins(battle, seats),
        movable=tuple(sorted(arranging.movable(battle, seats))),
        lesson=teaching.lesson_view(played, seats),
    )


def standing(played: Played) -> Progress:
    """How far a battle is, for the list."""
    game = played.game
    waiting = None if game.pending is None else game.pending.seat
    turn = played.ruleset.turn(game.state)
    known = view(played.ruleset, game.state, None)  # the list is for everybody
    turns = played.ruleset.briefing(known).turns
    scores = played.ruleset.tally(known).scores
    return Progress(int(time.time()), turn, played.answers, waiting, game.outcome, turns, scores)


def battle_view(kept: Kept, played: Played) -> BattleView:
    """What does not change."""
    header, ruleset = kept.header, played.ruleset
    return BattleView(
        id=kept.id,
        ruleset=ruleset.name,
        ruleset_title=ruleset.title,
        prefix=ruleset.prefix,
        scenario=header.scenario.name,
        title=header.scenario.title,
        about=header.scenario.about,
        commitment=kept.dice.commitment,
        own_dice=not kept.dice.commitment,
        premeasure=ruleset.premeasures(played.game.initial),
        options=header.options,
        parent=kept.parent,
        cards=[ruleset.card(played.game.initial, unit) for unit in range(len(played.game.initial.units))],
        sides=(played.game.initial.side_of(0), played.game.initial.side_of(1)),
        briefing=ruleset.briefing(played.game.initial),
        results=dict(ruleset.results),
        season=notes(ruleset.name, header.scenario.name).season,
        changed=changed_cells(ruleset, msgspec.convert(header.options, ruleset.options_type)),
    )
