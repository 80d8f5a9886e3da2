"""Allocation of shots within the target unit (1.6.2.4): mixed cover, equal shares, and who gets the surplus."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.sight import Sighting, between, closest, is_engaged, sightings
from sandtable.rulesets.sotr.harm.wounds import described, sparing
from sandtable.rulesets.sotr.state import Battle

from .targets import Aim, shootable
from .to_hit import in_reach

Seen = Mapping[tuple[int, int], Sighting]


class Allotted(NamedTuple):
    """Shots of one weapon at one model; `bound` if only that model can suffer for them."""

    aim: Aim
    model: int
    shots: int
    bound: bool


def sights(state: Battle, number: int, target: int, aims: Sequence[Aim]) -> tuple[tuple[int, ...], Seen]:
    """The models of a unit that may be shot at and that some firing model sees, and how each firer sees them."""
    men = shootable(state, target, by=number)
    firers = tuple(dict.fromkeys(aim.arm.figure for aim in aims))
    seen = sightings(state, firers, men)
    return tuple(man for man in men if any(seen[firer, man].visible for firer in firers)), seen


def still_good(state: Battle, number: int, target: int, aims: Sequence[Aim]) -> tuple[Aim, ...]:
    """The aims that still have somebody to shoot at and somebody to shoot: losses may have changed that."""
    left = [aim for aim in aims if aim.arm.figure in state.units[number].men and not state.figures[aim.arm.figure].down]
    visible, seen = sights(state, number, target, left)
    good = []
    for aim in left:
        models = within_sight(state, aim, visible, seen)
        if models:
            good.append(aim if aim.picked in models else aim._replace(picked=-1))
    return tuple(good)


@rule("sotr.alloc.same-cover", "sotr.gap.mixed-views")
def is_mixed(state: Battle, target: int, aims: Sequence[Aim], visible: Sequence[int], seen: Seen) -> bool:
    """Whether those who are seen of a unit differ in cover, or in lying down, from the firing model nearest to them."""
    if len(visible) < 2 or state.units[target].machine or all(is_engaged(state, man) for man in visible):
        return False
    firers = list(dict.fromkeys(aim.arm.figure for aim in aims))
    nearest = closest(state, sorted(firers), visible)[1]
    levels = set()
    for man in visible:
        viewers = [nearest] if seen[nearest, man].visible else [one for one in firers if seen[one, man].visible]
        figure = state.figures[man]
        levels.add((min(seen[one, man].cover for one in viewers), figure.prone or figure.down))
    return len(levels) > 1


@rule("sotr.alloc.mixed", "sotr.alloc.ex-mixed", "sotr.alloc.heavy", "sotr.target.sniper")
def allot(
    state: Battle, aims: Sequence[Aim], visible: Sequence[int], seen: Seen, surplus: Sequence[int], *, mixed: bool
) -> list[Allotted]:
    """Which shots go at which model: picked ones where their firer wants them, the others at anybody, or spread evenly."""
    found = [Allotted(aim, aim.picked, aim.shots, bound=True) for aim in aims if aim.picked >= 0]
    pooled = [aim for aim in aims if aim.picked < 0]
    if mixed:
        return found + _spread(state, pooled, visible, seen, surplus)
    for aim in pooled:
        model = closest(state, (aim.arm.figure,), within_sight(state, aim, visible, seen))[2]
        found.append(Allotted(aim, model, aim.shots, bound=False))
    return found


def within_sight(state: Battle, aim: Aim, visible: Sequence[int], seen: Seen) -> list[int]:
    """The models that a firer sees and reaches."""
    figure, weapon = aim.arm.figure, weapon_of(aim.arm.weapon, state.options)
    men = [man for man in visible if seen[figure, man].visible]
    return [man for man in men if in_reach(weapon, between(state, figure, man))] if weapon.range else men


def _spread(
    state: Battle, aims: Sequence[Aim], visible: Sequence[int], seen: Seen, surplus: Sequence[int]
) -> list[Allotted]:
    """As equal shares as can be, every shot at a model that its firer sees; those who see the fewest shoot first."""
    shots = sum(aim.shots for aim in aims)
    quota = {man: shots // len(visible) + (man in surplus) for man in visible}
    given = dict.fromkeys(visible, 0)
    found: dict[tuple[Aim, int], int] = {}
    choices = {aim: within_sight(state, aim, visible, seen) for aim in aims}
    for aim in sorted(aims, key=lambda one: (len(choices[one]), one)):
        for _ in range(aim.shots):
            model = min(choices[aim], key=lambda man: (given[man] - quota[man], given[man], man))
            given[model] += 1
            found[aim, model] = found.get((aim, model), 0) + 1
    return [Allotted(aim, model, count, bound=True) for (aim, model), count in found.items()]


@rule("sotr.alloc.mixed", "sotr.gap.nearest-ties")
async def choose_surplus(play: Play[Battle], number: int, target: int, aims: tuple[Aim, ...]) -> tuple[int, ...]:
    """Where shots cannot be shared out evenly, the shooter says who gets one more; not asked where all get as many."""
    state = play.state
    visible, seen = sights(state, number, target, aims)
    firers = tuple(dict.fromkeys(aim.arm.figure for aim in aims))
    pooled = tuple(aim for aim in aims if aim.picked < 0)
    if not pooled or not is_mixed(state, target, aims, visible, seen):
        return ()
    shots = sum(aim.shots for aim in pooled)
    spare = shots % len(visible)
    if spare == 0:
        return ()

    order = sparing(state, visible)

    def easiest(man: int) -> tuple[int, int]:
        cover = min(seen[firer, man].cover for firer in firers if seen[firer, man].visible)
        lying = state.figures[man].prone or state.figures[man].down
        return cover + lying, -order.index(man)

    fire = f"{count_of(shots, 'shot', 'shots')} at {len(visible)} models of {state.units[target].name}"
    choices = SomeOf(
        {f"m{man}": man for man in visible},
        spare,
        spare,
        label=lambda man: described(state, man),
        points=lambda man: OnTable(target, man),
    )
    chosen = await ask(
        play,
        number,
        "surplus",
        choices,
        f"{fire}: who gets one more?",
        "sotr.alloc.mixed",
        usual=lambda: [f"m{man}" for man in sorted(visible, key=easiest)[:spare]],
    )
    return tuple(chosen)
