"""What a rookie does in situations that tell: he shoots, runs, looks, storms and keeps his head down for reasons."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sandtable.bots.rookie import Rookie
from sandtable.dice.chance import Chance
from sandtable.dice.sources import Scripted
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.driving import Drive
from sandtable.play.game import Game
from sandtable.play.script import Play
from sandtable.play.state import with_unit
from sandtable.play.views import view
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.setup.deployment import deploy, roll_off
from sandtable.rulesets.skirmish41.state import Battle, Marker, Mission
from sandtable.rulesets.skirmish41.tactics import choose as opinion
from sandtable.rulesets.skirmish41.tactics.fire import guns_of
from sandtable.rulesets.skirmish41.tactics.goals import goal_of, role_of
from sandtable.rulesets.skirmish41.turn.activation import ACTS, carry_out, choose
from sandtable.rulesets.skirmish41.turn.turn import next_activation
from tests.clause import clause
from tests.scene import one_step

from .kit import Scene, brit, german, terrain

CROSSING = {"objectives": ((inches(36), inches(24)),)}
BRIDGE = Mission("patrol", objective=(50, 24))
PATROL = {"objectives": ((inches(50), inches(24)),), "edges": ("west", "east")}
HOUSE = terrain("building", box=(30, 10, 8, 6))


def asked(
    scene: Scene, script: Callable[..., Any], *arguments: Any, kind: str, dice: Sequence[int] = ()
) -> tuple[Decision[Any], Any]:
    """The first question of a kind in a script and what the rookie says to it; those before it he answers, too."""
    teams = {unit.name: number for number, unit in enumerate(scene.state.units)}
    numbers = [teams.get(one, one) if isinstance(one, str) else one for one in arguments]

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


def does(scene: Scene, name: str) -> Any:
    """What the rookie has a team do next."""
    return said(scene, choose, name, kind="action")


def ends_of(march: object) -> list[tuple[float, float]]:
    """Where a march ends, in inches."""
    assert isinstance(march, March)
    return [(walk.points[-1][0] / 1000, walk.points[-1][1] / 1000) for walk in march.walks]


# ---- actions


def test_with_an_enemy_in_the_open_near_by_a_team_in_place_fires() -> None:
    """Aimed rifles at eleven inches are worth more than a few inches of ground."""
    scene = Scene(
        brit("gb.rifle-team", (36, 34), name="Able"), german("de.rifle-team", (36, 22), name="Berta"), fields=CROSSING
    )
    assert does(scene, "Able") == "fire"


def test_far_from_everybody_a_team_moves_on() -> None:
    """Nobody is in sight, and the crossing is far."""
    scene = Scene(
        brit("gb.rifle-team", (36, 46), name="Able"),
        german("de.rifle-team", (6, 2), name="Berta"),
        ground=(terrain("building", box=(2, 8, 30, 6)),),
        fields=CROSSING,
    )
    assert does(scene, "Able") == "move"
    assert min(y for _, y in ends_of(said(scene, ACTS["move"], "Able", kind="move"))) < 41


def test_late_in_the_battle_everybody_goes_onto_the_crossing() -> None:
    """In the last turn a team seven inches off gets within six although it could shoot."""
    scene = Scene(
        brit("gb.rifle-team", (36, 34), name="Able"),
        german("de.rifle-team", (36, 2), name="Berta"),
        turn=10,
        fields=CROSSING,
    )
    assert does(scene, "Able") == "move"


def test_what_may_be_spotted_is_looked_for_first() -> None:
    """Looking out costs no action."""
    scene = Scene(
        brit("gb.rifle-team", (36, 34), name="Able"),
        german("de.rifle-team", (34, 20), name="Berta", fields={"spotted": False}),
        ground=(terrain("woods", box=(30, 14, 12, 7)),),
        fields=CROSSING,
    )
    assert does(scene, "Able") == "spot"


def test_nothing_is_looked_for_behind_a_house() -> None:
    """What cannot be seen is not tried."""
    scene = Scene(
        brit("gb.rifle-team", (32, 30), name="Able"),
        german("de.rifle-team", (33, 6), name="Berta", fields={"spotted": False}),
        ground=(terrain("building", box=(20, 12, 30, 6)),),
        fields=CROSSING,
    )
    assert does(scene, "Able") != "spot"


def test_on_patrol_counters_are_let_lie() -> None:
    """To turn up a counter may set off what lies under it; in an ambush every one has to be found."""
    markers = [Marker("dummy", (inches(40), inches(24))), Marker("sniper", (inches(44), inches(20)))]
    on_patrol = Scene(brit("gb.rifle-team", (20, 24), name="Able"), mission=BRIDGE, markers=markers, fields=PATROL)
    assert does(on_patrol, "Able") == "move"
    hunting = Scene(
        brit("gb.rifle-team", (20, 24), name="Able"),
        mission=Mission("ambush"),
        markers=markers,
        fields={"edges": ("west", "east")},
    )
    assert does(hunting, "Able") == "spot"


def test_a_patrol_that_has_held_the_bridge_goes_home() -> None:
    """Back to its own edge, and over it where it may leave."""
    done = {**PATROL, "reached": 2}
    scene = Scene(brit("gb.rifle-team", (40, 24), name="Able"), mission=BRIDGE, fields=done)
    assert does(scene, "Able") == "move"
    assert max(x for x, _ in ends_of(said(scene, ACTS["move"], "Able", kind="move"))) < 43
    near = Scene(brit("gb.rifle-team", (1.5, 24), name="Able"), mission=BRIDGE, fields=done)
    assert does(near, "Able") == "leave"
    before = Scene(brit("gb.rifle-team", (1.5, 24), name="Able"), mission=BRIDGE, fields=PATROL)
    assert does(before, "Able") == "move"


def test_who_holds_the_bridge_stays_there() -> None:
    """One turn more is needed."""
    scene = Scene(brit("gb.rifle-team", (48.5, 24), name="Able"), mission=BRIDGE, fields={**PATROL, "reached": 1})
    assert does(scene, "Able") == "done"


def test_a_team_charges_whom_it_outnumbers() -> None:
    """Four men onto a suppressed pair beside them; nobody charges a team as strong as his own."""
    scene = Scene(
        brit("gb.rifle-team", (36, 30), name="Able"),
        german("de.rifle-team", (36, 26), name="Berta", men=1, strength=4, fields={"suppression": 1}),
        ground=(terrain("wall", line=[(30, 26.8), (44, 26.8)]),),
        fields=CROSSING,
    )
    assert does(scene, "Able") == "move"
    assert min(y for _, y in ends_of(said(scene, ACTS["move"], "Able", kind="move"))) < 28
    equal = Scene(
        brit("gb.rifle-team", (36, 31), name="Able"), german("de.rifle-team", (36, 26), name="Berta"), fields=CROSSING
    )
    assert does(equal, "Able") == "fire"


def test_a_rocket_launcher_fires_at_a_tank_in_range() -> None:
    """It is what it is for."""
    scene = Scene(
        brit("gb.piat-team", (36, 30), name="PIAT"),
        german("de.stug", (36, 18), name="StuG", bearing=90),
        german("de.rifle-team", (48, 20), name="Berta"),
        fields=CROSSING,
    )
    assert does(scene, "PIAT") == "use:piat"
    assert said(scene, carry_out, "PIAT", "use:piat", kind="target of piat") == f"u{scene.number('StuG')}"


def test_a_tank_shoots_at_men_in_the_open() -> None:
    """Its gun does most."""
    scene = Scene(
        brit("gb.sherman", (36, 40), name="Sherman"), german("de.rifle-team", (36, 20), name="Berta"), fields=CROSSING
    )
    assert does(scene, "Sherman").startswith("use:gun-75")


def test_an_assault_gun_turns_to_its_target() -> None:
    """With its side to the only enemy it drives so that its gun bears."""
    scene = Scene(
        german("de.stug", (36, 10), name="StuG", bearing=90),
        brit("gb.sherman", (36, 40), name="Sherman"),
        fields={**CROSSING, "active": 1},
    )
    assert does(scene, "StuG") == "drive"
    assert isinstance(said(scene, ACTS["drive"], "StuG", kind="drive"), Drive)


def test_a_tank_drives_around_a_house() -> None:
    """Straight ahead is a house: it goes beside it."""
    scene = Scene(
        brit("gb.sherman", (36, 44), name="Sherman"),
        ground=(terrain("building", box=(31, 33, 10, 5)),),
        fields={"objectives": ((inches(36), inches(6)),)},
    )
    drive = said(scene, ACTS["drive"], "Sherman", kind="drive")
    assert isinstance(drive, Drive)
    assert drive.legs[0][0] != 0
    assert drive.legs[0][1] > inches(3)


def test_a_machine_gun_is_set_up_where_it_sees_somebody() -> None:
    """And turned, if they are beside it."""
    down = Scene(
        brit("gb.vickers-team", (36, 40), name="Vickers", fields={"ready": False}),
        german("de.rifle-team", (36, 20), name="Berta"),
        fields=CROSSING,
    )
    assert does(down, "Vickers") == "set up"
    beside = Scene(
        brit("gb.vickers-team", (36, 40), name="Vickers"),
        german("de.rifle-team", (66, 40), name="Berta"),
        fields=CROSSING,
    )
    assert does(beside, "Vickers") in {"turn", "fire"}
    assert said(beside, ACTS["turn"], "Vickers", kind="turn to") == "900"


def test_riders_get_out_near_the_enemy_and_not_before() -> None:
    """Sixteen inches from somebody."""
    sides = (
        brit("gb.carrier", (36, 44), name="Carrier"),
        brit("gb.bren-team", (60, 46), name="Bren", aboard="Carrier"),
    )
    far = Scene(
        *sides, german("de.rifle-team", (36, 4), name="Berta"), fields={"objectives": ((inches(36), inches(4)),)}
    )
    assert does(far, "Bren") in {"done", "fire"}
    near = Scene(*sides, german("de.rifle-team", (36, 32), name="Berta"), fields=CROSSING)
    assert does(near, "Bren") == "get out"


# ---- choices


def test_fire_goes_where_it_hurts_most() -> None:
    """At the team in the open, not at the one behind the wall."""
    scene = Scene(
        brit("gb.rifle-team", (36, 34), name="Able"),
        german("de.rifle-team", (30, 21), name="Wall"),
        german("de.rifle-team", (40, 21), name="Open"),
        ground=(terrain("wall", line=[(28, 22), (36, 22)]),),
        fields=CROSSING,
    )
    assert said(scene, ACTS["fire"], "Able", kind="target") == f"u{scene.number('Open')}"


def test_aimed_shots_are_for_the_machine_gunner() -> None:
    """At short range he can be named."""
    scene = Scene(
        brit("gb.rifle-team", (36, 30), name="Able"),
        german("de.mg-team", (36, 20), name="MG", gap=1.2),
        fields=CROSSING,
    )
    decision, wanted = asked(scene, ACTS["fire"], "Able", kind="figure")
    man = int(str(wanted)[1:])
    assert scene.state.figures[man].role == "gunner"
    assert decision.seat == 0


def test_machine_guns_act_before_riflemen() -> None:
    """Somebody keeps heads down before anybody moves."""
    scene = Scene(
        brit("gb.rifle-team", (30, 40), name="Able"),
        brit("gb.bren-team", (40, 40), name="Bren"),
        german("de.rifle-team", (36, 4), name="Berta"),
        fields=CROSSING,
    )
    assert said(scene, next_activation, kind="team") == f"u{scene.number('Bren')}"


# ---- setting up


def test_men_are_set_up_in_cover_and_apart() -> None:
    """In the wood of the zone, an inch between them."""
    scene = Scene(
        brit("gb.rifle-team", name="Able"),
        german("de.rifle-team", (36, 4), name="Berta"),
        ground=(terrain("woods", box=(40, 39, 8, 7)),),
        fields={**CROSSING, "phase": "setup", "agenda": ("deploy",)},
    )
    ends = ends_of(said(scene, deploy, kind="set up"))
    assert all(39 <= x <= 49 and 38 <= y <= 47 for x, y in ends)


def test_the_defender_of_a_farm_begins_in_its_houses() -> None:
    """That is what is fought for; and both want the edge by the farm."""
    scene = Scene(
        german("de.rifle-team", name="Berta"),
        brit("gb.rifle-team", (36, 46), name="Able"),
        ground=(HOUSE,),
        mission=Mission("farm"),
        fields={"phase": "setup", "agenda": ("deploy",), "first": 1},
    )
    ends = ends_of(said(scene, deploy, kind="set up"))
    assert sum(30 <= x <= 38 and 10 <= y <= 16 for x, y in ends) >= 3
    assert said(scene, roll_off, kind="edge", dice=[1, 6]) == "north"


@pytest.mark.parametrize(("left", "edge"), [(4, "west"), (36, "east")])
def test_the_edge_by_a_farm_on_a_narrow_table(left: int, edge: str) -> None:
    """Its long edges are the west and the east."""
    scene = Scene(
        german("de.rifle-team", name="Berta"),
        brit("gb.rifle-team", name="Able"),
        ground=(terrain("building", box=(left, 30, 8, 6)),),
        size=(48, 72),
        mission=Mission("farm"),
        fields={"phase": "setup", "agenda": ("deploy",), "first": 1},
    )
    assert said(scene, roll_off, kind="edge", dice=[1, 6]) == edge


# ---- what it reckons with


def test_what_a_team_fires_is_reckoned_anew_once_it_is_suppressed() -> None:
    """The figures are the same as before: only the team has changed."""
    state = Scene(brit("gb.rifle-team", (36, 30), name="Able"), german("de.rifle-team", (36, 10), name="Berta")).state
    before = guns_of(state, 0, fresh=True)
    assert before.small
    after = guns_of(with_unit(state, 0, {"suppression": 1}), 0, fresh=True)
    assert [actions - 1 for _, _, actions, _ in before.small if actions > 1] == [
        actions for _, _, actions, _ in after.small
    ]
    assert guns_of(state, 0, fresh=True) == before


def test_every_team_has_a_role() -> None:
    """What each is good for."""
    troops = [
        "gb.rifle-team",
        "gb.bren-team",
        "gb.piat-team",
        "gb.light-mortar",
        "gb.command",
        "gb.sherman",
        "gb.carrier",
        "gb.6-pounder",
    ]
    scene = Scene(*(brit(troop, (4 + 8 * place, 40)) for place, troop in enumerate(troops)), brit("dummy", (4, 20)))
    roles = [role_of(scene.state, number) for number in range(len(scene.state.units))]
    assert roles == ["rifles", "machine gun", "rockets", "mortar", "leader", "tank", "carrier", "gun", "dummy"]


@pytest.mark.parametrize("name", ["crossroads", "farm", "patrol", "tank-hunt", "road-ambush"])
def test_there_is_a_goal_where_nothing_is_marked(name: str) -> None:
    """Whatever a scenario leaves out."""
    scene = Scene(
        brit("gb.rifle-team", (36, 40), name="Able"),
        mission=Mission(name),  # type: ignore[arg-type]
        fields={"edges": ("south", "north")},
    )
    goal = goal_of(scene.state, 0)
    assert 0 <= goal.point[0] <= inches(72)


# ---- what the rookie found


@clause("sk.turn.morale-any-time")
def test_an_order_that_a_morale_test_overtakes_is_dropped() -> None:
    """Two men about to pick up the Bren at their feet test first, and retire from it: nobody picks anything up."""
    scene = Scene(
        brit("gb.rifle-team", (36, 40), name="Able", men=2, strength=4),
        german("de.rifle-team", (36, 20), name="Berta"),
        fields=CROSSING,
    )
    scene.change("Able", tests=("casualty",), fallen=(("lmg", inches(36), inches(40)),))
    scene.call(carry_out, "Able", "pick up", dice=[5])
    assert scene.unit("Able").fallen
    assert scene.unit("Able").retiring
