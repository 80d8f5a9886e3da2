"""What is wrong with a move, in words, with the clause that forbids it."""

from collections.abc import Callable, Mapping

from sandtable.geometry.path_kernels import BAD_GROUND, OFF_TABLE, OVERLAP, TOO_FAR, TOO_NEAR
from sandtable.mechanics.clauses import rule
from sandtable.play.moves import Verdict
from sandtable.play.refusal import Refusal, about
from sandtable.rulesets.fraley.basics.teams import REACH, heavy, who
from sandtable.rulesets.fraley.basics.terrain import IMPASSABLE, feature
from sandtable.rulesets.fraley.state import Battle


def clause_of(state: Battle, figure: int) -> str:
    """The clause that says how far a Team moves."""
    return f"fraley.move.{state.figures[figure].kind}"


def explainer(state: Battle, clause: str, allowed: Mapping[int, int] | None = None) -> Callable[[Verdict], Refusal]:
    """Says in words what is wrong with a move that is made under this clause; an empty one is that of the Team's own Move.

    `allowed` is how far each Team may go.
    """

    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, amount = verdict
        if code == TOO_FAR:
            return too_far(state, figure, amount, (allowed or {}).get(figure), clause or clause_of(state, figure))
        if code == BAD_GROUND:
            return bad_ground(state, figure, what)
        if code == TOO_NEAR:
            return too_near(state, figure, what, amount)
        if code == OVERLAP:
            return on_somebody(state, figure, what)
        assert code == OFF_TABLE, f"unknown verdict {verdict}"
        return Refusal(f"{who(state, figure)} would leave the table", ("fraley.gap.table-size",), figures=(figure,))

    return explain


@rule("fraley.gap.measuring")
def too_far(state: Battle, figure: int, length: int, allowed: int | None, *because: str) -> Refusal:
    """A Team would go farther than it may."""
    remedy = "" if allowed is None else f"shorten its way by {about(max(1, length - allowed))}"
    return Refusal(
        f"{who(state, figure)} would move too far",
        (*because, "fraley.gap.measuring"),
        measured=length,
        allowed=allowed,
        remedy=remedy,
        figures=(figure,),
    )


@rule("fraley.terrain.gun-very-difficult", "fraley.terrain.infantry-free", "fraley.gap.buildings")
def bad_ground(state: Battle, figure: int, what: int) -> Refusal:
    """A Team would go where it cannot: nobody through what is impassable, guns not through Very Difficult Terrain."""
    piece, team = state.terrain[what], state.figures[figure]
    because: tuple[str, ...]
    if feature(piece).going == IMPASSABLE:
        because = ("fraley.terrain.infantry-free", "fraley.gap.terrain-setup")
    elif heavy(team):
        because = ("fraley.terrain.gun-very-difficult",)
    else:
        because = ("fraley.gap.buildings", "fraley.gap.terrain-setup")
    return Refusal(f"{who(state, figure)} cannot move through {piece.title}", because, figures=(figure,))


@rule("fraley.gap.moving-through-teams")
def too_near(state: Battle, figure: int, enemy: int, gap: int) -> Refusal:
    """A Team would come within two inches of an enemy."""
    return Refusal(
        f"{who(state, figure)} would come too near to {who(state, enemy)}",
        ("fraley.gap.moving-through-teams",),
        measured=gap,
        allowed=REACH,
        remedy="keep 2 inches away",
        figures=(figure, enemy),
    )


@rule("fraley.gap.moving-through-teams")
def on_somebody(state: Battle, figure: int, other: int) -> Refusal:
    """A Team would end on another."""
    return Refusal(
        f"{who(state, figure)} would stand on {who(state, other)}",
        ("fraley.gap.moving-through-teams",),
        figures=(figure, other),
    )
