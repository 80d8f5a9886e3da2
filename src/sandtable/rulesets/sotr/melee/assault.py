"""The Assault (1.6.1.2): declaration, HORROR, fall back, the charge, contact."""

from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import YesNo
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.rulesets.sotr.basics.sight import any_sees, apart, between, opponents, standing
from sandtable.rulesets.sotr.move.flight import fall_back
from sandtable.rulesets.sotr.nerve.cool import cool, cool_test, takes_tests
from sandtable.rulesets.sotr.nerve.horror import dares_to_charge, stands_charge
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import get_up, reveal
from sandtable.rulesets.sotr.units.grips import held, pair_of, touched

from .approach import NARROW
from .contact import Charge, chargers, plan_charge

NEAR = 4000  # one need not see an enemy this near to assault him


@rule("sotr.gap.engaged-activation", "sotr.gap.vehicle-hth")
def may_not_charge(state: Battle, number: int) -> Refusal | None:
    """Why a unit can assault nobody at all."""
    unit = state.units[number]
    if unit.card.kind == "vehicle":
        return Refusal("only mecha and those on foot assault", ("sotr.gap.vehicle-hth",))
    if unit.immobilised:
        return Refusal(f"{unit.name} is immobilised", ("sotr.gap.vehicle-damage",))
    if not chargers(state, number):
        return Refusal(f"nobody of {unit.name} is free to charge", ("sotr.gap.engaged-activation",))
    return None


@rule("sotr.assault.purpose", "sotr.assault.declare", "sotr.hth.break-chase", "sotr.gap.engaged-activation")
def why_not_charge(state: Battle, number: int, target: int) -> Refusal | None:
    """Why a unit that could charge may not declare an Assault on an enemy unit."""
    unit = state.units[target]
    own = _fought(state, number) if state.engaged else []
    if own and target not in own:
        why = f"part of the unit is already fighting, and not {unit.name}"
        return Refusal(why, ("sotr.gap.engaged-activation",))
    men = chargers(state, number)
    if apart(state, men, unit.men) > NEAR and not any_sees(state, men, unit.men):
        return Refusal(
            f"nobody sees {unit.name}", ("sotr.assault.declare",), remedy="see one of its models, or be within 4 inches"
        )
    return None


def _fought(state: Battle, number: int) -> list[int]:
    """The units that models of a unit are fighting."""
    men = [man for man in state.units[number].men if held(state, man)]
    return [state.figures[foe].unit for man in men for foe in opponents(state, man)]


@action
@rule(
    "sotr.assault.order", "sotr.assault.no-shooting", "sotr.assault.horror-charging-fail", "sotr.assault.horror-check"
)
async def assault(play: Play[Battle], number: int, target: int) -> None:
    """A whole Assault action: declared, HORROR on both sides, the choice to fall back, then the charge."""
    reveal(play, number, "sotr.assault.declare", why="assaulting")
    tells = {"target": play.state.units[target].name}
    sets, shows = {"action": "assault"}, shows_at(target)
    play.tell("declared an Assault", "sotr.assault.declare", unit=number, sets=sets, tells=tells, shows=shows)
    if not await dares_to_charge(play, number, target):
        return
    fled = await _reaction(play, number, target)
    await last(charge(play, number, target, fled=fled))


@stage
@rule("sotr.assault.horror-charged-fail", "sotr.assault.order")
async def _reaction(play: Play[Battle], number: int, target: int) -> bool:
    """What the target does: whether it ran, by its own choice or in HORROR."""
    if not await stands_charge(play, target, number):
        if not play.state.options.horror_charge_flee_now or not free_to_run(play.state, target):
            return False
        await fall_back(play, target, number, orderly=False)
        return True
    if not may_fall_back(play.state, target) or not await _falls_back(play, target, number):
        return False
    await tries_to_fall_back(play, target, number)
    return True


@stage
@rule("sotr.assault.fallback-choice")
async def tries_to_fall_back(play: Play[Battle], number: int, charger: int) -> None:
    """A unit falls back from a charge: in order if it passes a Cool test, else in flight."""
    because = ("sotr.assault.fallback-choice",)
    orderly = await cool_test(play, number, cool(play.state, number), "falling back from a charge", because)
    await fall_back(play, number, charger, orderly=orderly)


def free_to_run(state: Battle, number: int) -> bool:
    """Whether a unit can run from a charge: nobody of it is held in hand-to-hand, and somebody stands."""
    unit = state.units[number]
    fighting = any(held(state, man) for man in unit.men if opponents(state, man))
    return unit.on_table and not fighting and bool(standing(state, number))


@rule("sotr.assault.fallback-choice")
def may_fall_back(state: Battle, number: int) -> bool:
    """Whether a unit has the choice: not if it is Fleeing or Engaged; machines and the mindless never do."""
    unit = state.units[number]
    return free_to_run(state, number) and not unit.fleeing and not unit.machine and takes_tests(state, number)


async def _falls_back(play: Play[Battle], number: int, charger: int) -> bool:
    unit = play.state.units[number]
    words = f"{unit.name}: fall back from the charge of {play.state.units[charger].name}?"
    return await ask(
        play, number, "fall back", YesNo(), words, "sotr.assault.fallback-choice", "sotr.assault.order", usual=False
    )


@stage
@rule("sotr.assault.pursuit", "sotr.assault.move")
async def charge(play: Play[Battle], number: int, target: int, *, fled: bool) -> None:
    """The chargers go for the target, or after it; Overwatch may interrupt them, and the survivors close up."""
    if not play.state.units[target].on_table:
        return
    planned = plan_charge(play.state, number, target)
    if planned is None:
        return
    because = ("sotr.assault.move", "sotr.assault.max-contact", *(("sotr.assault.pursuit",) if fled else ()))
    men = len(play.state.units[number].men)
    if not await _go(play, number, target, planned, because):
        return
    unit = play.state.units[number]
    still_there = play.state.units[target].on_table  # its own fire may have hit it
    if len(unit.men) < men and not unit.disorganized and still_there:
        again = plan_charge(play.state, number, target, spent=spent(play.state, planned))
        if again is not None and await _go(play, number, target, again, because):
            planned = planned.and_then(again)
    _come_to_grips(play, number, target, planned, fled=fled)


def spent(state: Battle, planned: Charge) -> dict[int, int]:
    """What chargers have used up of their allowance; one who was stopped on his way has nothing left."""
    ends = {walk.figure: walk.points[-1] for walk in planned.march.walks}
    return {man: cost if state.layout.point(man) == ends[man] else 1 << 20 for man, cost in planned.costs}


async def _go(play: Play[Battle], number: int, target: int, planned: Charge, because: tuple[str, ...]) -> bool:
    """Carry a charge out; False if the unit is in no state to fight afterwards."""
    walkers = [walk.figure for walk in planned.march.walks if len(walk.points) > 1]
    get_up(play, walkers, "sotr.assault.move")
    if walkers:
        await travel(play, number, planned.march, *because, verb="charged", charge=target)
    unit = play.state.units[number]
    if not unit.on_table or unit.fleeing:
        return False
    climbed = [(man, ground) for man, ground in planned.climbs if man in unit.men]
    if climbed:
        layout = play.state.layout
        places = [(man, *layout.point(man), layout.bearing(man), ground) for man, ground in climbed]
        play.tell("climbed into the fight", "sotr.advance.stairs", unit=number, sets={"places": places})
    return True


@rule("sotr.assault.contact", "sotr.assault.only-way", "sotr.assault.obstacle")
def _come_to_grips(play: Play[Battle], number: int, target: int, planned: Charge, *, fled: bool) -> None:
    """Whoever touches an enemy is Engaged; whoever does not has fallen short and does nothing more this turn."""
    state = play.state
    unit = state.units[number]
    there = tuple(walk.figure for walk in planned.march.walks if walk.figure in unit.men)
    found = [pair_of(state, man, foe) for man in there for foe in touched(state, man)]
    found += [
        pair_of(state, man, foe)
        for man, foe in planned.across
        if man in there and foe in state.units[target].men and between(state, man, foe) <= NARROW
    ]
    pairs = [pair for pair in dict.fromkeys(found) if pair not in state.engaged]
    engaged = {figure for pair in (*pairs, *state.engaged) for figure in pair}
    reached = tuple(man for man in there if man in engaged)
    short = tuple(man for man in there if man not in engaged)
    if reached:
        bonus = fled or state.options.catch_bonus_scope == "any-charge"
        foes = state.units[target].men
        caught = [man for man in reached if bonus and any(man in pair and _other(pair, man) in foes for pair in pairs)]
        hurdled = [man for man in planned.hurdles if man in reached]
        play.tell(
            "came to grips",
            "sotr.assault.contact",
            *(("sotr.assault.catch-bonus",) if caught else ()),
            *(("sotr.assault.obstacle",) if hurdled else ()),
            unit=number,
            figures=reached,
            sets={"engaged": (*state.engaged, *pairs), "caught": caught, "hurdled": hurdled},
            tells={"target": state.units[target].name},
            shows=shows_at(target),
        )
    if short:
        play.tell("fell short", "sotr.assault.short", unit=number, figures=short, sets={"tied": state.turn})


def _other(pair: tuple[int, int], man: int) -> int:
    return pair[1] if pair[0] == man else pair[0]
