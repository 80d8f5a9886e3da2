"""A single combat: two main combatants with those who help them."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.mechanics.modifiers import Modifier, total
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.shown import Fact
from sandtable.rulesets.skirmish41.basics.units import actions_of, bonus_with, melee_points
from sandtable.rulesets.skirmish41.harm.carrying import HELPLESS
from sandtable.rulesets.skirmish41.melee.melee import Match, fight, strength
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle

from .bare import Man, Party, Read, battle, staged
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


def _party(name: str, rating: int, weapon: str, helpers: int, suppression: int, *, wounded: bool) -> Party:
    """A main combatant and those who help him."""
    main = Man(arms=(weapon,), rating=rating, wounds=int(wounded))
    return Party(name, (main, *[Man(arms=(weapon,))] * helpers), fields={"suppression": suppression})


def _adds(state: Battle, side: int, weapon: str, helpers: int, *, loader: bool) -> tuple[Modifier, ...]:
    """What a main combatant adds to his die."""
    actions = actions_of(state, state.units[side].men[0])
    bonus = bonus_with(weapon, state.options, suppressed=state.units[side].suppression > 0, alone=not loader)
    return strength(actions, melee_points(actions, bonus, state.options), helpers, state.options)


@asks(
    "melee",
    "Melee",
    clauses=(
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
    leaves=(
        LeavesView("lost", "target", "men", "subtract"),
        LeavesView("own_lost", "attacker", "men", "subtract"),
    ),
)
def melee(given: Fight, options: Options) -> Staged:
    """Two main combatants with their helpers fight a round: who is beaten, and what becomes of him?"""
    if given.helpers and given.enemy_helpers:
        raise Unfit("helpers", "only a figure alone has several against it [sk.melee.extra-figure]")
    us = _party("we", given.rating, given.weapon, given.helpers, given.suppression, wounded=given.wounded)
    them = _party(
        "they", given.enemy_rating, given.enemy_weapon, given.enemy_helpers, given.enemy_suppression,
        wounded=given.enemy_wounded,
    )  # fmt: skip
    state = battle(options, us, them)
    ours, theirs = state.units[0].men, state.units[1].men
    adds = (
        _adds(state, 0, given.weapon, given.helpers, loader=given.loader),
        _adds(state, 1, given.enemy_weapon, given.enemy_helpers, loader=given.enemy_loader),
    )
    match = Match((ours[0], theirs[0]), (ours, theirs), adds, (given.friends, given.enemy_friends))
    remark = f"D6{total(adds[0]):+d} against D6{total(adds[1]):+d}"
    return staged(state, lambda play: fight(play, match), become(state, match), remark=remark, heeds=("beaten",))


def become(before: Battle, match: Match) -> Read:
    """Who has won a single combat, and what has become of the other."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        beaten = next((side for side in (0, 1) if (side, "beaten") in noted), None)
        if beaten is None:
            return {"winner": "neither", "enemy": "fights on", "ours": "fights on", "lost": 0, "own_lost": 0}
        fates = ["unhurt", "unhurt"]
        fates[beaten] = _fate(before, after, match.mains[beaten])
        lost = [len(before.units[side].men) - len(after.units[side].men) for side in (0, 1)]
        winner = ("theirs", "ours")[beaten]
        return {"winner": winner, "enemy": fates[1], "ours": fates[0], "lost": lost[1], "own_lost": lost[0]}

    return read


def _fate(before: Battle, after: Battle, man: int) -> str:
    """What has become of a main combatant who was beaten, in words."""
    figure, unit = after.figures[man], after.units[before.figures[man].unit]
    hurt = figure.wounds > before.figures[man].wounds
    if figure.out == "captured":
        harm = "disabled and " if figure.wounds >= HELPLESS else "wounded and " if hurt else ""
        return f"{harm}captured"
    if man in unit.men:
        return "wounded" if hurt else "forced back"
    return "disabled" if man in unit.down else "killed"
