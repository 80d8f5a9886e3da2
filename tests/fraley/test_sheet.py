"""The tables of the book as data: every row as it is printed, and what follows when a cell is changed."""

from typing import Any

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.geometry.units import inches
from sandtable.mechanics.tables import shown
from sandtable.odds.ask import ask
from sandtable.play.record import (
    Digest,
    Header,
    Record,
    RecordError,
    make_record,
    new_game,
    read_record,
    seeded_box,
    verify,
    write_record,
)
from sandtable.play.wire import to_plain
from sandtable.rulesets.fraley.basics.teams import move_of
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.sheet import SHEET
from sandtable.rulesets.fraley.umpire import QUESTIONS
from sandtable.rulesets.library import clauses
from tests.clause import clause

from .test_tables import team

# Every row but those of weapons and vehicles, which are tested where their clauses are.
PRINTED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "training": (
        ("green", "check=5 to-hit=2", "fraley.training.green"),
        ("veteran", "check=4 to-hit=3", "fraley.training.veteran"),
        ("elite", "check=3 to-hit=4", "fraley.training.elite"),
    ),
    "reactivation": (
        ("up-to-5", "needs=1 units=5", "fraley.reactivation.up-to-5"),
        ("6-to-10", "needs=3 units=10", "fraley.reactivation.6-to-10"),
        ("11-to-12", "needs=reactivation_11_12 units=12", "fraley.reactivation.11-to-12"),
        ("over-12", "needs=5", "fraley.reactivation.over-12"),
    ),
    "movement": (
        ("infantry", "inches=6.0", "fraley.move.infantry"),
        ("gun", "inches=3.0", "fraley.move.gun"),
        ("tank", "inches=12.0", "fraley.move.tank"),
    ),
    "hit": (
        ("concealed", "plus=1", "fraley.hit.concealed"),
        ("gone-to-ground", "plus=1", "fraley.hit.gone-to-ground"),
        ("long-range", "plus=1", "fraley.hit.long-range"),
        ("moved", "plus=1", "fraley.hit.firer-moved"),
        ("move-and-fire", "plus=1", "fraley.action.move-and-fire"),
        ("reaction", "plus=1", "fraley.hit.reaction"),
        ("overwatch", "plus=overwatch_penalty", "fraley.overwatch.no-penalty"),
        ("cc-observing", "plus=1", "fraley.hit.cc-observing"),
        ("moving-in-open", "plus=-1", "fraley.hit.moving-in-open"),
    ),
    "saves": (
        ("infantry", "open=3 hard=2", "fraley.save.infantry"),
        ("gun", "open=5 hard=gun_hard_cover_save", "fraley.save.gun"),
        ("tank", "", "fraley.save.tank"),
    ),
    "damage": (
        ("no-effect", "", "fraley.vdt.no-effect"),
        ("suppression", "from=4", "fraley.vdt.suppression"),
        ("destroyed", "from=6", "fraley.vdt.destroyed"),
    ),
    "part": (
        ("hull", "", "fraley.armor.hull-or-turret"),
        ("turret", "from=4", "fraley.armor.hull-or-turret"),
    ),
    "suppression": (
        ("quarter", "plus=1 share=25", "fraley.suppression.penalty-25"),
        ("half", "plus=2 share=50", "fraley.suppression.penalty-50"),
        ("three-quarters", "plus=3 share=75", "fraley.suppression.penalty-75"),
    ),
    "barrage": (
        ("many-guns", "over=4 plus=1", "fraley.barrage.fp-many-guns"),
        ("few-guns", "below=3 share=2", "fraley.barrage.fp-few-guns"),
    ),
}
ROWS = [(table, *row) for table, rows in PRINTED.items() for row in rows]


@pytest.mark.parametrize(
    ("table", "row", "numbers"), [pytest.param(table, row, text, marks=clause(one)) for table, row, text, one in ROWS]
)
def test_a_row_is_as_the_book_prints_it(table: str, row: str, numbers: str) -> None:
    """Every number of it, under its name; one that is a switch names the switch."""
    there = [cell for cell in SHEET.cells.values() if cell.address.rpartition(".")[0] == f"{table}.{row}"]
    said = [f"{cell.address.rpartition('.')[2]}={cell.switch or shown(cell.value)}" for cell in there]
    assert " ".join(said) == numbers


def test_no_row_is_left_out() -> None:
    """And each restates the clause that it is listed with."""
    there = {
        (table, row): line["clause"]
        for table, rows in SHEET.written.items()
        for row, line in rows.items()
        if table not in {"weapons", "tanks"}
    }
    assert there == {(table, row): one for table, row, _, one in ROWS}


def test_every_table_of_the_book_is_rows() -> None:
    """All clauses that are rows of a table stand on some row."""
    wanted = {one.id for one in clauses("fraley").values() if one.kind in {"table", "weapon"}}
    notes = {name for name in wanted if name.startswith("fraley.weapon.")} - {
        line["clause"] for line in SHEET.written["weapons"].values()
    }
    cited = {line["clause"] for rows in SHEET.written.values() for line in rows.values()}
    assert wanted - notes <= cited
    assert all(clauses("fraley")[name].kind == "weapon" for name in notes)


# ---- a changed cell


def changed(*cells: tuple[str, Any]) -> Options:
    """Options with some cells changed."""
    return Options(cells=cells)


MOVED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("training.veteran.check", 5, "training-check", {}),
    ("training.veteran.to-hit", 5, "fire", {}),
    ("reactivation.6-to-10.needs", 5, "re-activation", {"units": 8}),
    ("reactivation.6-to-10.units", 7, "re-activation", {"units": 8}),
    ("hit.concealed", 2, "range-in", {"concealed": True}),
    ("hit.gone-to-ground", 2, "fire", {"gone_to_ground": True}),
    ("hit.long-range", 2, "fire", {"distance": 20, "weapon": "lmg"}),
    ("hit.moved", 2, "fire", {"occasion": "moved"}),
    ("hit.reaction", 2, "fire", {"occasion": "reaction", "distance": 10}),
    ("hit.moving-in-open", -2, "fire", {"occasion": "reaction", "distance": 10, "cover": "open", "concealed": "no"}),
    ("hit.cc-observing", 2, "range-in", {"cc_observes": True}),
    ("saves.infantry.open", 4, "saves", {}),
    ("saves.infantry.hard", 3, "saves", {"cover": "hard"}),
    ("saves.gun.open", 4, "saves", {"kind": "gun"}),
    ("damage.suppression", 3, "armour", {}),
    ("damage.destroyed", 5, "armour", {}),
    ("part.turret", 3, "armour", {"vehicle": "panzer-iv", "facing": "hull-front"}),
    ("suppression.quarter.plus", 2, "activation", {"teams": 8, "suppressed": 2}),
    ("suppression.half.share", 30, "activation", {"teams": 8, "suppressed": 3}),
    ("barrage.many-guns.plus", 2, "barrage", {"guns": 6}),
    ("barrage.few-guns.share", 1, "barrage", {"guns": 2}),
    ("weapons.rifle.fp", 2, "fire", {"weapon": "rifle"}),
    ("weapons.rifle.range", 8, "fire", {"weapon": "rifle", "distance": 10}),
    ("weapons.105mm.barrage", 3, "barrage", {}),
    ("weapons.panzerschreck.ta", 2, "tank-assault", {}),
    ("tanks.m4-sherman.front", 3, "armour", {"vehicle": "m4-sherman", "facing": "front"}),
    ("tanks.m4-sherman.flank", 3, "armour", {"vehicle": "m4-sherman", "facing": "flank"}),
]


@pytest.mark.parametrize(("cell", "value", "question", "given"), MOVED)
def test_a_changed_cell_moves_the_answer_that_hangs_on_it(
    cell: str, value: Any, question: str, given: dict[str, Any]
) -> None:
    """Without the change the answer is the printed one."""
    usual = ask(QUESTIONS[question], given, Options())
    assert ask(QUESTIONS[question], given, changed((cell, value))).outcomes != usual.outcomes
    assert ask(QUESTIONS[question], given, changed((cell, SHEET.find(cell).value))) == usual


@clause("fraley.move.infantry", "fraley.move.gun", "fraley.move.tank", "fraley.tank.tiger-i")
def test_moves_are_cells() -> None:
    """A vehicle with a Move of its own keeps it, whatever others move."""
    on_foot, towed = changed(("movement.infantry", 5)), changed(("movement.gun", 4))
    assert [move_of(team(arm), on_foot) for arm in ("rifle", "hmg", "pak40")] == [inches(5), inches(5), inches(3)]
    assert move_of(team("pak40"), towed) == inches(4)
    driven = changed(("movement.tank", 10), ("tanks.m3-stuart.move", 20))
    moves = [move_of(team(vehicle), driven) for vehicle in ("m4-sherman", "tiger-i", "m3-stuart")]
    assert moves == [inches(10), inches(8), inches(20)]


@clause("fraley.weapon.columns", "fraley.hit.long-range")
def test_a_changed_weapon_reaches_as_far_as_its_cells_say() -> None:
    """Twice its range, if half its Fire Points are any."""
    assert Options().tables.farthest(("smg",)) == inches(18)
    assert changed(("weapons.smg.range", 12)).tables.farthest(("smg",)) == inches(24)
    assert changed(("weapons.smg.fp", 1)).tables.farthest(("smg",)) == inches(9)


@pytest.mark.parametrize(
    ("cell", "value", "why"),
    [
        ("damage.suppression", 6, "begins with 6, the row before it with 6"),
        ("suppression.half.share", 20, "suppression.half begins with 20"),
        ("reactivation.up-to-5.units", 10, "reactivation.6-to-10 begins with 10"),
        ("training.green.check", 7, "training.green.check"),
        ("weapons.rifle.barrage", 1, "no cell 'barrage'"),
        ("weapons.rifle.kind", "gun", "no cell 'kind'"),
        ("hit.overwatch", 1, "the switch overwatch_penalty"),
        ("saves.tank", 5, "no number to change"),
    ],
)
def test_a_cell_that_is_none_or_does_not_fit_is_refused(cell: str, value: Any, why: str) -> None:
    """In words that name it."""
    with pytest.raises(ValueError, match=why):
        changed((cell, value))


# ---- records

CELLS = (("training.veteran.to-hit", 2), ("weapons.rifle.fp", 2))


def fought(*cells: tuple[str, Any]) -> Record:
    """A whole battle with some cells changed."""
    scenario = RULESET.scenario("skirmish")
    short = msgspec.structs.replace(scenario, rules={"fraley": {**scenario.rules["fraley"], "rounds": 2}})
    header = Header(RULESET.name, RULESET.version, to_plain(changed(*cells)), short, ("random",) * 2)
    game, digest = new_game(RULESET, header, seeded_box(3)), Digest()
    fight(game, (bot("random", RULESET, 3, 0), bot("random", RULESET, 3, 1)), digest.add)
    return make_record(game, header, seeded_box(3), digest.hex())


def test_a_record_carries_changed_cells_and_is_proved_with_them() -> None:
    """And does not hold with others; a number that is as printed leaves no trace."""
    record = fought(("weapons.rifle.fp", 2), ("training.veteran.to-hit", 2), ("hit.moved", 1))
    assert record.header.options == {"cells": CELLS}
    assert verify(RULESET, read_record(write_record(record))).initial.options == changed(*CELLS)
    assert fought(("hit.moved", 1)).header.options == {}
    lie = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, options={}), seal="")
    with pytest.raises(RecordError, match=r"the dice are|step"):
        verify(RULESET, lie)
