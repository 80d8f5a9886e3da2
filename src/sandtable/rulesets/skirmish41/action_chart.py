"""The action chart of the solo infantry and anti-tank guns: what a die means at a risk factor."""

from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import total
from sandtable.play.script import Play

from .charts import D6
from .risk import (
    ADVANCE,
    ATTACK,
    FORWARD,
    GO_ON,
    HALT,
    IN_COVER,
    RETREAT,
    ROUT,
    enemies_seen,
    risk_terms,
    situation_of,
)
from .sight import shelter
from .state import Battle
from .terrain import HARD

CHART = {
    1: (HALT, ADVANCE, ADVANCE, ADVANCE, ADVANCE, ATTACK),
    2: (RETREAT, HALT, HALT, ADVANCE, ADVANCE, ADVANCE),
    6: (ROUT, RETREAT, HALT, HALT, HALT, ADVANCE),
    9: (ROUT, ROUT, ROUT, RETREAT, RETREAT, HALT),
}
ROW_CLAUSES = {0: "sk.act.rf0", 1: "sk.act.rf1", 2: "sk.act.rf2-5", 6: "sk.act.rf6-8", 9: "sk.act.rf9"}


@rule("sk.act.rf1", "sk.act.rf2-5", "sk.act.rf6-8", "sk.act.rf9", "sk.act.rf0")
def row_of(risk: int) -> int:
    """The row of a risk factor: 0 and less, 1, 2-5, 6-8, 9 and more."""
    return max((row for row in ROW_CLAUSES if risk >= row), default=0)


class Posture(NamedTuple):
    """What of a team changes how it reads the chart."""

    support: bool = False
    fortified: bool = False
    falling_back: bool = False
    sees_enemy: bool = True


@rule("sk.act.scope", "sk.act.support", "sk.act.rf0-fortified", "sk.act.rf0-falling-back")
def action_on(risk: int, die: int, posture: Posture) -> str:
    """What a die means at a risk factor: support weapons halt instead of going forward."""
    row = row_of(risk)
    if row == 0:
        return _calm(die, posture)
    found = CHART[row][die - 1]
    return HALT if posture.support and found in FORWARD else found


@rule("sk.act.rf0", "sk.act.rf0-fortified", "sk.act.rf0-falling-back")
def _calm(die: int, posture: Posture) -> str:
    """The first row: who falls back halts in cover, who defends a fortified place holds it, others go for whom they see."""
    if posture.falling_back:
        return IN_COVER if die >= 5 else GO_ON
    if die < 4 or posture.fortified or not posture.sees_enemy:
        return GO_ON
    return HALT if posture.support else ADVANCE


def chart_of(risk: int, posture: Posture) -> Chart:
    """The row of the chart as a die reads it."""
    return Chart(tuple((die, action_on(risk, die, posture)) for die in range(1, 7)))


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


def action_roll(name: str, risk: int, chart: Chart) -> Roll[str]:
    """The D6 of a solo team."""
    because = ("sk.solo.actions", ROW_CLAUSES[row_of(risk)])
    return Roll(1, D6, chart, why=f"What {name} does, risk factor {risk}", because=because, neutral=True)


@rule("sk.solo.actions", "sk.act.scope")
async def infantry_action(play: Play[Battle], number: int, *, routed: bool = False) -> str:
    """The risk factor of a team with every term, and what the chart makes it do."""
    state = play.state
    unit = state.units[number]
    terms = risk_terms(situation_of(state, number, routed=routed))
    risk = total(terms)
    said = ", ".join(map(str, terms)) or "nothing counts"
    tells = {"risk": risk, "terms": said}
    play.tell("weighed its risk", "sk.solo.actions", *(term.clause for term in terms), unit=number, tells=tells)
    rolled = await action_roll(unit.name, risk, chart_of(risk, posture_of(state, number)))
    return rolled.value
