"""Men who are alike: on a bare table, where nobody stands anywhere, it is all the same who of them it was.

There they are kept in order, the wounded before the unhurt, and who is out of it last; so whatever has become of two and of
three of them is one thing, not ten. On a table, where everybody has a place of his own, nothing of this happens.
"""

from collections.abc import Hashable, Sequence

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.state import Battle, Figure

FORTUNE = ("wounds", "out", "saved")  # what may become of a figure by fire


def close_ranks(play: Play[Battle], men: Sequence[int], apart: Sequence[int] = ()) -> None:
    """Men to whom the same may happen from now on are put in order, and so are those `apart` among them by themselves."""
    if not play.state.layout.bare:
        return
    for some in ([man for man in men if man not in apart], [man for man in men if man in apart]):
        _close(play, sorted(some))


def _close(play: Play[Battle], men: list[int]) -> None:
    state = play.state
    kinds: dict[Hashable, list[int]] = {}
    for man in men:
        kinds.setdefault(_kind(state.figures[man]), []).append(man)
    moved = {
        man: other
        for alike in kinds.values()
        for other, man in zip(alike, sorted(alike, key=lambda man: _fortune(state, man)), strict=True)
        if man != other
    }
    if moved:
        _exchange(play, moved)


def _exchange(play: Play[Battle], moved: dict[int, int]) -> None:
    """What has become of some becomes of others."""
    state = play.state
    each = tuple((other, {name: getattr(state.figures[man], name) for name in FORTUNE}) for man, other in moved.items())
    teams = tuple(
        (number, {part: tuple(sorted(moved.get(man, man) for man in getattr(unit, part))) for part in ("men", "down")})
        for number, unit in enumerate(state.units)
        if any(state.figures[man].unit == number for man in moved)
    )
    there = {other: state.layout.on_table(man) for man, other in moved.items()}
    places = tuple((man, 0, 0, 0, 0) for man, stands in there.items() if stands and not state.layout.on_table(man))
    gone = tuple(man for man, stands in there.items() if not stands)
    sets = {"each": each, "teams": teams, "places": places, "gone": gone}
    play.tell("closed ranks", sets=sets)


def _kind(figure: Figure) -> Hashable:
    return figure.unit, figure.role, figure.arms, figure.rating


def _fortune(state: Battle, man: int) -> tuple[int, ...]:
    """What has become of a man: the worst last."""
    unit, figure = state.units[state.figures[man].unit], state.figures[man]
    if man in unit.men:
        return 0, -figure.wounds, figure.saved, not state.layout.on_table(man)
    return 1, man not in unit.down, figure.wounds, not state.layout.on_table(man)


def in_order(state: Battle, men: tuple[int, ...]) -> tuple[int, ...]:
    """Men who are struck by themselves: on a bare table it is all the same who of them comes first."""
    return tuple(sorted(men)) if state.layout.bare else men


async def picked(state: Battle, men: Sequence[int], roll: Roll[int]) -> int:
    """Who of some men it is, by a die that counts them: on a bare table the first of those who are alike stands for all."""
    if not state.layout.bare:
        return men[(await roll).value - 1]
    kinds = [(_kind(state.figures[man]), _fortune(state, man)) for man in men]
    names: dict[Hashable, str] = {}
    for man, kind in zip(men, kinds, strict=True):
        if kind not in names:
            name = _called(state.figures[man])
            names[kind] = f"{name} ({len(names)})" if name in names.values() else name
    rows = tuple((place + 1, names[kind]) for place, kind in enumerate(kinds))
    read = Roll(1, len(men), Chart(rows), why=roll.why, because=roll.because, seat=roll.seat, step=roll.step)
    named = (await read).value
    return next(man for man, kind in zip(men, kinds, strict=True) if names[kind] == named)


def _called(figure: Figure) -> str:
    if "flamethrower" in figure.arms:
        return "the man with the flamethrower"
    return f"{'a wounded' if figure.wounds else 'an unhurt'} {figure.role}"
