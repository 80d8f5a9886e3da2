"""Hits on a unit whose models are alike: who takes them, damage dice, what is lost; and damage on its own."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Annotated, NamedTuple

import msgspec

from sandtable.mechanics.questions import Asked, Found, Question, Settled, field
from sandtable.mechanics.telling import count_of
from sandtable.rulesets.d10.checks import say
from sandtable.rulesets.d10.damage import damage_roll, damage_score, wounds_of
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card
from sandtable.rulesets.d10.toughness import FACES, Hit, hurts, toughness

from .fields import ANY_VEHICLE, NONE, Face, Size, Toughness, foot_card, vehicle_card


def pooled(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Hits of one kind put together, the strongest first: so they are allocated."""
    found: dict[Hit, int] = {}
    for hit in hits:
        if hit.hits:
            found[hit._replace(hits=0)] = found.get(hit._replace(hits=0), 0) + hit.hits
    every = [hit._replace(hits=count) for hit, count in found.items()]
    return tuple(sorted(every, key=lambda hit: (-hit.strength, hit)))


class Dealt(NamedTuple):
    """Hits allocated: those that lie on a model of their own, and those that lie on one and the same."""

    single: tuple[Hit, ...]
    piled: tuple[Hit, ...]


def dealt(hits: Sequence[Hit], models: int) -> Dealt:
    """Hits given to models: one to each, the strongest first; whatever is more than that goes to the first of them.

    No owner can do better: two hits on one model kill no more than one model.
    """
    single: list[Hit] = []
    piled: list[Hit] = []
    fresh = models
    for hit in hits:
        taken = min(hit.hits, fresh)
        fresh -= taken
        single.append(hit._replace(hits=taken))
        piled.append(hit._replace(hits=hit.hits - taken))
    if any(hit.hits for hit in piled):
        single[0] = single[0]._replace(hits=single[0].hits - 1)
        piled[0] = piled[0]._replace(hits=piled[0].hits + 1)
    return Dealt(tuple(hit for hit in single if hit.hits), tuple(hit for hit in piled if hit.hits))


async def _passed(options: Options, card: Card, hit: Hit, seat: int) -> int:
    least = damage_score(hit.strength, toughness(card, hit), options)
    why = f"{count_of(hit.hits, 'hit', 'hits')} at strength {hit.strength}"
    return (await damage_roll(hit.hits, least, why, seat)).value


async def losses(  # what hits what, how much of it there is, and what else must be remembered meanwhile
    options: Options, card: Card, hits: Iterable[Hit], left: int, exposed: int, *, seat: int = 0, aside: Hashable = ()
) -> int:
    """The models, or wounds of an individual, that a unit loses of hits."""
    harmful = pooled(hit for hit in hits if hurts(card, hit, options))
    if card.individual:
        return await _wounds(options, card, harmful, left, seat=seat, aside=aside)
    given = dealt(harmful, exposed)
    await Settled(("dealt", given, aside))
    lost, fell = 0, False
    for place, hit in enumerate(given.piled):
        fell = bool(await _passed(options, card, hit, seat)) or fell
        await Settled(("piled", given, place, fell, aside))
    for place, hit in enumerate(given.single):
        lost += await _passed(options, card, hit, seat)
        await Settled(("single", given, place, fell, lost, aside))
    return lost + fell


async def _wounds(
    options: Options, card: Card, hits: Sequence[Hit], left: int, *, seat: int, aside: Hashable = ()
) -> int:
    """All hits lie on one model; an AT weapon takes several wounds at once."""
    lost = 0
    for place, hit in enumerate(hits):
        lost += await _passed(options, card, hit, seat) * wounds_of(hit, card.size)
        lost = min(lost, left)
        await Settled(("wounds", hits, place, lost, aside))
    return lost


# ---- damage on its own


class Damaging(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hits of one kind that have been allocated."""

    hits: Annotated[int, field("Hits", ge=1, le=30)] = 1
    strength: Annotated[int, field("Strength", "of the weapon, in the band it is used in", ge=1, le=10)] = 4
    at: Annotated[int, field("AT", "the weapon's AT number; 0 if it has none", ge=0, le=3)] = 0
    toughness: Toughness = 4
    size: Size = 2
    vehicle: Annotated[
        str, field("Vehicle", "its T and size count", role="target", fact="vehicle", choices=ANY_VEHICLE)
    ] = NONE
    face: Face = "front"
    blast: Annotated[bool, field("Blast", "counts against vehicles without a roof")] = False
    shaped: Annotated[bool, field("Shaped charge", "a Panzerfaust or rocket launcher: side skirts stop it")] = False
    close: Annotated[bool, field("In contact", "struck in close combat")] = False
    exempt: Annotated[bool, field("Grenades or charges", "in contact they hurt armour however weak they are")] = False


def damage(given: Damaging, options: Options) -> Asked:
    """A die for each hit, strength against Toughness."""
    if given.vehicle == NONE:
        card = foot_card("squad", toughness=given.toughness, size=given.size)
    else:
        card = vehicle_card(given.vehicle)
    hit = Hit(
        given.hits,
        given.strength,
        given.at,
        FACES.index(given.face),
        given.blast,
        shaped=given.shaped,
        close=given.close,
        exempt=given.exempt and given.close,
    )

    async def trial() -> Found:
        passed = await _passed(options, card, hit, 0) if hurts(card, hit, options) else 0
        return {"passed": passed, "wounds": passed * wounds_of(hit, card.size)}

    return Asked(needed_to_harm(card, hit, options), (), trial)


def needed_to_harm(card: Card, hit: Hit, options: Options) -> str:
    """What a hit needs to do harm, in words."""
    against = toughness(card, hit)
    if not hurts(card, hit, options):
        return f"strength {hit.strength} does not hurt armour of T {against}"
    return f"{say(damage_score(hit.strength, against, options))} to harm"


QUESTIONS = (
    Question(
        "damage",
        "Hits have been allocated: how many do harm?",
        Damaging,
        damage,
        (
            "d10.test.damage",
            "d10.test.table",
            "d10.gap.damage-stat",
            "d10.gap.wounds",
            "d10.gap.tag-at",
            "d10.gap.tag-armoured",
            "d10.gap.vehicle-facing",
        ),
        title="Damage rolls",
    ),
)
