"""Questions against the table: the same shots, rounds and checks played out in a scene, for every way the dice can fall."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice.roll import Roll, Rolled
from sandtable.odds.ask import put as put_question
from sandtable.odds.ask import together
from sandtable.odds.umpire import PutThrows, led
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.units import left
from sandtable.rulesets.d10.harm.losses import destroy
from sandtable.rulesets.d10.machines.transport import bail_out
from sandtable.rulesets.d10.melee.blows import Round
from sandtable.rulesets.d10.melee.break_off import free_blows
from sandtable.rulesets.d10.melee.combat import fight
from sandtable.rulesets.d10.nerve.morale import check, rally
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.react.reactions import attempt
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.turn import roll_initiative
from tests.clause import clause
from tests.d10.kit import shoot

from .kit import Scene, Side, german, terrain, us
from .reckon import EVERY, Chances, merged

Begin = Callable[[Play[Battle]], Any]


def every_way(scene: Scene, begin: Begin, name: str, **picks: str) -> Chances:
    """What becomes of a unit, with its chance: every value of every roll, usual answers but for the picks."""
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
                sent = request.domain.check(picks.get(request.kind.replace(" ", "_"), usual))
                continue
            assert isinstance(request, Roll)
            if used == len(values):
                weights = request.reading.weights(request.dice, request.sides)
                whole = sum(weights.values())
                ways = [(said, Fraction(weight, whole)) for said, weight in weights.items()]
                waiting += [([*values, way], share * more) for way, more in ways[1:]]
                values, share = [*values, ways[0][0]], share * ways[0][1]
            sent = Rolled(values[used], (), 0)
            used += 1
        found.append((_became(scene.state, play.state, number), share))
    return merged(found)


def _became(before: Battle, after: Battle, number: int) -> tuple[Any, ...]:
    """(Lost, panicked), or how a unit left the battle."""
    unit = after.units[number]
    if unit.place in {"routed", "destroyed"}:
        return (unit.place,)
    return left(before, number)[0] - left(after, number)[0], unit.panicked


def asked(name: str, given: dict[str, Any], own: str = "", **options: Any) -> Chances:
    """The same of a question; `own` asks what becomes of our side."""
    leaves = together(put_question(EVERY[name], given, Options(**options)), name).leaves
    found = []
    for leaf, share in leaves.items():
        said: dict[str, Any] = {key.removeprefix(own): value for key, value in leaf if not own or key.startswith(own)}
        gone = next((word for word in ("routed", "destroyed") if said.get(word)), None)
        found.append(((said.get("lost", 0), said.get("panicked", False)) if gone is None else (gone,), share))
    return merged(found)


def shot(scene: Scene, **picks: str) -> Chances:
    """What a shot of Able does to Berta."""
    number = scene.number("Able")
    return every_way(scene, lambda play: shoot(play, number), "Berta", **picks)


def able(troop: str, *roles: str, **rest: Any) -> Side:
    """Shooters at (20, 20) of side 0, whatever their nation."""
    return us(troop, (20, 20), name="Able", pick=roles, **rest)


def berta(troop: str, at: float, men: int = 0, strength: int = 0, **rest: Any) -> Side:
    """A target `at` inches east of them."""
    return german(troop, (20 + at, 20), name="Berta", men=men, strength=strength, gap=0.1, **rest)


GRENADIERS = "de.grenadier-squad"
WALL = terrain("wall", line=[(29, 10), (29, 30)])
VOLLEYS: list[tuple[list[Side], dict[str, Any], dict[str, Any]]] = [
    (
        [able("us.rifle-squad", "rifleman", "rifleman"), berta(GRENADIERS, 10, 3, 6)],
        {"weapon": "garand", "shooters": 2, "crew": 2, "left": 3, "whole": 6},
        {},
    ),
    (
        [able(GRENADIERS, "rifleman", "gunner", fields={"moved": True}), berta(GRENADIERS, 10, 2, 5)],
        {"shooters": 1, "second_weapon": "mg42", "second": 1, "crew": 2, "left": 2, "whole": 5, "moved": True},
        {},
    ),
    (
        [able("us.mmg-team", "gunner", "crewman", "crewman"), berta(GRENADIERS, 15, 2, 9)],
        {"weapon": "mmg", "shooters": 1, "second_weapon": "carbine", "second": 2, "crew": 3, "left": 2, "whole": 9},
        {"second_panic_routs": True},
    ),
    (
        [able("us.rifle-squad", "rifleman", "gunner"), berta("de.second-lieutenant", 10, fields={"panicked": True})],
        {
            "weapon": "garand",
            "shooters": 1,
            "second_weapon": "bar",
            "second": 1,
            "crew": 2,
            "kind": "individual",
            "left": 3,
            "whole": 3,
            "command": 7,
            "panicked": True,
        },
        {},
    ),
    (
        [able("us.engineer-squad", "operator"), berta(GRENADIERS, 7, 3, 7)],
        {"weapon": "flamethrower", "shooters": 1, "crew": 1, "shooting": 5, "left": 3, "whole": 7, "exposed": 2},
        {},
    ),
    (
        [able("us.medium-at-gun", "gunner", bearing=90), berta(GRENADIERS, 30, 3, 7)],
        {"weapon": "gun-57", "shooters": 1, "by": "gun", "crew": 1, "left": 3, "whole": 7},
        {"exactly_half": "rout"},
    ),
]


@clause("d10.shoot.sequence", "d10.shoot.allocate", "d10.test.damage", "d10.morale.unit-casualty")
@pytest.mark.parametrize(("sides", "given", "options"), VOLLEYS)
def test_volleys_are_asked_as_they_are_played(
    sides: list[Side], given: dict[str, Any], options: dict[str, Any]
) -> None:
    """Rifles, mixed squads, a crew, an officer as the target, a flamethrower, a gun with one man left."""
    distance = {15: 14, 30: 28, 7: 5.5}.get(int((sides[1].at or (0, 0))[0]) - 20, 9)
    assert asked("shoot", {**given, "distance": distance}, **options) == shot(Scene(*sides, **options))


@clause("d10.gap.cover")
def test_cover_is_asked_as_it_is_played() -> None:
    """Two riflemen at three behind a wall."""
    scene = Scene(able(GRENADIERS, "rifleman", "rifleman"), berta(GRENADIERS, 10, 3, 3), ground=[WALL])
    given = {"shooters": 2, "crew": 2, "left": 3, "whole": 3, "cover": "hard", "distance": 9}
    assert asked("shoot", given) == shot(scene)


@clause("d10.gap.vehicle-facing", "d10.gap.tag-armoured", "d10.gap.tag-at", "d10.morale.individual-wounds")
@pytest.mark.parametrize(("bearing", "face"), [(270, "front"), (0, "side"), (90, "rear")])
def test_shots_at_vehicles_are_asked_as_they_are_played(bearing: int, face: str) -> None:
    """A Sherman with its machine guns at a Panzer IV with three wounds left; a rocket launcher at one with skirts."""
    tank = berta("de.panzer-iv", 25, bearing=bearing, each={"wounds": 3})
    given = {"vehicle": "de.panzer-iv", "left": 3, "face": face, "distance": 20}
    sherman = {"weapon": "gun-75", "shooters": 1, "second_weapon": "hull-mg", "second": 2, "by": "vehicle", "crew": 4}
    assert asked("shoot-at-vehicle", {**given, **sherman}) == shot(Scene(able("us.sherman"), tank))
    rocket = {"weapon": "bazooka", "shooters": 1, "second_weapon": "carbine", "second": 1, "crew": 2}
    assert asked("shoot-at-vehicle", {**given, **rocket}) == shot(Scene(able("us.bazooka-team"), tank))


# ---- close combat


def line(troop: str, side: int, y: float, men: int, **rest: Any) -> Side:
    """Some models in a row."""
    name = ("Able", "Berta")[side]
    return Side(side=side, troop=troop, at=(20, y), name=name, men=men, gap=0.5, **rest)


@clause("d10.cc.fight", "d10.cc.results", "d10.gap.combat-fight", "d10.gap.combat-result")
@pytest.mark.parametrize(
    ("one", "other", "given"),
    [
        ({}, {}, {}),
        ({"strength": 9}, {"strength": 3, "fields": {"panicked": True}}, {"whole": 9, "enemy_panicked": True}),
        ({}, {"card": {"assault": 6}}, {"enemy_assault": 6}),
    ],
)
def test_a_round_is_asked_as_it_is_played(one: dict[str, Any], other: dict[str, Any], given: dict[str, Any]) -> None:
    """A sergeant and a rifleman charge two Volkssturm men; a third man touches nobody and only watches."""
    scene = Scene(
        line("us.rifle-squad", 0, 20, 3, **{"strength": 3, **one}),
        line("de.volkssturm-squad", 1, 21, 2, **{"strength": 3, **other}),
    )
    same = {
        "strikers": 1,
        "second": 1,
        "left": 3,
        "whole": 3,
        "enemy_strikers": 2,
        "enemy_assault": 3,
        "enemy_left": 2,
        "enemy_whole": 3,
        "enemy_command": 4,
        **given,
    }
    begin = lambda play: fight(play, 0, Round(charged=(0,)))  # noqa: E731
    assert every_way(scene, begin, "Berta") == asked("close-combat", same)
    assert every_way(scene, begin, "Able") == asked("close-combat", same, own="own_")


@clause("d10.gap.vehicle-assault", "d10.gap.weapon-satchel")
def test_an_assault_on_a_tank_is_asked_as_it_is_played() -> None:
    """Three engineers with two charges at a Panzer IV."""
    tank = german("de.panzer-iv", (21, 22.25), name="Berta", bearing=90)
    scene = Scene(us("us.engineer-squad", (19.5, 20.5), name="Able", men=3, strength=7, gap=0.2), tank)
    given = {
        "assault": 5,
        "strikers": 2,
        "second": 1,
        "charges": 2,
        "vehicle": "de.panzer-iv",
        "left": 3,
        "whole": 7,
        "command": 6,
    }
    begin = lambda play: fight(play, 0, Round(charged=(0,)))  # noqa: E731
    assert every_way(scene, begin, "Berta") == asked("assault-on-vehicle", given)
    assert every_way(scene, begin, "Able") == asked("assault-on-vehicle", given, own="own_")


@clause("d10.gap.break-off")
def test_free_blows_are_asked_as_they_are_played() -> None:
    """A sergeant and a rifleman strike at two men who turn away."""
    scene = Scene(line("us.rifle-squad", 0, 20, 2), line(GRENADIERS, 1, 21, 2))
    given = {"strikers": 1, "second": 1, "enemy_left": 2}
    assert every_way(scene, lambda play: free_blows(play, 1), "Berta") == asked("free-blows", given)


@clause("d10.gap.grenades", "d10.gap.combat-fight")
def test_an_officer_strikes_men_with_his_carbine_and_not_with_a_grenade() -> None:
    """Strength 3 with two dice at a man of T 4."""
    scene = Scene(us("us.second-lieutenant", (20, 20), name="Able"), line(GRENADIERS, 1, 21, 1, strength=1))
    given = {
        "kind": "individual",
        "assault": 5,
        "strikers": 1,
        "weapon": "carbine",
        "left": 3,
        "whole": 3,
        "command": 7,
        "enemy_strikers": 1,
        "enemy_weapon": "smg",
        "enemy_left": 1,
        "enemy_whole": 1,
    }
    begin = lambda play: fight(play, 0, Round(charged=(0,)))  # noqa: E731
    assert every_way(scene, begin, "Berta") == asked("close-combat", given)
    assert every_way(scene, begin, "Able") == asked("close-combat", given, own="own_")


# ---- vehicles that burn, and Command


@clause("d10.gap.vehicle-damage", "d10.morale.unit-casualty")
def test_bailing_out_is_asked_as_it_is_played() -> None:
    """Three passengers of six at the start."""
    scene = Scene(
        us("us.half-track", (20, 20), name="Track"),
        us("us.rifle-squad", name="Able", men=3, strength=6, aboard="Track"),
    )

    async def burn(play: Play[Battle]) -> None:
        destroy(play, 0)
        await bail_out(play, 0)

    assert every_way(scene, burn, "Able") == asked("bail-out", {"left": 3, "whole": 6})


@clause("d10.morale.unit-casualty")
def test_passengers_who_lost_nobody_take_no_check() -> None:
    """Two of six were left before; the half-track burns and both get out unhurt."""
    scene = Scene(
        us("us.half-track", (20, 20), name="Track"),
        us("us.rifle-squad", name="Able", men=2, strength=6, aboard="Track"),
    )

    async def burn(play: Play[Battle]) -> None:
        destroy(play, 0)
        await bail_out(play, 0)

    scene.run(burn, [1, 2])
    assert scene.unit("Able").on_table and len(scene.unit("Able").men) == 2


@clause("d10.morale.test", "d10.gap.leaders")
@pytest.mark.parametrize("lent", [False, True])
def test_morale_is_asked_as_it_is_played(lent: bool) -> None:
    """Five of nine that lost a close combat, with and without a lieutenant near by."""
    officer = [us("us.second-lieutenant", (20, 24), name="Lieutenant")] if lent else []
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=5, strength=9), *officer)
    begin = lambda play: check(play, 0, "lost a close combat", "d10.morale.lost-combat")  # noqa: E731
    given = {"left": 5, "whole": 9, "cause": "lost-combat", "leader": 7 * lent}
    assert every_way(scene, begin, "Able") == asked("morale", given)


@clause("d10.morale.rally", "d10.rally.short", "d10.rally.medium")
@pytest.mark.parametrize("distance", [11, 20, 30])
def test_rallying_is_asked_as_it_is_played(distance: int) -> None:
    """With enemies in sight so far away."""
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=1, fields={"panicked": True}),
        german(GRENADIERS, (21 + distance, 20), name="Berta", men=1),
    )
    assert every_way(scene, lambda play: rally(play, 0), "Able") == asked("rally", {"distance": distance})


@clause("d10.gap.reaction-test")
def test_a_reaction_is_asked_as_it_is_played() -> None:
    """Five or more, both on the table and asked."""
    for die, passed in ((4, False), (5, True)):
        scene = Scene(us("us.rifle-squad", (20, 20), name="Able", men=2, fields={"hold": True}))
        assert scene.call(attempt, "Able", "shooting", "d10.gap.reaction-shoot", dice=[die]) is passed
        found = led("d10", "reaction", PutThrows(throws=[[die]])).found
        assert found is not None and found["reacts"] == ("yes" if passed else "no")


@clause("d10.turn.initiative-roll")
def test_initiative_is_asked_as_it_is_rolled() -> None:
    """The same throws, the same winner."""
    throws = [[9, 9, 9], [4, 8, 8], [3, 7]]
    scene = Scene(us("us.rifle-squad", (20, 20), name="Able"))
    script = roll_initiative(Play(scene.state, scene.rules.apply), ("Red", "Blue", "Green"), -1)
    roll = script.send(None)
    for faces in throws:
        assert isinstance(roll, Roll) and roll.dice == len(faces)
        try:
            roll = script.send(Rolled(roll.reading.read(tuple(faces)), tuple(faces), 0))
        except StopIteration as done:
            assert done.value[0] == 2
    found = led("d10", "initiative", PutThrows(given={"players": 3}, throws=throws)).found
    assert found == {"winner": "player 3"}
