"""Vantages: of each group the nearest that a viewer bears on, from every place at once, is what looks say of it there."""

import pytest

from sandtable.dice.chance import Chance
from sandtable.geometry import ground
from sandtable.geometry.bodies import BEARING, X, Y, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.post_kernels import AHEAD, AHEAD_TURRET, COVER, FACED, FRIEND, GAP, SEEN, held_by, looks
from sandtable.geometry.vantage_kernels import ALL_ROUND, ANYHOW, BY_HULL, BY_TURRET, UNSEEN, vantages

from .test_posts import HARD, SOFT, stand, terrain

MANY, MOVERS = 12, (0, 1)
VIEWERS, TARGETS, GROUPS = (0, 1, 2, 3), (6, 7, 8, 9, 10, 11), (0, 0, 1, 1, 1, 2)
HOWS = (BY_HULL, BY_TURRET, ALL_ROUND, ANYHOW)
HIDDEN = (0, 1, 0, 0, 0, 1)
LEVEL = 2000  # of the hill


def _bears(how: int, row: list[int]) -> bool:
    if how == ANYHOW:
        return True
    ahead = how == ALL_ROUND or row[AHEAD] or (how == BY_TURRET and row[AHEAD_TURRET])
    return bool(ahead) and row[FRIEND] < 0


def _expected(rows: list[list[list[int]]]) -> tuple[list[list[int]], list[int]]:
    """The same from everything that is said of all pairs."""
    found, least = [], [UNSEEN] * 3
    for one, seen in enumerate(rows):
        for two, row in enumerate(seen):
            if row[SEEN]:
                least[GROUPS[two]] = min(least[GROUPS[two]], max(row[COVER], HIDDEN[two]))
        for group in range(3):
            pairs = [
                two for two in range(6) if GROUPS[two] == group and seen[two][SEEN] and _bears(HOWS[one], seen[two])
            ]
            if pairs:
                two = min(pairs, key=lambda two: seen[two][GAP])
                found.append([one, two, seen[two][GAP], seen[two][COVER], seen[two][FACED]])
    return found, least


@pytest.mark.parametrize("seed", range(12))
def test_what_lies_before_somebody_in_several_places_is_what_looks_say_in_each(seed: int) -> None:
    """Woods, a hedge and a hill; two of the viewers stand elsewhere in three places, with turrets of their own."""
    chance = Chance("vantages", seed)

    def place() -> list[int]:
        return [chance.randint(2000, 38_000), chance.randint(2000, 28_000), chance.randrange(3600)]

    bodies = stack([stand(*place()) for _ in range(MANY)])
    x, y = chance.randint(5000, 25_000), chance.randint(5000, 20_000)
    wood = [(x, y), (x + 7000, y), (x + 7000, y + 6000), (x, y + 6000)]
    hill = [(y, x), (y + 9000, x), (y + 9000, x + 9000), (y, x + 9000)]
    hedge = [(2000, y), (36_000, y + 3000)]
    pieces, edges = terrain(
        (ground.AREA, wood, SOFT, 3000), (ground.AREA, hill, 0, LEVEL), (ground.LOW, hedge, HARD, 500)
    )  # fmt: skip
    hills = ints([0, 1, 0])
    turrets = ints([chance.choice([-1, 900]) for _ in range(MANY)])
    teams = ints([row // 6 for row in range(MANY)]), ints([1] * MANY), ints([0, 1, 0, 0] * 3)
    ways = [[(row, *place(), chance.choice([-1, 1800])) for row in MOVERS] for _ in range(3)]

    def stands(bodies: Ints) -> tuple[Ints, Ints]:
        held = held_by(bodies, edges, pieces)
        return held, ints([LEVEL * int(held[row, 1]) for row in range(MANY)])

    found, least = vantages(
        bodies, ints(ways), ints(VIEWERS), ints(HOWS), ints(TARGETS), ints(GROUPS), ints(HIDDEN), edges, pieces,
        *stands(bodies), hills, turrets, *teams,
    )  # fmt: skip
    for number, way in enumerate(ways):
        there, turned = bodies.copy(), turrets.copy()
        for row, *pose, turret in way:
            there[row, X], there[row, Y], there[row, BEARING] = pose
            turned[row] = turret
        said = looks(there, ints(VIEWERS), ints(TARGETS), edges, pieces, *stands(there), turned, *teams)
        lines = [line for place, *line in found.tolist() if place == number]
        assert (lines, least[number].tolist()) == _expected(said.tolist())
