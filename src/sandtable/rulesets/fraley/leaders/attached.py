"""A CC or an FO who is attacked belongs to a Unit near him for the length of that attack."""

from sandtable.geometry.units import inches
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import afoot, friends, nearest_between
from sandtable.rulesets.fraley.state import Battle

JOINS = inches(6)


@rule("fraley.cc.joins-when-attacked", "fraley.fo.joins-when-attacked", "fraley.gap.cc-fo-alone-rules")
def hosts(state: Battle, number: int) -> list[int]:
    """The Units that a CC or an FO could be taken into: the nearest of his side within six inches, more if tied."""
    unit = state.units[number]
    if unit.counts or not unit.men:
        return []
    units = [other for other in friends(state, unit.side) if state.units[other].counts and state.units[other].men]
    gaps = {other: nearest_between(state, unit.men, afoot(state, other)) for other in units}
    least = min(gaps.values(), default=JOINS + 1)
    return [other for other in units if gaps[other] == least] if least <= JOINS else []


@rule("fraley.cc.joins-when-attacked", "fraley.fo.joins-when-attacked", "fraley.gap.cc-fo-alone-rules")
async def joined(play: Play[Battle], number: int) -> tuple[int, tuple[int, ...]]:
    """The Unit that an attack on a Unit is resolved against, and the Teams that belong to it besides its own.

    Nothing changes by it: when the attack is over he is where he was, and alone.
    """
    state = play.state
    near = hosts(state, number)
    if not near:
        return number, ()
    host = near[0] if len(near) == 1 else await _chosen(state, number, near)
    unit = state.units[number]
    clause = "fraley.fo.joins-when-attacked" if unit.card.rank == "fo" else "fraley.cc.joins-when-attacked"
    play.tell("took in", clause, unit=host, figures=unit.men, tells={"whom": unit.name})
    return host, unit.men


async def _chosen(state: Battle, number: int, near: list[int]) -> int:
    """Of Units that are equally near, the one that its owner names."""
    unit = state.units[number]
    return await ask_seat(
        unit.side,
        "joins",
        one_unit(state, near),
        f"{unit.name} is attacked: which Unit takes him in?",
        "fraley.cc.joins-when-attacked",
        "fraley.fo.joins-when-attacked",
        unit=number,
        usual=f"u{near[0]}",
    )
