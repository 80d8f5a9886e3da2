"""What a measured volley is expected to do: hits, men and vehicles lost, pins."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.mechanics.modifiers import Needed, Target
from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Staged
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Armed
from sandtable.rulesets.bolt_action.basics.charts import weapon
from sandtable.rulesets.bolt_action.fire.explosive import explosive_hits
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.hits import roll_to_hit
from sandtable.rulesets.bolt_action.fire.struck import Struck, pen_of
from sandtable.rulesets.bolt_action.fire.volley import Ready, aspect, salvoes, shots_of, shots_roll, struck_by
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Card, Quality
from sandtable.rulesets.bolt_action.umpire.bare import Party, battle, crew, foot_card, squad, staged, team

FEW = 3  # men of whom a hit leaves some: more of them lose no more by it
WE = Party("We", foot_card("regular"))
SORTS = {"squad": squad, "crew": crew, "team": team}


class Foe(NamedTuple):
    """Who is struck: men of some sort and quality, of whom so many are left; or a vehicle with its card and its pins."""

    sort: str
    quality: Quality
    men: int
    card: Card | None = None
    pins: int = 0


class Harm(NamedTuple):
    """Thousandths of men or vehicles lost, of vehicles that are stuck, and of pins."""

    lost: int
    stuck: int
    pins: int


def _shot(options: Options, needed: Needed) -> Staged:
    """One shot that needs so much."""
    target = Target(needed, ())

    async def begin(_: Play[Battle]) -> int:
        return (await roll_to_hit(1, target, "a shot", what="it", seat=0)).scored

    return staged(battle(options, WE), begin, lambda _, hits, __: {"hits": hits})


def _counted(options: Options, written: str, name: str) -> Staged:
    """How many shots a weapon has that throws for them."""

    async def begin(_: Play[Battle]) -> int:
        return (await shots_roll(written, weapon(name, options), "it", seat=0)).value

    return staged(battle(options, WE), begin, lambda _, shots, __: {"shots": shots})


def _burst(options: Options, he: str, down: bool) -> Staged:
    """A shell that explodes among men."""
    state = battle(options, WE)
    burst = lambda _: explosive_hits(1, he, "a shell", seat=0, down=down, options=options)  # noqa: E731  # a coroutine
    return staged(state, burst, lambda _, hits, __: {"hits": hits})


def _struck(options: Options, foe: Foe, struck: Struck) -> Staged:
    """A hit on somebody."""
    if foe.card is None:
        they = SORTS[foe.sort]("They", foe.quality, foe.men)
    else:
        they = Party("They", foe.card, ("vehicle",), fields={"pins": foe.pins})
    state = battle(options, WE, they)

    def read(after: Battle, _: object, __: object) -> dict[str, int]:
        unit = after.units[1]
        left = len(unit.men) if unit.alive else 0
        return {"lost": foe.men - left, "stuck": int(unit.alive and unit.immobilised), "pins": unit.pins - foe.pins}

    return staged(state, lambda play: strike(play, Aimed(1), (struck,), seat=0), read)


shot_at = Prices(_shot)
counted = Prices(_counted)
burst_at = Prices(_burst)
struck_down = Prices(_struck)


def foe_of(state: Battle, number: int) -> Foe:
    """A unit as whoever strikes it meets it."""
    unit = state.units[number]
    if unit.is_vehicle:
        card = replace(unit.card, troop="", title="", points=0)
        return Foe("vehicle", card.quality, 1, card, min(unit.pins, 1))
    sort = "crew" if unit.gun is not None else "team" if unit.card.team else "squad"
    return Foe(sort, unit.card.quality, min(len(unit.men), FEW))


def hit_does(state: Battle, number: int, struck: Struck) -> Harm:
    """What a hit does to a unit; of a shell among men, each of its hits by itself."""
    unit, many = state.units[number], SURE
    pins = 0
    foe, one = foe_of(state, number), struck._replace(hits=1, names=("",))
    if struck.he and not unit.is_vehicle:
        many = burst_at(state.options, struck.he, unit.order == "down")["hits"]
        pins = struck_down(state.options, foe, one)["pins"]
        one = one._replace(he="", pen=pen_of(struck, state.options))
    price = struck_down(state.options, foe, one)
    lost = min(price["lost"] * many // SURE, len(unit.men) * SURE)
    return Harm(lost, price["stuck"], pins or price["pins"])


def volley_does(state: Battle, number: int, ready: Sequence[Ready], target: Aimed, bodies: Armed) -> Harm:
    """What a measured volley does to its target: losses add up, pins come but once of all hits together."""
    seen = aspect(state, ready, target, bodies)
    lost = stuck = pins = 0
    missed = SURE
    for group in salvoes(ready):
        written = shots_of(state, state.units[number], group[0].laid.arm)
        each = int(written) * SURE if written.isdigit() else _thrown(state, written, group[0])
        hit = shot_at(state.options, group[0].target.needed)["hits"]
        hits = len(group) * each * hit // SURE
        found = hit_does(state, target.unit, struck_by(state, group[0], 1, seen))
        lost += hits * found.lost // SURE
        stuck += hits * found.stuck // SURE
        pins = max(pins, found.pins)
        for _ in range(len(group) * each // SURE):
            missed = missed * (SURE - hit) // SURE
    return Harm(lost, stuck, pins * (SURE - missed) // SURE)


def _thrown(state: Battle, written: str, one: Ready) -> int:
    return counted(state.options, written, one.laid.arm.weapon.id)["shots"]
