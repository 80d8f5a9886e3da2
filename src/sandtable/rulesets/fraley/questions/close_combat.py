"""Close combat: strikes, at tanks too, the check to counter-attack, and a whole fight."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, field
from sandtable.rulesets.fraley.armour import armour_saves
from sandtable.rulesets.fraley.charts import Vehicle, vehicles, weapons
from sandtable.rulesets.fraley.close_combat import blow_roll, flank_rerolls
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import CHECKS, Level

from .activation import checked
from .armour import damage_of
from .fields import ASSAULTING, VEHICLES, CcReroll, Training, count_of


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


async def blows(needed: int, teams: int, enemies: int, why: str, *, seat: int = 0, again: bool = False) -> int:
    """How many enemies are removed; a failed die is rolled again if the CC grants it, and it could still do something."""
    hit = (await blow_roll(needed, teams, why=why, seat=seat)).value
    if again and hit < min(teams, enemies):
        hit += (await blow_roll(needed, 1, why=why, seat=seat, again=True)).value
    return min(hit, enemies)


def strike(given: Striking, _options: Options) -> Asked:
    """A Training Check for each Team; every success removes an enemy, without a Save."""
    needed = CHECKS[given.training]

    async def trial() -> Found:
        why = f"{count_of(given.teams, 'Team')} strike" if given.teams > 1 else "1 Team strikes"
        return {"lost": await blows(needed, given.teams, given.enemies, why, again=given.cc_reroll)}

    return Asked(f"{needed}+", (), trial)


# ---- at tanks


class AtTank(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry and Gun Teams that strike at one Tank Team."""

    training: Annotated[Level, field("Training", "of those who strike", role="unit", fact="training")] = "veteran"
    weapon: Annotated[
        str, field("Weapon", "its Tank Assault rating counts", role="unit", fact="weapon", choices=ASSAULTING)
    ] = "panzerschreck"
    teams: Annotated[int, field("Teams with it", "all at one Tank Team", ge=1, le=6)] = 1
    vehicle: Annotated[str, field("Vehicle", role="target", fact="vehicle", choices=VEHICLES)] = "m4-sherman"
    cc_reroll: CcReroll = False


def tank_assault(given: AtTank, options: Options) -> Asked:
    """As many checks as the rating; each success a Flank Save, each failure the Vehicle Damage Table."""
    row, vehicle = weapons()[given.weapon], vehicles()[given.vehicle]
    needed = CHECKS[given.training]
    reroll = flank_rerolls(options, vehicle, handheld=row.infantry_at)
    parts = [(given.teams, 1)] if row.ta == 1 else [(1, row.ta)] * given.teams  # one die each is rolled together

    async def trial() -> Found:
        marks, gone = 0, False
        scores = []
        for place, (teams, dice) in enumerate(parts):
            who = count_of(teams, f"{row.title} Team")
            scores.append((await blow_roll(needed, teams * dice, why=f"{who} at the tank", seat=0, tank=True)).value)
            scores.sort()
            await Settled(("blow", place, tuple(scores)))
        if given.cc_reroll and scores[0] < parts[0][0] * parts[0][1]:
            why = f"{row.title} Team at the tank"
            scores[0] += (await blow_roll(needed, 1, why=why, seat=0, tank=True, again=True)).value
            scores.sort()
            await Settled(("again", tuple(scores)))
        for place, score in enumerate(scores):
            marks, gone = await _suffers(vehicle, score, reroll, options, marks, gone=gone, each=row.ta == 1)
            await Settled(("suffered", place, tuple(scores), marks, gone))
        return {"successes": sum(scores), "markers": marks, "destroyed": gone}

    dice = count_of(row.ta * given.teams, "die", "dice")
    return Asked(f"{needed}+ with {dice}", (), trial)


async def _suffers(
    vehicle: Vehicle, score: int, reroll: int, options: Options, marks: int, *, gone: bool, each: bool
) -> tuple[int, bool]:
    """What so many successes do: markers (one for each Team that struck at most), and whether the tank is destroyed."""
    if gone or not score:
        return marks, gone
    if not vehicle.armoured:
        return marks, True
    why = f"{vehicle.title}: {count_of(score, 'Flank Save')} in close combat"
    failed = (await armour_saves(vehicle.flank, score, why, 1, "fraley.assault.tank-save", reroll=reroll)).value
    for part in [1] * failed if each else [failed]:
        if not gone:
            mark, gone = await damage_of(vehicle, part, options, "fraley.assault.tank-save")
            marks += mark
    return marks, gone


# ---- counter-attacks


class Countering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Unit that was struck and wants to strike back."""

    training: Training = "veteran"
    cc_reroll: CcReroll = False


def counter_attack(given: Countering, _options: Options) -> Asked:
    """A Training Check that suppression does not hinder; failed, it breaks off."""
    needed = CHECKS[given.training]

    async def trial() -> Found:
        because = ("fraley.assault.counter-check", "fraley.assault.counter-fail")
        check = await checked(given.cc_reroll, needed, "Counter-attack", *because)
        return {"result": "counter-attacks" if check.passed else "breaks off"}

    return Asked(f"{needed}+", (), trial)


class Fighting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An assault has landed: both sides fight on as long as their checks let them, everybody in reach."""

    training: Annotated[Level, field("Attackers' Training", role="unit", fact="training")] = "veteran"
    teams: Annotated[int, field("Attacking Teams", role="unit", fact="teams", ge=1, le=12)] = 6
    enemy_training: Annotated[Level, field("Defenders' Training", role="target", fact="training")] = "veteran"
    enemies: Annotated[int, field("Defending Teams", role="target", fact="teams", ge=1, le=12)] = 6


def fight(given: Fighting, _options: Options) -> Asked:
    """Strike, check, strike back, until one side breaks off or is gone."""
    needs = (CHECKS[given.training], CHECKS[given.enemy_training])
    names = ("Attackers", "Defenders")

    async def trial() -> Found:
        left = [given.teams, given.enemies]
        side = 0
        while True:
            await Settled((side, *left))
            other = 1 - side
            left[other] -= await blows(needs[side], left[side], left[other], f"{names[side]} strike", seat=side)
            if not left[other]:
                return _ended(given, left, side, "wiped out")
            await Settled(("answer", side, *left))
            check = await checked(False, needs[other], f"{names[other]} counter-attack", "fraley.assault.counter-check")
            if not check.passed:
                return _ended(given, left, side, "broke off")
            side = other

    return Asked(f"{needs[0]}+ to strike, {needs[1]}+ to counter-attack", (), trial)


def _ended(given: Fighting, left: list[int], winner: int, how: str) -> Found:
    loser = ("attackers", "defenders")[1 - winner]
    return {
        "result": f"{loser} {how}",
        "attackers_lost": given.teams - left[0],
        "defenders_lost": given.enemies - left[1],
    }


QUESTIONS = (
    Question(
        "strike",
        "Teams strike in close combat: how many enemies are removed?",
        Striking,
        strike,
        ("fraley.assault.kill-check", "fraley.assault.no-saves", "fraley.assault.counter-strike"),
        title="Strikes in close combat",
        leaves=(LeavesView("lost", "target", "teams", "subtract"), LeavesView("lost", "target", "lost", "add")),
    ),
    Question(
        "tank-assault",
        "Infantry or Guns strike at a Tank Team: is it suppressed or destroyed?",
        AtTank,
        tank_assault,
        (
            "fraley.assault.tank-assault-rolls",
            "fraley.assault.tank-save",
            "fraley.tank.inf-at-reroll-assault",
            "fraley.gap.soft-skinned",
        ),
        title="Strikes at a tank",
    ),
    Question(
        "counter-attack",
        "Does a Unit that was struck counter-attack?",
        Countering,
        counter_attack,
        ("fraley.assault.counter-check", "fraley.assault.counter-fail"),
        title="Counter-attack",
    ),
    Question(
        "close-combat",
        "An assault has landed: who breaks off, and what does it cost?",
        Fighting,
        fight,
        ("fraley.assault.alternate", "fraley.assault.kill-check", "fraley.assault.counter-check"),
        title="A whole close combat",
        leaves=(
            LeavesView("attackers_lost", "unit", "teams", "subtract"),
            LeavesView("attackers_lost", "unit", "lost", "add"),
            LeavesView("defenders_lost", "target", "teams", "subtract"),
            LeavesView("defenders_lost", "target", "lost", "add"),
        ),
    ),
)
