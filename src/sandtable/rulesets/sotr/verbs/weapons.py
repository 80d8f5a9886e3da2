"""Verbs of templates: blasts, flames, grenades, smoke, and what they do to armour."""

from msgspec.structs import replace

from sandtable.play.events import Event
from sandtable.play.state import with_figure, with_unit
from sandtable.rulesets.sotr.state import Battle, Smoke

from .common import Verb, nothing, set_figures, set_state, set_unit, taken_off


def with_smoke(state: Battle, event: Event) -> Battle:
    """Smoke lies where it is laid, instead of any that lay there before."""
    smoke = Smoke(*event.sets["smoke"])
    rest = tuple(other for other in state.smokes if (other.unit, other.piece) != (smoke.unit, smoke.piece))
    return replace(state, smokes=(*rest, smoke))


def without_smoke(state: Battle, event: Event) -> Battle:
    """Smoke is gone."""
    smoke = Smoke(*event.sets["smoke"])
    return replace(state, smokes=tuple(other for other in state.smokes if other != smoke))


def without_weapon(state: Battle, event: Event) -> Battle:
    """A machine has lost one of its weapons."""
    assert event.unit is not None
    weapon = event.sets["weapon"]
    (figure,) = event.figures
    left = list(state.figures[figure].weapons)
    left.remove(weapon)
    state = with_figure(state, figure, {"weapons": tuple(left)})
    return with_unit(state, event.unit, {"broken": (*state.units[event.unit].broken, weapon)})


def got_out(state: Battle, event: Event) -> Battle:
    """Riders stand on the table again."""
    assert event.unit is not None
    state = replace(state, layout=state.layout.placed(event.sets["places"]))
    return with_unit(state, event.unit, {"place": "table", "aboard": None})


VERBS: dict[str, Verb] = {
    "fired a template weapon": Verb(set_figures, "{unit:fires} {unit:~its} {weapon} at {target}"),
    "missed": Verb(nothing, "The {weapon:misses}: the shot is lost"),
    "was a dud": Verb(nothing, "The {weapon:'s} shot is lost: a dud, or it burst too high"),
    "strayed": Verb(nothing, "The {weapon:'s} shot strays {distance}"),
    "burst": Verb(nothing, "The {weapon:bursts} over {touched}"),
    "flamed": Verb(nothing, "The jet of flame washes over {touched}"),
    "caught fire": Verb(set_state, "{piece:catches} fire"),
    "exploded": Verb(nothing, "The fuel tanks of {unit:'s} flamethrower explode"),
    "threw grenades": Verb(set_unit, "{unit:throws} {unit:~its} {weapon} grenades"),
    "loaded smoke": Verb(set_unit, "{unit:fires} smoke"),
    "came back": Verb(nothing, "Coming back! A grenade is thrown back at {unit}"),
    "laid smoke": Verb(with_smoke, "There is smoke on {on}"),
    "smoke cleared": Verb(without_smoke, "The smoke on {on} clears"),
    "became Disorganized alone": Verb(set_figures, "{unit}: {count:is} Disorganized by the flames"),
    "was unharmed": Verb(nothing, "{unit:is} unharmed{why:: ?}"),
    "was Shaken": Verb(set_unit, "{unit:is} Shaken"),
    "was immobilised": Verb(set_unit, "{unit:is} immobilised"),
    "lost a weapon": Verb(without_weapon, "{unit:loses} {unit:~its} {weapon}"),
    "was wrecked": Verb(taken_off, "{unit:is} destroyed"),
    "left a wreck": Verb(set_state, ""),
    "tumbled out": Verb(got_out, "{unit:tumbles} out of the wreck"),
}
