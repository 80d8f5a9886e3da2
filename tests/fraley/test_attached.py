"""A CC or an FO who is attacked is taken into a Unit near him."""

from sandtable.rulesets.fraley.basics.teams import suppression_penalty
from sandtable.rulesets.fraley.leaders.attached import joined
from tests.clause import clause

from .kit import Scene, german, us


def near(*away: float, who: str = "cc") -> Scene:
    """A CC (or an FO, whose battery is far off) with a rifle stand so many inches from the edge of his base."""
    stands = [
        us(
            "us.rifle-platoon",
            (30 + (1.625 + gap if place == 0 else -1.625 - gap), 20),
            name=name,
            pick=("Rifle Team",),
        )
        for place, (name, gap) in enumerate(zip(("Able", "Baker"), away, strict=False))
    ]
    if who == "cc":
        return Scene(us("us.cc", (30, 20), name="Captain"), *stands, german("de.grenadier-platoon", (60, 5)))
    return Scene(us("us.mortar-platoon", (3, 46), name="Mortars", fo=(30, 20)), *stands, german("de.cc", (60, 5)))


@clause("fraley.cc.joins-when-attacked")
def test_a_cc_joins_the_nearest_unit_within_six_inches() -> None:
    """Exactly six inches are near enough; a hair more and he is alone; of two Units the nearer takes him in."""
    scene = near(6)
    assert scene.call(joined, "Captain") == (scene.number("Able"), (scene.row("Captain"),))
    scene = near(6.001)
    assert scene.call(joined, "Captain") == (scene.number("Captain"), ())
    scene = near(5, 4)
    assert scene.call(joined, "Captain") == (scene.number("Baker"), (scene.row("Captain"),))
    assert scene.kinds_asked() == []


@clause("fraley.cc.joins-when-attacked")
def test_his_owner_chooses_between_units_as_near() -> None:
    """Two Units at four inches: his owner names one."""
    scene = near(4, 4)
    assert scene.call(joined, "Captain", joins="Baker") == (scene.number("Baker"), (scene.row("Captain"),))
    assert scene.decision("joins").seat == 0


@clause("fraley.fo.joins-when-attacked")
def test_an_observer_joins_likewise() -> None:
    """Within six inches of a Unit he belongs to it; else he is alone."""
    scene = near(6, who="fo")
    assert scene.call(joined, "Mortars FO") == (scene.number("Able"), (scene.row("Mortars FO"),))
    assert scene.event("took in").because == ("fraley.fo.joins-when-attacked",)
    scene = near(6.001, who="fo")
    assert scene.call(joined, "Mortars FO") == (scene.number("Mortars FO"), ())
    assert scene.call(joined, "Able") == (scene.number("Able"), ())  # a Unit is never taken in


@clause("fraley.gap.cc-fo-alone-rules")
def test_he_leaves_it_when_the_attack_ends() -> None:
    """Nothing changes by being taken in. A suppressed CC is all of his Unit: +3 on his next check."""
    scene = near(3)
    before = scene.state
    scene.call(joined, "Captain")
    assert scene.state == before
    scene.change("Captain", 0, marks=1)
    assert suppression_penalty(scene.unit("Captain"), scene.state) == 3
