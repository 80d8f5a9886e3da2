"""Close combat: one side strikes.

Every Team with an enemy within two inches takes its Training Checks, and whoever is struck is removed; Armored Teams save
on their Flank.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from sandtable.dice.roll import Roll
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.play.stage import last, returned, stage, then, thrown
from sandtable.rulesets.fraley.basics.teams import REACH, afoot, armoured, arms, between, tank_assault, vehicle_of, who
from sandtable.rulesets.fraley.basics.training import check_roll, granted, may_grant, needed_by
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.machines import armour
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.sheet import Vehicle
from sandtable.rulesets.fraley.state import Battle, Team

from .victims import as_many, choose_victims


class Party(msgspec.Struct, frozen=True):
    """A Unit in an assault, Teams of a CC or an FO that belong to it meanwhile, and Teams that have taken part.

    If it `stands`, its owner has said beforehand that it counter-attacks whenever it may.
    """

    unit: int
    guests: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()
    stands: bool = False

    def joined_by(self, teams: Sequence[int]) -> "Party":
        """The same with more Teams that have taken part."""
        return replace(self, fought=tuple(sorted({*self.fought, *teams})))


class Blow(msgspec.Struct, frozen=True):
    """Dice that are rolled together: who strikes, how many dice each, and whom a success may fall upon.

    Against a Tank Team (`tank`) there is but one; `handheld` are infantry AT weapons.
    """

    teams: tuple[int, ...]
    dice: int
    at: tuple[int, ...]
    tank: bool = False
    handheld: bool = False


def members(state: Battle, party: Party) -> tuple[int, ...]:
    """The Teams of a party that are left."""
    return (*afoot(state, party.unit), *(one for one in party.guests if state.layout.on_table(one)))


def survivors(state: Battle, party: Party) -> Party:
    """A party that remembers of those who have taken part only who is left: fights that come to the same are the same."""
    left = members(state, party)
    return replace(party, fought=tuple(one for one in party.fought if one in left))


def units_of(state: Battle, party: Party) -> tuple[int, ...]:
    """The Units of a party: its own, and those of its guests."""
    return (party.unit, *sorted({state.figures[one].unit for one in party.guests}))


# ---- who strikes at whom


@rule("fraley.assault.kill-check", "fraley.assault.counter-guns", "fraley.assault.no-tank-vs-tank")
def in_reach(state: Battle, figure: int, foes: Sequence[int]) -> tuple[int, ...]:
    """The enemies that a Team may strike at: within two inches, Tank Teams not at Tank Teams, the unarmed at nobody."""
    team = state.figures[figure]
    if not team.weapons:
        return ()
    return tuple(
        foe
        for foe in foes
        if between(state, figure, foe) <= REACH
        and (state.figures[foe].kind != "tank" or tank_assault_dice(team, state.options) > 0)
    )


@rule("fraley.assault.tank-assault-rolls", "fraley.assault.no-tank-vs-tank")
def tank_assault_dice(team: Team, options: Options) -> int:
    """How many Training Checks a Team takes against a Tank Team: its Tank Assault rating; a Tank Team has none."""
    return 0 if team.kind == "tank" else tank_assault(team, options)


@rule("fraley.tank.inf-at-reroll-assault")
def handheld(team: Team, options: Options) -> bool:
    """Whether a Team's rating is that of an infantry AT weapon."""
    best = tank_assault(team, options)
    return any(weapon.infantry_at and weapon.ta == best for weapon in arms(team, options))


@rule("fraley.assault.tank-assault-rolls", "fraley.assault.tanks-vs-foot", "fraley.assault.counter-strike")
async def blows(play: Play[Battle], party: Party, against: Party) -> tuple[Blow, ...]:
    """All blows of a party: Teams with the same enemies in reach roll together.

    Who could strike at a Tank Team or at others, or at several Tank Teams, is asked which.
    """
    state = play.state
    foes = members(state, against)
    on_foot: dict[tuple[int, ...], list[int]] = {}
    at_tanks: list[Blow] = []
    for figure in members(state, party):
        near = in_reach(state, figure, foes)
        if not near:
            continue
        team = state.figures[figure]
        tanks = [foe for foe in near if state.figures[foe].kind == "tank"]
        others = tuple(foe for foe in near if foe not in tanks)
        tank = await _which(state, figure, tanks, mixed=bool(others)) if tanks else None
        if tank is None:
            on_foot.setdefault(others, []).append(figure)
        else:
            dice, at = tank_assault_dice(team, state.options), handheld(team, state.options)
            at_tanks.append(Blow((figure,), dice, (tank,), tank=True, handheld=at))
    found = [Blow(tuple(teams), 1, at) for at, teams in on_foot.items()]
    return (*found, *_pooled(at_tanks))


def _pooled(single: Sequence[Blow]) -> list[Blow]:
    """Blows at tanks, those of one die each at the same Tank Team with the same effect together."""
    found: list[Blow] = []
    for blow in single:
        same = next(
            (
                place
                for place, one in enumerate(found)
                if blow.dice == one.dice == 1 and (blow.at, blow.handheld) == (one.at, one.handheld)
            ),
            None,
        )
        if same is None:
            found.append(blow)
        else:
            one = found[same]
            found[same] = Blow(one.teams + blow.teams, 1, one.at, tank=True, handheld=one.handheld)
    return found


async def _which(state: Battle, figure: int, tanks: Sequence[int], *, mixed: bool) -> int | None:
    """Which Tank Team a Team strikes at; None for the others in its reach."""
    values: dict[str, int | None] = {f"m{tank}": tank for tank in tanks}
    if mixed:
        values["others"] = None
    if len(values) == 1:
        return tanks[0]
    nearest = min(tanks, key=lambda tank: (between(state, figure, tank), tank))
    brave = not mixed or tank_assault(state.figures[figure], state.options) > 1
    choices = OneOf(
        values,
        label=lambda tank: "the other Teams in reach" if tank is None else who(state, tank),
        points=lambda tank: None if tank is None else OnTable(figure=tank),
    )
    return await ask_seat(
        state.sides[figure],
        "strike at",
        choices,
        f"{who(state, figure)}: strike at which Tank Team?",
        "fraley.assault.tank-assault-rolls",
        unit=state.figures[figure].unit,
        usual=f"m{nearest}" if brave else "others",
    )


# ---- the dice


def count_of(teams: int) -> str:
    """So many Teams, in words."""
    return "1 Team" if teams == 1 else f"{teams} Teams"


@rule("fraley.assault.kill-check", "fraley.assault.counter-strike", "fraley.assault.tank-assault-rolls")
def blow_roll(needed: int, dice: int, *, why: str, seat: int, tank: bool = False, again: bool = False) -> Roll[int]:
    """The Training Checks of a blow: how many succeed. The number is the fighting Unit's own, unmodified."""
    clause = "fraley.assault.tank-assault-rolls" if tank else "fraley.assault.kill-check"
    because = (clause, "fraley.cc.reroll") if again else (clause,)
    said = f"{why}, again for the CC" if again else why
    step = "Tank Assault" if tank else "to strike"
    return check_roll(needed, said, seat, *because, dice=dice, step=step)


async def roll_blows(
    needed: int, dice: tuple[int, ...], *, whys: tuple[str, ...], tanks: tuple[bool, ...], seat: int
) -> tuple[int, ...]:
    """All checks of a strike, blow by blow: how many of each succeed."""
    scores: list[int] = []
    for count, why, tank in zip(dice, whys, tanks, strict=True):
        rolled = await blow_roll(needed, count, why=why, seat=seat, tank=tank)
        scores.append(rolled.value)
    return tuple(scores)


def why_of(state: Battle, unit: int, blow: Blow) -> str:
    """What a blow is rolled for."""
    return f"{state.units[unit].name} strikes at {who(state, blow.at[0]) if blow.tank else 'Teams in reach'}"


@stage
async def strike(play: Play[Battle], party: Party, against: Party) -> tuple[int, ...]:
    """One side strikes; gives the Teams that did."""
    struck = await blows(play, party, against)
    if not struck:
        return ()
    state = play.state
    teams = tuple(sorted(team for blow in struck for team in blow.teams))
    tells = {"at": state.units[against.unit].name, "strikers": count_of(len(teams))}
    shows = shows_at(*units_of(state, against))
    play.tell("struck", "fraley.assault.kill-check", unit=party.unit, tells=tells, shows=shows)
    dice = thrown(
        play,
        roll_blows,
        needed_by(state, party.unit),
        tuple(blow.dice * len(blow.teams) for blow in struck),
        whys=tuple(why_of(state, party.unit, blow) for blow in struck),
        tanks=tuple(blow.tank for blow in struck),
        seat=state.units[party.unit].side,
    )
    landed: tuple[int, ...] = await returned(then(dice, play, _land, teams, struck, party, against))
    return landed


@stage
async def _land(
    play: Play[Battle],
    scores: tuple[int, ...],
    teams: tuple[int, ...],
    struck: tuple[Blow, ...],
    party: Party,
    against: Party,
) -> tuple[int, ...]:
    """What the checks of a strike come to; gives the Teams that struck."""
    scores = await _reroll(play, party, struck, scores)
    play.note(party.unit, "successes", sum(scores))
    await _remove(play, party, against, struck, scores)
    at_tanks = [(blow, score) for blow, score in zip(struck, scores, strict=True) if blow.tank and score]
    await last(_at_tanks(play, party, tuple(at_tanks)), teams)
    return teams


@stage
async def _at_tanks(play: Play[Battle], party: Party, left: tuple[tuple[Blow, int], ...]) -> None:
    """Successes against Tank Teams, blow by blow; a stage for each, so that a forecast goes on from what is the same."""
    if left:
        await _at_tank(play, party, *left[0])
        await last(_at_tanks(play, party, left[1:]))


@rule("fraley.cc.reroll", "fraley.assault.kill-check")
async def _reroll(play: Play[Battle], party: Party, struck: Sequence[Blow], scores: Sequence[int]) -> tuple[int, ...]:
    """The CC may have one die that failed rolled again, where it could still do something."""
    state = play.state
    failed = [place for place in range(len(struck)) if _gains(struck, scores, place)]
    if (
        not failed
        or may_grant(state, party.unit) is None
        or not await granted(play, party.unit, "a strike", needed_by(state, party.unit))
    ):
        return tuple(scores)
    place = await _which_die(state, party, struck, failed) if len(failed) > 1 else failed[0]
    blow = struck[place]
    why, seat = why_of(state, party.unit, blow), state.units[party.unit].side
    rolled = await blow_roll(needed_by(state, party.unit), 1, why=why, seat=seat, tank=blow.tank, again=True)
    return tuple(score + (rolled.value if one == place else 0) for one, score in enumerate(scores))


def _gains(struck: Sequence[Blow], scores: Sequence[int], place: int) -> bool:
    """Whether one success more of a blow that has failed dice left would do anything."""
    blow = struck[place]
    if scores[place] == blow.dice * len(blow.teams):
        return False
    if blow.tank:
        return True
    more = [score + (one == place) for one, score in enumerate(scores)]
    return _kills(struck, more) > _kills(struck, scores)


def _kills(struck: Sequence[Blow], scores: Sequence[int]) -> int:
    """How many Teams successes on foot remove."""
    successes = _successes(struck, scores)
    return len(as_many(successes, sorted({victim for reach in successes for victim in reach})))


def _successes(struck: Sequence[Blow], scores: Sequence[int]) -> list[tuple[int, ...]]:
    """What each success against Teams other than tanks may remove."""
    return [blow.at for blow, score in zip(struck, scores, strict=True) if not blow.tank for _ in range(score)]


async def _which_die(state: Battle, party: Party, struck: Sequence[Blow], failed: Sequence[int]) -> int:
    """Whose failed die is rolled again."""
    choices = OneOf(
        {f"m{struck[place].teams[0]}": place for place in failed},
        label=lambda place: who(state, struck[place].teams[0]),
        points=lambda place: OnTable(figure=struck[place].teams[0]),
    )
    return await ask_seat(
        state.units[party.unit].side,
        "reroll die",
        choices,
        "Whose die is rolled again?",
        "fraley.cc.reroll",
        unit=party.unit,
        usual=f"m{struck[failed[0]].teams[0]}",
    )


# ---- what they do


@rule("fraley.assault.no-saves", "fraley.assault.kill-check")
async def _remove(
    play: Play[Battle], party: Party, against: Party, struck: Sequence[Blow], scores: Sequence[int]
) -> None:
    """Every success on foot removes an enemy Team, without any Save."""
    successes = _successes(struck, scores)
    if not successes:
        return
    victims = await choose_victims(play, party.unit, against.unit, successes)
    await lose(play, victims, "fraley.assault.kill-check", "fraley.assault.no-saves", why="in close combat")


@rule("fraley.assault.tank-save", "fraley.tank.inf-at-reroll-assault")
def save_rerolls(state: Battle, figure: int, blow: Blow) -> int:
    """What is rolled again of a Tank Team's Saves in close combat: 1 passed ones, -1 failed ones, 0 none or both."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    assert vehicle is not None
    return flank_rerolls(state.options, vehicle, handheld=blow.handheld)


def flank_rerolls(options: Options, vehicle: Vehicle, *, handheld: bool) -> int:
    """The same by its stat line, against an infantry AT weapon or not."""
    noted = handheld and "infantry-at-reroll" in vehicle.traits and options.inf_at_reroll_in_assault
    return int(options.close_range_reroll_in_assault) - int(noted)


@stage
@rule("fraley.assault.tank-save", "fraley.gap.soft-skinned", "fraley.assault.tank-assault-rolls")
async def _at_tank(play: Play[Battle], party: Party, blow: Blow, score: int) -> None:
    """Successes against a Tank Team: Flank Saves and the Vehicle Damage Table; a soft-skinned one is destroyed."""
    state = play.state
    tank = blow.at[0]
    if not state.layout.on_table(tank):
        return
    if not armoured(state.figures[tank]):
        await lose(play, (tank,), "fraley.assault.tank-assault-rolls", "fraley.gap.soft-skinned", why="in close combat")
        return
    because = ("fraley.assault.tank-save", "fraley.tank.inf-at-reroll-assault")
    why = f"{who(state, tank)}: Flank Saves in close combat"
    needed = armour.flank_of(state, tank)
    saved = await armour.save_roll(state, tank, needed, score, why, *because, reroll=save_rerolls(state, tank, blow))
    seat = state.units[party.unit].side
    # One suppression an attacking Team at most: who struck with one die each rolls damage for himself.
    parts = [1] * saved.value if blow.dice == 1 else [saved.value] * bool(saved.value)
    for failed in parts:
        if play.state.layout.on_table(tank):
            await armour.damage(play, tank, failed, seat, "fraley.assault.tank-save", why="in close combat")
