"""The orders of battle: every number that the roster clauses print, and the points they come to."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.scenario import Enlisted
from sandtable.rulesets.sotr.basics.charts import printed
from sandtable.rulesets.sotr.setup.forces import Raised, bases, raise_unit, reckoned_points, troops
from tests.clause import clause

Man = tuple[str, str, int, tuple[str, ...], tuple[str, ...]]  # role, rank, Cool, weapons, gear


def raised(troop: str) -> Raised:
    """A unit as it comes."""
    return raise_unit(Enlisted(troop), "test", "test")


def men(troop: str) -> list[Man]:
    """Its models, one by one."""
    return [(one.role, one.rank, one.cool, one.weapons, one.gear) for one in raised(troop).figures]


def assert_has(troop: str, **wanted: Any) -> None:
    """Its card, and how many models and grenade attacks it has."""
    unit = raised(troop)
    found = {name: getattr(unit.card, name) for name in wanted if hasattr(unit.card, name)}
    found |= {"frag": unit.frag, "smoke": unit.smoke, "models": len(unit.figures), "base": unit.figures[0].base}
    assert {name: found[name] for name in wanted} == wanted


SEMI = ("semi-auto",)


@clause("sotr.gap.roster-us-command")
def test_the_us_command_section() -> None:
    """Elite, five models, a Lieutenant of Cool 9, radio and medic; 100 points."""
    assert_has(
        "us.command", training="elite", cool=8, armour=0, models=5, points=100, frag=2, smoke=0, traits=("command",)
    )
    assert men("us.command") == [
        ("lieutenant", "lieutenant", 9, ("smg", "pistol"), ()),
        ("radio operator", "", 8, SEMI, ("radio",)),
        ("medic", "", 8, ("pistol",), ("medic",)),
        ("rifleman", "", 8, SEMI, ()),
        ("rifleman", "", 8, SEMI, ()),
    ]


@clause("sotr.gap.roster-us-rifle")
def test_the_us_rifle_squad() -> None:
    """Veteran, ten models: sergeant, six rifles, an automatic rifle, an SMG, a grenade launcher; 130 points."""
    assert_has("us.rifle-squad", training="veteran", cool=7, armour=0, models=10, points=130, frag=2, smoke=1)
    squad = men("us.rifle-squad")
    assert squad[0] == ("sergeant", "sergeant", 8, ("smg",), ())
    arms = [one[3] for one in squad[1:]]
    assert arms == [SEMI] * 6 + [("assault-rifle",), ("smg",), ("grenade-launcher",)]
    assert {one[2] for one in squad[1:]} == {7}


@clause("sotr.gap.roster-us-hmg", "sotr.gap.roster-reich-mg")
@pytest.mark.parametrize(
    ("troop", "training", "cool", "armour", "arm", "points"),
    [("us.hmg-team", "veteran", 7, 0, "semi-auto", 45), ("reich.mg-team", "green", 6, 1, "machine-pistol", 48)],
)
def test_machine_gun_teams(troop: str, training: str, cool: int, armour: int, arm: str, points: int) -> None:
    """Three models: a corporal, a gunner with a pistol besides, a loader."""
    assert_has(troop, training=training, cool=cool, armour=armour, models=3, points=points, frag=0, smoke=0)
    assert men(troop) == [
        ("corporal", "corporal", cool + 1, (arm,), ()),
        ("gunner", "", cool, ("hmg", "pistol"), ()),
        ("loader", "", cool, ("pistol",), ()),
    ]


@clause("sotr.gap.roster-us-bazooka")
def test_the_bazooka_team() -> None:
    """Two models; the loader is its Officer."""
    assert_has("us.bazooka-team", training="veteran", cool=7, armour=0, models=2, points=37, frag=0)
    assert men("us.bazooka-team") == [
        ("loader", "corporal", 8, SEMI, ()),
        ("gunner", "", 7, ("rpg", "pistol"), ()),
    ]


@clause("sotr.gap.roster-us-sniper")
def test_the_sniper_team() -> None:
    """Elite, camouflaged; the spotter is its Officer."""
    assert_has("us.sniper-team", training="elite", cool=8, armour=0, models=2, points=46, traits=("camo",))
    assert men("us.sniper-team") == [
        ("spotter", "corporal", 9, SEMI, ()),
        ("sniper", "", 8, ("sniper-rifle",), ()),
    ]


@clause("sotr.gap.roster-us-jeep", "sotr.gap.roster-us-tank", "sotr.unit.vehicle")
@pytest.mark.parametrize(
    ("troop", "wanted"),
    [
        (
            "us.jeep",
            {
                "cool": 7,
                "mover": "wheeled",
                "advance": 8000,
                "double": 16000,
                "hull": (3, 3, 3),
                "mounts": ("hmg",),
                "points": 45,
                "size": "",
                "base": "jeep",
                "capacity": 3,
            },
        ),
        (
            "us.tank",
            {
                "cool": 8,
                "mover": "tracked",
                "advance": 6000,
                "double": 12000,
                "hull": (8, 7, 6),
                "mounts": ("tank-gun", "hmg"),
                "points": 150,
                "size": "large",
                "base": "tank",
            },
        ),
    ],
)
def test_us_vehicles_are_units_of_their_own(troop: str, wanted: dict[str, Any]) -> None:
    """One machine each, with its mounts."""
    assert_has(troop, kind="vehicle", training="veteran", models=1, horror="", **wanted)
    assert raised(troop).card.machine
    assert men(troop)[0][3] == wanted["mounts"]


@clause("sotr.gap.roster-reich-command")
def test_the_reich_command_section() -> None:
    """As the US section, lightly armoured, with grenadiers; 119 points."""
    assert_has(
        "reich.command", training="elite", cool=8, armour=1, models=5, points=119, frag=2, smoke=0, traits=("command",)
    )
    assert men("reich.command") == [
        ("lieutenant", "lieutenant", 9, ("smg", "pistol"), ()),
        ("radio operator", "", 8, ("machine-pistol",), ("radio",)),
        ("medic", "", 8, ("pistol",), ("medic",)),
        ("grenadier", "", 8, ("assault-rifle",), ()),
        ("grenadier", "", 8, ("assault-rifle",), ()),
    ]


@clause("sotr.gap.roster-reich-sturm")
def test_the_sturmgrenadiers() -> None:
    """Veteran, lightly armoured, eight models with a Panzerschreck; 134 points."""
    assert_has("reich.sturmgrenadiers", training="veteran", cool=7, armour=1, models=8, points=134, frag=2, smoke=0)
    assert men("reich.sturmgrenadiers") == [
        ("sergeant", "sergeant", 8, ("smg",), ()),
        *[("grenadier", "", 7, ("assault-rifle",), ())] * 5,
        ("gunner", "", 7, ("rpg", "pistol"), ()),
        ("loader", "", 7, ("machine-pistol",), ()),
    ]


@clause("sotr.gap.roster-reich-flame")
def test_the_flame_pioneers() -> None:
    """Veteran, lightly armoured, four models; 76 points."""
    assert_has("reich.flame-pioneers", training="veteran", cool=7, armour=1, models=4, points=76, frag=2, smoke=1)
    assert men("reich.flame-pioneers") == [
        ("sergeant", "sergeant", 8, ("smg",), ()),
        ("flamethrower man", "", 7, ("flamethrower", "pistol"), ()),
        *[("pioneer", "", 7, ("shotgun",), ())] * 2,
    ]


@clause("sotr.gap.roster-reich-zombies")
def test_the_zombies() -> None:
    """Twelve, slow, unarmed, mindless, without an Officer; 84 points."""
    wanted = {"kind": "monster", "armour": 1, "advance": 3000, "double": 6000, "horror": "zombie", "points": 84}
    assert_has("reich.zombies", models=12, frag=0, smoke=0, traits=("mindless",), base="man", **wanted)
    assert set(men("reich.zombies")) == {("zombie", "", 0, (), ())}


@clause("sotr.gap.roster-reich-werewolves", "sotr.gap.frenzy-source")
def test_the_werewolves() -> None:
    """Three with an alpha of Cool 9, heavily armoured, fast, frenzied; nobody else is frenzied."""
    wanted = {"training": "elite", "cool": 8, "armour": 2, "advance": 6000, "double": 12000, "points": 105}
    assert_has(
        "reich.werewolves", kind="monster", models=3, horror="werewolf", traits=("frenzy",), base="beast", **wanted
    )
    assert [one[1:4] for one in men("reich.werewolves")] == [("sergeant", 9, ("claws",)), *[("", 8, ("claws",))] * 2]
    assert printed()["claws"].has("close-combat")
    assert [troop.id for troop in troops().values() if "frenzy" in troop.traits] == ["reich.werewolves"]


@clause("sotr.gap.roster-reich-vampire")
def test_the_vampire() -> None:
    """Alone, Cool 9, heavily armoured, fast; hard to keep down."""
    wanted = {"training": "elite", "cool": 9, "armour": 2, "advance": 6000, "double": 12000, "points": 90}
    assert_has("reich.vampire", kind="monster", models=1, horror="vampire", traits=("undying",), base="beast", **wanted)
    assert men("reich.vampire") == [("vampire", "", 9, ("machine-pistol",), ())]
    assert printed()["machine-pistol"].has("close-combat")


@clause("sotr.gap.roster-reich-mech", "sotr.gap.roster-reich-titan")
@pytest.mark.parametrize(
    ("troop", "wanted"),
    [
        (
            "reich.panzermech",
            {
                "training": "veteran",
                "cool": 8,
                "size": "large",
                "advance": 4000,
                "double": 8000,
                "hull": (7, 6, 6),
                "mounts": ("hmg", "grenade-launcher"),
                "horror": "mech",
                "points": 140,
                "base": "mecha",
            },
        ),
        (
            "reich.titan",
            {
                "training": "elite",
                "cool": 9,
                "size": "titanic",
                "advance": 5000,
                "double": 10000,
                "hull": (10, 9, 8),
                "mounts": ("tank-gun", "hmg", "hmg", "flamethrower"),
                "horror": "titan",
                "points": 300,
                "base": "titan",
            },
        ),
    ],
)
def test_the_mechas(troop: str, wanted: dict[str, Any]) -> None:
    """One machine each, which causes HORROR."""
    assert_has(troop, kind="mecha", mover="mecha", models=1, **wanted)


@clause("sotr.gap.points")
@pytest.mark.parametrize("troop", [name for name, one in troops().items() if one.kind == "infantry"])
def test_men_cost_what_their_models_come_to(troop: str) -> None:
    """Training, armour, post, gear, the dearest weapon and grenades, model by model."""
    assert reckoned_points(troops()[troop]) == troops()[troop].points == raised(troop).card.points


@clause("sotr.model.human-default", "sotr.gap.armour-default")
def test_all_humans_are_alike_unless_their_entry_says_otherwise() -> None:
    """4, 8 and 2 inches, the Cool of their training, no armour where none is printed; machines use no wound table."""
    humans = [raised(name).card for name, one in troops().items() if one.kind == "infantry"]
    assert len(humans) == 17
    for card in humans:
        assert (card.mover, card.advance, card.double, card.sneak) == ("infantry", 4000, 8000, 2000)
        assert card.cool == {"green": 6, "veteran": 7, "elite": 8}[card.training]
        assert not card.machine
        assert card.armour == (card.nation == "Reich")
    others = [raised(name).card for name, one in troops().items() if one.kind != "infantry"]
    assert all(card.machine == (card.kind in {"vehicle", "mecha"}) for card in others)


@clause("sotr.gap.special-keywords")
def test_who_has_which_keyword() -> None:
    """Large: tanks and mech; Titanic: the titan; Small and All Terrain: nobody; camo: snipers; laden: HMG, RPG, mortars."""
    sizes = {name: one.size for name, one in troops().items() if one.size}
    large = dict.fromkeys(("us.tank", "us.sherman", "de.panzer-iv", "reich.panzermech"), "large")
    assert sizes == {**large, "reich.titan": "titanic"}
    assert [name for name, one in troops().items() if "camo" in one.traits] == ["us.sniper-team"]
    assert not [name for name, one in troops().items() if "all-terrain" in one.traits]
    laden = {name for name, weapon in printed().items() if weapon.has("move-or-fire")}
    assert laden == {"hmg", "rpg", "light-mortar", "medium-mortar"}


@clause("sotr.gap.horror-types")
def test_which_types_of_horror_there_are() -> None:
    """Five, each by the name of its troop."""
    causes = {name: one.horror for name, one in troops().items() if one.horror}
    assert causes == {
        "reich.zombies": "zombie",
        "reich.werewolves": "werewolf",
        "reich.vampire": "vampire",
        "reich.panzermech": "mech",
        "reich.titan": "titan",
    }


@clause("sotr.gap.base-sizes")
def test_bases_and_hulls() -> None:
    """Circles by their diameter, hulls by width and length."""
    discs = {name: 2 * base.radius for name, base in bases().items() if base.radius}
    assert discs == {"man": 1000, "beast": 1600, "mecha": 2400, "titan": 4000}
    hulls = {name: (base.width, base.length) for name, base in bases().items() if base.length}
    assert hulls == {"jeep": (2000, 3500), "half-track": (2500, 4500), "tank": (3000, 5000)}
    assert {one.base for name, one in troops().items() if one.kind == "infantry"} == {"man"}


@clause("sotr.gap.shared-troops", "sotr.gap.points")
@pytest.mark.parametrize(
    ("troop", "training", "armour", "arms", "points"),
    [
        ("us.second-lieutenant", "elite", 0, [("smg", "pistol"), ("semi-auto",)], 50),
        ("us.mmg-team", "veteran", 0, [("semi-auto",), ("hmg", "pistol"), ("pistol",)], 45),
        ("us.light-mortar", "veteran", 0, [("semi-auto",), ("light-mortar", "pistol")], 34),
        ("de.second-lieutenant", "elite", 1, [("smg", "pistol"), ("machine-pistol",)], 56),
        (
            "de.grenadier-squad",
            "veteran",
            1,
            [("smg",), ("hmg", "pistol"), ("machine-pistol",), *[("rifle",)] * 6],
            131,
        ),
        ("de.mmg-team", "green", 1, [("machine-pistol",), ("hmg", "pistol"), ("pistol",)], 48),
        ("de.panzerschreck-team", "veteran", 1, [("machine-pistol",), ("rpg", "pistol")], 43),
        ("de.medium-mortar", "veteran", 1, [("machine-pistol",), ("medium-mortar", "pistol"), ("pistol",)], 54),
    ],
)
def test_the_men_of_an_ordinary_platoon(
    troop: str, training: str, armour: int, arms: list[tuple[str, ...]], points: int
) -> None:
    """Man for man, at the price of the formula; an Officer leads each of them."""
    one = raised(troop)
    assert (one.card.training, one.card.armour, one.card.points) == (training, armour, points)
    assert [figure.weapons for figure in one.figures] == arms
    assert one.figures[0].rank
    assert reckoned_points(troops()[troop]) == points
    assert ("command" in one.card.traits) == troop.endswith("lieutenant")


@clause("sotr.gap.shared-troops")
@pytest.mark.parametrize("troop", ["us.sherman", "de.panzer-iv"])
def test_tanks_of_an_ordinary_platoon(troop: str) -> None:
    """Each is the medium tank of the US list."""
    mine, tank = raised(troop), raised("us.tank")
    same = {"troop": "", "title": "", "nation": ""}
    assert replace(mine.card, **same) == replace(tank.card, **same)
    assert mine.figures == tank.figures


@clause("sotr.gap.shared-troops")
def test_mortars_are_grenade_launchers_for_those_who_stand_still() -> None:
    """Indirect, blast, Move or Fire and with a loader; the larger one pierces more."""
    launcher = printed()["grenade-launcher"]
    for name, pen in (("light-mortar", 1), ("medium-mortar", 2)):
        mortar = printed()[name]
        assert (mortar.short, mortar.range, mortar.long, mortar.rof) == (24, 0, launcher.long, 1)
        assert set(mortar.traits) == {*launcher.traits, "move-or-fire", "crew"}
        assert mortar.pen == pen
