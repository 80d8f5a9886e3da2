"""What is seen to be done in a battle: each verb that begins an act, how fire is drawn, and what comes of it in words."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.mechanics.acts import Deed, acts_by, fewer, shows_fire
from sandtable.play.acts import Act, Result
from sandtable.play.events import Event
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.state import Battle

DEEDS = {
    # before the battle, and leaving it
    "was set up": Deed("arrive", "is set up", quiet=True),
    "left by the far edge": Deed("leave", "leaves by the far edge"),
    # orders and leaders
    "was activated": Deed("order", "is activated", quiet=True),
    "went on Overwatch": Deed("order", "goes on Overwatch"),
    "went to ground": Deed("order", "goes to ground"),
    "dug in": Deed("order", "digs in"),
    "reacted": Deed("order", "fires in reaction at", quiet=True),
    "made Units ready again": Deed("order", "makes Units ready again"),
    "appointed": Deed("order", "has a new leader"),
    "took in": Deed("order", "takes others in", quiet=True),
    # recovery
    "shed a marker": Deed("recover", "sheds a marker"),
    "recovered": Deed("recover", "recovers"),
    "shifted suppression": Deed("recover", "shifts its suppression"),
    # movement
    "moved": Deed("move", "moves"),
    "was on its way": Deed("move", "is on its way"),
    "set off running": Deed("order", "runs", quiet=True),
    "failed to cross": Deed("move", "does not get across"),
    "placed its leader": Deed("move", "moves its leader", quiet=True),
    "got in": Deed("move", "gets in"),
    "got out": Deed("move", "gets out"),
    "jumped clear": Deed("move", "jumps clear"),
    # fire
    "fired": Deed("fire", "fires at", "bullets"),
    "opened a barrage": Deed("fire", "fires a barrage", "arc"),
    "came down": Deed("strike", "comes down on", "blast"),
    "laid smoke": Deed("fire", "lays smoke", "arc"),
    # assaults
    "declared an assault": Deed("assault", "assaults"),
    "charged": Deed("assault", "charges"),
    "halted": Deed("assault", "is halted"),
    "fell short": Deed("assault", "does not reach"),
    "struck": Deed("assault", "strikes at", "blows"),
    "counter-attacked": Deed("assault", "counter-attacks"),
    "broke off": Deed("move", "breaks off from"),
    "pursued": Deed("move", "pursues"),
}
# Training Checks, passed and failed.
CHECKED = {
    "activation": (Deed("test", "is ready to act", quiet=True), Deed("test", "is not ready to act")),
    "morale": (Deed("test", "stays to fight"), Deed("test", "loses heart")),
    "company": (Deed("test", "holds the company together"), Deed("test", "cannot hold the company together")),
    "counter-attack": (Deed("test", "dares to counter-attack", quiet=True), Deed("test", "dares no counter-attack")),
}
# Units that go without being shot at, by the clause.
GOES = {
    "fraley.morale.last-team": Deed("leave", "gives up"),
    "fraley.morale.fail": Deed("leave", "runs"),
    "fraley.cc.reroll-risk": Deed("leave", "goes with the Unit that ran"),
    "fraley.gap.cc-fo-alone-rules": Deed("leave", "goes with its battery"),
}


def _checked(_state: Battle, event: Event) -> Deed | None:
    passed, failed = CHECKED.get(event.tells.get("why", ""), (None, None))
    return passed if event.tells.get("passed") else failed


def _goes(_state: Battle, event: Event) -> Deed | None:
    return next((GOES[clause] for clause in event.because if clause in GOES), None)


def _declared(_state: Battle, event: Event) -> Deed | None:
    what = event.tells.get("what")
    return Deed("order", f"declares: {what}", quiet=True) if what else None


def _ranged(_state: Battle, event: Event) -> Deed:
    return Deed("test", event.tells.get("how", "ranges in"))


SPECIAL = {
    "checked its Training": _checked,
    "was destroyed": _goes,
    "declared its action": _declared,
    "ranged in": _ranged,
}
_act = acts_by(DEEDS, SPECIAL)


def act(state: Battle, event: Event) -> Act | None:
    """What is seen to be done from an event on; a retreat is everybody's who is left of the company."""
    if event.verb != "called the retreat":
        return _from_afar(state, _act(state, event))
    side = event.sets["retreats"][-1]
    left = [number for number, unit in enumerate(state.units) if unit.side == side and unit.on_table]
    return Act("leave", None, "The retreat is called for", tuple(left))


def _from_afar(state: Battle, act: Act | None) -> Act | None:
    """Of guns behind the table's edge nothing is seen but what they fire."""
    if act is None or act.actor is None or state.units[act.actor].place != "off-table":
        return act
    if act.kind != "fire":
        return None
    return replace(act, actor=None, says=f"{state.units[act.actor].name} {act.says}")


def trace_of(name: str) -> str:
    """How what a weapon fires is drawn."""
    weapon = weapons()[name]
    if "over-friends" in weapon.traits:
        return "arc"
    if weapon.infantry_at:
        return "rocket"
    return "shell" if weapon.at else "bullets"


def shows_shots(targets: Sequence[int], fired: Iterable[str]) -> dict[str, Any]:
    """What is seen of fire at Units with these weapons."""
    return shows_fire(tuple(dict.fromkeys(targets)), [(weapons()[name].title, trace_of(name)) for name in fired])


RESULTS = {
    "destroyed": Result("destroyed", grade=2),
    "Teams lost": fewer("Team", "Teams"),
    "suppression": Result("suppressed", "{} markers"),
    "retreats": Result("the company retreats", grade=2),
    "Training Check: passes": Result("passes its check", harm=False, grade=0),
    "Training Check: fails": Result("fails its check", grade=0),
    "ranges in: yes": Result("ranged in", harm=False, grade=0),
    "ranges in: no": Result("not ranged in", harm=False, grade=0),
    "is halted": Result("halted"),
    "hits": Result("1 hit", "{} hits", grade=0),
}

# What throws are called, by a clause that they rest on; the first that is found counts.
THROWS = {
    "fraley.barrage.hit-rolls": "To hit",
    "fraley.assault.kill-check": "Blows",
    "fraley.assault.tank-assault-rolls": "Blows",
    "fraley.fire.dice": "To hit",
    "fraley.save.procedure": "Saves",
    "fraley.armor.save": "Armour",
    "fraley.assault.tank-save": "Armour",
    "fraley.armor.vdt-per-failure": "Vehicle damage",
    "fraley.barrage.one-save": "Save",
    "fraley.barrage.range-in": "Ranging in",
    "fraley.assault.break-off-move": "Breaks off",
    "fraley.assault.extra-move": "Charges further",
    "fraley.assault.pursuit": "Pursuit",
    "fraley.round.roll-off": "Initiative",
    "fraley.gap.deployment": "Who picks an edge",
    "fraley.terrain.tank-difficult": "Crossing",
    "fraley.reactivation.6-to-10": "Act again",
    "fraley.reactivation.11-to-12": "Act again",
    "fraley.reactivation.over-12": "Act again",
    "fraley.morale.trigger": "Morale",
    "fraley.training.check": "Training Check",
}
