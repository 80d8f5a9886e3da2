"""Questions about the table: where a move would lead, what is seen from there, how far it is. They change nothing.

They are answered from the state as the asker may know it, by the rulebook's own functions.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple

import msgspec

from sandtable.geometry.angle import bearing_to
from sandtable.geometry.measure_kernels import gap, gap_to_point, nearest
from sandtable.odds.field import CELL, Weighed, spots, weigh
from sandtable.odds.first import first_roll
from sandtable.odds.forecast import Standing
from sandtable.odds.foresee import foresee
from sandtable.odds.rolls import RollView
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf, YesNo
from sandtable.play.driving import Driving
from sandtable.play.marching import Marching
from sandtable.play.planning import ends, plan, reach
from sandtable.play.refusal import refuse
from sandtable.play.ruleset import Ruleset
from sandtable.play.shown import Sighting
from sandtable.table.layout import rows

from .replies import (
    ForeseeView,
    LookView,
    MeasureView,
    PlanView,
    PromisesView,
    ReachView,
    Replied,
    SeenField,
    SpotsView,
    Step,
    SurveyRow,
    SurveyView,
    Weight,
    WeighView,
)
from .requests import Foresee, Look, LookField, Measure, OfTheTable, Plan, Promises, Reach, Spots, Survey, Weigh

Rules = Ruleset[Any]
Pending = Decision[Any] | None


class Asker(NamedTuple):
    """Who asks: the seats he plays, and the step that is being played, for forecasts to be taken up from."""

    seats: Sequence[int]
    checkpoint: Any  # as it was; a forecast looks at what lies ahead as the seat that is asked may know it
    given: Sequence[object]  # inputs since


def reply_to(rules: Rules, seen: Any, pending: Pending, about: OfTheTable, asker: Asker) -> Replied:
    """The answer to a question; `pending` is what the asker is asked himself, if anything."""
    match about:
        case Plan():
            return _plan(rules, seen, pending, about)
        case Look():
            state = _moved(seen, pending, about.unit, about.draft)
            return LookView(about.unit, tuple(rules.outlook(state, about.unit, rays=about.rays)))
        case LookField():
            state = _moved(seen, pending, about.unit, about.draft)
            return SeenField(about.unit, rules.field(state, about.unit))
        case Reach():
            outline, bands = reach(_domain(pending))
            return ReachView(tuple(outline), tuple(bands))
        case Promises():
            return _promises(rules, seen, _asked(pending), asker)
        case Measure():
            return _measure(rules, seen, about)
        case Survey():
            return _survey(rules, seen, about.unit)
        case Foresee():
            return _foresee(rules, seen, pending, about, asker)
        case Spots() | Weigh():
            return _ground(rules, seen, about, asker)


def _asked(pending: Pending) -> Decision[Any]:
    if pending is None:
        raise refuse("nothing is asked of you")
    return pending


def _promises(rules: Rules, seen: Any, pending: Decision[Any], asker: Asker) -> PromisesView:
    """What the book says of each option, and the roll that it sets off before anything else is asked."""
    rolls: dict[str, RollView] = {}
    if rules.premeasures(seen):
        standing = Standing(rules, asker.checkpoint, asker.given, seen, pending.seat)
        for key, answer in _answers(pending.domain).items():
            roll = first_roll(standing, answer)
            if roll is not None:
                rolls[key] = roll
    return PromisesView(dict(rules.promises(seen, pending)), rolls)


def _answers(domain: object) -> dict[str, object]:
    """The answers that are named by keys."""
    if isinstance(domain, YesNo):
        return {"yes": True, "no": False}
    return {key: key for key in domain.values} if isinstance(domain, OneOf) else {}


def _foresee(rules: Rules, seen: Any, pending: Pending, about: Foresee, asker: Asker) -> ForeseeView:
    """What comes of options of the pending question."""
    pending = _asked(pending)
    if not rules.foresees(pending):
        raise refuse("what comes of this cannot be foreseen")
    _check_premeasured(rules, seen)
    standing = Standing(rules, asker.checkpoint, asker.given, seen, pending.seat)
    words = {"yes": True, "no": False} if isinstance(pending.domain, YesNo) else {}
    answers = {key: words.get(key, key) for key in about.options}
    for answer in answers.values():  # all of them first: the battle may go on while they are looked into
        pending.domain.check(answer)
    return ForeseeView({key: foresee(standing, answer) for key, answer in answers.items()})


def _ground(rules: Rules, seen: Any, about: Spots | Weigh, asker: Asker) -> SpotsView | WeighView:
    """Which spots are in reach, or what some of them are good for."""
    _check_own(rules, seen, about.unit, asker.seats)
    if isinstance(about, Spots):
        return SpotsView(about.unit, CELL, tuple(spots(rules, seen, about.unit)))
    return WeighView(about.unit, tuple(_weight(weigh(rules, seen, about.unit, spot)) for spot in about.spots))


def _check_premeasured(rules: Rules, seen: Any) -> None:
    if not rules.premeasures(seen):
        raise refuse("this table measures to the enemy only after declaring")


def _check_own(rules: Rules, seen: Any, unit: int, seats: Sequence[int]) -> None:
    """Only one's own units are weighed: for those of others it would take their plans."""
    _check_unit(seen, unit)
    if seen.units[unit].seat not in seats:
        raise refuse(f"{seen.units[unit].name} is not yours")
    _check_premeasured(rules, seen)


def _weight(one: Weighed) -> Weight:
    if one.stands is None:
        return Weight(one.spot, None)
    mine, theirs = round(float(one.mine.points), 2), round(float(one.theirs.points), 2)
    return Weight(one.spot, one.stands, mine, one.mine.unit, theirs, one.theirs.unit)


def _domain(pending: Pending) -> Marching | Driving:
    if pending is None or not isinstance(pending.domain, Marching | Driving):
        raise refuse("no move is asked of you")
    return pending.domain


def _plan(rules: Rules, seen: Any, pending: Pending, about: Plan) -> PlanView:
    domain = _domain(pending)
    made = plan(
        domain, about.goal, via=about.via, figure=about.figure, face=about.face, draft=about.draft,
        reverse=about.reverse, turret=about.turret,
    )  # fmt: skip
    unit = seen.figures[made.steps[0].figure].unit
    sightings: tuple[Sighting, ...] = ()
    if about.look:
        state = msgspec.structs.replace(seen, layout=ends(domain, made.draft))
        sightings = tuple(rules.outlook(state, unit, rays=True))
    return PlanView(
        draft=made.draft,
        steps=tuple(Step(one.figure, one.path, one.bearing, one.used, one.poses, one.turret) for one in made.steps),
        budget=made.budget,
        used=made.used,
        refusal=made.refusal,
        beyond=made.beyond,
        slow=tuple(made.slow),
        sightings=sightings,
    )


def _moved(seen: Any, pending: Pending, unit: int, draft: Any) -> Any:
    """The state in which a unit has made the move that it plans."""
    _check_unit(seen, unit)
    if draft is None:
        return seen
    domain = _domain(pending)
    if pending is None or pending.unit != unit:
        raise refuse("that unit is not the one that is asked to move")
    return msgspec.structs.replace(seen, layout=ends(domain, draft))


def _check_unit(seen: Any, unit: int) -> None:
    if not 0 <= unit < len(seen.units):
        raise refuse(f"there is no unit {unit}")


def _survey(rules: Rules, seen: Any, unit: int) -> SurveyView:
    """All units as seen from one."""
    _check_unit(seen, unit)
    sighted = {sighting.unit: sighting for sighting in rules.outlook(seen, unit)}
    ours = _on_table(seen, unit)
    measures = rules.premeasures(seen)
    found = []
    for other, who in enumerate(seen.units):
        theirs = _on_table(seen, other)
        if other == unit or not theirs or not ours:
            continue
        (x, y), (to_x, to_y) = seen.layout.point(ours[0]), seen.layout.point(theirs[0])
        friend = who.side == seen.units[unit].side
        distance = int(nearest(seen.layout.bodies, rows(ours), rows(theirs))[0]) if measures or friend else None
        sighting = sighted.get(other)
        seen_at_all = sighting is not None and sighting.seen > 0
        cover = sighting.cover if sighting is not None else ""
        found.append(SurveyRow(other, distance, int(bearing_to(to_x - x, to_y - y)), seen_at_all, cover))
    return SurveyView(unit, tuple(found))


def _on_table(seen: Any, unit: int) -> tuple[int, ...]:
    return tuple(row for row, figure in enumerate(seen.figures) if figure.unit == unit and seen.layout.on_table(row))


def _measure(rules: Rules, seen: Any, about: Measure) -> MeasureView:
    """Along a tape: from edge to edge where its ends lie on bases."""
    for figure in (about.first, about.last):
        if figure is not None and not (0 <= figure < len(seen.figures) and seen.layout.on_table(figure)):
            raise refuse(f"there is no figure {figure} on the table")
    sides = [seen.units[seen.figures[figure].unit].side for figure in (about.first, about.last) if figure is not None]
    if not rules.premeasures(seen) and (len(sides) < 2 or len(set(sides)) > 1):
        return MeasureView(None, "this table measures to the enemy only after declaring")
    bodies = seen.layout.bodies
    if len(about.points) == 2 and about.first is not None and about.last is not None:
        return MeasureView(int(gap(bodies, about.first, bodies, about.last)), "from base to base")
    inner = about.points[1:-1] or ()
    start, end = about.points[0], about.points[-1]
    if about.first is not None and about.last is None and not inner:
        return MeasureView(int(gap_to_point(bodies, about.first, *end)), "from the base")
    if about.last is not None and about.first is None and not inner:
        return MeasureView(int(gap_to_point(bodies, about.last, *start)), "to the base")
    far = sum(isqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(about.points))
    return MeasureView(far, "along the tape")
