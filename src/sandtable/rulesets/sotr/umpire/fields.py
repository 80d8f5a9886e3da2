"""The kinds of input that several questions share, with their limits and words."""

from typing import Annotated, Literal

from sandtable.mechanics.questions import Choices, LeavesView, field
from sandtable.rulesets.sotr.basics.charts import kinds

Armour = Literal["unarmored", "light", "heavy"]
ARMOUR = {"unarmored": 0, "light": 1, "heavy": 2}
Size = Literal["man", "small", "large", "titanic"]
SIZES = {"man": "", "small": "small", "large": "large", "titanic": "titanic"}
Cover = Annotated[
    Literal["none", "light", "heavy", "pillbox"],
    field("Cover", "light: soft, or up to half of it behind something hard; heavy: more than half behind it"),
]
COVER = {"none": 0, "light": 1, "heavy": 2, "pillbox": 3}

UnitCool = Annotated[
    int, field("Cool", "the unit's own: Green 6, Veteran 7, Elite 8", role="unit", fact="cool", ge=0, le=12)
]
Officer = Annotated[
    int,
    field("Officer's Cool", "of the unit's Officer on his feet; 0 for none", role="unit", fact="officer", ge=0, le=12),
]
Platoon = Annotated[int, field("Platoon Officer's Cool", "of a Platoon Officer in reach; 0 for none", ge=0, le=12)]
Disorganized = Annotated[
    bool, field("Disorganized", "its own Officer's Cool does not count then", role="unit", fact="disorganized")
]
Fleeing = Annotated[bool, field("Fleeing", "its own Officer's Cool does not count then", role="unit", fact="fleeing")]
Other = Annotated[int, field("Other", "any other modifier", ge=-10, le=10)]

Inches = Annotated[float, field("Distance", "distance in inches", ge=0, le=144)]
Shooters = Annotated[int, field("Shooters", "how many models shoot", role="shooter", fact="men", ge=1, le=12)]
Aimed = Annotated[bool, field("Aimed", "they have not moved and kept their target in sight: one shot each")]
Overwatch = Annotated[bool, field("Overwatch", "fired at somebody who moves")]
Charging = Annotated[bool, field("Being charged", "the target charges those who shoot")]
Prone = Annotated[bool, field("Prone", "the target lies Prone or is DOWN", role="target", fact="prone")]
Camo = Annotated[bool, field("Camo", "the target has camo cover", role="target", fact="camo")]
TargetSize = Annotated[Size, field("Size", "how large the target is", role="target", fact="size")]
Elevated = Annotated[bool, field("Elevated", "the shooter stands at least 4 inches higher")]
Smoke = Annotated[bool, field("Smoke", "on either end of the shot")]
Touched = Annotated[int, field("Touched", "how many models the template touches", ge=0, le=20)]
Men = Annotated[int, field("Models", "models of the target on their feet", role="target", fact="men", ge=1, le=30)]
Covered = Annotated[bool, field("In cover", "most of it is in cover: if it breaks, it does not run")]
TargetArmour = Annotated[Armour, field("Armour", "the column of the wound table", role="target", fact="armour")]

_ELSEWHERE = {
    "flamethrower": "a flamethrower uses its template: ask about flamethrower",
    "claws": "claws are for hand-to-hand: ask about fight",
    **{name: f"the {row.name} uses a template: ask about blast" for name, row in kinds().items() if row.has("blast")},
    **{
        name: f"the {row.name} fells one model a shot: ask about heavy-shot"
        for name, row in kinds().items()
        if row.has("heavy")
    },
}
SMALL_ARMS = Choices({name: row.name for name, row in kinds().items() if name not in _ELSEWHERE}, _ELSEWHERE)
BLASTS = Choices({name: kinds()[name].name for name in ("grenade-launcher", "rpg", "tank-gun")})
HEAVY = Choices({name: row.name for name, row in kinds().items() if row.has("heavy")})
ANY_WEAPON = Choices({name: row.name for name, row in kinds().items()})

LEAVES_LOSSES = (
    LeavesView("goners", "target", "men", "subtract"),
    LeavesView("down", "target", "men", "subtract"),
    LeavesView("down", "target", "down", "add"),
)
LEAVES_TARGET = (
    *LEAVES_LOSSES,
    LeavesView("disorganized", "target", "disorganized", "set"),
    LeavesView("fleeing", "target", "fleeing", "set"),
)
LEAVES_UNIT = (
    LeavesView("disorganized", "unit", "disorganized", "set"),
    LeavesView("fleeing", "unit", "fleeing", "set"),
)
LEAVES_MACHINE = (
    LeavesView("immobilised", "target", "immobilised", "set"),
    LeavesView("weapon_lost", "target", "weapon_lost", "set"),
    LeavesView("destroyed", "target", "destroyed", "set"),
)
