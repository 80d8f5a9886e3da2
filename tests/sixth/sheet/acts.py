"""What is seen to be done: each verb that begins an act, and what comes of it in words."""

from collections.abc import Callable

from sandtable.mechanics.acts import Deed, acts_by, fewer
from sandtable.play.acts import Result
from sandtable.play.events import Event

from .state import Battle

DEEDS = {
    "was set up": Deed("arrive", "is set up", quiet=True),
    "was activated": Deed("order", "is activated", quiet=True),
    "moved": Deed("move", "moves"),
    "stayed": Deed("order", "stays", quiet=True),
    "held fire": Deed("order", "holds its fire", quiet=True),
    "shot": Deed("fire", "shoots at", "bullets"),
    "charged": Deed("assault", "charges", "blows"),
}
SPECIAL: dict[str, Callable[[Battle, Event], Deed | None]] = {}
act = acts_by(DEEDS, SPECIAL)

RESULTS = {
    "removed": Result("removed", grade=2),
    "models lost": fewer("model", "models"),
    "to ground": Result("goes to ground", grade=0),
}

THROWS = {"sheet.shoot.to-hit": "To hit", "sheet.charge.fight": "Blows", "sheet.morale.check": "Nerve"}
