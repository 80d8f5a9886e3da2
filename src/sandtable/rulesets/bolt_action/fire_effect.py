"""What hits do: pins, damage, casualties, morale. The last four of the seven steps of shooting."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.measure_kernels import in_ring
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, Target
from sandtable.play.script import Play

from .armour import NO_DAMAGE, TOP_ARMOUR, damage_vehicle, penetration, roll_penetration
from .arms import Aimed, label, men_of
from .charts import YES, armours, dice_count, explosives, yes_on
from .damage import roll_to_damage, soft_skin_target, troops_target
from .explosive import explosive_hits, explosive_pins, strike_building
from .losses import destroy, medics_near, take_casualties
from .morale import morale_check
from .options import Options, exact
from .pins import add_pins
from .state import Battle

SAVE_NEEDS = 6


class Struck(NamedTuple):
    """Hits of one kind on one target."""

    hits: int
    weapon: str  # how to speak of it
    small_arm: bool
    pen: int = 0
    he: str = ""  # a class, where the hits are shells that explode
    long_range: bool = False
    flame: bool = False
    always_exceptional: bool = False
    from_above: bool = False  # indirect fire and aircraft: top armour, no gun shield
    indirect: bool = False  # lobbed by mortars and howitzers: worse for those with an open top
    facing: str = ""  # the armour struck
    shielded: bool = False
    crash: bool = False  # of a vehicle with men aboard: no small arm, so that no medic helps, but nothing heavy either

    @property
    def by_air(self) -> bool:
        """Whether an aircraft did it, whose hits on those who are Down are halved before they are struck."""
        return self.from_above and not self.indirect


class Losses(NamedTuple):
    """Casualties: ordinary ones whom the owner removes, and those that the shooter picks."""

    ordinary: int = 0
    picked: int = 0

    def plus(self, more: "Losses") -> "Losses":
        """Both together."""
        return Losses(self.ordinary + more.ordinary, self.picked + more.picked)


@rule("ba.gap.casualty-morale")
def must_check(before: int, lost: int, options: Options) -> bool:
    """Whether losing so many of so many men forces a morale check."""
    numerator, denominator = exact(options.casualty_check_fraction)
    return lost > 0 and lost * denominator >= before * numerator


async def strike(play: Play[Battle], target: Aimed, struck: Sequence[Struck], *, seat: int, pins: bool = True) -> None:
    """All hits of one unit's shooting at one target: pins, damage, casualties, morale."""
    struck = [one for one in struck if one.hits]
    if not struck:
        return
    unit = play.state.units[target.unit]
    before = len(men_of(play.state, target))
    hits = sum(one.hits for one in struck)
    play.tell("was hit", "ba.shoot.to-hit", unit=target.unit, tells={"hits": hits, "by": struck[0].weapon})
    if pins:
        await _pin(play, target, struck, seat=seat)
    if not play.state.units[target.unit].alive:
        return
    if unit.is_vehicle:
        await _strike_vehicle(play, target.unit, struck, seat=seat)
    else:
        await _strike_men(play, target, struck, before, seat=seat)
    if any(one.flame for one in struck) and play.state.units[target.unit].alive:
        await _flame_terror(play, target)


async def _pin(play: Play[Battle], target: Aimed, struck: Sequence[Struck], *, seat: int) -> None:
    """One pin for being hit at all, or what explosive shells and flame cause instead."""
    unit = play.state.units[target.unit]
    name = label(play.state, target)
    special = 0
    throws: tuple[int, ...] = ()
    clauses: list[str] = []
    for one in struck:
        if one.he:
            if unit.card.armoured and play.state.options.he_armour_pins == "one":
                special += one.hits
            else:
                count, rolled = await explosive_pins(one.hits, one.he, name, seat=seat)
                special += count
                throws += rolled
            clauses += [explosives()[one.he].clause, *(["ba.gap.he-vs-armour"] if unit.card.armoured else [])]
        elif one.flame:
            count_of = dice_count("D3+1")
            flame = await Roll(
                count_of.dice,
                6,
                count_of.reading,
                why=f"{name}: D3+1 pins",
                because=("ba.gap.flamethrower",),
                seat=seat,
            )
            special += flame.value
            throws += (flame.number,)
            clauses.append("ba.gap.flamethrower")
    if special:
        await add_pins(play, target.unit, special, *dict.fromkeys(clauses), rolls=throws)
    elif not unit.is_vehicle:
        await add_pins(play, target.unit, 1, "ba.gap.pins-gained")
    elif await _vehicle_is_pinned(play, target.unit, struck, seat=seat):
        await add_pins(play, target.unit, 1, "ba.gap.pins-gained", "ba.gap.pins-on-vehicles")


async def _vehicle_is_pinned(play: Play[Battle], number: int, struck: Sequence[Struck], *, seat: int) -> bool:
    """Soft-skins and open-topped vehicles by any hit, enclosed ones by heavy weapons only; or as their crew is."""
    unit = play.state.units[number]
    if not unit.card.enclosed:
        return True
    heavy = [one for one in struck if not one.small_arm]
    if play.state.options.vehicle_pins == "any-heavy" or unit.card.quality == "inexperienced":
        return bool(heavy)
    value = armours()[unit.card.armour].damaged_on
    dangerous = any(
        6 + sum(modifier.value for modifier in penetration(one.pen, one.facing, long_range=one.long_range)) >= value
        for one in heavy
    )
    if not dangerous or unit.card.quality == "regular":
        return dangerous
    nerve = await Roll(
        1,
        6,
        yes_on(4),
        why=f"does {unit.name} ignore the pin?",
        because=("ba.gap.pins-on-vehicles",),
        seat=1 - seat,
        needs="4+",
    )
    return nerve.value != YES


async def _strike_vehicle(play: Play[Battle], number: int, struck: Sequence[Struck], *, seat: int) -> None:
    for one in struck:
        unit = play.state.units[number]
        if not unit.alive:
            return
        if unit.card.soft:
            await _strike_soft_skin(play, number, one, seat=seat)
        elif one.small_arm:
            play.tell("was not hurt", "ba.armour.small-arms", unit=number, tells={"by": one.weapon})
        else:
            await _strike_armour(play, number, one, seat=seat)


async def _strike_soft_skin(play: Play[Battle], number: int, one: Struck, *, seat: int) -> None:
    unit = play.state.units[number]
    options = play.state.options
    hits = one.hits
    if one.he:
        hits = await explosive_hits(one.hits, one.he, unit.name, seat=seat, down=False, options=options)
    target = soft_skin_target(pen_of(one), options)
    wounds = await roll_to_damage(hits, target, f"{one.weapon} on {unit.name}", seat=seat, exceptional=False)
    if wounds.ordinary:
        await destroy(
            play, number, "ba.damage.soft-skin", "ba.gap.soft-skin-destroyed", why="shot to pieces", wreck=True
        )


def pen_of(one: Struck) -> int:
    """The penetration of a hit: an explosive shell has that of its class."""
    return explosives()[one.he].pen if one.he else one.pen


@rule("ba.gap.he-vs-armour", "ba.gap.top-armour")
def against_armour(one: Struck) -> tuple[Modifier, ...]:
    """What is added to the die of a heavy hit; indirect fire and flame strike the top, and know no long range."""
    facing = TOP_ARMOUR if one.from_above or one.flame else one.facing
    return penetration(pen_of(one), facing, long_range=one.long_range and not one.he and not one.flame)


async def _strike_armour(play: Play[Battle], number: int, one: Struck, *, seat: int) -> None:
    """Each hit of a heavy weapon, one roll; an explosive shell is one hit with its class's penetration."""
    modifiers = against_armour(one)
    for _ in range(one.hits):
        unit = play.state.units[number]
        if not unit.alive:
            return
        done, throw = await roll_penetration(
            modifiers, unit.card.armour, play.state.options, f"{one.weapon} on {unit.name}", seat=seat
        )
        if done == NO_DAMAGE:
            play.tell("was not hurt", "ba.armour.no-damage", unit=number, tells={"by": one.weapon}, rolls=(throw,))
        else:
            await damage_vehicle(play, number, done, indirect=one.indirect, seat=seat)


async def _strike_men(play: Play[Battle], target: Aimed, struck: Sequence[Struck], before: int, *, seat: int) -> None:
    """Roll to damage, save whom a medic saves, remove the rest, and check morale."""
    small, heavy, by_heavy_weapon = Losses(), Losses(), 0
    for one in _alike(struck):
        hits = one.hits
        unit = play.state.units[target.unit]
        name = label(play.state, target)
        if one.he:
            options = play.state.options
            hits = await explosive_hits(one.hits, one.he, name, seat=seat, down=unit.order == "down", options=options)
            if await strike_building(play, target.unit, one.he, hits, direct=not one.from_above):
                return
        elif halved_by_trenches(play.state, target, one):
            hits = (one.hits + 1) // 2
            name = f"{name}, hits halved as it is Down and dug in"
        needed = against_men(play.state, target, one)
        why = f"{one.weapon} on {name}"
        wounds = await roll_to_damage(hits, needed, why, seat=seat, exceptional=not one.always_exceptional)
        done = Losses(wounds.ordinary, wounds.exceptional)
        if one.always_exceptional:
            done = Losses(0, wounds.ordinary)
        if one.small_arm:
            small = small.plus(done)
        else:
            heavy = heavy.plus(done)
            by_heavy_weapon += 0 if one.crash else done.picked
    small = await _medic_saves(play, target, small, heavy)
    flame = any(one.flame for one in struck)
    lost = small.plus(heavy)
    await _remove_and_check(play, target, before, lost, heavy=by_heavy_weapon > 0, check=not flame)


def against_men(state: Battle, target: Aimed, one: Struck) -> Target:
    """What a hit needs to be a casualty."""
    quality = state.units[target.unit].card.quality
    return troops_target(quality, pen_of(one), state.options, shielded=one.shielded)


def halved_by_trenches(state: Battle, target: Aimed, one: Struck) -> bool:
    """Whether hits that do not explode are halved because the target is Down in its trench."""
    return state.units[target.unit].order == "down" and not one.by_air and _dug_in(state, target)


def manner(one: Struck) -> tuple[object, ...]:
    """How a hit damages men: hits of the same manner are rolled together, whatever fired them."""
    return (
        one.small_arm,
        one.pen,
        one.he,
        one.flame,
        one.always_exceptional,
        one.from_above,
        one.shielded,
        one.crash,
    )


def _alike(struck: Sequence[Struck]) -> list[Struck]:
    """Hits that damage men alike, put together."""
    groups: dict[tuple[object, ...], list[Struck]] = {}
    for one in struck:
        groups.setdefault(manner(one), []).append(one)
    merged = []
    for group in groups.values():
        names = list(dict.fromkeys(one.weapon for one in group))
        merged.append(group[0]._replace(hits=sum(one.hits for one in group), weapon=" and ".join(names)))
    return merged


def _dug_in(state: Battle, target: Aimed) -> bool:
    """Whether most of a unit's men stand in trenches or foxholes (ba.gap.dug-in)."""
    men = men_of(state, target)
    ground = state.ground
    holes = [place for place, piece in enumerate(state.terrain) if "dug-in" in piece.traits]
    inside = 0
    for man in men:
        x, y = state.layout.point(man)
        inside += any(
            in_ring(ground.edges, int(ground.pieces[hole, 0]), int(ground.pieces[hole, 1]), x, y) for hole in holes
        )
    return bool(holes) and inside * 2 >= len(men)


@rule("ba.gap.medic")
async def _medic_saves(play: Play[Battle], target: Aimed, small: Losses, heavy: Losses) -> Losses:
    """A medic near by undoes a casualty from small arms on a six; there are no more of them than men left to lose.

    The men whom the enemy picks are rolled for apart from those whom the owner picks.
    """
    left = max(0, len(men_of(play.state, target)) - heavy.ordinary - heavy.picked)
    picked = min(small.picked, left)
    ordinary = min(small.ordinary, left - picked)
    if not picked + ordinary or not medics_near(play.state, target):
        return small
    picked -= await _saved(play, target, picked, "medic helps whom the enemy picks of")
    ordinary -= await _saved(play, target, ordinary, "medic helps")
    return Losses(ordinary, picked)


async def _saved(play: Play[Battle], target: Aimed, tries: int, why: str) -> int:
    """How many of so many casualties a medic undoes."""
    if not tries:
        return 0
    unit = play.state.units[target.unit]
    rolled = await Roll(
        tries,
        6,
        AtLeast(SAVE_NEEDS),
        why=f"{why} {label(play.state, target)}",
        because=("ba.gap.medic",),
        seat=unit.side,
        needs="6",
    )
    if rolled.value:
        play.tell("was helped", "ba.gap.medic", unit=target.unit, tells={"saved": rolled.value}, rolls=(rolled.number,))
    return rolled.value


async def _remove_and_check(
    play: Play[Battle], target: Aimed, before: int, losses: Losses, *, heavy: bool, check: bool
) -> None:
    """Remove casualties and check morale for heavy losses; under flame the one check comes after, losses or none."""
    if losses.ordinary + losses.picked == 0:
        return
    men = men_of(play.state, target)
    lost = await take_casualties(play, target.unit, men, losses.ordinary, losses.picked, heavy=heavy)
    unit = play.state.units[target.unit]
    if not unit.alive or target.spotter or not check or not must_check(before, lost, play.state.options):
        return
    why = f"{lost} of {before} men lost"
    if not await morale_check(play, target.unit, why, "ba.shoot.morale"):
        await destroy(play, target.unit, "ba.shoot.morale", "ba.gap.casualty-morale", why="it breaks and runs")


async def _flame_terror(play: Play[Battle], target: Aimed) -> None:
    """Whoever is struck by flame checks morale, losses or none."""
    if not await morale_check(play, target.unit, "under flame", "ba.gap.flamethrower"):
        await destroy(play, target.unit, "ba.gap.flamethrower", why="it flees the flames", wreck=True)
