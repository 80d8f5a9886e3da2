"""Support fire from off the table (sk.gap.off-table-fire)."""

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.play.stage import action

from .acts import shows_burst
from .blasts import burst, caught, teams_of
from .bombs import best_point
from .casualties import came_under_fire
from .charts import D20, GUN_SCORES
from .hidden import known_to
from .sight import teams_seen
from .state import Battle, Harm, Point
from .units import on_table, rate, thrower

CLAUSE = "sk.gap.off-table-fire"
CALIBRE = 105
ROUNDS = 3
FROM_TURN = 2
SAME = inches(2)
ZEROED = 3


@rule("sk.gap.off-table-fire")
def callers(state: Battle, number: int) -> list[int]:
    """The officers and observers of a team."""
    return [
        man
        for man in state.units[number].men
        if state.figures[man].role in {"officer", "observer"}
        and rate(state.figures[man])
        and state.layout.on_table(man)
    ]


@rule("sk.gap.off-table-fire")
def may_call(state: Battle, number: int) -> bool:
    """Whether a team may call a round now: one a turn from the second, three in all."""
    side = state.units[number].side
    if not state.shells[side] or state.turn < FROM_TURN or state.called[side] >= state.turn:
        return False
    return bool(callers(state, number)) and bool(shell_targets(state, number))


def shell_targets(state: Battle, number: int) -> list[int]:
    """The spotted enemies on foot that a caller of a team sees."""
    side = state.units[number].side
    foes = [foe for foe in on_table(state, 1 - side) if state.units[foe].spotted and not state.units[foe].mounted]
    return teams_seen(state, tuple(callers(state, number)), foes)


def shell_roll(seat: int, *, zeroed: bool) -> Roll[int]:
    """The D20 of a round: long range, three better after a hit on the same point."""
    score = GUN_SCORES[2] - (ZEROED if zeroed else 0)
    needs = f"{score}+ (long{', +3 zeroed in' if zeroed else ''})"
    return Roll(1, D20, AtLeast(score), why="A 105 mm round", because=(CLAUSE,), seat=seat, needs=needs)


@action
@rule("sk.gap.off-table-fire", "sk.gap.aware", "sk.arty.die")
async def call_fire(play: Play[Battle], number: int) -> None:
    """An officer calls a round of 105 mm on a team."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    foes = shell_targets(seen, number)
    foe = foes[0]
    if len(foes) > 1:
        foe = await Decision(
            unit.seat,
            "target of the battery",
            one_unit(seen, foes),
            prompt=f"{unit.name}: call a round on whom?",
            because=(CLAUSE,),
            unit=number,
            default=f"u{foes[0]}",
        )
    await _shell(play, number, foe)


async def _shell(play: Play[Battle], number: int, foe: int) -> None:
    state = play.state
    side = state.units[number].side
    men = state.units[foe].men
    point = state.layout.point(best_point(state, list(men), side))
    zeroed = _same(state.zeroed[side], point)
    shells = tuple(left - (one == side) for one, left in enumerate(state.shells))
    called = tuple(state.turn if one == side else turn for one, turn in enumerate(state.called))
    first = not state.units[foe].shelled
    tells = {"at": state.units[foe].name}
    play.tell("called a round", CLAUSE, unit=number, tells=tells, shows=shows_at(foe))
    rolled = await shell_roll(thrower(state, side), zeroed=zeroed)
    hit = tuple((point if rolled.value else None) if one == side else old for one, old in enumerate(state.zeroed))
    # Who called it may be unseen; that it fell, and so how many are left, everybody knows.
    sets = {"battle": {"zeroed": hit, "shells": shells, "called": called}}
    shows = shows_burst(state, (*men, *caught(state, point))) | {"at": point}
    play.tell("fell" if rolled.value else "fell wide", CLAUSE, sets=sets, shows=shows, rolls=(rolled.number,))
    came_under_fire(play, foe, Harm(-1, 1, "gun"), shelled=True)
    if rolled.value:
        struck = tuple(caught(play.state, point))
        for team in teams_of(play.state, struck):
            if play.state.units[team].side != side:
                came_under_fire(play, team, Harm(-1, 1, "gun"), shelled=True)
        await burst(play, struck, number, calibre=CALIBRE, unaware=first)


def _same(old: Point | None, new: Point) -> bool:
    return old is not None and (old[0] - new[0]) ** 2 + (old[1] - new[1]) ** 2 <= SAME * SAME
