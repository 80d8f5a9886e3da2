"""Force lists: units with their models, what they cost, and the check of a force against its points."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.catalogue import base_listing, listing
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import each_raised, troop_in, within_points
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.d10 import BOOK
from sandtable.rulesets.d10.basics.charts import weapon, weapons
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card, Kind, Quality
from sandtable.table.data import DataError

FILES = ("us", "german")
FOOT = {"move": 4, "toughness": 4, "wounds": 1, "size": 2}
LEVELS: dict[Quality, dict[str, int]] = {
    "green": {"shooting": 3, "assault": 3, "command": 4},
    "regular": {"shooting": 4, "assault": 4, "command": 5},
    "veteran": {"shooting": 5, "assault": 5, "command": 6},
    "elite": {"shooting": 5, "assault": 6, "command": 7},
}
MODEL_COSTS: dict[Quality, int] = {"green": 4, "regular": 6, "veteran": 8, "elite": 10}
AWARENESS, SIXTH_SHOT = 10, 4
GUN_SIZE = 3
SQUAD = 6  # models that make a squad a squad, when a force is checked
PER_VEHICLE, PER_LEADER = 250, 300
UPGRADES = {"panzerfaust": 5, "satchel": 4, "garand": 1}


class Stats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stat line: Mv, SH, AS, T, W, CM, Sz."""

    move: int
    shooting: int
    assault: int
    toughness: int
    wounds: int
    command: int
    size: int


class Men(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Models of a unit that are alike: what they are, their weapon, and how many."""

    role: str
    arm: str
    x: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a force list."""

    id: str
    clause: str
    title: str
    nation: str
    kind: Kind
    points: int
    quality: Quality = "regular"
    stats: Stats | None = None
    models: tuple[Men, ...] = ()
    weapons: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    base: str = "foot"
    carries: int = 0
    represented: str = ""  # how it stands for what scenarios for several rulebooks list


troops = listing(BOOK, FILES, Troop)


bases = rule("d10.gap.base-sizes")(base_listing(BOOK))


class Recruit(msgspec.Struct, frozen=True):
    """A model as enlisted."""

    role: str
    weapons: tuple[str, ...]
    base: str
    wounds: int = 1
    size: int = 2


class Raised(msgspec.Struct, frozen=True):
    """A unit as enlisted: its card, its models, its gun if it has one, and what it carries."""

    card: Card
    models: tuple[Recruit, ...]
    gun: Recruit | None = None
    items: tuple[str, ...] = ()

    def missions(self, options: Options) -> int:
        """How often it can call what is called and not carried."""
        return missions_of((name for one in self.models for name in one.weapons), options)


@rule("d10.gap.weapon-barrage")
def missions_of(names: Iterable[str], options: Options) -> int:
    """How often some weapons can be called."""
    return sum(weapon(name, options).missions for name in names)


@rule("d10.gap.family", "d10.gap.stat-line", "d10.gap.quality-levels", "d10.gap.size-scale")
def stats_of(troop: Troop, quality: Quality) -> Stats:
    """The stat line of a troop: its own, or that of a foot soldier of its quality."""
    if troop.stats is not None:
        return troop.stats
    found = Stats(**FOOT, **LEVELS[quality])
    return msgspec.structs.replace(found, size=GUN_SIZE) if troop.kind == "gun" else found


@rule("d10.morale.two-kinds", "d10.gap.guns", "d10.gap.base-sizes", "d10.gap.tag-one-use")
def raise_unit(entry: Enlisted, file: str, key: str) -> Raised:
    """A unit as a force lists it, with its models and points; says what is wrong with the entry otherwise."""
    troop = troop_in(troops(), entry, file, key, lacks="in no force list")
    quality = _quality(troop, entry, file, key)
    arms = _armed(troop, entry.add, file, key)
    stats = stats_of(troop, quality)
    card = Card(
        troop=troop.id,
        title=troop.title,
        nation=troop.nation,
        kind=troop.kind,
        points=points_of(troop, quality) + sum(UPGRADES[item] for item in entry.add),
        move=inches(stats.move),
        shooting=stats.shooting,
        assault=stats.assault,
        toughness=stats.toughness,
        wounds=stats.wounds,
        command=stats.command,
        size=stats.size,
        quality=quality,
        rules=troop.rules,
        carries=troop.carries,
    )
    items = (*troop.items, *(item for item in entry.add if item != "garand"))
    if troop.models:
        return _unit_of_models(troop, card, arms, items)
    alone = Recruit(troop.title, troop.weapons, troop.base, stats.wounds, stats.size)
    return Raised(card, (alone,), items=items)


def _unit_of_models(troop: Troop, card: Card, arms: Sequence[tuple[str, str]], items: tuple[str, ...]) -> Raised:
    models = []
    gun: Recruit | None = None
    for role, arm in arms:
        carried = weapons()[arm]
        if troop.kind == "gun" and carried.has("gun"):
            gun = Recruit(carried.title, (arm,), "gun", size=GUN_SIZE)
            models.append(Recruit(role, (), "foot", size=card.size))
        else:
            served = carried.has("fixed")
            models.append(Recruit(role, (arm,), "weapon" if served else "foot", size=card.size))
    return Raised(card, tuple(models), gun, items)


def _quality(troop: Troop, entry: Enlisted, file: str, key: str) -> Quality:
    if entry.men:
        raise DataError(file, f"{key}.men", f"{troop.title} comes as its entry has it")
    if not entry.quality:
        return troop.quality
    if entry.quality not in LEVELS:
        raise DataError(file, f"{key}.quality", f"{entry.quality!r} is none of {', '.join(LEVELS)}")
    if troop.stats is not None:
        raise DataError(file, f"{key}.quality", f"{troop.title} has a stat line of its own")
    quality: Quality = msgspec.convert(entry.quality, Quality)
    return quality


@rule("d10.gap.sample-forces")
def _armed(troop: Troop, added: Sequence[str], file: str, key: str) -> list[tuple[str, str]]:
    """Roles and weapons of all models, with rifles exchanged for better ones where that was paid for."""
    arms = [(men.role, men.arm) for men in troop.models for _ in range(men.x)]
    for item in added:
        if item not in UPGRADES:
            raise DataError(file, f"{key}.add", f"{item!r} is none of {', '.join(UPGRADES)}")
        if troop.kind != "squad":
            raise DataError(file, f"{key}.add", f"{troop.title} carries no items")
        if item == "garand":
            place = next((place for place, (_, arm) in enumerate(arms) if arm == "rifle"), None)
            if place is None:
                raise DataError(file, f"{key}.add", f"{troop.title} has no rifle left to exchange")
            arms[place] = (arms[place][0], "garand")
    return arms


@rule("d10.gap.points")
def reckoned_points(troop: Troop, quality: Quality) -> int | None:
    """What a unit costs by the formula; None for those that are priced by hand."""
    listed = sum(weapons()[name].cost for name in troop.weapons)
    if troop.kind == "vehicle":
        assert troop.stats is not None
        cost = 10 * troop.stats.toughness + 10 * troop.stats.wounds + listed
        cost -= 10 * ("open-topped" in troop.rules) + 10 * ("carrier" in troop.rules)
        return cost - 5 * ("turret" not in troop.rules and "carrier" not in troop.rules)
    if troop.kind == "individual":
        return None
    models = sum(men.x for men in troop.models)
    cost = models * MODEL_COSTS[quality] + sum(weapons()[men.arm].cost * men.x for men in troop.models)
    cost += sum(weapons()[item].cost for item in troop.items)
    return cost + AWARENESS * ("battle-awareness" in troop.rules) + SIXTH_SHOT * ("six-shots" in troop.rules)


@rule("d10.gap.points")
def points_of(troop: Troop, quality: Quality) -> int:
    """What a unit costs: as its entry prints it, or by the formula at another quality."""
    if quality == troop.quality:
        return troop.points
    reckoned = reckoned_points(troop, quality)
    assert reckoned is not None
    return reckoned


def raise_force(force: Force, file: str, key: str) -> list[Raised]:
    """All units of a force as it lists them."""
    return each_raised(force, raise_unit, file, key)


@rule("d10.gap.points", "d10.gap.sample-forces")
def muster(force: Force, level: int, allowed: int, file: str, key: str) -> list[Raised]:
    """All units of a force: within its points, a third of them squads, as few vehicles and leaders as its level allows."""
    raised = raise_force(force, file, key)
    within_points(raised, allowed, file, key)
    squads = sum(unit.card.kind == "squad" and len(unit.models) >= SQUAD for unit in raised)
    if squads * 3 < len(raised):
        raise DataError(
            file, f"{key}.units", f"{squads} of {len(raised)} units are squads of {SQUAD} or more: a third is"
        )
    counted = Counter(kind for unit in raised for kind, is_one in _limited(unit.card).items() if is_one)
    for kind, per in (("vehicle", PER_VEHICLE), ("leader", PER_LEADER)):
        most = -(-level // per)
        if counted[kind] > most:
            says = f"{counted[kind]} {kind}s where {level} points allow {most}: one for {per} points or part of them"
            raise DataError(file, f"{key}.units", says)
    return raised


def _limited(card: Card) -> dict[str, bool]:
    return {"vehicle": card.vehicle, "leader": card.has("leader")}
