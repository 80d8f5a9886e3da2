"""What a forecast takes for alike is alike: fire played out in a scene for every way the dice can fall, and merged."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.dice.roll import Roll, Rolled
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.rulesets.fraley.fire.survey import survey
from sandtable.rulesets.fraley.fire.volley import resolve
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.state import Battle

from .kit import Scene, german
from .reckon import merged
from .volleys import Volley, companies, foes, foot, shot

__all__ = ["companies"]
Begin = Callable[[Play[Battle]], Any]
Ways = Callable[[Roll[Any]], list[tuple[Any, Fraction]]]


def _ways(roll: Roll[Any]) -> list[tuple[Any, Fraction]]:
    """What a roll can say, read from each throw: whoever fails is told from everybody else, alike or not."""
    counted: dict[Any, tuple[Any, int]] = {}
    for faces in product(range(1, 7), repeat=roll.dice):
        said = roll.reading.read(faces)
        key = tuple(iter(said)) if isinstance(said, tuple) else said
        counted[key] = said, counted.get(key, (said, 0))[1] + 1
    return [(said, Fraction(count, 6**roll.dice)) for said, count in counted.values()]


def _reckoned(roll: Roll[Any]) -> list[tuple[Any, Fraction]]:
    """The same as a forecast takes it: what is alike is one."""
    weights = roll.reading.weights(roll.dice, roll.sides)
    return [(said, Fraction(weight, sum(weights.values()))) for said, weight in weights.items()]


def every_way(scene: Scene, begin: Begin, name: str, ways_of: Ways = _ways) -> dict[Any, Fraction]:
    """(Teams lost, markers laid) of a Unit with their chances: each die face by face, and usual answers throughout."""
    found: list[tuple[Any, Fraction]] = []
    waiting: list[tuple[list[Any], Fraction]] = [([], Fraction(1))]
    number = scene.number(name)
    while waiting:
        values, share = waiting.pop()
        play: Play[Battle] = Play(scene.state, RULESET.apply)
        script, used, sent = begin(play), 0, None
        while True:
            try:
                request = script.send(sent)
            except StopIteration:
                break
            if isinstance(request, Decision):
                usual = request.default() if callable(request.default) else request.default
                sent = request.domain.check(usual)
                continue
            assert isinstance(request, Roll)
            if used == len(values):
                ways = ways_of(request)
                waiting += [([*values, way], share * more) for way, more in ways[1:]]
                values, share = [*values, ways[0][0]], share * ways[0][1]
            sent = Rolled(values[used], (), 0)
            used += 1
        men = play.state.units[number].men
        lost = len(scene.state.units[number].men) - len(men)
        found.append(((lost, sum(play.state.figures[man].marks for man in men)), share))
    return merged(found)


def fired(scene: Scene, *shots: Any, ways_of: Ways = _ways) -> dict[Any, Fraction]:
    """What a volley of Able at Berta comes to."""
    target = scene.number("Berta")
    volley = Volley(scene.number("Able"), target, target, tuple(shots), "fire")
    return every_way(scene, lambda play: resolve(play, volley, survey), "Berta", ways_of)


def alike(scene: Scene, *shots: Any) -> bool:
    """Whether a volley comes to the same where what is alike is taken as one, and where it is not."""
    return fired(scene, *shots, ways_of=_reckoned) == fired(scene, *shots)


@pytest.mark.parametrize(("rifles", "bazookas", "teams"), [(3, 0, 2), (2, 1, 2), (1, 2, 1), (1, 1, 3)])
def test_teams_on_foot(rifles: int, bazookas: int, teams: int) -> None:
    """Rifles and bazookas at Infantry in the open."""
    scene = Scene(foot(rifles + bazookas), foes(*["Rifle Team"] * teams))
    shots = [shot(scene, man) for man in range(rifles)]
    assert alike(scene, *shots, *(shot(scene, rifles + man, weapon="bazooka") for man in range(bazookas)))


@pytest.mark.parametrize(("weapons", "tanks", "gap"), [(2, 2, 12), (2, 2, 21), (2, 1, 12), (3, 2, 21), (4, 2, 21)])
def test_tanks_and_the_weapons_that_are_fired_at_each(weapons: int, tanks: int, gap: int) -> None:
    """Bazookas with a die each at Panthers from the front: it is whole tanks that may be exchanged."""
    tank = german("de.panther-platoon", (20, 20 + gap), name="Berta", pick=("Panther",) * tanks)
    scene = Scene(foot(weapons), tank)
    assert alike(scene, *(shot(scene, man, weapon="bazooka", needed=4, fp=1) for man in range(weapons)))


def test_a_team_with_other_saves_to_roll_is_not_like_one_without() -> None:
    """Two trucks, two rifles and a bazooka: 3+ against the rifles, 5+ for each hit of the bazooka."""
    trucks = german("de.truck-section", (20, 30), name="Berta", pick=("Truck", "Truck"))
    scene = Scene(foot(3), trucks)
    assert alike(scene, shot(scene, 0), shot(scene, 1), shot(scene, 2, weapon="bazooka"))
