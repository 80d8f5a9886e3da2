"""Who takes the hits: the owner's choice among those in sight and range, the marksman's own, extra hits."""

from typing import Any

import pytest

from sandtable.play.sharing import Split
from sandtable.rulesets.d10.fire.shooting import struck
from sandtable.rulesets.d10.harm.allocation import expendable, value_of
from sandtable.rulesets.d10.harm.armour import Hit
from tests.clause import clause

from .fire import duel, needs
from .kit import Scene, because, german, keys, terrain, us


def volley(rifles: int, men: int, **rest: Any) -> Scene:
    """So many riflemen in a row against so many grenadiers."""
    return Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",) * rifles),
        german("de.grenadier-squad", (20, 31), **{"name": "Berta", "pick": ("rifleman",) * men, **rest}),
    )


@clause("d10.shoot.allocate")
def test_the_owner_says_who_is_hit() -> None:
    """Two hits on four men: two different ones of his choice, and they fall in the order in which he named them."""
    scene = volley(2, 4)
    names = [f"m{man}" for man in scene.unit("Berta").men]
    scene.order("Able", "shoot", dice=[6, 6, 6, 1], allocate=keys(names[3], names[1]))
    asked = scene.decision("allocate")
    assert (asked.seat, scene.offered("allocate")) == (1, names)
    assert because(asked, [names[0]]) == ()  # two must be named
    assert because(asked, [names[0], names[0]]) == ()  # and not one twice
    assert scene.event("lost models").figures == (int(names[3][1:]),)


@clause("d10.shoot.allocate")
def test_everybody_takes_one_before_anybody_takes_two() -> None:
    """Four hits on three visible men of six: each takes one, then the owner puts the fourth on any of the three."""
    house = terrain("building", box=(26, 14, 14, 12))
    spots = ((21.5, 31), (23, 31), (40, 31), (41.5, 31), (43, 31))
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",) * 4, spots=((18.5, 10), (17, 10), (15.5, 10))),
        german("de.grenadier-squad", (20, 31), name="Berta", pick=("rifleman",) * 6, spots=spots),
        ground=[house],
    )
    seen = [f"m{man}" for man in scene.unit("Berta").men[:3]]
    scene.order("Able", "shoot", dice=[6, 6, 6, 6, 1, 1, 6, 6], further_hits={seen[1]: 1})
    asked = scene.decision("further hits")
    assert isinstance(asked.domain, Split)
    assert list(asked.domain.most) == seen
    assert asked.seat == 1
    assert [len(thrown[1]) for thrown in scene.thrown()] == [4, 2, 2]  # the man with two hits throws for himself
    assert len(scene.unit("Berta").men) == 4


@clause("d10.shoot.allocate")
def test_as_many_hits_as_men_leave_no_choice() -> None:
    """Three hits on three men: nobody is asked."""
    scene = volley(3, 3).order("Able", "shoot", dice=[6, 6, 6, 1, 1, 1])
    assert scene.kinds_asked() == []


@clause("d10.shoot.allocate")
@pytest.mark.parametrize(("switch", "offered"), [(True, 2), (False, 3)])
def test_only_who_is_seen_may_be_hit_unless_it_is_switched_off(switch: bool, offered: int) -> None:
    """One of three stands behind a house."""
    house = terrain("building", box=(28, 14, 8, 12))
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",)),
        german("de.grenadier-squad", (20, 31), name="Berta", pick=("rifleman",) * 3, spots=((21.5, 31), (40, 31))),
        ground=[house],
        allocation_visible_only=switch,
    )
    scene.order("Able", "shoot", dice=[6, 1])
    assert len(scene.offered("allocate")) == offered


@clause("d10.shoot.allocate")
@pytest.mark.parametrize(("gap", "offered"), [(24, 3), (24.001, 2)])
def test_only_who_is_within_range_may_be_hit(gap: float, offered: int) -> None:
    """A carbine reaches 24 inches: a man a hair beyond cannot be given its hit."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", men=1, each={"weapons": ("carbine",)}),
        german("de.grenadier-squad", (20, 30), name="Berta", men=3, spots=((18, 30), (20, 11 + gap))),
    )
    scene.order("Able", "shoot", dice=[6, 1])
    assert len(scene.offered("allocate")) == offered


@clause("d10.gap.tag-aimed", "d10.gap.weapon-sniper-rifle", "d10.shoot.allocate")
@pytest.mark.parametrize(("moved", "switch", "seat"), [(False, True, 0), (True, True, 1), (False, False, 1)])
def test_a_marksman_picks_his_man_by_the_switch(moved: bool, switch: bool, seat: int) -> None:
    """A sniper who has not moved allocates his hit himself, usually to the leader; the sheet lets the owner do it."""
    scene = Scene(
        us("us.sniper-team", (20, 10), name="Sniper", fields={"moved": moved}),
        german("de.grenadier-squad", (20, 35), name="Berta"),
        aimed_picks=switch,
    )
    scene.order("Sniper", "shoot", dice=[9, 1])
    asked = scene.decision("allocate")
    assert asked.seat == seat
    chosen = asked.usual()
    assert isinstance(chosen, list)
    role = scene.state.figures[int(chosen[0][1:])].role
    assert role == ("rifleman" if seat else "leader")


@clause("d10.shoot.allocate")
def test_the_strongest_hits_are_given_out_first() -> None:
    """Four flames at strength 5 on six men, then three rifle hits: two to those left, one wherever the owner wants it."""
    scene = volley(1, 6)
    men = [f"m{man}" for man in scene.unit("Berta").men]
    hits = (Hit(3, 4), Hit(4, 5))
    answers = {"allocate": keys(*men[:4]), "further_hits": {men[0]: 1}}
    scene.call(struck, 0, 1, hits, scene.unit("Berta").men, dice=[1] * 7, **answers)
    assert scene.kinds_asked() == ["allocate", "further hits"]
    # the first man has a hit of either kind and throws for himself; three share the flames, two the rifles
    assert [(len(thrown[1]), thrown[2]) for thrown in scene.thrown()] == [(1, "5+"), (1, "6+"), (3, "5+"), (2, "6+")]


@clause("d10.gap.ai-target-choice")
def test_whom_a_computer_would_rather_lose() -> None:
    """Riflemen first, then crew, special weapons, leaders last."""
    squad = Scene(german("de.grenadier-squad", (20, 10), name="Berta"))
    roles = [squad.state.figures[man].role for man in expendable(squad.state, squad.unit("Berta").men)]
    assert roles == [*["rifleman"] * 7, "gunner", "leader"]
    team = Scene(us("us.mmg-team", (20, 10), name="Team"))
    assert [value_of(team.state, man) for man in team.unit("Team").men] == [2, 1, 1, 1]
    gun = Scene(us("us.medium-at-gun", (20, 10), name="Gun"))
    assert [value_of(gun.state, man) for man in gun.unit("Gun").men] == [1, 1, 1, 1]


@clause("d10.gap.ai-target-choice", "d10.shoot.allocate")
def test_the_usual_answer_spares_leaders_and_machine_guns() -> None:
    """A hit goes to a rifleman; of more hits than men the rest pile up on one of them."""
    scene = Scene(
        us("us.rifle-squad", (20, 10), name="Able", pick=("rifleman",) * 4),
        german("de.grenadier-squad", (20, 31), name="Berta", pick=("leader", "gunner", "rifleman")),
    )
    rifleman = scene.row("Berta", 2)
    scene.order("Able", "shoot", dice=[6, 6, 6, 6, 1, 1, 1, 1])
    assert scene.decision("further hits").usual() == {f"m{rifleman}": 1}
    scene.order("Able", "shoot", dice=[6, 1, 1, 1, 6])
    assert scene.event("lost models").figures == (rifleman,)


@clause("d10.shoot.allocate", "d10.gap.wounds")
def test_an_individual_takes_all_hits_himself() -> None:
    """Nobody is asked, and all dice are thrown at once."""
    scene = duel("mg42", 20, foe="de.second-lieutenant").order("Able", "shoot", dice=[6, 6, 6, 6, 6, 6, 1, 1, 5])
    assert needs(scene)[:2] == ["6+", "6+"]
    assert scene.model("Berta").wounds == 1
