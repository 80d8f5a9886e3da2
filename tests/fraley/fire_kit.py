"""Fire up to the dice: the volleys that a Unit's fire comes to, as they are handed on to be rolled."""

from typing import Any

import pytest

from sandtable.geometry.units import inches
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.fire import shooting, volley
from sandtable.rulesets.fraley.fire.fire_modes import Mode, Struck
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.move.travel import travel
from sandtable.rulesets.fraley.state import Battle

from .kit import Scene


def volleys(
    scene: Scene,
    name: str,
    mode: Mode = "fire",
    keywords: dict[str, Any] | None = None,
    host: tuple[str, tuple[int, ...]] | None = None,
    **answers: Any,
) -> list[Volley]:
    """Let a Unit fire and give what would be rolled for; nobody is taken in by another Unit unless a `host` is named."""
    found: list[Volley] = []

    async def joined(_play: Play[Battle], number: int) -> tuple[int, tuple[int, ...]]:
        return (number, ()) if host is None else (scene.number(host[0]), host[1])

    async def resolve(play: Play[Battle], one: Volley, _measure: volley.Measure) -> Struck:
        left = volley.with_hope(play, one)
        found.extend([left] if left.shots else [])
        return Struck(one.target, 0, 0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shooting, "joined", joined)
        patch.setattr(shooting, "resolve", resolve)
        scene.call(shooting.fire, name, mode, *([keywords] if keywords else []), **answers)
    return found


def reactions(scene: Scene, name: str, to: tuple[float, float], **answers: Any) -> list[Volley]:
    """Let a Unit's first Team move to a point in inches, and give what would be rolled for by those who fire at it."""
    found: list[Volley] = []

    async def joined(_play: Play[Battle], number: int) -> tuple[int, tuple[int, ...]]:
        return number, ()

    async def resolve(play: Play[Battle], one: Volley, _measure: volley.Measure) -> Struck:
        left = volley.with_hope(play, one)
        found.extend([left] if left.shots else [])
        return Struck(one.target, 0, 0)

    figure = scene.row(name)
    walk = Walk(figure, (scene.state.layout.point(figure), (inches(to[0]), inches(to[1]))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shooting, "joined", joined)
        patch.setattr(shooting, "resolve", resolve)
        patch.setattr(leaders, "offers", lambda *_: {})
        scene.call(travel, name, March((walk,)), "fraley.move.infantry", **answers)
    return found


def shots(scene: Scene, name: str, mode: Mode = "fire", **rest: Any) -> tuple[Shot, ...]:
    """The shots of the one volley that a Unit's fire comes to; none if it fires at nobody."""
    found = volleys(scene, name, mode, **rest)
    assert len(found) <= 1
    return found[0].shots if found else ()


def needs(scene: Scene, name: str, mode: Mode = "fire", **rest: Any) -> list[int]:
    """What each shot of a Unit at the one Unit it can fire at needs."""
    return [shot.needed for shot in shots(scene, name, mode, **rest)]


def reasons(scene: Scene, name: str, mode: Mode = "fire", **rest: Any) -> list[str]:
    """The clauses of the modifiers of a Unit's first shot."""
    return [modifier.clause for modifier in shots(scene, name, mode, **rest)[0].modifiers]
