"""The studies of the laboratory, as they are typed."""

import argparse
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec

from sandtable.lab.effects import Effect, effects
from sandtable.lab.measured import Battle
from sandtable.lab.measures import BY_NAME
from sandtable.lab.processes import cores
from sandtable.lab.report import compared, grouped, write_report
from sandtable.lab.running import Backend, Enough, Laboratory, processes, ready
from sandtable.lab.study import MOST_BATTLES, Arm, Study, laid_out, one_change, read_study
from sandtable.lab.tables import write_csv, write_tables
from sandtable.lab.verdict import titled, verdict

from .inputs import find_ruleset, read_text, whole_number
from .output import print_json, wrapped
from .parser import UsageError
from .progress import Progress

MOST_JOBS = 256
MOST_MINUTES = 60 * 24 * 365


class Tried(msgspec.Struct, frozen=True):
    """What one change does, as other tools read it."""

    book: str
    version: int
    scenario: str
    bots: tuple[str, str]
    games: int
    seed: int
    change: list[str]
    verdict: str
    effects: list[Effect]


def try_change(asked: argparse.Namespace) -> int:
    """Fight a rulebook as it is and with one change, and say what the change does."""
    rules = find_ruleset(asked.ruleset)
    if not asked.set and not asked.rules:
        raise UsageError("lab try: nothing is changed: give --set NAME=VALUE or --rules FILE")
    plain = Study(
        title=f"{rules.title}: {', '.join(asked.set) or asked.rules}",
        books=(),
        bots=(asked.bots[0], asked.bots[1]),
        battles=whole_number(asked.games, "--games", 2, MOST_BATTLES),
        seed=whole_number(asked.seed, "--seed", 0, 2**31 - 1),
        until=_share(asked.until),
    )
    scenarios = [asked.scenario] if asked.scenario else []
    study = one_change(rules.name, scenarios, asked.set, asked.rules, plain)
    arms = laid_out(study, Path(), "lab try")
    folder = Path(asked.out) if asked.out else None
    found = fight(Laboratory(study, arms, folder), asked)
    if folder is not None:
        write_all(folder, study, arms, found)
    told = _tried(study, arms, found)
    if asked.json:
        print_json(told)
    else:
        _show(told, arms[0])
    return 0


def _tried(study: Study, arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> Tried:
    base, changed = arms
    moved = effects(found[0], found[1], swaps=base.swaps, seed=study.seed)
    said = verdict(changed.scenario, changed.bots, moved, len(found[0]))
    return Tried(
        base.book,
        base.version,
        base.scenario.name,
        base.bots,
        len(found[0]),
        study.seed,
        list(changed.changed),
        said,
        moved,
    )


def _show(told: Tried, base: Arm) -> None:
    print(f"{base.scenario.title}, under {told.book}: {', '.join(told.change)}")
    print(f"{told.games} battles each way from seed {told.seed}, {' against '.join(told.bots)}\n")
    print(wrapped(told.verdict, ""))
    print()
    rows: list[tuple[str, ...]] = [("", "as it is", "changed", "difference", "95 % interval", "")]
    for one in told.effects:
        measure = BY_NAME[one.measure]
        times = 100 if measure.share else 1
        numbers = [f"{times * value:.1f}" for value in (one.base, one.changed)]
        wide = f"{times * one.low:+.1f} to {times * one.high:+.1f}"
        title = titled(measure, base.scenario) + (", %" if measure.share else "")
        rows.append((title, *numbers, f"{times * one.difference:+.1f}", wide, "shown" if one.shown else ""))
    columns(rows)


def columns(rows: Sequence[Sequence[str]]) -> None:
    """A table for the terminal."""
    if not rows:
        return
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  " + "   ".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip())


# ---- fighting


def _share(text: str) -> float:
    """A width such as 2% or 0.02; nothing where none was given."""
    if not text:
        return 0.0
    number, percent = text.removesuffix("%"), text.endswith("%")
    try:
        value = float(number) / (100 if percent else 1)
    except ValueError:
        raise UsageError(f"--until: {text!r} is no share: write 2% or 0.02") from None
    if not 0 < value < 1:
        raise UsageError(f"--until: {text!r} is not between 0 and 100 %")
    return value


def fight(lab: Laboratory, asked: argparse.Namespace) -> list[list[Battle]]:
    """Fight a study, with a bar for those who wait; one that would take too long is refused first."""
    jobs = whole_number(asked.jobs, "--jobs", 1, MOST_JOBS) if asked.jobs else cores()
    limit = whole_number(asked.limit, "--limit", 1, MOST_MINUTES)
    backend = _backend(asked.backend, jobs)
    ready(lab.arms)
    minutes = lab.seconds() / jobs / 60
    if minutes > limit:
        how = "fewer --games, more --jobs" if asked.study == "try" else "fewer battles or variants, more --jobs"
        raise UsageError(
            f"this would take about {_long(minutes)}, more than --limit {limit} minutes: {how} or a higher limit"
        )
    total = sum(2 if arm.swaps else 1 for arm in lab.arms) * lab.study.battles
    with Progress(total, f"battles ({_long(minutes)})") as bar:
        return lab.fight(backend, lambda done, _: bar.tell(done), _enough(lab.study, lab.arms))


def _long(minutes: float) -> str:
    """How long, in words."""
    if minutes < 1:
        return f"{max(1, round(minutes * 60))} s"
    return f"{round(minutes)} min" if minutes < 90 else f"{minutes / 60:.1f} h"


def _enough(study: Study, arms: Sequence[Arm]) -> Enough | None:
    """Whether wins are known well enough, of every arm against its base."""
    if not study.until:
        return None

    def enough(found: Sequence[Sequence[Battle]]) -> bool:
        base = 0
        for arm, battles in zip(arms, found, strict=True):
            if arm.is_base:
                base = arm.number
                continue
            won = next(
                one for one in effects(found[base], battles, swaps=arm.swaps, seed=study.seed) if one.measure == "won"
            )
            if won.high - won.low > 2 * study.until:
                return False
        return True

    return enough


def _backend(name: str, jobs: int) -> Backend:
    if name == "processes":
        return processes(jobs)
    if name != "ray":
        raise UsageError(f"--backend: there is none called {name!r}: there are processes, ray")
    if find_spec("ray") is None:
        raise UsageError("--backend ray needs ray: pip install 'sandtable[lab,ray]'")
    from sandtable.lab.cluster import on_ray  # noqa: PLC0415  # an extra of its own

    return on_ray(processors=jobs)


def write_all(folder: Path, study: Study, arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> None:
    """The tables and the report of a study."""
    write_tables(folder, arms, found, events=study.events)
    write_csv(folder)
    write_report(folder, study, arms, found)


class Carried(msgspec.Struct, frozen=True):
    """What came of a study, as other tools read it."""

    title: str
    folder: str
    battles: int
    verdicts: list[Tried]


def run_study(asked: argparse.Namespace) -> int:
    """Carry out a study from its file."""
    path = Path(asked.file)
    study = read_study(read_text(path), path.name)
    arms = laid_out(study, path.parent, path.name)
    folder = Path(asked.out or path.with_suffix(""))
    found = fight(Laboratory(study, arms, folder), asked)
    write_all(folder, study, arms, found)
    told = Carried(study.title, str(folder), sum(map(len, found)), list(verdicts(study, arms, found)))
    if asked.json:
        print_json(told)
        return 0
    print(f"{study.title}: {told.battles} battles\n")
    for one in told.verdicts:
        print(f"{one.scenario}, under {one.book}: {', '.join(one.change)}")
        print(wrapped(one.verdict))
    print(f"\n{folder / 'report.html'} tells all of it; battles.parquet, units.parquet, battles.csv are beside it")
    return 0


def verdicts(study: Study, arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> Iterator[Tried]:
    """What each variant does, of all that are looked at together."""
    for base, battles, changed in grouped(arms, found):
        for arm, moved in compared(study, battles, changed):
            said = verdict(arm.scenario, arm.bots, moved, len(battles))
            names = list(arm.changed)
            yield Tried(
                base.book, base.version, base.scenario.name, arm.bots, len(battles), study.seed, names, said, moved
            )
