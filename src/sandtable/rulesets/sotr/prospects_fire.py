"""What dice shooting throws: those of each target, what they need and why, and how hits wound.

Every number comes from the functions that play the shot. What the dice do in the end a forecast finds out by playing it.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from sandtable.mechanics.chances import chance_of
from sandtable.mechanics.modifiers import Always, Needed, Never, Score
from sandtable.play.domains import OneOf
from sandtable.play.shown import Prospect, Volley

from .armour import affects, armour_roll
from .armour import armour_of as hull_of
from .charts import wound_bands
from .falling import armour_of
from .hit_dice import Dice
from .plans import Means, at_unit, exposed, nearest, plan
from .shooting import means, shooters
from .state import Battle
from .targets import Aim
from .volley import How, dice_of
from .wound_dice import SIDES, Wounding, column, wound_roll

CLAUSES = ("sotr.shoot.procedure", "sotr.wound.roll")
ORDERED = How()  # as a unit fires in its own activation
SHOOTS = {"nearest", "exposed", "aimed"}


def fire_prospects(state: Battle, number: int, domain: OneOf[Any]) -> Mapping[str, Prospect]:
    """The dice of each way in which a whole unit may fire."""
    wanted = [key for key in domain.values if key in SHOOTS or _is_unit(key)]
    if not wanted:
        return {}
    found = means(state, shooters(state, number))
    said = {key: shots_prospect(state, number, _aims(state, found, key)) for key in wanted}
    if not found.specials:
        return said
    later = f"{found.specials[0].row.name}: its target is asked for afterwards"
    return {key: replace(prospect, note=later) for key, prospect in said.items()}


def _is_unit(key: str) -> bool:
    return key[:1] == "u" and key[1:].isdigit()


def _aims(state: Battle, found: Means, key: str) -> tuple[Aim, ...]:
    """What everybody would fire at whom."""
    if _is_unit(key):
        return plan(state, found, at_unit(int(key[1:])))
    return plan(state, found, exposed if key == "exposed" else nearest, slow=key == "aimed")


def target_prospects(state: Battle, number: int, domain: OneOf[Any]) -> Mapping[str, Prospect]:
    """The dice of one model's weapon at each unit it may be fired at."""
    return {
        key: shots_prospect(state, number, (value,)) for key, value in domain.values.items() if isinstance(value, Aim)
    }


def shots_prospect(state: Battle, number: int, aims: Sequence[Aim], how: How = ORDERED) -> Prospect:
    """The dice of some aims, target by target, and of the wounds that follow."""
    volleys: list[Volley] = []
    for target in sorted({aim.target for aim in aims}):
        dice = dice_of(state, number, target, tuple(aim for aim in aims if aim.target == target), (), how)
        volleys += _to_hit(state, target, dice)
        volleys += _to_hurt(state, target, [one for one in dice if one.needed <= SIDES or one.heads])
    return Prospect(tuple(volleys), {}, "", CLAUSES)


def _to_hit(state: Battle, target: int, dice: Sequence[Dice]) -> list[Volley]:
    """Equal dice together, whomever of the unit they are for."""
    groups: dict[tuple[int, bool, tuple[Any, ...]], int] = {}
    for one in dice:
        key = one.needed, one.heads, one.reasons
        groups[key] = groups.get(key, 0) + one.shots
    found = []
    for (needed, heads, reasons), shots in sorted(groups.items(), key=lambda entry: entry[0][:2]):
        score = needed_of(needed)
        said = f"{score}, a natural 6 is a GONER" if heads else str(score)
        found.append(Volley(f"at {state.units[target].name}", str(shots), said, reasons, str(chance_of(score))))
    return found


def needed_of(score: int) -> Needed:
    """What a die must show, where no score is beyond it and none too low."""
    if score > SIDES:
        return Never(f"{score}+ on one die")
    return Always() if score <= 1 else Score(score)


def _to_hurt(state: Battle, target: int, dice: Sequence[Dice]) -> list[Volley]:
    """The die of a hit: on the wound table, or against armour."""
    unit = state.units[target]
    if unit.machine:
        sides = dict.fromkeys((one.how.pen, one.side) for one in dice)
        return [to_pierce(state, target, pen, side) for pen, side in sides]
    kinds = dict.fromkeys((armour_of(state, unit.men[0]), one.how) for one in dice)
    return list(dict.fromkeys(to_wound(unit.name, armour, how) for armour, how in kinds))


def to_wound(name: str, armour: int, how: Wounding) -> Volley:
    """The die that a hit throws on the wound table, with the chance that its victim is a GONER."""
    if how.goner:
        return Volley(f"whoever of {name} is hit is a GONER", "0", "no roll", (), "1")
    roll = wound_roll(1, armour, how, "", (), 0)
    _, goner = wound_bands(column(armour, how), how.plus)
    return Volley(f"wounds of {name}", "1 a hit", roll.needs, (), str(Fraction(SIDES + 1 - goner, SIDES)))


def to_pierce(state: Battle, target: int, pen: int, side: str) -> Volley:
    """D6 and penetration against the armour of a side, with the chance that it does anything."""
    armour = hull_of(state, state.units[target].men[0], side)
    if not affects(pen, armour):
        return Volley(f"the {side} armour of {state.units[target].name} is proof", "0", "no roll", (), "0")
    roll = armour_roll(pen, armour, "", (), 0)
    return Volley(f"against its {side} armour", "1 a hit", roll.needs, (), str(chance_of(needed_of(armour - pen))))
