"""What each mission is about, in words, and how it stands: everything is read from what victory counts."""

from functools import lru_cache

from sandtable.grammar import count_of
from sandtable.mechanics.aims import edge_prize, for_both, in_inches, lead_in_words, ordinal, points, strip
from sandtable.mechanics.zones import middle_of_edge
from sandtable.play.aims import Briefing, Prize, Tally
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.bolt_action.setup.placing_objectives import OBJECTIVES
from sandtable.rulesets.bolt_action.setup.victory import (
    ENOUGH,
    GOT_OFF,
    HOLD_DISTANCE,
    IN_ZONE,
    KILL,
    KILL_OF_ATTACKER,
    got_off,
    holders,
    outcome_now,
    through,
)
from sandtable.rulesets.bolt_action.state import Battle, Mission
from sandtable.rulesets.bolt_action.turn.turn import cup, muster
from sandtable.rulesets.bolt_action.turn.turn_end import ANOTHER

BY_POINTS = {"attrition", "breakthrough"}
NEAR = in_inches(HOLD_DISTANCE)
AT_ONCE = "It ends at once when a side has nobody left, on the table or in reserve"
HOLDING = f"Infantry or artillery within {NEAR} of an objective holds it, unless enemy infantry or artillery is as near"


def briefing(state: Battle) -> Briefing:
    """What the battle is about, so far as it is settled who attacks from where."""
    attacker = None if "sides" in state.agenda and not state.mission.fixed_sides else state.attacker
    edge = "" if "edge" in state.agenda else state.edges[state.defender]
    return _briefing(state.mission, state.names, attacker, edge, state.margin, state.turns)


@lru_cache(maxsize=32)
def _briefing(
    mission: Mission, names: tuple[str, str], attacker: int | None, edge: str, margin: int, turns: int
) -> Briefing:
    roles = ("The attacker", "The defender") if attacker is None else (names[attacker], names[1 - attacker])
    enough = f"At least {points(margin)} ahead wins; anything less is a draw"
    scoring: tuple[str, ...]
    match mission.name:
        case "attrition":
            aims, short = _attrition(margin)
            scoring = (f"{points(KILL).capitalize()} for each enemy unit destroyed", enough)
        case "breakthrough":
            aims, short = _breakthrough(attacker, edge, margin)
            zone = f"{in_inches(mission.zone_depth)} of {_edge(edge)}"
            scoring = (
                f"{roles[0]}: {points(GOT_OFF)} for each own unit that has left by {_edge(edge)}",
                f"{roles[0]}: {points(IN_ZONE)} for each own unit with any part within {zone} at the end",
                f"{roles[0]}: {points(KILL)} for each enemy unit destroyed",
                f"{roles[1]}: {points(KILL_OF_ATTACKER)} for each enemy unit destroyed",
                enough,
            )
        case "three-objectives":
            aims, short = _three(attacker)
            wins = f"{roles[0]}: {ENOUGH} or more of the {OBJECTIVES} objectives at the end win"
            scoring = (wins, f"{roles[1]}: leaving the attacker none wins; one is a draw", HOLDING)
        case "hold":
            aims, short = _hold(attacker)
            scoring = ("Whoever holds the objective at the end wins; contested or empty it is a draw", HOLDING)
    scoring = (*scoring, AT_ONCE)
    length = f"{count_of(turns, 'turn', 'turns')}; a {ordinal(turns + 1)} on a {ANOTHER}+"
    return Briefing(aims, short, scoring, length, turns, 1)


Both = tuple[tuple[str, str], tuple[str, str]]


def _edge(edge: str) -> str:
    return f"the {edge} edge" if edge else "the defender's edge"


def _attrition(margin: int) -> Both:
    units = count_of(margin, "unit", "units")
    aim = f"Destroy at least {units} more than you lose."
    short = f"Destroy {margin} more {'unit' if margin == 1 else 'units'} than you lose · {points(KILL)} each"
    return (aim, aim), (short, short)


def _breakthrough(attacker: int | None, edge: str, margin: int) -> Both:
    lead = f"at least {points(margin)}"
    aims = for_both(
        f"Get past the defence, into the ground along {_edge(edge)} or off the table by it, and lead by {lead}.",
        f"Stop them short of your edge: destroy what comes, and lead by {lead}.",
        attacker,
    )
    short = for_both(
        f"Leave by {_edge(edge)} · {points(GOT_OFF)} a unit, {IN_ZONE} near it",
        f"Stop them short of your edge · {points(KILL_OF_ATTACKER)} a unit destroyed",
        attacker,
    )
    return aims, short


def _three(attacker: int | None) -> Both:
    aims = for_both(
        f"Hold at least {ENOUGH} of the {OBJECTIVES} objectives at the end.",
        f"Leave the attacker no objective at the end; with {ENOUGH} of the {OBJECTIVES} he wins.",
        attacker,
    )
    short = for_both(
        f"Hold {ENOUGH} of the {OBJECTIVES} objectives at the end",
        f"Keep them off the {OBJECTIVES} objectives · {ENOUGH} lose it",
        attacker,
    )
    return aims, short


def _hold(attacker: int | None) -> Both:
    aims = for_both(
        "Drive the garrison off, and hold the objective in the middle at the end.",
        "Hold the objective in the middle until your relief is there, and at the end.",
        attacker,
    )
    short = "Hold the objective in the middle at the end"
    return aims, (short, short)


# ---- how it stands


def tally(state: Battle) -> Tally:
    """How the battle stands. Before the first turn nothing counts yet."""
    if state.phase == "setup":
        return Tally((0, 0), prizes=_prizes(state))
    now = state.outcome or outcome_now(state)
    lead = state.margin if state.mission.name in BY_POINTS else 0
    here, waiting = muster(state.units).left, cup(state)
    return Tally(
        now.scores,
        lead_in_words(now, lead, over=state.phase == "over") if lead else _words(state, now),
        lead,
        now.winner,
        _prizes(state),
        ((waiting[0], here[0]), (waiting[1], here[1])),
        "dice",
    )


def _words(state: Battle, now: Outcome) -> str:
    """Who holds what, and what that would make of it."""
    if state.phase == "over":
        end = "a draw" if now.winner is None else f"{state.names[now.winner]} have won"
    else:
        end = "a draw if it ended now" if now.winner is None else f"{state.names[now.winner]} would win now"
    if state.mission.name == "hold":
        (side,) = holders(state)
        held = "nobody holds the objective" if side is None else f"held by {state.names[side]}"
        return f"{held}: {end}"
    held_of = f"{now.scores[state.attacker]} of {OBJECTIVES}"
    return f"{state.names[state.attacker]} hold {held_of}: {end}"


def _prizes(state: Battle) -> tuple[Prize, ...]:
    """Objectives, once they lie on the table, and the ground and the edge that are to be reached."""
    if state.mission.name == "breakthrough":
        return () if "edge" in state.agenda else _ways_through(state)
    one = len(state.objectives) == 1
    return tuple(
        Prize(point, "The objective" if one else f"Objective {number}", 1, side)
        for number, (point, side) in enumerate(zip(state.objectives, holders(state), strict=True), 1)
    )


def _ways_through(state: Battle) -> tuple[Prize, ...]:
    edge, deep = state.edges[state.defender], state.mission.zone_depth
    within = state.attacker if through(state) else None
    off = state.attacker if got_off(state) else None
    return (
        Prize(
            middle_of_edge(state, edge, deep // 2),
            f"Here at the end: {points(IN_ZONE)} a unit",
            IN_ZONE,
            within,
            strip(state, edge, deep),
        ),
        edge_prize(state, edge, f"Leave here: {points(GOT_OFF)} a unit", GOT_OFF, off),
    )
