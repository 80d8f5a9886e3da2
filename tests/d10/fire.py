"""Scenes of fire: one shooter and one target so many inches apart, and what is read off a volley."""

from typing import Any

from .kit import Scene, german, us

GERMAN_FOOT = "de.grenadier-squad"


def duel(weapon: str = "rifle", gap: float = 20, *, foe: str = GERMAN_FOOT, options: Any = None, **rest: Any) -> Scene:
    """Able with a weapon, and Berta, a single man unless told, so many inches to the east of him, edge to edge.

    `foe_` before a name makes it a field of Berta; `ground` is terrain; the rest is Able's.
    """
    berta = {name.removeprefix("foe_"): rest.pop(name) for name in list(rest) if name.startswith("foe_")}
    berta = {"men": 1, "name": "Berta", **berta}
    ground = rest.pop("ground", ())
    able = {"men": 1, "name": "Able", "each": {"weapons": (weapon,)}, **rest}
    return Scene(
        us("us.rifle-squad", (5, 20), **able), german(foe, (6 + gap, 20), **berta), ground=ground, **(options or {})
    )


def needs(scene: Scene, why: str = "") -> list[str]:
    """What each throw needed, in order."""
    return [thrown[2] for thrown in scene.thrown(why)]


def sole(scene: Scene) -> str:
    """What the one throw of a volley that missed needed."""
    (found,) = needs(scene)
    return found
