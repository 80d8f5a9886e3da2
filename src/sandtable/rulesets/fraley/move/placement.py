"""The free placement of an Infantry Platoon Leader, anywhere among his men."""

from collections.abc import Callable

from sandtable.dice.chance import Chance
from sandtable.geometry.bodies import RADIUS, X, Y
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.measure_kernels import corner, gaps
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.fraley.basics.teams import REACH, afoot, leader_of, standing, who
from sandtable.rulesets.fraley.basics.terrain import passage
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.layout import rows

from .cohesion import together
from .explaining import bad_ground, on_somebody, too_near
from .standing import room_inside
from .ways import barred

AMONG = inches(5)  # how far from one of his men random players look for a place

Fits = Callable[[int, int], Refusal | None]


@rule("fraley.leader.free-placement")
def may_place_leader(state: Battle, number: int) -> bool:
    """Whether a Unit has an Infantry PL who may still be placed freely in this activation."""
    unit = state.units[number]
    if unit.placed or unit.still or unit.place != "table" or unit.card.rank != "unit":
        return False
    leader = leader_of(state, number)
    if state.options.pl_placement != "free_within_cohesion" or leader is None:
        return False
    team = state.figures[leader]
    stays = team.marks > 0 and not state.options.suppressed_may_move
    return team.kind == "infantry" and team.aboard < 0 and not (team.observed or stays)


@rule("fraley.leader.free-placement", "fraley.cohesion.half", "fraley.gap.moving-through-teams")
def fits(state: Battle, number: int, leader: int) -> Fits:
    """What is wrong with a place for a Platoon Leader: off the table, bad ground, too near to enemies, out of touch."""
    here = state.layout.point(leader)
    side = state.units[number].side
    ground, mine = state.ground, passage(state, state.figures[leader])
    others = tuple([man for man in standing(state) if man != leader])
    clear = ints([1 if state.sides[man] == side else REACH for man in others])

    def wrong(x: int, y: int) -> Refusal | None:
        if (x, y) == here:
            return None
        bodies = state.layout.bodies.copy()
        bodies[leader, X], bodies[leader, Y] = x, y
        if _leaves(state, bodies, leader):
            return Refusal(f"{who(state, leader)} would leave the table", ("fraley.gap.table-size",))
        if (piece := barred(ground, mine, (x, y), (x, y))) >= 0:
            return bad_ground(state, leader, piece)
        return (
            _too_close(state, leader, others, clear, bodies)
            or _apart(state, number, bodies)
            or (room_inside(state, state.layout.bodies, bodies, (leader,)) if ground.has("building") else None)
        )

    return wrong


def _leaves(state: Battle, bodies: Ints, leader: int) -> bool:
    """Whether he would stand over the edge of the table: where he is far enough from it, his corners need no look."""
    x, y, _, radius = bodies[leader, : RADIUS + 1].tolist()
    if radius <= x <= state.width - radius and radius <= y <= state.depth - radius:
        return False
    corners = [corner(bodies, leader, index) for index in range(4)]
    return any(not (0 <= cx <= state.width and 0 <= cy <= state.depth) for cx, cy in corners)


def _too_close(state: Battle, leader: int, others: tuple[int, ...], clear: Ints, bodies: Ints) -> Refusal | None:
    """He may not stand on anybody, nor within two inches of an enemy: how far he keeps `clear` of each."""
    apart = gaps(bodies, rows((leader,)), rows(others))[0]
    close = (apart < clear).nonzero()[0].tolist()
    if not close:
        return None
    other = others[close[0]]
    if state.sides[other] == state.sides[leader]:
        return on_somebody(state, leader, other)
    return too_near(state, leader, other, int(apart[close[0]]))


@rule("fraley.leader.free-placement", "fraley.cohesion.half")
def _apart(state: Battle, number: int, bodies: Ints) -> Refusal | None:
    """Half the Unit must be in cohesion with him where he is put."""
    count, teams = len(together(state, number, bodies)), len(afoot(state, number))
    if 2 * count >= teams:
        return None
    return Refusal(
        f"only {count} of {teams} Teams would be in cohesion",
        ("fraley.leader.free-placement", "fraley.cohesion.half"),
        remedy="put him among his men",
    )


@rule("fraley.leader.free-placement")
async def place_leader(play: Play[Battle], number: int) -> None:
    """An Infantry PL is set down anywhere among his men."""
    state = play.state
    leader = leader_of(state, number)
    if leader is None or not may_place_leader(state, number):
        return
    unit, here = state.units[number], state.layout.point(leader)
    men = [man for man in afoot(state, number) if man != leader] or [leader]

    def suggest(chance: Chance) -> Point:
        x, y = state.layout.point(men[chance.randrange(len(men))])
        return x + chance.randint(-AMONG, AMONG), y + chance.randint(-AMONG, AMONG)

    foes = tuple(state.layout.points(tuple(standing(state, 1 - unit.side))))
    choices = Spot(fits(state, number, leader), suggest, here, Bounds(clear_of=foes, apart=REACH))
    words = f"Where does {who(state, leader)} go?"
    point = await ask(
        play, number, "place leader", choices, words, "fraley.leader.free-placement", "fraley.cohesion.half", usual=here
    )
    _put(play, number, leader, point)


def _put(play: Play[Battle], number: int, leader: int, point: Point) -> None:
    """He is put there: it is movement for him alone, and draws no fire. Staying where he is uses the chance, too."""
    layout = play.state.layout
    if point == layout.point(leader):
        play.tell("left its leader where he is", "fraley.leader.free-placement", unit=number, sets={"placed": True})
        return
    play.tell(
        "placed its leader",
        "fraley.leader.free-placement",
        unit=number,
        figures=(leader,),
        sets={
            "places": ((leader, *point, layout.bearing(leader), 0),),
            "teams": {"moved": True, "dug_in": False},
            "placed": True,
        },
    )
