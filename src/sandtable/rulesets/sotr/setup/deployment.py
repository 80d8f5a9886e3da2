"""Setting up (sotr.gap.deployment): zones, placing a unit for everybody to see, and those that begin Hidden in secret."""

from msgspec.structs import replace

from sandtable.geometry.angle import around
from sandtable.geometry.kernel import Ints
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.setting_up import next_to_set_up
from sandtable.mechanics.zones import band, ring
from sandtable.mechanics.zones import usual_place as place_anywhere
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.finding import exposed
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.scatter import facing_in
from sandtable.rulesets.sotr.move.hiding import barred_from_hiding, may_not_hide
from sandtable.rulesets.sotr.move.placing import placed_at, setting_up, usual_place
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import reveal

CIRCLE = 72  # corners of a zone that is round
AROUND_THE_RUINS = inches(12)
FEW = 3  # models of a unit that usually begins Hidden


# ---- zones


@rule("sotr.gap.deployment", "sotr.gap.scenarios")
def zone_of(state: Battle, number: int, *, deeper: int = 0) -> Ints:
    """Where a unit is set up: along its own edge; the defender of the ruins within 12 inches of their middle."""
    unit = state.units[number]
    if state.mission.name == "ruins" and unit.side != state.mission.attacker:
        widest = max(2 * state.layout.radius(man) for man in unit.men)
        radius = AROUND_THE_RUINS + widest + deeper
        return ring(around(state.width // 2, state.depth // 2, radius, CIRCLE))
    return band(state.width, state.depth, state.edges[unit.side], min(state.mission.zone + deeper, state.depth))


# ---- who begins Hidden


@rule("sotr.gap.deployment", "sotr.hide.declare")
async def who_hides(play: Play[Battle]) -> None:
    """Before anybody is set up each side says which of its units begin Hidden: that they do is known, not where."""
    state = play.state
    for side in (state.side, 1 - state.side):
        able = [number for number in to_set_up(state, side) if barred_from_hiding(state, number) is None]
        if not able:
            continue
        mine = {f"u{number}": number for number in able}
        few = [key for key, number in mine.items() if len(state.units[number].men) <= FEW]
        choices = SomeOf(mine, 0, len(mine), label=lambda number: state.units[number].name, points=OnTable)
        words = f"{state.names[side]}: which units begin Hidden? They are set up last, out of sight of the enemy"
        chosen = await ask_seat(
            side, "begin hidden", choices, words, "sotr.gap.deployment", "sotr.hide.declare", usual=few
        )
        for number in sorted(chosen):
            play.tell("will begin Hidden", "sotr.gap.deployment", unit=number, sets={"hidden": True})


def to_set_up(state: Battle, side: int, *, hidden: bool = False) -> list[int]:
    """The units that a side has still to set up for everybody to see; or those that begin `hidden`."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.place == "waiting" and unit.hidden == hidden
    ]


# ---- placing


def with_room(state: Battle, number: int) -> Marching:
    """The places for a unit in its zone, made deeper inch by inch only where it is crowded."""
    for deeper in range(0, state.depth, inches(4)):
        domain = setting_up(state, number, zone_of(state, number, deeper=deeper))
        if usual_place(domain) is not None:
            return domain
    raise AssertionError("there is no room on the table")


@rule("sotr.gap.deployment")
async def set_up(play: Play[Battle], side: int) -> None:
    """A side places one of its units."""
    number = await _next(play, to_set_up(play.state, side), side)
    await _place(play, number, with_room(play.state, number))


async def _next(play: Play[Battle], left: list[int], side: int) -> int:
    prompt = f"{play.state.names[side]}: set up which unit next?"
    return await next_to_set_up(play.state, left, kind="unit to set up", prompt=prompt, clause="sotr.gap.deployment")


async def _place(play: Play[Battle], number: int, domain: Marching) -> None:
    unit = play.state.units[number]
    march = await ask_seat(
        unit.side,
        "set up",
        domain,
        f"Set up {unit.name}",
        "sotr.gap.deployment",
        unit=number,
        usual=lambda: domain.fixed or usual_place(domain),
    )
    sets: dict[str, object] = {"places": placed_at(play.state, march, facing_in(play.state, unit.side))}
    if not unit.on_table:  # who is Hidden has been said to be there, but not where
        sets["place"] = "table"
    play.tell("was set up", "sotr.gap.deployment", unit=number, sets=sets)


# ---- in secret


@rule("sotr.gap.deployment", "sotr.hide.declare")
async def set_up_hidden(play: Play[Battle]) -> None:
    """Units that begin Hidden are set up after all others, in turn and in secret; when all stand, some may be found."""
    state = play.state
    side = state.side if to_set_up(state, state.side, hidden=True) else 1 - state.side
    left = to_set_up(state, side, hidden=True)
    if left:
        number = await _next(play, left, side)
        known = as_seen(play.state, side)
        domain = out_of_sight(known, number)
        if domain is not None:
            play.tell("began Hidden", "sotr.gap.deployment", unit=number, sets={"place": "table"})
        else:
            domain = with_room(known, number)
            play.tell("cannot begin Hidden", "sotr.gap.deployment", unit=number, sets={"hidden": False})
        await _place(play, number, domain)
        play.tell("the other side sets up", "sotr.gap.deployment", sets={"side": 1 - side})
    if not any(to_set_up(play.state, one, hidden=True) for one in (0, 1)):
        _find(play)


@rule("sotr.gap.deployment", "sotr.hide.declare")
def out_of_sight(known: Battle, number: int) -> Marching | None:
    """The places of a unit's zone where no enemy sees it of whom its side knows; None if there is none."""

    def unseen(march: March) -> Refusal | None:
        places = placed_at(known, march, facing_in(known, known.units[number].side))
        return may_not_hide(replace(known, layout=known.layout.placed(places)), number)

    domain = setting_up(known, number, zone_of(known, number), also=unseen)
    domain.fixed = place_anywhere(domain)
    return domain if domain.fixed is not None else None


@rule("sotr.gap.deployment", "sotr.hide.declare")
def _find(play: Play[Battle]) -> None:
    """Whom any enemy sees, Hidden or not, does not begin Hidden; all are judged before the first comes to light."""
    state = play.state
    found = [
        number
        for number, unit in enumerate(state.units)
        if unit.hidden and unit.on_table and exposed(state, number, unit.men, known=False)
    ]
    for number in found:
        reveal(play, number, "sotr.gap.deployment", "sotr.hide.declare", why="somebody is watching")
