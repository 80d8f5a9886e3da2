"""Close combat: strikes, at tanks too, the check to counter-attack, and a whole fight."""

from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Staged, asks, field
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.melee.close_combat import Party as Side
from sandtable.rulesets.fraley.melee.close_combat import strike as strikes
from sandtable.rulesets.fraley.melee.counter_attack import Broken, counters
from sandtable.rulesets.fraley.melee.counter_attack import fight as fights
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level

from .bare import Lot, Noted, Party, battle, granted, lost, staged, vehicle
from .fields import ASSAULTING, VEHICLES, CcReroll, Training

WE, THEY = 0, 1
ON_FOOT = ("rifle",)  # whatever they carry, one check each


def on_foot(name: str, training: Level, teams: int, side: int, **fields: Any) -> Party:
    """Teams that strike at others on foot."""
    return Party(name, training, (Lot(teams, weapons=ON_FOOT),), side=side, fields=fields)


# ---- strikes


class Striking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Teams that strike at enemies who are no Tank Teams."""

    training: Annotated[Level, field("Training", "of those who strike", role="unit", fact="training")] = "veteran"
    teams: Annotated[
        int, field("Teams that strike", "with an enemy within 2 inches", role="unit", fact="teams", ge=1, le=20)
    ] = 3
    enemies: Annotated[
        int, field("Enemies in reach", "Teams that they may remove", role="target", fact="teams", ge=1, le=20)
    ] = 5
    cc_reroll: CcReroll = False


@asks(
    "strike",
    "Strikes in close combat",
    clauses=("fraley.assault.kill-check", "fraley.assault.no-saves", "fraley.assault.counter-strike"),
    leaves=(LeavesView("lost", "target", "teams", "subtract"), LeavesView("lost", "target", "lost", "add")),
)
def strike(given: Striking, options: Options) -> Staged:
    """Teams strike in close combat: how many enemies are removed?"""
    ours, theirs = on_foot("We", given.training, given.teams, WE), on_foot("They", "veteran", given.enemies, THEY)
    state = battle(options, ours, theirs, *granted(given.cc_reroll))

    def read(after: Battle, _: object, _noted: Noted) -> Found:
        return {"lost": lost(state, after, THEY)}

    return staged(state, lambda play: strikes(play, Side(WE), Side(THEY)), read)


class AtTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry and Gun Teams that strike at one Tank Team."""

    training: Annotated[Level, field("Training", "of those who strike", role="unit", fact="training")] = "veteran"
    weapon: Annotated[
        str, field("Weapon", "its Tank Assault rating counts", role="unit", fact="weapon", choices=ASSAULTING)
    ] = "panzerschreck"
    teams: Annotated[int, field("Teams with it", "all at one Tank Team", ge=1, le=6)] = 1
    vehicle: Annotated[str, field("Vehicle", role="target", fact="vehicle", choices=VEHICLES)] = "m4-sherman"
    cc_reroll: CcReroll = False


@asks(
    "tank-assault",
    "Strikes at a tank",
    clauses=(
        "fraley.assault.tank-assault-rolls",
        "fraley.assault.tank-save",
        "fraley.tank.inf-at-reroll-assault",
        "fraley.gap.soft-skinned",
    ),
)
def tank_assault(given: AtTank, options: Options) -> Staged:
    """Infantry or Guns strike at a Tank Team: is it suppressed or destroyed?"""
    armed = Lot(given.teams, weapons()[given.weapon].kind, (given.weapon,))
    ours, tank = Party("We", given.training, (armed,)), Party("They", lots=(vehicle(given.vehicle),), side=THEY)
    state = battle(options, ours, tank, *granted(given.cc_reroll))

    def read(after: Battle, _: object, noted: Noted) -> Found:
        return {
            "successes": noted.get((WE, "successes"), 0),
            "markers": noted.get((THEY, "markers"), 0),
            "destroyed": not after.units[THEY].men,
        }

    heeds = ("successes", "markers")
    return staged(state, lambda play: strikes(play, Side(WE), Side(THEY)), read, heeds=heeds)


# ---- counter-attacks


class Countering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Unit that was struck and wants to strike back."""

    training: Training = "veteran"
    cc_reroll: CcReroll = False


@asks("counter-attack", clauses=("fraley.assault.counter-check", "fraley.assault.counter-fail"))
def counter_attack(given: Countering, options: Options) -> Staged:
    """Does a Unit that was struck counter-attack?"""
    state = battle(options, Party("We", given.training), *granted(given.cc_reroll))

    def read(_after: Battle, goes_on: bool, _noted: Noted) -> Found:
        return {"result": "counter-attacks" if goes_on else "breaks off"}

    return staged(state, lambda play: counters(play, Side(WE, stands=True)), read)


class Fighting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An assault has landed: both sides fight on as long as their checks let them, everybody in reach."""

    training: Annotated[Level, field("Attackers' Training", role="unit", fact="training")] = "veteran"
    teams: Annotated[int, field("Attacking Teams", role="unit", fact="teams", ge=1, le=12)] = 6
    enemy_training: Annotated[Level, field("Defenders' Training", role="target", fact="training")] = "veteran"
    enemies: Annotated[int, field("Defending Teams", role="target", fact="teams", ge=1, le=12)] = 6


@asks(
    "close-combat",
    "A whole close combat",
    clauses=("fraley.assault.alternate", "fraley.assault.kill-check", "fraley.assault.counter-check"),
    leaves=(
        LeavesView("attackers_lost", "unit", "teams", "subtract"),
        LeavesView("attackers_lost", "unit", "lost", "add"),
        LeavesView("defenders_lost", "target", "teams", "subtract"),
        LeavesView("defenders_lost", "target", "lost", "add"),
    ),
)
def fight(given: Fighting, options: Options) -> Staged:
    """An assault has landed: who breaks off, and what does it cost?"""
    ours = on_foot("Attackers", given.training, given.teams, WE)
    theirs = on_foot("Defenders", given.enemy_training, given.enemies, THEY)
    state = battle(options, ours, theirs)

    sides = Side(WE, stands=True), Side(THEY, stands=True)
    return staged(state, lambda play: fights(play, *sides), fought(state))


def fought(before: Battle) -> Any:
    """Who has broken off or is gone, and what it has cost."""

    def read(after: Battle, broken: Broken | None, _noted: Noted) -> Found:
        names = ("attackers", "defenders")
        gone = next((names[number] for number in (WE, THEY) if not after.units[number].men), "")
        ended = f"{names[broken.party.unit]} broke off" if broken else f"{gone} wiped out"
        costs = {f"{name}_lost": lost(before, after, number) for number, name in enumerate(names)}
        return {"result": ended, **costs}

    return read
