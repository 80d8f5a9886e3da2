"""Solo AFVs: the points of their situation, and their own chart of actions."""

from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.facing import behind_front, hull_down
from sandtable.rulesets.skirmish41.basics.sight import sees
from sandtable.rulesets.skirmish41.basics.units import between, nearest_team, on_table
from sandtable.rulesets.skirmish41.harm.damage import working
from sandtable.rulesets.skirmish41.move.flight import middle
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .risk import ADVANCE, NEAR, RETREAT, SIX, casualties_of, enemies_seen, is_damaged

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
def afv_terms(one: Tank, options: Options) -> tuple[Modifier, ...]:
    """The points of an AFV's situation."""
    table = options.tables.afv_points
    found = (
        (one.advancing, table.advancing.because("advancing or hull down")),
        (one.infantry, table.infantry.because("infantry in touch")),
        (one.damaged, table.damaged.because("damaged")),
        (one.casualties > 0, table.casualty.because("crew casualties", one.casualties)),
        (one.at_fire, table.at_fire.because("under anti-tank fire")),
        (one.flanked, table.flanked.because("enemy behind the flank")),
        (one.alone, table.alone.because("no friends near")),
        (one.no_main, table.no_main.because("no main armament")),
        (one.no_weapons, table.no_weapons.because("no weapons")),
        (one.immobile, table.immobile.because("immobile under fire")),
    )
    return tuple(felt(term for holds, term in found if holds))


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


ROWS = ("row-1", "row-2-3", "row-2-3", "row-4-5", "row-4-5", "row-6")  # by what the die shows


@rule("sk.afv.row-1", "sk.afv.row-2-3", "sk.afv.row-4-5", "sk.afv.row-6", "sk.afv.roll")
def afv_action(points: int, die: int, options: Options, *, immobile: bool) -> str:
    """What a die means at so many points: baling out is for those who cannot move, and who cannot retreat bales out."""
    found = options.tables.afv_actions[ROWS[die - 1]].at(points)
    if found == BALE_OUT and not immobile:
        return RETREAT
    return BALE_OUT if found == RETREAT and immobile else found


def afv_chart(points: int, options: Options, *, immobile: bool) -> Chart:
    """The column of the chart as a die reads it."""
    return Chart(tuple((die, afv_action(points, die, options, immobile=immobile)) for die in range(1, 7)))


def afv_roll(name: str, points: int, terms: tuple[Modifier, ...], chart: Chart) -> Roll[str]:
    """The D6 of a solo AFV, which is read in the column of its points."""
    because = ("sk.afv.roll", *(f"sk.afv.{row}" for row in dict.fromkeys(ROWS)))
    return Roll(
        1, D6, chart, why=f"What {name} does, {points:+d} points", because=because, neutral=True,
        step="what it does", modifiers=terms,
    )  # fmt: skip


@rule("sk.afv.roll", "sk.afv.no-enemy")
async def vehicle_action(play: Play[Battle], number: int) -> str:
    """The points of an AFV with every term, and what the chart makes it do."""
    return await act_with(play, number, tank_of(play.state, number))


@stage
@rule("sk.afv.roll")
async def act_with(play: Play[Battle], number: int, tank: Tank) -> str:
    """What an AFV does that stands so."""
    unit, options = play.state.units[number], play.state.options
    terms = afv_terms(tank, options)
    points = total(terms)
    tells = {"risk": points, "terms": ", ".join(map(str, terms)) or "nothing counts"}
    play.tell("weighed its situation", "sk.afv.roll", *(term.clause for term in terms), unit=number, tells=tells)
    chart = afv_chart(points, options, immobile=unit.immobile or unit.stuck)
    rolled = await afv_roll(unit.name, points, terms, chart)
    return rolled.value
