"""Counters of the solo side that look out for players."""

from typing import Annotated

import msgspec

from sandtable.geometry.units import inches, show
from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field
from sandtable.rulesets.skirmish41.counters.markers import AGAIN, LOOKS, notices
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting.spotting import plain_within, shifts_of, try_at
from sandtable.rulesets.skirmish41.state import Battle

from .bare import Party, battle, men_of, staged
from .fields import TargetMoved
from .spotting import IMPOSSIBLE, LEAVES, PLAIN, SHIFTS, InCover, Shooting


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A counter of the solo side that looks at the nearest team of the players."""

    distance: Annotated[float, field("Distance", "inches to the nearest figure in its sight", ge=0, le=100)] = 18
    struck: Annotated[bool, field("Struck before", "mines that went off in an earlier turn: 10 inches, not 36")] = False
    cover: InCover = False
    moved: TargetMoved = False
    unaware: Annotated[bool, field("Unaware", "the solo side has spotted nobody yet")] = False
    shooting: Shooting = False


@asks(
    "counter-spots",
    "A counter looks out",
    clauses=(*SHIFTS, "sk.spot.solo-markers", "sk.event.trigger", "sk.event.mines-repeat"),
    leaves=LEAVES,
)
def counter(given: Counter, options: Options) -> Staged:
    """Does a counter of the solo side spot a team? If so, it is turned up and does what it says."""
    reach, distance = (AGAIN if given.struck else LOOKS), inches(given.distance)
    if distance > reach:
        clause = "sk.event.mines-repeat" if given.struck else "sk.spot.solo-markers"
        raise Unfit("distance", f"it looks no farther than {show(reach)} [{clause}]")
    shifts = shifts_of(
        options,
        unaware=given.unaware,
        still=given.cover and not given.moved,
        suppressed=False,
        shooting=given.shooting,
        optics=False,
        heard=False,
    )
    plain = not given.cover and distance <= plain_within(options)
    one = None if plain else try_at(distance, shifts, options)
    state = battle(options, Party("the team", men_of(1, 0)))

    def read(_after: Battle, spotted: bool | None, _noted: object) -> Found:
        return {"spotted": bool(spotted)}

    async def nothing(_: object) -> None:
        """Nobody can be seen so far off."""

    if one is None and not plain:
        return staged(state, nothing, read, IMPOSSIBLE)
    return staged(state, lambda play: notices(play, "A counter", 0, one), read, PLAIN)
