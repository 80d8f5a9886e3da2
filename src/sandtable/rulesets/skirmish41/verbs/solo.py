"""Verbs of the solo enemy: counters, arrivals, and why its troops do what they do."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.rulesets.skirmish41.state import Battle

from .common import Verb, changed, nothing


def moved_counters(state: Battle, event: Event) -> Battle:
    """Counters lie elsewhere, are turned up or gone: `counters` has which of the old ones each is, and how it lies now."""
    old = state.markers
    told = event.sets["counters"]
    laid = tuple(
        replace(old[place], at=at, known=known, struck=struck, victims=victims)
        for place, at, known, struck, victims in told
    )
    return replace(state, markers=laid, **event.sets["battle"])


def shuffled_counters(state: Battle, event: Event) -> Battle:
    """What lies under each counter: `sorts` has it in the order in which they lie."""
    hidden = event.sets["sorts"]
    laid = [
        replace(marker, sort=sort, team=team, once=once)
        for marker, (sort, team, once) in zip(state.markers, hidden, strict=False)
    ]
    return replace(state, markers=(*laid, *state.markers[len(laid) :]))


VERBS: dict[str, Verb] = {
    "counters changed": Verb(moved_counters, ""),
    "was turned up": Verb(nothing, "a counter is turned up: {sort}"),
    "was put down": Verb(changed, "{unit:was} hidden there"),
    "a smoke round fell": Verb(nothing, "a smoke round falls on {unit}"),
    "nothing came": Verb(nothing, "nothing comes"),
    "the enemy came on": Verb(nothing, "the enemy comes on: {what}{why: (?)}"),
    "nobody was left to come": Verb(nothing, "no figures are left to represent what would come"),
    "was redeployed": Verb(nothing, "a portal that was passed is redeployed {length} away"),
    "appeared": Verb(changed, "{name:appears}"),
    "was driven back": Verb(nothing, "a portal falls back {length}"),
    "was eliminated": Verb(nothing, "a portal has nowhere to go and is eliminated"),
    "saw the enemy": Verb(changed, ""),
    "weighed its risk": Verb(nothing, "{unit}: risk factor {risk} ({terms})"),
    "weighed its situation": Verb(nothing, "{unit}: {risk:point} ({terms})"),
    "was told": Verb(changed, ""),
    "carried on": Verb(nothing, "{unit} {why} and {unit:~carries} on"),
    "retreats": Verb(changed, ""),
    "stopped retiring": Verb(changed, ""),
    "left its post": Verb(changed, ""),
    "stayed in cover": Verb(changed, "{unit:stays} in {unit:~its} cover"),
    "halted": Verb(changed, "{unit:halts}{where}"),
    "took stock": Verb(changed, ""),
}
