"""Infantry against wheeled and tracked vehicles in hand-to-hand (sotr.gap.vehicle-hth)."""

from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import YesNo
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.sotr.harm.armour import affects, strike, strike_often
from sandtable.rulesets.sotr.state import Battle, Unit
from sandtable.rulesets.sotr.units.conditions import disengage
from sandtable.rulesets.sotr.units.grips import Units, pairs_within

from .blows import note_losses, out_of_it

CLAUSE = "sotr.gap.vehicle-hth"


def assailants(state: Battle, units: Units, vehicle: int) -> dict[int, tuple[int, ...]]:
    """The models that assaulted a vehicle this turn and still stand, by unit; mecha fight it as they fight everybody."""
    found: dict[int, list[int]] = {}
    for pair in pairs_within(state, units):
        for man, machine in (pair, pair[::-1]):
            figure = state.figures[man]
            struck = state.figures[machine].unit == vehicle and figure.charged == state.turn
            if struck and not out_of_it(state, man) and not state.units[figure.unit].machine:
                found.setdefault(figure.unit, []).append(man)
    return {number: tuple(sorted(men)) for number, men in sorted(found.items())}


@rule("sotr.gap.vehicle-hth")
async def attack_vehicles(play: Play[Battle], units: Units) -> None:
    """Each vehicle of an engagement is attacked by those who assaulted it, and holds nobody afterwards."""
    for vehicle in units:
        if play.state.units[vehicle].card.kind != "vehicle":
            continue
        for number, men in assailants(play.state, units, vehicle).items():
            if play.state.units[vehicle].on_table:
                await _attack(play, number, men, vehicle)
        disengage(play, play.state.units[vehicle].men, CLAUSE)


@stage
async def _attack(play: Play[Battle], number: int, men: tuple[int, ...], vehicle: int) -> None:
    """A roll for each man against the rear armour, or a single one with grenades for them all."""
    await last(beset(play, number, men, vehicle, grenades=await _throws(play, number, vehicle)))


@stage
@rule("sotr.gap.vehicle-hth")
async def beset(play: Play[Battle], number: int, men: tuple[int, ...], vehicle: int, *, grenades: bool) -> None:
    """The rolls of men against a vehicle, or a single one with grenades."""
    machine = play.state.units[vehicle].men
    if grenades:
        unit = play.state.units[number]
        tells = {"target": play.state.units[vehicle].name}
        sets = {"frag": unit.frag - 1}
        play.tell(
            "spent grenades in hand-to-hand", CLAUSE, unit=number, sets=sets, tells=tells, shows=shows_at(vehicle)
        )
        await strike(play, machine[0], by_hand(play.state), "rear", number, (CLAUSE,), by_hand=True)
    else:
        await strike_often(play, machine[0], len(men), 0, "rear", number, (CLAUSE,), by_hand=True)
    note_losses(play, machine, ())


@rule("sotr.gap.vehicle-hth")
def by_hand(state: Battle) -> int:
    """What grenades add to a unit's single roll."""
    return state.options.tables.grenades.by_hand.pen


def rear(unit: Unit) -> int:
    """The armour of a machine's rear."""
    return unit.card.hull[-1]


async def _throws(play: Play[Battle], number: int, vehicle: int) -> bool:
    """Whether a unit spends a grenade attack on it."""
    state = play.state
    unit, machine = state.units[number], state.units[vehicle]
    if not unit.frag:
        return False
    useless = not affects(0, rear(machine), state.options)
    words = f"{unit.name}: spend a grenade attack on {machine.name}, one roll at +{by_hand(state)}?"
    return await ask(play, number, "melee grenades", YesNo(), words, CLAUSE, usual=useless)
