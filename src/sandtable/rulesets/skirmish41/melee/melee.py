"""Melee: who fights whom, the dice, the ladder of results."""

from collections.abc import Iterator, Sequence
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
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.play.asking import ask_seat
from sandtable.play.script import Play
from sandtable.play.stage import Again, action, last, returned, rounds, stage
from sandtable.rulesets.skirmish41.basics.charts import D6, WOUNDED
from sandtable.rulesets.skirmish41.basics.placing import place_at
from sandtable.rulesets.skirmish41.basics.terrain import passage
from sandtable.rulesets.skirmish41.basics.units import (
    actions_of,
    contacts,
    fire_points,
    is_solo,
    on_table,
    rate,
    thrower,
    who,
)
from sandtable.rulesets.skirmish41.fire.crews import lose_savings
from sandtable.rulesets.skirmish41.harm.casualties import capture, disable, kill, suffer
from sandtable.rulesets.skirmish41.move.flight import bearing_between
from sandtable.rulesets.skirmish41.nerve.morale import test_morale
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.state import Battle

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
def strength(actions: int, points: int, helpers: int, options: Options) -> tuple[Modifier, ...]:
    """What a main combatant adds to his die: his fire points, and one for every other figure against a lone enemy."""
    found = (
        Modifier(actions, "actions", "sk.melee.compare"),
        Modifier(points - actions, "weapon", "sk.gap.fire-points"),
        options.tables.melee_modifiers.extra_figure.because("helpers", helpers),
    )
    return tuple(one for one in found if one.value)


def melee_roll(name: str, found: tuple[Modifier, ...], seat: int) -> Roll[int]:
    """The D6 of a main combatant."""
    because, plus = ("sk.melee.compare", "sk.melee.extra-figure"), total(found)
    why = f"{name} in melee, {plus} points"
    return Roll(1, D6, Total(plus), why=why, because=because, seat=seat, step="melee", modifiers=found)


CLAUSES = {
    "forced back": "sk.melee.plus-1",
    "captured": "sk.melee.plus-2",
    "wounded": "sk.melee.plus-3",
    "disabled": "sk.melee.plus-4",
    "killed": "sk.melee.more",
}


@rule("sk.melee.plus-1", "sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4", "sk.melee.more")
def result_of(difference: int, options: Options) -> str:
    """What being beaten by so much means; less than the table begins with is as good as that."""
    rows = list(options.tables.melee.items())
    name = [name for name, row in rows[1:] if difference >= row.by] or [rows[0][0]]
    return name[-1].replace("-", " ")


@rule("sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4")
def fate_of(difference: int, options: Options, *, alone: bool) -> tuple[str, bool]:
    """What becomes of a figure beaten by so much, and whether it is captured: with friends near it is not."""
    result = result_of(difference, options)
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
    return await returned(fight(play, match_of(state, standing, mains), tally))


class Match(NamedTuple):
    """A single combat as it was measured, by sides: main combatants, everybody, what they add, whether friends are near."""

    mains: tuple[int, int]
    standing: tuple[tuple[int, ...], tuple[int, ...]]
    adds: tuple[tuple[Modifier, ...], tuple[Modifier, ...]]
    friends: tuple[bool, bool]


@rule("sk.melee.extra-figure")
def match_of(state: Battle, standing: Sequence[tuple[int, ...]], mains: Sequence[int]) -> Match:
    """A single combat between two main combatants; several add to a die only against a lone enemy."""

    def adds(side: int) -> tuple[Modifier, ...]:
        helpers = len(standing[side]) - 1 if len(standing[1 - side]) == 1 else 0
        return strength(actions_of(state, mains[side]), fire_points(state, mains[side]), helpers, state.options)

    friends = friends_near(state, mains[0]), friends_near(state, mains[1])
    return Match((mains[0], mains[1]), (standing[0], standing[1]), (adds(0), adds(1)), friends)


@stage
@rule("sk.melee.compare")
async def fight(play: Play[Battle], match: Match, tally: Tally = ()) -> Tally:
    """A die each, and what becomes of the loser. Gives the tally after it."""
    state, mains, standing = play.state, match.mains, match.standing
    scores, rolls = list[int](), list[int]()
    for side in (0, 1):
        team = state.figures[mains[side]].unit
        name = f"{called(state, team)} ({state.figures[mains[side]].role})"
        rolled = await melee_roll(name, match.adds[side], thrower(state, side))
        scores.append(rolled.value)
        rolls.append(rolled.number)
    if scores[0] == scores[1]:
        tells = {"one": who(state, mains[0]), "other": who(state, mains[1])}
        teams = [state.figures[main].unit for main in mains]
        shows = {"actor": teams[0], **shows_at(teams[1]), "rolls": tuple(rolls)}
        play.tell("fought on", "sk.melee.compare", figures=(), tells=tells, shows=shows)
        return tally
    winner = 0 if scores[0] > scores[1] else 1
    alone = not match.friends[1 - winner]
    await beaten(play, mains[1 - winner], mains[winner], abs(scores[0] - scores[1]), tuple(rolls), alone=alone)
    if len(standing[winner]) == 1:
        _extras_fall_back(play, standing[1 - winner], mains[1 - winner], mains[winner])
    return _counted(state, tally, mains, winner)


def _counted(state: Battle, tally: Tally, mains: Sequence[int], winner: int) -> Tally:
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
    choices = one_figure(men, lambda man: f"{who(state, man)}, {fire_points(state, man)} points", "f")
    words = f"{unit.name}: who is the main combatant?"
    return await ask_seat(
        unit.seat, "main combatant", choices, words, "sk.gap.charging", unit=state.figures[best].unit, usual=f"f{best}"
    )


# ---- results


@stage
@rule("sk.melee.plus-1", "sk.melee.plus-2", "sk.melee.plus-3", "sk.melee.plus-4", "sk.melee.more")
async def beaten(
    play: Play[Battle], loser: int, winner: int, difference: int, rolls: tuple[int, ...], *, alone: bool
) -> None:
    """What becomes of a figure that was beaten by so much."""
    state = play.state
    result = result_of(difference, state.options)
    clause = CLAUSES[result]
    team, by = state.figures[loser].unit, state.figures[winner].unit
    tells = {"who": who(state, loser), "by": who(state, winner), "difference": difference}
    shows = {"actor": by, **shows_at(team), "rolls": rolls}
    play.tell("was beaten", clause, unit=team, figures=(loser,), tells=tells, shows=shows)
    harm, captured = fate_of(difference, state.options, alone=alone)
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
    """Whether a figure has any friends within four inches; by a switch those alone who could come to his help."""
    side = state.units[state.figures[man].unit].side
    bodies, here = state.layout.bodies, _stands(state, man)
    counted = _free_friends if state.options.free_friends_only else _friends
    return any(
        other not in {man, here} and int(gap(bodies, here, bodies, other)) <= FRIENDS for other in counted(state, side)
    )


def _friends(state: Battle, side: int) -> Iterator[int]:
    """Everybody of a side who stands or lies on the table, and the hulls of vehicles that are not abandoned."""
    for unit in state.units:
        if unit.side != side:
            continue
        if unit.place == "table":
            yield from (unit.hull,) if unit.mounted else unit.men
        yield from (man for man in unit.down if state.layout.on_table(man))


def _free_friends(state: Battle, side: int) -> Iterator[int]:
    """Those of them who are not in melee themselves, disabled or routing."""
    busy = contacts(state).figures
    for team in on_table(state, side):
        unit = state.units[team]
        if not unit.routing and not unit.mounted:
            yield from (man for man in unit.men if man not in busy and rate(state.figures[man]))


@rule("sk.melee.plus-1")
def force_back(play: Play[Battle], loser: int, winner: int, clause: str) -> None:
    """A figure gives ground an inch, straight away from who beat it, if there is room."""
    state = play.state
    team, layout = state.figures[loser].unit, state.layout
    if layout.bare:
        play.tell("had no room", clause, unit=team, figures=(loser,), tells={"who": who(state, loser)})
        return
    away = bearing_between(layout.point(_stands(state, winner)), layout.point(loser))
    x, y = (int(part) for part in ahead(*layout.point(loser), away, BACK))
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
