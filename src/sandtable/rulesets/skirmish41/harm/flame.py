"""Flame: what it does to a man, and the flamethrower that is hit on somebody's back."""

from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.skirmish41.basics.charts import D6, KILLED, flame_effect
from sandtable.rulesets.skirmish41.basics.units import who
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .casualties import suffer
from .ranks import close_ranks


@rule("sk.flame.operator-hit")
def goes_up(state: Battle, man: int) -> bool:
    """Whether a hit on a figure sets off the flamethrower on its back."""
    return "flamethrower" in state.figures[man].arms and man in state.units[state.figures[man].unit].men


@stage
@rule("sk.flame.operator-hit", "sk.flame.effect")
async def burn_team(play: Play[Battle], by: int, man: int, seat: int, later: tuple[int, ...] = ()) -> None:
    """The flamethrower's man dies, and everybody else of his team is caught in the flame; some may be struck `later`."""
    team = play.state.figures[man].unit
    suffer(play, man, KILLED, by, "sk.flame.operator-hit")
    await last(_burn_all(play, by, (), play.state.units[team].men, seat, later))


@stage
async def _burn_all(
    play: Play[Battle], by: int, burnt: tuple[int, ...], left: tuple[int, ...], seat: int, later: tuple[int, ...]
) -> None:
    """One after another is caught in the flame."""
    if left:
        burnt = (*burnt, left[0])
        await burn(play, by, left[0], seat)
        close_ranks(play, burnt, later)
        await last(_burn_all(play, by, burnt, left[1:], seat, later))


def flame_roll(name: str, options: Options, seat: int) -> Roll[str]:
    """The die for somebody whom flame catches."""
    chart = flame_effect(options)
    return Roll(1, D6, chart, why=f"Flame on {name}", because=("sk.flame.effect",), seat=seat, step="flame")


@stage
@rule("sk.flame.operator-hit")
async def flame_hits(play: Play[Battle], by: int, man: int, seat: int, later: tuple[int, ...] = ()) -> None:
    """A flamethrower hits a figure: one that has a flamethrower itself goes up with all its team."""
    if goes_up(play.state, man):
        await last(burn_team(play, by, man, seat, later))
    else:
        await last(burn(play, by, man, seat))


@stage
@rule("sk.flame.effect", "sk.flame.no-cover")
async def burn(play: Play[Battle], by: int, man: int, seat: int) -> None:
    """Flame catches a figure."""
    state = play.state
    rolled = await flame_roll(who(state, man), state.options, seat)
    suffer(play, man, rolled.value, by, "sk.flame.effect")
