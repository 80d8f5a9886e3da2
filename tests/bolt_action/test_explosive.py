"""High explosive: hits, pins and penetration by class, on men, soft-skins and armour."""

import pytest

from tests.clause import clause

from .duel import duel
from .kit import Scene

# A weapon that fires each class of shell over open sights, and what the class does: dice for pins, penetration.
CLASSES = {
    "D2": ("de.light-at-gun", 0, 1),
    "D3": ("de.heavy-at-gun", 0, 1),
    "D6": ("de.light-howitzer", 1, 2),
    "2D6": ("de.medium-howitzer", 1, 3),
    "3D6": ("de.heavy-howitzer", 1, 4),
}
DICE = {"D2": 1, "D3": 1, "D6": 1, "2D6": 2, "3D6": 3}
EACH_CLASS = [
    pytest.param("D2", marks=clause("ba.he.d2")),
    pytest.param("D3", marks=clause("ba.he.d3")),
    pytest.param("D6", marks=clause("ba.he.d6")),
    pytest.param("2D6", marks=clause("ba.he.2d6")),
    pytest.param("3D6", marks=clause("ba.he.3d6")),
]


def explode(scene: Scene, *dice: int, shell: str = "he", **answers: object) -> Scene:
    """The gun fires its one shot with high explosive over open sights, hits, and then these dice fall."""
    howitzer = "howitzer" in scene.unit("Gun").card.team
    how: dict[str, object] = {"direct or indirect": "direct"} if howitzer else {"shell": shell}
    return scene.order("Gun", "fire", [6, *dice], target="Foe", **how, **answers)


def needs(scene: Scene, why: str) -> list[str]:
    """What throws needed."""
    return [thrown.needs for thrown in scene.throws(why)]


# ---- the table


@clause("ba.he.table", "ba.gap.he-hits")
@pytest.mark.parametrize("he", EACH_CLASS)
def test_a_shell_on_men_makes_the_hits_of_its_class_with_its_penetration(he: str) -> None:
    """A Veteran squad: as many hits as the dice of the class add up to, each with the class's penetration."""
    gun, pin_dice, pen = CLASSES[he]
    scene = duel(10, gun, "us.rifle-squad", quality="veteran")
    hits = DICE[he]
    explode(scene, *[1] * pin_dice, *[1] * DICE[he], *[1] * hits)
    assert [len(thrown.faces) for thrown in scene.throws(f"{he} hits")] == [DICE[he]]
    assert [len(thrown.faces) for thrown in scene.throws("to damage")] == [hits]
    assert needs(scene, "to damage") == [f"{max(1, 5 - pen)}+ (+{pen} penetration)"]


@clause("ba.he.table")
@pytest.mark.parametrize(
    ("he", "die", "pins"),
    [
        pytest.param("D2", None, 1, marks=clause("ba.he.d2")),
        pytest.param("D3", None, 1, marks=clause("ba.he.d3")),
        pytest.param("D6", 3, 1, marks=clause("ba.he.d6")),
        pytest.param("D6", 4, 2, marks=clause("ba.he.d6")),
        pytest.param("2D6", 2, 1, marks=clause("ba.he.2d6")),
        pytest.param("2D6", 4, 2, marks=clause("ba.he.2d6")),
        pytest.param("2D6", 5, 3, marks=clause("ba.he.2d6")),
        pytest.param("3D6", 1, 1, marks=clause("ba.he.3d6")),
        pytest.param("3D6", 6, 6, marks=clause("ba.he.3d6")),
    ],
)
def test_a_shell_causes_the_pins_of_its_class_instead_of_one(he: str, die: int | None, pins: int) -> None:
    """1, 1, D2, D3 and D6 pins, and none besides for being hit."""
    scene = duel(10, CLASSES[he][0], "us.rifle-squad")
    explode(scene, *([] if die is None else [die]), *[1] * DICE[he], *[1] * DICE[he])
    assert scene.unit("Foe").pins == pins
    assert [event.tells["count"] for event in scene.events("pinned")] == [pins]


@clause("ba.he.table", "ba.gap.he-vs-armour")
@pytest.mark.parametrize("he", EACH_CLASS)
def test_a_shell_on_armour_is_one_hit_with_the_penetration_of_its_class(he: str) -> None:
    """No dice for the number of hits, one roll against the armour of a tank."""
    gun, pin_dice, pen = CLASSES[he]
    scene = duel(10, gun, "us.sherman")
    explode(scene, *[1] * pin_dice, 1)
    assert not scene.throws(" hits")
    assert needs(scene, "to penetrate") == [f"9+ with +{pen} (+{pen} penetration)"]


@clause("ba.he.d6", "ba.gap.he-hits")
def test_a_mortar_shell_on_a_regular_squad() -> None:
    """Four hits that damage on 2 and more cost it three of twelve men, and it takes two pins."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad")
    scene.order("Gun", "fire", [6, 4, 4, 1, 2, 3, 5], target="Foe", react="stay")
    assert needs(scene, "to damage") == ["2+ (+2 penetration)"]
    assert (scene.unit("Foe").pins, len(scene.unit("Foe").men)) == (2, 9)


# ---- how many hits


@clause("ba.gap.he-hits")
def test_the_shell_is_declared_with_the_target() -> None:
    """A gun with both kinds is asked before the target reacts and before range is measured."""
    scene = duel(10, "de.light-at-gun", "us.rifle-squad")
    explode(scene, 1, 1, react="stay")
    assert scene.kinds_asked() == ["target", "shell", "react"]


@clause("ba.gap.he-hits")
@pytest.mark.parametrize(
    ("shell", "dice", "wounds", "damage"),
    [("ap", [1], 1, "1+ (+4 penetration)"), ("he", [4, 1, 1], 2, "3+ (+1 penetration)")],
)
def test_an_armour_piercing_shot_is_a_single_hit(shell: str, dice: list[int], wounds: int, damage: str) -> None:
    """At a Regular squad a light gun fires one hit at +4, or D2 hits at +1."""
    scene = duel(10, "de.light-at-gun", "us.rifle-squad")
    explode(scene, *dice, shell=shell)
    assert [len(thrown.faces) for thrown in scene.throws("to damage")] == [wounds]
    assert needs(scene, "to damage") == [damage]


@clause("ba.gap.he-hits")
@pytest.mark.parametrize(
    ("gun", "die", "hits"),
    [
        ("de.light-at-gun", 3, 1),
        ("de.light-at-gun", 4, 2),
        ("de.heavy-at-gun", 2, 1),
        ("de.heavy-at-gun", 3, 2),
        ("de.heavy-at-gun", 6, 3),
    ],
)
def test_the_dice_of_a_class_are_the_number_of_hits(gun: str, die: int, hits: int) -> None:
    """D2 and D3 are read off one die."""
    scene = duel(10, gun, "us.rifle-squad")
    explode(scene, die, *[1] * hits)
    assert [len(thrown.faces) for thrown in scene.throws("to damage")] == [hits]


@clause("ba.gap.he-hits")
def test_every_shell_that_hits_makes_hits_and_pins_of_its_own() -> None:
    """Both shots of an automatic cannon hit a squad: D2 twice, two pins."""
    scene = duel(10, "us.flak-gun", "us.rifle-squad")
    scene.order("Gun", "fire", [6, 6, 1, 4, 1, 1, 1], target="Foe", shell="he")
    assert [thrown.value for thrown in scene.throws("D2 hits")] == [1, 2]
    assert scene.unit("Foe").pins == 2


@clause("ba.gap.he-hits")
@pytest.mark.parametrize("target", ["us.truck", "us.light-at-gun"])
def test_soft_skins_and_guns_take_the_hits_of_the_class_too(target: str) -> None:
    """Two hits on a truck or on the crew of a gun, each with the class's penetration."""
    scene = duel(10, "de.light-at-gun", target, turned=180)
    explode(scene, 4, 1, 1)
    assert [len(thrown.faces) for thrown in scene.throws("to damage")] == [2]
    assert needs(scene, "to damage") == [
        "5+ (+1 penetration)" if target == "us.truck" else "3+ (+1 penetration)",
    ]


# ---- armour


@clause("ba.gap.he-vs-armour")
@pytest.mark.parametrize(("switch", "pin_dice", "pins"), [("class", [4], 4), ("one", [], 1)])
def test_armour_takes_the_pins_of_the_class_once(switch: str, pin_dice: list[int], pins: int) -> None:
    """A heavy howitzer's shell that does no damage: D6 pins, or one with the switch."""
    scene = duel(10, "de.heavy-howitzer", "us.sherman", he_armour_pins=switch)
    explode(scene, *pin_dice, 4)
    assert scene.events("was not hurt")
    assert scene.unit("Foe").pins == pins


@clause("ba.gap.he-vs-armour")
def test_a_damage_result_adds_its_pin_to_those_of_the_class() -> None:
    """Three pins for the shell, one for the stunned crew."""
    scene = duel(10, "de.heavy-howitzer", "us.sherman")
    explode(scene, 3, 5, 1)
    assert [event.tells["count"] for event in scene.events("pinned")] == [3, 1]
    assert scene.unit("Foe").pins == 4


@clause("ba.gap.he-vs-armour")
def test_the_switch_for_armour_leaves_soft_skins_alone() -> None:
    """A truck takes the pins of the class in any case."""
    scene = duel(10, "de.heavy-howitzer", "us.truck", he_armour_pins="one")
    explode(scene, 3, 1, 1, 1, 1, 1, 1)
    assert scene.unit("Foe").pins == 3


# ---- those who are Down


@clause("ba.gap.he-vs-down")
@pytest.mark.parametrize(
    ("rounding", "die", "hits"),
    [("up", 5, 3), ("down", 5, 2), ("up", 4, 2), ("down", 4, 2), ("up", 1, 1), ("down", 1, 0)],
)
def test_hits_on_men_who_are_down_are_halved(rounding: str, die: int, hits: int) -> None:
    """D6 hits, half of them, rounded up, or down with the switch; the pins are not halved."""
    scene = duel(10, "de.light-howitzer", "us.rifle-squad", foe={"order": "down"}, he_down_rounding=rounding)
    explode(scene, 6, die, *[1] * hits)
    assert sum(len(thrown.faces) for thrown in scene.throws("to damage")) == hits
    assert scene.unit("Foe").pins == 2


@clause("ba.gap.he-vs-down")
def test_going_down_in_reaction_halves_the_hits() -> None:
    """A squad goes Down when the mortar is declared to fire at it: five hits become three."""
    scene = duel(20, "de.medium-mortar", "us.rifle-squad")
    scene.order("Gun", "fire", [6, 1, 5, 1, 1, 1], target="Foe", react="down")
    assert [len(thrown.faces) for thrown in scene.throws("to damage")] == [3]


@clause("ba.gap.he-vs-down")
def test_shots_that_do_not_explode_are_not_halved() -> None:
    """Three machine-gun hits on men who are Down are three."""
    scene = duel(10, "de.mmg-team", "us.rifle-squad", foe={"order": "down"})
    scene.order("Gun", "fire", [6, 6, 6, 1, 1, 1, 1], target="Foe")
    assert [len(thrown.faces) for thrown in scene.throws("to damage")] == [3]
