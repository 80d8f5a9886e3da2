"""Battles that grow: figures and units that join while it is played, counters on the table, seats that the rules play."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.events import NOBODY, Event, Thrown
from sandtable.play.record import Header, seeded_box
from sandtable.play.ruleset import UnitCard
from sandtable.play.scenario import Force, Scenario
from sandtable.play.shown import Counter
from sandtable.play.state import Figure, Unit
from sandtable.server import seating
from sandtable.server.briefing import battle_view
from sandtable.server.messages import Beat, TableView
from sandtable.server.played import Played, Taken
from sandtable.server.store import Kept, Progress, SeatRow
from sandtable.server.telling import Teller
from sandtable.table.layout import Base
from sandtable.table.maps import Battlefield
from tests.play.toy import TOY, ToyState, initial

MAP = Battlefield("toy", "Toy", 48_000, 48_000, ())
SOLO = Scenario("solo", "Solo", "", MAP, (Force("Us", "US", ()), Force("Them", "GE", ())))
SMOKE = Counter((5000, 6000), "smoke", "smoke", 0)


class Ally(Unit, frozen=True):
    """A unit of the first side that the second seat plays."""

    @property
    def seat(self) -> int:
        return 1


def _apply(state: ToyState, event: Event) -> ToyState:
    state = TOY.apply(state, event)
    return joined(state) if event.verb == "scored" and len(state.units) == 1 else state


def _counters(state: ToyState) -> Sequence[Counter]:
    return [Counter((9000, 9000), "unknown", "marker 1", 1)] if len(state.units) == 1 else [SMOKE]


def _view(state: ToyState, seat: int | None) -> ToyState:
    """Who the patrol are, only their own side knows until there are three units."""
    if seat == 1 or len(state.units) != 2:
        return state
    return replace(state, units=(state.units[0], replace(state.units[1], name="somebody")))


def _card(state: ToyState, unit: int) -> UnitCard:
    return UnitCard(state.units[unit].name, "toy", unit, {"men": str(len(state.units[unit].men))})


# The toy, with a marker that a patrol comes out of once anybody has scored; seat 1 plays itself.
GROWING = dataclasses.replace(
    TOY,
    apply=_apply,
    counters=_counters,
    plays_itself=lambda scenario: (1,) if scenario.name == "solo" else (),
    view=_view,
    card=_card,
)


def joined(state: ToyState, unit: type[Unit] = Unit, side: int = 1) -> ToyState:
    """The state with two men more, one of them on the table, who are a unit."""
    figure, number = len(state.figures), len(state.units)
    layout = state.layout.grown([Base(height=1000, radius=500)] * 2)
    return replace(
        state,
        layout=layout.placed([(figure, 9000, 9000, 900, 0)]),
        figures=(*state.figures, Figure(number, "lead"), Figure(number, "man")),
        units=(*state.units, unit(f"patrol {number}", side, (figure, figure + 1))),
    )


def told(teller: Teller, number: int, state: ToyState) -> Beat:
    """The beat of a state."""
    return teller.tell(number, 0, Event("came", ("toy.score",), None, (), {}), state)


def folded(table: TableView, beats: Sequence[Beat]) -> TableView:
    """A table with beats laid over it, as the page does it."""
    figures, units = dict(enumerate(table.figures)), dict(enumerate(table.units))
    for beat in beats:
        figures |= {one.number: one for one in beat.figures}
        units |= {one.number: one for one in beat.units}
        table = replace(
            table,
            figures=list(figures.values()),
            units=list(units.values()),
            fallen=[*table.fallen, *beat.fallen],
            turn=table.turn if beat.turn is None else beat.turn,
            heading=beat.heading or table.heading,
            counters=table.counters if beat.counters is None else list(beat.counters),
            cards=table.cards if beat.cards is None else list(beat.cards),
            tally=beat.tally or table.tally,
            briefing=beat.briefing or table.briefing,
        )
    return table


def test_who_joins_is_told_with_figures_unit_and_card() -> None:
    """Whatever was there before is not told again."""
    teller = Teller(GROWING, initial(), 1)
    start = teller.table()
    beat = told(teller, 1, joined(initial()))
    assert [(one.number, one.unit, one.at) for one in beat.figures] == [(1, 1, (9000, 9000)), (2, 1, None)]
    assert [(one.number, one.figures, one.anchor) for one in beat.units] == [(1, (1,), (9000, 9000))]
    assert beat.cards == (UnitCard("patrol 1", "toy", 1, {"men": "2"}),)
    assert folded(start, [beat]) == teller.table()


def test_a_counter_is_told_when_it_is_turned_over_and_else_not() -> None:
    """All of them, wherever any of them is new."""
    teller = Teller(GROWING, initial(), None)
    assert [one.kind for one in teller.table().counters] == ["unknown"]
    scored = replace(initial(), scores=(1, 0))
    assert told(teller, 1, scored).counters is None
    assert told(teller, 2, joined(scored)).counters == (SMOKE,)
    assert teller.table().counters == [SMOKE]


def test_a_card_says_what_the_audience_may_know_and_is_told_again_when_that_is_more() -> None:
    """The other side is told who they are once the view says so."""
    teller = Teller(GROWING, initial(), 0)
    two = joined(initial())
    assert [card.name for card in told(teller, 1, two).cards or ()] == ["somebody"]
    assert told(teller, 2, replace(two, scores=(3, 0))).cards is None
    assert [card.name for card in told(teller, 3, joined(two)).cards or ()] == ["patrol 1", "patrol 2"]


def test_a_man_who_goes_over_to_a_new_unit_is_drawn_with_it_and_has_not_fallen() -> None:
    """He is told although he has not moved; taken off the table at that moment, he is no casualty."""
    two = joined(initial())
    teller = Teller(GROWING, two, 1)
    units = (two.units[0], replace(two.units[1], men=(2,)), Unit("scout", 1, (1,)))
    over = replace(two, figures=(two.figures[0], Figure(2, "lead"), two.figures[2]), units=units)
    beat = told(teller, 1, over)
    assert [(one.number, one.unit) for one in beat.figures] == [(1, 2)]
    assert [one.figures for one in beat.units] == [(), (1,)]
    away = Teller(GROWING, two, 1)
    assert told(away, 1, replace(over, layout=over.layout.without([1]))).fallen == ()
    assert [one.figure for one in told(teller, 2, _without_scout(over)).fallen] == [1]


def _without_scout(state: ToyState) -> ToyState:
    units = (*state.units[:2], replace(state.units[2], men=()))
    return replace(state, layout=state.layout.without([1]), units=units)


def test_a_unit_says_who_answers_for_it_besides_whom_it_fights_for() -> None:
    """Two players share a side."""
    teller = Teller(GROWING, joined(initial(), Ally, 0), 1)
    assert [(one.side, one.seat) for one in teller.table().units] == [(0, 0), (0, 1)]


def test_dice_that_are_thrown_under_the_table_are_not_shown() -> None:
    """Neither their faces nor an empty tray."""
    hidden = Thrown(1, "who comes", (), 6, (5,), 5, 1, "", NOBODY)
    beat = Teller(GROWING, initial(), 0).tell(1, 0, hidden, initial())
    assert beat.line is not None and beat.line.dice is None


@pytest.fixture
def played() -> Played:
    """A battle in which a patrol has joined."""
    rules: Any = GROWING
    battle = Played(rules, Header("toy", 1, {}, SOLO, ("a", "random")), seeded_box(3))
    battle.teller(1)  # somebody looks on from the beginning
    battle.answer("two")
    return battle


@pytest.mark.parametrize("audience", [0, 1, None])
def test_newcomers_and_replays_have_the_cards_of_who_joined(played: Played, audience: int | None) -> None:
    """The table now is that of the beginning with all beats laid over it."""
    start, beats = played.history(audience)
    assert (start.cards, len(start.units)) == ([], 1)
    now = played.teller(audience).table()
    assert folded(start, beats) == now
    assert [card.name for card in now.cards] == ["patrol 1" if audience == 1 else "somebody"]
    assert now.counters == [SMOKE]


def test_taken_back_whoever_joined_is_gone_again() -> None:
    """The table is told from the beginning."""
    rules: Any = GROWING
    battle = Played(rules, Header("toy", 1, {}, SOLO, ("a", "random")), seeded_box(3))
    battle.answer("one")
    assert len(battle.teller(0).table().units) == 2
    battle.back(Taken(0))
    table = battle.teller(0).table()
    assert (len(table.units), len(table.figures), table.cards) == (1, 1, [])


def _kept(kind: str = "bot") -> Kept:
    rows = (SeatRow(0, "person", "Anna", ""), SeatRow(1, kind, "random", ""))
    standing = Progress(0, 0, 0, None, None)
    return Kept("battle", Header("toy", 1, {}, SOLO, ("Anna", "random")), seeded_box(3), "", 0, standing, rows)


def test_a_battle_says_which_sides_its_seats_play(played: Played) -> None:
    """And the cards of those who were there before it."""
    told_of = battle_view(_kept(), played)
    assert told_of.sides == (0, 1)
    assert [card.name for card in told_of.cards] == ["toy"]


@pytest.mark.parametrize(("kind", "shown"), [("bot", "rules"), ("nobody", "rules"), ("person", "person")])
def test_a_seat_that_nobody_plays_is_played_by_the_rules(
    kind: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a battle and in a record of one; not where somebody sits there after all."""
    monkeypatch.setattr(seating, "RULESETS", {"toy": "toy"})
    monkeypatch.setattr(seating, "ruleset", lambda _: GROWING)
    kept = _kept(kind)
    assert seating.seat_view(kept, kept.seats[1], online=False).kind == shown
    assert seating.seat_view(kept, kept.seats[0], online=False).kind == "person"


def test_of_a_book_that_is_gone_nothing_is_known() -> None:
    """Its battles are still listed."""
    assert seating.seat_view(_kept(), _kept().seats[1], online=True).player == "random"


def test_nobody_gets_a_token_for_a_seat_that_the_rules_play() -> None:
    """A bot keeps it, whoever was asked for; a bot that was asked for stays."""
    found = seating.seat(("me", "link"), None, (1,))
    assert (found.seats[1].kind, found.seats[1].player, list(found.tokens)) == ("bot", "random", ["0"])
    assert seating.seat(("me", "rookie"), None, (1,)).seats[1].player == "rookie"
