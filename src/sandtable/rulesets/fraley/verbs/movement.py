"""Verbs of moves, of terrain that Tank Teams cross, and of reactions to a move."""

from .common import Verb, nothing, placed, set_figures, set_unit

VERBS: dict[str, Verb] = {
    "moved": Verb(placed, "{unit:moves} {length}"),
    "set off running": Verb(set_unit, "{unit:runs}"),
    "stopped running": Verb(set_unit, ""),
    "failed to cross": Verb(nothing, "{who:does} not get across {what}, and {who:~stops} there"),
    "placed its leader": Verb(placed, "{unit}: {who:goes} elsewhere among his men"),
    "left its leader where he is": Verb(set_unit, ""),
    "dug in": Verb(set_figures, "{unit:digs} in ({count})"),
    "was on its way": Verb(placed, ""),
    "reacted": Verb(set_unit, "{unit:fires} {how} at {at}"),
}
