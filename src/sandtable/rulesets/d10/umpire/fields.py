"""The kinds of input that several questions share, with their limits and words."""

from functools import cache
from typing import Annotated, Literal

from sandtable.mechanics.questions import Choices, LeavesView, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.d10.basics.charts import weapons
from sandtable.rulesets.d10.basics.terrain import HARD, NO_COVER, SOFT
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.setup.forces import raise_unit, troops
from sandtable.rulesets.d10.state import Card, Kind

COVERS = {"none": NO_COVER, "soft": SOFT, "hard": HARD}
Cover = Annotated[
    Literal["none", "soft", "hard"],
    field("Cover", "soft: woods, hedges, a gun's shield from the front; hard: walls, houses, trenches, wrecks"),
]
Face = Annotated[Literal["front", "side", "rear"], field("Face", "of the vehicle, towards the shooter")]

# ---- what a unit is

ON_FOOT = Choices(
    {"squad": "Squad", "gun": "Gun and crew", "individual": "Individual on foot"},
    {"vehicle": "it is a vehicle: ask about shoot-at-vehicle, or assault-on-vehicle"},
)
UnitKind = Annotated[Kind, field("Kind", "individuals and vehicles are counted by wounds", role="unit", fact="kind")]
UnitLeft = Annotated[
    int, field("Left", "models left, or wounds of an individual", role="unit", fact="left", ge=1, le=30)
]
UnitWhole = Annotated[
    int, field("At the start", "models, or wounds of an individual", role="unit", fact="whole", ge=1, le=30)
]
UnitCommand = Annotated[int, field("CM", role="unit", fact="command", ge=1, le=10)]
UnitPanicked = Annotated[bool, field("Panicked", role="unit", fact="panicked")]
Leader = Annotated[
    int, field("Leader's CM", "of a Leader within 12 inches who sees it; 0 if there is none", ge=0, le=10)
]

TargetKind = Annotated[
    str, field("Target's kind", "an individual is counted by wounds", role="target", fact="kind", choices=ON_FOOT)
]
TargetLeft = Annotated[
    int,
    field("Target's models", "models left, or wounds of an individual", role="target", fact="left", ge=1, le=20),
]
TargetWhole = Annotated[
    int, field("At the start", "models, or wounds of an individual", role="target", fact="whole", ge=1, le=20)
]
Toughness = Annotated[int, field("T", "its Toughness", role="target", fact="toughness", ge=1, le=10)]
Size = Annotated[
    int,
    field(
        "Size", "of its model nearest to the shooter; a sniper who moved has 2", role="target", fact="size", ge=1, le=9
    ),
]
TargetCommand = Annotated[int, field("Target's CM", role="target", fact="command", ge=1, le=10)]
TargetPanicked = Annotated[bool, field("Target panicked", role="target", fact="panicked")]

# ---- weapons

_NO_SHOTS = {
    name: f"a {row.title} is not shot with: ask about assault-on-vehicle [{row.clause}]"
    for name, row in Options().tables.weapons.items()
    if not any(row.used)
}
_NOT_IN_CONTACT = {
    name: f"a {row.title} is of no use in contact [d10.range.cc]"
    for name, row in Options().tables.weapons.items()
    if not row.cc
} | {
    "frag": "grenades are not used in contact with foot [d10.gap.grenades]",
    "satchel": "demolition charges are for vehicles: ask about assault-on-vehicle [d10.gap.weapon-satchel]",
}


def _titles(without: dict[str, str]) -> Choices:
    kept = {name: row.title[:1].upper() + row.title[1:] for name, row in weapons().items() if name not in without}
    return Choices(kept, without)


ANY_WEAPON = _titles({})
FIRED = _titles(_NO_SHOTS)
IN_CONTACT = _titles(_NOT_IN_CONTACT)

# ---- vehicles

NONE = "none"
_VEHICLES = {name: f"{row.nation} {row.title}" for name, row in troops().items() if row.kind == "vehicle"}
ANY_VEHICLE = Choices({NONE: "None", **_VEHICLES})
VEHICLES = Choices(_VEHICLES, {NONE: "it is no vehicle: ask about shoot, or close-combat"})
Vehicle = Annotated[str, field("Vehicle", role="target", fact="vehicle", choices=VEHICLES)]
VehicleLeft = Annotated[int, field("Wounds left", role="target", fact="left", ge=1, le=10)]


@cache
def vehicle_card(name: str) -> Card:
    """The card of a vehicle of the force lists."""
    return raise_unit(Enlisted(name), "force lists", name).card


def foot_card(
    kind: Kind,
    *,
    shooting: int = 0,
    toughness: int = 4,
    assault: int = 4,
    command: int = 5,
    size: int = 2,
    whole: int = 1,
    rules: tuple[str, ...] = (),
) -> Card:
    """The card of somebody on foot of whom only these numbers matter."""
    return Card(
        troop="",
        title="",
        nation="",
        kind=kind,
        points=0,
        move=0,
        shooting=shooting,
        assault=assault,
        toughness=toughness,
        wounds=whole if kind in {"individual", "vehicle"} else 1,
        command=command,
        size=size,
        rules=rules,
    )


LEAVES_TARGET = (
    LeavesView("lost", "target", "left", "subtract"),
    LeavesView("panicked", "target", "panicked", "set"),
    LeavesView("routed", "target", "routed", "set"),
    LeavesView("destroyed", "target", "destroyed", "set"),
)
