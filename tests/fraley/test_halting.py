"""Fire at a charge: who may fire, what halts it, and where halted Teams stand."""

import pytest

from sandtable.rulesets.fraley.melee.assault import assault
from sandtable.rulesets.fraley.melee.close_combat import Party
from tests.clause import clause

from .assault_kit import Hand, Shots, apart, moment, stand_in
from .kit import Scene, german, us
from .test_charge import able, berta


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Other chapters as the test wants them; enemies react."""
    found = stand_in(monkeypatch)
    found.react = True
    return found


@clause("fraley.assault.defensive-fire")
def test_the_assaulted_unit_fires_at_the_charge(hand: Hand) -> None:
    """It reacts at a point of its choice; only the Teams that charge may be hit, not those that stay."""
    scene = Scene(able((20, 17.125), (23, 17.25)), berta((20, 10)))
    hand.shots = [Shots(), Shots(2)]
    scene.call(assault, "Able", dice=[6], stay_behind=[["m1"]], react=["Berta"], react_at=[moment(0)])
    suppressive, defensive = hand.fired
    assert suppressive["mode"] == "suppressive"
    assert defensive == {"by": 1, "mode": "reaction", "at": 0, "only": (0,)}
    assert not scene.unit("Berta").men


@clause("fraley.assault.defensive-fire")
def test_a_unit_on_overwatch_fires_as_that(hand: Hand) -> None:
    """Overwatch is used for the defensive fire."""
    scene = Scene(able((20, 17.125)), berta((20, 10), fields={"overwatch": True}))
    hand.shots = [Shots(1)]
    scene.call(assault, "Able", dice=[6], react=["Berta"], react_at=[moment(0)])
    assert [one["mode"] for one in hand.fired] == ["overwatch"]


@clause("fraley.assault.halt-5fp")
def test_five_hits_halt_the_assault(hand: Hand) -> None:
    """Five hits, all saved: halted, nobody strikes. Four hits that kill do not halt it."""
    scene = Scene(able((20, 17.125)), berta((20, 10)))
    hand.shots = [Shots(5)]
    scene.call(assault, "Able", react=["Berta"], react_at=[moment(2)])
    assert scene.event("halted").because[0] == "fraley.assault.halt-5fp"
    assert scene.events("struck") == []
    assert scene.point("Able") == (20, 14.125)  # where it was after three inches
    assert scene.team("Able").moved
    assert hand.markers == []
    scene = Scene(able((20, 17.125), (23, 17.125)), berta((20, 10)))
    hand.shots = [Shots(4, lost=(1,))]
    scene.call(assault, "Able", dice=[6], react=["Berta"], react_at=[moment(2)])
    assert scene.events("halted") == []
    assert scene.event("struck").unit == 0
    assert hand.markers == [(0, 1)]


@clause("fraley.assault.lands")
def test_four_hits_do_not_keep_an_assault_from_landing(hand: Hand) -> None:
    """Fewer than five hits: the assaulting Teams fight, and the Overwatch of the assaulted Unit is over."""
    scene = Scene(able((20, 17.125)), berta((20, 10), (25, 10), fields={"overwatch": True}))
    hand.react = False
    scene.call(assault, "Able", dice=[1, 6, 1])
    assert scene.event("was assaulted").unit == 1
    assert not scene.unit("Berta").overwatch
    hand.react = True
    scene = Scene(able((20, 17.125)), berta((20, 10)))
    hand.shots = [Shots(4)]
    scene.call(assault, "Able", dice=[6], react=["Berta"], react_at=[moment(2)])
    assert scene.thrown("strikes at")[0][1:] == ((6,), "4+")


@clause("fraley.assault.halted-position")
def test_halted_teams_in_contact_step_back_two_inches(hand: Hand) -> None:
    """The first Team has touched the enemy when the fire halts it: it steps back along its way, the other stands still."""
    scene = Scene(able((20, 17.125), (30, 17.25)), berta((20, 10)))
    hand.shots = [Shots(5)]
    scene.call(assault, "Able", react=["Berta"], react_at=[moment(5)])
    assert apart(scene, 0, 2) == pytest.approx(2, abs=0.051)
    assert apart(scene, 0, 2) >= 2
    assert scene.point("Able")[0] == 20
    assert scene.point("Able", 1) == (30, 17.25)
    assert scene.event("halted").figures == (0,)
    assert scene.team("Able", 0).moved


@clause("fraley.assault.halted-position")
def test_halted_teams_stand_on_nobody(hand: Hand) -> None:
    """Halted while passing through friends, a Team stops short of them."""
    friend = us("us.rifle-platoon", (20, 15), name="Baker", pick=("Rifle Team",))
    scene = Scene(able((20, 18)), berta((20, 10)), friend)
    hand.shots = [Shots(5)]
    scene.call(assault, "Able", react=["Berta"], react_at=[moment(2)])
    assert apart(scene, 0, 2) > 0
    assert 15 < scene.point("Able")[1] <= 18


@clause("fraley.assault.other-units-react")
def test_hits_of_other_units_do_not_halt_it(hand: Hand) -> None:
    """Another Unit reacts by the general rules; its five hits count only where all hits do."""
    caesar = german("de.mg-platoon", (30, 12), name="Cäsar", pick=("PL",))
    scene = Scene(able((20, 17.125)), berta((20, 10)), caesar)
    hand.shots = [Shots(5)]
    scene.call(assault, "Able", dice=[6], react=["Cäsar", "nobody"], react_at=[moment(1)])
    assert [one["by"] for one in hand.fired] == [2]
    assert scene.events("halted") == []
    scene = Scene(able((20, 17.125)), berta((20, 10)), caesar, assault_halt_counts_all_units=True)
    hand.shots = [Shots(3), Shots(2)]
    scene.call(assault, "Able", react=["Cäsar", "Berta"], react_at=[moment(1), moment(0)])
    assert scene.event("halted").unit == 0
    # Only those who are charged must hit the Teams that charge: by the general rules any Team of the Unit may be hit.
    assert [(one["by"], one["only"]) for one in hand.fired[-2:]] == [(2, None), (1, scene.unit("Able").men)]


def panzers(hand: Hand, *shots: Shots, dice: tuple[int, ...] = ()) -> Scene:
    """Two Panzer IVs charge a rifle platoon."""
    scene = Scene(
        german("de.panzer-iv-platoon", (20, 18), name="Able", men=2, gap=2),
        us("us.rifle-platoon", (20, 10), name="Berta", pick=("PL", "Bazooka Team"), spots=((23, 10),), bearing=180),
    )
    hand.shots = list(shots)
    scene.call(assault, "Able", dice=dice, react=["Berta"], react_at=[moment(1)])
    return scene


@clause("fraley.assault.halt-tanks")
def test_armour_is_halted_by_two_results(hand: Hand) -> None:
    """One Panzer IV suppressed and one destroyed: halted. One destroyed only, or nine hits: it lands."""
    scene = panzers(hand, Shots(2, results=2, lost=(1,)))
    assert scene.event("halted").because[0] == "fraley.assault.halt-tanks"
    scene = panzers(hand, Shots(2, results=1, lost=(1,)), dice=(6, 6, 6))
    assert scene.events("halted") == []
    scene = panzers(hand, Shots(9), dice=(6, 6))
    assert scene.events("halted") == []
    assert not scene.unit("Berta").men


@clause("fraley.assault.halt-tanks")
def test_a_mixed_assault_is_judged_by_who_makes_contact_first(hand: Hand) -> None:
    """An Armored Team that comes first makes it an assault of armour; a truck counts like Infantry."""
    half_track = {"kind": "tank", "vehicle": "half-track", "weapons": ("vehicle-mg",)}
    truck = {"kind": "tank", "vehicle": "truck", "weapons": ("vehicle-mg",)}
    for changed, spots, halted in (
        (half_track, ((20, 15), (23, 17)), False),
        (half_track, ((20, 17), (23, 15)), True),
        (truck, ((20, 15), (23, 17)), True),
    ):
        scene = Scene(able(*spots, teams={0: changed}), berta((20, 10), (23, 10)))
        hand.shots = [Shots(5)]
        rest = {} if halted else {"dice": [6, 6]}
        react = ["Berta"]
        scene.call(assault, "Able", react=react, react_at=[moment(1)], **rest)
        assert bool(scene.events("halted")) == halted


@clause("fraley.assault.need-contact")
def test_contact_once_made_counts_though_the_team_dies(hand: Hand) -> None:
    """The Team in contact dies there: the assault goes on while another is within two inches. If it dies on its way, not."""
    assert Party(0).joined_by((3, 1)) == Party(0, (), (1, 3))
    spots = ((20, 17.125), (21.5, 24.5))
    for at, goes_on in ((5, True), (3, False)):
        scene = Scene(able(*spots, each={"weapons": ("rifle",)}), berta((20, 10)))
        hand.shots = [Shots(2, lost=(0,))]
        dice = [6] if goes_on else []
        scene.call(assault, "Able", dice=dice, react=["Berta"], react_at=[moment(at)])
        assert bool(scene.events("struck")) == goes_on
        assert bool(scene.events("fell short")) == (not goes_on)
