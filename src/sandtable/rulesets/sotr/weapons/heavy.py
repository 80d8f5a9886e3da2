"""Heavy weapons without a blast (sotr.gap.heavy-weapons): solid shot and railguns, one model a shot."""

from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OnTable
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.hidden import as_seen, called
from sandtable.rulesets.sotr.basics.offers import Aiming
from sandtable.rulesets.sotr.basics.sight import enemies, sightings
from sandtable.rulesets.sotr.basics.templates import on_model
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.harm.armour import facing, strike
from sandtable.rulesets.sotr.harm.wounds import Wounding, wound_models
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import note_fire
from sandtable.rulesets.sotr.verbs.acts import shows_shots

from .aiming import Aim, Shot, blast_modifiers, seen_models, shot_roll, watched_unit

HEAVY = "sotr.gap.heavy-weapons"


@rule("sotr.target.heavy")
def heavy_targets(state: Battle, figure: int, only: int | None = None) -> dict[int, tuple[int, ...]]:
    """The units a heavy weapon may be fired at, any in LOS, with their models that it sees."""
    side = state.units[state.figures[figure].unit].side
    found = {number: seen_models(state, figure, number) for number in enemies(state, side) if only in {None, number}}
    return {number: men for number, men in found.items() if men}


async def nominate_unit(
    play: Play[Battle], figure: int, weapon: Weapon, targets: dict[int, tuple[int, ...]], *, forced: bool
) -> int | None:
    """Which unit a heavy weapon is fired at; None to hold fire."""
    if not targets or (forced and len(targets) == 1):
        return next(iter(targets), None)
    state = play.state
    side = state.units[state.figures[figure].unit].side
    seen = as_seen(state, side)
    values: dict[str, int] = {f"u{number}": number for number in targets}
    every = {f"u{number}": number for number in enemies(seen, side)}

    def barred() -> dict[str, Refusal]:
        return {key: _unseen(seen, number) for key, number in every.items() if key not in values}

    best = max(targets, key=lambda number: (seen.units[number].machine, seen.units[number].card.points, -number))
    choices = Aiming(
        figure,
        weapon.id,
        values if forced else {**values, "pass": -1},
        label=lambda number: seen.units[number].name if number >= 0 else "hold fire",
        points=lambda number: OnTable(unit=number) if number >= 0 else None,
        barred=barred,
        every=lambda: every,
    )
    words = f"{who(seen, figure)}: what does the {weapon.name} fire at?"
    chosen = await ask(
        play, state.figures[figure].unit, "heavy target", choices, words, "sotr.target.heavy", HEAVY, usual=f"u{best}"
    )
    return None if chosen < 0 else chosen


def _unseen(state: Battle, number: int) -> Refusal:
    return Refusal(
        f"{state.units[number].name} cannot be seen or shot at", ("sotr.blast.nominate", "sotr.target.heavy")
    )


def usual_model(state: Battle, figure: int, men: tuple[int, ...]) -> int:
    """The one with the least cover, of equals an Officer."""
    seen = sightings(as_seen(state, state.units[state.figures[figure].unit].side), (figure,), men)

    def wanted(man: int) -> tuple[int, bool, int]:
        return -seen[figure, man].cover, bool(state.figures[man].rank), -man

    return max(men, key=wanted)


async def _choose_model(play: Play[Battle], figure: int, number: int, men: tuple[int, ...]) -> int:
    """Any model of the unit that the firer sees; usually an Officer, or the one with least cover."""
    if len(men) == 1:
        return men[0]
    state = play.state
    return await ask_seat(
        state.units[state.figures[figure].unit].side,
        "heavy model",
        one_figure(men, lambda man: who(state, man)),
        f"Which model of {state.units[number].name} is it fired at?",
        "sotr.alloc.heavy",
        HEAVY,
        unit=number,
        usual=f"m{usual_model(state, figure, men)}",
    )


@rule("sotr.gap.heavy-weapons")
async def fire_solid(
    play: Play[Battle],
    figure: int,
    weapon: str,
    *,
    overwatch: bool = False,
    charging: bool = False,
    only: int | None = None,
) -> tuple[int, ...]:
    """One shot at one model: a GONER without a wound roll, or penetration against the armour of a machine.

    Gives the unit that was fired at, if it was fired.
    """
    state = play.state
    only = watched_unit(state, only)
    overwatch = overwatch or state.watched >= 0
    number = state.figures[figure].unit
    side = state.units[number].side
    gun = weapon_of(weapon, state.options)
    targets = heavy_targets(as_seen(state, side), figure, only)
    target = await nominate_unit(play, figure, gun, targets, forced=only is not None)
    if target is None:
        return ()
    model = await _choose_model(play, figure, target, targets[target])
    told = {"weapon": gun.name, "target": state.units[target].name}
    sets = {"fired": state.turn}
    because, shows = (gun.clause, HEAVY), shows_shots((target,), [gun])
    play.tell("fired a template weapon", *because, unit=number, figures=(figure,), sets=sets, tells=told, shows=shows)
    note_fire(play, target, gun.clause)
    at = on_model(play.state, model)
    shot = Shot(figure, Aim("unit", target), at, (model,), overwatch, charging)
    modifiers = blast_modifiers(as_seen(play.state, side), shot, gun)
    side_struck = facing(play.state, model, play.state.layout.point(figure)) if play.state.units[target].machine else ""
    await shoot_solid(play, figure, weapon, model, modifiers, side_struck)
    return (target,)


@stage
@rule("sotr.gap.heavy-weapons")
async def shoot_solid(
    play: Play[Battle], figure: int, weapon: str, model: int, modifiers: tuple[Modifier, ...], side: str
) -> bool:
    """The die of a shot at a model, or at a side of a machine, and what it does; whether it hits."""
    state = play.state
    number, target = state.figures[figure].unit, state.figures[model].unit
    gun, seat = weapon_of(weapon, state.options), state.units[number].side
    why = f"{called(state, number)}'s {gun.name} at {state.units[target].name}"
    rolled = await shot_roll(modifiers, why, (HEAVY, gun.clause), seat, state.options)
    if not rolled.value:
        play.tell("missed", HEAVY, tells={"weapon": gun.name}, rolls=(rolled.number,))
        return False
    if side:
        await strike(play, model, gun.pen, side, number, (HEAVY,))
        return True
    how = Wounding(gun.name, goner=True, pen=gun.pen)
    losses = await wound_models(play, ((model, 1),), how, number, (HEAVY,))
    if losses:
        await break_tests(play, losses, number, HEAVY)
    return True
