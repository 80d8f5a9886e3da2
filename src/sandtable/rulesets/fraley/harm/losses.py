"""Teams that are lost: markers passed on, leaders dead, Units destroyed."""

from collections.abc import Sequence

from sandtable.mechanics.afterwards import Afterwards
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.fraley.nerve import company
from sandtable.rulesets.fraley.nerve.suppression import suppress
from sandtable.rulesets.fraley.state import Battle

passengers_jump = Afterwards[None]()  # off vehicles that are about to be removed; who stays inside is lost in turn


@rule("fraley.save.removed", "fraley.suppression.transfer-on-death")
async def lose(play: Play[Battle], figures: Sequence[int], *because: str, why: str = "") -> None:
    """Teams are removed: their markers pass to others of their Unit; a Unit without Teams is destroyed (`destroy`).

    A CC or an FO is a Unit of his own: those he has joined for an attack do not count him among their losses.
    """
    await _passengers(play, figures)
    for number in sorted({play.state.figures[figure].unit for figure in figures}):
        state = play.state
        unit = state.units[number]
        gone = tuple(man for man in unit.men if man in figures)
        if not gone:
            continue
        marks = sum(state.figures[man].marks for man in gone)
        tells = {"why": why, "left": len(unit.men) - len(gone)}
        sets = {"lost": unit.lost + len(gone)}
        play.tell("lost Teams", *because, unit=number, figures=gone, sets=sets, tells=tells)
        if not play.state.units[number].men:
            await destroy(play, number, *because, why="no Team is left")
        elif marks:
            await suppress(play, number, marks, "fraley.suppression.transfer-on-death")


@rule("fraley.gap.cc-fo-alone-rules", "fraley.company.trigger")
async def destroy(play: Play[Battle], number: int, *because: str, why: str = "") -> None:
    """A Unit is destroyed: its Teams are removed, its FO with it, and the company may have to check at once."""
    state = play.state
    unit = state.units[number]
    if not unit.alive:
        return
    await _passengers(play, unit.men)
    watchers = [place for place, one in enumerate(play.state.units) if one.battery == number and one.alive]
    _remove(play, number, *because, why=why)
    for watcher in watchers:
        _remove(play, watcher, "fraley.gap.cc-fo-alone-rules", why=f"{unit.name} is gone")
    if unit.counts and not unit.left:
        await company.after_loss(play, unit.side)


def _remove(play: Play[Battle], number: int, *because: str, why: str) -> None:
    unit = play.state.units[number]
    men = unit.men
    sets = {"place": "exited" if unit.left else "destroyed"}  # a Unit that got away in part counts as remaining
    play.tell("was destroyed", *because, unit=number, figures=men, sets=sets, tells={"why": why})


async def _passengers(play: Play[Battle], figures: Sequence[int]) -> None:
    """What becomes of those who ride on Teams that are about to be removed, where troops are carried at all."""
    state = play.state
    carriers = tuple(figure for figure in figures if figure in state.units[state.figures[figure].unit].men)
    if not state.options.transport or not carriers:
        return
    await passengers_jump.play(play, carriers)
