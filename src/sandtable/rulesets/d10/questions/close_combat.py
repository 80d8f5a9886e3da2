"""Close combat: a round of it between people on foot, and free blows at whoever breaks off."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Unfit, field
from sandtable.rulesets.d10.blows import BREAKING_OFF, VEHICLE_STRENGTH, dice_each
from sandtable.rulesets.d10.charts import weapons
from sandtable.rulesets.d10.checks import say
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card, Kind
from sandtable.rulesets.d10.toughness import Hit

from .command import best, check_left
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
from .harm import losses, needed_to_harm
from .melee import (
    Fighter,
    Stance,
    blows_with,
    check_nerves,
    check_stances,
    fought,
    stance_modifiers,
    struck_by,
)

OurKind = Annotated[str, field("Kind", "of our unit", role="unit", fact="kind", choices=ON_FOOT)]
OurAssault = Annotated[int, field("AS", role="unit", fact="assault", ge=1, le=10)]
OurToughness = Annotated[int, field("Our T", role="unit", fact="toughness", ge=1, le=10)]
TheirAssault = Annotated[int, field("Their AS", role="target", fact="assault", ge=1, le=10)]
Strikers = Annotated[int, field("Models that strike", "in contact, or in contact with a friend who is", ge=1, le=20)]
Weapon = Annotated[str, field("Weapon", "its CC strength counts", choices=IN_CONTACT)]
Second = Annotated[int, field("Models with it", "besides", ge=0, le=9)]
OurStance = Annotated[Stance, field("We", "charged, counter-charged, or defend cover this round")]
TheirStance = Annotated[Stance, field("They", "charged, counter-charged, or defend cover this round")]


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


def struck_with(kind: str, *armed: tuple[str, int]) -> list[tuple[int, int, int]]:
    """Dice, strength and AT of models with these weapons."""
    each = dice_each(individual=kind == "individual")
    return [(each * count, weapons()[name].cc, 0) for name, count in armed]


def check_numbers(kind: str, strikers: int, second: int, left: int, field: str) -> int:
    """How many are in the combat; refuses more than there are."""
    total = strikers + second
    if kind == "individual":
        if total > 1:
            raise Unfit(field, "an individual is a single model [d10.morale.two-kinds]")
    elif total > left:
        raise Unfit(field, f"{total} are to strike, and {left} models are left")
    return total


def _sides(given: Fighting, options: Options) -> tuple[Fighter, Fighter]:
    """Both units with their blows."""
    check_left(given.left, given.whole)
    check_left(given.enemy_left, given.enemy_whole, "enemy_left")
    check_nerves(given.stance, "stance", panicked=given.panicked)
    check_nerves(given.enemy_stance, "enemy_stance", panicked=given.enemy_panicked)
    check_stances(options, (given.stance, given.enemy_stance), ("stance", "enemy_stance"))
    numbers = (
        check_numbers(given.kind, given.strikers, given.second, given.left, "strikers"),
        check_numbers(given.enemy_kind, given.enemy_strikers, given.enemy_second, given.enemy_left, "enemy_strikers"),
    )
    mods = stance_modifiers(given.stance, panicked=given.panicked, opponent_panicked=given.enemy_panicked)
    their_mods = stance_modifiers(given.enemy_stance, panicked=given.enemy_panicked, opponent_panicked=given.panicked)
    arms = struck_with(given.kind, (given.weapon, given.strikers), (given.second_weapon, given.second))
    their_arms = struck_with(
        given.enemy_kind, (given.enemy_weapon, given.enemy_strikers), (given.enemy_second_weapon, given.enemy_second)
    )
    one = Fighter(
        "We",
        card_of(given.kind, given.toughness, given.whole),
        given.left,
        given.whole,
        numbers[0],
        blows_with(options, given.assault, given.enemy_assault, mods, arms),
        best(given.command, given.leader),
        given.panicked,
    )
    other = Fighter(
        "They",
        card_of(given.enemy_kind, given.enemy_toughness, given.enemy_whole),
        given.enemy_left,
        given.enemy_whole,
        numbers[1],
        blows_with(options, given.enemy_assault, given.assault, their_mods, their_arms),
        best(given.enemy_command, given.enemy_leader),
        given.enemy_panicked,
    )
    return one, other


def card_of(kind: str, toughness: int, whole: int) -> Card:
    """The card of a unit on foot in a combat."""
    known: Kind = msgspec.convert(kind, Kind)
    return foot_card(known, toughness=toughness, whole=whole)


def close_combat(given: Fighting, options: Options) -> Asked:
    """Both strike at once; whoever lost more wounds checks."""
    one, other = _sides(given, options)

    async def trial() -> Found:
        return await fought(options, one, other)

    ours, theirs = one.blows[0], other.blows[0]
    harm = needed_to_harm(other.card, Hit(1, ours.strength, close=True), options)
    return Asked(f"{say(ours.score)} to hit, {harm}; they {say(theirs.score)} to hit", ours.modifiers, trial)


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
    enemy_panicked: TargetPanicked = False


def free_blows(given: Leaving, options: Options) -> Asked:
    """One die each with +1; losses in close combat ask for no check."""
    if given.by_vehicle:
        struck = [(1, VEHICLE_STRENGTH, 0)]
    else:
        struck = struck_with("squad", (given.weapon, given.strikers), (given.second_weapon, given.second))
    mods = stance_modifiers("none", panicked=given.panicked, opponent_panicked=given.enemy_panicked)
    blows = blows_with(options, given.assault, given.enemy_assault, [*mods, BREAKING_OFF], struck)
    card = card_of(given.enemy_kind, given.enemy_toughness, given.enemy_left)
    striking = Fighter("Enemies in contact", card, 1, 1, 1, blows, 1, given.panicked)
    exposed = 1 if card.individual else given.enemy_left

    async def trial() -> Found:
        hits = await struck_by(striking, 0, ())
        lost = await losses(options, card, hits, given.enemy_left, exposed, aside=sum(hit.hits for hit in hits))
        return {"hits": sum(hit.hits for hit in hits), "lost": lost, "destroyed": lost == given.enemy_left}

    harm = needed_to_harm(card, Hit(1, blows[0].strength, close=True), options)
    return Asked(f"{say(blows[0].score)} to hit, {harm}", blows[0].modifiers, trial)


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
QUESTIONS = (
    Question(
        "close-combat",
        "A round of close combat between two units on foot: losses on both sides, who lost it, morale.",
        Fighting,
        close_combat,
        ROUND,
        title="A round of close combat",
        leaves=LEAVES_BOTH,
    ),
    Question(
        "free-blows",
        "A unit breaks off: what do the blows at its back cost it?",
        Leaving,
        free_blows,
        ("d10.gap.break-off", "d10.cc.table", "d10.cc.opponent-panicked", "d10.morale.unit-not-in-cc"),
        title="Free blows",
        leaves=(
            LeavesView("lost", "target", "left", "subtract"),
            LeavesView("destroyed", "target", "destroyed", "set"),
        ),
    ),
)
