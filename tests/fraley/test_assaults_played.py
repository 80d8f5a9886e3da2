"""Assaults played with all their chapters: suppressive fire, charge, fire at it, close combat, break-off, markers."""

from typing import Any

import pytest

from sandtable.play.decision import Decision
from sandtable.rulesets.fraley.melee.assault import assault
from tests.clause import clause

from .assault_kit import apart
from .kit import Scene, Side, german, keys, shift, us

MEN = ("PL", "Rifle Team", "Rifle Team", "LMG Team")


def at_last(decision: Decision[Any]) -> object:
    """An answer to when one fires: at the last moment of those it can."""
    return list(decision.domain.values)[-1]  # type: ignore[attr-defined]


def able(**more: Any) -> Side:
    """Four Teams of which three charge; the LMG stays behind."""
    return us("us.rifle-platoon", (20, 18), name="Able", pick=MEN, spots=((23, 18), (26, 18), (29, 18)), **more)


def berta(**more: Any) -> Side:
    """Four Teams eight inches off, looking at them."""
    men, spots = ("PL", "Rifle Team", "LMG Team", "Rifle Team"), ((23, 10), (26, 10), (29, 10))
    return german("de.grenadier-platoon", (20, 10), name="Berta", pick=men, spots=spots, bearing=180, **more)


def play(*sides: Side, dice: list[int], chooses: tuple[str, ...] = (), **answers: Any) -> Scene:
    """The first Unit, which is being activated, assaults."""
    options = {key: answers.pop(key) for key in list(answers) if key.startswith("assault_")}
    scene = Scene(*sides, fields={"acting": 0}, **options).change(sides[0].name, done=True)
    given = {**answers, "counter-attack": list(chooses)} if chooses else answers
    scene.call(assault, sides[0].name, dice=dice, **given)
    return scene


SUPPRESSED = [6, 1, 1, 6]  # the LMG hits once, and that is saved
HITS_THREE = [5, 6, 1, 1, 1, 1, 3]  # the seventh die is of the Team that the PL could direct


@clause(
    "fraley.assault.suppressive-fire",
    "fraley.assault.defensive-fire",
    "fraley.assault.lands",
    "fraley.assault.kill-check",
    "fraley.assault.counter-check",
    "fraley.assault.counter-strike",
    "fraley.assault.alternate",
    "fraley.assault.overrun",
    "fraley.assault.casualty-suppression",
)
def test_an_assault_from_the_order_to_the_last_marker() -> None:
    """Three hits do not halt it; both sides strike in turn, until one breaks off and its laggard is overrun."""
    saves, strike = [2, 4, 3], [5, 1]
    counter, back = [4, 4, 1, 1], [4, 5]
    dice = [*SUPPRESSED, *HITS_THREE, *saves, *strike, *counter, *back, 1, 1]
    scene = play(able(), berta(), dice=dice, chooses=("counter-attack", "counter-attack"), react=["Berta"])
    told = [
        ("declared an assault", 0),
        ("fired", 0),
        ("was hit", 1),
        ("reacted", 1),
        ("fired", 1),
        ("was hit", 0),
        ("lost Teams", 0),
        ("charged", 0),
        ("struck", 0),
        ("lost Teams", 1),
        ("counter-attacked", 1),
        ("struck", 1),
        ("lost Teams", 0),
        ("struck", 0),
        ("lost Teams", 1),
        ("broke off", 1),
        ("lost Teams", 1),
    ]
    assert scene.told(*(verb for verb, _ in told)) == told
    # Two of the attackers are gone: two markers besides the one of the three hits, which went on to a survivor.
    assert scene.unit("Able").men == (2, 3)
    assert scene.marks("Able") == [2, 1]
    # Three of the others: the last Team has room for two.
    assert scene.unit("Berta").men == (5,)
    assert scene.marks("Berta") == [2]
    assert scene.event("had no room for markers").tells["lost"] == 1
    assert scene.thrown("Berta at Able")[0][2] == "3+ (+1 Reaction Fire, -1 moving in the open)"


@clause(
    "fraley.assault.halt-5fp",
    "fraley.assault.halted-position",
    "fraley.assault.defensive-fire",
    "fraley.assault.casualty-suppression",
)
def test_five_hits_at_contact_halt_it() -> None:
    """Five hits: whoever touched steps back two inches, nobody strikes, and losses to fire count for markers."""
    hits, saves = [6, 5, 4, 4, 3, 1, 1], [6, 6, 6, 6, 2]
    answers: dict[str, Any] = {"react": ["Berta"], "react_at": [at_last], "direct": "nobody"}
    scene = play(able(), berta(), dice=[1, 1, 1, *hits, *saves], **answers)
    assert scene.event("was hit").tells["hits"] == 5
    assert scene.event("halted").because[0] == "fraley.assault.halt-5fp"
    assert scene.events("struck") == []
    lost = scene.event("lost Teams").figures
    assert len(lost) == 1
    left = [man for man in (0, 1, 2) if man not in lost]
    assert scene.unit("Able").men == (*left, 3)
    for man in left:
        assert min(apart(scene, man, foe) for foe in scene.unit("Berta").men) >= 2
    assert sum(scene.marks("Able")) == 2  # one for three hits, one for the loss
    scene = play(able(), berta(), dice=[1, 1, 1, *hits, *saves], assault_casualty_scope="close_combat", **answers)
    assert sum(scene.marks("Able")) == 1


@clause("fraley.assault.halt-5fp", "fraley.assault.need-contact")
def test_four_hits_that_kill_do_not_halt_it() -> None:
    """Two of three chargers are shot down by four hits: the third strikes."""
    hits, saves = [6, 5, 4, 4, 1, 1, 1], [1, 6, 6, 1]
    answers: dict[str, Any] = {"react": ["Berta"], "react_at": [at_last], "direct": "nobody"}
    dice = [1, 1, 1, *hits, *saves, 6, 4, 1]
    scene = play(able(), berta(), dice=dice, chooses=("break-off",), **answers)
    assert scene.events("halted") == []
    assert len(scene.unit("Able").men) == 2
    assert scene.event("struck").tells["strikers"] == "1 Team"
    assert len(scene.events("broke off")) == 1


@clause("fraley.reaction.once-per-initiative", "fraley.assault.defensive-fire", "fraley.assault.counter-move")
def test_who_has_fired_at_the_charge_is_not_asked_again() -> None:
    """Every Team has fired once in this Initiative; and nobody fires at the moves of close combat."""
    dice = [1, 1, 1, *HITS_THREE[:6], 1, 6, 6, 1, 1, 1, 4, 1, 1, 1, 1, 1, 1]
    answers: dict[str, Any] = {
        "react": ["Berta"],
        "react_at": [lambda decision: next(iter(decision.domain.values))],
        "direct": "nobody",
    }
    scene = play(able(), berta(), dice=dice, chooses=("counter-attack", "break-off"), **answers)
    assert scene.kinds_asked().count("react") == 1
    assert all(scene.state.figures[man].shot == 3 for man in scene.unit("Berta").men)


@clause("fraley.assault.extra-move")
def test_all_in_reach_are_shot_and_the_charge_goes_further() -> None:
    """The only Team within twelve inches dies: one die more, and a 3 reaches the next, 14 inches off."""
    attackers = us("us.rifle-platoon", (20, 21), name="Able", pick=("PL", "LMG Team"), spots=((23, 21),))
    targets = german(
        "de.grenadier-platoon",
        (20, 10),
        name="Berta",
        pick=("Rifle Team", "Rifle Team"),
        spots=((20, 5.5),),
        bearing=180,
    )
    dice = [6, 1, 1, 1, 1, 1]
    for die, contact in ((3, True), (1, False)):
        rest = [6] if contact else []
        scene = play(attackers, targets, dice=[*dice, die, *rest], react="nobody")
        assert scene.thrown("charges further")[0][1] == (die,)
        assert bool(scene.events("struck")) == contact
        assert bool(scene.events("fell short")) != contact


# ---- armour


def panzers(men: int = 2) -> Side:
    """Panzer IVs that are about to charge."""
    return german("de.panzer-iv-platoon", (20, 22), name="Able", men=men, gap=2)


@clause("fraley.assault.halt-tanks", "fraley.overwatch.trigger", "fraley.armor.close-range")
def test_guns_on_overwatch_halt_armour_with_two_results() -> None:
    """One Panzer IV suppressed and destroyed by the first gun: two results, and both guns' hits besides."""
    guns = us(
        "us.at-platoon", (20, 10), name="Berta", pick=("PL", "57mm Team"), spots=((23, 10),), bearing=180,
        fields={"overwatch": True},
    )  # fmt: skip
    hits = [6, 6, 6, 6]
    scene = play(panzers(), guns, dice=[*hits, 1, 1, 1, 1, 1, 4, 6, 1, 1], react=["Berta"])
    assert scene.event("reacted").tells["how"] == "on Overwatch"
    assert scene.event("halted").because[0] == "fraley.assault.halt-tanks"
    assert scene.events("struck") == []
    assert not scene.unit("Berta").overwatch
    scene = play(panzers(), guns, dice=[*hits, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 6], react=["Berta"])
    assert scene.events("halted") == []  # four hits that do nothing but one marker
    assert scene.event("struck").unit == 0


@clause("fraley.assault.tank-assault-rolls", "fraley.assault.tank-save", "fraley.assault.overrun")
def test_tank_hunters_against_a_tank() -> None:
    """The Panzerschreck rolls three dice, the others one each; a Flank Save fails, and damage 5 suppresses it.

    Suppressed, it breaks off too slowly and is overrun.
    """
    hunters = german(
        "de.tank-hunter-platoon", (20, 18), name="Able", pick=("PL", "Panzerschreck Team", "Rifle Team"),
        spots=((23, 18), (17, 18)),
    )  # fmt: skip
    tank = us("us.sherman-platoon", (20, 10), name="Berta", men=1, bearing=180)
    dice = [1, 2, 4, 1, 3, 4, 5, 1, 1]
    scene = play(hunters, tank, dice=dice, chooses=("break-off",), react="nobody", stay_behind=keys())
    assert [one[1] for one in scene.thrown("strikes at")] == [(1, 2), (4, 1, 3)]
    assert scene.throws("Flank Saves")[0].faces == (4,)
    assert scene.event("lost Teams").tells["why"] == "overrun"
    assert not scene.unit("Berta").alive
    dice = [1, 2, 4, 1, 3, 4, 3, 1, 1]
    scene = play(hunters, tank, dice=dice, chooses=("break-off",), react="nobody", stay_behind=keys())
    assert scene.unit("Berta").alive  # not suppressed: not overrun
    assert scene.events("lost Teams") == []


# ---- a CC and an FO


@clause("fraley.cc.joins-when-attacked", "fraley.assault.casualty-suppression")
def test_an_assault_on_a_cc_is_one_on_the_unit_beside_him() -> None:
    """The platoon fires, counter-attacks and breaks off with him among its Teams; its marker is for him."""
    attackers = us(
        "us.rifle-platoon", (20, 18), name="Able", pick=("PL", "Rifle Team", "LMG Team"), spots=((23, 18), (26, 18))
    )
    cc = german("de.cc", (20, 10), name="Voss", bearing=180)
    guns = german("de.mg-platoon", (26, 9), name="Berta", pick=("PL", "HMG Team"), spots=((29, 9),), bearing=180)
    dice = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 2, 2]
    answers: dict[str, Any] = {"assault": "Voss", "react": ["Berta", "nobody"], "direct": "nobody"}
    scene = play(attackers, cc, guns, dice=dice, chooses=("break-off",), **answers)
    assert scene.event("struck").tells["at"] == "Berta"
    assert not scene.unit("Voss").alive
    assert sum(scene.marks("Berta")) == 1


@clause("fraley.fo.joins-when-attacked", "fraley.fo.no-suppression")
def test_an_assault_on_an_fo_leaves_no_markers() -> None:
    """He is alone and dies; had a Unit been beside him, it would have taken none either."""
    attackers = us("us.rifle-platoon", (20, 18), name="Able", pick=("PL", "Rifle Team"), spots=((23, 18),))
    mortars = german("de.mortar-platoon", (50, 4), name="Berta", bearing=180, fo=(20, 10))
    scene = play(attackers, mortars, dice=[1, 6], react="nobody", stay_behind=keys())
    assert not scene.unit("Berta FO").alive
    assert scene.marks("Berta") == [0] * 5


@clause("fraley.assault.pursuit")
def test_the_pursuit_goes_where_its_owner_likes() -> None:
    """Five inches: two Teams follow, the LMG that stayed does not."""
    dice = [1, 1, 1, 1, 1, 1, 2, 5]
    scene = play(able(), berta(), dice=dice, chooses=("break-off",), react="nobody", pursue=shift(0, 4))
    assert scene.event("pursued").figures == (0, 1, 2)
    assert scene.point("Able", 3) == (29, 18)
    assert scene.events("lost Teams") == []


@pytest.mark.parametrize("die", [1, 6])
@clause("fraley.assault.break-off-move")
def test_a_broken_unit_falls_back_by_the_die(die: int) -> None:
    """One inch and all in reach are overrun; six and none is."""
    scene = play(able(), berta(), dice=[1, 1, 1, 1, 1, 1, die, 1], chooses=("break-off",), react="nobody")
    assert scene.event("broke off").tells["length"] == pytest.approx(die * 1000, abs=3)
    assert bool(scene.events("lost Teams")) == (die == 1)
