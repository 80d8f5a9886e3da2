"""What is seen to be done in a battle: each verb that begins an act, how fire is drawn, and what comes of it in words.

Unspotted teams act in secret: of their fire the others see only that it comes, and at whom.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.mechanics.acts import Deed, acts_by, among_seen, fewer, shows_at, shows_fire
from sandtable.play.acts import Act, Result
from sandtable.play.events import PUBLIC, Event
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.state import Battle

DEEDS = {
    # before the battle, and coming on
    "was set up": Deed("arrive", "is set up", quiet=True),
    "stands in the open": Deed("arrive", "stands in the open", quiet=True),
    "appeared": Deed("arrive", "appears"),
    "was put down": Deed("arrive", "was hidden there"),
    "was spotted": Deed("arrive", "is spotted", "spot"),
    "was a dummy": Deed("leave", "is found out"),
    "was lost from sight": Deed("leave", "is lost from sight"),
    # orders
    "was activated": Deed("order", "acts", quiet=True),
    "stood by": Deed("order", "stands by", quiet=True),
    "did nothing": Deed("order", "does nothing", quiet=True),
    "let it pass": Deed("order", "holds its fire", quiet=True),
    "took aim": Deed("order", "takes careful aim at"),
    "looked out": Deed("order", "looks out", "spot"),
    "made something out": Deed("order", "makes something out", "spot", quiet=True),
    "saw nothing there": Deed("order", "sees nothing there", "spot", quiet=True),
    "was turned up": Deed("order", "turns up a counter", "spot"),
    "called a round": Deed("order", "calls a round on"),
    "set up its weapon": Deed("order", "sets up its weapon"),
    "took down its weapon": Deed("order", "takes down its weapon"),
    "turned its weapon": Deed("order", "turns its weapon", quiet=True),
    "saved actions": Deed("order", "saves its actions", quiet=True),
    "picked up": Deed("order", "picks up a weapon"),
    "joined the crew": Deed("order", "joins a crew"),
    "took the wheel": Deed("order", "takes the wheel"),
    "carried on": Deed("order", "carries on", quiet=True),
    "stayed in cover": Deed("order", "stays in cover", quiet=True),
    "halted": Deed("order", "halts", quiet=True),
    "retreats": Deed("order", "retreats", quiet=True),
    # movement
    "moved": Deed("move", "moves"),
    "drove": Deed("move", "drives"),
    "retired": Deed("move", "retires"),
    "fell back": Deed("move", "falls back"),
    "fled": Deed("move", "flees"),
    "had nowhere to go": Deed("move", "has nowhere to go"),
    "fled the table": Deed("leave", "flees the table"),
    "left the table": Deed("leave", "leaves the table"),
    "surrendered": Deed("leave", "surrenders"),
    "got in": Deed("move", "gets into"),
    "got out": Deed("move", "gets out"),
    "baled out": Deed("move", "bales out"),
    "climbed": Deed("move", "changes floors"),
    "pushed the gun": Deed("move", "pushes its gun"),
    "lifted": Deed("move", "takes hold of a man"),
    "set down": Deed("move", "sets a man down", quiet=True),
    "came free": Deed("move", "comes free"),
    "stayed stuck": Deed("move", "stays stuck"),
    "jumped aside": Deed("move", "jumps aside", quiet=True),
    "was forced back": Deed("move", "is forced back", quiet=True),
    # fire
    "fired": Deed("fire", "fires at", "bullets"),
    "fired together": Deed("fire", "fires all its weapons at", "bullets"),
    "shot": Deed("fire", "fires at", "shell"),
    "landed": Deed("strike", "It lands among", "blast"),
    "landed inside": Deed("strike", "It lands inside", "blast", suffered=True),
    "scattered": Deed("strike", "It scatters to", "blast"),
    "fired smoke": Deed("fire", "fires smoke", "arc"),
    "fell": Deed("strike", "A round falls on", "blast"),
    "fell wide": Deed("strike", "A round falls wide of", "blast"),
    "a smoke round fell": Deed("strike", "A smoke round falls on", "arc", suffered=True),
    "was caught in the explosion": Deed("strike", "The explosion catches", "blast"),
    # hand to hand, and vehicles
    "charged": Deed("assault", "charges"),
    "stormed": Deed("assault", "storms"),
    "was beaten": Deed("assault", "beats", "blows"),
    "fought on": Deed("assault", "fights on with", "blows"),
    "was run over": Deed("assault", "runs over", "blows"),
    # nerves
    "could not fail": Deed("test", "cannot lose its nerve", quiet=True),
    "stood firm": Deed("test", "stands firm"),
    "failed its morale": Deed("test", "loses its nerve"),
    "rallied": Deed("recover", "rallies"),
    "did not rally": Deed("test", "does not rally"),
    "shook off its suppression": Deed("recover", "shakes off its suppression"),
    "stayed suppressed": Deed("recover", "stays suppressed"),
    "was freed": Deed("recover", "is free again"),
}


def _told(_state: Battle, event: Event) -> Deed | None:
    """What the solo enemy has decided to do."""
    action = event.tells.get("action", "")
    return Deed("order", f"decides: {action}") if action else None


_act = acts_by(DEEDS, {"was told": _told})


def act(state: Battle, event: Event) -> Act | None:
    """What is seen to be done from an event on."""
    return among_seen(state, _act(state, event))


KINDS = {"small": "bullets", "flame": "flame", "gun": "shell", "anti-tank": "rocket", "bomb": "grenade"}
PARTICULAR = {
    "light-mortar": "arc",
    "medium-mortar": "arc",
    "rifle-grenade": "arc",
    "molotov": "grenade",
    "at-grenade": "grenade",
    "at-rifle": "bullets",
    "autocannon": "bullets",
}


def trace_of(name: str) -> str:
    """How what a weapon fires is drawn."""
    return PARTICULAR.get(name) or KINDS[weapons()[name].kind]


def shows_shots(target: int, fired: Iterable[str]) -> dict[str, Any]:
    """What is seen of fire at a team with these weapons; of those who are unseen, where it goes."""
    found = shows_fire((target,), [(weapons()[name].title, trace_of(name)) for name in fired])
    unseen = {"kind": "fire", "actor": None, "says": "An unseen team fires at", "trace": found["trace"]}
    return {**found, PUBLIC: unseen | shows_at(target)}


def shows_burst(state: Battle, men: Sequence[int]) -> dict[str, Any]:
    """What is seen of something that bursts among some figures."""
    teams = shows_at(*sorted({state.figures[man].unit for man in men}))
    return {
        "actor": None,
        **teams,
        PUBLIC: {"kind": "strike", "actor": None, "says": "It bursts among", "trace": "blast"} | teams,
    }


RESULTS = {
    "vehicle lost": Result("destroyed", grade=2),
    "spotted": Result("spotted", harm=False, grade=0),
    "counter turned up": Result("a counter turned up", harm=False, grade=0),
    "out of the fight": Result("out of the fight", grade=2),
    "killed": fewer("man", "men"),
    "disabled": Result("1 disabled", "{} disabled"),
    "wounded": Result("1 wounded", "{} wounded"),
    "suppressed": Result("suppressed"),
    "stopped": Result("stopped for good"),
    "captured": Result("1 captured", "{} captured"),
    "hits": Result("1 hit", "{} hits", grade=0),
    "struck": Result("hit", grade=0),
    "morale": Result("loses its nerve", grade=0),
}

# What throws are called, by a clause that they rest on; the first that is found counts.
THROWS = {
    "sk.shoot.group-fire": "To hit",
    "sk.shoot.die": "To hit",
    "sk.gren.to-hit": "To hit",
    "sk.gun.to-hit": "To hit",
    "sk.at.to-hit": "To hit",
    "sk.event.sniper": "To hit",
    "sk.event.artillery": "To hit",
    "sk.event.mines": "Mines",
    "sk.gap.off-table-fire": "To hit",
    "sk.effect.roll": "Effect",
    "sk.arty.effect": "Effect",
    "sk.gren.effect": "Effect",
    "sk.flame.effect": "Effect",
    "sk.at.fire-roll": "Fire",
    "sk.dmg.afv-18": "Until it explodes",
    "sk.dmg.roll": "Damage",
    "sk.gap.who-is-hit": "Who is hit",
    "sk.gap.wreck-weapon": "Which weapon",
    "sk.melee.compare": "Melee",
    "sk.morale.rally": "Rally",
    "sk.morale.fall-back": "How far",
    "sk.morale.test": "Morale",
    "sk.gap.suppression-removal": "Suppression",
    "sk.spot.table": "Spotting",
    "sk.solo.actions": "What it does",
    "sk.afv.roll": "What it does",
    "sk.turn.arrivals": "Does the enemy come",
    "sk.gen.where": "Where",
    "sk.gap.generated-quality": "Quality",
    "sk.gap.deployment": "Who goes first",
    "sk.turn.opposed": "Who goes first",
    "sk.gap.solo-markers": "Events",
    "sk.veh.stuck": "Stuck",
    "sk.gren.smoke": "Drift",
    "sk.gap.misses": "Scatter",
}
