"""What dice shooting throws: those of each weapon, what they need and why.

Every number comes from the functions that play the shot: `measure`, `salvoes`, `struck_by`, `against_men` and their
neighbours. What the dice do in the end is not said here: a forecast finds that out by playing the shot.
"""

from collections.abc import Sequence
from fractions import Fraction

from sandtable.mechanics.chances import chance_of
from sandtable.mechanics.modifiers import Score, Target, total
from sandtable.play.shown import Prospect, Volley

from .aiming import Firing, usual_shell
from .armour import NO_DAMAGE, penetration_chart
from .arms import Aimed
from .casualties import against_men
from .damage import soft_skin_target
from .fire_effect import against_armour
from .indirect import score_needed, shell_of, within_indirect_range
from .shooting import vehicle_moved
from .state import Battle
from .struck import Struck, alike, pen_of
from .volley import Laid, Ready, aspect, measure, name_of, salvoes, shots_of, struck_by


def shot_prospect(state: Battle, firing: Firing, target: Aimed, shell: str = "") -> Prospect:
    """The dice of firing at a target, with a shell that has been chosen or the usual ones."""
    if not state.options.premeasure:
        return Prospect((), {}, "measured only after the target is named", ("ba.shoot.measure",))
    if firing.indirect:
        volleys, struck, note = _lobbed(state, firing, target)
    else:
        volleys, struck, note = _direct(state, firing, target, shell)
    if not volleys:
        return Prospect((), {}, note, ("ba.shoot.measure",))
    notes = [note, *_warnings(state, firing, target, struck)]
    damage = _to_damage(state, target, struck)
    return Prospect((*volleys, *damage), {}, "; ".join(filter(None, notes)), ("ba.shoot.sequence",))


def _lobbed(state: Battle, firing: Firing, target: Aimed) -> tuple[list[Volley], list[Struck], str]:
    """One shell that needs its score and nothing else."""
    arm = firing.arms[0]
    if not within_indirect_range(state, arm, target):
        return [], [], "out of range"
    score = Score(score_needed(state, firing.number, target, moving=firing.how.moving))
    volley = Volley(f"{arm.weapon.name}: ranging in", "1", str(score), (), str(chance_of(score)))
    return [volley], [shell_of(arm)], ""


def _direct(state: Battle, firing: Firing, target: Aimed, shell: str) -> tuple[list[Volley], list[Struck], str]:
    """Every weapon that would reach the target, like with like; and one hit of each as it strikes."""
    shooter = state.units[firing.number]
    laid = [Laid(arm, shell or usual_shell(state, arm, target)) for arm in firing.arms]
    moving = firing.how.moving or vehicle_moved(state, firing.number)
    ready = measure(state, firing.number, firing.ready, laid, target, moving=moving)
    if not ready:
        return [], [], "out of range"
    seen = aspect(state, ready, target, firing.ready)
    groups = salvoes(ready)
    volleys = [_to_hit(group, shots_of(state, shooter, group[0].laid.arm)) for group in groups]
    struck = [struck_by(state, group[0], 1, seen) for group in groups]
    men = {arm.figure for arm in firing.arms}
    bearing = len({one.laid.arm.figure for one in ready})
    return volleys, struck, f"{bearing} of {len(men)} can fire" if bearing < len(men) else ""


def _to_hit(group: Sequence[Ready], written: str) -> Volley:
    count = len(group)
    dice = str(int(written) * count) if written.isdigit() else f"{count} x {written}" if count > 1 else written
    name = name_of(group[0])
    what = f"{count} x {name}" if count > 1 else name
    return _volley(f"{what}: to hit", dice, group[0].target)


def _volley(what: str, dice: str, target: Target) -> Volley:
    return Volley(what, dice, str(target), target.modifiers, str(chance_of(target.needed)))


def _to_damage(state: Battle, target: Aimed, struck: Sequence[Struck]) -> list[Volley]:
    """The dice that follow hits: on men those of all weapons that wound alike together, on vehicles one after another."""
    card = state.units[target.unit].card
    if card.armoured:
        return [_to_penetrate(state, card.armour, one) for one in struck if not one.small_arm]
    if card.soft:
        return [_damage(one, soft_skin_target(pen_of(one, state.options), state.options)) for one in struck]
    return [_damage(one, against_men(state, target, one)) for one in alike(struck)]


def _damage(one: Struck, needed: Target) -> Volley:
    return _volley(f"{one.weapon}: to damage", f"{one.he} a hit" if one.he else "1 a hit", needed)


def _to_penetrate(state: Battle, armour: str, one: Struck) -> Volley:
    """The die against armour; it succeeds if it does any damage."""
    modifiers = against_armour(one, state.options)
    bonus, value = total(modifiers), state.options.tables.armour[armour].damaged_on
    weights = penetration_chart(bonus, value, state.options).weights(1, 6)
    hurt = 1 - Fraction(weights.get(NO_DAMAGE, 0), 6)
    return Volley(f"{one.weapon}: to penetrate", "1 a hit", f"{value}+ with {bonus:+d}", modifiers, str(hurt))


def _warnings(state: Battle, firing: Firing, target: Aimed, struck: Sequence[Struck]) -> list[str]:
    """What is to be known besides the dice."""
    victim = state.units[target.unit]
    found = []
    if state.dark:
        found.append("in the dark it must first be seen, within 2D6 inches")
    if firing.how.reaction and not victim.is_vehicle and victim.order in {None, "ambush"}:
        found.append("it may go Down first")
    if firing.how.reaction and "recce" in victim.card.traits and victim.order is None and not victim.immobilised:
        found.append("it may escape first")
    if victim.card.armoured and any(one.small_arm for one in struck):
        found.append("small arms cannot hurt it")
    if any(one.flame for one in struck):
        found.append("whoever is struck by flame checks morale")
    return found
