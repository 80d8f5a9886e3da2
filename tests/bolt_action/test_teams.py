"""Team and Fixed weapons: their crews, and which way they point."""

from typing import Any

import pytest

from tests.clause import clause

from .kit import Scene, Side, column, de, drive, keys, pivot, shift, stay, terrain, us


def mmg(**rest: Any) -> Side:
    """A machine-gun team at (20, 20) that points east; the gunner is figure 0, his loaders 1 and 2."""
    return us("us.mmg-team", (20, 20), name="Able", spots=((18.5, 20), (18.5, 21.2)), **{"bearing": 90, **rest})


def section(loader_at: tuple[float, float] = (18.5, 20), **rest: Any) -> Side:
    """Five men: the leader, figure 1 with a light machine gun, its loader 2, two rifles."""
    spots = ((20, 20), loader_at, (20, 23), (20, 24.5))
    return us("gb.infantry-section", (20, 18.5), name="Able", men=5, spots=spots, **rest)


def foes(x: float = 34, men: int = 6) -> Side:
    """A squad in a column east of Able."""
    return de("us.rifle-squad", (x, 20), name="Foes", men=men, spots=column(x, 20, men))


def man_at(x: float, y: float, name: str = "Foes", **rest: Any) -> Side:
    """An officer by himself."""
    return de("us.captain", (x, y), name=name, **rest)


def needs(scene: Scene, weapon: str) -> list[str]:
    """What the shots with a weapon needed."""
    return [one.needs for one in scene.throws(f"({weapon}) at Foes: to hit")]


# ---- Team


@clause("ba.gap.weapon-team")
@pytest.mark.parametrize(("men", "hits"), [((0, 1, 2), "3+"), ((0, 2), "3+"), ((0,), "4+ (-1 short of crew)")])
def test_a_team_of_one_shoots_worse(men: tuple[int, ...], hits: str) -> None:
    """Two men serve a machine gun as well as three; a gunner alone shoots at -1."""
    scene = Scene(mmg(fields={"men": men}), foes())
    scene.order("Able", "fire", [1] * 4, target="Foes", react="stay")
    assert needs(scene, "Medium machine gun") == [hits]


@clause("ba.gap.weapon-team")
@pytest.mark.parametrize(("y", "hits"), [(22.0, "3+"), (22.001, "4+ (-1 short of crew)")])
def test_a_squads_gunner_wants_his_loader_within_an_inch(y: float, hits: str) -> None:
    """An inch from base to base is near enough, a hair more is not, although other men stand nearer."""
    scene = Scene(section(loader_at=(20, y)), foes())
    scene.order("Able", "fire", [1] * 5, target="Foes", react="stay")
    assert needs(scene, "Light machine gun") == [hits]


@clause("ba.gap.weapon-team")
def test_a_squads_gunner_without_his_loader_shoots_worse() -> None:
    """The loader is removed as an ordinary loss; the gun then fires at -1."""
    scene = Scene(section(), foes())
    gone = keys("f2")
    scene.order("Foes", "fire", [3, 1, 1, 1, 1, 1, 4], target="Able", react="stay", remove_casualties=gone)
    scene.order("Able", "fire", [1, 1, *[1] * 5], target="Foes")  # an order test for the pin, and the shots
    assert needs(scene, "Light machine gun") == ["4+ (-1 short of crew)"]


@clause("ba.gap.weapon-team")
@pytest.mark.parametrize("picked", [True, False], ids=["picked out", "given up"])
def test_a_squads_gunner_takes_the_weapon_with_him_and_the_loader_becomes_a_rifleman(picked: bool) -> None:
    """The gunner lost, by the shooter's choice or the owner's: three rifles and the leader are left."""
    scene = Scene(section(), foes())
    wound = [6, 6] if picked else [4]
    choice = {"pick_casualties" if picked else "remove_casualties": keys("f1")}
    scene.order("Foes", "fire", [3, 1, 1, 1, 1, 1, *wound], target="Able", react="stay", **choice)
    scene.order("Able", "fire", [1, 1, *[1] * 3], target="Foes")
    assert [(one.why.split("(")[1].split(")")[0], len(one.faces)) for one in scene.throws("to hit")] == [("Rifle", 3)]


@clause("ba.gap.weapon-team", "ba.gap.exceptional-damage")
def test_a_team_whose_gunner_is_picked_out_is_lost() -> None:
    """Two loaders are alive, and the unit is gone."""
    scene = Scene(mmg(), foes())
    scene.order("Foes", "fire", [3, 1, 1, 1, 1, 1, 6, 6], target="Able", react="stay", pick_casualties=keys("f0"))
    assert scene.event("was destroyed").tells["why"] == "its gunner is shot"


@clause("ba.gap.weapon-team")
def test_ordinary_losses_take_the_crew_of_a_team_before_its_gunner() -> None:
    """The gunner cannot be given up while loaders are there; then he is the last."""
    scene = Scene(mmg(), foes())
    shot = {"target": "Able", "react": "stay"}
    wound = [3, 1, 1, 1, 1, 1, 4]
    refused = scene.refused(lambda: scene.order("Foes", "fire", wound, **shot, remove_casualties=keys("f0")))
    assert "f0" in str(refused)
    scene.order("Foes", "fire", [3, 3, 1, 1, 1, 1, 4, 4, 1, 1], **shot)
    assert scene.unit("Able").men == (0,)
    scene.order("Foes", "fire", [4, 1, 1, 1, 1, 1, 4], **shot)
    assert not scene.unit("Able").alive


# ---- Fixed


@clause("ba.gap.weapon-fixed")
@pytest.mark.parametrize(("x", "seen"), [(30.0, True), (29.999, False)])
def test_a_fixed_weapon_shoots_within_45_degrees(x: float, seen: bool) -> None:
    """Exactly 45 degrees to the right of the barrel is within its arc, a hair more is not."""
    scene = Scene(mmg(), man_at(x, 30))
    scene.order("Able", "fire", [1] * 4 if seen else [], **({"target": "Foes", "react": "stay"} if seen else {}))
    assert len(scene.events("opened fire")) == seen


@clause("ba.gap.weapon-fixed")
def test_only_men_within_the_arc_are_shot_at() -> None:
    """Of a squad round the corner of a house, the only man in the arc is hidden: it cannot be a target."""
    house = terrain("building", box=(26, 17, 2, 6))
    south = tuple((20.5, 28 + 1.5 * place) for place in range(5))
    squad = de("us.rifle-squad", (34, 20), name="Foes", men=6, spots=south)
    scene = Scene(mmg(), squad, ground=[house])
    scene.order("Able", "fire")
    assert scene.events("opened fire") == []


@clause("ba.gap.weapon-fixed")
def test_range_is_measured_to_men_within_the_arc() -> None:
    """Five men stand at point blank beside the gun, one in the arc at fourteen inches: no bonus."""
    south = tuple((20.5 + 1.5 * place, 25) for place in range(5))
    squad = de("us.rifle-squad", (35, 20), name="Foes", men=6, spots=south)
    scene = Scene(mmg(bearing=60), squad)
    scene.order("Able", "fire", [1] * 4, target="Foes", react="stay")
    assert needs(scene, "Medium machine gun") == ["3+"]


@clause("ba.gap.weapon-fixed")
def test_a_fixed_weapon_does_not_shoot_on_an_advance_and_can_be_turned_by_it() -> None:
    """It pivots to the south, without a shot, and fires that way on its next order."""
    scene = Scene(mmg(), man_at(20, 35), advance_zero_counts_as_moving=False)
    scene.order("Able", "advance", move=pivot(180))
    assert scene.kinds_asked() == ["move"]
    scene.order("Able", "fire", [1] * 4, target="Foes", react="stay")
    assert scene.throws("to hit")


@clause("ba.gap.weapon-fixed")
def test_the_end_of_a_move_sets_the_facing() -> None:
    """Four inches south on a Run, nothing said of facing: it points south."""
    scene = Scene(mmg(), man_at(20, 40))
    scene.order("Able", "run", move=shift(0, 4))
    scene.order("Able", "fire", [1] * 4, target="Foes", react="stay")
    assert scene.throws("to hit")


@clause("ba.gap.weapon-fixed")
@pytest.mark.parametrize(("y", "fires"), [(20.0, True), (40.0, False)])
def test_ambush_keeps_the_facing(y: float, fires: bool) -> None:
    """A man who moves before the barrel can be ambushed, one who moves to the side of it cannot."""
    scene = Scene(mmg(fields={"order": "ambush"}), man_at(25 if y > 20 else 40, y))
    ambush = {"ambush": "station 1"} if fires else {}
    scene.order("Foes", "run", [1] * 4 if fires else [], move=shift(-1, 0), **ambush)
    assert len(scene.events("sprang its ambush")) == fires


@clause("ba.gap.weapon-fixed")
def test_on_a_vehicle_the_mount_decides() -> None:
    """A tank's machine gun in the turret shoots to the rear, and on an Advance."""
    scene = Scene(us("us.sherman", (20, 20), name="Able", bearing=270), foes())
    shot = {"target": "Foes", "react": "stay", "shell": "he"}
    scene.order("Able", "advance", [1, *[1] * 4], drive=drive((0, 1)), **shot)
    assert needs(scene, "Medium machine gun") == ["4+ (-1 on the move)"]


@clause("ba.gap.weapon-fixed")
@pytest.mark.parametrize("counts", [True, False], ids=["zero counts", "zero does not count"])
@pytest.mark.parametrize(
    ("moves", "target"),
    [(pivot(180), "South"), (stay(), "Foes"), (pivot(180.1), ""), (shift(1, 0), "")],
    ids=["90 degrees", "none at all", "more than 90", "a move"],
)
def test_a_table_may_allow_a_pivot_and_a_shot(moves: Any, target: str, counts: bool) -> None:
    """With the switch, a turn of up to 90 degrees and nothing more lets a Fixed weapon fire, at -1."""
    switches: dict[str, Any] = {"fixed_pivot_and_fire": True, "advance_zero_counts_as_moving": counts}
    scene = Scene(mmg(), foes(), man_at(20, 35, "South"), **switches)
    shot = {"target": target, "react": "stay"} if target else {}
    scene.order("Able", "advance", [1] * 4 if target else [], move=moves, **shot)
    assert ["-1 on the move" in one.needs for one in scene.throws("to hit")] == ([True] if target else [])


@clause("ba.gap.weapon-fixed")
@pytest.mark.parametrize(("troop", "fires"), [("us.medium-at-gun", True), ("us.medium-howitzer", False)])
def test_a_gun_may_pivot_and_fire_where_the_table_allows_it(troop: str, fires: bool) -> None:
    """A gun fires over its new line at -1; a howitzer does not."""
    scene = Scene(us(troop, (20, 20), name="Able", bearing=90), man_at(20, 40), fixed_pivot_and_fire=True)
    shot = {"target": "Foes", "react": "stay", "shell": "he"} if fires else {}
    scene.order("Able", "advance", [1] if fires else [], move=pivot(180), **shot)
    assert len(scene.events("opened fire")) == fires


@clause("ba.gap.weapon-fixed")
@pytest.mark.parametrize("troop", ["us.medium-at-gun", "us.mmg-team", "us.medium-mortar", "us.medium-howitzer"])
def test_no_fixed_weapon_shoots_on_an_advance(troop: str) -> None:
    """The enemy stands before the barrel, and nobody is asked to shoot at him."""
    scene = Scene(us(troop, (20, 20), name="Able", bearing=90), man_at(45, 20))
    scene.order("Able", "advance", move=stay())
    assert scene.kinds_asked() == ["move"]
