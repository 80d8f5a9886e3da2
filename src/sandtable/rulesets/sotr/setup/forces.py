"""The orders of battle: units with their models, what they cost, and the check of a force against them."""

from collections.abc import Sequence
from functools import partial

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.catalogue import base_listing, listing
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import each_raised, troop_in, within_points
from sandtable.play.scenario import Enlisted, Force
from sandtable.rulesets.sotr import BOOK
from sandtable.rulesets.sotr.basics.charts import kinds, printed
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Card, Kind, Mover, Rank, Size, Training
from sandtable.table.data import DataError

FILES = ("us", "reich", "platoon")
TITAN_NEEDS = 600  # points in the game
PRINTED = Options()


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Models of a unit that are alike."""

    role: str
    rank: Rank = ""
    weapons: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    x: int = 1


class Troop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the order of battle."""

    id: str
    clause: str
    title: str
    nation: str
    points: int
    kind: Kind = "infantry"
    training: Training = ""
    cool: int = -1  # where it is not that of its training
    armour: int = 0
    mover: Mover = "infantry"
    move: tuple[float, float] | None = None  # where it is not that of humans
    hull: tuple[int, ...] = ()
    size: Size = ""
    base: str = "man"
    horror: str = ""
    traits: tuple[str, ...] = ()
    mounts: tuple[str, ...] = ()
    capacity: int = 0
    frag: bool = False
    smoke: bool = False
    models: tuple[Model, ...] = ()
    represented: str = ""  # how it stands for what scenarios for several rulebooks list


troops = listing(BOOK, FILES, Troop)


bases = rule("sotr.gap.base-sizes")(base_listing(BOOK))


@rule("sotr.cool.green", "sotr.cool.veteran", "sotr.cool.elite", "sotr.cool.special-rules")
def cool_of(troop: Troop, options: Options) -> int:
    """The Cool of a unit: that of its training, unless its own entry says otherwise."""
    return troop.cool if troop.cool >= 0 else options.tables.cool.of(troop.training)


@rule("sotr.model.move-normal", "sotr.model.move-double", "sotr.advance.nonhuman")
def rates_of(troop: Troop, options: Options) -> tuple[int, int]:
    """How far models of a unit Advance and move On The Double: as humans, unless its own entry says otherwise."""
    if troop.move is None:
        return options.tables.movement.normal.reach, options.tables.movement.double.reach
    return inches(troop.move[0]), inches(troop.move[1])


class Recruit(msgspec.Struct, frozen=True):
    """A model as enlisted."""

    role: str
    rank: Rank
    weapons: tuple[str, ...]
    gear: tuple[str, ...]
    cool: int
    base: str


class Raised(msgspec.Struct, frozen=True):
    """A unit as enlisted; its Officer comes first."""

    card: Card
    figures: tuple[Recruit, ...]
    frag: int
    smoke: int


FRAG_ATTACKS, SMOKE_ATTACKS = 2, 1


@rule("sotr.gap.grenade-supply", "sotr.cool.officer-plus-one", "sotr.model.human-default", "sotr.gap.armour-default")
@rule("sotr.gap.horror-types", "sotr.gap.special-keywords")
def raise_unit(entry: Enlisted, file: str, key: str, options: Options = PRINTED) -> Raised:
    """A unit as a force lists it, with its models and points; says what is wrong with the entry otherwise."""
    troop = troop_in(troops(), entry, file, key, lacks="not in the orders of battle")
    wrong = [name for name in ("quality", "men", "add") if getattr(entry, name)]
    if wrong:
        raise DataError(file, f"{key}.{wrong[0]}", f"{troop.title} comes as its order of battle has it")
    base = cool_of(troop, options)
    advance, double = rates_of(troop, options)
    officer = options.tables.cool.officer.plus
    card = Card(
        troop=troop.id,
        title=troop.title,
        nation=troop.nation,
        kind=troop.kind,
        points=troop.points,
        cool=base,
        mover=troop.mover,
        advance=advance,
        double=double,
        training=troop.training,
        armour=troop.armour,
        hull=troop.hull,
        size=troop.size,
        horror=troop.horror,
        traits=troop.traits,
        mounts=troop.mounts,
        capacity=troop.capacity,
    )
    models = troop.models or (Model("machine", weapons=troop.mounts),)
    figures = tuple(
        Recruit(model.role, model.rank, model.weapons, model.gear, base + officer * bool(model.rank), troop.base)
        for model in models
        for _ in range(model.x)
    )
    return Raised(card, figures, FRAG_ATTACKS * troop.frag, SMOKE_ATTACKS * troop.smoke)


@rule("sotr.gap.points")
def reckoned_points(troop: Troop) -> int:
    """What a unit of men costs, model by model; monsters and machines have flat costs of their own."""
    table = PRINTED.tables.points
    armour = ("", "light", "heavy")[troop.armour]
    cost = 0
    for model in troop.models:
        what = [troop.training, armour, model.rank, *model.gear, *(["camo"] if "camo" in troop.traits else [])]
        what += ["grenades"] * (troop.frag + troop.smoke)
        one = sum(table[name].points for name in what if name)
        one += max((printed()[arm].cost for arm in model.weapons), default=0)
        cost += one * model.x
    return cost


def check_weapons(raised: Sequence[Raised]) -> None:
    """Every weapon that a model carries is in the table."""
    for unit in raised:
        for recruit in unit.figures:
            assert all(weapon in kinds() for weapon in recruit.weapons)


OTHERS = (2, 5)  # units of a force besides its Platoon Command Section


def raise_force(force: Force, file: str, key: str, options: Options = PRINTED) -> list[Raised]:
    """All units of a force as it lists them."""
    raised = each_raised(force, partial(raise_unit, options=options), file, key)
    check_weapons(raised)
    return raised


@rule("sotr.gap.platoon", "sotr.unit.infantry", "sotr.unit.vehicle")
def muster(
    force: Force,
    points: int,
    file: str,
    key: str,
    options: Options = PRINTED,
    *,
    limit: int | None = None,
    mobs: bool = False,
) -> list[Raised]:
    """All units of a force: one Platoon Command Section and two to five others, within its points.

    `limit` is what this side may spend where that is less than the points of the game. A force of `mobs`, outside any
    chain of command, has nothing else in it.
    """
    raised = raise_force(force, file, key, options)
    titans = sum(unit.card.size == "titanic" for unit in raised)
    if titans and (titans > 1 or points < TITAN_NEEDS):
        raise DataError(file, f"{key}.units", f"one Titanic machine at most, in games of {TITAN_NEEDS} points or more")
    allowed = points if limit is None else limit
    within_points(raised, allowed, file, key)
    _check_organisation(raised, file, f"{key}.units", mobs=mobs)
    return raised


@rule("sotr.gap.platoon")
def _check_organisation(raised: Sequence[Raised], file: str, key: str, *, mobs: bool) -> None:
    if mobs:
        if not raised or any("mindless" not in unit.card.traits for unit in raised):
            raise DataError(file, key, "this force is made of mobs")
        return
    commands = sum("command" in unit.card.traits for unit in raised)
    if commands != 1:
        raise DataError(file, key, f"a force has one Platoon Command Section, not {commands}")
    least, most = OTHERS
    if not least <= len(raised) - 1 <= most:
        raise DataError(file, key, f"{least} to {most} units go with a Command Section, not {len(raised) - 1}")
