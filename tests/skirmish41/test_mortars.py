"""Mortars: pooled and saved actions, ranging in, indirect fire, rounds; and what makes a crew lose what it has saved."""

from typing import Any

import pytest

from sandtable.rulesets.skirmish41.actions.actions import turn_to
from sandtable.rulesets.skirmish41.fire.crews import pay, points, save_up
from sandtable.rulesets.skirmish41.move.flight import retire
from sandtable.rulesets.skirmish41.state import Harm
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.rulesets.skirmish41.turn.turn import begin_part, end_part
from tests.clause import clause

from .kit import Scene, brit, german, shift, terrain

SCREEN = terrain("building", box=(17, 24, 7, 3))


def mortar(y: float = 30, *, ground: Any = (), crew: dict[int, dict[str, Any]] | None = None, **rest: Any) -> Scene:
    """A two-inch mortar at the top and a lone German so far down the table."""
    return Scene(
        brit("gb.light-mortar", (20, 10), name="Able", figures=crew or {}),
        german("de.rifle-team", (20, y), name="Berta", pick=("rifleman",)),
        ground=ground,
        **rest,
    )


def can(scene: Scene, order: str = "use:light-mortar") -> bool:
    """Whether the mortar may be used so now."""
    return orders_of(scene.state, scene.number("Able")).allows(order)


def why_not(scene: Scene, order: str = "use:light-mortar") -> tuple[str, ...]:
    """Why it may not."""
    refusal = orders_of(scene.state, scene.number("Able")).refusal(order)
    assert refusal is not None
    return refusal.because


def spent(scene: Scene) -> list[tuple[int, int]]:
    """What each of the crew has spent and saved."""
    return [(scene.state.figures[man].spent, scene.state.figures[man].saved) for man in scene.unit("Able").men]


def next_turn(scene: Scene) -> Scene:
    """The crew have their actions again."""
    scene.call(begin_part, 0, {"first": 0})
    return scene


# ---- what it costs


@clause("sk.gren.cost-mortar", "sk.gap.ammunition")
def test_two_regulars_fire_a_round_a_turn() -> None:
    """Four points pooled, one round of HE, and no second shot in the turn."""
    scene = mortar()
    scene.act("Able", "use:light-mortar", dice=[1])
    assert spent(scene) == [(2, 0), (2, 0)]
    assert scene.unit("Able").items == ("he",) * 5 + ("smoke",) * 2
    scene.change("Able", 0, spent=0).change("Able", 1, spent=0)
    assert why_not(scene) == ("sk.gren.cost-mortar",)


@clause("sk.gren.cost-mortar", "sk.gap.accumulate")
def test_a_crew_short_of_actions_saves_them_up() -> None:
    """Three points are not enough; with two saved the next turn's shot takes two more."""
    scene = mortar(crew={1: {"rating": 1}})
    assert why_not(scene) == ("sk.gren.cost-mortar",)
    scene.call(save_up, "Able")
    assert scene.event("saved actions").tells["saved"] == 3
    assert spent(next_turn(scene)) == [(0, 2), (0, 1)]
    scene.act("Able", "use:light-mortar", dice=[1])
    assert spent(scene) == [(1, 0), (0, 0)]


@clause("sk.gap.accumulate", "sk.gren.cost-mortar")
def test_no_more_is_saved_than_a_shot_costs() -> None:
    """Four at most, however long one waits; what is saved is spent first."""
    scene = mortar()
    scene.call(save_up, "Able")
    scene.call(save_up, "Able")
    assert spent(next_turn(scene)) == [(0, 2), (0, 2)]
    scene.call(save_up, "Able")
    assert not scene.events("saved actions")
    men = scene.unit("Able").men
    assert points(scene.state, men) == 8
    assert [fields["spent"] for _, fields in pay(scene.state, men, 4)] == [0, 0]


@clause("sk.gren.cost-mortar")
def test_only_who_stands_by_the_mortar_helps() -> None:
    """A loader more than two inches away adds nothing."""
    for gap, open_ in ((2, True), (2.1, False)):
        scene = Scene(
            brit("gb.light-mortar", (20, 10), name="Able", gap=gap),
            german("de.rifle-team", (20, 30), name="Berta", pick=("rifleman",)),
        )
        assert can(scene) is open_


@clause("sk.gap.accumulate", "sk.gren.cost-mortar")
def test_moving_loses_what_is_saved() -> None:
    """For the man who goes; and after a move nothing is saved."""
    scene = mortar(crew={0: {"saved": 2}, 1: {"saved": 2}})
    scene.act("Able", "move", move=shift(0, 1))
    assert spent(scene) == [(1, 0), (1, 0)]
    scene.call(save_up, "Able")
    assert spent(scene) == [(1, 0), (1, 0)]


@clause("sk.gap.accumulate", "sk.gren.cost-mortar")
def test_suppression_wounds_and_retiring_lose_it() -> None:
    """Suppression for all, a wound for the man who has it, a team that retires has moved; the suppressed save nothing."""
    crew = {0: {"saved": 2}, 1: {"saved": 2}}
    for die, left in ((2, [(0, 0), (0, 0)]), (4, [(0, 0), (0, 2)])):
        scene = Scene(
            brit("gb.light-mortar", (20, 10), name="Able", figures=crew, gap=3),
            german("de.panzerfaust-team", (20, 23), name="Berta", men=1, each={"arms": ("panzerfaust",)}),
        )
        scene.act("Berta", "use:panzerfaust", dice=[8, die], point_of_aim=f"f{scene.row('Able')}")
        assert spent(scene) == left
    scene = mortar().change("Able", suppression=1)
    scene.call(save_up, "Able")
    assert not scene.events("saved actions")
    scene = mortar(crew=crew)
    scene.call(retire, "Able")
    assert len(scene.events("retired")) == 1
    assert spent(scene) == [(0, 0), (0, 0)]


@clause("sk.gap.accumulate")
def test_melee_loses_it() -> None:
    """Whoever is in contact when melees are fought has nothing saved; his comrade keeps his."""
    scene = Scene(
        brit("gb.light-mortar", (20, 10), name="Able", each={"saved": 2}, gap=1.5),
        german("de.rifle-team", (19, 11), name="Berta", pick=("rifleman",)),
        fields={"phase": "melee"},
    )
    scene.call(end_part, dice=[3, 3])
    assert scene.event("lost its savings").unit == scene.number("Able")
    assert spent(scene) == [(0, 0), (0, 2)]


# ---- ranging in


@clause("sk.gren.ranged-in")
def test_a_hit_ranges_the_mortar_in() -> None:
    """Three better at the same team, as long as it does not move; a miss loses it."""
    scene = mortar()
    scene.act("Able", "use:light-mortar", dice=[12, 1])
    assert scene.event("ranged in").tells["at"] == "Berta"
    hit = scene.state
    next_turn(scene).act("Able", "use:light-mortar", dice=[8])
    assert scene.reasons("uses") == ["9+ (medium, +3 ranged in)"]
    next_turn(scene).act("Able", "use:light-mortar", dice=[1])
    assert scene.reasons("uses") == ["12+ (medium)"]
    scene.state = hit
    scene.act("Berta", "move", move=shift(1, 0))
    scene.change("Berta", moved=0)
    next_turn(scene).act("Able", "use:light-mortar", dice=[1])
    assert scene.reasons("uses") == ["12+ (medium)"]


@clause("sk.gren.ranged-in")
def test_smoke_is_a_shot_too() -> None:
    """The last shot was no hit on them, so the range is lost; so it is at another target."""
    scene = mortar()
    scene.act("Able", "use:light-mortar", dice=[12, 1])
    next_turn(scene).act("Able", "smoke", dice=[20], smoke=[[30000, 20000]])
    assert scene.unit("Able").ranged == (-1, -1)


@clause("sk.gren.firer-moving", "sk.gren.target-moving-cover", "sk.gren.target-suppressed", "sk.gren.under-fire")
def test_everything_against_a_mortar() -> None:
    """Short 8, and 10 more: 18."""
    scene = mortar(21.5, crew={0: {"rating": 3, "moves": 1, "spent": 1}})
    scene.change("Able", shot_by=(Harm(1, 1, "small arms"),)).change("Berta", moved=1, suppression=1)
    scene.act("Able", "use:light-mortar", dice=[17])
    assert scene.reasons("uses") == [
        "18+ (short, -2 firer moving, -2 target moving or in cover, -2 target suppressed, -4 firer under fire)"
    ]


# ---- indirect fire


def spotted(*, at: tuple[float, float], troop: str = "gb.rifle-team", **rest: Any) -> Scene:
    """A mortar behind a house, and somebody of its side with a view of the target."""
    return Scene(
        brit("gb.light-mortar", (20, 18), name="Able"),
        german("de.rifle-team", (20, 34), name="Berta", pick=("rifleman",)),
        brit(troop, at, name="Eyes", **rest),
        ground=[SCREEN],
    )


@clause("sk.gap.indirect-mortars")
def test_a_mortar_fires_unseen_at_what_a_leader_near_by_sees() -> None:
    """An NCO twelve inches away does, farther off not; a rifleman does not; a radio does from anywhere."""
    assert not can(mortar(34, ground=[SCREEN]))
    assert can(spotted(at=(8, 23), pick=("NCO",)))
    assert not can(spotted(at=(7.9, 23), pick=("NCO",)))
    assert not can(spotted(at=(8, 23), pick=("rifleman",)))
    assert not can(spotted(at=(15, 18), pick=("NCO",)))  # he does not see them either
    assert can(spotted(at=(8, 23), troop="gb.sniper-pair", pick=("observer",)))
    assert can(spotted(at=(50, 22), troop="gb.command", pick=("officer",)))
    assert not can(spotted(at=(50, 22), pick=("NCO",)))


@clause("sk.gap.indirect-mortars", "sk.gren.ranged-in")
def test_indirect_fire_does_not_range_in() -> None:
    """No bonus is gained by it, nor kept from an earlier shot."""
    scene = spotted(at=(8, 23), pick=("NCO",)).change("Able", ranged=(1, 0))
    scene.act("Able", "use:light-mortar", dice=[12, 1])
    assert scene.reasons("uses") == ["12+ (medium)"]
    assert scene.unit("Able").ranged == (-1, -1)


@clause("sk.gap.indirect-mortars", "sk.gren.effect-unaware")
def test_the_first_round_finds_them_unaware() -> None:
    """Even if they have spotted the mortar; the next does not."""
    scene = spotted(at=(8, 23), pick=("NCO",))
    scene.act("Able", "use:light-mortar", dice=[12, 1])
    assert scene.throws("blast")[0].why.endswith("(+1 unaware of the firer)")
    assert scene.unit("Berta").shelled
    scene.change("Berta", suppression=0)
    next_turn(scene).act("Able", "use:light-mortar", dice=[12, 1])
    assert scene.throws("blast")[0].why.endswith("Berta")
    scene.change("Able", spotted=False)
    next_turn(scene).act("Able", "use:light-mortar", dice=[12, 1])
    assert scene.throws("blast")[0].why.endswith("(+1 unaware of the firer)")


@clause("sk.gap.indirect-mortars")
def test_other_weapons_need_to_see() -> None:
    """A rifle grenade is not fired over a house."""
    scene = Scene(
        brit("gb.rifle-team", (20, 18), name="Able", add=("rifle-grenade",)),
        german("de.rifle-team", (20, 34), name="Berta", pick=("rifleman",)),
        brit("gb.command", (41, 22), name="Eyes"),
        ground=[SCREEN],
    )
    assert not can(scene, "use:rifle-grenade")


@clause("sk.gap.indirect-mortars")
def test_an_unspotted_team_is_not_mortared() -> None:
    """In sight or not."""
    assert can(mortar())
    assert not can(mortar().change("Berta", spotted=False))


# ---- rounds and handling


@clause("sk.gap.ammunition")
def test_rounds_run_out() -> None:
    """Without HE only smoke is left, without anything neither."""
    scene = mortar().change("Able", items=("smoke",))
    assert (can(scene), can(scene, "smoke")) == (False, True)
    assert why_not(scene) == ("sk.gap.ammunition",)
    scene.change("Able", items=())
    assert (can(scene), can(scene, "smoke")) == (False, False)


@clause("sk.gap.ammunition")
@pytest.mark.parametrize(
    ("troop", "items"),
    [
        ("gb.light-mortar", {"he": 6, "smoke": 2}),
        ("de.medium-mortar", {"he": 8, "smoke": 2}),
        ("gb.piat-team", {"bomb": 5}),
        ("de.tank-hunters", {"bomb": 5}),
        ("gb.flamethrower-pair", {"fuel": 3}),
        ("gb.rifle-team", {"grenade": 2}),
        ("gb.parachute-team", {"grenade": 4}),
    ],
)
def test_what_teams_begin_with(troop: str, items: dict[str, int]) -> None:
    """As their entries say."""
    scene = Scene(brit(troop, (20, 20), name="Able"))
    found = scene.unit("Able").items
    assert {item: found.count(item) for item in found} == items


@clause("sk.gren.range-mortar", "sk.gren.to-hit", "sk.gren.cost-mortar")
@pytest.mark.parametrize(("gap", "needs"), [(24, "8+ (short)"), (40, "8+ (short)"), (40.1, "12+ (medium)")])
def test_a_medium_mortar(gap: float, needs: str) -> None:
    """From 24 inches on; its NCO lends a hand, so that one of three has an action left."""
    scene = Scene(
        german("de.medium-mortar", (5, 20), name="Able", bearing=90, spots=((6.5, 20), (6.5, 21.7))),
        brit("gb.rifle-team", (6.5 + 0.787 + 0.5 + gap, 20), name="Berta", men=1),
    )
    scene.act("Able", "use:medium-mortar", dice=[1])
    assert scene.reasons("uses") == [needs]
    assert sum(scene.figure("Able", man).spent for man in range(3)) == 4
    near = Scene(
        german("de.medium-mortar", (5, 20), name="Able", spots=((6.5, 20), (6.5, 21.7))),
        brit("gb.rifle-team", (31.6, 20), name="Berta", men=1),
    )
    assert not can(near, "use:medium-mortar")


@clause("sk.gren.cost-mortar", "sk.gap.accumulate")
def test_a_medium_mortar_is_set_up_first() -> None:
    """Two actions of its crew to set up or take down, and what was saved is lost; turned it keeps it."""
    scene = Scene(
        german("de.medium-mortar", (5, 20), name="Able", spots=((6.5, 20), (6.5, 21.7)), each={"saved": 1}),
        brit("gb.rifle-team", (50, 20), name="Berta", men=1),
    )
    scene.call(turn_to, "Able", 900)
    assert sum(saved for _, saved in spent(scene)) == 3
    scene.act("Able", "take down")
    assert spent(scene) == [(2, 0), (1, 0), (0, 0)]
    assert why_not(scene, "use:medium-mortar") == ("sk.gap.action-costs",)
