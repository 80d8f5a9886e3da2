"""What becomes of those who are hit (1.6.2.8, 1.6.2.9): DOWN, GONER, and fuel tanks that go up."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import wound_columns
from sandtable.rulesets.sotr.sheet import Columns
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.afterwards import fuel_goes_up
from sandtable.rulesets.sotr.units.conditions import lose_overwatch
from sandtable.rulesets.sotr.units.losses import Losses, add_losses

from .wound_dice import DOWN, FLESH, GONER, TANK


class Fell(NamedTuple):
    """What the dice say of a model: whether it is on fire, and whether shooting did it."""

    figure: int
    said: int
    burns: bool = False
    ranged: bool = True


Fallen = tuple[Fell, ...]


@rule("sotr.gap.mixed-armour", "sotr.wound.armour-levels")
def armour_of(state: Battle, figure: int) -> int:
    """The level of armour of a model: its own, or that of its unit."""
    own = state.figures[figure].armour
    return own if own >= 0 else state.units[state.figures[figure].unit].card.armour


def columns_of(state: Battle, figure: int) -> Columns:
    """The columns of the wound table for a model: its own, with those of lighter armour behind it."""
    return wound_columns(armour_of(state, figure), state.options)


@rule("sotr.flame.tank-hit")
def carries_fuel(state: Battle, figure: int) -> bool:
    """Whether a model is a man with a flamethrower on his back."""
    return "flamethrower" in state.figures[figure].weapons and not state.units[state.figures[figure].unit].machine


@rule("sotr.overwatch.lost-events")
def mark_hit(play: Play[Battle], figures: Iterable[int]) -> None:
    """Models that are hit lose Overwatch, whatever the hit does."""
    watching = [figure for figure in dict.fromkeys(figures) if play.state.figures[figure].overwatch]
    for number in sorted({play.state.figures[figure].unit for figure in watching}):
        men = [figure for figure in watching if play.state.figures[figure].unit == number]
        lose_overwatch(play, men, "sotr.overwatch.lost-events", why="hit")


@rule("sotr.down.second-down", "sotr.alloc.ex-sarge")
def suffers(state: Battle, figure: int, said: int, *, ranged: bool = True) -> int:
    """What a result does to a model: DOWN is a GONER to one who was DOWN before the shooting began."""
    if said == DOWN and ranged and state.figures[figure].down and figure not in state.fresh:
        return GONER
    return said


async def befall(play: Play[Battle], fallen: Fallen, by: int | None, because: tuple[str, ...]) -> Losses:
    """GONERs are taken off, the others laid down; then whatever fuel was hit goes up."""
    found: dict[int, tuple[int, bool]] = {}
    for figure, said, burns, ranged in fallen:
        what = suffers(play.state, figure, said, ranged=ranged)
        before = found.get(figure, (FLESH, False))
        found[figure] = max(what, before[0]), burns or before[1]
    losses: dict[int, int] = {}
    tanks = [(figure, _place(play.state, figure)) for figure, (what, _) in found.items() if what == TANK]
    for number in sorted({play.state.figures[figure].unit for figure in found}):
        mine = {figure: one for figure, one in found.items() if play.state.figures[figure].unit == number}
        gone = tuple(figure for figure, (what, _) in mine.items() if what >= GONER)
        for burns in (False, True):
            put_down(play, number, tuple(man for man in mine if mine[man] == (DOWN, burns)), *because, burns=burns)
        if gone:
            take_out(play, number, gone, *because)
            losses[number] = len(gone)
        elif not any(what for what, _ in mine.values()):
            play.tell("had flesh wounds", "sotr.wound.flesh", unit=number)
    result = tuple(sorted(losses.items()))
    return add_losses(result, await _explode(play, tanks, by)) if tanks else result


def _place(state: Battle, figure: int) -> tuple[int, int]:
    """Where a model stands; on a bare table nobody does anywhere."""
    return (0, 0) if state.layout.bare else state.layout.point(figure)


async def _explode(play: Play[Battle], tanks: list[tuple[int, tuple[int, int]]], by: int | None) -> Losses:
    losses: Losses = ()
    for carrier, point in tanks:
        unit = play.state.figures[carrier].unit
        losses = add_losses(losses, await fuel_goes_up.play(play, carrier, point, unit if by is None else by))
    return losses


def put_down(play: Play[Battle], number: int, men: tuple[int, ...], *because: str, burns: bool = False) -> None:
    """Models go DOWN; those who are DOWN already stay so, though they may catch fire."""
    figures = play.state.figures
    fallen = tuple(man for man in men if not figures[man].down or (burns and not figures[man].burning))
    if fallen:
        sets = {"down": True, "burning": True} if burns else {"down": True}
        play.tell("went DOWN", "sotr.wound.down", *because, unit=number, figures=fallen, sets=sets)


def take_out(play: Play[Battle], number: int, goners: tuple[int, ...], *because: str) -> None:
    """Models become GONERs: off the table, no longer Engaged; the unit is destroyed if nobody is left."""
    unit = play.state.units[number]
    gone = tuple(man for man in unit.men if man in goners)
    if not gone:
        return
    left = len(unit.men) - len(gone)
    sets = {} if left else {"place": "destroyed"}
    play.tell("lost models", "sotr.wound.goner", *because, unit=number, figures=gone, sets=sets, tells={"left": left})
    if not left:
        play.tell("was wiped out", "sotr.wound.goner", unit=number)
