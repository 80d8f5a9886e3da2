"""What a rookie does in situations that tell: he shoots, runs, storms, waits and keeps his head down for reasons."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.bots.rookie import Rookie
from sandtable.dice.chance import Chance
from sandtable.dice.sources import Scripted
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.driving import Drive
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.script import Play
from sandtable.play.state import with_unit
from sandtable.play.views import view
from sandtable.play.walks import March
from sandtable.rulesets import d10
from sandtable.rulesets.d10.fire.arms import arms
from sandtable.rulesets.d10.fire.targets import Aim
from sandtable.rulesets.d10.fire.volley import Loaded
from sandtable.rulesets.d10.melee.assault import assault, press_on
from sandtable.rulesets.d10.prices.sights import spotted_by
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.setup.deployment import set_up
from sandtable.rulesets.d10.state import Battle, Mission
from sandtable.rulesets.d10.tactics import OPINIONS
from sandtable.rulesets.d10.tactics import choose as opinion
from sandtable.rulesets.d10.tactics.choices import harm_of
from sandtable.rulesets.d10.tactics.fire import fire_of
from sandtable.rulesets.d10.tactics.goals import marker_for, role_of
from sandtable.rulesets.d10.tactics.worth import worth_of
from sandtable.rulesets.d10.turn.activation import ACTS, choose
from sandtable.rulesets.d10.turn.turn import begin_turn, next_activation
from tests.clause import clause
from tests.d10.kit import shoot
from tests.scene import one_step

from .kit import Scene, german, terrain, us

THROUGH = Mission("breakthrough", attacker=0)
HOUSE = terrain("building", box=(30, 10, 8, 6))


def asked(
    scene: Scene, script: Callable[..., Any], *arguments: Any, kind: str, dice: Sequence[int] = ()
) -> tuple[Decision[Any], Any]:
    """The first question of a kind in a script and what the rookie says to it; those before it he answers, too."""
    numbers = [scene.number(one) if isinstance(one, str) else one for one in arguments]

    async def begin(play: Play[Battle]) -> None:
        await script(play, *numbers)

    game: Game[Battle] = Game(one_step(RULESET, begin), scene.state, Scripted(list(dice)))
    while (decision := game.pending) is not None:
        seen = view(RULESET, game.state, decision.seat)
        if decision.kind == kind:
            wanted = opinion(seen, decision, Chance("test"))
            decision.domain.check(wanted)
            return decision, wanted
        game.answer(Rookie(RULESET, "test").answer(seen, decision))
    raise AssertionError(f"nobody was asked about {kind!r}")


def said(scene: Scene, script: Callable[..., Any], *arguments: Any, kind: str, dice: Sequence[int] = ()) -> Any:
    """What the rookie says to it."""
    return asked(scene, script, *arguments, kind=kind, dice=dice)[1]


def ordered(scene: Scene, name: str) -> Any:
    """What the rookie orders a unit to do next."""
    return said(scene, choose, name, kind="order")


def ends_of(march: object) -> list[tuple[float, float]]:
    """Where a march ends, in inches."""
    assert isinstance(march, March)
    return [(walk.points[-1][0] / 1000, walk.points[-1][1] / 1000) for walk in march.walks]


def sent(scene: Scene, name: str, order: str) -> list[tuple[float, float]]:
    """Where the rookie sends a unit with an order."""
    return ends_of(said(scene, ACTS[order], name, kind="move"))


# ---- orders


def test_who_is_on_his_marker_with_the_enemy_in_the_open_shoots() -> None:
    """Nobody leaves a good place with something to shoot at."""
    scene = Scene(
        us("us.rifle-squad", (20, 24), name="Able"),
        german("de.grenadier-squad", (20, 10), name="Zug"),
        objectives=[(23, 24)],
    )
    assert ordered(scene, "Able") == "shoot"


def test_far_from_everybody_a_squad_rushes_for_a_marker() -> None:
    """Nothing is in range, so ground is all there is to gain."""
    scene = Scene(
        us("us.rifle-squad", (20, 44), name="Able"),
        german("de.grenadier-squad", (66, 2), name="Zug"),
        ground=(terrain("building", box=(40, 8, 20, 14)),),
        objectives=[(22, 24)],
    )
    assert ordered(scene, "Able") == "rush"
    assert all(y < 40 for _, y in sent(scene, "Able", "rush"))


def test_semi_automatic_rifles_shoot_on_the_move() -> None:
    """A Move costs Steady weapons nothing by the switch: they gain ground and shoot; a tripod gun stays and shoots."""
    scene = Scene(
        us("us.rifle-squad", (20, 34), name="Able"),
        us("us.mmg-team", (36, 34), name="MG"),
        german("de.grenadier-squad", (20, 16), name="Zug"),
        objectives=[(22, 22)],
        steady_ignores_moving=True,
    )
    assert ordered(scene, "Able") == "move"
    assert ordered(scene, "MG") == "shoot"


def test_where_nobody_can_be_shot_at_a_unit_in_place_waits() -> None:
    """On its marker behind a house, with enemies who are still to come: Hold."""
    scene = Scene(
        us("us.rifle-squad", (30, 22), name="Able"),
        german("de.grenadier-squad", (30, 4), name="Zug"),
        ground=(terrain("building", box=(20, 12, 26, 5)),),
        objectives=[(33, 23)],
    )
    assert ordered(scene, "Able") == "hold"


def test_an_attacker_near_the_far_edge_leaves_by_it() -> None:
    """Whoever may get out gets out."""
    scene = Scene(
        us("us.rifle-squad", (62, 24), name="Able", men=4),
        german("de.grenadier-squad", (40, 24), name="Zug"),
        mission=THROUGH,
        fields={"edges": ("west", "east")},
    )
    assert ordered(scene, "Able") == "leave"


def test_late_in_a_breakthrough_nobody_stops_to_shoot() -> None:
    """With just enough turns left to get out, a squad runs past what it could shoot at."""
    scene = Scene(
        us("us.rifle-squad", (38, 40), name="Able"),
        german("de.mmg-team", (40, 8), name="MG"),
        mission=THROUGH,
        turn=6,
        fields={"edges": ("west", "east")},
    )
    assert ordered(scene, "Able") == "rush"
    assert all(x > 45 for x, _ in sent(scene, "Able", "rush"))


def test_a_panicked_unit_that_cannot_shoot_runs_out_of_sight() -> None:
    """It goes behind the house beside it, and does not flee the table, which would lose it."""
    scene = Scene(
        us("us.rifle-squad", (30, 44), name="Able", men=5, strength=10, fields={"panicked": True}),
        german("de.grenadier-squad", (30, 30), name="Zug"),
        ground=(terrain("woods", box=(22, 40, 6, 6)),),
        objectives=[(30, 10)],
    )
    assert ordered(scene, "Able") in {"move", "rush"}


def test_infantry_storms_a_tank_that_came_too_near() -> None:
    """Three men with grenades do more to it than all rifles, and it can hardly strike back."""
    scene = Scene(
        us("us.rifle-squad", (30, 30), name="Able"),
        german("de.stug", (31, 26), name="StuG", bearing=180),
        objectives=[(32, 30)],
    )
    assert ordered(scene, "Able") == "assault"


def test_a_move_brings_infantry_up_to_a_tank_before_the_assault() -> None:
    """Out of reach of the assault move alone: Move first, towards it."""
    scene = Scene(
        us("us.rifle-squad", (30, 34), name="Able"),
        german("de.stug", (31, 26), name="StuG", bearing=180),
        objectives=[(32, 34)],
    )
    assert ordered(scene, "Able") == "move"
    assert min(y for _, y in sent(scene, "Able", "move")) < 32


def test_nobody_storms_a_fresh_squad_with_a_remnant() -> None:
    """Three men do not charge ten."""
    scene = Scene(
        us("us.rifle-squad", (30, 30), name="Able", men=3, strength=10),
        german("de.grenadier-squad", (30, 26), name="Zug"),
        objectives=[(32, 30)],
    )
    assert ordered(scene, "Able") != "assault"


def test_a_crew_in_contact_with_a_squad_does_not_fight_on() -> None:
    """Two men against eight: whatever they do, it is not another round."""
    touching = {"spots": ((31.0, 30.0), (32.0, 30.0))}
    scene = Scene(
        us("us.bazooka-team", (30, 30), name="Bazooka", **touching),
        german("de.panzergrenadier-squad", (30, 29), name="Zug", gap=0),
        objectives=[(32, 30)],
    )
    assert ordered(scene, "Bazooka") in {"break off", "nothing"}


def test_a_squad_that_wins_fights_on() -> None:
    """Panicked opponents are finished off."""
    scene = Scene(
        us("us.rifle-squad", (30, 30), name="Able", gap=0),
        german("de.grenadier-squad", (30, 29), name="Zug", gap=0, men=5, strength=9, fields={"panicked": True}),
        objectives=[(32, 30)],
    )
    assert ordered(scene, "Able") == "assault"


def test_riders_who_have_to_get_through_stay_aboard_and_others_get_out_near_the_enemy() -> None:
    """A half-track is faster than any squad; where ground is to be held, troops fight on foot."""
    sides = (
        us("us.half-track", (30, 30), name="Track"),
        us("us.rifle-squad", (60, 46), name="Able", aboard="Track"),
        german("de.grenadier-squad", (30, 18), name="Zug"),
    )
    through = Scene(*sides, mission=THROUGH, fields={"edges": ("west", "east")})
    assert ordered(through, "Able") == "nothing"
    assert ordered(Scene(*sides, objectives=[(30, 24)]), "Able") == "get out"


# ---- moving


def test_a_squad_goes_onto_the_marker() -> None:
    """In reach of a Rush its men end around it."""
    scene = Scene(
        us("us.rifle-squad", (30, 34), name="Able"),
        german("de.grenadier-squad", (66, 2), name="Zug"),
        ground=(terrain("building", box=(40, 8, 20, 14)),),
        objectives=[(32, 25)],
    )
    ends = sent(scene, "Able", "rush")
    near = [end for end in ends if abs(end[0] - 32) <= 3.5 and abs(end[1] - 25) <= 3.5]
    assert len(near) >= 6


def test_squads_spread_over_the_markers() -> None:
    """Two squads side by side do not go for the same one."""
    scene = Scene(
        us("us.rifle-squad", (30, 44), name="Able"),
        us("us.rifle-squad", (38, 44), name="Baker"),
        german("de.grenadier-squad", (30, 4), name="Zug"),
        objectives=[(18, 24), (36, 24), (54, 24)],
    )
    goals = {marker_for(scene.state, scene.number(name)) for name in ("Able", "Baker")}
    assert len(goals) == 2


def test_an_assault_gun_without_a_turret_turns_to_its_target() -> None:
    """With its back to the only enemy it drives so that its gun bears."""
    scene = Scene(
        german("de.stug", (30, 10), name="StuG", bearing=90),
        us("us.sherman", (30, 34), name="Sherman", bearing=0),
        objectives=[(30, 16)],
        fields={"active": 1},
    )
    assert ordered(scene, "StuG") == "move"
    drive = said(scene, ACTS["move"], "StuG", kind="drive")
    assert isinstance(drive, Drive)
    assert drive.legs


# ---- shooting


def test_battle_awareness_is_used_for_the_dearest_harm() -> None:
    """A rocket launcher picks the tank behind the squad, and a main gun the right shell for each."""
    scene = Scene(
        us("us.bazooka-team", (30, 30), name="Bazooka"),
        us("us.sherman", (40, 40), name="Sherman"),
        german("de.grenadier-squad", (30, 22), name="Zug", men=4),
        german("de.stug", (38, 14), name="StuG", bearing=270),
    )
    assert said(scene, shoot, "Bazooka", kind="target") == f"u{scene.number('StuG')}"
    assert said(scene, shoot, "Sherman", kind="main gun").endswith("ap")


def test_a_main_gun_fires_high_explosive_at_men() -> None:
    """There is nothing else to fire at."""
    scene = Scene(us("us.sherman", (30, 40), name="Sherman"), german("de.grenadier-squad", (30, 20), name="Zug"))
    assert said(scene, shoot, "Sherman", kind="main gun") == f"u{scene.number('Zug')} he"


def test_panzerfausts_are_kept_for_armour() -> None:
    """At men no more than a grenade is used while a tank is about; at a tank all of them."""
    scene = Scene(
        german("de.panzergrenadier-squad", (30, 20), name="Zug"),
        us("us.rifle-squad", (30, 26), name="Able"),
        us("us.sherman", (60, 40), name="Sherman"),
    )
    assert "Panzerfaust" not in said(scene, shoot, "Zug", kind="weapons")
    near = Scene(
        german("de.panzergrenadier-squad", (30, 20), name="Zug"), us("us.sherman", (31, 30), name="Sherman", bearing=0)
    )
    assert "Panzerfaust" in said(near, shoot, "Zug", kind="weapons")


def test_the_estimate_is_the_mean_of_the_dice() -> None:
    """Ten rifles at SH 4 in the open at 20 inches: a quarter of the shots kills; the automatic rifle shoots twice."""
    scene = Scene(us("us.rifle-squad", (20, 40), name="Able"), german("de.grenadier-squad", (20, 20), name="Zug"))
    able, foe = scene.number("Able"), scene.number("Zug")
    loaded = [Loaded(arm) for arm in arms(scene.state, able)]
    exact = harm_of(scene.state, able, loaded, Aim(foe, inches(18)))
    dice = 8 + 2  # riflemen and the automatic rifle; the sergeant's submachine gun does not reach
    assert exact == dice * 250 * 7000 // 1000  # 63 points over nine men are 7 a man
    assert fire_of(scene.state, able).value == exact
    assert worth_of(scene.state, foe) == 63_000


# ---- turns


def test_who_can_shoot_goes_before_who_can_only_move() -> None:
    """The squad in sight of the enemy acts first."""
    scene = Scene(
        us("us.rifle-squad", (6, 46), name="Able"),
        us("us.rifle-squad", (40, 30), name="Baker"),
        german("de.grenadier-squad", (40, 18), name="Zug"),
        ground=(terrain("building", box=(2, 38, 20, 5)),),
        objectives=[(36, 24)],
    )
    assert said(scene, next_activation, kind="activate") == f"u{scene.number('Baker')}"


@clause("d10.turn.initiative-choice")
def test_the_winner_begins_but_for_the_last_word_at_the_markers() -> None:
    """In the last turn of a meeting he who has as many units lets the other go first."""
    sides = (us("us.rifle-squad", (30, 30), name="Able"), german("de.grenadier-squad", (30, 10), name="Zug"))
    assert said(Scene(*sides, turn=2), begin_turn, kind="initiative", dice=[9, 2]) == "p0"
    assert said(Scene(*sides, turn=5), begin_turn, kind="initiative", dice=[9, 2]) == "p1"


# ---- reactions


def test_units_on_hold_shoot_at_a_squad_that_rushes_past() -> None:
    """At the place of its way where it is nearest and in the open."""
    scene = Scene(
        us("us.rifle-squad", (20, 40), name="Able"),
        german("de.grenadier-squad", (26, 20), name="Zug", fields={"hold": True}),
        objectives=[(24, 26)],
        fields={"acting": 0},
    )
    decision, wanted = asked(scene, ACTS["rush"], "Able", kind="react")
    assert decision.seat == 1
    assert wanted == f"u{scene.number('Zug')}"


def test_nobody_spends_a_hold_on_a_shot_that_cannot_harm() -> None:
    """By the switch rifles do nothing to a tank."""
    scene = Scene(
        us("us.sherman", (30, 40), name="Sherman"),
        german("de.grenadier-squad", (30, 16), name="Zug", fields={"hold": True}),
        objectives=[(30, 20)],
        fields={"acting": 0},
        armoured_immunity=True,
    )
    assert said(scene, ACTS["move"], "Sherman", kind="react") == "nobody"


def test_who_is_assaulted_shoots() -> None:
    """Rifles at men who come on."""
    scene = Scene(
        us("us.rifle-squad", (20, 24), name="Able"),
        german("de.grenadier-squad", (20, 20), name="Zug", fields={"hold": True}),
    )
    assert said(scene, assault, "Able", kind="answer an assault") == "shoot"


def test_an_assault_goes_for_whom_it_reaches() -> None:
    """Of two in sight the near one."""
    scene = Scene(
        us("us.rifle-squad", (20, 24), name="Able"),
        german("de.mmg-team", (60, 20), name="Far"),
        german("de.mmg-team", (21, 20.5), name="Near"),
    )
    assert said(scene, assault, "Able", kind="assault") == f"u{scene.number('Near')}"


def test_blows_go_where_they_hurt_most() -> None:
    """In contact with two units a squad strikes at the one that is panicked and dear."""
    scene = Scene(
        us("us.rifle-squad", (20, 24), name="Able", gap=0),
        german("de.volkssturm-squad", (19, 24), name="Alarm", men=1, strength=10),
        german("de.panzergrenadier-squad", (20, 23), name="Zug", gap=0, men=3, fields={"panicked": True}),
    )
    assert said(scene, press_on, "Able", kind="strike") == f"u{scene.number('Zug')}"


# ---- setting up


def waiting(*names: tuple[str, str]) -> list[Any]:
    """Units of the US that are still to be set up."""
    return [us(troop, name=name) for troop, name in names]


def test_squads_stand_forward_and_mortars_behind() -> None:
    """From the south edge: squads near the middle line of the zone's front, a mortar at its back."""
    units = waiting(("us.rifle-squad", "Able"), ("us.light-mortar", "Mortar"))
    fields = {"phase": "setup", "agenda": ("deploy",)}
    scene = Scene(
        *units, german("de.grenadier-squad", (36, 4), name="Zug"), objectives=[(18, 24), (36, 24)], fields=fields
    )
    decision, first = asked(scene, set_up, 0, kind="unit to set up")
    assert isinstance(decision.domain, OneOf)
    assert first == f"u{scene.number('Able')}"
    squad = ends_of(said(scene, set_up, 0, kind="set up"))
    alone = Scene(units[1], german("de.grenadier-squad", (36, 4), name="Zug"), objectives=[(18, 24)], fields=fields)
    mortar = ends_of(said(alone, set_up, 0, kind="set up"))
    assert min(y for _, y in squad) < 40 < min(y for _, y in mortar)


def test_the_defender_of_a_village_begins_in_his_houses() -> None:
    """A squad goes into the house that is fought over."""
    scene = Scene(
        german("de.grenadier-squad", name="Zug"),
        us("us.rifle-squad", (36, 46), name="Able"),
        ground=(HOUSE,),
        mission=Mission("village", attacker=0),
        fields={"phase": "setup", "agenda": ("deploy",), "buildings": (0,)},
    )
    ends = ends_of(said(scene, set_up, 1, kind="set up"))
    inside = [1 for x, y in ends if 30 <= x <= 38 and 10 <= y <= 16]
    assert len(inside) >= 6


def test_every_troop_has_a_role() -> None:
    """What each unit is good for."""
    scene = Scene(
        *(
            us(troop, (4 + 8 * place, 40))
            for place, troop in enumerate(
                ["us.rifle-squad", "us.mmg-team", "us.light-mortar", "us.bazooka-team", "us.sherman"]
            )
        ),
        us("us.second-lieutenant", (50, 40)),
        us("us.artillery-observer", (56, 40)),
        german("de.heavy-at-gun", (30, 4)),
    )
    roles = [role_of(scene.state, number) for number in range(len(scene.state.units))]
    assert roles == ["squad", "machine gun", "mortar", "rockets", "tank", "leader", "lone", "gun"]


# ---- whole battles


def test_every_opinion_is_asked_for() -> None:
    """No opinion about a question that this book does not ask."""
    folder = Path(d10.__file__).parent
    text = "".join(file.read_text(encoding="utf-8") for file in sorted(folder.rglob("*.py")))
    for kind in OPINIONS:
        assert re.search(rf'"{re.escape(kind)}"', text), kind


def winner(scenario: str, seed: int, players: tuple[str, str]) -> str | None:
    """Which bot wins a battle; None for a draw."""
    header = Header("d10", RULESET.version, {}, RULESET.scenario(scenario), players)
    game = new_game(RULESET, header, seeded_box(seed))
    fight(game, (bot(players[0], RULESET, seed, 0), bot(players[1], RULESET, seed, 1)))
    assert game.outcome is not None
    return None if game.outcome.winner is None else players[game.outcome.winner]


def won(battles: int) -> int:
    """How many battles the rookie wins of so many in each scenario, from both seats in turn."""
    seats = (("rookie", "random"), ("random", "rookie"))
    return sum(
        winner(scenario, 700 + seed, seats[seed % 2]) == "rookie"
        for scenario in RULESET.scenarios()
        for seed in range(battles)
    )


def test_the_rookie_beats_chance_everywhere() -> None:
    """Two battles of each scenario, one from each seat: all but one at least."""
    assert won(2) >= 2 * len(RULESET.scenarios()) - 1


@pytest.mark.full
def test_the_rookie_beats_chance_in_95_of_100() -> None:
    """The long form."""
    assert won(40) >= 38 * len(RULESET.scenarios())


@pytest.mark.parametrize("scenario", RULESET.scenarios())
def test_a_rookie_never_answers_what_is_not_allowed(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In battles of rookies every opinion is legal, and so is every usual answer where there is none."""
    checked: list[str] = []

    def sound(_self: Rookie, seen: Any, decision: Decision[Any]) -> object:
        wanted = opinion(seen, decision, Chance("test", len(checked)))
        if wanted is None:
            wanted = decision.usual()
        decision.domain.check(wanted)
        checked.append(decision.kind)
        return wanted

    monkeypatch.setattr(Rookie, "answer", sound)
    for seed, players in ((3, ("rookie", "rookie")), (4, ("rookie", "random"))):
        winner(scenario, seed, players)
    assert {"set up", "activate", "order", "move", "initiative"} <= set(checked)


def test_a_rookie_says_the_same_again() -> None:
    """The same battle twice ends with the same state."""
    ends = []
    for _ in range(2):
        header = Header("d10", RULESET.version, {}, RULESET.scenario("small"), ("rookie", "rookie"))
        game = new_game(RULESET, header, seeded_box(11))
        fight(game, (bot("rookie", RULESET, 1, 0), bot("rookie", RULESET, 1, 1)))
        ends.append(game.state)
    assert ends[0] == ends[1]


# ---- what the rookie found


@clause("d10.morale.rout-individual", "d10.gap.transport")
def test_nobody_stays_in_a_carrier_that_its_crew_abandon() -> None:
    """A half-track down to one wound whose crew fail their check: the squad stands around the wreck, unhurt."""
    scene = Scene(
        german("de.panzer-iv", (30, 10), name="Panzer", bearing=180),
        us("us.half-track", (30, 30), name="Track", each={"wounds": 3}),
        us("us.rifle-squad", (60, 46), name="Able", aboard="Track"),
        fields={"active": 1},
    )
    key = f"u{scene.number('Track')} ap"
    scene.order("Panzer", "shoot", dice=[9, 1, 1, 1, 1, 1, 1, 9, 1], main_gun=key)
    assert scene.unit("Track").place == "routed"
    assert scene.unit("Able").place == "table"
    assert len(scene.unit("Able").men) == 10


def test_who_panics_spots_nobody_from_then_on() -> None:
    """Nobody has moved in between."""
    state = Scene(us("us.rifle-squad", (20, 30)), german("de.grenadier-squad", (20, 20))).state
    assert spotted_by(state, 0) == {1}
    assert spotted_by(with_unit(state, 0, {"panicked": True}), 0) == frozenset()
    assert spotted_by(state, 0) == {1}
