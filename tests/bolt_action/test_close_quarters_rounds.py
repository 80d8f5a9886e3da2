"""Close quarters between men, from contact on: blows, rounds, defended positions, guns, and the winner's regroup."""

import pytest

from sandtable.odds.ask import ask
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.library import questions
from sandtable.table.terrain import Piece
from tests.clause import clause

from .assaults import REGROUPS, able, blows, facing, foes
from .kit import Scene, de, shift, stay, terrain

TWO = "us.second-lieutenant"  # with men=2, an officer with a pistol (an assault weapon) and a rifleman: three attacks


@clause("ba.cq.attackers-first", "ba.cq.round-order")
def test_those_whom_the_attackers_kill_do_not_strike_back() -> None:
    """Ten attackers kill six of eight defenders; the two who are left roll, one of them with an SMG."""
    scene = Scene(able(10), foes(5, 8))
    scene.order("Able", "assault", [*blows(6, 11), 4, 4, 4, REGROUPS], move=stay())
    assert [faces for _, faces, _ in scene.thrown("Foes fights Able")] == [(4, 4, 4)]
    assert len(scene.unit("Able").men) == 7


@clause("ba.cq.damage")
@pytest.mark.parametrize(("quality", "needs"), [("inexperienced", "3+"), ("regular", "4+"), ("veteran", "5+")])
def test_blows_hit_by_themselves_and_damage_on_the_enemys_value(quality: str, needs: str) -> None:
    """No roll to hit; each side rolls against the other's ordinary damage value."""
    scene = Scene(able(), foes(5, quality=quality))
    scene.order("Able", "assault", [*[2] * 7, *[4] * 7, REGROUPS], move=stay())
    assert not scene.throws("to hit")
    assert [needed for _, _, needed in scene.thrown("to damage")] == [needs, "4+"]


@clause("ba.cq.damage")
def test_penetration_and_exceptional_damage_are_not_used_in_close_quarters() -> None:
    """A team with a weapon of +5 damages Regulars on 4 or more, and its sixes are not rolled again."""
    scene = Scene(able(2, "us.bazooka-team"), foes(5))
    scene.order("Able", "assault", [6, 6, *blows(0, 5), REGROUPS], move=stay())
    assert scene.thrown("Able fights") == [("Able fights Foes: to damage", (6, 6), "4+")]


@clause("ba.gap.assault-attacks", "ba.gap.tough-fighters", "ba.gap.weapon-assault")
@pytest.mark.parametrize(
    ("troop", "add", "dice"),
    [
        ("us.rifle-squad", (), 7),
        ("us.rifle-squad", ("smg", "smg"), 9),
        ("us.rifle-squad", ("assault-rifle",), 8),
        ("us.rifle-squad", ("tough-fighters",), 12),
        ("us.rifle-squad", ("tough-fighters", "smg"), 12),
        ("su.assault-squad", (), 12),
    ],
)
def test_how_many_attacks_six_men_make(troop: str, add: tuple[str, ...], dice: int) -> None:
    """One a man, two with an assault weapon or as tough fighters, and never more than two."""
    scene = Scene(able(6, troop, add=add), foes(5))
    scene.order("Able", "assault", [*[4] * dice, REGROUPS], move=stay())
    (thrown,) = scene.throws("Able fights Foes")
    assert len(thrown.faces) == dice


@clause("ba.gap.tough-fighters")
def test_tough_fighters_have_two_dice_a_man_in_defence_and_against_guns() -> None:
    """Six tough fighters roll twelve dice against the crew of a gun, and twelve when they are assaulted."""
    tough = ("tough-fighters",)
    scene = Scene(able(add=tough), de("us.light-at-gun", (26, 20), name="Gun", fields={"order": "fire"}))
    scene.order("Able", "assault", [*[4] * 12, REGROUPS], move=stay())
    scene = Scene(able(), foes(5, add=tough))
    scene.order("Able", "assault", [*blows(0), *blows(6, 12), REGROUPS], move=stay())
    assert [len(one.faces) for one in scene.throws("Foes fights")] == [12]


@clause("ba.gap.assault-attacks")
def test_every_man_fights_whoever_is_in_contact() -> None:
    """Ten men against one: all of them roll, also those who cannot touch him."""
    scene = Scene(able(10), foes(5, 1, "us.medic"))
    scene.order("Able", "assault", [*blows(0, 11), 3, *blows(1, 11), 3, REGROUPS], move=stay())
    assert [len(one.faces) for one in scene.throws("Able fights")] == [11, 11]


# ---- who has lost


@clause("ba.cq.loser")
def test_the_attackers_are_destroyed_if_they_lose_more() -> None:
    """One defender falls, two attackers: all of Able is removed, and Foes regroup."""
    scene = facing(5)
    scene.order("Able", "assault", [*blows(1), *blows(2, 6), REGROUPS], move=stay())
    assert scene.unit("Able").place == "destroyed"
    assert len(scene.unit("Foes").men) == 5
    assert scene.event("regrouped").unit == scene.number("Foes")


@clause("ba.cq.loser")
def test_the_casualties_of_the_last_round_alone_decide() -> None:
    """After a round of one each, the attackers lose two and the defenders one: the attackers are destroyed."""
    scene = facing(5)
    rounds = [*blows(1), *blows(1, 6), *blows(1, 6), *blows(2, 6)]
    scene.order("Able", "assault", [*rounds, REGROUPS], move=stay())
    assert scene.unit("Able").place == "destroyed"
    assert len(scene.unit("Foes").men) == 4


@clause("ba.cq.tie")
def test_a_round_without_losses_is_a_tie_and_in_later_rounds_both_strike_at_once() -> None:
    """Nobody falls at first; in the second round all of Foes fall, and still strike back."""
    scene = facing(5)
    rounds = [*blows(0), *blows(0), *blows(6), *blows(5)]
    scene.order("Able", "assault", [*rounds, REGROUPS], move=stay())
    assert [one.tells["round"] for one in scene.events("fought a round")] == [1, 2]
    assert len(scene.unit("Able").men) == 1
    assert scene.unit("Foes").place == "destroyed"


@clause("ba.cq.tie")
def test_later_rounds_can_be_played_attackers_first() -> None:
    """With the switch off, those who fall in the second round do not strike back."""
    scene = facing(5, cq_later_rounds_simultaneous=False)
    scene.order("Able", "assault", [*blows(0), *blows(0), *blows(6), REGROUPS], move=stay())
    assert len(scene.unit("Able").men) == 6


@clause("ba.cq.tie", "ba.cq.regroup")
def test_a_side_that_is_wiped_out_in_a_tie_has_lost() -> None:
    """Two defenders fall and take two attackers with them: nobody lost more, but only Able is left, and regroups."""
    scene = Scene(able(), foes(5, 2, TWO))
    rounds = [*blows(0), *blows(0, 3), *blows(2), *blows(2, 3)]
    scene.order("Able", "assault", [*rounds, REGROUPS], move=stay())
    assert len(scene.unit("Able").men) == 4
    assert scene.unit("Foes").place == "destroyed"
    assert scene.event("regrouped").unit == scene.number("Able")


@clause("ba.gap.assault-pins", "ba.gap.pins-removed")
def test_contact_ends_all_pins_on_both_sides() -> None:
    """Foes with five pins, and Able with three of which the order test took one, have none when they fight."""
    scene = Scene(able(fields={"pins": 3}), foes(5, fields={"pins": 5}))
    scene.order("Able", "assault", [1, 2, *blows(7), REGROUPS], move=stay())
    assert [(one.unit, one.tells["count"]) for one in scene.events("shook off pins")] == [(0, 1), (0, 2), (1, 5)]
    assert scene.unit("Able").pins == 0


@clause("ba.gap.assault-pins")
def test_pins_stay_if_no_contact_is_made() -> None:
    """An assault that falls short does nobody good."""
    scene = Scene(able(fields={"pins": 3}), foes(13, fields={"pins": 5, "order": "fire"}))
    scene.order("Able", "assault", [1, 2])
    assert (scene.unit("Able").pins, scene.unit("Foes").pins) == (2, 5)


@clause("ba.gap.assault-pins")
def test_a_unit_that_is_down_fights_normally() -> None:
    """All six strike back with their full number of attacks, at the same scores."""
    scene = Scene(able(), foes(5, fields={"order": "down"}))
    scene.order("Able", "assault", [*blows(0), *blows(1), REGROUPS], move=stay())
    assert [(len(faces), needed) for _, faces, needed in scene.thrown("to damage")] == [(7, "4+"), (7, "4+")]


# ---- defended positions

BEHIND = terrain("wall", line=[(24, 15), (24, 35)])  # two inches before the defenders
CLOSE = terrain("wall", line=[(25.4, 15), (25.4, 35)])  # at their bases
HEDGE = terrain("hedge", line=[(24, 15), (24, 35)])
RUIN = terrain("ruin", box=(25, 15, 6, 20))
WOODS = terrain("woods", box=(25, 15, 6, 20))


@clause("ba.gap.defensive-position")
@pytest.mark.parametrize(
    ("ground", "together"), [(BEHIND, True), (CLOSE, True), (HEDGE, True), (RUIN, True), (WOODS, False)]
)
def test_against_a_defended_position_both_strike_at_once(ground: Piece, together: bool) -> None:
    """Behind an obstacle that must be crossed or in hard cover, the fallen strike back; in soft cover they do not."""
    scene = facing(5, ground=[ground], defended_simultaneous=True)
    answer = blows(5) if together else []
    scene.order("Able", "assault", [*blows(6), *answer, REGROUPS], move=stay())
    assert len(scene.unit("Able").men) == (1 if together else 6)


@clause("ba.gap.defensive-position")
def test_men_in_a_building_strike_at_the_same_time() -> None:
    """The attackers come up to the wall."""
    house = terrain("building", box=(25, 18, 6, 6), openings=[(25, 20)])
    scene = Scene(able(), foes(5, fields={"building": 0}), ground=[house], defended_simultaneous=True)
    scene.order("Able", "assault", [*blows(6), *blows(5), REGROUPS], move=stay())
    assert len(scene.unit("Able").men) == 1


@clause("ba.gap.defensive-position", "ba.cq.attackers-first")
def test_by_the_sheet_attackers_strike_first_at_a_defended_position_too() -> None:
    """Those who fall behind the wall do not strike back."""
    scene = facing(5, ground=[BEHIND])
    scene.order("Able", "assault", [*blows(6), REGROUPS], move=stay())
    assert len(scene.unit("Able").men) == 6


# ---- guns


@clause("ba.gap.assault-artillery")
def test_a_gun_is_destroyed_with_a_crew_that_loses() -> None:
    """Three men of the crew fight; one falls and no attacker does, and the gun is gone with the other two."""
    scene = Scene(able(), de("us.light-at-gun", (27, 20), name="Gun", fields={"order": "fire"}))
    scene.order("Able", "assault", [*blows(1), *blows(0, 2), REGROUPS], move=stay())
    assert [len(one.faces) for one in scene.throws("Gun fights")] == [2]
    assert (scene.unit("Gun").place, scene.unit("Gun").gun) == ("destroyed", None)


@clause("ba.gap.assault-artillery")
def test_a_crew_that_wins_keeps_its_gun_where_it_is() -> None:
    """The crew fights as infantry; when it wins nothing moves."""
    scene = Scene(able(), de("us.light-at-gun", (27, 20), name="Gun", fields={"order": "fire"}))
    scene.order("Able", "assault", [*blows(0), *blows(1, 3)])
    assert scene.unit("Able").place == "destroyed"
    assert scene.unit("Gun").gun is not None


# ---- regrouping


@clause("ba.cq.regroup", "ba.gap.regroup")
def test_the_winner_regroups_up_to_the_die_in_any_direction() -> None:
    """With a 4, a regroup of four inches back is legal and one of a hair more is refused."""
    scene = facing(5)
    begin = [*blows(7), 4]
    refused = scene.refused(lambda: scene.order("Able", "assault", begin, move=shift(-4.001, 0)))
    assert refused.refusal.allowed == 4000
    scene.order("Able", "assault", begin, move=shift(-4, 0))
    assert scene.point("Able") == (20.998, 20)
    assert scene.unit("Able").order == "run"


@clause("ba.gap.regroup")
def test_a_defender_who_wins_is_still_free_to_act() -> None:
    """He had no die when he was assaulted, and has none after regrouping."""
    scene = facing(5)
    scene.order("Able", "assault", [*blows(0), *blows(1), 3], move=shift(3, 0))
    assert scene.unit("Foes").order is None
    assert scene.point("Foes") == (29, 20)


@clause("ba.gap.regroup")
def test_ambush_fire_meets_a_regroup() -> None:
    """A machine gun in Ambush lets the charge go and fires into the regroup."""
    watcher = de("us.mmg-team", (24, 40), name="Watchers", bearing=0, fields={"order": "ambush"})
    scene = Scene(able(), foes(5, 1, "us.medic"), watcher)
    answers = {"assault_target": "Foes", "ambush": ["pass", "station 1"], "move": shift(-3, 0)}
    scene.order("Able", "assault", [*blows(7), 6, *[2] * 4], **answers)
    assert scene.told("was on its way", "regrouped", "sprang its ambush") == [
        ("was on its way", 0),
        ("sprang its ambush", 2),
        ("regrouped", 0),
    ]


# ---- the odds


@clause("ba.cq.tie", "ba.cq.loser")
@pytest.mark.parametrize(
    ("attackers", "winners"),
    [
        (1, {"attacker": "1/3", "defender": "1/3", "nobody": "1/3"}),
        (2, {"attacker": "6/7", "defender": "1/7"}),
    ],
)
def test_the_odds_of_a_fight_end_as_the_fight_does(attackers: int, winners: dict[str, str]) -> None:
    """Against one man in a defended position: who is left after a tie has won, and if nobody is, nobody has."""
    given = {"attackers": attackers, "defenders": 1, "defended": True}
    answer = ask(questions("bolt-action")["close-quarters"], given, Options(defended_simultaneous=True))
    assert answer.outcomes["winner"] == winners
