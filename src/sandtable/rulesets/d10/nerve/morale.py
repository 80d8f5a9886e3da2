"""Morale (Morale and Command): checks, panic and rout, and rallying."""

from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.d10.basics.checks import command_roll, command_score
from sandtable.rulesets.d10.basics.fates import check_after_fire, is_routed, rally_modifiers
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.basics.units import left, passengers
from sandtable.rulesets.d10.harm.losses import wreck_of
from sandtable.rulesets.d10.state import Battle

from .panic import nearest_visible


def lent_by(state: Battle, leader: int | None) -> str:
    """Who lent his Command, for the log."""
    return "" if leader is None else f" (on the Command of {state.units[leader].name})"


@stage
@rule("d10.morale.test", "d10.test.default-diff")
async def check(play: Play[Battle], number: int, why: str, clause: str) -> bool:
    """A morale check of a unit: passed, nothing happens; failed, it panics or routs."""
    state = play.state
    unit = state.units[number]
    command, leader = command_of(state, number)
    least = command_score(command, state.options)
    because = (clause, "d10.morale.test")
    rolled = await command_roll(least, f"{whose(unit.name)} morale ({why})", because, unit.side, step=f"morale ({why})")
    tells = {"why": why, "lent": lent_by(state, leader), "passed": bool(rolled.value)}
    if rolled.value:
        play.tell("passed a morale check", clause, "d10.morale.test", unit=number, tells=tells, rolls=(rolled.number,))
        return True
    fail(play, number, tells, (rolled.number,))
    return False


def routs(state: Battle, number: int) -> bool:
    """Whether a failed check of a unit means rout."""
    unit = state.units[number]
    return is_routed(
        *left(state, number), individual=unit.card.individual, panicked=unit.panicked, options=state.options
    )


def fail(play: Play[Battle], number: int, tells: dict[str, object], rolls: tuple[int, ...]) -> None:
    """What a failed morale check does."""
    state = play.state
    unit = state.units[number]
    individual = unit.card.individual
    if routs(state, number):
        clause = "d10.morale.rout-individual" if individual else "d10.morale.rout-unit"
        rout(play, number, clause, tells, rolls)
    elif unit.panicked:
        play.tell("stayed panicked", "d10.gap.panic-again", unit=number, tells=tells, rolls=rolls)
    else:
        clause = "d10.morale.panic-individual" if individual else "d10.morale.panic-unit"
        sets: dict[str, object] = {"panicked": True, "hold": False}
        because = (clause, "d10.morale.panic-no-reaction-shoot")
        play.tell("panicked", *because, unit=number, sets=sets, tells=tells, rolls=rolls)


@rule("d10.morale.rout-removes")
def rout(play: Play[Battle], number: int, clause: str, tells: dict[str, object], rolls: tuple[int, ...]) -> None:
    """A unit dissolves and its models come off the table; by the switch a vehicle whose crew abandon it stays as a wreck."""
    unit = play.state.units[number]
    sets: dict[str, object] = {"place": "routed", "panicked": False, "hold": False}
    because = (clause, "d10.morale.rout-removes")
    if unit.card.vehicle and play.state.options.abandoned_leave_wrecks:
        sets["wreck"] = wreck_of(play.state, number)
        play.tell("was abandoned", *because, unit=number, figures=unit.men, sets=sets, tells=tells, rolls=rolls)
    else:
        if passengers(play.state, number) is not None:
            sets["stood"] = play.state.layout.corners(unit.men[0])
        play.tell("routed", *because, unit=number, figures=unit.men, sets=sets, tells=tells, rolls=rolls)


# ---- after fire


@rule("d10.morale.unit-casualty", "d10.morale.unit-not-in-cc", "d10.morale.individual-wounds")
async def after_losses(play: Play[Battle], number: int) -> None:
    """The check of a unit that has suffered losses by fire: with less than half left."""
    state = play.state
    unit = state.units[number]
    if not unit.alive:
        return
    due = check_after_fire(*left(state, number), individual=unit.card.individual, options=state.options)
    if due is not None:
        await check(play, number, *due)


# ---- rallying


def enemies_near(state: Battle, number: int) -> int | None:
    """How far off the nearest enemy is that a unit sees: whoever rides looks out of his vehicle."""
    riding = state.units[number].aboard
    near = nearest_visible(state, number if riding < 0 else riding)
    return None if near is None else near[0]


def rally_score(state: Battle, number: int, near: int | None) -> tuple[int, list[Modifier], int | None]:
    """What the rally check of a unit needs with an enemy so near, why, and who lends it his Command."""
    modifiers = rally_modifiers(near, state.options)
    command, leader = command_of(state, number)
    return command_score(command, state.options, modifiers), modifiers, leader


async def rally(play: Play[Battle], number: int) -> bool:
    """The rally check of a panicked unit where it stands."""
    return await rally_check(play, number, enemies_near(play.state, number))


@stage
@rule("d10.morale.rally", "d10.gap.rally-procedure")
async def rally_check(play: Play[Battle], number: int, near: int | None) -> bool:
    """The rally check of a panicked unit at the start of its activation, with an enemy so near in sight."""
    state = play.state
    unit = state.units[number]
    least, modifiers, leader = rally_score(state, number, near)
    clauses = ("d10.morale.rally", *(modifier.clause for modifier in modifiers))
    rolled = await command_roll(least, f"{unit.name} rallies", clauses, unit.side, modifiers, step="to rally")
    tells = {"lent": lent_by(state, leader), "passed": bool(rolled.value)}
    rolls = (rolled.number,)
    if rolled.value:
        play.tell("rallied", "d10.gap.rally-procedure", unit=number, sets={"panicked": False}, tells=tells, rolls=rolls)
        return True
    play.tell("did not rally", "d10.gap.rally-procedure", unit=number, tells=tells, rolls=rolls)
    return False


__all__ = [
    "after_losses",
    "check",
    "enemies_near",
    "fail",
    "lent_by",
    "rally",
    "rally_check",
    "rally_modifiers",
    "rout",
    "routs",
]
