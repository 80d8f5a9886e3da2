"""What fire is expected to do: Teams lost and suppressed, in points, by the numbers of the book."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sandtable.rulesets.fraley.armour import armour_number
from sandtable.rulesets.fraley.attached import hosts
from sandtable.rulesets.fraley.charts import weapons
from sandtable.rulesets.fraley.concealment import cover_against
from sandtable.rulesets.fraley.declaring import part_of
from sandtable.rulesets.fraley.fire_modes import REACTION, Mode
from sandtable.rulesets.fraley.saves import running, save_number
from sandtable.rulesets.fraley.shooting import able
from sandtable.rulesets.fraley.sight import Sighted, look
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.suppression import PER_MARKER
from sandtable.rulesets.fraley.targets import Aims, Laid, targets_of
from sandtable.rulesets.fraley.teams import acting, armoured, enemies
from sandtable.rulesets.fraley.terrain import HARD
from sandtable.rulesets.fraley.to_hit import modifiers, needed

from .worth import chance_of, share_of, spread_out, worth_of

MARKED = 0.45  # of what a Team is worth is what a marker on it is
MARKED_AGAIN = 0.2  # where most of its Unit is suppressed already
DESTROYED, STUNNED = 1 / 6, 2 / 6  # the rows of the Vehicle Damage Table
POINTLESS = 0.25  # points of harm that nobody fires for
DEAREST = 25.0  # more than a Team costs that an AT weapon's hit can be given to instead of a CC
DONE_FOR = 0.7  # what harm to a Unit counts that has acted already: it fires no more this round


class Victim(NamedTuple):
    """What a Unit is to fire: how likely a die hits, what a hit of small arms does, what a marker is worth."""

    needed: int
    hit: float
    marker: float


def firers_of(view: Battle, number: int) -> tuple[int, ...]:
    """The Teams of a Unit that could fire in its own action."""
    unit = view.units[number]
    if unit.still or not unit.on_table:
        return ()
    return tuple(man for man in acting(view, number) if able(view, man))


def offers_of(view: Battle, number: int, firers: Sequence[int] | None = None) -> dict[int, Aims]:
    """Whom a Unit could fire at, with whom and with what."""
    some = firers_of(view, number) if firers is None else firers
    return targets_of(view, some, enemies(view, view.units[number].side))


def fire_on(
    view: Battle, target: int, aims: Aims, mode: Mode = "fire", *, moved: bool = False, harder: int = 0
) -> dict[int, float]:
    """What each of some Teams is expected to do to a Unit if they all fire at it; a CC or FO is taken in by one near him."""
    guests = view.units[target].men
    near = hosts(view, target)
    target = near[0] if near else target
    firers, teams = tuple(aims), (*view.units[target].men, *guests) if near else guests
    sights = look(view, firers, teams)
    at_fire = {firer for firer, bearing in aims.items() if any(weapons()[one.weapon].at for one in bearing)}
    mods = modifiers(view, target, teams, firers, mode, moved=moved, at_fire=at_fire, sights=sights)
    victim = _victim(view, target, teams, sights, needed(view, target, mods) + harder)
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
    lost = sum(_fails(view, team, covers[team], at_weapon=False) * worth_of(view, team) for team in soft)
    marked = sum(view.figures[team].suppressed for team in teams)
    marker = (MARKED if 2 * marked < len(teams) else MARKED_AGAIN) * share_of(view, target)
    count = max(1, len(soft))
    return Victim(needs, (lost / count + marker / PER_MARKER) if soft else 0.0, marker)


def _fails(view: Battle, team: int, cover: int, *, at_weapon: bool) -> float:
    saved = (7 - save_number(view, team, cover, at_weapon=at_weapon)) / 6
    return 1 - (saved * saved if running(view, team) else saved)


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
    hits = chance_of(victim.needed + one.long)
    if again:
        hits = 1 - (1 - hits) ** 2
    if not hits:
        return 0.0
    weapon = weapons()[one.weapon]
    if not weapon.at:
        return one.fp * hits * victim.hit
    if armoured(view.figures[one.team]):
        return one.fp * hits * _on_armour(view, one, sighted)
    cover = cover_against(view, one.team, sighted, at_weapon=True)
    dice = one.fp if cover == HARD or view.figures[one.team].kind == "tank" else one.fp // 2
    struck = 1 - (1 - hits) ** dice
    lost = _fails(view, one.team, cover, at_weapon=True) * min(worth_of(view, one.team), DEAREST)
    return struck * lost + hits * dice * victim.marker / PER_MARKER


def _on_armour(view: Battle, one: Laid, sighted: Sighted) -> float:
    """What one hit of an AT weapon does to an Armored Team."""
    saved = max(0, 7 - armour_number(view, one.team, front=sighted.faced)) / 6
    if one.gap <= REACTION or running(view, one.team):
        saved *= saved
    marker = MARKED if not view.figures[one.team].suppressed else MARKED_AGAIN
    return (1 - saved) * worth_of(view, one.team) * (DESTROYED + STUNNED * marker)


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


def _does_more(firer: int, found: Mapping[int, float], others: Mapping[int, Mapping[int, float]]) -> bool:
    """Whether a Team that does next to nothing to a target could do something to another."""
    here = found.get(firer, 0.0)
    there = max((other[firer] for other in others.values() if firer in other), default=0.0)
    return here < POINTLESS / 4 and there > POINTLESS
