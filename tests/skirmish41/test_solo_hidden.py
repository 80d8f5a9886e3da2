"""Face-down counters cannot be told apart: whatever lies under them, everybody sees, reads and is asked the same."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.bots import bot
from sandtable.dice.roll import Roll
from sandtable.dice.sources import Keyed, Place
from sandtable.geometry.units import inches
from sandtable.play.events import NOBODY, Event, Happening, Thrown
from sandtable.play.game import Game
from sandtable.play.views import veil
from sandtable.rulesets.skirmish41.counters.markers import disturb, markers_look
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.spotting.hidden import as_seen
from sandtable.rulesets.skirmish41.state import Battle, Marker, Mission
from sandtable.server.telling import Teller, each_state
from tests.clause import clause

from .kit import Scene, brit

AUDIENCES = (0, 1, None)
BATTLES = [
    ("patrol", {}),
    ("patrol-for-two", {"chain_reveal_recursive": True}),
    ("tank-hunt", {"event_repeats": "all-events"}),
    ("tank-hunt", {"solo_mode": "preset"}),
    ("road-ambush", {}),
]
TELLING = {  # what shows players something that was hidden
    "was turned up",
    "was put down",
    "nothing came",
    "the enemy came on",
    "nobody was left to come",
    "was driven back",
    "was eliminated",
    "was redeployed",
    "appeared",
    "counters changed",  # what is known of them has
    "the battle ended",
}


class Shuffled:
    """Dice by a key, but those that nobody sees by another."""

    def __init__(self, key: str, secret: str) -> None:
        self.open, self.secret = Keyed(key.encode()), Keyed(secret.encode())

    def throw(self, place: Place, roll: Roll[Any]) -> tuple[int, ...]:
        """The faces of a roll."""
        return self.secret.throw(place, roll) if roll.secret else self.open.throw(place, roll)


def new_battle(scenario: str, options: dict[str, Any], shuffle: str = "a") -> Game[Battle]:
    """A battle whose open dice are always the same."""
    state = RULESET.setup(RULESET.scenario(scenario), Options(**options))
    return Game(RULESET, state, Shuffled(scenario, shuffle))


def packed(thing: Any) -> bytes:
    """Anything, byte for byte."""
    return msgspec.json.encode(thing, enc_hook=lambda layout: layout.packed())


# ---- counters that change places under everybody's eyes


@cache
def moments(scenario: str, *options: tuple[str, Any]) -> tuple[Battle, ...]:
    """Some moments of a battle that bots fight at random, in which counters lie face down."""
    game = new_battle(scenario, dict(options))
    bots = [bot("random", RULESET, scenario, seat) for seat in (0, 1)]
    found = []
    while (decision := game.pending) is not None:
        hidden = [marker.sort for marker in game.state.markers if not marker.known]
        if len(set(hidden)) > 1:
            found.append(game.state)
        game.answer(bots[decision.seat].answer(as_seen(game.state, decision.seat), decision))
    return tuple(found[:: max(1, len(found) // 12)])


def shuffled(state: Battle, order: list[int]) -> Battle:
    """The state with whatever lies under its face-down counters dealt anew."""
    down = [place for place, marker in enumerate(state.markers) if not marker.known]
    dealt = [down[place] for place in order if place < len(down)]
    markers = list(state.markers)
    for place, other in zip(down, dealt, strict=True):
        markers[place] = msgspec.structs.replace(state.markers[other], at=state.markers[place].at)
    return msgspec.structs.replace(state, markers=tuple(markers))


@clause("sk.solo.setup", "sk.gap.solo-markers")
@pytest.mark.parametrize(("scenario", "options"), BATTLES)
@settings(max_examples=8, deadline=None)
@given(order=st.permutations(range(40)), pick=st.integers(0, 11))
def test_nobody_can_tell_face_down_counters_apart(
    scenario: str, options: dict[str, Any], order: list[int], pick: int
) -> None:
    """The views of both seats and of spectators, and all that the server draws from them."""
    found = moments(scenario, *options.items())
    state = found[pick % len(found)]
    other = shuffled(state, order)
    for audience in AUDIENCES:
        assert packed(as_seen(state, audience)) == packed(as_seen(other, audience))
        tables = [Teller(RULESET, one, audience).table() for one in (state, other)]
        assert packed(tables[0]) == packed(tables[1])
        seen = [as_seen(one, audience) for one in (state, other)]
        cards = [[RULESET.card(one, unit) for unit in range(len(one.units))] for one in seen]
        assert cards[0] == cards[1]
        assert RULESET.counters(seen[0]) == RULESET.counters(seen[1])


@clause("sk.solo.setup")
def test_a_face_down_counter_says_where_it_lies_and_nothing_else() -> None:
    """Not the team it hides, not that it is good for one arrival only."""
    markers = [
        Marker("portal", (5, 6), team=3),
        Marker("portal", (7, 8), once=True),
        Marker("mines", (9, 9), known=True),
    ]
    scene = Scene(brit("gb.rifle-team", (20, 40), name="Able"), markers=markers, mission=Mission("patrol"))
    for audience in AUDIENCES:
        seen = as_seen(scene.state, audience).markers
        assert seen == (Marker("unknown", (5, 6)), Marker("unknown", (7, 8)), markers[2])


# ---- whole battles, told


def beats(game: Game[Battle]) -> Iterator[tuple[Happening, list[bytes], bytes]]:
    """Everything that happens, as each audience is told of it, with the question that is asked next."""
    tellers = [Teller(RULESET, game.initial, audience) for audience in AUDIENCES]
    bots = [bot("random", RULESET, 7, seat) for seat in (0, 1)]
    state, number = game.initial, 0
    while True:
        decision = game.pending
        asked = b"" if decision is None else packed(decision.describe())
        for happening, after in each_state(RULESET, state, game.take()):
            state, number = after, number + 1
            told = [packed(teller.tell(number, 0, happening, after)) for teller in tellers]
            veiled = [packed(veil(happening, audience)) for audience in AUDIENCES]
            yield happening, told + veiled, b""
        if decision is None:
            return
        yield Event("was asked", (), None, (), {}), [], asked
        game.answer(bots[decision.seat].answer(as_seen(game.state, decision.seat), decision))


@clause("sk.solo.setup", "sk.gap.solo-markers", "sk.gen.roll")
@pytest.mark.parametrize(("scenario", "options"), BATTLES)
@pytest.mark.parametrize("secret", ["b", "c"])
def test_battles_with_other_counters_are_told_alike_until_one_is_found_out(
    scenario: str, options: dict[str, Any], secret: str
) -> None:
    """Every beat, every line, every die and every question: two battles differ first where a counter shows what it is."""
    compared = 0
    for (one, told, asked), (other, told_other, asked_other) in zip(
        beats(new_battle(scenario, options)), beats(new_battle(scenario, options, secret)), strict=False
    ):
        if (told, asked) != (told_other, asked_other):
            verbs = {happening.verb for happening in (one, other) if isinstance(happening, Event)}
            throws = {happening.why for happening in (one, other) if isinstance(happening, Thrown)}
            assert verbs & TELLING, f"{verbs or throws} tells counters apart"
            break
        compared += 1
    assert compared > 20


@clause("sk.gap.solo-markers", "sk.solo.setup")
@pytest.mark.parametrize(("scenario", "options"), BATTLES)
def test_secret_dice_are_not_shown(scenario: str, options: dict[str, Any]) -> None:
    """What was shuffled, drawn and laid nobody reads: no faces, no counters, no line."""
    game = new_battle(scenario, options)
    bots = [bot("random", RULESET, 7, seat) for seat in (0, 1)]
    while (decision := game.pending) is not None and game.state.turn < 1:
        game.answer(bots[decision.seat].answer(as_seen(game.state, decision.seat), decision))
    kept = [one for one in game.take() if one.known_to == NOBODY]
    assert [one.why for one in kept if isinstance(one, Thrown)] == ["Events are drawn", "Counters are shuffled"]
    assert [one.verb for one in kept if isinstance(one, Event)][:1] == ["counters were shuffled"]
    for happening in kept:
        for audience in AUDIENCES:
            told = veil(happening, audience)
            assert RULESET.sentence(as_seen(game.state, audience), told) == ""
            if isinstance(told, Thrown):
                assert (told.faces, told.value) == ((), None)
            else:
                assert (told.sets, told.tells) == ({}, {})


@clause("sk.solo.setup")
def test_thinking_ahead_players_turn_up_whatever_it_is() -> None:
    """Forecasts play on from what a player knows: a face-down counter in plain sight is then simply gone."""
    markers = [Marker("mines", (inches(20), inches(30))), Marker("portal", (inches(24), inches(30)))]
    scene = Scene(brit("gb.rifle-team", (20, 40), name="Able"), markers=markers, mission=Mission("patrol"))
    scene.state = as_seen(scene.state, 0)
    scene.call(disturb, "Able")
    assert scene.state.markers == ()
    assert not scene.throws()
    scene = Scene(brit("gb.rifle-team", (20, 40), name="Able"), markers=markers, mission=Mission("patrol"))
    scene.state = as_seen(scene.state, 0)
    scene.call(markers_look)
    assert scene.state.markers == ()


@pytest.mark.parametrize(("scenario", "options"), BATTLES)
def test_the_moments_that_are_looked_at_are_many(scenario: str, options: dict[str, Any]) -> None:
    """Counters lie face down for a while in each of these battles."""
    assert len(moments(scenario, *options.items())) > 5
