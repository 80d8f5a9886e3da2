"""Records: a battle as a file that anyone can replay and check.

A record holds the header (rulebook, options, scenario, seats), the commitment to the dice, every input step by step, and
digests of what came of it. The dice key is made from the secret, both seats' contributions and the header, so that
nothing in the header can be changed without changing every die.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec

from sandtable import __version__
from sandtable.dice.sources import Keyed, Laid, LaidDown, Paired, Place, Source, TypedIn, packed, unpacked
from sandtable.table.maps import check_battlefield

from .events import Event, Happening, Thrown
from .game import Game, Input
from .refusal import Refused
from .ruleset import Outcome, Ruleset
from .scenario import Scenario
from .state import State
from .wire import decode_hook, to_json, to_plain

S = TypeVar("S", bound=State[Any, Any])
T = TypeVar("T")

FORMAT = "sandtable-record"
FORMAT_VERSION = 1


Face = Annotated[int, msgspec.Meta(ge=1, le=1 << 15)]
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]


class RecordError(Exception):
    """A record that cannot be read, or does not hold what it claims."""


class Answered(msgspec.Struct, frozen=True, tag_field="in", tag="answer"):
    """An answer as it was given."""

    answer: Any


class Threw(msgspec.Struct, frozen=True, tag_field="in", tag="dice"):
    """The faces of a throw."""

    faces: tuple[Face, ...]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was played, by whom."""

    ruleset: str
    ruleset_version: int
    options: dict[str, Any]
    scenario: Scenario
    seats: tuple[str, str]


class LaidThrow(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Faces that a lesson lays down for a throw: in which step, the how manyth of it, what it shows, and its words.

    The words are those of what is thrown for, without numbers and plurals; a spare throw has none.
    """

    step: Number
    number: Number
    faces: tuple[Face, ...]
    words: str = ""


class DiceBox(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the dice came from: a commitment made before the first throw, and what both seats put in.

    The secret is filled in when the battle is over. All empty if the players threw their own dice. `laid` are the throws of
    a lesson, for everybody to see; a battle that is none says nothing of it. `paired` says that the dice are those of a
    study: their key is made without the header, and each throw goes by what it is for.
    """

    commitment: str
    contributions: tuple[str, str]
    secret: str = ""
    laid: tuple[LaidThrow, ...] | msgspec.UnsetType = msgspec.UNSET
    paired: bool | msgspec.UnsetType = msgspec.UNSET


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle, finished or not."""

    format: str
    format_version: int
    engine: str
    header: Header
    dice: DiceBox
    steps: tuple[tuple[Answered | Threw, ...], ...]
    epochs: tuple[Place, ...]
    happenings_sha256: str
    state_sha256: str
    outcome: Outcome | None
    seal: str = ""


def commit(secret: bytes) -> str:
    """The promise that is made before the first throw."""
    return sha256(b"sandtable dice " + secret).hexdigest()


def dice_key(secret: bytes, contributions: tuple[str, str], header: Header | None) -> bytes:
    """The key of all dice of a battle; without a header it is the same whatever is played."""
    written = b"" if header is None else to_json(header)
    return sha256(secret + "/".join(contributions).encode() + written).digest()


def seeded_box(seed: int, *, paired: bool = False) -> DiceBox:
    """A dice box made from a number, for battles that are to be repeated; the secret is no secret then."""
    secret = sha256(f"sandtable seed {seed}".encode()).hexdigest()
    contributions = (f"seed {seed} seat 0", f"seed {seed} seat 1")
    return DiceBox(commit(bytes.fromhex(secret)), contributions, secret, paired=True if paired else msgspec.UNSET)


def new_game(ruleset: Ruleset[S], header: Header, dice: DiceBox) -> Game[S]:
    """The game that a header describes, at its beginning."""
    try:
        options = _shared(msgspec.convert(header.options, ruleset.options_type))
    except msgspec.ValidationError as error:
        raise RecordError(f"options: {error}") from error
    check_battlefield(header.scenario.battlefield, header.scenario.name)
    game = Game(ruleset, ruleset.setup(header.scenario, options), _source(header, dice))
    if dice.paired:
        game.source = Paired(_key(header, dice), lambda: ruleset.turn(game.state))
    return game


@lru_cache(maxsize=64)
def _shared(options: T) -> T:
    """Options as all battles have them that are played alike: what is found out by options, one finds for all of them."""
    return options


def _source(header: Header, dice: DiceBox) -> Source:
    """Where the faces of a battle come from."""
    if not dice.secret:
        return TypedIn()
    keyed = Keyed(_key(header, dice))
    if not dice.laid:
        return keyed
    return Laid((LaidDown(one.step, one.number, one.faces, one.words) for one in dice.laid), keyed)


def _key(header: Header, dice: DiceBox) -> bytes:
    return dice_key(_from_hex(dice.secret), dice.contributions, None if dice.paired else header)


class Digest:
    """The running digest of everything that happened.

    How it is pictured and read out, and what is told aside, may change without another battle being played.
    """

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, happenings: list[Happening]) -> None:
        """Take in what happened."""
        for happening in happenings:
            if isinstance(happening, Event) and happening.aside:
                continue
            if isinstance(happening, Event) and happening.shows:
                happening = msgspec.structs.replace(happening, shows={})  # noqa: PLW2901
            elif isinstance(happening, Thrown) and happening.aloud:
                happening = msgspec.structs.replace(happening, aloud="")  # noqa: PLW2901
            self._hash.update(to_json(happening))

    def hex(self) -> str:
        """The digest so far."""
        return self._hash.hexdigest()


def make_record(game: Game[Any], header: Header, dice: DiceBox, happenings_sha256: str) -> Record:
    """The record of a game as it stands; the secret is kept back until the battle is over."""
    steps = game.steps()
    record = Record(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        engine=__version__,
        header=header,
        dice=dice if game.over else msgspec.structs.replace(dice, secret=""),
        steps=tuple(tuple(_written(given) for given in step) for step in steps),
        epochs=tuple(mark for mark in game.epochs if mark.step <= game.step),  # later ones are of another battle
        happenings_sha256=happenings_sha256,
        state_sha256=sha256(to_json(game.state)).hexdigest(),
        outcome=game.outcome,
    )
    return msgspec.structs.replace(record, seal=_seal(record))


def _written(given: Input) -> Answered | Threw:
    return Threw(unpacked(given)) if isinstance(given, bytes) else Answered(to_plain(given))


def _seal(record: Record) -> str:
    return sha256(to_json(msgspec.structs.replace(record, seal=""))).hexdigest()


def write_record(record: Record) -> bytes:
    """The bytes of a record's file."""
    return to_json(record) + b"\n"


def read_record(data: bytes) -> Record:
    """A record from the bytes of a file: well-formed, sealed, and exactly as written."""
    try:
        record = msgspec.json.decode(data, type=Record, dec_hook=decode_hook)
    except msgspec.MsgspecError as error:
        raise RecordError(f"not a record: {error}") from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from error
    if record.format != FORMAT or record.format_version != FORMAT_VERSION:
        raise RecordError(f"a {record.format!r} of version {record.format_version} cannot be read")
    if record.seal != _seal(record):
        raise RecordError("the seal does not fit: the record has been changed")
    if write_record(record) != data:
        raise RecordError("the file is not as it was written")
    return record


def inputs_of(record: Record) -> list[Input]:
    """All inputs of a record in order."""
    return [
        packed(given.faces) if isinstance(given, Threw) else given.answer for step in record.steps for given in step
    ]


def replay(ruleset: Ruleset[S], record: Record) -> Game[S]:
    """Play a record's inputs, as far as they go; the faces are taken as recorded."""
    game = _replayable(ruleset, record)
    try:
        game.replay(inputs_of(record))
    except Refused as error:
        raise RecordError(f"step {game.step} ({game.name_of_step}): {error}") from error
    return game


def _replayable(ruleset: Ruleset[S], record: Record) -> Game[S]:
    if record.header.ruleset_version != ruleset.version:
        raise RecordError(
            f"it was played under version {record.header.ruleset_version} of {ruleset.name}, this is {ruleset.version}"
        )
    game = new_game(ruleset, record.header, record.dice)
    game.epochs = list(record.epochs)
    return game


def verify(ruleset: Ruleset[S], record: Record) -> Game[S]:
    """Prove a record: every answer legal, every die from the committed key, the end as claimed."""
    _check_box(record)
    _check_epochs(record)
    if record.engine != __version__:
        raise RecordError(f"it was written by version {record.engine} of sandtable, this is {__version__}")
    dice = record.dice
    game = _replayable(ruleset, record)
    digest = Digest()
    try:
        if dice.secret:
            _prove_dice(game, record, digest)
        else:
            game.replay(inputs_of(record))
    except Refused as error:
        raise RecordError(f"step {game.step} ({game.name_of_step}): {error}") from error
    digest.add(game.take())
    if digest.hex() != record.happenings_sha256:
        raise RecordError("what happened is not what the record claims")
    if sha256(to_json(game.state)).hexdigest() != record.state_sha256:
        raise RecordError("the battle does not end as the record claims")
    if game.outcome != record.outcome:
        raise RecordError("the outcome is not what the record claims")
    if any(mark.step > game.step for mark in record.epochs):
        raise RecordError("no battle could have taken dice back where it has not been")
    if write_record(make_record(game, record.header, dice, record.happenings_sha256)) != write_record(record):
        raise RecordError("the record is not what the engine would write of this battle")
    return game


def _check_box(record: Record) -> None:
    """Whether the dice box is whole: committed and, at the end, opened; or empty."""
    dice = record.dice
    if dice.secret and commit(_from_hex(dice.secret)) != dice.commitment:
        raise RecordError("the secret does not fit the commitment: the dice key was changed")
    if dice.commitment and not dice.secret and record.outcome is not None:
        raise RecordError("the battle is over but its secret is not revealed")
    if not dice.commitment and (dice.secret or dice.laid or any(dice.contributions)):
        raise RecordError("the dice box is neither committed nor empty")


def _check_epochs(record: Record) -> None:
    """Each taking back began a new epoch, later than the last."""
    before = Place(-1, -1, 0)
    for mark in record.epochs:
        if mark[:2] <= before[:2] or mark.epoch <= before.epoch or mark.number < 0:
            raise RecordError(f"no battle could have taken dice back at {list(mark)}")
        before = mark


def _prove_dice(game: Game[Any], record: Record, digest: Digest) -> None:
    """Give only the recorded answers, let the key throw, and compare every throw with the recorded one."""
    recorded = inputs_of(record)
    for given in recorded:
        if not isinstance(given, bytes):
            if game.over:
                raise RecordError("the record goes on after the battle is over")
            game.answer(given)
            digest.add(game.take())
    assert game.over or game.pending
    thrown = game.everything()
    for place, (was, should) in enumerate(zip(recorded, thrown, strict=False)):
        if isinstance(was, bytes) != isinstance(should, bytes) or (isinstance(was, bytes) and was != should):
            raise RecordError(f"input {place}: the dice are {_show(should)} by the key, {_show(was)} in the record")
    if len(recorded) != len(thrown):
        raise RecordError(f"{len(recorded)} inputs are recorded, {len(thrown)} are needed")


def _show(given: Input) -> str:
    return " ".join(map(str, unpacked(given))) if isinstance(given, bytes) else "an answer"


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise RecordError(f"the secret is not hexadecimal: {error}") from error


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be taken up again: its record so far, and the state at the last checkpoint."""

    record: Record
    step: int
    checkpoint: Any


def save_game(game: Game[Any], header: Header, dice: DiceBox) -> bytes:
    """A game in play as bytes. They hold the dice secret, so they never leave the server."""
    assert not game.over or game.checkpoint is game.state
    record = make_record(game, header, dice, "")
    kept = msgspec.structs.replace(record, dice=dice, steps=record.steps)
    return to_json(Save(kept, game.step, to_plain(game.checkpoint)))


def load_game(ruleset: Ruleset[S], data: bytes) -> Game[S]:
    """A game taken up where it was left: at most one step is played again."""
    try:
        saved = msgspec.json.decode(data, type=Save, dec_hook=decode_hook)
        state = msgspec.convert(saved.checkpoint, ruleset.state_type, dec_hook=decode_hook)
    except msgspec.MsgspecError as error:
        raise RecordError(f"not a saved game: {error}") from error
    game = new_game(ruleset, saved.record.header, saved.record.dice)
    steps = [
        tuple(packed(one.faces) if isinstance(one, Threw) else one.answer for one in step)
        for step in saved.record.steps
    ]
    game.take_up(state, saved.step, steps, list(saved.record.epochs))
    return game
