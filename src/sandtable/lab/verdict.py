"""A verdict in words: what moved, by how much and how surely, between whom; and that nothing else did."""

from collections.abc import Sequence

from sandtable.play.scenario import Scenario

from .effects import Effect
from .measures import BY_NAME, Measure


def verdict(scenario: Scenario, bots: tuple[str, str], found: Sequence[Effect], battles: int) -> str:
    """What came of a change, in a few sentences."""
    names = scenario.forces[0].name, scenario.forces[1].name
    if any(one.low == float("-inf") for one in found):
        return f"{battles} battles are too few to say anything."
    shown = [one for one in found if one.shown]
    players = f"{bots[0]}s" if bots[0] == bots[1] else f"{bots[0]} and {bots[1]}"
    holds = f"This holds between {players}, over {battles} battles each way."
    if not shown:
        widest = next(one for one in found if one.measure == "won")
        wide = f"{100 * widest.low:+.1f} to {100 * widest.high:+.1f} points"
        return f"No difference could be shown: what {names[0]} win changes by {wide}. {holds}"
    said = "; ".join(_said(one, names) for one in shown)
    rest = "nothing else moved" if len(shown) < len(found) else ""
    return f"{said[:1].upper()}{said[1:]}{f'; {rest}' if rest else ''}. {holds}"


def _said(one: Effect, names: tuple[str, str]) -> str:
    measure = BY_NAME[one.measure]
    low, high = sorted((abs(one.low), abs(one.high)))
    if one.low < 0 < one.high:
        low = -low
    words = _named(measure.more if one.difference > 0 else measure.less, names)
    much = words.replace("{}", amount(measure, abs(one.difference)))
    return f"{much} (95 % interval {_bare(measure, low)} to {_bare(measure, high)})"


def amount(measure: Measure, value: float) -> str:
    """How much, with its unit: points of a hundred for shares."""
    return f"{_bare(measure, value)} points" if measure.share else _bare(measure, value)


def _bare(measure: Measure, value: float) -> str:
    return f"{100 * value:.1f}" if measure.share else f"{value:.1f}"


def titled(measure: Measure, scenario: Scenario) -> str:
    """What a measure is called, with the names of the forces."""
    return _named(measure.title, (scenario.forces[0].name, scenario.forces[1].name))


def _named(words: str, names: tuple[str, str]) -> str:
    return words.replace("{first}", names[0]).replace("{second}", names[1])
