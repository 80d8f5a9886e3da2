"""A bare table with the units that a question speaks of: cards, so many models, so much of them left, and no place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.mechanics.mustering import bare_ground
from sandtable.mechanics.questions import Found, staging
from sandtable.mechanics.verbs import applied_by
from sandtable.play.events import Event
from sandtable.play.shown import Fact
from sandtable.rulesets.d10.harm.toughness import Hit, hurts, toughness
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle, Card, Mission, Model, Unit
from sandtable.rulesets.d10.telling.stakes import noted as foreseen
from sandtable.rulesets.d10.verbs import VERBS

NO_CHECK = "no check"
FATES = {
    "passed a morale check": "passes",
    "panicked": "panics",
    "stayed panicked": "stays panicked",
    "routed": "routs",
    "was abandoned": "routs",
}

Read = Callable[[Battle, Any, Mapping[Fact, int | str]], Found]  # end state, what was returned, what was noted
Arms = Sequence[tuple[str, int]]  # weapons, each with how many models have it


class Party(NamedTuple):
    """A unit of a question: what it is called, its card, the models or wounds left of it, and what it had."""

    name: str
    card: Card
    left: int
    whole: int
    arms: Arms = ()
    moved: bool = False
    panicked: bool = False
    hold: bool = False
    items: tuple[str, ...] = ()
    missions: int = 0
    every: tuple[str, ...] = ()  # weapons that all of its models have besides
    aboard: int = -1
    side: int = -1  # if it is not its place


def battle(options: Options, *parties: Party) -> Battle:
    """These units and nothing else: ours, theirs."""
    figures: list[Model] = []
    units = [_raise(number, party, figures) for number, party in enumerate(parties)]
    return Battle(
        **bare_ground(),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=Mission(),
        sides=tuple(units[model.unit].side for model in figures),
        agenda=(),
        phase="activation",
        turn=2,
        acting=0,
    )


def _raise(number: int, party: Party, figures: list[Model]) -> Unit:
    """A unit with its models, the leader of a squad first; the weapons of a gun are its own, the crew stand by."""
    card, side = party.card, number if party.side < 0 else party.side
    carried = [weapon for weapon, count in party.arms for _ in range(count)]
    gun = -1
    if card.kind == "gun" and carried:
        gun = len(figures)
        figures.append(Model(number, "gun", tuple(carried)))
        carried = []
    first = len(figures)
    if card.individual:
        figures.append(Model(number, card.kind, (*carried, *party.every), party.left, card.size))
    else:
        roles = ["crewman"] * party.left if card.kind == "gun" else ["leader", *["rifleman"] * (party.left - 1)]
        arms = [(*carried[place : place + 1], *party.every) for place in range(party.left)]
        figures += [Model(number, role, weapons, 1, card.size) for role, weapons in zip(roles, arms, strict=True)]
    men = tuple(range(first, len(figures)))
    return Unit(
        party.name, side, men, card, place="table", strength=party.whole, gun=gun, moved=party.moved,
        panicked=party.panicked, hold=party.hold, items=party.items, missions=party.missions, aboard=party.aboard,
    )  # fmt: skip


def reported(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What a question wants to know of an event besides what forecasts do: who fell, and how a check of morale ended."""
    found = list(foreseen(event))
    if event.verb in FATES:
        found.append(((event.unit, "morale"), FATES[event.verb]))
    elif event.verb in {"lost models", "was destroyed"}:
        found.append(((event.unit, "fell"), len(event.figures)))
    return found


def loss(before: Battle, after: Battle, noted: Mapping[Fact, int | str], number: int) -> int:
    """The models that a unit has lost by fire or blows, or the wounds of an individual."""
    unit = before.units[number]
    if unit.card.individual:
        (man,) = unit.men
        return before.figures[man].wounds - after.figures[man].wounds
    return int(noted.get((number, "fell"), 0))


def fate(before: Battle, after: Battle, noted: Mapping[Fact, int | str], number: int, own: str = "") -> dict[str, Any]:
    """What has become of a unit, by the names that all questions have for it."""
    unit = after.units[number]
    lost = loss(before, after, noted, number)
    destroyed = unit.place == "destroyed"
    return {
        f"{own}lost": lost,
        f"{own}morale": "destroyed" if destroyed else noted.get((number, "morale"), NO_CHECK),
        f"{own}panicked": unit.panicked and unit.alive,
        f"{own}routed": unit.place == "routed",
        f"{own}destroyed": destroyed,
    }


def hits_and_fate(before: Battle, number: int) -> Read:
    """What fire has done to a unit."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        return {"hits": noted.get((number, "hits"), 0), **fate(before, after, noted, number)}

    return read


def commanded(card: Card, leader: int) -> Card:
    """A card with the CM that its unit tests on: its own, or that of a leader who lends a better one."""
    return replace(card, command=max(card.command, leader))


def too_weak(state: Battle, number: int, hits: Iterable[Hit]) -> str:
    """Which hits do nothing to the armour of a unit, in words."""
    card = state.units[number].card
    weak = {hit.strength: toughness(card, hit) for hit in hits if not hurts(card, hit, state.options)}
    return "; ".join(f"strength {strength} does not hurt armour of T {against}" for strength, against in weak.items())


staged = staging(applied_by(VERBS), reported)
