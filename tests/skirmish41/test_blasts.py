"""Blasts: whom they catch and what they do, anti-tank weapons at men, misses, and teams that nobody has seen."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.rulesets.skirmish41.basics.charts import bomb_effect
from sandtable.rulesets.skirmish41.harm.blasts import caught, effect_modifiers
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from tests.clause import clause

from .kit import Scene, brit, german, terrain


def duel(gap: float = 10, *, each: dict[str, Any] | None = None, ground: Any = (), **fields: Any) -> Scene:
    """A man with grenades and a lone machine gunner so many inches apart."""
    return Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",), each=each or {}),
        german("de.mg-team", (20, 11 + gap), name="Berta", pick=("gunner",), fields=fields),
        ground=ground,
    )


def can(scene: Scene, order: str = "use:grenade", name: str = "Able") -> bool:
    """Whether a team may do something now."""
    return orders_of(scene.state, scene.number(name)).allows(order)


# ---- the blast


@clause("sk.gren.area")
def test_a_blast_reaches_two_inches_and_stops_at_walls() -> None:
    """Measured to the edge of a base, whatever team it is of; a wall between saves, a hedge does not."""
    wall, hedge = terrain("wall", line=[(18.8, 15), (18.8, 25)]), terrain("hedge", line=[(20, 21), (30, 21)])
    scene = Scene(
        brit("gb.rifle-team", (20, 22.5), name="Able", men=1),
        german("de.rifle-team", (20, 20), name="Berta", men=3, spots=((22.6, 20), (18, 20))),
        ground=[wall, hedge],
    )
    first, _, _ = scene.unit("Berta").men
    assert caught(scene.state, (inches(20), inches(20))) == [scene.row("Able"), first]
    assert caught(scene.state, (inches(20.1), inches(20))) == [first, scene.row("Berta", 1)]


@clause("sk.gren.area")
def test_the_firer_places_the_point_on_a_figure_in_sight() -> None:
    """The usual point is the one that catches most enemies; a figure behind a house cannot be chosen."""
    house = terrain("building", box=(22.5, 15, 8, 3))
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.mg-team", (18, 20), name="Berta", spots=((20, 20), (26, 20))),
        ground=[house],
    )
    scene.act("Able", "use:grenade", dice=[20, 1, 1], point_of_aim=f"f{scene.row('Berta', 1)}")
    assert scene.offered("point of aim") == [f"f{scene.row('Berta', man)}" for man in (0, 1)]
    assert scene.event("landed").tells["men"] == 2


@clause("sk.gren.effect")
def test_the_effect_table() -> None:
    """1 nothing, 2-3 suppressed, 4 wounded, 5 disabled, 6 killed; more kills, less does nothing."""
    rows = [bomb_effect(0, Options()).row(total) for total in range(-1, 9)]
    assert rows == ["nothing"] * 3 + ["suppressed"] * 2 + ["wounded", "disabled"] + ["killed"] * 3


@clause("sk.gren.effect")
@pytest.mark.parametrize(
    ("die", "verb"),
    [(2, "was suppressed"), (3, "was suppressed"), (4, "was wounded"), (5, "was disabled"), (6, "was killed")],
)
def test_what_each_die_does(die: int, verb: str) -> None:
    """In play, with a 1 that does nothing."""
    scene = duel()
    scene.act("Able", "use:grenade", dice=[12, die])
    assert scene.event(verb).because[0] == "sk.gren.effect"
    scene = duel()
    scene.act("Able", "use:grenade", dice=[12, 1])
    assert not scene.events(verb)


@clause("sk.gren.effect-unaware", "sk.gren.effect-cover")
def test_modifiers_of_the_effect() -> None:
    """One +1 for being unaware or enclosed, -1 for cover, which an enclosed space is not."""

    def said(**holds: bool) -> list[tuple[int, str]]:
        wanted = {"unaware": False, "enclosed": False, "covered": False, "suppressed": True, **holds}
        return [(one.value, one.clause) for one in effect_modifiers(Options(), shell=False, **wanted)]

    assert said() == []
    assert said(unaware=True) == said(enclosed=True) == said(unaware=True, enclosed=True)
    assert said(unaware=True) == [(1, "sk.gren.effect-unaware")]
    assert said(covered=True) == [(-1, "sk.gren.effect-cover")]
    assert said(covered=True, enclosed=True) == [(1, "sk.gren.effect-unaware")]
    assert said(covered=True, unaware=True) == [(1, "sk.gren.effect-unaware"), (-1, "sk.gren.effect-cover")]


@clause("sk.gren.effect-unaware", "sk.gren.effect-cover")
@pytest.mark.parametrize(
    ("ground", "said"),
    [
        ([terrain("wall", line=[(15, 20), (25, 20)])], " (-1 in cover)"),
        ([terrain("wall", line=[(15, 22.5), (25, 22.5)])], ""),
        ([terrain("trench", box=(17, 18, 6, 6))], " (+1 in an enclosed space)"),
        ([terrain("building", box=(17, 18, 6, 6))], " (+1 in an enclosed space)"),
    ],
)
def test_cover_and_closed_spaces_in_play(ground: Any, said: str) -> None:
    """A wall before the target covers, one behind it does not; a grenade in a trench or a house finds men boxed in."""
    scene = duel(ground=ground)
    scene.act("Able", "use:grenade", dice=[20, 1])
    assert scene.throws("blast")[0].why == f"What the blast does to Berta{said}"


@clause("sk.gren.effect-unaware")
def test_a_target_that_has_not_spotted_the_thrower() -> None:
    """It is unaware of the firer: a 3 wounds."""
    scene = duel().change("Able", spotted=False)
    scene.act("Able", "use:grenade", dice=[12, 3, 1])
    assert scene.throws("blast")[0].why.endswith("(+1 unaware of the firer)")
    assert scene.figure("Berta").wounds == 1


# ---- anti-tank weapons at men


@clause("sk.gren.at-as-rifle-grenade", "sk.gren.range-rifle-grenade", "sk.gap.ammunition")
@pytest.mark.parametrize(("gap", "needs"), [(6, "8+ (short)"), (12.1, "12+ (medium)"), (25.1, "17+ (long)")])
def test_a_panzerfaust_at_men_is_a_rifle_grenade(gap: float, needs: str) -> None:
    """Ranges, scores and effect of one, at its own price of two actions; then it is gone."""
    scene = Scene(
        brit("gb.rifle-team", (20, 11 + gap), name="Berta", pick=("rifleman",)),
        german(
            "de.panzerfaust-team",
            (20, 10),
            name="Faust",
            men=1,
            each={"arms": ("rifle", "panzerfaust")},
            add=("panzerfaust",),
        ),
    )
    scene.act("Faust", "use:panzerfaust", dice=[int(needs.split("+", maxsplit=1)[0]), 6])
    assert scene.reasons("uses") == [needs]
    assert {"sk.gren.at-as-rifle-grenade", "sk.gren.to-hit", "sk.gren.effect"} <= scene.clauses()
    assert (scene.figure("Faust").spent, scene.figure("Faust").arms) == (2, ("rifle",))
    assert scene.unit("Faust").items == ("panzerfaust",)  # the spare one is still there
    assert scene.unit("Berta").place == "destroyed"


@clause("sk.gren.at-as-rifle-grenade", "sk.gap.ammunition")
def test_a_piat_at_men_takes_four_actions_and_a_bomb() -> None:
    """Gunner and loader pool theirs; at less than six inches it cannot be fired at men."""
    scene = Scene(brit("gb.piat-team", (20, 10), name="Able"), german("de.rifle-team", (20, 25), name="Berta", men=1))
    scene.act("Able", "use:piat", dice=[12, 1])
    assert [scene.figure("Able", man).spent for man in (0, 1)] == [2, 2]
    assert scene.unit("Able").items == ("bomb",) * 4
    near = Scene(brit("gb.piat-team", (20, 10), name="Able"), german("de.rifle-team", (20, 16.9), name="Berta", men=1))
    assert not can(near, "use:piat")


# ---- misses


@clause("sk.gap.misses")
def test_a_miss_is_harmless_or_scatters() -> None:
    """By default nothing; where it is played, D6 inches off with the effect at -1: a 4 only suppresses."""
    scene = duel()
    scene.act("Able", "use:grenade", dice=[11])
    assert scene.event("missed").because == ("sk.gap.misses",)
    for die, verb in ((4, "was suppressed"), (5, "was wounded")):
        scene = Scene(
            brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
            german("de.mg-team", (20, 21), name="Berta", pick=("gunner",)),
            scatter_on_miss=True,
        )
        scene.act("Able", "use:grenade", dice=[11, 2, 6, die])
        assert scene.event("scattered").tells["men"] == 1
        assert len(scene.events(verb)) == 1
    scene = Scene(
        brit("gb.piat-team", (20, 10), name="Able"),
        german("de.rifle-team", (20, 25), name="Berta", men=1),
        scatter_on_miss=True,
    )
    scene.act("Able", "use:piat", dice=[1, 3, 3])
    assert scene.event("scattered").tells["men"] == 0


# ---- who else is there


@clause("sk.gren.area")
def test_others_whom_a_blast_catches_are_under_fire() -> None:
    """Enemies beside the target are struck and under fire; own men are struck."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.mg-team", (20, 20), name="Berta", pick=("gunner",)),
        german("de.rifle-team", (22, 20), name="Cesar", pick=("rifleman",)),
        brit("gb.rifle-team", (18, 20.8), name="Dog", pick=("rifleman",)),
    )
    scene.act("Able", "use:grenade", dice=[12, 1, 2, 2])
    assert [scene.unit(name).suppression for name in ("Berta", "Cesar", "Dog")] == [0, 1, 1]
    assert [len(scene.unit(name).shot_by) for name in ("Berta", "Cesar", "Dog")] == [1, 1, 0]


@clause("sk.gren.area")
def test_an_unseen_team_in_a_blast_is_not_named() -> None:
    """It is struck like any other, but nobody is told of whom the dice are, nor how many there were."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.mg-team", (20, 20), name="Berta", pick=("gunner",)),
        german("de.rifle-team", (22, 20), name="Cesar", pick=("rifleman",), fields={"spotted": False}),
        ground=[terrain("crops", box=(21.2, 18, 4, 4))],
    )
    scene.act("Able", "use:grenade", dice=[12, 1, 5])
    assert scene.event("landed").tells["men"] == 1
    assert [one.why.partition(" (")[0] for one in scene.throws("blast")] == [
        "What the blast does to Berta",
        "What the blast does to somebody unseen",
    ]
    assert scene.figure("Cesar").wounds == 1


@clause("sk.gren.area")
def test_what_nobody_has_seen_is_not_reckoned_with() -> None:
    """An unspotted hull between thrower and target does not give itself away by stopping the shot."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able", pick=("rifleman",)),
        german("de.mg-team", (20, 22), name="Berta", pick=("gunner",)),
        german("de.stug", (20, 16), name="Tank", bearing=90, fields={"spotted": False}),
    )
    scene.act("Able", "use:grenade", dice=[1])
    assert scene.reasons("uses") == ["12+ (medium)"]


@clause("sk.gren.area")
def test_a_gun_whose_crew_fights_is_no_target() -> None:
    """Who is in melee is not shot at, and the gun alone is nobody."""
    scene = Scene(
        brit("gb.rifle-team", (20, 8), name="Able", pick=("rifleman",)),
        german("de.pak40", (20, 20), name="Berta", men=1, spots=((20, 22.2),)),
        brit("gb.rifle-team", (20, 23.8), name="Dog", pick=("rifleman",)),
    )
    assert not can(scene)
    scene.change("Dog", place="left", men=())
    assert can(scene)


@clause("sk.gren.at-as-rifle-grenade")
def test_each_man_with_a_panzerfaust_may_fire_his() -> None:
    """The first has spent his actions, so the other fires."""
    scene = Scene(
        brit("gb.rifle-team", (20, 21), name="Berta", pick=("rifleman",)),
        german("de.tank-hunters", (20, 10), name="Able", pick=("man", "man"), figures={0: {"spent": 2}}),
    )
    scene.act("Able", "use:panzerfaust", dice=[1])
    assert [scene.figure("Able", man).arms for man in (0, 1)] == [("rifle", "panzerfaust"), ("rifle",)]
