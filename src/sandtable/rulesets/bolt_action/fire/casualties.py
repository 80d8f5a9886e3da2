"""What hits do to men: damage, whom a medic saves, who falls, and the morale of the rest."""

from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll, Rolled
from sandtable.geometry.measure_kernels import in_ring
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Target
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown
from sandtable.rulesets.bolt_action.basics.arms import Aimed, label, men_of
from sandtable.rulesets.bolt_action.basics.words import SAVED
from sandtable.rulesets.bolt_action.harm.damage import Wounds, roll_to_damage, troops_target
from sandtable.rulesets.bolt_action.harm.losses import destroy, medics_near, take_casualties
from sandtable.rulesets.bolt_action.nerve.morale import has_passed, morale_roll
from sandtable.rulesets.bolt_action.options import Options, exact
from sandtable.rulesets.bolt_action.state import Battle

from .explosive import explosive_hits, strike_building
from .struck import Struck, pen_of

SAVE_NEEDS = 6


class Losses(NamedTuple):
    """Casualties: ordinary ones whom the owner removes, and those that the shooter picks."""

    ordinary: int = 0
    picked: int = 0

    def plus(self, more: "Losses") -> "Losses":
        """Both together."""
        return Losses(self.ordinary + more.ordinary, self.picked + more.picked)

    def __bool__(self) -> bool:
        return self.ordinary + self.picked > 0


class Done(NamedTuple):
    """What hits on men have done so far: casualties of small arms and of everything else."""

    small: Losses = Losses()
    heavy: Losses = Losses()
    gunned: bool = False  # a heavy weapon picked somebody
    flame: bool = False

    def plus(self, one: Struck, lost: Losses) -> "Done":
        """With the casualties of one more kind of hits."""
        flame = self.flame or one.flame
        if one.small_arm:
            return self._replace(small=self.small.plus(lost), flame=flame)
        gunned = self.gunned or (lost.picked > 0 and not one.crash)
        return Done(self.small, self.heavy.plus(lost), gunned, flame)


NONE_YET = Done()


@rule("ba.gap.casualty-morale")
def must_check(before: int, lost: int, options: Options) -> bool:
    """Whether losing so many of so many men forces a morale check."""
    numerator, denominator = exact(options.casualty_check_fraction)
    return lost > 0 and lost * denominator >= before * numerator


@stage
async def strike_men(
    play: Play[Battle], target: Aimed, struck: tuple[Struck, ...], before: int, done: Done, *, seat: int
) -> None:
    """Roll to damage for one kind of hits after another; then the men whom they cost are lost."""
    one, *rest = struck
    state = play.state
    hits, name = one.hits, label(state, target)
    if one.he:
        down = state.units[target.unit].order == "down"
        shells = thrown(play, explosive_hits, one.hits, one.he, why=name, seat=seat, down=down, options=state.options)
        hits = await shells
        play.note(target.unit, "hits of shells", hits)
        if await strike_building(play, target.unit, one.he, hits, direct=not one.from_above):
            return
    elif halved_by_trenches(state, target, one):
        hits = (one.hits + 1) // 2
        name = f"{name}, hits halved as it is Down and dug in"
    needed, exceptional = against_men(state, target, one), not one.always_exceptional
    why = f"{one.weapon} on {name}"
    most = len(men_of(state, target))
    dice = thrown(play, roll_to_damage, hits, needed, why=why, seat=seat, exceptional=exceptional, most=most)
    await then(dice, play, _count_losses, one._replace(hits=0), target, tuple(rest), before, done, seat=seat)


@stage
async def _count_losses(
    play: Play[Battle],
    wounds: Wounds,
    one: Struck,
    target: Aimed,
    rest: tuple[Struck, ...],
    before: int,
    done: Done,
    *,
    seat: int,
) -> None:
    """What one kind of hits did; small arms apart from the rest, since a medic helps against those only."""
    lost = Losses(wounds.ordinary, wounds.exceptional)
    if one.always_exceptional:
        lost = Losses(0, wounds.ordinary)
    alone = done == NONE_YET
    done = done.plus(one, lost)
    if rest:
        await last(strike_men(play, target, rest, before, done, seat=seat))
    else:
        await _lose_men(play, target, before, done, alone=alone)


async def _lose_men(play: Play[Battle], target: Aimed, before: int, done: Done, *, alone: bool) -> None:
    """Save whom a medic saves, remove the rest, and check morale; `alone` says that only one kind of hits has struck."""
    if not done.small and not done.heavy:
        return
    small = await _medic_saves(play, target, done.small, done.heavy)
    lost = small.plus(done.heavy)
    if alone and small == done.small:
        await _remove_and_check(play, target, before, lost, heavy=done.gunned, check=not done.flame)
    else:  # many ways lead to as many losses
        await last(_remove_together(play, target, before, lost, heavy=done.gunned, check=not done.flame))


def against_men(state: Battle, target: Aimed, one: Struck) -> Target:
    """What a hit needs to be a casualty."""
    quality = state.units[target.unit].card.quality
    return troops_target(quality, pen_of(one, state.options), state.options, shielded=one.shielded)


def halved_by_trenches(state: Battle, target: Aimed, one: Struck) -> bool:
    """Whether hits that do not explode are halved because the target is Down in its trench."""
    return state.units[target.unit].order == "down" and not one.by_air and _dug_in(state, target)


def _dug_in(state: Battle, target: Aimed) -> bool:
    """Whether most of a unit's men stand in trenches or foxholes (ba.gap.dug-in)."""
    men = men_of(state, target)
    holes = [place for place, piece in enumerate(state.terrain) if "dug-in" in piece.traits]
    if state.layout.bare:
        return bool(holes)
    ground = state.ground
    inside = 0
    for man in men:
        x, y = state.layout.point(man)
        inside += any(
            in_ring(ground.edges, int(ground.pieces[hole, 0]), int(ground.pieces[hole, 1]), x, y) for hole in holes
        )
    return bool(holes) and inside * 2 >= len(men)


@rule("ba.gap.medic")
async def _medic_saves(play: Play[Battle], target: Aimed, small: Losses, heavy: Losses) -> Losses:
    """A medic near by undoes a casualty from small arms on a six; there are no more of them than men left to lose.

    The men whom the enemy picks are rolled for apart from those whom the owner picks.
    """
    left = max(0, len(men_of(play.state, target)) - heavy.ordinary - heavy.picked)
    picked = min(small.picked, left)
    ordinary = min(small.ordinary, left - picked)
    if not picked + ordinary or not medics_near(play.state, target):
        return small
    picked -= await _saved(play, target, picked, "medic helps whom the enemy picks of")
    ordinary -= await _saved(play, target, ordinary, "medic helps")
    return Losses(ordinary, picked)


def medic_roll(tries: int, why: str, *, seat: int) -> Roll[int]:
    """How many of so many casualties a medic undoes."""
    return Roll(
        tries,
        6,
        AtLeast(SAVE_NEEDS),
        why=why,
        because=("ba.gap.medic",),
        seat=seat,
        needs="6",
        say=SAVED,
        step="a medic helps",
    )


async def _saved(play: Play[Battle], target: Aimed, tries: int, why: str) -> int:
    """How many of so many casualties a medic undoes."""
    if not tries:
        return 0
    unit = play.state.units[target.unit]
    rolled = await medic_roll(tries, f"{why} {label(play.state, target)}", seat=unit.side)
    if rolled.value:
        play.tell("was helped", "ba.gap.medic", unit=target.unit, tells={"saved": rolled.value}, rolls=(rolled.number,))
    return rolled.value


async def _remove_and_check(
    play: Play[Battle], target: Aimed, before: int, losses: Losses, *, heavy: bool, check: bool
) -> None:
    """Remove casualties and check morale for heavy losses; under flame the one check comes after, losses or none."""
    if not losses:
        return
    men = men_of(play.state, target)
    lost = await take_casualties(play, target.unit, men, losses.ordinary, losses.picked, heavy=heavy)
    unit = play.state.units[target.unit]
    if unit.alive and not target.spotter and check and must_check(before, lost, play.state.options):
        why = f"{lost} of {before} men lost"
        await then(morale_roll(play.state, target.unit, why), play, _stand_or_run, target.unit, why)


_remove_together = stage(_remove_and_check)


@stage
async def _stand_or_run(play: Play[Battle], rolled: Rolled[str], number: int, why: str) -> None:
    """A unit that has lost many men stands or runs."""
    if not await has_passed(play, rolled, number, why, "ba.shoot.morale"):
        await destroy(play, number, "ba.shoot.morale", "ba.gap.casualty-morale", why="it breaks and runs")
