"""Forecasts against brute force, to the last fraction: small actions of every kind, every way of their dice tried."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from sandtable.odds.forecast import Forecast, Owners, Standing, forecast, look_ahead, read
from sandtable.play.script import Play
from sandtable.rulesets.d10.melee.break_off import free_blows
from sandtable.rulesets.d10.nerve.morale import rally
from sandtable.rulesets.d10.react.reactions import react_to_move
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.activation import assault_order, shoot_order
from tests.clause import clause
from tests.odds.brute import Brute, thrown_by, told_by

from .kit import Scene, Side, german, terrain, us

HOLD = {"hold": True}
Override = dict[tuple[str, int | None], object]


class Case(NamedTuple):
    """A small action: who stands where, what the first unit (or another) does, and answers that are not the usual ones."""

    scene: Scene
    script: Callable[..., Any]
    arguments: tuple[int, ...] = (0,)
    answers: Override | None = None


def able(*roles: str, at: tuple[float, float] = (20, 20), **rest: Any) -> Side:
    """Models of a rifle squad that look south."""
    return us("us.rifle-squad", at, name="Able", pick=roles, bearing=180, **rest)


def berta(*roles: str, at: tuple[float, float] = (20, 30), **rest: Any) -> Side:
    """Grenadiers that look north."""
    return german("de.grenadier-squad", at, name="Berta", pick=roles, **rest)


def panzer(at: tuple[float, float] = (20, 40), **rest: Any) -> Side:
    """A tank that looks north."""
    return german("de.panzer-iv", at, name="Panzer", **rest)


R = "rifleman"
# What must be undecided before the dice fall, so that a case is about what it is called.
SPEAKS_OF = {
    "behind a wall": (1, "lost: leader"),
    "more hits than men": (1, "destroyed"),
    "two strengths at once": (1, "lost: gunner"),
    "below half": (1, "routs"),
    "a marksman": (1, "lost: leader"),
    "a rocket at a tank": (1, "routs"),
    "two salvos": (2, "wounds lost"),
    "passengers bail out": (2, "lost: leader"),
    "riders jump": (1, "destroyed"),
    "fire is answered": (0, "models lost"),
    "a reaction shot": (0, "reaction test"),
    "rallying": (0, "rallies"),
    "an assault": (0, "panics"),
    "an assault under fire": (0, "reaches contact"),
    "a counter-charge": (0, "reaches contact"),
    "a further round": (1, "routs"),
    "an assault on a tank": (1, "wounds lost"),
    "an assault that falls short": (0, "models lost"),
    "free blows": (0, "models lost"),
}
SHOT, FIGHT = shoot_order, assault_order
CASES: dict[str, Case] = {
    "rifles": Case(Scene(able(R, R, R), berta("leader", R, "gunner")), SHOT),
    "behind a wall": Case(
        Scene(able(R, R, "gunner"), berta("leader", R, R), ground=[terrain("wall", line=[(16, 29), (30, 29)])]), SHOT
    ),
    "more hits than men": Case(Scene(able("sergeant", R, "gunner"), berta(R, "leader")), SHOT),
    "two strengths at once": Case(
        Scene(able(R, "gunner", at=(20, 10)), berta(R, R, "gunner", at=(20, 40), strength=9)), SHOT
    ),
    "below half": Case(
        Scene(able(R, R), berta(R, R, R, strength=7), german("de.second-lieutenant", (22, 33), name="Voss")), SHOT
    ),
    "a mortar": Case(
        Scene(us("us.light-mortar", (20, 10), name="Mortar", pick=("gunner", "crewman"), bearing=180), berta(R, R, R)),
        SHOT,
    ),
    "a marksman": Case(
        Scene(us("us.sniper-team", (20, 10), name="Eye"), berta("leader", R, "gunner"), aimed_picks=True), SHOT
    ),
    "a rocket at a tank": Case(
        Scene(us("us.bazooka-team", (20, 28), name="Rocket", bearing=180), panzer(each={"wounds": 3})), SHOT
    ),
    "two salvos": Case(
        Scene(us("us.stuart", (20, 20), name="Stuart", bearing=180), berta(R, R, strength=5), panzer(bearing=90)),
        SHOT,
        answers={("main gun", 0): "u2 ap"},
    ),
    "passengers bail out": Case(
        Scene(
            us("us.medium-at-gun", (20, 20), name="Gun", pick=("gunner", "crewman"), bearing=180),
            german("de.half-track", (20, 40), name="Track", bearing=90, each={"wounds": 1}),
            german("de.grenadier-squad", name="Berta", pick=(R, R, "leader"), strength=5, aboard="Track"),
        ),
        SHOT,
    ),
    "riders jump": Case(
        Scene(
            german("de.panzerschreck-team", (20, 20), name="Rocket", bearing=180),
            us("us.sherman", (20, 35), name="Sherman", each={"wounds": 2}),
            us("us.rifle-squad", name="Riders", men=3, aboard="Sherman"),
            fields={"active": 1},
        ),
        SHOT,
    ),
    "fire is answered": Case(Scene(able(R, R), berta(R, R, fields=HOLD)), SHOT),
    "a reaction shot": Case(Scene(able(R, R, fields=HOLD), berta("leader", R)), react_to_move, (0, 1)),
    "rallying": Case(Scene(able(R, fields={"panicked": True}), berta(R)), rally),
    "an assault": Case(Scene(able("sergeant", R, at=(20, 27)), berta("leader", R)), FIGHT),
    "an assault under fire": Case(Scene(able(R, R, at=(20, 27)), berta(R, R, fields=HOLD)), FIGHT),
    "a counter-charge": Case(
        Scene(able(R, R, at=(20, 24)), berta(R, R, fields=HOLD)),
        FIGHT,
        answers={("answer an assault", 1): "counter-charge"},
    ),
    "an assault that falls short": Case(Scene(able(R, R, at=(20, 23)), berta(R, fields=HOLD)), FIGHT),
    "a further round": Case(
        Scene(able(R, R, R, at=(20, 29)), berta(R, R, R, strength=7, fields={"panicked": True})), FIGHT
    ),
    "an assault on a tank": Case(
        Scene(us("us.engineer-squad", (20, 35), name="Able", pick=("engineer", "engineer"), bearing=180), panzer()),
        FIGHT,
    ),
    "free blows": Case(Scene(able(R, "gunner", at=(20, 29)), berta(R, "leader")), free_blows),
}  # fmt: skip


def begun(case: Case) -> Callable[[Play[Battle]], Any]:
    """The script of a case."""

    async def begin(play: Play[Battle]) -> None:
        await case.script(play, *case.arguments)

    return begin


def foreseen(case: Case) -> tuple[Standing, Forecast]:
    """What a forecast says of it."""
    standing = Standing(RULESET, case.scene.state, (), case.scene.state, 0)
    return standing, look_ahead(standing, begun(case), override=case.answers or {})


@clause("d10.shoot.sequence", "d10.cc.sequence", "d10.gap.combat-fight", "d10.gap.reaction-shoot", "d10.gap.wounds")
@pytest.mark.parametrize("what", CASES)
def test_forecasts_are_what_brute_force_finds(what: str) -> None:
    """All that changes and all that is noted, as a joint distribution."""
    case = CASES[what]
    standing, found = foreseen(case)
    assert len(read(standing, found).spreads[SPEAKS_OF.get(what, (1, "hits"))].values) > 1
    assert (found.trials, found.noted) == (0, True)
    brute = Brute(RULESET, case.scene.state, Owners(RULESET, 0, case.answers or {}))
    expected = brute.every(begun(case))
    assert brute.lost == 0 and sum(expected.values()) == 1 and len(expected) > 1
    assert told_by(RULESET, case.scene.state, found.outcomes) == expected
    assert thrown_by(found.rolls) == brute.thrown


# ---- in the middle of a step


def standing_at(scene: Scene, seat: int, *given: object) -> Standing:
    """A step with some inputs: keys, and the faces of dice as bytes."""
    return Standing(RULESET, scene.state, given, scene.state, seat)


@clause("d10.shoot.battle-awareness", "d10.gap.vehicle-shoot")
def test_a_target_promises_what_the_whole_order_does() -> None:
    """The forecast of an answer ends with the order, whoever would act after it."""
    case = CASES["two salvos"]
    found = forecast(standing_at(case.scene, 0, "shoot"), "u2 ap")
    _, expected = foreseen(case)
    state = case.scene.state
    assert told_by(RULESET, state, found.outcomes) == told_by(RULESET, state, expected.outcomes)


@clause("d10.shoot.allocate", "d10.test.damage")
def test_an_allocation_is_weighed_after_the_dice_to_hit() -> None:
    """One of three dice has hit; whoever takes the hit falls on 6 or more, and nobody else."""
    scene = CASES["rifles"].scene
    standing = standing_at(scene, 1, "shoot", bytes([6, 5, 2]))
    for man, role in zip(scene.unit("Berta").men, ("leader", "rifleman", "gunner"), strict=True):
        spreads = read(standing, forecast(standing, [f"m{man}"])).spreads
        assert spreads[1, f"lost: {role}"].mean == spreads[1, "models lost"].mean == Fraction(1, 2)


@clause("d10.gap.counter-charge", "d10.gap.reaction-shoot")
def test_the_answer_to_an_assault_is_followed_up() -> None:
    """The other side is taken to shoot, and the question is named so that it can be weighed otherwise."""
    standing, found = foreseen(CASES["an assault under fire"])
    question = found.questions[0]
    assert (question.kind, question.usual) == ("answer an assault", "shoot")
    assert [key for key, _ in question.answers] == ["shoot", "counter-charge", "nothing"]
    calm = look_ahead(standing, begun(CASES["an assault under fire"]), override={("answer an assault", 1): "nothing"})
    assert (1, "reaction test") not in read(standing, calm).spreads


@clause("d10.gap.weapon-satchel", "d10.gap.vehicle-assault")
def test_charges_that_are_used_up_do_their_harm() -> None:
    """Two charges at AS 5 that charged, against AS 2, hit on 2 or more; strength 8 against T 7 - 2 needs 3: two wounds."""
    standing, found = foreseen(CASES["an assault on a tank"])
    spread = read(standing, found).spreads[1, "wounds lost"]
    one = Fraction(9, 10) * Fraction(8, 10)
    assert {value: Fraction(weight, spread.whole) for value, weight in spread.values.items()} == {
        0: (1 - one) ** 2, 2: 2 * one * (1 - one), 4: one**2,
    }  # fmt: skip
