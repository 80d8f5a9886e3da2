"""The tables of the sheet as data: every cell as it is printed, and what follows when one is changed."""

from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.mechanics.tables import shown
from sandtable.odds.ask import ask
from sandtable.play.record import (
    Digest,
    Header,
    Record,
    make_record,
    new_game,
    read_record,
    seeded_box,
    verify,
    write_record,
)
from sandtable.play.wire import to_plain
from sandtable.rulesets.library import clauses
from sandtable.rulesets.skirmish41.basics.charts import band_of, fire_effect, to_hit
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.sheet import SHEET
from sandtable.rulesets.skirmish41.umpire import QUESTIONS
from tests.clause import clause

# Every row but those of weapons, which are tested where their clauses are.
PRINTED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "hit-rifle": (
        ("point-blank", "unaimed=10 aimed=4 careful=2", "sk.shoot.hit-rifle"),
        ("short", "unaimed=14 aimed=8 careful=4", "sk.shoot.hit-rifle"),
        ("medium", "unaimed=17 aimed=12 careful=8", "sk.shoot.hit-rifle"),
        ("long", "unaimed=19 aimed=16 careful=12", "sk.shoot.hit-rifle"),
    ),
    "hit-pistol": (
        ("point-blank", "unaimed=12 aimed=6 careful=3", "sk.shoot.hit-pistol"),
        ("short", "unaimed=16 aimed=10 careful=6", "sk.shoot.hit-pistol"),
        ("medium", "unaimed=18 aimed=16 careful=12", "sk.shoot.hit-pistol"),
        ("long", "unaimed=20 aimed=20 careful=18", "sk.shoot.hit-pistol"),
    ),
    "shifts": (
        ("dispersed", "plus=1", "sk.shoot.dispersed"),
        ("soft-cover", "plus=1", "sk.shoot.soft-cover"),
        ("hard-cover", "plus=2", "sk.shoot.hard-cover"),
        ("hull-or-turret", "plus=1", "sk.veh.mg-hull-turret"),
    ),
    "scores": (
        ("bomb", "short=8 medium=12 long=17", "sk.gren.to-hit"),
        ("gun", "short=8 medium=12 long=16", "sk.gun.to-hit"),
        ("anti-tank", "short=8 medium=12 long=16", "sk.at.to-hit"),
        ("flame", "short=4 medium=14 long=19", "sk.flame.range"),
    ),
    "fire-effect": (
        ("suppressed", "", "sk.effect.suppressed"),
        ("wounded", "from=5", "sk.effect.wound"),
        ("disabled", "from=6", "sk.effect.disable-kill"),
        ("killed", "from=effect_kill_from", "sk.effect.disable-kill"),
    ),
    "effect-modifiers": (
        ("point-blank", "plus=1", "sk.effect.point-blank"),
        ("automatic", "plus=1", "sk.effect.mg-smg-sniper"),
        ("quad", "plus=2", "sk.effect.quad"),
    ),
    "bomb-modifiers": (
        ("drop", "plus=4", "sk.gren.drop"),
        ("ranged-in", "plus=3", "sk.gren.ranged-in"),
        ("firer-moving", "plus=-2", "sk.gren.firer-moving"),
        ("target-moving-cover", "plus=-2", "sk.gren.target-moving-cover"),
        ("target-suppressed", "plus=-2", "sk.gren.target-suppressed"),
        ("under-fire", "plus=-4", "sk.gren.under-fire"),
    ),
    "bomb-effect": (
        ("nothing", "", "sk.gren.effect"),
        ("suppressed", "from=2", "sk.gren.effect"),
        ("wounded", "from=4", "sk.gren.effect"),
        ("disabled", "from=5", "sk.gren.effect"),
        ("killed", "from=6", "sk.gren.effect"),
    ),
    "shell-effect": (
        ("nothing", "", "sk.arty.effect"),
        ("suppressed", "from=1", "sk.arty.effect"),
        ("wounded", "from=3", "sk.arty.effect"),
        ("disabled", "from=5", "sk.arty.effect"),
        ("killed", "from=6", "sk.arty.effect"),
    ),
    "shells": (
        ("light", "sides=6", "sk.arty.die"),
        ("medium", "sides=8 calibre=75", "sk.arty.die"),
        ("heavy", "sides=10 calibre=96", "sk.arty.die"),
    ),
    "blast-modifiers": (
        ("bomb-unaware", "plus=1", "sk.gren.effect-unaware"),
        ("bomb-cover", "plus=-1", "sk.gren.effect-cover"),
        ("shell-unaware", "plus=1", "sk.arty.unaware"),
        ("shell-suppressed", "plus=-1", "sk.arty.suppressed"),
        ("shell-cover", "plus=-1", "sk.arty.cover"),
    ),
    "flame-effect": (
        ("suppressed", "", "sk.flame.effect"),
        ("disabled", "from=3", "sk.flame.effect"),
        ("killed", "from=5", "sk.flame.effect"),
    ),
    "vehicle-fire": (
        ("moving-fast", "plus=4 inches=8.0", "sk.at.moving-target"),
        ("flamethrower", "plus=3", "sk.at.fire-roll"),
    ),
    "burning": (
        ("nothing", "", "sk.at.fire-table"),
        ("abandoned", "from=5", "sk.at.fire-table"),
        ("explodes", "from=8", "sk.at.fire-table"),
    ),
    "soft-damage": (
        ("soft-1-6", "", "sk.dmg.soft-1-6"),
        ("soft-7", "from=7 struck=1", "sk.dmg.soft-7"),
        ("soft-8", "from=8 struck=2", "sk.dmg.soft-8"),
        ("soft-9", "from=9 struck=4", "sk.dmg.soft-9"),
        ("soft-10", "from=10 struck=99", "sk.dmg.soft-10"),
        ("soft-11", "from=11", "sk.dmg.soft-11"),
        ("soft-14", "from=14", "sk.dmg.soft-14"),
        ("soft-16", "from=16", "sk.dmg.soft-16"),
        ("soft-17", "from=17", "sk.dmg.soft-17"),
        ("soft-19", "from=soft_fuel_from", "sk.dmg.soft-19"),
    ),
    "afv-damage": (
        ("afv-1-6", "", "sk.dmg.afv-1-6"),
        ("afv-7", "from=7", "sk.dmg.afv-7"),
        ("afv-8", "from=8", "sk.dmg.afv-8"),
        ("afv-9", "from=9", "sk.dmg.afv-9"),
        ("afv-10", "from=10", "sk.dmg.afv-10"),
        ("afv-13", "from=13 struck=1", "sk.dmg.afv-13"),
        ("afv-14", "from=14 struck=99", "sk.dmg.afv-14"),
        ("afv-15", "from=15", "sk.dmg.afv-15"),
        ("afv-16", "from=16", "sk.dmg.afv-16"),
        ("afv-17", "from=17", "sk.dmg.afv-17"),
        ("afv-18", "from=18", "sk.dmg.afv-18"),
        ("afv-20", "from=20", "sk.dmg.afv-20"),
    ),
    "damage-modifiers": (
        ("largest", "plus=6 calibre=85", "sk.dmg.plus-6"),
        ("large", "plus=4 calibre=57", "sk.dmg.plus-4-gun"),
        ("poor-gun", "plus=-4", "sk.dmg.minus-4-poor-gun"),
        ("flank", "plus=4", "sk.dmg.plus-4-flank"),
        ("thick-armour", "plus=-8", "sk.dmg.minus-8"),
        ("hull-down", "plus=-4", "sk.dmg.minus-4-hull-down"),
        ("heavy", "plus=-4", "sk.dmg.minus-4-heavy"),
        ("medium", "plus=-2", "sk.dmg.minus-2-medium"),
    ),
    "spotting": (
        ("point-blank", "inches=8.0 needs=3", "sk.spot.point-blank"),
        ("short", "inches=20.0 needs=5", "sk.spot.short"),
        ("long", "inches=48.0 needs=8", "sk.spot.long"),
        ("extreme", "inches=60.0 needs=10", "sk.spot.extreme"),
    ),
    "spot-shifts": (
        ("unaware", "plus=1", "sk.spot.unaware"),
        ("stationary-cover", "plus=1", "sk.spot.stationary-cover"),
        ("observer-suppressed", "plus=1", "sk.spot.observer-suppressed"),
        ("target-shooting", "plus=-1", "sk.spot.target-shooting"),
        ("optics", "plus=-1", "sk.spot.optics"),
        ("heard", "plus=2", "sk.spot.heard"),
    ),
    "morale": (
        ("retires", "over=0", "sk.morale.retire"),
        ("gains-a-marker", "over=2", "sk.morale.extra-suppression"),
        ("falls-back", "over=3", "sk.morale.fall-back"),
        ("routs", "over=4", "sk.morale.rout"),
    ),
    "melee": (
        ("forced-back", "by=1", "sk.melee.plus-1"),
        ("captured", "by=2", "sk.melee.plus-2"),
        ("wounded", "by=3", "sk.melee.plus-3"),
        ("disabled", "by=4", "sk.melee.plus-4"),
        ("killed", "by=5", "sk.melee.more"),
    ),
    "melee-modifiers": (("extra-figure", "plus=1", "sk.melee.extra-figure"),),
    "needs": (
        ("rally", "needs=6", "sk.morale.rally"),
        ("group-fire", "needs=20", "sk.shoot.group-fire"),
        ("stuck-half-tracked", "needs=6", "sk.veh.stuck"),
        ("stuck-wheeled", "needs=5", "sk.veh.stuck"),
        ("unstuck", "needs=5", "sk.veh.unstuck"),
    ),
    "removal": (
        ("led", "plus=1", "sk.gap.suppression-removal"),
        ("quiet", "plus=1", "sk.gap.suppression-removal"),
        ("in-the-open", "plus=-1", "sk.gap.suppression-removal"),
    ),
    "moves": (
        ("usual", "inches=6.0", "sk.move.six"),
        ("one-action", "inches=10.0", "sk.move.ten"),
        ("crawl", "inches=2.0", "sk.move.suppressed-crawl"),
    ),
    "deductions": (
        ("rough", "inches=3.0", "sk.move.water-rough"),
        ("obstacle", "inches=3.0", "sk.move.linear-obstacle"),
        ("wounded", "inches=2.0", "sk.move.wounded"),
        ("carried-by-one", "inches=2.0", "sk.move.dragged-one"),
        ("carried-by-two", "inches=1.0", "sk.move.dragged-two"),
    ),
    "speeds": (
        ("usual", "inches=18.0", "sk.veh.speed"),
        ("heavy", "inches=12.0", "sk.veh.speed-heavy"),
        ("heavy-rough", "inches=8.0", "sk.veh.speed-heavy"),
        ("road", "inches=24.0", "sk.veh.speed-road"),
        ("small-soft-road", "inches=30.0", "sk.veh.speed-small-road"),
    ),
    "risk": (
        ("rout", "plus=4", "sk.risk.rout"),
        ("outnumbered-fire", "plus=2", "sk.risk.outnumbered-fire"),
        ("command", "plus=1", "sk.risk.command"),
        ("losses", "plus=1", "sk.risk.losses"),
        ("no-nco", "plus=1", "sk.risk.no-nco"),
        ("under-fire", "plus=1", "sk.risk.under-fire"),
        ("flanked-retiring", "plus=1", "sk.risk.flanked-retiring"),
        ("losing", "plus=1", "sk.risk.losing"),
        ("officer", "plus=-1", "sk.risk.officer"),
        ("afv", "plus=-1", "sk.risk.afv"),
        ("friends", "plus=-1", "sk.risk.friends"),
        ("support-soft-cover", "plus=-1", "sk.risk.support-soft-cover"),
        ("advancing-hard-cover", "plus=-2", "sk.risk.advancing-hard-cover"),
        ("winning", "plus=-2", "sk.risk.winning"),
        ("no-enemy", "plus=-4", "sk.risk.no-enemy"),
    ),
    "actions": (
        ("rf1", "from=1 1=halt 2=advance 3=advance 4=advance 5=advance 6=attack", "sk.act.rf1"),
        ("rf2-5", "from=2 1=retreat 2=halt 3=halt 4=advance 5=advance 6=advance", "sk.act.rf2-5"),
        ("rf6-8", "from=6 1=rout 2=retreat 3=halt 4=halt 5=halt 6=advance", "sk.act.rf6-8"),
        ("rf9", "from=9 1=rout 2=rout 3=rout 4=retreat 5=retreat 6=halt", "sk.act.rf9"),
    ),
    "calm": (
        ("forward", "needs=4", "sk.act.rf0"),
        ("halts-in-cover", "needs=5", "sk.act.rf0-falling-back"),
    ),
    "afv-points": (
        ("advancing", "plus=1", "sk.afv.plus-advancing"),
        ("infantry", "plus=1", "sk.afv.plus-infantry"),
        ("damaged", "plus=-1", "sk.afv.minus-damaged"),
        ("casualty", "plus=-1", "sk.afv.minus-damaged"),
        ("at-fire", "plus=-1", "sk.afv.minus-at-fire"),
        ("flanked", "plus=-1", "sk.afv.minus-flanked"),
        ("alone", "plus=-1", "sk.afv.minus-alone"),
        ("no-main", "plus=-2", "sk.afv.minus-no-main"),
        ("no-weapons", "plus=-2", "sk.afv.minus-no-weapons"),
        ("immobile", "plus=-2", "sk.afv.minus-immobile"),
    ),
    "afv-actions": (
        ("row-1", "minus-3=bale out minus-1=bale out none=retreat plus-1=halt plus-2=manoeuvre", "sk.afv.row-1"),
        ("row-2-3", "minus-3=bale out minus-1=retreat none=halt plus-1=manoeuvre plus-2=manoeuvre", "sk.afv.row-2-3"),
        ("row-4-5", "minus-3=retreat minus-1=halt none=manoeuvre plus-1=manoeuvre plus-2=advance", "sk.afv.row-4-5"),
        ("row-6", "minus-3=halt minus-1=manoeuvre none=manoeuvre plus-1=advance plus-2=advance", "sk.afv.row-6"),
    ),
    "arrivals": (
        ("no-contact", "plus=-1", "sk.gen.no-contact"),
        ("more-counters", "plus=1", "sk.gen.more-counters"),
    ),
    "generation": (
        ("nothing", "", "sk.gen.result-1-5"),
        ("6-7", "from=6", "sk.gen.result-6-7"),
        ("8", "from=8", "sk.gen.result-8"),
        ("9", "from=9", "sk.gen.result-9"),
        ("10", "from=10", "sk.gen.result-10"),
        ("11", "from=11", "sk.gen.result-11"),
        ("12", "from=12", "sk.gen.result-12"),
        ("13", "from=13", "sk.gen.result-13"),
        ("14", "from=14", "sk.gen.result-14"),
    ),
    "tanks": (
        ("stug", "", "sk.gap.generated-quality"),
        ("panzer-iv", "from=4", "sk.gap.generated-quality"),
        ("panther", "from=6", "sk.gap.generated-quality"),
    ),
    "qualities": (
        ("second-line", "actions=1", "sk.gap.generated-quality"),
        ("regular", "from=2 actions=2", "sk.gap.generated-quality"),
        ("veteran", "from=6 actions=3", "sk.gap.generated-quality"),
    ),
    "pool": (
        ("men", "most=figure_pool", "sk.gen.recycle"),
        ("machine-guns", "most=3", "sk.gen.recycle"),
        ("guns", "most=1", "sk.gen.recycle"),
        ("vehicles", "most=2", "sk.gen.recycle"),
    ),
}
ROWS = [(table, *row) for table, rows in PRINTED.items() for row in rows]
NO_NUMBERS = {"sk.dmg.schurzen", "sk.veh.speed-halved"}  # a bonus that is not there, and a half


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
    there = {
        (table, row): line["clause"]
        for table, rows in SHEET.written.items()
        for row, line in rows.items()
        if table != "weapons"
    }
    assert there == {(table, row): one for table, row, _, one in ROWS}


def test_every_table_and_modifier_of_the_sheet_is_a_row() -> None:
    """All clauses of these kinds, and the ranges of weapons, stand on some row."""
    wanted = {one.id for one in clauses("skirmish41").values() if one.kind in {"table", "modifier", "weapon"}}
    assert wanted - NO_NUMBERS <= {one for cell in SHEET.cells.values() for one in cell.clauses} | {
        row[-1] for row in ROWS
    }


# ---- a changed cell


def changed(*cells: tuple[str, Any]) -> Options:
    """Options with some cells changed."""
    return Options(cells=cells)


MOVED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("hit-rifle.medium.aimed", 10, "shoot", {}),
    ("hit-pistol.short.unaimed", 10, "to-hit", {"weapon": "pistol", "distance": 5, "aim": "unaimed"}),
    ("weapons.rifle.medium", 40, "to-hit", {"distance": 35}),
    ("weapons.lmg.bonus", 2, "to-hit", {"weapon": "lmg", "shooters": 1}),
    ("shifts.dispersed", 2, "to-hit", {"dispersed": True, "distance": 10}),
    ("shifts.soft-cover", 0, "to-hit", {"cover": "soft"}),
    ("shifts.hard-cover", 1, "to-hit", {"cover": "hard", "distance": 10}),
    ("shifts.hull-or-turret", 0, "to-hit", {"weapon": "vehicle-mg", "shooters": 1, "mounted": True}),
    ("needs.group-fire", 15, "group-fire", {}),
    ("fire-effect.wounded", 4, "fire-effect", {}),
    ("fire-effect.disabled", 5, "fire-effect", {}),
    ("effect-modifiers.point-blank", 2, "fire-effect", {"distance": 5}),
    ("effect-modifiers.automatic", 2, "fire-effect", {"weapon": "lmg"}),
    ("effect-modifiers.quad", 1, "fire-effect", {"weapon": "quad-mg"}),
    ("scores.bomb.medium", 10, "throw", {}),
    ("scores.gun.medium", 10, "gun-at-team", {}),
    ("scores.anti-tank.medium", 10, "at-shot", {}),
    ("scores.flame.short", 8, "flame", {}),
    ("weapons.grenade.medium", 7, "throw", {}),
    ("weapons.flamethrower.at-short", 12, "at-shot", {"weapon": "flamethrower", "distance": 10}),
    ("bomb-modifiers.drop", 2, "throw", {"into": True, "distance": 3}),
    ("bomb-modifiers.firer-moving", -1, "throw", {"firer_moved": True}),
    ("bomb-modifiers.target-moving-cover", 0, "throw", {"target_moved": True}),
    ("bomb-modifiers.target-suppressed", 0, "throw", {"suppression": 1}),
    ("bomb-modifiers.under-fire", -1, "throw", {"under_fire": True}),
    ("bomb-modifiers.ranged-in", 0, "throw", {"weapon": "light-mortar", "distance": 20, "ranged": True}),
    ("bomb-effect.wounded", 3, "blast", {}),
    ("shell-effect.killed", 5, "blast", {"what": "small"}),
    ("shells.medium.sides", 12, "blast", {"what": "medium"}),
    ("shells.heavy.calibre", 120, "blast", {"what": "large"}),
    ("blast-modifiers.bomb-unaware", 2, "blast", {"unaware": True}),
    ("blast-modifiers.bomb-cover", -2, "blast", {"cover": True}),
    ("blast-modifiers.shell-unaware", 2, "blast", {"what": "small", "unaware": True}),
    ("blast-modifiers.shell-suppressed", -2, "blast", {"what": "small", "suppression": 1}),
    ("blast-modifiers.shell-cover", -2, "blast", {"what": "small", "cover": True}),
    ("flame-effect.killed", 6, "flame", {}),
    ("vehicle-fire.moving-fast.plus", 2, "at-shot", {"moved": 12}),
    ("vehicle-fire.moving-fast.inches", 15, "at-shot", {"moved": 12}),
    ("vehicle-fire.flamethrower", 1, "fire-on-afv", {"weapon": "flamethrower"}),
    ("burning.abandoned", 4, "fire-on-afv", {}),
    ("soft-damage.soft-11.from", 12, "damage", {"vehicle": "de.lorry", "crew": 1}),
    ("soft-damage.soft-8.struck", 0, "damage", {"vehicle": "de.lorry", "crew": 1}),
    ("afv-damage.afv-20", 19, "damage", {}),
    ("damage-modifiers.large.plus", 6, "damage", {}),
    ("damage-modifiers.large.calibre", 76, "damage", {}),
    ("damage-modifiers.largest.plus", 4, "damage", {"weapon": "gun-88"}),
    ("damage-modifiers.poor-gun", -2, "damage", {"weapon": "gun-75-poor"}),
    ("damage-modifiers.flank", 2, "damage", {"flank": True}),
    ("damage-modifiers.hull-down", -2, "damage", {"hull_down": True}),
    ("damage-modifiers.medium", -1, "damage", {}),
    ("damage-modifiers.heavy", -1, "damage", {"vehicle": "de.panther"}),
    ("damage-modifiers.thick-armour", -1, "damage", {"vehicle": "de.panther"}),
    ("spotting.long.needs", 7, "spot", {"cover": False}),
    ("spotting.short.inches", 35, "spot", {}),
    ("spot-shifts.stationary-cover", 0, "spot", {}),
    ("spot-shifts.observer-suppressed", 2, "spot", {"suppression": 1, "distance": 18}),
    ("spot-shifts.target-shooting", -2, "spot", {"shooting": True}),
    ("spot-shifts.optics", -2, "spot", {"optics": True}),
    ("spot-shifts.heard", 0, "spot", {"heard": True, "shooting": True, "distance": 18}),
    ("spot-shifts.unaware", 0, "spot", {"unaware": True, "cover": False}),
    ("morale.gains-a-marker", 1, "morale", {"men": 2}),
    ("melee.killed", 4, "melee", {}),
    ("melee-modifiers.extra-figure", 2, "melee", {"helpers": 1}),
    ("needs.rally", 5, "rally", {}),
    ("needs.stuck-wheeled", 4, "stuck", {}),
    ("needs.stuck-half-tracked", 4, "stuck", {"drive": "half-tracked"}),
    ("needs.unstuck", 4, "free", {}),
    ("removal.led", 2, "suppression", {}),
    ("removal.quiet", 2, "suppression", {"under_fire": False, "led": False}),
    ("removal.in-the-open", 0, "suppression", {"in_the_open": True}),
    ("risk.under-fire", 2, "solo-infantry", {}),
    ("risk.losses", 2, "solo-infantry", {"men": 2}),
    ("actions.rf1.2", "halt", "solo-infantry", {}),
    ("actions.rf2-5.from", 1, "solo-infantry", {}),
    ("calm.forward", 5, "solo-infantry", {"under_fire": False}),
    ("calm.halts-in-cover", 4, "solo-infantry", {"under_fire": False, "moving": "falling-back"}),
    ("afv-points.damaged", 1, "solo-afv", {"damaged": True}),
    ("afv-points.casualty", -3, "solo-afv", {"casualties": 1}),
    ("afv-actions.row-1.none", "halt", "solo-afv", {}),
    ("arrivals.more-counters", 2, "arrivals", {}),
    ("arrivals.no-contact", 0, "arrivals", {"contact": False}),
    ("generation.8", 7, "arrivals", {}),
    ("qualities.veteran.from", 5, "arrivals", {}),
    ("tanks.panther", 5, "arrivals", {"portals": 12}),
    ("pool.machine-guns", 0, "arrivals", {"portals": 6}),
]


@pytest.mark.parametrize(("cell", "value", "question", "given"), MOVED)
def test_a_changed_cell_moves_the_answer_that_hangs_on_it(
    cell: str, value: Any, question: str, given: dict[str, Any]
) -> None:
    """Without the change the answer is the printed one."""
    usual = ask(QUESTIONS[question], given, Options())
    assert ask(QUESTIONS[question], given, changed((cell, value))).outcomes != usual.outcomes
    assert ask(QUESTIONS[question], given, changed((cell, SHEET.find(cell).value))) == usual


def test_a_modifier_of_nothing_is_not_spoken_of() -> None:
    """A flank that adds nothing is no reason."""
    answer = ask(QUESTIONS["damage"], {"flank": True}, changed(("damage-modifiers.flank", 0)))
    assert "flank or rear" not in [one.why for one in answer.modifiers]


@clause("sk.effect.disable-kill")
def test_a_row_that_the_next_one_begins_with_is_not_there() -> None:
    """As where a 6 kills."""
    rows = ["suppressed", "wounded", "killed"]
    assert [name for _, name in fire_effect(0, Options(effect_kill_from=6)).rows] == rows
    assert [name for _, name in fire_effect(0, changed(("fire-effect.wounded", 6))).rows] == [
        "suppressed",
        "disabled",
        "killed",
    ]


@clause("sk.shoot.range-rifle", "sk.gun.range-51")
def test_ranges_are_cells() -> None:
    """A longer band carries a weapon farther; what is without limit stays so."""
    assert band_of("rifle", 90_000, Options()) is None
    assert band_of("rifle", 90_000, changed(("weapons.rifle.long", 100))) == 3
    assert changed(("weapons.rifle.long", 100)).tables.farthest == 100_000
    assert band_of("gun-75", 500_000, Options()) == 2


@pytest.mark.parametrize(
    ("cell", "value", "why"),
    [
        ("fire-effect.disabled", 4, "fire-effect: the row 'disabled' begins with 4"),
        ("weapons.rifle.short", 5, "weapons.rifle: the row '1' begins"),
        ("spotting.short.inches", 70, "spotting: the row 'long' begins with 48"),
        ("morale.routs", 2, "morale: the row 'routs' begins with 2"),
        ("actions.rf1.2", "dance", "advance or attack or halt or retreat or rout"),
        ("afv-actions.row-1", "halt", "more than one cell"),
        ("hit-rifle.short.aimed", 40, "hit-rifle.short.aimed"),
        ("shells.medium.sides", 7, "4 or 6 or 8 or 10 or 12 or 20"),
        ("pool.men", 10, "the switch figure_pool"),
        ("weapons.rifle.points", 3, "no cell 'points'"),
        ("fire-effect.suppressed", 2, "no number to change"),
    ],
)
def test_a_cell_that_is_none_or_does_not_fit_is_refused(cell: str, value: Any, why: str) -> None:
    """In words that name it."""
    with pytest.raises(ValueError, match=why):
        changed((cell, value))


def test_printed_numbers_stay_while_others_are_played() -> None:
    """Two tables side by side."""
    other = changed(("hit-rifle.short.aimed", 2))
    assert (to_hit("rifle", 1, 1, other), to_hit("rifle", 1, 1, Options())) == (2, 8)


# ---- records

CELLS = (("hit-rifle.short.aimed", 2), ("weapons.rifle.short", 12))


def fought(*cells: tuple[str, Any]) -> Record:
    """A whole battle with some cells changed."""
    header = Header(
        RULESET.name, RULESET.version, to_plain(changed(*cells)), RULESET.scenario("chapel"), ("random",) * 2
    )
    game, digest = new_game(RULESET, header, seeded_box(3)), Digest()
    fight(game, (bot("random", RULESET, 3, 0), bot("random", RULESET, 3, 1)), digest.add)
    return make_record(game, header, seeded_box(3), digest.hex())


def test_a_record_carries_changed_cells_and_is_proved_with_them() -> None:
    """And a number that is as printed leaves no trace."""
    record = fought(("weapons.rifle.short", 12), ("hit-rifle.short.aimed", 2), ("shifts.dispersed", 1))
    assert record.header.options == {"cells": CELLS}
    assert verify(RULESET, read_record(write_record(record))).initial.options == changed(*CELLS)
    assert fought(("shifts.dispersed", 1)).header.options == {}
