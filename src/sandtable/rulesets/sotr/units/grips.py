"""Who is at grips with whom: engagements, who is held in one, and who may crawl out of it (1.8, 1.8.3)."""

from collections.abc import Sequence

from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import storeys_apart
from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.shelter import discs
from sandtable.rulesets.sotr.basics.sight import opponents
from sandtable.rulesets.sotr.state import Battle, Pair

Units = tuple[int, ...]


def pair_of(state: Battle, one: int, other: int) -> Pair:
    """Two enemies as the battle keeps them: the model of side 0 first."""
    return (one, other) if state.units[state.figures[one].unit].side == 0 else (other, one)


def strikes_back(state: Battle, figure: int) -> bool:
    """Whether a model fights in hand-to-hand: wheeled and tracked vehicles do not."""
    return state.units[state.figures[figure].unit].card.kind != "vehicle"


@rule("sotr.gap.hth-two-sided", "sotr.gap.vehicle-hth")
def held(state: Battle, figure: int) -> bool:
    """Whether a model is held in hand-to-hand: by an opponent who stands and strikes; vehicles hold nobody.

    A standing model whose opponents are all DOWN is free; a DOWN one is free only where it may crawl out.
    """
    if state.figures[figure].down:
        return not may_crawl_out(state, figure)
    return any(not state.figures[foe].down and strikes_back(state, foe) for foe in opponents(state, figure))


@rule("sotr.hth.crawl-out", "sotr.hth.ex-crawl")
def may_crawl_out(state: Battle, figure: int) -> bool:
    """Whether a DOWN model is not held: a standing friend is Engaged with every enemy who stands over it."""
    for foe in opponents(state, figure):
        if state.figures[foe].down or not strikes_back(state, foe):
            continue
        if all(state.figures[friend].down for friend in opponents(state, foe)):
            return False
    return True


@rule("sotr.assault.contact")
def touched(state: Battle, figure: int) -> list[int]:
    """The enemy models in base contact with one."""
    bodies = state.layout.bodies
    side = state.units[state.figures[figure].unit].side
    foes = tuple(
        man
        for unit in state.units
        if unit.side != side and unit.place == "table" and not unit.hidden
        for man in unit.men
    )
    ((x, y, radius),) = discs(state.layout, (figure,))
    near = zip(foes, discs(state.layout, foes), strict=True)
    return [
        foe
        for foe, (to_x, to_y, wide) in near
        if abs(to_x - x) <= radius + wide
        and abs(to_y - y) <= radius + wide
        and gap(bodies, figure, bodies, foe) == 0
        and not storeys_apart(bodies, figure, bodies, foe)
    ]


def united(pairs: Sequence[Pair]) -> list[tuple[int, ...]]:
    """What hangs together by pairs, each group and all of them in rising order."""
    groups: list[set[int]] = []
    for pair in pairs:
        met = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in met] + [set(pair).union(*met)]
    return sorted(tuple(sorted(group)) for group in groups)


@rule("sotr.hth.finish-engagement", "sotr.hth.once-engaged")
def engagements(state: Battle) -> list[Units]:
    """The engagements still to be fought in this phase: units linked by models that stand against each other.

    Whoever joins a unit that has fought already, by its follow-up or their own, fights from the next phase on.
    """
    figures = state.figures
    links = [
        (figures[one].unit, figures[other].unit)
        for one, other in state.engaged
        if not (figures[one].down and figures[other].down)
    ]
    return united([link for link in links if link[0] not in state.fought and link[1] not in state.fought])


def pairs_within(state: Battle, units: Units) -> list[Pair]:
    """The pairs of an engagement."""
    figures = state.figures
    return [pair for pair in state.engaged if figures[pair[0]].unit in units and figures[pair[1]].unit in units]
