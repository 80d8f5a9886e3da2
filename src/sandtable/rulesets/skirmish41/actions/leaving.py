"""Leaving the table by one's own edge (sk.gap.scenario-patrol)."""

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.zones import from_edge
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.harm.casualties import out_of_it
from sandtable.rulesets.skirmish41.move.movement import allowance, movers
from sandtable.rulesets.skirmish41.setup.victory import DONE
from sandtable.rulesets.skirmish41.state import Battle

CLAUSE = "sk.gap.scenario-patrol"
GO_HOME = 10  # from this turn on a patrol may give up


def to_edge(state: Battle, edge: str, row: int) -> int:
    """How far a figure is from a table edge."""
    return from_edge(state, edge, state.layout.point(row))


@rule("sk.gap.scenario-patrol")
def may_leave(state: Battle, number: int) -> bool:
    """Whether all of a team could walk off by its own edge with one action each."""
    unit = state.units[number]
    if state.mission.name != "patrol" or unit.side != 0 or not unit.men or unit.mounted or unit.place != "table":
        return False
    if len(movers(state, number)) < len(unit.men):
        return False
    return all(to_edge(state, state.edges[0], man) <= allowance(state, man) for man in unit.men)


@rule("sk.gap.scenario-patrol")
def why_not_leave(state: Battle) -> Refusal | None:
    """Why nobody may go home yet: the patrol has not been where it was sent, and it is too early to give up."""
    if state.reached >= DONE or state.turn >= GO_HOME:
        return None
    return Refusal(
        "the patrol has not held the bridge for its full turn", (CLAUSE,), remedy=f"give up from turn {GO_HOME} on"
    )


@rule("sk.gap.scenario-patrol")
async def leave(play: Play[Battle], number: int) -> None:
    """A team walks off the table; whom it carries goes with it, and a wounded man of another team is its own then."""
    state = play.state
    unit = state.units[number]
    carried = list(dict.fromkeys(state.figures[man].carries for man in unit.men if state.figures[man].carries >= 0))
    helped = [man for man in carried if man in state.units[state.figures[man].unit].men]
    others = dict.fromkeys(state.figures[man].unit for man in helped)
    teams = tuple((other, _without(state, other, helped)) for other in others)
    sets: dict[str, object] = {
        "place": "left",
        "men": (*unit.men, *helped),
        "strength": unit.strength + len(helped),
        "gone": (*unit.bodies, *carried),
        "suppression": 0,
        "teams": teams,
        "each": tuple((man, {"unit": number}) for man in helped),
        "battle": {"escaped": state.escaped + len(unit.men) + len(helped)},
    }
    play.tell("left the table", CLAUSE, unit=number, figures=unit.men, sets=sets)
    for other in others:
        out_of_it(play, other)


def _without(state: Battle, number: int, helped: list[int]) -> dict[str, object]:
    """A team whose helpless men others have taken home."""
    unit = state.units[number]
    men = tuple(man for man in unit.men if man not in helped)
    return {"men": men, "strength": unit.strength - len(unit.men) + len(men)}
