"""What actions cost, saving them up, taking over weapons, and what lines of sight and cover are made of."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.sight import look, sees, shelter
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER, SOFT
from sandtable.rulesets.skirmish41.basics.units import left
from sandtable.rulesets.skirmish41.fire.crews import points, save_up, to_join, to_pick_up
from sandtable.rulesets.skirmish41.fire.shooters import Shooter
from sandtable.rulesets.skirmish41.fire.targets import Aim, in_field
from sandtable.rulesets.skirmish41.harm.casualties import kill, suffer, suppress
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready
from sandtable.rulesets.skirmish41.heavy.smoke import lay_smoke
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.rulesets.skirmish41.turn.turn import begin_part, end_part
from tests.clause import clause

from .kit import Scene, brit, german, shift, stay, terrain

RIFLES = ("rifleman",) * 2
AROUND = ((19, 21.6), (20.2, 21.6), (21.4, 21.6), (22.6, 21.6))


def spent(scene: Scene, name: str) -> list[int]:
    """The actions that the figures of a team have spent."""
    return [scene.state.figures[man].spent for man in scene.unit(name).men]


# ---- costs


@clause("sk.gap.action-costs")
def test_a_tripod_takes_two_actions_of_its_crew_to_set_up_and_take_down() -> None:
    """Pooled; turning it takes one."""
    scene = Scene(brit("gb.vickers-team", (20, 20), name="Able"), german("de.rifle-team", (20, 40), name="Berta"))
    scene.activate("Able", "take down", "set up", "turn", turn_to="900")
    assert sum(spent(scene, "Able")) == 5
    assert scene.unit("Able").ready
    assert scene.state.layout.bearing(scene.row("Able", 1)) == 900


@clause("sk.gap.action-costs", "sk.gap.vehicle-open")
def test_getting_in_and_out_takes_an_action_each() -> None:
    """In, and out again."""
    scene = Scene(brit("gb.carrier", (20, 22), name="Carrier", bearing=90), brit("gb.piat-team", (19, 20), name="Able"))
    scene.act("Able", "get in:0")
    assert scene.unit("Able").place == "aboard"
    assert spent(scene, "Able") == [1, 1]
    scene.act("Able", "get out")
    assert scene.unit("Able").on_table
    assert spent(scene, "Able") == [2, 2]


@clause("sk.gap.action-costs")
def test_what_costs_nothing() -> None:
    """Looking out and dicing off suppression."""
    scene = Scene(
        brit("gb.rifle-team", (20, 4), name="Able", pick=RIFLES, fields={"suppression": 1}),
        german("de.rifle-team", (20, 40), name="Berta", fields={"spotted": False}),
    )
    scene.activate("Able", "spot", dice=[6, 1])
    assert spent(scene, "Able") == [0, 0]


@clause("sk.gap.action-costs")
@pytest.mark.parametrize(
    ("troop", "weapon", "cost"),
    [
        ("gb.rifle-team", "grenade", 2),
        ("gb.light-mortar", "light-mortar", 4),
        ("gb.piat-team", "piat", 4),
        ("gb.flamethrower-pair", "flamethrower", 2),
        ("gb.6-pounder", "gun-57", 4),
        ("de.panzerfaust-team", "panzerfaust", 2),
        ("de.tank-hunters", "panzerschreck", 4),
    ],
)
def test_weapons_cost_what_the_list_says(troop: str, weapon: str, cost: int) -> None:
    """Ready with just enough actions left, not with one less."""
    for less, there in ((0, True), (1, False)):
        scene = Scene(brit(troop, (20, 20), name="Able", spots=AROUND))
        men = scene.unit("Able").men
        arm = next(arm for arm in arms_ready(scene.state, 0) if arm.weapon == weapon)
        whole = points(scene.state, arm.crew)
        over = whole - cost + less
        for man in reversed(men):
            figure = scene.state.figures[man]
            takes = min(over, figure.rating) if man in arm.crew else figure.rating
            over -= takes if man in arm.crew else 0
            scene.change("Able", men.index(man), spent=takes)
        assert (weapon in [one.weapon for one in arms_ready(scene.state, 0)]) is there


@clause("sk.gap.action-costs", "sk.gap.fire-team")
def test_a_fallen_mans_weapon_is_picked_up_for_an_action() -> None:
    """Within an inch of where he fell."""
    scene = Scene(brit("gb.bren-team", (20, 20), name="Able"), german("de.rifle-team", (20, 40), name="Berta"))
    scene.call(kill, scene.row("Able", 1), "sk.effect.disable-kill")
    assert scene.unit("Able").fallen == (("lmg", 21400, 20000),)
    scene.change("Able", tests=())
    scene.act("Able", "pick up", pick_up=f"f{scene.row('Able', 1)}-0")
    assert scene.figure("Able", 1).arms == ("lmg", "rifle")
    assert spent(scene, "Able") == [0, 1]
    assert scene.unit("Able").fallen == ()
    scene.change("Able", fallen=(("lmg", 21400, 22500), ("lmg", 21400, 22600)))
    near = {place for _, place in to_pick_up(scene.state, 0)}
    assert near == set()
    scene.change("Able", fallen=(("lmg", 20000, 21500), ("lmg", 20000, 21501)))
    assert {place for _, place in to_pick_up(scene.state, 0)} == {0}


@clause("sk.gap.fire-team", "sk.gap.family")
def test_a_man_joins_a_gun_that_has_lost_crew_and_no_other() -> None:
    """Within an inch of it; a full crew takes nobody, and the last man of a team does not leave it."""
    rifles = brit("gb.rifle-team", (22.5, 20), name="Able", pick=RIFLES)
    for men, able in ((3, True), (4, False)):
        gun = brit("gb.6-pounder", (20, 20), name="Gun", men=men, strength=4, spots=AROUND)
        scene = Scene(gun, rifles, german("de.rifle-team", (20, 44), name="Berta"))
        assert bool(to_join(scene.state, 1)) is able
        if able:
            joined = scene.row("Able")
            assert to_join(scene.state, 1) == [(joined, 0)]
            scene.act("Able", "join")
            assert joined in scene.unit("Gun").men
            assert scene.state.figures[joined].role == "crewman"
            assert len(scene.unit("Able").men) == 1
            assert to_join(scene.state, 1) == []
    far = Scene(
        brit("gb.6-pounder", (20, 20), name="Gun", men=3, strength=4),
        brit("gb.rifle-team", (40, 30), name="Able", pick=RIFLES),
    )
    assert to_join(far.state, 1) == []


# ---- saving


def saved(scene: Scene, name: str = "Able") -> list[int]:
    """What the figures of a team have saved up."""
    return [scene.state.figures[man].saved for man in scene.unit(name).men]


@clause("sk.gap.accumulate")
@pytest.mark.parametrize(
    ("troop", "kept"),
    [("gb.piat-team", [2, 2]), ("gb.light-mortar", [2, 2]), ("gb.6-pounder", [2, 2, 0, 0]), ("gb.rifle-team", [0] * 4)],
)
def test_actions_are_saved_for_costly_weapons_only(troop: str, kept: list[int]) -> None:
    """Up to the price of a shot, and not a grenade's."""
    scene = Scene(brit(troop, (20, 20), name="Able", spots=AROUND))
    scene.call(save_up, "Able")
    assert saved(scene) == kept
    scene.call(save_up, "Able")
    assert saved(scene) == kept


@clause("sk.gap.accumulate")
def test_what_is_saved_is_spent_first_and_only_up_to_one_shot() -> None:
    """Two saved and two of this turn make a PIAT's shot; more than four are never kept."""
    scene = Scene(
        brit("gb.piat-team", (20, 20), name="Able", figures={0: {"saved": 2, "spent": 1}, 1: {"spent": 1}}),
        german("de.stug", (20, 30), name="StuG"),
    )
    scene.act("Able", "use:piat", dice=[1])
    assert saved(scene) == [0, 0]
    assert spent(scene, "Able") == [2, 2]


@clause("sk.gap.accumulate")
@pytest.mark.parametrize("what", ["move", "suppressed", "wounded"])
def test_savings_are_lost(what: str) -> None:
    """By moving, by suppression, by a wound."""
    scene = Scene(
        brit("gb.piat-team", (20, 20), name="Able", each={"saved": 2}), german("de.rifle-team", (20, 44), name="Berta")
    )
    if what == "move":
        scene.act("Able", "move", move=shift(1, 0))
    elif what == "suppressed":
        scene.call(suppress, "Able", 1, "sk.effect.suppressed")
    else:
        scene.call(suffer, scene.row("Able"), "wounded", 1, "sk.effect.wound")
    assert saved(scene)[0] == 0
    stays = Scene(brit("gb.piat-team", (20, 20), name="Able", each={"saved": 2}))
    stays.act("Able", "move", move=stay())
    assert saved(stays) == [2, 2]


@clause("sk.gap.accumulate")
def test_savings_are_lost_in_melee() -> None:
    """An enemy within an inch: nobody keeps on aiming."""
    scene = Scene(
        brit("gb.piat-team", (20, 20), name="Able", men=1, each={"saved": 2}),
        german("de.rifle-team", (20, 21.5), name="Berta", pick=("rifleman",)),
        fields={"phase": "melee"},
    )
    scene.call(end_part, dice=[3, 3])
    assert saved(scene) == [0]


@clause("sk.gap.accumulate", "sk.gap.actions-per-figure")
def test_who_has_moved_saves_nothing() -> None:
    """He has one action left, and loses it."""
    scene = Scene(brit("gb.piat-team", (20, 20), name="Able"), german("de.rifle-team", (20, 44), name="Berta"))
    scene.activate("Able", "move", move=shift(1, 0))
    assert saved(scene) == [0, 0]
    assert left(scene.state, scene.row("Able")) == 1


# ---- lines of sight


def facing(ground: list[Any], **rest: Any) -> Scene:
    """Two men twenty inches apart with something between them."""
    return Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 30), name="Berta", pick=("rifleman",)),
        *rest.pop("others", ()),
        ground=ground,
        **rest,
    )


@clause("sk.gap.line-of-sight")
@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        (terrain("building", box=(16, 18, 8, 4)), False),
        (terrain("hill", box=(14, 15, 12, 10), height=3), False),
        (terrain("woods", box=(16, 18, 8, 3)), True),
        (terrain("woods", box=(16, 18, 8, 3.01)), False),
        (terrain("wall", line=[(10, 20), (30, 20)]), True),
        (terrain("hedge", line=[(10, 20), (30, 20)]), True),
        (terrain("crops", box=(16, 18, 8, 4)), True),
    ],
)
def test_what_blocks_a_line(piece: Any, seen: bool) -> None:
    """Houses, hills and more than three inches of wood; not walls, hedges and crops."""
    assert sees(facing([piece]).state, 0, 1) is seen


@clause("sk.gap.line-of-sight", "sk.gren.smoke")
def test_hulls_and_smoke_block_and_figures_do_not() -> None:
    """A tank across the line; a man in it; a fog."""
    tank = brit("gb.sherman", (20, 20), name="Tank", bearing=90)
    assert not sees(facing([], others=(tank,)).state, 0, 1)
    assert sees(facing([], others=(brit("gb.rifle-team", (20, 20), name="Man", men=1),)).state, 0, 1)
    scene = facing([])
    assert sees(scene.state, 0, 1)
    scene.call(lay_smoke, (inches(20), inches(20)), 0)
    assert not sees(scene.state, 0, 1)


@clause("sk.gap.line-of-sight")
@pytest.mark.parametrize(("x", "inside"), [(20, True), (40, True), (40.2, False)])
def test_a_tripod_fires_through_ninety_degrees(x: float, inside: bool) -> None:
    """45 to either side of where it points; a rifle all round."""
    scene = Scene(
        brit("gb.vickers-team", (20, 40), name="Able", pick=("gunner",)),
        german("de.rifle-team", (x, 20), name="Berta", pick=("rifleman",)),
    )
    gun = Shooter(scene.row("Able"), "mmg")
    assert in_field(scene.state, gun, Aim(1)) is inside
    assert in_field(scene.state, Shooter(scene.row("Able"), "rifle"), Aim(1))


@clause("sk.gap.line-of-sight", "sk.gap.action-costs")
def test_turning_a_gun_takes_an_action() -> None:
    """Of its crew."""
    scene = Scene(brit("gb.6-pounder", (20, 20), name="Able"), german("de.rifle-team", (20, 44), name="Berta"))
    scene.act("Able", "turn", turn_to="1800")
    assert scene.state.layout.bearing(scene.unit("Able").hull) == 1800
    assert sum(spent(scene, "Able")) == 1


@clause("sk.gap.cover-types")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("hedge", SOFT),
        ("fence", SOFT),
        ("wall", HARD),
        ("sandbags", HARD),
    ],
)
def test_cover_of_lines(kind: str, cover: int) -> None:
    """Exactly an inch behind it, and not farther; and not from the side where it does not stand in the way."""
    piece = terrain(kind, line=[(10, 24), (30, 24)])
    for y, found in ((25.5, cover), (25.6, NO_COVER)):
        scene = Scene(
            brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
            brit("gb.rifle-team", (20, 40), name="Behind", pick=("rifleman",)),
            german("de.rifle-team", (20, y), name="Berta", pick=("rifleman",)),
            ground=[piece],
        )
        assert look(scene.state, (0,), (2,))[0][0].cover == found
        assert look(scene.state, (1,), (2,))[0][0].cover == NO_COVER


@clause("sk.gap.cover-types")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("woods", SOFT),
        ("crops", SOFT),
        ("brush", SOFT),
        ("crater", SOFT),
        ("trench", HARD),
        ("rocks", HARD),
        ("building", HARD),
        ("bunker", HARD),
        ("ruin", HARD),
        ("rough", NO_COVER),
        ("water", NO_COVER),
        ("road", NO_COVER),
    ],
)
def test_cover_of_areas(kind: str, cover: int) -> None:
    """For who stands inside, looked at from outside."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (20, 21), name="Berta", pick=("rifleman",)),
        ground=[terrain(kind, box=(16, 20, 8, 4))],
    )
    line = look(scene.state, (0,), (1,))[0][0]
    assert line.seen
    assert line.cover == cover
    assert shelter(scene.state, 1) == cover


@clause("sk.gap.cover-types")
def test_a_wreck_is_hard_cover() -> None:
    """For who stands within an inch of it."""
    wreck = terrain("wreck", box=(15, 20, 10, 2))
    scene = Scene(
        brit("gb.rifle-team", (14, 10), name="Able", pick=("rifleman",)),
        german("de.rifle-team", (14.6, 21), name="Berta", pick=("rifleman",)),
        ground=[wreck],
    )
    assert shelter(scene.state, 1) == HARD


@clause("sk.at.cost", "sk.gap.accumulate")
def test_actions_are_saved_for_what_is_in_the_pockets() -> None:
    """A recruit has one action a turn: he saves it, and throws his Molotov in the next. One man saves for each."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", quality="second-line", men=2, add=("molotov",)),
        german("de.stug", (20, 27), name="Berta"),
    )
    assert not orders_of(scene.state, 0).allows("use:molotov")
    scene.activate("Able")
    assert saved(scene) == [1, 0]
    scene.call(begin_part, 0, {"first": 0})
    scene.act("Able", "use:molotov", dice=[1])
    assert (saved(scene), scene.figure("Able").spent) == ([0, 0], 1)


@clause("sk.gren.cost-grenade", "sk.gap.accumulate")
def test_what_is_saved_does_not_pay_for_a_grenade() -> None:
    """It takes two actions of one turn, and leaves what is saved alone."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", men=1, add=("molotov",), each={"saved": 1}),
        german("de.mg-team", (20, 30), name="Berta", pick=("gunner",)),
    )
    scene.act("Able", "use:grenade", dice=[1])
    assert (saved(scene), scene.figure("Able").spent) == ([1], 2)
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", men=1, each={"saved": 1, "spent": 1}),
        german("de.mg-team", (20, 30), name="Berta", pick=("gunner",)),
    )
    assert not orders_of(scene.state, 0).allows("use:grenade")
