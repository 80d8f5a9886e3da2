"""Tables (sk.gap.table, sk.gap.terrain): how large one is, and laying one out from a number."""

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.laying_out import Sort, along, fill, laid_out
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, TerrainEntry

SIZES = ((72, 48), (48, 48))
SORTS = {
    "woods": Sort((3, 3), (6, 10), (6, 8)),
    "hill": Sort((2, 2), (7, 9), (6, 7)),
    "building": Sort((4, 6), (5, 5), (4, 4)),
    "line": Sort((6, 8), (6, 6)),
}
ROAD, STREAM = 2.5, 3.0  # inches wide


@rule("sk.gap.table")
def check_table(battlefield: Battlefield) -> None:
    """Refuse a table that is neither the standard nor the small one."""
    if (battlefield.width, battlefield.depth) not in {(inches(wide), inches(deep)) for wide, deep in SIZES}:
        said = f"{battlefield.width // INCH} by {battlefield.depth // INCH} inches"
        raise DataError(battlefield.name, "size", f"{said}: a table measures 72 by 48, or 48 by 48")


@rule("sk.gap.table", "sk.gap.terrain")
def lay_out(seed: int, width: int = 72, depth: int = 48) -> Battlefield:
    """A table laid out from a number: the same number always gives the same table."""
    chance = Chance("skirmish table", seed)
    return laid_out(lambda: _try(chance, width, depth), f"table-{seed}", f"Table {seed}", (width, depth))


def _try(chance: Chance, width: int, depth: int) -> list[TerrainEntry] | None:
    """A road along the table, a stream across it, then everything else clear of them and of one another."""
    bend = round(depth * chance.uniform(0.4, 0.6), 1)
    road = TerrainEntry("road", strip=[(0, bend), (width / 2, round(depth - bend, 1)), (width, bend)], width=ROAD)
    ford = round(width * chance.uniform(0.3, 0.7), 1)
    stream = TerrainEntry("water", strip=[(ford, 0), (ford, depth)], width=STREAM, traits=["water"], name="the stream")
    counts = {sort: chance.randint(*found.many) for sort, found in SORTS.items()}
    rest = fill(chance, width, depth, SORTS, counts, [*along(road), *along(stream)])
    return None if rest is None else [stream, road, *rest]
