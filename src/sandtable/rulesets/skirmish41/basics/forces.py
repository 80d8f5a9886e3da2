"""Force lists: teams, guns and vehicles with their figures, what they cost, and the check of a force against its points."""

from typing import Annotated, Literal

import msgspec

from sandtable.mechanics.catalogue import base_listing, listing
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import each_raised, troop_in, within_points
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.skirmish41 import BOOK
from sandtable.rulesets.skirmish41.state import Card, Class, Kind
from sandtable.table.data import DataError

from .charts import weapons

FILES = ("british", "german", "platoon")
POSTS = ("driver", "gunner", "loader", "commander", "hull gunner")
CREWS = {1: POSTS[:1], 2: POSTS[:2], 3: (*POSTS[:2], POSTS[3]), 4: POSTS[:4], 5: POSTS}
QUALITIES = {"second-line": 1, "regular": 2, "veteran": 3}
LEADERS = {"officer": 2, "NCO": 1}  # and what they cost more
ADDITIONS = ("grenade", "rifle-grenade", "molotov", "at-grenade", "panzerfaust", "wp", "veteran-crew")
MOUNT = 4  # points of a vehicle's machine gun
BATTERY = 20


class Men(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that are alike: what they are, their arms, their actions, and how many."""

    role: str
    arms: tuple[str, ...]
    rating: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2
    x: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a force list."""

    id: str
    clause: str
    title: str
    nation: str
    points: int
    kind: Kind = "team"
    men: tuple[Men, ...] = ()
    items: dict[str, int] = {}
    tags: tuple[str, ...] = ()
    crew: int = 0
    size: Class = ""
    drive: Literal["", "wheeled", "half-tracked", "tracked"] = ""
    fuel: Literal["petrol", "diesel"] = "petrol"
    open: bool = False
    seats: int = 0
    gun: str = ""
    mounts: tuple[str, ...] = ()
    body: int = 0
    base: str = "gun"
    represented: str = ""  # how it stands for what scenarios for several rulebooks list


troops = listing(BOOK, FILES, Troop)


bases = rule("sk.gap.base-sizes")(base_listing(BOOK))


class Recruit(msgspec.Struct, frozen=True):
    """A figure as enlisted."""

    role: str
    arms: tuple[str, ...]
    rating: int
    base: str = "foot"


class Raised(msgspec.Struct, frozen=True):
    """A team as enlisted: its card, its figures, the base of its gun or vehicle if it has one, and what it carries."""

    card: Card
    figures: tuple[Recruit, ...]
    hull: str = ""
    items: tuple[str, ...] = ()


@rule("sk.gap.actions-per-figure", "sk.gap.family", "sk.gap.vehicle-crew")
def raise_team(entry: Enlisted, file: str, key: str) -> Raised:
    """A team as a force lists it; says what is wrong with the entry otherwise."""
    troop = troop_in(troops(), entry, file, key, lacks="in no force list")
    if entry.men:
        raise DataError(file, f"{key}.men", f"{troop.title} comes as its entry has it")
    figures = _figures(troop, _rating(troop, entry, file, key))
    items = [item for item, many in troop.items.items() for _ in range(many)]
    for item in entry.add:
        if item not in ADDITIONS or (troop.kind == "vehicle") != (item == "veteran-crew"):
            raise DataError(file, f"{key}.add", f"{troop.title} cannot add {item!r}: {', '.join(ADDITIONS)}")
        if item != "veteran-crew":
            items.append(item)
    if "veteran-crew" in entry.add:
        figures = tuple(msgspec.structs.replace(one, rating=3) for one in figures)
    card = Card(
        troop=troop.id,
        title=troop.title,
        nation=troop.nation,
        kind=troop.kind,
        points=points_of(troop, figures, tuple(items)),
        tags=troop.tags,
        size=troop.size,
        drive=troop.drive,
        fuel=troop.fuel,
        open=troop.open,
        seats=troop.seats,
        gun=troop.gun,
        mounts=troop.mounts,
        body=troop.body,
    )
    return Raised(card, figures, troop.base if troop.kind in {"vehicle", "gun"} else "", tuple(items))


def _rating(troop: Troop, entry: Enlisted, file: str, key: str) -> int | None:
    if not entry.quality:
        return None
    if entry.quality not in QUALITIES:
        raise DataError(file, f"{key}.quality", f"{entry.quality!r} is none of {', '.join(QUALITIES)}")
    if troop.kind == "vehicle":
        raise DataError(file, f"{key}.quality", f"{troop.title} is a vehicle: its crew have two actions each")
    return QUALITIES[entry.quality]


def _figures(troop: Troop, rating: int | None) -> tuple[Recruit, ...]:
    """The men of a team, or the crew of a vehicle by their posts."""
    if troop.kind == "vehicle":
        return tuple(Recruit(post, ("pistol",), 2) for post in CREWS[troop.crew])
    found = []
    for men in troop.men:
        heavy = any(weapons()[arm].has("tripod") for arm in men.arms)
        one = Recruit(men.role, men.arms, men.rating if rating is None else rating, "tripod" if heavy else "foot")
        found += [one] * men.x
    return tuple(found)


@rule("sk.gap.points", "sk.gap.family")
def points_of(troop: Troop, figures: tuple[Recruit, ...], items: tuple[str, ...]) -> int:
    """What a team costs: its figures by actions, arms and rank, its rounds; a vehicle by its body, gun and machine guns."""
    if troop.kind == "vehicle":
        gun = weapons()[troop.gun].points if troop.gun else 0
        better = sum(one.rating - 2 for one in figures)
        return troop.body + gun + MOUNT * len(troop.mounts) + better
    cost = sum(figure_points(one) for one in figures)
    cost += sum(weapons()[item].points if item in weapons() else 1 for item in items if item not in {"bomb", "fuel"})
    return cost + (weapons()[troop.gun].points if troop.gun else 0)


@rule("sk.gap.points", "sk.gap.family")
def figure_points(one: Recruit) -> int:
    """What a figure costs: one for each action, what its arms and its rank add, one at least."""
    arms = sum(weapons()[arm].points for arm in one.arms)
    return max(1, one.rating + arms + LEADERS.get(one.role, 0))


def raise_force(force: Force, file: str, key: str) -> list[Raised]:
    """All teams of a force as it lists them."""
    return each_raised(force, raise_team, file, key)


@rule("sk.gap.points", "sk.gap.sample-forces")
def muster(force: Force, allowed: int, file: str, key: str) -> list[Raised]:
    """All teams of a force, within its points."""
    raised = raise_force(force, file, key)
    within_points(raised, allowed, file, key)
    return raised


@rule("sk.gap.generated-quality")
def at_quality(raised: Raised, rating: int) -> Raised:
    """A team of the solo side at another quality than its entry has."""
    figures = tuple(msgspec.structs.replace(one, rating=rating) for one in raised.figures)
    return msgspec.structs.replace(raised, figures=figures)
