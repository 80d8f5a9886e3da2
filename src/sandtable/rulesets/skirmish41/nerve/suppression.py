"""Dicing off suppression."""

from sandtable.dice.readings import Bands
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.sight import look, shelter
from sandtable.rulesets.skirmish41.basics.units import between, leads, on_table, rate, thrower
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.state import Battle

CLAUSE = "sk.gap.suppression-removal"
OFFICER = inches(12)


def removal_modifiers(options: Options, *, led: bool, quiet: bool, in_the_open: bool) -> tuple[Modifier, ...]:
    """What the dice get."""
    table = options.tables.removal
    found = (
        (led, table.led, "led"),
        (quiet, table.quiet, "not shot at"),
        (in_the_open, table.in_the_open, "all in the open"),
    )
    return tuple(felt(one.because(why) for holds, one, why in found if holds))


@rule("sk.gap.suppression-removal")
def score_for(modifiers: tuple[Modifier, ...], options: Options) -> int:
    """What each die needs: a natural 1 always fails, a natural 6 always succeeds."""
    return max(2, min(6, options.suppression_removal_score - total(modifiers)))


@rule("sk.gap.suppression-removal")
def modifiers_for(state: Battle, number: int) -> tuple[Modifier, ...]:
    """What a team's dice get: a leader of its own unhurt or an officer near, quiet, open ground."""
    unit = state.units[number]
    own = any(leads(state, man) and not state.figures[man].wounds for man in unit.men)
    there = unit.bodies if unit.place == "table" else ()
    return removal_modifiers(
        state.options,
        led=own or officer_near(state, number),
        quiet=not unit.shot_by,
        in_the_open=bool(there) and not any(shelter(state, body) for body in there),
    )


@rule("sk.gap.suppression-removal", "sk.risk.officer")
def officer_near(state: Battle, number: int) -> bool:
    """Whether an officer of the side is within twelve inches and in sight."""
    unit = state.units[number]
    for other in on_table(state, unit.side):
        if other == number or between(state, number, other) > OFFICER:
            continue
        officers = [
            man
            for man in state.units[other].men
            if state.figures[man].role == "officer" and rate(state.figures[man]) and state.layout.on_table(man)
        ]
        if officers and any(one.seen for line in look(state, officers, unit.bodies) for one in line):
            return True
    return False


def removal_roll(
    name: str, markers: int, modifiers: tuple[Modifier, ...], options: Options, seat: int
) -> Roll[tuple[int, ...]]:
    """A die for each marker."""
    score = score_for(modifiers, options)
    said = ", ".join(map(str, modifiers))
    needs = f"{score}+{f' ({said})' if said else ''}"
    why = f"{name} dices off suppression"
    return Roll(
        markers, D6, Bands(((score, 6),)), why=why, because=(CLAUSE,), seat=seat, needs=needs, step="to shake it off",
        modifiers=modifiers,
    )  # fmt: skip


@rule("sk.gap.suppression-removal", "sk.turn.player-phase", "sk.turn.solo-phase")
async def dice_off(play: Play[Battle], number: int) -> None:
    """A team throws a die for each of its markers."""
    unit = play.state.units[number]
    if unit.suppression and unit.men and unit.alive:
        await shake_off(play, number, modifiers_for(play.state, number))


@stage
@rule("sk.gap.suppression-removal")
async def shake_off(play: Play[Battle], number: int, found: tuple[Modifier, ...]) -> None:
    """A die for each marker, with these modifiers."""
    state = play.state
    unit = state.units[number]
    seat = thrower(state, unit.side)
    rolled = await removal_roll(called(state, number), unit.suppression, found, state.options, seat)
    left = unit.suppression - rolled.value[0]
    verb = "shook off its suppression" if left == 0 else "stayed suppressed"
    play.tell(verb, CLAUSE, unit=number, sets={"suppression": left}, rolls=(rolled.number,), tells={"markers": left})
