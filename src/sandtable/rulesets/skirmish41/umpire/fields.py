"""The kinds of input that several questions share, with their limits and words."""

from functools import cache
from typing import Annotated, Literal

from sandtable.mechanics.questions import Choices, LeavesView, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.skirmish41.basics.charts import AIMED, CAREFUL, UNAIMED, weapons
from sandtable.rulesets.skirmish41.basics.forces import raise_team, troops
from sandtable.rulesets.skirmish41.basics.terrain import HARD, NO_COVER
from sandtable.rulesets.skirmish41.state import Card

Covered = Literal["none", "soft", "hard"]
COVERS = {"none": NO_COVER, "soft": NO_COVER, "hard": HARD}  # soft cover is a line of its own, for a whole team
Cover = Annotated[
    Covered,
    field("Cover", "soft: hedges, woods, crops, an open lorry; hard: walls, houses, trenches, wrecks, an open AFV"),
]
Distance = Annotated[float, field("Distance", "inches, from base to base", ge=0, le=200)]
Flank = Annotated[bool, field("Flank or rear", "it is hit from behind the line of its front edge")]
HullDown = Annotated[bool, field("Hull down", "or in or behind a building")]
Aim = Annotated[
    Literal["unaimed", "aimed", "careful"],
    field("Shots", "unaimed, aimed or careful aimed; they take 1, 2 and 3 actions"),
]
AIMS = {"unaimed": UNAIMED, "aimed": AIMED, "careful": CAREFUL}

# ---- a team in one of its roles

UnitMen = Annotated[
    int, field("Figures", "left in the fight; of a vehicle its crew", role="unit", fact="men", ge=1, le=12)
]
UnitStrength = Annotated[int, field("At the start", "figures it began with", role="unit", fact="strength", ge=1, le=12)]
UnitRating = Annotated[
    int, field("Actions", "of each figure: 1 second-line, 2 regular, 3 veteran", role="unit", fact="rating", ge=1, le=3)
]
UnitWounded = Annotated[
    int, field("Wounded", "figures of those that are wounded", role="unit", fact="wounded", ge=0, le=12)
]
UnitSuppression = Annotated[
    int, field("Suppression", "markers that it has", role="unit", fact="suppression", ge=0, le=9)
]
UnitUnderFire = Annotated[
    bool, field("Under fire", "shot at since its own last part of the turn", role="unit", fact="under_fire")
]
UnitRouting = Annotated[bool, field("Routing", role="unit", fact="routing")]

TargetMen = Annotated[int, field("Target's figures", "left in the fight", role="target", fact="men", ge=1, le=12)]
TargetRating = Annotated[
    int, field("Target's actions", "of each figure, for its morale", role="target", fact="rating", ge=1, le=3)
]
TargetWounded = Annotated[
    int, field("Target's wounded", "figures of those that are wounded", role="target", fact="wounded", ge=0, le=12)
]
TargetSuppression = Annotated[
    int, field("Target's suppression", "markers that it has", role="target", fact="suppression", ge=0, le=9)
]
TargetRouting = Annotated[bool, field("Target routing", "it does not test", role="target", fact="routing")]
TargetMoved = Annotated[bool, field("Target moved", "in its last part of the turn", role="target", fact="moved")]
Operator = Annotated[
    bool,
    field("Flamethrower", "one of the target carries one: it burns if he is hit", role="target", fact="flamethrower"),
]
LEAVES_TARGET = (
    LeavesView("lost", "target", "men", "subtract"),
    LeavesView("wounded", "target", "wounded", "set"),
    LeavesView("markers", "target", "suppression", "add"),
    LeavesView("routing", "target", "routing", "set"),
    LeavesView("destroyed", "target", "destroyed", "set"),
)

# ---- weapons


def _titled(name: str) -> str:
    title = weapons()[name].title
    return f"{title[:1].upper()}{title[1:]}"


def _chosen(names: list[str], elsewhere: str) -> Choices:
    rest = {name: f"{elsewhere} [{line.clause}]" for name, line in weapons().items() if name not in names}
    return Choices({name: _titled(name) for name in names}, rest)


def of_kind(*kinds: str) -> list[str]:
    """The weapons of some kinds."""
    return [name for name, line in weapons().items() if line.kind in kinds]


AT_MEN = [name for name in of_kind("anti-tank") if not weapons()[name].has("no-infantry")]
ANY_WEAPON = Choices({name: _titled(name) for name in weapons()})
SMALL_ARMS = _chosen(of_kind("small"), "it is no small arm: ask about throw, gun-at-team, flame or at-shot")
BOMBS = _chosen([*of_kind("bomb"), *AT_MEN], "it is not thrown at men: ask about shoot, gun-at-team or at-shot")
GUNS = _chosen(of_kind("gun"), "it is no gun: ask about shoot, throw or at-shot")
HAND_HELD = _chosen(of_kind("anti-tank", "flame"), "it is not hand held against tanks: ask about gun-at-vehicle")
MORTARS = _chosen([name for name in of_kind("bomb") if weapons()[name].has("mortar")], "it fires no smoke")

# ---- vehicles

NONE = "none"
_VEHICLES = {name: f"{row.nation} {row.title}" for name, row in troops().items() if row.kind == "vehicle"}
ANY_VEHICLE = Choices({NONE: "None", **_VEHICLES})
VEHICLES = Choices(_VEHICLES, {NONE: "it is no vehicle: ask about shoot, throw, flame or gun-at-team"})
Vehicle = Annotated[str, field("Vehicle", role="target", fact="vehicle", choices=VEHICLES)]
MaybeVehicle = Annotated[
    str, field("Vehicle", "where the team is one", role="target", fact="vehicle", choices=ANY_VEHICLE)
]
Crew = Annotated[int, field("Crew", "men of it left", role="target", fact="men", ge=1, le=12)]
CrewWounded = Annotated[
    int, field("Crew wounded", "men of those that are wounded", role="target", fact="wounded", ge=0, le=12)
]
CrewRating = Annotated[
    int, field("Crew's actions", "of each man, for their morale", role="target", fact="rating", ge=1, le=3)
]
Passengers = Annotated[int, field("Passengers", "men that it carries, unhurt", ge=0, le=10)]
Weapons = Annotated[
    int, field("Weapons", "gun and machine guns in working order", role="target", fact="weapons", ge=0, le=4)
]
LEAVES_VEHICLE = (
    LeavesView("lost", "target", "men", "subtract"),
    LeavesView("wounded", "target", "wounded", "set"),
    LeavesView("markers", "target", "suppression", "add"),
    LeavesView("weapons_lost", "target", "weapons", "subtract"),
    LeavesView("immobile", "target", "immobile", "set"),
    LeavesView("destroyed", "target", "destroyed", "set"),
)


@cache
def vehicle_card(name: str) -> Card:
    """The card of a vehicle of the force lists."""
    return raise_team(Enlisted(name), "force lists", name).card
