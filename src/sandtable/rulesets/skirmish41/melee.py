"""Melee: who fights whom, the dice, the ladder of results."""

from typing import NamedTuple

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import ahead
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import barred_by
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.decision import Decision
from sandtable.play.script import Play
from sandtable.play.stage import Again, action, last, rounds, stage

from .carrying import capture, place_at
from .casualties import disable, kill, suffer
from .charts import D6, WOUNDED
from .crews import lose_savings
from .flight import bearing_between
from .hidden import called
from .morale import test_morale
from .state import Battle
from .terrain import passage
from .units import contacts, fire_points, is_solo, on_table, rate, thrower, who

BACK = INCH = inches(1)
FRIENDS = inches(4)


class Combat(NamedTuple):
    """One pair and those who help: everybody of either side who takes part, whose main combatant is still to be named."""

    ours: tuple[int, ...]  # of side 0
    theirs: tuple[int, ...]  # of side 1

    def of(self, side: int) -> tuple[int, ...]:
        """The figures of a side."""
        return self.theirs if side else self.ours


@rule("sk.gap.charging", "sk.melee.contact")
def combats(state: Battle) -> list[Combat]:
    """The single combats: pairs from the closest up, and whoever is left over helps against his nearest enemy."""
    touching = contacts(state).figures
    bodies = state.layout.bodies
    pairs = sorted(
        (int(gap(bodies, one, bodies, other)), one, other)
        for one, foes in touching.items()
        if _side(state, one) == 0
        for other in foes
    )
    at: dict[int, int] = {}
    found: list[tuple[list[int], list[int]]] = []
    for _, one, other in pairs:
        if one not in at and other not in at:
            at[one] = at[other] = len(found)
            found.append(([one], [other]))
    for _, one, other in pairs:
        for man, foe in ((one, other), (other, one)):
            if man not in at:
                at[man] = at[foe]
                found[at[man]][_side(state, man)].append(man)
    return [Combat(tuple(ours), tuple(theirs)) for ours, theirs in found]


def _side(state: Battle, man: int) -> int:
    return state.units[state.figures[man].unit].side


# ---- the dice


@rule("sk.melee.compare", "sk.melee.extra-figure")
def strength_of(state: Battle, man: int, helpers: int) -> int:
    """What a main combatant adds to his die: his fire points, and one for every other figure against a lone enemy."""
    return fire_points(state, man) + helpers


def melee_roll(name: str, plus: int, seat: int) -> Roll[int]:
    """The D6 of a main combatant."""
    because = ("sk.melee.compare", "sk.melee.extra-figure")
    return Roll(1, D6, Total(plus), why=f"{name} in melee, {plus} points", because=because, seat=seat)


LADDER = ((1, "forced back"), (2, "captured"), (3, "wounded"), (4, "disabled"), (5, "killed"))
CLAUSES = {
    "forced back": "sk.melee.plus-1",
    "captured": "sk.melee.plus-2",
    "wounded": "sk.melee.plus-3",
    "disabled": "sk.melee.plus-4",
    "killed": "sk.melee.more",
}


@rule("sk.melee.plus-1", "sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4", "sk.melee.more")
def result_of(difference: int) -> str:
    """What being beaten by so much means."""
    return LADDER[min(difference, 5) - 1][1]


@rule("sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4")
def fate_of(difference: int, *, alone: bool) -> tuple[str, bool]:
    """What becomes of a figure beaten by so much, and whether it is captured: with friends near it is not."""
    result = result_of(difference)
    if result == "captured":
        return ("", True) if alone else ("forced back", False)
    return result, alone and result in {"wounded", "disabled"}


@action
@rule("sk.turn.melee-each-phase", "sk.turn.player-phase", "sk.turn.solo-phase", "sk.morale.when-lost-melee")
async def fight_melees(play: Play[Battle]) -> None:
    """One round of every melee; then those test who lost more of their combats than they won."""
    await fight_all(play, combats(play.state))


Tally = tuple[tuple[int, int], ...]  # combats won less those lost, by team


async def fight_all(play: Play[Battle], found: list[Combat]) -> None:
    """One round of some combats, and the tests that follow."""
    lose_savings(play)
    await last(_fights(play, tuple(found), ()))


@rounds()
async def _fights(play: Play[Battle], left: tuple[Combat, ...], tally: Tally) -> Again | None:
    """One combat after another, each on its own to a forecast; then the tests of those who lost more than they won."""
    if left:
        return Again(left[1:], await _fight(play, left[0], tally))
    for team, balance in tally:
        if balance < 0 and play.state.units[team].alive:
            reasons = (*play.state.units[team].tests, "lost a melee")
            await test_morale(play, team, tuple(dict.fromkeys(reasons)))
    return None


@stage
async def _fight(play: Play[Battle], combat: Combat, tally: Tally) -> Tally:
    """A single combat: main combatants, dice, and what becomes of the loser. Gives the tally after it."""
    state = play.state
    standing = [
        tuple(man for man in combat.of(side) if man in state.units[state.figures[man].unit].men) for side in (0, 1)
    ]
    if not all(standing):
        return tally
    mains = [await _main(play, side, standing[side]) for side in (0, 1)]
    scores, rolls = list[int](), list[int]()
    for side in (0, 1):
        helpers = len(standing[side]) - 1 if len(standing[1 - side]) == 1 else 0
        plus = strength_of(state, mains[side], helpers)
        team = state.figures[mains[side]].unit
        name = f"{called(state, team)} ({state.figures[mains[side]].role})"
        rolled = await melee_roll(name, plus, thrower(state, side))
        scores.append(rolled.value)
        rolls.append(rolled.number)
    if scores[0] == scores[1]:
        tells = {"one": who(state, mains[0]), "other": who(state, mains[1])}
        teams = [state.figures[main].unit for main in mains]
        shows = {"actor": teams[0], **shows_at(teams[1]), "rolls": tuple(rolls)}
        play.tell("fought on", "sk.melee.compare", figures=(), tells=tells, shows=shows)
        return tally
    winner = 0 if scores[0] > scores[1] else 1
    await beaten(play, mains[1 - winner], mains[winner], abs(scores[0] - scores[1]), tuple(rolls))
    if len(standing[winner]) == 1:
        _extras_fall_back(play, standing[1 - winner], mains[1 - winner], mains[winner])
    return _counted(state, tally, mains, winner)


def _counted(state: Battle, tally: Tally, mains: list[int], winner: int) -> Tally:
    found = dict(tally)
    for side in (0, 1):
        team = state.figures[mains[side]].unit
        found[team] = found.get(team, 0) + (1 if side == winner else -1)
    return tuple(sorted(found.items()))


@rule("sk.gap.charging")
async def _main(play: Play[Battle], side: int, men: tuple[int, ...]) -> int:
    """The main combatant of a side, named by its owner."""
    state = play.state
    best = max(men, key=lambda man: (fire_points(state, man), -man))
    if len(men) == 1 or is_solo(state, side) or not state.layout.on_table(best):  # in a vehicle the best man is it
        return best
    unit = state.units[state.figures[best].unit]
    man = await Decision(
        unit.seat,
        "main combatant",
        one_figure(men, lambda man: f"{who(state, man)}, {fire_points(state, man)} points", "f"),
        prompt=f"{unit.name}: who is the main combatant?",
        because=("sk.gap.charging",),
        unit=state.figures[best].unit,
        default=f"f{best}",
    )
    return man  # noqa: RET504  # the awaited type


# ---- results


@stage
@rule("sk.melee.plus-1", "sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4", "sk.melee.more")
async def beaten(play: Play[Battle], loser: int, winner: int, difference: int, rolls: tuple[int, ...] = ()) -> None:
    """What becomes of a figure that was beaten by so much."""
    state = play.state
    result = result_of(difference)
    clause = CLAUSES[result]
    team, by = state.figures[loser].unit, state.figures[winner].unit
    tells = {"who": who(state, loser), "by": who(state, winner), "difference": difference}
    shows = {"actor": by, **shows_at(team), "rolls": rolls}
    play.tell("was beaten", clause, unit=team, figures=(loser,), tells=tells, shows=shows)
    harm, captured = fate_of(difference, alone=not friends_near(state, loser))
    if harm == "forced back":
        force_back(play, loser, winner, clause)
    elif harm == "killed":
        kill(play, loser, clause)
    elif harm == "wounded":
        suffer(play, loser, WOUNDED, by, clause)
    elif harm == "disabled":
        disable(play, loser, clause)
    if captured and play.state.figures[loser].out != "captured" and _still_there(play.state, loser):
        capture(play, loser, winner, clause)


def _still_there(state: Battle, man: int) -> bool:
    unit = state.units[state.figures[man].unit]
    return man in unit.men or man in unit.down


@rule("sk.gap.melee-vs-vehicle")
def _stands(state: Battle, man: int) -> int:
    """The base that shows where a figure is: its own, or the hull it sits in."""
    team = state.figures[man].unit
    vehicle = state.units[team].aboard if state.units[team].place == "aboard" else team
    return man if state.layout.on_table(man) else state.units[vehicle].hull


@rule("sk.melee.plus-2")
def friends_near(state: Battle, man: int) -> bool:
    """Whether a figure has friends within four inches: those in melee, disabled or routing do not count."""
    side = state.units[state.figures[man].unit].side
    bodies, busy, here = state.layout.bodies, contacts(state).figures, _stands(state, man)
    return any(
        other != man
        and other not in busy
        and rate(state.figures[other])
        and int(gap(bodies, here, bodies, other)) <= FRIENDS
        for team in on_table(state, side)
        if not state.units[team].routing and not state.units[team].mounted
        for other in state.units[team].men
    )


@rule("sk.melee.plus-1")
def force_back(play: Play[Battle], loser: int, winner: int, clause: str) -> None:
    """A figure gives ground an inch, straight away from who beat it, if there is room."""
    state = play.state
    layout = state.layout
    away = bearing_between(layout.point(_stands(state, winner)), layout.point(loser))
    x, y = (int(part) for part in ahead(*layout.point(loser), away, BACK))
    team = state.figures[loser].unit
    if not _room(state, loser, x, y):
        play.tell("had no room", clause, unit=team, figures=(loser,), tells={"who": who(state, loser)})
        return
    sets = {"places": (place_at(state, loser, (x, y)),)}
    play.tell("was forced back", clause, unit=team, figures=(loser,), sets=sets, tells={"who": who(state, loser)})


def _room(state: Battle, man: int, x: int, y: int) -> bool:
    radius = state.layout.radius(man)
    if not (radius <= x <= state.width - radius and radius <= y <= state.depth - radius):
        return False
    ground = state.ground
    from_x, from_y = state.layout.point(man)
    where = passage(state, vehicle=False)
    if int(barred_by(from_x, from_y, x, y, radius, ground.edges, ground.pieces, where)) >= 0:
        return False
    there = state.layout.placed([(man, x, y, 0, 0)]).bodies
    others = (row for row in range(len(state.figures)) if row != man and state.layout.on_table(row))
    return all(int(gap(there, man, there, row)) > 0 for row in others)


@rule("sk.melee.extras-fall-back")
def _extras_fall_back(play: Play[Battle], side: tuple[int, ...], main: int, winner: int) -> None:
    """Those who fought beside a beaten figure against one enemy fall back an inch."""
    for man in side:
        if man != main and _still_there(play.state, man) and _still_there(play.state, winner):
            force_back(play, man, winner, "sk.melee.extras-fall-back")
