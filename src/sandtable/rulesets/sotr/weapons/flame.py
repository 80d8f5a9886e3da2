"""Flamethrowers (1.7.3): the template, burning models, fuel tanks, woods set alight."""

from typing import NamedTuple

from sandtable.geometry.bodies import GROUND
from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.sotr.basics.alike import settled
from sandtable.rulesets.sotr.basics.charts import kinds, weapon_of
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.offers import Aiming
from sandtable.rulesets.sotr.basics.templates import SMALL, Landing, flame_on_piece, nozzle, under_blast
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.harm.armour import takes_no_tests
from sandtable.rulesets.sotr.harm.wounds import Losses
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.nerve.cool import cool, cool_test, takes_tests
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.afterwards import fuel_goes_up, run_from_flames
from sandtable.rulesets.sotr.units.conditions import disorganize, model_freed_to, note_fire
from sandtable.rulesets.sotr.verbs.acts import shows_shots, shows_under

from .aiming import watched_unit
from .bursts import Shell, Under, enemies_among, hit_all, sides_to, still_there, units_of
from .jets import BURNS, Jet, flamed_rooms, jets, touched_by

FLAMETHROWER = "sotr.weapon.flamethrower"
TEMPLATE = "sotr.flame.template"


# ---- firing


@rule("sotr.flame.disorganized")
def steady_enough(state: Battle, figure: int) -> bool:
    """Whether a model may fire a flamethrower: not if Disorganized, unless a JUST DO IT makes it."""
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
    state = play.state
    start, touched = nozzle(state, figure, jet.bearing), touched_by(state, figure, jet.bearing)
    under = Under(touched, (), sides_to(state, touched, start.point))
    rooms = bool(flamed_rooms(state, figure, jet.bearing))
    await last(burn(play, number, Flames(start, jet.bearing, rooms=rooms), under), targets)
    return targets


class Flames(NamedTuple):
    """A jet of flame as it is measured: from where, along which bearing, and whether it goes into a room."""

    start: Landing
    bearing: int = 0
    rooms: bool = False


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
    choices = Aiming(
        figure,
        "flamethrower",
        {**found, "pass": Jet(0)},
        label=said,
        points=lambda jet: OnTable(unit=jet.unit) if jet.unit >= 0 else None,
    )
    chosen = await ask_seat(
        state.units[number].side,
        "flame",
        choices,
        f"{who(state, figure)}: at what is the flamethrower fired?",
        "sotr.target.template",
        TEMPLATE,
        unit=number,
        usual=next((key for key in sorted(found, key=worth, reverse=True) if found[key].unit >= 0), "pass"),
    )
    return None if chosen == Jet(0) else chosen


@stage
@rule("sotr.flame.hits", "sotr.flame.burning", "sotr.gap.vehicle-damage")
async def burn(play: Play[Battle], number: int, flames: Flames, under: Under) -> None:
    """Everybody touched rolls to wound, whatever cover he has; then come the Cool checks; woods and brush catch fire."""
    state, touched = play.state, under.touched
    point = flames.start.point
    open_ones = [one for one in touched if not state.units[state.figures[one].unit].hidden]
    many = count_of(len(open_ones), "model", "models")
    told = {"touched": many, "bearing": flames.bearing, "point": list(point)}
    because, shows = ("sotr.flame.enclosed",) if flames.rooms else (), shows_under(state, touched, point)
    play.tell("flamed", "sotr.flame.hits", *because, tells=told, shows=shows)
    _ignite(play, flames.start, flames.bearing)
    clauses = (FLAMETHROWER, "sotr.flame.hits", "sotr.flame.burning")
    shell = Shell("flamethrower", clauses, weapon_of("flamethrower", state.options).pen, burns=True)
    losses = await hit_all(play, under, shell, number)
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
            await run_from_flames.play(play, number, "sotr.flame.cool", "sotr.flame.cool-move")


@stage
async def _model_by_model(
    play: Play[Battle], number: int, waiting: tuple[int, ...], failed: tuple[tuple[int, str], ...] = ()
) -> None:
    """Models on their own: those who fail are Disorganized apart from their unit, and run together."""
    state = play.state
    if not waiting:
        if failed:
            await last(_lose_their_nerve(play, number, tuple(man for man, _ in failed)))
        return
    man = waiting[0]
    figure = state.figures[man]
    if man in still_there(state, waiting) and figure.unit == number and not figure.down:
        why = f"flames on a {figure.role}"
        if not await cool_test(play, number, cool(state, number), why, ("sotr.flame.cool",)):
            failed = settled(play.state, (*failed, (man, "failed")))
    await last(_model_by_model(play, number, waiting[1:], failed))


@stage
@rule("sotr.flame.cool", "sotr.flame.cool-move")
async def _lose_their_nerve(play: Play[Battle], number: int, failed: tuple[int, ...]) -> None:
    """Models are Disorganized apart from their unit, and run together."""
    sets = {"disorganized": True, "overwatch": False}
    play.tell("became Disorganized alone", "sotr.flame.cool", unit=number, figures=failed, sets=sets)
    await run_from_flames.play(play, number, "sotr.flame.cool", "sotr.flame.cool-move", only=failed)


# ---- fuel tanks


@rule("sotr.flame.tank-friends")
def _near_tanks(state: Battle, carrier: int, point: Point) -> tuple[int, ...]:
    """Whom exploding fuel tanks touch; on a bare table everybody of their side is near."""
    side = state.units[state.figures[carrier].unit].side
    if state.layout.bare:
        return tuple(man for unit in state.units if unit.side == side for man in unit.men if man != carrier)
    at = Landing(point, int(state.layout.bodies[carrier, GROUND]))
    touched = tuple(one for one in under_blast(state, at, SMALL) if one != carrier)
    if state.options.fuel_explosion_hits_all:
        return touched
    return tuple(one for one in touched if state.units[state.figures[one].unit].side == side)


@fuel_goes_up.handed_in
@stage
@rule("sotr.flame.tank-hit", "sotr.flame.tank-friends")
async def explode(play: Play[Battle], carrier: int, point: Point, by: int) -> Losses:
    """A flamethrower's fuel tanks go up where its carrier stood: a 3" template, hits as for a grenade."""
    number = play.state.figures[carrier].unit
    touched = _near_tanks(play.state, carrier, point)
    shows = shows_under(play.state, (carrier, *touched), point)
    play.tell("exploded", "sotr.flame.tank-hit", unit=number, tells={"point": list(point)}, shows=shows)
    shell = Shell(
        "fuel tanks",
        ("sotr.flame.tank-hit", "sotr.flame.tank-friends"),
        pen=play.state.options.tables.grenades.frag.pen,
    )
    losses = await hit_all(play, Under(touched, (), sides_to(play.state, touched, point)), shell, by)
    return losses  # noqa: RET504  # the checker wants a name for what is awaited
