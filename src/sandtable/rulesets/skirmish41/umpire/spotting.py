"""Trying to spot a team."""

from typing import Annotated

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.spotting import attempt, plain_within, shifts_of, try_at
from sandtable.rulesets.skirmish41.spotting.spotting import spot as make_out
from sandtable.rulesets.skirmish41.state import Battle

from .bare import Party, battle, men_of, staged
from .fields import TargetMoved

SHIFTS = (
    "sk.spot.table",
    "sk.spot.point-blank",
    "sk.spot.short",
    "sk.spot.long",
    "sk.spot.extreme",
    "sk.spot.impossible",
    "sk.spot.unaware",
    "sk.spot.stationary-cover",
    "sk.spot.target-shooting",
)
IMPOSSIBLE = "it cannot be spotted [sk.spot.impossible]"
PLAIN = "no die: in the open within 20 inches [sk.spot.automatic]"

Unaware = Annotated[
    bool, field("Unaware", "no enemy has been spotted yet, and none has fired within 48 inches of the observers")
]
InCover = Annotated[bool, field("In cover", "no figure of the target is in the open and in clear sight")]
Shooting = Annotated[
    bool,
    field(
        "Shooting", "it fired since the observers' last own part; a sniper never counts", role="target", fact="fired"
    ),
]


class Looking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Figures that try to spot a team."""

    distance: Annotated[float, field("Distance", "inches to the nearest figure in sight", ge=0, le=100)] = 30
    tries: Annotated[
        int, field("Tries", "each figure has one in its own part, a team one in the enemy's", ge=1, le=12)
    ] = 1
    cover: InCover = True
    moved: TargetMoved = False
    unaware: Unaware = False
    suppression: Annotated[int, field("Observers' suppression", role="observer", fact="suppression", ge=0, le=9)] = 0
    shooting: Shooting = False
    optics: Annotated[bool, field("Binoculars", "or a telescopic sight", role="observer", fact="optics")] = False
    heard: Annotated[bool, field("Heard only", "it shoots behind something that blocks sight")] = False


LEAVES = (LeavesView("spotted", "target", "spotted", "set"),)


@asks(
    "spot",
    "Spotting",
    clauses=(
        *SHIFTS,
        "sk.spot.own-turn",
        "sk.spot.enemy-turn",
        "sk.spot.automatic",
        "sk.spot.observer-suppressed",
        "sk.spot.optics",
        "sk.spot.heard",
    ),
    leaves=LEAVES,
)
def spot(given: Looking, options: Options) -> Staged:
    """Does a team spot another?"""
    if given.heard and not given.shooting:
        raise Unfit("shooting", "only a team that shoots is heard [sk.spot.heard]")
    distance = inches(given.distance)
    plain = not given.cover and not given.heard and distance <= plain_within(options)
    shifts = shifts_of(
        options,
        unaware=given.unaware,
        still=given.cover and not given.moved and not given.heard,
        suppressed=given.suppression > 0,
        shooting=given.shooting,
        optics=given.optics,
        heard=given.heard,
    )
    one = try_at(distance, shifts, options)
    hidden = {"spotted": False}
    state = battle(options, Party("we", men_of(1, 0)), Party("they", men_of(1, 0), fields=hidden))

    async def look(play: Play[Battle]) -> None:
        if plain:
            make_out(play, 1, "sk.spot.automatic")
        for _ in range(given.tries if one else 0):
            if one and not play.state.units[1].spotted:
                await attempt(play, 0, 1, one, "sk.spot.own-turn")

    return staged(state, look, found, PLAIN if plain else IMPOSSIBLE)


def found(after: Battle, _: object, _noted: object) -> Found:
    """Whether they have been spotted."""
    return {"spotted": after.units[1].spotted}
