"""The kinds of input that several questions share, with their limits and words."""

from typing import Annotated, Literal

from sandtable.mechanics.questions import Choices, LeavesView, field
from sandtable.rulesets.fraley.basics.charts import vehicles, weapons
from sandtable.rulesets.fraley.basics.terrain import HARD, SOFT
from sandtable.rulesets.fraley.sheet import Type
from sandtable.rulesets.fraley.state import Level

KINDS = Choices(
    {"infantry": "Infantry", "gun": "Guns", "soft-skinned": "Soft Skinned vehicles"},
    {"armored": "Armored Teams save by their armour: ask about fire-at-tanks, or armour"},
)
TYPES: dict[str, Type] = {"infantry": "infantry", "gun": "gun", "soft-skinned": "tank"}
Cover = Annotated[
    Literal["open", "soft", "hard"], field("Cover", "soft: woods, hedges; hard: buildings, walls, dug in")
]
COVER = {"open": 0, "soft": SOFT, "hard": HARD}
Concealed = Annotated[
    Literal["by-cover", "yes", "no"],
    field(
        "Concealed",
        "by its cover; yes: Infantry that stood still, too; no: one of its Teams shows itself",
    ),
]

# ---- of the Unit that checks, the one that fires and the one that is fired at

Training = Annotated[Level, field("Training", role="unit", fact="training")]
TargetTraining = Annotated[Level, field("Target's Training", role="target", fact="training")]
CcReroll = Annotated[bool, field("CC's reroll", "the Company Commander has one failure rolled again")]
UnitTeams = Annotated[int, field("Teams", "Teams left in the Unit", role="unit", fact="teams", ge=1, le=20)]
Suppressed = Annotated[
    int, field("Suppressed Teams", "Teams with a marker", role="unit", fact="suppressed", ge=0, le=20)
]
Doubled = Annotated[int, field("With two markers", "of these", role="unit", fact="doubled", ge=0, le=20)]
TargetTeams = Annotated[
    int, field("Target's Teams", "Teams that may be given hits", role="target", fact="teams", ge=1, le=12)
]
TargetKind = Annotated[str, field("Target's type", "what its Teams are", role="target", fact="kind", choices=KINDS)]
TargetIdle = Annotated[
    bool, field("Idle guns", "Gun Teams that neither moved nor fired save as Infantry", role="target", fact="idle")
]
TargetRan = Annotated[bool, field("Target ran", "it rolls passed Saves again", role="target", fact="ran")]
TargetSuppressed = Annotated[
    int, field("Suppressed Teams", "of the target, before", role="target", fact="suppressed", ge=0, le=20)
]
TargetDoubled = Annotated[int, field("With two markers", "of these", role="target", fact="doubled", ge=0, le=20)]
Inches = Annotated[float, field("Distance", "in inches; beyond a weapon's range it is Long Range", ge=0, le=200)]

# ---- weapons and vehicles

_NO_FIRE = {
    name: f"the {row.title} has no direct fire: ask about barrage" for name, row in weapons().items() if not row.fp
}
_NO_HARM = {
    name: f"the {row.title} cannot harm Armored Teams [fraley.armor.at-only]"
    for name, row in weapons().items()
    if not row.at
}
_NO_BARRAGE = {
    name: f"the {row.title} fires no barrages [fraley.action.barrage]"
    for name, row in weapons().items()
    if not row.barrage
}
_NO_ASSAULT = {
    name: f"the {row.title} has no Tank Assault rating [fraley.assault.no-tank-vs-tank]"
    for name, row in weapons().items()
    if not row.ta
}


def _titles() -> dict[str, str]:
    """Every weapon in words; the gun of a vehicle is told from the towed one."""
    known = [row.title for row in weapons().values()]
    return {
        name: f"{row.title} (vehicle)" if known.count(row.title) > 1 and row.kind == "tank" else row.title
        for name, row in weapons().items()
    }


def _without(*barred: dict[str, str]) -> Choices:
    why = {name: reason for some in barred for name, reason in some.items()}
    return Choices({name: title for name, title in _titles().items() if name not in why}, why)


ANY_WEAPON = _without()
FIRED = _without(_NO_FIRE)
AT_WEAPONS = _without(_NO_HARM, _NO_FIRE)
BARRAGES = _without(_NO_BARRAGE)
ASSAULTING = _without(_NO_ASSAULT)

NONE = "none"
_ON_FOOT = {NONE: "it has no vehicles: ask about fire"}
_SOFT = {
    name: f"a {row.title} is Soft Skinned: ask about fire [fraley.armor.classes]"
    for name, row in vehicles().items()
    if not row.armoured
}
ANY_VEHICLE = Choices({NONE: "None", **{name: row.title for name, row in vehicles().items()}})
ARMORED = Choices({name: row.title for name, row in vehicles().items() if row.armoured}, {**_ON_FOOT, **_SOFT})
VEHICLES = Choices({name: row.title for name, row in vehicles().items()}, _ON_FOOT)

LEAVES_TARGET = (
    LeavesView("lost", "target", "teams", "subtract"),
    LeavesView("lost", "target", "lost", "add"),
    LeavesView("suppressed", "target", "suppressed", "set"),
    LeavesView("doubled", "target", "doubled", "set"),
)


def count_of(number: int, one: str, more: str = "") -> str:
    """`1 Team`, `3 Teams`."""
    return f"{number} {one if number == 1 else more or one + 's'}"
