"""The report of a study: one page that can be sent to anybody and needs nothing else to be read."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from sandtable import __version__
from sandtable.rulesets.library import clauses, ruleset

from .effects import Effect, corrected, effects, gains
from .measured import Battle
from .measures import BY_NAME
from .plots import distributions, fallen, forest, tornado
from .running import write_whole
from .study import Arm, Study
from .verdict import titled, verdict

MOST_CLAUSES = 40
LONGEST = 110  # letters of a clause that are worth a line
STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #3b362a; background: #fbf8f0; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #d9cfb2; padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 14px; }
td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; } tr.shown td { font-weight: bold; color: #8c2f1b; }
svg { max-width: 100%; height: auto; } .verdict { font-size: 1.15rem; } .small { font-size: 13px; color: #6d6653; }
details { margin: 1rem 0; } code { font-size: 13px; }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
"""


def write_report(folder: Path, study: Study, arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> Path:
    """Write the page."""
    path = folder / "report.html"
    write_whole(path, page(study, arms, found).encode())
    return path


def page(study: Study, arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> str:
    """The whole page."""
    parts = [f"<h1>{escape(study.title)}</h1>"]
    if study.about:
        parts.append(f"<p>{escape(study.about)}</p>")
    parts.append(_how(study, arms, found))
    for arm, battles, changed in grouped(arms, found):
        parts += _group(study, arm, battles, changed)
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(study.title)}</title>'
    )
    return (
        f"<!doctype html><html lang=en><head>{head}<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _how(study: Study, arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> str:
    """What was fought, by whom, with which versions."""
    battles = sum(map(len, found))
    books = ", ".join(f"{book} (version {ruleset(book).version})" for book in dict.fromkeys(arm.book for arm in arms))
    words = (
        f"{battles:,} battles from seed {study.seed} on: {books}; played by {' against '.join(study.bots)}; "
        f"sandtable {__version__}. Every way of playing is fought with the same dice, and what luck did is taken out. "
        "Intervals hold 95 times of 100, each for itself; what is printed bold holds for everything at once. All of it"
        " holds between these players."
    )
    return f'<p class="small">{escape(words)}</p>'


Fought = tuple[Arm, Sequence[Battle]]


def grouped(arms: Sequence[Arm], found: Sequence[Sequence[Battle]]) -> list[tuple[Arm, Sequence[Battle], list[Fought]]]:
    """Each base with its battles, and the variants that are held against it."""
    groups: list[tuple[Arm, Sequence[Battle], list[Fought]]] = []
    for arm, battles in zip(arms, found, strict=True):
        if arm.is_base:
            groups.append((arm, battles, []))
        else:
            groups[-1][2].append((arm, battles))
    return groups


def compared(study: Study, base: Sequence[Battle], changed: Sequence[Fought]) -> list[tuple[Arm, list[Effect]]]:
    """What every variant of a base does; what is shown is shown of all of them together."""
    found = [
        (arm, effects(base, battles, swaps=arm.swaps, seed=study.seed, among=len(changed))) for arm, battles in changed
    ]
    every = corrected([one for _, rows in found for one in rows])
    size = len(found[0][1]) if found else 0
    return [(arm, every[place * size : (place + 1) * size]) for place, (arm, _) in enumerate(found)]


def _group(study: Study, base: Arm, battles: Sequence[Battle], changed: Sequence[Fought]) -> list[str]:
    """One scenario under one book: what each variant does, and the pictures."""
    parts = [f"<h2>{escape(base.scenario.title)}, under {escape(ruleset(base.book).title)}</h2>"]
    rows = compared(study, battles, changed)
    if len(rows) > 1:
        for name in ("won", "margin"):
            chosen = [(arm.variant, one) for arm, found in rows for one in found if one.measure == name]
            title = titled(BY_NAME[name], base.scenario) + ": change in points of a hundred"
            parts += [f"<h3>{escape(title)}</h3>", tornado(chosen, title)]
    for (arm, found), (_, fought) in zip(rows, changed, strict=True):
        parts += _variant(arm, found, battles, fought)
    parts += [
        "<h3>How it comes out</h3>",
        distributions(
            [(base.variant, battles), *((arm.variant, fought) for arm, fought in changed[:3])],
            titled(BY_NAME["margin"], base.scenario),
        ),
        "<h3>Where men fell</h3>",
        fallen(base.scenario, battles),
        _clauses(base, battles, changed),
    ]
    return parts


def _variant(arm: Arm, found: Sequence[Effect], base: Sequence[Battle], fought: Sequence[Battle]) -> list[str]:
    change = "; ".join(arm.changed)
    gain = gains(base, fought, BY_NAME["margin"], swaps=arm.swaps)
    left = f"{100 * gain.both:.0f} %"
    worth = f"Had each battle had dice of its own, the margin's difference would vary more: {left} of that is left."
    return [
        f"<h3>{escape(arm.variant)}</h3><p class=small>{escape(change)}</p>",
        f'<p class="verdict">{escape(verdict(arm.scenario, arm.bots, found, len(fought)))}</p>',
        forest(arm.scenario, found),
        _table(arm, found),
        f'<p class="small">{escape(worth)}</p>',
    ]


def _table(arm: Arm, found: Sequence[Effect]) -> str:
    rows = []
    for one in found:
        measure = BY_NAME[one.measure]
        times, sign = (100, " %") if measure.share else (1, "")
        cells = [f"{times * one.base:.1f}{sign}", f"{times * one.changed:.1f}{sign}", f"{times * one.difference:+.1f}"]
        cells.append(f"{times * one.low:+.1f} to {times * one.high:+.1f}")
        numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
        shown = ' class="shown"' if one.shown else ""
        rows.append(f"<tr{shown}><td>{escape(titled(measure, arm.scenario))}</td>{numbers}</tr>")
    heads = "".join(f"<th>{name}</th>" for name in ("", "as it is", "changed", "difference", "95 % interval"))
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>"


def _clauses(base: Arm, battles: Sequence[Battle], changed: Sequence[Fought]) -> str:
    """Which clauses came up, how often, and whether the first variant changes that."""
    titles = {name: _short(one.says) for name, one in clauses(base.book).items()}
    used = uses(battles)
    other = uses(changed[0][1]) if changed else {}
    order = sorted(used, key=lambda name: (-used[name][1], name))[:MOST_CLAUSES]
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(titles.get(name, ''))}</td>"
        f'<td class="number">{100 * used[name][0] / len(battles):.0f} %</td>'
        f'<td class="number">{used[name][1] / len(battles):.1f}</td>'
        + (f'<td class="number">{other[name][1] / len(changed[0][1]):.1f}</td>' if name in other else "<td></td>")
        + "</tr>"
        for name in order
    )
    heads = "".join(f"<th>{name}</th>" for name in ("clause", "", "in battles", "times a battle", "changed"))
    never = len(titles) - len(used)
    said = f"{len(used)} clauses came up, {max(0, never)} never did"
    return f"<details><summary>Clauses: {said}</summary><table><tr>{heads}</tr>{rows}</table></details>"


def _short(says: str) -> str:
    return says if len(says) <= LONGEST else f"{says[:LONGEST].rsplit(' ', 1)[0]} ..."


def uses(battles: Sequence[Battle]) -> dict[str, tuple[int, int]]:
    """Of every clause that came up: in how many battles, and how often in all."""
    found: dict[str, tuple[int, int]] = {}
    for one in battles:
        for name, times in one.clauses.items():
            fought, count = found.get(name, (0, 0))
            found[name] = fought + 1, count + times
    return found
