"""What shooting promises: the dice of each weapon, what they need and why, and what may be expected of them.

Every number comes from the functions that play the shot: `measure`, `salvoes`, `struck_by`, `against_men` and their
neighbours. What a volley does is a chain of dice that do not depend on each other, so its odds are exact.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from sandtable.mechanics.chances import (
    CERTAIN,
    Spread,
    chance_of,
    chance_that,
    exactly,
    mapped,
    mean,
    repeated,
    say_chance,
    say_number,
    successes,
    together,
    weighted,
)
from sandtable.mechanics.modifiers import Score, Target
from sandtable.play.shown import Prospect, Volley

from .aiming import Firing, usual_shell
from .armour import NO_DAMAGE, penetration_chart, result_modifiers, results_to_roll
from .arms import Aimed, men_of
from .charts import armours, chart, dice_count
from .damage import soft_skin_target
from .explosive import COLLAPSE, halved
from .fire_effect import (
    SAVE_NEEDS,
    Struck,
    against_armour,
    against_men,
    halved_by_trenches,
    manner,
    must_check,
    pen_of,
)
from .indirect import score_needed, shell_of, within_indirect_range
from .losses import medics_near
from .shooting import vehicle_moved
from .state import Battle, Unit
from .volley import Laid, Ready, aspect, measure, name_of, salvoes, shots_of, struck_by

KNOCKED_OUT = "knocked-out"


class Salvo(NamedTuple):
    """Hits of one kind: how many there may be, and one of them as it strikes."""

    hits: Spread
    struck: Struck


def shot_prospect(state: Battle, firing: Firing, target: Aimed, shell: str = "") -> Prospect:
    """What firing at a target promises, with a shell that has been chosen or the usual ones."""
    if not state.options.premeasure:
        return Prospect((), {}, "measured only after the target is named", ("ba.shoot.measure",))
    if firing.indirect:
        volleys, salvoes_fired, note = _lobbed(state, firing, target)
    else:
        volleys, salvoes_fired, note = _direct(state, firing, target, shell)
    if not volleys:
        return Prospect((), {}, note, ("ba.shoot.measure",))
    damage, expected = _effect(state, target, salvoes_fired)
    notes = [note, *_warnings(state, firing, target, [one.struck for one in salvoes_fired])]
    return Prospect((*volleys, *damage), expected, "; ".join(filter(None, notes)), ("ba.shoot.sequence",))


def _lobbed(state: Battle, firing: Firing, target: Aimed) -> tuple[list[Volley], list[Salvo], str]:
    """One shell that needs its score and nothing else."""
    arm = firing.arms[0]
    if not within_indirect_range(state, arm, target):
        return [], [], "out of range"
    score = Score(score_needed(state, firing.number, target, moving=firing.how.moving))
    chance = chance_of(score)
    volley = Volley(f"{arm.weapon.name}: ranging in", "1", str(score), (), str(chance))
    return [volley], [Salvo(successes(CERTAIN, chance), shell_of(arm))], ""


def _direct(state: Battle, firing: Firing, target: Aimed, shell: str) -> tuple[list[Volley], list[Salvo], str]:
    """Every weapon that would reach the target, like with like."""
    shooter = state.units[firing.number]
    laid = [Laid(arm, shell or usual_shell(state, arm, target)) for arm in firing.arms]
    moving = firing.how.moving or vehicle_moved(state, firing.number)
    ready = measure(state, firing.number, firing.ready, laid, target, moving=moving)
    if not ready:
        return [], [], "out of range"
    seen = aspect(state, ready, target, firing.ready)
    volleys, fired = [], []
    for group in salvoes(ready):
        written = shots_of(state, shooter, group[0].laid.arm)
        many = dice_count(written)
        each = weighted(many.reading.weights(many.dice, 6)) if many.dice else exactly(many.reading.plus)
        shots = repeated(exactly(len(group)), each)
        chance = chance_of(group[0].target.needed)
        volleys.append(_to_hit(group, written, chance))
        fired.append(Salvo(successes(shots, chance), struck_by(state, group[0], 1, seen)))
    men = {arm.figure for arm in firing.arms}
    bearing = len({one.laid.arm.figure for one in ready})
    return volleys, fired, f"{bearing} of {len(men)} can fire" if bearing < len(men) else ""


def _to_hit(group: Sequence[Ready], written: str, chance: Fraction) -> Volley:
    count = len(group)
    dice = str(int(written) * count) if written.isdigit() else f"{count} x {written}" if count > 1 else written
    name = name_of(group[0])
    target = group[0].target
    what = f"{count} x {name}" if count > 1 else name
    return Volley(f"{what}: to hit", dice, str(target), target.modifiers, str(chance))


def _effect(state: Battle, target: Aimed, fired: Sequence[Salvo]) -> tuple[list[Volley], dict[str, str]]:
    """The dice to damage, and what may be expected of it all."""
    hits = together(one.hits for one in fired)
    expected = {
        "hits": say_number(mean(hits)),
        "at least one hit": say_chance(chance_that(hits, lambda count: count > 0)),
    }
    unit = state.units[target.unit]
    if unit.card.armoured:
        volleys, more = _on_armour(state, unit, fired)
    elif unit.is_vehicle:
        volleys, more = _on_soft_skin(state, fired)
    else:
        volleys, more = _on_men(state, target, fired)
    return volleys, expected | more


def _dice_to_damage(state: Battle, one: Salvo, *, down: bool) -> Spread:
    """How many dice to damage the hits of a salvo come to: explosive shells make several each."""
    if not one.struck.he:
        return one.hits
    count = dice_count(one.struck.he)
    each = weighted(count.reading.weights(count.dice, 6))
    return repeated(one.hits, mapped(each, lambda hits: halved(hits, state.options)) if down else each)


def _to_damage(one: Struck, needed: Target) -> Volley:
    dice = f"{one.he} a hit" if one.he else "1 a hit"
    chance = str(chance_of(needed.needed))
    return Volley(f"{one.weapon}: to damage", dice, str(needed), needed.modifiers, chance)


def _on_men(state: Battle, target: Aimed, fired: Sequence[Salvo]) -> tuple[list[Volley], dict[str, str]]:
    """Casualties among men: small arms apart from the rest, since a medic helps against those only."""
    men = len(men_of(state, target))
    unit = state.units[target.unit]
    alike: dict[tuple[object, ...], list[Salvo]] = {}
    for one in fired:
        alike.setdefault(manner(one.struck), []).append(one)
    volleys, small, heavy = [], exactly(0), exactly(0)
    for group in alike.values():
        struck = group[0].struck
        needed = against_men(state, target, struck)
        names = " and ".join(dict.fromkeys(salvo.struck.weapon for salvo in group))
        volleys.append(_to_damage(struck._replace(weapon=names), needed))
        one = Salvo(together(salvo.hits for salvo in group), struck)
        dice = _dice_to_damage(state, one, down=unit.order == "down")
        if not struck.he and halved_by_trenches(state, target, struck):
            dice = mapped(dice, lambda hits: (hits + 1) // 2)
        wounds = _buried(state, unit, men, dice, chance_of(needed.needed), explodes=bool(struck.he))
        if struck.small_arm:
            small = together((small, wounds))
        else:
            heavy = together((heavy, wounds))
    lost = _casualties(small, heavy, men, medic=medics_near(state, target))
    check = chance_that(lost, lambda count: count < men and must_check(men, count, state.options))
    everybody = chance_that(lost, lambda count: count == men)
    expected = {
        "casualties": say_number(mean(lost)),
        "at least one casualty": say_chance(chance_that(lost, lambda count: count > 0)),
    }
    if check:
        expected["a morale check"] = say_chance(check)
    if everybody:
        expected["all of them"] = say_chance(everybody)
    return volleys, expected


def _buried(state: Battle, unit: Unit, men: int, dice: Spread, chance: Fraction, *, explodes: bool) -> Spread:
    """Casualties of so many dice; so many hits of high explosive on a building bury everybody in it."""
    if unit.building is None or not explodes or not state.options.building_collapse:
        return successes(dice, chance)
    standing = {count: likely for count, likely in dice.items() if count < COLLAPSE}
    found = dict(successes(standing, chance))
    found[men] = found.get(men, Fraction(0)) + chance_that(dice, lambda count: count >= COLLAPSE)
    return found


def _casualties(small: Spread, heavy: Spread, men: int, *, medic: bool) -> Spread:
    """How many men are lost in the end, never more than there are; a medic undoes one by small arms on a six."""
    found: dict[int, Fraction] = {}
    kept = 1 - chance_of(Score(SAVE_NEEDS)) if medic else Fraction(1)
    for killed, likely in heavy.items():
        left = max(0, men - killed)
        rest = successes(mapped(small, lambda count, left=left: min(count, left)), kept)  # type: ignore[misc]
        for count, share in rest.items():
            lost = min(men, killed) + count
            found[lost] = found.get(lost, Fraction(0)) + likely * share
    return found


def _on_soft_skin(state: Battle, fired: Sequence[Salvo]) -> tuple[list[Volley], dict[str, str]]:
    """Any damage destroys a soft-skinned vehicle."""
    volleys, spared = [], Fraction(1)
    for one in fired:
        needed = soft_skin_target(pen_of(one.struck), state.options)
        volleys.append(_to_damage(one.struck, needed))
        wounds = successes(_dice_to_damage(state, one, down=False), chance_of(needed.needed))
        spared *= chance_that(wounds, lambda count: count == 0)
    return volleys, {"destroyed": say_chance(1 - spared)}


def _on_armour(state: Battle, unit: Unit, fired: Sequence[Salvo]) -> tuple[list[Volley], dict[str, str]]:
    """Each hit of a heavy weapon may do damage, and each kind of damage may knock the vehicle out."""
    row = armours()[unit.card.armour]
    volleys, spared, saved = [], Fraction(1), Fraction(1)
    for one in fired:
        if one.struck.small_arm:
            continue
        modifiers = against_armour(one.struck)
        bonus = sum(modifier.value for modifier in modifiers)
        weights = penetration_chart(bonus, row.damaged_on, state.options).weights(1, 6)
        done = {what: Fraction(weight, 6) for what, weight in weights.items() if what != NO_DAMAGE}
        hurt = sum(done.values(), Fraction(0))
        out = sum((_knocks_out(state, unit, one.struck, what) * share for what, share in done.items()), Fraction(0))
        needs = f"{row.damaged_on}+ with {bonus:+d}"
        what = f"{one.struck.weapon}: to penetrate"
        volleys.append(Volley(what, "1 a hit", needs, tuple(modifiers), str(hurt)))
        spared *= chance_that(successes(one.hits, hurt), lambda count: count == 0)
        saved *= chance_that(successes(one.hits, out), lambda count: count == 0)
    return volleys, {"damaged": say_chance(1 - spared), "knocked out, fires aside": say_chance(1 - saved)}


def _knocks_out(state: Battle, unit: Unit, one: Struck, done: str) -> Fraction:
    """How likely damage of a kind knocks a vehicle out by the table of results itself."""
    dice, plus, _ = results_to_roll(done)
    modifiers = result_modifiers(
        open_topped="open-topped" in unit.card.traits,
        indirect=one.indirect,
        flame_vehicle=any("flamethrower" in mount.weapon for mount in unit.card.mounts),
        options=state.options,
    )
    weights = chart("result", plus + sum(modifier.value for modifier in modifiers)).weights(1, 6)
    return 1 - (1 - Fraction(weights.get(KNOCKED_OUT, 0), 6)) ** dice


def _warnings(state: Battle, firing: Firing, target: Aimed, struck: Sequence[Struck]) -> list[str]:
    """What the numbers leave out."""
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
