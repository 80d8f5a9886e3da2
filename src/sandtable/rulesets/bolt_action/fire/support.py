"""Observers: calling an artillery barrage or an air strike, once a game."""

from collections.abc import Callable

from sandtable.dice.chance import Chance
from sandtable.geometry.bodies import disc, stack
from sandtable.geometry.units import inches
from sandtable.mechanics.choices import one_unit
from sandtable.mechanics.sight import seen_groups
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.bolt_action.basics.arms import observers, seen_of
from sandtable.rulesets.bolt_action.basics.battlefield import enemies, sight, windows
from sandtable.rulesets.bolt_action.state import Battle, Support
from sandtable.table.layout import rows

BARRAGE, AIRSTRIKE = "artillery-observer", "air-observer"
SEARCH_STEP = inches(3)


def may_call(state: Battle, number: int) -> bool:
    """Whether a unit is an observer on the table who has not called yet."""
    unit = state.units[number]
    return unit.on_table and any(kind in unit.card.traits and kind not in unit.spent for kind in (BARRAGE, AIRSTRIKE))


async def call_support(play: Play[Battle], number: int) -> bool:
    """Ask an observer on Fire whether he calls; False if he rather shoots."""
    unit = play.state.units[number]
    choices = OneOf({"call": True, "shoot": False}, label=lambda call: "call for support" if call else "shoot")
    words = f"{unit.name}: call for support?"
    calls = await ask(play, number, "call support", choices, words, "ba.gap.artillery-observer", "ba.gap.air-observer")
    if not calls:
        return False
    if BARRAGE in unit.card.traits:
        return await _call_barrage(play, number)
    return await _call_airstrike(play, number)


def sees_point(state: Battle, number: int, x: int, y: int) -> bool:
    """Whether a unit, or its spotter, sees a point of the ground."""
    unit = state.units[number]
    view = sight(state)
    viewers = rows(observers(state, number))
    if unit.building is not None:
        view, viewers = view.with_bodies(windows(state, unit), number)
    view, mark = view.with_bodies(stack([disc(x, y, 100, height=inches(0.5))]), len(state.units))
    return seen_groups(view, viewers, [tuple(mark.tolist())])[0]


def some_spot(state: Battle, fits: Callable[[int, int], Refusal | None]) -> tuple[int, int] | None:
    """Some point of the table that will do, looking every three inches."""
    across, down = range(0, state.width + 1, SEARCH_STEP), range(0, state.depth + 1, SEARCH_STEP)
    return next(((x, y) for x in across for y in down if fits(x, y) is None), None)


async def _call_barrage(play: Play[Battle], number: int) -> bool:
    state = play.state
    unit = state.units[number]

    def fits(x: int, y: int) -> Refusal | None:
        if not (0 <= x <= state.width and 0 <= y <= state.depth):
            return Refusal("the point is off the table", ("ba.gap.artillery-observer",))
        if not sees_point(state, number, x, y):
            return Refusal("the observer does not see that point", ("ba.gap.artillery-observer",))
        return None

    certain = some_spot(state, fits)
    if certain is None:
        return False

    def suggest(chance: Chance) -> tuple[int, int]:
        foes = enemies(state, unit.side)
        x, y = chance.randint(0, state.width), chance.randint(0, state.depth)
        if foes and chance.random() < 0.7:
            x, y = state.layout.point(state.units[chance.choice(foes)].men[0])
        return x, y

    choices = Spot(fits, suggest, certain, Bounds(box=(0, 0, state.width, state.depth)))
    words = f"{unit.name}: where shall the barrage fall?"
    point = await ask(play, number, "aim barrage", choices, words, "ba.barrage.roll", "ba.gap.artillery-observer")
    called = Support("barrage", unit.side, number, point=point)
    _note(play, number, BARRAGE, called, "ba.gap.artillery-observer")
    return True


async def _call_airstrike(play: Play[Battle], number: int) -> bool:
    state = play.state
    unit = state.units[number]
    seen = seen_of(state, number, enemies(state, unit.side))
    if not seen:
        return False
    choices = one_unit(state, seen)
    words = f"{unit.name}: which unit shall the aircraft attack?"
    target = await ask(play, number, "aim air strike", choices, words, "ba.air.roll", "ba.gap.air-observer")
    called = Support("airstrike", unit.side, number, target=target)
    _note(play, number, AIRSTRIKE, called, "ba.gap.air-observer")
    return True


def _note(play: Play[Battle], number: int, kind: str, called: Support, clause: str) -> None:
    unit = play.state.units[number]
    play.tell(
        "called for support",
        clause,
        unit=number,
        sets={"spent": (*unit.spent, kind)},
        tells={"kind": called.kind},
        shows={"says": "calls for an air strike" if called.kind == "airstrike" else "calls for a barrage"},
    )
    play.tell("support is on its way", clause, sets={"supports": (*play.state.supports, called)})
