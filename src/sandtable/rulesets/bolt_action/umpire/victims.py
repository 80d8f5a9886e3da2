"""Men under fire: the unit of infantry or the gun's crew that a question speaks of."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Found, Unfit, field
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.basics.arms import Aimed
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.table.terrain import Piece

from .bare import Party, battle, crew, fate, medic, squad, team
from .fields import Men, Quality

THEY = Aimed(1)  # the unit under fire; whoever fires is the first
HOLE = Piece("foxholes", (), 0, ("dug-in",))


class Victims(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Infantry or artillery under fire."""

    target_quality: Annotated[Quality, field("Quality", "the target's quality", role="target", fact="quality")] = (
        "regular"
    )
    target_men: Men = 10
    target_pins: Annotated[
        int, field("Pins", "pins the target already has", role="target", fact="pins", ge=0, le=12)
    ] = 0
    target_down: Annotated[bool, field("Down", "the target is Down", role="target", fact="down")] = False
    target_nco_lost: Annotated[
        bool, field("NCO lost", "the target's squad has lost its NCO", role="target", fact="nco_lost")
    ] = False
    gun_shield: Annotated[
        bool,
        field("Gun shield", "the target is a crew behind its gun shield", role="target", fact="gun_shield"),
    ] = False
    target_team: Annotated[
        bool, field("A weapon team", "lost with its gunner, whom exceptional damage picks", role="target")
    ] = False
    target_gun: Annotated[
        bool, field("A gun", "a heavy weapon's exceptional damage destroys a gun", role="target", fact="gun")
    ] = False


def under_fire(given: Victims, *, hidden: bool = False) -> Party:
    """The unit that is shot at: a squad with its NCO, a weapon team with its gunner, or a gun's crew."""
    if given.target_team and (given.target_gun or given.gun_shield):
        raise Unfit("target_team", "it is a team or a gun's crew, not both")
    fields: dict[str, Any] = {
        "pins": given.target_pins,
        "order": "down" if given.target_down else None,
        "hidden": hidden,
    }
    if given.target_gun or given.gun_shield:
        return crew("the target", given.target_quality, given.target_men, shield=given.gun_shield, **fields)
    if given.target_team:
        return team("the target", given.target_quality, given.target_men, **fields)
    return squad("the target", given.target_quality, given.target_men, led=not given.target_nco_lost, **fields)


def scene(
    given: Victims, options: Options, by: Party, *, helped: bool = False, dug_in: bool = False, hidden: bool = False
) -> Battle:
    """Those who fire and those who are under fire, a medic beside them or not, dug in or not."""
    near = (medic(1),) if helped else ()
    return battle(options, by, under_fire(given, hidden=hidden), *near, terrain=(HOLE,) if dug_in else ())


def read_fire(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
    """What fire has done to the second unit."""
    return {"hits": noted.get((1, "hits"), 0), "exceptional": noted.get((1, "picked"), 0), **fate(after, noted, 1)}
