"""Verbs of moves carried out, of hiding and sneaking, of Suppressing Fire and of flight."""

from .common import Verb, nothing, placed, set_figures, set_unit, taken_off

VERBS: dict[str, Verb] = {
    "moved": Verb(placed, "{unit:moves} {length}"),
    "was on its way": Verb(placed, ""),
    "made for cover": Verb(placed, "{unit:makes} for the nearest cover"),
    "ran for cover": Verb(placed, "{unit:runs} for cover"),
    "fell back": Verb(placed, "{unit:falls} back"),
    "fled": Verb(placed, "{unit:flees}"),
    "left the flames": Verb(placed, "{unit:gets} out of the flames"),
    "fled the table": Verb(taken_off, "{unit}: {count:flees} the table"),
    "spent its Overwatch": Verb(set_unit, "{unit:has} fired on Overwatch"),
    "hid": Verb(set_unit, "{unit:hides}"),
    "could not hide": Verb(nothing, "{unit} cannot hide{why:: ?}"),
    "laid down Suppressing Fire": Verb(set_figures, "{unit:lays} down Suppressing Fire on {at}"),
    "threw grenades to suppress": Verb(set_unit, "{unit:adds} grenades to it"),
}
