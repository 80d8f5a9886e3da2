"""What each mission is about, in words, and how it stands: everything is read from what victory counts.

A tally is made of the state as somebody may know it: units that are Hidden from him hold nothing and have lost nothing.
"""

from functools import lru_cache

from sandtable.grammar import count_of
from sandtable.mechanics.aims import edge_prize, for_both, in_inches, lead_in_words, points
from sandtable.play.aims import Briefing, Prize, Tally
from sandtable.rulesets.sotr.setup.arrivals import AT_THE_EDGE, far_edge
from sandtable.rulesets.sotr.setup.victory import (
    COST,
    DEAD,
    DRAW_BELOW,
    HOLD,
    LIVING,
    OBJECTIVE,
    holders,
    outcome_at_once,
    outcome_now,
)
from sandtable.rulesets.sotr.state import Battle, Mission
from sandtable.rulesets.sotr.turn.turn import waiting

UNSEEN = ", so far as is seen"
LOSSES = f"1 point for every full {COST} points that a destroyed or fled enemy unit cost, half of it for one below half"
HOLDING = (
    f"Holding an objective takes more standing models of units in order within {in_inches(HOLD)} than the enemy has"
)
ENOUGH = f"At least {points(DRAW_BELOW)} ahead wins; anything less is a draw"
AT_ONCE = "A side with nobody left standing, and nobody to come, has lost at once"


def briefing(state: Battle) -> Briefing:
    """What the battle is about."""
    return _briefing(state.mission, state.names, far_edge(state))


@lru_cache(maxsize=32)
def _briefing(mission: Mission, names: tuple[str, str], edge: str) -> Briefing:
    turns = count_of(mission.turns, "turn", "turns")
    lead = f"lead by at least {points(DRAW_BELOW)}"
    each = f"{points(OBJECTIVE)} each"
    counts: tuple[str, ...]
    match mission.name:
        case "meeting":
            aim = f"Hold the three objectives on the centre line at the end, destroy what you can, and {lead}."
            brief = f"Hold the objectives · {each} · lead by {DRAW_BELOW}"
            aims, short = (aim, aim), (brief, brief)
            counts = (f"{points(OBJECTIVE)} for each objective held at the end", HOLDING)
        case "ruins":
            aims = for_both(
                f"Take the middle of the table and hold it at the end, destroy what you can, and {lead}.",
                f"Hold the middle of the table to the end, make the attack costly, and {lead}.",
                mission.attacker,
            )
            short = for_both(
                f"Take the middle of the table · {points(OBJECTIVE)} · lead by {DRAW_BELOW}",
                f"Hold the middle of the table · {points(OBJECTIVE)} · lead by {DRAW_BELOW}",
                mission.attacker,
            )
            counts = (f"{points(OBJECTIVE)} for the objective in the middle, held at the end", HOLDING)
        case "dead-walk":
            aims = for_both(
                f"Leave by the {edge} edge, or last {turns} with at least half of each unit, and {lead}.",
                f"Bring the living below half before they get away by the {edge} edge, and {lead}.",
                LIVING,
            )
            short = for_both(f"Leave by the {edge} edge, or last · {each}", f"Let nobody get away · {each}", LIVING)
            counts = (
                f"{names[LIVING]}: {points(OBJECTIVE)} for each unit that has left or has half of its models at the end",
                f"{names[DEAD]}: {points(OBJECTIVE)} for each of the others",
                f"A unit in order may leave when all its standing models are within {in_inches(AT_THE_EDGE)} of the edge",
            )
    return Briefing(aims, short, (*counts, LOSSES, ENOUGH, AT_ONCE), turns, mission.turns)


# ---- how it stands


def tally(state: Battle) -> Tally:
    """How the battle stands, so far as it is known. Before the first turn nothing counts yet."""
    if state.phase == "setup":
        return Tally((0, 0), prizes=_prizes(state))
    now = state.outcome or outcome_at_once(state) or outcome_now(state)
    words = lead_in_words(now, DRAW_BELOW, over=state.phase == "over")
    unseen = [number for number, unit in enumerate(state.units) if unit.hidden and _veiled(state, number)]
    if unseen and state.outcome is None:
        words += UNSEEN
    return Tally(now.scores, words, DRAW_BELOW, now.winner, _prizes(state), _left(state, unseen), "units")


def _veiled(state: Battle, number: int) -> bool:
    """Whether a unit is Hidden from whoever this state is for: he does not know where it stands."""
    unit = state.units[number]
    return unit.on_table and not state.layout.on_table(unit.men[0])


def _left(state: Battle, unseen: list[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The units that are still to be activated; of those that are Hidden from somebody he is told nothing."""
    here = [0, 0]
    able = [0, 0]
    for number, unit in enumerate(state.units):
        if number not in unseen and unit.place == "table":
            here[unit.side] += 1
    for side in (0, 1):
        able[side] = sum(number not in unseen for number in waiting(state, side))
    return (able[0], here[0]), (able[1], here[1])


def _prizes(state: Battle) -> tuple[Prize, ...]:
    """Objectives, and the edge that the living leave by."""
    if state.mission.name == "dead-walk":
        out = LIVING if any(unit.place == "exited" for unit in state.units) else None
        return (edge_prize(state, far_edge(state), f"Leave here: {points(OBJECTIVE)} a unit", OBJECTIVE, out),)
    one = len(state.objectives) == 1
    return tuple(
        Prize(point, "The objective" if one else f"Objective {number}", OBJECTIVE, side)
        for number, (point, side) in enumerate(zip(state.objectives, holders(state), strict=True), 1)
    )
