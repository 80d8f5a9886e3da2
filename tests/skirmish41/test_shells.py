"""Guns at infantry, artillery dice by calibre, and batteries off the table."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import shell_die, shell_effect
from sandtable.rulesets.skirmish41.harm.blasts import effect_modifiers, effect_roll
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.setup.set_up import points_allowed
from sandtable.rulesets.skirmish41.state import Battle, Mission
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.rulesets.skirmish41.turn.turn import begin_part
from tests.clause import clause

from .kit import Scene, Side, brit, german, terrain

CREW = ((18.4, 7.6), (19.6, 7.6), (20.8, 7.6), (22, 7.6))  # behind a gun at (20, 10) that points south


def gun(troop: str = "gb.6-pounder", **rest: Any) -> Side:
    """A gun of side 0 that points down the table, its crew behind it."""
    return brit(troop, (20, 10), name="Gun", bearing=180, spots=CREW, **rest)


def foe(y: float = 30, troop: str = "de.rifle-team", **rest: Any) -> Side:
    """Germans down the table."""
    return german(troop, (20, y), name="Berta", **{"pick": ("rifleman",), **rest})


def can(scene: Scene, order: str, name: str = "Gun") -> bool:
    """Whether a team may do something now."""
    return orders_of(scene.state, scene.number(name)).allows(order)


def why_not(scene: Scene, order: str) -> tuple[str, ...]:
    """Why the gun may not."""
    refusal = orders_of(scene.state, scene.number("Gun")).refusal(order)
    assert refusal is not None
    return refusal.because


def next_turn(scene: Scene) -> Scene:
    """The first side has its actions again."""
    scene.call(begin_part, 0, {"first": 0})
    return scene


# ---- the dice


@clause("sk.arty.die", "sk.gap.he")
@pytest.mark.parametrize(
    ("calibre", "sides"), [(20, 6), (37, 6), (57, 6), (74, 6), (75, 8), (76, 8), (88, 8), (95, 8), (96, 10), (105, 10)]
)
def test_the_die_of_a_calibre(calibre: int, sides: int) -> None:
    """D6, from 75 to 95 millimetres D8, above that D10."""
    assert shell_die(calibre, Options()) == sides
    assert effect_roll("Berta", (), Options(), calibre=calibre, less=0, seat=0).sides == sides


@clause("sk.arty.effect")
def test_the_artillery_table() -> None:
    """0 or less nothing, 1-2 suppressed, 3-4 wounded, 5 disabled, 6 and more killed."""
    rows = [shell_effect(0, Options()).row(total) for total in range(-1, 11)]
    assert rows == ["nothing"] * 2 + ["suppressed"] * 2 + ["wounded"] * 2 + ["disabled"] + ["killed"] * 5


@clause("sk.arty.unaware", "sk.arty.suppressed", "sk.arty.cover")
def test_modifiers_of_shells() -> None:
    """+1 unaware or enclosed, -1 suppressed, -1 in cover; the last two add up."""

    def said(**holds: bool) -> list[tuple[int, str]]:
        wanted = {"unaware": False, "enclosed": False, "covered": False, "suppressed": False, **holds}
        return [(one.value, one.clause) for one in effect_modifiers(Options(), shell=True, **wanted)]

    assert said(unaware=True) == said(enclosed=True) == [(1, "sk.arty.unaware")]
    assert said(suppressed=True) == [(-1, "sk.arty.suppressed")]
    assert said(covered=True) == [(-1, "sk.arty.cover")]
    assert said(covered=True, suppressed=True) == [(-1, "sk.arty.suppressed"), (-1, "sk.arty.cover")]
    assert said(covered=True, enclosed=True, suppressed=True) == [(1, "sk.arty.unaware"), (-1, "sk.arty.suppressed")]


# ---- guns at men


@clause("sk.gap.he", "sk.arty.die", "sk.arty.effect")
@pytest.mark.parametrize(
    ("troop", "weapon", "sides"),
    [
        ("de.sdkfz222", "autocannon", 6),
        ("gb.humber", "gun-37", 6),
        ("gb.sherman", "gun-75-poor", 8),
        ("gb.firefly", "gun-17pdr", 8),
        ("de.tiger", "gun-88", 8),
    ],
)
def test_vehicle_guns_fire_he_by_their_calibre(troop: str, weapon: str, sides: int) -> None:
    """On the gun table; a hit has the artillery die."""
    scene = Scene(
        german(troop, (20, 10), name="Gun", bearing=180, each={"saved": 1}),
        brit("gb.rifle-team", (20, 28), name="Able", pick=("rifleman",)),
    )
    scene.change("Gun", 1, saved=2)  # an armoured car has no loader: its gunner saves up
    scene.act("Gun", f"use:{weapon}", dice=[20, sides])
    assert scene.throws("blast")[0].sides == sides
    assert "sk.arty.effect" in scene.clauses()
    assert scene.unit("Able").place == "destroyed"


@clause("sk.gap.he", "sk.arty.effect")
@pytest.mark.parametrize(("gap", "needs"), [(6, "8+ (short)"), (24, "8+ (short)"), (24.1, "12+ (medium)")])
def test_a_gun_at_men_needs_what_the_gun_table_says(gap: float, needs: str) -> None:
    """Whatever they do; everybody within two inches of the point is caught."""
    scene = Scene(gun(), foe(12 + gap, men=2, pick=(), fields={"suppression": 1, "moved": 1}))
    score = int(needs.split("+", maxsplit=1)[0])
    scene.act("Gun", "use:gun-57", dice=[score - 1])
    assert scene.reasons("uses") == [needs]
    scene = Scene(gun(), foe(12 + gap, men=2, pick=()))
    scene.act("Gun", "use:gun-57", dice=[score, 3, 5])
    assert (scene.event("was wounded").because[0], scene.event("was disabled").because[0]) == ("sk.arty.effect",) * 2
    assert not can(Scene(gun(), foe(17.9)), "use:gun-57")


@clause("sk.arty.cover", "sk.arty.effect", "sk.arty.die")
@pytest.mark.parametrize(("die", "verb"), [(6, "was disabled"), (7, "was killed"), (8, "was killed")])
def test_an_88_on_men_in_cover(die: int, verb: str) -> None:
    """A D8 at -1: 7 and 8 kill."""
    scene = Scene(
        german("de.tiger", (20, 10), name="Gun", bearing=180),
        brit("gb.rifle-team", (20, 28), name="Able", pick=("rifleman",)),
        ground=[terrain("wall", line=[(15, 27), (25, 27)])],
    )
    scene.act("Gun", "use:gun-88", dice=[8, die])
    assert scene.throws("blast")[0].why.endswith("(-1 in cover)")
    assert len(scene.events(verb)) == 1


@clause("sk.arty.unaware", "sk.arty.suppressed")
def test_unaware_enclosed_and_suppressed_in_play() -> None:
    """An unspotted gun, men in a house, and men who lie low already."""
    house = terrain("building", box=(17, 28, 6, 5))
    for ground, fields, spotted, said in (
        ((), {}, False, " (+1 unaware of the firer)"),
        ((house,), {}, True, " (+1 in an enclosed space)"),
        ((), {"suppression": 1}, True, " (-1 suppressed)"),
    ):
        scene = Scene(gun(fields={"spotted": spotted}), foe(fields=fields), ground=ground)
        scene.act("Gun", "use:gun-57", dice=[20, 1] + [1] * (not spotted))
        assert scene.throws("blast")[0].why == f"What the blast does to Berta{said}"


@clause("sk.arty.suppressed")
def test_one_shell_strikes_all_at_once() -> None:
    """Whom it suppresses first does not help the next man."""
    scene = Scene(gun(), foe(men=2, pick=()))
    scene.act("Gun", "use:gun-57", dice=[8, 1, 3])
    assert [one.why for one in scene.throws("blast")] == [
        "What the blast does to Berta's NCO",
        "What the blast does to Berta's rifleman",
    ]
    assert len(scene.events("was wounded")) == 1


@clause("sk.gap.misses", "sk.gap.he")
def test_a_shell_may_scatter() -> None:
    """With its own die and effect, at -1."""
    scene = Scene(gun(), foe(), scatter_on_miss=True)
    scene.act("Gun", "use:gun-57", dice=[7, 1, 12, 6])
    assert scene.event("was disabled").because[0] == "sk.arty.effect"


# ---- off the table


def battery(turn: int = 2, *, rounds: int = 3, troop: str = "gb.command", **rest: Any) -> Scene:
    """An officer with a battery, and Germans in sight."""
    fields = {"shells": (rounds, 0), **rest.pop("fields", {})}
    return Scene(brit(troop, (20, 10), name="Gun"), foe(**rest), turn=turn, fields=fields)


@clause("sk.gap.off-table-fire", "sk.gap.spotted-status")
def test_who_calls_unseen_is_not_told_but_the_rounds_are_counted() -> None:
    """The call is a secret of his side and changes nothing; the round that falls is everybody's business."""
    scene = battery().change("Gun", spotted=False)
    scene.act("Gun", "call", dice=[15])
    call, fall = scene.event("called a round"), scene.event("fell wide")
    assert (call.known_to, call.sets) == (0, {})
    assert (fall.known_to, fall.sets["battle"]["shells"], scene.state.shells) == (None, (2, 0), (2, 0))


@clause("sk.gap.off-table-fire", "sk.arty.die", "sk.arty.unaware")
def test_a_round_is_called() -> None:
    """16 to hit, a D10 for the men, who did not expect it; one of three rounds is gone and no more this turn."""
    scene = battery()
    scene.act("Gun", "call", dice=[16, 4])
    (blast,) = scene.throws("blast")
    assert (blast.sides, blast.why) == (10, "What the blast does to Berta (+1 unaware of the firer)")
    assert scene.reasons("105") == ["16+ (long)"]
    assert scene.state.shells == (2, 0)
    assert scene.event("was disabled").because[0] == "sk.arty.effect"
    scene = battery()
    scene.act("Gun", "call", dice=[15])
    assert len(scene.events("fell wide")) == 1
    assert scene.unit("Berta").shot_by
    assert not can(scene, "call")


@clause("sk.gap.off-table-fire")
def test_who_may_call_and_when() -> None:
    """From turn 2, an officer or observer who sees a spotted target, while there are rounds."""
    assert can(battery(), "call")
    assert not can(battery(1), "call")
    assert not can(battery(rounds=0), "call")
    assert can(battery(troop="gb.sniper-pair"), "call")
    assert not can(battery(troop="gb.rifle-team"), "call")
    assert not can(battery(fields={"called": (2, 0)}), "call")
    assert not can(battery().change("Berta", spotted=False), "call")
    hidden = Scene(
        brit("gb.command", (20, 10), name="Gun"),
        foe(),
        ground=[terrain("building", box=(15, 18, 14, 4))],
        fields={"shells": (3, 0)},
    )
    assert not can(hidden, "call")


@clause("sk.gap.off-table-fire", "sk.arty.unaware")
def test_a_hit_zeroes_the_battery_in() -> None:
    """Three better on the same point, within two inches of it; the second round finds them warned; a miss loses it."""
    scene = battery()
    scene.act("Gun", "call", dice=[16, 1])
    hit = later(scene, 3)
    scene.act("Gun", "call", dice=[13, 1])
    assert scene.reasons("105") == ["13+ (long, +3 zeroed in)"]
    assert scene.throws("blast")[0].why == "What the blast does to Berta (-1 suppressed)"
    later(scene, 4)
    scene.act("Gun", "call", dice=[12])
    assert scene.state.zeroed == (None, None)
    assert not can(scene, "call")
    for moved, needs in ((2, "13+ (long, +3 zeroed in)"), (2.1, "16+ (long)")):
        scene.state = hit
        x, y = scene.state.layout.point(scene.row("Berta"))
        layout = scene.state.layout.placed([(scene.row("Berta"), x + inches(moved), y, 0, 0)])
        scene.state = replace(scene.state, layout=layout)
        scene.act("Gun", "call", dice=[1])
        assert scene.reasons("105") == [needs]


def later(scene: Scene, turn: int) -> Battle:
    """A later turn."""
    scene.state = replace(scene.state, turn=turn)
    return scene.state


@clause("sk.gap.off-table-fire")
def test_a_battery_costs_twenty_points() -> None:
    """Of the points of its side; one a side at most."""
    mission = Mission("crossroads", points=125, batteries=1)
    assert [points_allowed(mission, side) for side in (0, 1)] == [105, 125]
