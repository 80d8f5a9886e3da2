"""A single combat: two main combatants with those who help them."""

from typing import Annotated

import msgspec

from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Settled, Unfit, field
from sandtable.rulesets.skirmish41.casualties import worsened
from sandtable.rulesets.skirmish41.melee import fate_of, melee_roll
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Figure
from sandtable.rulesets.skirmish41.units import bonus_with, melee_points, points_of

from .fields import SMALL_ARMS

Wounds = Annotated[bool, field("Wounded", "the main combatant")]
Others = Annotated[int, field("Helpers", "more figures in contact with the one enemy figure", ge=0, le=5)]
Loader = Annotated[bool, field("Loader", "a machine gun has its loader at hand")]


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One figure of ours and one of theirs, and who stands beside them."""

    rating: Annotated[
        int, field("Actions", "of our figure when unhurt", role="attacker", fact="rating", ge=1, le=3)
    ] = 2
    weapon: Annotated[str, field("Weapon", role="attacker", fact="weapon", choices=SMALL_ARMS)] = "rifle"
    wounded: Wounds = False
    suppression: Annotated[int, field("Suppression", role="attacker", fact="suppression", ge=0, le=9)] = 0
    loader: Loader = False
    helpers: Others = 0
    friends: Annotated[bool, field("Friends near", "within 4 inches, not in melee, disabled or routing")] = True
    enemy_rating: Annotated[
        int, field("Enemy's actions", "of their figure when unhurt", role="target", fact="rating", ge=1, le=3)
    ] = 2
    enemy_weapon: Annotated[str, field("Enemy's weapon", role="target", fact="weapon", choices=SMALL_ARMS)] = "rifle"
    enemy_wounded: Wounds = False
    enemy_suppression: Annotated[int, field("Enemy's suppression", role="target", fact="suppression", ge=0, le=9)] = 0
    enemy_loader: Loader = False
    enemy_helpers: Others = 0
    enemy_friends: Annotated[bool, field("Enemy's friends near", "within 4 inches, and free to help")] = True


def _points(
    rating: int, weapon: str, wounds: int, helpers: int, options: Options, *, suppressed: bool, loader: bool, whose: str
) -> tuple[Modifier, ...]:
    """What a main combatant adds to his die."""
    actions = points_of(Figure(0, "", (), rating, wounds), suppressed=suppressed)
    bonus = bonus_with(weapon, suppressed=suppressed, alone=not loader)
    points = melee_points(actions, bonus, options)
    found = (
        Modifier(actions, f"{whose} actions", "sk.melee.compare"),
        Modifier(points - actions, f"{whose} weapon", "sk.gap.fire-points"),
        Modifier(helpers, f"{whose} helpers", "sk.melee.extra-figure"),
    )
    return tuple(one for one in found if one.value)


def fight(given: Fight, options: Options) -> Asked:
    """A die each: the difference says what becomes of the loser."""
    if given.helpers and given.enemy_helpers:
        raise Unfit("helpers", "only a figure alone has several against it [sk.melee.extra-figure]")
    ours = _points(
        given.rating,
        given.weapon,
        int(given.wounded),
        given.helpers,
        options,
        suppressed=given.suppression > 0,
        loader=given.loader,
        whose="our",
    )
    theirs = _points(
        given.enemy_rating,
        given.enemy_weapon,
        int(given.enemy_wounded),
        given.enemy_helpers,
        options,
        suppressed=given.enemy_suppression > 0,
        loader=given.enemy_loader,
        whose="their",
    )

    async def trial() -> Found:
        mine = (await melee_roll("Our figure", total(ours), 0)).value
        other = (await melee_roll("Their figure", total(theirs), 1)).value
        await Settled(("fought", mine - other))
        if mine == other:
            return {"winner": "neither", "enemy": "fights on", "ours": "fights on", "lost": 0, "own_lost": 0}
        beaten = given.enemy_wounded if mine > other else given.wounded
        alone = not (given.enemy_friends if mine > other else given.friends)
        fate, out = _fate(abs(mine - other), wounded=beaten, alone=alone)
        if mine > other:
            return {"winner": "ours", "enemy": fate, "ours": "unhurt", "lost": int(out), "own_lost": 0}
        return {"winner": "theirs", "enemy": "unhurt", "ours": fate, "lost": 0, "own_lost": int(out)}

    return Asked(f"D6{total(ours):+d} against D6{total(theirs):+d}", (*ours, *theirs), trial)


def _fate(difference: int, *, wounded: bool, alone: bool) -> tuple[str, bool]:
    """What becomes of a loser in words, and whether he is out of the fight."""
    harm, captured = fate_of(difference, alone=alone)
    harm = worsened(harm, wounds=int(wounded))
    said = " and ".join(part for part in (harm, "captured" if captured else "") if part)
    return said, captured or harm in {"disabled", "killed"}


QUESTIONS = (
    Question(
        "melee",
        "Two main combatants with their helpers fight a round: who is beaten, and what becomes of him?",
        Fight,
        fight,
        (
            "sk.melee.compare",
            "sk.melee.extra-figure",
            "sk.melee.plus-1",
            "sk.melee.plus-2",
            "sk.melee.plus-3",
            "sk.melee.plus-4",
            "sk.melee.more",
            "sk.melee.extras-fall-back",
            "sk.gap.fire-points",
            "sk.gap.wounded",
        ),
        title="Melee",
        leaves=(
            LeavesView("lost", "target", "men", "subtract"),
            LeavesView("own_lost", "attacker", "men", "subtract"),
        ),
    ),
)
