"""What is shown of a unit: its symbol, its strength, where it is, and the markers that lie beside it."""

from collections import Counter
from collections.abc import Sequence

from sandtable.geometry.units import inches, show
from sandtable.grammar import count_of
from sandtable.mechanics.catalogue import represented_by
from sandtable.mechanics.pieces import middle_of
from sandtable.mechanics.telling import heading_outside
from sandtable.play.ruleset import UnitCard
from sandtable.play.scenario import Enlisted
from sandtable.play.shown import Band, Marker, Pose, Shown
from sandtable.rulesets.d10.basics.charts import BANDS, Weapon, limit_of, weapon, weapons
from sandtable.rulesets.d10.basics.leaders import LENDS
from sandtable.rulesets.d10.basics.units import contacts, engaged, left
from sandtable.rulesets.d10.move.floors import NAMES
from sandtable.rulesets.d10.move.movement import allowance
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.setup.forces import Raised, raise_unit, troops
from sandtable.rulesets.d10.state import Battle, Card, Unit

PLACES = {
    "waiting": "not set up yet",
    "table": "on the table",
    "aboard": "riding",
    "destroyed": "destroyed",
    "routed": "routed",
    "exited": "left by the far edge",
}
BEFORE = {"objectives": "objectives", "roll-off": "who picks an edge", "deploy": "deployment"}
BY_WEAPON = {
    "mmg": "mg",
    "light-mortar": "mortar",
    "medium-mortar": "mortar",
    "bazooka": "at-team",
    "barrage": "observer",
    "sniper-rifle": "sniper",
}
UNTOLD = ("served", "gun", "light", "shaped", "machine-gun", "called")  # tags that its name says
RULES = {
    "leader": "Leader",
    "battle-awareness": "Battle Awareness",
    "scouts": "Scouts",
    "sniper": "size 1 while it has not moved",
    "six-shots": "a sixth shot up to Long range",
    "armoured": "Armoured",
    "tracked": "tracked",
    "half-tracked": "half-tracked",
    "wheeled": "wheeled",
    "turret": "turret",
    "open-topped": "open-topped",
    "sloped": "sides T -2",
    "skirts": "side skirts",
    "carrier": "carrier",
}


def heading(state: Battle) -> str:
    """Where the battle is: the turn, and whose activation it is."""
    if outside := heading_outside(state.phase, state.agenda, BEFORE):
        return outside
    numbered = f"Turn {state.turn + 1 if state.phase == 'turn' else state.turn}"
    if state.phase == "activation":
        return f"{numbered}: {state.names[state.active]} activate"
    return f"{numbered}: {'initiative' if state.phase == 'turn' else 'its end'}"


def shown(state: Battle, number: int) -> Shown:
    """A unit as it is drawn and listed."""
    unit = state.units[number]
    now, whole = left(state, number) if unit.alive else (0, unit.card.wounds if unit.card.individual else unit.strength)
    return Shown(
        symbol=symbol_of(
            unit.card, [weapon for model in state.figures if model.unit == number for weapon in model.weapons]
        ),
        standing=PLACES[unit.place],
        in_play=unit.alive,
        strength=now,
        full_strength=whole,
        markers=tuple(_markers(unit, engaged=unit.on_table and engaged(state, number))) if unit.alive else (),
        moves=_moves(state, number) if unit.on_table else (),
        ranges=_ranges(state, unit) if unit.alive else (),
        poses=tuple(_poses(state, unit)) if unit.on_table else (),
        aboard=unit.aboard if unit.place == "aboard" else None,
    )


def symbol_of(card: Card, arms: Sequence[str]) -> str:
    """What a unit is at a glance."""
    if card.vehicle:
        if card.has("tracked"):
            return "tank" if card.has("turret") else "tank-destroyer"
        if not card.has("armoured"):
            return "jeep"
        return "half-track" if card.has("half-tracked") else "armoured-car"
    if card.kind == "gun":
        return "gun"
    if card.has("leader"):
        return "officer"
    return next((BY_WEAPON[weapon] for weapon in arms if weapon in BY_WEAPON), "infantry")


def _markers(unit: Unit, *, engaged: bool) -> list[Marker]:
    """What lies beside a unit: whether it has acted, Hold, panic, whether it fights hand to hand, what it carries."""
    marks = {
        "activated": ("has been activated", unit.done),
        "hold": ("on Hold", unit.hold),
        "moved": ("has moved this turn", unit.moved),
        "panicked": ("panicked", unit.panicked),
        "engaged": ("in close combat", engaged),
    }
    found = [Marker(kind, label) for kind, (label, there) in marks.items() if there]
    for item, count in Counter(unit.items).items():
        title = weapons()[item].title
        found.append(Marker(item, count_of(count, title, f"{title}s"), count))
    if unit.missions:
        found.append(Marker("missions", count_of(unit.missions, "fire mission", "fire missions"), unit.missions))
    return found


def _poses(state: Battle, unit: Unit) -> list[Pose]:
    """How single models are, where that can be seen of them: wounds, floors, whom they fight."""
    touching = contacts(state).models
    found = []
    for man in unit.men:
        model = state.figures[man]
        lost = unit.card.wounds - model.wounds
        words = [
            f"{model.wounds} of {unit.card.wounds} wounds left" if lost else "",
            f"on {NAMES[model.floor]}" if model.floor else "",
            "in close combat" if man in touching else "",
        ]
        said = ", ".join(word for word in words if word)
        if said:
            locked = tuple(touching.get(man, ()))
            found.append(Pose(man, said, storey=model.floor, locked=locked, wounds=lost))
    return found


# ---- bands


def _moves(state: Battle, number: int) -> tuple[Band, ...]:
    """How far it goes in a Move and in a Rush."""
    unit = state.units[number]
    found = [Band("Move", allowance(state, number, rush=False))]
    if unit.gun < 0:
        found.append(Band("Rush", allowance(state, number, rush=True)))
    return tuple(found)


def _ranges(state: Battle, unit: Unit) -> tuple[Band, ...]:
    """How far its weapons shoot, and how far a leader lends his Command."""
    found = [Band("lends Command", LENDS)] if unit.card.has("leader") else []
    bearers = unit.bodies
    arms = dict.fromkeys(weapon for man in bearers for weapon in state.figures[man].weapons)
    return (*found, *(Band(weapons()[name].title, limit_of(name, state.options)) for name in arms))


# ---- cards


def card_of(state: Battle, number: int) -> UnitCard:
    """What is printed on a unit's card."""
    unit = state.units[number]
    mine = [(model.role, model.weapons) for model in state.figures if model.unit == number]
    return _card(unit.name, unit.card, mine, unit.items, state.options)


def printed(raised: Raised) -> UnitCard:
    """The card of a troop as its entry has it."""
    models = [(one.role, one.weapons) for one in raised.models]
    if raised.gun is not None:
        models.insert(0, (raised.gun.role, raised.gun.weapons))
    return _card(raised.card.title, raised.card, models, raised.items, Options())


def _card(
    name: str, card: Card, models: Sequence[tuple[str, tuple[str, ...]]], items: Sequence[str], options: Options
) -> UnitCard:
    facts = {
        "nation": card.nation,
        "stats": (
            f"Mv {card.move // inches(1)}, SH {card.shooting}, AS {card.assault}, T {card.toughness}, W {card.wounds}, "
            f"CM {card.command}, Sz {card.size}"
        ),
    }
    if not card.individual:
        facts["quality"] = card.quality
        counts = Counter(_armed(role, arms) for role, arms in models)
        facts["models"] = ", ".join(f"{count} {model}" if count > 1 else model for model, count in counts.items())
    if card.carries:
        facts["carries"] = count_of(card.carries, "model", "models")
    if card.rules:
        facts["rules"] = ", ".join(RULES[rule] for rule in card.rules)
    for arm in dict.fromkeys([arm for _, arms in models for arm in arms] + list(items)):
        facts[weapons()[arm].title] = line_of(weapon(arm, options))
    return UnitCard(name, card.troop, card.points, facts, represented_by(troops(), card.troop))


def _armed(role: str, arms: Sequence[str]) -> str:
    """A model with its weapon; a gun is called by what it is."""
    title = weapons()[arms[0]].title if arms else role
    return role if title == role else f"{role} ({title})"


def line_of(weapon: Weapon) -> str:
    """A weapon's line: strength and shots by band, and its tags."""
    bands = [
        f"{band} {strength} x {shots}"
        for band, strength, shots in zip(BANDS, weapon.strength, weapon.shots, strict=True)
        if strength
    ]
    tags = [tag.replace("-", " ") for tag in weapon.tags if tag not in UNTOLD]
    tags += [f"Blast {weapon.blast}"] * bool(weapon.blast) + [f"AT {weapon.at}"] * bool(weapon.at)
    if weapon.he:
        tags.append(f"HE {weapon.he} Blast {weapon.he_blast}")
    if weapon.reach:
        tags.append(f"up to {show(inches(weapon.reach))}")
    contact = [f"contact {weapon.cc}"] if weapon.cc else []
    return ", ".join([*contact, *bands, *tags])


def cards() -> list[UnitCard]:
    """All troops of the force lists, as they come without additions."""
    return [printed(raise_unit(Enlisted(troop), "force lists", troop)) for troop in troops()]


def marked(state: Battle) -> dict[int, tuple[str, ...]]:
    """Smoke is a piece of its own."""
    return {piece: ("smoke",) for piece, one in enumerate(state.terrain) if one.kind == "smoke"}


def objectives(state: Battle) -> tuple[tuple[int, int], ...]:
    """The markers that are held, and the middles of buildings that are fought over."""
    return (*state.objectives, *(middle_of(state.terrain[piece].outline) for piece in state.buildings))
