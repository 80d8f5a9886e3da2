"""Everything else: who acts first, whom to shoot at with what, when to react."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.mechanics.goals import about, open_to
from sandtable.play.decision import Decision
from sandtable.play.domains import OneOf
from sandtable.rulesets.d10.basics.units import engaged, on_table
from sandtable.rulesets.d10.fire.kits import kits
from sandtable.rulesets.d10.fire.offers import Arming, Targets
from sandtable.rulesets.d10.fire.shooting import salvo_of
from sandtable.rulesets.d10.fire.targets import Aim, candidates
from sandtable.rulesets.d10.fire.volley import Loaded, usual_shell
from sandtable.rulesets.d10.prices.actions import wounds_of
from sandtable.rulesets.d10.prices.batteries import in_the_open
from sandtable.rulesets.d10.react.exits import far_edge, may_exit, way_off
from sandtable.rulesets.d10.react.reactions import Moments, Reacting
from sandtable.rulesets.d10.state import Battle

from .fire import danger, fire_of, fires_of
from .goals import role_of, turns_left
from .worth import POINT, harm, part, worth_of

FIGHTS = 12 * POINT  # how urgent it is to fight on
LEAVES = 60 * POINT
WAITS = {"mortar": 3, "machine gun": 3, "gun": 3, "lone": 2, "squad": 1}  # who goes on Hold early
FAIR_REACTION = 2 * POINT
DEAR = (1, 8)  # of what a Panzerfaust saves for a tank
STATIONS = 6  # of a move that are looked at


# ---- who


def initiative(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Who has the initiative goes first; in the last turn he had rather have the last word at the markers."""
    side = decision.seat
    last = turns_left(view) == 0 and view.mission.name == "meeting"
    yields = last and len(on_table(view, side)) >= len(on_table(view, 1 - side))
    return f"p{1 - side if yields else side}"


def activate(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Who can do most harm now, who is most in danger; those who will wait before those who move."""
    domain = open_to(decision, OneOf)
    able = [number for number in domain.values.values() if number is not None]
    return f"u{max(able, key=lambda number: (_urgent(view, number), -number))}"


def _urgent(view: Battle, number: int) -> int:
    unit = view.units[number]
    if not unit.on_table:
        return -POINT
    if engaged(view, number):
        return FIGHTS if not unit.panicked else 0
    if may_exit(view, number) and way_off(view, number, far_edge(view, unit.side)) is not None:
        return LEAVES
    if unit.panicked:
        return -2 * POINT
    risk, _ = danger(view, number)
    return fire_of(view, number).value * 2 + risk + WAITS.get(role_of(view, number), 0) * POINT // 10


# ---- whom, with what


def harm_of(view: Battle, number: int, loaded: Sequence[Loaded], aim: Aim) -> int:
    """What some arms are expected to do to a target, by the very shots they would fire."""
    return harm(view, aim.unit, wounds_of(view, aim.unit, salvo_of(view, number, loaded, aim).shots))


def pick_target(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where it hurts most."""
    domain = open_to(decision, Targets)

    def value(key: str) -> tuple[int, int]:
        aim: Aim = domain.values[key]
        offered = list(kits(view, domain.shooter, domain.arms, aim).values())
        if view.units[domain.shooter].card.vehicle:
            offered = [[Loaded(arm, usual_shell(view, arm.weapon, aim.unit)) for arm in domain.arms]]
        return max((harm_of(view, domain.shooter, kit, aim) for kit in offered), default=0), -aim.unit

    return max(domain.values, key=value)


def pick_main_gun(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The target and the shell that promise most; a gun that can do nothing stays silent."""
    domain = open_to(decision, Targets)

    def value(key: str) -> int:
        choice: tuple[Aim, str] | None = domain.values[key]
        aim, shell = choice or (None, "")  # to be silent is better than nothing
        return harm_of(view, domain.shooter, [Loaded(arm, shell) for arm in domain.arms], aim) if aim else 1

    return max(domain.values, key=value)


def pick_weapons(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """The kit that does most; Panzerfausts are kept for armour where they would do little more."""
    domain = open_to(decision, Arming)
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
    domain = open_to(decision, Reacting)
    able: list[int] = [holder for holder in domain.values.values() if holder is not None]
    values = {holder: _hurts(view, holder, domain.mover) for holder in able}
    best = max(able, key=lambda holder: (values[holder], -holder))
    others = sum(not view.units[foe].done for foe in on_table(view, 1 - decision.seat))
    least = min(FAIR_REACTION * (1 + others) // 4, worth_of(view, domain.mover) // 6)
    return f"u{best}" if values[best] >= max(1, least) else "nobody"


def _hurts(view: Battle, holder: int, mover: int) -> int:
    """What a unit does to another, from where that is; if it does not see it yet, what it would in the open."""
    return fire_of(view, holder, foes=(mover,)).harms.get(mover) or harm(view, mover, in_the_open(view, holder, mover))


def react_at(view: Battle, decision: Decision[Any], _chance: Chance) -> object:
    """Where on its way the mover can be hurt most; the first of several places that are as good."""
    number, domain = about(decision, Moments)
    stations: list[int] = list(domain.values.values())
    looked = dict.fromkeys((*stations[:: -(-len(stations) // STATIONS)], stations[-1]))

    def then(station: int) -> Battle:
        return replace(view, layout=view.layout.placed([(*place, 0) for place in domain.journey.at(station)]))

    fires = fires_of([then(station) for station in looked], number, (domain.mover,))
    values = {station: fire.value for station, fire in zip(looked, fires, strict=True)}
    best = max(looked, key=values.__getitem__)
    return f"s{best}" if values[best] else None
