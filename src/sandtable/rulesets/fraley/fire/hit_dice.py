"""Dice To Hit: AT weapons each on their own, the others pooled; Aimed Fire, and fire that a leader directs."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, Self

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.grammar import whose
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import reasons_of
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.choosing import likeness
from sandtable.rulesets.fraley.basics.offers import Directing
from sandtable.rulesets.fraley.basics.teams import called
from sandtable.rulesets.fraley.basics.training import IMPOSSIBLE
from sandtable.rulesets.fraley.leaders import leaders
from sandtable.rulesets.fraley.state import Battle

from .allocation import CLOSE, Allotted
from .shots import Shot, Volley
from .to_hit import least_face, said, spoils_saves

SIDES = 6
NOBODY = "nobody"

Led = tuple[tuple[int, tuple[int, ...]], ...]  # by firing Team: the leaders near it
Misses = dict[int, tuple[tuple[int, int], ...]]  # by Team: missed dice, and what each needs


class Throw(NamedTuple):
    """Dice that are thrown together: who throws how many, what each needs, and for which AT weapon (-1: the pool).

    `harsh` hits have passed Saves rolled again.
    """

    teams: tuple[int, ...]
    needed: int
    dice: int
    weapon: int
    harsh: bool
    name: str
    because: tuple[str, ...]
    reasons: tuple[Modifier, ...] = ()  # that all of them have
    aloud: str = ""  # where they differ


class Hits(tuple[int, ...]):  # noqa: SLOT001  # a tuple of any length has no room for slots
    """Hits of weapons in turn, equal to any others if as many weapons of each kind hit as often.

    Weapons at one Team go together, in their order: it is a whole Team that may be exchanged for another.
    """

    key: Hashable

    def __new__(cls, hits: Iterable[int], kinds: Sequence[int], teams: Sequence[int] | None = None) -> Self:
        """The hits, of which kind each weapon is, and at which Team, where several are at one."""
        made = super().__new__(cls, hits)
        at: dict[int, list[tuple[int, int]]] = {}
        for place, one in enumerate(zip(kinds, made, strict=True)):
            at.setdefault(place if teams is None else teams[place], []).append(one)
        made.key = tuple(sorted(map(tuple, at.values())))
        return made

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Hits) else tuple(self) == other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key)


class Scored(NamedTuple):
    """What came of all dice: hits of each AT weapon in turn, and pooled hits, plain and harsh."""

    weapons: tuple[int, ...]
    plain: int
    harsh: int


@rule("fraley.hit.one-or-less", "fraley.fire.dice")
def to_hit_roll(
    needed: int,
    dice: int,
    why: str,
    seat: int,
    *because: str,
    reasons: tuple[Modifier, ...] = (),
    aloud: str = "",
    step: str = "to hit",
) -> Roll[int]:
    """Dice against a number To Hit, as the modifiers make it: how many hit. A 1 always misses."""
    cited = ("fraley.fire.dice", *because)
    reading = AtLeast(least_face(needed))
    return Roll(
        dice,
        SIDES,
        reading,
        why=why,
        because=cited,
        seat=seat,
        needs=said(needed, reasons),
        aloud=aloud,
        step=step,
        modifiers=reasons,
    )


def hit_roll(state: Battle, volley: Volley, throw: Throw, dice: int, *because: str, again: str = "") -> Roll[int]:
    """The dice of a throw, or those of it that are rolled again."""
    firer = state.units[volley.firer]
    fires = f"{whose(firer.name)} {throw.name}" if throw.name else firer.name
    why = f"{fires} at {state.units[volley.target].name}{again}"
    return to_hit_roll(
        throw.needed, dice, why, firer.side, *throw.because, *because, reasons=throw.reasons, aloud=throw.aloud
    )


# ---- what is thrown together


@rule("fraley.leader.direct-fire", "fraley.leader.direct-fire-aimed")
def directors(state: Battle, volley: Volley, led: Led) -> dict[int, list[int]]:
    """The leaders who could direct the fire of each firing Team: in command of it, near it, their ability unused."""
    if volley.mode == "aimed":
        return {}
    found = {}
    for team, near in led:
        able = leaders.able_leaders(state, team)
        if any(one in able for one in near):
            found[team] = sorted([one for one in near if one in able], key=lambda one: (is_cc(state, one), one))
    return found


def is_cc(state: Battle, figure: int) -> bool:
    """Whether a leader is the Company Commander: a Platoon Leader's ability is spent first."""
    return not state.units[state.figures[figure].unit].counts


@rule("fraley.armor.close-range", "fraley.hit.one-or-less")
def is_harsh(state: Battle, shot: Shot) -> bool:
    """Whether pooled hits of a shot have passed Saves rolled again: it needed 1 or less, or came from 18" or closer."""
    return spoils_saves(shot.needed) or (state.options.close_range_reroll == "all_saves" and shot.gap <= CLOSE)


@rule("fraley.at.separate-dice", "fraley.fire.dice")
def throws_of(
    state: Battle, allotted: Sequence[Allotted], pooled: Sequence[Shot], apart: Sequence[int]
) -> tuple[Throw, ...]:
    """All throws of a volley: one for each AT weapon, one for each Team `apart`, one for all others by needed number."""
    found: list[Throw] = []
    for place, one in enumerate(allotted):
        if one.dice:
            name = weapons()[one.shot.weapon].title
            cited = ("fraley.at.separate-dice", "fraley.at.half-fp", *_clauses([one.shot]))
            shot = one.shot
            found.append(
                Throw(
                    (shot.team,),
                    shot.needed,
                    one.dice,
                    place,
                    harsh=False,
                    name=name,
                    because=cited,
                    reasons=shot.modifiers,
                )
            )
    groups: dict[tuple[int, bool, int], list[Shot]] = {}
    for shot in pooled:
        if shot.fp:
            key = shot.needed, is_harsh(state, shot), shot.team if shot.team in apart else -1
            groups.setdefault(key, []).append(shot)
    for (needed, harsh, team), shots in groups.items():
        name = state.figures[team].role if team >= 0 else ""
        who = tuple(dict.fromkeys(shot.team for shot in shots))
        alike = len({shot.modifiers for shot in shots}) == 1
        reasons = shots[0].modifiers if alike else ()
        aloud = "" if alike else f"{least_face(needed)}+ ({reasons_of(shot.modifiers for shot in shots)})"
        found.append(
            Throw(who, needed, sum(shot.fp for shot in shots), -1, harsh, name, _clauses(shots), reasons, aloud)
        )
    return tuple(found)


def _clauses(shots: Sequence[Shot]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(modifier.clause for shot in shots for modifier in shot.modifiers))


# ---- the throws


@stage
@rule("fraley.action.aimed-fire")
async def roll_to_hit(play: Play[Battle], volley: Volley, allotted: tuple[Allotted, ...], led: Led = ()) -> Scored:
    """Throw all dice of a volley; misses are rolled again for Aimed Fire, or for a Team whose fire a leader directs."""
    able = directors(play.state, volley, led)
    pooled = [shot for shot in volley.shots if not shot.at]
    throws = throws_of(play.state, allotted, pooled, tuple(able))
    hits: list[int] = []
    for throw in throws:
        rolled = await hit_roll(play.state, volley, throw, throw.dice)
        hit = rolled.value
        if volley.mode == "aimed" and hit < throw.dice:
            missed = throw.dice - hit
            rolled = await hit_roll(
                play.state, volley, throw, missed, "fraley.action.aimed-fire", "fraley.leader.direct-fire-aimed",
                again=", aimed",
            )  # fmt: skip
            hit += rolled.value
        hits.append(hit)
    if able:
        await _direct(play, volley, led, throws, hits)
    return scored(throws, hits, targets_alike(play.state, volley, allotted), [one.team for one in allotted])


def targets_alike(state: Battle, volley: Volley, allotted: Sequence[Allotted]) -> tuple[int, ...]:
    """For each AT weapon the first that is like it: the same weapon at a Team that differs in nothing but its place.

    None is where other hits are dealt out besides, by cover, or where close combat follows: then places matter.
    """
    exchanged = not volley.told_apart and all(shot.at for shot in volley.shots)
    known: dict[Hashable, int] = {}
    found = []
    for place, one in enumerate(allotted):
        what: Hashable = place
        if exchanged:
            shot = one.shot.weapon, one.shot.needed, one.dice
            what = shot, one.cover, one.near, one.front, one.turret_front, likeness(state.figures[one.team])
        found.append(known.setdefault(what, place))
    return tuple(found)


def scored(throws: Sequence[Throw], hits: Sequence[int], kinds: tuple[int, ...], teams: Sequence[int]) -> Scored:
    """The hits sorted out: by AT weapon, and the pool; `kinds` says which weapons a forecast takes as alike, at `teams`."""
    each = [0] * len(kinds)
    pool = [0, 0]
    for throw, hit in zip(throws, hits, strict=True):
        if throw.weapon >= 0:
            each[throw.weapon] += hit
        else:
            pool[throw.harsh] += hit
    return Scored(Hits(each, kinds, teams), pool[0], pool[1])


@rule("fraley.leader.direct-fire", "fraley.leader.once-per-initiative", "fraley.roll.single-reroll")
async def _direct(play: Play[Battle], volley: Volley, led: Led, throws: tuple[Throw, ...], hits: list[int]) -> None:
    """Leaders may have missed dice of a Team rolled again, each leader once, no Team's dice twice."""
    done: list[int] = []
    while True:
        state = play.state
        able = directors(state, volley, led)
        open_ = {team: _gain(throws, hits, team) for team in able if team not in done}
        open_ = {team: gain for team, gain in open_.items() if gain}
        if not open_:
            return
        team = await _whom(play, volley, open_, able, {team: _misses(throws, hits, team) for team in open_})
        if team is None:
            return
        leader = able[team][0]
        role = state.figures[team].role
        leaders.spend(play, leader, f"directs the fire of the {role}", "fraley.leader.direct-fire", figures=(team,))
        done.append(team)
        for place, throw in enumerate(throws):
            if throw.teams == (team,) and (missed := throw.dice - hits[place]):
                again = await hit_roll(
                    play.state, volley, throw, missed, "fraley.leader.direct-fire", again=", directed"
                )
                hits[place] += again.value


def _gain(throws: tuple[Throw, ...], hits: list[int], team: int) -> int:
    """What a leader's direction of a Team promises: its misses, by their chance to hit."""
    return sum(missed * (IMPOSSIBLE - needed) for missed, needed in _misses(throws, hits, team))


def _misses(throws: tuple[Throw, ...], hits: list[int], team: int) -> tuple[tuple[int, int], ...]:
    """The missed dice of a Team, throw by throw, and what each needs."""
    mine = [(throw, hit) for throw, hit in zip(throws, hits, strict=True) if throw.teams == (team,)]
    return tuple((throw.dice - hit, least_face(throw.needed)) for throw, hit in mine if throw.dice > hit)


async def _whom(
    play: Play[Battle], volley: Volley, gains: dict[int, int], able: dict[int, list[int]], misses: Misses
) -> int | None:
    """The Team whose fire is directed; None for nobody. A CC usually keeps his ability for a Training Check."""
    state = play.state
    platoon = [team for team in gains if not is_cc(state, able[team][0])]
    best = max(platoon, key=lambda team: (gains[team], -team), default=None)
    values: dict[str, int | None] = {f"m{team}": team for team in gains}
    choices = Directing(
        misses,
        {**values, NOBODY: None},
        label=lambda team: "nobody's" if team is None else called(state, team),
        points=lambda team: None if team is None else OnTable(state.figures[team].unit, team),
    )
    return await ask(
        play,
        volley.firer,
        "direct",
        choices,
        "Whose misses are rolled again under the direction of a leader?",
        "fraley.leader.direct-fire",
        "fraley.leader.once-per-initiative",
        usual=NOBODY if best is None else f"m{best}",
    )
