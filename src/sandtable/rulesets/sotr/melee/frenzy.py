"""Frenzy (1.8.6), and what the mindless do instead of thinking."""

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.sight import apart, enemies, standing
from sandtable.rulesets.sotr.state import Battle

from .assault import may_not_charge, why_not_charge
from .contact import in_range, within_reach


@rule("sotr.frenzy.horror", "sotr.frenzy.no-casualty-test", "sotr.frenzy.lost")
def frenzied(state: Battle, number: int) -> bool:
    """Whether all standing models of a unit are Frenzied: HORROR never affects it, casualties by fire never test it.

    A failed Cool test ends it (`cool.cool_test`).
    """
    men = standing(state, number)
    return bool(men) and all(state.figures[man].frenzied for man in men)


@rule("sotr.frenzy.assault", "sotr.gap.roster-reich-zombies")
def must_assault(state: Battle, number: int) -> list[int]:
    """The units that a Frenzied unit has to choose its Assault from; empty if it is free.

    Those in its reach that it may declare one on. The mindless have no choice: the nearest.
    """
    unit = state.units[number]
    men = standing(state, number)
    if not unit.mindless and not any(state.figures[man].frenzied for man in men):
        return []
    if may_not_charge(state, number) is not None:
        return []
    able = [target for target in enemies(state, unit.side) if in_range(state, number, target)]
    able.sort(key=lambda target: (apart(state, men, state.units[target].men), target))
    found = []
    for target in able:
        if why_not_charge(state, number, target) is None and within_reach(state, number, target):
            found.append(target)
            if unit.mindless:
                break
    return found


@rule("sotr.gap.roster-reich-zombies")
def mob_move_target(state: Battle, number: int) -> int | None:
    """The nearest enemy unit that a mindless unit goes for."""
    men = state.units[number].men
    found = enemies(state, state.units[number].side)
    return min(found, key=lambda other: (apart(state, men, state.units[other].men), other), default=None)
