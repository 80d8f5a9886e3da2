"""The Maintenance Phase (1.4)."""

from msgspec.structs import replace

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry import ground as flat
from sandtable.geometry.measure_kernels import gap_to_piece
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.smoke import clear_smoke
from sandtable.rulesets.sotr.harm.recovery import recover
from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.nerve.horror import maintenance_checks
from sandtable.rulesets.sotr.setup.arrivals import bring_on_the_dead
from sandtable.rulesets.sotr.state import Battle, Strike
from sandtable.rulesets.sotr.units.crews import attended
from sandtable.rulesets.sotr.weapons.strikes import resolve_strike

BURNT_OUT, BURNS_ON = "burnt out", "burns on"


@rule("sotr.maint.order", "sotr.maint.strikes-when", "sotr.maint.scenario", "sotr.gap.medic")
async def maintain(play: Play[Battle], side: int) -> None:
    """All Maintenance steps of a side, in their order: strikes, HORROR, DOWN models, scenario effects."""
    first = play.state.options.strike_timing == "first"
    cared_for = in_care(play.state, side)
    if first:
        await _strikes(play, side)
    await maintenance_checks(play, side)
    for number, unit in enumerate(play.state.units):
        if unit.side == side and unit.on_table:
            await recover(play, number, cared_for)
    await _scenario_effects(play, side)
    if not first:
        await _strikes(play, side)


def in_care(state: Battle, side: int) -> tuple[int, ...]:
    """The DOWN models of a side that a medic attends as its Maintenance begins."""
    return tuple(man for man in down_models(state, side) if attended(state, man))


def down_models(state: Battle, side: int) -> list[int]:
    """The DOWN models of a side on the table."""
    figures = state.figures
    return [man for unit in state.units if unit.side == side and unit.on_table for man in unit.men if figures[man].down]


def much_to_maintain(state: Battle) -> bool:
    """Whether Maintenance may matter to more than one side, so that it matters who begins it."""
    return bool(state.burning) or all(_busy(state, side) for side in (0, 1)) or bool(state.called)


def _busy(state: Battle, side: int) -> bool:
    own_too = state.options.horror_from_friends
    horrors = any(unit.card.horror for unit in state.units if unit.on_table and (own_too or unit.side != side))
    return horrors or bool(down_models(state, side))


# ---- strikes


@rule("sotr.maint.strikes", "sotr.command.strike-delay", "sotr.command.strike-ex", "sotr.maint.strikes-scenario")
def due(state: Battle, side: int) -> list[Strike]:
    """The strikes of a side that fall now: those it called in an earlier turn."""
    return [strike for strike in state.called if strike.side == side and strike.turn < state.turn]


async def _strikes(play: Play[Battle], side: int) -> None:
    for strike in due(play.state, side):
        left = tuple(other for other in play.state.called if other is not strike and other != strike)
        play.tell(
            "a strike was due",
            "sotr.maint.strikes",
            "sotr.command.strike-delay",
            sets={"called": left},
            tells={"name": play.state.names[side], "what": strike.kind.replace("-", " ")},
        )
        await resolve_strike(play, strike)


# ---- scenario effects, fires and smoke


@rule("sotr.maint.scenario", "sotr.maint.order")
async def _scenario_effects(play: Play[Battle], side: int) -> None:
    """The last step: what burns, what the scenario has in store, and smoke where it lasts until now."""
    if play.state.half < 2:  # once a turn, by whoever is first
        for piece in play.state.burning:
            await burn(play, piece)
    clear_smoke(play, "maintenance", side=side)
    await bring_on_the_dead(play, side)


@rule("sotr.flame.terrain-roll")
def fire_roll(title: str, seat: int) -> Roll[str]:
    """Whether a burning piece of terrain has burnt out: on 1 or 2."""
    chart = Chart(((1, BURNT_OUT), (3, BURNS_ON)))
    because = ("sotr.flame.terrain-roll",)
    return Roll(
        1,
        6,
        chart,
        why=f"does {title} burn on?",
        because=because,
        seat=seat,
        needs="3+",
        neutral=True,
        step="to burn on",
    )


@stage
@rule("sotr.flame.terrain-roll")
async def burn(play: Play[Battle], piece: int) -> None:
    """A burning piece burns out and gives no more cover, or burns on and hits every model in it."""
    state = play.state
    title = state.terrain[piece].title
    rolled = await fire_roll(title, state.side)
    if rolled.value == BURNT_OUT:
        burnt = replace(state.terrain[piece], traits=(*state.terrain[piece].traits, "burnt"))
        terrain = (*state.terrain[:piece], burnt, *state.terrain[piece + 1 :])
        burning = tuple(other for other in state.burning if other != piece)
        sets = {"terrain": terrain, "burning": burning}
        tells = {"piece": title}
        play.tell("a fire burnt out", "sotr.flame.terrain-roll", sets=sets, tells=tells, rolls=(rolled.number,))
        return
    play.tell("a fire burned on", "sotr.flame.terrain-roll", tells={"piece": title}, rolls=(rolled.number,))
    hits = tuple((man, 1) for man in models_in(state, piece))
    if hits:
        how = Wounding(f"{title} burns", ranged=False)
        await wound_models(play, hits, how, None, ("sotr.flame.terrain-roll",))


def models_in(state: Battle, piece: int) -> list[int]:
    """Every model with some part of its base in a piece of terrain; on a bare table everybody is in it."""
    if state.layout.bare:
        return [man for unit in state.units if unit.on_table for man in unit.men]
    bodies, ground = state.layout.bodies, state.ground
    first, count, closed = (int(ground.pieces[piece, column]) for column in (flat.FIRST, flat.COUNT, flat.CLOSED))
    return [
        man
        for unit in state.units
        if unit.on_table
        for man in unit.men
        if gap_to_piece(bodies, man, ground.edges, first, count, bool(closed)) <= 0
    ]
