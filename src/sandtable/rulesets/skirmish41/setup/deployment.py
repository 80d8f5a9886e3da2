"""Setting up (sk.gap.deployment): edges, zones, teams one after another, counters of the solo side."""

from functools import partial

from sandtable.dice.roll import Roll
from sandtable.geometry.bodies import OFF_TABLE as NOT_THERE
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import BAD_GROUND, IGNORED, NOT_ON, OFF_TABLE, OVERLAP, SCATTERED, TOO_NEAR
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import inches
from sandtable.mechanics import setting_up as mechanics
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import middle_of, raised
from sandtable.mechanics.setting_up import edges_along, next_to_set_up
from sandtable.mechanics.zones import FACING_IN, band, ring, set_down, usual_place
from sandtable.play.asking import ask_seat
from sandtable.play.marching import Marching
from sandtable.play.moves import Explain, Terms, Verdict
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.terms_of_march import Also
from sandtable.play.walks import March
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.sight import groups, in_cover, shelters
from sandtable.rulesets.skirmish41.basics.terrain import passage, sight_effect
from sandtable.rulesets.skirmish41.basics.units import LINK, who
from sandtable.rulesets.skirmish41.counters.counters import lay_counters
from sandtable.rulesets.skirmish41.spotting.hidden import known_to, lay_marks
from sandtable.rulesets.skirmish41.spotting.spotting import alerted, spot, spot_the_obvious
from sandtable.rulesets.skirmish41.state import Battle

from .victory import SCENARIOS

CLAUSE = "sk.gap.deployment"
ZONE = inches(10)
ANYWHERE = inches(300)
ENTRY = inches(12)  # to either side of the middle of a short edge
DEEPER = tuple(inches(more) for more in (0, 3, 6, 10, 15, 22, 30))


# ---- edges and zones


def roll_for_edges(names: tuple[str, str]) -> Roll[tuple[int, ...]]:
    """A die each: the higher one picks an edge, sets up first and has the first part of every turn."""
    return mechanics.higher_die(names, D6, CLAUSE, "sk.turn.opposed", why="Who picks an edge and goes first")


@rule("sk.gap.deployment", "sk.gap.scenario-patrol")
def edges_to_pick(state: Battle) -> tuple[str, str]:
    """The long edges; a patrol comes on at a short one."""
    return edges_along(state, short=state.mission.name == "patrol")


@rule("sk.gap.deployment", "sk.turn.opposed", "sk.gap.scenario-farm")
async def roll_off(play: Play[Battle]) -> None:
    """Both roll a die, again while they are equal; the winner picks his edge and is first. Players of a solo game are."""
    state = play.state
    edges = edges_to_pick(state)
    if state.solo:
        sets = {"battle": {"edges": edges, "first": 0, "active": 0}}
        play.tell("came on at an edge", CLAUSE, sets=sets, tells={"name": state.names[0], "edge": edges[0]})
        return
    winner, tells, edges, throw = await mechanics.edges_rolled(play, lambda: roll_for_edges(state.names), edges, CLAUSE)
    sets = {"battle": {"edges": edges, "first": winner, "active": winner}}
    play.tell("picked an edge", CLAUSE, "sk.turn.opposed", sets=sets, tells=tells, rolls=(throw,))


def facing_in(state: Battle, side: int) -> int:
    """The bearing of somebody who looks from his own table edge at the enemy's."""
    return FACING_IN[state.edges[side]]


@rule("sk.gap.deployment", "sk.gap.scenario-farm", "sk.gap.scenario-patrol")
def zone_of(state: Battle, side: int, *, deeper: int = 0) -> Ints:
    """Where a side sets up: ten inches from its edge, a defender in his third, a patrol by the middle of its edge."""
    edge = state.edges[side]
    whole = state.depth if edge in {"north", "south"} else state.width
    depth = state.mission.zone or ZONE
    if state.mission.name == "farm" and side != state.mission.attacker:
        depth = whole // 3
    depth = min(depth + deeper, whole)
    if state.mission.name != "patrol":
        return band(state.width, state.depth, edge, depth)
    middle = state.depth // 2 if edge in {"west", "east"} else state.width // 2
    low, high = middle - ENTRY - deeper, middle + ENTRY + deeper
    if edge in {"west", "east"}:
        left, right = (0, depth) if edge == "west" else (state.width - depth, state.width)
        return ring(
            [(left, max(0, low)), (right, max(0, low)), (right, min(high, state.depth)), (left, min(high, state.depth))]
        )
    upper, lower = (0, depth) if edge == "north" else (state.depth - depth, state.depth)
    return ring(
        [(max(0, low), upper), (min(high, state.width), upper), (min(high, state.width), lower), (max(0, low), lower)]
    )


# ---- placing


@rule("sk.gap.deployment")
def placing_terms(state: Battle, number: int, bearing: int) -> Terms:
    """What setting a team down is checked against: its ground and everybody else's base."""
    unit = state.units[number]
    codes = [IGNORED if other == number or not one.on_table else NOT_ON for other, one in enumerate(state.units)]
    return Terms(
        layout=state.layout.placed([(body, NOT_THERE, NOT_THERE, bearing, 0) for body in unit.bodies]),
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state, vehicle=unit.hull >= 0 and unit.card.vehicle),
        groups=groups(state.figures),
        avoid=ints(codes),
        clearance=0,
        raised=raised(state),
    )


def _explainer(state: Battle) -> Explain:
    def explain(verdict: Verdict) -> Refusal:
        code, figure, what, _ = verdict
        name = who(state, figure)
        if code == OFF_TABLE:
            return Refusal(f"{name} would stand outside its zone", (CLAUSE,), figures=(figure,))
        if code == BAD_GROUND:
            why = f"{name} cannot be set down on {state.terrain[what].title}"
            return Refusal(why, ("sk.gap.terrain", CLAUSE), figures=(figure,))
        if code in {OVERLAP, TOO_NEAR}:
            return Refusal(f"{name} would stand on {who(state, what)}", (CLAUSE,), figures=(figure, what))
        if code == SCATTERED:
            return Refusal(f"{name} would be out of touch", ("sk.gap.fire-team",), figures=(figure,))
        raise AssertionError(f"unknown verdict {verdict}")

    return explain


def setting_up(state: Battle, number: int, zone: Ints, also: Also | None = None) -> Marching:
    """All places where a team may be set up in a zone."""
    unit = state.units[number]
    bearing = facing_in(state, unit.side)
    return Marching(
        placing_terms(state, number, bearing),
        unit.bodies,
        ANYWHERE,
        explain=_explainer(state),
        linked=unit.bodies if len(unit.bodies) > 1 else (),
        link=LINK,
        chain=False,
        zone=zone,
        manner=APPEAR,
        may_face=True,
        faces=bearing,
        turns=unit.hull >= 0,
        also=also,
    )


@rule("sk.gap.deployment")
def with_room(state: Battle, number: int) -> Marching:
    """The places for a team in its zone; deeper only where it is crowded. A dummy lies in cover if there is any."""
    if state.units[number].card.kind == "dummy":
        domain = setting_up(state, number, zone_of(state, state.units[number].side), partial(_gives_away, state))
        domain.fixed = _in_cover_somewhere(state, domain)
        if domain.fixed is not None:
            return domain
    for deeper in DEEPER:
        domain = setting_up(state, number, zone_of(state, state.units[number].side, deeper=deeper))
        domain.fixed = usual_place(domain)
        if domain.fixed is not None:
            return domain
    raise AssertionError("there is no room on the table")


@rule("sk.gap.spotted-status")
def _gives_away(state: Battle, march: March) -> Refusal | None:
    """Whether a dummy would lie in the open, where any team would be seen: it would deceive nobody."""
    there = state.layout.placed(set_down(state, march, 0))
    if all(shelters(state, tuple(walk.figure for walk in march.walks), there)):
        return None
    return Refusal("in the open a dummy deceives nobody", ("sk.gap.spotted-status",), remedy="set it up in cover")


def _in_cover_somewhere(state: Battle, domain: Marching) -> March | None:
    """A place for a marker in or beside a piece that covers it, the middle of each before its corners."""
    pieces = [piece for piece in state.terrain if sight_effect(piece).cover]
    goals = [middle_of(piece.outline) for piece in pieces]
    goals += [point for piece in pieces for point in piece.outline]
    return next((march for goal in goals if (march := domain.suggest(goal)) is not None), None)


# ---- in turn


def to_set_up(state: Battle, side: int) -> list[int]:
    """The teams that a side has to set up; riders come with their vehicle, the solo force by itself."""
    if state.solo and side == 1:
        return []
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.place == "waiting" and unit.aboard < 0 and unit.side == side
    ]


def left_to_set_up(state: Battle) -> bool:
    """Whether any team is still to be set up."""
    return bool(to_set_up(state, 0) or to_set_up(state, 1))


@rule("sk.gap.deployment", "sk.gap.spotted-status")
async def deploy(play: Play[Battle]) -> None:
    """A side places one of its teams; the first side all of its teams, then the other."""
    state = play.state
    side = state.first if to_set_up(state, state.first) else 1 - state.first
    able, prompt = to_set_up(state, side), f"{state.names[side]}: set up which team next?"
    number = await next_to_set_up(state, able, kind="team to set up", prompt=prompt, clause=CLAUSE)
    unit = state.units[number]
    domain = with_room(known_to(state, side), number)
    march = await ask_seat(
        unit.seat,
        "set up",
        domain,
        f"Set up {unit.name}",
        CLAUSE,
        SCENARIOS[state.mission.name],
        unit=number,
        usual=lambda: domain.fixed,
    )
    _put(play, number, march)


@rule("sk.gap.spotted-status", "sk.spot.unaware")
def _put(play: Play[Battle], number: int, march: March) -> None:
    """A team is set up: in cover unspotted, under a marker; in the open for everybody to see, who know of enemies then."""
    state = play.state
    unit = state.units[number]
    places = set_down(state, march, facing_in(state, unit.side))
    sets: dict[str, object] = {"places": places, "place": "table"}
    play.tell("was set up", CLAUSE, unit=number, figures=unit.bodies, sets=sets)
    for other, riders in enumerate(play.state.units):
        if riders.aboard == number and riders.place == "waiting":
            tells = {"vehicle": unit.name}
            play.tell("begins aboard", CLAUSE, unit=other, sets={"place": "aboard"}, tells=tells)
    if state.mission.in_sight:
        spot(play, number, "sk.gap.spotted-status")
    elif unit.card.kind != "dummy" and not in_cover(play.state, number):
        sets = {"spotted": True}
        if not state.solo:  # of whom nobody is there yet to see it
            sets["battle"] = {"alert": alerted(state, unit.side)}
        play.tell("stands in the open", "sk.gap.spotted-status", "sk.spot.unaware", unit=number, sets=sets)
    lay_marks(play)


async def counters(play: Play[Battle]) -> None:
    """The counters of the solo side are laid out; then everybody looks."""
    if play.state.solo:
        await lay_counters(play)
    spot_the_obvious(play)
