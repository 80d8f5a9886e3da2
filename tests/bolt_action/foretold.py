"""What is forecast of an answer in a scene, asked as the page asks it: at the real question of a real game."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import icepool

from sandtable.dice.sources import Scripted
from sandtable.odds.forecast import Forecast, Override, Reading, Standing, forecast, read
from sandtable.play.game import Game
from sandtable.rulesets.bolt_action.ruleset import RULESET
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey
from tests.scene import one_step

from .kit import Begin, Scene, Side

Holds = Callable[[Any], bool]


class Foretold(NamedTuple):
    """A forecast, read; units are called by their names."""

    scene: Scene
    forecast: Forecast
    reading: Reading

    def spread(self, name: str, what: str) -> dict[int | str, Fraction]:
        """Every value that something takes, with its chance; nothing if it never comes up."""
        found = self.reading.spreads.get((self.scene.number(name), what))
        return {value: Fraction(weight, found.whole) for value, weight in found.values.items()} if found else {}

    def mean(self, name: str, what: str) -> Fraction:
        """What to expect of something that is counted."""
        found = self.reading.spreads[self.scene.number(name), what].mean
        assert found is not None
        return found

    def chance(self, name: str, what: str, holds: Holds | int | str) -> Fraction:
        """How likely something takes a value, or one of which that holds."""
        fits = holds if callable(holds) else lambda value: value == holds
        return sum((share for value, share in self.spread(name, what).items() if fits(value)), Fraction(0))

    def some(self, name: str, what: str) -> Fraction:
        """How likely there is at least one of something."""
        return self.chance(name, what, lambda count: count > 0)


# ---- reckoning by other means


def needs(least: int) -> Any:
    """One die that succeeds on so much or more, for icepool."""
    return icepool.d6 >= least


def spread_of(die: Any) -> dict[int, Fraction]:
    """What icepool says of a number of dice."""
    return {int(outcome): share for outcome, share in zip(die, die.probabilities(), strict=True) if share}


def fails(morale: int) -> Fraction:
    """How likely two dice are higher than morale, with everything added and taken off."""
    return Fraction(sum(one + other > morale for one in range(1, 7) for other in range(1, 7)), 36)


# ---- asking


def asked(scene: Scene, begin: Begin, kind: str, dice: Any = (), **answers: object) -> Standing:
    """A game that stands at the first question of a kind; others before it are answered as told, or as usual."""
    game: Game[Battle] = Game(one_step(RULESET, begin), scene.state, Scripted(list(dice)))
    while (decision := game.pending) is not None and decision.kind != kind:
        named = answers.get(decision.kind.replace(" ", "_"), decision.usual())
        game.answer(_key(scene, named(decision) if callable(named) else named))
    assert decision is not None, f"{kind!r} is not asked"
    return Standing(game.ruleset, game.checkpoint, tuple(game.inputs), game.state, decision.seat)


def _key(scene: Scene, answer: object) -> object:
    """A unit's name as the key of an option."""
    names = [unit.name for unit in scene.state.units]
    return f"u{names.index(answer)}" if isinstance(answer, str) and answer in names else answer


def foretold(
    *units: Side,
    answer: object = "Foe",
    order: str = "fire",
    kind: str = "target",
    answers: dict[str, object] | None = None,
    override: Override | None = None,
    dice: Any = (),
    **rest: Any,
) -> Foretold:
    """What comes of an answer when the first unit is given an order; everything else is for the scene."""
    scene = Scene(*units, **{"premeasure": True, **rest})

    async def begin(play: Any) -> None:
        await obey(play, 0, CHOICES[order])

    standing = asked(scene, begin, kind, dice, **(answers or {}))
    found = forecast(standing, _key(scene, answer), override)
    assert (found.trials, found.noted) == (0, True), "the tree is too large"
    return Foretold(scene, found, read(standing, found))
