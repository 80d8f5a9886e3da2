"""What is shown of a unit: its symbol, its strength, where it is, and the markers that lie beside it."""

from collections.abc import Sequence

from sandtable.geometry.units import INCH, inches, show
from sandtable.mechanics.catalogue import represented_by
from sandtable.mechanics.telling import heading_outside
from sandtable.play.ruleset import UnitCard
from sandtable.play.scenario import Enlisted
from sandtable.play.shown import Band, Marker, Shown
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.basics.charts import Weapon, printed, weapon
from sandtable.rulesets.bolt_action.fire.support import AIRSTRIKE, BARRAGE
from sandtable.rulesets.bolt_action.fire.volley import SCOPE_REACH
from sandtable.rulesets.bolt_action.machines.vehicles import rate_of
from sandtable.rulesets.bolt_action.move.movement import allowance
from sandtable.rulesets.bolt_action.setup.forces import raise_unit, troops
from sandtable.rulesets.bolt_action.state import Battle, Card, Unit
from sandtable.rulesets.bolt_action.turn.orders import LABELS

PHASES = {"setup": "setting up", "start": "start of the turn", "orders": "orders", "over": "over"}
BEFORE = {
    "sides": "who attacks",
    "edge": "table edges",
    "objectives": "objectives",
    "centre": "the objective",
    "set up defender": "the defender sets up",
    "set up garrison": "the garrison sets up",
    "deploy attacker": "the attacker sets up",
    "deploy defender": "the defender sets up",
    "wave attacker": "the attacker's first wave",
    "wave defender": "the defender's first wave",
    "last": "observers and snipers set up",
    "outflank": "plans for outflanking",
    "bombardment": "the bombardment",
}
BY_SLOT = {
    "medic": "medic",
    "observer": "observer",
    "sniper": "sniper",
    "machine-gun": "mg",
    "mortar": "mortar",
    "flamethrower": "flamethrower",
    "anti-tank": "at-team",
}
FLOORS = ("ground floor", "first floor", "second floor", "third floor")
JEEP_LOAD = 4  # who carries no more than so many men is a jeep, not a truck
SPENT = {BARRAGE: "barrage called", AIRSTRIKE: "air strike called"}


def heading(state: Battle) -> str:
    """Where the battle is: the turn and the phase."""
    if outside := heading_outside(state.phase, state.agenda, BEFORE):
        return outside
    dark = ", in the dark" if state.dark else ""
    return f"Turn {state.turn} of {max(state.turn, state.turns)}, {PHASES[state.phase]}{dark}"


def shown(state: Battle, number: int) -> Shown:
    """A unit as it is drawn and listed."""
    unit = state.units[number]
    men = sum(figure.unit == number and figure.role not in {"gun", "spotter"} for figure in state.figures)
    return Shown(
        symbol=symbol_of(unit.card),
        standing=standing(state, unit),
        in_play=unit.alive,
        strength=len(unit.men),
        full_strength=men,
        markers=tuple(_markers(state, unit)) if unit.alive else (),
        moves=_moves(state, unit) if unit.alive else (),
        ranges=_ranges(state, unit) if unit.alive else (),
        inside=unit.building,
        aboard=unit.aboard,
    )


def symbol_of(card: Card) -> str:
    """What a unit is at a glance."""
    if card.kind == "vehicle":
        return _symbol_of_vehicle(card)
    if card.kind == "artillery":
        howitzer = "howitzer" in printed().weapons[card.team].traits
        return "howitzer" if howitzer else "flak" if "flak" in card.traits else "gun"
    return "officer" if card.officer else BY_SLOT.get(card.slot, "infantry")


def _symbol_of_vehicle(card: Card) -> str:
    if card.move == "half-tracked":
        return "half-track"
    if card.soft:
        return "jeep" if card.capacity <= JEEP_LOAD and not card.tows else "truck"
    if card.move == "wheeled":
        return "armoured-car"
    if card.capacity:
        return "carrier"
    turret = any(mount.where == "turret" for mount in card.mounts)
    heavy = any(not printed().weapons[mount.weapon].small_arm for mount in card.mounts)
    return "tank-destroyer" if heavy and not turret else "tank"


def standing(state: Battle, unit: Unit) -> str:
    """Where a unit is, in words."""
    if unit.aboard is not None:
        vehicle = state.units[unit.aboard].name
        return f"towed by {vehicle}" if unit.is_artillery else f"riding in {vehicle}"
    if unit.building is not None:
        floor = FLOORS[unit.floor] if unit.floor < len(FLOORS) else f"floor {unit.floor}"
        return f"in {state.terrain[unit.building].title}, {floor}"
    if unit.place == "reserve" and unit.outflank:  # a view shows this to its owner only
        return f"in reserve, to come on from the {unit.outflank}"
    return {
        "table": "on the table",
        "wave": "first wave",
        "reserve": "in reserve",
        "aboard": "aboard",
        "destroyed": "destroyed",
        "left": "left the table",
    }[unit.place]


def _markers(state: Battle, unit: Unit) -> list[Marker]:
    """What lies beside a unit: its order die first, then its pins."""
    found = []
    if unit.order is not None:
        found.append(Marker("order", LABELS[unit.order]))
    if unit.pins:
        found.append(Marker("pins", f"{unit.pins} pin{'s' * (unit.pins > 1)}", unit.pins))
    if unit.hidden:
        found.append(Marker("hidden", "hidden"))
    if unit.immobilised:
        found.append(Marker("immobilised", "immobilised"))
    if unit.spotter is not None:
        found.append(Marker("spotter", "has a spotter"))
    if unit.ranging is not None:
        found.append(Marker("ranged-in", _ranged_in(state, unit)))
    found += [Marker("spent", SPENT.get(what, "out of fuel")) for what in unit.spent]
    carried = [printed().weapons[arm].name for man in unit.men for arm in state.figures[man].carries]
    for arm in dict.fromkeys(carried):
        count = carried.count(arm)
        found.append(Marker("one-shot", f"{count} {arm}{'s' * (count > 1)}", count))
    return found


def _ranged_in(state: Battle, unit: Unit) -> str:
    assert unit.ranging is not None
    at = "the smoke" if unit.ranging.target < 0 else state.units[unit.ranging.target].name
    return f"ranging in on {at}, {unit.ranging.score}+ next"


def _moves(state: Battle, unit: Unit) -> tuple[Band, ...]:
    """How far it goes on an Advance and on a Run."""
    if unit.immobilised:
        return ()
    found = []
    for label, running in (("Advance", False), ("Run", True)):
        if unit.is_vehicle:
            far = rate_of(unit, state.options, running=running).ahead
        else:
            far = allowance(unit, state.options, running=running)
        if far:
            found.append(Band(label, far))
    return tuple(found)


def _ranges(state: Battle, unit: Unit) -> tuple[Band, ...]:
    """How far each of its weapons reaches, a band for each that is different."""
    arms = [state.figures[figure].weapon for figure in unit.figures if state.figures[figure].role != "loader"]
    arms += [arm for man in unit.men for arm in state.figures[man].carries]
    arms += [mount.weapon for mount in unit.card.mounts]
    found = [
        _band(weapon(arm, state.options)) for arm in dict.fromkeys(arm for arm in arms if arm and arm not in unit.spent)
    ]
    if any(state.figures[man].role == "sniper" for man in unit.men):
        found.append(Band("Sniper's scope", inches(SCOPE_REACH)))
    return tuple(found)


def _band(kind: Weapon) -> Band:
    if not kind.nearest:
        return Band(kind.name, kind.reach)
    lobbed = "indirect " if "howitzer" in kind.traits else ""
    return Band(f"{kind.name}, {lobbed}not nearer than {show(kind.nearest * INCH)}", kind.reach)


def as_seen(state: Battle, seat: int | None) -> Battle:
    """Plans for outflanking are known only to those who wrote them."""
    for number in [number for number, unit in enumerate(state.units) if unit.outflank]:
        unit = state.units[number]
        if unit.side != seat and unit.place == "reserve":
            state = with_unit(state, number, {"outflank": ""})
    return state


def card_of(state: Battle, number: int) -> UnitCard:
    """What is printed on a unit's card."""
    unit = state.units[number]
    return _printed(unit.name, unit.card, [state.figures[figure].weapon for figure in unit.figures])


def cards() -> list[UnitCard]:
    """All troops of the catalogue, as they come without additions."""
    raised = [raise_unit(Enlisted(troop), "catalogue", troop) for troop in troops()]
    return [_printed(one.card.title, one.card, [figure.weapon for figure in one.figures]) for one in raised]


HYPHENED = {"half-tracked", "open-topped", "soft-skin"}  # names that are written so, not only kept so
PROPER = ("PIAT", "Panzer")


def _in_words(name: str) -> str:
    """A name of the catalogue as people write it: a medium tank."""
    return name if name in HYPHENED else name.replace("-", " ")


def _called(arm: str) -> str:
    """A weapon in the middle of a line."""
    name = printed().weapons[arm].name
    return name if name.startswith(PROPER) else name[:1].lower() + name[1:]


def _printed(name: str, card: Card, carried: Sequence[str]) -> UnitCard:
    """A card: what the catalogue says of a unit, and the weapons of its figures and mounts."""
    facts = {"nation": card.nation, "kind": card.kind, "quality": card.quality, "moves as": _in_words(card.move)}
    if card.armour:
        facts["armour"] = _in_words(card.armour)
    arms = [weapon for weapon in carried if weapon] + [mount.weapon for mount in card.mounts]
    if arms:
        facts["weapons"] = ", ".join(f"{arms.count(arm)} {_called(arm)}" for arm in dict.fromkeys(arms))
    if card.traits:
        facts["traits"] = ", ".join(_in_words(trait) for trait in card.traits)
    return UnitCard(name, card.troop, card.points, facts, represented_by(troops(), card.troop))
