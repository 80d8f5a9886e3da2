"""A bare table with the units that a question speaks of: cards, so many men, pins and orders, and no place.

Whoever is there is near: an officer or a medic who is put on a bare table is in reach of those he helps.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.mechanics.mustering import bare_ground
from sandtable.mechanics.questions import Found, staging
from sandtable.mechanics.verbs import applied_by
from sandtable.play.events import Event
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Card, Mission, Mount, Quality, Soldier, Unit
from sandtable.rulesets.bolt_action.verbs import VERBS
from sandtable.table.terrain import Piece

NOT_TESTED = "not tested"
TOLD = {  # what is noted of events, by a name, as they tell it
    "was hit": ("hits", "hits"),
    "pinned": ("pinned", "count"),
    "struck a vehicle": ("struck", "hits"),
    "took an order test": ("order test", "result"),
    "was confused": ("row", "row"),
    "a barrage was due": ("row", "row"),
    "the barrage fell": ("reach", "reach"),
    "an air strike was due": ("row", "row"),
    "an aircraft attacked": ("aircraft", "aircraft"),
}
GUN = "light-at-gun"  # what a crew serves of which no more is known
SERVED = "mmg"  # and a weapon team
PICKED = "ba.gap.exceptional-damage"

Read = Callable[[Battle, Any, Mapping[Fact, int | str]], Found]  # end state, what was returned, what was noted


class Party(NamedTuple):
    """A unit of a question: its card, the part that each of its men has in it, and what has become of it so far."""

    name: str
    card: Card
    roles: tuple[str, ...] = ("man",)
    weapons: tuple[str, ...] = ()  # of its men in order, where they have any
    gun: bool = False
    side: int = -1  # if it is not its place
    fields: Mapping[str, Any] = {}  # pins, order and whatever else a unit has


def battle(options: Options, *parties: Party, terrain: tuple[Piece, ...] = ()) -> Battle:
    """These units and nothing else: ours, theirs."""
    figures: list[Soldier] = []
    units = [_raise(number, party, figures) for number, party in enumerate(parties)]
    return Battle(
        **bare_ground(terrain=terrain),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=Mission(),
        agenda=(),
        phase="orders",
        turn=2,
    )


def _raise(number: int, party: Party, figures: list[Soldier]) -> Unit:
    """A unit with its men in order, and the gun that they serve apart from them."""
    gun = None
    if party.gun:
        gun = len(figures)
        figures.append(Soldier(number, "gun", party.card.team))
    first = len(figures)
    for place, role in enumerate(party.roles):
        weapon = party.weapons[place] if place < len(party.weapons) else ""
        figures.append(Soldier(number, role, weapon))
    men = tuple(range(first, len(figures)))
    side = number if party.side < 0 else party.side
    return Unit(party.name, side, men, party.card, gun=gun, **party.fields)


def foot_card(
    quality: Quality,
    *,
    kind: str = "infantry",
    slot: str = "infantry",
    nation: str = "",
    traits: tuple[str, ...] = (),
    team: str = "",
    officer: str = "",
) -> Card:
    """The card of people on foot of whom only so much is known."""
    return Card(
        troop="", title="", nation=nation, kind=kind, quality=quality, points=0, move=kind, slot=slot,  # type: ignore[arg-type]
        traits=traits, team=team, officer=officer,
    )  # fmt: skip


def vehicle_card(
    armour: str,
    quality: Quality = "regular",
    *,
    open_topped: bool = False,
    mounts: tuple[Mount, ...] = (),
    nation: str = "",
) -> Card:
    """The card of a vehicle of which only so much is known."""
    traits = ("open-topped",) if open_topped else ()
    return Card(
        troop="", title="", nation=nation, kind="vehicle", quality=quality, points=0, move="", slot="tank",
        traits=traits, armour=armour, mounts=mounts,
    )  # fmt: skip


def squad(  # what is known of it
    name: str,
    quality: Quality,
    men: int,
    *,
    led: bool = True,
    nation: str = "",
    traits: tuple[str, ...] = (),
    side: int = -1,
    **fields: Any,
) -> Party:
    """A squad of so many men, its NCO among them or lost; `fields` are its pins, its order and the like."""
    roles = ("nco" if led else "man", *["man"] * (men - 1))
    return Party(name, foot_card(quality, nation=nation, traits=traits), roles, side=side, fields=fields)


def crew(name: str, quality: Quality, men: int, *, shield: bool = False, **fields: Any) -> Party:
    """A gun with so many men to serve it."""
    traits = ("gun-shield",) if shield else ()
    card = foot_card(quality, kind="artillery", slot="gun", traits=traits, team=GUN)
    return Party(name, card, ("crew",) * men, gun=True, fields=fields)


def team(name: str, quality: Quality, men: int, **fields: Any) -> Party:
    """A weapon team: a gunner and those who load for him."""
    card = foot_card(quality, slot="machine-gun", team=SERVED)
    return Party(name, card, ("gunner", *["loader"] * (men - 1)), (SERVED,), fields=fields)


def officer(rank: str, side: int) -> tuple[Party, ...]:
    """The best officer in reach; nobody, where there is `none`."""
    if rank == "none":
        return ()
    return (Party("the officer", foot_card("regular", slot="headquarters", officer=rank), ("officer",), side=side),)


def medic(side: int) -> Party:
    """A medic near by."""
    return Party("the medic", foot_card("regular", slot="medic", traits=("medic",)), side=side)


def reported(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What a question may want to know of an event: hits, pins, who fell and who was picked, how morale was read."""
    unit, tells = event.unit, event.tells
    if event.verb in TOLD:
        what, word = TOLD[event.verb]
        return (((unit, what), tells[word]),)
    picked = PICKED in event.because
    match event.verb:
        case "was damaged":
            return (((unit, f"{tells['damage']} damage"), "yes"),)  # how often is neither here nor there
        case "was halted":
            return (((unit, "halted"), "yes"),)
        case "checked morale":
            return (((unit, "checked"), "pass" if tells["passed"] else "fail"),)
        case "lost men":
            fell = len(event.figures)
            return (((unit, "fell"), fell), *([((unit, "picked"), fell)] if picked else ()))
        case "was destroyed" if picked:
            return (((unit, "picked"), 1),)  # the gun, or the gunner of a team
        case _:
            return ()


FATE = frozenset({"fell", "pinned", "checked"})  # what is noted for that


def fate(state: Battle, noted: Mapping[Fact, int | str], number: int, own: str = "") -> dict[str, Any]:
    """What has become of a unit, by the names that all questions have for it."""
    return {
        f"{own}casualties": noted.get((number, "fell"), 0),
        f"{own}pins": noted.get((number, "pinned"), 0),
        f"{own}morale": noted.get((number, "checked"), NOT_TESTED),
        f"{own}destroyed": not state.units[number].alive,
    }


staged = staging(applied_by(VERBS), reported)
