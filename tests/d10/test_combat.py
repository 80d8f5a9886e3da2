"""Rounds of close combat: who strikes, what it takes, who falls, who has lost."""

import pytest

from sandtable.rulesets.d10.basics.units import engaged
from sandtable.rulesets.d10.melee.blows import blow_score, fighters, modifiers_for
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.telling.log import sentence
from tests.clause import clause

from .kit import Scene, german, keys, us

RIFLES = ("rifleman",) * 4


def score(attacker: int, defender: int, **holds: bool) -> int:
    """What a blow needs."""
    named = ("panicked", "charged", "countered", "covered", "opponent_panicked")
    listed = modifiers_for(Options(), **{name: holds.get(name, False) for name in named})
    return blow_score(attacker, defender, listed, Options())


def locked(men: int = 2, foes: int = 2, theirs: dict[str, object] | None = None, **rest: object) -> Scene:
    """Riflemen in contact with grenadiers, man to man; each side began with ten."""
    ours = rest.pop("ours", {})
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=men, pick=("rifleman",) * men, strength=10, fields=ours),
        german(
            "de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",) * foes, strength=9, fields=theirs or {}
        ),
        **rest,  # type: ignore[arg-type]
    )


# ---- the score


@clause("d10.cc.table", "d10.cc.fight")
def test_the_examples_of_the_table() -> None:
    """The cell first, then the modifiers on the die: the limits of the table are not applied a second time."""
    assert score(4, 6) == 8
    assert score(5, 6) == 7
    assert score(9, 2) == 2
    assert score(1, 9) == 10
    assert score(10, 1, panicked=True) == 4
    assert score(1, 8, charged=True) == 9


@clause(
    "d10.cc.panicked", "d10.cc.charged", "d10.cc.counter-charged", "d10.cc.defending-cover", "d10.cc.opponent-panicked"
)
def test_the_modifiers() -> None:
    """-2 panicked, +1 charged, +1 counter-charged, +1 in cover, +2 at a panicked opponent, and they add up."""
    assert score(4, 4) == 6
    assert score(4, 4, charged=True) == 5
    assert score(4, 4, countered=True) == 5
    assert score(4, 4, covered=True) == 5
    assert score(4, 4, opponent_panicked=True) == 4
    assert score(4, 4, panicked=True) == 8
    assert score(4, 4, charged=True, opponent_panicked=True) == 3


@clause("d10.cc.opponent-panicked", "d10.cc.panicked", "d10.morale.panic-no-assault")
def test_a_panicked_unit_fights_on_badly() -> None:
    """AS 4 against a panicked AS 4 needs 4, the panicked one 8; it may be given Assault all the same."""
    scene = locked(theirs={"panicked": True}).activate("Berta", "assault", dice=[1, 1, 1, 1])
    assert scene.thrown("blows") == [
        ("Able's blows at Berta, strength 3", (1, 1), "4+"),
        ("Berta's blows at Able, strength 3", (1, 1), "8+"),
    ]
    assert "d10.cc.opponent-panicked" in scene.throws("Able's blows")[0].because
    assert "d10.cc.panicked" in scene.throws("Berta's blows")[0].because


@clause("d10.cc.fight", "d10.gap.combat-fight")
def test_a_veteran_against_a_green_man() -> None:
    """AS 5 against AS 3: 4 or more; the other way round 8 or more."""
    scene = Scene(
        us("us.parachute-squad", (20, 20), name="Able", men=1),
        german("de.volkssturm-squad", (20, 21), name="Berta", men=1),
    )
    scene.order("Able", "assault", dice=[1, 1])
    assert [throw.needs for throw in scene.throws("blows")] == ["4+", "8+"]


# ---- who strikes


@clause("d10.gap.combat-fight")
def test_models_in_contact_and_those_behind_them_strike() -> None:
    """One in contact, one who touches him, one who touches only that one: two dice."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:3], spots=((20, 19), (20, 18)), strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=9),
    )
    scene.order("Berta", "assault", dice=[1, 1, 1])
    assert [len(throw.faces) for throw in scene.throws("blows")] == [2, 1]


@clause("d10.gap.combat-fight")
@pytest.mark.parametrize(("apart", "dice"), [(0.05, 2), (0.06, 1)])
def test_contact_is_a_twentieth_of_an_inch(apart: float, dice: int) -> None:
    """To a friend as to an enemy."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((20, 19 - apart),), strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=9),
    )
    scene.order("Berta", "assault", dice=[1] * (dice + 1))
    assert len(scene.throws("Able's blows")[0].faces) == dice


@clause("d10.gap.combat-fight")
def test_an_individual_strikes_twice() -> None:
    """A lieutenant has two dice at the strength of his carbine: grenades are not used in contact with foot."""
    scene = Scene(
        us("us.second-lieutenant", (20, 20), name="Lt"),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=9),
    )
    scene.order("Lt", "assault", dice=[1, 1, 1])
    assert scene.thrown("Lt's blows") == [("Lt's blows at Berta, strength 3", (1, 1), "5+")]


@clause("d10.gap.combat-fight", "d10.range.cc")
def test_a_weapon_without_a_value_for_contact_does_not_strike() -> None:
    """The gunner of a bazooka does not; the loader has his rifle; a machine gun strikes at 2."""
    scene = Scene(
        us("us.bazooka-team", (20, 20), name="Zook"),
        german(
            "de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman", "gunner"), spots=((21.5, 21),), strength=9
        ),
    )
    scene.order("Zook", "assault", dice=[1, 1, 1])
    assert [throw.why for throw in scene.throws("blows")] == [
        "Zook's blows at Berta, strength 3",
        "Berta's blows at Zook, strength 3",
        "Berta's blows at Zook, strength 2",
    ]
    assert len(scene.throws("Zook's blows")[0].faces) == 1


@clause("d10.gap.combat-fight", "d10.test.active-stat")
def test_damage_is_of_the_weapon_or_by_a_switch_of_the_man() -> None:
    """A rifle strikes at 3: 7 or more against T 4. By the switch his AS of 4 does: 6 or more."""
    scene = locked(1, 1).order("Able", "assault", dice=[6, 1, 6])
    assert scene.thrown("Berta's 1 hit") == [("Berta's 1 hit at strength 3", (6,), "7+")]
    by_man = locked(1, 1, damage_stat="assault").order("Able", "assault", dice=[6, 1, 5])
    assert by_man.thrown("Berta's 1 hit") == [("Berta's 1 hit at strength 4", (5,), "6+")]


# ---- losses


@clause("d10.gap.combat-fight", "d10.cc.fight")
def test_both_sides_strike_at_the_same_time() -> None:
    """Each kills the other: both are gone, and nobody has lost."""
    scene = locked(1, 1).order("Able", "assault", dice=[6, 6, 7, 7])
    assert [scene.unit(name).place for name in ("Able", "Berta")] == ["destroyed", "destroyed"]
    assert scene.event("drew the round").tells["score"] == "1 wound to 1"


@clause("d10.gap.combat-fight", "d10.shoot.allocate")
def test_the_owner_allocates_hits_among_those_in_the_combat() -> None:
    """Two of three fight: the one far behind cannot be given the hit; the leader may be spared."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), strength=10),
        german(
            "de.grenadier-squad", (20, 21), name="Berta", pick=("leader", "rifleman", "rifleman"),
            spots=((20, 22), (20, 25)), strength=5,
        ),
    )  # fmt: skip
    near, far = scene.row("Berta", 1), scene.row("Berta", 2)
    scene.order("Able", "assault", allocate=keys(f"m{near}"), dice=[6, 1, 1, 7, 10])
    assert scene.offered("allocate") == [f"m{scene.state.units[1].men[0]}", f"m{near}"]
    assert near not in scene.unit("Berta").men
    assert far in scene.unit("Berta").men
    assert scene.decision("allocate").seat == 1


# ---- results


@clause("d10.gap.combat-result", "d10.cc.results", "d10.morale.lost-combat")
def test_who_lost_more_wounds_checks() -> None:
    """One wound to none: Berta checks at 5+ and passes; Able does not check."""
    scene = locked(1, 5).order("Able", "assault", dice=[6, 1, 7, 5])
    assert scene.event("lost the round").tells["score"] == "0 wounds to 1"
    assert [throw.why for throw in scene.throws("morale")] == ["Berta's morale (lost a close combat)"]
    assert scene.event("passed a morale check").unit == 1


@clause("d10.gap.combat-result", "d10.cc.results")
def test_equal_wounds_are_a_draw() -> None:
    """Nobody checks, the fight goes on."""
    scene = locked(2, 2).order("Able", "assault", dice=[6, 1, 6, 1, 7, 7])
    assert scene.events("drew the round")
    assert not scene.throws("morale")
    assert engaged(scene.state, 0)


@clause("d10.gap.combat-result", "d10.cc.results", "d10.morale.panic-unit")
def test_a_loser_above_half_panics_and_stays_locked() -> None:
    """Eight of nine are left: panic, in contact as before."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", gap=0.04),
    )
    strikes = len(fighters(scene.state, 1))
    scene.order("Able", "assault", dice=[6, *[1] * strikes, 7, 4])
    assert scene.unit("Berta").panicked
    assert len(scene.unit("Berta").men) == 8


@clause("d10.gap.combat-result", "d10.morale.rout-unit", "d10.morale.unit-not-in-cc")
def test_a_loser_below_half_routs_and_a_winner_below_half_does_not_even_check() -> None:
    """Berta is down to two of nine: removed. Able with two of ten has won and does not check for casualties."""
    scene = locked(2, 3).order("Able", "assault", dice=[6, 1, 1, 1, 7, 4])
    assert scene.unit("Berta").place == "routed"
    assert [throw.why for throw in scene.throws("morale")] == ["Berta's morale (lost a close combat)"]


@clause("d10.gap.combat-result", "d10.morale.individual-wounds")
def test_an_individual_below_half_checks_even_if_his_side_has_won() -> None:
    """The lieutenant drops from three wounds to one, but kills two of the squad: he alone checks for his wounds."""
    scene = Scene(
        us("us.second-lieutenant", (20, 20), name="Lt", models={0: {"wounds": 2}}),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=RIFLES[:3], gap=0.02, strength=3),
    )
    dice = [6, 6, 7, 1, 7, 7, 7, 10, 10]
    scene.order("Lt", "assault", dice=dice)
    assert scene.model("Lt").wounds == 1
    assert [throw.why for throw in scene.throws("morale")] == [
        "Lt's morale (wounds below half)",
        "Berta's morale (lost a close combat)",
    ]


# ---- more than two units


def three() -> Scene:
    """Able touches both Berta and Clara; Baker touches Clara."""
    return Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), strength=2),
        us("us.rifle-squad", (22, 20), name="Baker", pick=("rifleman",), strength=2),
        german("de.grenadier-squad", (19, 20), name="Berta", pick=("rifleman",), strength=2),
        german("de.grenadier-squad", (21, 20), name="Clara", pick=("rifleman",), strength=2),
        german("de.grenadier-squad", (40, 40), name="Dora", pick=("rifleman",), strength=2),
    )


@clause("d10.gap.combat-many-units")
def test_all_units_linked_by_contact_fight_one_combat() -> None:
    """Berta and Baker do not touch, but both fight; Dora is far away and does not."""
    scene = three().order("Able", "assault", strike=["Clara", "Able"], dice=[1, 1, 1, 1])
    assert [throw.why for throw in scene.throws("blows")] == [
        "Able's blows at Clara, strength 3",
        "Baker's blows at Clara, strength 3",
        "Berta's blows at Able, strength 3",
        "Clara's blows at Able, strength 3",
    ]
    assert scene.offered("strike") == ["u2", "u3"]


@clause("d10.gap.combat-many-units", "d10.gap.combat-result")
def test_wounds_are_totalled_by_side_and_each_loser_checks() -> None:
    """Clara falls and so does Able, but Baker falls, too: two to one, so what is left of the US would check."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((20, 19),), strength=2),
        us("us.rifle-squad", (22, 20), name="Baker", pick=RIFLES[:2], spots=((22, 19),), strength=2),
        german("de.grenadier-squad", (21, 20), name="Clara", pick=("rifleman",) * 2, spots=((21, 21),), strength=2),
    )
    # Able's and Baker's two blows miss; Clara strikes Able twice and kills one
    scene.order("Able", "assault", strike="Able", dice=[1, 1, 1, 1, 6, 6, 7, 1, 10, 10])
    assert [throw.why for throw in scene.throws("morale")] == [
        "Able's morale (lost a close combat)",
        "Baker's morale (lost a close combat)",
    ]


@clause("d10.gap.combat-many-units")
def test_a_model_strikes_whom_it_touches_even_if_another_was_chosen() -> None:
    """One of Able's men touches Berta, the other Clara: whatever is chosen, each strikes his own."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((22, 20),), strength=2),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=2),
        german("de.grenadier-squad", (22, 21), name="Clara", pick=("rifleman",), strength=2),
    )
    scene.order("Able", "assault", strike="Clara", dice=[1, 1, 1, 1])
    assert [throw.why for throw in scene.throws("Able's blows")] == [
        "Able's blows at Clara, strength 3",
        "Able's blows at Berta, strength 3",
    ]


@clause("d10.gap.combat-many-units", "d10.gap.combat-fight")
def test_who_touches_a_friend_of_another_combat_strikes_nobody_there() -> None:
    """Able's second man touches Baker, who fights Clara: that is none of Able's combat."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((30, 20),), strength=2),
        us("us.rifle-squad", (31, 20), name="Baker", pick=("rifleman",), strength=2),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=2),
        german("de.grenadier-squad", (32, 20), name="Clara", pick=("rifleman",), strength=2),
    )
    scene.order("Berta", "assault", dice=[1, 1])
    assert [throw.why for throw in scene.throws("blows")] == [
        "Able's blows at Berta, strength 3",
        "Berta's blows at Able, strength 3",
    ]


@clause("d10.gap.combat-continues")
def test_contact_that_ends_because_those_who_touched_fell_is_told() -> None:
    """Berta's front man falls, the other is out of reach: both are free, and the log says so of each."""
    apart = german(
        "de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",) * 2, spots=((20, 22.5),), strength=3
    )
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", pick=("rifleman",), strength=1), apart)
    scene.order("Able", "assault", dice=[6, 1, 7, 10])
    assert scene.told("was left free") == [("was left free", 0), ("was left free", 1)]
    assert sentence(scene.state, scene.events("was left free")[0]) == "Able is in contact with nobody any more"
    assert locked(2, 2).order("Able", "assault", dice=[1, 1, 1, 1]).told("was left free") == []
    assert locked(1, 1).order("Able", "assault", dice=[6, 1, 7]).told("was left free") == []  # none of them is left


# ---- regrouping


@clause("d10.gap.break-off", "d10.gap.coherency")
def test_a_winner_whose_enemies_are_gone_closes_up_by_two_inches() -> None:
    """Berta is destroyed; Able's far man comes back into coherency, and nobody goes farther than two inches."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((24.5, 20),), strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=1),
    )
    scene.order("Berta", "assault", dice=[6, 1, 7])
    assert scene.unit("Berta").place == "destroyed"
    (x, _), (other, _) = scene.point("Able", 0), scene.point("Able", 1)
    assert abs(other - x) <= 3
    assert abs(x - 20) <= 2
    assert abs(other - 24.5) <= 2
    assert scene.event("consolidated").because == ("d10.gap.break-off",)


@clause("d10.gap.break-off")
def test_who_hangs_together_or_still_fights_does_not_regroup() -> None:
    """In coherency there is nothing to regain; with an enemy left in contact nobody leaves."""
    whole = locked(2, 1).order("Able", "assault", dice=[6, 1, 1, 7])
    assert "regroup" not in whole.kinds_asked()
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", pick=RIFLES[:2], spots=((24.5, 20),), strength=10),
        german("de.grenadier-squad", (20, 21), name="Berta", pick=("rifleman",), strength=1),
        german("de.grenadier-squad", (24.5, 21), name="Clara", pick=("rifleman",), strength=1),
    )
    scene.order("Berta", "assault", strike="Berta", dice=[6, 1, 1, 1, 7, 10])
    assert scene.unit("Berta").place == "destroyed"
    assert "regroup" not in scene.kinds_asked()
