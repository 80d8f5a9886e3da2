"""Trying to spot: figures of a team, and the counters of the solo side."""

from typing import Annotated

import msgspec

from sandtable.geometry.units import inches, show
from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Asked, Found, LeavesView, Question, Unfit, field
from sandtable.rulesets.skirmish41.charts import SPOT_REACHES
from sandtable.rulesets.skirmish41.markers import AGAIN, LOOKS
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.spotting import Try, shifts_of, spot_roll, try_at

from .fields import TargetMoved

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


def spot(given: Looking, options: Options) -> Asked:
    """A D10 by the band of the distance, shifted; in the open and near it takes no die."""
    if given.heard and not given.shooting:
        raise Unfit("shooting", "only a team that shoots is heard [sk.spot.heard]")
    if not given.cover and not given.heard and inches(given.distance) <= SPOT_REACHES[1]:
        return _plain()
    shifts = shifts_of(
        unaware=given.unaware,
        still=given.cover and not given.moved and not given.heard,
        suppressed=given.suppression > 0,
        shooting=given.shooting,
        optics=given.optics,
        heard=given.heard,
        replaces=options.heard_replaces_shooting_bonus,
    )
    return _asked("The team", "the target", try_at(inches(given.distance), shifts), shifts, given.tries)


def _plain() -> Asked:
    async def trial() -> Found:
        return {"spotted": True}

    return Asked("no die: in the open within 20 inches [sk.spot.automatic]", (), trial)


def _asked(who: str, whom: str, one: Try | None, shifts: tuple[Modifier, ...], tries: int) -> Asked:
    async def trial() -> Found:
        if one is None:
            return {"spotted": False}
        for _ in range(tries):
            if (await spot_roll(who, whom, one, 0)).value:
                return {"spotted": True}
        return {"spotted": False}

    return Asked("it cannot be spotted [sk.spot.impossible]" if one is None else one.needs, shifts, trial)


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A counter of the solo side that looks at the nearest team of the players."""

    distance: Annotated[float, field("Distance", "inches to the nearest figure in its sight", ge=0, le=100)] = 18
    struck: Annotated[bool, field("Struck before", "mines that went off in an earlier turn: 10 inches, not 36")] = False
    cover: InCover = False
    moved: TargetMoved = False
    unaware: Annotated[bool, field("Unaware", "the solo side has spotted nobody yet")] = False
    shooting: Shooting = False


def counter(given: Counter, options: Options) -> Asked:  # noqa: ARG001
    """A D10, as for a team."""
    reach, distance = (AGAIN if given.struck else LOOKS), inches(given.distance)
    if distance > reach:
        clause = "sk.event.mines-repeat" if given.struck else "sk.spot.solo-markers"
        raise Unfit("distance", f"it looks no farther than {show(reach)} [{clause}]")
    shifts = shifts_of(
        unaware=given.unaware,
        still=given.cover and not given.moved,
        suppressed=False,
        shooting=given.shooting,
        optics=False,
        heard=False,
        replaces=True,
    )
    return _asked("A counter", "the team", try_at(distance, shifts), shifts, 1)


_SHIFTS = (
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
QUESTIONS = (
    Question(
        "spot",
        "Does a team spot another?",
        Looking,
        spot,
        (
            *_SHIFTS,
            "sk.spot.own-turn",
            "sk.spot.enemy-turn",
            "sk.spot.automatic",
            "sk.spot.observer-suppressed",
            "sk.spot.optics",
            "sk.spot.heard",
        ),
        title="Spotting",
        leaves=LEAVES,
    ),
)
COUNTERS = (
    Question(
        "counter-spots",
        "Does a counter of the solo side spot a team? If so, it is turned up and does what it says.",
        Counter,
        counter,
        (*_SHIFTS, "sk.spot.solo-markers", "sk.event.trigger", "sk.event.mines-repeat"),
        title="A counter looks out",
        leaves=LEAVES,
    ),
)
