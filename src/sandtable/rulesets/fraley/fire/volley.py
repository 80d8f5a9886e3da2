"""Resolving fire at one Unit: dice To Hit, hits allocated, Saves, damage, suppression."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import returned, stage, then
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.teams import afoot, armoured, who
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.harm.saves import Save, reroll_of, roll_saves, running, save_number
from sandtable.rulesets.fraley.machines.armour import (
    TURRET,
    Damage,
    armour_number,
    damage,
    fails_again,
    part_roll,
    parts_differ,
    save_roll,
)
from sandtable.rulesets.fraley.nerve.suppression import PER_MARKER, keep, left_over, suppress
from sandtable.rulesets.fraley.state import Battle

from .allocation import Allotted, Dealt, Field, Valid, settle, spread
from .fire_modes import Struck
from .hit_dice import Scored, roll_to_hit
from .shots import Volley
from .to_hit import is_hopeless, spoils_saves

Measure = Callable[[Battle, Volley], Field]


class Pool(NamedTuple):
    """All Fire Points that hit, and those of them without AT that count towards markers."""

    hits: int
    counted: int


class Forced(NamedTuple):
    """What AT weapons did that hit: their hits that count towards markers, and how many may force one yet.

    `results` are suppressions and losses of Armored Teams.
    """

    hits: int = 0
    free: int = 0
    weapons: bool = False
    results: int = 0

    def also(self, hits: int, harm: Damage) -> "Forced":
        """With one weapon more; none of its hits may count."""
        free = int(hits > 0 and not harm.marks)
        results = self.results + harm.marks + harm.destroyed
        return Forced(self.hits + hits, self.free + free, self.weapons or hits > 0, results)


async def resolve(play: Play[Battle], volley: Volley, measure: Measure) -> Struck:
    """Roll, allocate, save, suppress; what is to be known of the table is measured before the first die."""
    missed = Struck(volley.target, 0, 0)
    fired = with_hope(play, volley)
    if not fired.shots:
        return missed
    field, allotted = await settled(play, fired, measure)
    scored = await roll_to_hit(play, fired, allotted, field.led)
    hits = sum(scored.weapons) + scored.plain + scored.harsh
    if not hits or not field.valid:
        play.tell("was missed", "fraley.fire.dice", unit=volley.target)
        return missed
    struck = await strike(play, fired, field.valid, allotted, scored)
    return struck  # noqa: RET504


@rule("fraley.hit.seven-plus")
def with_hope(play: Play[Battle], volley: Volley) -> Volley:
    """Fire without the shots that no die would make hit."""
    able = tuple(shot for shot in volley.shots if not is_hopeless(shot.needed))
    if len(able) == len(volley.shots):
        return volley
    numbers = [shot.needed for shot in volley.shots if is_hopeless(shot.needed)]
    play.tell(
        "could not hit",
        "fraley.hit.seven-plus",
        unit=volley.firer,
        tells={
            "at": play.state.units[volley.attacked].name,
            "shots": count_of(len(numbers), "weapon", "weapons"),
            "needed": min(numbers),
        },
    )
    return replace(volley, shots=able)


@stage
async def settled(play: Play[Battle], volley: Volley, measure: Measure) -> tuple[Field, tuple[Allotted, ...]]:
    """What is settled before any die is rolled: who may be given hits, and whom each AT weapon's hits go to."""
    field = measure(play.state, volley)
    return field, await settle(play, volley, field)


@stage
@rule("fraley.alloc.one-die-each", "fraley.save.procedure")
async def strike(
    play: Play[Battle], volley: Volley, valid: tuple[Valid, ...], allotted: tuple[Allotted, ...], scored: Scored
) -> Struck:
    """What hits do: they are allocated, Saves are rolled, armour is damaged, and the Unit is suppressed."""
    hits = sum(scored.weapons) + scored.plain + scored.harsh
    play.tell("was hit", "fraley.fire.dice", "fraley.alloc.one-die-each", unit=volley.target, tells={"hits": hits})
    held: dict[int, int] = {}
    for one, count in zip(allotted, scored.weapons, strict=True):
        held[one.team] = held.get(one.team, 0) + (count > 0)
    dealt = await spread(play, volley.target, valid, held, scored.plain, scored.harsh)
    ignored = _ignored(play, dealt)
    if ignored:
        play.tell("was not harmed", "fraley.armor.at-only", unit=volley.target, tells={"hits": ignored})
    pool = scored.plain + scored.harsh - (0 if play.state.options.armor_fp_suppression == "all" else ignored)
    teams = tuple(one.team for one in valid)
    each = tuple((one, count) for one, count in zip(allotted, scored.weapons, strict=True) if count)
    saves = saves_of(play.state, valid, dealt, allotted, scored.weapons)
    dice = roll_saves(play, saves, told_apart=volley.told_apart)
    struck: Struck = await returned(then(dice, play, _saved, volley, teams, each, Pool(hits, pool)))
    return struck


@stage
async def _saved(
    play: Play[Battle],
    lost: tuple[int, ...],
    volley: Volley,
    valid: tuple[int, ...],
    each: tuple[tuple[Allotted, int], ...],
    pool: Pool,
) -> Struck:
    """Who has failed is lost; then the AT weapons, and the markers."""
    await _remove(play, lost)
    if not each:
        return await _markers_of(play, volley, valid, pool, Forced())
    struck: Struck = await returned(_weapon_by_weapon(play, volley, valid, each, pool, Forced()))
    return struck


@rule("fraley.armor.at-only", "fraley.armor.classes")
def _ignored(play: Play[Battle], dealt: tuple[Dealt, ...]) -> int:
    """Hits without AT that lie on Armored Teams: nothing comes of them."""
    return sum(one.plain + one.harsh for one in dealt if armoured(play.state.figures[one.team]))


@rule("fraley.suppression.armor-fp")
def _counts(state: Battle, team: int) -> bool:
    """Whether AT hits on a Team count towards markers."""
    return state.options.armor_fp_suppression != "none" or not armoured(state.figures[team])


# ---- Saves of Infantry, Guns and Soft Skinned vehicles


@rule("fraley.save.procedure")
async def save(
    play: Play[Battle],
    valid: tuple[Valid, ...],
    dealt: tuple[Dealt, ...],
    allotted: tuple[Allotted, ...],
    hits: tuple[int, ...],
    *,
    told_apart: bool = False,
) -> None:
    """Teams that are not Armored save against what lies on them; who fails is lost."""
    await _remove(
        play, await roll_saves(play, saves_of(play.state, valid, dealt, allotted, hits), told_apart=told_apart)
    )


async def _remove(play: Play[Battle], lost: tuple[int, ...]) -> None:
    """Who has failed his Save is lost."""
    if lost:
        await lose(play, lost, "fraley.save.removed")


@rule("fraley.at.one-save", "fraley.save.cover-judged", "fraley.armor.soft-at", "fraley.armor.soft-non-at")
def saves_of(
    state: Battle,
    valid: tuple[Valid, ...],
    dealt: tuple[Dealt, ...],
    allotted: tuple[Allotted, ...],
    hits: tuple[int, ...],
) -> tuple[Save, ...]:
    """The Saves of all Teams that are not Armored: one for each pooled hit; against an AT weapon one, vehicles one a hit."""
    found: list[Save] = []
    cover = {one.team: one.cover for one in valid}
    for lot in dealt:
        if armoured(state.figures[lot.team]):
            continue
        needed = save_number(state, lot.team, cover[lot.team], at_weapon=False)
        ran = running(state, lot.team)
        plain, harsh = (0, lot.plain + lot.harsh) if ran else (lot.plain, lot.harsh)
        if plain:
            found.append(Save(lot.team, needed, plain, because=_row(state, lot.team)))
        if harsh:
            why = _why_again(state, lot.team, harsh=lot.harsh > 0)
            found.append(Save(lot.team, needed, harsh, again=True, because=(*_row(state, lot.team), *why)))
    for one, count in zip(allotted, hits, strict=True):
        if count and not armoured(state.figures[one.team]):
            found.append(_save_at(state, one, count))
    return tuple(found)


@rule("fraley.at.one-save", "fraley.armor.soft-at", "fraley.armor.close-range")
def _save_at(state: Battle, one: Allotted, hits: int) -> Save:
    """The Save against an AT weapon, with the cover from that weapon alone."""
    tank = state.figures[one.team].kind == "tank"
    needed = save_number(state, one.team, one.cover, at_weapon=True)
    close = one.near and state.options.close_range_reroll == "all_saves"
    again = running(state, one.team) or spoils_saves(one.shot.needed) or close
    why = ("fraley.armor.soft-at",) if tank else (*_row(state, one.team), "fraley.at.one-save")
    more = _why_again(state, one.team, harsh=spoils_saves(one.shot.needed) or close)
    return Save(one.team, needed, hits if tank else 1, again, (*why, *more))


def _why_again(state: Battle, team: int, *, harsh: bool) -> tuple[str, ...]:
    """What has passed Saves of a Team rolled again: its Run, or how it was fired at."""
    shot = "fraley.armor.close-range" if state.options.close_range_reroll == "all_saves" else "fraley.hit.one-or-less"
    return (*(["fraley.action.run-save-penalty"] if running(state, team) else []), *([shot] if harsh else []))


def _row(state: Battle, team: int) -> tuple[str, ...]:
    """The row of the Save table that a Team is in."""
    kind = state.figures[team].kind
    return ("fraley.armor.soft-non-at",) if kind == "tank" else (f"fraley.save.{kind}",)


# ---- armour


def _can_be_damaged(state: Battle, team: int) -> bool:
    """Whether it is an Armored Team that is still there."""
    return armoured(state.figures[team]) and state.layout.on_table(team)


@stage
async def _weapon_by_weapon(
    play: Play[Battle],
    volley: Volley,
    valid: tuple[int, ...],
    left: tuple[tuple[Allotted, int], ...],
    pool: Pool,
    forced: Forced,
) -> Struck:
    """What AT weapons do to armour, one after another, then the markers of all.

    A stage for each, so that a forecast goes on once from what is the same.
    """
    while left:
        (one, hits), left = left[0], left[1:]
        counted = hits if _counts(play.state, one.team) else 0
        if not _can_be_damaged(play.state, one.team):
            forced = forced.also(counted, Damage(0, destroyed=False))
            continue
        harm = await strike_armour(play, volley, one, hits)
        so_far = forced.also(counted, harm)
        struck: Struck = await returned(_weapon_by_weapon(play, volley, valid, left, pool, so_far))
        return struck
    return await _markers_of(play, volley, valid, pool, forced)


async def _markers_of(play: Play[Battle], volley: Volley, valid: tuple[int, ...], pool: Pool, forced: Forced) -> Struck:
    markers = await suppress_by_fire(play, volley, valid, pool.counted, forced)
    return Struck(volley.target, pool.hits, forced.results + markers)


@stage
@rule("fraley.armor.save", "fraley.armor.flank", "fraley.armor.close-range", "fraley.save.tank")
async def strike_armour(play: Play[Battle], volley: Volley, one: Allotted, hits: int) -> Damage:
    """An AT weapon's hits on an Armored Team: the part that is hit, a Save for each hit, damage for each that fails."""
    state = play.state
    team = state.figures[one.team]
    seat = state.units[volley.firer].side
    front = one.front
    if parts_differ(state, one.team, one.front, one.turret_front):
        rolled = await part_roll(state, one.team, seat)
        front = one.turret_front if rolled.value == TURRET else one.front
    weapon = weapons()[one.shot.weapon]
    passed = one.near or spoils_saves(one.shot.needed) or running(state, one.team)
    failed = fails_again(state, one.team, weapon)
    reroll = reroll_of(passed=passed, failed=failed)
    needed = armour_number(state, one.team, front=front)
    why = f"{who(state, one.team)}: {'Front' if front else 'Flank'} armour against {weapon.title}"
    cited = ["fraley.armor.flank", *(["fraley.armor.close-range"] if one.near else [])]
    if failed:
        cited += ["fraley.tank.inf-at-reroll", *(["fraley.roll.single-reroll"] if passed else [])]
    saved = await save_roll(state, one.team, needed, hits, why, *cited, reroll=reroll)
    play.note(team.unit, "failed Saves", saved.value)
    markers = not fired_at_observer(state, volley)
    harm = await damage(play, one.team, saved.value, seat, why=weapon.title, markers=markers)
    return harm  # noqa: RET504


# ---- suppression


@rule("fraley.fo.no-suppression")
def fired_at_observer(state: Battle, volley: Volley) -> bool:
    """Whether the fire was declared at an FO: then nobody is suppressed by it."""
    return state.units[volley.attacked].card.rank == "fo"


@rule("fraley.suppression.per-3-fp", "fraley.at.one-suppression", "fraley.vdt.one-suppression-per-weapon")
def markers_of(pool: int, forced: Forced) -> tuple[int, int]:
    """Markers for so many pooled hits and those of AT weapons, and hits left over.

    Every 3 make a marker; but an AT weapon forces one at most, counting what it has forced by the Vehicle Damage Table.
    """
    total = pool + forced.hits
    return min(total // PER_MARKER, -(-pool // PER_MARKER) + forced.free), total % PER_MARKER


@rule("fraley.suppression.per-3-fp", "fraley.suppression.valid-first", "fraley.suppression.armor-fp")
async def suppress_by_fire(
    play: Play[Battle], volley: Volley, valid: tuple[int, ...], pool: int, forced: Forced
) -> int:
    """A marker for every 3 Fire Points that hit, on valid Teams first; gives how many fell on Armored Teams."""
    state = play.state
    unit = state.units[volley.target]
    if fired_at_observer(state, volley) or not unit.alive:
        return 0
    count, over = markers_of(pool + left_over(state, volley.target), forced)
    keep(play, volley.target, over)
    if not count:
        return 0
    tanks = tuple(man for man in afoot(state, volley.target) if armoured(state.figures[man]))
    spared = {"at_only": not forced.weapons, "none": True, "all": False}[state.options.armor_fp_suppression]
    before = sum(state.figures[man].marks for man in tanks)
    await suppress(
        play, volley.target, count, "fraley.suppression.per-3-fp",
        first=valid, barred=tanks if spared else (), guests=volley.guests,
    )  # fmt: skip
    return sum(play.state.figures[man].marks for man in tanks) - before
