"""Tables (d10.gap.table): how large one is, how much terrain it has, and laying one out from a number."""

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.laying_out import Sort, along, fill, laid_out
from sandtable.table.data import DataError
from sandtable.table.maps import Battlefield, TerrainEntry

SIZES = ((72, 48), (48, 48))


@rule("d10.gap.table")
def check_table(battlefield: Battlefield) -> None:
    """Refuse a table that is neither the standard nor the small one."""
    if (battlefield.width, battlefield.depth) not in {(inches(wide), inches(deep)) for wide, deep in SIZES}:
        says = (
            f"{battlefield.width // INCH} by {battlefield.depth // INCH} inches: a table measures 72 by 48, or 48 by 48"
        )
        raise DataError(battlefield.name, "size", says)


# The largest first.
SORTS = {
    "woods": Sort((2, 3), (6, 10), (6, 8)),
    "hill": Sort((2, 2), (8, 10), (6, 8)),
    "building": Sort((2, 4), (6, 6), (4, 4)),
    "line": Sort((3, 4), (6, 8)),
}
PIECES = (8, 12)  # of all sorts, the road among them
ROAD = 2.5  # inches wide


@rule("d10.gap.table")
def lay_out(seed: int, width: int = 72, depth: int = 48) -> Battlefield:
    """A table laid out from a number: the same number always gives the same table."""
    chance = Chance("d10 battleground", seed)
    return laid_out(lambda: _try(chance, width, depth), f"battleground-{seed}", f"Battleground {seed}", (width, depth))


def _try(chance: Chance, width: int, depth: int) -> list[TerrainEntry] | None:
    """A road from edge to edge, then everything else clear of it and of one another; None if there is no room."""
    bend = round(depth * chance.uniform(0.35, 0.65), 1)
    road = TerrainEntry("road", strip=[(0, bend), (width / 2, round(depth - bend, 1)), (width, bend)], width=ROAD)
    counts = {sort: chance.randint(*found.many) for sort, found in SORTS.items()}
    least, most = PIECES
    if not least <= sum(counts.values()) + 1 <= most:
        return None
    rest = fill(chance, width, depth, SORTS, counts, along(road))
    return None if rest is None else [road, *rest]
