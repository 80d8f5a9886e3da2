"""Carrying troops and towing guns (a switch, off by default).

A Team that rides is off the table and knows the vehicle that carries it (`Team.aboard`); a Unit all of whose Teams ride
has the place `aboard`. Mounting and dismounting take the Team's whole Move: whoever moves a Unit calls `change_vehicles`
first and leaves the Teams that it gives back where they are.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.dice.readings import Each
from sandtable.dice.roll import Roll
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.mustering import riders_in
from sandtable.play.asking import ask
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.placing import around_hull, placed_at, setting_down, with_usual
from sandtable.rulesets.fraley.basics.teams import afoot, between, called, friends, heavy, portable, vehicle_of, who
from sandtable.rulesets.fraley.harm.losses import lose, passengers_jump
from sandtable.rulesets.fraley.nerve.suppression import suppress_team
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Place5, Team, Unit
from sandtable.table.data import DataError

CLAUSE = "fraley.gap.transport"
BESIDE = inches(2)
WITH_GUN = 1  # Teams that ride beside a gun in tow
SAVE = 5
WIDEST = inches(2.5)  # of a Team that gets out


# ---- room


def carries(team: Team, options: Options) -> int:
    """How many Teams a Team can carry."""
    vehicle = vehicle_of(team, options)
    return vehicle.carries if vehicle else 0


def carried(state: Battle, vehicle: int) -> list[int]:
    """The Teams aboard a vehicle."""
    if not state.options.transport:
        return []
    return [man for unit in state.units for man in unit.men if state.figures[man].aboard == vehicle]


@rule("fraley.gap.transport")
def has_room(capacity: int, load: Sequence[Team]) -> bool:
    """Whether a vehicle can take this load: three Infantry or portable Gun Teams, or one of them and a towed gun."""
    towed = sum(heavy(team) for team in load)
    riders = len(load) - towed
    able = all(team.kind == "infantry" or portable(team) or heavy(team) for team in load)
    return capacity > 0 and able and (riders <= capacity if not towed else towed == 1 and riders <= WITH_GUN)


@rule("fraley.gap.transport")
def seat_riders(
    units: list[Unit],
    figures: list[Team],
    first: int,
    aboard: Mapping[int, str],
    options: Options,
    file: str,
    key: str,
) -> None:
    """Put Units that begin the battle in the vehicles of another Unit of their side into them, one after another."""
    for number, carrier, where in riders_in(aboard.items(), units, first, file, key):
        for man in units[number].men:
            vehicle = next((one for one in units[carrier].men if _takes(figures, one, man, options)), None)
            if vehicle is None:
                raise DataError(file, where, f"{units[carrier].name} has no room for {units[number].name}")
            figures[man] = replace(figures[man], aboard=vehicle)
        units[number] = replace(units[number], place="aboard")


def _takes(figures: Sequence[Team], vehicle: int, man: int, options: Options) -> bool:
    load = [team for team in figures if team.aboard == vehicle]
    return has_room(carries(figures[vehicle], options), [*load, figures[man]])


# ---- before a Move


@rule("fraley.gap.transport", "fraley.fo.units")
async def change_vehicles(play: Play[Battle], number: int, but: Sequence[int] = ()) -> tuple[int, ...]:
    """Teams under a Unit's order get out of vehicles, then others into them; gives those whose Move this was.

    Who got out does not get in again, nor do Teams in `but`, which have no Move left.
    """
    state = play.state
    if state.units[number].watching == state.round:
        return ()
    orders = [number, *(place for place, unit in enumerate(state.units) if unit.battery == number and unit.alive)]
    busy: list[int] = []
    for place in orders:
        busy += await dismount(play, place)
    for place in orders:
        busy += await mount(play, place, (*but, *busy))
    return tuple(busy)


@rule("fraley.gap.transport", "fraley.suppression.no-fire")
def _may_stir(state: Battle, figure: int) -> bool:
    """Whether a Team may move at all: not a suppressed one where a table plays it that way."""
    return state.options.suppressed_may_move or not state.figures[figure].suppressed


# ---- getting in


@rule("fraley.gap.transport")
def may_mount(state: Battle, number: int, but: Sequence[int] = ()) -> dict[int, list[int]]:
    """The vehicles that Teams of a Unit could get into, with those Teams: friends within 2 inches that have room.

    A CC who acts only alongside a Unit could not get out again, and stays on foot.
    """
    unit = state.units[number]
    stays = unit.card.rank == "cc" and state.options.cc_activation == "with_unit"
    if not state.options.transport or not unit.on_table or stays:
        return {}
    men = [man for man in afoot(state, number) if man not in but and _may_stir(state, man)]
    found: dict[int, list[int]] = {}
    for other in friends(state, unit.side):
        for vehicle in state.units[other].men if other != number else ():
            if not carries(state.figures[vehicle], state.options):
                continue
            load = [state.figures[man] for man in carried(state, vehicle)]
            able = [
                man
                for man in men
                if between(state, man, vehicle) <= BESIDE
                and has_room(carries(state.figures[vehicle], state.options), [*load, state.figures[man]])
            ]
            if able:
                found[vehicle] = able
    return found


@rule("fraley.gap.transport")
async def mount(play: Play[Battle], number: int, but: Sequence[int] = ()) -> tuple[int, ...]:
    """Teams of a Unit get into vehicles beside them, instead of moving; gives those that did."""
    mounted: list[int] = []
    for vehicle in may_mount(play.state, number, but):
        able = may_mount(play.state, number, but).get(vehicle)
        if able:
            mounted += await _into(play, number, vehicle, able)
    return tuple(mounted)


async def _into(play: Play[Battle], number: int, vehicle: int, able: list[int]) -> list[int]:
    state = play.state
    team = state.figures[vehicle]
    load = [state.figures[man] for man in carried(state, vehicle)]

    def fits(chosen: list[int]) -> Refusal | None:
        if has_room(carries(team, state.options), [*load, *(state.figures[man] for man in chosen)]):
            return None
        return Refusal(f"{who(state, vehicle)} takes 3 Teams, or 1 and a gun in tow", (CLAUSE,))

    keys = {f"m{man}": man for man in able}
    choices = SomeOf(
        keys,
        0,
        len(keys),
        label=lambda man: called(state, man),
        points=lambda man: OnTable(figure=man),
        fits=fits,
        pick=lambda chance: [chance.choice(list(keys))],
    )
    words = f"Which Teams of {state.units[number].name} get into {who(state, vehicle)}?"
    chosen = await ask(play, number, "mount", choices, words, CLAUSE, usual=[])
    if chosen:
        play.tell(
            "got in",
            CLAUSE,
            unit=number,
            figures=tuple(sorted(chosen)),
            sets={"teams": {"aboard": vehicle, "moved": True, "dug_in": False}, "went": True},
            tells={"vehicle": who(state, vehicle)},
            shows={"says": "gets into", **shows_at(state.figures[vehicle].unit)},
        )
    return sorted(chosen)


# ---- getting out


def beside(state: Battle, vehicle: int, figures: tuple[int, ...]) -> Marching:
    """All places of Teams that get out of a vehicle: within 2 inches of it."""

    def near(march: March) -> Refusal | None:
        bodies = state.layout.placed(placed_at(march, state.layout.bearing(vehicle))).bodies
        far = [man for man in figures if gap(bodies, man, bodies, vehicle) > BESIDE]
        why = f"it is not within 2 inches of {who(state, vehicle)}"
        return Refusal(why, (CLAUSE,), figures=tuple(far)) if far else None

    zone = around_hull(state, vehicle, BESIDE + WIDEST)
    return setting_down(state, figures, zone, CLAUSE, bearing=state.layout.bearing(vehicle), also=near)


@rule("fraley.gap.transport")
async def dismount(play: Play[Battle], number: int) -> tuple[int, ...]:
    """Teams of a Unit that ride may get out, which is their whole Move; gives those that did."""
    state = play.state
    out: list[int] = []
    vehicles = sorted({state.figures[man].aboard for man in state.units[number].men} - {-1})
    for vehicle in vehicles if state.options.transport else ():
        if state.layout.on_table(vehicle):
            out += await _out_of(play, number, vehicle)
    return tuple(out)


async def _out_of(play: Play[Battle], number: int, vehicle: int) -> list[int]:
    state = play.state
    inside = [man for man in state.units[number].men if state.figures[man].aboard == vehicle]
    keys = {f"m{man}": man for man in inside if _may_stir(state, man)}
    if not keys:
        return []
    choices = SomeOf(keys, 0, len(keys), label=lambda man: called(state, man), points=lambda _: OnTable(figure=vehicle))
    words = f"Which Teams of {state.units[number].name} get out of {who(state, vehicle)}?"
    chosen = await ask(play, number, "dismount", choices, words, CLAUSE, usual=list(keys))
    return await _set_down(play, vehicle, tuple(sorted(chosen)), "got out")


async def _set_down(play: Play[Battle], vehicle: int, figures: tuple[int, ...], verb: str) -> list[int]:
    """Teams of one Unit stand beside their vehicle, as many as find room; gives those that do."""
    state = play.state
    domain = None
    if state.layout.bare:  # there is room for everybody, and nothing to be asked
        _stand(play, vehicle, figures, verb)
        return list(figures)
    while figures and (domain := with_usual(beside(state, vehicle, figures))) is None:
        figures = figures[:-1]
    if domain is None:
        return []
    number = state.figures[figures[0]].unit
    words = f"{state.units[number].name}: where do Teams get out of {who(state, vehicle)}?"
    march = await ask(play, number, "get out", domain, words, CLAUSE, usual=domain.fixed)
    _stand(play, vehicle, figures, verb, placed_at(march, state.layout.bearing(vehicle)))
    return list(figures)


def _stand(
    play: Play[Battle], vehicle: int, figures: tuple[int, ...], verb: str, places: tuple[Place5, ...] = ()
) -> None:
    """Teams of one Unit are out of a vehicle."""
    play.tell(
        verb,
        CLAUSE,
        unit=play.state.figures[figures[0]].unit,
        figures=figures,
        sets={
            "places": places,
            "teams": {"aboard": -1, "moved": True, "dug_in": False},
            "place": "table",
            "went": True,
        },
        tells={"vehicle": who(play.state, vehicle)},
    )


# ---- the end of a vehicle


def bail_out_roll(riders: int, vehicle: str, seat: int) -> Roll[tuple[int, ...]]:
    """A Save on 5+ for each passenger of a destroyed vehicle."""
    why = f"Passengers of {vehicle} save"
    return Roll(
        riders, 6, Each(), why=why, because=(CLAUSE,), seat=seat, needs=f"{SAVE}+", step="Saves of those aboard"
    )


@passengers_jump.handed_in
@rule("fraley.gap.transport")
async def passengers_lost(play: Play[Battle], vehicles: Sequence[int]) -> None:
    """Vehicles are destroyed (and still stand on the table): passengers save on 5+; survivors dismount suppressed."""
    for vehicle in vehicles:
        state = play.state
        riders = carried(state, vehicle)
        if not riders:
            continue
        rolled = await bail_out_roll(len(riders), who(state, vehicle), state.sides[vehicle])
        saved = [man for man, face in zip(riders, rolled.value, strict=True) if face >= SAVE]
        out: list[int] = []
        for number in sorted({state.figures[man].unit for man in saved}):
            mine = tuple(man for man in saved if state.figures[man].unit == number)
            out += await _set_down(play, vehicle, mine, "jumped clear")
        await _shake(play, out)
        dead = [man for man in riders if man not in out]
        if dead:
            await lose(play, dead, CLAUSE, why=f"in {who(state, vehicle)}")


@rule("fraley.gap.transport", "fraley.fo.no-suppression")
async def _shake(play: Play[Battle], figures: Sequence[int]) -> None:
    """Who jumped clear is suppressed, if he is not already; a Forward Observer never is."""
    for figure in figures:
        team = play.state.figures[figure]
        if not team.suppressed and play.state.units[team.unit].card.rank != "fo":
            await suppress_team(play, figure, CLAUSE)
