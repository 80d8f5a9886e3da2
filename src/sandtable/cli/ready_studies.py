"""Ready studies, as they are typed: `sandtable lab switches`, `sensitivity`, `clauses`, `points`, `balance`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sandtable.lab.balance import FAIR, FIRST_ROUND, Balance, Handicap, as_handicap, better_half, handicaps, share_of
from sandtable.lab.measured import Battle
from sandtable.lab.ready import Use, cells, clause_uses, switches
from sandtable.lab.running import Laboratory
from sandtable.lab.study import MOST_BATTLES, Arm, Study, Variant, laid_out
from sandtable.lab.tally import Portion, portion
from sandtable.lab.worth import drawn, worths
from sandtable.table.data import DataError

from .inputs import find_ruleset, whole_number
from .laboratory import Tried, columns, fight, verdicts, write_all
from .output import print_json

MOST_LOTS = 100_000
MOST_SHOWN = 25


def _study(asked: argparse.Namespace, title: str, variants: Sequence[Variant] = ()) -> Study:
    return Study(
        title=title,
        books=(asked.ruleset,),
        scenarios=(asked.scenario,) if asked.scenario else (),
        bots=(asked.bots[0], asked.bots[1]),
        battles=whole_number(asked.games, "--games", 2, MOST_BATTLES),
        seed=whole_number(asked.seed, "--seed", 0, 2**31 - 1),
        variant=tuple(variants),
    )


def every_switch(asked: argparse.Namespace) -> int:
    """Fight every switch of a rulebook both ways, and tell which rulings matter."""
    rules = find_ruleset(asked.ruleset)
    return _all_of(asked, f"{rules.title}: every switch", _able(asked, switches(rules)))


def every_cell(asked: argparse.Namespace) -> int:
    """Fight every number of a table, one more and one less."""
    rules = find_ruleset(asked.ruleset)
    return _all_of(asked, f"{rules.title}: the table {asked.table}, by one", _able(asked, cells(rules, asked.table)))


def _able(asked: argparse.Namespace, variants: Sequence[Variant]) -> list[Variant]:
    """Those of many changes with which the scenario can be fought at all."""
    laid_out(_study(asked, ""), Path(), "lab")  # the scenario itself
    found = []
    for one in variants:
        try:
            laid_out(_study(asked, "", [one]), Path(), "lab")
        except DataError:
            continue
        found.append(one)
    return found


def _all_of(asked: argparse.Namespace, title: str, variants: Sequence[Variant]) -> int:
    study = _study(asked, title, variants)
    arms = laid_out(study, Path(), "lab")
    folder = Path(asked.out) if asked.out else None
    found = fight(Laboratory(study, arms, folder), asked)
    if folder is not None:
        write_all(folder, study, arms, found)
    told = list(verdicts(study, arms, found))
    if asked.json:
        print_json(told)
        return 0
    scenario = arms[0].scenario
    print(f"{title}; {scenario.title}: {len(found[0])} battles each way, {' against '.join(study.bots)}")
    print(
        f"Change of what {scenario.forces[0].name} win and of the margin, in points of a hundred, the strongest first\n"
    )
    _tornado(told, [arm.variant for arm in arms[1:]])
    return 0


def _tornado(told: Sequence[Tried], names: Sequence[str]) -> None:
    rows = []
    for name, one in zip(names, told, strict=True):
        won, margin = (next(each for each in one.effects if each.measure == which) for which in ("won", "margin"))
        moved = [each.measure for each in one.effects if each.shown]
        rows.append((max(abs(won.difference), abs(margin.difference)), name, won, margin, ", ".join(moved)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    lines: list[tuple[str, ...]] = [("", "wins", "95 % interval", "margin", "95 % interval", "shown to move")]
    for _, name, won, margin, moved_by in rows:
        cells = [
            (f"{100 * one.difference:+.1f}", f"{100 * one.low:+.1f} to {100 * one.high:+.1f}") for one in (won, margin)
        ]
        lines.append((name, *cells[0], *cells[1], moved_by))
    columns(lines)


# ---- clauses


class Uses(msgspec.Struct, frozen=True):
    """The use of a book's clauses in so many battles."""

    battles: int
    clauses: list[Use]


def every_clause(asked: argparse.Namespace) -> int:
    """Count which clauses come up in battles of all scenarios of a rulebook, or of one."""
    rules = find_ruleset(asked.ruleset)
    study = _study(asked, f"{rules.title}: its clauses")
    study = replace(study, scenarios=study.scenarios or tuple(rules.scenarios()))
    arms = laid_out(study, Path(), "lab clauses")
    battles = [one for fought in fight(Laboratory(study, arms), asked) for one in fought]
    uses = clause_uses(rules.name, battles)
    if asked.json:
        print_json(uses)
        return 0
    never = [one for one in uses if not one.battles]
    print(f"{rules.title}: {len(uses)} clauses in {len(battles)} battles of {', '.join(study.scenarios)}\n")
    used = sorted((one for one in uses if one.battles), key=lambda one: (-one.times, one.id))
    rows: list[tuple[str, ...]] = [("clause", "in battles", "times a battle", "goes with the margin", "")]
    for one in used:
        goes = "" if one.goes_with is None else f"{one.goes_with:+.2f}"
        share = f"{100 * one.battles / len(battles):.0f} %"
        rows.append((one.id, share, f"{one.times / len(battles):.2f}", goes, one.word(len(battles))))
    columns(rows)
    print(f"\n{len(never)} never came up: {', '.join(one.id for one in never)}")
    return 0


# ---- points


def every_troop(asked: argparse.Namespace) -> int:
    """Fight forces drawn by lot, and tell what every troop turned out to be worth."""
    rules = find_ruleset(asked.ruleset)
    study = _study(asked, f"{rules.title}: what troops are worth")
    scenario = laid_out(study, Path(), "lab points")[0].scenario
    arms = drawn(study, rules, scenario, whole_number(asked.lots, "--lots", 20, MOST_LOTS))
    found = worths(rules, arms, fight(Laboratory(study, arms), asked))
    if asked.json:
        print_json(found)
        return 0
    print(f"{study.title}: {len(arms)} pairs of forces by lot, {study.battles} battles each, in {scenario.title}")
    print("Intervals hold 95 times of 100 for all troops at once\n")
    rows: list[tuple[str, ...]] = [("troop", "costs", "worth", "between", "fielded", "")]
    for one in sorted(found, key=lambda each: (each.points - each.worth, each.troop)):
        word = "cheap" if one.cheap else "dear" if one.dear else ""
        rows.append(
            (one.troop, str(one.points), f"{one.worth:.0f}", f"{one.low:.0f} to {one.high:.0f}", str(one.fielded), word)
        )
    columns(rows)
    return 0


# ---- balance


def balance(asked: argparse.Namespace) -> int:
    """Say who wins a scenario, and find the handicap that would even it."""
    rules = find_ruleset(asked.ruleset)
    study = _study(asked, f"{rules.title}: who wins")
    base = laid_out(study, Path(), "lab balance")[0]
    battles = fight(Laboratory(study, [base]), asked)[0]
    wins = share_of(battles)
    draws = portion(sum(one.winner is None for one in battles), len(battles))
    even = wins.high <= FAIR and wins.low >= 1 - FAIR
    tried = [] if even else _searched(asked, study, handicaps(rules, base, wins.share))
    told = Balance(rules.name, base.scenario.name, base.bots, len(battles), wins, draws, even, tried)
    if asked.json:
        print_json(told)
        return 0
    first, second = (force.name for force in base.scenario.forces)
    print(f"{base.scenario.title}, under {rules.title}: {len(battles)} battles, {' against '.join(base.bots)}")
    print(f"{first} win {_share(wins)} of the battles that {first} or {second} win; {_share(draws)} are drawn")
    print("That is fair." if even else "What would even it, by one unit more or fewer:")
    columns([(one.change, f"{first} win {_share(one.wins)}", f"{one.draws} of {one.games} drawn") for one in tried])
    return 0


def _searched(asked: argparse.Namespace, study: Study, arms: list[Arm]) -> list[Handicap]:
    """The handicaps that even a scenario best: the better half goes on, with twice as many battles."""
    games = min(FIRST_ROUND, study.battles)
    while arms:
        arms = [replace(arm, number=place) for place, arm in enumerate(arms)]
        found: list[list[Battle]] = fight(Laboratory(replace(study, battles=games), arms), asked)
        if len(arms) <= 3 and games >= study.battles:
            tried = [as_handicap(arm, fought) for arm, fought in zip(arms, found, strict=True)]
            return sorted(tried, key=lambda one: (abs(one.wins.share - 0.5), one.change))
        arms = better_half(arms, found) if len(arms) > 3 else arms
        games = min(2 * games, study.battles)
    return []


def _share(one: Portion) -> str:
    return f"{100 * one.share:.0f} % ({100 * one.low:.0f} to {100 * one.high:.0f})"
