"""Moving: all ways a unit may go, what is wrong with the others, and setting it down on the table."""

from sandtable.geometry.bodies import OFF_TABLE as NOT_THERE
from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.path_kernels import (
    BAD_GROUND,
    IGNORED,
    KEEP_OFF,
    NOT_ON,
    OFF_TABLE,
    OVERLAP,
    SCATTERED,
    TOO_FAR,
    TOO_NEAR,
)
from sandtable.geometry.reach_kernels import APPEAR
from sandtable.geometry.units import INCH, inches
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.play.arrival import arrival
from sandtable.play.asking import ask
from sandtable.play.marching import Marching
from sandtable.play.moves import Terms, Verdict
from sandtable.play.refusal import Refusal, about
from sandtable.play.script import Play
from sandtable.table.remembered import Remembered

from .state import Battle, Model
from .terrain import passage, raised

MOVE, LINK, AWAY = inches(6), inches(2), INCH
ANYWHERE = inches(300)


def _groups(figures: tuple[Model, ...]) -> Ints:
    return ints([model.unit for model in figures])


groups = Remembered(_groups)  # the unit of each model, as kernels take it


def who(state: Battle, figure: int) -> str:
    """A model as players speak of it."""
    model = state.figures[figure]
    return f"{whose(state.units[model.unit].name)} {model.role}"


@rule("sheet.move.room")
def terms(state: Battle, number: int, *, enemies: int = KEEP_OFF, clearance: int = AWAY) -> Terms:
    """What a unit's move is checked against: the ground, an inch between it and enemies, nobody's base to stand on."""
    side = state.units[number].side
    codes = [IGNORED if unit.place != "table" else NOT_ON if unit.side == side else enemies for unit in state.units]
    codes[number] = IGNORED
    return Terms(
        layout=state.layout,
        ground=state.ground,
        width=state.width,
        depth=state.depth,
        passage=passage(state),
        groups=groups(state.figures),
        avoid=ints(codes),
        clearance=clearance,
        raised=raised(state),
    )


def explain(state: Battle, verdict: Verdict) -> Refusal:
    """What is wrong with a move, in words, with its clause."""
    code, figure, what, amount = verdict
    name = who(state, figure)
    match code:
        case _ if code == TOO_FAR:
            why, clause = f"{name} would move too far", "sheet.move.allowance"
            remedy = f"shorten the way by {about(amount - MOVE)}"
            return Refusal(why, (clause,), measured=amount, allowed=MOVE, remedy=remedy, figures=(figure,))
        case _ if code == BAD_GROUND:
            why, clause = f"{name} may not go into {state.terrain[what].title}", "sheet.move.allowance"
        case _ if code == TOO_NEAR:
            why, clause = f"{name} would come too near to {who(state, what)}", "sheet.move.room"
            return Refusal(why, (clause,), measured=amount, allowed=AWAY, figures=(figure, what))
        case _ if code == OVERLAP:
            why, clause = f"{name} would stand on {who(state, what)}", "sheet.move.room"
        case _ if code == SCATTERED:
            why, clause = f"{name} would be out of the chain", "sheet.move.chain"
        case _ if code == OFF_TABLE:
            zone = state.units[state.figures[figure].unit].place == "waiting"
            why, clause = f"{name} would not be where it may be", "sheet.setup.edges" if zone else "sheet.move.room"
        case _:
            raise AssertionError(f"unknown verdict {verdict}")
    return Refusal(why, (clause,), figures=(figure,))


@rule("sheet.move.allowance", "sheet.move.chain")
def marching(state: Battle, number: int) -> Marching:
    """All moves that a unit may make from where it stands."""
    men = state.units[number].men
    return Marching(terms(state, number), men, MOVE, explain=lambda found: explain(state, found), link=LINK)


def placing(state: Battle, number: int, zone: Ints, bearing: int) -> Marching:
    """All places in a zone where a unit may be set up."""
    men = state.units[number].men
    off = state.layout.placed([(man, NOT_THERE, NOT_THERE, bearing, 0) for man in men])
    return Marching(
        terms(state, number)._replace(layout=off),
        men,
        ANYWHERE,
        explain=lambda found: explain(state, found),
        link=LINK,
        zone=zone,
        manner=APPEAR,
        faces=bearing,
    )


async def move(play: Play[Battle], number: int) -> None:
    """A unit moves as its owner likes."""
    unit = play.state.units[number]
    choices = marching(play.state, number)
    words = f"Move {unit.name}"
    march = await ask(
        play, number, "move", choices, words, "sheet.move.allowance", "sheet.move.room", "sheet.move.chain"
    )
    state = play.state
    end = arrival(march, state.layout, state.ground, raised(state))
    tells = {"length": end.longest}
    play.tell("moved", "sheet.move.allowance", unit=number, figures=unit.men, sets={"places": end.places}, tells=tells)
