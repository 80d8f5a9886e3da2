"""What is measured of fire at one Unit before any die is rolled: who may be given hits, how they lie, who leads."""

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.basics.sight import Sighted, look
from sandtable.rulesets.fraley.basics.teams import REACH, between
from sandtable.rulesets.fraley.leaders.leaders import able_leaders
from sandtable.rulesets.fraley.state import Battle

from .allocation import CLOSE, GROUNDED, Field, Mark, Valid
from .concealment import cover_against, is_grounded
from .shots import Shot, Volley
from .targets import reach_at

Lines = dict[int, list[tuple[int, Sighted]]]  # by firing Team: what it makes of each Team that may be given hits


def survey(state: Battle, volley: Volley) -> Field:
    """Look from all who fire at all who may be given hits."""
    firers = tuple(dict.fromkeys(shot.team for shot in volley.shots))
    teams = (*state.units[volley.target].men, *volley.guests)
    teams = tuple(t for t in teams if state.layout.on_table(t) and (volley.only is None or t in volley.only))
    views = look(state, firers, teams) if firers and teams else [[] for _ in firers]
    lines = {firer: list(zip(teams, line, strict=True)) for firer, line in zip(firers, views, strict=True)}
    reached = [(shot, _reached(state, shot, lines[shot.team])) for shot in volley.shots]
    open_to = {team for _, seen in reached for team, _ in seen}
    valid = [_valid(state, team, lines) for team in teams if team in open_to]
    marks = [tuple([_mark(state, *one) for one in seen]) for shot, seen in reached if shot.at]
    led = [(firer, near) for firer in firers if volley.mode != "aimed" and (near := _leaders_near(state, firer))]
    return Field(tuple(valid), tuple(marks), tuple(led))


@rule("fraley.alloc.valid-team", "fraley.fire.through-friends")
def _reached(state: Battle, shot: Shot, line: list[tuple[int, Sighted]]) -> list[tuple[int, Sighted]]:
    """The Teams that a shot's Team sees within range, no friend between: Long Range counts if it was fired at that."""
    reach = reach_at(state.options.tables.weapons[shot.weapon], shot.gap)
    return [(team, one) for team, one in line if one.seen and one.friend < 0 and one.gap <= reach]


@rule("fraley.alloc.valid-team", "fraley.alloc.cover-order", "fraley.save.cover-judged")
def _valid(state: Battle, team: int, lines: Lines) -> Valid:
    """A Team that may be given hits, with the worst cover that it has from anybody who fires and sees it."""
    views = [one for line in lines.values() for other, one in line if other == team and one.seen]
    cover = min(cover_against(state, team, one, at_weapon=False) for one in views)
    return Valid(team, GROUNDED if is_grounded(state, team) else cover, cover)


@rule("fraley.alloc.cover-order", "fraley.armor.close-range", "fraley.armor.flank")
def _mark(state: Battle, team: int, one: Sighted) -> Mark:
    """A Team as an AT weapon has it before it."""
    cover = cover_against(state, team, one, at_weapon=True)
    order = GROUNDED if is_grounded(state, team) else cover
    return Mark(team, order, cover, one.gap <= CLOSE, one.faced, one.faced_turret)


@rule("fraley.leader.direct-fire")
def _leaders_near(state: Battle, team: int) -> tuple[int, ...]:
    """The leaders in command of a Team, within 2" of it, who have not used their ability."""
    able = able_leaders(state, team)
    return tuple(one for one in able if one != team and between(state, one, team) <= REACH)
