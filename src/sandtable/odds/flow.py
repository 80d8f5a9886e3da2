"""How often each key of a trial is passed, on average: the share that arrives there, ties that lead back counted in.

Keys are taken in the order in which they can be reached. Where some lead back to each other, their shares are the
solution of as many linear equations, which is exact; a single key that leads back to itself is the geometric series.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction

Graph = Mapping[Hashable, Mapping[Hashable, Fraction]]  # from each key the share that goes on to others


def visits(graph: Graph, start: Hashable) -> dict[Hashable, Fraction]:
    """How often each key is passed on the way from the start."""
    found = {key: Fraction(0) for key in graph}
    found[start] = Fraction(1)
    for knot in _knots(graph, start):
        if len(knot) > 1 or knot[0] in graph[knot[0]]:
            _untie(graph, knot, found)
        inside = set(knot)
        for key in knot:
            for other, share in graph[key].items():
                if other not in inside:
                    found[other] += found[key] * share
    return found


def _knots(graph: Graph, start: Hashable) -> list[list[Hashable]]:
    """The keys in the order they can be reached, those that lead back to each other together (Tarjan, 1972)."""
    number: dict[Hashable, int] = {start: 0}
    lowest = {start: 0}
    open_keys, still_open = [start], {start}
    way = [(start, iter(graph[start]))]
    done: list[list[Hashable]] = []
    while way:
        key, following = way[-1]
        other = next(following, None)
        if other is not None:
            if other not in number:
                number[other] = lowest[other] = len(number)
                open_keys.append(other)
                still_open.add(other)
                way.append((other, iter(graph[other])))
            elif other in still_open:
                lowest[key] = min(lowest[key], number[other])
            continue
        way.pop()
        if way:
            lowest[way[-1][0]] = min(lowest[way[-1][0]], lowest[key])
        if lowest[key] == number[key]:
            place = open_keys.index(key)
            done.append(open_keys[place:])
            still_open.difference_update(open_keys[place:])
            del open_keys[place:]
    return done[::-1]


def _untie(graph: Graph, knot: list[Hashable], found: dict[Hashable, Fraction]) -> None:
    """Solve for the shares of keys that lead back to each other: each is what arrives from outside and from the knot."""
    size = len(knot)
    rows = [
        [Fraction(row == column) - graph[from_key].get(to_key, Fraction(0)) for column, from_key in enumerate(knot)]
        + [found[to_key]]
        for row, to_key in enumerate(knot)
    ]
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = rows[place][place]
        rows[place] = [value / head for value in rows[place]]
        for row in range(size):
            factor = rows[row][place]
            if row != place and factor:
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[place], strict=True)]
    for key, solved in zip(knot, rows, strict=True):
        found[key] = solved[size]
