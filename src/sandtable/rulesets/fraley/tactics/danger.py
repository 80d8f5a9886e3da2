"""How dangerous places are, and what fire from them promises: both at a glance, for many places that are compared.

What lies before whom is asked of a kernel for all places at once (`before`); what comes of it is priced here.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from sandtable.geometry.kernel import Ints, ints
from sandtable.geometry.vantage_kernels import ALL_ROUND, ANYHOW, BY_HULL, BY_TURRET, UNSEEN, vantages
from sandtable.rulesets.fraley.basics.sight import table
from sandtable.rulesets.fraley.basics.teams import enemies
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.fire.allocation import CLOSE
from sandtable.rulesets.fraley.fire.concealment import is_still
from sandtable.rulesets.fraley.fire.fire_modes import REACTION
from sandtable.rulesets.fraley.fire.targets import fire_points, reach_of_team
from sandtable.rulesets.fraley.fire.to_hit import base_number
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.prices.fire import Foe, Seen, foe_of, harder, near_enough, shot_does
from sandtable.rulesets.fraley.sheet import LONG, Type, Weapon
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.layout import rows
from sandtable.table.remembered import Remembered, hangs_on

from .harm import MARKED
from .worth import left_of, share_of, spread_out

SAMPLE = 3  # Teams that stand for a Unit
AIMS: dict[Type, int] = {"infantry": ALL_ROUND, "gun": BY_HULL, "tank": BY_TURRET}
HERE = ints([]).reshape(1, 0, 5)  # one place: everybody where he stands


def some_of(men: Sequence[int]) -> tuple[int, ...]:
    """A few Teams of a Unit: its first, its last, and one between."""
    if len(men) <= SAMPLE:
        return tuple(men)
    return men[0], men[len(men) // 2], men[-1]


class Foes(NamedTuple):
    """Enemy Teams as whoever fires at them at a glance takes them; a CC or an FO is no target to go by."""

    teams: tuple[int, ...]
    groups: tuple[int, ...]  # by Team, the place of its Unit among the Units
    units: tuple[int, ...]
    hidden: tuple[int, ...]  # by Team, whether it is Concealed wherever it stands


@hangs_on(lambda view, _: (view.units, view.figures), most=8)
def foes_of(view: Battle, side: int) -> Foes:
    """All enemy Teams on the table that are targets."""
    units = tuple([foe for foe in enemies(view, side) if view.units[foe].card.rank == "unit"])
    teams = [(place, man) for place, unit in enumerate(units) for man in view.units[unit].men]
    men = tuple([man for _, man in teams])
    hidden = tuple([int(view.figures[man].dug_in or is_still(view, man)) for man in men])
    return Foes(men, tuple([place for place, _ in teams]), units, hidden)


@hangs_on(lambda view, _: (view.units, view.figures), most=8)
def shooters(view: Battle, side: int) -> tuple[int, ...]:
    """The enemy Teams that could shoot, as soon as it is their turn."""
    figures, units = view.figures, view.units
    men = [man for foe in enemies(view, side) for man in units[foe].men]
    return tuple([man for man in men if not figures[man].marks and reach_of_team(view, man)])


# ---- what lies before whom


class Before(NamedTuple):
    """What some Teams have before them in one place.

    A line is (place, viewer, target, gap, cover, whether the target shows its front), all by their places among those that
    were asked about; there is one for the nearest of each group. `least` is the least cover that any of a group has.
    """

    lines: list[list[int]]
    least: list[int]


NOTHING = Before([], [])


def before(
    view: Battle, places: Ints, viewers: Sequence[int], hows: Sequence[int], targets: Sequence[int],
    groups: Sequence[int], hidden: Sequence[int],
) -> list[Before]:  # fmt: skip
    """What viewers have before them in each of some places, in which they or their targets stand."""
    at = table(view)
    found, least = vantages(
        at.bodies, places, rows(tuple(viewers)), rows(tuple(hows)), rows(tuple(targets)), rows(tuple(groups)),
        rows(tuple(hidden)), at.edges, at.pieces, at.held, at.levels, at.hills, *at.teams(),
    )  # fmt: skip
    lines: list[list[list[int]]] = [[] for _ in places]
    for line in found.tolist():
        lines[line[0]].append(line)
    return list(map(Before, lines, least.tolist()))


# ---- what fire promises


class Fire(NamedTuple):
    """What some Teams could fire at, and what they have of it before them in each of some places."""

    firers: Sequence[int]
    foes: Foes
    seen: list[Before]

    def at(self, place: int) -> "Fire":
        """What they could fire at in one of the places."""
        return self._replace(seen=[self.seen[place]])


def fire_from(view: Battle, firers: Sequence[int], foes: Foes, places: Ints = HERE) -> Fire:
    """What some Teams have to fire at in each of some places."""
    if not firers or not foes.teams:
        return Fire(firers, foes, [NOTHING] * len(places))
    hows = [AIMS[view.figures[firer].kind] for firer in firers]
    return Fire(firers, foes, before(view, places, firers, hows, foes.teams, foes.groups, foes.hidden))


def glance(view: Battle, firers: Sequence[int], foes: Foes) -> float:
    """About what some Teams do to the enemy Unit that they can hurt most, from where they stand."""
    return promised(view, fire_from(view, firers, foes), moved=False)[0]


def promised(view: Battle, fire: Fire, *, moved: bool) -> list[float]:
    """The same for each of some places."""
    targets: dict[int, Foe] = {}  # by the place of a Team among the foes
    more = harder(view.options, moved=moved), harder(view.options, hidden=True, moved=moved)
    return [_promised(view, fire, seen, targets, more) for seen in fire.seen]


def _promised(view: Battle, fire: Fire, seen: Before, targets: dict[int, Foe], more: tuple[int, int]) -> float:
    """The same in one of them; `more` is what a Unit in the open and a Concealed one add to the number needed."""
    figures, options, prices = view.figures, view.options, _prices(view.options)
    teams, groups, units, _ = fire.foes
    totals: dict[int, float] = {}
    needs: dict[int, int] = {}  # by the place of a Unit
    for _, one, other, gap, cover, front in seen.lines:
        group = groups[other]
        if group not in needs:
            base = base_number(options, view.units[units[group]].card.training)
            needs[group] = base + more[seen.least[group] > 0]
            totals[group] = 0.0
        if other not in targets:
            targets[other] = foe_of(view, teams[other])
        behind = HARD if figures[teams[other]].dug_in else cover
        armed = figures[fire.firers[one]].weapons
        harm = prices.threat(armed, gap, targets[other], behind, front, needs[group])
        totals[group] += harm * share_of(view, units[group])
    worths = [spread_out(total, left_of(view, units[group])) for group, total in totals.items() if total]
    return max(worths, default=0.0)


# ---- what is to be feared


class Danger(NamedTuple):
    """What a Unit must expect to lose in a place, in points: to all who see it, and to those near enough to react."""

    feared: float
    near: float


SAFE = Danger(0.0, 0.0)


class Poised(NamedTuple):
    """How a Unit is in a place: whether it has stayed there, and what its first Team is to whoever shoots at it."""

    still: bool
    first: Foe


def danger(view: Battle, number: int, foes: Sequence[int]) -> Danger:
    """What a Unit must expect to lose where it stands, and stays, if everybody shoots at it who sees it."""
    men = view.units[number].men
    return dangers(view, number, foes, HERE, [Poised(still=True, first=foe_of(view, men[0]))])[0] if men else SAFE


def dangers(view: Battle, number: int, foes: Sequence[int], places: Ints, how: Sequence[Poised]) -> list[Danger]:
    """The same for each of some places."""
    some = some_of(view.units[number].men)
    if not foes:
        return [SAFE] * len(places)
    anyhow, one_group = [ANYHOW] * len(foes), [0] * len(some)
    seen = before(view, places, foes, anyhow, some, one_group, hidden=one_group)
    return [_danger(view, number, foes, one, poised) for one, poised in zip(seen, how, strict=True)]


def _danger(view: Battle, number: int, foes: Sequence[int], seen: Before, poised: Poised) -> Danger:
    if seen.least[0] == UNSEEN:
        return SAFE
    figures, options, unit = view.figures, view.options, view.units[number]
    first = figures[unit.men[0]]
    cover = HARD if first.dug_in and poised.still else seen.least[0]
    hidden = cover > 0 or (poised.still and first.kind == "infantry")
    needs = base_number(options, unit.card.training) + harder(options, hidden=hidden)
    prices = _prices(options)
    feared = near = 0.0
    for _, one, _, gap, _, front in seen.lines:
        foe = figures[foes[one]]
        harm = prices.threat(foe.weapons, gap, poised.first, cover, front, needs)
        feared += harm
        if gap <= REACTION and foe.shot != view.initiative:
            near += harm
    share = share_of(view, number)
    return Danger(feared * share, near * share)


# ---- what a Team does to another


class Prices:
    """How many Teams one enemy Team is expected to take out, a suppressed one counting in part; worked out once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._steps: dict[tuple[str, ...], list[int]] = {}
        self._known: dict[Hashable, float] = {}

    def threat(self, armed: tuple[str, ...], gap: int, target: Foe, cover: int, front: int, needs: int) -> float:
        """What a Team that is armed so does at this distance: nothing changes between the steps of its weapons' ranges."""
        steps = self._steps.get(armed)
        if steps is None:
            steps = self._steps[armed] = self._ranges(armed)
        key = armed, bisect_left(steps, gap), target, cover, front, needs
        value = self._known.get(key)
        if value is None:
            seen = Seen(cover, front == 1, near_enough(gap))
            arms = self._options.tables.arms(armed)
            value = max([self._does(weapon, gap, target, seen, needs) for weapon in arms], default=0.0)
            self._known[key] = value
        return value

    def _ranges(self, armed: tuple[str, ...]) -> list[int]:
        arms = self._options.tables.arms(armed)
        return sorted({CLOSE, *(weapon.range * far for weapon in arms for far in (1, LONG))})

    def _does(self, weapon: Weapon, gap: int, target: Foe, seen: Seen, needs: int) -> float:
        points = fire_points(weapon, gap)
        if not points:
            return 0.0
        needed = needs + harder(self._options, long=gap > weapon.range)
        does = shot_does(self._options, weapon, points, needed, target, seen)
        return does.lost + does.markers * MARKED


_prices: Remembered[Options, Prices] = Remembered(Prices, most=4)
