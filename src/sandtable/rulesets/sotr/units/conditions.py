"""The states of units and models: how they begin, what they take with them, how they end.

Every rule that makes a unit Disorganized, Fleeing or Suppressed, or a model Prone or visible, does it by one of these, so
that whatever hangs on a state (Overwatch, for one) is lost with it.
"""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.sotr.state import Battle, Freed


@rule("sotr.overwatch.lost-events")
def lose_overwatch(play: Play[Battle], figures: Sequence[int], *because: str, why: str) -> None:
    """Models lose their Overwatch, those that are on it."""
    watching = tuple(figure for figure in figures if play.state.figures[figure].overwatch)
    if watching:
        number = play.state.figures[watching[0]].unit
        play.tell(
            "lost Overwatch", *because, unit=number, figures=watching, sets={"overwatch": False}, tells={"why": why}
        )


@rule("sotr.unit.disorganized-causes", "sotr.flee.causes")
def disorganize(play: Play[Battle], number: int, *because: str, why: str = "", flees: bool = False) -> None:
    """A unit becomes Disorganized, and Fleeing too if it `flees`; a mindless one never does."""
    unit = play.state.units[number]
    if unit.mindless or not unit.on_table or (unit.disorganized and unit.fleeing >= flees):
        return
    lose_overwatch(play, unit.men, "sotr.overwatch.lost-events", why="disorganized")
    sets = {"disorganized": True, "fleeing": unit.fleeing or flees}
    verb = "broke and fled" if flees else "became Disorganized"
    play.tell(verb, *because, unit=number, sets=sets, tells={"why": why})


def stop_fleeing(play: Play[Battle], number: int, *because: str, why: str) -> None:
    """A unit is no longer Fleeing, though still Disorganized."""
    if play.state.units[number].fleeing:
        play.tell("stopped fleeing", *because, unit=number, sets={"fleeing": False}, tells={"why": why})


def regroup(
    play: Play[Battle], number: int, *because: str, stays_fleeing: bool = False, rolls: tuple[int, ...] = ()
) -> None:
    """A unit is no longer Disorganized."""
    fleeing = play.state.units[number].fleeing and stays_fleeing
    sets = {"disorganized": False, "fleeing": fleeing, "dread": 0}
    play.tell("regrouped", *because, unit=number, sets=sets, rolls=rolls)


@rule("sotr.gap.suppressed-duration")
def suppress(play: Play[Battle], number: int, by: int, *because: str) -> None:
    """A unit becomes Suppressed by another; once more changes nothing."""
    unit = play.state.units[number]
    if unit.suppressed or unit.mindless or not unit.on_table:
        return
    lose_overwatch(play, unit.men, "sotr.overwatch.lost-events", why="suppressed")
    sets = {"suppressed": True, "suppressed_by": by}
    play.tell("was Suppressed", *because, unit=number, sets=sets)


def drop(play: Play[Battle], figures: Sequence[int], *because: str) -> None:
    """Models go Prone, those that are not."""
    fallen = tuple(figure for figure in figures if not play.state.figures[figure].prone)
    if fallen:
        number = play.state.figures[fallen[0]].unit
        play.tell("went Prone", *because, unit=number, figures=fallen, sets={"prone": True, "moved": play.state.turn})


def get_up(play: Play[Battle], figures: Sequence[int], *because: str) -> None:
    """Models stand up again, those that are Prone."""
    risen = tuple(figure for figure in figures if play.state.figures[figure].prone)
    if risen:
        number = play.state.figures[risen[0]].unit
        play.tell("got up", *because, unit=number, figures=risen, sets={"prone": False, "moved": play.state.turn})


def disengage(play: Play[Battle], figures: Sequence[int], *because: str) -> None:
    """Models are no longer Engaged with anybody: they broke, fell back or crawled away."""
    left = tuple(pair for pair in play.state.engaged if pair[0] not in figures and pair[1] not in figures)
    if left != play.state.engaged:
        play.tell("left the fight", *because, sets={"engaged": left}, tells={"figures": list(figures)})


def reveal(play: Play[Battle], number: int, *because: str, why: str) -> None:
    """A unit is Hidden no longer: from here on everybody knows where it is and how it is."""
    state = play.state
    unit = state.units[number]
    if not unit.hidden:
        return
    places = [list(place) for place in _places(state, unit.men)]
    tells = {"why": why, "places": places}
    play.tell("came into view", *because, unit=number, sets={"hidden": False}, tells=tells)


def _places(state: Battle, men: Sequence[int]) -> list[tuple[int, int, int]]:
    if state.layout.bare:
        return []
    return [(man, *state.layout.point(man)) for man in men]


@rule("sotr.unit.disorganized-fire")
def note_fire(play: Play[Battle], number: int, *because: str) -> None:
    """A unit has been fired upon this turn: by shots, templates, strikes, grenades or suppressing fire."""
    turn = play.state.turn
    unit = play.state.units[number]
    if turn not in unit.shot_at:
        shot_at = (*unit.shot_at[-1:], turn)
        play.tell("was fired upon", *because, unit=number, sets={"shot_at": shot_at})


@rule("sotr.unit.disorganized-fire")
def was_fired_upon(state: Battle, number: int) -> bool:
    """Whether a unit was fired upon in the turn before this, or in this one if the table counts that: then it may reply."""
    turns = state.units[number].shot_at
    current = state.options.disorganized_return_fire == "previous-or-current"
    return state.turn - 1 in turns or (current and state.turn in turns)


# ---- freed by a JUST DO IT (1.5.2.3)


MOVE: Freed = "move"
SHOOT: Freed = "shoot"
BOTH: Freed = "both"


@rule("sotr.command.jdi", "sotr.suppress.jdi", "sotr.command.jdi-resume")
def freed_to(state: Battle, number: int, what: str) -> bool:
    """Whether a JUST DO IT lets a unit `move` or `shoot` in spite of everything."""
    unit = state.units[number]
    return unit.ordered == state.turn and unit.freed in {what, BOTH}


def model_freed_to(state: Battle, figure: int, what: str) -> bool:
    """Whether a JUST DO IT, to him or to his unit, lets a model `move` or `shoot`."""
    soldier = state.figures[figure]
    alone = soldier.ordered == state.turn and soldier.freed in {what, BOTH}
    return alone or freed_to(state, soldier.unit, what)
