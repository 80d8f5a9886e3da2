"""Which of its weapons a unit fires: everybody's own, a grenade or a Panzerfaust instead of one, one of an individual's."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.basics.charts import LARGE, limit_of, lobs, weapons
from sandtable.rulesets.d10.state import Battle

from .arms import Arm, rockets, throws_grenades
from .targets import Aim
from .volley import Loaded, Seen, fires_at, shot_of, usual_shell, views

OWN = "own weapons"
FAR = 1 << 20  # beyond everything


def kits(state: Battle, number: int, found: Sequence[Arm], aim: Aim) -> dict[str, list[Loaded]]:
    """Every choice of weapons against a target, by name, what one would usually fire first."""
    unit = state.units[number]
    loaded = [Loaded(arm, usual_shell(state, arm.weapon, aim.unit)) for arm in found]
    if aim.unseen:
        return {OWN: _lobbed(state, loaded)}
    if unit.card.individual:
        return _one_of(state, number, loaded, aim)
    seen = views(state, [*loaded, *(Loaded(Arm(man, "frag")) for man in unit.men)], aim.unit)
    own = [one for one in loaded if (view := seen.get(one.arm.figure)) and fires_at(one, view, state.options)]
    over = _lobbed(state, [one for one in loaded if one.arm.figure not in seen])
    return {name: kit + over for name, kit in _with_extras(state, number, own, seen, aim).items()}


@rule("d10.gap.tag-indirect")
def _lobbed(state: Battle, loaded: Sequence[Loaded]) -> list[Loaded]:
    """The weapons that can be fired without seeing the target."""
    return [one._replace(unseen=True) for one in loaded if lobs(one.arm.weapon, state.options)]


@rule("d10.gap.unit-us-lieutenant", "d10.gap.unit-us-observer", "d10.gap.grenades")
def _one_of(state: Battle, number: int, loaded: Sequence[Loaded], aim: Aim) -> dict[str, list[Loaded]]:
    """An individual fires one of its weapons: the strongest first."""
    seen = views(state, loaded, aim.unit)
    able = []
    for one in loaded:
        view = seen.get(one.arm.figure)
        shot = None if view is None else shot_of(state, number, one, view)
        if shot is not None:
            able.append((-shot.strength * shot.dice * max(1, shot.blast), one))
    able.sort(key=lambda pair: pair[0])
    return {weapons()[one.arm.weapon].title: [one] for _, one in able}


@rule("d10.gap.tag-one-use", "d10.gap.grenades")
def _with_extras(
    state: Battle, number: int, own: Sequence[Loaded], seen: dict[int, Seen], aim: Aim
) -> dict[str, list[Loaded]]:
    """A squad's own weapons, and those with a grenade or with Panzerfausts in the hands of some instead."""
    near = min((view.gap for view in seen.values()), default=FAR)
    if near > limit_of("panzerfaust", state.options):
        return {OWN: list(own)} if own else {}
    worth = _worth(state, number, own, seen)
    hands = {weapon: _within(state, number, worth, seen, weapon) for weapon in ("panzerfaust", "frag")}
    most_rockets = min(rockets(state, number), len(hands["panzerfaust"]))
    most_grenades = int(throws_grenades(state, number) and bool(hands["frag"]))
    found: dict[str, list[Loaded]] = {}
    for shot in range(most_rockets + 1):
        for thrown in range(most_grenades + 1):
            kit = _exchanged(state, own, hands, aim, {"panzerfaust": shot, "frag": thrown})
            if kit is not None and kit:
                found[_named(shot, thrown)] = kit
    large = max(state.figures[man].size for man in state.units[aim.unit].men) >= LARGE
    best = (most_rockets, 0) if large else (0, most_grenades)
    usual = _named(*best)
    if usual not in found:
        return found
    return {usual: found[usual], **{name: kit for name, kit in found.items() if name != usual}}


def _named(shot: int, thrown: int) -> str:
    names = [OWN]
    if shot:
        names.append("a Panzerfaust" if shot == 1 else f"{shot} Panzerfausts")
    if thrown:
        names.append("a grenade")
    return names[0] if len(names) == 1 else f"{names[0]}, {' and '.join(names[1:])}"


def _worth(state: Battle, number: int, own: Sequence[Loaded], seen: dict[int, Seen]) -> dict[int, int]:
    """What everybody's own weapons would do."""
    worth = {}
    for one in own:
        shot = shot_of(state, number, one, seen[one.arm.figure])
        worth[one.arm.figure] = 0 if shot is None else shot.dice * shot.strength * max(1, shot.blast)
    return worth


def _within(state: Battle, number: int, worth: dict[int, int], seen: dict[int, Seen], weapon: str) -> list[int]:
    """The men who could fire something else at the target, whose own weapons would do least first."""
    men = [man for man in state.units[number].men if man in seen and seen[man].gap <= limit_of(weapon, state.options)]
    return sorted(men, key=lambda man: (worth.get(man, 0), -man))


def _exchanged(
    state: Battle, own: Sequence[Loaded], able: dict[str, list[int]], aim: Aim, wanted: dict[str, int]
) -> list[Loaded] | None:
    """The weapons of a squad with so many exchanged; None if there are not enough hands."""
    taken: dict[int, Loaded] = {}
    for weapon, count in wanted.items():
        hands = [man for man in able[weapon] if man not in taken][:count]
        if len(hands) < count:
            return None
        for man in hands:
            taken[man] = Loaded(Arm(man, weapon), usual_shell(state, weapon, aim.unit))
    return [*(one for one in own if one.arm.figure not in taken), *taken.values()]
