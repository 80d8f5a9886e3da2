"""What is shown of a battle: where it is, units with their markers, cards."""

from collections import Counter

from sandtable.geometry.units import inches
from sandtable.play.ruleset import UnitCard
from sandtable.play.shown import Band, Marker, Shown

from .forces import card_for, troops, weapons
from .movement import MOVE
from .state import Battle, Card

PLACES = {"waiting": "not set up yet", "table": "on the table", "gone": "out of the battle"}


def heading(state: Battle) -> str:
    """Where the battle is, in a few words."""
    match state.phase:
        case "setup":
            return "Setting up"
        case "battle":
            return f"Turn {state.turn}: {state.names[state.active]} activate"
        case "over":
            return "The battle is over"


def shown(state: Battle, number: int) -> Shown:
    """A unit as it is drawn and listed."""
    unit = state.units[number]
    marks = {"activated": ("has acted", unit.done and not unit.grounded), "down": ("gone to ground", unit.grounded)}
    arms = dict.fromkeys(state.figures[man].weapon for man in unit.men)
    return Shown(
        symbol=unit.card.symbol,
        standing=PLACES[unit.place],
        in_play=unit.place != "gone",
        strength=len(unit.men),
        full_strength=unit.strength,
        markers=tuple(Marker(kind, label) for kind, (label, there) in marks.items() if there),
        moves=(Band("Move", MOVE),),
        ranges=tuple(Band(weapons()[arm].title, inches(weapons()[arm].range)) for arm in arms),
    )


def card_of(state: Battle, number: int) -> UnitCard:
    """What is printed on a unit's card."""
    arms = Counter(model.weapon for model in state.figures if model.unit == number)
    return _card(state.units[number].name, state.units[number].card, arms)


def cards() -> list[UnitCard]:
    """The cards of all troops."""
    found = []
    for troop in troops().values():
        arms: Counter[str] = Counter()
        for men in troop.models:
            arms[men.weapon] += men.x
        found.append(_card(troop.title, card_for(troop), arms))
    return found


def _card(name: str, card: Card, arms: Counter[str]) -> UnitCard:
    carried = ", ".join(f"{count} x {weapons()[arm].title}" for arm, count in arms.items())
    return UnitCard(name, card.title, card.points, {"nerve": f"{card.nerve}+", "weapons": carried})
