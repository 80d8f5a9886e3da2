"""Damage on its own: hits of one kind that have been allocated."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, Question, Staged, field
from sandtable.play.script import Play
from sandtable.rulesets.d10.damage import passed_of, wounds_of
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.toughness import FACES, Hit, hurts

from .bare import Party, battle, staged, too_weak
from .fields import ANY_VEHICLE, NONE, Face, Size, Toughness, foot_card, vehicle_card

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


def damage(given: Damaging, options: Options) -> Staged:
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

    state = battle(options, Party("We", foot_card("squad"), 1, 1), Party("They", card, 1, 1))

    def read(_after: Battle, passed: int, _noted: object) -> Found:
        return {"passed": passed, "wounds": passed * wounds_of(hit, card.size)}

    async def begin(play: Play[Battle]) -> int:
        return await passed_of(play, 1, hit, 0) if hurts(card, hit, options) else 0

    return staged(state, begin, read, too_weak(state, 1, [hit]))


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
