"""What is seen to be done in a battle: each verb that begins an act, how fire is drawn, and what comes of it in words."""

from collections.abc import Iterable
from typing import Any

from sandtable.mechanics.acts import Deed, acts_by, fewer, shows_at, shows_fire
from sandtable.play.acts import Act, Result
from sandtable.play.events import Event
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.basics.units import engaged, foes_of
from sandtable.rulesets.d10.state import Battle

DEEDS = {
    # before the battle
    "was set up": Deed("arrive", "is set up", quiet=True),
    # orders and nerves
    "did nothing": Deed("order", "does nothing", quiet=True),
    "stood still": Deed("order", "stands still", quiet=True),
    "went on Hold": Deed("order", "goes on Hold"),
    "rallied": Deed("recover", "rallies"),
    "did not rally": Deed("test", "does not rally"),
    "passed a reaction test": Deed("test", "reacts", quiet=True),
    "failed a reaction test": Deed("test", "does not react in time"),
    # movement
    "moved": Deed("move", "moves"),
    "rushed": Deed("move", "rushes"),
    "was on its way": Deed("move", "is under way"),
    "changed floors": Deed("move", "changes floors"),
    "got in": Deed("move", "gets into"),
    "got out": Deed("move", "gets out"),
    "jumped clear": Deed("move", "jumps clear"),
    "left by the far edge": Deed("leave", "leaves by the far edge"),
    "fled the table": Deed("leave", "flees the table"),
    # shooting
    "could not shoot": Deed("fire", "has nothing left to shoot at", quiet=True),
    # close combat
    "declared an assault": Deed("assault", "assaults"),
    "charged": Deed("assault", "charges"),
    "counter-charged": Deed("assault", "counter-charges"),
    "fell short": Deed("assault", "does not reach"),
    "piled in": Deed("assault", "closes up"),
    "used charges": Deed("assault", "uses demolition charges", "blast", quiet=True),
    "broke off": Deed("move", "breaks off from"),
    "consolidated": Deed("move", "regroups", quiet=True),
}


def _shot(_state: Battle, event: Event) -> Deed:
    how = event.tells.get("how", "shoots")
    if event.shows.get("trace") == "blast":
        return Deed("fire", "calls down a barrage on", "arc")
    return Deed("fire", "shoots in reaction at" if "reaction" in how else "shoots at", "bullets")


def _struck(_state: Battle, event: Event) -> Deed | None:
    """Hits come of fire; those of a round of close combat are the first that is seen of it."""
    return Deed("assault", "fights", "blows") if event.shows else None


_act = acts_by(DEEDS, {"shot": _shot, "was hit": _struck})


def act(state: Battle, event: Event) -> Act | None:
    """What is seen to be done from an event on."""
    if event.verb != "was activated" or event.unit is None:
        return _act(state, event)
    if engaged(state, event.unit):
        return Act("assault", event.unit, "fights", tuple(foes_of(state, event.unit)), trace="blows")
    return Act("order", event.unit, "is activated", quiet=True)


def trace_of(name: str) -> str:
    """How what a weapon fires is drawn."""
    weapon = weapons()[name]
    if weapon.has("called") or name == "satchel":
        return "blast"
    if name in {"flamethrower", "grenade"}:
        return {"flamethrower": "flame"}.get(name, name)
    kinds = {"indirect": "arc", "shaped": "rocket", "gun": "shell"}
    return next((trace for tag, trace in kinds.items() if weapon.has(tag)), "bullets")


def shows_shots(target: int, fired: Iterable[str]) -> dict[str, Any]:
    """What is seen of fire at a unit with these weapons."""
    return shows_fire((target,), [(weapons()[name].title, trace_of(name)) for name in fired])


def shows_round(fighting: Iterable[int], rolls: Iterable[int]) -> dict[str, Any]:
    """What is seen of a round of close combat: the first to strike, and everybody else in it."""
    first, *others = dict.fromkeys(fighting)
    return {"actor": first, **shows_at(*others), "rolls": tuple(rolls)}


RESULTS = {
    "destroyed": Result("destroyed", grade=2),
    "routs": Result("routs", grade=2),
    "panics": Result("panics"),
    "models lost": fewer("model", "models"),
    "wounds lost": fewer("wound", "wounds"),
    "rallies: yes": Result("rallies", harm=False, grade=0),
    "rallies: no": Result("does not rally"),
    "reaction test: passes": Result("reacts", harm=False, grade=0),
    "reaction test: fails": Result("too late", grade=0),
    "reaches contact: yes": Result("in contact", harm=False, grade=0),
    "reaches contact: no": Result("falls short", grade=0),
    "hits": Result("1 hit", "{} hits", grade=0),
}

# What throws are called, by a clause that they rest on; the first that is found counts.
THROWS = {
    "d10.cc.table": "Blows",
    "d10.shoot.table": "To hit",
    "d10.shoot.damage": "Damage",
    "d10.morale.rally": "Rally",
    "d10.morale.test": "Morale",
    "d10.gap.reaction-test": "Reaction",
    "d10.gap.deployment": "Who picks an edge",
    "d10.gap.game-length": "Last turn",
    "d10.turn.initiative-roll": "Initiative",
}
