"""What each mission is about, in words, and how it stands: everything is read from what victory counts."""

from functools import lru_cache

from sandtable.grammar import count_of
from sandtable.mechanics.aims import edge_prize, for_both, in_inches, lead_in_words, ordinal, points
from sandtable.mechanics.pieces import middle_of
from sandtable.play.aims import Briefing, Prize, Tally
from sandtable.rulesets.d10.basics.charts import SIDES
from sandtable.rulesets.d10.react.exits import far_edge
from sandtable.rulesets.d10.setup.victory import (
    BUILDING,
    HELD,
    MARKER,
    holders,
    holders_of_buildings,
    lead_that_wins,
    outcome_of,
    turns_of,
)
from sandtable.rulesets.d10.state import Battle, Mission
from sandtable.rulesets.d10.turn.turn import LAST_TURN, ready

HERE = ("table", "aboard")
AT_ONCE = "It ends at once when a side has no unpanicked unit left on the table"
LOSSES = "The points of every enemy unit destroyed or routed, half of them for one at half strength or less"


def briefing(state: Battle) -> Briefing:
    """What the battle is about."""
    edge = "" if "roll-off" in state.agenda else far_edge(state, state.mission.attacker)
    return _briefing(state.mission, state.names, edge)


@lru_cache(maxsize=32)
def _briefing(mission: Mission, names: tuple[str, str], edge: str) -> Briefing:
    lead = points(lead_that_wins(mission))
    attacker = names[mission.attacker]
    match mission.name:
        case "meeting":
            aim = f"Hold the markers on the middle line at the end, destroy what you can, and lead by at least {lead}."
            brief = f"Hold the markers · {MARKER} points each · lead by {lead_that_wins(mission)}"
            aims, short = (aim, aim), (brief, brief)
            near = f"more models within {in_inches(HELD)} of it that are not panicked"
            extra = f"{points(MARKER)} at the end for each marker held: {near}"
        case "village":
            aims = for_both(
                f"Clear the two houses: be alone in them at the end, and lead by at least {lead}.",
                f"Hold the two houses to the end, make the attack costly, and lead by at least {lead}.",
                mission.attacker,
            )
            short = for_both(
                f"Take the two houses · {BUILDING} points each",
                f"Hold the two houses · {BUILDING} points each",
                mission.attacker,
            )
            extra = f"{points(BUILDING)} at the end for each of the two houses held alone, with unpanicked models in it"
        case "breakthrough":
            way = f"the {edge} edge" if edge else "the far edge"
            aims = for_both(
                f"Get your units off the table by {way} before they panic, and lead by at least {lead}.",
                f"Bar the way to {way}, destroy what comes, and lead by at least {lead}.",
                mission.attacker,
            )
            short = for_both(
                f"Leave by {way} · a unit's points each",
                f"Bar the way to {way} · a unit's points for each destroyed",
                mission.attacker,
            )
            extra = f"{attacker}: the points of every unit that leaves by {way} and is not panicked"
    turns, may_go_on = turns_of(mission)
    length = count_of(turns, "turn", "turns")
    if may_go_on:
        length += f"; a {ordinal(turns + 1)} on a {LAST_TURN}+ of a D{SIDES}"
    enough = f"At least {lead} ahead wins; anything less is a draw"
    return Briefing(aims, short, (LOSSES, extra, enough, AT_ONCE), length, turns, int(may_go_on))


# ---- how it stands


def tally(state: Battle) -> Tally:
    """How the battle stands. Before the first turn nothing counts yet."""
    if state.phase == "setup":
        return Tally((0, 0), prizes=_prizes(state))
    now, lead = state.outcome or outcome_of(state), lead_that_wins(state.mission)
    here = [sum(unit.side == side and unit.place in HERE for unit in state.units) for side in (0, 1)]
    left = ((len(ready(state, 0)), here[0]), (len(ready(state, 1)), here[1]))
    words = lead_in_words(now, lead, over=state.phase == "over")
    return Tally(now.scores, words, lead, now.winner, _prizes(state), left, "units")


def _prizes(state: Battle) -> tuple[Prize, ...]:
    """Markers, houses, and the edge that is to be reached."""
    markers = [
        Prize(point, f"Marker {number}", MARKER, side)
        for number, (point, side) in enumerate(zip(state.objectives, holders(state), strict=True), 1)
    ]
    houses = [
        Prize(middle_of(piece.outline), piece.title.capitalize(), BUILDING, side, piece.outline)
        for piece, side in zip(
            [state.terrain[number] for number in state.buildings], holders_of_buildings(state), strict=True
        )
    ]
    return (*markers, *houses, *_way_out(state))


def _way_out(state: Battle) -> tuple[Prize, ...]:
    if state.mission.name != "breakthrough" or "roll-off" in state.agenda:
        return ()
    attacker = state.mission.attacker
    holder = attacker if state.escaped else None
    return (edge_prize(state, far_edge(state, attacker), "Leave here: a unit's points", holder=holder),)
