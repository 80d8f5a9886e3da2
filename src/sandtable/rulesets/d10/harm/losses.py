"""Losses (d10.gap.wounds): models that fall, vehicles that burn, weapons that others take over, riders who jump."""

from collections.abc import Mapping

from sandtable.geometry.units import inches
from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.state import Battle
from sandtable.table.terrain import Piece, piece

HIGHER = inches(0.1)  # so that a wreck is in the way of what its vehicle was in the way of


@rule("d10.gap.wounds")
def take(play: Play[Battle], number: int, wounds: Mapping[int, int], *because: str) -> int:
    """Take wounds off a unit, all at once; gives how many it really lost."""
    state = play.state
    lost = {
        man: min(count, state.figures[man].wounds) for man, count in wounds.items() if man in state.units[number].men
    }
    total = sum(lost.values())
    if not total:
        play.tell("was unhurt", "d10.gap.wounds", unit=number)
        return 0
    if state.units[number].card.individual:
        _hurt(play, number, lost, because)
    else:
        _fell(play, number, tuple(lost), because)
    return total


def _hurt(play: Play[Battle], number: int, lost: Mapping[int, int], because: tuple[str, ...]) -> None:
    man, count = next(iter(lost.items()))
    left = play.state.figures[man].wounds - count
    harm = f"{count_of(count, 'wound', 'wounds')}, {left or 'none'} left"
    sets = {"each": ((man, {"wounds": left}),)}
    play.tell("lost wounds", "d10.gap.wounds", *because, unit=number, figures=(man,), sets=sets, tells={"harm": harm})
    if not left:
        destroy(play, number)


def _fell(play: Play[Battle], number: int, fallen: tuple[int, ...], because: tuple[str, ...]) -> None:
    state = play.state
    if len(fallen) == len(state.units[number].men):
        destroy(play, number)
        return
    weapon = _served_by(state, fallen)
    play.tell("lost models", "d10.gap.wounds", *because, unit=number, figures=fallen, sets={})
    if weapon:
        man = play.state.units[number].men[0]
        sets = {"each": ((man, {"weapons": (weapon,)}),)}
        play.tell(
            "took over",
            "d10.gap.guns",
            unit=number,
            figures=(man,),
            sets=sets,
            tells={"weapon": weapons()[weapon].title},
        )


def _served_by(state: Battle, fallen: tuple[int, ...]) -> str | None:
    """The weapon of a crew whose gunner fell: another of them takes it over."""
    arms = (weapon for man in fallen for weapon in state.figures[man].weapons)
    return next((weapon for weapon in arms if weapons()[weapon].has("served")), None)


@rule("d10.gap.vehicle-damage", "d10.gap.wounds")
def destroy(play: Play[Battle], number: int) -> None:
    """A unit is gone: a vehicle leaves a wreck."""
    unit = play.state.units[number]
    sets: dict[str, object] = {"place": "destroyed", "hold": False}
    if unit.card.vehicle and unit.on_table:
        sets["wreck"] = wreck_of(play.state, number)
        play.tell("was wrecked", "d10.gap.vehicle-damage", unit=number, figures=unit.men, sets=sets)
    else:
        play.tell("was destroyed", "d10.gap.wounds", unit=number, figures=unit.men, sets=sets)


@rule("d10.gap.vehicle-damage", "d10.morale.rout-individual")
def wreck_of(state: Battle, number: int) -> Piece:
    """The wreck that a vehicle leaves: hard cover that blocks sight."""
    unit = state.units[number]
    row = unit.men[0]
    height = (state.layout.top(row) + HIGHER) / inches(1)
    return piece("wreck", state.layout.corners(row), height=height, name=wreck_title(unit.name))


def wreck_title(vehicle: str) -> str:
    """What the wreck of a vehicle is called."""
    return f"the wreck of {vehicle}"
