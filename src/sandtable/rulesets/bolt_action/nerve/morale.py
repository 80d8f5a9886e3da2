"""Troop quality and morale: what a unit's morale is, and testing it."""

from collections.abc import Sequence
from functools import cache

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll, Rolled
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.script import Play
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.basics.battlefield import distance, present
from sandtable.rulesets.bolt_action.basics.words import VERDICT
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Unit

PASS, FAIL, FUBAR = "pass", "fail", "fubar"


@rule("ba.gap.morale-modifiers")
def morale_modifiers(
    options: Options, *, pins: int = 0, leaderless: bool = False, last_of_team: bool = False
) -> list[Modifier]:
    """What changes morale besides officers."""
    found, table = [], options.tables.morale
    if pins:
        found.append(table.pins.for_each(pins, "for pins"))
    if leaderless:
        found.append(table.nco_lost.because("NCO lost"))
    if last_of_team:
        found.append(table.last_of_team.because("last man of the team"))
    return felt(found)


def officer_modifier(rank: str, options: Options) -> Modifier:
    """What an officer of this rank adds."""
    row = options.tables.officer[rank]
    return Modifier(row.bonus, row.title, row.clause)


def quality_morale(quality: str, options: Options) -> int:
    """The morale value that troops of this quality begin with."""
    return options.tables.quality[quality].morale


def modifiers_of(state: Battle, number: int, extra: Sequence[Modifier] = ()) -> list[Modifier]:
    """Everything that changes a unit's morale now."""
    unit = state.units[number]
    found = morale_modifiers(
        state.options,
        pins=unit.pins,
        leaderless=_leaderless(state, unit),
        last_of_team=_is_team(unit) and len(unit.men) == 1,
    )
    officer = best_officer(state, number)
    if officer is not None:
        found.append(officer_modifier(officer, state.options))
    found += extra
    return found


@rule("ba.gap.sniper")
def _is_team(unit: Unit) -> bool:
    """Whether men serve a weapon together: gun crews and weapon teams, and a sniper with his spotter."""
    return bool(unit.card.team) or "sniper" in unit.card.traits


@rule("ba.gap.national-rules")
def _leaderless(state: Battle, unit: Unit) -> bool:
    """Whether a squad is without its NCO; by their national rule Germans have another take his place."""
    if unit.card.slot != "infantry" or (state.options.national_rules and unit.card.nation == "German"):
        return False
    return bool(unit.men) and all(state.figures[man].role != "nco" for man in unit.men)


@rule("ba.gap.officer-range")
def best_officer(state: Battle, number: int) -> str | None:
    """The rank of the best officer who reaches a unit; one who rides reaches only those who ride with him."""
    unit = state.units[number]
    best: str | None = None
    bonus_of = state.options.tables.officer
    for other, officer in enumerate(state.units):
        rank = officer.card.officer
        if not rank or officer.side != unit.side or officer_of(state, other) is None:
            continue
        if best is not None and bonus_of[rank].bonus <= bonus_of[best].bonus:
            continue
        if officer.aboard is not None:
            reaches = number in {other, officer.aboard} or unit.aboard == officer.aboard
        else:
            reaches = number == other or in_reach(state, other, number)
        if reaches:
            best = rank
    return best


def officer_of(state: Battle, number: int) -> int | None:
    """The officer himself, among the men of his unit; None if he is lost."""
    return next((man for man in state.units[number].men if state.figures[man].role == "officer"), None)


@rule("ba.gap.officer-range")
def in_reach(state: Battle, number: int, other: int) -> bool:
    """Whether a unit has a model within an officer's range of the officer himself, not of the men with him."""
    officer = officer_of(state, number)
    if officer is None or not present(state, number) or not present(state, other):
        return False
    alone = with_unit(state, number, {"men": (officer,)})
    return distance(alone, other, number) <= inches(state.options.officer_range)


@rule("ba.gap.morale-limits")
def passing_total(morale: int, options: Options) -> int:
    """The highest total of two dice that passes: 2 always does, `morale_auto_fail` and more never do."""
    return max(2, min(morale, options.morale_auto_fail - 1))


@cache
@rule("ba.fubar.trigger")
def morale_chart(highest_pass: int, *, order: bool) -> Chart:
    """How two dice are read in a morale check, and in an order test, where a double six is FUBAR."""
    rows = [(2, PASS), (highest_pass + 1, FAIL)]
    if order:
        rows = [row for row in rows if row[0] < 12]
        rows.append((12, FUBAR))
    return Chart(tuple(rows), low_is_good=True)


def two_dice(
    morale: int, modifiers: Sequence[Modifier], options: Options, why: str, *, seat: int, order: bool, because: str
) -> Roll[str]:
    """Two dice against modified morale."""
    needed = passing_total(morale + total(modifiers), options)
    reasons = ", ".join(map(str, modifiers))
    return Roll(
        2,
        6,
        morale_chart(needed, order=order),
        why=why,
        because=(because, *dict.fromkeys(modifier.clause for modifier in modifiers)),
        seat=seat,
        needs=f"{needed} or less ({morale}{', ' + reasons if reasons else ''})",
        say=VERDICT,
        step="order test" if order else "morale check",
        modifiers=tuple(modifiers),
    )


def morale_roll(state: Battle, number: int, why: str, extra: Sequence[Modifier] = ()) -> Roll[str]:
    """The dice of a morale check."""
    unit = state.units[number]
    return two_dice(
        quality_morale(unit.card.quality, state.options),
        modifiers_of(state, number, extra),
        state.options,
        f"{unit.name} checks morale: {why}",
        seat=unit.side,
        order=False,
        because="ba.gap.morale-check",
    )


async def morale_check(  # who, why, and what hangs on it
    play: Play[Battle],
    number: int,
    why: str,
    because: str,
    extra: Sequence[Modifier] = (),
    *,
    destroys: bool = True,
) -> bool:
    """Whether a unit passes a morale check; `destroys` says that failing it destroys the unit."""
    rolled = await morale_roll(play.state, number, why, extra)
    return await has_passed(play, rolled, number, why, because, extra, destroys=destroys)


async def has_passed(  # what came of it, for whom, and what hangs on it
    play: Play[Battle],
    rolled: Rolled[str],
    number: int,
    why: str,
    because: str,
    extra: Sequence[Modifier] = (),
    *,
    destroys: bool = True,
) -> bool:
    """What the dice of a morale check come to."""
    state = play.state
    unit = state.units[number]
    passed = rolled.value == PASS
    play.tell(
        "checked morale",
        because,
        "ba.gap.morale-check",
        unit=number,
        tells={"passed": passed, "why": why},
        rolls=(rolled.number,),
    )
    if not passed and destroys and state.options.national_rules and unit.card.nation == "Soviet":
        return await _second_try(play, number, modifiers_of(state, number, extra))
    return passed


async def _second_try(play: Play[Battle], number: int, modifiers: Sequence[Modifier]) -> bool:
    """Soviets, with national rules: a failed check that would destroy the unit is rolled again."""
    unit = play.state.units[number]
    again = await two_dice(
        quality_morale(unit.card.quality, play.state.options),
        modifiers,
        play.state.options,
        f"{unit.name} checks morale again",
        seat=unit.side,
        order=False,
        because="ba.gap.national-rules",
    )
    passed = again.value == PASS
    play.tell(
        "checked morale",
        "ba.gap.national-rules",
        unit=number,
        tells={"passed": passed, "why": "rolled again"},
        rolls=(again.number,),
    )
    return passed
