"""A volley (1.6.2.4 - 1.6.2.8): all shots of a unit at one target unit, allocated, rolled to hit, and what the hits do."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sandtable.dice.readings import Bands, Faces
from sandtable.dice.roll import Roll
from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import reasons_of
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown
from sandtable.rulesets.sotr.basics.alike import Alike, kinds
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.basics.sight import is_engaged, opponents
from sandtable.rulesets.sotr.harm.armour import affects, armour_of, strike_often
from sandtable.rulesets.sotr.harm.wounds import Losses, Pool, Wounding, wound_dealt, wound_pool
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import note_fire
from sandtable.rulesets.sotr.verbs.acts import shows_shots

from .hit_dice import ANYBODY, Dice, Scored, fire_at_each, roll_hits
from .targets import Aim, shootable
from .to_hit import SIDES, Shot, can_head, is_near, modifiers, score


class Volley(NamedTuple):
    """All shots of a unit at another as they are laid: the weapons, the dice of all of them, and whom anybody sees."""

    number: int
    target: int
    aims: tuple[Aim, ...]
    dice: tuple[Dice, ...]
    visible: tuple[int, ...]


# ---- its dice


@rule("sotr.weapon.shotgun", "sotr.weapon.high-powered", "sotr.weapon.hmg")
def wounding(shot: Shot, options: Options) -> Wounding:
    """How a hit wounds: shotguns worse at short range, high powered weapons through armour."""
    weapon = weapon_of(shot.weapon, options)
    plus = weapon.near_wound if is_near(weapon, shot.distance) else 0
    shift = int(weapon.has("high-powered"))
    named = weapon.name if plus or shift else ""
    return Wounding(named, plus=plus, shift=shift, pen=weapon.pen)


def die_of(shot: Shot, shots: int, options: Options, *, model: int = ANYBODY, side: str = "") -> Dice:
    """The dice of so many equal shots, at anybody or bound to one model, or at a side of a machine."""
    needed = score(shot, options)
    heads = can_head(shot.weapon, needed, options)
    return Dice(shots, needed, wounding(shot, options), model, heads, side, modifiers(shot, options))


def gathered(dice: Iterable[Dice]) -> tuple[Dice, ...]:
    """Dice with equal ones put together."""
    found: dict[tuple[int, int, Wounding, bool, str], list[Dice]] = {}
    for one in dice:
        found.setdefault((one.model, one.needed, one.how, one.heads, one.side), []).append(one)
    return tuple(_merged(dice) for _, dice in sorted(found.items(), key=lambda entry: entry[0][:2]))


def _merged(dice: list[Dice]) -> Dice:
    reasons = {one.reasons for one in dice}
    shots = sum(one.shots for one in dice)
    if len(reasons) == 1:
        return dice[0]._replace(shots=shots)
    return dice[0]._replace(shots=shots, reasons=(), aloud=reasons_of(one.reasons for one in dice))


# ---- the shots


@stage
@rule("sotr.shoot.procedure", "sotr.weapon.rof")
async def let_fly(play: Play[Battle], volley: Volley) -> None:
    """The dice to hit of a volley, wounds, losses."""
    number, target, aims, dice, visible = volley
    unit = play.state.units[target]
    _tell_fire(play, number, target, aims)
    note_fire(play, target, "sotr.unit.disorganized-fire")
    able = tuple(one for one in dice if one.needed <= SIDES or one.heads)
    if len(able) < len(dice):
        wasted = count_of(sum(one.shots for one in dice if one not in able), "shot", "shots")
        told = {"at": unit.name, "shots": wasted}
        play.tell("could not hit", "sotr.gap.automatic-rolls", unit=number, tells=told)
    if not able:
        return
    why = f"{called(play.state, number)} at {unit.name}"
    bound = tuple(one for one in able if one.model != ANYBODY)
    loose = tuple(one for one in able if one.model == ANYBODY)
    if bound:
        await fire_at_each(play, number, target, bound, why)
    if loose:
        rolls = thrown(play, roll_hits, loose, why=why, seat=play.state.units[number].side)
        await then(rolls, play, _strike, number, target, visible)


def _tell_fire(play: Play[Battle], number: int, target: int, aims: tuple[Aim, ...]) -> None:
    firers = tuple(dict.fromkeys(aim.arm.figure for aim in aims))
    shots = sum(aim.shots for aim in aims)
    tells = {"at": play.state.units[target].name, "shots": count_of(shots, "shot", "shots"), "target": target}
    sets = {"fired": play.state.turn}
    shows = shows_shots((target,), [aim.arm.row for aim in aims])
    because = ("sotr.shoot.procedure", "sotr.weapon.rof")
    play.tell("fired", *because, unit=number, figures=firers, sets=sets, tells=tells, shows=shows)


# ---- what hits do


@stage
async def _strike(
    play: Play[Battle], scores: tuple[Scored, ...], number: int, target: int, visible: tuple[int, ...]
) -> None:
    """Hits on a machine, into a fight, and on anybody of a unit."""
    state = play.state
    hits = sum(one.hits for one in scores)
    if not hits:
        play.tell("was missed", "sotr.shoot.roll", unit=target)
        return
    play.tell("was hit", "sotr.shoot.roll", unit=target, tells={"hits": count_of(hits, "hit", "hits"), "number": hits})
    if state.units[target].machine:
        await last(_strike_machine(play, scores, number, target))
    elif all(is_engaged(state, man) for man in visible):
        await last(_strike_fight(play, scores, number, visible))
    else:
        await last(_strike_men(play, scores, number, target, visible))


@stage
@rule("sotr.wound.owner-applies", "sotr.shoot.near-hth")
async def _strike_men(
    play: Play[Battle], scores: tuple[Scored, ...], number: int, target: int, visible: tuple[int, ...]
) -> None:
    """Wounds of hits on nobody in particular: the owner chooses whom."""
    able = visible if play.state.options.wounds_on_visible_only else shootable(play.state, target, by=number)
    losses = await wound_pool(play, target, pool_of(scores), number, able, ("sotr.wound.owner-applies",))
    await break_tests(play, losses, number)


def pool_of(scores: tuple[Scored, ...]) -> Pool:
    """Hits in the order in which they are rolled to wound."""
    return tuple((one.how, one.hits) for one in sorted(scores, key=_deadly))


def _deadly(one: Scored) -> tuple[bool, int, Scored]:
    """Headshots first, then the hits that wound worst."""
    return not one.how.goner, -(one.how.plus + one.how.shift), one


@stage
@rule("sotr.gap.vehicle-damage")
async def _strike_machine(play: Play[Battle], scores: tuple[Scored, ...], number: int, target: int) -> None:
    """Hits on a machine, one after another, on the sides that look at those who fired, until it is destroyed."""
    machine = play.state.units[target].men[0]
    one, rest = scores[0], scores[1:]
    proof = not affects(one.how.pen, armour_of(play.state, machine, one.side), play.state.options)
    hits = 1 if proof else one.hits  # those that can do nothing are worth saying once
    lost = await strike_often(play, machine, hits, one.how.pen, one.side, number, ("sotr.shoot.roll",))
    if rest and not lost:
        await last(_strike_machine(play, rest, number, target))


class Scattering(Bands, frozen=True):
    """How many dice strike each of several models, where it is all one which of those of a kind are struck."""

    kinds: tuple[int, ...]

    def read(self, faces: Faces) -> tuple[int, ...]:
        """Count for each model."""
        return self._alike(super().read(faces))

    def weights(self, dice: int, sides: int) -> Mapping[tuple[int, ...], int]:
        """Every way in which they can be struck that differs."""
        found: dict[tuple[int, ...], int] = {}
        for counts, weight in super().weights(dice, sides).items():
            one = self._alike(counts)
            found[one] = found.get(one, 0) + weight
        return found

    def _alike(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        return Alike(counts, tuple(sorted(zip(self.kinds, counts, strict=True))))


def scattered_roll(hits: int, alike: tuple[int, ...], why: str, seat: int) -> Roll[tuple[int, ...]]:
    """Whom hits into a fight strike: one of the models in it, with equal chance; each is named by one that is like it."""
    models = len(alike)
    bands = Scattering(tuple((face, face) for face in range(1, models + 1)), alike)
    because = ("sotr.shoot.into-hth-random", "sotr.shoot.into-hth")
    return Roll(hits, models, bands, why=why, because=because, seat=seat, step="who of those fighting is hit")


@rule("sotr.shoot.into-hth-random")
def combat_of(state: Battle, men: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody Engaged in the combats of some models, friend and foe."""
    found = [man for man in men if is_engaged(state, man)]
    for figure in found:
        found += [other for other in opponents(state, figure) if other not in found]
    return tuple(sorted(found))


@stage
@rule("sotr.shoot.into-hth-random")
async def _strike_fight(play: Play[Battle], scores: tuple[Scored, ...], number: int, visible: tuple[int, ...]) -> None:
    """Hits into a fight, and the tests of those who lost models to them."""
    losses = await into_the_fight(play, scores, number, combat_of(play.state, visible))
    await break_tests(play, losses, number)


@stage
@rule("sotr.shoot.into-hth-random")
async def into_the_fight(
    play: Play[Battle], scores: tuple[Scored, ...], number: int, fighters: tuple[int, ...]
) -> Losses:
    """Hits strike whoever is fighting there, friend and foe alike."""
    seat = play.state.units[number].side
    dealt: list[tuple[int, Wounding, int]] = []
    for one in scores:
        if len(fighters) == 1:
            counts: tuple[int, ...] = (one.hits,)
        else:
            counts = (await scattered_roll(one.hits, kinds(play.state, fighters), "hits into a fight", seat)).value
        dealt += [(man, one.how, count) for man, count in zip(fighters, counts, strict=True) if count]
    losses = await wound_dealt(play, tuple(dealt), number, ("sotr.shoot.into-hth-random",))
    return losses  # noqa: RET504  # the checker wants a name for what is awaited
