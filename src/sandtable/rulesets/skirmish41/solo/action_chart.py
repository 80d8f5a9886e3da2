"""The action chart of the solo infantry and anti-tank guns: what a die means at a risk factor."""

from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, total
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.sight import shelter
from sandtable.rulesets.skirmish41.basics.terrain import HARD
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.rows import Acts
from sandtable.rulesets.skirmish41.state import Battle

from .risk import ADVANCE, FORWARD, GO_ON, HALT, IN_COVER, Situation, enemies_seen, risk_terms, situation_of


@rule("sk.act.rf1", "sk.act.rf2-5", "sk.act.rf6-8", "sk.act.rf9", "sk.act.rf0")
def row_of(risk: int, options: Options) -> Acts | None:
    """The row of a risk factor: 1, 2-5, 6-8, 9 and more; none for what is less."""
    return next((row for row in reversed(options.tables.actions.values()) if risk >= row.lowest), None)


class Posture(NamedTuple):
    """What of a team changes how it reads the chart."""

    support: bool = False
    fortified: bool = False
    falling_back: bool = False
    sees_enemy: bool = True


@rule("sk.act.scope", "sk.act.support", "sk.act.rf0-fortified", "sk.act.rf0-falling-back")
def action_on(risk: int, die: int, posture: Posture, options: Options) -> str:
    """What a die means at a risk factor: support weapons halt instead of going forward."""
    row = row_of(risk, options)
    if row is None:
        return _calm(die, posture, options)
    found = row.faces[die - 1]
    return HALT if posture.support and found in FORWARD else found


@rule("sk.act.rf0", "sk.act.rf0-fortified", "sk.act.rf0-falling-back")
def _calm(die: int, posture: Posture, options: Options) -> str:
    """The first row: who falls back halts in cover, who defends a fortified place holds it, others go for whom they see."""
    table = options.tables.calm
    if posture.falling_back:
        return IN_COVER if die >= table.halts_in_cover.needs else GO_ON
    if die < table.forward.needs or posture.fortified or not posture.sees_enemy:
        return GO_ON
    return HALT if posture.support else ADVANCE


def chart_of(risk: int, posture: Posture, options: Options) -> Chart:
    """The row of the chart as a die reads it."""
    return Chart(tuple((die, action_on(risk, die, posture, options)) for die in range(1, 7)))


@rule("sk.act.support", "sk.act.rf0-fortified", "sk.act.rf0-falling-back", "sk.act.rf0")
def posture_of(state: Battle, number: int) -> Posture:
    """How a team stands to the chart: a fortified place is hard cover around all of it where it was put to defend."""
    unit = state.units[number]
    return Posture(
        support=unit.card.kind == "gun" or unit.card.has("tripod"),
        fortified=unit.defends and all(shelter(state, body) == HARD for body in unit.bodies),
        falling_back=unit.retiring,
        sees_enemy=bool(enemies_seen(state, number)),
    )


def action_roll(name: str, risk: int, terms: tuple[Modifier, ...], chart: Chart, options: Options) -> Roll[str]:
    """The D6 of a solo team, which is read on the row of its risk factor."""
    row = row_of(risk, options)
    because = ("sk.solo.actions", options.tables.calm.forward.clause if row is None else row.clause)
    return Roll(
        1, D6, chart, why=f"What {name} does, risk factor {risk}", because=because, neutral=True,
        step="what it does", modifiers=terms,
    )  # fmt: skip


@rule("sk.solo.actions", "sk.act.scope")
async def infantry_action(play: Play[Battle], number: int, *, routed: bool = False) -> str:
    """The risk factor of a team with every term, and what the chart makes it do."""
    state = play.state
    return await act_on(play, number, situation_of(state, number, routed=routed), posture_of(state, number))


@stage
@rule("sk.solo.actions", "sk.act.scope")
async def act_on(play: Play[Battle], number: int, situation: Situation, posture: Posture) -> str:
    """What a team does that stands so."""
    unit, options = play.state.units[number], play.state.options
    terms = risk_terms(situation, options)
    risk = total(terms)
    said = ", ".join(map(str, terms)) or "nothing counts"
    tells = {"risk": risk, "terms": said}
    play.tell("weighed its risk", "sk.solo.actions", *(term.clause for term in terms), unit=number, tells=tells)
    rolled = await action_roll(unit.name, risk, terms, chart_of(risk, posture, options), options)
    return rolled.value
