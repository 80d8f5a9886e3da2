"""Volleys for tests: shots put together by hand, so that what follows the dice is tested apart from who may fire at whom."""

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.teams import nearest_between
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.fire.survey import survey
from sandtable.rulesets.fraley.fire.volley import resolve
from sandtable.rulesets.fraley.nerve import company
from sandtable.rulesets.fraley.state import Battle

from .kit import Scene, Side, german, us

__all__ = ["Shot", "Volley", "companies", "fire", "foes", "foot", "shot", "shots"]


@pytest.fixture(autouse=True)
def companies(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No company checks: whose side would make one is noted."""
    checked: list[int] = []

    async def after_loss(_play: Play[Battle], side: int) -> None:
        checked.append(side)

    monkeypatch.setattr(company, "after_loss", after_loss)
    return checked


def foot(count: int = 1, at: tuple[float, float] = (20, 20), **more: Any) -> Side:
    """Riflemen who fire to the south."""
    return us("us.rifle-platoon", at, name="Able", pick=("Rifle Team",) * count, bearing=180, **more)


def foes(*roles: str, at: tuple[float, float] = (20, 30), **more: Any) -> Side:
    """Grenadiers who look north."""
    return german("de.grenadier-platoon", at, name="Berta", pick=roles, **more)


def shot(scene: Scene, man: int = 0, *, by: str = "Able", at: str = "Berta", weapon: str = "", **more: Any) -> Shot:
    """A shot with a Team's first weapon; a die needs 3 unless it is said."""
    team = scene.row(by, man)
    name = weapon or scene.state.figures[team].weapons[0]
    gap = nearest_between(scene.state, (team,), scene.unit(at).men)
    given = {"needed": 3, "fp": weapons()[name].fp, "gap": gap, **more}
    return Shot(team, name, **given)


def shots(scene: Scene, count: int, **more: Any) -> list[Shot]:
    """Shots of the first so many Teams."""
    return [shot(scene, man, **more) for man in range(count)]


def fire(
    scene: Scene,
    volley: Sequence[Shot],
    dice: Sequence[int] = (),
    *,
    by: str = "Able",
    at: str = "Berta",
    mode: Any = "fire",
    attacked: str = "",
    guests: tuple[int, ...] = (),
    only: tuple[int, ...] | None = None,
    **answers: Any,
) -> Struck:
    """Resolve a volley."""
    target = scene.number(at)
    declared = scene.number(attacked) if attacked else target
    apart = mode == "suppressive" or only is not None
    made = Volley(scene.number(by), target, declared, tuple(volley), mode, guests, only, apart)
    struck = scene.call(resolve, made, survey, dice=dice, **answers)
    assert isinstance(struck, Struck)
    return struck
