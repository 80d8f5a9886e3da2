"""Risk factors of the solo infantry: every line of the list, and which of them hold."""

from typing import NamedTuple

from sandtable.geometry.angle import in_arc
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt
from sandtable.rulesets.skirmish41.basics.sight import eyes, shelter, teams_seen
from sandtable.rulesets.skirmish41.basics.terrain import HARD, SOFT
from sandtable.rulesets.skirmish41.basics.units import between, nearest_team, on_table, support
from sandtable.rulesets.skirmish41.move.flight import bearing_between, known_enemies, middle
from sandtable.rulesets.skirmish41.nerve.suppression import officer_near
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

NEAR, SIX, FAR = inches(12), inches(6), inches(24)
HEAVY_FIRE = ("mortar", "flame")
HALT, ADVANCE, ATTACK, RETREAT, ROUT, GO_ON = "halt", "advance", "attack", "retreat", "rout", "carry on"
IN_COVER = "halt in cover"
FORWARD = (ADVANCE, ATTACK)


class Situation(NamedTuple):
    """Everything that the risk factor of a team is made of. Where a line has several causes it says which holds."""

    routing: bool = False
    heavy_fire: str = ""
    command: str = ""
    quarters: int = 0
    no_nco: bool = False
    under_fire: bool = False
    flanked: str = ""
    losing: bool = False
    officer: bool = False
    afv: bool = False
    friends: bool = False
    support: bool = False
    soft_cover: bool = False
    advancing: bool = False
    hard_cover: bool = False
    winning: bool = False
    quiet: bool = False


@rule("sk.risk.rout", "sk.risk.outnumbered-fire", "sk.risk.command", "sk.risk.losses", "sk.risk.no-nco")
@rule("sk.risk.under-fire", "sk.risk.flanked-retiring", "sk.risk.losing", "sk.risk.officer", "sk.risk.afv")
@rule(
    "sk.risk.friends",
    "sk.risk.support-soft-cover",
    "sk.risk.advancing-hard-cover",
    "sk.risk.winning",
    "sk.risk.no-enemy",
)
def risk_terms(one: Situation, options: Options) -> tuple[Modifier, ...]:
    """The terms of a risk factor: what adds to it, and what takes from it."""
    advancing, table = one.advancing and not one.support, options.tables.risk
    found = (
        (one.routing, table.rout.because("in rout")),
        (bool(one.heavy_fire), table.outnumbered_fire.because(one.heavy_fire)),
        (bool(one.command), table.command.because(one.command)),
        (one.quarters > 0, table.losses.because(_lost(one.quarters), one.quarters)),
        (one.no_nco, table.no_nco.because("no NCO")),
        (one.under_fire, table.under_fire.because("under fire")),
        (bool(one.flanked), table.flanked_retiring.because(one.flanked)),
        (one.losing, table.losing.because("losing a firefight")),
        (one.officer, table.officer.because("officer near")),
        (one.afv, table.afv.because("friendly AFV near")),
        (one.friends, table.friends.because("friends near")),
        (
            one.support or one.soft_cover,
            table.support_soft_cover.because("support weapon" if one.support else "in soft cover"),
        ),
        (
            advancing or one.hard_cover,
            table.advancing_hard_cover.because("advancing" if advancing else "stationary in hard cover"),
        ),
        (one.winning, table.winning.because("winning a firefight")),
        (one.quiet, table.no_enemy.because("no enemy in sight")),
    )
    return tuple(felt(term for holds, term in found if holds))


def _lost(quarters: int) -> str:
    return ("a quarter", "half", "three quarters", "all")[min(quarters, 4) - 1] + " lost"


@rule("sk.risk.advancing-hard-cover")
def holds_on(*, routing: bool, retiring: bool) -> bool:
    """Whether a team has anything of its cover, or of going forward: who routs or retires has not."""
    return not routing and not retiring


def situation_of(state: Battle, number: int, *, routed: bool = False) -> Situation:
    """How a solo team stands; `routed` if it has only just rallied."""
    unit = state.units[number]
    support_weapon = unit.card.kind == "gun" or _heavy_mg(state, number)
    covers = [shelter(state, body) for body in unit.bodies]
    holds = holds_on(routing=unit.routing, retiring=unit.retiring)
    return Situation(
        routing=unit.routing or routed,
        heavy_fire=_heavy_fire(state, number),
        command=_command(state, number),
        quarters=_quarters(state, number),
        no_nco=not support(state, number) and not _has_nco(state, number),
        under_fire=bool(unit.shot_by),
        flanked="enemy to flank or rear" if flanked(state, number) else _retiring_near(state, number),
        losing=unit.foe >= 0 and unit.took > unit.gave,
        officer=officer_near(state, number),
        afv=_afv_near(state, number),
        friends=_friends_near(state, number),
        support=support_weapon,
        soft_cover=not support_weapon and bool(covers) and all(covers) and SOFT in covers,
        advancing=holds and unit.action in FORWARD,
        hard_cover=holds and bool(covers) and all(cover == HARD for cover in covers),
        winning=unit.foe >= 0 and unit.gave > unit.took,
        quiet=not enemies_seen(state, number) and not _friends_retreating(state, number),
    )


def _heavy_mg(state: Battle, number: int) -> bool:
    arms = [arm for man in state.units[number].men for arm in state.figures[man].arms]
    return any(arm in {"mmg", "hmg"} for arm in arms)


@rule("sk.risk.outnumbered-fire")
def _heavy_fire(state: Battle, number: int) -> str:
    """The fire that weighs double: of mortars, flame or AFVs, or of twice as many figures as the team has."""
    unit = state.units[number]
    for harm in unit.shot_by:
        if harm.afv:
            return "fire of an AFV"
        if harm.what in HEAVY_FIRE:
            return f"{harm.what} fire"
    many = _firers(state, number)
    return "fire of double its numbers" if many and many >= 2 * len(unit.men) else ""


def _firers(state: Battle, number: int) -> int:
    """How many figures have shot at a team: a team that fires twice does not become more."""
    volleys: dict[int, list[int]] = {}
    for harm in state.units[number].shot_by:
        volleys.setdefault(harm.team, []).append(harm.figures)
    found = 0
    for team, many in volleys.items():
        most = len(state.units[team].men) if team >= 0 else sum(many)
        found += min(sum(many), max(most, *many))
    return found


@rule("sk.risk.command")
def _command(state: Battle, number: int) -> str:
    unit = state.units[number]
    if unit.card.has("command"):
        return "command group"
    return "one action a figure" if all(state.figures[man].rating == 1 for man in unit.men) else ""


@rule("sk.risk.losses")
def _quarters(state: Battle, number: int) -> int:
    """Full quarters of the original figures that are wounded, disabled or killed."""
    unit = state.units[number]
    return quarters_hurt(unit.strength, unit.strength - casualties_of(state, number), 0)


def casualties_of(state: Battle, number: int) -> int:
    """The figures of a team that are casualties: wounded, or no longer in the fight."""
    unit = state.units[number]
    return max(0, unit.strength - len(unit.men)) + sum(state.figures[man].wounds > 0 for man in unit.men)


@rule("sk.risk.losses")
def quarters_hurt(strength: int, left: int, wounded: int) -> int:
    """Full quarters of a team that are wounded or out of the fight."""
    return 4 * (max(0, strength - left) + wounded) // strength


def _has_nco(state: Battle, number: int) -> bool:
    return any(state.figures[man].role in {"NCO", "officer"} for man in state.units[number].men)


def enemies_seen(state: Battle, number: int) -> list[int]:
    """The enemies that a team knows of and sees."""
    foes = known_enemies(state, state.units[number].side)
    return teams_seen(state, eyes(state, number), foes)


@rule("sk.gap.solo-facing", "sk.risk.flanked-retiring")
def flanked(state: Battle, number: int) -> bool:
    """Whether an enemy other than the nearest is seen behind the line through a team across its facing."""
    seen = enemies_seen(state, number)
    first = nearest_team(state, number, known_enemies(state, state.units[number].side))
    if first is None or not seen:
        return False
    here = middle(state, number)
    facing = bearing_between(here, middle(state, first))
    others = (middle(state, foe) for foe in seen if foe != first)
    return any(not in_arc(facing, 900, x - here[0], y - here[1]) for x, y in others)


@rule("sk.risk.flanked-retiring")
def _retiring_near(state: Battle, number: int) -> str:
    """Whether the team itself or another is retiring within 24 inches."""
    unit = state.units[number]
    if unit.retiring:
        return "retiring"
    near = any(between(state, number, other) <= FAR for other in _retiring_friends(state, number))
    return "friends retiring" if near else ""


@rule("sk.risk.no-enemy")
def _friends_retreating(state: Battle, number: int) -> bool:
    """Whether a team sees friends retreat, however far off."""
    return bool(teams_seen(state, eyes(state, number), _retiring_friends(state, number)))


def _retiring_friends(state: Battle, number: int) -> list[int]:
    units = state.units
    return [other for other in on_table(state, units[number].side) if other != number and units[other].retiring]


@rule("sk.risk.afv")
def _afv_near(state: Battle, number: int) -> bool:
    return any(
        other != number
        and state.units[other].mounted
        and state.units[other].card.armoured
        and not is_damaged(state, other)
        and between(state, number, other) <= NEAR
        for other in on_table(state, state.units[number].side)
    )


@rule("sk.risk.friends")
def _friends_near(state: Battle, number: int) -> bool:
    return any(
        other != number and not state.units[other].retiring and between(state, number, other) <= SIX
        for other in on_table(state, state.units[number].side)
    )


def is_damaged(state: Battle, number: int) -> bool:
    """Whether a vehicle has suffered anything that lasts; its crew is another matter."""
    unit = state.units[number]
    return unit.immobile or bool(unit.wrecked) or not unit.optics
