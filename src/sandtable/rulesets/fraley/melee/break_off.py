"""Breaking off: a Unit falls back from its attackers, these may follow, and whoever is too near to them is lost."""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.geometry.angle import ahead, bearing_to
from sandtable.geometry.bodies import BEARING, X, Y
from sandtable.geometry.measure_kernels import corner
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.stage import aftermath, stage
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import REACH, between, heavy, nearest_between, portable
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.move import crossing, movement
from sandtable.rulesets.fraley.move.standing import ends, ill_placed
from sandtable.rulesets.fraley.move.travel import travel
from sandtable.rulesets.fraley.state import Battle, Point

from .assault_ways import ROUNDING, Path, Ways, bearing_along, length_of, terms_of
from .charge import may_charge
from .close_combat import Party, members, units_of

ANYWHERE = 1 << 20
DETOUR = 6 * INCH  # by how much longer a way around may be than the straight one; it is gone as far as the die says


def distance_roll(state: Battle, number: int, why: str, *because: str) -> Roll[int]:
    """How many inches a Unit falls back, follows up, or charges further: one die for all of it."""
    unit, needs = state.units[number], "so many inches"
    said, step = f"{unit.name}: {why}", f"how far it {why}"
    return Roll(1, 6, Total(), why=said, because=because, seat=unit.side, needs=needs, step=step)


@stage
async def break_off(play: Play[Battle], party: Party, attackers: Party) -> None:
    """A party falls back; its attackers may follow; then those still within their reach are lost."""
    await fall_back(play, party, attackers)
    if members(play.state, party) and members(play.state, attackers):
        await pursue(play, attackers, party)
    await overrun(play, party, attackers)


# ---- falling back


@rule("fraley.assault.guns-stay", "fraley.assault.break-off-move")
def may_fall_back(state: Battle, figure: int) -> bool:
    """Whether a Team moves when its Unit breaks off: heavy Gun Teams never do, portable ones unless that is ruled out."""
    team = state.figures[figure]
    if team.suppressed and not state.options.suppressed_may_move:
        return False
    return not heavy(team) and not (portable(team) and state.options.portable_guns_in_assault == "never")


@rule("fraley.assault.break-off-move")
async def falls_back_by(play: Play[Battle], number: int) -> int:
    """How far a Unit falls back: one die for all of it."""
    rolled = await distance_roll(play.state, number, "breaks off", "fraley.assault.break-off-move")
    return rolled.value * INCH


@rule("fraley.assault.break-off-move", "fraley.gap.table-size")
async def fall_back(play: Play[Battle], party: Party, attackers: Party) -> int:
    """Each Team goes straight away from the nearest attacker by one die's inches for all; off the table it is lost."""
    back = await falls_back_by(play, party.unit)
    march, over = retreat(play.state, party, attackers, back)
    if not march.walks:
        return back
    if any(play.state.figures[walk.figure].kind == "tank" for walk in march.walks):
        march = await crossing.cross(play, party.unit, march)
    ends = {walk.figure: walk.points[-1] for walk in march.walks}
    await travel(
        play,
        party.unit,
        march,
        "fraley.assault.break-off-move",
        verb="broke off",
        sets={"overwatch": False, "grounded": False},
        without=units_of(play.state, attackers),
    )
    left = members(play.state, party)
    gone = [figure for figure, point in over.items() if figure in left and ends[figure] == point]
    if gone:
        await lose(play, gone, "fraley.assault.break-off-move", "fraley.gap.table-size", why="off the table")
    return back


def retreat(state: Battle, party: Party, attackers: Party, distance: int) -> tuple[March, dict[int, Point]]:
    """The ways of a party that falls back, and those who are driven over the table edge, with where they leave it."""
    ways = Ways(state, state.units[party.unit].side)
    foes = members(state, attackers)
    going = [man for man in members(state, party) if may_fall_back(state, man)]
    order = sorted(going, key=lambda man: (-nearest_between(state, (man,), foes), man))
    walks: list[Walk] = []
    over: dict[int, Point] = {}
    for man in order:
        nearest = min(foes, key=lambda foe: (between(state, man, foe), foe))
        path, off = _away(ways, man, ways.point(nearest), distance)
        facing = bearing_along(path, int(ways.bodies[man, BEARING]))
        if off:
            over[man] = path[-1]
        ways.put(man, path[-1], facing)
        walks.append(Walk(man, path, face=facing))
    return March(tuple(walks)), over


@rule("fraley.assault.break-off-move")
def _away(ways: Ways, man: int, attacker: Point, distance: int) -> tuple[Path, bool]:
    """The way of one Team straight away from an attacker, around what it may not pass; whether it leaves the table."""
    x, y = start = ways.point(man)
    bearing = int(bearing_to(x - attacker[0], y - attacker[1]))
    to_x, to_y = ahead(x, y, bearing, distance)
    goal = int(to_x), int(to_y)
    if _off_table(ways, man, goal, bearing):
        inside = ways.as_far(man, (start, goal), bearing, distance)
        return inside, _at_the_edge(ways, man, inside[-1], bearing)
    straight = (start, goal)
    if ways.fine(man, straight, bearing, distance + ROUNDING):
        return straight, False
    stopped = ways.as_far(man, straight, bearing, distance)
    longer = ways.around(man, goal, bearing, distance + DETOUR)
    if longer is None:
        return stopped, False
    bent = ways.as_far(man, longer, bearing, distance)
    return max(stopped, bent, key=lambda path: length_of((attacker, path[-1]))), False


def _off_table(ways: Ways, man: int, point: Point, bearing: int) -> bool:
    """Whether a part of a Team would be over the table edge."""
    pose = ways.bodies[man : man + 1].copy()
    pose[0, X], pose[0, Y], pose[0, BEARING] = *point, bearing
    corners = [corner(pose, 0, index) for index in range(4)]
    return any(x < 0 or y < 0 or x > ways.state.width or y > ways.state.depth for x, y in corners)


def _at_the_edge(ways: Ways, man: int, point: Point, bearing: int) -> bool:
    """Whether it is the table edge that a Team has come to, not something in its way before it."""
    x, y = ahead(*point, bearing, INCH // 2)
    return _off_table(ways, man, (int(x), int(y)), bearing)


# ---- following


@rule("fraley.assault.pursuit", "fraley.assault.guns-stay")
def pursuers(state: Battle, party: Party) -> tuple[int, ...]:
    """Who may follow: Teams that took part in the assault and are no Guns."""
    return tuple(one for one in members(state, party) if one in party.fought and may_charge(state, state.figures[one]))


@rule("fraley.assault.pursuit")
async def pursues_by(play: Play[Battle], number: int) -> int:
    """How far a Unit may follow: one die for all of it."""
    rolled = await distance_roll(play.state, number, "pursues", "fraley.assault.pursuit")
    return rolled.value * INCH


@aftermath
@rule("fraley.assault.pursuit")
async def pursue(play: Play[Battle], party: Party, broken: Party) -> None:
    """The attackers may move by one die's inches in any direction; the Unit that broke off does not fire at it."""
    if not pursuers(play.state, party):
        return
    far = await pursues_by(play, party.unit)
    state = play.state
    movers = pursuers(state, party)
    if not movers:
        return
    domain = pursuit(state, movers, far)
    words = f"{state.units[party.unit].name}: pursue {state.units[broken.unit].name} up to {far // INCH} inches?"
    march = await ask(
        play, party.unit, "pursue", domain, words, "fraley.assault.pursuit", "fraley.assault.overrun", usual=domain.stay
    )
    if all(len(set(walk.points)) == 1 for walk in march.walks):
        return
    if any(state.figures[walk.figure].kind == "tank" for walk in march.walks):
        march = await crossing.cross(play, party.unit, march)
    without = units_of(play.state, broken)
    await travel(play, party.unit, march, "fraley.assault.pursuit", verb="pursued", without=without)


@rule("fraley.assault.pursuit", "fraley.terrain.gun-very-difficult", "fraley.gap.buildings")
def pursuit(state: Battle, movers: tuple[int, ...], budget: int) -> Marching:
    """All moves of a pursuit: up to enemies' bases, on nobody, each Team over ground that it may go."""
    known = terms_of(state, movers)
    return Marching(
        known,
        movers,
        budget,
        explain=movement.explainer(state, "fraley.assault.pursuit"),
        linked=movers,
        link=ANYWHERE,
        may_face=True,
        turns=True,
        also=lambda march: ill_placed(state, known, ends(known.layout.bodies, march), march),
        fixed=March(tuple(Walk(one, (state.layout.point(one),)) for one in movers)),
    )


# ---- overrun


@rule("fraley.assault.overrun")
def overrun_teams(state: Battle, party: Party, attackers: Party) -> list[int]:
    """The Teams of a party that broke off which are too near to an attacker; Tank Teams only if suppressed."""
    foes = members(state, attackers)
    if not foes:
        return []
    return [man for man in members(state, party) if is_overrun(state, man, nearest_between(state, (man,), foes))]


@rule("fraley.assault.overrun")
def is_overrun(state: Battle, figure: int, gap: int) -> bool:
    """Whether a Team of a Unit that broke off is lost, so near to an attacker; a Tank Team only if it is suppressed."""
    team = state.figures[figure]
    return (team.kind != "tank" or team.suppressed) and gap <= REACH


@rule("fraley.assault.overrun")
async def overrun(play: Play[Battle], party: Party, attackers: Party) -> None:
    """Whoever is within two inches of the attackers is lost at once."""
    lost = overrun_teams(play.state, party, attackers)
    if lost:
        await lose(play, lost, "fraley.assault.overrun", why="overrun")
