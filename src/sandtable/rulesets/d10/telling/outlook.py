"""What a unit sees from where it stands: each enemy with his cover and what hides him, and the ground around."""

from typing import Any

from sandtable.geometry.kernel import Ints
from sandtable.geometry.line_kernels import lines
from sandtable.mechanics.lines import field_seen, sighting, what_cuts
from sandtable.play.shown import Field, Sighting
from sandtable.rulesets.d10.basics.sight import look, table
from sandtable.rulesets.d10.basics.units import on_table, who
from sandtable.rulesets.d10.setup.forces import bases
from sandtable.rulesets.d10.state import Battle

BLOCKED = ("d10.gap.line-of-sight", "d10.shoot.check-los-range")


def _viewers(state: Battle, number: int) -> tuple[int, ...]:
    return tuple(man for man in state.units[number].men if state.layout.on_table(man))


def outlook(state: Battle, number: int, *, rays: bool = False) -> list[Sighting]:
    """What a unit makes of each enemy unit on the table, from where its models stand in this state."""
    unit = state.units[number]
    viewers = _viewers(state, number) if unit.alive else ()
    if not viewers:
        return []
    return [_sighting(state, viewers, foe, rays=rays) for foe in on_table(state, 1 - unit.side)]


def _sighting(state: Battle, viewers: tuple[int, ...], foe: int, *, rays: bool) -> Sighting:
    targets = state.units[foe].men
    return sighting(
        state.layout,
        foe,
        viewers,
        targets,
        look(state, viewers, targets),
        ("models", lambda what: what_cuts(state, what, who, "beyond 48 inches"), BLOCKED),
        rays=rays,
    )


def field_of(state: Battle, number: int) -> Field:
    """Which ground a unit sees."""
    at = table(state)

    def look_out(bodies: Ints, viewers: Ints, rest: Ints, terms: tuple[Any, ...]) -> Ints:
        found: Ints = lines(bodies, viewers, rest, at.farthest, *terms)[0]
        return found

    return field_seen(state, at, bases()["foot"], _viewers(state, number), look_out)
