"""How likely Training Checks are passed, and Units activated."""

from sandtable.mechanics.prices import SURE, Price, Prices
from sandtable.mechanics.questions import Staged
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level
from sandtable.rulesets.fraley.turn.activation import activation_check
from sandtable.rulesets.fraley.umpire.bare import Lot, Party, battle, staged


def _checked(options: Options, level: Level) -> Staged:
    """A check of a Unit that nothing hinders."""

    async def begin(play: Play[Battle]) -> bool:
        return (await check(play, 0, "a check")).passed

    return staged(battle(options, Party("We", level)), begin, lambda _, passed, __: {"passed": passed})


def _activated(options: Options, level: Level, teams: int, suppressed: int) -> Staged:
    """The activation check of a Unit of so many Teams, some of them suppressed."""

    async def begin(play: Play[Battle]) -> bool:
        return (await activation_check(play, 0)).passed

    state = battle(options, Party("We", level, (Lot(teams),), suppressed), acting=0)
    return staged(state, begin, lambda _, passed, __: {"passed": passed})


checked = Prices(_checked)
activated = Prices(_activated)


def passes(view: Battle, number: int) -> float:
    """How likely a Unit is to pass a Training Check that nothing hinders."""
    return share(checked(view.options, view.units[number].card.training), "passed")


def activates(view: Battle, number: int) -> float:
    """How likely a Unit is to pass its next activation check."""
    unit = view.units[number]
    suppressed = sum(view.figures[man].suppressed for man in unit.men)
    return share(activated(view.options, unit.card.training, len(unit.men), suppressed), "passed")


def share(price: Price, name: str) -> float:
    """How much of something is expected, or how likely it is."""
    return price[name] / SURE
