"""Morale: when a team tests, against what, and what failing does."""

from sandtable.dice.readings import AtLeast, Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.units import actions_of, at_half, in_battle, rate, thrower
from sandtable.rulesets.skirmish41.harm.carrying import let_go
from sandtable.rulesets.skirmish41.harm.casualties import gain_marker
from sandtable.rulesets.skirmish41.harm.wrecks import bale_out
from sandtable.rulesets.skirmish41.move.flight import fall_back, retire
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.rows import BELOW, NO_END
from sandtable.rulesets.skirmish41.spotting.hidden import called
from sandtable.rulesets.skirmish41.state import Battle

from .rout import flee

STANDS, RETIRES, MARKER, FALLS_BACK, ROUTS = "stands", "retires", "gains a marker", "falls back", "routs"
WHEN = {
    "suppressed": "sk.morale.when-suppressed",
    "casualty": "sk.morale.when-casualty",
    "charged": "sk.morale.when-charged",
    "lost a melee": "sk.morale.when-lost-melee",
    "crossing open ground": "sk.morale.when-crossing",
    "hit": "sk.gap.vehicle-suppression",
}


@rule("sk.morale.total", "sk.gap.vehicle-suppression", "sk.gap.suppression-effect")
def total_of(state: Battle, number: int) -> int:
    """The action points of a team: one less for each wound, and one less a figure while it is suppressed, never below 0."""
    unit = state.units[number]
    if unit.mounted:  # having driven is no reason to fear more
        less = 1 if unit.suppression else 0
        return sum(max(0, rate(state.figures[man]) - less) for man in unit.men)
    return sum(actions_of(state, man) for man in unit.men)


@rule("sk.morale.test", "sk.morale.retire", "sk.morale.extra-suppression", "sk.morale.fall-back", "sk.morale.rout")
def ladder(total: int, options: Options) -> Chart:
    """A D6 below the total passes; equal or one over retires, two over is a marker, three falls back, more is rout."""
    known = options.tables.ladders
    chart = known.get(total)
    if chart is None:
        rows = [(total + row.over, name.replace("-", " ")) for name, row in options.tables.morale.items()]
        ends = [*[low for low, _ in rows[1:]], NO_END]
        left = [row for row, end in zip(rows, ends, strict=True) if row[0] < end]
        chart = known[total] = Chart(((BELOW, STANDS), *left), low_is_good=True)
    return chart


def morale_roll(name: str, total: int, reasons: tuple[str, ...], options: Options, seat: int) -> Roll[str]:
    """The die of a morale test."""
    why = f"Morale of {name} ({', '.join(reasons)}), {total} action points"
    because = ("sk.morale.test", "sk.morale.total", *(WHEN[reason] for reason in reasons))
    chart, needs = ladder(total, options), f"less than {total + next(iter(options.tables.morale.values())).over}"
    return Roll(1, D6, chart, why=why, because=because, seat=seat, needs=needs, step="morale")


@stage
@rule("sk.turn.morale-any-time", "sk.morale.test")
async def test_morale(play: Play[Battle], number: int, reasons: tuple[str, ...]) -> bool:
    """One test, whatever number of causes, and whether it is passed; a team that routs already has none to lose."""
    state = play.state
    unit = state.units[number]
    if not unit.alive or not unit.men or unit.card.kind == "dummy":
        return True
    if unit.tests:
        play.tell("was to test", "sk.turn.morale-any-time", unit=number, sets={"tests": ()})
    if unit.routing:
        return False
    total = total_of(state, number)
    if ladder(total, state.options).row(D6) == STANDS:  # nothing on the die can fail
        play.tell("could not fail", "sk.morale.test", unit=number, tells={"total": total})
        return True
    rolled = await morale_roll(called(state, number), total, reasons, state.options, thrower(state, unit.side))
    value = rolled.value
    if value == STANDS:
        play.tell("stood firm", "sk.morale.test", unit=number, rolls=(rolled.number,))
        return True
    play.tell("failed its morale", CLAUSES[value], unit=number, rolls=(rolled.number,), tells={"result": value})
    await _fail(play, number, value)
    return False


@rule("sk.gap.vehicle-suppression")
async def _fail(play: Play[Battle], number: int, value: str) -> None:
    """What a failed test does to a team; passengers have nowhere to run and keep their heads down."""
    if play.state.units[number].mounted:
        _crew_fails(play, number, value)
    elif play.state.units[number].place == "aboard":
        gain_marker(play, number, "sk.gap.vehicle-suppression")
    elif value == RETIRES:
        retire(play, number)
    elif value == MARKER:
        gain_marker(play, number, "sk.morale.extra-suppression")
    elif value == FALLS_BACK:
        await fall_back(play, number)
    else:
        rout(play, number, "sk.morale.rout")


CLAUSES = {
    RETIRES: "sk.morale.retire",
    MARKER: "sk.morale.extra-suppression",
    FALLS_BACK: "sk.morale.fall-back",
    ROUTS: "sk.morale.rout",
}


@rule("sk.gap.vehicle-suppression")
def _crew_fails(play: Play[Battle], number: int, value: str) -> None:
    """A crew holds out on a result of retiring; on anything worse it bales out."""
    if crew_leaves(value):
        bale_out(play, number, "sk.gap.vehicle-suppression")
    else:
        play.tell("wavered", "sk.gap.vehicle-suppression", unit=number)


@rule("sk.gap.vehicle-suppression")
def crew_leaves(value: str) -> bool:
    """Whether a result of the test makes a crew bale out."""
    return value not in {STANDS, RETIRES}


@rule("sk.morale.rout", "sk.act.rout", "sk.gap.captured")
def rout(play: Play[Battle], number: int, clause: str) -> None:
    """A team routs, and flees at once; whom it has in hand it leaves."""
    sets = {"routing": True, "retiring": True}
    play.tell("routed", clause, unit=number, sets=sets)
    for man in play.state.units[number].men:
        let_go(play, man)
    flee(play, number)


def rally_roll(name: str, options: Options, seat: int) -> Roll[int]:
    """Whether routers rally."""
    because, least = ("sk.morale.rally",), options.tables.needs.rally.needs
    why, needs = f"Whether {name} rallies", f"{least}+"
    return Roll(1, D6, AtLeast(least), why=why, because=because, seat=seat, needs=needs, step="to rally")


@stage
@rule("sk.morale.rally")
async def try_to_rally(play: Play[Battle], number: int) -> bool:
    """Routers try to rally at the start of a turn; a team below half strength never does."""
    unit = play.state.units[number]
    if not at_half(unit):
        return False
    rolled = await rally_roll(called(play.state, number), play.state.options, thrower(play.state, unit.side))
    if not rolled.value:
        play.tell("did not rally", "sk.morale.rally", unit=number, rolls=(rolled.number,))
        return False
    sets = {"routing": False, "retiring": False}
    play.tell("rallied", "sk.morale.rally", unit=number, sets=sets, rolls=(rolled.number,))
    return True


def any_tests(state: Battle) -> bool:
    """Whether any team has to test its morale."""
    for unit in state.units:  # noqa: SIM110  # asked after everything that happens
        if unit.tests:
            return True
    return False


@rule("sk.turn.morale-any-time")
async def tests_due(play: Play[Battle]) -> None:
    """Every team that the fire of one team has harmed tests, once each."""
    if not any_tests(play.state):
        return
    for side in (0, 1):
        for number in in_battle(play.state, side):
            reasons = play.state.units[number].tests
            if reasons:
                await test_morale(play, number, reasons)
