"""The charge (1.6.1.2 Assault Movement): everybody straight at the target, as many of its models as possible engaged.

The rules dictate where chargers go, so nobody is asked.
"""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from sandtable.geometry.measure_kernels import gap, gaps
from sandtable.mechanics.clauses import rule
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.sight import apart
from sandtable.rulesets.sotr.move.movement import allowances, free_to_move
from sandtable.rulesets.sotr.state import Battle, Pair, Point
from sandtable.table.layout import rows

from .approach import Approach, Spot

APART = 2  # thousandths at which bases do not touch


class Charge(NamedTuple):
    """A charge as planned: the march, who comes over an obstacle, who strikes across one without touching, and so on."""

    march: March
    hurdles: tuple[int, ...] = ()
    across: tuple[Pair, ...] = ()  # (charger, enemy)
    climbs: tuple[Pair, ...] = ()  # (charger, height of the storey he gets to)
    reach: tuple[int, ...] = ()  # those who get into contact
    costs: tuple[Pair, ...] = ()  # (charger, what his way costs)

    def and_then(self, later: "Charge") -> "Charge":
        """The charge together with what survivors made of it afterwards."""
        return self._replace(
            hurdles=self.hurdles + later.hurdles, across=self.across + later.across, reach=self.reach + later.reach
        )


def chargers(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that can charge."""
    return free_to_move(state, number)


@rule("sotr.assault.move")
def allowed_to(state: Battle, number: int, spent: Mapping[int, int]) -> dict[int, int]:
    """How far each charger may go: his On The Double rate, less what it takes to get up."""
    budget, less = allowances(state, number, double=True)
    return {man: max(0, budget - less.get(man, 0) - spent.get(man, 0)) for man in chargers(state, number)}


@rule("sotr.assault.max-contact", "sotr.assault.move", "sotr.assault.short")
def plan_charge(state: Battle, number: int, target: int, spent: Mapping[int, int] | None = None) -> Charge | None:
    """Where everybody ends up: each target model once as far as possible, then several at one, the rest as far as they get.

    Whoever cannot move out of a place that another has taken stays, and the others plan around him.
    """
    allowed = allowed_to(state, number, spent or {})
    while allowed:
        plan = _Plan(state, number, target, allowed)
        if plan.stuck is None:
            return plan.charge()
        del allowed[plan.stuck]
    return None


def in_range(state: Battle, number: int, target: int) -> bool:
    """Whether a target is near enough for any model of a unit to get to it, if nothing were in its way."""
    allowed = allowed_to(state, number, {})
    return bool(allowed) and apart(state, tuple(allowed), state.units[target].men) <= max(allowed.values())


def within_reach(state: Battle, number: int, target: int) -> bool:
    """Whether any model of a unit would get into contact with a target that stands."""
    if not in_range(state, number, target):
        return False
    allowed = allowed_to(state, number, {})
    foes = state.units[target].men
    way = Approach(state, number, foes, allowed)
    return any(way.contact(man, foe) is not None for man in allowed for foe in foes)


class _Plan:
    """The planning of one charge."""

    def __init__(self, state: Battle, number: int, target: int, allowed: Mapping[int, int]) -> None:
        self.state = state
        self.foes = state.units[target].men
        self.way = Approach(state, number, self.foes, allowed)
        self.keep_off = [foe for foe in self.way.enemies if foe not in self.foes]
        self.found: dict[int, Spot] = {}
        self.across: list[Pair] = []
        self.load = dict.fromkeys(self.foes, 0)
        self.stuck: int | None = None
        self.reached: dict[Pair, bool] = {}
        apart = gaps(state.layout.bodies, rows(tuple(allowed)), rows(self.foes)).ravel().tolist()
        far = dict(zip(product(allowed, self.foes), apart, strict=True))
        self.nearest = {man: min(self.foes, key=lambda foe: (far[man, foe], foe)) for man in allowed}
        self.near = {
            man: sorted((foe for foe in self.foes if far[man, foe] <= reach), key=lambda foe: (far[man, foe], foe))
            for man, reach in allowed.items()
        }
        self.men = sorted(allowed, key=lambda man: (far[man, self.nearest[man]], man))
        self._everybody()

    def _everybody(self) -> None:
        matched = self._matching()
        scarce = len(self.men) < len(self.foes)
        for man in self.men:
            if man in matched:
                self._engage(man, [matched[man], *self.near[man]], both=scarce)
        for man in self.men:
            if man not in self.found:
                self._engage(man, sorted(self.near[man], key=lambda foe: self.load[foe]), both=False)
        for man in self.men:
            if man not in self.found and self.stuck is None:
                self._fall_short(man)

    def _able(self, man: int, foe: int) -> bool:
        """Whether a charger gets into contact with an enemy if nobody else does."""
        known = self.reached.get((man, foe))
        if known is None:
            known = self.reached[man, foe] = self.way.contact(man, foe) is not None
        return known

    @rule("sotr.assault.max-contact")
    def _matching(self) -> dict[int, int]:
        """A different enemy for as many chargers as possible, nearer ones first."""
        taken: dict[int, int] = {}

        def find(man: int, tried: set[int]) -> bool:
            for foe in self.near[man]:
                if foe not in tried and self._able(man, foe):
                    tried.add(foe)
                    if foe not in taken or find(taken[foe], tried):
                        taken[foe] = man
                        return True
            return False

        for man in self.men:
            find(man, set())
        return {man: foe for foe, man in taken.items()}

    def _engage(self, man: int, foes: list[int], *, both: bool) -> None:
        """Bring a model into contact with the first of some enemies that there is room beside."""
        for foe in foes:
            spot = None
            if both:
                spot = self.way.contact(man, foe, both=True)
            spot = spot or self.way.contact(man, foe)
            if spot is not None:
                self.found[man] = spot
                self.load[foe] += 1
                self.way.put(man, spot.point, spot.ground)
                return

    @rule("sotr.assault.short", "sotr.assault.obstacle")
    def _fall_short(self, man: int) -> None:
        """As far as possible along the line of charge, toward the nearest model of the target."""
        foe = self.nearest[man]
        way = self.way
        point = way.toward(man, way.point(foe), self.keep_off, way.radius(man) + way.radius(foe) + APART)
        if not way.room(man, point):
            self.stuck = man
            return
        self.found[man] = Spot(point, way.cost(man, point))
        if self.state.terrain and way.across(man, point, foe):
            self.found[man] = Spot(point, way.cost(man, point), hurdles=True)
            self.across.append((man, foe))
            self.load[foe] += 1
        way.put(man, point)

    def charge(self) -> Charge:
        """The plan, for carrying it out."""
        walks, reach = [], []
        for man, spot in self.found.items():
            start: Point = self.state.layout.point(man)
            points = (start,) if spot.point == start else (start, spot.point)
            walks.append(Walk(man, points))
            if any(self._touches(man, foe) for foe in self.foes):
                reach.append(man)
        return Charge(
            March(tuple(walks)),
            tuple(man for man, spot in self.found.items() if spot.hurdles),
            tuple(self.across),
            tuple((man, spot.ground) for man, spot in self.found.items() if spot.ground is not None),
            tuple(reach),
            tuple((man, spot.cost) for man, spot in self.found.items()),
        )

    def _touches(self, man: int, foe: int) -> bool:
        return int(gap(self.way.bodies, man, self.way.bodies, foe)) == 0
