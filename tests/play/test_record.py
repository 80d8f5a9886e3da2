"""Records: written, read, replayed, proven, and refused when anything in them was touched."""

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.dice.chance import Chance
from sandtable.dice.sources import Place
from sandtable.play import record as records
from sandtable.play.events import Event
from sandtable.play.record import (
    DiceBox,
    Digest,
    Header,
    Record,
    RecordError,
    Threw,
    commit,
    load_game,
    make_record,
    new_game,
    read_record,
    replay,
    save_game,
    seeded_box,
    verify,
    write_record,
)
from sandtable.play.wire import to_json
from sandtable.rulesets.library import ruleset
from sandtable.table.data import DataError

RULES = ruleset("bolt-action")
NOTHING, WORDS = "", "zz"


def header(**options: object) -> Header:
    """A battle between random bots."""
    return Header(RULES.name, RULES.version, options, RULES.scenario("attrition"), ("random", "random"))


@pytest.fixture(scope="module")
def battle() -> Record:
    """A whole battle."""
    game = new_game(RULES, header(), seeded_box(5))
    digest = Digest()
    fight(game, (bot("random", RULES, 5, 0), bot("random", RULES, 5, 1)), digest.add)
    return make_record(game, header(), seeded_box(5), digest.hex())


def sealed(record: Record) -> Record:
    """A record sealed anew, as a cheat would do it."""
    return msgspec.structs.replace(record, seal=records._seal(record))


def test_a_record_is_proven(battle: Record) -> None:
    """Read back from its bytes it is the same, and holds."""
    again = read_record(write_record(battle))
    assert write_record(again) == write_record(battle)
    game = verify(RULES, again)
    assert game.outcome == battle.outcome
    assert replay(RULES, again).checkpoint == game.checkpoint


def test_any_changed_byte_is_noticed(battle: Record) -> None:
    """Spread over the whole file, every single byte is changed once and the file refused."""
    data = write_record(battle)
    for place in range(0, len(data), max(1, len(data) // 150)):
        changed = bytearray(data)
        changed[place] ^= 1
        with pytest.raises(RecordError):
            verify(RULES, read_record(bytes(changed)))


@pytest.mark.parametrize("cut", [0, 1, 100, -1, -2, -50])
def test_a_truncated_record_is_refused(battle: Record, cut: int) -> None:
    """However little is missing."""
    with pytest.raises(RecordError):
        read_record(write_record(battle)[:cut])


def test_a_forged_die_is_found_even_under_a_new_seal(battle: Record) -> None:
    """The key knows better."""
    steps = [list(step) for step in battle.steps]
    for number, step in enumerate(steps):
        for place, given in enumerate(step):
            if isinstance(given, Threw) and len(given.faces) == 2:
                steps[number][place] = Threw((given.faces[0] % 6 + 1, given.faces[1]))
                forged = sealed(msgspec.structs.replace(battle, steps=tuple(map(tuple, steps))))
                with pytest.raises(RecordError, match="by the key"):
                    verify(RULES, forged)
                return
    raise AssertionError("no throw found")


def test_forged_keys_headers_and_ends_are_found(battle: Record) -> None:
    """Each lie, sealed anew, has its own refusal."""
    replace = msgspec.structs.replace
    other = seeded_box(6)
    lies = {
        "does not fit the commitment": replace(battle, dice=replace(battle.dice, secret=other.secret)),
        "is not revealed": replace(battle, dice=replace(battle.dice, secret="")),
        "not hexadecimal": replace(battle, dice=replace(battle.dice, secret=WORDS)),
        "step|by the key|inputs are": replace(battle, dice=other),
        "input|step|inputs are|claims": replace(battle, header=replace(battle.header, seats=("me", "you"))),
        "what happened": replace(battle, happenings_sha256="0" * 64),
        "does not end": replace(battle, state_sha256="0" * 64),
        "outcome": replace(battle, outcome=None),
        "version 99 of bolt-action": replace(battle, header=replace(battle.header, ruleset_version=99)),
        "options: ": replace(battle, header=replace(battle.header, options={"turns": 99})),
        "goes on after": replace(battle, steps=(*battle.steps, battle.steps[0])),
        "inputs are recorded|step|claims$": replace(battle, steps=battle.steps[:-1]),
    }
    for why, lie in lies.items():
        with pytest.raises(RecordError, match=why):
            verify(RULES, sealed(lie))


def test_records_of_other_formats_are_refused(battle: Record) -> None:
    """A later version of the format is not guessed at."""
    with pytest.raises(RecordError, match="version 99"):
        read_record(write_record(sealed(msgspec.structs.replace(battle, format_version=99))))


def test_a_record_in_play_keeps_its_secret() -> None:
    """Before the end neither the key nor anything made from it is in the record."""
    box = seeded_box(9)
    game = new_game(RULES, header(), box)
    assert game.pending
    game.answer(game.pending.domain.options()[0])  # type: ignore[index]
    data = write_record(make_record(game, header(), box, ""))
    assert box.secret.encode() not in data
    assert commit(bytes.fromhex(box.secret)).encode() in data
    verified = read_record(data)
    assert verified.dice.secret == ""


def test_players_own_dice_are_replayed_but_not_proven() -> None:
    """A battle with typed-in dice has no key; its answers and ends are still checked."""
    box = DiceBox("", ("", ""))
    game = new_game(RULES, header(), box)
    digest = Digest()
    for _ in range(40):
        decision = game.pending
        assert decision is not None
        game.answer(decision.domain.sample(Chance(1)))
        digest.add(game.take())
    kept = make_record(game, header(), box, digest.hex())
    assert verify(RULES, kept).state == game.state


def test_a_saved_game_stands_where_it_stood() -> None:
    """In the middle of a step, with the same question, state and dice to come."""
    box = seeded_box(3)
    game = new_game(RULES, header(), box)
    players = (bot("random", RULES, 3, 0), bot("random", RULES, 3, 1))
    for _ in range(60):
        decision = game.pending
        assert decision is not None
        game.answer(players[decision.seat].answer(game.state, decision))
    loaded = load_game(RULES, save_game(game, header(), box))
    assert game.pending is not None and loaded.pending is not None
    assert loaded.pending.describe() == game.pending.describe()
    assert to_json(loaded.state) == to_json(game.state)
    assert loaded.everything() == list(map(_plain, game.everything()))


def _plain(given: object) -> object:
    return given if isinstance(given, bytes) else msgspec.json.decode(to_json(given))


def test_nonsense_is_no_saved_game() -> None:
    """A clear refusal."""
    with pytest.raises(RecordError, match="not a saved game"):
        load_game(RULES, b"{}")


def test_what_the_engine_would_not_write_is_refused(battle: Record) -> None:
    """Steps put together or added, epochs that never were, another engine, half a dice box: each under a new seal."""
    merged = tuple(given for step in battle.steps for given in step)
    cases: list[tuple[dict[str, object], str]] = [
        ({"steps": (merged,)}, "would write"),
        ({"steps": (*battle.steps, ())}, "would write"),
        ({"epochs": (Place(0, 0, 0),)}, "taken dice back"),
        ({"epochs": (Place(9, 0, 2), Place(8, 0, 3))}, "taken dice back"),
        ({"engine": "9.9"}, "written by version 9.9"),
        ({"dice": DiceBox("", ("a", "b"))}, "neither committed nor empty"),
    ]
    for changes, reason in cases:
        forged = sealed(msgspec.structs.replace(battle, **changes))
        with pytest.raises(RecordError, match=reason):
            verify(RULES, forged)


def test_impossible_faces_and_tables_are_no_records(battle: Record) -> None:
    """Faces that no die has, and a battlefield that no map could be."""
    wrong = write_record(sealed(msgspec.structs.replace(battle, steps=((Threw((40_000, 1)),),))))
    with pytest.raises(RecordError, match="not a record"):
        read_record(wrong)
    scenario = battle.header.scenario
    vast = msgspec.structs.replace(scenario.battlefield, width=10**15)
    header_ = msgspec.structs.replace(battle.header, scenario=msgspec.structs.replace(scenario, battlefield=vast))
    with pytest.raises(DataError, match='12" to 144"'):
        replay(RULES, msgspec.structs.replace(battle, header=header_))


def test_what_is_told_aside_is_no_part_of_what_a_record_swears_to() -> None:
    """A line more for whoever reads along does not spoil the records of before; a line of what happened does."""
    bare, aside, told = Digest(), Digest(), Digest()
    happened = Event("went", ("toy.go",), unit=1)
    bare.add([happened])
    aside.add([happened, Event("hesitated", ("toy.go",), unit=1, aside=True)])
    told.add([happened, Event("hesitated", ("toy.go",), unit=1)])
    assert aside.hex() == bare.hex() != told.hex()
