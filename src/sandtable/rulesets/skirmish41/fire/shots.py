"""Ways to fire small arms: which shots a team could take at whom, how many, and which promise most. Nothing is done here."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.skirmish41.basics.charts import AIMED, CAREFUL, D20, SHOTS, UNAIMED, shot_costs
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.units import left
from sandtable.rulesets.skirmish41.state import Battle

from .shooters import Purse, Shooter, fire_left, purse, shooters
from .targets import HULL, Aim, bodies_at, chance_along, chance_for, lines_to, may_name, open_targets, sight_of, visible


class Fire(NamedTuple):
    """A way to fire: how carefully, and with how many own actions of each figure."""

    shot: int
    own: int


def ways_to_fire(state: Battle, number: int, aim: Aim) -> dict[str, Fire]:
    """Every way to fire at a target that can hit: careful or not, with few or with all actions."""
    known = findings(state).ways
    found: dict[str, Fire] | None = known.get((number, aim))
    if found is None:
        found = known[number, aim] = _ways_to_fire(state, number, aim)
    return found


def _ways_to_fire(state: Battle, number: int, aim: Aim) -> dict[str, Fire]:
    known = findings(state).can_hit
    guns = [gun for gun in shooters(state, number) if known.get((gun, aim)) or can_hit(state, gun, aim)]
    if not guns:
        return {}
    means = tuple([_means(state, gun, aim) for gun in guns])
    return _ways_with(means, shot_costs(state.options), _must_snap(state, number))


class Means(NamedTuple):
    """What a shooter can put into shots: his purse, and what he has saved for a careful one."""

    purse: Purse
    saved: int

    def shots(self, own: int, shot: int, costs: tuple[int, ...]) -> int:
        """The shots of a kind that so many own actions buy."""
        many = self.purse.shots(own, costs[shot])
        if many or not self.saved or shot != CAREFUL:
            return many
        spends = min(own, self.purse.left)
        return int(spends > 0 and spends + self.saved >= costs[CAREFUL])


def _means(state: Battle, gun: Shooter, aim: Aim) -> Means:
    saved = state.figures[gun.man].saved
    saved = saved if saved and took_aim(state, gun, CAREFUL, aim) else 0
    return Means(purse(state, gun.man, gun.weapon), saved)


@lru_cache(maxsize=1024)  # teams are much alike
def _ways_with(means: tuple[Means, ...], costs: tuple[int, ...], snap: bool) -> dict[str, Fire]:
    """Every way to fire of shooters with such means: of those that buy the same the one that takes least, dearest first."""
    found: dict[str, Fire] = {}
    most = max([1, *[one.purse.left for one in means]])
    for shot in (UNAIMED,) if snap else (AIMED, UNAIMED, CAREFUL):
        counts: dict[tuple[int, ...], int] = {}
        for own in range(1, most + 1):
            shots = tuple([one.shots(own, shot, costs) for one in means])
            if any(shots) and shots not in counts:
                counts[shots] = own
        for own in reversed(counts.values()):
            found[f"{SHOTS[shot]} {own}"] = Fire(shot, own)
    return found


@rule("sk.gap.vehicle-open")
def _must_snap(state: Battle, number: int) -> bool:
    """Whether a team rides in a vehicle that moved, and so fires unaimed only."""
    unit = state.units[number]
    return unit.place == "aboard" and state.units[unit.aboard].moved > 0


@rule("sk.gap.shot-costs", "sk.gap.accumulate")
def shots_of(state: Battle, gun: Shooter, own: int, shot: int, aim: Aim) -> int:
    """The shots of a shooter; who has taken aim at this very team needs less for a careful shot."""
    return _means(state, gun, aim).shots(own, shot, shot_costs(state.options)) if can_hit(state, gun, aim) else 0


def can_hit(state: Battle, gun: Shooter, aim: Aim) -> bool:
    """Whether a shooter can hit anybody of a target by himself: however carefully he aims, past long he cannot."""
    known = findings(state).can_hit
    found = known.get((gun, aim))
    if found is None:
        found = known[gun, aim] = _can_hit(state, gun, aim)
    return found


def _can_hit(state: Battle, gun: Shooter, aim: Aim) -> bool:
    seen = sight_of(state, gun, aim)
    for body in seen.may_hit:  # noqa: SIM110  # asked of everybody at everybody
        if chance_along(state, gun, aim, seen, UNAIMED, body).possible:
            return True
    return False


@rule("sk.gap.shot-costs", "sk.gap.accumulate")
def took_aim(state: Battle, gun: Shooter, shot: int, aim: Aim) -> bool:
    """Whether a figure has saved actions for just this careful shot; what is saved for other weapons is no help."""
    figure = state.figures[gun.man]
    wanted = state.options.cas_carry_over and shot == CAREFUL and figure.aimed == aim.team
    return wanted and figure.saved > 0 and not figure.fired


def can_fire(state: Battle, number: int) -> bool:
    """Whether there is anything that a team may fire at."""
    return any(ways_to_fire(state, number, aim) or can_group(state, number, aim) for aim in open_targets(state, number))


def fire_targets(state: Battle, number: int) -> list[Aim]:
    """Everything that a team may fire at: with single shots, or with all its weapons together."""
    return [
        aim for aim in open_targets(state, number) if ways_to_fire(state, number, aim) or can_group(state, number, aim)
    ]


def usual_way(state: Battle, number: int, aim: Aim) -> str:
    """The way to fire that promises most hits."""
    ways = ways_to_fire(state, number, aim)
    return max(ways, key=lambda key: (expected_hits(state, number, aim, ways[key]), -list(ways).index(key)))


@rule("sk.gap.solo-shooting")
def expected_hits(state: Battle, number: int, aim: Aim, way: Fire) -> int:
    """Hits to be expected of a way to fire, in twentieths."""
    return sum(hits_of(state, gun, aim, way) for gun in shooters(state, number))


def hits_of(state: Battle, gun: Shooter, aim: Aim, way: Fire) -> int:
    """Hits to be expected of one shooter, in twentieths."""
    if not visible(state, gun, aim):
        return 0
    chance = chance_for(state, gun, aim, way.shot)
    many = shots_of(state, gun, way.own, way.shot, aim)
    return many * max(0, 21 - chance.score) if chance.possible else 0


def firing(state: Battle, number: int, aim: Aim, way: Fire) -> list[Shooter]:
    """Who of a team can fire so."""
    return [
        gun
        for gun in shooters(state, number)
        if visible(state, gun, aim) and shots_of(state, gun, way.own, way.shot, aim)
    ]


@rule("sk.gap.who-is-hit")
def nameable(state: Battle, aim: Aim, shot: int, guns: list[Shooter]) -> list[int]:
    """The figures that some shooter may aim at and could hit, the easiest first."""
    scores: Mapping[int, int] = {
        body: min(
            (chance_for(state, gun, aim, shot, body).score for gun in guns if could_hit(state, gun, aim, shot, body)),
            default=99,
        )
        for body in bodies_at(state, aim)
    }
    return sorted((body for body, score in scores.items() if score <= D20), key=lambda body: (scores[body], body))


def could_hit(state: Battle, gun: Shooter, aim: Aim, shot: int, figure: int) -> bool:
    """Whether a shooter sees a figure, may name it, and has a chance."""
    seen = figure in visible(state, gun, aim) and may_name(state, gun, aim, shot, figure)
    return seen and chance_for(state, gun, aim, shot, figure).possible


@rule("sk.shoot.group-fire")
def can_group(state: Battle, number: int, aim: Aim) -> bool:
    """Whether a team may fire all its weapons together: nobody of it could hit by himself."""
    unit = state.units[number]
    if aim.at == HULL or unit.mounted or state.units[aim.team].mounted or ways_to_fire(state, number, aim):
        return False
    if any(state.figures[man].fired for man in unit.men):  # it is instead of single shots
        return False
    return bool(in_group(state, number, aim))


def in_group(state: Battle, number: int, aim: Aim) -> list[Shooter]:
    """Those of a team who see a target within 80 inches, whatever they carry."""
    far = state.options.tables.farthest
    return [
        gun
        for gun in shooters(state, number)
        if any(line.seen and line.gap <= far for line in lines_to(state, gun, aim))
        and fire_left(state, gun.man, gun.weapon)
    ]


@rule("sk.gap.shot-costs", "sk.gap.accumulate")
def may_take_aim(state: Battle, number: int) -> list[int]:
    """Who of a team may save actions for a careful shot next turn, where that is played."""
    if not state.options.cas_carry_over or state.units[number].suppression or state.units[number].mounted:
        return []
    return [
        gun.man
        for gun in shooters(state, number)
        if not state.figures[gun.man].moves and left(state, gun.man) and state.figures[gun.man].saved == 0
    ]
