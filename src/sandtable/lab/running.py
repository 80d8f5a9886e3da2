"""Fighting the battles of a study: in pieces, by whatever works at them, kept as they come, and gone on with later.

The battles hang on their seeds alone. However many processes fight them, and however often that is broken off, they are the
same; a folder keeps each piece of work as soon as it is done.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import mean
from time import process_time  # noqa: TID251  # measuring is what this is for
from typing import NamedTuple, Protocol

import msgspec

from sandtable import __version__
from sandtable.geometry.warm import warm
from sandtable.play.wire import decode_hook, to_json
from sandtable.rulesets.library import tactics
from sandtable.table.data import DataError

from .fought import battle
from .measured import Battle
from .processes import spread
from .study import Arm, Study

PIECE = 8  # battles: a few seconds, so that little is lost and the last process does not work on while the others wait
ROUND = 100  # seeds that are fought before it is looked whether enough is known
PLAN = "study.json"
PARTS = "parts"
TRIED = 2  # battles by which it is guessed how long all of them take


class Piece(NamedTuple):
    """A few battles of an arm: from a seed on, so many."""

    arm: int
    first: int
    seeds: int

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.arm:04}-{self.first:09}-{self.seeds:03}.msgpack"


class Kept(msgspec.Struct, frozen=True):
    """What a folder says of the study whose battles it keeps."""

    study: Study
    arms: list[Arm]
    engine: str
    digest: str


class Backend(Protocol):
    """Whatever does pieces of work side by side: processes of this machine, or a cluster."""

    def __call__(self, work: Callable[[Piece], bytes], pieces: Sequence[Piece], /) -> Iterator[tuple[int, bytes]]:
        """What comes of each piece, with its place among them, in whatever order they are done."""
        ...


Enough = Callable[[Sequence[Sequence[Battle]]], bool]


def digest_of(study: Study, arms: Sequence[Arm]) -> str:
    """What tells studies apart whose battles are not the same; how many are fought is left open."""
    fixed = msgspec.structs.replace(study, title="", about="", battles=2, until=0.0)
    return sha256(to_json([fixed, arms, __version__])).hexdigest()


class Laboratory:
    """A study being carried out. `folder` keeps its battles; without one they are lost with the process."""

    def __init__(self, study: Study, arms: Sequence[Arm], folder: Path | None = None) -> None:
        self.study = study
        self.arms = arms
        self.folder = folder
        self._done: dict[Piece, list[Battle]] = {}
        if folder is not None:
            self._open(folder)

    def _open(self, folder: Path) -> None:
        """Begin a folder, or go on with what it has of this very study."""
        kept = Kept(self.study, list(self.arms), __version__, digest_of(self.study, self.arms))
        plan = folder / PLAN
        (folder / PARTS).mkdir(parents=True, exist_ok=True)
        if plan.is_file():
            before = read_plan(folder)
            if before.digest != kept.digest:
                raise DataError(
                    str(folder), "", f"it holds another study, {before.study.title!r}: choose another folder"
                )
            for path in sorted((folder / PARTS).glob("*.msgpack")):
                self._done[_piece(path)] = _battles(path)
        write_whole(plan, to_json(kept))

    def pieces(self, seeds: int) -> list[Piece]:
        """The work of so many seeds, by turns among the arms, so that all of them come on together."""
        first = self.study.seed
        starts = range(0, seeds, PIECE)
        return [Piece(arm.number, first + at, min(PIECE, seeds - at)) for at in starts for arm in self.arms]

    def fight(
        self, backend: Backend, tell: Callable[[int, int], None] | None = None, enough: Enough | None = None
    ) -> list[list[Battle]]:
        """Fight until all is fought, or enough is known; the battles of each arm, by seed.

        `tell` hears how many battles have been fought, of how many.
        """
        seeds = ROUND if enough is not None else self.study.battles
        while True:
            seeds = min(seeds, self.study.battles)
            self._fight(backend, self.pieces(seeds), tell)
            found = self.found(seeds)
            if seeds >= self.study.battles or (enough is not None and enough(found)):
                return found
            seeds += ROUND

    def _fight(self, backend: Backend, pieces: Sequence[Piece], tell: Callable[[int, int], None] | None) -> None:
        left = [piece for piece in pieces if piece not in self._done]
        fought = sum(self._weight(piece) for piece in pieces if piece in self._done)
        total = sum(map(self._weight, pieces))
        if tell is not None:
            tell(fought, total)
        if not left:
            return
        work = partial(fight_piece, self.arms, self.study.apart, self.study.events)
        for place, packed in backend(work, left):
            piece = left[place]
            if self.folder is not None:
                write_whole(self.folder / PARTS / piece.name, packed)
            self._done[piece] = msgspec.msgpack.decode(packed, type=list[Battle])
            fought += self._weight(piece)
            if tell is not None:
                tell(fought, total)

    def _weight(self, piece: Piece) -> int:
        return piece.seeds * (2 if self.arms[piece.arm].swaps else 1)

    def found(self, seeds: int) -> list[list[Battle]]:
        """What has been fought of so many seeds, for each arm, in the order of seeds."""
        found: list[list[Battle]] = [[] for _ in self.arms]
        for piece in self.pieces(seeds):
            found[piece.arm] += self._done.get(piece, [])
        return found

    def seconds(self) -> float:
        """How long everything would take one processor, by a battle or two of each arm; those are fought for it."""
        if all(piece in self._done for piece in self.pieces(self.study.battles)):
            return 0.0
        spent = []
        for arm in self.arms[:6]:
            battle(arm, self.study.seed)  # loaded, and prices known
            begun = process_time()
            for seed in range(TRIED):
                battle(arm, self.study.seed + seed)
            spent.append((process_time() - begun) / TRIED)
        left = sum(self._weight(piece) for piece in self.pieces(self.study.battles) if piece not in self._done)
        return mean(spent) * left


def ready(arms: Sequence[Arm]) -> None:
    """Load everything that battles need, once for all processes."""
    warm()
    for book in dict.fromkeys(arm.book for arm in arms):
        tactics(book)


def fight_piece(arms: Sequence[Arm], apart: bool, events: bool, piece: Piece) -> bytes:
    """The battles of a piece, packed."""
    arm = arms[piece.arm]
    ways = (False, True) if arm.swaps else (False,)
    seeds = range(piece.first, piece.first + piece.seeds)
    away = arm.number << 24 if apart else 0
    found = [battle(arm, away + seed, swapped=swapped, events=events) for seed in seeds for swapped in ways]
    return msgspec.msgpack.encode(found)


def processes(jobs: int) -> Backend:
    """Processes of this machine."""

    def work(one: Callable[[Piece], bytes], pieces: Sequence[Piece]) -> Iterator[tuple[int, bytes]]:
        yield from spread(one, pieces, jobs)

    return work


def read_plan(folder: Path) -> Kept:
    """The study of a folder."""
    path = folder / PLAN
    try:
        return msgspec.json.decode(path.read_bytes(), type=Kept, dec_hook=decode_hook)
    except FileNotFoundError as error:
        raise DataError(str(folder), "", "there is no study in it") from error
    except (OSError, msgspec.MsgspecError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error


def read_battles(folder: Path) -> tuple[Kept, list[list[Battle]]]:
    """A study as far as it has been fought: the seeds that every arm has."""
    kept = read_plan(folder)
    lab = Laboratory(kept.study, kept.arms)
    lab._done = {_piece(path): _battles(path) for path in sorted((folder / PARTS).glob("*.msgpack"))}  # noqa: SLF001
    found = lab.found(kept.study.battles)
    both = [2 if arm.swaps else 1 for arm in kept.arms]
    seeds = min((len(battles) // each for battles, each in zip(found, both, strict=True)), default=0)
    return kept, [battles[: seeds * each] for battles, each in zip(found, both, strict=True)]


def _piece(path: Path) -> Piece:
    try:
        arm, first, seeds = map(int, path.stem.split("-"))
    except ValueError as error:
        raise DataError(str(path), "", "this is no piece of a study") from error
    return Piece(arm, first, seeds)


def _battles(path: Path) -> list[Battle]:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=list[Battle])
    except (OSError, msgspec.MsgspecError) as error:
        raise DataError(str(path), "", f"cannot be read: {error}") from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    beside = path.with_suffix(f"{path.suffix}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        raise DataError(str(path), "", f"cannot be written: {error.strerror}") from error
