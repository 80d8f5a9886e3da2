"""What each mission is about, in words, and how it stands: everything is read from what victory counts."""

from functools import lru_cache
from math import ceil

from sandtable.grammar import count_of
from sandtable.mechanics.aims import edge_prize, for_both, in_inches, lead_in_words, ordinal, points
from sandtable.play.aims import Briefing, Prize, Tally
from sandtable.play.ruleset import Outcome
from sandtable.rulesets.fraley.setup.victory import (
    DRAW,
    LEAST,
    REACH,
    SCORES_FROM,
    TAKEN_FROM,
    THIRD,
    escaped,
    holders,
    outcome_now,
    worth_to_break_through,
)
from sandtable.rulesets.fraley.state import Battle, Mission
from sandtable.rulesets.fraley.turn.activation import eligible

LEAD = DRAW + 1
SHARES = {2: "half", 3: "a third", 4: "a quarter"}
HOLDING = (
    f"An objective is held by an unsuppressed Team within {in_inches(REACH)} of it, of a Tank Unit or one with {LEAST}"
    f" Teams, with no enemy Team as near"
)
AT_ONCE = "A company that retreats or has no Units left has lost at once"


def briefing(state: Battle) -> Briefing:
    """What the battle is about."""
    edge = "" if "roll-off" in state.agenda else state.edges[1 - state.mission.attacker]
    needed = _needed(state) if state.mission.name == "breakthrough" else 0
    return _briefing(state.mission, state.names, edge, needed)


@lru_cache(maxsize=32)
def _briefing(mission: Mission, names: tuple[str, str], edge: str, needed: int) -> Briefing:
    attacker, defender = names[mission.attacker], names[1 - mission.attacker]
    rounds = count_of(mission.rounds, "round", "rounds")
    match mission.name:
        case "meeting":
            aim = f"Hold more of the objectives on the centre line, round after round, and lead by at least {LEAD}."
            brief = f"Hold the objectives · {points(1)} each a round from the {ordinal(SCORES_FROM)}"
            aims, short = (aim, aim), (brief, brief)
            scoring: tuple[str, ...] = (
                f"{points(1)} for each objective held at the end of a round, from the {ordinal(SCORES_FROM)} round on",
                HOLDING,
                f"At least {points(LEAD)} ahead after {rounds} wins; anything less is a draw",
            )
        case "hold":
            since = f"a round from the {ordinal(TAKEN_FROM)} on"
            aims = for_both(
                f"Hold the objective at the end of {since}.",
                f"Keep the attacker off the objective for {rounds}.",
                mission.attacker,
            )
            short = for_both(
                f"Hold the objective at the end of {since}",
                f"Keep them off the objective for {rounds}",
                mission.attacker,
            )
            scoring = (
                f"{attacker}: holding the objective at the end of {since} wins at once",
                f"{defender}: not letting that happen for {rounds} wins",
                HOLDING,
            )
        case "breakthrough":
            way = f"the {edge} edge" if edge else "the far edge"
            part = SHARES.get(THIRD, f"1/{THIRD}")
            aims = for_both(
                f"Get Teams worth {part} of your points ({needed}) off the table by {way}.",
                f"Keep the attacker from getting Teams worth {part} of his points ({needed}) off by {way}.",
                mission.attacker,
            )
            short = for_both(
                f"Leave by {way} · {needed} points win",
                f"Bar the way to {way} for {rounds} · {needed} points lose",
                mission.attacker,
            )
            scoring = (
                f"{attacker}: Teams worth {points(needed)} that have left by {way} win at once",
                f"{defender}: not letting that happen for {rounds} wins",
                "A Team is worth an even share of the points of its Unit",
            )
    return Briefing(aims, short, (*scoring, AT_ONCE), rounds, mission.rounds)


# ---- how it stands


def tally(state: Battle) -> Tally:
    """How the battle stands. Before the first round nothing counts yet."""
    if state.phase == "setup":
        return Tally((0, 0), prizes=_prizes(state))
    now = state.outcome or outcome_now(state)
    lead = LEAD if state.mission.name == "meeting" else 0
    left = (_left(state, 0), _left(state, 1))
    return Tally(now.scores, _words(state, now, lead), lead, now.winner, _prizes(state), left, "Units")


def _left(state: Battle, side: int) -> tuple[int, int]:
    """How many of a side's Units may still be activated, of those that are on the table or may come onto it."""
    able = set(eligible(state, side))
    units = enumerate(state.units)
    return len(able), sum(unit.side == side and (unit.on_table or number in able) for number, unit in units)


def _words(state: Battle, now: Outcome, lead: int) -> str:
    """How it stands, in words: by points, by who holds the objective, by what has got through."""
    if lead:
        return lead_in_words(now, lead, over=state.phase == "over")
    if state.outcome is not None:
        return now.why
    attacker = state.mission.attacker
    if state.mission.name == "breakthrough":
        return f"{int(escaped(state, attacker))} of {_needed(state)} points through"
    name, other = state.names[attacker], state.names[1 - attacker]
    if attacker not in holders(state):
        return f"not held by {name}: {other} would win now"
    return f"held by {name}: " + ("they would win now" if now.winner == attacker else f"counts from round {TAKEN_FROM}")


def _needed(state: Battle) -> int:
    """What has to get through, in whole points."""
    return ceil(worth_to_break_through(state))


def _prizes(state: Battle) -> tuple[Prize, ...]:
    """Objectives, and the edge that is to be reached."""
    attacker = state.mission.attacker
    if state.mission.name == "breakthrough":
        if "roll-off" in state.agenda:
            return ()
        out = attacker if any(unit.left for unit in state.units) else None
        return (edge_prize(state, state.edges[1 - attacker], "Leave here: a Team's points", holder=out),)
    one = len(state.objectives) == 1
    return tuple(
        Prize(point, "The objective" if one else f"Objective {number}", 0 if one else 1, side)
        for number, (point, side) in enumerate(zip(state.objectives, holders(state), strict=True), 1)
    )
