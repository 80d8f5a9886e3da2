"""The preparatory bombardment of an attack: whether it comes, and what it does to each unit."""

from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.basics.charts import YES, yes_on
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.nerve.pins import add_pins
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle


def bombardment_comes(*, seat: int) -> Roll[str]:
    """Whether there is a bombardment at all."""
    why, because = "is there a preparatory bombardment?", ("ba.gap.preparatory-bombardment",)
    return Roll(1, 6, yes_on(2), why=why, because=because, seat=seat, needs="2+")


def bombardment_roll(name: str, options: Options, *, seat: int) -> Roll[str]:
    """What the bombardment does to one unit."""
    chart, because = options.tables.chart("bombardment"), ("ba.gap.preparatory-bombardment",)
    return Roll(1, 6, chart, why=f"bombardment on {name}", because=because, seat=seat, step="bombardment")


@rule("ba.gap.preparatory-bombardment")
async def bombard(play: Play[Battle]) -> None:
    """The attacker's opening bombardment: on 2 or more it happens, and each enemy unit on the table rolls."""
    state = play.state
    if not state.mission.bombardment:
        return
    side = state.attacker
    comes = await bombardment_comes(seat=side)
    if comes.value != YES:
        play.tell("no bombardment came", "ba.gap.preparatory-bombardment", rolls=(comes.number,))
        return
    for number in range(len(state.units)):
        unit = play.state.units[number]
        if unit.side != side and unit.on_table:
            await bombard_unit(play, number, seat=side)


async def bombard_unit(play: Play[Battle], number: int, *, seat: int) -> None:
    """What the bombardment does to one unit."""
    options = play.state.options
    rolled = await bombardment_roll(play.state.units[number].name, options, seat=seat)
    row = options.tables.bombardment[rolled.value]
    play.note(number, "row", row.id)
    shows: dict[str, object] = {"says": "The bombardment falls on", "trace": "blast"}
    await add_pins(play, number, row.pins, row.clause, rolls=(rolled.number,), shows=shows)
    if row.id == "two-pins-and-hit" and play.state.units[number].alive:
        shell = Struck(1, ("bombardment",), False, pen=row.pen, from_above=True, indirect=True)
        await strike(play, Aimed(number), (shell,), seat=seat, pins=False)
