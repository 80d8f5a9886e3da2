"""The tables of the book as data: every cell as it is printed, and what follows when one is changed."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.mechanics.tables import shown
from sandtable.odds.ask import ask
from sandtable.play.modifier import Modifier
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.library import clauses
from sandtable.rulesets.sotr.basics.charts import wound_bands, wound_columns
from sandtable.rulesets.sotr.basics.terrain import ground_class
from sandtable.rulesets.sotr.fire.spotting import spot_bonus
from sandtable.rulesets.sotr.fire.suppression import hail
from sandtable.rulesets.sotr.fire.throwing import coming_back_roll
from sandtable.rulesets.sotr.fire.to_hit import Shot, modifiers, score
from sandtable.rulesets.sotr.harm.armour import affects, armour_roll, damage_roll
from sandtable.rulesets.sotr.melee.blows import Fighter
from sandtable.rulesets.sotr.melee.blows import modifiers as blow_modifiers
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.setup.forces import raise_unit
from sandtable.rulesets.sotr.sheet import SHEET
from sandtable.rulesets.sotr.umpire import QUESTIONS
from sandtable.rulesets.sotr.weapons.grenades import frag
from sandtable.rulesets.sotr.weapons.strikes import bomb, bullets, shell, strafed_roll, under_bullets, under_shells
from tests.clause import clause

from .kit import terrain

WEAPONS = [
    pytest.param("pistol", "rof=1 short=12 range=24 long=-1", marks=clause("sotr.weapon.pistol")),
    pytest.param("machine-pistol", "rof=2 short=12 range=24 long=-1", marks=clause("sotr.weapon.machine-pistol")),
    pytest.param("rifle", "rof=1 short=24 long=-1", marks=clause("sotr.weapon.rifle")),
    pytest.param("semi-auto", "rof=2 short=24 long=-1", marks=clause("sotr.weapon.semi-auto")),
    pytest.param("shotgun", "rof=1 short=4 range=18 near=1 near_wound=1", marks=clause("sotr.weapon.shotgun")),
    pytest.param("smg", "rof=smg_rof short=12 range=24 near=1", marks=clause("sotr.weapon.smg")),
    pytest.param("assault-rifle", "rof=3", marks=clause("sotr.weapon.assault-rifle")),
    pytest.param("hmg", "rof=4 short=24 near=1 pen=1", marks=clause("sotr.weapon.hmg")),
    pytest.param("flamethrower", "pen=2", marks=clause("sotr.weapon.flamethrower")),
    pytest.param("grenade-launcher", "rof=1 short=24 long=-1 pen=1", marks=clause("sotr.weapon.grenade-launcher")),
    pytest.param("rpg", "rof=1 pen=4", marks=clause("sotr.weapon.rpg")),
    pytest.param("sniper-rifle", "rof=1", marks=clause("sotr.weapon.sniper-rifle")),
    pytest.param("tank-gun", "rof=1 pen=5", marks=clause("sotr.gap.heavy-weapons")),
    pytest.param("railgun", "rof=1 pen=7", marks=clause("sotr.gap.heavy-weapons")),
    pytest.param("light-mortar", "rof=1 short=24 long=-1 pen=1", marks=clause("sotr.gap.shared-troops")),
    pytest.param("medium-mortar", "rof=1 short=24 long=-1 pen=2", marks=clause("sotr.gap.shared-troops")),
]


@pytest.mark.parametrize(("weapon", "numbers"), WEAPONS)
def test_a_weapon_is_as_the_book_prints_it(weapon: str, numbers: str) -> None:
    """Every number of its row, under its name; one that is a switch names the switch."""
    there = [cell for cell in SHEET.cells.values() if cell.address.startswith(f"weapons.{weapon}.")]
    assert " ".join(f"{cell.address.rpartition('.')[2]}={cell.switch or cell.value}" for cell in there) == numbers


MOVED: list[tuple[str, Any, str, dict[str, Any]]] = [
    ("weapons.rifle.rof", 2, "shooting", {"weapon": "rifle"}),
    ("weapons.rifle.long", -2, "shooting", {"weapon": "rifle", "distance": 30}),
    ("weapons.rifle.short", 12, "shooting", {"weapon": "rifle", "distance": 20}),
    ("weapons.pistol.range", 12, "shooting", {"weapon": "pistol", "distance": 20}),
    ("weapons.hmg.near", 2, "shooting", {"weapon": "hmg", "distance": 20, "cover": "heavy"}),
    ("weapons.shotgun.near_wound", 2, "shooting", {"weapon": "shotgun", "distance": 3}),
    ("weapons.rpg.pen", 5, "machine-hit", {"by": "rpg"}),
    ("weapons.flamethrower.pen", 3, "machine-hit", {"by": "flamethrower"}),
    ("weapons.semi-auto.rof", 3, "suppression", {"weapon": "semi-auto", "shooters": 4, "cool": 8}),
]


@pytest.mark.parametrize(("cell", "value", "question", "given"), MOVED)
def test_a_changed_cell_moves_the_answer_that_hangs_on_it(
    cell: str, value: Any, question: str, given: dict[str, Any]
) -> None:
    """Without the change the answer is the printed one."""
    usual = ask(QUESTIONS[question], given, Options())
    assert ask(QUESTIONS[question], given, Options(cells=((cell, value),))).outcomes != usual.outcomes
    assert ask(QUESTIONS[question], given, Options(cells=((cell, SHEET.find(cell).value),))) == usual


# ---- the other tables: every row, its numbers and its clause

GROUND = "infantry={} wheeled={} tracked={} mecha={}"
PRINTED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "hit": (
        ("base", "needs=4", "sotr.model.to-hit"),
        ("aimed", "plus=1", "sotr.shoot.aimed"),
        ("being-charged", "plus=-1", "sotr.shoot.being-charged"),
        ("camo", "plus=-1", "sotr.shoot.camo"),
        ("concentrated", "plus=1 most=", "sotr.shoot.concentrated"),
        ("elevated", "plus=1 inches=4.0", "sotr.shoot.elevated"),
        ("heavy-cover", "plus=-2", "sotr.shoot.heavy-cover"),
        ("large", "plus=1", "sotr.shoot.large"),
        ("light-cover", "plus=-1", "sotr.shoot.light-cover"),
        ("pillbox", "plus=-3", "sotr.shoot.pillbox"),
        ("prone", "plus=-1", "sotr.shoot.prone"),
        ("small", "plus=-1", "sotr.shoot.small"),
        ("titanic", "plus=2", "sotr.shoot.titanic"),
        ("overwatch", "plus=-1", "sotr.overwatch.modifier"),
        ("scoped", "plus=1", "sotr.sniper.scoped"),
        ("smoke", "plus=-2", "sotr.smoke.modifier"),
    ),
    "wound": (
        ("unarmored", "down=2 goner=4", "sotr.wound.unarmored"),
        ("light", "down=3 goner=5", "sotr.wound.light"),
        ("heavy", "down=4 goner=6", "sotr.wound.heavy"),
    ),
    "hth": (
        ("close-weapon", "plus=1", "sotr.hth.ccw"),
        ("charging", "plus=1", "sotr.hth.charging"),
        ("caught", "plus=2", "sotr.assault.catch-bonus"),
        ("disorganized", "plus=-1", "sotr.hth.disorganized"),
        ("encumbered", "plus=-1", "sotr.hth.encumbered"),
        ("higher", "plus=1", "sotr.hth.higher"),
        ("horror", "plus=1", "sotr.hth.horror"),
        ("hurdled", "plus=-1", "sotr.hth.obstacle"),
        ("prone", "plus=-1", "sotr.hth.prone"),
        ("frenzied", "plus=1", "sotr.frenzy.bonus"),
        ("mecha", "plus=2", "sotr.gap.vehicle-hth"),
    ),
    "cool": (
        ("green", "cool=6", "sotr.cool.green"),
        ("veteran", "cool=7", "sotr.cool.veteran"),
        ("elite", "cool=8", "sotr.cool.elite"),
        ("officer", "plus=1", "sotr.cool.officer-plus-one"),
    ),
    "command": (
        ("strike", "plus=2", "sotr.command.strike-roll"),
        ("on-their-own", "plus=-2", "sotr.command.sarge-goner"),
        ("spotting", "plus=1", "sotr.hide.spot-bonus"),
    ),
    "suppression": (
        ("enough", "rof=4", "sotr.suppress.rof4"),
        ("automatic", "plus=-1 rof=3", "sotr.suppress.rof3"),
        ("pool", "plus=-1 rof=10", "sotr.suppress.rof2-pool"),
        ("grenades", "plus=-2", "sotr.suppress.grenades"),
    ),
    "movement": (
        ("normal", "inches=4.0", "sotr.model.move-normal"),
        ("double", "inches=8.0", "sotr.model.move-double"),
        ("getting-up", "inches=1.0", "sotr.dirt.stand-up"),
        ("stairs", "inches=2.0", "sotr.advance.stairs"),
    ),
    "terrain": (
        ("woods", GROUND.format("open", "impassable", "difficult", "impassable"), "sotr.terrain.woods"),
        ("brush", GROUND.format("difficult", "difficult", "open", "difficult"), "sotr.terrain.brush"),
        ("rubble", GROUND.format("difficult", "impassable", "difficult", "difficult"), "sotr.terrain.rubble"),
        ("rubble-intro", GROUND.format("difficult", "difficult", "open", "difficult"), "sotr.terrain.rubble-conflict"),
        ("craters", GROUND.format("difficult", "impassable", "difficult", "difficult"), "sotr.terrain.difficult-list"),
        ("razorwire", GROUND.format("difficult", "open", "open", "open"), "sotr.terrain.razorwire"),
        ("tank-traps", GROUND.format("difficult", "impassable", "impassable", "difficult"), "sotr.terrain.tank-traps"),
        ("walls", GROUND.format("difficult", "impassable", "difficult", "difficult"), "sotr.terrain.wall"),
        ("ditches", GROUND.format("difficult", "impassable", "open", "open"), "sotr.terrain.ditch"),
        ("hills", GROUND.format("open", "open", "open", "open"), "sotr.terrain.hills"),
        ("waters", GROUND.format(*["impassable"] * 4), "sotr.terrain.impassable-list"),
        ("wrecks", GROUND.format("difficult", "impassable", "difficult", "difficult"), "sotr.gap.vehicle-cover"),
    ),
    "grenades": (
        ("range", "inches=10.0", "sotr.grenade.range"),
        ("many", "men=4", "sotr.grenade.template-large"),
        ("coming-back", "needs=6", "sotr.grenade.coming-back"),
        ("frag", "pen=1", "sotr.weapon.frag-grenade"),
        ("by-hand", "pen=3", "sotr.gap.vehicle-hth"),
    ),
    "armour": (
        ("shaken", "over=0", "sotr.gap.vehicle-damage"),
        ("damaged", "over=1", "sotr.gap.vehicle-damage"),
        ("destroyed", "over=3", "sotr.gap.vehicle-damage"),
        ("proof", "value=5", "sotr.gap.vehicle-damage"),
        ("soft-skinned", "value=3", "sotr.gap.vehicle-morale"),
    ),
    "damage": (
        ("immobilised", "", "sotr.gap.vehicle-damage"),
        ("weapon", "from=4", "sotr.gap.vehicle-damage"),
    ),
    "strikes": (
        ("artillery", "suppress=-2 shells=3 stray=2 pen=3", "sotr.gap.strike-artillery"),
        ("air-strike", "stray=1 plus=1 pen=5", "sotr.gap.strike-air"),
        ("air-strafe", "suppress=-1 needs=4 shift=1 pen=2", "sotr.gap.strike-strafe"),
    ),
}
ROWS = [(table, *row) for table, rows in PRINTED.items() for row in rows]


@pytest.mark.parametrize(
    ("table", "row", "numbers"), [pytest.param(table, row, text, marks=clause(one)) for table, row, text, one in ROWS]
)
def test_a_row_is_as_the_book_prints_it(table: str, row: str, numbers: str) -> None:
    """Every number of it, under its name."""
    there = [cell for cell in SHEET.cells.values() if cell.address.rpartition(".")[0] == f"{table}.{row}"]
    assert " ".join(f"{cell.address.rpartition('.')[2]}={shown(cell.value)}" for cell in there) == numbers


def test_no_row_is_left_out() -> None:
    """And each restates the clause that it is listed with; what models cost is no number of a battle."""
    apart = ("weapons", "points")
    there = {
        (table, row): line["clause"]
        for table, rows in SHEET.written.items()
        for row, line in rows.items()
        if table not in apart
    }
    assert there == {(table, row): one for table, row, _, one in ROWS}
    assert {line["clause"] for line in SHEET.written["points"].values()} == {"sotr.gap.points"}
    assert not any(cell.startswith("points.") for cell in SHEET.cells)


# Clauses of these kinds that print no number of their own: they say where others apply, or are tested where they stand.
NO_NUMBER = {
    "sotr.model.to-hit-modified", "sotr.cool.special-rules", "sotr.move.terrain-applies", "sotr.suppress.cover",
    "sotr.terrain.open-effect", "sotr.terrain.difficult-cost", "sotr.range.modifier", "sotr.shoot.tables-differ",
    "sotr.shoot.weapon-range", "sotr.cover.matrix", "sotr.wound.formula", "sotr.down.prone", "sotr.weapon.rof-list",
    "sotr.weapon.tables-agree", "sotr.weapon.high-powered", "sotr.blast.cover",
}  # fmt: skip


def test_every_table_and_modifier_of_the_book_is_a_row() -> None:
    """All clauses of these kinds stand on some row, but for those that have no number."""
    wanted = {one.id for one in clauses("sotr").values() if one.kind in {"table", "modifier"}}
    assert wanted - {line["clause"] for rows in SHEET.written.values() for line in rows.values()} == NO_NUMBER


# ---- a changed cell

Read = Callable[[Options], Any]


def added(**facts: Any) -> Read:
    """What is added to a shot of a rifle, of which something is so."""
    return lambda options: [one.value for one in modifiers(Shot("rifle", 10_000, **facts), options)]


def struck(fact: str) -> Read:
    """What is added to a blow, where something is so."""
    return lambda options: [one.value for one in blow_modifiers(Fighter(**{fact: True}), options)]


def enlisted(fact: str, troop: str = "us.rifle-squad") -> Read:
    """Something of a unit as it is raised."""
    return lambda options: getattr(raise_unit(Enlisted(troop), "test", "test", options).card, fact)


def bands(armour: int) -> Read:
    """What a wound die says to a level of armour."""
    return lambda options: wound_bands(wound_columns(armour, options)[0])


def hailed(*rates: int, grenades: bool = False) -> Read:
    """What Suppressing Fire takes off a Cool."""
    return lambda options: hail(rates, options, grenades=grenades)


def against(pen: int, armour: int) -> Read:
    """What may come of a hit on a machine."""
    return lambda options: armour_roll(pen, armour, "", (), 0, options).reading.weights(1, 6)


def walked(kind: str, mover: str = "infantry", **facts: Any) -> Read:
    """What a piece of terrain is to a mover."""
    return lambda options: ground_class(terrain(kind, **facts), mover, options)


SCOPED: Read = lambda options: [one.value for one in modifiers(Shot("sniper-rifle", 10_000), options)]  # noqa: E731
MOVING: list[tuple[str, Any, Read]] = [
    ("hit.base", 5, lambda options: score(Shot("rifle", 10_000), options)),
    ("hit.aimed", 2, added(aimed=True)),
    ("hit.being-charged", -2, added(charging=True)),
    ("hit.camo", -2, added(camo=True)),
    ("hit.concentrated.plus", 2, added(together=2)),
    ("hit.elevated.plus", 2, added(above=4000)),
    ("hit.elevated.inches", 5, added(above=4000)),
    ("hit.heavy-cover", -3, added(cover=2)),
    ("hit.large", 2, added(size="large")),
    ("hit.light-cover", -2, added(cover=1)),
    ("hit.pillbox", -4, added(cover=3)),
    ("hit.prone", 0, added(prone=True)),
    ("hit.small", -2, added(size="small")),
    ("hit.titanic", 3, added(size="titanic")),
    ("hit.overwatch", 0, added(overwatch=True)),
    ("hit.scoped", 2, SCOPED),
    ("hit.smoke", -3, added(smoke=True)),
    ("wound.unarmored.down", 3, bands(0)),
    ("wound.light.goner", 6, bands(1)),
    ("wound.heavy.down", 5, bands(2)),
    ("cool.veteran", 8, enlisted("cool")),
    ("cool.elite", 9, enlisted("cool", "us.command")),
    ("cool.officer", 2, lambda options: raise_unit(Enlisted("us.command"), "test", "test", options).figures[0].cool),
    ("movement.normal", 5, enlisted("advance")),
    ("movement.double", 9, enlisted("double")),
    ("command.spotting", 2, lambda options: spot_bonus(3, options)),
    ("suppression.automatic.plus", -2, hailed(3, 3)),
    ("suppression.automatic.rof", 4, hailed(3, 3)),
    ("suppression.pool.plus", -2, hailed(*[2] * 5)),
    ("suppression.pool.rof", 5, hailed(*[2] * 5)),
    ("suppression.grenades", -1, hailed(4, grenades=True)),
    ("terrain.woods.infantry", "difficult", walked("woods", box=(0, 0, 5, 5))),
    ("terrain.brush.infantry", "impassable", walked("brush", box=(0, 0, 5, 5))),
    ("terrain.hills.tracked", "difficult", walked("hill", "tracked", box=(0, 0, 5, 5))),
    ("grenades.coming-back", 5, lambda options: coming_back_roll("", "", 0, options).reading),
    ("grenades.frag", 2, frag),
    ("armour.destroyed", 4, against(3, 5)),
    ("armour.damaged", 2, against(3, 5)),
    ("armour.proof", 6, lambda options: affects(0, 5, options)),
    ("damage.weapon", 3, lambda options: damage_roll("", 0, options).reading),
    ("strikes.artillery.suppress", -1, under_shells),
    ("strikes.artillery.pen", 4, shell),
    ("strikes.air-strike.plus", 2, bomb),
    ("strikes.air-strike.pen", 6, bomb),
    ("strikes.air-strafe.suppress", -2, under_bullets),
    ("strikes.air-strafe.shift", 0, bullets),
    ("strikes.air-strafe.pen", 1, bullets),
    ("strikes.air-strafe.needs", 5, lambda options: strafed_roll("", 0, 0, options).reading),
    *[(f"hth.{fact.replace('_', '-')}", 4, struck(fact)) for fact in Fighter._fields],
]


@pytest.mark.parametrize(("cell", "value", "read"), MOVING)
def test_a_changed_cell_is_played(cell: str, value: Any, read: Read) -> None:
    """Without the change it is the printed one."""
    changed, same = Options(cells=((cell, value),)), Options(cells=((cell, SHEET.find(cell).value),))
    assert read(changed) != read(Options())
    assert read(same) == read(Options())


@clause("sotr.shoot.mod-on-die", "sotr.hth.add-to-die")
def test_a_modifier_of_nothing_is_not_spoken_of() -> None:
    """Neither of shots nor of blows."""
    options = Options(cells=(("hit.prone", 0), ("hth.charging", 0)))
    assert modifiers(Shot("rifle", 10_000, prone=True, aimed=True), options) == (
        Modifier(1, "aimed shot", "sotr.shoot.aimed"),
    )
    assert blow_modifiers(Fighter(charging=True), options) == ()


@pytest.mark.parametrize(
    ("cell", "value", "why"),
    [
        ("wound.light.goner", 2, "wound.light: a GONER takes no less than DOWN"),
        ("armour.damaged", 4, "armour: each row is farther over"),
        ("damage.weapon", 1, "damage: each row begins higher"),
        ("terrain.woods.infantry", "wet", "difficult or impassable or open"),
        ("points.green", 5, "no number to change"),
        ("weapons.smg.rof", 4, "the switch smg_rof"),
        ("weapons.smg.cost", 4, "no cell 'cost'"),
    ],
)
def test_a_cell_that_is_none_or_does_not_fit_is_refused(cell: str, value: Any, why: str) -> None:
    """In words that name it."""
    with pytest.raises(ValueError, match=why):
        Options(cells=((cell, value),))
