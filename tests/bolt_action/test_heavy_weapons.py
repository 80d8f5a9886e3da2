"""The heavy half of the weapons chart: every column of every row, on paper and in play."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from sandtable.rulesets.bolt_action.basics.charts import weapon
from sandtable.rulesets.bolt_action.options import Options
from tests.clause import clause

from .duel import duel
from .kit import Scene, card, de, terrain, us


class Row(NamedTuple):
    """A row of the chart: range, shots, penetration, class of high explosive, nearest range, special rules."""

    range: int
    shots: str
    pen: int | None
    he: str = ""
    nearest: int = 0
    special: frozenset[str] = frozenset()


TEAM, FIXED, SHAPED, INDIRECT, HOWITZER, FLAME, ONE_SHOT = (
    "team",
    "fixed",
    "shaped-charge",
    "indirect",
    "howitzer",
    "flamethrower",
    "one-shot",
)
LAID = frozenset({TEAM, FIXED})
PRINTED = {
    "ba.weapon.hmg": Row(36, "3", 1, special=LAID),
    "ba.weapon.light-autocannon": Row(48, "2", 2, "D2", special=LAID),
    "ba.weapon.heavy-autocannon": Row(72, "2", 3, "D2", special=LAID),
    "ba.weapon.at-rifle": Row(36, "1", 2, special=frozenset({TEAM})),
    "ba.weapon.piat": Row(12, "1", 5, special=frozenset({TEAM, SHAPED})),
    "ba.weapon.bazooka": Row(24, "1", 5, special=frozenset({TEAM, SHAPED})),
    "ba.weapon.panzerschreck": Row(24, "1", 6, special=frozenset({TEAM, SHAPED})),
    "ba.weapon.panzerfaust": Row(12, "1", 6, special=frozenset({ONE_SHOT, SHAPED})),
    "ba.weapon.light-at-gun": Row(48, "1", 4, "D2", special=LAID),
    "ba.weapon.medium-at-gun": Row(60, "1", 5, "D2", special=LAID),
    "ba.weapon.heavy-at-gun": Row(72, "1", 6, "D3", special=LAID),
    "ba.weapon.super-heavy-at-gun": Row(84, "1", 7, "D3", special=LAID),
    "ba.weapon.flamethrower-infantry": Row(6, "D6", 2, special=frozenset({TEAM, FLAME})),
    "ba.weapon.flamethrower-vehicle": Row(18, "2D6", 3, special=frozenset({FLAME})),
    "ba.weapon.light-mortar": Row(24, "1", None, "D3", 12, frozenset({TEAM, INDIRECT})),
    "ba.weapon.medium-mortar": Row(60, "1", None, "D6", 18, LAID | {INDIRECT}),
    "ba.weapon.heavy-mortar": Row(72, "1", None, "2D6", 18, LAID | {INDIRECT}),
    "ba.weapon.light-howitzer": Row(48, "1", None, "D6", 24, LAID | {HOWITZER}),
    "ba.weapon.medium-howitzer": Row(60, "1", None, "2D6", 24, LAID | {HOWITZER}),
    "ba.weapon.heavy-howitzer": Row(72, "1", None, "3D6", 24, LAID | {HOWITZER}),
}
CHART = {name.removeprefix("ba.weapon."): row for name, row in PRINTED.items()}

# Who fires each of the weapons that are aimed over open sights; the catalogue has nobody for the heavy automatic cannon.
SERVED = {
    "ba.weapon.hmg": "de.hmg-team",
    "ba.weapon.light-autocannon": "de.flak-gun",
    "ba.weapon.heavy-autocannon": "de.flak-gun",
    "ba.weapon.at-rifle": "su.at-rifle-team",
    "ba.weapon.piat": "gb.piat-team",
    "ba.weapon.bazooka": "us.bazooka-team",
    "ba.weapon.panzerschreck": "de.panzerschreck-team",
    "ba.weapon.light-at-gun": "de.light-at-gun",
    "ba.weapon.medium-at-gun": "de.medium-at-gun",
    "ba.weapon.heavy-at-gun": "de.heavy-at-gun",
    "ba.weapon.super-heavy-at-gun": "de.super-heavy-at-gun",
}
CREWS = {name.removeprefix("ba.weapon."): troop for name, troop in SERVED.items()}


def rows(clauses: Iterable[str]) -> list[Any]:
    """The names of weapons, each marked with its clause."""
    return [pytest.param(one.removeprefix("ba.weapon."), marks=clause(one)) for one in clauses]


def armed_with(name: str, distance: float, target: str, **rest: Any) -> Scene:
    """A crew with a weapon, and a target so many inches away."""
    crew = CREWS[name]
    return duel(distance, crew, target, gun={"card": card(crew, team=name)}, **rest)


def shell_of(name: str, shell: str) -> dict[str, Any]:
    """The answer to which shell is fired, from weapons that have two."""
    return {"shell": shell} if CHART[name].he else {}


@pytest.mark.parametrize("name", rows(PRINTED))
def test_a_weapon_is_as_the_chart_prints_it(name: str) -> None:
    """Range, shots, penetration, high explosive, nearest range and special rules."""
    kind = weapon(name, Options())
    assert Row(kind.range, kind.shots, kind.pen, kind.he, kind.nearest, frozenset(kind.traits)) == CHART[name]
    assert not kind.small_arm


@pytest.mark.parametrize("name", rows(SERVED))
def test_a_weapon_fires_its_shots_up_to_its_range_with_its_penetration(name: str) -> None:
    """At the very end of its range, where only a shaped charge keeps all of its penetration; a hair beyond, not at all."""
    row = CHART[name]
    shots = int(row.shots)
    scene = armed_with(name, row.range, "us.sherman")
    scene.order("Gun", "fire", [6] + [1] * (shots - 1) + [1], target="Foe", **shell_of(name, "ap"))
    assert [(len(thrown.faces), thrown.needs) for thrown in scene.throws("to hit")] == [(shots, "4+ (-1 long range)")]
    loss = "" if SHAPED in row.special else ", -1 long range"
    total = (row.pen or 0) - bool(loss)
    needed = f"9+ with {total:+d} (+{row.pen} penetration{loss})"
    assert [thrown.needs for thrown in scene.throws("to penetrate")] == [needed]
    beyond = armed_with(name, row.range + 0.001, "us.sherman")
    beyond.order("Gun", "fire", target="Foe", **shell_of(name, "ap"))
    assert beyond.events("fired in vain")
    assert not beyond.throws()


@pytest.mark.parametrize("name", rows(one for one in SERVED if PRINTED[one].he))
def test_a_gun_fires_shells_of_its_class(name: str) -> None:
    """The first hit on a squad explodes with the dice of the class."""
    scene = armed_with(name, 10, "us.rifle-squad")
    misses = [1] * (int(CHART[name].shots) - 1)
    scene.order("Gun", "fire", [6, *misses, 1, 1], target="Foe", shell="he")
    assert [thrown.why for thrown in scene.throws(" hits")] == [f"Foe: {CHART[name].he} hits"]


@pytest.mark.parametrize("name", rows(one for one in SERVED if not PRINTED[one].he))
def test_a_weapon_without_high_explosive_makes_one_hit_a_shot(name: str) -> None:
    """Nobody is asked for a shell, and the penetration counts against men as well."""
    row = CHART[name]
    scene = armed_with(name, 5, "us.rifle-squad", quality="veteran")
    scene.order("Gun", "fire", [6] + [1] * (int(row.shots) - 1) + [1], target="Foe")
    assert "shell" not in scene.kinds_asked()
    assert [(len(thrown.faces), thrown.needs) for thrown in scene.throws("to damage")] == [
        (1, f"{max(1, 5 - (row.pen or 0))}+ (+{row.pen} penetration)")
    ]


@pytest.mark.parametrize("name", rows(SERVED))
def test_a_weapon_that_is_fixed_fires_only_where_it_points(name: str) -> None:
    """A truck straight behind it: others turn round, a Fixed weapon does not."""
    crew = CREWS[name]
    scene = Scene(
        us(crew, (30, 24), name="Gun", bearing=90, fields={"card": card(crew, team=name)}),
        de("us.truck", (24, 24), name="Foe"),
    )
    if FIXED in CHART[name].special:
        scene.order("Gun", "fire")
        assert not scene.events("opened fire")
    else:
        scene.order("Gun", "fire", [1], target="Foe")
        assert scene.throws("to hit")


@pytest.mark.parametrize("name", rows(SERVED))
def test_a_crew_of_one_shoots_worse(name: str) -> None:
    """All of them are team weapons: -1 with one man left."""
    crew = CREWS[name]
    alone = (1,) if card(crew).kind == "artillery" else (0,)
    scene = duel(8, crew, "us.sherman", gun={"card": card(crew, team=name), "men": alone})
    scene.order("Gun", "fire", [1] * int(CHART[name].shots), target="Foe", **shell_of(name, "ap"))
    assert "-1 short of crew" in scene.throws("to hit")[0].needs


# ---- rows that can be read in another way


@pytest.mark.parametrize(
    ("name", "switch", "usual", "other"),
    [
        pytest.param("heavy-mortar", "heavy_mortar_he", "2D6", "D6", marks=clause("ba.weapon.heavy-mortar")),
        pytest.param("light-howitzer", "light_howitzer_he", "D6", "D3", marks=clause("ba.weapon.light-howitzer")),
    ],
)
def test_what_was_cut_off_the_sheet_can_be_read_another_way(name: str, switch: str, usual: str, other: str) -> None:
    """The class of the shell by default, and by its switch."""
    readings: list[tuple[str, dict[str, Any]]] = [(usual, {}), (other, {switch: other})]
    for chosen, options in readings:
        scene = duel(30, f"de.{name}", "us.rifle-squad", **options)
        how = {"direct or indirect": "indirect"} if "howitzer" in name else {}
        dice = {"D3": [1], "D6": [1, 1], "2D6": [1, 1, 1]}[chosen]
        scene.order("Gun", "fire", [6, *dice, *[1] * (2 if chosen == "2D6" else 1)], target="Foe", **how)
        assert [thrown.why for thrown in scene.throws(" hits")] == [f"Foe: {chosen} hits"]


@pytest.mark.parametrize(
    ("name", "he"),
    [
        pytest.param("light-mortar", "D3", marks=clause("ba.weapon.light-mortar")),
        pytest.param("medium-mortar", "D6", marks=clause("ba.weapon.medium-mortar")),
        pytest.param("medium-howitzer", "2D6", marks=clause("ba.weapon.medium-howitzer")),
        pytest.param("heavy-howitzer", "3D6", marks=clause("ba.weapon.heavy-howitzer")),
    ],
)
def test_an_indirect_weapon_fires_shells_of_its_class(name: str, he: str) -> None:
    """One shot that hits, and the dice of its class."""
    scene = duel(24, f"de.{name}", "us.rifle-squad")
    pins = [] if he == "D3" else [1]
    count = 1 if he in {"D3", "D6"} else int(he[0])
    how = {"direct or indirect": "indirect"} if "howitzer" in name else {}
    scene.order("Gun", "fire", [6, *pins, *[1] * count, *[1] * count], target="Foe", **how)
    assert [(thrown.why, len(thrown.faces)) for thrown in scene.throws(" hits")] == [(f"Foe: {he} hits", count)]


# ---- panzerfaust and shaped charges


def panzerfaust(distance: float, target: str = "us.sherman") -> Scene:
    """Five grenadiers, of whom the man with the first panzerfaust is nearest to the target."""
    back = [(9.0, 20.0), (9.0, 21.2), (9.0, 22.4), (10.0, 24.0), (9.0, 25.0)]
    half = 2.05 if target == "us.sherman" else 2.25
    return Scene(
        us("de.grenadier-squad", back[0], name="Squad", men=5, spots=tuple(back[1:])),
        de(target, (10.5 + distance + half, 24), name="Foe", bearing=270),
    )


@clause("ba.weapon.panzerfaust")
def test_a_panzerfaust_reaches_twelve_inches_once() -> None:
    """At 12.000 inches it fires, and is used up; at 12.001 the shot is wasted, and the panzerfaust too."""
    aims: dict[str, Any] = {"aim one-shot weapon": ["Foe", "none"]}
    near = panzerfaust(12).order("Squad", "fire", [6, 1], target="none", **aims)
    assert [(len(thrown.faces), thrown.needs) for thrown in near.throws("to hit")] == [(1, "4+ (-1 long range)")]
    assert [thrown.needs for thrown in near.throws("to penetrate")] == ["9+ with +6 (+6 penetration)"]
    far = panzerfaust(12.001).order("Squad", "fire", target="none", **aims)
    assert far.events("fired in vain")
    for scene in (near, far):
        assert [scene.state.figures[man].carries for man in scene.unit("Squad").men[3:]] == [(), ("panzerfaust",)]


@clause("ba.gap.shaped-charge")
@pytest.mark.parametrize("name", ["piat", "bazooka", "panzerschreck"])
def test_a_shaped_charge_uses_its_penetration_on_soft_targets(name: str) -> None:
    """One hit on a truck or on Veterans in a house, with all of its penetration."""
    house = terrain("building", box=(12, 20, 8, 8))
    for scene in (
        duel(5, CREWS[name], "us.truck"),
        duel(8, CREWS[name], "us.rifle-squad", foe={"building": 0}, quality="veteran", ground=[house]),
    ):
        scene.order("Gun", "fire", [6, 1], target="Foe")
        damage = [(len(thrown.faces), thrown.needs) for thrown in scene.throws("to damage")]
        assert damage == [(1, f"1+ (+{CHART[name].pen} penetration)")]
