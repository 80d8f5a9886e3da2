"""`sandtable luck`: what the dice of a recorded battle were expected to bring, and what they brought."""

import argparse
from fractions import Fraction

from sandtable.mechanics.chances import say_chance
from sandtable.odds.luck import LuckRoll, LuckSheet, SideLuck, all_rolls, sheet, swing_of
from sandtable.odds.swing import swing
from sandtable.play.record import RecordError, inputs_of, replay
from sandtable.play.refusal import Refused
from sandtable.table.data import DataError

from .inputs import find_ruleset, load_record
from .output import counted, print_json
from .parser import UsageError

FEW = 5  # rolls worth a line for people


def run(asked: argparse.Namespace) -> int:
    """Play a record again and judge every roll."""
    record = load_record(asked.record)
    rules = find_ruleset(record.header.ruleset)
    try:
        game = replay(rules, record)
        if asked.swings and not game.over:
            raise UsageError(f"{asked.record}: what rolls were worth is told only of battles that are over")
        rolls = all_rolls(rules, game.initial, inputs_of(record), stand=asked.swings)
        swings = {one.beat: swing_of(one, swing) for one in rolls} if asked.swings else None
        found = sheet(rolls, None, swings)
    except (RecordError, Refused, DataError) as error:
        raise UsageError(f"{asked.record}: {error}") from error
    names = [force.name for force in record.header.scenario.forces]
    if asked.json:
        print_json({"ruleset": rules.name, "names": names, "over": record.outcome is not None, "luck": found})
    else:
        _show(found, names)
    return 0


def _show(found: LuckSheet, names: list[str]) -> None:
    for side in found.sides:
        _show_side(side, names[side.seat], [roll for roll in found.rolls if roll.seat == side.seat])
    if found.nobody:
        print("Nobody's luck")
        for one in found.nobody:
            fell = "".join(f", {part.what} {part.came} ({_number(part.expected)} expected)" for part in one.fell)
            print(f"  {one.why}: {counted(one.throws, 'throw')}{fell}")


def _show_side(side: SideLuck, name: str, rolls: list[LuckRoll]) -> None:
    print(f"{name} threw {_dice(side.dice)} in {counted(side.throws, 'throw')}")
    if side.counted:
        said = "" if side.score is None else f" ({side.score:+.2f} standard deviations)"
        print(f"  {_dice(side.counted)} for successes: {side.came} came, {_number(side.expected)} expected{said}")
    if side.fortune_score is not None:
        print(f"  all throws together: {side.fortune:+.2f} ({side.fortune_score:+.2f} standard deviations)")
    if side.swing is not None:
        print(f"  worth {side.swing:+.1f} points")
    told = sorted((roll for roll in rolls if roll.fortune), key=_unlikely)
    told = sorted(told, key=lambda roll: -abs(roll.swing or 0.0))[:FEW]
    for roll in sorted(told, key=lambda roll: roll.beat):
        good = (roll.fortune or 0) > 0
        chance = say_chance(Fraction(roll.or_better if good else roll.or_worse))
        expects = f", {_number(roll.expected)} expected" if roll.expected else ""
        worth = "" if roll.swing is None else f", worth {roll.swing:+.1f}"
        print(f"  turn {roll.turn}: {roll.why}: {roll.came}{expects} ({chance} for this or {_than(good=good)}){worth}")
    print()


def _unlikely(roll: LuckRoll) -> Fraction:
    return Fraction(roll.or_better if (roll.fortune or 0) > 0 else roll.or_worse)


def _than(*, good: bool) -> str:
    return "better" if good else "worse"


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number} dice"


def _number(exact: str) -> str:
    return f"{float(Fraction(exact)):.1f}"
