"""People on foot in contact with a vehicle: demolition charges, grenades, and what it does to them."""

from typing import Annotated

from sandtable.mechanics.questions import Staged, Unfit, asks, field
from sandtable.rulesets.d10.basics.units import GRENADES_FROM
from sandtable.rulesets.d10.melee.blows import HARM, blows_of
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card

from .bare import Party, battle, commanded
from .close_combat import LEAVES_BOTH, ROUND, OnFoot, Strikers, TheirStance, check_numbers, ours
from .command import check_left
from .fields import Leader, TargetPanicked, Vehicle, VehicleLeft, vehicle_card
from .melee import check_nerves, check_stances, fought, round_of


class AtVehicle(OnFoot, frozen=True, kw_only=True):
    """People on foot in contact with a vehicle."""

    strikers: Strikers = 3
    charges: Annotated[int, field("Demolition charges", "used up by those who strike", ge=0, le=3)] = 0
    grenades: Annotated[
        bool, field("Grenades", "the others have grenades: all foot units that began with four or more models")
    ] = True
    vehicle: Vehicle = "us.sherman"
    wounds: VehicleLeft = 4
    enemy_leader: Leader = 0
    enemy_panicked: TargetPanicked = False
    enemy_stance: TheirStance = "none"


def _check(given: AtVehicle, card: Card, options: Options) -> None:
    """Refuse a round that cannot be."""
    check_left(given.wounds, card.wounds, "wounds")
    check_nerves(given.enemy_stance, "enemy_stance", panicked=given.enemy_panicked)
    check_stances(options, (given.stance, given.enemy_stance), ("stance", "enemy_stance"))
    if given.charges and not card.has("armoured"):
        raise Unfit("charges", "charges are used against armour [d10.gap.vehicle-assault]")
    able = min(HARM, given.strikers + given.second)
    if given.charges > able:
        raise Unfit("charges", f"{able} models can do harm to armour in a round [d10.gap.vehicle-assault]")


def _with_grenades(given: AtVehicle) -> Party:
    """Our unit: those who strike have grenades, or none of it has."""
    party = ours(given)
    if not given.grenades:
        if given.kind != "individual" and given.whole >= GRENADES_FROM:
            raise Unfit("grenades", f"units that began with {GRENADES_FROM} models have grenades [d10.gap.grenades]")
        return party
    return party._replace(every=("frag",))


@asks(
    "assault-on-vehicle",
    "Assault on a vehicle",
    clauses=(*ROUND, "d10.gap.vehicle-assault", "d10.gap.weapon-satchel", "d10.gap.vehicle-facing", "d10.gap.tag-at"),
    leaves=LEAVES_BOTH,
)
def assault_on_vehicle(given: AtVehicle, options: Options) -> Staged:
    """A round of close combat between people on foot and a vehicle."""
    card = commanded(vehicle_card(given.vehicle), given.enemy_leader)
    _check(given, card, options)
    number = check_numbers(given.kind, given.strikers, given.second, given.left, "strikers")
    vehicle = Party("They", card, given.wounds, card.wounds, panicked=given.enemy_panicked)
    state = battle(options, _with_grenades(given), vehicle)
    men, hull = state.units[0].men[:number], state.units[1].men
    now = round_of(given.stance, given.enemy_stance)
    blows = blows_of(state, 0, 1, men[:HARM] if card.has("armoured") else men, now, charges=given.charges)
    return fought(state, (men, hull), [*blows, *blows_of(state, 1, 0, hull, now)])
