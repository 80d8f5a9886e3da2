"""The verbs: what each event does to the state, and how the log tells it."""

from msgspec.structs import replace

from sandtable.geometry.units import show
from sandtable.grammar import count_of
from sandtable.mechanics import verbs
from sandtable.mechanics.telling import Words, meaning_of, throw_line
from sandtable.play.events import Event, Happening, Thrown, nothing, set_state, set_unit
from sandtable.play.state import with_unit

from .state import Battle

Verb = verbs.Verb[Battle]


def placed(state: Battle, event: Event) -> Battle:
    """Models are put somewhere (`places`); their unit gets whatever else is set."""
    sets = dict(event.sets)
    state = replace(state, layout=state.layout.placed(sets.pop("places")))
    return with_unit(state, event.unit, sets) if sets and event.unit is not None else state


def taken_off(state: Battle, event: Event) -> Battle:
    """Models leave the table for good; their unit gets whatever else is set."""
    assert event.unit is not None
    men = tuple(man for man in state.units[event.unit].men if man not in event.figures)
    state = replace(state, layout=state.layout.without(event.figures))
    return with_unit(state, event.unit, {"men": men, **event.sets})


def next_turn(state: Battle, event: Event) -> Battle:
    """Everybody may act again, and nobody lies down any more."""
    return replace(state, units=tuple(replace(unit, done=False, grounded=False) for unit in state.units), **event.sets)


VERBS: dict[str, Verb] = {
    "was set up": Verb(placed, "{unit} is set up"),
    "the other side sets up": Verb(set_state, ""),
    "a turn began": Verb(next_turn, "# Turn {turn}"),
    "was activated": Verb(set_unit, "{unit} is activated"),
    "play passed": Verb(set_state, ""),
    "moved": Verb(placed, "{unit} moves {length}"),
    "stayed": Verb(nothing, "{unit} stays"),
    "held fire": Verb(nothing, "{unit} holds its fire"),
    "shot": Verb(nothing, "{unit} shoots at {at}, {dice}"),
    "went to ground": Verb(set_unit, "{unit} goes to ground"),
    "was missed": Verb(nothing, "{unit} is not hit"),
    "lost models": Verb(taken_off, "{unit} loses {count}"),
    "was wiped out": Verb(taken_off, "{unit} is wiped out"),
    "stood": Verb(nothing, "{unit} stands"),
    "ran": Verb(taken_off, "{unit} runs and is removed"),
    "charged": Verb(placed, "{unit} charges {at}"),
    "lost the fight": Verb(taken_off, "{unit} loses the fight and is removed"),
    "the battle ended": Verb(set_state, "# The battle is over: {why}"),
}


def sentence(state: Battle, happening: Happening) -> str:
    """The line of the log for something that happened; empty for what is not worth one."""
    if isinstance(happening, Thrown):
        alone = " = yes" if happening.value else " = no"  # of a single die, whether it is enough
        return throw_line(happening, alone if len(happening.faces) == 1 else meaning_of(happening))
    words = Words({**happening.sets, **happening.tells})
    if happening.unit is not None:
        words["unit"] = state.units[happening.unit].name
    words["count"] = count_of(len(happening.figures), "model", "models")
    if "length" in words:
        words["length"] = show(words["length"] // 10 * 10)
    if "dice" in words:
        words["dice"] = count_of(words["dice"], "die", "dice")
    return VERBS[happening.verb].line.format_map(words)
