"""What is shown of a Unit: its symbol, its strength, where it is, and the markers that lie beside it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sandtable.geometry.units import inches, show
from sandtable.mechanics.catalogue import represented_by
from sandtable.mechanics.telling import heading_outside
from sandtable.play.ruleset import UnitCard
from sandtable.play.scenario import Enlisted
from sandtable.play.shown import Band, Marker, Pose, Shown
from sandtable.rulesets.fraley.basics import charts
from sandtable.rulesets.fraley.basics.charts import vehicles, weapons
from sandtable.rulesets.fraley.basics.teams import REACH, leader_of, move_of, suppression_penalty
from sandtable.rulesets.fraley.indirect.template import Template, outline
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.setup.forces import Raised, raise_unit, troops
from sandtable.rulesets.fraley.sheet import LONG, Tables, Weapon
from sandtable.rulesets.fraley.state import Battle, Card, Point, Team, Unit

PLACES = {
    "waiting": "not set up yet",
    "table": "on the table",
    "off-table": "behind its own table edge",
    "aboard": "riding",
    "destroyed": "destroyed",
    "exited": "left by the far edge",
}
BEFORE = {"objectives": "objectives", "roll-off": "who picks an edge", "deploy": "deployment"}
BY_WEAPON = {
    "hmg": "mg",
    "mortar-60": "mortar",
    "mortar-81": "mortar",
    "57mm": "gun",
    "pak40": "gun",
    "105mm": "howitzer",
    "nebelwerfer": "howitzer",
    "panzerschreck": "at-team",
}
BY_VEHICLE = {
    "stug-iii-g": "tank-destroyer",
    "half-track": "half-track",
    "sp-105mm": "tank-destroyer",
    "truck": "truck",
    "jeep": "jeep",
}
JOIN = inches(6)  # how near a Unit takes a CC or FO in


def heading(state: Battle) -> str:
    """Where the battle is: the round, and whose Initiative it is."""
    if outside := heading_outside(state.phase, state.agenda, BEFORE):
        return outside
    numbered = f"Round {state.round} of {max(state.round, state.mission.rounds)}"
    if state.phase == "initiative":
        return f"{numbered}: {state.names[state.holder]} hold the Initiative"
    return f"{numbered}: {'its end' if state.phase == 'end' else 'who has the first Initiative'}"


def shown(state: Battle, number: int) -> Shown:
    """A Unit as it is drawn and listed."""
    unit = state.units[number]
    teams = [state.figures[man] for man in unit.men]
    return Shown(
        symbol=symbol_of(unit.card, [team for team in state.figures if team.unit == number]),
        standing=_standing(state, unit),
        in_play=unit.alive,
        strength=len(unit.men),
        full_strength=max(unit.strength, len(unit.men)),
        markers=tuple(_markers(state, number)) if unit.alive else (),
        moves=_moves(teams, state.options) if unit.alive else (),
        ranges=_ranges(state, number) if unit.alive else (),
        poses=tuple(_poses(state, unit)) if unit.on_table else (),
        aboard=state.figures[teams[0].aboard].unit if unit.place == "aboard" else None,
    )


def symbol_of(card: Card, teams: Sequence[Team]) -> str:
    """What a Unit is at a glance: by most of its Teams."""
    if card.rank != "unit":
        return "officer" if card.rank == "cc" else "observer"
    if card.tank:
        return BY_VEHICLE.get(teams[0].vehicle, "tank")
    common = Counter(weapon for team in teams if not team.leader for weapon in team.weapons)
    most = max(common, key=lambda weapon: common[weapon], default="rifle")
    return BY_WEAPON.get(most, "infantry")


def _standing(state: Battle, unit: Unit) -> str:
    words = PLACES[unit.place]
    return f"{words}, observes for {state.units[unit.battery].name}" if unit.battery >= 0 and unit.on_table else words


# ---- markers


def _markers(state: Battle, number: int) -> list[Marker]:
    """What lies beside a Unit: whether it has acted, its states, its suppressed share, its leader."""
    unit = state.units[number]
    teams = [state.figures[man] for man in unit.men]
    marks = {
        "activated": ("has acted", unit.done),
        "refreshed": ("may act again", unit.refreshed),
        "overwatch": ("Overwatch", unit.overwatch),
        "grounded": ("Gone to Ground", unit.grounded),
        "ran": ("ran: passed Saves are rerolled", unit.ran),
        "leaderless": ("without a Platoon Leader", unit.counts and leader_of(state, number) is None),
    }
    found = [Marker(kind, label) for kind, (label, there) in marks.items() if there]
    dug = sum(team.dug_in for team in teams)
    if dug:
        found.append(Marker("dug-in", "dug in" if dug == len(teams) else f"{dug} dug in", dug))
    markers = sum(team.marks for team in teams)
    if markers:
        found.append(Marker("suppressed", _share(state, unit, teams), markers))
    return found


def _share(state: Battle, unit: Unit, teams: Sequence[Team]) -> str:
    """How much of a Unit is suppressed, and what that does to its next activation check."""
    suppressed = sum(team.suppressed for team in teams)
    penalty = suppression_penalty(unit, state)
    needs = f", +{penalty} to activate" if penalty else ""
    return f"{suppressed} of {len(teams)} suppressed{needs}"


def _poses(state: Battle, unit: Unit) -> list[Pose]:
    """How single Teams are, where that can be seen of them."""
    found = []
    for man in unit.men:
        team = state.figures[man]
        if team.aboard >= 0:
            continue
        words = [
            "Platoon Leader" if team.leader else "",
            "suppressed twice" if team.marks > 1 else "suppressed" if team.marks else "",
            "dug in" if team.dug_in else "",
        ]
        said = ", ".join(word for word in words if word)
        turned = team.turret >= 0 and team.turret != state.layout.bearing(man)
        if said or turned:
            turret = team.turret if turned else None
            found.append(
                Pose(man, said or "its turret is turned", lying=team.suppressed, turret=turret, marks=team.marks)
            )
    return found


def marked(state: Battle) -> Mapping[int, tuple[str, ...]]:
    """What lies on pieces of terrain: smoke is a piece of its own."""
    return {piece: ("smoke",) for piece, one in enumerate(state.terrain) if one.kind == "smoke"}


def laid(state: Battle) -> tuple[tuple[Point, ...], ...]:
    """The template of a barrage, while it lies on the table."""
    if state.template is None:
        return ()
    x, y, bearing = state.template
    return (outline(Template((x, y), bearing)),)


# ---- bands


def _moves(teams: Sequence[Team], options: Options) -> tuple[Band, ...]:
    """How far it goes in a Move and in a Run, its fastest Team."""
    far = max((move_of(team, options) for team in teams), default=0)
    return (Band("Move", far), Band("Run", 2 * far)) if far else ()


def _ranges(state: Battle, number: int) -> tuple[Band, ...]:
    """How far its leader reaches and its weapons fire; beyond their range they fire at Long Range."""
    unit = state.units[number]
    found = []
    leader = leader_of(state, number)
    if leader is not None and state.figures[leader].kind == "infantry":
        found.append(Band("leader's reach", REACH))
    if not unit.counts:
        found.append(Band("joins a Unit when attacked", JOIN))
    carried = dict.fromkeys(weapon for man in unit.men for weapon in state.figures[man].weapons)
    for name in carried:
        weapon = state.options.tables.weapons[name]
        found.append(Band(weapon.title, weapon.range))
        if weapon.fp // 2:
            found.append(Band(f"{weapon.title}, Long Range", weapon.range * LONG))
    return tuple(found)


# ---- cards


def card_of(state: Battle, number: int) -> UnitCard:
    """What is printed on a Unit's card."""
    unit = state.units[number]
    mine = [team for team in state.figures if team.unit == number]
    teams = [(team.kind, team.vehicle, team.weapons, team.leader) for team in mine]
    return _card(unit.name, unit.card, state.options.tables, teams)


def printed(raised: Raised) -> UnitCard:
    """The card of a troop as its list has it."""
    teams = [(one.kind, one.vehicle, one.weapons, one.leader) for one in raised.teams]
    card = _card(raised.card.title, raised.card, charts.printed(), teams)
    return UnitCard(card.name, card.troop, card.points, card.facts | _observers(raised), card.represented)


def _observers(raised: Raised) -> dict[str, str]:
    return {"Forward Observers": str(len(raised.observers))} if raised.observers else {}


def _card(name: str, card: Card, tables: Tables, teams: Sequence[tuple[str, str, tuple[str, ...], bool]]) -> UnitCard:
    training = tables.training[card.training]
    facts = {
        "nation": card.nation,
        "training": f"{card.training.capitalize()}: checks {training.check}+, hit on {training.to_hit}+",
    }
    stands = Counter(_stand(*team) for team in teams)
    facts["Teams"] = ", ".join(f"{count} {stand}" if count > 1 else stand for stand, count in stands.items())
    for vehicle in dict.fromkeys(team[1] for team in teams if team[1]):
        row = tables.tanks[vehicle]
        armour = f"Front {row.front}+, Flank {row.flank}+" if row.armoured else "Soft Skinned"
        facts[row.title] = f"{armour}, moves {show(tables.drives(vehicle))}"
    for weapon in dict.fromkeys(weapon for team in teams for weapon in team[2]):
        facts[weapons()[weapon].title] = _row(tables.weapons[weapon])
    return UnitCard(name, card.troop, card.points, facts, represented_by(troops(), card.troop))


def _stand(kind: str, vehicle: str, arms: tuple[str, ...], leader: bool) -> str:  # a row of facts
    if kind == "tank":
        return vehicles()[vehicle].title
    title = weapons()[arms[0]].title
    return f"PL ({title})" if leader else title


def _row(weapon: Weapon) -> str:
    barrage = f" ({weapon.barrage} in a barrage)" if weapon.barrage else ""
    assault = f", TA {weapon.ta}" if weapon.ta else ""
    return f"{show(weapon.range)}, FP {weapon.fp}{barrage}{assault}{', AT' if weapon.at else ''}"


def cards() -> list[UnitCard]:
    """All troops of the company lists, as they come without additions."""
    return [printed(raise_unit(Enlisted(troop), "company lists", troop)) for troop in troops()]
