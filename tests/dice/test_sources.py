"""Sources: keyed, scripted and typed-in dice."""

from collections import Counter

import pytest

from sandtable.dice.chance import Chance
from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.dice.sources import (
    DiceError,
    Keyed,
    Laid,
    LaidDown,
    Place,
    Scripted,
    TypedIn,
    bare_words,
    check_faces,
    packed,
    unpacked,
)


def roll(dice: int, sides: int = 6) -> Roll[int]:
    """A roll to be answered."""
    return Roll(dice, sides, Total(), why="test", because=())


def test_keyed_dice_depend_on_key_step_number_and_epoch() -> None:
    """The same place under the same key gives the same faces, any other place others."""
    faces = {
        name: Keyed(key).throw(place, roll(20))
        for name, key, place in (
            ("here", b"key", Place(3, 1)),
            ("again", b"key", Place(3, 1)),
            ("step", b"key", Place(4, 1)),
            ("number", b"key", Place(3, 2)),
            ("epoch", b"key", Place(3, 1, 1)),
            ("key", b"other", Place(3, 1)),
        )
    }
    assert faces["here"] == faces["again"]
    assert len(set(faces.values())) == 5


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 10, 20, 255, 360])
def test_keyed_dice_are_fair(sides: int) -> None:
    """Every face comes up about equally often (within five standard deviations of 20,000 throws)."""
    source = Keyed(b"fair")
    count: Counter[int] = Counter()
    for step in range(20):
        count.update(source.throw(Place(step, 0), roll(1000, sides)))
    mean = 20_000 / sides
    assert sorted(count) == list(range(1, sides + 1))
    assert all(abs(times - mean) < 5 * mean**0.5 + 1 for times in count.values())


LAID = (
    LaidDown(4, 0, (6, 5), bare_words("Able's 3 hits")),
    LaidDown(4, 1, (4,), bare_words("Able's morale")),
    LaidDown(4, 2, (3,), bare_words("Able's 1 hit")),
    LaidDown(4, 3, (1, 1, 1, 1)),
)


@pytest.mark.parametrize(
    ("place", "why", "shows"),
    [
        (Place(4, 0), "Able's 2 hits", (6, 5)),  # as it was meant
        (Place(4, 1), "Able's 2 hits", (6, 5)),  # a throw more came before it: the nearest of its words
        (Place(4, 3), "Able's 1 hit", (3,)),
        (Place(4, 5), "Able's morale", (4,)),
        (Place(4, 1), "Baker's morale", (1, 1)),  # nobody foresaw it: a spare
    ],
)
def test_laid_dice_are_known_by_what_they_are_for(place: Place, why: str, shows: tuple[int, ...]) -> None:
    """A step that throws more often than was meant gets each throw what was laid down for the same words."""
    faces = Laid(LAID, Scripted([2, 2])).throw(place, Roll(2, 6, Total(), why=why, because=()))
    assert faces == (*shows, 2)[:2]


def test_dice_are_laid_for_their_step_and_epoch_alone() -> None:
    """Elsewhere, after dice were taken back, and where they would show what no such die has, others fall."""
    laid = Laid(LAID, Scripted([2, 2] * 3))
    hits = Roll(2, 6, Total(), why="Able's 3 hits", because=())
    assert laid.throw(Place(5, 0), hits) == (2, 2)
    assert laid.throw(Place(4, 0, 1), hits) == (2, 2)
    assert laid.throw(Place(4, 0), Roll(2, 4, Total(), why="Able's 3 hits", because=())) == (2, 2)


def test_the_key_is_never_shown() -> None:
    """Neither the text of a source nor its attributes give the key away."""
    source = Keyed(b"very secret")
    assert "secret" not in repr(source)
    assert b"very secret" not in repr(vars(source)).encode()


def test_a_die_of_too_many_sides_is_refused() -> None:
    """A face comes from two bytes at most."""
    with pytest.raises(DiceError, match="32769 sides"):
        Keyed(b"k").throw(Place(0, 0), roll(1, (1 << 15) + 1))


@pytest.mark.parametrize(
    ("faces", "data"),
    [((1, 6, 255), bytes([1, 6, 255])), ((256, 3, 360, 510, 511), bytes([0, 1, 3, 0, 105, 0, 255, 0, 0, 1]))],
)
def test_faces_are_packed_into_bytes_and_back(faces: tuple[int, ...], data: bytes) -> None:
    """A byte each, and a nought for every 255 above."""
    assert packed(faces) == data
    assert unpacked(data) == faces


def test_scripted_dice_fall_in_order_and_must_suffice() -> None:
    """What is left over can be seen, what is missing is an error that names the roll."""
    source = Scripted([1, 2, 3])
    assert source.throw(Place(0, 0), roll(2)) == (1, 2)
    assert source.left == [3]
    with pytest.raises(DiceError, match="test: 2 dice of 6 sides"):
        source.throw(Place(0, 1), roll(2))


@pytest.mark.parametrize(
    ("faces", "wrong"),
    [([1], "2 dice"), ([1, 7], "cannot show 7"), ([1, True], "cannot show True"), ([1, "6"], "show '6'")],
)
def test_impossible_faces_are_refused(faces: list[object], wrong: str) -> None:
    """The wrong number of dice, a face off the die, and things that are no faces."""
    with pytest.raises(DiceError, match=wrong):
        check_faces(faces, 2, 6)


def test_typed_in_dice_come_from_people() -> None:
    """The source itself has nothing to say."""
    assert TypedIn().throw(Place(0, 0), roll(2)) is None


def test_chance_can_be_repeated() -> None:
    """The same seed makes the same choices, another seed others."""
    assert [Chance("a", 1).random() for _ in range(2)] == [Chance("a", 1).random()] * 2
    assert Chance("a", 1).random() != Chance("a", 2).random()
