"""What is shown of a team: its symbol, its strength, its actions left, and the markers that lie beside it."""

from collections import Counter as Count
from collections.abc import Sequence

from sandtable.grammar import count_of
from sandtable.mechanics.catalogue import represented_by
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import heading_outside
from sandtable.play.ruleset import UnitCard
from sandtable.play.scenario import Enlisted
from sandtable.play.shown import Band, Counter, Marker, Pose, Shown
from sandtable.rulesets.skirmish41.basics.charts import ENDLESS, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.forces import Raised, raise_team, troops
from sandtable.rulesets.skirmish41.basics.units import contacts, engaged, is_solo, left
from sandtable.rulesets.skirmish41.machines.driving import usual_speed
from sandtable.rulesets.skirmish41.move.movement import allowance
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import SOLO, Battle, Card, Unit

PLACES = {
    "waiting": "not set up yet",
    "table": "on the table",
    "aboard": "riding",
    "destroyed": "out of the fight",
    "fled": "fled the table",
    "left": "left by its own edge",
}
BEFORE = {
    "roll-off": "who picks an edge",
    "objectives": "objectives",
    "deploy": "deployment",
    "counters": "counters",
}
BY_WEAPON = {
    "lmg": "mg",
    "mmg": "mg",
    "hmg": "mg",
    "light-mortar": "mortar",
    "medium-mortar": "mortar",
    "piat": "at-team",
    "panzerschreck": "at-team",
    "bazooka": "at-team",
    "flamethrower": "flamethrower",
    "scoped-rifle": "sniper",
}
LABELS = {
    "portal": "a portal",
    "dummy": "a dummy",
    "sniper": "a sniper",
    "artillery": "random artillery",
    "mines": "mines",
    "smoke": "smoke",
    "unknown": "a face-down counter",
}
TITLES = {"he": "HE round", "smoke": "smoke round", "wp": "WP round", "bomb": "round", "fuel": "flame shot"}


def heading(state: Battle) -> str:
    """Where the battle is: the turn, and whose part it is."""
    if outside := heading_outside(state.phase, state.agenda, BEFORE):
        return outside
    turn = f"Turn {state.turn + 1 if state.phase == 'turn' else state.turn}"
    if state.phase == "part":
        who = "the solo enemy" if is_solo(state, state.active) else state.names[state.active]
        return f"{turn}: {who}"
    return f"{turn}: {'melee' if state.phase == 'melee' else 'it begins' if state.phase == 'turn' else 'its end'}"


def shown(state: Battle, number: int) -> Shown:
    """A team as it is drawn and listed."""
    unit = state.units[number]
    arms = [arm for figure in state.figures if figure.unit == number for arm in figure.arms]
    return Shown(
        symbol=symbol_of(unit.card, arms),
        standing=standing_of(state, unit),
        in_play=unit.alive,
        strength=len(unit.men) if unit.alive else 0,
        full_strength=unit.strength,
        markers=tuple(_markers(state, number)) if unit.alive else (),
        moves=_moves(state, number) if unit.on_table and unit.men else (),
        ranges=_ranges(state, unit) if unit.alive else (),
        poses=tuple(_poses(state, unit)),
        aboard=unit.aboard if unit.place == "aboard" else None,
    )


def standing_of(state: Battle, unit: Unit) -> str:
    """Where a team is; an unknown one is under a marker, or in a vehicle under one."""
    if unit.on_table and not any(state.layout.on_table(body) for body in unit.bodies):
        return "not in sight"
    return PLACES[unit.place]


def symbol_of(card: Card, arms: Sequence[str]) -> str:
    """What a team is at a glance."""
    if card.vehicle:
        if card.size in {"medium", "heavy"}:
            return "tank" if card.has("turret") else "tank-destroyer"
        if card.size == "small soft":
            return "jeep"
        if card.size == "large soft":
            return "truck"
        if card.drive == "half-tracked":
            return "half-track"
        return "carrier" if card.drive == "tracked" else "armoured-car"
    if card.kind == "gun":
        return "gun"
    if card.has("command"):
        return "officer"
    return next((BY_WEAPON[arm] for arm in arms if arm in BY_WEAPON), "infantry")


@rule("sk.gap.suppression-effect", "sk.gap.accumulate")
def _markers(state: Battle, number: int) -> list[Marker]:
    """What lies beside a team: actions left, suppression, whether it is spotted, what it carries, what it does."""
    unit = state.units[number]
    if unit.on_table and not any(state.layout.on_table(body) for body in unit.bodies):
        return [Marker("hidden", "not spotted")]
    actions = sum(left(state, man) for man in unit.men)
    found = []
    if unit.side == state.active and state.phase == "part" and actions:
        found.append(Marker("actions", f"{count_of(actions, 'action', 'actions')} left", actions))
    if unit.suppression:
        label = count_of(unit.suppression, "suppression marker", "suppression markers")
        found.append(Marker("suppression", label, unit.suppression))
    saved = sum(state.figures[man].saved for man in unit.men)
    if saved:
        found.append(Marker("saved", f"{count_of(saved, 'action', 'actions')} saved", saved))
    marks = {
        "activated": ("has acted", unit.done and unit.side == state.active),
        "hidden": ("not spotted", unit.on_table and not unit.spotted),
        "engaged": ("in melee", unit.on_table and engaged(state, number)),
        "fleeing": ("routing", unit.routing),
        "retiring": ("retiring", unit.retiring and not unit.routing),
        "shaken": ("may neither move nor fire", unit.frozen > 0),
        "stunned": ("crew stunned", unit.stunned > 0),
        "immobilised": ("stopped for good", unit.immobile and unit.mounted),
        "stuck": ("stuck", unit.stuck),
        "jammed": ("weapons out of order", bool(unit.wrecked) or not unit.optics),
        "down-weapon": ("weapon taken down", unit.card.has("tripod") and not unit.ready),
    }
    found += [Marker(kind, label) for kind, (label, there) in marks.items() if there]
    for item, count in Count(unit.items).items():
        title = TITLES.get(item) or weapons()[item].title
        found.append(Marker(item, count_of(count, title, f"{title}s"), count))
    if unit.action and unit.side == SOLO and state.solo:
        found.append(Marker("order", unit.action))
    return found


def _poses(state: Battle, unit: Unit) -> list[Pose]:
    """How single figures are, where that can be seen of them."""
    touching = contacts(state).figures
    found = []
    for man in (*unit.men, *unit.down):
        if not state.layout.on_table(man):
            continue
        figure = state.figures[man]
        words = [
            "disabled" if figure.out == "disabled" else "",
            count_of(figure.wounds, "wound", "wounds") if figure.wounds and not figure.out else "",
            f"floor {figure.floor}" if figure.floor else "",
            "in melee" if man in touching else "",
            "carries somebody" if figure.carries >= 0 else "",
        ]
        said = ", ".join(word for word in words if word)
        if said:
            lying = figure.out == "disabled"
            locked = tuple(touching.get(man, ()))
            found.append(
                Pose(man, said, lying=lying, out=lying, storey=figure.floor, locked=locked, wounds=figure.wounds)
            )
    return found


def _moves(state: Battle, number: int) -> tuple[Band, ...]:
    unit = state.units[number]
    if unit.mounted:
        return (Band("drive", usual_speed(unit.card, state.options)),)
    far = max(allowance(state, man) for man in unit.men)
    return (Band("a move", far), Band("two moves", 2 * far))


def _ranges(state: Battle, unit: Unit) -> tuple[Band, ...]:
    arms = dict.fromkeys(arm for man in unit.men for arm in state.figures[man].arms)
    if unit.card.gun:
        arms = {unit.card.gun: None, **arms}
    found = []
    for arm in arms:
        line = weapon_of(arm, state.options)
        if 0 < line.farthest < ENDLESS:
            found.append(Band(line.title, line.farthest))
    return tuple(found)


# ---- counters


@rule("sk.gap.spotted-status", "sk.solo.setup")
def counters_of(state: Battle) -> list[Counter]:
    """What lies on the table by itself: unknown teams and dummies, and the counters of the solo side."""
    found = [Counter((x, y), "unknown", "an unspotted team, or a dummy", side) for side, x, y in state.unknown]
    found += [
        Counter(state.layout.point(unit.men[0]), "dummy", unit.name, unit.side)
        for unit in state.units
        if unit.card.kind == "dummy" and unit.on_table and unit.men and state.layout.on_table(unit.men[0])
    ]
    for marker in state.markers:
        kind = marker.sort if marker.known else "unknown"
        found.append(Counter(marker.at, kind, LABELS[kind], SOLO))
    return found


# ---- cards


def card_of(state: Battle, number: int) -> UnitCard:
    """What is printed on a team's card."""
    unit = state.units[number]
    mine = [
        (figure.role, figure.arms, figure.rating)
        for row, figure in enumerate(state.figures)
        if figure.unit == number and row != unit.hull
    ]
    return _card(unit.name, unit.card, mine, unit.items, state.options)


def printed(raised: Raised) -> UnitCard:
    """The card of a troop as its entry has it."""
    figures = [(one.role, one.arms, one.rating) for one in raised.figures]
    return _card(raised.card.title, raised.card, figures, raised.items, Options())


def _card(
    name: str,
    card: Card,
    figures: Sequence[tuple[str, tuple[str, ...], int]],
    items: Sequence[str],
    options: Options,
) -> UnitCard:
    facts = {"nation": card.nation} if card.nation else {}
    counts = Count(_armed(role, arms, rating) for role, arms, rating in figures)
    facts["figures"] = ", ".join(f"{count} {figure}" if count > 1 else figure for figure, count in counts.items())
    if card.vehicle:
        facts["class"] = f"{card.size}, {card.drive}, {card.fuel}, {'open' if card.open else 'closed'}"
        if card.mounts:
            facts["machine guns"] = ", ".join(card.mounts)
    if card.seats:
        facts["seats"] = str(card.seats)
    if items:
        listed = Count(items).items()
        facts["carries"] = ", ".join(f"{count} {TITLES.get(item) or weapons()[item].title}" for item, count in listed)
    if card.tags:
        facts["also"] = ", ".join(tag.replace("-", " ") for tag in card.tags)
    arms = dict.fromkeys(arm for _, held, _ in figures for arm in held)
    for arm in ([card.gun] if card.gun else []) + list(arms):
        facts[weapons()[arm].title] = line_of(arm, options)
    return UnitCard(name, card.troop, card.points, facts, represented_by(troops(), card.troop))


def _armed(role: str, arms: Sequence[str], rating: int) -> str:
    held = " and ".join(weapons()[arm].title for arm in arms)
    return f"{role} ({count_of(rating, 'action', 'actions')}{f', {held}' if held else ''})"


def line_of(arm: str, options: Options) -> str:
    """A weapon's bands and cost."""
    line = weapon_of(arm, options)
    names = ("point blank", "short", "medium", "long") if line.kind == "small" else ("short", "medium", "long")
    bands = [
        f"{name} beyond" if far == -1 else f'{name} to {far}"'
        for name, far in zip(names, line.bands, strict=True)
        if far
    ]
    more = [f"{line.bonus:+d} fire points"] if line.bonus else []
    return (
        ", ".join([*bands, f"{count_of(line.cost, 'action', 'actions')} a shot" if line.cost > 1 else "", *more])
        .replace(", ,", ",")
        .strip(", ")
    )


def cards() -> list[UnitCard]:
    """All troops of the force lists, as they come without additions."""
    return [printed(raise_team(Enlisted(troop), "force lists", troop)) for troop in troops()]


def marked(state: Battle) -> dict[int, tuple[str, ...]]:
    """Smoke is a piece of its own."""
    return {piece: ("smoke",) for piece, one in enumerate(state.terrain) if one.kind == "smoke"}
