"""Flamethrowers (1.7.3): the template, burning models, fuel tanks, woods set alight."""

from sandtable.geometry.bodies import GROUND
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import count_of
from sandtable.play.decision import Decision
from sandtable.play.domains import OnTable
from sandtable.play.script import Play
from sandtable.play.stage import last, stage

from .acts import shows_shots, shows_under
from .aiming import watched_unit
from .armour import takes_no_tests
from .breaking import break_tests
from .bursts import Shell, enemies_among, hit_all, still_there, units_of
from .charts import kinds, weapon_of
from .conditions import disorganize, note_fire
from .cool import cool, cool_test, takes_tests
from .flight import run_to_cover
from .hidden import as_seen
from .jets import BURNS, Jet, flamed_rooms, jets, touched_by
from .offers import Aiming
from .state import Battle, Point
from .templates import (
    SMALL,
    Landing,
    flame_on_piece,
    nozzle,
    under_blast,
)
from .ways import who
from .wounds import Losses

FLAMETHROWER = "sotr.weapon.flamethrower"
TEMPLATE = "sotr.flame.template"


# ---- firing


@rule("sotr.flame.disorganized")
def steady_enough(state: Battle, figure: int) -> bool:
    """Whether a model may fire a flamethrower: not if Disorganized, unless a JUST DO IT makes it."""
    from .just_do_it import model_freed_to  # noqa: PLC0415  # it looks at what units may do

    man = state.figures[figure]
    if not man.disorganized and not state.units[man.unit].disorganized:
        return True
    return model_freed_to(state, figure, "shoot")


def can_flame(state: Battle, figure: int, only: int | None = None) -> bool:
    """Whether a flamethrower has anything to be fired at."""
    if not steady_enough(state, figure) or state.units[state.figures[figure].unit].shaken:
        return False
    only = watched_unit(state, only)
    return bool(jets(as_seen(state, state.units[state.figures[figure].unit].side), figure, only))


@stage
async def fire_flame(
    play: Play[Battle], figure: int, *, overwatch: bool = False, only: int | None = None
) -> tuple[int, ...]:
    """One model fires a flamethrower: direction, everybody touched, Cool checks, terrain set alight.

    Overwatch takes nothing off it, as no die is rolled to hit. Gives the units it was fired at.
    """
    del overwatch
    state = play.state
    only = watched_unit(state, only)
    number = state.figures[figure].unit
    seen = as_seen(state, state.units[number].side)
    jet = await _aim(seen, figure, jets(seen, figure, only), forced=only is not None)
    if jet is None:
        return ()
    on = seen.units[jet.unit].name if jet.unit >= 0 else seen.terrain[jet.piece].title
    told = {"weapon": kinds()["flamethrower"].name, "target": on, "bearing": jet.bearing}
    sets = {"fired": state.turn}
    targets = (jet.unit,) if jet.unit >= 0 else enemies_among(seen, touched_by(seen, figure, jet.bearing), number)
    because, shows = (FLAMETHROWER, TEMPLATE), shows_shots(targets, [kinds()["flamethrower"]])
    play.tell("fired a template weapon", *because, unit=number, figures=(figure,), sets=sets, tells=told, shows=shows)
    if jet.unit >= 0:
        note_fire(play, jet.unit, FLAMETHROWER)
    await last(_burn(play, figure, jet.bearing), targets)
    return targets


async def _aim(state: Battle, figure: int, found: dict[str, Jet], *, forced: bool) -> Jet | None:
    """At what the jet goes; its bearing is the one that touches the most of that."""
    if not found or (forced and len(found) == 1):
        return next(iter(found.values()), None)

    def said(jet: Jet) -> str:
        if jet.unit < 0 and jet.piece < 0:
            return "hold fire"
        return state.units[jet.unit].name if jet.unit >= 0 else state.terrain[jet.piece].title

    def worth(key: str) -> int:
        return len(touched_by(state, figure, found[key].bearing)) if found[key].unit >= 0 else -1

    number = state.figures[figure].unit
    chosen = await Decision(
        state.units[number].side,
        "flame",
        Aiming(
            figure,
            "flamethrower",
            {**found, "pass": Jet(0)},
            label=said,
            points=lambda jet: OnTable(unit=jet.unit) if jet.unit >= 0 else None,
        ),
        prompt=f"{who(state, figure)}: at what is the flamethrower fired?",
        because=("sotr.target.template", TEMPLATE),
        unit=number,
        default=next((key for key in sorted(found, key=worth, reverse=True) if found[key].unit >= 0), "pass"),
    )
    return None if chosen == Jet(0) else chosen


@stage
@rule("sotr.flame.hits", "sotr.flame.burning", "sotr.gap.vehicle-damage")
async def _burn(play: Play[Battle], figure: int, bearing: int) -> None:
    """Everybody touched rolls to wound, whatever cover he has; then come the Cool checks; woods and brush catch fire."""
    state = play.state
    number = state.figures[figure].unit
    touched = touched_by(state, figure, bearing)
    start = nozzle(state, figure, bearing)
    open_ones = [one for one in touched if not state.units[state.figures[one].unit].hidden]
    told = {"touched": count_of(len(open_ones), "model", "models"), "bearing": bearing, "point": list(start.point)}
    rooms = flamed_rooms(state, figure, bearing)
    shows = shows_under(state, touched, start.point)
    play.tell("flamed", "sotr.flame.hits", *(("sotr.flame.enclosed",) if rooms else ()), tells=told, shows=shows)
    _ignite(play, start, bearing)
    clauses = (FLAMETHROWER, "sotr.flame.hits", "sotr.flame.burning")
    shell = Shell("flamethrower", clauses, weapon_of("flamethrower", state.options).pen, burns=True)
    losses = await hit_all(play, touched, (), shell, number, start.point, None)
    await last(_afterwards(play, number, touched, losses))


@stage
async def _afterwards(play: Play[Battle], number: int, touched: tuple[int, ...], losses: Losses) -> None:
    """Cool checks for the flames, and for models lost to them."""
    await _nerves(play, touched)
    if losses:
        await break_tests(play, losses, number, FLAMETHROWER)


@rule("sotr.flame.ignite")
def _ignite(play: Play[Battle], start: Landing, bearing: int) -> None:
    """Woods and brush that the template touches burn from now on."""
    for number, piece in enumerate(play.state.terrain):
        if piece.kind not in BURNS or "burnt" in piece.traits or number in play.state.burning:
            continue
        if flame_on_piece(play.state, number, start, bearing):
            burning = (*play.state.burning, number)
            play.tell("caught fire", "sotr.flame.ignite", sets={"burning": burning}, tells={"piece": piece.title})


# ---- nerves


@stage
@rule("sotr.flame.cool", "sotr.gap.vehicle-morale")
async def _nerves(play: Play[Battle], touched: tuple[int, ...]) -> None:
    """Each unit touched takes a Cool check, or each model on its own where the table plays it so."""
    for number in units_of(play.state, touched):
        if not play.state.units[number].on_table or takes_no_tests(play.state, number):
            continue
        if not takes_tests(play.state, number):
            continue
        if play.state.options.flame_cool_scope == "model":
            await _model_by_model(play, number, touched)
        elif not await cool_test(play, number, cool(play.state, number), "flames", ("sotr.flame.cool",)):
            disorganize(play, number, "sotr.flame.cool", why="flames")
            await run_to_cover(play, number, "sotr.flame.cool", "sotr.flame.cool-move")


async def _model_by_model(play: Play[Battle], number: int, touched: tuple[int, ...]) -> None:
    """Models on their own: those who fail are Disorganized apart from their unit, and run together."""
    failed = []
    for man in still_there(play.state, touched):
        figure = play.state.figures[man]
        if figure.unit != number or figure.down:
            continue
        if not await cool_test(
            play, number, cool(play.state, number), f"flames on a {figure.role}", ("sotr.flame.cool",)
        ):
            failed.append(man)
    if failed:
        play.tell(
            "became Disorganized alone",
            "sotr.flame.cool",
            unit=number,
            figures=tuple(failed),
            sets={"disorganized": True, "overwatch": False},
        )
        await run_to_cover(play, number, "sotr.flame.cool", "sotr.flame.cool-move", only=tuple(failed))


# ---- fuel tanks


@stage
@rule("sotr.flame.tank-hit", "sotr.flame.tank-friends")
async def explode(play: Play[Battle], carrier: int, point: Point, by: int) -> Losses:
    """A flamethrower's fuel tanks go up where its carrier stood: a 3" template, hits as for a grenade."""
    number = play.state.figures[carrier].unit
    at = Landing(point, int(play.state.layout.bodies[carrier, GROUND]))
    touched = tuple(one for one in under_blast(play.state, at, SMALL) if one != carrier)
    if not play.state.options.fuel_explosion_hits_all:
        side = play.state.units[number].side
        touched = tuple(one for one in touched if play.state.units[play.state.figures[one].unit].side == side)
    shows = shows_under(play.state, (carrier, *touched), point)
    play.tell("exploded", "sotr.flame.tank-hit", unit=number, tells={"point": list(point)}, shows=shows)
    shell = Shell("fuel tanks", ("sotr.flame.tank-hit", "sotr.flame.tank-friends"), pen=FRAG_PEN)
    losses = await hit_all(play, touched, (), shell, by, point, None)
    return losses  # noqa: RET504  # the checker wants a name for what is awaited


FRAG_PEN = 1  # of grenades, and of what counts as one
