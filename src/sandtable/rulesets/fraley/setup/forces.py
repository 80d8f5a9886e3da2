"""Company lists: platoons with their Teams, what they cost, and the check of a company against them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import msgspec

from sandtable.mechanics.catalogue import base_listing, listing
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import each_raised, troop_in, within_points
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.fraley import BOOK
from sandtable.rulesets.fraley.basics.charts import printed, vehicles, weapons
from sandtable.rulesets.fraley.sheet import Type
from sandtable.rulesets.fraley.state import Card, Level, Rank
from sandtable.table.data import DataError

FILES = ("us", "german", "vehicles", "squads")
UNITS = (2, 8)  # of a company, besides its CC

LEADER, OBSERVER, COMMANDER = 4, 10, 20  # what a post adds to what a Team costs
WHOLE = 100  # per cent
NEAREST = 5  # points are rounded to these


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Teams of a platoon that are alike: a weapon or a vehicle, and how many."""

    arm: str
    x: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a company list. Its Platoon Leader has this weapon, or rides in one of its vehicles."""

    id: str
    clause: str
    title: str
    nation: str
    points: int
    training: Level = "veteran"
    rank: Rank = "unit"
    leader: str = ""
    teams: tuple[Stand, ...] = ()
    observers: int = 0
    represented: str = ""  # how it stands for what scenarios for several rulebooks list


troops = listing(BOOK, FILES, Troop)


bases = rule("fraley.gap.base-sizes")(base_listing(BOOK))


class Recruit(msgspec.Struct, frozen=True):
    """A Team as enlisted."""

    role: str
    kind: Type
    weapons: tuple[str, ...]
    base: str
    vehicle: str = ""
    leader: bool = False
    turret: bool = False


class Raised(msgspec.Struct, frozen=True):
    """A Unit as enlisted, its Platoon Leader first, with the Forward Observers that come with it."""

    card: Card
    teams: tuple[Recruit, ...]
    observers: tuple[Recruit, ...] = ()


@rule("fraley.unit.team-types", "fraley.gap.base-sizes")
def recruit(arm: str, *, leader: bool = False) -> Recruit:
    """A Team with a weapon, or a vehicle."""
    if arm in vehicles():
        vehicle = vehicles()[arm]
        carried = tuple(mount.weapon for mount in vehicle.weapons)
        role = f"{vehicle.title} (PL)" if leader else vehicle.title
        return Recruit(role, "tank", carried, vehicle.base, arm, leader, vehicle.turret)
    weapon = weapons()[arm]
    heavy = weapon.kind == "gun" and "moves-as-infantry" not in weapon.traits
    return Recruit(f"{weapon.title} Team", weapon.kind, (arm,), "heavy-gun" if heavy else "stand")


@rule("fraley.gap.pl-weapon", "fraley.leader.pl-cc", "fraley.fo.units")
def on_foot(role: str, weapon: str, *, leader: bool = False) -> Recruit:
    """The stand of a Platoon Leader, a Company Commander or a Forward Observer: an Infantry Team."""
    return Recruit(role, "infantry", (weapon,), "leader", leader=leader)


@rule("fraley.gap.roster-format", "fraley.leader.pl-cc", "fraley.gap.mixed-unit-type", "fraley.gap.pl-weapon")
def raise_unit(entry: Enlisted, file: str, key: str) -> Raised:
    """A Unit as a company lists it, with its Teams and points; says what is wrong with the entry otherwise."""
    troop = troop_in(troops(), entry, file, key, lacks="in no company list")
    wrong = [name for name in ("men", "add") if getattr(entry, name)]
    if wrong:
        raise DataError(file, f"{key}.{wrong[0]}", f"{troop.title} comes as its list has it")
    if entry.quality and entry.quality not in printed().training:
        raise DataError(file, f"{key}.quality", f"{entry.quality!r} is none of {', '.join(printed().training)}")
    level: Level = msgspec.convert(entry.quality or troop.training, Level)
    teams = _teams(troop)
    card = Card(
        troop=troop.id,
        title=troop.title,
        nation=troop.nation,
        training=level,
        points=points_of(troop, level),
        rank=troop.rank,
        tank=all(team.kind == "tank" for team in teams),
        leader=troop.leader,
    )
    observers = tuple(on_foot("FO", "rifle") for _ in range(troop.observers))
    return Raised(card, teams, observers)


def _teams(troop: Troop) -> tuple[Recruit, ...]:
    if troop.rank == "cc":
        return (on_foot("CC", troop.leader),)
    found = [on_foot("PL", troop.leader, leader=True)] if troop.leader else []
    for stand in troop.teams:
        found += [recruit(stand.arm, leader=not found and not place) for place in range(stand.x)]
    return tuple(found)


@rule("fraley.gap.points")
def reckoned_points(troop: Troop) -> int:
    """What a Unit costs at Veteran, Team by Team, before it is rounded."""
    if troop.rank == "cc":
        return COMMANDER
    cost = LEADER + (cost_of(troop.leader) if troop.leader else 0) + OBSERVER * troop.observers
    return cost + sum(cost_of(stand.arm) * stand.x for stand in troop.teams)


@rule("fraley.gap.points")
def cost_of(arm: str) -> int:
    """What a Team with a weapon, or a vehicle, costs at Veteran."""
    return (vehicles()[arm] if arm in vehicles() else weapons()[arm]).cost


@rule("fraley.gap.points", "fraley.gap.roster-format")
def points_of(troop: Troop, level: Level) -> int:
    """What a Unit costs at a level of Training, rounded to the nearest five; as printed at its own level."""
    if level == troop.training:
        return troop.points
    exact = reckoned_points(troop) * Fraction(printed().training[level].cost, WHOLE)
    return int((exact + Fraction(NEAREST, 2)) // NEAREST) * NEAREST


@rule("fraley.gap.roster-format", "fraley.gap.points", "fraley.gap.sample-companies")
def muster(force: Force, limit: int, file: str, key: str) -> list[Raised]:
    """All Units of a company: one Company Commander and two to eight Units, within its points."""
    raised = each_raised(force, raise_unit, file, key)
    within_points(raised, limit, file, key)
    _check_organisation(raised, file, f"{key}.units")
    return raised


def _check_organisation(raised: Sequence[Raised], file: str, key: str) -> None:
    commanders = sum(unit.card.rank == "cc" for unit in raised)
    if commanders != 1:
        raise DataError(file, key, f"a company has one Company Commander, not {commanders}")
    least, most = UNITS
    if not least <= len(raised) - 1 <= most:
        raise DataError(file, key, f"{least} to {most} Units go with a Company Commander, not {len(raised) - 1}")
