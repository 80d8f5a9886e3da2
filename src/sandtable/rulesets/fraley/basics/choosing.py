"""An owner's choice among his own Teams: who takes a hit or a marker. Asked only where the Teams differ."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

from sandtable.play.asking import ask
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.rulesets.fraley.state import Battle, Team

from .teams import called, mounts

NOTHING: Mapping[int, Hashable] = {}


def likeness(team: Team) -> Hashable:
    """What tells a Team apart when it is to suffer something: where it stands does not."""
    return team.kind, team.weapons, team.vehicle, team.leader, team.marks, team.dug_in, team.unit


def alike(state: Battle, teams: Iterable[int], more: Mapping[int, Hashable] = NOTHING) -> bool:
    """Whether it is all the same which of some Teams suffers; `more` is what else tells them apart."""
    return len({(likeness(state.figures[team]), more.get(team)) for team in teams}) < 2


def _worth(state: Battle, figure: int) -> tuple[bool, int, int]:
    team = state.figures[figure]
    names = team.weapons or tuple(mounted.weapon for mounted in mounts(team))
    guns = max((weapon.range * max(1, weapon.fp) for weapon in state.options.tables.arms(names)), default=0)
    return team.leader or not state.units[team.unit].counts, guns, figure


def sparing(state: Battle, teams: Iterable[int]) -> list[int]:
    """Teams from the most expendable to the most precious: leaders last, before them the best weapons."""
    return sorted(teams, key=lambda team: _worth(state, team))


def described(state: Battle, figure: int) -> str:
    """A Team as one speaks of it when choosing it."""
    team = state.figures[figure]
    words = [
        called(state, figure),
        *(["(suppressed)"] if team.marks == 1 else ["(suppressed twice)"] if team.marks else []),
    ]
    return " ".join(words)


async def chosen(
    play: Play[Battle],
    number: int,
    teams: Sequence[int],
    count: int,
    kind: str,
    prompt: str,
    *because: str,
    more: Mapping[int, Hashable] = NOTHING,
    usual: Sequence[int] | None = None,
) -> list[int]:
    """So many of a Unit's Teams, in the order in which its owner names them; `usual` is his usual order of all."""
    state = play.state
    order = sparing(state, teams) if usual is None else list(usual)
    if count >= len(order) or count == 0 or alike(state, teams, more):
        return order[:count]
    choices = SomeOf(
        {f"m{team}": team for team in teams},
        count,
        count,
        label=lambda team: described(state, team),
        points=lambda team: OnTable(state.figures[team].unit, team),
    )
    return await ask(play, number, kind, choices, prompt, *because, usual=[f"m{team}" for team in order[:count]])
