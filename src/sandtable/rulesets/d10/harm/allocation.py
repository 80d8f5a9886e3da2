"""Allocating hits (d10.shoot.allocate): the owner says which of his models take them, by a switch the marksman."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.play.sharing import Split
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.state import Battle

from .armour import Hit

CLAUSE = "d10.shoot.allocate"
LEADERS = ("sergeant", "corporal", "leader")


T = TypeVar("T")


class Victims(SomeOf[T]):
    """Who take some hits that are alike."""

    __slots__ = ("hit",)

    def __init__(self, hit: Hit, values: Mapping[str, T], **rest: Any) -> None:
        super().__init__(values, hit.hits, hit.hits, **rest)
        self.hit = hit


@rule("d10.gap.ai-target-choice")
def expendable(state: Battle, figures: Sequence[int]) -> list[int]:
    """Models in the order in which their owner would rather lose them: riflemen, crew, special weapons, leaders."""
    return sorted(figures, key=lambda figure: (value_of(state, figure), -figure))


def value_of(state: Battle, figure: int) -> int:
    """How dear a model is: 0 a rifleman, 1 a crewman, 2 a special weapon, 3 a leader."""
    model = state.figures[figure]
    if model.role in LEADERS:
        return 3
    if model.role in {"crewman", "loader"} or not model.weapons:  # without a weapon of their own: at a towed gun
        return 1
    return 2 if any(weapons()[weapon].cost > 3 for weapon in model.weapons) else 0


async def allocate(
    play: Play[Battle], target: int, hits: Sequence[Hit], eligible: Sequence[int], by: int
) -> "list[tuple[int, Hit]]":
    """Hits given to models: nobody gets more than he has wounds until all have as many.

    `by` is the seat of whoever struck: by the switch he allocates what he aimed.
    """
    owner = play.state.units[target].side
    given: list[tuple[int, Hit]] = []
    if not eligible:
        return given
    if len(eligible) == 1:
        return [(eligible[0], hit) for hit in hits]
    fresh = list(eligible)
    for hit in sorted(hits, key=lambda hit: -hit.strength):
        picks = hit.aimed and play.state.options.aimed_picks
        seat = by if picks else owner
        if hit.hits < len(fresh):
            chosen = await _choose(play, target, seat, fresh, hit, picks=picks)
            given += [(figure, hit._replace(hits=1)) for figure in chosen]
            fresh = [figure for figure in fresh if figure not in chosen]
            continue
        given += [(figure, hit._replace(hits=1)) for figure in fresh]
        extra = hit.hits - len(fresh)
        fresh = []
        if extra:
            shares = await _spread(play, target, seat, eligible, hit._replace(hits=extra))
            given += [(figure, hit._replace(hits=share)) for figure, share in shares.items() if share]
    return _merged(given)


def _merged(given: list[tuple[int, Hit]]) -> list[tuple[int, Hit]]:
    """Hits of one kind on one model put together."""
    found: dict[tuple[int, Hit], int] = {}
    for figure, hit in given:
        key = (figure, hit._replace(hits=0))
        found[key] = found.get(key, 0) + hit.hits
    return [(figure, hit._replace(hits=count)) for (figure, hit), count in found.items()]


async def _choose(
    play: Play[Battle], target: int, seat: int, fresh: Sequence[int], hit: Hit, *, picks: bool
) -> list[int]:
    state = play.state
    name = state.units[target].name
    usual = expendable(state, fresh)
    if picks:
        usual.reverse()
    choices = Victims(
        hit,
        {f"m{figure}": figure for figure in fresh},
        label=lambda figure: state.figures[figure].role,
        points=lambda figure: OnTable(figure=figure),
    )
    return await ask_seat(
        seat,
        "allocate",
        choices,
        f"{name}: who takes the hit?" if hit.hits == 1 else f"{name}: who takes the {hit.hits} hits?",
        *((CLAUSE, "d10.gap.tag-aimed") if picks else (CLAUSE,)),
        unit=target,
        usual=lambda: [f"m{figure}" for figure in usual[: hit.hits]],
    )


async def _spread(play: Play[Battle], target: int, seat: int, eligible: Sequence[int], hit: Hit) -> dict[int, int]:
    """Hits beyond one for everybody: wherever they are wanted."""
    state = play.state
    name = state.units[target].name
    first = expendable(state, eligible)[0]
    choices = Split(
        hit.hits,
        {f"m{figure}": hit.hits for figure in eligible},
        label=lambda key: state.figures[int(key[1:])].role,
        points=lambda key: OnTable(figure=int(key[1:])),
    )
    words = f"{name}: who takes 1 hit more?" if hit.hits == 1 else f"{name}: who take {hit.hits} hits more?"
    shares = await ask_seat(
        seat, "further hits", choices, words, CLAUSE, unit=target, usual=lambda: {f"m{first}": hit.hits}
    )
    return {int(key[1:]): share for key, share in shares.items()}
