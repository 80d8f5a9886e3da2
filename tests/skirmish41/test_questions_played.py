"""Questions against the table: the same shots, blasts and tests played out in a scene, for every way the dice can fall."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.dice.roll import Roll, Rolled
from sandtable.geometry.units import inches
from sandtable.odds.ask import put as put_question
from sandtable.odds.walk import walk
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.action_chart import infantry_action
from sandtable.rulesets.skirmish41.afv_points import vehicle_action
from sandtable.rulesets.skirmish41.bombs import carry_out
from sandtable.rulesets.skirmish41.charts import AIMED, UNAIMED
from sandtable.rulesets.skirmish41.damage import damage
from sandtable.rulesets.skirmish41.events import strike_with
from sandtable.rulesets.skirmish41.heavy import Arm
from sandtable.rulesets.skirmish41.melee import fight_melees
from sandtable.rulesets.skirmish41.morale import test_morale as take_test
from sandtable.rulesets.skirmish41.morale import tests_due as take_tests
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.shooters import Shooter
from sandtable.rulesets.skirmish41.state import Battle, Harm
from sandtable.rulesets.skirmish41.suppression import dice_off
from sandtable.rulesets.skirmish41.targets import Aim
from sandtable.rulesets.skirmish41.volley import resolve, volley_at
from tests.clause import clause
from tests.trials import trial

from .kit import Scene, Side, brit, german, terrain
from .reckon import EVERY, Chances, merged

Begin = Callable[[Play[Battle]], Any]


def every_way(scene: Scene, begin: Begin, name: str) -> Chances:
    """What becomes of a team, with its chance: every value of every roll, usual answers."""
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
                sent = request.domain.check(request.usual())
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
    """(Lost, wounded, markers gained, routing), or that it is gone."""
    old, unit = before.units[number], after.units[number]
    if not unit.men or unit.afoot:
        return ("gone",)
    wounded = sum(after.figures[man].wounds > 0 for man in unit.men)
    return len(old.men) - len(unit.men), wounded, unit.suppression - old.suppression, unit.routing


def asked(name: str, given: dict[str, Any], **options: Any) -> Chances:
    """The same of a question."""
    leaves = walk(trial(put_question(EVERY[name], given, Options(**options))))
    found = []
    for leaf, share in leaves.items():
        said: dict[str, Any] = dict(leaf)
        became: tuple[Any, ...] = (said["lost"], said["wounded"], said["markers"], said.get("routing", False))
        found.append((("gone",) if said["destroyed"] else became, share))
    return merged(found)


def able(*roles: str, **rest: Any) -> Side:
    """Those who fire."""
    return brit("gb.rifle-team", (20, 20), name="Able", pick=roles or ("rifleman",), **rest)


def berta(far: float, men: int, **rest: Any) -> Side:
    """Those who are fired at, bunched, so many inches off from base to base."""
    return german("de.rifle-team", (20, 20 + far + 1), name="Berta", men=men, **rest)


async def over(play: Play[Battle], script: Any) -> None:
    """Something, and the tests that come of it."""
    await script
    await take_tests(play)


def gap_to(scene: Scene, one: str, other: str) -> float:
    """Inches from base to base."""
    from sandtable.rulesets.skirmish41.units import between  # noqa: PLC0415

    return between(scene.state, scene.number(one), scene.number(other)) / 1000


# ---- shots


@clause("sk.shoot.die", "sk.effect.roll", "sk.gap.who-is-hit", "sk.gap.wounded", "sk.morale.test", "sk.morale.total")
@pytest.mark.parametrize(
    ("shots", "aim", "men", "rest", "options"),
    [
        (2, AIMED, 2, {}, {}),
        (2, UNAIMED, 3, {"figures": {0: {"wounds": 1}}}, {}),
        (2, AIMED, 2, {"each": {"rating": 1}}, {"suppression_markers": "per-hit"}),
        (1, AIMED, 2, {"fields": {"suppression": 1}}, {"effect_kill_from": 6}),
        (1, AIMED, 1, {}, {}),
    ],
)
def test_shots_are_asked_as_they_are_played(
    shots: int, aim: int, men: int, rest: dict[str, Any], options: dict[str, Any]
) -> None:
    """Rifles at 12 inches: fresh men, one wounded, second-line, suppressed before, alone."""
    scene = Scene(able(), berta(11, men, **rest), **options)
    row = scene.row("Able")

    def begin(play: Play[Battle]) -> Any:
        return over(play, resolve(play, 0, volley_at(play.state, Aim(1), [(Shooter(row, "rifle"), shots)], aim)))

    given = {
        "shooters": shots if aim == AIMED else shots // 2,
        "aim": "aimed" if aim == AIMED else "unaimed",
        "actions": 2,
        "distance": gap_to(scene, "Able", "Berta"),
        "men": men,
        "wounded": len(rest.get("figures", {})),
        "rating": rest.get("each", {}).get("rating", 2),
        "suppression": rest.get("fields", {}).get("suppression", 0),
    }
    assert every_way(scene, begin, "Berta") == asked("shoot", given, **options)


@clause("sk.flame.operator-hit")
def test_a_burning_operator_is_asked_as_it_is_played() -> None:
    """One shot at a flamethrower and the man beside it."""
    scene = Scene(
        german("de.rifle-team", (20, 20), name="Able", pick=("rifleman",)),
        brit("gb.flamethrower-pair", (20, 32), name="Berta"),
    )
    row, men = scene.row("Able"), len(scene.unit("Berta").men)
    rating = scene.figure("Berta").rating

    def begin(play: Play[Battle]) -> Any:
        return over(play, resolve(play, 0, volley_at(play.state, Aim(1), [(Shooter(row, "rifle"), 1)], AIMED)))

    given = {"shooters": 1, "distance": gap_to(scene, "Able", "Berta"), "men": men, "operator": True, "rating": rating}
    assert every_way(scene, begin, "Berta") == asked("shoot", given)


# ---- blasts and flame


def arm_of(scene: Scene, weapon: str) -> Arm:
    """A weapon in the hands of Able's first man."""
    row = scene.row("Able")
    return Arm(weapon, (row,), row)


@clause("sk.gren.effect", "sk.gren.to-hit", "sk.gren.area", "sk.gren.target-suppressed", "sk.gren.at-as-rifle-grenade")
@pytest.mark.parametrize(
    ("weapon", "far", "rest"),
    [
        ("rifle-grenade", 10, {}),
        ("rifle-grenade", 15, {"fields": {"suppression": 1}}),
        ("rifle-grenade", 10, {"fields": {"moved": inches(6)}}),
        ("panzerfaust", 10, {"figures": {0: {"wounds": 1}}}),
    ],
)
def test_bombs_are_asked_as_they_are_played(weapon: str, far: float, rest: dict[str, Any]) -> None:
    """At two men side by side: both are caught."""
    scene = Scene(able(each={"arms": ("rifle", weapon)}), berta(far, 2, **rest), size=(72, 72))
    fields = rest.get("fields", {})

    def begin(play: Play[Battle]) -> Any:
        return over(play, carry_out(play, 0, arm_of(scene, weapon), 1, scene.row("Berta")))

    given = {
        "weapon": weapon,
        "distance": gap_to(scene, "Able", "Berta"),
        "men": 2,
        "wounded": len(rest.get("figures", {})),
        "suppression": fields.get("suppression", 0),
        "target_moved": "moved" in fields,
    }
    assert every_way(scene, begin, "Berta") == asked("throw", given)


@clause("sk.gap.he", "sk.arty.effect", "sk.arty.suppressed", "sk.gun.to-hit")
def test_shells_are_asked_as_they_are_played() -> None:
    """A 6 pounder at two men: whom it suppresses is no shield to the next."""
    scene = Scene(brit("gb.6-pounder", (20, 5), name="Able", bearing=180), berta(15, 2), size=(72, 72))
    gun = scene.unit("Able").hull

    def begin(play: Play[Battle]) -> Any:
        return over(play, carry_out(play, 0, Arm("gun-57", scene.unit("Able").men, gun), 1, scene.row("Berta")))

    given = {"weapon": "gun-57", "distance": 30, "men": 2}
    assert every_way(scene, begin, "Berta") == asked("gun-at-team", given)


@clause("sk.flame.all-members", "sk.flame.effect", "sk.flame.range")
def test_flame_is_asked_as_it_is_played() -> None:
    """Two men, one of them wounded."""
    scene = Scene(able(each={"arms": ("flamethrower",)}), berta(9, 2, figures={1: {"wounds": 1}}))

    def begin(play: Play[Battle]) -> Any:
        return over(play, carry_out(play, 0, arm_of(scene, "flamethrower"), 1, -1))

    given = {"distance": gap_to(scene, "Able", "Berta"), "men": 2, "wounded": 1}
    assert every_way(scene, begin, "Berta") == asked("flame", given)


# ---- vehicles


@clause("sk.dmg.roll", "sk.gap.vehicle-suppression", "sk.gap.wreck-weapon", "sk.effect.mg-smg-sniper")
@pytest.mark.parametrize(
    ("troop", "weapon", "flank"),
    [("gb.carrier", "gun-75", False), ("gb.jeep", "rifle", True), ("de.kubelwagen", "gun-37", False)],
)
def test_damage_is_asked_as_it_is_played(troop: str, weapon: str, flank: bool) -> None:
    """Small crews: an open AFV with its machine gun, and two soft ones."""
    scene = Scene(brit(troop, (20, 20), name="Berta"))
    card, crew = scene.unit("Berta").card, len(scene.unit("Berta").men)

    def begin(play: Play[Battle]) -> Any:
        return over(play, damage(play, 0, weapon, -1, flank=flank, hull_down=False))

    given = {
        "vehicle": troop,
        "weapon": weapon,
        "crew": crew,
        "weapons": len(card.mounts) + bool(card.gun),
        "flank": flank,
    }
    assert every_way(scene, begin, "Berta") == asked("damage", given)


@clause("sk.dmg.soft-8", "sk.dmg.soft-9", "sk.dmg.soft-16")
def test_passengers_are_asked_as_they_are_played() -> None:
    """A lorry with a driver and two passengers: what becomes of the lorry itself."""
    scene = Scene(
        german("de.lorry", (20, 20), name="Berta"), german("de.rifle-team", name="Riders", men=2, aboard="Berta")
    )

    async def begin(play: Play[Battle]) -> None:
        await damage(play, 0, "rifle", -1, flank=False, hull_down=False)
        if play.state.units[0].tests and play.state.units[0].men:
            await take_test(play, 0, play.state.units[0].tests)

    given = {"vehicle": "de.lorry", "weapon": "rifle", "crew": 1, "passengers": 2, "weapons": 0}
    assert every_way(scene, begin, "Berta") == asked("damage", given)


# ---- nerve, melee, events


@clause("sk.gap.suppression-removal")
def test_suppression_is_asked_as_it_is_played() -> None:
    """Three markers, an NCO, in the open, shot at."""
    fields = {"suppression": 3, "shot_by": (Harm(1, 2, "small arms"),)}
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Berta", fields=fields), german("de.sniper", (60, 40), name="Foe")
    )
    leaves = walk(trial(put_question(EVERY["suppression"], {"suppression": 3, "in_the_open": True}, Options())))
    removed: list[tuple[dict[str, Any], Fraction]] = [(dict(leaf), share) for leaf, share in leaves.items()]
    same = merged(((0, 0, -said["removed"], False), share) for said, share in removed)
    assert every_way(scene, lambda play: dice_off(play, 0), "Berta") == same


@clause("sk.melee.compare", "sk.melee.plus-3", "sk.gap.fire-points")
def test_a_melee_is_asked_as_it_is_played() -> None:
    """An NCO with a submachine gun against two riflemen: what becomes of him and his team of one."""
    scene = Scene(
        brit("gb.rifle-team", (20, 20), name="Able", pick=("rifleman", "rifleman"), gap=0.2),
        german("de.rifle-team", (20.6, 21.2), name="Berta", pick=("NCO",)),
    )
    given = {"helpers": 1, "enemy_weapon": "smg", "enemy_friends": False}
    leaves = walk(trial(put_question(EVERY["melee"], given, Options())))
    out = sum((share for leaf, share in leaves.items() if dict(leaf)["lost"] == 1), Fraction(0))
    played = every_way(scene, fight_melees, "Berta")
    assert played[("gone",)] == out


@clause("sk.event.sniper", "sk.event.mines", "sk.event.artillery")
@pytest.mark.parametrize(
    ("sort", "question"), [("sniper", "sniper"), ("mines", "mines"), ("artillery", "random-shell")]
)
def test_events_are_asked_as_they_are_played(sort: str, question: str) -> None:
    """Two men in the open."""
    scene = Scene(brit("gb.rifle-team", (20, 20), name="Berta", men=2), german("de.sniper", (60, 40), name="Foe"))

    def begin(play: Play[Battle]) -> Any:
        return over(play, strike_with(play, sort, 0, (inches(20), inches(35))))

    assert every_way(scene, begin, "Berta") == asked(question, {"men": 2})


# ---- the solo charts


def actions(scene: Scene, script: Callable[..., Any]) -> Chances:
    """What a solo team does, by chance."""
    play: Play[Battle] = Play(scene.state, RULESET.apply)
    roll = script(play, scene.number("Berta")).send(None)
    assert isinstance(roll, Roll)
    weights = roll.reading.weights(roll.dice, roll.sides)
    return {said: Fraction(weight, 6) for said, weight in weights.items()}


def charted(name: str, given: dict[str, Any]) -> Chances:
    """The same of a question."""
    leaves = walk(trial(put_question(EVERY[name], given, Options())))
    return merged((dict(leaf)["action"], share) for leaf, share in leaves.items())


@clause("sk.solo.actions", "sk.risk.under-fire", "sk.risk.losses", "sk.risk.outnumbered-fire")
@pytest.mark.parametrize(
    ("rest", "given"),
    [
        ({}, {"under_fire": False}),
        ({"fields": {"shot_by": (Harm(0, 1, "small arms"),)}}, {}),
        ({"fields": {"shot_by": (Harm(0, 1, "mortar"),)}, "men": 3, "strength": 4}, {"heavy_fire": True, "men": 3}),
        ({"fields": {"routing": True}, "pick": ("rifleman",) * 3, "strength": 4}, None),
        ({"fields": {"retiring": True}}, {"under_fire": False, "moving": "falling-back", "flanked": True}),
    ],
)
def test_solo_infantry_is_asked_as_it_is_played(rest: dict[str, Any], given: dict[str, Any] | None) -> None:
    """Calm, shot at, mortared with a quarter lost, routing without its NCO, falling back."""
    scene = Scene(able(), german("de.rifle-team", (20, 40), name="Berta", **rest))
    wanted = {"under_fire": False, "routing": True, "nco": False, "men": 3} if given is None else given
    assert actions(scene, infantry_action) == charted("solo-infantry", wanted)


@clause("sk.afv.roll", "sk.afv.minus-alone", "sk.afv.minus-immobile", "sk.afv.minus-damaged")
@pytest.mark.parametrize(
    ("fields", "given"),
    [
        ({}, {}),
        ({"immobile": True}, {"damaged": True, "immobile": True}),
        (
            {"immobile": True, "shot_by": (Harm(0, 1, "gun"),)},
            {"damaged": True, "immobile": True, "under_fire": True, "at_fire": True},
        ),
        ({"optics": False}, {"damaged": True, "no_main": True}),
    ],
)
def test_solo_afvs_are_asked_as_they_are_played(fields: dict[str, Any], given: dict[str, Any]) -> None:
    """Alone on the table, whole, immobile, shot at, blind."""
    scene = Scene(able(), german("de.panzer-iv", (20, 40), name="Berta", fields=fields))
    assert actions(scene, vehicle_action) == charted("solo-afv", {"alone": True, **given})


@clause("sk.shoot.hard-cover", "sk.arty.cover")
def test_cover_is_asked_as_it_is_played() -> None:
    """Two aimed shots at two men behind a wall."""
    wall = terrain("wall", line=[(10, 30), (30, 30)])
    scene = Scene(able(), german("de.rifle-team", (20, 31), name="Berta", men=2), ground=[wall])
    row = scene.row("Able")

    def begin(play: Play[Battle]) -> Any:
        return over(play, resolve(play, 0, volley_at(play.state, Aim(1), [(Shooter(row, "rifle"), 2)], AIMED)))

    given = {"shooters": 2, "cover": "hard", "distance": gap_to(scene, "Able", "Berta"), "men": 2}
    assert every_way(scene, begin, "Berta") == asked("shoot", given)
