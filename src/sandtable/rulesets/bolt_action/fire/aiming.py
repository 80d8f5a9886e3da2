"""What is about to be fired: how a unit shoots, which of its weapons may, and the targets and shells it chooses from."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.rulesets.bolt_action.basics.arms import Aimed, Arm, Armed
from sandtable.rulesets.bolt_action.state import Battle

from .barred import bar, bar_indirect
from .reach import out_of_lob, out_of_range
from .volley import AP, HE


class Shoot(NamedTuple):
    """How a unit shoots: on the move or not, from Ambush or not, and at whom if it has no choice."""

    moving: bool = False
    pivoted: bool = False  # the Advance was a pivot of at most 90 degrees and nothing else
    ambush: bool = False
    only: tuple[Aimed, ...] | None = None
    by: int | None = None  # the seat that picks the target, if not the unit's own
    may_hold: bool = True
    reaction: bool = True  # whether the target may react


class Firing(NamedTuple):
    """What a unit is about to fire: with which arms, how, and whether it lobs its shells."""

    number: int
    ready: Armed
    arms: Sequence[Arm]
    how: Shoot
    indirect: bool = False


class Targets(OneOf[Aimed | None]):
    """Targets to choose from, with what would be fired at them: enough to say what each of them promises."""

    __slots__ = ("firing",)

    def __init__(
        self,
        state: Battle,
        choices: Mapping[str, Aimed | None],
        firing: Firing,
        label: Callable[[Aimed | None], str],
        wanted: Sequence[Aimed] = (),
    ) -> None:
        super().__init__(
            choices,
            label=label,
            points=lambda target: None if target is None else on_table(state, target),
            barred=lambda: _barred(state, firing, [target for target in wanted if target.key not in choices]),
            every=lambda: {target.key: target for target in wanted},
        )
        self.firing = firing


class Shells(OneOf[str]):
    """Shells to choose from for a target that has been named."""

    __slots__ = ("firing", "target")

    def __init__(self, firing: Firing, target: Aimed) -> None:
        super().__init__({AP: AP, HE: HE}, label=lambda shell: "armour-piercing" if shell == AP else "high explosive")
        self.firing = firing
        self.target = target


def on_table(state: Battle, target: Aimed) -> OnTable:
    """What a target is on the table: a unit, or of a unit the spotter."""
    return OnTable(target.unit, figure=state.units[target.unit].spotter if target.spotter else None)


def _barred(state: Battle, firing: Firing, targets: Sequence[Aimed]) -> dict[str, Refusal]:
    """Why each of some targets cannot be shot at."""
    no: dict[str, Refusal] = {}
    for target in targets:
        number, arms = firing.number, firing.arms
        if firing.indirect:
            found = bar_indirect(state, number, arms[0], target) or out_of_lob(state, arms[0], target)
        else:
            moving = on_the_move(state, number, firing.how)
            found = bar(state, number, firing.ready, arms, target) or out_of_range(
                state, number, firing.ready, arms, target, moving=moving
            )
        assert found is not None, "what may be shot at is offered"
        no[target.key] = found.refusal()
    return no


def on_the_move(state: Battle, number: int, how: Shoot) -> bool:
    """Whether a unit shoots on the move: its order says so, or the vehicle that it shoots from has moved."""
    transport = state.units[number].aboard
    return how.moving or (transport is not None and state.units[transport].moved)


@rule("ba.order.fire", "ba.gap.weapon-fixed", "ba.gap.indirect-fire")
def may_fire(state: Battle, arm: Arm, how: Shoot) -> bool:
    """Whether a weapon can be used at all: Fixed ones not on the move, indirect ones never from Ambush."""
    traits = arm.weapon.traits
    indirect = "indirect" in traits
    if indirect and how.ambush:
        return False
    if how.moving and "fixed" in traits and not arm.mount:
        return how.pivoted and state.options.fixed_pivot_and_fire and not indirect and "howitzer" not in traits
    return True


def usual_shell(state: Battle, arm: Arm, target: Aimed) -> str:
    """What a weapon would be loaded with: high explosive, unless the target is armoured or it has none."""
    if not arm.weapon.he:
        return AP
    return HE if arm.weapon.pen is None or not state.units[target.unit].card.armoured else AP
