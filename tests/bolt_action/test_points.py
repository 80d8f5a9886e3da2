"""Options that are something on the table say what, and targets that are barred say what bars them."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots import bot
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.wire import BarredView, OneOfView, OptionView, SpotView
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Support
from tests.clause import clause

from .kit import Scene, column, de, shift, terrain, us

# Kinds of questions whose options are units (by keys such as u7, or u7s for a spotter) or figures (f31).
OF_UNITS = {"unit", "target", "assault target", "aim one-shot weapon", "aim air strike", "choose units", "retain"}
OF_UNITS |= {"snap to action", "spare die", "unit to set up"}
OF_FIGURES = {"pick casualties", "remove casualties"}
ON_NOTHING = {"none", "aside", "stop"}


def fight(scenario: str, seed: int) -> list[tuple[Any, Decision[Any]]]:
    """Every question of a battle with all sorts of rules switched on, with the state that it was asked in."""
    options = {"smoke": True, "snap_to_action": True, "premeasure": seed % 2 == 0}
    header = Header(RULESET.name, RULESET.version, options, RULESET.scenario(scenario), ("random",) * 2)
    game: Any = new_game(RULESET, header, seeded_box(seed))
    players = (bot("random", RULESET, seed, 0), bot("random", RULESET, seed, 1))
    asked = []
    while (decision := game.pending) is not None:
        asked.append((game.state, decision))
        check_options(game.state, decision)
        game.answer(players[decision.seat].answer(game.state, decision))
    return asked


def check_options(state: Any, decision: Decision[Any]) -> None:
    """Every option that is a unit or a figure points to it."""
    view = decision.domain.describe()
    for option in getattr(view, "options", ()):
        if decision.kind in OF_UNITS and option.key not in ON_NOTHING:
            found = re.fullmatch(r"u(\d+)(s?)", option.key)
            assert found is not None
            assert option.unit == int(found[1])
            assert option.figure == (state.units[option.unit].spotter if found[2] else None)
        elif decision.kind in OF_FIGURES:
            assert option.key == f"f{option.figure}"
            assert option.unit == decision.unit == state.figures[option.figure].unit
        elif decision.kind == "manoeuvre" and (found := re.fullmatch(r"(board|overrun|ram) u(\d+)", option.key)):
            assert option.unit == int(found[2])
        elif option.key[:1] == "b" or option.key.startswith(("enter b", "station ")):
            assert option.at is not None
        else:
            assert (option.unit, option.figure, option.at) == (None, None, None)
    for barred in getattr(view, "barred", ()):
        assert barred.label
        assert barred.unit is None or barred.label.startswith(("the spotter of ", state.units[barred.unit].name))


def test_options_of_whole_battles_point_to_what_they_are() -> None:
    """Units, figures, buildings, stations of a way."""
    kinds: set[str] = set()
    for scenario, seed in (("attrition", 6), ("hold", 1), ("breakthrough", 2), ("three-objectives", 6)):
        kinds |= {decision.kind for _, decision in fight(scenario, seed)}
    assert kinds >= (OF_UNITS - {"aim air strike"}) | OF_FIGURES | {"manoeuvre", "ambush", "set up where"}


@clause("ba.gap.ambush-fire")
def test_the_stations_of_an_ambush_are_places_on_the_way() -> None:
    """Able advances six inches to the east past a machine gun in Ambush: three stations, two inches apart."""
    scene = Scene(
        us("us.rifle-squad", (20, 30), name="Able", men=6, spots=column(20, 30, 6)),
        de("de.mmg-team", (25, 10), name="MG", bearing=180, fields={"order": "ambush"}),
    )
    seen: list[OptionView] = []

    def answer(decision: Decision[Any]) -> object:
        view = decision.domain.describe()
        assert isinstance(view, OneOfView)
        seen.extend(view.options)
        return "pass"

    scene.order("Able", "advance", move=shift(6, 0), ambush=answer, target="none")
    places = {option.key: (option.unit, option.at) for option in seen}
    assert places["pass"] == (None, None)
    assert [places[f"station {number}"] for number in range(4)] == [
        (0, (inches(20 + 2 * number), inches(30))) for number in range(4)
    ]


def test_the_order_of_support_points_to_what_it_falls_on() -> None:
    """A barrage on a point, an air strike on a unit."""
    calls = (Support("barrage", 0, 0, point=(9000, 9000)), Support("barrage", 0, 0, point=(30_000, 9000)))
    strikes = (Support("airstrike", 0, 0, target=1), Support("airstrike", 0, 0, target=2))
    scene = Scene(
        us("us.medic", (60, 40), name="Medic"),
        de("de.medic", (5, 40), name="One"),
        de("de.medic", (50, 5), name="Two"),
    )
    scene.state = replace(scene.state, supports=(*calls, *strikes), phase="start")
    found: list[list[tuple[int | None, Any]]] = []

    def answer(decision: Decision[Any]) -> object:
        options = decision.domain.describe().options  # type: ignore[union-attr]
        found.append([(option.unit, option.at) for option in options])
        return [option.key for option in options]

    def aimed(decision: Decision[Any]) -> object:
        check_options(scene.state, decision)
        return "u1"

    scene.start_turn([2, 2, 2, 2], order_of_support=[answer, answer], aim_air_strike=[aimed, aimed])
    assert found == [[(None, (9000, 9000)), (None, (30_000, 9000))], [(1, None), (2, None)]]


# ---- where points may lie


@clause("ba.barrage.delay")
def test_a_barrage_may_be_moved_so_far() -> None:
    """Twelve inches around its point, on the table."""
    scene = Scene(us("us.medic", (60, 40), name="Medic"))
    due = Support("barrage", 0, 0, point=(30_000, 20_000))
    scene.state = replace(scene.state, supports=(due,), phase="start")
    shown: list[Any] = []

    def answer(decision: Decision[Any]) -> object:
        shown.append(decision.domain.describe())
        return [30_000, 20_000]

    scene.start_turn([2], shift_barrage=answer)
    (view,) = shown
    assert (view.example, view.around, view.farthest) == ((30_000, 20_000), (30_000, 20_000), 12_000)
    assert view.box == (0, 0, 72_000, 48_000)


@clause("ba.gap.smoke")
def test_smoke_is_laid_within_range() -> None:
    """A medium mortar from 18 to 60 inches, measured from the rim of its base."""
    scene = Scene(
        us("us.medium-mortar", (20, 40), name="Mortar", bearing=0), de("de.medic", (20, 5), name="Foe"), smoke=True
    )
    shown: list[Any] = []

    def answer(decision: Decision[Any]) -> object:
        shown.append(decision.domain.describe())
        return [20_000, 10_000]

    scene.order("Mortar", "fire", [1], shell="smoke", smoke=answer)
    (view,) = shown
    assert (view.around, view.nearest, view.farthest) == ((20_000, 40_000), 18_787, 60_787)
    for far, fits in ((18_787, True), (18_786, False)):
        refusal = scene.asked[-1].domain.fits(20_000, 40_000 - far)  # type: ignore[attr-defined]
        assert (refusal is None) is fits


@clause("ba.gap.scenario-three-objectives")
def test_objectives_lie_in_a_box_apart_from_each_other() -> None:
    """What is drawn is what is refused."""
    spots = [
        (state, decision.domain)
        for state, decision in fight("three-objectives", 6)
        if decision.kind == "place objective"
    ]
    for number, (state, domain) in enumerate(spots):
        view = domain.describe()
        assert isinstance(view, SpotView)
        assert view.box is not None
        assert (view.clear_of, view.apart, len(view.clear_of)) == (state.objectives, 24_000, number)
        left, upper, _, _ = view.box
        assert domain.fits(left - 1, upper) is not None  # type: ignore[attr-defined]


# ---- barred targets


def barred(*units: Any, ground: Any = (), **rest: Any) -> dict[str, BarredView]:
    """Who may not be shot at by the first unit, by name."""
    scene = Scene(*units, de("de.medic", (20, 2), name="Decoy"), ground=ground, **rest)
    found: dict[str, BarredView] = {}

    def answer(decision: Decision[Any]) -> object:
        view = decision.domain.describe()
        assert isinstance(view, OneOfView)
        found.update({one.label: one for one in view.barred})
        return "none"

    scene.order(units[0].name, "fire", target=answer)
    return found


@clause("ba.gap.line-of-sight")
def test_a_barred_target_says_what_hides_it() -> None:
    """The farmhouse; and by name and number who it is."""
    farmhouse = terrain("building", box=(28, 16, 4, 8), name="the farmhouse")
    officer = us("us.second-lieutenant", (20, 20), name="Officer")
    found = barred(officer, de("de.medic", (40, 20), name="Foe"), ground=[farmhouse])
    assert (found["Foe"].key, found["Foe"].unit) == ("u1", 1)
    assert str(found["Foe"].refusal) == "the farmhouse is in the way [ba.gap.line-of-sight]"


@clause("ba.gap.weapon-fixed")
@pytest.mark.parametrize(
    ("at", "side"), [((40, 40), "right"), ((1, 24), "left"), ((19, 46), "left"), ((60, 10), "right")]
)
def test_a_target_out_of_arc_says_how_far_to_turn(at: tuple[float, float], side: str) -> None:
    """A gun that looks north, with 45 degrees to either side: so many degrees will do, and one less will not."""

    def refused(bearing: int) -> Any:
        gun = us("us.light-at-gun", (20, 35), name="Gun", bearing=bearing % 360)
        around = [
            de("de.medic", place) for place in ((2, 30), (2, 40), (70, 36), (24, 47))
        ]  # somebody is always in its arc
        found = barred(gun, de("de.medic", at, name="Foe"), *around)
        return found["Foe"].refusal if "Foe" in found else None

    first = refused(0)
    assert first.why == "outside the arc of its light anti-tank gun"
    said = re.fullmatch(rf"turn (\d+) degrees? to the {side}", first.remedy)
    assert said is not None
    turn = int(said[1]) * (1 if side == "right" else -1)
    assert refused(turn) is None
    assert refused(turn - (1 if turn > 0 else -1)).remedy == f"turn 1 degree to the {side}"


@clause("ba.gap.hidden-setup")
def test_a_hidden_target_says_how_near_to_come() -> None:
    """Eighteen inches, without telling how far it is."""
    officer = us("us.second-lieutenant", (20, 20), name="Officer")
    refusal = barred(officer, de("de.medic", (60, 20), name="Foe", fields={"hidden": True}))["Foe"].refusal
    assert (refusal.why, refusal.remedy) == ("hidden, farther than 18 inches", "come within 18 inches")
    assert (refusal.measured, refusal.allowed) == (None, None)


@clause("ba.gap.line-of-sight")
def test_a_target_behind_friends_says_who_they_are() -> None:
    """They stand in the line of fire."""
    officer = us("us.second-lieutenant", (20, 20), name="Officer")
    found = barred(officer, us("us.medic", (30, 20), name="Medic"), de("de.medic", (40, 20), name="Foe"))
    assert found["Foe"].refusal.why == "friends stand in the line of fire"
    assert found["Foe"].refusal.remedy == "get Medic out of the way"


@clause("ba.gap.spotter")
def test_barred_targets_of_a_mortar_are_explained_by_its_own_rules() -> None:
    """Neither crew nor spotter sees the one, and it points away from the other; a spotter is barred apart."""
    mortar = us("us.medium-mortar", (20, 40), name="Mortar", bearing=0)
    other = de("de.medium-mortar", (40, 5), name="Other", add=("spotter",), spotter_at=(60, 40), bearing=180)
    house = terrain("building", box=(36, 10, 6, 3), name="the barn")
    found = barred(mortar, other, de("de.medic", (5, 45), name="Foe"), ground=[house])
    assert found["Foe"].refusal.why == "outside the arc of its medium mortar"
    assert found["the spotter of Other"].refusal.why == "outside the arc of its medium mortar"
    assert found["the spotter of Other"].unit == 1
    hidden = barred(mortar, de("de.medic", (20, 5), name="Foe", fields={"hidden": True}))
    assert hidden["Foe"].refusal.why == "hidden, farther than 18 inches"
    behind = barred(mortar, de("de.medic", (39, 9), name="Foe"), ground=[house])
    assert behind["Foe"].refusal.why == "the barn is in the way"
