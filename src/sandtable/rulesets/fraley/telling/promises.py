"""What is to be known of an answer besides its dice: what an action is good for, how far it is, why it comes to nothing."""

from collections.abc import Mapping
from typing import Any

from sandtable.mechanics.glances import Glance, at_a_glance
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.mechanics.verbs import applied_by
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Promised
from sandtable.play.state import with_unit
from sandtable.rulesets.fraley.basics.offers import Grounding, Rerolling
from sandtable.rulesets.fraley.basics.teams import afoot, armoured, enemies, nearest_between
from sandtable.rulesets.fraley.fire.declaring import arm
from sandtable.rulesets.fraley.fire.fire_modes import Mode, Struck
from sandtable.rulesets.fraley.fire.shooting import aim, ready
from sandtable.rulesets.fraley.fire.targets import best_target, targets_of
from sandtable.rulesets.fraley.indirect.battery import firing_at, guns_of
from sandtable.rulesets.fraley.indirect.observing import is_commander, targets
from sandtable.rulesets.fraley.indirect.template import laid, under
from sandtable.rulesets.fraley.melee.assault import may_not_target
from sandtable.rulesets.fraley.melee.charge import charge_of, chargers, may_charge
from sandtable.rulesets.fraley.melee.halting import HITS, RESULTS
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.verbs import VERBS

By = Mapping[str, Promised]
FIRES: Mapping[str, Mode] = {"fire": "fire", "aimed-fire": "aimed", "fire-and-move": "fire", "move-and-fire": "moved"}
SIGHT = ("fraley.fire.line-of-sight", "fraley.fire.range")
NOBODY = Promised(vain="nobody whom it could harm is in sight and range", because=SIGHT)
PLAIN = Promised(note="only AT weapons harm Armored Teams", because=("fraley.armor.at-only",))
HOPELESS = Promised(vain="no die can hit: 7 or more is needed", because=("fraley.hit.seven-plus",))

ACTIONS = {
    "move": Glance("no fire"),
    "run": Glance("two moves, no fire; its Saves must be passed twice"),
    "fire": Glance("from where it stands"),
    "aimed-fire": Glance("without moving"),
    "fire-and-move": Glance("fire first, then move"),
    "move-and-fire": Glance("move first; fire needs one more"),
    "dig-in": Glance("hard cover until it moves"),
    "overwatch": Glance("waits for whoever moves before it"),
    "place-leader": Glance("a Team is led by him anew"),
}
GROUNDED = Promised(
    note="it neither moves nor fires for the rest of the round, but in reaction",
    because=("fraley.gtg.declare-effect", "fraley.gtg.declare-cost"),
)


def promises(state: Battle, decision: Decision[Any]) -> By:
    """What is to be known of options of a question, by key."""
    number, domain = decision.unit, decision.domain
    if decision.kind == "activate" and isinstance(domain, OneOf):
        ends = Promised(note="a failure ends the Initiative", because=("fraley.initiative.ends-on-fail",))
        return {key: ends for key in domain.values if _is_unit(key)}
    if number is None:
        return {}
    if isinstance(domain, Rerolling):
        return {"yes": Promised(note="once an Initiative", because=("fraley.cc.reroll",))}
    if isinstance(domain, Grounding):
        return {"yes": GROUNDED}
    return _by_kind(state, number, decision.kind, domain) if isinstance(domain, OneOf) else {}


def _by_kind(state: Battle, number: int, kind: str, domain: OneOf[Any]) -> By:
    units = {key: int(key[1:]) for key in domain.values if _is_unit(key)}
    match kind:
        case "target":
            mode = mode_of(state, number)
            return {key: _target(state, number, target, mode) for key, target in units.items()}
        case "action":
            found = {key: _action(state, number, key) for key in domain.values}
            known = {key: one for key, one in found.items() if one is not None}
            return at_a_glance(known, {key: ACTIONS[key] for key in domain.values if key in ACTIONS})
        case "assault":
            return {key: _assault(state, number, target) for key, target in units.items()}
        case "react":
            later = Promised(note="as it stands now: when it fires is asked next", because=("fraley.reaction.trigger",))
            return dict.fromkeys(units, later)
        case "observer":
            return {key: _observer(state, number, int(key[1:])) for key in domain.values}
        case "range in on":
            return {key: _template(state, number, int(key[1:])) for key in domain.values if key[0] == "m"}
        case _:
            return {}


def _is_unit(key: str) -> bool:
    return key[:1] == "u" and key[1:].isdigit()


# ---- fire


def mode_of(state: Battle, number: int) -> Mode:
    """On which occasion a Unit fires that is asked about its fire now: in its own action, or at somebody's move."""
    unit = state.units[number]
    if state.acting in (-1, number):
        return "moved" if unit.went else "fire"
    return "overwatch" if unit.watched == state.initiative else "reaction"


def _target(state: Battle, number: int, target: int, mode: Mode) -> Promised:
    """Whether fire at a Unit can do anything."""
    bearing = targets_of(state, ready(state, number, mode), [target], reaction=mode == "reaction").get(target, {})
    if not bearing:
        return Promised(vain="none of its Teams can fire at it", because=("fraley.fire.declare",))
    order, now = rehearsed(applied_by(VERBS), state, arm, number, target, bearing)
    aimed, _ = rehearsed(applied_by(VERBS), now, aim, number, mode, order, None)
    if isinstance(aimed, Struck):
        return HOPELESS
    if aimed is None or any(shot.at for shot in aimed.shots):
        return Promised()
    return PLAIN if all(armoured(state.figures[man]) for man in state.units[target].men) else Promised()


def _action(state: Battle, number: int, key: str) -> Promised | None:
    """What an action would usually be aimed at, from where the Unit stands."""
    if key == "assault":
        return _nearest_assault(state, number)
    if key not in FIRES:
        return None
    mode = FIRES[key]
    now = with_unit(state, number, {"went": True}) if mode == "moved" else state
    best = best_target(now, targets_of(now, ready(now, number, "fire"), enemies(now, now.units[number].side)))
    return NOBODY if best is None else _target(now, number, best, mode)


# ---- assaults


def _nearest_assault(state: Battle, number: int) -> Promised:
    able = [foe for foe in enemies(state, state.units[number].side) if may_not_target(state, number, foe) is None]
    if not able:
        return Promised(vain="nobody is in reach", because=("fraley.assault.charge",))
    near = min(able, key=lambda foe: (nearest_between(state, afoot(state, number), afoot(state, foe)), foe))
    return _assault(state, number, near)


def _assault(state: Battle, number: int, target: int) -> Promised:
    """How far it is, who could charge, and what would halt them."""
    foes = state.units[target].men
    going = chargers(state, number, foes)
    if not going:
        return Promised(vain="none of its Teams may charge", because=("fraley.assault.guns-stay",))
    far = max(charge_of(state, state.figures[man]) for man in going)
    apart = nearest_between(state, going, foes)
    known = {"distance": about(apart), "charge": about(far), "Teams that may charge": str(len(going))}
    if apart > far:
        because = ("fraley.assault.charge", "fraley.assault.need-contact")
        return Promised(known=known, vain="out of reach", because=because)
    return Promised(known=known, note=_halts(state, number), because=("fraley.assault.charge",))


def _halts(state: Battle, number: int) -> str:
    """What defensive fire must do to halt an assault of a Unit."""
    teams = [state.figures[man] for man in state.units[number].men]
    if all(armoured(team) for team in teams if may_charge(state, team)):
        return f"{RESULTS} suppressions or losses by the assaulted Unit's fire halt it"
    return f"{HITS} hits by the assaulted Unit's fire halt it"


# ---- barrages


def _observer(state: Battle, number: int, man: int) -> Promised:
    """How many Teams an observer could have ranged in on, and what it costs if he is the CC."""
    seen = targets(state, number, guns_of(state, number)).get(man, ())
    worse = "one worse: he is the Company Commander" if is_commander(state, man) else ""
    because = ("fraley.barrage.observer", "fraley.hit.cc-observing")
    return Promised(known={"Teams he can range in on": str(len(seen))}, note=worse, because=because)


def _template(state: Battle, number: int, picked: int) -> Promised:
    """Who would be under the template, where a barrage is ranged in on a Team."""
    middle = state.layout.point(picked)
    firing = firing_at(state, guns_of(state, number), middle)
    if firing is None:
        return Promised(vain="too few guns can fire there", because=("fraley.barrage.single-gun",))
    struck = under(state, laid(middle, firing.middle))
    own = sum(state.sides[man] == state.units[number].side for man in struck)
    known = {"Teams under the template": str(len(struck)), **({"friends among them": str(own)} if own else {})}
    return Promised(known=known, because=("fraley.barrage.range-in",))
