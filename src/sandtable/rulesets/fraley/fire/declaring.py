"""Declaring fire: which Teams fire at which Units, what tanks fire with, and what type of Team AT weapons are aimed at."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.arcs import turned
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.offers import At, SomeAt
from sandtable.rulesets.fraley.basics.teams import called, enemies, mounts, who
from sandtable.rulesets.fraley.sheet import Type
from sandtable.rulesets.fraley.state import Battle, Team

from .targets import Aims, Laid, best_target, dice_of, why_not

NOBODY, DONE, SPLIT, EACH, ANY = "nobody", "done", "split", "each", "any"
TYPES: tuple[Type, ...] = ("infantry", "gun", "tank")


class Order(NamedTuple):
    """Fire that was declared at a Unit: each firing Team with the weapons it fires."""

    target: int
    fire: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def firers(self) -> tuple[int, ...]:
        """The Teams that fire."""
        return tuple(figure for figure, _ in self.fire)


# ---- at whom


@rule("fraley.fire.declare", "fraley.fire.split-unit", "fraley.fire.no-split-team")
async def declare(play: Play[Battle], number: int, offers: Mapping[int, Aims]) -> list[Order]:
    """A Unit's player divides its fire between enemy Units, all of it before any die; Teams left over may hold theirs."""
    orders: list[Order] = []
    left = {target: dict(aims) for target, aims in offers.items()}
    splits = False
    while left:
        chosen = await _ask_target(play.state, number, left, first=not orders, may_split=not splits)
        if chosen == SPLIT:
            splits = True
            continue
        if chosen in {NOBODY, DONE}:
            break
        target = int(chosen[1:])
        firers = tuple(left[target])
        if splits and len(firers) > 1:
            firers = await ask_firers(play.state, number, target, firers)
        orders.append(await arm(play, number, target, {firer: left[target][firer] for firer in firers}))
        left = _without(left, {*firers}, target)
    return orders


def _without(left: Mapping[int, Aims], firers: set[int], target: int) -> dict[int, Aims]:
    """What the other Teams can still be told to fire at; one Unit is not named twice."""
    found = {}
    for other, aims in left.items():
        rest = {firer: bearing for firer, bearing in aims.items() if firer not in firers}
        if rest and other != target:
            found[other] = rest
    return found


async def _ask_target(state: Battle, number: int, left: Mapping[int, Aims], *, first: bool, may_split: bool) -> str:
    firers = sorted({firer for aims in left.values() for firer in aims})
    stop = NOBODY if first else DONE
    keys = [*(f"u{target}" for target in left), *([SPLIT] if may_split and len(firers) > 1 else []), stop]
    unit = state.units[number]
    whom = unit.name if first else f"{count_of(len(firers), 'Team', 'Teams')} of {unit.name}"
    others = [f"u{enemy}" for enemy in enemies(state, unit.side) if enemy not in left]
    choices = OneOf(
        {key: key for key in keys},
        label=lambda key: _said(state, key, left),
        points=lambda key: OnTable(unit=int(key[1:])) if key[1:].isdigit() else None,
        barred=lambda: {key: why_not(state, firers, int(key[1:])) for key in others},
        every=lambda: {key: key for key in (*keys, *others)},
    )
    return await ask_seat(
        unit.side,
        "target",
        choices,
        f"{whom}: fire at whom?",
        "fraley.fire.declare",
        "fraley.fire.split-unit",
        "fraley.fire.no-split-team",
        unit=number,
        usual=lambda: stop if (best := best_target(state, left)) is None else f"u{best}",
    )


def _said(state: Battle, key: str, left: Mapping[int, Aims]) -> str:
    if key[1:].isdigit():
        target = int(key[1:])
        name = state.units[target].name
        return f"{name}: {count_of(len(left[target]), 'Team', 'Teams')} can fire" if target in left else name
    return {NOBODY: "hold fire", DONE: "the others hold their fire", SPLIT: "divide the fire"}[key]


async def ask_firers(state: Battle, number: int, target: int, firers: Sequence[int]) -> tuple[int, ...]:
    """Which of the Teams that can fire at a Unit do."""
    choices = SomeAt(
        target,
        {f"m{firer}": firer for firer in firers},
        1,
        len(firers),
        label=lambda firer: called(state, firer),
        points=lambda firer: OnTable(figure=firer),
    )
    chosen = await ask_seat(
        state.units[number].side,
        "firers",
        choices,
        f"Which Teams of {state.units[number].name} fire at {state.units[target].name}?",
        "fraley.fire.split-unit",
        "fraley.fire.no-split-team",
        unit=number,
        usual=[f"m{firer}" for firer in firers],
    )
    return tuple(sorted(chosen))


# ---- with what


async def arm(play: Play[Battle], number: int, target: int, aims: Aims) -> Order:
    """What each Team that fires at a Unit fires with: all it has, or what is chosen for tanks that are alike."""
    state = play.state
    groups: dict[tuple[str, tuple[str, ...], str], list[int]] = {}
    ways_of: dict[int, dict[str, tuple[Laid, ...]]] = {}
    fire: dict[int, tuple[int, ...]] = {}
    for figure, bearing in aims.items():
        ways = ways_to_fire(state, figure, bearing)
        usual = max(ways, key=lambda key: (dice_of(state, ways[key], target), -len(ways[key])))
        if len(ways) > 1:
            ways_of[figure] = ways
            groups.setdefault((state.figures[figure].vehicle, tuple(ways), usual), []).append(figure)
        fire[figure] = tuple(one.slot for one in ways[usual])
    for (_, keys, usual), figures in groups.items():
        chosen = await _ask_arms(state, number, target, figures, keys, usual)
        for figure in figures:
            fire[figure] = tuple(one.slot for one in ways_of[figure][chosen])
    return Order(target, tuple(fire.items()))


async def _ask_arms(
    state: Battle, number: int, target: int, figures: Sequence[int], keys: Sequence[str], usual: str
) -> str:
    team = state.figures[figures[0]]
    named = called(state, figures[0]) if len(figures) == 1 else f"{len(figures)} Teams of {state.units[number].name}"
    choices = At(target, {key: key for key in keys}, label=lambda key: _weapons_said(team, key))
    return await ask_seat(
        state.units[number].side,
        "arms",
        choices,
        f"{named}: fire what at {state.units[target].name}?",
        "fraley.weapon.vehicle-mg",
        "fraley.weapon.coax",
        "fraley.fire.arc-turret",
        unit=number,
        usual=usual,
    )


def _weapons_said(team: Team, key: str) -> str:
    names = {part_of(team, slot): weapons()[weapon].title for slot, weapon in enumerate(team.weapons)}
    return " and ".join(names[part] if part == "main" else f"{part} MG" for part in key.split("+"))


def part_of(team: Team, slot: int) -> str:
    """What a tank's weapon is called in a choice: its main gun, its hull or its coaxial machine gun."""
    if slot == 0:
        return "main"
    return "coax" if mounts(team)[slot].mount == "coax" else "hull"


@rule("fraley.weapon.vehicle-mg", "fraley.weapon.coax", "fraley.fire.arc-turret")
def ways_to_fire(state: Battle, figure: int, bearing: Sequence[Laid]) -> dict[str, tuple[Laid, ...]]:
    """What a Team may fire together: all its weapons, but not a coax with its main gun.

    To leave more silent than need be is a way of its own only if hull or turret then stay where they point.
    """
    team = state.figures[figure]
    if team.kind != "tank":
        return {"all": tuple(bearing)}
    together = []
    for count in range(len(bearing), 0, -1):
        for some in combinations(bearing, count):
            parts = [part_of(team, one.slot) for one in some]
            if not ("main" in parts and "coax" in parts):
                together.append((some, parts, turned(state, figure, [(one.slot, one.team) for one in some])))
    found = {}
    for some, parts, turn in together:
        if not any(set(some) < set(more) and turn == farther for more, _, farther in together):
            found["+".join(parts)] = some
    return found


# ---- at what type of Team


@rule("fraley.at.declare-type", "fraley.at.type-first")
async def declare_types(
    play: Play[Battle], number: int, target: int, aimed: Sequence[tuple[int, Laid]], valid: Sequence[int]
) -> dict[tuple[int, int], Type | None]:
    """The type of Team that each AT weapon (its Team, its slot) is aimed at; asked once for weapons that are alike."""
    state = play.state
    present = [kind for kind in TYPES if any(state.figures[one].kind == kind for one in valid)]
    if len(present) < 2:
        return {}
    groups: dict[str, list[tuple[int, int]]] = {}
    for figure, one in aimed:
        if weapons()[one.weapon].at:
            groups.setdefault(one.weapon, []).append((figure, one.slot))
    found: dict[tuple[int, int], Type | None] = {}
    for weapon, shots in groups.items():
        said = f"{len(shots)} times {weapons()[weapon].title}" if len(shots) > 1 else weapons()[weapon].title
        chosen = await _ask_type(state, number, target, said, present, each=len(shots) > 1)
        for shot in shots:
            said_type = chosen
            if chosen == EACH:
                said_type = await _ask_type(state, number, target, who(state, shot[0]), present, each=False)
            found[shot] = next((kind for kind in TYPES if kind == said_type), None)
    return found


async def _ask_type(state: Battle, number: int, target: int, whose: str, present: Sequence[Type], *, each: bool) -> str:
    keys = [ANY, *present, *([EACH] if each else [])]
    said = {ANY: "whoever comes first", EACH: "one by one"}
    choices = At(target, {key: key for key in keys}, label=lambda key: said.get(key) or f"{key.capitalize()} Teams")
    return await ask_seat(
        state.units[number].side,
        "type",
        choices,
        f"{whose}: fire at which type of Team in {state.units[target].name}?",
        "fraley.at.declare-type",
        "fraley.at.type-first",
        unit=number,
        usual="tank" if "tank" in present else ANY,
    )
