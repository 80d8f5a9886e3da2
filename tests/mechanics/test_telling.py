"""How happenings become lines, whatever the rulebook."""

from sandtable.mechanics.modifiers import Modifier, reasons_of
from sandtable.mechanics.telling import Retelling, Words, ended, meaning_of, throw_line
from sandtable.play.events import Event, Thrown
from sandtable.play.record import Digest
from sandtable.play.ruleset import Outcome
from sandtable.play.views import veil

COVER, LONG, MOVED = Modifier(-1, "soft cover", "c"), Modifier(-1, "long range", "l"), Modifier(-1, "moved", "m")


def thrown(*faces: int, value: object, needs: str = "", aloud: str = "", why: str = "Able at Berta") -> Thrown:
    """A throw."""
    return Thrown(0, why, ("x",), 6, faces, value, needs=needs, aloud=aloud)


def told(one: Thrown) -> str:
    """Its line."""
    return throw_line(one, meaning_of(one))


def test_a_throw_says_what_it_needs_and_what_came_of_it() -> None:
    """One die has it or not, several are counted; what is no score stands in brackets, once."""
    assert told(thrown(4, value=1, needs="3+")) == "Able at Berta, needs 3+: 4 = yes"
    assert told(thrown(6, value=0, needs="20")) == "Able at Berta, needs 20: 6 = no"
    assert told(thrown(1, value=1, needs="4+")) == "Able at Berta, needs 4+: 1"  # the die itself was asked for
    assert told(thrown(4, 1, value=1, needs="3+ (-1 moved)")) == "Able at Berta, needs 3+ (-1 moved): 4 1 = 1"
    assert told(thrown(4, value="down", needs="4-5 down")) == "Able at Berta (4-5 down): 4 = down"
    assert told(thrown(4, value=4, needs="the higher", why="Able (+1 charging)")) == "Able (+1 charging; the higher): 4"
    assert told(thrown(4, value=1, needs="4+", why="Does it go on?")) == "Does it go on? Needs 4+: 4 = yes"


def test_dice_thrown_together_keep_all_their_reasons() -> None:
    """What goes for all, and what else for some."""
    assert reasons_of([(COVER,), (COVER,)]) == "-1 soft cover"
    assert reasons_of([(COVER,), (COVER, LONG, MOVED)]) == "-1 soft cover; some -1 long range and -1 moved"
    assert reasons_of([(LONG,), (MOVED,)]) == "some -1 long range; some -1 moved"
    assert reasons_of([()]) == ""


def test_what_is_read_aloud_is_no_part_of_a_record_and_no_secret_is_read() -> None:
    """The digest of a throw is the same however it is read; whoever may not see it hears nothing."""
    plain, spoken = thrown(4, value=1, needs="3+"), thrown(4, value=1, needs="3+", aloud="3+ (some -1 long range)")
    one, other = Digest(), Digest()
    one.add([plain])
    other.add([spoken])
    assert one.hex() == other.hex()
    assert told(spoken) == "Able at Berta, needs 3+ (some -1 long range): 4 = yes"
    secret = Thrown(0, "a draw", ("x",), 6, (4,), 1, known_to=0, aloud="3+")
    seen = veil(secret, 1)
    assert isinstance(seen, Thrown)
    assert seen.wanted == ""


def test_what_is_told_again_is_told_to_be_a_repetition() -> None:
    """Of events; the same dice twice are two throws."""
    retelling, event = Retelling(), Event("moved", ("x",))
    assert [retelling.of("Able moves 3", event) for _ in range(3)] == [
        "Able moves 3",
        "Able moves 3 (again)",
        "Able moves 3 (a third time)",
    ]
    dice = thrown(4, value=4)
    assert [retelling.of("D6: 4", dice) for _ in range(2)] == ["D6: 4", "D6: 4"]
    assert retelling.of("", event) == ""


def test_how_a_battle_ended_is_said_once() -> None:
    """Whatever a book begins with."""
    assert ended(Outcome(None, (2, 2), "a draw, 2 to 2", ()), "US", "rookie") == "A draw, 2 to 2"
    assert ended(Outcome(None, (0, 0), "nobody is left", ()), "US", "rookie") == "A draw: nobody is left"
    assert ended(Outcome(0, (7, 1), "US win 7 to 1", ()), "US", "rookie") == "Won by US (rookie), 7 to 1"
    assert ended(Outcome(0, (1, 0), "1 points to 0", ()), "US", "rookie") == "Won by US (rookie): 1 point to 0"


def test_a_word_that_nobody_gave_is_left_out() -> None:
    """And numbers know what they count."""
    words = Words(hits=1, unit="Riflemen", done=None)
    assert "{unit:takes} {hits:hit}{why: (?)}{done}".format_map(words) == "Riflemen take 1 hit"
