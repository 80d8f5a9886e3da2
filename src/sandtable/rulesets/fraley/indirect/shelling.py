"""What comes down under the template: hits Team by Team, one Save each, markers and losses."""

from collections.abc import Hashable, Mapping

import msgspec

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.play.stage import last, returned, stage
from sandtable.rulesets.fraley.basics.choosing import likeness
from sandtable.rulesets.fraley.basics.sight import Sighted
from sandtable.rulesets.fraley.basics.teams import afoot, armoured, who
from sandtable.rulesets.fraley.basics.training import check_roll, may_grant, needed_by
from sandtable.rulesets.fraley.fire.concealment import cover_against
from sandtable.rulesets.fraley.fire.hit_dice import Hits
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.harm.saves import running, save_number
from sandtable.rulesets.fraley.machines.armour import damage, flank_of, save_roll
from sandtable.rulesets.fraley.nerve.suppression import PER_MARKER, keep, left_over, suppress, suppress_team
from sandtable.rulesets.fraley.state import Battle, Point

from .observing import covers_towards
from .template import Template, drawn, lay, under

NOBODY = "nobody"
TIMES = ("not hit yet", "hit once", "hit more than once")


class Shelling(msgspec.Struct, frozen=True):
    """A barrage that comes down: of which Unit, from where, with how many dice a Team, under which template.

    `target` is the Unit that was ranged in on, `host` the one that took it in (itself, if none did). Where it was `easy`
    to range in, on a number of 1 or less, passed Saves of the target are rolled again.
    """

    firer: int
    guns: Point
    fire_points: int
    template: Template
    target: int
    host: int
    easy: bool = False


@stage
@rule("fraley.barrage.hit-rolls", "fraley.barrage.one-save")
async def fall(play: Play[Battle], shelling: Shelling) -> None:
    """A barrage comes down on everybody under the template, friends too; then the template is taken up."""
    lay(play, shelling.firer, shelling.template)
    struck = under(play.state, shelling.template)
    play.tell(
        "came down",
        "fraley.barrage.template-success",
        "fraley.gap.template-alignment",
        unit=shelling.firer,
        figures=struck,
        tells={**drawn(shelling.template), "points": shelling.fire_points},
        shows={
            "actor": None,
            "says": f"The barrage of {play.state.units[shelling.firer].name} comes down on",
            "targets": tuple(sorted({play.state.figures[figure].unit for figure in struck})),
            "at": shelling.template.middle,
        },
    )
    await last(strike_all(play, shelling, struck, tuple(covers_towards(play.state, shelling.guns, struck))))


@stage
@rule("fraley.barrage.hit-rolls")
async def strike_all(play: Play[Battle], shelling: Shelling, struck: tuple[int, ...], covers: tuple[int, ...]) -> None:
    """What a barrage does to Teams under the template, each with its cover towards the guns."""
    hits: tuple[int, ...] = (0,) * len(struck)
    if shelling.fire_points and struck:
        hits = await _hits(play, shelling, struck, covers)
    hit = tuple(figure for figure, count in zip(struck, hits, strict=True) if count)
    if hit:
        each = tuple((figure, count) for figure, count in zip(struck, hits, strict=True) if count)
        tells = {"hits": sum(hits), "each": each}
        clause = "fraley.barrage.hit-rolls"
        play.tell("hit with a barrage", clause, unit=shelling.firer, figures=hit, tells=tells)
    left = tuple(one for one in zip(struck, hits, covers, strict=True) if one[1])
    counted = tuple(zip(struck, hits, strict=True)) if play.state.options.barrage_fp_suppression else ()
    await last(_each_struck(play, shelling, struck, left, counted))


@stage
async def _each_struck(
    play: Play[Battle],
    shelling: Shelling,
    struck: tuple[int, ...],
    left: tuple[tuple[int, int, int], ...],
    counted: tuple[tuple[int, int], ...],
) -> None:
    """What hits do to one Team after another; a stage for each, so that a forecast goes on once from what is the same.

    `left` are those that are hit, with their hits and covers; `counted` are the hits that count towards markers besides.
    """
    while left:
        (figure, hits, cover), left = left[0], left[1:]
        if _there(play.state, figure):
            await strike_team(play, shelling, figure, hits, cover, struck)
            await last(_each_struck(play, shelling, struck, left, counted))
            return
    if any(hits for _, hits in counted):
        await _suppress_by_points(play, shelling, dict(counted))
    lay(play, shelling.firer, None)


def _there(state: Battle, figure: int) -> bool:
    return figure in state.units[state.figures[figure].unit].men


# ---- hits


def hit_roll(state: Battle, firer: int, figure: int, dice: int) -> Roll[int]:
    """The Training Checks of the firing Unit for one Team under the template: each passed is a hit."""
    unit = state.units[firer]
    why = f"{whose(unit.name)} barrage on {who(state, figure)}"
    return check_roll(
        needed_by(state, firer), why, unit.side, "fraley.barrage.hit-rolls", dice=dice, step="hits on each Team"
    )


@stage
@rule("fraley.barrage.hit-rolls", "fraley.cc.reroll")
async def _hits(play: Play[Battle], shelling: Shelling, struck: tuple[int, ...], covers: tuple[int, ...]) -> Hits:
    """The hits on each Team; of all these dice the CC may have one that missed an enemy rolled again.

    To a forecast it is all one which of Teams is hit that differ in nothing but their places.
    """
    known: dict[Hashable, int] = {}
    like = [(likeness(play.state.figures[figure]), cover) for figure, cover in zip(struck, covers, strict=True)]
    kinds = tuple(known.setdefault(what, figure) for what, figure in zip(like, struck, strict=True))
    hits = dict(zip(struck, await _team_by_team(play, shelling, struck, kinds, Hits((), ())), strict=True))
    again = await _rolled_again(play, shelling, hits)
    if again is not None:
        hits[again] += (await hit_roll(play.state, shelling.firer, again, 1)).value
    return Hits(hits.values(), kinds)


@stage
async def _team_by_team(
    play: Play[Battle], shelling: Shelling, struck: tuple[int, ...], kinds: tuple[int, ...], so_far: Hits
) -> Hits:
    """The dice for one Team after another; a stage for each, so that a forecast forgets which of Teams alike were hit."""
    place = len(so_far)
    if place == len(struck):
        return so_far
    rolled = await hit_roll(play.state, shelling.firer, struck[place], shelling.fire_points)
    more = Hits((*so_far, rolled.value), kinds[: place + 1])
    hits: Hits = await returned(_team_by_team(play, shelling, struck, kinds, more))
    return hits


@rule("fraley.cc.reroll")
async def _rolled_again(play: Play[Battle], shelling: Shelling, hits: Mapping[int, int]) -> int | None:
    """The Team for which the CC has a missed die rolled again, if for any; usually where that would be a second hit."""
    state = play.state
    firer = state.units[shelling.firer]
    by = may_grant(state, shelling.firer)
    missed = [
        figure for figure, count in hits.items() if count < shelling.fire_points and state.sides[figure] != firer.side
    ]
    if by is None or not missed:
        return None
    once = [figure for figure in missed if hits[figure] == 1]
    named = {NOBODY: -1, **{f"m{figure}": figure for figure in missed}}
    choices = OneOf(
        named,
        label=lambda figure: NOBODY if figure < 0 else f"{who(state, figure)}, {TIMES[min(hits[figure], 2)]}",
        points=lambda figure: None if figure < 0 else OnTable(figure=figure),
    )
    chosen = await ask(
        play,
        shelling.firer,
        "reroll a hit",
        choices,
        f"Does {state.units[by].name} have one missed die of {firer.name} rolled again, and for which Team?",
        "fraley.cc.reroll",
        "fraley.barrage.hit-rolls",
        usual=f"m{once[0]}" if once else NOBODY,
    )
    if chosen < 0:
        return None
    sets = {"rerolled": state.initiative}
    if state.options.cc_reroll_shares_use:
        sets["used"] = state.initiative
    play.tell("granted a reroll", "fraley.cc.reroll", unit=by, sets=sets, tells={"whose": firer.name})
    return chosen


# ---- Saves and what comes of them


@rule("fraley.barrage.hit-once", "fraley.barrage.hit-twice", "fraley.fo.no-suppression")
async def strike_team(
    play: Play[Battle], shelling: Shelling, figure: int, hits: int, cover: int, struck: tuple[int, ...]
) -> None:
    """A Team that was hit saves once: failed, one hit suppresses it, more destroy it and another Team is suppressed."""
    state = play.state
    team = state.figures[figure]
    if hits == 1 and team.kind == "tank":
        return
    if await _saved(play, shelling, figure, cover):
        return
    if hits == 1:
        if _may_be_marked(play.state, shelling, team.unit):
            await suppress_team(play, figure, "fraley.barrage.hit-once")
        return
    gone = True
    if armoured(team):
        seat = state.units[shelling.firer].side
        why = f"barrage on {who(state, figure)}"
        markers = _may_be_marked(state, shelling, team.unit)
        done = await damage(play, figure, 1, seat, "fraley.barrage.hit-twice", why=why, markers=markers)
        gone = done.destroyed
    else:
        await lose(play, (figure,), "fraley.barrage.hit-twice", why="barrage")
    if gone or state.options.barrage_tank_extra_suppression == "always":
        await _mark_another(play, shelling, figure, struck)


@rule("fraley.fo.no-suppression", "fraley.gap.cc-fo-alone-rules")
def _may_be_marked(state: Battle, shelling: Shelling, number: int) -> bool:
    """Whether a barrage suppresses Teams of a Unit: an FO never, and nobody where an FO was ranged in on."""
    return "fo" not in (state.units[number].card.rank, state.units[shelling.target].card.rank)


@rule("fraley.barrage.hit-twice", "fraley.cc.joins-when-attacked")
async def _mark_another(play: Play[Battle], shelling: Shelling, figure: int, struck: tuple[int, ...]) -> None:
    """Another Team of the Unit is suppressed, one under the template first; a Unit without another takes no marker."""
    state = play.state
    number = state.figures[figure].unit
    if number == shelling.target:
        number = shelling.host
    unit = state.units[number]
    others = [man for man in afoot(state, number) if man != figure]
    if unit.alive and others and _may_be_marked(state, shelling, number):
        first = tuple(man for man in others if man in struck)
        await suppress(play, number, 1, "fraley.barrage.hit-twice", first=first, barred=(figure,))


@rule("fraley.barrage.one-save", "fraley.action.run-save-penalty", "fraley.hit.one-or-less")
async def _saved(play: Play[Battle], shelling: Shelling, figure: int, cover: int) -> bool:
    """Whether a Team passes its one Save: Flank armour, or the Save table with the cover it has from the firing Unit."""
    state = play.state
    team = state.figures[figure]
    again = running(state, figure) or (shelling.easy and team.unit in (shelling.target, shelling.host))
    why = f"{who(state, figure)}: Save against the barrage"
    if armoured(team):
        needed = flank_of(state, figure)
        rolled = await save_roll(state, figure, needed, 1, why, "fraley.barrage.one-save", reroll=int(again))
        return rolled.value == 0
    sighted = Sighted(0, True, cover, -1, -1, True, True, False, False)
    cover = cover_against(state, figure, sighted, at_weapon=True)
    needed = save_number(state, figure, cover, at_weapon=True)
    rolled = await one_save_roll(state, figure, needed, why)
    if rolled.value and again:
        rolled = await one_save_roll(state, figure, needed, f"{why}, passed and rolled again")
    return rolled.value == 1


def one_save_roll(state: Battle, figure: int, needed: int, why: str) -> Roll[int]:
    """The Save of a Team that is not Armored: 1 if it is passed."""
    return save_die(needed, why, state.sides[figure])


def save_die(needed: int, why: str, seat: int) -> Roll[int]:
    """The die of one Save against a barrage."""
    return Roll(
        1, 6, AtLeast(needed), why=why, because=("fraley.barrage.one-save",), seat=seat, needs=f"{needed}+", step="Save"
    )


@rule("fraley.barrage.fp-suppression", "fraley.suppression.armor-fp")
async def _suppress_by_points(play: Play[Battle], shelling: Shelling, hits: Mapping[int, int]) -> None:
    """By the switch, a marker for every three hits on a Unit besides."""
    state = play.state
    counted: dict[int, int] = {}
    for figure, count in hits.items():
        team = state.figures[figure]
        if not (armoured(team) and state.options.armor_fp_suppression == "none"):
            counted[team.unit] = counted.get(team.unit, 0) + count
    for number, count in counted.items():
        unit = play.state.units[number]
        if not unit.alive or not _may_be_marked(play.state, shelling, number):
            continue
        markers, over = divmod(count + left_over(play.state, number), PER_MARKER)
        keep(play, number, over)
        if markers:
            first = tuple(man for man in unit.men if man in hits)
            await suppress(play, number, markers, "fraley.barrage.fp-suppression", first=first)
