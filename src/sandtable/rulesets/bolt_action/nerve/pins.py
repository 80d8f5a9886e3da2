"""Pin markers: gained, lost, and too many of them."""

from sandtable.dice.roll import Roll
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.charts import CLAUSE_OF_DICE, dice_count
from sandtable.rulesets.bolt_action.basics.words import PINS
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

from .morale import quality_morale


def breaks(pins: int, morale: int, options: Options) -> bool:
    """Whether so many pins destroy a unit of this unmodified morale."""
    return pins > morale if options.pins_break == "more" else pins >= morale


async def add_pins(
    play: Play[Battle],
    number: int,
    count: int,
    *because: str,
    rolls: tuple[int, ...] = (),
    shows: dict[str, object] | None = None,
) -> None:
    """Put pins on a unit, and on those who ride in it; too many destroy it at once. `shows` where nothing else does."""
    riding = [number] + [other for other, unit in enumerate(play.state.units) if unit.aboard == number and unit.alive]
    for pinned in riding:
        unit = play.state.units[pinned]
        if count <= 0 or not unit.alive or number not in {pinned, unit.aboard}:
            continue  # nobody left, or just thrown out of a vehicle that these pins destroyed
        clauses = because if pinned == number else (*because, "ba.gap.transport-hits")
        pins = unit.pins + count
        sets, tells = {"pins": pins}, {"count": count}
        play.tell("pinned", *clauses, unit=pinned, sets=sets, tells=tells, shows=shows, rolls=rolls)
        if breaks(pins, quality_morale(unit.card.quality, play.state.options), play.state.options):
            await destroy(play, pinned, "ba.gap.pins-break", why="broken by its pins", wreck=True)


def pins_roll(dice: str, name: str, why: str, *because: str, seat: int) -> Roll[int]:
    """How many pins dice put on a unit."""
    count = dice_count(dice)
    clauses = (*because, CLAUSE_OF_DICE)
    words = f"{dice} pins on {name}: {why}"
    return Roll(
        count.dice, 6, count.reading, why=words, because=clauses, seat=seat, say=PINS, step=f"{dice} pins, {why}"
    )


async def add_rolled_pins(
    play: Play[Battle], number: int, dice: str, why: str, *because: str, shows: dict[str, object] | None = None
) -> int:
    """Put as many pins on a unit as dice say; the result is how many."""
    if not play.state.units[number].alive:
        return 0
    count = dice_count(dice)
    if not count.dice:
        await add_pins(play, number, count.reading.plus, *because, shows=shows)
        return count.reading.plus
    unit = play.state.units[number]
    rolled = await pins_roll(dice, unit.name, why, *because, seat=1 - unit.side)
    await add_pins(play, number, rolled.value, *because, rolls=(rolled.number,), shows=shows)
    return rolled.value


def remove_pins(play: Play[Battle], number: int, count: int, *because: str, rolls: tuple[int, ...] = ()) -> None:
    """Take pins off a unit, never below none."""
    unit = play.state.units[number]
    gone = min(count, unit.pins)
    if gone > 0:
        sets = {"pins": unit.pins - gone}
        play.tell("shook off pins", *because, unit=number, sets=sets, tells={"count": gone}, rolls=rolls)
