"""Solo AFVs: the points of their situation, and their own chart of actions."""

from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.play.script import Play

from .charts import D6
from .damage import working
from .facing import behind_front, hull_down
from .flight import middle
from .risk import ADVANCE, HALT, NEAR, RETREAT, SIX, casualties_of, enemies_seen, is_damaged
from .sight import sees
from .state import Battle
from .units import between, nearest_team, on_table

BALE_OUT, MANOEUVRE = "bale out", "manoeuvre"


class Tank(NamedTuple):
    """Everything that the points of a solo AFV are made of."""

    advancing: bool = False
    infantry: bool = False
    damaged: bool = False
    casualties: int = 0
    at_fire: bool = False
    flanked: bool = False
    alone: bool = False
    no_main: bool = False
    no_weapons: bool = False
    immobile: bool = False


@rule("sk.afv.plus-advancing", "sk.afv.plus-infantry", "sk.afv.minus-damaged", "sk.afv.minus-at-fire")
@rule("sk.afv.minus-flanked", "sk.afv.minus-alone", "sk.afv.minus-no-main", "sk.afv.minus-no-weapons")
@rule("sk.afv.minus-immobile")
def afv_terms(one: Tank) -> tuple[Modifier, ...]:
    """The points of an AFV's situation."""
    found = (
        (one.advancing, Modifier(1, "advancing or hull down", "sk.afv.plus-advancing")),
        (one.infantry, Modifier(1, "infantry in touch", "sk.afv.plus-infantry")),
        (one.damaged, Modifier(-1, "damaged", "sk.afv.minus-damaged")),
        (one.casualties > 0, Modifier(-one.casualties, "crew casualties", "sk.afv.minus-damaged")),
        (one.at_fire, Modifier(-1, "under anti-tank fire", "sk.afv.minus-at-fire")),
        (one.flanked, Modifier(-1, "enemy behind the flank", "sk.afv.minus-flanked")),
        (one.alone, Modifier(-1, "no friends near", "sk.afv.minus-alone")),
        (one.no_main, Modifier(-2, "no main armament", "sk.afv.minus-no-main")),
        (one.no_weapons, Modifier(-2, "no weapons", "sk.afv.minus-no-weapons")),
        (one.immobile, Modifier(-2, "immobile under fire", "sk.afv.minus-immobile")),
    )
    return tuple(term for holds, term in found if holds)


def tank_of(state: Battle, number: int) -> Tank:
    """How a solo AFV stands."""
    unit = state.units[number]
    friends = [other for other in on_table(state, unit.side) if other != number]
    infantry = [other for other in friends if not state.units[other].mounted]
    foes = enemies_seen(state, number)
    armed = working(state, number)
    main = bool(unit.card.gun) and unit.card.gun in armed and unit.optics
    return Tank(
        advancing=unit.action == ADVANCE or _hull_down(state, number, foes),
        infantry=any(between(state, number, other) <= SIX for other in infantry)
        or (unit.card.has("radio") and any(state.units[other].card.has("radio") for other in infantry)),
        damaged=is_damaged(state, number),
        casualties=casualties_of(state, number),
        at_fire=any(harm.what in {"anti-tank", "gun", "flame"} for harm in unit.shot_by),
        flanked=any(behind_front(state, number, *middle(state, foe)) for foe in foes),
        alone=not any(between(state, number, other) <= NEAR and sees(state, number, other) for other in friends),
        no_main=not main and not (unit.card.has("mg-is-main") and bool(armed)),
        no_weapons=not armed,
        immobile=(unit.immobile or unit.stuck) and bool(unit.shot_by),
    )


def _hull_down(state: Battle, number: int, foes: list[int]) -> bool:
    first = nearest_team(state, number, foes)
    return first is not None and hull_down(state, state.units[first].bodies[0], number)


AFV_CHART = {
    -3: (BALE_OUT, BALE_OUT, BALE_OUT, RETREAT, RETREAT, HALT),
    -2: (BALE_OUT, RETREAT, RETREAT, HALT, HALT, MANOEUVRE),
    0: (RETREAT, HALT, HALT, MANOEUVRE, MANOEUVRE, MANOEUVRE),
    1: (HALT, MANOEUVRE, MANOEUVRE, MANOEUVRE, MANOEUVRE, ADVANCE),
    2: (MANOEUVRE, MANOEUVRE, MANOEUVRE, ADVANCE, ADVANCE, ADVANCE),
}
DIE_CLAUSES = ("sk.afv.row-1", "sk.afv.row-2-3", "sk.afv.row-2-3", "sk.afv.row-4-5", "sk.afv.row-4-5", "sk.afv.row-6")


@rule("sk.afv.row-1", "sk.afv.row-2-3", "sk.afv.row-4-5", "sk.afv.row-6", "sk.afv.roll")
def afv_action(points: int, die: int, *, immobile: bool) -> str:
    """What a die means at so many points: baling out is for those who cannot move, and who cannot retreat bales out."""
    column = -3 if points <= -3 else -2 if points < 0 else min(points, 2)
    found = AFV_CHART[column][die - 1]
    if found == BALE_OUT and not immobile:
        return RETREAT
    return BALE_OUT if found == RETREAT and immobile else found


def afv_chart(points: int, *, immobile: bool) -> Chart:
    """The column of the chart as a die reads it."""
    return Chart(tuple((die, afv_action(points, die, immobile=immobile)) for die in range(1, 7)))


def afv_roll(name: str, points: int, chart: Chart) -> Roll[str]:
    """The D6 of a solo AFV."""
    because = ("sk.afv.roll", *dict.fromkeys(DIE_CLAUSES))
    return Roll(1, D6, chart, why=f"What {name} does, {points:+d} points", because=because, neutral=True)


@rule("sk.afv.roll", "sk.afv.no-enemy")
async def vehicle_action(play: Play[Battle], number: int) -> str:
    """The points of an AFV with every term, and what the chart makes it do."""
    state = play.state
    unit = state.units[number]
    terms = afv_terms(tank_of(state, number))
    points = total(terms)
    tells = {"risk": points, "terms": ", ".join(map(str, terms)) or "nothing counts"}
    play.tell("weighed its situation", "sk.afv.roll", *(term.clause for term in terms), unit=number, tells=tells)
    rolled = await afv_roll(unit.name, points, afv_chart(points, immobile=unit.immobile or unit.stuck))
    return rolled.value
