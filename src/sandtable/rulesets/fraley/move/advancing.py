"""A Unit without a Platoon Leader does not move towards enemies that it sees."""

from collections.abc import Callable
from itertools import pairwise

from sandtable.geometry.kernel import Ints
from sandtable.geometry.measure_kernels import gap
from sandtable.geometry.path_kernels import swept_gap
from sandtable.geometry.post_kernels import SEEN
from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.walks import March
from sandtable.rulesets.fraley.basics.sight import cast
from sandtable.rulesets.fraley.basics.teams import afoot, enemies, leader_of, who
from sandtable.rulesets.fraley.state import Battle

ROUNDING = 1


def leaderless(state: Battle, number: int) -> bool:
    """Whether a Unit has lost its Platoon Leader; a CC and an FO need none."""
    return state.units[number].counts and leader_of(state, number) is None


@rule("fraley.leader.no-pl-advance")
def in_view(state: Battle, number: int) -> tuple[int, ...]:
    """The enemy Teams that a Unit sees."""
    men = afoot(state, number)
    foes = [man for enemy in enemies(state, state.units[number].side) for man in afoot(state, enemy)]
    if not men or not foes:
        return ()
    seen = cast(state, men, foes)[:, :, SEEN].max(axis=0).tolist()
    return tuple(foe for foe, is_seen in zip(foes, seen, strict=True) if is_seen)


@rule("fraley.leader.no-pl-advance")
def holding_back(state: Battle, number: int) -> Callable[[Ints, March], Refusal | None] | None:
    """What a Unit without a PL is checked for: no path that brings a Team nearer to an enemy in view. None with a PL."""
    if not leaderless(state, number):
        return None
    known: list[tuple[int, ...]] = []

    def check(bodies: Ints, march: March) -> Refusal | None:
        if not known:
            known.append(in_view(state, number))
        for walk in march.walks:
            row = walk.figure
            if state.figures[row].unit != number:
                continue
            for foe in known[0]:
                here = gap(bodies, row, bodies, foe) - ROUNDING
                for a, b in pairwise(walk.points):
                    if a != b and swept_gap(bodies, row, foe, *a, *b) < here:
                        return Refusal(
                            f"{who(state, row)} would move towards {who(state, foe)} without a Platoon Leader",
                            ("fraley.leader.no-pl-advance",),
                            figures=(row, foe),
                        )
        return None

    return check
