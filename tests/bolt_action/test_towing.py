"""Tows and the guns behind them; transports that are left empty."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.play.decision import Decision
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.table.data import DataError
from tests.clause import clause

from .kit import Scene, Side, de, drive, goal, instead_of, stay, us

EAST = 90
TOWING, EMPTY = "ba.gap.towing", "ba.gap.transport-empty"
ABOARD = {"place": "aboard", "aboard": 0}


def vehicle(troop: str = "us.truck", **fields: object) -> Side:
    """A vehicle at (30, 20), heading east; a truck is 4.5 inches long and 1.6 wide."""
    return us(troop, (30, 20), name="Vehicle", bearing=EAST, fields=fields)


def gun(troop: str = "us.light-at-gun", gap: float = 1.0) -> Side:
    """A gun so far from the side of a truck."""
    return us(troop, (30, 20 + 0.8 + gap + 1.181), name="Gun", bearing=EAST)


def may_hitch(*units: Side) -> bool:
    """Whether the gun is offered to be hitched to the vehicle; it stays."""
    scene = Scene(*units)
    scene.order("Gun", "advance", move=stay())
    return any("board u0" in (asked.domain.options() or ()) for asked in scene.asked if asked.kind == "manoeuvre")


# ---- tows


@clause(TOWING)
@pytest.mark.parametrize(
    ("troop", "towed"),
    [
        ("light-at-gun", True),
        ("light-howitzer", True),
        ("flak-gun", True),
        ("medium-at-gun", True),
        ("medium-howitzer", True),
        ("heavy-at-gun", False),
        ("super-heavy-at-gun", False),
        ("heavy-howitzer", False),
    ],
)
def test_light_and_medium_guns_are_towed(troop: str, towed: bool) -> None:
    """Behind a truck; heavy guns are too much for it, and a tank is no tow."""
    assert may_hitch(vehicle(), gun(f"us.{troop}")) is towed
    assert not may_hitch(vehicle("us.sherman"), gun(f"us.{troop}", gap=1.2))


@clause(TOWING)
@pytest.mark.parametrize(("gap", "contact"), [(1.0, True), (1.001, False)])
def test_a_gun_is_hitched_in_contact(gap: float, contact: bool) -> None:
    """As near to the tow as units may come, that is an inch."""
    assert may_hitch(vehicle(), gun(gap=gap)) is contact


@clause(TOWING)
def test_only_a_stationary_tow_takes_a_gun_and_only_one() -> None:
    """Not one that has moved this turn, and not one that has a gun already."""
    assert not may_hitch(vehicle(moved=True), gun())
    assert not may_hitch(vehicle(), us("us.light-at-gun", name="Other", fields=ABOARD), gun())


@clause(TOWING)
def test_hitching_takes_the_whole_advance() -> None:
    """The gun and its crew go with the tow, which stays this turn; nobody shoots."""
    scene = Scene(vehicle(), gun(), de("de.medic", (50, 23), name="Foe", fields={"order": "down"}))
    scene.order("Gun", "advance", manoeuvre="board u0")
    assert (scene.unit("Gun").place, scene.unit("Gun").aboard, scene.kinds_asked()) == ("aboard", 0, ["manoeuvre"])
    scene.draw(order=instead_of(("advance", "ba.gap.transport-mounting"), give="down"))


def unhitched(far: float, face: float = 0) -> Any:
    """An answer to unhitching: the gun straight to the south, its crew around it."""

    def answer(decision: Decision[Any]) -> object:
        domain: Any = decision.domain
        start, end = 20800 + 1181 + 2, 20800 + 1181 + 2 + round(far * 1000)
        spots = [(0, 0), (-2200, 0), (2200, 0), (-1600, 1500)]
        walks = [
            {"figure": figure, "points": [[30000 + dx, start], [30000 + dx, end + dy]]}
            for figure, (dx, dy) in zip(domain.movers, spots, strict=True)
        ]
        return {"walks": walks, "face": round(face * 10)}

    return answer


@clause(TOWING)
def test_a_gun_is_unhitched_within_three_inches_facing_any_way() -> None:
    """With its Advance, measured from the hull; it does not shoot that turn."""
    foe = de("de.medic", (30, 45), name="Foe", fields={"order": "down"})
    scene = Scene(vehicle(), us("us.light-at-gun", name="Gun", fields=ABOARD), foe)
    too_far = (unhitched(3.001), "ba.gap.artillery-movement")
    scene.order("Gun", "advance", manoeuvre="out", move=instead_of(too_far, give=unhitched(1.2, face=180)))
    carriage = scene.unit("Gun").gun
    assert carriage is not None
    assert scene.state.layout.point(carriage) == (30000, 20800 + 1181 + 2 + 1200)
    assert (scene.state.layout.bearing(carriage), scene.kinds_asked()) == (1800, ["manoeuvre", "move"])


@clause(TOWING)
def test_a_towed_gun_is_not_run_or_fired() -> None:
    """From behind its tow it is given an Advance, Rally or Down."""
    scene = Scene(vehicle(order="fire"), us("us.light-at-gun", name="Gun", fields=ABOARD))
    barred = [("run", "ba.gap.artillery-movement"), ("fire", "ba.gap.open-topped"), ("ambush", "ba.gap.open-topped")]
    scene.draw(order=instead_of(*barred, give="down"))
    assert scene.offered("order") == ["advance", "rally", "down"]


@clause(TOWING)
def test_a_gun_goes_where_its_tow_goes() -> None:
    """The truck drives on with the gun behind it, and the gun comes off there."""
    scene = Scene(vehicle(), us("us.light-at-gun", name="Gun", fields=ABOARD))
    scene.order("Vehicle", "advance", drive=drive((0, 10)))
    scene.order("Gun", "advance", manoeuvre="out", move=lambda decision: decision.domain.first_place())
    assert scene.point("Gun")[0] > 35


def scenario(*aboard: tuple[str, int]) -> list[tuple[str, str | None]]:
    """Set a battle up in which units begin aboard a truck; where they are, and in what."""
    basic = [Enlisted("us.second-lieutenant"), Enlisted("us.rifle-squad", men=6), Enlisted("us.rifle-squad", men=6)]
    riders = [Enlisted(troop, men=men, aboard="Truck") for troop, men in aboard]
    force = Force(name="US", nation="US", units=(*basic, *riders, Enlisted("us.truck", name="Truck")))
    base = RULESET.scenario("attrition")
    units = RULESET.setup(replace(base, forces=(force, base.forces[1])), Options()).units
    riders_of = units[len(basic) : len(basic) + len(riders)]
    return [(unit.place, None if unit.aboard is None else units[unit.aboard].name) for unit in riders_of]


@clause(TOWING, "ba.gap.transport-capacity")
def test_a_battle_may_begin_with_men_and_a_gun_aboard() -> None:
    """Twelve men and one gun behind them; thirteen men or a heavy gun are refused."""
    assert scenario(("us.rifle-squad", 12), ("us.light-at-gun", 0)) == [("aboard", "Truck")] * 2
    assert scenario(("us.light-at-gun", 0), ("us.rifle-squad", 12)) == [("aboard", "Truck")] * 2
    for wrong in ([("us.rifle-squad", 12), ("us.medic", 0)], [("us.heavy-at-gun", 0)]):
        with pytest.raises(DataError, match="no room"):
            scenario(*wrong)


# ---- left behind


def left_behind(*units: Side, **options: Any) -> Scene:
    """A turn ends."""
    scene = Scene(*units, **options)
    return scene.end_turn()


@clause(EMPTY)
@pytest.mark.parametrize("troop", ["us.truck", "us.half-track", "us.jeep"])
def test_an_empty_transport_near_the_enemy_is_given_up(troop: str) -> None:
    """Nearer to an enemy unit than to any friend it is removed and counts as destroyed, leaving no wreck."""
    scene = left_behind(vehicle(troop), us("us.medic", (30, 40)), de("de.medic", (30, 10)))
    assert (scene.unit("Vehicle").place, scene.state.losses, scene.state.terrain) == ("destroyed", (1, 0), ())


@clause(EMPTY)
@pytest.mark.parametrize(("friend", "stays"), [(30.0, True), (30.001, False)])
def test_a_transport_as_near_to_a_friend_stays(friend: float, stays: bool) -> None:
    """Equally near is not nearer."""
    scene = left_behind(vehicle("us.truck"), us("us.medic", (30, friend)), de("de.medic", (30, 10)))
    assert scene.unit("Vehicle").alive is stays


@clause(EMPTY)
def test_a_transport_without_any_friends_is_given_up() -> None:
    """Nobody on the table to look after it."""
    assert not left_behind(vehicle(), us("us.medic", name="Off"), de("de.medic", (70, 2))).unit("Vehicle").alive


@clause(EMPTY)
def test_a_transport_with_men_aboard_and_a_tank_are_not_given_up() -> None:
    """Only empty transports are."""
    near = de("de.medic", (30, 10))
    assert left_behind(vehicle(), us("us.rifle-squad", name="Squad", fields=ABOARD), near).unit("Vehicle").alive
    assert left_behind(vehicle("us.sherman"), us("us.medic", (30, 40)), near).unit("Vehicle").alive


@clause(EMPTY)
def test_the_switch_keeps_empty_transports() -> None:
    """Where it is not played they stay."""
    friend, enemy = us("us.medic", (30, 40)), de("de.medic", (30, 10))
    assert left_behind(vehicle(), friend, enemy, empty_transport_removed=False).unit("Vehicle").alive


@clause(EMPTY)
def test_an_empty_transport_does_not_shoot() -> None:
    """The machine gun of a half-track needs somebody aboard."""
    enemy = de("de.medic", (30, 10), name="Foe", fields={"order": "down"})
    empty = Scene(vehicle("us.half-track"), enemy).order("Vehicle", "fire")
    assert not empty.kinds_asked()
    manned = Scene(vehicle("us.half-track"), us("us.rifle-squad", name="Squad", fields=ABOARD), enemy).order(
        "Vehicle", "fire", [1] * 4, target="Foe"
    )
    assert manned.throws("to hit")


@clause("ba.gap.transport-hits", "ba.gap.pins-break")
def test_men_thrown_out_of_a_vehicle_that_its_pins_broke_are_not_pinned_with_it() -> None:
    """Twelve pins break the truck: its riders take one hit that does nothing and the one pin of the crash, no more."""
    scene = Scene(
        us("us.truck", (20, 20), name="Truck"),
        us("us.rifle-squad", name="Riders", men=6, fields={"place": "aboard", "aboard": 0}),
    )
    scene.run(lambda play: add_pins(play, 0, 12, "ba.gap.pins-gained"), [1, 1], move=goal(22, 20))
    assert scene.unit("Truck").place == "destroyed"
    assert (scene.unit("Riders").place, scene.unit("Riders").pins) == ("table", 1)
