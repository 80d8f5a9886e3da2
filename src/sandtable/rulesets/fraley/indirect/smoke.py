"""Smoke: an artillery Unit's template that hides instead of hurting, until the round ends."""

from collections.abc import Iterator, Sequence

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import around
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.rulesets.fraley.basics.teams import afoot, enemies
from sandtable.rulesets.fraley.basics.training import check
from sandtable.rulesets.fraley.fire.to_hit import observing
from sandtable.rulesets.fraley.state import Battle, Point
from sandtable.table.terrain import piece

from . import template as square
from .battery import GUNS, Gun, firing_at, guns_of, hindered
from .observing import chosen_observer, is_commander, open_fire, posts, sees_point
from .template import SIDE, Template, drawn, laid, outline, shifted

RINGS = (inches(6), inches(12), inches(24), inches(40))
WAYS = 12
STEP = inches(3)


# ---- where


@rule("fraley.smoke.procedure", "fraley.smoke.who")
def no_smoke(state: Battle, guns: Sequence[Gun], observer: int, point: Point) -> Refusal | None:
    """Why a Unit cannot lay smoke on a point: it must be on the table, in reach of two guns, and seen by the observer."""
    x, y = point
    if not (0 <= x <= state.width and 0 <= y <= state.depth):
        return Refusal("the point is off the table", ("fraley.smoke.procedure",))
    if firing_at(state, guns, point) is None:
        held = dict.fromkeys(hindered(state, gun, point) for gun in guns)
        why = tuple(clause for clause in held if clause)
        return Refusal("fewer than two guns can fire at the point", ("fraley.smoke.who", *why))
    if not sees_point(state, observer, point):
        return Refusal("the observer does not see the point", ("fraley.smoke.procedure", "fraley.barrage.observer"))
    return None


def some_spot(state: Battle, guns: Sequence[Gun], observer: int) -> Point | None:
    """A point that an observer may have smoke laid on, likely ones first; None if there is none."""
    if len(guns) < GUNS:
        return None
    return next((point for point in _likely(state, observer) if no_smoke(state, guns, observer, point) is None), None)


def _likely(state: Battle, observer: int) -> Iterator[Point]:
    """Points before enemies, nearest first; then rings around the observer; then the whole table."""
    x, y = state.layout.point(observer)
    side = state.sides[observer]
    foes = [state.layout.point(afoot(state, enemy)[0]) for enemy in enemies(state, side)]
    foes.sort(key=lambda foe: (foe[0] - x) ** 2 + (foe[1] - y) ** 2)
    yield from ((x + (ex - x) * 3 // 4, y + (ey - y) * 3 // 4) for ex, ey in foes)
    for ring in RINGS:
        yield from around(x, y, ring, WAYS)
    for across in range(0, state.width + 1, STEP):
        yield from ((across, down) for down in range(0, state.depth + 1, STEP))


def smokers(state: Battle, number: int, guns: Sequence[Gun]) -> list[int]:
    """The observers who could have smoke laid somewhere."""
    return [post for post in posts(state, number) if some_spot(state, guns, post) is not None]


# ---- firing it


@rule("fraley.smoke.who", "fraley.smoke.procedure")
async def fire_smoke(play: Play[Battle], number: int) -> None:
    """A Unit fires smoke at a point: it ranges in with a Training Check, and the template becomes smoke."""
    state = play.state
    guns = guns_of(state, number)
    able = smokers(state, number, guns)
    if not able:
        return
    observer = await chosen_observer(state, number, able)
    point = await _aimed(state, number, guns, observer)
    firing = firing_at(state, guns, point)
    assert firing is not None, "smoke out of reach"
    open_fire(play, number, firing, observer, point, "smoke")
    there = laid(point, firing.middle)
    if await range_in(play, number, observer, again="ranges-again" in firing.guns[0].weapon.traits):
        lay(play, number, there, "fraley.smoke.success")
    else:
        square.lay(play, number, there)
        lay(play, number, await shifted(play.state, number, point, firing.middle, smoke=True), "fraley.smoke.miss")


@rule("fraley.smoke.procedure")
async def _aimed(state: Battle, number: int, guns: Sequence[Gun], observer: int) -> Point:
    """The point that smoke is aimed at: any that the observer sees."""
    certain = some_spot(state, guns, observer)
    assert certain is not None, "an observer who sees no point"
    firing = firing_at(state, guns, certain)
    assert firing is not None, "smoke out of reach"
    choices = Spot(
        lambda x, y: no_smoke(state, guns, observer, (x, y)),
        lambda chance: _anywhere(state, chance),
        certain,
        Bounds((0, 0, state.width, state.depth), lays=(SIDE, *firing.middle)),
    )
    return await ask_seat(
        state.units[number].side,
        "smoke at",
        choices,
        f"{state.units[number].name}: where to lay smoke?",
        "fraley.smoke.procedure",
        "fraley.smoke.who",
        unit=number,
        usual=list(certain),
    )


def _anywhere(state: Battle, chance: Chance) -> Point:
    return chance.randint(0, state.width), chance.randint(0, state.depth)


@rule("fraley.smoke.procedure", "fraley.weapon.nebelwerfer-reroll", "fraley.hit.cc-observing")
async def range_in(play: Play[Battle], number: int, observer: int, *, again: bool) -> bool:
    """Whether the Training Check is passed; rockets that fail roll once more, for others the CC may have it rerolled."""
    state = play.state
    worse = state.options.cc_observing_penalises_smoke and is_commander(state, observer)
    modifiers = tuple(observing(state.options)) if worse else ()
    checked = await check(play, number, "ranging in smoke", "fraley.smoke.procedure", modifiers=modifiers, final=again)
    if again and not checked.passed:
        clauses = ("fraley.smoke.procedure", "fraley.weapon.nebelwerfer-reroll")
        checked = await check(play, number, "ranging in smoke again", *clauses, modifiers=modifiers, final=True)
    return checked.passed


@rule("fraley.smoke.success", "fraley.smoke.effect")
def lay(play: Play[Battle], number: int, template: Template, *because: str) -> None:
    """The template becomes an area of smoke; it harms nobody."""
    cloud = piece("smoke", outline(template), name="the smoke")
    play.tell(
        "laid smoke",
        *because,
        "fraley.smoke.effect",
        "fraley.gap.template-alignment",
        unit=number,
        sets={"terrain": (*play.state.terrain, cloud), "template": None},
        tells=drawn(template),
        shows={"at": template.middle},
    )


@rule("fraley.smoke.removed")
def lift(play: Play[Battle]) -> None:
    """All smoke is taken away: at the end of a round."""
    left = tuple(one for one in play.state.terrain if one.kind != "smoke")
    if len(left) != len(play.state.terrain):
        play.tell("smoke lifted", "fraley.smoke.removed", sets={"terrain": left})
