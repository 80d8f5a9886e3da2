"""Everything else: who acts first, whom to shoot at with what, when to react."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.d10.armour import Hit, hurts, toughness
from sandtable.rulesets.d10.damage import damage_score, wounds_of
from sandtable.rulesets.d10.exits import far_edge, may_exit, way_off
from sandtable.rulesets.d10.kits import kits
from sandtable.rulesets.d10.offers import Arming, Moments, Reacting, Targets
from sandtable.rulesets.d10.shooting import salvo_of
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.targets import Aim, candidates
from sandtable.rulesets.d10.units import engaged
from sandtable.rulesets.d10.volley import Loaded, usual_shell

from .danger import danger, threats
from .fire import fire_of, in_the_open
from .goals import role_of, turns_left
from .worth import POINT, harm, part, tenths, worth_of

FIGHTS = 12 * POINT  # how urgent it is to fight on
LEAVES = 60 * POINT
WAITS = {
    "mortar": 3,
    "machine gun": 3,
    "gun": 3,
    "lone": 2,
    "squad": 1,
}  # who goes on Hold early if nothing is to be shot at
FAIR_REACTION = 2 * POINT
DEAR = (1, 8)  # of what a Panzerfaust saves for a tank
STATIONS = 6  # of a move that are looked at


# ---- who


def initiative(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Who has the initiative goes first; in the last turn he had rather have the last word at the markers."""
    side = decision.seat
    if turns_left(view) == 0 and view.mission.name == "meeting":
        own = sum(unit.side == side and unit.place == "table" for unit in view.units)
        if own * 2 >= sum(unit.place == "table" for unit in view.units):
            return f"p{1 - side}"
    return f"p{side}"


def activate(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Who can do most harm now, who is most in danger; those who will wait before those who move."""
    domain = decision.domain
    assert isinstance(domain, OneOf)
    able = [number for number in domain.values.values() if number is not None]
    feared = threats(view, decision.seat)
    return f"u{max(able, key=lambda number: (_urgent(view, number, feared), -number))}"


def _urgent(view: Battle, number: int, feared: Sequence[Any]) -> int:
    unit = view.units[number]
    if not unit.on_table:
        return -POINT
    if engaged(view, number):
        return FIGHTS if not unit.panicked else 0
    if may_exit(view, number) and way_off(view, number, far_edge(view, unit.side)) is not None:
        return LEAVES
    if unit.panicked:
        return -2 * POINT
    fire = fire_of(view, number)
    risk = danger(view, number, feared)
    waits = WAITS.get(role_of(view, number), 0) * POINT // 10
    return fire.value * 2 + risk + waits


# ---- whom, with what


def harm_of(view: Battle, number: int, loaded: Sequence[Loaded], aim: Aim) -> int:
    """What some arms are expected to do to a target, by the very shots they would fire."""
    salvo = salvo_of(view, number, loaded, aim)
    card = view.units[aim.unit].card
    size = max(view.figures[man].size for man in view.units[aim.unit].men)
    wounds = 0
    for shot in salvo.shots:
        hit = Hit(1, shot.strength, shot.at, shot.face, shot.blast > 0, shot.aimed, shot.shaped)
        if hurts(card, hit, view.options):
            caught = min(shot.blast, shot.caught) if shot.blast else 1
            damage = tenths(damage_score(shot.strength, toughness(card, hit), view.options))
            wounds += shot.dice * tenths(shot.score) * damage * 10 * caught * wounds_of(hit, size)
    return harm(view, aim.unit, wounds)


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where it hurts most."""
    domain = decision.domain
    assert isinstance(domain, Targets)

    def value(key: str) -> tuple[int, int]:
        aim: Aim = domain.values[key]
        if view.units[domain.shooter].card.vehicle:
            loaded = [Loaded(arm, usual_shell(view, arm.weapon, aim.unit)) for arm in domain.arms]
            return harm_of(view, domain.shooter, loaded, aim), -aim.unit
        offered = kits(view, domain.shooter, domain.arms, aim)
        return max((harm_of(view, domain.shooter, kit, aim) for kit in offered.values()), default=0), -aim.unit

    return max(domain.values, key=value)


def pick_main_gun(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The target and the shell that promise most; a gun that can do nothing stays silent."""
    domain = decision.domain
    assert isinstance(domain, Targets)

    def value(key: str) -> int:
        choice: tuple[Aim, str] | None = domain.values[key]
        if choice is None:
            return 1  # better than nothing at all
        return harm_of(view, domain.shooter, [Loaded(arm, choice[1]) for arm in domain.arms], choice[0])

    return max(domain.values, key=value)


def pick_weapons(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The kit that does most; Panzerfausts are kept for armour where they would do little more."""
    domain = decision.domain
    assert isinstance(domain, Arming)
    number, aim = domain.shooter, domain.aim
    offered = kits(view, number, domain.arms, aim)
    armour = any(view.units[foe].card.has("armoured") for foe in candidates(view, number))

    def value(key: str) -> int:
        spent = sum(one.arm.weapon == "panzerfaust" for one in offered[key])
        saved = part(spent * 100 * POINT, DEAR) if armour else 0
        return harm_of(view, number, offered[key], aim) - saved

    return max((key for key in domain.values if key in offered), key=value, default=None)


# ---- reactions


def react(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Who does most to a unit that acts; nobody if it is not worth a Hold that something better may come along for."""
    domain = decision.domain
    assert isinstance(domain, Reacting)
    able: list[int] = [holder for holder in domain.values.values() if holder is not None]
    values = {holder: _hurts(view, holder, domain.mover) for holder in able}
    best = max(able, key=lambda holder: (values[holder], -holder))
    others = sum(unit.side != decision.seat and unit.place == "table" and not unit.done for unit in view.units)
    least = min(FAIR_REACTION * (1 + others) // 4, worth_of(view, domain.mover) // 6)
    return f"u{best}" if values[best] >= max(1, least) else "nobody"


def _hurts(view: Battle, holder: int, mover: int) -> int:
    """What a unit does to another, from where that is; if it does not see it yet, what it would in the open."""
    return fire_of(view, holder, foes=(mover,)).harms.get(mover) or in_the_open(view, holder, mover)


def react_at(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where on its way the mover can be hurt most; the first of several places that are as good."""
    number, domain = decision.unit, decision.domain
    assert number is not None
    assert isinstance(domain, Moments)
    stations: list[int] = list(domain.values.values())
    looked = stations[:: max(1, -(-len(stations) // STATIONS))]
    if stations[-1] not in looked:
        looked.append(stations[-1])

    def value(station: int) -> int:
        places = [(*place, 0) for place in domain.journey.at(station)]
        then = replace(view, layout=view.layout.placed(places))
        return fire_of(then, number, foes=(domain.mover,)).value

    best = max(looked, key=value)
    return f"s{best}" if value(best) else None
