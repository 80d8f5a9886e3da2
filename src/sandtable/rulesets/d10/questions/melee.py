"""A round of close combat between two sides, from numbers alone: both strike at once, who lost it checks."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sandtable.mechanics.modifiers import Modifier
from sandtable.mechanics.questions import Found, Settled, Unfit
from sandtable.rulesets.d10.blows import Blow, blow_score, modifiers_for, roll_blows
from sandtable.rulesets.d10.fates import checks_after_combat
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card
from sandtable.rulesets.d10.toughness import Hit

from .command import Fate, checked
from .harm import losses, pooled

Stance = Literal["none", "charged", "counter-charged", "defends-cover"]


class Fighter(NamedTuple):
    """One side of a round: its card, what is left of it, how many are in the combat, its blows, its CM and nerves."""

    name: str
    card: Card
    left: int
    whole: int
    exposed: int
    blows: tuple[Blow, ...]
    command: int
    panicked: bool


def stance_modifiers(stance: Stance, *, panicked: bool, opponent_panicked: bool) -> list[Modifier]:
    """What a side adds to its dice."""
    return modifiers_for(
        panicked=panicked,
        charged=stance == "charged",
        countered=stance == "counter-charged",
        covered=stance == "defends-cover",
        opponent_panicked=opponent_panicked,
    )


def check_stances(options: Options, stances: tuple[Stance, Stance], names: tuple[str, str]) -> None:
    """Refuse two sides that cannot have come together so."""
    for place, (stance, name) in enumerate(zip(stances, names, strict=True)):
        other = stances[1 - place]
        if stance == "charged" and other == "charged":
            raise Unfit(names[1], "one side charges, the other counter-charges [d10.cc.counter-charged]")
        if stance == "counter-charged" and other != "charged":
            raise Unfit(name, "only who is charged counter-charges [d10.gap.counter-charge]")
        if stance == "defends-cover" and other != "charged" and options.cc_cover_first_round_only:
            raise Unfit(name, "cover counts in the round in which it is charged [d10.cc.defending-cover]")


def check_nerves(stance: Stance, field: str, *, panicked: bool) -> None:
    """Refuse a panicked unit that charges."""
    if panicked and stance in {"charged", "counter-charged"}:
        because = "[d10.morale.panic-no-assault, d10.morale.panic-no-counter-charge]"
        raise Unfit(field, f"a panicked unit does not charge {because}")


def blows_with(
    options: Options,
    assault: int,
    against: int,
    modifiers: Sequence[Modifier],
    struck: Sequence[tuple[int, int, int]],
    *,
    exempt: bool = False,
) -> tuple[Blow, ...]:
    """Blows by (dice, strength, AT), those that are alike together."""
    least = blow_score(assault, against, modifiers, options)
    found: dict[tuple[int, int], int] = {}
    for dice, strength, at in struck:
        if dice and strength:
            found[strength, at] = found.get((strength, at), 0) + dice
    by_assault = options.damage_stat == "assault"
    return tuple(
        Blow(0, 0, dice, least, tuple(modifiers), assault if by_assault else strength, at, exempt)
        for (strength, at), dice in found.items()
    )


async def struck_by(fighter: Fighter, seat: int, aside: object) -> tuple[Hit, ...]:
    """The hits of one side's blows."""
    hits: tuple[Hit, ...] = ()
    for place, blow in enumerate(fighter.blows):
        rolled = await roll_blows(blow, f"{fighter.name} strike, strength {blow.strength}", seat)
        hits = pooled([*hits, Hit(rolled.value, blow.strength, blow.at, close=True, exempt=blow.exempt)])
        await Settled(("blows", seat, place, hits, aside))
    return hits


async def fought(options: Options, one: Fighter, other: Fighter) -> Found:
    """One round: blows, losses on both sides, who lost, and what becomes of both."""
    hits = await struck_by(one, 0, ())
    back = await struck_by(other, 1, hits)
    given = await losses(options, other.card, hits, other.left, other.exposed, aside=("theirs", back))
    await Settled(("theirs", given, back))
    taken = await losses(options, one.card, back, one.left, one.exposed, seat=1, aside=("ours", given))
    await Settled(("ours", given, taken))
    ours = await _after(options, one, taken, loser=taken > given, seat=0)
    await Settled(("fate", given, taken, ours))
    theirs = await _after(options, other, given, loser=given > taken, seat=1)
    return {
        "lost": given,
        "own_lost": taken,
        "round": "won" if given > taken else "lost" if taken > given else "drawn",
        "morale": theirs.result,
        "own_morale": ours.result,
        "panicked": theirs.panicked,
        "routed": theirs.routed,
        "destroyed": given == other.left,
        "own_panicked": ours.panicked,
        "own_routed": ours.routed,
        "own_destroyed": taken == one.left,
    }


async def _after(options: Options, fighter: Fighter, lost: int, *, loser: bool, seat: int) -> Fate:
    """The checks of one side after the round."""
    left = fighter.left - lost
    if not left:
        return Fate("destroyed", panicked=False, routed=False)
    card = fighter.card
    fate = Fate("no check", fighter.panicked, routed=False)
    due = checks_after_combat(left, fighter.whole, lost, individual=card.individual, vehicle=card.vehicle, loser=loser)
    for check in due:
        if not fate.routed:
            fate = await checked(
                options, fighter.command, check, left, fighter.whole, panicked=fate.panicked, seat=seat
            )
    return fate
