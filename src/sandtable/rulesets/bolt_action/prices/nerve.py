"""How likely orders are obeyed, and what comes of assaults."""

from functools import lru_cache

from msgspec.structs import replace

from sandtable.mechanics.prices import Price, Prices
from sandtable.mechanics.questions import Staged
from sandtable.rulesets.bolt_action.melee.close_quarters import attacks, fight_on, first_round, in_contact
from sandtable.rulesets.bolt_action.nerve.morale import PASS, best_officer
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Card, Order, Quality, Unit
from sandtable.rulesets.bolt_action.turn.orders import tested
from sandtable.rulesets.bolt_action.umpire.bare import Party, battle, foot_card, officer, squad, staged

PAIR = 2  # men who assault a vehicle are counted by so many
MOST = 3  # men of the stronger side in a fight that is priced: more of them win and lose in much the same way


def _tested(options: Options, card: Card, roles: tuple[str, ...], pins: int, rank: str) -> Staged:
    """The order test of a unit."""
    state = battle(options, Party("We", card, roles, fields={"pins": pins}), *officer(rank, 0))
    return staged(state, lambda play: tested(play, 0, "fire"), lambda _, found, __: {"obeys": found == PASS})


def _fought(
    options: Options, ours: tuple[Quality, int], theirs: tuple[Quality, int], tough: tuple[bool, bool]
) -> Staged:
    """Men fight men until one side is gone."""
    sides = [
        squad(name, quality, men, traits=("tough-fighters",) * twice)
        for name, (quality, men), twice in zip(("We", "They"), (ours, theirs), tough, strict=True)
    ]
    manner = first_round(options, on_guard=False)
    return staged(battle(options, *sides), lambda play: fight_on(play, 0, 1, **manner._asdict()), _gone)


def _rammed(options: Options, men: int, card: Card, order: Order | None) -> Staged:
    """Men assault a vehicle."""
    state = battle(options, squad("We", "regular", men), Party("They", card, ("vehicle",), fields={"order": order}))
    return staged(state, lambda play: in_contact(play, 0, 1, on_guard=False), _gone)


def _gone(after: Battle, _: object, __: object) -> dict[str, bool]:
    return {"ours": not after.units[0].alive, "theirs": not after.units[1].alive}


obeyed = Prices(_tested)
fought = Prices(_fought)
rammed = Prices(_rammed)


@lru_cache(maxsize=256)
def _tested_as(card: Card) -> Card:
    """Of a card what a test of nerve may read."""
    traits = tuple([trait for trait in card.traits if trait == "sniper"])
    team = "team" if card.team else ""
    return foot_card(card.quality, kind=card.kind, slot=card.slot, nation=card.nation, traits=traits, team=team)


def obeys(view: Battle, number: int) -> int:
    """How likely a unit carries out an order, in thousandths."""
    unit = view.units[number]
    roles = ("nco" if any(view.figures[man].role == "nco" for man in unit.men) else "man", "man")[: len(unit.men)]
    rank = best_officer(view, number) or "none"
    return obeyed(view.options, _tested_as(unit.card), roles, unit.pins, rank)["obeys"]


def assault(view: Battle, number: int, target: int) -> Price:
    """How likely either side is gone after an assault, in thousandths: `ours`, `theirs`."""
    unit, foe = view.units[number], view.units[target]
    if foe.is_vehicle:
        return rammed(
            view.options, -(-len(unit.men) // PAIR) * PAIR, replace(foe.card, troop="", title="", points=0), foe.order
        )
    most = max(len(unit.men), len(foe.men), MOST)
    few = [(one.card.quality, max(1, (2 * MOST * len(one.men) + most) // (2 * most))) for one in (unit, foe)]
    return fought(view.options, few[0], few[1], (_tough(view, unit), _tough(view, foe)))


def _tough(view: Battle, unit: Unit) -> bool:
    """Whether most men of a unit strike twice."""
    return attacks(view, unit) * 2 > len(unit.men) * 3
