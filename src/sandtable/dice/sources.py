"""Where faces come from: a secret key, a lesson's list, a test's list, a record, or a player's own dice."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

from .readings import Faces
from .roll import Roll


class Place(NamedTuple):
    """Where in a game a throw happens. The epoch rises when players agree to take back dice that they have seen."""

    step: int
    number: int
    epoch: int = 0


class Source(Protocol):
    """Gives the faces of a roll, or None where a person has to throw."""

    def throw(self, place: Place, roll: Roll[Any]) -> Faces | None:
        """The faces of the roll at this place of the game."""
        ...


MOST_SIDES = 1 << 15
WORDS = re.compile(r"[^\W\d_]+")
BYTE = 255  # the most sides of a die whose face fits into a byte


class DiceError(Exception):
    """Faces that cannot be what was asked for."""


@lru_cache(maxsize=64)
def _byte_tables(sides: int) -> tuple[bytes, bytes]:
    """How to turn random bytes into fair faces: the face of each byte, and the bytes to refuse."""
    limit = 256 - 256 % sides
    faces = bytes((byte % sides + 1) if byte < limit else 0 for byte in range(256))
    return faces, bytes(range(limit, 256))


class Keyed:
    """Faces from a secret: a hash of the key, the step and the roll's number.

    Nothing is drawn from a stream, so a roll added to one rule does not shift the dice of any other step.
    """

    def __init__(self, key: bytes) -> None:
        self._key = blake2b(key, digest_size=32).digest()

    def __repr__(self) -> str:
        return "Keyed()"  # never the key

    def throw(self, place: Place, roll: Roll[Any]) -> Faces:
        """The faces that this key holds for this roll; a byte that would favour low faces is skipped."""
        if roll.sides > MOST_SIDES:
            raise DiceError(f"a die of {roll.sides} sides cannot be thrown")
        if roll.sides > BYTE:
            return self._throw_large(place, roll)
        table, refused = _byte_tables(roll.sides)
        step, number, epoch = place
        found = blake2b(b"%d/%d/%d/0" % (epoch, step, number), key=self._key).digest().translate(table, refused)
        block = 1
        while len(found) < roll.dice:
            seed = b"%d/%d/%d/%d" % (epoch, step, number, block)
            found += blake2b(seed, key=self._key).digest().translate(table, refused)
            block += 1
        return tuple(found[: roll.dice])

    def _throw_large(self, place: Place, roll: Roll[Any]) -> Faces:
        """Faces of dice with more sides than a byte has values: two bytes each, unfair pairs skipped."""
        step, number, epoch = place
        limit = (1 << 16) - (1 << 16) % roll.sides
        faces: list[int] = []
        block = 0
        while len(faces) < roll.dice:
            found = blake2b(b"%d/%d/%d/%d" % (epoch, step, number, block), key=self._key).digest()
            pairs = (found[at] << 8 | found[at + 1] for at in range(0, len(found), 2))
            faces += [pair % roll.sides + 1 for pair in pairs if pair < limit]
            block += 1
        return tuple(faces[: roll.dice])


class Paired:
    """Faces by what is thrown for: in which turn, by whom, for which step of a procedure, the how manyth such throw.

    So battles that are played a little otherwise are fought with the same dice where they do the same, however many throws
    one of them has more. It counts what it throws, so that a battle with such dice can only be played onwards.
    """

    def __init__(self, key: bytes, turn: Callable[[], int]) -> None:
        self._keyed = blake2b(key, digest_size=32).digest()
        self._turn = turn
        self._thrown: dict[tuple[int, int, int, str], int] = {}
        self._last = Place(-1, -1)

    def __repr__(self) -> str:
        return "Paired()"  # never the key

    def throw(self, place: Place, roll: Roll[Any]) -> Faces:
        """The faces that the key holds for this throw."""
        if place <= self._last:
            raise DiceError("the dice of a study cannot be taken back")
        self._last = place
        name = self._turn(), roll.seat, roll.sides, roll.step or bare_words(roll.why)
        nth = self._thrown[name] = self._thrown.get(name, 0) + 1
        return Keyed(self._keyed + f"{name}{nth}".encode()).throw(Place(0, 0), roll)


def packed(faces: Sequence[int]) -> bytes:
    """Faces as bytes, one each; a face above 255 has a 0 before it for every 255 that it is higher."""
    try:
        return bytes(faces)
    except ValueError:  # some face does not fit into a byte
        pass
    found = bytearray()
    for face in faces:
        found += bytes((face - 1) // BYTE) + bytes([(face - 1) % BYTE + 1])
    return bytes(found)


def unpacked(data: bytes) -> Faces:
    """Faces back from bytes."""
    faces, over = [], 0
    for byte in data:
        if byte:
            faces.append(over + byte)
            over = 0
        else:
            over += BYTE
    return tuple(faces)


def check_faces(faces: Sequence[object], dice: int, sides: int) -> Faces:
    """These faces, if they can be a throw of so many dice."""
    if len(faces) != dice:
        raise DiceError(f"{dice} dice were to be thrown, but {len(faces)} faces are given")
    for face in faces:
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= sides:
            raise DiceError(f"a die of {sides} sides cannot show {face!r}")
    return tuple(face for face in faces if isinstance(face, int))


class Scripted:
    """A test's dice, in the order they are to fall. What is missing or left over is an error."""

    def __init__(self, faces: Iterable[int] = ()) -> None:
        self.left = list(faces)

    def throw(self, place: Place, roll: Roll[Any]) -> Faces:  # noqa: ARG002
        """The next faces of the list."""
        if len(self.left) < roll.dice:
            raise DiceError(f"{roll.why}: {roll.dice} dice of {roll.sides} sides asked for, {self.left} left")
        faces = check_faces(self.left[: roll.dice], roll.dice, roll.sides)
        del self.left[: roll.dice]
        return faces


class LaidDown(NamedTuple):
    """Faces laid down for a throw: in which step, the how manyth of it, and the bare words of what it is thrown for.

    Without words it is a spare, for whatever is thrown besides.
    """

    step: int
    number: int
    faces: Faces
    words: str = ""


def bare_words(why: str) -> str:
    """What a throw is for, whoever and however many it turns out to be about: without numbers and plurals."""
    return " ".join(word.rstrip("s") for word in WORDS.findall(why))


class Laid:
    """Faces that were laid down beforehand for places of a battle, as a lesson does; everywhere else another source's.

    They are for the battle as it was meant to go: once dice are taken back, a new epoch begins without them. Where a step
    throws more or fewer times than was meant, a throw gets what was laid down nearest for the same words, and else a spare.
    What does not fit the roll, because the battle went another way, is not used.
    """

    def __init__(self, throws: Iterable[LaidDown], otherwise: Source) -> None:
        self._steps: dict[int, list[LaidDown]] = {}
        for one in throws:
            self._steps.setdefault(one.step, []).append(one)
        self._otherwise = otherwise

    def throw(self, place: Place, roll: Roll[Any]) -> Faces | None:
        """The faces laid down for this place as far as they go, and the other source's for the rest of the dice."""
        found = self._otherwise.throw(place, roll)
        laid = () if place.epoch else self._faces(place, bare_words(roll.why))
        if found is None or any(face > roll.sides for face in laid):
            return found
        return (*laid[: roll.dice], *found[len(laid) :])

    def _faces(self, place: Place, words: str) -> Faces:
        """What is laid down for such a throw nearest to this place of its step."""
        step = self._steps.get(place.step, ())
        fit = [one for one in step if one.words == words] or [one for one in step if not one.words]
        return min(fit, key=lambda one: (abs(one.number - place.number), one.number)).faces if fit else ()


class TypedIn:
    """Players throw their own dice and tell what they show."""

    def throw(self, place: Place, roll: Roll[Any]) -> Faces | None:  # noqa: ARG002
        """Nobody can say but the players."""
        return None
