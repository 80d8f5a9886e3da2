"""What a weapon fires in a band: how many dice, how strong, which shell, and how many a Blast catches."""

from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.d10.basics.charts import EXTREME, LARGE, Weapon

AP, HE = "ap", "he"


class Power(NamedTuple):
    """What a hit does: strength, Blast (0 for none) and AT number (0 for none)."""

    strength: int
    blast: int
    at: int


@rule("d10.gap.damage-stat", "d10.range.no-to-hit-effect", "d10.gap.tag-at")
def power_of(weapon: Weapon, band: int, shell: str) -> Power:
    """What a weapon does in a band; high explosive has values of its own at every range."""
    if shell == HE:
        return Power(weapon.he, weapon.he_blast, 0)
    return Power(weapon.strength[band], weapon.blast, weapon.at)


@rule("d10.gap.tag-at", "d10.gap.weapon-panzerfaust", "d10.gap.weapon-bazooka")
def shell_against(weapon: Weapon, size: int) -> str:
    """What a weapon with two kinds of shell fires: high explosive at everything smaller than a light lorry."""
    if not weapon.he:
        return ""
    return AP if size >= LARGE else HE


@rule("d10.gap.shots", "d10.gap.guns", "d10.gap.unit-de-hmg")
def shots_in(weapon: Weapon, band: int, *, sixth: bool, single_handed: bool) -> int:
    """How many dice a weapon throws in a band: one more on the tripod of an MG 42, half of a towed gun's with one man."""
    shots = weapon.shots[band] + (sixth and band < EXTREME)
    return max(1, shots // 2) if single_handed else shots


@rule("d10.gap.weapon-mmg", "d10.gap.tag-fixed", "d10.gap.weapon-hmg50")
def may_fire(name: str, weapon: Weapon, *, moved: bool, vehicle: bool, crew: int) -> bool:
    """Whether a weapon may be fired: Fixed ones not after a move (on a vehicle they may), a tripod needs a crew of two."""
    if moved and weapon.has("fixed") and not vehicle:
        return False
    return name != "mmg" or crew >= weapon.crew


@rule("d10.gap.tag-blast")
def multiplied(successes: int, blast: int, caught: int) -> int:
    """The hits of so many successes: a Blast's become several each, but no more than the models it reaches."""
    return successes * min(blast, caught) if blast else successes
