"""What hits, shots and teams are worth: whole numbers throughout, in thousandths of a figure."""

from functools import cache

from sandtable.mechanics.modifiers import total
from sandtable.rulesets.skirmish41.charts import (
    D20,
    LONG,
    fire_effect,
    score_of,
    shell_die,
    shot_cost,
    to_hit,
    weapons,
)
from sandtable.rulesets.skirmish41.damage import damage_modifiers
from sandtable.rulesets.skirmish41.heavy import band_against
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card, Unit
from sandtable.rulesets.skirmish41.to_hit import effect_modifiers

FIGURE = 1000  # what a figure is worth, in what everything here is counted in
AGAIN = 120  # what suppressing a team is worth that is suppressed already
DOES = {"suppressed": 420, "wounded": 600, "disabled": 950, "killed": 1000}
BLASTS = {False: 420, True: 260}  # what a bomb does to a man in the open, and in cover
CATCHES = 5  # tenths of a team that one bomb catches
FLAMES = 850
SERIOUS = 9  # from this row on a hit tells on a vehicle


@cache
def hit_worth(weapon: str, band: int, options: Options, *, fresh: bool) -> int:
    """What a hit with a small arm is worth: the mean of the effect table; `fresh` if the team is not suppressed yet."""
    chart = fire_effect(total(effect_modifiers(weapon, band)), options)
    found = [chart.read((die,)) for die in range(1, 7)]
    return sum(AGAIN if one == "suppressed" and not fresh else DOES.get(one, 0) for one in found) // 6


@cache
def small_power(weapon: str, band: int, shift: int, actions: int, bonus: int, options: Options) -> int:
    """The best that so many actions do with a small arm: hits, in thousandths."""
    if band + shift > LONG or actions < 1:
        return 0
    best = 0
    for shot in range(3):
        many = max(0, actions + bonus) // shot_cost(shot, options)
        best = max(best, many * max(0, D20 + 1 - to_hit(weapon, band + shift, shot, options)))
    return best * 1000 // D20


@cache
def hurts_vehicle(weapon: str, card: Card, *, flank: bool) -> int:
    """How likely a hit with an anti-tank weapon tells on a vehicle, in thousandths."""
    plus = total(damage_modifiers(weapon, card, flank=flank, hull_down=False))
    return max(0, min(D20, D20 + 1 + plus - SERIOUS)) * 1000 // D20


def heavy_power(weapon: str, distance: int, target: Unit, *, covered: bool, flank: bool = False) -> int:
    """What one shot with anything but a small arm is worth against a team at a distance."""
    line = weapons()[weapon]
    if target.mounted and line.kind == "bomb":
        return 0
    if not target.mounted and line.has("no-infantry"):
        return 0
    band, table = band_against(weapon, distance, vehicle=target.mounted)
    if band is None:
        return 0
    kind = {"bomb": "rifle-grenade", "anti-tank": "bazooka"}.get(table, weapon)
    chance = max(0, min(D20, D20 + 1 - score_of(kind, band) - (2 if table == "bomb" and covered else 0))) * 1000 // D20
    if target.mounted:
        return chance * hurts_vehicle(weapon, target.card, flank=flank) // 1000 * vehicle_worth(target) // FIGURE
    if line.kind == "flame":
        return chance * FLAMES * len(target.men) // 1000
    caught = max(10, len(target.men) * CATCHES)
    each = BLASTS[covered] * (shell_die(line.calibre) if line.kind == "gun" else 6) // 6
    return chance * each // 1000 * caught // 10


def vehicle_worth(unit: Unit) -> int:
    """What a vehicle is worth: a quarter of its body points, and its crew; and that it shoots back."""
    return FIGURE * (unit.card.body // 4 + len(unit.men)) * 3 // 4


def team_worth(view: Battle, number: int) -> int:
    """What is left of a team: leaders count twice."""
    unit = view.units[number]
    men = sum(2 if view.figures[man].role in {"officer", "NCO"} else 1 for man in unit.men)
    return FIGURE * men + (FIGURE * (unit.card.body // 4) if unit.mounted else 0)
