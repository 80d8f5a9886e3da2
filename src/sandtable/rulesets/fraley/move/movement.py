"""Moves carried out: one Move, a Run of two, and Dig In."""

from collections.abc import Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.teams import acting
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.machines import transport
from sandtable.rulesets.fraley.state import Battle

from . import exits
from .crossing import crossed
from .explaining import clause_of, explainer
from .extra_move import beyond_move, helped, helpers, moves_of
from .marches import moving, terms, who_moves
from .passing import bulky_friends, in_turn
from .placement import may_place_leader, place_leader
from .standing import ends
from .stragglers import bring_back
from .travel import travel
from .ways import facing, goes

# ---- carrying it out


async def move(play: Play[Battle], number: int, *because: str, ran: bool = False) -> bool:
    """A Unit makes one Move; False if none of its Teams is left. With `ran` it is the first or second Move of a Run."""
    await _one_move(play, number, because, ran=ran)
    return bool(play.state.units[number].men)


async def _one_move(
    play: Play[Battle], number: int, because: tuple[str, ...], *, ran: bool = False, but: Sequence[int] = ()
) -> tuple[int, ...]:
    """One Move of a Unit; gives the Teams that failed to cross terrain on it."""
    if play.state.options.transport:
        but = (*but, *await transport.change_vehicles(play, number, but))
    state = play.state
    movers, lost = who_moves(state, number, but)
    march = await _asked(play, number, ran=ran, but=but) if movers else March(())
    march = in_turn(state, state.layout.bodies, march, bulky_friends(state, state.units[number].side))[0]
    if lost:
        march = await bring_back(play, number, march, lost)
    if not _moves(state, march):
        return ()
    if ran and not state.units[number].ran:
        play.tell(
            "set off running", "fraley.action.run", "fraley.action.run-save-penalty", unit=number, sets={"ran": True}
        )
    _spend(play, march)
    done = await crossed(play, number, march)
    sets: dict[str, object] = {"went": True} if _moves(state, march, number) else {}
    await travel(play, number, done.march, *(because or ("fraley.move.any-direction",)), sets=sets)
    if play.state.mission.name == "breakthrough" and play.state.units[number].on_table:
        await exits.may_leave(play, number)
    return done.failed


async def _asked(play: Play[Battle], number: int, *, ran: bool, but: Sequence[int]) -> March:
    """How a Unit's owner moves it; staying is always allowed."""
    state = play.state
    unit = state.units[number]
    domain = moving(state, number, but=but)
    return await ask(
        play,
        number,
        "move",
        domain,
        f"{unit.name}: {'a Move of its Run' if ran else 'Move'}",
        clause_of(state, domain.movers[0]),
        "fraley.move.any-direction",
        "fraley.cohesion.distance",
        usual=domain.stay,
    )


@rule("fraley.move.any-direction", "fraley.gap.turret-facing")
def _moves(state: Battle, march: March, number: int | None = None) -> bool:
    """Whether anybody (of a Unit itself) goes or turns at all: a Move that only turns is one, too."""
    for walk in march.walks:
        if number is not None and state.figures[walk.figure].unit != number:
            continue
        face = facing(march, walk)
        turned = face is not None and face != state.layout.bearing(walk.figure)
        turret = state.figures[walk.figure].turret
        if goes(walk) or turned or (turret >= 0 and walk.turret not in (None, turret)):
            return True
    return False


@rule("fraley.leader.extra-move")
def _spend(play: Play[Battle], march: March) -> None:
    """Leaders who have a Team go farther have used their ability of this Initiative."""
    state = play.state
    if not beyond_move(state, march):
        return
    able = helpers(state, moves_of(state, [walk.figure for walk in march.walks]))
    found = helped(state, march, ends(state.layout.bodies, march), able)
    assert not isinstance(found, Refusal), f"a march that was allowed: {found}"
    for figure, leader in found.items():
        what = f"has the {state.figures[figure].role} go farther"
        leaders.spend(play, leader, what, "fraley.leader.extra-move", figures=(figure,))


@rule("fraley.action.run", "fraley.terrain.failed-crossing")
async def run(play: Play[Battle], number: int) -> None:
    """A Unit's Run action: two Moves. A Team that failed to cross terrain loses its second."""
    failed = await _one_move(play, number, ("fraley.action.run",), ran=True)
    if play.state.units[number].on_table:
        await _one_move(play, number, ("fraley.action.run",), ran=True, but=failed)
    unit = play.state.units[number]
    if unit.ran and play.state.options.run_penalty_until == "during_move":
        play.tell("stopped running", "fraley.action.run-save-penalty", unit=number, sets={"ran": False})


# ---- Dig In


@rule("fraley.action.dig-in-no-tanks", "fraley.action.dig-in")
def diggers(state: Battle, number: int) -> tuple[int, ...]:
    """The Teams of a Unit that dig in on its order: all but Tank Teams, its Observers among them."""
    return tuple(man for man in acting(state, number) if state.figures[man].kind != "tank")


def no_digging(state: Battle, number: int) -> Refusal | None:
    """Why a Unit cannot Dig In; None if it can."""
    if diggers(state, number):
        return None
    return Refusal(f"{state.units[number].name} has nobody but Tank Teams", ("fraley.action.dig-in-no-tanks",))


@rule("fraley.action.dig-in")
async def dig_in(play: Play[Battle], number: int) -> None:
    """A Unit's Dig In action."""
    men = diggers(play.state, number)
    if men:
        because = ("fraley.action.dig-in", "fraley.action.dig-in-no-tanks")
        play.tell("dug in", *because, unit=number, figures=men, sets={"dug_in": True})


__all__ = [
    "dig_in",
    "diggers",
    "explainer",
    "may_place_leader",
    "move",
    "moving",
    "no_digging",
    "place_leader",
    "run",
    "terms",
    "who_moves",
]
