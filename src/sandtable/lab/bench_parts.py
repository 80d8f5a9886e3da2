"""How fast the parts are that every rulebook stands on: lines of sight, ways, reach, exact odds."""

from math import cos, pi, sin
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry import ground
from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import FREE, march
from sandtable.geometry.reach_kernels import spread
from sandtable.geometry.sight_kernels import look
from sandtable.mechanics.questions import of_dice
from sandtable.odds.staged import odds_of
from sandtable.play.script import Play

from .measuring import Goal, Row, row, timed

PAIRS, PAIR = Goal(2e6, 4e6, less=False), Goal(10, 4)
WAY, REACH = Goal(20, 5), Goal(1, 0.3)
ATTACK = Goal(10, 2)
TWICE = 200  # an inch of rough ground, in per cent


def _table() -> tuple[Ints, Ints, Ints]:
    """The table of the prototype: 25 eight-cornered pieces, forty figures a side in clumps."""
    chance = Chance("sight bench")
    outlines = []
    for _ in range(25):
        x, y, radius = chance.randrange(72_000), chance.randrange(48_000), chance.randint(1500, 4000)
        corners = [(x + round(radius * cos(n * pi / 4)), y + round(radius * sin(n * pi / 4))) for n in range(8)]
        outlines.append((corners, True, chance.choice([500, 1500, 3000, 6000])))
    pieces, edges = ground.flatten(outlines)
    pieces[:, ground.STOPS], pieces[:, ground.CLASS] = ground.SOLID, 2
    rows = []
    for _ in range(8):
        x, y = chance.randint(6000, 66_000), chance.randint(6000, 42_000)
        rows += [
            disc(x + chance.randint(-3000, 3000), y + chance.randint(-3000, 3000), 500, height=1200) for _ in range(10)
        ]
    return stack(rows), pieces, edges


def sight(rounds: int) -> list[Row]:
    """Nine lines a pair: all pairs of forty against forty, and one pair alone."""
    bodies, pieces, edges = _table()
    ones, others = ints(range(40)), ints(range(40, 80))
    groups, nobody = ints([row // 10 for row in range(80)]), ints([])

    def all_pairs() -> Ints:
        return look(bodies, ones, others, edges, pieces, groups, nobody, 2)

    def one_pair() -> Ints:
        return look(bodies, ones[:1], others[:1], edges, pieces, groups, nobody, 2)

    all_pairs()
    bulk = [1600 / timed(all_pairs, 40) for _ in range(rounds)]
    alone = [timed(one_pair, 2000) * 1e6 for _ in range(rounds)]
    return [
        row("geometry", "lines of sight in bulk, nine a pair, figures in the way", "pairs per second", bulk, PAIRS),
        row("geometry", "line of sight, one pair asked alone", "us", alone, PAIR),
    ]


def ways(rounds: int) -> list[Row]:
    """What a given way of 12 inches costs and whether it is legal; and where one can get within 12 inches."""
    bodies, pieces, edges = _table()
    passage = ints([TWICE if piece % 2 else FREE for piece in range(len(pieces))])
    groups, avoid = ints([row // 10 for row in range(80)]), ints([0] * 8)
    x, y = int(bodies[0, 0]), int(bodies[0, 1])
    points, starts = ints([[x, y], [x + 4000, y + 2000], [x + 8000, y]]), ints([0, 3])
    mover, facing, budget, nobody = ints([0]), ints([-1]), ints([12_000]), ints([])
    size = (72_000, 48_000)

    def given() -> object:
        return march(
            bodies, mover, starts, points, facing, budget, edges, pieces, passage, groups, avoid, 0, *size, nobody, 0, True
        )  # fmt: skip

    def region() -> object:
        return spread(bodies, 0, 12_000, 500, edges, pieces, passage, groups, avoid, 0, *size)

    given()
    region()
    return [
        row(
            "geometry", "cost and legality of a given way", "us", [timed(given, 500) * 1e6 for _ in range(rounds)], WAY
        ),
        row(
            "geometry",
            "all that is in reach of 12 inches",
            "ms",
            [timed(region, 20) * 1e3 for _ in range(rounds)],
            REACH,
        ),
    ]


async def _attack(_play: Play[Any]) -> int:
    """Ten shots: 5 or more hits, 4 or more wounds."""
    hits = await Roll(10, 6, AtLeast(5), why="to hit", because=())
    return (await Roll(hits.value, 6, AtLeast(4), why="to wound", because=())).value


def odds(rounds: int) -> list[Row]:
    """Exact odds by the scripts that would roll."""
    attack = of_dice(_attack, "wounds")
    odds_of(attack)
    spent = [timed(lambda: odds_of(attack), 50) * 1e3 for _ in range(rounds)]
    return [row("odds", "an attack with two stages, exactly, by the script that rolls it", "ms", spent, ATTACK)]
