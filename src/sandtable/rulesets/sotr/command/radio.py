"""Calling headquarters (1.5.2.4): who may, the aim point, the Command Roll, and the radio operator."""

from sandtable.dice.chance import Chance
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.sight import any_sees, enemies, friends, sees_point, standing, to_point
from sandtable.rulesets.sotr.nerve.cool import (
    RANK_ORDER,
    command_cool,
    command_test,
    in_radius,
    officers,
    spend_command,
)
from sandtable.rulesets.sotr.state import Battle, Point, Strike
from sandtable.rulesets.sotr.units.crews import RADIO

STRIKES = {"artillery": "Artillery Strike", "air-strike": "Air Strike", "air-strafe": "Air Strafe"}
LINES = 12  # bearings that an aircraft may come in on: one line is flown the same both ways
HALF_TURN = 1800


def radio_near(state: Battle, officer: int) -> int | None:
    """A radio operator within an Officer's Command Radius who can serve him: on his feet, not busy with another call."""
    side = state.units[state.figures[officer].unit].side
    found = [
        man
        for number in friends(state, side)
        for man in standing(state, number)
        if RADIO in state.figures[man].gear and state.figures[man].tied != state.turn and in_radius(state, officer, man)
    ]
    return found[0] if found else None


def _seniority(state: Battle, officer: int) -> tuple[int, int]:
    figure = state.figures[officer]
    return RANK_ORDER.index(figure.rank), figure.cool


@rule("sotr.command.strike-caller", "sotr.gap.platoon")
def may_not_call(state: Battle, officer: int) -> Refusal | None:
    """Why an Officer may not call a strike: another outranks him, or there is no radio near him.

    With `strike_by_best_officer_near_radio` only those near a radio are compared.
    """
    because = ("sotr.command.strike-caller",)
    if radio_near(state, officer) is None:
        return Refusal("no radio operator is ready within his Command Radius", because)
    rivals = officers(state, state.units[state.figures[officer].unit].side)
    if state.options.strike_by_best_officer_near_radio:
        rivals = [rival for rival in rivals if radio_near(state, rival) is not None]
    best = max(_seniority(state, rival) for rival in rivals)
    if _seniority(state, officer) < best:
        return Refusal("a higher-ranking Officer is still alive", because)
    return None


def _sees(state: Battle, officer: int, point: Point) -> bool:
    """Whether a caller sees a point: the ground there, or the model that stands on it."""
    seen = as_seen(state, state.units[state.figures[officer].unit].side)
    on_it = [row for row in range(len(seen.figures)) if seen.layout.on_table(row) and to_point(seen, row, point) == 0]
    if on_it:
        return officer in on_it or any_sees(state, (officer,), on_it)
    return sees_point(state, (officer,), point, height=heights_of_ground(seen, [point])[0])


@rule("sotr.gap.strike-targeting")
def aim_point(state: Battle, officer: int) -> Spot:
    """The points that a caller may name: those in his own line of sight."""
    side = state.units[state.figures[officer].unit].side
    seen = as_seen(state, side)

    def fits(x: int, y: int) -> Refusal | None:
        if not (0 <= x <= state.width and 0 <= y <= state.depth):
            return Refusal("the point is off the table", ("sotr.gap.strike-targeting",))
        if not _sees(state, officer, (x, y)):
            return Refusal("the caller does not see that point", ("sotr.gap.strike-targeting",))
        return None

    def suggest(chance: Chance) -> Point:
        foes = enemies(seen, side)
        if foes and chance.random() < 0.7:
            return seen.layout.point(chance.choice(seen.units[chance.choice(foes)].men))
        return chance.randint(0, state.width), chance.randint(0, state.depth)

    bounds = Bounds(box=(0, 0, state.width, state.depth))
    return Spot(fits, suggest, seen.layout.point(officer), bounds)


def _usual(state: Battle, officer: int, spot: Spot) -> list[int]:
    """The first known enemy in sight is aimed at; without any, the caller's own place is the only sure one."""
    side = state.units[state.figures[officer].unit].side
    for number in enemies(state, side):
        point = state.layout.point(state.units[number].men[0])
        if spot.fits(*point) is None:
            return list(point)
    return list(spot.fixed)


async def call_strike(play: Play[Battle], officer: int, kind: str) -> bool:
    """An Officer calls a strike: a point, a bearing for aircraft, a Command Roll at +2. True if it will come."""
    state = play.state
    unit = state.figures[officer].unit
    side = state.units[unit].side
    spot = aim_point(state, officer)
    point = await ask(
        play,
        unit,
        "aim strike",
        spot,
        f"{STRIKES[kind]}: where shall it fall?",
        "sotr.gap.strike-targeting",
        "sotr.command.strike-types",
        usual=lambda: _usual(state, officer, spot),
    )
    bearing = 0 if kind == "artillery" else await _line_of_flight(side, unit, kind)
    return await call(play, officer, kind, point, bearing)


async def _line_of_flight(side: int, unit: int, kind: str) -> int:
    bearings = [HALF_TURN * place // LINES for place in range(LINES)]
    choices = OneOf(
        {str(bearing // 10): bearing for bearing in bearings}, label=lambda bearing: f"{bearing // 10} degrees"
    )
    words = f"{STRIKES[kind]}: along which bearing?"
    return await ask_seat(
        side, "line of flight", choices, words, "sotr.gap.strike-air", "sotr.gap.strike-strafe", unit=unit, usual="0"
    )


@rule("sotr.command.strike-roll", "sotr.command.strike-radio", "sotr.command.strike-delay")
async def call(play: Play[Battle], officer: int, kind: str, point: Point, bearing: int) -> bool:
    """The radio operator is tied up for the turn, whatever comes of it; only a call that is heard uses the grant up."""
    state = play.state
    number = state.figures[officer].unit
    side = state.units[number].side
    operator = radio_near(state, officer)
    assert operator is not None
    spend_command(play, officer, STRIKES[kind], "sotr.command.strike-caller")
    play.tell(
        "manned the radio",
        "sotr.command.strike-radio",
        unit=state.figures[operator].unit,
        figures=(operator,),
        sets={"tied": state.turn, "overwatch": False},
    )
    on = command_cool(state, officer, felt([state.options.tables.command.strike.because("calling a strike")]))
    heard = await command_test(play, officer, on, f"calls an {STRIKES[kind]}", ("sotr.command.strike-roll",))
    tells = {"side": state.names[side], "kind": STRIKES[kind]}
    if not heard:
        play.tell("was refused a strike", "sotr.gap.strike-targeting", tells=tells)
        return False
    left = list(state.grants[side])
    left.remove(kind)
    grants = (tuple(left), state.grants[1]) if side == 0 else (state.grants[0], tuple(left))
    strike = Strike(kind, side, state.turn, point, bearing)  # type: ignore[arg-type]
    because = ("sotr.command.strike-delay", "sotr.gap.strike-targeting")
    play.tell("called a strike", *because, sets={"called": (*play.state.called, strike), "grants": grants}, tells=tells)
    return True
