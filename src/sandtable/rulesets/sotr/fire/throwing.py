"""Throwing grenades (1.7.4): who throws, how far, the template, and the die for what comes back."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.rulesets.sotr.basics.sight import apart, is_engaged
from sandtable.rulesets.sotr.basics.templates import LARGE, SMALL
from sandtable.rulesets.sotr.basics.words import back_or_not
from sandtable.rulesets.sotr.nerve.cool import officer_of
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle

ATTACK = "sotr.grenade.attack"


@rule("sotr.grenade.range")
def grenade_range(state: Battle) -> int:
    """How far grenades are thrown."""
    return state.options.tables.grenades.range.reach


@rule("sotr.grenade.attack")
def throwers(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that can throw grenades: not DOWN, not Engaged, not busy."""
    return tuple(
        man
        for man in state.units[number].men
        if not state.figures[man].down and not is_engaged(state, man) and state.figures[man].tied != state.turn
    )


@rule("sotr.gap.grenade-supply")
def can_throw(state: Battle, number: int, kind: str) -> Refusal | None:
    """Why a unit cannot throw its `frag` or `smoke` grenades now; None if it can."""
    unit = state.units[number]
    if not (unit.frag if kind == "frag" else unit.smoke):
        return Refusal(f"{unit.name} has no {kind} grenades left", ("sotr.gap.grenade-supply",))
    if not throwers(state, number):
        return Refusal(f"nobody of {unit.name} can throw", (ATTACK,))
    return None


@rule("sotr.grenade.range")
def thrown_from(state: Battle, number: int) -> tuple[int, ...]:
    """From whom the ten inches are measured: the Officer, or without one any model that the owner names."""
    officer = officer_of(state, number)
    return throwers(state, number) if officer is None else (officer,)


@rule("sotr.grenade.range", "sotr.suppress.grenade-range")
def thrower_near(state: Battle, number: int, target: int) -> bool:
    """Whether a unit's grenades reach a unit: within ten inches of its Officer (or of a model, if it has none)."""
    near = thrown_from(state, number)
    if not near or not throwers(state, number):
        return False
    return apart(state, near, state.units[target].men) <= grenade_range(state)


@rule("sotr.grenade.template-large", "sotr.grenade.template-small")
def template_of(state: Battle, number: int) -> int:
    """The radius of the template: 5" with four or more models left, 3" with fewer."""
    able = state.options.grenade_template_count == "able"
    count = len(throwers(state, number)) if able else len(state.units[number].men)
    return LARGE if count >= state.options.tables.grenades.many.men else SMALL


def coming_back_roll(name: str, clause: str, seat: int, options: Options) -> Roll[int]:
    """A D6 for every grenade attack: on a 6, as printed, something comes back."""
    least = options.tables.grenades.coming_back.needs
    return Roll(
        1,
        6,
        AtLeast(least),
        why=f"{name}'s grenades coming back",
        because=(clause,),
        seat=seat,
        needs=f"{least}+",
        say=back_or_not,
        step="whether something comes back",
    )
