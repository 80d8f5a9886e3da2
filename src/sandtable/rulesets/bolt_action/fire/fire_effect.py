"""What hits do: pins, damage, casualties, morale. The last four of the seven steps of shooting."""

from collections.abc import Sequence

from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown
from sandtable.rulesets.bolt_action.basics.arms import Aimed, label, men_of
from sandtable.rulesets.bolt_action.basics.charts import YES, dice_count, explosive, yes_on
from sandtable.rulesets.bolt_action.basics.words import DAMAGING, PINS
from sandtable.rulesets.bolt_action.harm.damage import roll_to_damage, soft_skin_target
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.nerve.morale import has_passed, morale_roll
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

from .armour import NO_DAMAGE, TOP_ARMOUR, damage_vehicle, penetration, roll_penetration
from .casualties import NONE_YET, strike_men
from .explosive import explosive_hits, explosive_pins
from .struck import Struck, alike, pen_of

UNDER_FLAME = "under flame"


@stage
async def strike(play: Play[Battle], target: Aimed, struck: Sequence[Struck], *, seat: int, pins: bool = True) -> None:
    """All hits of one unit's shooting at one target: pins, damage, casualties, morale."""
    struck = tuple(one for one in struck if one.hits)
    if not struck:
        return
    before = len(men_of(play.state, target))
    hits = sum(one.hits for one in struck)
    play.tell("was hit", "ba.shoot.to-hit", unit=target.unit, tells={"hits": hits, "by": struck[0].names[0]})
    if pins:
        await pin(play, target, struck, seat=seat)
    if not play.state.units[target.unit].alive:
        return
    if any(one.flame for one in struck):
        await last(_burn(play, target, struck, before, seat=seat))
    else:
        await last(_strike_down(play, target, struck, before, seat=seat))


@stage
async def _strike_down(
    play: Play[Battle], target: Aimed, struck: tuple[Struck, ...], before: int, *, seat: int
) -> None:
    """What hits do to a vehicle or to men."""
    if play.state.units[target.unit].is_vehicle:
        await last(_strike_vehicle(play, target.unit, struck, seat=seat))
    else:
        await last(strike_men(play, target, alike(struck), before, NONE_YET, seat=seat))


@stage
async def _burn(play: Play[Battle], target: Aimed, struck: tuple[Struck, ...], before: int, *, seat: int) -> None:
    """Flame does what all hits do, and whoever is left checks his nerve."""
    await _strike_down(play, target, struck, before, seat=seat)
    if play.state.units[target.unit].alive:
        await last(_flame_terror(play, target))


def flame_pins_roll(name: str, *, seat: int) -> Roll[int]:
    """How many pins flame puts on those it strikes."""
    count, because = dice_count("D3+1"), ("ba.gap.flamethrower",)
    why = f"{name}: D3+1 pins"
    return Roll(count.dice, 6, count.reading, why=why, because=because, seat=seat, say=PINS, step="pins")


async def pin(play: Play[Battle], target: Aimed, struck: Sequence[Struck], *, seat: int) -> None:
    """One pin for being hit at all, or what explosive shells and flame cause instead."""
    unit = play.state.units[target.unit]
    name = label(play.state, target)
    options, special = play.state.options, 0
    throws: tuple[int, ...] = ()
    clauses: list[str] = []
    for one in struck:
        if one.he:
            if unit.card.armoured and options.he_armour_pins == "one":
                special += one.hits
            else:
                count, rolled = await thrown(
                    play, explosive_pins, one.hits, one.he, why=name, seat=seat, options=options
                )
                special += count
                throws += rolled
            clauses += [explosive(one.he, options).clause, *(["ba.gap.he-vs-armour"] if unit.card.armoured else [])]
        elif one.flame:
            flame = await flame_pins_roll(name, seat=seat)
            special += flame.value
            throws += (flame.number,)
            clauses.append("ba.gap.flamethrower")
    if special:
        await add_pins(play, target.unit, special, *dict.fromkeys(clauses), rolls=throws)
    elif not unit.is_vehicle:
        await add_pins(play, target.unit, 1, "ba.gap.pins-gained")
    elif await _vehicle_is_pinned(play, target.unit, struck, seat=seat):
        await add_pins(play, target.unit, 1, "ba.gap.pins-gained", "ba.gap.pins-on-vehicles")


def could_damage(armour: str, modifiers: Sequence[Modifier], options: Options) -> bool:
    """Whether a six with these modifiers would damage a vehicle."""
    return 6 + total(modifiers) >= options.tables.armour[armour].damaged_on


async def _vehicle_is_pinned(play: Play[Battle], number: int, struck: Sequence[Struck], *, seat: int) -> bool:
    """Soft-skins and open-topped vehicles by any hit, enclosed ones by heavy weapons only; or as their crew is."""
    unit = play.state.units[number]
    if not unit.card.enclosed:
        return True
    heavy = [one for one in struck if not one.small_arm]
    if play.state.options.vehicle_pins == "any-heavy" or unit.card.quality == "inexperienced":
        return bool(heavy)
    options = play.state.options
    dangerous = any(
        could_damage(unit.card.armour, penetration(one.pen, one.facing, options, long_range=one.long_range), options)
        for one in heavy
    )
    if not dangerous or unit.card.quality == "regular":
        return dangerous
    nerve = await ignoring_roll(unit.name, seat=1 - seat)
    return nerve.value != YES


def ignoring_roll(name: str, *, seat: int) -> Roll[str]:
    """Whether a veteran crew ignores the pin of a dangerous hit."""
    why, because = f"does {name} ignore the pin?", ("ba.gap.pins-on-vehicles",)
    return Roll(1, 6, yes_on(4), why=why, because=because, seat=seat, needs="4+", step="to ignore the pin")


@stage
async def _strike_vehicle(play: Play[Battle], number: int, struck: tuple[Struck, ...], *, seat: int) -> None:
    """The hits of one weapon after another, for as long as there is a vehicle to hit."""
    unit = play.state.units[number]
    if not struck or not unit.alive:
        return
    one, *rest = struck
    if unit.card.soft:
        await _strike_soft_skin(play, number, one, seat=seat)
    elif one.small_arm:
        play.tell("was not hurt", "ba.armour.small-arms", unit=number, tells={"by": one.weapon})
    else:
        await _strike_armour(play, number, one, seat=seat)
    await last(_strike_vehicle(play, number, tuple(rest), seat=seat))


@stage
async def _strike_soft_skin(play: Play[Battle], number: int, one: Struck, *, seat: int) -> None:
    unit = play.state.units[number]
    options = play.state.options
    hits = one.hits
    if one.he:
        hits = await explosive_hits(one.hits, one.he, unit.name, seat=seat, down=False, options=options)
    target = soft_skin_target(pen_of(one, options), options)
    why = f"{one.weapon} on {unit.name}"
    wounds = await roll_to_damage(hits, target, why, seat=seat, exceptional=False, say=DAMAGING)
    if wounds.ordinary:
        await destroy(
            play, number, "ba.damage.soft-skin", "ba.gap.soft-skin-destroyed", why="shot to pieces", wreck=True
        )


@rule("ba.gap.he-vs-armour", "ba.gap.top-armour", "ba.pen.long-range")
def against_armour(one: Struck, options: Options) -> tuple[Modifier, ...]:
    """What is added to the die of a heavy hit; indirect fire and flame strike the top, and flame knows no long range."""
    facing = TOP_ARMOUR if one.from_above or one.flame else one.facing
    spared = one.flame or (bool(one.he) and options.he_ignores_long_range)
    return penetration(pen_of(one, options), facing, options, long_range=one.long_range and not spared)


@stage
async def _strike_armour(play: Play[Battle], number: int, one: Struck, *, seat: int) -> None:
    """Each hit of a heavy weapon, one roll; an explosive shell is one hit with its class's penetration."""
    unit = play.state.units[number]
    if not one.hits or not unit.alive:
        return
    options = play.state.options
    done, throw = await roll_penetration(
        against_armour(one, options), unit.card.armour, options, f"{one.weapon} on {unit.name}", seat=seat
    )
    if done == NO_DAMAGE:
        play.tell("was not hurt", "ba.armour.no-damage", unit=number, tells={"by": one.weapon}, rolls=(throw,))
    else:
        await damage_vehicle(play, number, done, indirect=one.indirect, seat=seat)
    await last(_strike_armour(play, number, one._replace(hits=one.hits - 1), seat=seat))


@stage
async def _flame_terror(play: Play[Battle], target: Aimed) -> None:
    """Whoever is struck by flame checks morale, losses or none."""
    await then(morale_roll(play.state, target.unit, UNDER_FLAME), play, _face_flame, target.unit)


@stage
async def _face_flame(play: Play[Battle], rolled: Rolled[str], number: int) -> None:
    """A unit under flame stands or flees."""
    if not await has_passed(play, rolled, number, UNDER_FLAME, "ba.gap.flamethrower"):
        await destroy(play, number, "ba.gap.flamethrower", why="it flees the flames", wreck=True)
