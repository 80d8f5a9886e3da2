"""Damage to vehicles: the D20 chart with its two columns, the modifiers, and what each row does."""

from collections.abc import Awaitable, Callable

from sandtable.dice.readings import Chart, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, felt, total
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.skirmish41.basics.charts import D6, D20, fire_effect, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.facing import HEAD_ON, Aspect
from sandtable.rulesets.skirmish41.basics.occupants import aboard
from sandtable.rulesets.skirmish41.basics.units import through_next_part, thrower, who
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card

from .casualties import kill, suffer
from .explosions import explode, set_alight
from .flame import burn_team, goes_up
from .ranks import close_ranks, in_order, picked
from .wrecks import bale_out

HARMLESS = ("soft-1-6", "afv-1-6", "afv-15")


@rule("sk.dmg.roll", "sk.dmg.soft-11", "sk.dmg.soft-19", "sk.dmg.soft-14", "sk.dmg.afv-10")
def chart_for(card: Card, plus: int, options: Options) -> Chart:
    """The column of a vehicle, with the modifiers; scores below 1 and above 20 belong to the first and the last row."""
    if card.armoured:
        return options.tables.chart("afv-damage", plus)
    chart = options.tables.chart("soft-damage", plus)
    if options.soft_traction_rows == "11-13":
        return chart
    return Chart(tuple((low - 1 if row == "soft-14" else low, row) for low, row in chart.rows), plus)


@rule("sk.dmg.plus-6", "sk.dmg.plus-4-gun", "sk.dmg.plus-4-flank", "sk.dmg.schurzen", "sk.dmg.minus-8")
@rule("sk.dmg.minus-4-hull-down", "sk.dmg.minus-4-heavy", "sk.dmg.minus-4-poor-gun", "sk.dmg.minus-2-medium")
@rule("sk.at.as-57", "sk.at.as-75", "sk.at.damage")
def damage_modifiers(
    weapon: str, card: Card, options: Options, *, flank: bool, hull_down: bool
) -> tuple[Modifier, ...]:
    """What the damage die gets: the gun, the side it strikes, and the target."""
    line, table = weapon_of(weapon, options), options.tables.damage_modifiers
    found = []
    if card.armoured:
        if line.calibre >= table.largest.calibre or line.has("hvap"):
            found.append(table.largest.because("17 pounder, 85 mm or HVAP"))
        if line.calibre >= table.large.calibre:
            found.append(table.large.because("57 mm or larger"))
        if line.has("poor"):
            found.append(table.poor_gun.because("poor gun"))
    skirts = card.has("schurzen") and line.kind in {"anti-tank", "flame"}
    if flank and not skirts and (card.armoured or options.flank_bonus_soft):
        found.append(table.flank.because("flank or rear"))
    if card.has("thick-all-round") or (card.has("thick-front") and not flank):
        found.append(table.thick_armour.because("thick armour"))
    if hull_down:
        found.append(table.hull_down.because("hull down"))
    if card.size == "heavy":
        found.append(table.heavy.because("heavy AFV"))
    if card.size == "medium":
        found.append(table.medium.because("medium AFV"))
    return tuple(felt(found))


def damage_roll(name: str, card: Card, modifiers: tuple[Modifier, ...], options: Options, seat: int) -> Roll[str]:
    """The die of a hit on a vehicle."""
    said = ", ".join(map(str, modifiers))
    why = f"Damage to {name}{f' ({said})' if said else ''}"
    because = ("sk.dmg.roll", *(one.clause for one in modifiers))
    chart = chart_for(card, total(modifiers), options)
    return Roll(
        1, D20, chart, why=why, because=because, seat=seat, say=WORDS.__getitem__, step="damage",
        modifiers=modifiers,
    )  # fmt: skip


@stage
@rule("sk.dmg.roll", "sk.gap.vehicle-suppression")
async def damage(play: Play[Battle], number: int, weapon: str, by: int, aspect: Aspect = HEAD_ON) -> None:
    """A hit on a vehicle: the die, and what its row does."""
    state = play.state
    unit = state.units[number]
    if not unit.mounted or not unit.on_table:
        return
    seat = 0 if by < 0 else thrower(state, state.units[by].side)
    flank, hull_down = aspect.flank, aspect.hull_down
    found = damage_modifiers(weapon, unit.card, state.options, flank=flank, hull_down=hull_down)
    rolled = await damage_roll(unit.name, unit.card, found, state.options, seat)
    row = rolled.value
    tells = {"what": WORDS[row], "row": row}
    sets: dict[str, object] = {}
    if row not in HARMLESS and "hit" not in unit.tests:
        sets["tests"] = (*unit.tests, "hit")
    play.tell("was struck", f"sk.dmg.{row}", unit=number, sets=sets, tells=tells, rolls=(rolled.number,))
    await ROWS[row](play, number, by, seat)


# ---- what the rows do


@rule("sk.dmg.soft-1-6", "sk.dmg.afv-1-6", "sk.dmg.afv-15")
async def _nothing(play: Play[Battle], number: int, by: int, seat: int) -> None:
    """No effect."""


def pick_roll(count: int, why: str, seat: int) -> Roll[int]:
    """Who of those aboard is struck."""
    return Roll(1, count, Total(), why=why, because=("sk.dmg.soft-7",), seat=seat, step="how many are hit")


@rule("sk.dmg.soft-7", "sk.dmg.soft-8", "sk.dmg.soft-9", "sk.dmg.soft-10", "sk.dmg.afv-13", "sk.dmg.afv-14")
async def strike_occupants(play: Play[Battle], number: int, by: int, seat: int, many: int, *, plus: int = 1) -> None:
    """So many occupants, picked at random, dice as if hit by a machine gun."""
    await last(_pick(play, (), tuple(aboard(play.state, number)), many, by, seat, plus))


@stage
async def _pick(
    play: Play[Battle], struck: tuple[int, ...], able: tuple[int, ...], many: int, by: int, seat: int, plus: int
) -> None:
    """One after another is picked, as long as there are more than are to be struck."""
    missing = min(many - len(struck), len(able))
    if not missing:
        await last(_strike(play, (), struck, by, seat, plus, (*struck, *able)))
    elif missing == len(able):
        await last(_strike(play, (), (*struck, *able), by, seat, plus, (*struck, *able)))
    else:
        man = await picked(play.state, able, pick_roll(len(able), "Which occupant is hit", seat))
        rest = tuple(other for other in able if other != man)
        await last(_pick(play, in_order(play.state, (*struck, man)), rest, many, by, seat, plus))


@stage
@rule("sk.flame.operator-hit")
async def _strike(
    play: Play[Battle],
    struck: tuple[int, ...],
    left: tuple[int, ...],
    by: int,
    seat: int,
    plus: int,
    everybody: tuple[int, ...],
) -> None:
    """One of those who are struck after another; at the end everybody aboard is to anybody else as he is."""
    if not left:
        close_ranks(play, everybody)
        return
    state, man = play.state, left[0]
    struck = (*struck, man)
    if by >= 0 and plus and goes_up(state, man):
        await burn_team(play, by, man, seat, left[1:])
    else:
        rolled = await occupant_roll(who(state, man), plus, state.options, seat)
        suffer(play, man, rolled.value, by, "sk.effect.mg-smg-sniper" if plus else "sk.effect.roll")
    close_ranks(play, struck)
    await last(_strike(play, struck, left[1:], by, seat, plus, everybody))


def occupant_roll(name: str, plus: int, options: Options, seat: int) -> Roll[str]:
    """The die of an occupant: as if hit by a machine gun, or in a crash with nothing added."""
    because = ("sk.effect.roll", "sk.effect.mg-smg-sniper") if plus else ("sk.effect.roll",)
    why = f"Fire effect on {name}{', +1 machine gun' if plus else ''}"
    return Roll(1, D6, fire_effect(plus, options), why=why, because=because, seat=seat, step="fire effect")


def struck_by(row: str, options: Options) -> int:
    """How many occupants a row strikes."""
    tables = options.tables
    return (tables.soft_damage.get(row) or tables.afv_damage[row]).struck


def _some(row: str) -> Callable[[Play[Battle], int, int, int], Awaitable[None]]:
    async def strike(play: Play[Battle], number: int, by: int, seat: int) -> None:
        await strike_occupants(play, number, by, seat, struck_by(row, play.state.options))

    return strike


@rule("sk.dmg.soft-11")
async def _traction(play: Play[Battle], number: int, by: int, seat: int) -> None:
    """Wheels lose their grip for good; tracks do not."""
    if play.state.units[number].card.drive == "wheeled":
        await _stops("sk.dmg.soft-11")(play, number, by, seat)


@rule("sk.dmg.soft-14", "sk.dmg.afv-10")
def _stops(clause: str) -> Callable[[Play[Battle], int, int, int], Awaitable[None]]:
    """The vehicle stays where it is for the rest of the game."""

    async def stopped(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
        play.tell("was stopped", clause, unit=number, sets={"immobile": True})

    return stopped


def _driver(state: Battle, number: int) -> int | None:
    unit = state.units[number]
    return next((man for man in unit.men if state.figures[man].role == "driver"), None)


@rule("sk.dmg.soft-16")
async def _crash(play: Play[Battle], number: int, by: int, seat: int) -> None:
    """The driver is killed and the vehicle crashes: everybody else in it dices for what that does to him."""
    driver = _driver(play.state, number)
    others = [man for man in aboard(play.state, number) if man != driver]
    play.tell("was stopped", "sk.dmg.soft-16", unit=number, sets={"immobile": True})
    await _strike(play, (), tuple(others), by, seat, 0, tuple(others))
    if driver is not None and driver in play.state.units[number].men:
        kill(play, driver, "sk.dmg.soft-16")


@rule("sk.dmg.soft-17")
async def _abandon(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
    bale_out(play, number, "sk.dmg.soft-17", why="it is on fire")


def _explode(clause: str) -> Callable[[Play[Battle], int, int, int], Awaitable[None]]:
    async def goes_up(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
        await explode(play, number, by, clause)

    return goes_up


@rule("sk.dmg.afv-7")
async def _stunned(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
    """The crew do nothing in their next turn."""
    sets = {"stunned": through_next_part(play.state, play.state.units[number].side)}
    play.tell("was stunned", "sk.dmg.afv-7", unit=number, sets=sets)


@rule("sk.dmg.afv-8")
async def _optics(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
    """No main gun fire for the rest of the game."""
    play.tell("lost its optics", "sk.dmg.afv-8", unit=number, sets={"optics": False})


def working(state: Battle, number: int) -> list[str]:
    """The weapons of a vehicle that are in order."""
    unit = state.units[number]
    mine = [unit.card.gun] if unit.card.gun else []
    return [weapon for weapon in (*mine, *unit.card.mounts) if weapon not in unit.wrecked]


def weapon_roll(count: int, seat: int) -> Roll[int]:
    """Which weapon of a vehicle is wrecked."""
    return Roll(
        1,
        count,
        Total(),
        why="Which weapon is wrecked",
        because=("sk.gap.wreck-weapon",),
        seat=seat,
        step="which weapon is wrecked",
    )


@rule("sk.dmg.afv-9", "sk.gap.wreck-weapon")
async def _weapon(play: Play[Battle], number: int, by: int, seat: int) -> None:
    """A weapon picked at random is wrecked; where there is none left, an occupant is hit."""
    able = working(play.state, number)
    if not able:
        await strike_occupants(play, number, by, seat, 1)
        return
    place = 0
    if len(able) > 1:
        picked = await weapon_roll(len(able), seat)
        place = picked.value - 1
    unit = play.state.units[number]
    weapon = able[place]
    title = weapons()[weapon].title if weapon in weapons() else f"{weapon} machine gun"
    sets = {"wrecked": (*unit.wrecked, weapon)}
    play.tell("lost a weapon", "sk.dmg.afv-9", "sk.gap.wreck-weapon", unit=number, sets=sets, tells={"weapon": title})


@rule("sk.dmg.afv-16")
async def _driver_killed(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
    """The driver is killed and the vehicle stops; another may take over after a full turn."""
    driver = _driver(play.state, number)
    sets = {"driverless": through_next_part(play.state, play.state.units[number].side)}
    play.tell("stopped", "sk.dmg.afv-16", unit=number, sets=sets)
    if driver is not None:
        kill(play, driver, "sk.dmg.afv-16")


@rule("sk.dmg.afv-17")
async def _petrol(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
    """Petrol engines explode, diesels do not."""
    if play.state.units[number].card.fuel == "petrol":
        await explode(play, number, by, "sk.dmg.afv-17")


@rule("sk.dmg.afv-18")
async def _ammunition(play: Play[Battle], number: int, by: int, seat: int) -> None:  # noqa: ARG001
    await set_alight(play, number, seat)


STRIKES = ("soft-7", "soft-8", "soft-9", "soft-10", "afv-13", "afv-14")  # so many occupants
ROWS: dict[str, Callable[[Play[Battle], int, int, int], Awaitable[None]]] = {
    "soft-1-6": _nothing,
    **{row: _some(row) for row in STRIKES},
    "soft-11": _traction,
    "soft-14": _stops("sk.dmg.soft-14"),
    "soft-16": _crash,
    "soft-17": _abandon,
    "soft-19": _explode("sk.dmg.soft-19"),
    "afv-1-6": _nothing,
    "afv-7": _stunned,
    "afv-8": _optics,
    "afv-9": _weapon,
    "afv-10": _stops("sk.dmg.afv-10"),
    "afv-15": _nothing,
    "afv-16": _driver_killed,
    "afv-17": _petrol,
    "afv-18": _ammunition,
    "afv-20": _explode("sk.dmg.afv-20"),
}
WORDS = {
    "soft-1-6": "straight through",
    "soft-7": "1 occupant is hit",
    "soft-8": "2 occupants are hit",
    "soft-9": "4 occupants are hit",
    "soft-10": "all occupants are hit",
    "soft-11": "its wheels lose traction",
    "soft-14": "it loses a wheel or a track",
    "soft-16": "the driver is killed and it crashes",
    "soft-17": "it is on fire",
    "soft-19": "its fuel tank explodes",
    "afv-1-6": "the shot bounces off",
    "afv-7": "the crew is stunned",
    "afv-8": "its optics are hit",
    "afv-9": "a weapon is wrecked",
    "afv-10": "it loses a track",
    "afv-13": "1 occupant is hit",
    "afv-14": "all occupants are hit",
    "afv-15": "the shell fails to explode",
    "afv-16": "the driver is killed",
    "afv-17": "its petrol explodes, if it has any",
    "afv-18": "its ammunition is on fire",
    "afv-20": "it explodes",
}
