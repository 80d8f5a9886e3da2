"""Blast weapons: targets, templates, cover, hits and misses."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.sotr.basics.charts import printed
from sandtable.rulesets.sotr.basics.templates import SMALL, on_model, under_blast
from sandtable.rulesets.sotr.state import Smoke
from sandtable.rulesets.sotr.units.arms import close_combat_armed, encumbered
from sandtable.rulesets.sotr.weapons.aiming import Aim, Shot, blast_modifiers, cover_of_most
from sandtable.rulesets.sotr.weapons.blast import can_fire_blast, fire_blast
from sandtable.rulesets.sotr.weapons.nominating import unit_aims
from tests.clause import clause

from .kit import Scene, instead_of, reich, terrain, us
from .struck import Struck, rows

GUNNER = 1


def bazooka(at: tuple[float, float] = (20, 20), **rest: Any) -> Any:
    """A loader and a gunner with an RPG, who has moved and so takes no aim."""
    return us("us.bazooka-team", at, name="Bazooka", **rest)


def foes(*spots: tuple[float, float], **rest: Any) -> Any:
    """Grenadiers."""
    return reich("reich.sturmgrenadiers", spots[0], name="Foe", men=len(spots), spots=spots[1:], **rest)


def moved(scene: Scene, row: int) -> Scene:
    """The model has moved, so that it takes no aimed shot."""
    name = scene.state.units[scene.state.figures[row].unit].name
    return scene.change(name, scene.unit(name).men.index(row), moved=scene.state.turn)


def scene_of(*sides: Any, **rest: Any) -> Scene:
    """A scene in which RPGs may be fired after moving, and this one's gunner has moved."""
    return moved(Scene(*sides, rpg_move_or_fire=False, **rest), GUNNER)


@clause("sotr.blast.wounds", "sotr.blast.infantry", "sotr.rpg.annihilating", "sotr.weapon.rpg", "sotr.blast.definition")
def test_everybody_touched_is_hit_and_the_one_under_the_centre_is_a_goner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 4 hits in the open. The template lies over the middle one of three; the fourth is out of it."""
    struck = Struck(monkeypatch)
    scene = scene_of(bazooka(), foes((20, 34), (21.9, 34), (23.8, 34), (30, 34)))
    scene.call(fire_blast, GUNNER, "rpg", dice=[4], blast_target="Foe")
    assert struck.goners == rows(scene, "Foe", 1)
    assert struck.rolled == rows(scene, "Foe", 0, 2)
    assert struck.tests == [(((1, 1),), 0)]
    assert scene.unit("Foe").shot_at == (2,)
    assert scene.man("Bazooka", 1).fired == 2
    assert scene.thrown()[0][2] == "4+"


@clause("sotr.rpg.annihilating", "sotr.blast.wounds")
@pytest.mark.parametrize(("how", "goners", "rolled"), [("all", 3, 0), ("none", 0, 3), ("centre", 1, 2)])
def test_whom_a_direct_hit_annihilates(monkeypatch: pytest.MonkeyPatch, how: str, goners: int, rolled: int) -> None:
    """By the switch."""
    struck = Struck(monkeypatch)
    scene = scene_of(bazooka(), foes((20, 34), (21.9, 34), (23.8, 34)), rpg_direct_hit=how)
    scene.call(fire_blast, GUNNER, "rpg", dice=[6], blast_target="Foe")
    assert (len(struck.goners), len(struck.rolled)) == (goners, rolled)


@clause("sotr.blast.direct-miss")
def test_a_direct_shot_that_misses_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A 3, and nothing bursts; yet the unit has been fired upon."""
    struck = Struck(monkeypatch)
    scene = scene_of(bazooka(), foes((20, 34)))
    scene.call(fire_blast, GUNNER, "rpg", dice=[3], blast_target="Foe")
    assert not struck.hits
    assert scene.told("missed", "burst") == [("missed", None)]
    assert scene.unit("Foe").shot_at == (2,)


@clause("sotr.blast.infantry")
def test_friends_and_others_under_the_template_are_hit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """And so is a Hidden unit, of which the firer learns nothing."""
    struck = Struck(monkeypatch)
    scene = scene_of(
        bazooka(),
        foes((20, 34)),
        us("us.rifle-squad", (21.5, 34), name="Friend", men=1),
        reich("reich.zombies", (20, 35.5), name="Mob", men=1, fields={"hidden": True}),
    )
    scene.call(fire_blast, GUNNER, "rpg", dice=[4], blast_target="Foe")
    assert struck.all == rows(scene, "Foe") | rows(scene, "Friend") | rows(scene, "Mob")
    assert "u3" not in scene.offered("blast target") and "u3" not in scene.barred("blast target")
    assert scene.unit("Mob").shot_at == (2,)
    assert all(event.known_to == 1 for event in scene.events("was fired upon") if event.unit == 3)
    assert scene.event("burst").tells["touched"] == "2 models"


@clause("sotr.blast.cover", "sotr.blast.ex-cover")
@pytest.mark.parametrize(
    ("covers", "level"),
    [((0, 1, 2), 1), ((0, 0, 2), 0), ((0, 2, 2), 2), ((0, 2), 0), ((1, 3, 3, 3), 3), ((0, 1, 1, 2), 1), ((), 0)],
)
def test_cover_is_the_most_that_a_majority_has(covers: tuple[int, ...], level: int) -> None:
    """One in the open, one in soft and one in hard cover: two of three have soft cover or better, so -1."""
    assert cover_of_most(covers) == level


@clause("sotr.blast.ex-cover", "sotr.blast.cover")
def test_the_example_on_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """One man in the open, one in brush, one behind a wall: a 5 is needed, and a hit wounds all three."""
    struck = Struck(monkeypatch)
    ground = (
        terrain("brush", box=(21.1, 33, 1.6, 2)),
        terrain("wall", line=[(22.9, 33.2), (24.7, 33.2)]),
    )
    scene = scene_of(bazooka(), foes((20, 34), (21.9, 34), (23.8, 34)), ground=ground)
    scene.call(fire_blast, GUNNER, "rpg", dice=[5], blast_target="Foe")
    assert scene.thrown()[0][2] == "5+ (-1 light cover)"
    assert len(struck.all) == 3


@clause("sotr.blast.nominate")
def test_any_unit_in_sight_may_be_nominated_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the nearest only; one behind a house is barred; the firer may hold fire."""
    Struck(monkeypatch)
    scene = scene_of(
        bazooka(),
        foes((20, 40)),
        reich("reich.zombies", (24, 30), name="Near", men=1),
        reich("reich.zombies", (20, 8), name="Behind", men=1),
        ground=(terrain("building", box=(15, 10, 10, 5)),),
    )
    scene.call(fire_blast, GUNNER, "rpg", blast_target="pass")
    assert scene.offered("blast target") == ["u1", "u2", "t0", "pass"]
    assert scene.barred("blast target") == {"u3": ("sotr.blast.nominate",)}
    assert not scene.news


@clause("sotr.weapon.rpg")
def test_an_rpg_fires_only_directly_and_at_any_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """No `over` for it, and no penalty at 40 inches."""
    Struck(monkeypatch)
    scene = scene_of(bazooka((20, 3)), foes((20, 45)))
    scene.call(fire_blast, GUNNER, "rpg", dice=[3], blast_target="Foe")
    assert scene.offered("blast target") == ["u1", "pass"]
    assert scene.thrown()[0][2] == "4+"


@clause("sotr.blast.infantry")
def test_the_firer_breaks_ties_that_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two men an RPG kills the one under its centre, so the firer says which."""
    struck = Struck(monkeypatch)
    scene = scene_of(bazooka(), foes((20, 34), (21.2, 34)))
    last = scene.row("Foe", 1)
    scene.call(fire_blast, GUNNER, "rpg", dice=[4], blast_target="Foe", template=f"m{last}")
    assert struck.goners == {last} and struck.rolled == rows(scene, "Foe", 0)


@clause("sotr.blast.vehicle", "sotr.rpg.anti-armor")
def test_a_template_goes_against_any_facing_in_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """From ahead and aside a tank's front and one side are seen; the side is the weaker, and a 6 destroys it."""
    Struck(monkeypatch)
    scene = scene_of(
        bazooka((10, 40)), reich("reich.panzermech", (30, 10), name="Mech", card={"hull": (8, 7, 6)}, bearing=180)
    )
    scene.call(fire_blast, GUNNER, "rpg", dice=[3, 6], blast_target="Mech")
    assert scene.offered("facing") == ["front", "right side"]
    assert scene.decision("facing").usual() == "right side"
    assert scene.throws("hit on the side")[0].needs == "3+ (armour 7, penetration +4)"
    assert scene.unit("Mech").place == "destroyed"
    scene = scene_of(
        bazooka((10, 40)), reich("reich.panzermech", (30, 10), name="Mech", card={"hull": (8, 7, 6)}, bearing=180)
    )
    scene.call(fire_blast, GUNNER, "rpg", dice=[3, 3], blast_target="Mech", facing="front")
    assert scene.throws("hit on the front")[0].needs == "4+ (armour 8, penetration +4)"


@clause("sotr.blast.vehicle")
def test_a_large_target_is_easier_to_hit(monkeypatch: pytest.MonkeyPatch) -> None:
    """3+; a 2 misses."""
    Struck(monkeypatch)
    scene = scene_of(bazooka((29.5, 40)), reich("reich.panzermech", (30, 10), name="Mech", bearing=180))
    scene.call(
        fire_blast,
        GUNNER,
        "rpg",
        dice=[2],
        blast_target="Mech",
    )
    assert scene.thrown()[0][2] == "3+ (+1 large target)"


@clause("sotr.blast.terrain", "sotr.blast.ex-woods")
def test_a_template_on_a_wood_goes_no_deeper_than_one_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two inches into it, not three, and not beside it; whoever hides there is hit."""
    struck = Struck(monkeypatch)
    wood = terrain("woods", box=(15, 30, 12, 10))
    mob = reich("reich.zombies", (20, 32.5), name="Mob", men=1, fields={"hidden": True})
    scene = scene_of(bazooka((20, 20)), mob, ground=(wood,))
    answer = instead_of(
        ([20_000, 33_000], "sotr.blast.ex-woods"),
        ([20_000, 29_000], "sotr.blast.terrain"),
        give=[20_000, 31_900],
    )
    scene.call(fire_blast, GUNNER, "rpg", dice=[4], blast_target="t0", blast_point=[answer])
    assert scene.thrown()[0][2] == "4+"
    assert struck.all == rows(scene, "Mob")


@clause("sotr.blast.terrain")
def test_terrain_out_of_sight_is_no_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wood behind a house."""
    Struck(monkeypatch)
    ground = (terrain("building", box=(5, 28, 30, 4)), terrain("woods", box=(18, 36, 4, 4)))
    scene = scene_of(bazooka((20, 20)), foes((20, 5)), ground=ground)
    scene.call(fire_blast, GUNNER, "rpg", blast_target="pass")
    assert scene.barred("blast target")["t1"] == ("sotr.blast.terrain",)


@clause("sotr.rpg.move-or-fire")
def test_an_rpg_is_not_fired_after_a_move() -> None:
    """Unless the table lets it; it encumbers its man either way."""
    for allowed, can in ((True, False), (False, True)):
        scene = moved(Scene(bazooka(), foes((20, 34)), rpg_move_or_fire=allowed), GUNNER)
        assert can_fire_blast(scene.state, GUNNER, "rpg") is can
        assert encumbered(scene.state, GUNNER) and not encumbered(scene.state, 0)
    assert can_fire_blast(Scene(bazooka(), foes((20, 34))).state, GUNNER, "rpg")


@clause("sotr.weapon.close-combat-property")
def test_a_close_combat_weapon_anywhere_in_the_equipment_counts() -> None:
    """The gunner has a pistol besides his RPG; a semi-automatic rifle is none."""
    scene = Scene(bazooka(), foes((30, 30)))
    assert close_combat_armed(scene.state, GUNNER)
    assert not close_combat_armed(scene.state, 0)
    pioneers = Scene(reich("reich.flame-pioneers", (20, 20)), us("us.command", (30, 30)))
    assert [close_combat_armed(pioneers.state, row) for row in range(2)] == [False, True]


@clause("sotr.smoke.modifier")
@pytest.mark.parametrize(
    ("smoked", "needs"), [((), "4+"), ((0,), "6+ (-2 smoke)"), ((1,), "6+ (-2 smoke)"), ((0, 1), "6+ (-2 smoke)")]
)
def test_smoke_at_either_end_takes_two_off_once(
    monkeypatch: pytest.MonkeyPatch, smoked: tuple[int, ...], needs: str
) -> None:
    """Of a blast weapon's shot as of any."""
    Struck(monkeypatch)
    smokes = tuple(Smoke(0, 2, unit=number) for number in smoked)
    scene = scene_of(bazooka(), foes((20, 34)), fields={"smokes": smokes})
    scene.call(fire_blast, GUNNER, "rpg", dice=[1], blast_target="Foe")
    assert scene.thrown()[0][2] == needs


@clause("sotr.blast.nominate")
def test_the_other_modifiers_of_a_shot() -> None:
    """Aim, height, Overwatch, being charged, Prone, camo, size."""

    def of(scene: Scene, **how: bool) -> list[str]:
        at = on_model(scene.state, 2)
        shot = Shot(GUNNER, Aim("unit", 1), at, under_blast(scene.state, at, SMALL), **how)
        return [modifier.clause for modifier in blast_modifiers(scene.state, shot, printed()["rpg"])]

    foe = foes((20, 34))
    assert of(Scene(bazooka(), foe)) == ["sotr.shoot.aimed"]
    assert of(moved(Scene(bazooka(storey=1), foe), GUNNER)) == ["sotr.shoot.elevated"]
    charged = ["sotr.overwatch.modifier", "sotr.shoot.being-charged"]
    assert of(Scene(bazooka(), foe), overwatch=True, charging=True) == charged
    assert of(scene_of(bazooka(), foes((20, 34), each={"prone": True}))) == ["sotr.shoot.prone"]
    assert of(scene_of(bazooka(), foes((20, 34), card={"traits": ("camo",)}))) == ["sotr.shoot.camo"]
    titanic = foes((20, 34), card={"size": "titanic"})
    assert of(scene_of(bazooka(), titanic)) == ["sotr.shoot.titanic"]
    assert of(scene_of(bazooka(), titanic, to_hit_table="table-1")) == []


@clause("sotr.blast.nominate")
def test_on_overwatch_the_moving_unit_alone_is_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is asked, and -1 applies."""
    Struck(monkeypatch)
    scene = scene_of(bazooka(), foes((20, 34)), reich("reich.zombies", (24, 30), name="Near", men=1))
    scene.call(lambda play: fire_blast(play, GUNNER, "rpg", overwatch=True, only=1), dice=[4])
    assert scene.kinds_asked() == []
    assert scene.thrown()[0][2] == "5+ (-1 overwatch)"
    watching = scene_of(bazooka(), foes((20, 34)), reich("reich.zombies", (24, 30), men=1), fields={"watched": 1})
    assert watching.call(fire_blast, GUNNER, "rpg", dice=[4]) == (1,)
    assert watching.thrown()[0][2] == "5+ (-1 overwatch)"
    assert not can_fire_blast(scene.state, GUNNER, "rpg", only=0)


@clause("sotr.blast.nominate")
def test_models_in_a_fight_are_not_fired_at() -> None:
    """Nor those of their unit within two inches of it."""
    for distance, open_ in ((2.0, False), (2.1, True)):
        scene = Scene(
            bazooka((20, 40)),
            foes((20, 20), (21 + distance, 20)),
            us("us.rifle-squad", (19, 20), name="Friend", men=1),
        ).engage("Friend", 0, "Foe", 0)
        assert bool(unit_aims(scene.state, GUNNER, printed()["rpg"])) is open_
        assert inches(distance) == scene.state.layout.point(3)[0] - 21_000
