"""The shooting action: who may shoot, at whom, with what, and the orders for it."""

from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.sight import sightings
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units import crews
from sandtable.rulesets.sotr.weapons import blast, flame, grenades, shooting
from sandtable.rulesets.sotr.weapons.shooting import (
    can_overwatch,
    may_not_shoot,
    overwatch_fire,
    shooters,
    shooting_action,
)
from tests.clause import clause

from .kit import Scene, Side, Spot, keys, reich, terrain, us
from .stand_in import always, never, nothing

RIFLES = ("rifleman",) * 6
READY: dict[str, Any] = {"frag": 0, "smoke": 0, "action": "advance"}


def able(*roles: str, at: Spot = (20, 20), name: str = "Able", troop: str = "us.rifle-squad", **rest: Any) -> Side:
    """A unit of side 0 that has advanced; nobody of it has moved."""
    fields = {**READY, **rest.pop("fields", {})}
    return us(troop, at, name=name, pick=roles, fields=fields, **rest)


def armed(*weapons: str, at: Spot = (20, 20), name: str = "Able", **rest: Any) -> Side:
    """Men of side 0 with these weapons."""
    models = rest.pop("models", {})
    given = {place: {"weapons": (weapon,), **models.get(place, {})} for place, weapon in enumerate(weapons)}
    return able(*RIFLES[: len(weapons)], at=at, name=name, models=given, **rest)


def foes(men: int = 1, at: Spot = (20, 30), name: str = "Foe", **rest: Any) -> Side:
    """Unarmoured grenadiers of side 1, in a row."""
    card = {"armour": 0, **rest.pop("card", {})}
    return reich("reich.sturmgrenadiers", at, name=name, pick=("grenadier",) * men, card=card, **rest)


def fire(scene: Scene, dice: list[int] | None = None, name: str = "Able", **answers: Any) -> Scene:
    """A unit's shooting action."""
    scene.call(shooting_action, name, dice=dice or [], **answers)
    return scene


def needed(scene: Scene) -> list[tuple[int, str]]:
    """The dice to hit: how many, and what they needed."""
    return [(len(one.faces), one.needs.split()[0]) for one in scene.throws(" at ")]


def aimless(scene: Scene) -> Scene:
    """Everybody of Able has moved, so that nobody aims."""
    for man in range(len(scene.unit("Able").men)):
        scene.change("Able", man, moved=2)
    return scene


# ---- who may shoot


@clause("sotr.shoot.allowed-moves", "sotr.shoot.when", "sotr.shoot.after-move")
@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        ("advance", True), ("hide", True), ("sneak", True), ("double", False), ("assault", False), ("suppress", False),
        ("compulsory", False), ("suppressed", False), ("dirt", False),
    ],
)  # fmt: skip
def test_movement_actions_after_which_a_unit_shoots(action: str, allowed: bool) -> None:
    """Advance, Hide and Sneak; a unit that may not is not asked."""
    scene = Scene(armed("rifle", fields={"action": action}), foes())
    assert (may_not_shoot(scene.state, 0) is None) is allowed
    if not allowed:
        fire(scene)
        assert scene.asked == []


@clause("sotr.shoot.allowed-moves")
def test_after_hitting_the_dirt_only_by_the_switch() -> None:
    """Shooting after it is an option."""
    scene = Scene(armed("rifle", fields={"action": "dirt"}), foes(), shoot_after_hit_dirt=True)
    assert may_not_shoot(scene.state, 0) is None


@clause("sotr.shoot.allowed-moves")
def test_a_unit_in_close_combat_does_not_shoot() -> None:
    """Not even its unengaged members, unless the table lets them."""
    for may in (False, True):
        scene = Scene(armed("rifle", "rifle"), foes(), foes(at=(20, 21.2), name="Near"), engaged_unit_may_shoot=may)
        scene.engage("Able", 0, "Near", 0)
        assert (may_not_shoot(scene.state, 0) is None) is may
        assert shooters(scene.state, 0) == ((1,) if may else ())


@clause("sotr.down.no-shooting")
def test_a_down_model_does_not_shoot() -> None:
    """The others do; with nobody else there is nothing to ask."""
    scene = Scene(armed("rifle", "rifle", models={0: {"down": True}}), foes())
    assert shooters(scene.state, 0) == (1,)
    scene = Scene(armed("rifle", each={"down": True}), foes())
    refusal = may_not_shoot(scene.state, 0)
    assert refusal is not None and refusal.because == ("sotr.down.no-shooting",)


@clause("sotr.shoot.allowed-moves")
@pytest.mark.parametrize(
    ("state", "shot_at", "freed", "option", "allowed"),
    [
        ("disorganized", (1,), "", "previous", True),
        ("disorganized", (2,), "", "previous", False),
        ("disorganized", (2,), "", "previous-or-current", True),
        ("disorganized", (), "shoot", "previous", True),
        ("disorganized", (), "move", "previous", False),
        ("suppressed", (1,), "", "previous", False),
        ("suppressed", (), "both", "previous", True),
        ("fleeing", (1,), "", "previous", False),
    ],
)
def test_unnerved_units(state: str, shot_at: tuple[int, ...], freed: str, option: str, allowed: bool) -> None:
    """Disorganized ones return last turn's fire; JUST DO IT lets anybody."""
    fields = {state: True, "shot_at": shot_at, "freed": freed, "ordered": 2, "action": "disorganized"}
    scene = Scene(armed("rifle", fields=fields), foes(), disorganized_return_fire=option)
    assert (may_not_shoot(scene.state, 0) is None) is allowed


@clause("sotr.shoot.allowed-moves")
def test_one_man_told_to_just_do_it() -> None:
    """He alone shoots."""
    scene = Scene(
        armed("rifle", "rifle", fields={"suppressed": True}, models={1: {"freed": "shoot", "ordered": 2}}), foes()
    )
    assert shooters(scene.state, 0) == (1,)


@clause("sotr.shoot.move-or-fire", "sotr.weapon.hmg")
@pytest.mark.parametrize(("moved", "dice"), [(0, [(4, "3+")]), (2, [(1, "4+")])])
def test_a_heavy_machine_gun_moves_or_fires(moved: int, dice: list[tuple[int, str]]) -> None:
    """After a move its gunner has only his pistol; a loader who serves the gun fires nothing."""
    roles = ("gunner",) if moved else ("gunner", "loader")
    gun = able(*roles, troop="us.hmg-team", each={"moved": moved})
    scene = fire(Scene(gun, foes()), [1] * dice[0][0], fire="nearest")
    assert needed(scene) == dice


@clause("sotr.shoot.after-move")
def test_rifles_fire_after_a_move() -> None:
    """Not aimed."""
    scene = fire(Scene(armed("rifle", each={"moved": 2}), foes()), [3], fire="nearest")
    assert needed(scene) == [(1, "4+")]
    assert scene.man("Able").fired == 2


# ---- whom


def two_targets(**rest: Any) -> Scene:
    """A near unit in long grass and a far one in the open."""
    ground = [terrain("crops", box=(10, 28, 8, 4))]
    return Scene(armed("rifle", each={"moved": 2}), foes(at=(15, 30), name="Near"), foes(at=(24, 36), name="Far"),
                 foes(at=(34, 36), name="Farther"), ground=ground, **rest)  # fmt: skip


@clause("sotr.target.nearest", "sotr.target.per-model", "sotr.shoot.procedure")
def test_by_default_the_nearest_unit_in_sight() -> None:
    """In light cover: a 5."""
    scene = fire(two_targets(), [1], fire="nearest")
    assert scene.event("was missed").unit == scene.number("Near")
    assert needed(scene) == [(1, "5+")]


@clause("sotr.target.least-cover")
def test_instead_the_least_covered_of_equals_the_nearer() -> None:
    """The open one; the one farther off is barred by name."""
    scene = fire(two_targets(), [1], fire="exposed")
    assert scene.event("was missed").unit == scene.number("Far")
    assert scene.offered("fire") == ["hold", "nearest", "exposed", "u2"]
    assert "sotr.target.nearest" in scene.barred("fire")["u3"]


@clause("sotr.target.nearest")
def test_a_unit_can_be_named_and_only_different_orders_are_offered() -> None:
    """By name; with one enemy there is nothing to name."""
    scene = fire(two_targets(), [1], fire="Far")
    assert scene.event("was missed").unit == scene.number("Far")
    scene = fire(Scene(armed("rifle"), foes()), [1], fire="nearest")
    assert scene.offered("fire") == ["hold", "nearest"]


@clause("sotr.target.nearest", "sotr.gap.nearest-ties")
def test_a_hair_farther_is_not_the_nearest() -> None:
    """Both in the open: of two at the same distance either may be chosen, of two that differ by a tenth of an inch one."""
    for x, named in ((30, True), (30.1, False)):
        scene = Scene(armed("rifle"), foes(at=(10, 20), name="Left"), foes(at=(x, 20), name="Right"))
        fire(scene, fire="hold")
        assert ("u2" in scene.offered("fire")) is named


@clause("sotr.target.nearest", "sotr.weapon.rof")
def test_fire_may_be_held() -> None:
    """Nothing happens."""
    scene = fire(Scene(armed("rifle"), foes()), fire="hold")
    assert scene.told() == []


@clause("sotr.target.per-model")
def test_models_with_different_nearest_enemies_split_their_fire() -> None:
    """Two men far apart, an enemy before each."""
    own = armed("rifle", "rifle", spots=((40, 20),), each={"moved": 2})
    scene = Scene(own, foes(at=(20, 28), name="Left"), foes(at=(40, 28), name="Right"))
    fire(scene, [1, 1], fire="nearest")
    assert scene.told("was missed") == [("was missed", 1), ("was missed", 2)]


@clause("sotr.target.sniper")
def test_a_sniper_chooses_freely() -> None:
    """The far one in a wood's edge, which is neither nearest nor least covered."""
    ground = [terrain("crops", box=(22, 34, 6, 4))]
    scene = Scene(
        armed("sniper-rifle", each={"moved": 2}), foes(at=(15, 30), name="Near"), foes(at=(24, 36), name="Far"),
        ground=ground,
    )  # fmt: skip
    fire(scene, [1], fire="Far")
    assert needed(scene) == [(1, "4+")]
    rifle = Scene(armed("rifle"), foes(at=(15, 30), name="Near"), foes(at=(24, 36), name="Far"), ground=ground)
    fire(rifle, [1], fire="nearest")
    assert "u2" in rifle.barred("fire")


@clause("sotr.target.heavy")
@pytest.mark.parametrize(("heavy", "free"), [(False, False), (True, True)])
def test_a_heavy_machine_gun_may_count_as_heavy(heavy: bool, free: bool) -> None:
    """Then its gunner chooses freely, down to the model."""
    gun = able("gunner", "loader", troop="us.hmg-team")
    ground = [terrain("crops", box=(22, 34, 8, 4))]
    scene = Scene(gun, foes(at=(15, 30), name="Near"), foes(2, at=(24, 36), name="Far"), ground=ground,
                  hmg_is_heavy=heavy)  # fmt: skip
    if not free:
        fire(scene, [1] * 4, fire="nearest")
        assert "u2" in scene.barred("fire")
        return
    far = scene.unit("Far").men
    share = {f"m{far[0]}": 1, f"m{far[1]}": 3}
    fire(scene, [1, 1, 1, 1], fire="Far", mark=share)
    assert [len(one.faces) for one in scene.throws(" at ")] == [1, 3]


@clause("sotr.alloc.heavy")
def test_shots_of_a_heavy_weapon_strike_the_model_they_were_put_on() -> None:
    """Two hits on one man, none on the other; the owner is not asked."""
    scene = Scene(able("gunner", "loader", troop="us.hmg-team"), foes(2, at=(24, 36)), hmg_is_heavy=True)
    men = scene.unit("Foe").men
    fire(scene, [6, 6, 6, 6, 6, 6, 6, 6, 3, 3], fire="nearest", mark={f"m{men[1]}": 4})
    assert scene.unit("Foe").men == (men[0],)
    assert "casualties" not in scene.kinds_asked()


@clause("sotr.target.sniper")
@pytest.mark.parametrize("picks", [False, True])
def test_a_sniper_picks_the_model_only_by_the_switch(picks: bool) -> None:
    """Otherwise the owner chooses who falls."""
    scene = Scene(armed("sniper-rifle"), foes(3), sniper_picks_model=picks)
    men = scene.unit("Foe").men
    answers: dict[str, Any] = {"mark": f"m{men[1]}"} if picks else {"casualties": keys(f"m{men[1]}")}
    fire(scene, [4, 4, 3, 3], fire="nearest", **answers)
    assert scene.unit("Foe").men == (men[0], men[2])


@clause("sotr.los.need", "sotr.target.nearest")
def test_hidden_units_are_neither_seen_nor_named() -> None:
    """The next unit is the nearest then."""
    scene = Scene(armed("rifle"), foes(at=(20, 25), name="Ghost", fields={"hidden": True}), foes(at=(24, 34)))
    fire(scene, [1], fire="nearest")
    assert scene.event("was missed").unit == 2
    said = str(scene.decision("fire").describe())
    assert "Ghost" not in said


@clause("sotr.weapon.max-range", "sotr.range.default")
def test_what_is_out_of_range_is_not_shot_at() -> None:
    """A pistol at 24.5 inches; a rifle shoots across the table."""
    assert fire(Scene(armed("pistol"), foes(at=(20, 45.5)))).asked == []
    assert needed(fire(Scene(armed("rifle", each={"moved": 2}), foes(at=(20, 45.5))), [1], fire="nearest")) == [
        (1, "5+")
    ]


# ---- aimed shots


@clause("sotr.shoot.aimed", "sotr.weapon.multi-no-aim", "sotr.weapon.semi-aimed")
@pytest.mark.parametrize(
    ("weapon", "moved", "dice"),
    [
        ("rifle", 0, [(1, "3+")]),
        ("rifle", 2, [(1, "4+")]),
        ("semi-auto", 0, [(2, "4+")]),
        ("assault-rifle", 0, [(3, "4+")]),
    ],
)
def test_a_single_shot_is_aimed_by_those_who_stood_still(weapon: str, moved: int, dice: list[tuple[int, str]]) -> None:
    """Several shots never are."""
    scene = Scene(armed(weapon, each={"moved": moved}), foes())
    assert needed(fire(scene, [1] * dice[0][0], fire="nearest")) == dice


@clause("sotr.weapon.semi-aimed")
@pytest.mark.parametrize(
    ("weapon", "any_weapon", "offered"),
    [("semi-auto", False, True), ("machine-pistol", False, True), ("assault-rifle", False, False), ("smg", True, True)],
)
def test_semi_automatics_may_fire_one_aimed_shot_instead(weapon: str, any_weapon: bool, offered: bool) -> None:
    """Machine pistols too; others only by the switch."""
    scene = Scene(armed(weapon), foes(at=(20, 34)), aimed_any_weapon=any_weapon)
    fire(scene, fire="hold")
    assert ("aimed" in scene.offered("fire")) is offered
    if offered:
        fire(scene, [1], fire="aimed")
        assert [count for count, _ in needed(scene)] == [1]
        assert "+1 aimed shot" in scene.throws(" at ")[0].needs


@clause("sotr.shoot.aimed", "sotr.weapon.semi-aimed")
def test_who_has_moved_may_not_aim() -> None:
    """The order stays visible, with its reason."""
    scene = fire(Scene(armed("semi-auto", each={"moved": 2}), foes()), fire="hold")
    assert "sotr.shoot.aimed" in scene.barred("fire")["aimed"]


@clause("sotr.shoot.aimed")
def test_sight_must_have_been_held_since_activation() -> None:
    """A comrade stood in the way when the activation began."""
    began = ((0, 20_000, 20_000, 0, 0), (1, 20_000, 21_200, 0, 0))
    for places, score in ((began, "4+"), (began[:1], "3+"), ((), "3+")):
        scene = Scene(
            armed("rifle", "rifle", spots=((23, 20),), models={1: {"moved": 2}}, fields={"began": places}), foes()
        )
        fire(scene, [1, 1], fire="nearest")
        assert (1, score) in needed(scene) or (2, score) in needed(scene)
        assert ("3+" in {what for _, what in needed(scene)}) is (score == "3+")


@clause("sotr.shoot.aimed")
@pytest.mark.parametrize(("since", "score"), [("activation", "3+"), ("phase-start", "4+")])
def test_an_enemy_who_stepped_into_view_this_phase(since: str, score: str) -> None:
    """Behind a wood when the phase began."""
    opened = ((0, 20_000, 20_000, 0, 0), (1, 5_000, 40_000, 0, 0))
    ground = [terrain("woods", box=(2, 30, 12, 4))]
    scene = Scene(armed("rifle"), foes(), ground=ground, aimed_los_since=since, fields={"opened": opened})
    assert needed(fire(scene, [1], fire="nearest")) == [(1, score)]


# ---- model by model


@clause("sotr.target.per-model", "sotr.gap.sidearms", "sotr.weapon.rof")
def test_model_by_model() -> None:
    """One holds, one fires one of his two weapons, one aims at the other unit."""
    own = armed("rifle", "rifle", "semi-auto", models={1: {"weapons": ("smg", "pistol")}})
    scene = Scene(own, foes(at=(20, 26), name="Near"), foes(at=(26, 30), name="Far"),
                  ground=[terrain("crops", box=(14, 25, 9, 3))])  # fmt: skip
    fire(scene, [1, 1], fire="each", target=["hold", "m1 pistol u1", "m2 semi-auto u2 aimed"])
    assert scene.man("Able", 0).fired == 0
    assert needed(scene) == [(1, "4+"), (1, "3+")]
    asked = [one for one in scene.asked if one.kind == "target"]
    assert "m1 smg u1" in asked[1].domain.values and "m1 pistol u1" in asked[1].domain.values  # type: ignore[attr-defined]


@clause("sotr.gap.sidearms")
def test_a_man_fires_one_weapon() -> None:
    """That with the most shots, unless told otherwise."""
    scene = Scene(armed("rifle", models={0: {"weapons": ("pistol", "smg")}}), foes())
    assert needed(fire(scene, [1] * 3, fire="nearest")) == [(3, "3+")]


@clause("sotr.gap.sidearms", "sotr.target.per-model")
def test_a_machine_fires_all_its_weapons_each_at_its_own_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after a move; a broken mount is silent."""
    monkeypatch.setattr(blast, "can_fire_blast", never)
    monkeypatch.setattr(flame, "can_flame", never)
    card = {"mounts": ("hmg", "hmg", "hmg")}
    jeep = us(
        "us.jeep", (20, 20), name="Able", fields={"action": "advance", "broken": ("hmg",)}, card=card, each={"moved": 2}
    )
    scene = Scene(jeep, foes(at=(20, 30), name="One"), foes(at=(26, 30), name="Two"),
                  ground=[terrain("crops", box=(17, 28, 6, 4))])  # fmt: skip
    fire(scene, [1] * 8, fire="each", target=["m0 hmg u1", "m0 hmg u2"])
    assert needed(scene) == [(4, "4+"), (4, "3+")]
    assert scene.kinds_asked() == ["fire", "target", "target"]


# ---- special weapons, grenades


@clause("sotr.target.template", "sotr.target.area", "sotr.target.heavy", "sotr.gap.sidearms")
def test_special_weapons_are_fired_by_their_own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the rifles, and not besides a man's pistol."""
    used: list[tuple[int, str]] = []

    async def fire_blast(play: Play[Battle], figure: int, weapon: str, *, charging: bool) -> tuple[int, ...]:
        used.append((figure, weapon))
        return ()

    async def fire_flame(play: Play[Battle], figure: int) -> tuple[int, ...]:
        used.append((figure, "flamethrower"))
        return ()

    async def ready(play: Play[Battle], gunner: int, weapon: str) -> bool:
        return True

    monkeypatch.setattr(blast, "can_fire_blast", always)
    monkeypatch.setattr(flame, "can_flame", always)
    monkeypatch.setattr(blast, "fire_blast", fire_blast)
    monkeypatch.setattr(blast, "fire_heavy", fire_blast)
    monkeypatch.setattr(flame, "fire_flame", fire_flame)
    monkeypatch.setattr(crews, "ready_to_fire", ready)
    arms = {1: {"weapons": ("rpg", "pistol")}, 2: {"weapons": ("flamethrower", "pistol")}, 3: {"weapons": ("railgun",)}}
    own = armed("rifle", "rpg", "flamethrower", "railgun", models=arms)
    scene = fire(Scene(own, foes()), [1], fire="nearest")
    assert used == [(1, "rpg"), (2, "flamethrower"), (3, "railgun")]
    assert [len(one.faces) for one in scene.throws(" at ")] == [1]
    used.clear()
    fire(Scene(own, foes()), fire="special")
    assert len(used) == 3
    used.clear()
    each = ["hold", "m1 pistol u1", "m2 flamethrower", "hold"]
    fire(Scene(own, foes()), [1], fire="each", target=each)
    assert used == [(2, "flamethrower")]


@clause("sotr.shoot.move-or-fire")
def test_an_rpg_moves_or_fires_unless_the_table_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its gunner has his pistol."""
    monkeypatch.setattr(blast, "can_fire_blast", always)
    own = armed("rpg", models={0: {"weapons": ("rpg", "pistol"), "moved": 2}})
    for option, offered in ((True, False), (False, True)):
        scene = fire(Scene(own, foes(), rpg_move_or_fire=option), fire="hold")
        assert ("special" in scene.offered("fire")) is offered


@clause("sotr.shoot.when")
def test_grenades_are_the_whole_units_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offered where they can be thrown; nobody fires besides."""
    thrown: list[tuple[int, str]] = []

    async def throw(play: Play[Battle], number: int, kind: str) -> tuple[int, ...]:
        thrown.append((number, kind))
        return ()

    monkeypatch.setattr(grenades, "can_throw", nothing)
    monkeypatch.setattr(grenades, "throw_grenades", throw)
    scene = fire(Scene(armed("rifle", fields={"frag": 1}), foes()), fire="frag")
    assert thrown == [(0, "frag")] and scene.events("fired") == []
    assert "smoke" not in scene.offered("fire")


# ---- CONCENTRATE YOUR FIRE


@clause("sotr.gap.concentrate-fire", "sotr.shoot.concentrated")
def test_concentrated_fire_is_one_shot_at_one_model() -> None:
    """Three riflemen at a man in heavy cover: 4 + 2 - 3; he alone can fall, and all three have fired."""
    ground = [terrain("wall", line=[(10, 29.4), (30, 29.4)])]
    scene = Scene(armed("rifle", "rifle", "rifle"), foes(2), ground=ground)
    target = scene.row("Foe", 1)
    fire(scene, [3, 6, 3, 3], fire="concentrate", concentrate=f"m{target}")
    assert needed(scene) == [(1, "3+")]
    assert target not in scene.unit("Foe").men
    assert [scene.man("Able", place).fired for place in range(3)] == [2, 2, 2]
    assert "marksman" not in scene.kinds_asked()


@clause("sotr.gap.concentrate-fire")
def test_who_makes_the_shot_is_asked_where_it_matters() -> None:
    """A rifle or a sniper rifle; without scope or aim."""
    scene = Scene(armed("rifle", "sniper-rifle"), foes())
    fire(scene, [1], fire="concentrate", marksman="m0")
    assert needed(scene) == [(1, "2+")]


@clause("sotr.gap.concentrate-fire", "sotr.shoot.concentrated", "sotr.shoot.tables-differ")
@pytest.mark.parametrize(
    ("own", "options", "offered"),
    [
        (armed("rifle", "rifle"), {}, True),
        (armed("rifle"), {}, False),
        (armed("rifle", "rifle", models={0: {"moved": 2}}), {}, False),
        (armed("rifle", "rifle"), {"concentrated_fire": False}, False),
        (armed("rifle", "rifle"), {"to_hit_table": "table-1"}, False),
    ],
)
def test_two_who_have_not_moved_are_needed(own: Side, options: dict[str, Any], offered: bool) -> None:
    """And the row must be in force."""
    scene = fire(Scene(own, foes(), **options), fire="hold")
    assert ("concentrate" in scene.offered("fire")) is offered


@clause("sotr.gap.concentrate-fire")
def test_models_that_one_man_alone_sees_are_no_targets_of_several() -> None:
    """A wood hides the second enemy from one of the two riflemen."""
    ground = [terrain("woods", box=(20.5, 21.5, 1, 1))]
    scene = Scene(armed("rifle", "rifle", gap=3), foes(2, spots=((24.5, 30),)), ground=ground)
    seen = sightings(scene.state, (0, 1), scene.unit("Foe").men)
    assert [seen[man, foe].visible for man in (0, 1) for foe in scene.unit("Foe").men] == [True, False, True, True]
    fire(scene, [1], fire="concentrate")
    assert "concentrate" not in scene.kinds_asked()
    assert scene.event("concentrated its fire").tells["models"] == 2


# ---- into hand-to-hand


def fight(**rest: Any) -> Scene:
    """One foe Engaged with a friend; another 1.9 inches from the fight, and maybe a third farther off."""
    card = {"traits": ("fires-into-fights",)} if rest.pop("into", False) else {}
    spots = rest.pop("spots", ())
    friend = us("us.rifle-squad", (30, 30), name="Friend", pick=("rifleman",))
    foe = foes(1 + len(spots), at=(31, 30), spots=tuple(spots))
    return Scene(armed("rifle", card=card, each={"moved": 2}), friend, foe, **rest).engage("Friend", 0, "Foe", 0)


@clause("sotr.shoot.into-hth")
def test_engaged_enemies_are_not_shot_at() -> None:
    """Nothing to ask."""
    assert fire(fight()).asked == []


@clause("sotr.shoot.near-hth", "sotr.shoot.into-hth")
@pytest.mark.parametrize(("x", "shot_at"), [(33.9, False), (34.0, False), (34.1, True)])
def test_others_of_their_unit_only_beyond_two_inches(x: float, shot_at: bool) -> None:
    """From the base of the nearest fighter; hits go to them alone."""
    scene = fight(spots=((x, 30),))
    free = scene.row("Foe", 1)
    if not shot_at:
        assert fire(scene).asked == []
        return
    fire(scene, [4, 6, 1, 1], fire="nearest")
    assert free not in scene.unit("Foe").men and len(scene.unit("Foe").men) == 1


@clause("sotr.shoot.into-hth", "sotr.shoot.into-hth-random")
@pytest.mark.parametrize(("face", "victim"), [(1, "Friend"), (2, "Foe")])
def test_a_special_rule_lets_a_unit_fire_into_fights(face: int, victim: str) -> None:
    """Each hit strikes one of those who fight, with equal chance."""
    scene = fight(into=True)
    fire(scene, [4, face, 6], fire="nearest")
    assert scene.unit(victim).place == "destroyed"
    throw = scene.throws("into a fight")[0]
    assert throw.sides == 2


# ---- a Hidden unit shoots


@clause("sotr.shoot.procedure")
def test_those_a_hidden_unit_shot_at_may_spot_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, with the number of models that fired; the dice do not name it."""
    asked: list[tuple[int, int, int]] = []

    async def spot(play: Play[Battle], number: int, shooters: int, target: int) -> None:
        asked.append((number, shooters, target))

    monkeypatch.setattr(shooting, "spotted_by_fire", spot)
    ground = [terrain("woods", box=(10, 10, 20, 12))]
    scene = Scene(armed("rifle", "rifle", fields={"hidden": True, "action": "sneak"}), foes(), ground=ground)
    fire(scene, [1, 1], fire="nearest")
    assert asked == [(0, 2, 1)]
    assert all("Able" not in throw.why for throw in scene.throws())
    assert all(event.known_to == 0 for event in scene.events("fired"))


# ---- Overwatch


@clause("sotr.shoot.being-charged", "sotr.shoot.aimed", "sotr.overwatch.modifier", "sotr.overwatch.spent")
@pytest.mark.parametrize(("charging", "score"), [(False, "5+"), (True, "6+")])
def test_overwatch_fire(charging: bool, score: str) -> None:
    """At -1, -1 more at one that charges; never aimed; and the unit is activated by it."""
    scene = Scene(armed("rifle", "rifle", models={0: {"overwatch": True}}), foes(), foes(at=(25, 24), name="Near"))

    async def shoot(play: Play[Battle]) -> None:
        await overwatch_fire(play, 0, 1, charging=charging)

    assert can_overwatch(scene.state, 0, 1)
    scene.run(shoot, [1])
    assert needed(scene) == [(1, score)]
    assert scene.unit("Able").activated == 2
    assert not any(scene.man("Able", place).overwatch for place in range(2))
    assert scene.asked == []
    assert not can_overwatch(scene.state, 0, 1)


@clause("sotr.los.need")
@pytest.mark.parametrize("change", [{"hidden": True}, {"place": "reserve"}])
def test_no_overwatch_at_what_cannot_be_seen(change: dict[str, Any]) -> None:
    """Hidden, gone, behind a wood or without anybody on watch."""
    scene = Scene(armed("rifle", each={"overwatch": True}), foes())
    assert can_overwatch(scene.state, 0, 1)
    assert not can_overwatch(scene.change("Foe", **change).state, 0, 1)
    wood = [terrain("woods", box=(10, 24, 20, 4))]
    assert not can_overwatch(Scene(armed("rifle", each={"overwatch": True}), foes(), ground=wood).state, 0, 1)
    assert not can_overwatch(Scene(armed("rifle"), foes()).state, 0, 1)
