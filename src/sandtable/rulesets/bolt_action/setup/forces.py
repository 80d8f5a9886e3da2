"""The catalogue: troops with their weapons and points, and the check of a force against it."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec

from sandtable.mechanics.catalogue import base_listing, rows_in
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import each_raised, troop_in
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.bolt_action import BOOK
from sandtable.rulesets.bolt_action.basics.charts import printed
from sandtable.rulesets.bolt_action.state import Card, Mount, Quality
from sandtable.table.data import DataError

NATIONS = {"de": "German", "us": "US", "gb": "British", "su": "Soviet"}
FILES = ("squads", "teams", "guns", "vehicles")


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the catalogue."""

    id: str
    clause: str
    title: str
    slot: str
    nation: str = ""
    kind: Literal["infantry", "artillery", "vehicle"] = "infantry"
    quality: Quality = "regular"
    men: int = 1
    least: int = 0
    most: int = 0
    points: int = 0
    named: tuple[tuple[str, str], ...] = ()
    rank_and_file: str = "rifle"
    carries: tuple[str, ...] = ()
    officer: str = ""
    team: str = ""
    spotter: bool = False
    move: str = "infantry"
    armour: str = ""
    hull: str = ""
    mounts: tuple[Mount, ...] = ()
    capacity: int = 0
    tows: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    represented: str = ""  # how it stands for what scenarios for several rulebooks list


def _convert(row: dict[str, object]) -> Troop:
    mounts = row.pop("mounts", [])
    assert isinstance(mounts, list)
    return msgspec.convert({**row, "mounts": [{"weapon": gun, "where": where} for gun, where in mounts]}, Troop)


@cache
def troops() -> dict[str, Troop]:
    """Every troop by its id; an entry for all nations stands once for each."""
    found: dict[str, Troop] = {}
    for row in rows_in(BOOK, FILES):
        troop = _convert(row)
        if "{nation}" not in troop.id:
            found[troop.id] = troop
            continue
        for short, nation in NATIONS.items():
            made = msgspec.structs.replace(troop, id=troop.id.replace("{nation}", short), nation=nation)
            found[made.id] = made
    return found


bases = rule("ba.gap.base-sizes")(base_listing(BOOK))


# What men and weapons cost (ba.gap.unit-costs-basis), and what may be added.
MAN = {"inexperienced": 7, "regular": 10, "veteran": 13}
FACTOR = {"inexperienced": 8, "regular": 10, "veteran": 13}  # tenths
WEAPON = {"rifle": 0, "pistol": 0, "smg": 3, "automatic-rifle": 5, "lmg": 20, "assault-rifle": 5, "panzerfaust": 5}
SPOTTER = 10
AT_GRENADES = 2  # a man

# What the men of a squad may be given instead of rifles, and what those of a headquarters choose from (for nothing; the
# officer or observer first, then the men with him).
SQUAD_ARMS = {"smg", "assault-rifle"}
HEADQUARTERS = {"lieutenant", "commander", "observer"}
HEADQUARTERS_ARMS = {"smg", "rifle"}


class Recruit(msgspec.Struct, frozen=True):
    """A figure of a unit as enlisted: its part, its weapon, what else it carries, and its base."""

    role: str
    weapon: str
    carries: tuple[str, ...]
    base: str


class Raised(msgspec.Struct, frozen=True):
    """A unit as enlisted."""

    card: Card
    figures: tuple[Recruit, ...]


@rule("ba.gap.unit-types")
def raise_unit(entry: Enlisted, file: str, key: str) -> Raised:
    """A unit as a force lists it, with its figures and points; says what is wrong with the entry otherwise."""
    troop = troop_in(troops(), entry, file, key, lacks="not in the catalogue")
    quality = entry.quality or troop.quality
    if quality not in MAN:
        raise DataError(file, f"{key}.quality", f"{quality!r} is none of {', '.join(MAN)}")
    men = entry.men or troop.men
    least, most = troop.least or troop.men, troop.most or troop.men
    if not least <= men <= most:
        raise DataError(file, f"{key}.men", f"{troop.title} has {least} to {most} men, not {men}")
    adds = _additions(troop, entry, file, key)
    figures = _figures(troop, men, adds, file, key)
    traits = troop.traits + tuple(add for add in ("at-grenades", "tough-fighters") if add in adds)
    card = Card(
        troop=troop.id,
        title=troop.title,
        nation=troop.nation,
        kind=troop.kind,
        quality=quality,  # type: ignore[arg-type]  # checked above
        points=_points(troop, men, quality, figures, adds),
        move=troop.move,
        slot=troop.slot,
        traits=traits,
        team=troop.team,
        officer=troop.officer,
        armour=troop.armour,
        mounts=troop.mounts,
        capacity=troop.capacity,
        tows=troop.tows,
    )
    return Raised(card, figures)


def _additions(troop: Troop, entry: Enlisted, file: str, key: str) -> tuple[str, ...]:
    for place, add in enumerate(entry.add):
        if not _may_have(troop, add):
            raise DataError(file, f"{key}.add[{place}]", f"{troop.title} cannot have {add!r}")
    return entry.add


@rule("ba.gap.unit-costs-basis", "ba.gap.unit-hq")
def _may_have(troop: Troop, add: str) -> bool:
    """Whether a troop may be given something."""
    if troop.slot == "infantry":
        return add in SQUAD_ARMS | {"panzerfaust", "at-grenades", "tough-fighters"}
    if troop.slot in HEADQUARTERS:
        return add in HEADQUARTERS_ARMS
    return add == "spotter" and troop.spotter


def _figures(troop: Troop, men: int, adds: tuple[str, ...], file: str, key: str) -> tuple[Recruit, ...]:
    if troop.kind == "vehicle":
        return (Recruit("vehicle", "", (), troop.hull),)
    if troop.kind == "artillery":
        crew = [Recruit("crew", "", (), "man")] * men
        spotter = [Recruit("spotter", "", (), "man")] if "spotter" in adds else []
        return (Recruit("gun", troop.team, (), "gun"), *crew, *spotter)
    people = list(troop.named[:men])
    first = 0 if troop.slot in HEADQUARTERS else len(people)  # whose weapon is changed first
    people += [("man", troop.rank_and_file)] * (men - len(people))
    arms = [add for add in adds if add in SQUAD_ARMS | HEADQUARTERS_ARMS]
    if len(arms) > len(people) - first:
        raise DataError(file, f"{key}.add", f"{troop.title} has no more men who could take another weapon")
    for place, arm in enumerate(arms, start=first):
        people[place] = (people[place][0], arm)
    bought = adds.count("panzerfaust")
    one_shots = [*troop.carries, *["panzerfaust"] * bought]
    out = []
    for role, weapon in people:
        traits = printed().weapons[weapon].traits if weapon in printed().weapons else ()
        heavy = role == "gunner" and bool({"fixed", "indirect"}.intersection(traits))
        carries: tuple[str, ...] = ()
        if role == "man" and weapon == "rifle" and one_shots:
            carries = (one_shots.pop(),)
        out.append(Recruit(role, weapon, carries, "heavy-weapon" if heavy else "man"))
    if bought and one_shots:
        raise DataError(file, f"{key}.add", f"{troop.title} has no more riflemen who could carry a panzerfaust")
    if "spotter" in adds:
        out.append(Recruit("spotter", "", (), "man"))
    return tuple(out)


def _points(troop: Troop, men: int, quality: str, figures: tuple[Recruit, ...], adds: tuple[str, ...]) -> int:
    """What the unit costs: squads man by man, everything else by its printed price and its quality."""
    extra = SPOTTER if "spotter" in adds else 0
    if troop.slot == "infantry":
        arms = sum(WEAPON[figure.weapon] + sum(WEAPON[one] for one in figure.carries) for figure in figures)
        grenades = AT_GRENADES * men if "at-grenades" in adds else 0
        tough = men if "tough-fighters" in adds else 0
        return MAN[quality] * men + arms + grenades + tough + extra
    priced = (troop.points * FACTOR[quality] + 5) // 10
    return priced + MAN[quality] * (men - troop.men) + extra


# ba.gap.force-selection: what one platoon may bring, by slot: at least, at most.
SELECTION = "ba.gap.force-selection"
SLOTS = {
    "lieutenant": (1, 1),
    "infantry": (2, 5),
    "commander": (0, 1),
    "medic": (0, 1),
    "observer": (0, 1),
    "machine-gun": (0, 1),
    "mortar": (0, 1),
    "sniper": (0, 1),
    "flamethrower": (0, 1),
    "anti-tank": (0, 1),
    "gun": (0, 1),
    "armoured-car": (0, 1),
    "tank": (0, 1),
}


@rule("ba.gap.national-rules")
def given_free(raised: Sequence[Raised]) -> int:
    """The points of what a national rule gives: the Soviets an inexperienced squad, the British an artillery observer."""
    free = [
        unit.card.points
        for unit in raised
        if (unit.card.nation == "Soviet" and unit.card.slot == "infantry" and unit.card.quality == "inexperienced")
        or (unit.card.nation == "British" and "artillery-observer" in unit.card.traits)
    ]
    return max(free, default=0)


def raise_force(force: Force, file: str, key: str) -> tuple[Raised, ...]:
    """All units of a force, of one nation; says what is wrong otherwise."""
    raised = tuple(each_raised(force, raise_unit, file, key))
    for place, unit in enumerate(raised):
        if unit.card.nation != force.nation:
            what = f"{unit.card.troop} is {unit.card.nation}, the force is {force.nation}"
            raise DataError(file, f"{key}.units[{place}].troop", what)
    return raised


def muster(force: Force, points: int, file: str, key: str, *, national_rules: bool = False) -> tuple[Raised, ...]:
    """All units of a force, checked against the rules for choosing one; says what is wrong otherwise."""
    raised = raise_force(force, file, key)
    counts = dict.fromkeys([*SLOTS, "transport"], 0)
    for unit in raised:
        counts[unit.card.slot] += 1
    for slot, (least, most) in SLOTS.items():
        if not least <= counts[slot] <= most:
            many = str(least) if least == most else f"{least} to {most}"
            raise DataError(file, f"{key}.units", f"{many} of {slot} are allowed, not {counts[slot]} [{SELECTION}]")
    carried = sum(unit.card.kind != "vehicle" for unit in raised)
    if counts["transport"] > carried:
        what = f"one transport for each infantry or artillery unit is allowed: {carried}, not {counts['transport']}"
        raise DataError(file, f"{key}.units", f"{what} [{SELECTION}]")
    cost = sum(unit.card.points for unit in raised) - (given_free(raised) if national_rules else 0)
    if cost > points:
        raise DataError(file, f"{key}.units", f"the force costs {cost} points, {points} are allowed [{SELECTION}]")
    return raised
