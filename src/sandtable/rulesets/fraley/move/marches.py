"""What a Unit's Teams may do in one Move: who moves, how far, over what, past whom, and how they have to end."""

from collections.abc import Mapping, Sequence
from copy import copy

from sandtable.dice.chance import Chance
from sandtable.geometry.column_kernels import column
from sandtable.geometry.kernel import ints
from sandtable.geometry.path_kernels import IGNORED, KEEP_OFF, NOT_ON
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.terms_of_march import Also
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.teams import REACH, acting, afoot, heavy, standing
from sandtable.rulesets.fraley.basics.terrain import passage
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.layout import rows

from .advancing import holding_back
from .cohesion import NEAR, TANKS, enough, hub_of, in_cohesion, tanks_among
from .explaining import explainer
from .extra_move import Helpers, allowances, beyond_move, helped, helpers, moves_of
from .passing import bulky_friends, column_of, passing
from .standing import ends, houses, ill_placed, own_ground

MOVERS, FRIENDS, FOES = 0, 1, 2  # what a Team is to those that move
CODES = ints([IGNORED, NOT_ON, KEEP_OFF])
BESIDE = INCH + 10  # who ends nearer to a house than this may be in it: more than the boxes around houses are wider by


# ---- what a move is checked against


@rule("fraley.gap.moving-through-teams", "fraley.terrain.infantry-free", "fraley.terrain.gun-difficult")
def terms(state: Battle, figures: Sequence[int], *, near: Sequence[int] = ()) -> Terms:
    """What a move of Teams of one Unit is checked against; the Units in `near` may be touched (they are assaulted).

    Through friends but not onto them, two inches from enemies all the way. Where the Teams may cross different ground it
    is that of those on foot: `standing.on_own_ground` looks at the others.
    """
    side, teams = state.sides[figures[0]], state.figures
    marks = [MOVERS] * len(teams)
    for man in standing(state):
        marks[man] = FRIENDS if state.sides[man] == side or teams[man].unit in near else FOES
    leading = -1  # the first on foot, if anybody is
    for figure in figures:
        marks[figure] = MOVERS
        if leading < 0 and teams[figure].kind != "tank" and not heavy(teams[figure]):
            leading = figure
    return Terms(
        layout=state.layout,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, teams[leading if leading >= 0 else figures[0]]),
        groups=ints(marks),
        avoid=CODES,
        clearance=REACH,
    )


@rule("fraley.fo.no-cohesion", "fraley.cohesion.return", "fraley.suppression.no-fire")
def who_moves(state: Battle, number: int, but: Sequence[int] = ()) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The Teams that may go as they like, a Unit's Observers among them, and its stragglers, who may only come back.

    A CC who observed for a barrage this round stays; so do suppressed Teams where a table plays it that way.
    """
    unit = state.units[number]
    if unit.watching == state.round:
        return (), ()
    figures = state.figures
    able = [
        man
        for man in acting(state, number)
        if man not in but and figures[man].aboard < 0 and (state.options.suppressed_may_move or not figures[man].marks)
    ]
    near = in_cohesion(state, number)
    lost = tuple([man for man in able if figures[man].unit == number and man not in near])
    return tuple([man for man in able if man not in lost]) if lost else tuple(able), lost


class Moving(Marching):
    """The Move of a Unit, in which a leader may let one Team go farther.

    What is proposed does not count on that: random players shift all Teams alike, as far as the slowest of them goes, and
    suggested marches bring the Unit's own Teams to a goal, in formation if they can; its Observers stay.
    """

    moves: Mapping[int, int]  # the Move of each Team
    own: tuple[int, ...]  # those that are not Observers
    most: int  # how far any may go at all

    def _sample_shift(self, chance: Chance) -> March:
        alike = copy(self)
        alike.budget, alike.less = min(self.moves.values()), {}
        return Marching._sample_shift(alike, chance)  # noqa: SLF001

    def suggest(self, goal: Point, face: int | None = None, *, formed: bool = True) -> March | None:
        """A legal march that brings the first Team to a goal and the others around it; None if none is found.

        They keep their formation if they can, unless that is known to be in vain: then they need not be `formed`.
        """
        if not self.own:
            return super().suggest(goal, face)
        plain = copy(self)
        far = max(self.moves.values())
        plain.movers = self.own
        plain.budget = self.budget - (self.most - far)
        plain.less = {mover: far - self.moves[mover] for mover in self.own}
        if plain.budget < 0:
            return None
        (x, y), (to_x, to_y) = self.terms.layout.point(self.own[0]), goal
        in_formation = March(plain.shifted(to_x - x, to_y - y).walks, face)
        keeps = formed and plain.allows(in_formation)
        found = in_formation if keeps else Marching.suggest(plain, goal, face)
        if found is None or self.own == self.movers:
            return found
        others = [walk for walk in self.stay().walks if walk.figure not in self.own]
        made = March((*found.walks, *others), found.face)
        return made if self.allows(made) else None


@rule("fraley.move.any-direction", "fraley.cohesion.half", "fraley.gap.measuring")
def moving(state: Battle, number: int, *, but: Sequence[int] = ()) -> Marching:
    """All moves that a Unit may make with one Move; Teams in `but` have lost theirs."""
    movers, _ = who_moves(state, number, but)
    if not movers:
        raise Refused(Refusal(f"{state.units[number].name} has no Team that may move", ("fraley.move.any-direction",)))
    known = terms(state, movers)
    moves = moves_of(state, movers)
    able = helpers(state, moves)
    allowed = allowances(moves, able)
    budget = max(allowed.values())
    domain = Moving(
        known,
        movers,
        budget,
        explain=explainer(state, "", allowed),
        linked=(),
        less={mover: budget - far for mover, far in allowed.items() if far < budget},
        turns=True,
        may_face=True,
        also=checks(state, number, movers, known, able),
    )
    domain.moves = moves
    domain.own = tuple([mover for mover in movers if state.figures[mover].unit == number])
    domain.most = budget
    domain.fixed = domain.stay()
    return domain


@rule("fraley.cohesion.half", "fraley.gap.moving-through-teams", "fraley.leader.extra-move")
def checks(state: Battle, number: int, movers: Sequence[int], known: Terms, able: Helpers) -> Also:
    """What a Unit's march is asked besides its lengths, its ground and whom it keeps off."""
    bodies = known.layout.bodies
    men = afoot(state, number)
    before, teams = len(in_cohesion(state, number)), len(men)
    back = holding_back(state, number)
    large = bulky_friends(state, state.units[number].side)
    others, counted, hub = rows(large), rows(men if teams > 1 else ()), hub_of(state, number)
    wide, marked = tanks_among(state, men), houses(state)
    mixed = any(own_ground(state, known, mover) is not None for mover in movers)

    def also(march: March) -> Refusal | None:
        # One call says whether all is well, as it mostly is; what is not is looked into by the rules one by one.
        amiss, by_house, together = column(
            bodies, *column_of(march), others, march.face is None, counted, hub, wide, NEAR, TANKS, BESIDE,
            known.ground.pieces, marked,
        )  # fmt: skip
        wrong = ill_placed(state, known, ends(bodies, march), march) if amiss or by_house or mixed else None
        if wrong is None and amiss and large:
            wrong = passing(state, bodies, march, large)
        if wrong is None and teams > 1:
            wrong = _scattered(together, teams, before)
        if wrong is None and back is not None:
            wrong = back(bodies, march)
        if wrong is None and beyond_move(state, march):
            found = helped(state, march, ends(bodies, march), able)
            wrong = found if isinstance(found, Refusal) else None
        return wrong

    return also


@rule("fraley.cohesion.half")
def _scattered(count: int, teams: int, before: int) -> Refusal | None:
    """Too few Teams would be in cohesion."""
    if enough(count, teams, before):
        return None
    return Refusal(
        f"only {count} of {teams} Teams would be in cohesion",
        ("fraley.cohesion.half", "fraley.cohesion.distance", "fraley.cohesion.tank-distance"),
        remedy="keep half the Unit within 6 inches of its leader (tanks 10), or of a Team that is",
    )
