"""High explosive: how many hits a shot makes, how many pins, and what it does to buildings."""

from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.charts import CLAUSE_OF_DICE, dice_count, explosive
from sandtable.rulesets.bolt_action.basics.words import HITS, PINS
from sandtable.rulesets.bolt_action.harm.losses import destroy
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle

COLLAPSE = 10
HALVED = ", to be halved as it is Down"  # said of a throw whose total is halved afterwards


@rule("ba.gap.he-vs-down", "ba.gap.dug-in")
def halved(hits: int, options: Options) -> int:
    """Half the hits, as they fall on those who are Down."""
    return hits // 2 if options.he_down_rounding == "down" else (hits + 1) // 2


@rule("ba.he.table", "ba.gap.he-hits")
async def explosive_hits(shots: int, he_class: str, why: str, *, seat: int, down: bool, options: Options) -> int:
    """How many hits so many exploding shots make on a soft target."""
    row = explosive(he_class, options)
    count = dice_count(he_class)
    hits = 0
    for _ in range(shots):
        rolled = await Roll(
            count.dice,
            6,
            count.reading,
            why=f"{why}: {he_class} hits{HALVED * down}",
            because=("ba.he.table", row.clause, "ba.gap.he-hits", CLAUSE_OF_DICE),
            seat=seat,
            say=HITS,
            step=f"{he_class} hits",
        )
        hits += halved(rolled.value, options) if down else rolled.value
    return hits


async def explosive_pins(
    shots: int, he_class: str, why: str, *, seat: int, options: Options
) -> tuple[int, tuple[int, ...]]:
    """How many pins so many exploding shots cause, and the throws that said so."""
    row = explosive(he_class, options)
    count = dice_count(row.pins)
    pins, throws = 0, []
    for _ in range(shots):
        rolled = await Roll(
            count.dice,
            6,
            count.reading,
            why=f"{why}: {row.pins} pins",
            because=("ba.he.table", row.clause),
            seat=seat,
            say=PINS,
            step=f"{row.pins} pins",
        )
        pins += rolled.value
        if count.dice:
            throws.append(rolled.number)
    return pins, tuple(throws)


@rule("ba.gap.buildings-he")
async def strike_building(play: Play[Battle], number: int, he_class: str, hits: int, *, direct: bool) -> bool:
    """What high explosive does to the building a unit is in; True if it collapsed."""
    state = play.state
    building = state.units[number].building
    if building is None:
        return False
    if direct and he_class in {"2D6", "3D6"}:
        await add_pins(play, number, 1, "ba.gap.buildings-he")
    if hits < COLLAPSE or not state.options.building_collapse:
        return False
    inside = [other for other, unit in enumerate(play.state.units) if unit.building == building and unit.alive]
    tells, shows = {"building": state.terrain[building].title}, {"targets": tuple(inside)}
    play.tell("collapsed", "ba.gap.buildings-he", tells=tells, shows=shows)
    for other in inside:
        await destroy(play, other, "ba.gap.buildings-he", why="buried in the building")
    rubble = state.terrain[building]
    ruin = type(rubble)(
        kind="ruin",
        outline=rubble.outline,
        height=1500,
        traits=("tall", "hard", "rough"),
        name=f"the ruins of {rubble.title}",
    )
    terrain = (*play.state.terrain[:building], ruin, *play.state.terrain[building + 1 :])
    play.tell("became a ruin", "ba.gap.buildings-he", sets={"terrain": terrain})
    return True
