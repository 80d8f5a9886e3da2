"""Blows in close combat (d10.gap.combat-fight): who strikes at whom, with how many dice, what each needs and does."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import storeys_apart
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt
from sandtable.rulesets.d10.basics.charts import SIDES, close_combat, weapon
from sandtable.rulesets.d10.basics.checks import say, score
from sandtable.rulesets.d10.basics.units import CONTACT, contacts, has_grenades
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle

VEHICLE_STRENGTH = 4
HARM = 3  # models that can do harm to an armoured vehicle in a round


class Round(NamedTuple):
    """What holds for one round: who charged, who counter-charged, who defends cover."""

    charged: tuple[int, ...] = ()
    countered: tuple[int, ...] = ()
    covered: tuple[int, ...] = ()


class Blow(NamedTuple):
    """Blows that are alike: of which unit at which, dice, what each needs and why, and what a hit does."""

    unit: int
    target: int
    dice: int
    score: int
    modifiers: tuple[Modifier, ...]
    strength: int
    at: int = 0
    exempt: bool = False
    what: str = ""


# ---- who fights


@rule("d10.gap.combat-many-units")
def combat_of(state: Battle, number: int) -> tuple[int, ...]:
    """All units that are linked by contact with one: a single combat."""
    found = [number]
    for unit in found:
        found += [foe for foe in contacts(state).units.get(unit, []) if foe not in found]
    return tuple(sorted(found))


@rule("d10.gap.combat-fight")
def fighters(state: Battle, number: int) -> dict[int, list[int]]:
    """The models of a unit that strike, each with the enemy units it may strike at.

    Those in contact, and those in contact with a friend who is.
    """
    touching = contacts(state).models
    found: dict[int, list[int]] = {}
    for man in state.units[number].men:
        if man in touching:
            found[man] = _units_of(state, touching[man])
    side, combat = state.units[number].side, combat_of(state, number)
    front = [man for man in touching if state.sides[man] == side and state.figures[man].unit in combat]
    for man in state.units[number].men:
        if man in found:
            continue
        before = [friend for friend in front if _stands_by(state, man, friend)]
        if before:
            found[man] = _units_of(state, [foe for friend in before for foe in touching[friend]])
    return found


def _stands_by(state: Battle, man: int, friend: int) -> bool:
    """Whether a model is in base contact with a friend, on the same floor."""
    bodies = state.layout.bodies
    return not storeys_apart(bodies, man, bodies, friend) and int(gap(bodies, man, bodies, friend)) <= CONTACT


def _units_of(state: Battle, figures: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(state.figures[figure].unit for figure in figures))


# ---- what they need


@rule(
    "d10.cc.panicked", "d10.cc.charged", "d10.cc.counter-charged", "d10.cc.defending-cover", "d10.cc.opponent-panicked"
)
def modifiers_for(
    options: Options, *, panicked: bool, charged: bool, countered: bool, covered: bool, opponent_panicked: bool
) -> list[Modifier]:
    """The modifiers of close combat."""
    table = options.tables.blows
    listed = [
        (panicked, table.panicked.because("panicked")),
        (charged, table.charged.because("charged")),
        (countered, table.counter_charged.because("counter-charged")),
        (covered, table.defending_cover.because("defending cover")),
        (opponent_panicked, table.opponent_panicked.because("the opponent is panicked")),
    ]
    return felt(modifier for holds, modifier in listed if holds)


@rule("d10.gap.break-off")
def for_breaking_off(options: Options) -> list[Modifier]:
    """The modifier of free blows at a unit that turns away."""
    return felt([options.tables.blows.breaking_off.because("it breaks off")])


def modifiers_of(state: Battle, number: int, target: int, now: Round) -> list[Modifier]:
    """The modifiers of a unit that strikes at another."""
    return modifiers_for(
        state.options,
        panicked=state.units[number].panicked,
        charged=number in now.charged,
        countered=number in now.countered,
        covered=number in now.covered,
        opponent_panicked=state.units[target].panicked,
    )


@rule("d10.cc.table", "d10.cc.fight")
def blow_score(attacker: int, defender: int, modifiers: Sequence[Modifier], options: Options) -> int:
    """What a die must show to hit in close combat."""
    return score(close_combat(attacker, defender, options), modifiers, natural=options.natural_rule_everywhere)


def roll_blows(blow: Blow, why: str, seat: int) -> Roll[int]:
    """The dice of some blows."""
    because = ("d10.cc.table", *(modifier.clause for modifier in blow.modifiers))
    return Roll(
        blow.dice,
        SIDES,
        AtLeast(blow.score),
        why=why,
        because=because,
        seat=seat,
        needs=say(blow.score, blow.modifiers),
        step=f"to hit (strength {blow.strength})",
        modifiers=blow.modifiers,
    )


# ---- what they do


@rule("d10.range.cc", "d10.gap.combat-fight", "d10.test.active-stat", "d10.gap.grenades")
def strength_of(state: Battle, man: int) -> int:
    """How strong a model strikes: the CC value of its weapon; 0 if it has none that can be used in contact."""
    card = state.units[state.figures[man].unit].card
    if card.vehicle:
        return VEHICLE_STRENGTH
    arms = (name for name in state.figures[man].weapons if name != "frag")  # not in contact with foot
    return max((weapon(name, state.options).cc for name in arms), default=0)


@rule("d10.gap.combat-fight")
def attacks_of(state: Battle, man: int) -> int:
    """How many dice a model strikes with: individuals and vehicles two."""
    return dice_each(individual=state.units[state.figures[man].unit].card.individual)


def dice_each(*, individual: bool) -> int:
    """How many dice somebody strikes with."""
    return 2 if individual else 1


@rule("d10.gap.vehicle-assault", "d10.gap.weapon-satchel")
def against_armour(state: Battle, number: int, men: Sequence[int], charges: int) -> list[tuple[int, int, int]]:
    """What models do to an armoured vehicle: at most three of them, (dice, strength, AT) with charges and with grenades."""
    unit = state.units[number]
    able = list(men)[:HARM]
    armed = min(charges, len(able))  # used up already: they are none of its items any more
    others = [
        (attacks_of(state, man), VEHICLE_STRENGTH if unit.card.vehicle else weapon("frag", state.options).cc, 0)
        for man in able[armed:]
        if unit.card.vehicle or has_grenades(unit) or "frag" in state.figures[man].weapons
    ]
    return [charge_blow(state.options)] * armed + others


@rule("d10.gap.weapon-satchel", "d10.gap.vehicle-assault")
def charge_blow(options: Options) -> tuple[int, int, int]:
    """What a demolition charge does to an armoured vehicle: one die, its strength, its AT number."""
    satchel = weapon("satchel", options)
    return 1, satchel.cc, satchel.at


def blows_of(
    state: Battle,
    number: int,
    target: int,
    men: Sequence[int],
    now: Round,
    *,
    charges: int = 0,
    plus: Sequence[Modifier] = (),
    once: bool = False,
) -> list[Blow]:
    """The blows of some models of a unit at another, those that are alike together; `once` is a single die each."""
    unit, foe = state.units[number], state.units[target]
    modifiers = [*modifiers_of(state, number, target, now), *plus]
    least = blow_score(unit.card.assault, foe.card.assault, modifiers, state.options)
    if foe.card.has("armoured"):
        exempt = not unit.card.vehicle  # grenades and charges hurt armour however thick; a hull that rams does not
        struck = [(dice, strength, at, exempt) for dice, strength, at in against_armour(state, number, men, charges)]
    else:
        struck = [(attacks_of(state, man), strength_of(state, man), 0, False) for man in men]
    if once:
        struck = [(1, strength, at, exempt) for _, strength, at, exempt in struck]
    found: dict[tuple[int, int, bool], int] = {}
    for dice, strength, at, exempt in struck:
        if strength:
            found[strength, at, exempt] = found.get((strength, at, exempt), 0) + dice
    by_assault = state.options.damage_stat == "assault"
    return [
        Blow(number, target, dice, least, tuple(modifiers), unit.card.assault if by_assault else strength, at, exempt)
        for (strength, at, exempt), dice in found.items()
    ]
