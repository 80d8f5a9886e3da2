"""What is shown of units: the markers beside them, wounds and floors of models, who fights whom; what questions offer."""

from sandtable.play.domains import OneOf
from sandtable.play.events import Event
from sandtable.play.sharing import Split
from sandtable.play.shown import Pose, Shown
from sandtable.rulesets.d10.harm.allocation import allocate
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.melee.assault import pile_in
from sandtable.rulesets.d10.telling.log import sentence
from sandtable.rulesets.d10.telling.showing import shown
from tests.clause import clause
from tests.d10.kit import shoot

from .kit import Scene, german, us


def _shown(scene: Scene, name: str) -> Shown:
    return shown(scene.state, scene.number(name))


def _markers(scene: Scene, name: str) -> dict[str, str]:
    return {marker.kind: marker.label for marker in _shown(scene, name).markers}


@clause("d10.order.hold", "d10.turn.once", "d10.gap.weapon-satchel")
def test_what_lies_beside_a_unit() -> None:
    """Hold, panic, whether it has acted and moved; items and fire missions with their number; each is a kind of its own."""
    scene = Scene(
        us("us.engineer-squad", (10, 10), name="Engineers", fields={"hold": True, "done": True, "moved": True}),
        us("us.artillery-observer", (30, 10), name="Observer", fields={"panicked": True}),
        german("de.grenadier-squad", (10, 40), name="Zug"),
    )
    assert _markers(scene, "Engineers") == {
        "activated": "has been activated",
        "hold": "on Hold",
        "moved": "has moved this turn",
        "satchel": "2 demolition charges",
    }
    assert _markers(scene, "Observer") == {"panicked": "panicked", "missions": "2 fire missions"}
    assert _markers(scene, "Zug") == {}


@clause("d10.order.hold-not-in-contact")
def test_who_fights_hand_to_hand_is_marked_and_drawn() -> None:
    """Both units carry the marker; models in contact are locked with each other, the others are not."""
    scene = Scene(
        us("us.rifle-squad", (10, 10), name="Able", men=2, gap=1.5),
        german("de.grenadier-squad", (10, 11), name="Zug", men=2, spots=((16, 11),)),
    )
    assert _markers(scene, "Able") == _markers(scene, "Zug") == {"engaged": "in close combat"}
    mine, theirs = scene.row("Able"), scene.row("Zug")
    assert _shown(scene, "Able").poses == (Pose(mine, "in close combat", locked=(theirs,)),)
    assert _shown(scene, "Zug").poses == (Pose(theirs, "in close combat", locked=(mine,)),)


def test_wounds_and_floors_of_single_models() -> None:
    """A wound lost of three is one drop; a man on the first floor says so."""
    scene = Scene(us("us.second-lieutenant", (10, 10), name="Hale", each={"wounds": 2}, floor=1))
    said = "2 of 3 wounds left, on the first floor"
    assert _shown(scene, "Hale").poses == (Pose(scene.row("Hale"), said, storey=1, wounds=1),)


@clause("d10.shoot.allocate")
def test_who_takes_further_hits_is_named_and_pointed_at() -> None:
    """The slots of a split are models with their roles."""
    scene = Scene(us("us.rifle-squad", (10, 10), name="Able", men=2), german("de.mmg-team", (10, 40)))
    men = scene.unit("Able").men
    scene.call(allocate, "Able", (Hit(3, 4, 0),), men, 1)
    domain = scene.decision("further hits").domain
    assert isinstance(domain, Split)
    slots = domain.describe().slots
    roles = [scene.state.figures[man].role for man in men]
    assert [(slot.key, slot.label, slot.figure) for slot in slots] == [
        (f"m{man}", role, man) for man, role in zip(men, roles, strict=True)
    ]


@clause("d10.shoot.nearest-target")
def test_units_that_may_not_be_shot_at_are_named() -> None:
    """A barred target is called by its name, and is a unit on the table."""
    scene = Scene(
        german("de.sniper-team", (10, 4), name="Sniper"),
        us("us.rifle-squad", (10, 14), name="Able"),
        us("us.mmg-team", (30, 14), name="MG team"),
        us("us.rifle-squad", (64, 44), name="Far off", men=1),
    )
    scene.call(shoot, "Sniper", dice=[1])
    domain = scene.decision("target").domain
    assert isinstance(domain, OneOf)
    assert [(one.label, one.unit) for one in domain.describe().barred] == [("Far off", scene.number("Far off"))]


@clause("d10.order.list")
def test_orders_are_listed_as_the_sheet_has_them() -> None:
    """Move, Rush, Hold, Shoot, Assault, and last to do nothing; after an order, nothing more."""
    scene = Scene(us("us.rifle-squad", (10, 10), name="Able"), german("de.mmg-team", (10, 40)))
    scene.activate("Able", "move")
    first, then = [decision.domain for decision in scene.asked if decision.kind == "order"]
    assert isinstance(first, OneOf) and isinstance(then, OneOf)
    said = [option.label for option in first.describe().options]
    assert said == ["Move", "Rush", "Hold", "Shoot", "Assault", "nothing"]
    assert [option.label for option in then.describe().options][-1] == "nothing more"


@clause("d10.order.assault-pile-in")
def test_models_that_pile_in_stand_on_nobody() -> None:
    """Those already in contact stay where they are, and no other model of their unit ends on them."""
    behind = ((10, 7.6), (8.6, 7.6), (11.4, 7.6), (10, 6.4))
    scene = Scene(
        us("us.rifle-squad", (10, 9), name="Able", men=5, spots=behind),
        german("de.grenadier-squad", (10, 10), name="Zug", men=1),
    )
    stood = scene.state.layout.point(scene.row("Able"))
    scene.call(pile_in, "Able")
    assert scene.event("piled in").figures
    places = [scene.state.layout.point(man) for man in scene.unit("Able").men]
    assert places[0] == stood
    across = 2 * scene.state.layout.radius(scene.row("Able"))
    for place, (x, y) in enumerate(places):
        for other_x, other_y in places[place + 1 :]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= across**2


@clause("d10.gap.assault-move")
def test_the_log_tells_an_assault_that_got_nowhere() -> None:
    """Who cannot move at all towards a target does not reach it: a line, although nobody went anywhere."""
    scene = Scene(us("us.rifle-squad", (10, 10), name="Able"))
    tells = {"length": 0, "at": "MG team"}
    fell_short = Event("fell short", ("d10.gap.assault-move",), unit=0, tells=tells)
    assert sentence(scene.state, fell_short) == "Able does not reach MG team"
    assert sentence(scene.state, Event("moved", ("d10.order.move-normal",), unit=0, tells=tells)) == ""
