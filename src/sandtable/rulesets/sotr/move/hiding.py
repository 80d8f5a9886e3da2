"""Hide and Sneak (1.6.1.5.3, 1.6.1.5.4), and being found by them who watch."""

from msgspec.structs import replace

from sandtable.geometry.height_kernels import inside_all_the_way
from sandtable.geometry.kernel import ints
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.cover import unit_in_cover
from sandtable.rulesets.sotr.basics.finding import exposed, hidden_from, seen_on_the_way
from sandtable.rulesets.sotr.basics.sight import unit_engaged
from sandtable.rulesets.sotr.basics.tracks import tracks_of
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import reveal

from .disorganized import leaves_cover
from .movement import walk


def barred_from_hiding(state: Battle, number: int) -> Refusal | None:
    """Why a unit may not take the Hide action at all, wherever it goes; None if it may."""
    unit = state.units[number]
    if unit.machine:
        return Refusal(f"{unit.name} is too big to hide", ("sotr.gap.vehicle-movement",))
    if unit.mindless:
        return Refusal(f"{unit.name} does not hide", ("sotr.gap.roster-reich-zombies",))
    if unit_engaged(state, number):
        return Refusal(f"{unit.name} is in hand-to-hand", ("sotr.gap.engaged-activation",))
    if not unit.hidden and any(state.figures[man].overwatch for man in unit.men):
        return Refusal(f"{unit.name} is on Overwatch and was not Hidden before", ("sotr.overwatch.hide",))
    return None


@rule("sotr.hide.declare", "sotr.overwatch.hide")
def may_not_hide(state: Battle, number: int) -> Refusal | None:
    """Why a unit cannot be Hidden where it stands; None if it can (a march before it may change that)."""
    return barred_from_hiding(state, number) or _in_sight(state, number)


def _in_sight(state: Battle, number: int) -> Refusal | None:
    """The first model of a unit that an enemy sees, of those enemies that its side knows of."""
    men = state.units[number].men
    if len(men) > 1 and not exposed(state, number, men, known=True):
        return None
    for man in men:
        if exposed(state, number, (man,), known=True):
            return Refusal(f"{who(state, man)} is in sight of the enemy", ("sotr.hide.declare",), figures=(man,))
    return None


@rule("sotr.hide.declare", "sotr.hide.effect", "sotr.hide.keeps-los")
async def hide(play: Play[Battle], number: int) -> None:
    """The Hide action: a move at the normal rate that ends out of sight, and the counter."""
    budget = play.state.units[number].card.advance

    def out_of_sight(march: March) -> Refusal | None:
        if all(len(set(way.points)) == 1 for way in march.walks):
            return None  # staying where it is, a unit may find that it cannot hide
        state = play.state  # where they are by now: they may be going on from a stair
        ends = [track.end for track in tracks_of(state, number, march)]
        return _in_sight(replace(state, layout=state.layout.placed(ends)), number)

    arrived = await walk(play, number, budget, "sotr.hide.declare", "hide", also=out_of_sight)
    unit = play.state.units[number]
    if not arrived or not unit.on_table or unit.hidden:
        return
    no = may_not_hide(play.state, number)
    if no is not None or exposed(play.state, number, unit.men, known=False):
        why = "somebody is watching" if no is None else no.why
        play.tell("could not hide", "sotr.hide.declare", unit=number, tells={"why": why})
        return
    play.tell("hid", "sotr.hide.declare", unit=number, sets={"hidden": True})


# ---- sneaking


@rule("sotr.sneak.not-hidden")
def may_not_sneak(state: Battle, number: int) -> Refusal | None:
    """Why a unit may not Sneak: only Hidden units do, and Suppressed ones in cover."""
    unit = state.units[number]
    if unit.machine or unit.mindless:
        return Refusal(f"{unit.name} does not sneak", ("sotr.gap.vehicle-movement", "sotr.gap.roster-reich-zombies"))
    if unit.hidden or (unit.suppressed and state.options.suppressed_may_sneak and unit_in_cover(state, number)):
        return None
    return Refusal(f"{unit.name} is not Hidden", ("sotr.sneak.move", "sotr.sneak.not-hidden"))


@rule("sotr.sneak.move", "sotr.sneak.no-overwatch", "sotr.sneak.not-hidden")
async def sneak(play: Play[Battle], number: int) -> None:
    """The Sneak action: two inches, unseen."""
    state = play.state
    unit = state.units[number]

    def unseen(march: March) -> Refusal | None:
        return _gives_away(play.state, number, march) if unit.hidden else _leaves_cover(play.state, number, march)

    await walk(play, number, unit.card.sneak, "sotr.sneak.move", "sneak", also=unseen, watched=False)
    if unit.hidden and hidden_from(state, unit.side):
        _watched_unawares(play, number, state)


@rule("sotr.sneak.move")
def _watched_unawares(play: Play[Battle], number: int, before: Battle) -> None:
    """Whoever has left his terrain piece may have come into sight of enemies that his side knows nothing of."""
    state = play.state
    out = [
        man
        for man in state.units[number].men
        if before.layout.point(man) != state.layout.point(man)
        and not _keeps_to_its_piece(state, (before.layout.point(man), state.layout.point(man)))
    ]
    if exposed(state, number, out, known=False):
        reveal(play, number, "sotr.sneak.move", why="somebody is watching")


@rule("sotr.sneak.move")
def _gives_away(state: Battle, number: int, march: March) -> Refusal | None:
    """The first model that neither keeps to its terrain piece nor stays out of sight all the way."""
    open_ways = tuple(
        walk for walk in march.walks if len(walk.points) > 1 and not _keeps_to_its_piece(state, walk.points)
    )
    for way in open_ways:
        alone = tracks_of(state, number, March((way,)))
        if seen_on_the_way(state, number, alone, known=True):
            return Refusal(
                f"{who(state, way.figure)} would be seen",
                ("sotr.sneak.move",),
                remedy="stay in the terrain piece, or out of sight",
                figures=(way.figure,),
            )
    return None


def _keeps_to_its_piece(state: Battle, points: tuple[tuple[int, int], ...]) -> bool:
    """Whether a path lies inside one piece of terrain from its start to its end."""
    ground = state.ground
    for number, piece in enumerate(state.terrain):
        chosen = ints([place == number for place in range(len(state.terrain))])
        if piece.closed and inside_all_the_way(ints(points), ground.edges, ground.pieces, chosen):
            return True
    return False


@rule("sotr.suppress.effect-in-cover")
def _leaves_cover(state: Battle, number: int, march: March) -> Refusal | None:
    """The first model in cover that would leave it: a Suppressed unit stays in its cover."""
    return leaves_cover(state, number, march, "sotr.suppress.effect-in-cover")


# ---- being found


@rule("sotr.hide.ends-choice")
async def show(play: Play[Battle], number: int) -> None:
    """The owner removes the counter."""
    reveal(play, number, "sotr.hide.ends-choice", why="by choice")


@rule("sotr.hide.ends-equipment")
def spot_by_equipment(play: Play[Battle], number: int, why: str) -> None:
    """An enemy spots a Hidden unit by equipment or a special rule; nobody in our orders of battle has any."""
    reveal(play, number, "sotr.hide.ends-equipment", why=why)
