"""Close combat: a round of it between people on foot, and free blows at whoever breaks off."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import LeavesView, Staged, Unfit, asks, field
from sandtable.rulesets.d10.melee.blows import Round, blows_of, for_breaking_off
from sandtable.rulesets.d10.melee.break_off import struck_leaving
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card, Kind

from .bare import Party, battle, commanded, hits_and_fate, staged
from .command import check_left
from .fields import (
    IN_CONTACT,
    LEAVES_TARGET,
    ON_FOOT,
    Leader,
    TargetCommand,
    TargetKind,
    TargetLeft,
    TargetPanicked,
    TargetWhole,
    Toughness,
    UnitCommand,
    UnitLeft,
    UnitPanicked,
    UnitWhole,
    foot_card,
)
from .melee import Stance, check_nerves, check_stances, fought, round_of

OurKind = Annotated[str, field("Kind", "of our unit", role="unit", fact="kind", choices=ON_FOOT)]
OurAssault = Annotated[int, field("AS", role="unit", fact="assault", ge=1, le=10)]
OurToughness = Annotated[int, field("Our T", role="unit", fact="toughness", ge=1, le=10)]
TheirAssault = Annotated[int, field("Their AS", role="target", fact="assault", ge=1, le=10)]
Strikers = Annotated[int, field("Models that strike", "in contact, or in contact with a friend who is", ge=1, le=20)]
Weapon = Annotated[str, field("Weapon", "its CC strength counts", choices=IN_CONTACT)]
Second = Annotated[int, field("Models with it", "besides", ge=0, le=9)]
OurStance = Annotated[Stance, field("We", "charged, counter-charged, or defend cover this round")]
TheirStance = Annotated[Stance, field("They", "charged, counter-charged, or defend cover this round")]


ROUND = (
    "d10.cc.sequence",
    "d10.cc.fight",
    "d10.cc.results",
    "d10.cc.table",
    "d10.cc.panicked",
    "d10.cc.charged",
    "d10.cc.counter-charged",
    "d10.cc.defending-cover",
    "d10.cc.opponent-panicked",
    "d10.range.cc",
    "d10.gap.combat-fight",
    "d10.gap.combat-result",
    "d10.morale.lost-combat",
    "d10.morale.unit-not-in-cc",
)
LEAVES_BOTH = (
    *LEAVES_TARGET,
    LeavesView("own_lost", "unit", "left", "subtract"),
    LeavesView("own_panicked", "unit", "panicked", "set"),
    LeavesView("own_routed", "unit", "routed", "set"),
    LeavesView("own_destroyed", "unit", "destroyed", "set"),
)


class OnFoot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Our unit in a combat, on foot."""

    kind: OurKind = "squad"
    assault: OurAssault = 4
    strikers: Strikers = 5
    weapon: Weapon = "rifle"
    second_weapon: Weapon = "smg"
    second: Second = 0
    toughness: OurToughness = 4
    left: UnitLeft = 9
    whole: UnitWhole = 9
    command: UnitCommand = 5
    leader: Leader = 0
    panicked: UnitPanicked = False
    stance: OurStance = "charged"


class Fighting(OnFoot, frozen=True, kw_only=True):
    """One round between two units on foot."""

    enemy_kind: TargetKind = "squad"
    enemy_assault: TheirAssault = 4
    enemy_strikers: Strikers = 5
    enemy_weapon: Weapon = "rifle"
    enemy_second_weapon: Weapon = "smg"
    enemy_second: Second = 0
    enemy_toughness: Toughness = 4
    enemy_left: TargetLeft = 9
    enemy_whole: TargetWhole = 9
    enemy_command: TargetCommand = 5
    enemy_leader: Leader = 0
    enemy_panicked: TargetPanicked = False
    enemy_stance: TheirStance = "none"


def check_numbers(kind: str, strikers: int, second: int, left: int, field: str) -> int:
    """How many are in the combat; refuses more than there are."""
    total = strikers + second
    if kind == "individual":
        if total > 1:
            raise Unfit(field, "an individual is a single model [d10.morale.two-kinds]")
    elif total > left:
        raise Unfit(field, f"{total} are to strike, and {left} models are left")
    return total


def ours(given: OnFoot) -> Party:
    """Our unit in a combat, its strikers first."""
    check_left(given.left, given.whole)
    check_nerves(given.stance, "stance", panicked=given.panicked)
    card = card_of(given.kind, given.assault, given.toughness, given.command, given.leader, given.whole)
    arms = (given.weapon, given.strikers), (given.second_weapon, given.second)
    return Party("We", card, given.left, given.whole, arms, panicked=given.panicked)


def _theirs(given: Fighting) -> Party:
    check_left(given.enemy_left, given.enemy_whole, "enemy_left")
    check_nerves(given.enemy_stance, "enemy_stance", panicked=given.enemy_panicked)
    card = card_of(
        given.enemy_kind, given.enemy_assault, given.enemy_toughness, given.enemy_command, given.enemy_leader,
        given.enemy_whole,
    )  # fmt: skip
    arms = (given.enemy_weapon, given.enemy_strikers), (given.enemy_second_weapon, given.enemy_second)
    return Party("They", card, given.enemy_left, given.enemy_whole, arms, panicked=given.enemy_panicked)


def card_of(kind: str, assault: int, toughness: int, command: int, leader: int, whole: int) -> Card:
    """The card of a unit on foot in a combat."""
    known: Kind = msgspec.convert(kind, Kind)
    return commanded(foot_card(known, assault=assault, toughness=toughness, command=command, whole=whole), leader)


@asks("close-combat", "A round of close combat", clauses=ROUND, leaves=LEAVES_BOTH)
def close_combat(given: Fighting, options: Options) -> Staged:
    """A round of close combat between two units on foot: losses on both sides, who lost it, morale."""
    state = battle(options, ours(given), _theirs(given))
    check_stances(options, (given.stance, given.enemy_stance), ("stance", "enemy_stance"))
    strikers = (
        check_numbers(given.kind, given.strikers, given.second, given.left, "strikers"),
        check_numbers(given.enemy_kind, given.enemy_strikers, given.enemy_second, given.enemy_left, "enemy_strikers"),
    )
    men = [unit.men[:count] for unit, count in zip(state.units, strikers, strict=True)]
    now = round_of(given.stance, given.enemy_stance)
    return fought(state, men, [*blows_of(state, 0, 1, men[0], now), *blows_of(state, 1, 0, men[1], now)])


# ---- breaking off


class Leaving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit on foot that breaks off, and those in contact with it."""

    assault: Annotated[int, field("AS", "of those who strike", role="unit", fact="assault", ge=1, le=10)] = 4
    strikers: Annotated[int, field("Models that strike", "those in contact, once each", ge=1, le=20)] = 3
    weapon: Weapon = "rifle"
    second_weapon: Weapon = "smg"
    second: Second = 0
    by_vehicle: Annotated[bool, field("A vehicle strikes", "with strength 4, instead of these")] = False
    panicked: Annotated[bool, field("Strikers panicked", role="unit", fact="panicked")] = False
    enemy_kind: TargetKind = "squad"
    enemy_assault: TheirAssault = 4
    enemy_toughness: Toughness = 4
    enemy_left: TargetLeft = 9
    enemy_whole: TargetWhole = 9
    exposed: Annotated[
        int, field("May be hit", "models of it that are in the combat; 0 for all of them", ge=0, le=20)
    ] = 0
    enemy_command: TargetCommand = 5
    enemy_leader: Leader = 0
    enemy_panicked: TargetPanicked = False


@asks(
    "free-blows",
    "Free blows",
    clauses=("d10.gap.break-off", "d10.cc.table", "d10.cc.opponent-panicked", "d10.morale.unit-not-in-cc"),
    leaves=(
        LeavesView("lost", "target", "left", "subtract"),
        LeavesView("destroyed", "target", "destroyed", "set"),
    ),
)
def free_blows(given: Leaving, options: Options) -> Staged:
    """A unit breaks off: what do the blows at its back cost it?"""
    check_left(given.enemy_left, given.enemy_whole, "enemy_left")
    if given.exposed > given.enemy_left and given.enemy_kind != "individual":
        raise Unfit("exposed", f"{given.enemy_left} models are left")
    theirs = card_of(
        given.enemy_kind, given.enemy_assault, given.enemy_toughness, given.enemy_command, given.enemy_leader,
        given.enemy_whole,
    )  # fmt: skip
    arms = (given.weapon, given.strikers), (given.second_weapon, given.second)
    strikers = 1 if given.by_vehicle else given.strikers + given.second
    card = foot_card("vehicle" if given.by_vehicle else "squad", assault=given.assault)
    state = battle(
        options,
        Party("We", card, strikers, strikers, () if given.by_vehicle else arms, panicked=given.panicked),
        Party("They", theirs, given.enemy_left, given.enemy_whole, panicked=given.enemy_panicked),
    )
    blows = tuple(blows_of(state, 0, 1, state.units[0].men, Round(), plus=for_breaking_off(options), once=True))
    men = state.units[1].men[: given.exposed or None]
    return staged(state, lambda play: struck_leaving(play, 1, blows, men), hits_and_fate(state, 1))
