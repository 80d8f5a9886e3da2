"""Games: asking, answering, forking, rewinding, replaying."""

import pytest

from sandtable.dice.sources import Keyed, Place, Scripted, TypedIn
from sandtable.play.events import Event, Thrown
from sandtable.play.game import Game, GameOver
from sandtable.play.refusal import Refused
from sandtable.play.script import Play
from sandtable.play.views import veil, view

from .toy import TOY, ToyState, initial, play_out

ANSWERS = ["two", False, "one", True]


def keyed(key: bytes = b"toy") -> Game[ToyState]:
    """A game with dice from a key."""
    return Game(TOY, initial(), Keyed(key))


def test_a_game_waits_for_its_question_and_goes_on_with_the_answer() -> None:
    """Answer, dice, event, next question."""
    game = Game(TOY, initial(), Scripted([3, 4]))
    assert game.pending is not None
    assert (game.pending.kind, game.pending.seat, game.name_of_step) == ("dice", 0, "turn")
    game.answer("two")
    assert game.state.scores == (7, 0)
    assert (game.pending.kind, game.pending.seat) == ("again", 1)


def test_a_wrong_answer_is_refused_and_changes_nothing() -> None:
    """The same question stands, the same state, no input noted."""
    game = keyed()
    before = game.pending
    with pytest.raises(Refused, match="'three' is not one of one, two"):
        game.answer("three")
    assert game.pending is before
    assert game.inputs == []


def test_questions_without_a_choice_are_not_asked() -> None:
    """One legal answer is given by the game itself, and not recorded."""
    game = keyed()
    asked = []
    while (decision := game.pending) is not None:
        asked.append(decision.kind)
        options = decision.domain.options()
        assert options is not None
        game.answer(options[0])
    assert "only" not in asked
    assert "ok" not in game.everything()


def test_nothing_can_be_answered_when_it_is_over() -> None:
    """The outcome is there then, and not before."""
    game = keyed()
    assert game.outcome is None
    play_out(game, ANSWERS)
    outcome = game.ruleset.outcome(game.checkpoint)
    assert game.outcome == outcome
    assert max(game.checkpoint.scores) >= 10
    with pytest.raises(GameOver):
        game.answer("one")


def test_happenings_are_taken_once() -> None:
    """Throws and events in order, each handed out a single time."""
    game = Game(TOY, initial(), Scripted([3, 4]))
    game.answer("two") if game.pending else None
    first = game.take()
    assert [type(one) for one in first] == [Thrown, Event]
    assert game.take() == []
    assert isinstance(first[0], Thrown)
    assert (first[0].faces, first[0].value) == ((3, 4), 7)


@pytest.mark.parametrize("stop", range(6))
def test_a_fork_stands_at_the_same_question_and_goes_its_own_way(stop: int) -> None:
    """Forked at any decision, also inside a step, it equals the original and does not disturb it."""
    game = keyed()
    for place in range(stop):
        assert game.pending is not None
        options = game.pending.domain.options()
        assert options is not None
        game.answer(ANSWERS[place % 4] if ANSWERS[place % 4] in options else options[0])
    fork = game.fork()
    here = game.pending
    assert fork.pending is not None and here is not None
    assert fork.pending.describe() == here.describe()
    assert fork.state == game.state
    play_out(fork, ANSWERS)
    assert game.pending is here
    play_out(game, ANSWERS)
    assert game.everything() == fork.everything()


def test_a_fork_with_another_key_gets_other_dice() -> None:
    """What was thrown stays, what comes is new."""
    games = []
    for key in (b"toy", b"other"):
        game = keyed()
        assert game.pending
        game.answer("two")
        fork = game.fork(Keyed(key))
        play_out(fork, ANSWERS)
        games.append(fork.everything())
    assert games[0][:2] == games[1][:2]
    assert games[0] != games[1]


def test_a_replay_equals_the_record() -> None:
    """All inputs fed to a new game lead to the same end, without asking the source."""
    game = keyed()
    play_out(game, ANSWERS)
    again = Game(TOY, initial(), Scripted())
    again.replay(game.everything())
    assert again.over
    assert again.checkpoint == game.checkpoint
    assert again.everything() == game.everything()


def test_a_replay_that_does_not_fit_is_refused() -> None:
    """Dice where an answer belongs, an answer where dice belong, and inputs after the end."""
    for inputs, wrong in (
        ([b"\x03"], "wants an answer"),
        (["one", "two"], "wants 1 dice"),
        (["one", b"\x09"], "cannot show 9"),
    ):
        with pytest.raises(Refused, match=wrong):
            Game(TOY, initial(), Scripted()).replay(inputs)
    game = keyed()
    play_out(game, ANSWERS)
    with pytest.raises(Refused, match="1 inputs are left"):
        Game(TOY, initial(), Scripted()).replay([*game.everything(), "one"])


def test_a_game_can_be_taken_back_to_any_answer() -> None:
    """The state is what it was, and dice thrown after that point come from a new epoch."""
    game = keyed()
    states = []
    for _ in range(5):
        assert game.pending
        states.append(game.state)
        options = game.pending.domain.options()
        assert options
        game.answer(options[0])
    for answers in range(5):
        back = game.rewind(answers)
        assert back.pending
        assert back.state == states[answers]
    back = game.rewind(1)
    assert back.epochs == [Place(0, 1, 1)]
    assert game.rewind(5).epochs == []
    again = back.rewind(0)
    assert again.epochs[-1].epoch == 2
    with pytest.raises(Refused, match="5 answers have been given"):
        game.rewind(6)


def test_taking_back_nothing_but_an_answer_keeps_the_dice() -> None:
    """Where no die was thrown since, no new epoch begins."""
    game = Game(TOY, initial(), Keyed(b"toy"))
    game.answer("one")
    game.answer(False)
    assert game.rewind(1).epochs == []


def test_players_may_throw_their_own_dice() -> None:
    """The game then asks for the faces, and refuses impossible ones."""
    game = Game(TOY, initial(), TypedIn())
    game.answer("two")
    assert game.pending is not None
    assert (game.pending.kind, game.pending.prompt) == ("throw", "score")
    with pytest.raises(Refused, match="2 dice were to be thrown"):
        game.answer([6])
    game.answer([6, 1])
    assert game.state.scores == (7, 0)
    assert game.everything() == ["two", b"\x06\x01"]


def test_a_seat_learns_only_what_it_may_know() -> None:
    """Secrets are blank in the views of others, and events meant for one seat lose what they set."""
    state = initial()
    state = type(state)(**{field: getattr(state, field) for field in state.__struct_fields__} | {"secrets": ("a", "b")})
    assert view(TOY, state, 0).secrets == ("a", "")
    assert view(TOY, state, None).secrets == ("", "")
    event = Event("scored", ("toy.score",), sets={"scores": (1, 2)}, tells={"x": 1}, known_to=0)
    assert veil(event, 0) is event
    assert veil(event, 1) == Event("scored", ("toy.score",), known_to=0)
    thrown = Thrown(0, "w", (), 6, (1,), 1)
    assert veil(thrown, None) is thrown


def test_what_happens_to_a_secret_unit_is_a_secret_until_it_is_one_no_longer() -> None:
    """Before and after; and what says itself whom it is for is left alone."""
    shown = [False]
    play = Play(initial(), lambda state, _: (shown.__setitem__(0, True), state)[1], lambda *_: None if shown[0] else 1)
    play.tell("thought", "toy.score", unit=0)
    play.tell("whispered", "toy.score", unit=0, known_to=0)
    play.tell("rested", "toy.score")
    play.tell("came out", "toy.score", unit=0, sets={"x": 1})
    play.tell("spoke", "toy.score", unit=0)
    assert [event.known_to for event in play.happenings if isinstance(event, Event)] == [1, 0, None, None, None]
    secret = Event("moved", ("toy.score",), 0, (1, 2), {"x": 1}, {"y": 2}, (3,), known_to=1)
    assert veil(secret, 0) == Event("moved", ("toy.score",), 0, known_to=1)


def test_taking_back_twice_never_gives_dice_that_were_seen() -> None:
    """Back to the same place again, or farther back without a throw between: always an epoch of its own."""
    game = Game(TOY, initial(), Keyed(b"toy"))
    for _ in range(5):
        assert game.pending
        options = game.pending.domain.options()
        assert options
        game.answer(options[0])
    once = game.rewind(3)
    twice = once.rewind(3)
    farther = once.rewind(1)
    latest = [other.epochs[-1].epoch for other in (once, twice, farther)]
    assert latest == [1, 2, 2]


def test_a_fork_is_the_same_game_before_it_is_asked_anything() -> None:
    """Its state, its inputs, and forks of it."""
    game = Game(TOY, initial(), Keyed(b"toy"))
    while len(game.inputs) < 2:
        assert game.pending
        options = game.pending.domain.options()
        assert options
        game.answer(options[0])
    assert game.fork().state == game.state
    assert game.fork().everything() == game.everything()
    again = game.fork().fork()
    assert again.pending is not None
    assert game.pending is not None
    assert (again.pending.kind, again.state) == (game.pending.kind, game.state)
    assert game.fork().rewind(1).state == game.rewind(1).state
