"""What an umpire's list keeps of each Unit, and the Units of the company lists to choose from."""

from typing import Annotated, Any, Literal

import msgspec

from sandtable.mechanics.questions import FactView, PresetView, facts_of, field
from sandtable.play.scenario import Enlisted
from sandtable.rulesets.fraley.basics.charts import vehicles, weapons
from sandtable.rulesets.fraley.setup.forces import Raised, Recruit, raise_unit, troops
from sandtable.rulesets.fraley.state import Level

from .fields import ANY_VEHICLE, ANY_WEAPON, NONE


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A Unit on an umpire's list."""

    training: Annotated[Level, field("Training")] = "veteran"
    teams: Annotated[int, field("Teams left", ge=0, le=20)] = 9
    strength: Annotated[int, field("Teams at the start", ge=1, le=20)] = 9
    lost: Annotated[int, field("Lost this round", ge=0, le=20)] = 0
    kind: Annotated[Literal["infantry", "gun", "soft-skinned", "armored"], field("Type")] = "infantry"
    weapon: Annotated[str, field("Weapon", choices=ANY_WEAPON)] = "rifle"
    guns: Annotated[int, field("Guns that fire barrages", ge=0, le=12)] = 0
    vehicle: Annotated[str, field("Vehicle", choices=ANY_VEHICLE)] = NONE
    leader: Annotated[bool, field("Platoon Leader alive")] = True
    suppressed: Annotated[int, field("Suppressed Teams", ge=0, le=20)] = 0
    doubled: Annotated[int, field("With two markers", ge=0, le=20)] = 0
    idle: Annotated[bool, field("Neither moved nor fired")] = True
    gone_to_ground: Annotated[bool, field("Gone to Ground")] = False
    overwatch: Annotated[bool, field("On Overwatch")] = False
    dug_in: Annotated[bool, field("Dug in")] = False
    ran: Annotated[bool, field("Ran")] = False
    destroyed: Annotated[bool, field("Destroyed")] = False


_MARKERS = (
    "lost",
    "suppressed",
    "doubled",
    "idle",
    "gone_to_ground",
    "overwatch",
    "dug_in",
    "ran",
    "destroyed",
)
FACTS: list[FactView] = facts_of(Kept, markers=_MARKERS)


def presets() -> list[PresetView]:
    """Every troop of the company lists."""
    return [_preset(raise_unit(Enlisted(troop), "company lists", troop)) for troop in troops()]


def _kind(team: Recruit) -> str:
    """What sort of Team it is."""
    if not team.vehicle:
        return team.kind
    return "armored" if vehicles()[team.vehicle].armoured else "soft-skinned"


def _preset(raised: Raised) -> PresetView:
    """A Unit as it begins: what most of its Teams are and carry."""
    teams = len(raised.teams)
    kinds = [_kind(team) for team in raised.teams]
    found: dict[str, Any] = {"training": raised.card.training, "teams": teams, "strength": teams}
    found["kind"] = max(kinds, key=kinds.count)
    arms = [team.weapons[0] for team in raised.teams if team.weapons]
    if arms:
        found["weapon"] = max(arms, key=arms.count)
    guns = sum(any(weapons()[weapon].barrage for weapon in team.weapons) for team in raised.teams)
    if guns:
        found["guns"] = guns
    rides = [team.vehicle for team in raised.teams if team.vehicle]
    if rides:
        found["vehicle"] = max(rides, key=rides.count)
    return PresetView(f"{raised.card.nation} {raised.card.title}", found)
