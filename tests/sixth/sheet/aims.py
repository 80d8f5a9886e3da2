"""What a battle of the sheet is about, and how it stands."""

from sandtable.mechanics.aims import in_inches
from sandtable.play.aims import Briefing, Prize, Tally

from .state import Battle, on_table
from .turn import ready
from .victory import HOLDS, TURNS, holder, objective, outcome_of

AIM = "Hold the middle of the table at the end, alone."
SHORT = "Hold the middle at the end"
SCORING = (
    f"Whoever alone has a unit within {in_inches(HOLDS)} of the middle at the end wins",
    "If nobody has, the points of destroyed enemies decide",
    "A side that has lost more than half of its units has lost at once",
)


def briefing(state: Battle) -> Briefing:  # every battle of the sheet is about the same
    """What the battle is about."""
    return Briefing((AIM, AIM), (SHORT, SHORT), SCORING, f"{TURNS} turns", TURNS)


def tally(state: Battle) -> Tally:
    """How the battle stands."""
    held = None if state.phase == "setup" else holder(state)
    prize = Prize(objective(state), "The middle", 0, held)
    if state.phase == "setup":
        return Tally((0, 0), prizes=(prize,))
    now = state.outcome or outcome_of(state)
    left = [(len(ready(state, side)), len(on_table(state, side))) for side in (0, 1)]
    return Tally(now.scores, now.why, 0, now.winner, (prize,), (left[0], left[1]), "units")
