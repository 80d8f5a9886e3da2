"""Questions against the table: the same fire, strike and barrage played out in a scene, for every way the dice can fall."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.dice.roll import Roll, Rolled
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.volley import resolve

from .kit import Scene, german
from .reckon import merged, put, spread
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
    return every_way(scene, lambda play: resolve(play, volley), "Berta", ways_of)


@pytest.mark.parametrize(("rifles", "bazookas", "teams"), [(3, 0, 2), (2, 1, 2), (1, 2, 1), (1, 1, 3)])
def test_fire_is_asked_as_it_is_played(rifles: int, bazookas: int, teams: int) -> None:
    """Rifles and bazookas at Infantry in the open."""
    scene = Scene(foot(rifles + bazookas), foes(*["Rifle Team"] * teams))
    shots = [shot(scene, man) for man in range(rifles)]
    shots += [shot(scene, rifles + man, weapon="bazooka") for man in range(bazookas)]
    played = fired(scene, *shots)
    assert fired(scene, *shots, ways_of=_reckoned) == played  # what a forecast takes for alike is alike
    given = {"shooters": rifles, "second_weapon": "bazooka", "second": bazookas, "teams": teams, "distance": 8}
    answer = put("fire", given)
    assert spread(answer, "lost") == merged((lost, share) for (lost, _), share in played.items())
    # markers that have found room
    placed = Fraction(answer.expected["suppressed"]) + Fraction(answer.expected["doubled"])
    assert placed == sum(marks * share for (_, marks), share in played.items())


@pytest.mark.parametrize(("needed", "training"), [(1, "green"), (2, "green"), (4, "elite")])
def test_numbers_are_asked_as_they_are_played(needed: int, training: str) -> None:
    """1 or less has passed Saves rolled again."""
    scene = Scene(foot(2), foes("Rifle Team", "Rifle Team"))
    played = fired(scene, *(shot(scene, man, needed=needed) for man in range(2)))
    occasion = "overwatch" if needed == 1 else "fire"
    answer = put("fire", {"shooters": 2, "teams": 2, "training": training, "occasion": occasion})
    assert spread(answer, "lost") == merged((lost, share) for (lost, _), share in played.items())


@pytest.mark.parametrize(("gap", "tanks"), [(12, 2), (21, 2), (12, 1)])
def test_fire_at_tanks_is_asked_as_it_is_played(gap: int, tanks: int) -> None:
    """Two bazookas with a die each at Panthers from the front, nearer than 18 inches and not."""
    tank = german("de.panther-platoon", (20, 20 + gap), name="Berta", pick=("Panther",) * tanks)
    scene = Scene(foot(2), tank)
    played = fired(scene, *(shot(scene, man, weapon="bazooka", needed=4, fp=1) for man in range(2)))
    answer = put(
        "fire-at-tanks", {"weapon": "bazooka", "shooters": 2, "teams": tanks, "vehicle": "panther", "distance": gap - 1}
    )
    assert spread(answer, "lost") == merged((lost, share) for (lost, _), share in played.items())
    placed = Fraction(answer.expected["suppressed"]) + Fraction(answer.expected["doubled"])
    assert placed == sum(marks * share for (_, marks), share in played.items())


def test_a_team_with_other_saves_to_roll_is_not_like_one_without() -> None:
    """Two trucks, two rifles and a bazooka: 3+ against the rifles, 5+ for each hit of the bazooka."""
    trucks = german("de.truck-section", (20, 30), name="Berta", pick=("Truck", "Truck"))
    scene = Scene(foot(3), trucks)
    shots = [shot(scene, 0), shot(scene, 1), shot(scene, 2, weapon="bazooka")]
    played = fired(scene, *shots)
    assert fired(scene, *shots, ways_of=_reckoned) == played
    given = {"shooters": 2, "second_weapon": "bazooka", "second": 1, "teams": 2, "distance": 8, "kind": "soft-skinned"}
    answer = put("fire", given)
    assert spread(answer, "lost") == merged((lost, share) for (lost, _), share in played.items())
