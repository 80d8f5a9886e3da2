"""Hit the Dirt (1.6.1.4) and being Prone."""

from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.sight import is_engaged, standing
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.conditions import drop, stop_fleeing

from .runners import FAR_ENOUGH, anywhere, far_from_enemies, find_cover


def may_hit_the_dirt(state: Battle, number: int) -> Refusal | None:
    """Why a unit may not Hit the Dirt; None if it may."""
    unit = state.units[number]
    if unit.machine:
        return Refusal(f"{unit.name} cannot lie down", ("sotr.gap.vehicle-movement",))
    if unit.mindless:
        return Refusal(f"{unit.name} knows no fear", ("sotr.gap.roster-reich-zombies",))
    if not droppers(state, number):
        return Refusal(f"nobody of {unit.name} is free to drop", ("sotr.gap.engaged-activation",))
    return _fleeing(state, number) if unit.fleeing else None


@rule("sotr.dirt.fleeing-criteria", "sotr.flee.hit-dirt", "sotr.move.fleeing")
def _fleeing(state: Battle, number: int) -> Refusal | None:
    """A Fleeing unit: every enemy farther than 12 inches away, and no cover within its On The Double reach."""
    name = state.units[number].name
    if not far_from_enemies(state, number):
        return Refusal(f"an enemy is within 12 inches of {name}", ("sotr.dirt.fleeing-criteria",), allowed=FAR_ENOUGH)
    if find_cover(state, number, anywhere, "sotr.dirt.fleeing-criteria") is not None:
        return Refusal(f"{name} has cover within reach", ("sotr.dirt.fleeing-criteria",))
    return None


def droppers(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that can drop to the ground."""
    return tuple(man for man in standing(state, number) if not is_engaged(state, man))


@rule("sotr.dirt.choose", "sotr.dirt.prone-effects")
async def hit_the_dirt(play: Play[Battle], number: int) -> None:
    """A unit drops where it is."""
    drop_all(play, number, "sotr.dirt.choose")


@rule("sotr.dirt.prone-effects", "sotr.dirt.fleeing-stops", "sotr.flee.ends")
def drop_all(play: Play[Battle], number: int, *because: str) -> None:
    """Everybody of a unit goes Prone, which counts as cover for a unit that flees: it flees no longer."""
    drop(play, droppers(play.state, number), *because)
    stop_fleeing(play, number, "sotr.dirt.fleeing-stops", "sotr.flee.ends", why="in the dirt")
