"""The printed tables: every cell as the sheet has it, and what follows when one is changed."""

import re
from typing import Any

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.mechanics.tables import shown
from sandtable.odds.ask import ask
from sandtable.play.game import Game
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
from sandtable.rulesets.bolt_action.basics.charts import printed, weapon
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.sheet import SHEET
from sandtable.rulesets.bolt_action.umpire import QUESTIONS
from sandtable.rulesets.library import clauses
from tests.clause import clause

from .foretold import foretold
from .kit import Scene, de, us
from .promises import decoy, foe, rifles
from .test_hits import MISSES, facing, needs

# Every row of every table: its numbers, or the switch that a number is, and the clauses that it restates.
PRINTED: dict[str, tuple[tuple[str, ...], ...]] = {
    "hit": (
        ("base", "needs=3", "ba.hit.base"),
        ("point-blank", "plus=1", "ba.hit.point-blank"),
        ("pins", "plus=-1", "ba.hit.pins"),
        ("long-range", "plus=-1", "ba.hit.long-range"),
        ("inexperienced", "plus=-1", "ba.hit.inexperienced"),
        ("moving", "plus=-1", "ba.hit.moving"),
        ("down", "plus=down_to_hit", "ba.hit.down"),
        ("small", "plus=-1", "ba.hit.small"),
        ("soft-cover", "plus=-1", "ba.hit.soft-cover"),
        ("hard-cover", "plus=-2", "ba.hit.hard-cover"),
        ("bunker", "plus=bunker_to_hit", "ba.gap.cover-types"),
        ("hidden", "plus=-1", "ba.gap.hidden-setup"),
        ("short-of-crew", "plus=-1", "ba.gap.weapon-team"),
        ("scope", "plus=1", "ba.gap.sniper"),
    ),
    "weapons": (
        ("rifle", "range=24 shots=1", "ba.weapon.rifle"),
        ("pistol", "range=6 shots=1", "ba.weapon.pistol"),
        ("smg", "range=12 shots=2", "ba.weapon.smg"),
        ("automatic-rifle", "range=30 shots=2", "ba.weapon.automatic-rifle"),
        ("assault-rifle", "range=24 shots=2", "ba.weapon.assault-rifle"),
        ("lmg", "range=30 shots=3", "ba.weapon.lmg"),
        ("mmg", "range=36 shots=4", "ba.weapon.mmg"),
        ("hmg", "range=36 shots=3 pen=1", "ba.weapon.hmg"),
        ("light-autocannon", "range=48 shots=2 pen=2 he=D2", "ba.weapon.light-autocannon"),
        ("heavy-autocannon", "range=72 shots=2 pen=3 he=D2", "ba.weapon.heavy-autocannon"),
        ("at-rifle", "range=36 shots=1 pen=2", "ba.weapon.at-rifle"),
        ("piat", "range=12 shots=1 pen=5", "ba.weapon.piat"),
        ("bazooka", "range=24 shots=1 pen=5", "ba.weapon.bazooka"),
        ("panzerschreck", "range=24 shots=1 pen=6", "ba.weapon.panzerschreck"),
        ("panzerfaust", "range=12 shots=1 pen=6", "ba.weapon.panzerfaust"),
        ("light-at-gun", "range=48 shots=1 pen=4 he=D2", "ba.weapon.light-at-gun"),
        ("medium-at-gun", "range=60 shots=1 pen=5 he=D2", "ba.weapon.medium-at-gun"),
        ("heavy-at-gun", "range=72 shots=1 pen=6 he=D3", "ba.weapon.heavy-at-gun"),
        ("super-heavy-at-gun", "range=84 shots=1 pen=7 he=D3", "ba.weapon.super-heavy-at-gun"),
        ("flamethrower-infantry", "range=6 shots=D6 pen=2", "ba.weapon.flamethrower-infantry"),
        ("flamethrower-vehicle", "range=vehicle_flamethrower_range shots=2D6 pen=3", "ba.weapon.flamethrower-vehicle"),
        ("light-mortar", "range=24 shots=1 nearest=12 he=D3", "ba.weapon.light-mortar"),
        ("medium-mortar", "range=60 shots=1 nearest=18 he=D6", "ba.weapon.medium-mortar"),
        ("heavy-mortar", "range=72 shots=1 nearest=18 he=heavy_mortar_he", "ba.weapon.heavy-mortar"),
        ("light-howitzer", "range=48 shots=1 nearest=24 he=light_howitzer_he", "ba.weapon.light-howitzer"),
        ("medium-howitzer", "range=60 shots=1 nearest=24 he=2D6", "ba.weapon.medium-howitzer"),
        ("heavy-howitzer", "range=72 shots=1 nearest=24 he=3D6", "ba.weapon.heavy-howitzer"),
    ),
    "quality": (
        ("inexperienced", "morale=8 damaged_on=3", "ba.quality.inexperienced", "ba.damage.inexperienced"),
        ("regular", "morale=9 damaged_on=4", "ba.quality.regular", "ba.damage.regular"),
        ("veteran", "morale=10 damaged_on=5", "ba.quality.veteran", "ba.damage.veteran"),
    ),
    "explosive": (
        ("D2", "pins=1 pen=1", "ba.he.d2"),
        ("D3", "pins=1 pen=1", "ba.he.d3"),
        ("D6", "pins=D2 pen=2", "ba.he.d6"),
        ("2D6", "pins=D3 pen=3", "ba.he.2d6"),
        ("3D6", "pins=D6 pen=4", "ba.he.3d6"),
    ),
    "armour": (
        ("soft-skin", "damaged_on=6", "ba.damage.soft-skin"),
        ("armoured-car", "damaged_on=7", "ba.armour.car"),
        ("light-tank", "damaged_on=8", "ba.armour.light-tank"),
        ("medium-tank", "damaged_on=9", "ba.armour.medium-tank"),
        ("heavy-tank", "damaged_on=10", "ba.armour.heavy-tank"),
        ("super-heavy-tank", "damaged_on=11", "ba.armour.super-heavy-tank"),
    ),
    "penetration": (
        ("side-top", "plus=1", "ba.pen.side-top"),
        ("rear", "plus=2", "ba.pen.rear"),
        ("long-range", "plus=-1", "ba.pen.long-range"),
    ),
    "damage": (
        ("superficial", "over=0 dice=1 plus=-3", "ba.armour.superficial", "ba.result.superficial"),
        ("full", "over=1 dice=1 plus=0", "ba.armour.full", "ba.result.full"),
        ("massive", "over=massive_margin dice=2 plus=0", "ba.armour.massive", "ba.result.massive"),
        ("no-damage", "", "ba.armour.no-damage", "ba.armour.no-damage"),
    ),
    "result": (
        ("stunned", "pins=1", "ba.result.stunned"),
        ("immobilised", "from=2 pins=1", "ba.result.immobilised", "ba.result.immobilised-twice"),
        ("on-fire", "from=3 pins=1", "ba.result.on-fire", "ba.result.on-fire-pass", "ba.result.on-fire-fail"),
        ("knocked-out", "from=4", "ba.result.knocked-out"),
    ),
    "result-modifiers": (
        ("open-topped", "plus=1", "ba.result.open-topped"),
        ("flamethrower", "plus=1", "ba.gap.flamethrower-risk"),
    ),
    "quarters": (
        ("advance", "needs=6", "ba.cqv.hit-advance"),
        ("stationary", "needs=4", "ba.cqv.hit-stationary"),
        ("run", "", "ba.cqv.hit-run"),
    ),
    "morale": (
        ("pins", "plus=-1", "ba.gap.morale-modifiers"),
        ("nco-lost", "plus=-1", "ba.gap.morale-modifiers"),
        ("last-of-team", "plus=-1", "ba.gap.morale-modifiers"),
        ("reserve", "plus=-1", "ba.gap.reserves"),
        ("facing-armour", "plus=-3", "ba.cqv.nerve"),
    ),
    "officer": (
        ("second-lieutenant", "bonus=1", "ba.officer.second-lieutenant"),
        ("first-lieutenant", "bonus=2", "ba.officer.first-lieutenant"),
        ("captain", "bonus=3", "ba.officer.captain"),
        ("major", "bonus=4", "ba.officer.major"),
    ),
    "fubar": (
        ("friendly-fire", "within=12", "ba.fubar.friendly-fire", "ba.fubar.friendly-fire-target"),
        ("panic", "from=3", "ba.fubar.panic"),
    ),
    "movement": (
        ("infantry", "advance=6 run=12", "ba.move.infantry"),
        ("tracked", "advance=9 run=18 advance_turns=1 run_turns=0", "ba.move.tracked"),
        ("half-tracked", "advance=9 run=18 advance_turns=2 run_turns=1", "ba.move.half-tracked"),
        ("wheeled", "advance=12 run=24 advance_turns=2 run_turns=1", "ba.move.wheeled"),
        ("light-gun", "advance=6", "ba.gap.artillery-movement"),
        ("medium-gun", "advance=3", "ba.gap.artillery-movement"),
        ("heavy-gun", "advance=0", "ba.gap.artillery-movement"),
        ("slow-tracked", "advance=slow_advance run=slow_run advance_turns=1 run_turns=0", "ba.gap.unit-traits"),
    ),
    "ranging": (
        ("first", "needs=6", "ba.gap.indirect-fire"),
        ("better", "by=1", "ba.gap.indirect-fire"),
        ("best", "needs=2", "ba.gap.indirect-fire"),
    ),
    "barrage": (
        ("miscalculation", "shift=24", "ba.barrage.miscalculation"),
        ("delay", "from=2 shift=12", "ba.barrage.delay"),
        ("fire-for-effect", "from=4 reach=D6+6", "ba.barrage.effect-area"),
    ),
    "shelling": (
        ("pinned", "pins=D3", "ba.barrage.effect-pins"),
        ("hit", "from=6 he=3D6", "ba.barrage.effect-hit"),
    ),
    "airstrike": (
        ("empty-skies", "from=2", "ba.air.empty"),
        ("here-it-comes", "from=4 pins=D3-1 within=12", "ba.air.pins"),
        ("rookie-pilot", "", "ba.air.rookie"),
    ),
    "aircraft": (
        ("strafing-fighter", "pins=1 hits=3D6 pen=1", "ba.air.strafing"),
        ("fighter-bomber", "from=2 pins=2 hits=2D6 pen=2", "ba.air.fighter-bomber"),
        ("ground-attack-aircraft", "from=4 pins=3 hits=3D6 pen=4", "ba.air.ground-attack"),
    ),
    "bombardment": (
        ("nothing", "pins=0", "ba.gap.preparatory-bombardment"),
        ("one-pin", "from=2 pins=1", "ba.gap.preparatory-bombardment"),
        ("two-pins", "from=4 pins=2", "ba.gap.preparatory-bombardment"),
        ("two-pins-and-hit", "from=6 pins=2 pen=3", "ba.gap.preparatory-bombardment"),
    ),
}
ROWS = [(table, row, numbers, ids) for table, rows in PRINTED.items() for row, numbers, *ids in rows]
# Numbers that the clause of their row says in other words, such as "equal to", "over", "two dice", "none".
IN_WORDS = {
    *("damage.superficial.over", "damage.superficial.dice", "damage.full.over", "damage.full.dice", "damage.full.plus"),
    *("damage.massive.dice", "damage.massive.plus", "movement.heavy-gun.advance", "ranging.better.by"),
    *(f"movement.slow-tracked.{column}" for column in ("advance_turns", "run_turns")),
    "bombardment.nothing.pins",
}


@pytest.mark.parametrize(
    ("table", "row", "numbers"),
    [pytest.param(table, row, text, marks=clause(*ids)) for table, row, text, ids in ROWS],
)
def test_a_row_is_as_the_sheet_prints_it(table: str, row: str, numbers: str) -> None:
    """Every number of it, under its name; one that is a switch names the switch."""
    there = [cell for cell in SHEET.cells.values() if cell.address.rpartition(".")[0] == f"{table}.{row}"]
    said = [f"{cell.address.rpartition('.')[2]}={cell.switch or _plain(cell.value)}" for cell in there]
    assert " ".join(said) == numbers


def _plain(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else shown(value)


def test_no_row_is_left_out() -> None:
    """And each restates the clauses that it is listed with."""
    listed = {(table, row): set(ids) for table, row, _, ids in ROWS}
    there = {
        (table, row): {text for name, text in line.items() if name.endswith("clause")} | set(line.get("clauses", ()))
        for table, rows in SHEET.written.items()
        for row, line in rows.items()
    }
    assert there == listed


def test_every_table_weapon_and_modifier_of_the_sheet_is_a_row() -> None:
    """All clauses of these kinds stand on some row."""
    kinds = {"table", "weapon", "modifier"}
    wanted = {one.id for one in clauses("bolt-action").values() if one.kind in kinds}
    rows = {one for _, _, _, ids in ROWS for one in ids}
    assert wanted <= rows


def test_a_row_has_the_numbers_that_its_clause_says() -> None:
    """Each of them is written in the clause, or in words that are listed above."""
    known = clauses("bolt-action")
    missing = set()
    for cell in SHEET.cells.values():
        text = " ".join(f"{known[one].says} {known[one].ruling}" for one in cell.clauses)
        number = cell.value if isinstance(cell.value, str) else f"{abs(float(cell.value)):g}"  # type: ignore[arg-type]
        if not cell.switch and not re.search(rf"(?<![0-9D]){re.escape(number)}(?![0-9])", text):
            missing.add(cell.address)
    assert missing == IN_WORDS


# ---- a changed cell


def changed(*cells: tuple[str, Any], **switches: Any) -> Options:
    """Options with some cells changed."""
    return Options(cells=cells, **switches)


CHANGES: list[tuple[str, Any, str, str]] = [
    ("hit.base", 4, "4+", "5+ (-1 long range)"),
    ("hit.long-range", -2, "3+", "5+ (-2 long range)"),
    ("hit.long-range", 0, "3+", "3+"),
    ("weapons.rifle.range", 40, "3+", "3+"),
    ("hit.pins", -3, "3+", "4+ (-1 long range)"),
]


@clause("ba.hit.base", "ba.hit.long-range", "ba.weapon.rifle")
@pytest.mark.parametrize(("cell", "value", "near", "far"), CHANGES)
def test_a_changed_cell_changes_the_game_and_the_umpire_alike(cell: str, value: Any, near: str, far: str) -> None:
    """What rifles need at ten inches and at sixteen; a modifier of nothing is not spoken of."""
    for distance, needed in ((10, near), (16, far)):
        scene = facing(distance, cells=((cell, value),))
        scene.order("Able", "fire", [1] * 8 if distance == 10 else MISSES, target="Foes", react="stay")
        assert needs(scene) == needed
        said = ask(QUESTIONS["shooting"], {"shooters": 4, "distance": distance}, changed((cell, value)))
        assert said.needed.startswith(needed.partition(" ")[0])


@clause("ba.damage.regular")
def test_a_changed_cell_changes_forecasts() -> None:
    """Regulars that fall on 5: a third of the hits instead of half of them."""
    usual, tough = (
        foretold(rifles(), foe(), decoy(), casualty_check_fraction=1, cells=cells)
        for cells in ((), (("quality.regular.damaged_on", 5),))
    )
    assert usual.mean("Foe", "hits") == tough.mean("Foe", "hits")
    assert tough.mean("Foe", "men lost") == usual.mean("Foe", "men lost") * 2 / 3


LONE = {"target_men": 1}  # the fewer men a shell can hit, the sooner it is worked out
MOVED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("explosive.D6.pins", "D3", "he", {}),
    ("explosive.D6.pen", 3, "he", {"target_quality": "veteran"}),
    ("armour.medium-tank", 10, "damage-armour", {}),
    ("penetration.side-top", 2, "damage-armour", {"facing": "side"}),
    ("penetration.rear", 3, "damage-armour", {"facing": "rear"}),
    ("penetration.long-range", -2, "damage-armour", {"long_range": True}),
    ("damage.superficial.plus", -2, "damage-armour", {"pen": 3}),
    ("damage.full.dice", 2, "damage-armour", {}),
    ("result.knocked-out", 5, "damage-armour", {}),
    ("result.stunned.pins", 2, "damage-armour", {}),
    ("result-modifiers.open-topped", 2, "damage-armour", {"facing": "top", "shell": "D6", "open_topped": True}),
    ("quarters.advance", 5, "assault-vehicle", {"vehicle_order": "advance"}),
    ("quarters.stationary", 5, "assault-vehicle", {}),
    ("morale.pins", -2, "order-test", {"pins": 2}),
    ("morale.nco-lost", -2, "morale", {"nco_lost": True}),
    ("morale.last-of-team", -2, "morale", {"last_of_team": True}),
    ("morale.reserve", -2, "reserves", {}),
    ("morale.facing-armour", -4, "tank-assault", {"without_anti_tank": True}),
    ("quality.regular.morale", 8, "morale", {}),
    ("officer.captain", 4, "morale", {"officer": "captain", "pins": 5}),
    ("fubar.panic", 4, "fubar", {}),
    ("ranging.best", 3, "ranging-in", {"score": 3}),
    ("ranging.better", 2, "ranging-in", {}),
    ("barrage.delay.from", 3, "barrage", LONE),
    ("barrage.fire-for-effect.reach", "D6+8", "barrage", LONE),
    ("shelling.hit.from", 5, "barrage", LONE),
    ("shelling.pinned", "D6", "barrage", LONE),
    ("airstrike.here-it-comes.from", 5, "air-strike", {}),
    ("airstrike.here-it-comes.pins", "D3", "air-strike", {}),
    ("aircraft.fighter-bomber.hits", "3D6", "air-on-armour", {}),
    ("aircraft.fighter-bomber.pen", 3, "air-on-armour", {}),
    ("bombardment.one-pin.pins", 2, "bombardment", {}),
    ("weapons.medium-at-gun.pen", 6, "shooting-armour", {}),
    ("weapons.mmg.shots", 5, "shooting", {"weapon": "mmg", "shooters": 1}),
]


@pytest.mark.parametrize(("cell", "value", "question", "given"), MOVED)
def test_a_changed_cell_moves_the_answer_that_hangs_on_it(
    cell: str, value: Any, question: str, given: dict[str, Any]
) -> None:
    """Other outcomes, or the same with other chances; without the change the answer is the printed one."""
    usual = ask(QUESTIONS[question], given, Options())
    assert ask(QUESTIONS[question], given, changed((cell, value))).outcomes != usual.outcomes
    assert ask(QUESTIONS[question], given, changed((cell, SHEET.find(cell).value))) == usual


@clause("ba.move.infantry", "ba.move.tracked")
def test_a_changed_rate_is_how_far_a_unit_goes() -> None:
    """On foot and on tracks, in what is shown of a unit."""
    rates = {"movement.infantry.run": 14, "movement.tracked.advance": 8.5}
    scene = Scene(us("us.rifle-squad", (20, 20)), de("us.sherman", (40, 20)), cells=tuple(rates.items()))
    men, tank = (RULESET.shown(scene.state, unit).moves for unit in (0, 1))
    assert [band.reach for band in men] == [6000, 14000]
    assert [band.reach for band in tank] == [8500, 18000]


@clause("ba.air.pins", "ba.fubar.friendly-fire-target", "ba.barrage.delay")
def test_distances_of_charts_are_cells() -> None:
    """So many inches as the table says, as the tables of these options have them."""
    options = changed(("airstrike.here-it-comes.within", 9), ("fubar.friendly-fire", 8), ("barrage.delay.shift", 10.5))
    there = options.tables
    assert there.airstrike["here-it-comes"].within == 9
    assert there.fubar["friendly-fire"].within == 8
    assert there.barrage["delay"].shift == 10.5
    assert printed().barrage["delay"].shift == 12


def test_charts_are_read_as_they_are_changed() -> None:
    """Two rows moved at once, though either alone would not be in order."""
    options = changed(("barrage.delay.from", 4), ("barrage.fire-for-effect.from", 6))
    assert options.tables.chart("barrage").read((5,)) == "delay"


@clause("ba.weapon.flamethrower-vehicle", "ba.weapon.heavy-mortar", "ba.weapon.light-howitzer", "ba.armour.massive")
def test_a_number_that_is_a_switch_is_set_by_the_switch() -> None:
    """It stands in the table all the same."""
    options = Options(vehicle_flamethrower_range=12.4, heavy_mortar_he="3D6", light_howitzer_he="D3", massive_margin=4)
    assert weapon("flamethrower-vehicle", options).range == 12
    assert (weapon("heavy-mortar", options).he, weapon("light-howitzer", options).he) == ("3D6", "D3")
    assert options.tables.damage["massive"].over == 4
    with pytest.raises(ValueError, match=r"damage\.massive\.over is the switch massive_margin"):
        changed(("damage.massive.over", 5))


# ---- records


CELLS = (("hit.long-range.plus", -2), ("weapons.rifle.shots", "2"))


def fought(seed: int, bots: str, *cells: tuple[str, Any]) -> Record:
    """A whole battle with some cells changed."""
    header = Header(
        RULESET.name, RULESET.version, to_plain(changed(*cells)), RULESET.scenario("attrition"), (bots, bots)
    )
    game, digest = new_game(RULESET, header, seeded_box(seed)), Digest()
    fight(game, (bot(bots, RULESET, seed, 0), bot(bots, RULESET, seed, 1)), digest.add)
    return make_record(game, header, seeded_box(seed), digest.hex())


def test_a_record_carries_changed_cells_and_is_proved_with_them() -> None:
    """Short names are written out; a number that is as printed is no change, and no trace of it is left."""
    record = fought(3, "random", ("weapons.rifle.shots", "2"), ("hit.long-range", -2), ("hit.pins", -1))
    assert record.header.options == {"cells": CELLS}
    again = read_record(write_record(record))
    assert verify(RULESET, again).initial.options == changed(*CELLS)
    assert fought(3, "random", ("hit.pins", -1)).header.options == {}


@pytest.mark.parametrize(
    "cells", [[], [["hit.long-range.plus", -2]], [["hit.long-range.plus", -3], ["weapons.rifle.shots", "2"]]]
)
def test_a_record_whose_cells_were_tampered_with_does_not_hold(cells: list[Any]) -> None:
    """The dice hang on the header, so that not one of them is the same."""
    record = fought(3, "random", *CELLS)
    options = {"cells": cells} if cells else {}
    lie = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, options=options), seal="")
    with pytest.raises(RecordError, match=r"the dice are|step"):
        verify(RULESET, lie)


@pytest.mark.parametrize("cells", [[["hit.longrange", -2]], [["hit.base", 9]], [["hit.base"]], "hit.base=4"])
def test_a_record_with_cells_that_are_none_is_refused(cells: Any) -> None:
    """In words, when it is read."""
    header = Header(
        RULESET.name, RULESET.version, {"cells": cells}, RULESET.scenario("attrition"), ("random", "random")
    )
    with pytest.raises(RecordError, match="options: "):
        new_game(RULESET, header, seeded_box(1))


def test_battles_with_different_tables_do_not_disturb_each_other() -> None:
    """Played by turns, answer by answer, each goes as it goes alone."""
    changes: list[tuple[tuple[str, Any], ...]] = [(), CELLS, (("movement.infantry.advance", 4), ("hit.base", 4))]
    alone = [fought(7, "rookie", *cells) for cells in changes]
    games: list[Game[Any]] = [new_game(RULESET, one.header, seeded_box(7)) for one in alone]
    bots = [(bot("rookie", RULESET, 7, 0), bot("rookie", RULESET, 7, 1)) for _ in games]
    while any(game.pending for game in games):
        for game, players in zip(games, bots, strict=True):
            if game.pending is not None:
                seen = RULESET.view(game.state, game.pending.seat)
                game.answer(players[game.pending.seat].answer(seen, game.pending))
    assert [
        make_record(game, one.header, seeded_box(7), "").state_sha256 for game, one in zip(games, alone, strict=True)
    ] == [one.state_sha256 for one in alone]
    assert len({one.state_sha256 for one in alone}) == 3
