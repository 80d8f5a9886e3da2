"""Verbs of moves, of getting in and out, and of leaving the table."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.play.state import with_unit
from sandtable.rulesets.d10.state import Battle

from .common import Verb, placed, set_both


def got_in(state: Battle, event: Event) -> Battle:
    """A unit gets into a vehicle, and is off the table while it rides."""
    assert event.unit is not None
    state = replace(state, layout=state.layout.taken_off(event.figures))
    return with_unit(state, event.unit, event.sets)


def left_table(state: Battle, event: Event) -> Battle:
    """Models leave the table; `battle` are fields of the state, the rest fields of their unit."""
    return set_both(replace(state, layout=state.layout.without(event.figures)), event)


VERBS: dict[str, Verb] = {
    "moved": Verb(placed, "{unit:moves} {length}"),
    "rushed": Verb(placed, "{unit:rushes} {length}"),
    "was on its way": Verb(placed, "{unit:is} under way, {length} so far"),
    "changed floors": Verb(placed, "{unit:goes} to {floor} of {what}"),
    "got in": Verb(got_in, "{unit:gets} in {vehicle}"),
    "got out": Verb(placed, "{unit:gets} out of {vehicle}"),
    "jumped clear": Verb(placed, "{unit:jumps} clear of {vehicle}"),
    "left by the far edge": Verb(left_table, "{unit:leaves} by the far edge"),
    "fled the table": Verb(left_table, "{unit:flees} the table and {unit:~is} lost"),
}
