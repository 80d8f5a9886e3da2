"""The tables of the sheet as data: every cell as it is printed, and what follows when one is changed."""

from typing import Any

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
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
from sandtable.rulesets.d10.basics.charts import reaches, to_hit
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.sheet import SHEET
from sandtable.rulesets.d10.umpire import QUESTIONS
from sandtable.rulesets.library import clauses
from tests.clause import clause

from .fire import duel, sole

# Every row but those of weapons and of the two tables of a hundred cells, which are tested where their clauses are.
PRINTED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "shooting": tuple((str(stat), f"needs={10 - stat}", "d10.shoot.table") for stat in range(1, 11)),
    "hit": (
        ("moved", "plus=-1", "d10.hit.moved"),
        ("size-1", "plus=-1", "d10.hit.size-1"),
        ("size-4-5", "plus=1", "d10.hit.size-4-5"),
        ("size-6-7", "plus=2", "d10.hit.size-6-7"),
        ("size-8-9", "plus=3", "d10.hit.size-8-9"),
        ("soft-cover", "plus=cover_soft", "d10.gap.cover"),
        ("hard-cover", "plus=cover_hard", "d10.gap.cover"),
        ("hard-cover-from-above", "plus=-1", "d10.gap.tag-indirect"),
        ("out-of-sight", "plus=-1", "d10.gap.tag-indirect"),
        ("aimed", "plus=1", "d10.gap.tag-aimed"),
        ("single-crewman", "plus=-1", "d10.gap.guns"),
        ("no-loader", "plus=-1", "d10.gap.weapon-bazooka"),
    ),
    "range": (
        ("short", "inches=12.0", "d10.range.short"),
        ("medium", "inches=24.0", "d10.range.medium"),
        ("long", "inches=36.0", "d10.range.long"),
        ("extreme", "inches=48.0", "d10.range.extreme"),
    ),
    "difficulty": (("default", "diff=4", "d10.test.default-diff"),),
    "blows": (
        ("panicked", "plus=-2", "d10.cc.panicked"),
        ("charged", "plus=1", "d10.cc.charged"),
        ("counter-charged", "plus=1", "d10.cc.counter-charged"),
        ("defending-cover", "plus=1", "d10.cc.defending-cover"),
        ("opponent-panicked", "plus=2", "d10.cc.opponent-panicked"),
        ("breaking-off", "plus=1", "d10.gap.break-off"),
    ),
    "morale": (
        ("unit-casualty", "below=50", "d10.morale.unit-casualty"),
        ("individual-wounds", "below=50", "d10.morale.individual-wounds"),
        ("rout-unit", "below=50", "d10.morale.rout-unit"),
        ("rout-individual", "below=50", "d10.morale.rout-individual"),
        ("panic-unit", "", "d10.morale.panic-unit"),
        ("panic-individual", "", "d10.morale.panic-individual"),
    ),
    "rally": (("medium", "plus=-1", "d10.rally.medium"), ("short", "plus=-2", "d10.rally.short")),
}
ROWS = [(table, *row) for table, rows in PRINTED.items() for row in rows]


@pytest.mark.parametrize(
    ("table", "row", "numbers"), [pytest.param(table, row, text, marks=clause(one)) for table, row, text, one in ROWS]
)
def test_a_row_is_as_the_sheet_prints_it(table: str, row: str, numbers: str) -> None:
    """Every number of it, under its name; one that is a switch names the switch."""
    there = [cell for cell in SHEET.cells.values() if cell.address.rpartition(".")[0] == f"{table}.{row}"]
    said = [f"{cell.address.rpartition('.')[2]}={cell.switch or shown(cell.value)}" for cell in there]
    assert " ".join(said) == numbers


def test_no_row_is_left_out() -> None:
    """And each restates the clause that it is listed with."""
    apart = ("weapons", "test", "close-combat")
    there = {
        (table, row): line["clause"]
        for table, rows in SHEET.written.items()
        for row, line in rows.items()
        if table not in apart
    }
    assert there == {(table, row): one for table, row, _, one in ROWS}


def test_every_table_and_modifier_of_the_sheet_is_a_row() -> None:
    """All clauses of these kinds stand on some row."""
    wanted = {one.id for one in clauses("d10").values() if one.kind in {"table", "modifier"}}
    assert wanted <= {one for cell in SHEET.cells.values() for one in cell.clauses} | {row[-1] for row in ROWS}


# ---- a changed cell


def changed(*cells: tuple[str, Any]) -> Options:
    """Options with some cells changed."""
    return Options(cells=cells)


@clause("d10.shoot.table", "d10.hit.moved")
@pytest.mark.parametrize(
    ("cell", "value", "needed"),
    [("shooting.4", 7, "8+ (-1 the unit moved)"), ("hit.moved", -3, "9+"), ("hit.moved", 0, "6+")],
)
def test_a_changed_cell_changes_the_game_and_the_umpire_alike(cell: str, value: int, needed: str) -> None:
    """What a rifle needs after a move; a modifier of nothing is not spoken of."""
    said = sole(duel(fields={"moved": True}, options={"cells": ((cell, value),)}).order("Able", "shoot", dice=[1]))
    assert needed.startswith(said)
    answer = ask(QUESTIONS["to-hit"], {"shooters": 1, "moved": True}, changed((cell, value)))
    assert answer.needed == said
    assert [one.value for one in answer.modifiers] == (
        [value] if cell == "hit.moved" and value else [-1] * (cell != "hit.moved")
    )


MOVED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("test.4.4", 7, "damage", {}),
    ("close-combat.4.4", 7, "close-combat", {}),
    ("difficulty.default", 5, "morale", {}),
    ("blows.charged", 2, "close-combat", {"stance": "charged"}),
    ("blows.counter-charged", 2, "close-combat", {"stance": "charged", "enemy_stance": "counter-charged"}),
    ("blows.defending-cover", 2, "close-combat", {"stance": "charged", "enemy_stance": "defends-cover"}),
    ("blows.panicked", -3, "close-combat", {"panicked": True, "stance": "none"}),
    ("blows.opponent-panicked", 3, "close-combat", {"enemy_panicked": True}),
    ("blows.breaking-off", 2, "free-blows", {}),
    ("morale.unit-casualty", 30, "morale", {}),
    ("morale.individual-wounds", 30, "morale", {"kind": "individual", "left": 2, "whole": 5}),
    ("morale.rout-unit", 30, "morale", {}),
    ("morale.rout-individual", 30, "morale", {"kind": "individual", "left": 2, "whole": 5}),
    ("rally.medium", -2, "rally", {}),
    ("rally.short", -3, "rally", {"distance": 8}),
    ("range.short", 6, "rally", {"distance": 8}),
    ("hit.size-1", -2, "to-hit", {"size": 1}),
    ("hit.size-4-5", 2, "to-hit", {"size": 5}),
    ("hit.size-6-7", 3, "to-hit", {"size": 6}),
    ("hit.size-8-9", 2, "to-hit", {"size": 8}),
    ("hit.hard-cover-from-above", -2, "to-hit", {"weapon": "light-mortar", "distance": 20, "cover": "hard"}),
    ("hit.aimed", 2, "to-hit", {"weapon": "sniper-rifle", "by": "individual", "shooters": 1}),
    ("hit.single-crewman", -2, "to-hit", {"weapon": "gun-57", "by": "gun", "shooters": 1, "crew": 1}),
    ("hit.no-loader", -2, "to-hit", {"weapon": "bazooka", "shooters": 1, "crew": 1}),
    ("weapons.rifle.shots-short", 2, "to-hit", {}),
    ("weapons.rifle.short", 5, "shoot", {"shooters": 2}),
    ("weapons.light-mortar.blast", 4, "shoot", {"weapon": "light-mortar", "shooters": 1, "distance": 20}),
    ("weapons.bazooka.at", 3, "shoot-at-vehicle", {}),
    ("weapons.rifle.cc", 4, "close-combat", {}),
    ("weapons.satchel.at", 3, "assault-on-vehicle", {"charges": 1, "strikers": 1}),
]


@pytest.mark.parametrize(("cell", "value", "question", "given"), MOVED)
def test_a_changed_cell_moves_the_answer_that_hangs_on_it(
    cell: str, value: Any, question: str, given: dict[str, Any]
) -> None:
    """Without the change the answer is the printed one."""
    usual = ask(QUESTIONS[question], given, Options())
    assert ask(QUESTIONS[question], given, changed((cell, value))).outcomes != usual.outcomes
    assert ask(QUESTIONS[question], given, changed((cell, SHEET.find(cell).value))) == usual


@clause("d10.gap.tag-indirect")
def test_the_cell_for_who_is_out_of_sight() -> None:
    """Where the switch has it at all."""
    given = {"weapon": "light-mortar", "distance": 20, "unseen": True}
    usual, worse = (
        ask(QUESTIONS["to-hit"], given, Options(indirect_out_of_sight=True, cells=cells))
        for cells in ((), (("hit.out-of-sight", -2),))
    )
    assert (usual.needed, worse.needed) == ("7+", "8+")


@clause("d10.range.short", "d10.gap.weapon-smg")
def test_ranges_and_dashes_are_cells() -> None:
    """A shorter band carries a weapon less far; one that gets strength and shots in a band shoots there."""
    assert not reaches("smg", 12_000, changed(("range.short", 9)))
    both = changed(("weapons.smg.medium", 3), ("weapons.smg.shots-medium", 1))
    assert reaches("smg", 24_000, both)
    assert not reaches("smg", 12_001, changed(("weapons.smg.medium", 3)))  # without shots it is still a dash


@pytest.mark.parametrize(
    ("cell", "value", "why"),
    [
        ("range.short", 30, "each band goes farther"),
        ("weapons.rifle.medium", 0, "weapons.rifle: it shoots in bands next to each other"),
        ("shooting.4", 13, "shooting.4.needs"),
        ("shooting.11", 5, "no row '11'"),
        ("close-combat.4", 5, "more than one cell"),
        ("hit.soft-cover", -2, "the switch cover_soft"),
        ("weapons.rifle.cost", 3, "no cell 'cost'"),
    ],
)
def test_a_cell_that_is_none_or_does_not_fit_is_refused(cell: str, value: Any, why: str) -> None:
    """In words that name it."""
    with pytest.raises(ValueError, match=why):
        changed((cell, value))


def test_printed_numbers_stay_while_others_are_played() -> None:
    """Two tables side by side."""
    assert (to_hit(4, changed(("shooting.4", 2))), to_hit(4, Options())) == (2, 6)


# ---- records

CELLS = (("shooting.4.needs", 5), ("weapons.rifle.shots-short", 2))


def fought(*cells: tuple[str, Any]) -> Record:
    """A whole battle with some cells changed."""
    header = Header(
        RULESET.name, RULESET.version, to_plain(changed(*cells)), RULESET.scenario("small"), ("random",) * 2
    )
    game, digest = new_game(RULESET, header, seeded_box(3)), Digest()
    fight(game, (bot("random", RULESET, 3, 0), bot("random", RULESET, 3, 1)), digest.add)
    return make_record(game, header, seeded_box(3), digest.hex())


def test_a_record_carries_changed_cells_and_is_proved_with_them() -> None:
    """And does not hold with others; a number that is as printed leaves no trace."""
    record = fought(("weapons.rifle.shots-short", 2), ("shooting.4", 5), ("hit.moved", -1))
    assert record.header.options == {"cells": CELLS}
    assert verify(RULESET, read_record(write_record(record))).initial.options == changed(*CELLS)
    assert fought(("hit.moved", -1)).header.options == {}
    lie = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, options={}), seal="")
    with pytest.raises(RecordError, match=r"the dice are|step"):
        verify(RULESET, lie)
