"""What is seen to be done in a battle: each verb that begins an act, and how fire is drawn, weapon by weapon.

A unit that goes Down when it is shot at does so within the shot, as its pins and losses come of it.
"""

from collections.abc import Iterable
from typing import Any

from sandtable.mechanics.acts import Deed, acts_by, fewer, shows_fire
from sandtable.play.acts import Result
from sandtable.play.events import Event
from sandtable.rulesets.bolt_action.basics.charts import Weapon
from sandtable.rulesets.bolt_action.state import Battle

AWAY = {"wave", "reserve"}  # where a unit is that is yet to come on

ORDERED = {
    "fire": Deed("order", "is ordered to fire", quiet=True),
    "advance": Deed("order", "is ordered to advance", quiet=True),
    "run": Deed("order", "is ordered to run", quiet=True),
    "ambush": Deed("order", "lies in ambush"),
    "rally": Deed("recover", "rallies"),
    "down": Deed("order", "goes Down"),
}
TESTED = {
    "pass": Deed("test", "obeys its order", quiet=True),
    "fail": Deed("test", "fails its order test"),
    "fubar": Deed("test", "misunderstands its order"),
}
CONFUSED = {
    "friendly fire": Deed("test", "mistakes friends for the enemy"),
    "panic": Deed("test", "panics"),
}

DEEDS = {
    # before the battle
    "was set up": Deed("arrive", "is set up", quiet=True),
    # orders and nerves
    "was called to act": Deed("order", "is called to act at once", quiet=True),
    "kept its order": Deed("order", "keeps its order", quiet=True),
    # movement
    "set out": Deed("move", "sets out"),
    "fled": Deed("move", "flees"),
    "backed away": Deed("move", "backs away"),
    "escaped": Deed("move", "makes off"),
    "came on": Deed("arrive", "comes onto the table"),
    "found no room to come on": Deed("order", "finds no room to come on", quiet=True),
    "left the table": Deed("leave", "leaves the table"),
    "sent its spotter": Deed("move", "sends its spotter", quiet=True),
    "regrouped": Deed("move", "regroups", quiet=True),
    "stepped aside": Deed("move", "steps aside", quiet=True),
    "fell back a step": Deed("move", "falls back a step", quiet=True),
    "drove at": Deed("assault", "drives at"),
    "drove over": Deed("assault", "drives over", "blows"),
    "rammed": Deed("assault", "rams", "blows"),
    "came out of hiding": Deed("arrive", "comes out of hiding", quiet=True),
    "was found": Deed("arrive", "is found", quiet=True),
    # transports and buildings
    "boarded": Deed("move", "boards"),
    "got out": Deed("move", "gets out"),
    "bailed out": Deed("move", "bails out"),
    "entered": Deed("move", "makes for a building"),
    "occupied": Deed("move", "occupies the building"),
    "left the building": Deed("move", "leaves the building"),
    # shooting
    "opened fire": Deed("fire", "fires at", "bullets"),
    "held its fire": Deed("order", "holds its fire"),
    "fired in vain": Deed("fire", "cannot reach"),
    "sprang its ambush": Deed("order", "springs its ambush", quiet=True),
    "shot back": Deed("order", "shoots back", quiet=True),
    "laid smoke": Deed("fire", "lays smoke", "arc"),
    "fired smoke in vain": Deed("fire", "fires smoke in vain", "arc"),
    "collapsed": Deed("strike", "The building collapses on", "blast"),
    # support
    "called for support": Deed("order", "calls for support"),
    "the barrage fell": Deed("strike", "A barrage falls on", "blast"),
    "took a direct hit": Deed("strike", "A shell of the barrage hits", "blast", suffered=True),
    "an aircraft attacked": Deed("strike", "An aircraft attacks", "bomb", suffered=True),
    "drove the aircraft off": Deed("fire", "drives the aircraft off", "bullets"),
    # close quarters
    "declared an assault": Deed("assault", "assaults"),
    "fell short": Deed("assault", "falls short"),
    "charged": Deed("assault", "charges"),
    "fought a round": Deed("assault", "fights", "blows"),
    "struck a vehicle": Deed("assault", "strikes at", "blows"),
}


def _ordered(state: Battle, event: Event) -> Deed | None:
    """An order is seen where the unit is; of one that is yet to come on, its coming is."""
    if event.unit is None or state.units[event.unit].place in AWAY:
        return None
    return ORDERED.get(event.sets.get("order", ""))


def _tested(state: Battle, event: Event) -> Deed | None:
    if event.unit is None or state.units[event.unit].place in AWAY:
        return None
    return TESTED.get(event.tells.get("result", ""))


def _confused(_state: Battle, event: Event) -> Deed | None:
    return CONFUSED.get(event.tells.get("row", "").replace("-", " "))


def _pinned(_state: Battle, event: Event) -> Deed | None:
    """Pins are what comes of fire, unless they come out of the sky."""
    return Deed("strike", "", suffered=True) if event.shows else None


def _moved(state: Battle, event: Event) -> Deed:
    length = event.tells.get("length", 0)
    if length <= 1:
        return Deed("move", "turns on the spot" if length else "stays in its place", quiet=True)
    runs = event.unit is not None and state.units[event.unit].order == "run"
    return Deed("move", "runs" if runs else "advances")


def _under_way(_state: Battle, event: Event) -> Deed:
    return Deed("move", "makes for" if event.shows else "is on its way")


SPECIAL = {
    "was ordered": _ordered,
    "took an order test": _tested,
    "was confused": _confused,
    "moved": _moved,
    "was on its way": _under_way,
    "pinned": _pinned,
}
act = acts_by(DEEDS, SPECIAL)


def trace_of(weapon: Weapon, *, indirect: bool) -> str:
    """How what a weapon fires is drawn."""
    if indirect:
        return "arc"
    if "flamethrower" in weapon.traits:
        return "flame"
    if "shaped-charge" in weapon.traits:
        return "rocket"
    return "shell" if weapon.he and "autocannon" not in weapon.id else "bullets"


def shows_shots(target: int, arms: Iterable[tuple[Weapon, bool]]) -> dict[str, Any]:
    """What is seen of fire at a unit, with these weapons, each lobbed or not."""
    return shows_fire((target,), [(weapon.name, trace_of(weapon, indirect=lobbed)) for weapon, lobbed in arms])


RESULTS = {
    "order test: pass": Result("obeys", harm=False, grade=0),
    "order test: fail": Result("disobeys"),
    "order test: fubar": Result("FUBAR"),
    "falls short": Result("falls short", grade=1),
    "destroyed": Result("destroyed", grade=2),
    "men lost": fewer("man", "men"),
    "immobilised": Result("immobilised"),
    "massive damage": Result("massive damage"),
    "full damage": Result("full damage"),
    "superficial damage": Result("superficial damage"),
    "pins": Result("1 pin", "{} pins"),
    "pins lost": Result("1 pin off", "{} pins off", harm=False, grade=0),
    "Down": Result("goes Down", grade=0),
    "in Ambush": Result("in ambush", harm=False, grade=0),
    "morale: holds": Result("morale holds", harm=False, grade=0),
    "morale: fails": Result("morale fails"),
    "hits": Result("1 hit", "{} hits", grade=0),
}

# What throws are called, by a clause that they rest on; the first that is found counts.
THROWS = {
    "ba.gap.impossible-shots": "Sixes again",
    "ba.shoot.to-hit": "To hit",
    "ba.gap.exceptional-damage": "Sixes again",
    "ba.cqv.damage": "To damage",
    "ba.shoot.to-damage": "To damage",
    "ba.armour.roll": "To penetrate",
    "ba.armour.to-table": "Damage",
    "ba.gap.indirect-fire": "Ranging in",
    "ba.gap.order-test": "Order test",
    "ba.gap.morale-check": "Morale",
    "ba.gap.medic": "Medic",
    "ba.cq.regroup": "Regroups",
    "ba.fubar.trigger": "FUBAR",
    "ba.barrage.roll": "Barrage",
    "ba.barrage.effect-area": "Reach",
    "ba.barrage.effect-pins": "Barrage",
    "ba.gap.preparatory-bombardment": "Bombardment",
    "ba.air.pins": "Pins",
    "ba.air.roll": "Air strike",
    "ba.air.type": "Aircraft",
    "ba.air.flak": "Flak",
    "ba.gap.air-hits-soft": "Hits",
    "ba.gap.night": "How far it sees",
    "ba.gap.game-length": "Another turn",
    "ba.gap.smoke": "Smoke",
    "ba.gap.sides-and-edges": "Who chooses",
    "ba.gap.simultaneity": "Who decides first",
    "ba.order.rally": "Rally",
    "ba.turn.draw": "Order die",
    "ba.gap.transport-hits": "Hits",
}
