"""What is to be known of an answer besides its dice: what it is good for, whom a template touches, why it is in vain."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.grammar import count_of
from sandtable.mechanics.glances import Glance, at_a_glance
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Promised
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.offers import Aiming, Waiting
from sandtable.rulesets.sotr.basics.sight import apart
from sandtable.rulesets.sotr.basics.templates import SMALL, Landing, best_over, on_model, under_blast
from sandtable.rulesets.sotr.basics.tracks import layout_at
from sandtable.rulesets.sotr.fire.targets import free_models
from sandtable.rulesets.sotr.melee.contact import allowed_to
from sandtable.rulesets.sotr.nerve.cool import takes_tests
from sandtable.rulesets.sotr.react.overwatch import watching
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.weapons.aiming import Aim, Shot, facings_in_sight, seen_models
from sandtable.rulesets.sotr.weapons.blast import shell_of
from sandtable.rulesets.sotr.weapons.indirect import FAR, SEEN, case_of
from sandtable.rulesets.sotr.weapons.jets import Jet, touched_by
from sandtable.rulesets.sotr.weapons.shooting import means, shooters

By = Mapping[str, Promised]

MOVES = {
    "advance": Glance("then fire"),
    "double": Glance("no fire"),
    "hide": Glance("where no enemy sees it"),
    "sneak": Glance("stays Hidden, then fire"),
    "dirt": Glance("drops Prone", "-1 to be hit"),
}
SUPPRESSES = Promised(note="grenades in reach would take two more off its Cool", because=("sotr.suppress.check",))
FLEES = Promised(note="else it breaks and flees", because=("sotr.assault.fallback-choice",))
BURNS = ("sotr.flame.hits", "sotr.flame.burning", "sotr.flame.cool")


def promises(state: Battle, decision: Decision[Any]) -> By:
    """What is to be known of options of a question, by key."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "fall back" and number is not None:
        return {"yes": FLEES} if takes_tests(state, number) else {}
    if isinstance(domain, Aiming):
        return _special(state, domain)
    if number is None:
        return {}
    match domain:
        case Waiting():
            return _waiting(state, number, domain)
        case OneOf() if decision.kind == "fire":
            return _fire(state, number, domain)
        case OneOf() if decision.kind == "action":
            glances = {key: MOVES[key] for key in domain.values if key in MOVES}
            return at_a_glance(_actions(state, number, domain), glances)
        case _:
            return {}


def _actions(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """What Assaults and Suppressing Fire at units hang on."""
    found = {}
    for key in domain.values:
        word, _, target = key.partition(" ")
        if word == "assault":
            found[key] = _assault(state, number, int(target[1:]))
        elif word == "suppress" and target[0] == "u":
            found[key] = SUPPRESSES
    return found


def _assault(state: Battle, number: int, target: int) -> Promised:
    """Whether an Assault gets there."""
    allowed = allowed_to(state, number, {})
    between, reach = apart(state, tuple(allowed), state.units[target].men), max(allowed.values(), default=0)
    known = {"distance": about(between), "reach": about(reach)}
    if between > reach:
        return Promised(known=known, vain="out of reach", because=("sotr.assault.move", "sotr.assault.short"))
    return Promised(known=known, note="the target may fall back first", because=("sotr.assault.order",))


def _fire(state: Battle, number: int, domain: OneOf[Any]) -> By:
    """Whose target is asked for afterwards."""
    found = means(state, shooters(state, number))
    if not found.specials:
        return {}
    later = Promised(note=f"{found.specials[0].row.name}: its target is asked for afterwards")
    ways = [key for key in domain.values if key in {"nearest", "exposed", "aimed"} or key[1:].isdigit()]
    return dict.fromkeys(ways, later)


def _waiting(state: Battle, watcher: int, domain: Waiting) -> By:
    """Which special weapons of a unit on Overwatch fire at a point of a way, too."""
    found = {}
    for key, station in domain.values.items():
        if station is not None:
            there = replace(state, layout=layout_at(state, domain.tracks, station), watched=domain.mover)
            others = len(means(there, watching(state, watcher), only=domain.mover).specials)
            said = count_of(others, "special weapon fires", "special weapons fire")
            found[key] = Promised(note=f"{said}, too" if others else "", because=("sotr.overwatch.fire",))
    return found


# ---- templates


def _special(state: Battle, domain: Aiming[Any]) -> By:
    """Whom one model's weapon would touch at each unit that it may be fired at."""
    seen = as_seen(state, state.units[state.figures[domain.figure].unit].side)
    found = {}
    for key, value in domain.values.items():
        if isinstance(value, Jet) and value.unit >= 0:
            known = _touching(seen, domain.figure, touched_by(seen, domain.figure, value.bearing))
            found[key] = Promised(known=known, note="nobody rolls to hit; whoever goes DOWN burns", because=BURNS)
        elif isinstance(value, Aim) and value.kind == "unit":
            found[key] = _blasted(seen, domain, value)
    return found


def _blasted(state: Battle, domain: Aiming[Any], aim: Aim) -> Promised:
    """A template on a unit: whom it would touch if it hits, and whether it strays anyway."""
    at = _laid(state, domain.figure, aim)
    touched = under_blast(state, at, SMALL)
    shot = Shot(domain.figure, aim, at, touched, overwatch=state.watched >= 0)
    case = case_of(state, shot) if aim.over else SEEN
    strays = {SEEN: "", FAR: "no die is rolled to hit: it strays 2D6 inches"}
    notes = [strays.get(case, "no die is rolled to hit: it strays D6 inches")]
    shell = shell_of(weapon_of(domain.weapon, state.options), state.options)
    if shell.annihilates == "centre" and not state.units[aim.number].machine:
        notes.append("whoever is under its centre is a GONER")
    clauses = ("sotr.blast.nominate", *(("sotr.blast.indirect-cases",) if aim.over else ()))
    known = _touching(state, domain.figure, touched)
    return Promised(known=known, note="; ".join(filter(None, notes)), because=clauses)


def _laid(state: Battle, figure: int, aim: Aim) -> Landing:
    """Where a template goes on a unit: against a machine, or over the model where it touches the most."""
    unit = state.units[aim.number]
    if unit.machine:
        return next(iter(facings_in_sight(state, figure, aim.number).values()), on_model(state, unit.men[0]))
    may = seen_models(state, figure, aim.number) or free_models(state, aim.number)
    return on_model(state, best_over(state, aim.number, may, SMALL)[0])


def _touching(state: Battle, figure: int, touched: Sequence[int]) -> dict[str, str]:
    """Whom a template touches: so many, and so many friends among them."""
    side = state.units[state.figures[figure].unit].side
    friends = sum(state.units[state.figures[one].unit].side == side for one in touched)
    own = {"friends among them": str(friends)} if friends else {}
    return {"touches": count_of(len(touched), "model", "models"), **own}
