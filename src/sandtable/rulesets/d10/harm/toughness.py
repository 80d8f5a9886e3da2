"""What a hit meets (d10.gap.vehicle-facing, d10.gap.tag-armoured): Toughness by face, and what cannot hurt armour."""

from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Card

FRONT, SIDE, REAR = 0, 1, 2
FACES = ("front", "side", "rear")


class Hit(NamedTuple):
    """Hits that are alike: how many, how strong, AT number, and what bears on armour: the face, Blast, contact."""

    hits: int
    strength: int
    at: int = 0
    face: int = FRONT
    blast: bool = False
    aimed: bool = False
    shaped: bool = False
    close: bool = False
    exempt: bool = False  # it hurts armour however weak it is


@rule("d10.gap.vehicle-facing", "d10.gap.unit-de-panther", "d10.gap.unit-de-pz4", "d10.gap.vehicle-assault")
def toughness(card: Card, hit: Hit) -> int:
    """The T that a hit meets: less at the sides and the rear, in close combat, and from above where there is no roof."""
    if not card.vehicle:
        return card.toughness
    if hit.close:
        less = 2
    else:
        less = (0, 2 if card.has("sloped") else 1, 2)[hit.face]
        if hit.face == SIDE and hit.shaped and card.has("skirts"):
            less = 0
    if card.has("open-topped") and (hit.blast or hit.close):
        less = max(less, 2)
    return max(1, card.toughness - less)


@rule("d10.gap.tag-armoured")
def hurts(card: Card, hit: Hit, options: Options) -> bool:
    """Whether a hit can hurt a model at all: armour only if it is stronger than its T, or as strong with an AT weapon."""
    if not card.has("armoured") or not options.armoured_immunity or hit.exempt:
        return True
    against = toughness(card, hit)
    return hit.strength > against or (hit.at > 0 and hit.strength == against)
