"""What fire is expected to do: Teams lost and suppressed, in points."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.sight import Sighted, look
from sandtable.rulesets.fraley.basics.teams import acting, armoured, enemies
from sandtable.rulesets.fraley.fire.concealment import cover_against
from sandtable.rulesets.fraley.fire.declaring import part_of
from sandtable.rulesets.fraley.fire.fire_modes import Mode
from sandtable.rulesets.fraley.fire.shooting import able
from sandtable.rulesets.fraley.fire.targets import Aims, Laid, targets_of
from sandtable.rulesets.fraley.fire.to_hit import modifiers, needed
from sandtable.rulesets.fraley.leaders.attached import hosts
from sandtable.rulesets.fraley.prices.fire import Seen, dealt, foe_of, harder, near_enough, shot_does, thrown
from sandtable.rulesets.fraley.state import Battle
from sandtable.table.remembered import hangs_on

from .worth import share_of, spread_out, worth_of

MARKED = 0.45  # of what a Team is worth is what a marker on it is
MARKED_AGAIN = 0.2  # where most of its Unit is suppressed already
POINTLESS = 0.25  # points of harm that nobody fires for
DEAREST = 25.0  # more than a Team costs that an AT weapon's hit can be given to instead of a CC
DONE_FOR = 0.7  # what harm to a Unit counts that has acted already: it fires no more this round


class Victim(NamedTuple):
    """What a Unit is to fire: the number needed, what a hit of small arms does, what a marker is worth."""

    needed: int
    hit: float
    marker: float


def firers_of(view: Battle, number: int) -> tuple[int, ...]:
    """The Teams of a Unit that could fire in its own action."""
    unit = view.units[number]
    if unit.still or not unit.on_table:
        return ()
    return tuple(man for man in acting(view, number) if able(view, man))


@hangs_on(lambda view, _: (view,), most=4)
def offers_of(view: Battle, number: int) -> dict[int, Aims]:
    """Whom a Unit could fire at, with whom and with what."""
    return targets_of(view, firers_of(view, number), enemies(view, view.units[number].side))


def fire_on(
    view: Battle, target: int, aims: Aims, mode: Mode = "fire", *, moved: bool = False, more: int = 0
) -> dict[int, float]:
    """What each of some Teams is expected to do to a Unit if they all fire at it; a CC or FO is taken in by one near him."""
    guests = view.units[target].men
    near = hosts(view, target)
    target = near[0] if near else target
    firers, teams = tuple(aims), (*view.units[target].men, *guests) if near else guests
    sights = look(view, firers, teams)
    at_fire = {firer for firer, bearing in aims.items() if any(weapons()[one.weapon].at for one in bearing)}
    mods = modifiers(view, target, teams, firers, mode, moved=moved, at_fire=at_fire, sights=sights)
    victim = _victim(view, target, teams, sights, needed(view, target, mods) + more)
    lines = {firer: dict(zip(teams, line, strict=True)) for firer, line in zip(firers, sights, strict=True)}
    does = {
        firer: _team_does(view, firer, bearing, lines[firer], victim, again=mode == "aimed")
        for firer, bearing in aims.items()
    }
    weight = DONE_FOR if view.units[target].done else 1.0
    left = sum(worth_of(view, team) for team in teams)
    total = sum(does.values())
    weight *= spread_out(total, left) / total if total else 1.0
    return {firer: weight * value for firer, value in does.items()}


def _victim(view: Battle, target: int, teams: Sequence[int], sights: Iterable[Sequence[Sighted]], needs: int) -> Victim:
    """What small arms do to a Unit: hits are spread over the Teams that are seen, those in Armour ignore theirs."""
    covers: dict[int, int] = {}
    for line in sights:
        for team, sighted in zip(teams, line, strict=True):
            if sighted.seen:
                cover = cover_against(view, team, sighted, at_weapon=False)
                covers[team] = min(cover, covers.get(team, cover))
    soft = [team for team in covers if not armoured(view.figures[team])]
    soft = [team for team in soft if view.units[view.figures[team].unit].counts] or soft  # others stand before a CC
    marked = sum(view.figures[team].suppressed for team in teams)
    marker = (MARKED if 2 * marked < len(teams) else MARKED_AGAIN) * share_of(view, target)
    harm = 0.0
    for team in soft:
        each = dealt(view.options, foe_of(view, team), covers[team], needs)
        harm += each.lost * worth_of(view, team) + each.markers * marker
    return Victim(needs, harm / len(soft) if soft else 0.0, marker)


def _team_does(
    view: Battle, firer: int, bearing: Iterable[Laid], line: Mapping[int, Sighted], victim: Victim, *, again: bool
) -> float:
    """What all weapons of a Team do that may be fired together: a coax not with its main gun."""
    team = view.figures[firer]
    found = {"main": 0.0, "coax": 0.0, "hull": 0.0}
    for one in bearing:
        part = part_of(team, one.slot) if team.kind == "tank" else "main"
        found[part] += _shot_does(view, one, line[one.team], victim, again=again)
    return max(found["main"], found["coax"]) + found["hull"]


def _shot_does(view: Battle, one: Laid, sighted: Sighted, victim: Victim, *, again: bool) -> float:
    options = view.options
    needed = victim.needed + (harder(options, long=True) if one.long else 0)
    weapon = options.tables.weapons[one.weapon]
    if not weapon.at:
        return one.fp * thrown(options, needed, aimed=again).mean * victim.hit
    foe = foe_of(view, one.team)
    seen = Seen(cover_against(view, one.team, sighted, at_weapon=True), sighted.faced, near_enough(one.gap))
    does = shot_does(options, weapon, one.fp, needed, foe, seen, aimed=again)
    worth = worth_of(view, one.team)
    if foe.armoured:
        marker = MARKED if not view.figures[one.team].suppressed else MARKED_AGAIN
        return worth * (does.lost + does.markers * marker)
    return does.lost * min(worth, DEAREST) + does.markers * victim.marker


# ---- whom


class Plan(NamedTuple):
    """Fire divided: each target with the Teams that fire at it and what they do; whether Teams must be held back for it."""

    orders: tuple[tuple[int, tuple[int, ...], float], ...]
    divided: bool

    @property
    def value(self) -> float:
        """What all of it is expected to do."""
        return sum(value for _, _, value in self.orders)


NO_FIRE = Plan((), divided=False)


def plan_of(view: Battle, offers: Mapping[int, Aims], mode: Mode = "fire", *, moved: bool = False) -> Plan:
    """The best target for a Unit, and others for those of its Teams that can do nothing to that one."""
    does = {target: fire_on(view, target, aims, mode, moved=moved) for target, aims in offers.items()}
    left = {firer for found in does.values() for firer in found}
    orders: list[tuple[int, tuple[int, ...], float]] = []
    divided = False
    while left and does:
        gains = {
            target: sum(value for firer, value in found.items() if firer in left) for target, found in does.items()
        }
        best = max(gains, key=lambda target: (gains[target], -target))
        if gains[best] < POINTLESS:
            break
        found = does.pop(best)
        rest = {firer for firer in left if _does_more(firer, found, does)}
        fires = tuple(firer for firer in found if firer in left and firer not in rest)
        divided = divided or any(firer in found for firer in rest)
        orders.append((best, fires, sum(found[firer] for firer in fires)))
        left = rest if divided else left - set(found)
    return Plan(tuple(orders), divided)


@hangs_on(lambda view, *_: (view,), most=4)
def unit_plan(view: Battle, number: int, mode: Mode) -> Plan:
    """How a Unit would divide its fire now: asked before an action is chosen, and again when it fires."""
    return plan_of(view, offers_of(view, number), mode, moved=mode == "moved") if firers_of(view, number) else NO_FIRE


def _does_more(firer: int, found: Mapping[int, float], others: Mapping[int, Mapping[int, float]]) -> bool:
    """Whether a Team that does next to nothing to a target could do something to another."""
    here = found.get(firer, 0.0)
    there = max((other[firer] for other in others.values() if firer in other), default=0.0)
    return here < POINTLESS / 4 and there > POINTLESS
