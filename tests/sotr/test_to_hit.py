"""Rolling to hit: every row of both tables and what the text adds, and what the die must show."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.mechanics.modifiers import Always, Never, Score
from sandtable.rulesets.sotr.basics.charts import printed, rate_of_fire, wound_bands, wound_columns
from sandtable.rulesets.sotr.fire.to_hit import Shot, can_head, hit_roll, in_reach, modifiers, score, to_hit
from sandtable.rulesets.sotr.options import Options
from tests.clause import clause


def needs(weapon: str = "rifle", at: float = 10, options: dict[str, Any] | None = None, **facts: Any) -> int:
    """What a die must show."""
    return score(Shot(weapon, inches(at), **facts), Options(**(options or {})))


@clause("sotr.shoot.roll", "sotr.shoot.mod-on-die")
def test_four_or_more_hits() -> None:
    """Without modifiers; heavy cover and prone need a 7, with an aimed shot a 6."""
    assert needs() == 4
    assert needs(cover=2, prone=True) == 7
    assert needs(cover=2, prone=True, aimed=True) == 6


@clause(
    "sotr.shoot.aimed", "sotr.shoot.being-charged", "sotr.shoot.camo", "sotr.shoot.elevated", "sotr.shoot.heavy-cover",
    "sotr.shoot.large", "sotr.shoot.light-cover", "sotr.shoot.pillbox", "sotr.shoot.prone", "sotr.shoot.small",
    "sotr.shoot.titanic", "sotr.shoot.concentrated", "sotr.down.prone", "sotr.cover.matrix",
)  # fmt: skip
@pytest.mark.parametrize(
    ("facts", "needed", "clause_id"),
    [
        ({"aimed": True}, 3, "sotr.shoot.aimed"),
        ({"charging": True}, 5, "sotr.shoot.being-charged"),
        ({"camo": True}, 5, "sotr.shoot.camo"),
        ({"above": 4000}, 3, "sotr.shoot.elevated"),
        ({"cover": 1}, 5, "sotr.shoot.light-cover"),
        ({"cover": 2}, 6, "sotr.shoot.heavy-cover"),
        ({"cover": 3}, 7, "sotr.shoot.pillbox"),
        ({"size": "large"}, 3, "sotr.shoot.large"),
        ({"size": "small"}, 5, "sotr.shoot.small"),
        ({"size": "titanic"}, 2, "sotr.shoot.titanic"),
        ({"prone": True}, 5, "sotr.shoot.prone"),
        ({"together": 3}, 1, "sotr.shoot.concentrated"),
        ({"overwatch": True}, 5, "sotr.overwatch.modifier"),
        ({"smoke": True}, 6, "sotr.smoke.modifier"),
    ],
)
def test_each_row_alone(facts: dict[str, Any], needed: int, clause_id: str) -> None:
    """What it does to the score, and the clause it cites."""
    assert needs(**facts) == needed
    assert [one.clause for one in modifiers(Shot("rifle", 10_000, **facts), Options())] == [clause_id]


@clause("sotr.shoot.elevated")
def test_less_than_four_inches_higher_is_not_elevated() -> None:
    """A hill of two inches."""
    assert needs(above=3999) == 4


@clause("sotr.shoot.tables-differ")
def test_the_extra_rows_of_the_summary_can_be_left_out() -> None:
    """Concentrated fire, small and titanic targets; large ones are in both tables."""
    table_1 = {"to_hit_table": "table-1"}
    assert needs(together=3, options=table_1) == needs(size="small", options=table_1) == 4
    assert needs(size="titanic", options=table_1) == 4
    assert needs(size="large", options=table_1) == 3


@clause("sotr.shoot.concentrated", "sotr.gap.concentrate-fire")
def test_concentrated_fire_has_no_aimed_or_scoped_bonus() -> None:
    """One for each who takes part, however many they are; unless the table sets a limit."""
    assert needs("sniper-rifle", together=2, aimed=True) == 2
    assert needs(cover=3, prone=True, together=7) == 1
    assert needs(cover=3, prone=True, together=7, options={"concentrated_fire_most": 4}) == 4


@clause("sotr.gap.automatic-rolls", "sotr.shoot.roll")
def test_nothing_is_automatic_but_what_cannot_fail() -> None:
    """Above six there is no hit, at one or less no miss."""
    assert isinstance(to_hit(Shot("rifle", 1, cover=3), Options()).needed, Never)
    assert isinstance(to_hit(Shot("rifle", 1, size="titanic", aimed=True), Options()).needed, Always)
    assert to_hit(Shot("rifle", 1), Options()).needed == Score(4)
    assert hit_roll(2, 1, "", (), 0).reading.read((1, 6)) == (2, 0)


@clause(
    "sotr.range.edge", "sotr.range.modifier", "sotr.range.short-long", "sotr.range.default", "sotr.shoot.weapon-range",
    "sotr.weapon.max-range", "sotr.weapon.pistol", "sotr.weapon.machine-pistol", "sotr.weapon.rifle",
    "sotr.weapon.semi-auto", "sotr.weapon.shotgun", "sotr.weapon.smg", "sotr.weapon.assault-rifle", "sotr.weapon.hmg",
    "sotr.weapon.sniper-rifle", "sotr.weapon.tables-agree",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "at", "needed"),
    [
        ("pistol", 12, 4), ("pistol", 12.1, 5), ("pistol", 24, 5), ("pistol", 24.1, None),
        ("machine-pistol", 12, 4), ("machine-pistol", 12.1, 5), ("machine-pistol", 24.1, None),
        ("rifle", 24, 4), ("rifle", 24.1, 5), ("rifle", 70, 5),
        ("semi-auto", 24, 4), ("semi-auto", 24.1, 5), ("semi-auto", 70, 5),
        ("shotgun", 4, 3), ("shotgun", 4.1, 4), ("shotgun", 18, 4), ("shotgun", 18.1, None),
        ("smg", 12, 3), ("smg", 12.1, 4), ("smg", 24, 4), ("smg", 24.1, None),
        ("assault-rifle", 1, 4), ("assault-rifle", 70, 4),
        ("hmg", 24, 3), ("hmg", 24.1, 4), ("hmg", 70, 4),
        ("sniper-rifle", 1, 3), ("sniper-rifle", 70, 3),
    ],
)  # fmt: skip
def test_ranges(weapon: str, at: float, needed: int | None) -> None:
    """At exactly the printed distance the shorter band still holds; None is out of reach."""
    assert in_reach(printed()[weapon], inches(at)) is (needed is not None)
    if needed is not None:
        assert needs(weapon, at) == needed


@clause("sotr.weapon.shotgun")
def test_a_shotgun_may_have_its_bonus_at_every_range() -> None:
    """The other reading of its row."""
    assert needs("shotgun", 10, {"shotgun_hit_bonus_short_only": False}) == 3


@clause("sotr.sniper.scoped")
def test_the_scope_adds_to_aiming() -> None:
    """The sniper who did not move, his target in heavy cover: 4 or more."""
    assert needs("sniper-rifle", 40, aimed=True, cover=2) == 4


@clause("sotr.sniper.headshot")
def test_a_natural_six_is_a_headshot_even_where_it_would_miss() -> None:
    """Unless the table wants a hit."""
    assert can_head("sniper-rifle", 8, Options())
    assert not can_head("sniper-rifle", 7, Options(headshot_needs_hit=True))
    assert can_head("sniper-rifle", 6, Options(headshot_needs_hit=True))
    assert not can_head("rifle", 2, Options())
    assert hit_roll(3, 4, "", (), 0, heads=True).reading.read((6, 5, 3)) == (1, 1)
    assert hit_roll(2, 8, "", (), 0, heads=True).reading.read((6, 5)) == (0, 1)


@clause("sotr.weapon.rof-list", "sotr.weapon.rof", "sotr.weapon.tables-agree")
@pytest.mark.parametrize(
    ("weapon", "rate"),
    [("sniper-rifle", 1), ("pistol", 1), ("rifle", 1), ("shotgun", 1), ("semi-auto", 2), ("machine-pistol", 2),
     ("assault-rifle", 3), ("smg", 3), ("hmg", 4)],
)  # fmt: skip
def test_rates_of_fire(weapon: str, rate: int) -> None:
    """As the list and the tables have them; the SMG can be switched to the examples' four."""
    assert rate_of_fire(printed()[weapon], Options()) == rate
    assert rate_of_fire(printed()["smg"], Options(smg_rof=4)) == 4


@clause(
    "sotr.wound.unarmored", "sotr.wound.light", "sotr.wound.heavy", "sotr.wound.formula", "sotr.wound.armour-levels"
)
@pytest.mark.parametrize(("armour", "printed"), [(0, "fddggg"), (1, "ffddgg"), (2, "fffddg")])
def test_the_wound_table(armour: int, printed: str) -> None:
    """All eighteen faces as printed."""
    down, goner = wound_bands(wound_columns(armour, Options())[0])
    assert "".join("g" if face >= goner else "d" if face >= down else "f" for face in range(1, 7)) == printed
