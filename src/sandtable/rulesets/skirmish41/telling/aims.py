"""What each scenario asks for, in words, and how it stands: everything is read from what victory counts.

A tally is made of the state as somebody may know it: unspotted teams hold nothing and have lost nothing, and a counter that
lies face down could be a portal.
"""

from functools import lru_cache

from sandtable.grammar import count_of
from sandtable.mechanics.aims import edge_prize, for_both, in_inches, lead_in_words, points
from sandtable.mechanics.pieces import middle_of
from sandtable.play.aims import Briefing, Prize, Tally
from sandtable.rulesets.skirmish41.actions.leaving import GO_HOME
from sandtable.rulesets.skirmish41.setup.victory import (
    AIM,
    AROUND,
    AT_BRIDGE,
    AT_EDGE,
    BODY,
    BROKEN,
    BUILDING,
    CROSSING,
    CROSSROADS,
    DONE,
    FIGURE,
    FIGURES,
    LEAD,
    LEADER,
    OF_ROAD,
    at_objective,
    broke_through,
    figures_of,
    holds_building,
    holds_crossing,
    houses_of,
    is_back,
    objectives_met,
    outcome_of,
    road_is_clear,
    turns_of,
)
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Mission
from sandtable.rulesets.skirmish41.turn.turn import ready

UNSEEN = ", so far as is seen"
LOSSES = (
    f"{points(FIGURE)} for each enemy figure out of action, {LEADER} for an officer or NCO",
    f"A vehicle's body points divided by {BODY} for each enemy vehicle lost",
)
ENOUGH = f"At least {points(LEAD)} ahead wins; anything less is a draw"
AT_ONCE = f"It ends at once when a side has lost more than {BROKEN}% of its figures"
LOST = "More than half of your figures out of action lose it at once"
ENEMY = "The rules play this side: it stops the players from doing what they came for."


def briefing(state: Battle) -> Briefing:
    """What the battle is about."""
    edges = ("", "") if "roll-off" in state.agenda else state.edges
    figures = figures_of(state, 0) if state.solo else 0
    return _briefing(state.mission, edges, turns_of(state), figures, len(houses_of(state)))


@lru_cache(maxsize=32)
def _briefing(mission: Mission, edges: tuple[str, str], turns: int, figures: int, houses: int) -> Briefing:
    said = count_of(turns, "turn", "turns")
    if mission.solo:
        aim, short, counts = _solo(mission, edges, said, figures)
        losses = f"For the score: {LOSSES[0]}"
        return Briefing((aim, ENEMY), (short, "Stop them"), (*counts, LOST, losses), said, turns)
    if mission.name == "crossroads":
        aim = f"Have more unsuppressed figures in the middle at the end, hurt the enemy, and lead by {LEAD} points."
        brief = f"Hold the middle · {points(CROSSROADS)} · lead by {LEAD}"
        aims, both = (aim, aim), (brief, brief)
        near = f"within {in_inches(CROSSING)} of the middle"
        extra = f"{points(CROSSROADS)} at the end for more unsuppressed figures {near} than the enemy has"
    else:
        aims = for_both(
            f"Clear the {houses} buildings, be alone in them at the end, and lead by at least {LEAD} points.",
            f"Hold the {houses} buildings to the end, make the attack costly, and lead by at least {LEAD} points.",
            mission.attacker,
        )
        both = for_both(
            f"Take the {houses} buildings · {points(BUILDING)} each",
            f"Hold the {houses} buildings · {points(BUILDING)} each",
            mission.attacker,
        )
        extra = f"{points(BUILDING)} at the end for each building in which a side alone has active figures"
    return Briefing(aims, both, (*LOSSES, extra, ENOUGH, AT_ONCE), said, turns)


def _solo(mission: Mission, edges: tuple[str, str], turns: str, figures: int) -> tuple[str, str, tuple[str, ...]]:
    """What players want of a game against the rules: at length, in short, and what counts."""
    own = f"the {edges[0]} edge" if edges[0] else "your own edge"
    half = (figures + 1) // 2
    match mission.name:
        case "patrol":
            return (
                f"Spend a full turn at the bridge, then bring at least {half} of your {figures} figures home by {own}.",
                f"Reach the bridge, then {half} figures home by {own}",
                (
                    f"The bridge: an unrouted figure within {in_inches(AT_BRIDGE)} at the end of {DONE} turns in a row",
                    f"Home: {half} figures leave by {own}, once the bridge has been held, or from turn {GO_HOME} on",
                    f"Both within {turns} win, one is a draw, none loses",
                ),
            )
        case "tank-hunt":
            far = f"the middle of the {edges[SOLO]} edge" if edges[SOLO] else "the middle of the far edge"
            return (
                f"Eliminate every portal, or bring the tank and {FIGURES} figures to {far}, within {turns}.",
                f"Clear every portal, or tank and {FIGURES} figures to {far}",
                (
                    "Every portal eliminated wins; a portal with nowhere left to fall back to is eliminated",
                    f"The tank within {in_inches(AT_EDGE)} of {far}, {FIGURES} figures within {in_inches(AROUND)}, win too",
                ),
            )
        case _:
            return (
                f"Clear the road within {turns}: no unrouted enemy team may be within {in_inches(OF_ROAD)} of it.",
                f"Clear {in_inches(OF_ROAD)} on either side of the road",
                (
                    f"No unrouted enemy within {in_inches(OF_ROAD)} of the road, found or not, wins at once",
                    "A team that is still hidden counts where its counter lies",
                ),
            )


# ---- how it stands


def tally(state: Battle) -> Tally:
    """How the battle stands, so far as it is known. Before the first turn nothing counts yet."""
    if state.phase == "setup":
        return Tally((0, 0), prizes=_prizes(state))
    now = state.outcome or outcome_of(state)
    unseen = [] if state.solo else _unseen(state)
    lead = 0 if state.solo else LEAD
    words = _solo_words(state) if state.solo else lead_in_words(now, LEAD, over=state.phase == "over")
    if unseen and state.outcome is None:
        words += UNSEEN
    return Tally(now.scores, words, lead, now.winner, _prizes(state), _left(state, unseen), "teams")


def _solo_words(state: Battle) -> str:
    """What the players have done of what they came for."""
    if state.outcome is not None:
        return state.outcome.why
    match state.mission.name:
        case "patrol":
            bridge = "bridge held" if state.reached >= DONE else f"bridge held {state.reached} of {DONE} turns"
            return f"{bridge}, {state.escaped} of {(figures_of(state, 0) + 1) // 2} figures home"
        case "tank-hunt":
            return "the way is open" if objectives_met(state)[0] else "portals left, and the tank not through"
        case _:
            return "the road is clear" if road_is_clear(state) else "the road is not clear"


def _unseen(state: Battle) -> list[int]:
    """The teams that whoever this state is for does not know: he has them nowhere on the table."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.on_table and unit.bodies and not state.layout.on_table(unit.bodies[0])
    ]


def _left(state: Battle, unseen: list[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The teams that are still to act this turn; of those that are unseen somebody is told nothing."""
    found = []
    for side in (0, 1):
        here = [
            number
            for number, unit in enumerate(state.units)
            if unit.side == side and unit.place in {"table", "aboard"} and unit.men and number not in unseen
        ]
        acting = state.phase == "part" and state.active == side
        to_come = state.phase == "turn" or (state.phase in {"part", "melee"} and state.active == state.first != side)
        waiting = (
            [number for number in ready(state, side) if number not in unseen] if acting else here if to_come else []
        )
        found.append((len(waiting), len(here)))
    return found[0], found[1]


def _prizes(state: Battle) -> tuple[Prize, ...]:
    """The middle, buildings, the bridge, edges, the road, and portals that are known."""
    match state.mission.name:
        case "crossroads":
            return tuple(Prize(point, "The middle", CROSSROADS, holds_crossing(state)) for point in state.objectives)
        case "farm":
            return tuple(
                Prize(middle_of(piece.outline), piece.title.capitalize(), BUILDING, holder, piece.outline)
                for piece, holder in (
                    (state.terrain[house], holds_building(state, house)) for house in houses_of(state)
                )
            )
        case "patrol":
            return _patrol(state)
        case "tank-hunt":
            reached = 0 if state.objectives and broke_through(state) else None
            way = tuple(
                Prize(point, f"The tank and {FIGURES} figures here", AIM, reached) for point in state.objectives
            )
            return (*way, *_portals(state))
        case _:
            roads = [piece for piece in state.terrain if piece.kind == "road"]
            holder = None if state.phase == "setup" else 0 if road_is_clear(state) else SOLO
            return tuple(Prize(middle_of(piece.outline), "The road", AIM, holder) for piece in roads[:1])


def _patrol(state: Battle) -> tuple[Prize, ...]:
    bridge = tuple(
        Prize(point, "The bridge", AIM, 0 if state.reached >= DONE or at_objective(state) else None)
        for point in state.objectives
    )
    if "roll-off" in state.agenda:
        return bridge
    home = 0 if is_back(state) else None
    return (*bridge, edge_prize(state, state.edges[0], "Home: half of the patrol", AIM, home))


def _portals(state: Battle) -> tuple[Prize, ...]:
    return tuple(
        Prize(marker.at, "A portal", 0, SOLO) for marker in state.markers if marker.sort == "portal" and marker.known
    )
