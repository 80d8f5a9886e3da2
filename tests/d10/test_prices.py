"""What D10's rookie expects of shots and blows is what the umpire says of them."""

from sandtable.geometry.units import inches
from sandtable.mechanics.prices import SURE, expected
from sandtable.mechanics.questions import Staged
from sandtable.odds.ask import put
from sandtable.rulesets.d10.fire.arms import arms
from sandtable.rulesets.d10.fire.volley import Loaded, Seen, shot_of
from sandtable.rulesets.d10.harm.armour import FRONT
from sandtable.rulesets.d10.melee.blows import Round
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.prices.actions import bout, reacts, wounds_of
from sandtable.rulesets.d10.prices.batteries import in_the_open
from sandtable.rulesets.library import questions

from .kit import Scene, german, us


def asked(question: str, **given: object) -> dict[str, int]:
    """What the umpire expects of a form."""
    found = put(questions("d10")[question], given, Options())
    assert isinstance(found, Staged)
    return expected(found)


def test_dice_add_up_to_what_the_umpire_expects_of_all_of_them() -> None:
    """A machine gun and a mortar at a squad in the open that outlasts their hits."""
    for troop, weapon, crew in (("us.mmg-team", "mmg", 3), ("us.light-mortar", "light-mortar", 2)):
        state = Scene(us(troop, (20, 44)), german("de.grenadier-squad", (20, 20))).state
        arm = next(arm for arm in arms(state, 0) if arm.weapon == weapon)
        men = state.units[1].men
        shot = shot_of(state, 0, Loaded(arm), Seen(inches(20), men[0], 0, (), FRONT, len(men)))
        assert shot is not None
        price = asked("shoot", weapon=weapon, shooters=1, crew=crew, shooting=state.units[0].card.shooting, distance=20)
        assert abs(wounds_of(state, 1, [shot]) - price["lost"]) <= 25  # a second hit on a model is one too many


def test_a_shot_at_armour_is_what_the_umpire_expects_of_it() -> None:
    """A bazooka, and its loader's carbine, at an assault gun."""
    scene = Scene(us("us.bazooka-team", (30, 30)), german("de.stug", (30, 14), bearing=0))
    gap = scene.state.options.tables.limits["bazooka"]
    assert gap > inches(14)
    shooter = scene.state.units[0]
    price = asked(
        "shoot-at-vehicle", weapon="bazooka", shooters=1, crew=2, by="squad", vehicle="de.stug", face="rear",
        second_weapon="carbine", second=1, shooting=shooter.card.shooting, distance=14,
    )["lost"]  # fmt: skip
    others = asked(
        "shoot-at-vehicle", weapon="bazooka", shooters=1, crew=2, by="squad", vehicle="de.stug", face="front",
        second_weapon="carbine", second=1, shooting=shooter.card.shooting, distance=14,
    )["lost"]  # fmt: skip
    assert any(abs(in_the_open(scene.state, 0, 1) - one) <= 2 for one in (price, others))


def test_a_reaction_is_as_likely_as_the_umpire_says() -> None:
    """On the CM of its card."""
    scene = Scene(us("us.rifle-squad", (20, 40)), german("de.grenadier-squad", (20, 20)))
    command = scene.state.units[0].card.command
    assert reacts(scene.state, 0, SURE) == asked("reaction", command=command)["reacts"]


def test_a_round_of_few_is_the_round_that_the_umpire_plays() -> None:
    """Two men against two, and what becomes of the losers."""
    scene = Scene(us("us.rifle-squad", (20, 40)), german("de.grenadier-squad", (20, 38)))
    ours, theirs = scene.state.units
    found = bout(scene.state, (0, ours.men[1:3]), (1, theirs.men[1:3]), Round((0,)))
    wanted = asked(
        "close-combat", strikers=2, enemy_strikers=2, assault=ours.card.assault, enemy_assault=theirs.card.assault,
        left=4, whole=4, enemy_left=4, enemy_whole=4, command=ours.card.command, enemy_command=theirs.card.command,
        toughness=ours.card.toughness, enemy_toughness=theirs.card.toughness, stance="charged",
    )  # fmt: skip
    assert (found.dealt, found.taken) == (wanted["lost"], wanted["own_lost"])
    assert found.panics == (wanted["panicked"], wanted["own_panicked"])
    assert found.routs == (wanted["routed"], wanted["own_routed"])
