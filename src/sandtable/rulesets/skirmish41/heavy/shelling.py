"""Support fire from off the table (sk.gap.off-table-fire)."""

from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.skirmish41.basics.charts import D20, FAR, score_of
from sandtable.rulesets.skirmish41.basics.sight import teams_seen
from sandtable.rulesets.skirmish41.basics.units import on_table, rate, thrower
from sandtable.rulesets.skirmish41.harm.blasts import Blast, blast_among, burst, caught, teams_of
from sandtable.rulesets.skirmish41.harm.casualties import came_under_fire
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import known_to
from sandtable.rulesets.skirmish41.state import Battle, Harm, Point
from sandtable.rulesets.skirmish41.verbs.acts import shows_burst

from .bombs import best_point

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


def shell_roll(seat: int, options: Options, *, zeroed: bool) -> Roll[int]:
    """The D20 of a round: long range, three better after a hit on the same point."""
    score = score_of("gun", FAR, options) - (ZEROED if zeroed else 0)
    needs = f"{score}+ (long{', +3 zeroed in' if zeroed else ''})"
    return Roll(
        1, D20, AtLeast(score), why="A 105 mm round", because=(CLAUSE,), seat=seat, needs=needs, step="to hit (105 mm)"
    )


@action
@rule("sk.gap.off-table-fire", "sk.gap.aware", "sk.arty.die")
async def call_fire(play: Play[Battle], number: int) -> None:
    """An officer calls a round of 105 mm on a team."""
    seen = known_to(play.state, play.state.units[number].side)
    unit = seen.units[number]
    foes = shell_targets(seen, number)
    foe = foes[0]
    if len(foes) > 1:
        words = f"{unit.name}: call a round on whom?"
        foe = await ask_seat(
            unit.seat, "target of the battery", one_unit(seen, foes), words, CLAUSE, unit=number, usual=f"u{foes[0]}"
        )
    await last(fall(play, number, round_at(play.state, number, foe)))


class Round(NamedTuple):
    """A round on its way, as it was measured: at which team and point, whether it is zeroed in, whom a hit catches."""

    foe: int
    point: Point
    zeroed: bool
    blast: Blast


@rule("sk.gap.off-table-fire", "sk.gap.aware")
def round_at(state: Battle, number: int, foe: int) -> Round:
    """A round on the middle of a team: it is unaware of the first."""
    side = state.units[number].side
    point = state.layout.point(best_point(state, list(state.units[foe].men), side))
    first = not state.units[foe].shelled
    blast = blast_among(state, caught(state, point), number, calibre=CALIBRE, unaware=first)
    return Round(foe, point, _same(state.zeroed[side], point), blast)


@stage
@rule("sk.gap.off-table-fire", "sk.arty.die")
async def fall(play: Play[Battle], number: int, shell: Round) -> None:
    """A round is called, and falls on its point or wide of it."""
    state, (foe, point, zeroed, blast) = play.state, shell
    side = state.units[number].side
    struck = tuple(man for man, _ in blast.men)
    shells = tuple(left - (one == side) for one, left in enumerate(state.shells))
    called = tuple(state.turn if one == side else turn for one, turn in enumerate(state.called))
    tells = {"at": state.units[foe].name}
    play.tell("called a round", CLAUSE, unit=number, tells=tells, shows=shows_at(foe))
    rolled = await shell_roll(thrower(state, side), state.options, zeroed=zeroed)
    play.note(foe, "hits", int(rolled.value))
    hit = tuple((point if rolled.value else None) if one == side else old for one, old in enumerate(state.zeroed))
    # Who called it may be unseen; that it fell, and so how many are left, everybody knows.
    sets = {"battle": {"zeroed": hit, "shells": shells, "called": called}}
    shows = shows_burst(state, (*state.units[foe].men, *struck)) | {"at": point}
    play.tell("fell" if rolled.value else "fell wide", CLAUSE, sets=sets, shows=shows, rolls=(rolled.number,))
    came_under_fire(play, foe, Harm(-1, 1, "gun"), shelled=True)
    if rolled.value:
        for team in teams_of(play.state, struck):
            if play.state.units[team].side != side:
                came_under_fire(play, team, Harm(-1, 1, "gun"), shelled=True)
        await last(burst(play, blast))


def _same(old: Point | None, new: Point) -> bool:
    return old is not None and (old[0] - new[0]) ** 2 + (old[1] - new[1]) ** 2 <= SAME * SAME
