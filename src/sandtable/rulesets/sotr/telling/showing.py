"""What is shown of a unit: its symbol, its strength, where it is, and the markers that lie beside it."""

from collections.abc import Mapping, Sequence

from sandtable.geometry.units import INCH, show
from sandtable.mechanics.catalogue import represented_by
from sandtable.mechanics.telling import heading_outside
from sandtable.play.ruleset import UnitCard
from sandtable.play.scenario import Enlisted
from sandtable.play.shown import Band, Marker, Shown
from sandtable.rulesets.sotr.basics.charts import kinds, weapon_of
from sandtable.rulesets.sotr.fire.throwing import grenade_range
from sandtable.rulesets.sotr.nerve.cool import command_radius, officer_of
from sandtable.rulesets.sotr.setup.forces import Raised, raise_unit, troops
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle, Card, Unit

from .poses import poses_of, standing_words, storeys

PHASES = {
    "initiative": "Turn Initiative",
    "maintenance": "Maintenance Phase",
    "command": "Command Phase",
    "action": "Action Phase",
    "close": "Close Combat Phase",
}
BEFORE = {
    "fire teams": "fire teams",
    "objectives": "objective markers",
    "roll-off": "who sets up first",
    "hiding": "who begins Hidden",
    "deploy": "deployment",
    "mobs": "the mobs",
    "hidden": "deployment of those who begin Hidden",
}
TAKEN_IN_TURNS = {"maintenance", "command", "action"}  # phases in which it is always somebody's turn
COLUMNS = ("Unarmored", "Lightly Armored", "Heavily Armored")
TEAM = 4  # so many models or fewer are known by their weapon
BY_WEAPON = {"sniper-rifle": "sniper", "hmg": "mg", "rpg": "at-team", "flamethrower": "flamethrower"}
BY_HORROR = {"zombie": "zombie", "vampire": "vampire"}
SMALL_LOAD = 4  # a wheeled vehicle that carries no more men than these is a jeep


def heading(state: Battle) -> str:
    """Where the battle is: the turn, the phase, and whose it is."""
    if outside := heading_outside(state.phase, state.agenda, BEFORE):
        return outside
    whose = f": {state.names[state.side]}" if state.phase in TAKEN_IN_TURNS and state.half else ""
    return f"Turn {state.turn} of {max(state.turn, state.mission.turns)}, {PHASES[state.phase]}{whose}"


def shown(state: Battle, number: int) -> Shown:
    """A unit as it is drawn and listed."""
    unit = state.units[number]
    arms = [arm for figure in state.figures if figure.unit == number for arm in figure.weapons]
    unseen = veiled(state, unit)
    upstairs = {} if unseen else storeys(state, unit)
    return Shown(
        symbol=symbol_of(unit.card, unit.strength, arms),
        standing="Hidden, nobody knows where" if unseen else standing_words(state, unit, upstairs),
        in_play=unit.alive,
        strength=len(unit.men),
        full_strength=max(unit.strength, len(unit.men)),
        markers=tuple(_markers(state, number)) if unit.alive and not unseen else (),
        moves=_moves(unit) if unit.alive else (),
        ranges=_ranges(state, number) if unit.alive else (),
        aboard=unit.aboard,
        poses=tuple(poses_of(state, unit, upstairs)) if unit.on_table and not unseen else (),
    )


def veiled(state: Battle, unit: Unit) -> bool:
    """Whether this state knows of a unit only that it is Hidden."""
    return unit.on_table and unit.hidden and not any(state.layout.on_table(man) for man in unit.men)


def symbol_of(card: Card, models: int, arms: Sequence[str]) -> str:
    """What a unit is at a glance: a small one by the weapon it is there for."""
    if card.kind == "mecha":
        return "mech"
    if card.kind == "monster":
        return BY_HORROR.get(card.horror, "beast")
    if card.kind == "vehicle":
        if card.mover == "wheeled":
            return "jeep" if card.capacity <= SMALL_LOAD else "truck"
        return "carrier" if card.capacity else "tank"
    if "command" in card.traits:
        return "officer"
    return next((BY_WEAPON[arm] for arm in arms if arm in BY_WEAPON), "infantry") if models <= TEAM else "infantry"


# ---- markers


def _markers(state: Battle, number: int) -> list[Marker]:
    """What lies beside a unit: what has become of it first, what it has left last."""
    unit = state.units[number]
    return [*_of_the_unit(state, number), *_of_models(state, unit), *_left(unit)]


def _of_the_unit(state: Battle, number: int) -> list[Marker]:
    unit = state.units[number]
    turn = max(1, state.turn)
    marks = {
        "activated": ("activated", unit.activated == turn and state.phase == "action"),
        "engaged": ("Engaged", any(state.figures[one].unit == number for pair in state.engaged for one in pair)),
        "fleeing": ("Fleeing", unit.fleeing),
        "disorganized": ("Disorganized", unit.disorganized),
        "suppressed": (_suppressed(state, unit), unit.suppressed),
        "dread": ("HORROR", bool(unit.dread) and (unit.disorganized or unit.dread == turn)),
        "hidden": ("Hidden", unit.hidden),
        "freed": ("JUST DO IT!", bool(unit.freed)),
        "smoke": ("in smoke", any(smoke.unit == number for smoke in state.smokes)),
        "shaken": ("Shaken", unit.shaken),
        "immobilised": ("Immobilised", unit.immobilised),
    }
    found = [Marker(kind, label) for kind, (label, there) in marks.items() if there]
    return found + [Marker("broken", f"{kinds()[arm].name} destroyed") for arm in unit.broken]


def _suppressed(state: Battle, unit: Unit) -> str:
    by = state.units[unit.suppressed_by] if unit.suppressed_by >= 0 else None
    return "Suppressed" if by is None or veiled(state, by) else f"Suppressed by {by.name}"


def _of_models(state: Battle, unit: Unit) -> list[Marker]:
    """What some of its models are, with how many of them where that is not all of it."""
    men = [state.figures[man] for man in unit.men]
    turn = max(1, state.turn)
    counts = {
        "overwatch": ("Overwatch", sum(man.overwatch for man in men)),
        "down": ("DOWN", sum(man.down for man in men)),
        "burning": ("on fire", sum(man.burning for man in men)),
        "prone": ("Prone", sum(man.prone and not man.down for man in men)),
        "frenzied": ("Frenzied", sum(man.frenzied for man in men)),
        "jammed": ("jammed", sum(man.jammed == turn for man in men)),
        "freed": ("told to JUST DO IT!", sum(bool(man.freed) for man in men)),
        "scattered": ("Disorganized on their own", sum(man.disorganized for man in men)),
    }
    return [
        Marker(kind, label if count == len(men) else f"{count} {label}", count)
        for kind, (label, count) in counts.items()
        if count
    ]


def _left(unit: Unit) -> list[Marker]:
    """Grenade attacks left."""
    kinds = (("frag", "frag attack", unit.frag), ("smoke-grenades", "smoke attack", unit.smoke))
    return [Marker(kind, f"{count} {label}{'s' * (count > 1)}", count) for kind, label, count in kinds if count]


def marked(state: Battle) -> Mapping[int, tuple[str, ...]]:
    """Fire and smoke on pieces of terrain, and what a fire has left."""
    found: dict[int, tuple[str, ...]] = {}
    for number in state.burning:
        found[number] = ("burning",)
    for smoke in state.smokes:
        if smoke.piece >= 0 and "smoke" not in found.get(smoke.piece, ()):
            found[smoke.piece] = (*found.get(smoke.piece, ()), "smoke")
    for number, piece in enumerate(state.terrain):
        if "burnt" in piece.traits:
            found[number] = (*found.get(number, ()), "burnt")
    return found


# ---- bands


def _moves(unit: Unit) -> tuple[Band, ...]:
    """How far it goes: sneaking while it is Hidden, on an Advance, On The Double."""
    if unit.immobilised:
        return ()
    sneak = [Band("Sneak", unit.card.sneak)] if unit.hidden else []
    return (*sneak, Band("Advance", unit.card.advance), Band("On The Double", unit.card.double))


def _ranges(state: Battle, number: int) -> tuple[Band, ...]:
    """How far Commands, grenades and weapons reach; a weapon that covers the table has a band only where it is better."""
    unit = state.units[number]
    found = []
    officer = officer_of(state, number)
    if officer is not None:
        found.append(Band("Command Radius", command_radius(state, officer)))
    if unit.frag or unit.smoke:
        found.append(Band("grenades", grenade_range(state)))
    arms = [arm for man in unit.men if not state.figures[man].down for arm in state.figures[man].weapons]
    for arm in dict.fromkeys(arm for arm in arms if arm not in unit.broken):
        found += _bands(weapon_of(arm, state.options))
    return tuple(found)


def _bands(weapon: Weapon) -> list[Band]:
    found = []
    if weapon.short and (weapon.near or weapon.long):
        says = f"{weapon.near:+d} to hit within" if weapon.near else f"{weapon.long:+d} to hit beyond"
        found.append(Band(f"{weapon.name}, {says}", weapon.short * INCH))
    if weapon.reach:
        found.append(Band(weapon.name, weapon.reach))
    return found


# ---- cards


def card_of(state: Battle, number: int) -> UnitCard:
    """A unit's card."""
    unit = state.units[number]
    arms = [arm for figure in state.figures if figure.unit == number for arm in figure.weapons]
    return _card(unit.name, unit.card, arms, unit.frag, unit.smoke)


def printed(raised: Raised) -> UnitCard:
    """The card of a troop as it comes."""
    arms = [arm for figure in raised.figures for arm in figure.weapons]
    return _card(raised.card.title, raised.card, arms, raised.frag, raised.smoke)


def _card(name: str, card: Card, arms: Sequence[str], frag: int, smoke: int) -> UnitCard:
    facts = {"nation": card.nation, "kind": card.kind}
    if card.training:
        facts["training"] = card.training.capitalize()
    facts["Cool"] = "none: it is mindless" if "mindless" in card.traits else str(card.cool)
    facts["armour"] = "/".join(map(str, card.hull)) + " front/side/rear" if card.hull else COLUMNS[card.armour]
    facts["moves"] = f"{show(card.advance)}, {show(card.double)} On The Double, as {card.mover}"
    if arms:
        facts["weapons"] = ", ".join(f"{arms.count(arm)} {kinds()[arm].name}" for arm in dict.fromkeys(arms))
    grenades = [f"{count} {kind}" for kind, count in (("frag", frag), ("smoke", smoke)) if count]
    if grenades:
        facts["grenade attacks"] = ", ".join(grenades)
    if card.size:
        facts["size"] = f"{card.size.capitalize()} target"
    if card.horror:
        facts["HORROR"] = f"causes it, as {card.horror}"
    if card.capacity:
        facts["carries"] = f"{card.capacity} models"
    if card.traits:
        facts["traits"] = ", ".join(card.traits)
    return UnitCard(name, card.troop, card.points, facts, represented_by(troops(), card.troop))


def cards() -> list[UnitCard]:
    """All troops of the orders of battle, as they come without additions."""
    return [printed(raise_unit(Enlisted(troop), "orders of battle", troop)) for troop in troops()]
