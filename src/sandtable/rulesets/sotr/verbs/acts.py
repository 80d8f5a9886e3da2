"""What is seen to be done in a battle: each verb that begins an act, how fire is drawn, and what comes of it in words.

Whom a template touches is filtered once more for those who look: nobody is told of a Hidden unit.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.mechanics.acts import Deed, acts_by, among_seen, fewer, shows_fire
from sandtable.play.acts import Act, Result
from sandtable.play.events import Event
from sandtable.rulesets.sotr.sheet import Kind
from sandtable.rulesets.sotr.state import Battle

DEEDS = {
    # before the battle, and coming on
    "was set up": Deed("arrive", "is set up", quiet=True),
    "will begin Hidden": Deed("order", "will begin Hidden", quiet=True),
    "cannot begin Hidden": Deed("order", "finds no place out of sight", quiet=True),
    "began Hidden": Deed("leave", "begins Hidden", quiet=True),
    "came on": Deed("arrive", "comes onto the table"),
    "came into view": Deed("arrive", "comes into view"),
    "left the table": Deed("leave", "leaves the table"),
    "left comrades behind": Deed("leave", "leaves comrades behind"),
    "fled the table": Deed("leave", "flees the table"),
    # actions and commands
    "was activated": Deed("order", "is activated", quiet=True),
    "issued a Command": Deed("order", "gives a Command"),
    "made a Command Roll": Deed("test", "makes a Command Roll", quiet=True),
    "was told to just do it": Deed("order", "is told: JUST DO IT!"),
    "had models told to just do it": Deed("order", "is told: JUST DO IT!"),
    "went on Overwatch": Deed("order", "goes on Overwatch"),
    "manned the radio": Deed("order", "calls headquarters"),
    "hid": Deed("leave", "hides"),
    "could not hide": Deed("order", "cannot hide", quiet=True),
    "went Prone": Deed("order", "goes Prone", quiet=True),
    "got up": Deed("recover", "gets up", quiet=True),
    # nerves and recovery
    "faced HORROR": Deed("test", "faces HORROR"),
    "regrouped": Deed("recover", "regroups"),
    "gathered models": Deed("recover", "gathers its models"),
    "stopped fleeing": Deed("recover", "stops fleeing", quiet=True),
    "shook off Suppression": Deed("recover", "shakes off its Suppression", quiet=True),
    "was shaken no more": Deed("recover", "is shaken no more", quiet=True),
    "recovered": Deed("recover", "gets men back on their feet"),
    "stayed DOWN": Deed("recover", "has men who stay DOWN", quiet=True),
    # movement
    "moved": Deed("move", "moves"),
    "was on its way": Deed("move", "is on its way"),
    "made for cover": Deed("move", "makes for cover"),
    "ran for cover": Deed("move", "runs for cover"),
    "fell back": Deed("move", "falls back"),
    "fled": Deed("move", "flees"),
    "left the flames": Deed("move", "gets out of the flames"),
    "crawled": Deed("move", "crawls"),
    "came to a comrade's aid": Deed("move", "drags a comrade"),
    "was dragged": Deed("move", "is dragged", quiet=True),
    "climbed": Deed("move", "takes the stairs", quiet=True),
    "got in": Deed("move", "gets into"),
    "got out": Deed("move", "gets out"),
    "tumbled out": Deed("move", "tumbles out of the wreck"),
    # fire
    "concentrated its fire": Deed("order", "concentrates its fire", quiet=True),
    "fired": Deed("fire", "fires at", "bullets"),
    "fired on Overwatch": Deed("order", "fires on Overwatch at"),
    "laid down Suppressing Fire": Deed("fire", "lays down Suppressing Fire on", "bullets"),
    "fired a template weapon": Deed("fire", "fires at", "shell"),
    "threw grenades": Deed("fire", "throws grenades", "grenade"),
    "jammed": Deed("fire", "has a jam", quiet=True),
    "has to reload": Deed("fire", "has to reload", quiet=True),
    "came back": Deed("strike", "A grenade is thrown back at", "grenade", suffered=True),
    "burst": Deed("strike", "A shell bursts over", "blast"),
    "flamed": Deed("strike", "The flames wash over", "flame"),
    "exploded": Deed("strike", "Fuel tanks explode at", "blast", suffered=True),
    "a shell fell": Deed("strike", "A shell falls on", "blast"),
    "bombs fell": Deed("strike", "Bombs fall on", "bomb"),
    "aircraft strafed": Deed("strike", "Aircraft strafe", "bullets"),
    # hand to hand
    "declared an Assault": Deed("assault", "assaults"),
    "charged": Deed("assault", "charges"),
    "climbed into the fight": Deed("assault", "climbs into the fight", quiet=True),
    "came to grips": Deed("assault", "comes to grips with"),
    "fell short": Deed("assault", "falls short", quiet=True),
    "began a fight": Deed("assault", "fights", "blows"),
    "spent grenades in hand-to-hand": Deed("assault", "uses its grenades on", "grenade"),
    "broke from hand-to-hand": Deed("move", "breaks from hand-to-hand"),
    "followed up": Deed("move", "follows up"),
    "joined the fight": Deed("assault", "joins the fight", quiet=True),
}


def _tested(_state: Battle, event: Event) -> Deed | None:
    if "passed" not in event.tells:
        return None
    return Deed("test", "keeps its Cool", quiet=True) if event.tells["passed"] else Deed("test", "loses its Cool")


def _declared(_state: Battle, event: Event) -> Deed | None:
    what = event.tells.get("what")
    return Deed("order", f"declares: {what}", quiet=True) if what else None


def _lost(_state: Battle, event: Event) -> Deed | None:
    """Models are lost in what is done to them, but for those who die of their wounds."""
    return Deed("recover", "loses its wounded") if "sotr.down.recovery" in event.because else None


_act = acts_by(DEEDS, {"tested its Cool": _tested, "declared its action": _declared, "lost models": _lost})


def act(state: Battle, event: Event) -> Act | None:
    """What is seen to be done from an event on."""
    return among_seen(state, _act(state, event))


def trace_of(weapon: Kind) -> str:
    """How what a weapon fires is drawn."""
    kinds = {"flame": "flame", "indirect": "arc", "annihilating": "rocket"}
    if weapon.has("heavy"):
        return "shell"
    return next((trace for trait, trace in kinds.items() if weapon.has(trait)), "bullets")


def shows_shots(targets: Sequence[int], fired: Iterable[Kind]) -> dict[str, Any]:
    """What is seen of fire at units with these weapons."""
    return shows_fire(targets, [(weapon.name, trace_of(weapon)) for weapon in fired])


def shows_under(state: Battle, figures: Iterable[int], at: Sequence[int]) -> dict[str, Any]:
    """What is seen of something that comes down at a point, on these models."""
    return {"targets": tuple(sorted({state.figures[figure].unit for figure in figures})), "at": (at[0], at[1])}


RESULTS = {
    "destroyed": Result("destroyed", grade=2),
    "GONERs": fewer("man", "men"),
    "DOWN": Result("1 DOWN", "{} DOWN"),
    "on fire": Result("1 on fire", "{} on fire"),
    "Immobilised": Result("immobilised"),
    "Shaken": Result("shaken"),
    "weapons destroyed": Result("a weapon lost", "{} weapons lost"),
    "Fleeing": Result("flees"),
    "Disorganized": Result("Disorganized"),
    "Suppressed": Result("Suppressed"),
    "regroups": Result("regroups", harm=False, grade=0),
    "comes into view": Result("comes into view", harm=False, grade=0),
    "gets up": Result("1 back up", "{} back up", harm=False, grade=0),
    "Cool test: passes": Result("keeps its Cool", harm=False, grade=0),
    "Cool test: fails": Result("loses its Cool"),
    "hits": Result("1 hit", "{} hits", grade=0),
}

# What throws are called, by a clause that they rest on; the first that is found counts.
THROWS = {
    "sotr.shoot.roll": "To hit",
    "sotr.wound.roll": "Wounds",
    "sotr.cool.test": "Cool test",
    "sotr.command.roll": "Command Roll",
    "sotr.down.recovery": "Recovery",
    "sotr.hth.roll": "Hand-to-hand",
    "sotr.gap.random-direction": "Direction",
    "sotr.gap.vehicle-damage": "Armour",
    "sotr.grenade.coming-back": "Coming back",
    "sotr.grenade.coming-back-smoke": "Coming back",
    "sotr.hmg.jam": "Jam",
    "sotr.init.roll": "Initiative",
    "sotr.gap.deployment": "Who sets up first",
    "sotr.gap.scenarios": "Where it comes on",
    "sotr.blast.indirect-miss": "How far it strays",
    "sotr.blast.indirect-cases": "How far it strays",
    "sotr.gap.strike-strafe": "Strafe",
    "sotr.gap.strike-air": "How far it strays",
    "sotr.gap.strike-artillery": "How far it strays",
    "sotr.flame.terrain-roll": "Fire",
}
