"""What is fired: weapons with their counts at a distance, laid on a Unit whose Teams all lie alike."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec

from sandtable.geometry.units import inches
from sandtable.mechanics.questions import Found, Staged, Unfit, field
from sandtable.play.modifier import Modifier
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.teams import armoured
from sandtable.rulesets.fraley.fire.allocation import CLOSE, Field, Mark, Valid
from sandtable.rulesets.fraley.fire.fire_modes import REACTION, Mode, Struck
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.fire.targets import fire_points
from sandtable.rulesets.fraley.fire.to_hit import is_hopeless, needed, of_all, of_one
from sandtable.rulesets.fraley.fire.volley import resolve
from sandtable.rulesets.fraley.melee.halting import stops
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle

from .bare import Lot, Noted, Party, Read, battle, lost, marked, staged
from .fields import Inches, TargetRan, TargetTraining

Arms = Sequence[tuple[str, int]]  # weapons, each with how many Teams fire it
FIRING, TARGET = 0, 1  # Units
FIRST = 0  # the Team whose fire a leader directs
OUT_OF_RANGE = "impossible (out of range, or no dice at Long Range)"


class Firing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fire of a Unit, whatever it is fired at."""

    training: TargetTraining = "veteran"
    distance: Inches = 12
    occasion: Annotated[
        Mode,
        field(
            "Fired as",
            "fire: Fire, or Fire and Move; moved: Move and Fire; suppressive: by who stays behind in an Assault",
        ),
    ] = "fire"
    directed: Annotated[
        bool, field("Directed", "a leader has the misses of one Team with the first weapon rolled again")
    ] = False
    went: Annotated[bool, field("Target moved", "in its last activation: counts only where the table plays it so")] = (
        False
    )
    ran: TargetRan = False


class Lie(NamedTuple):
    """How all Teams of a target lie: whether they are Concealed and Gone to Ground, their cover, and what they show.

    `shield` is their cover from weapons that are not AT.
    """

    hidden: bool
    down: bool
    order: int
    cover: int = 0
    shield: int = 0
    front: bool = True
    turret_front: bool = True


def check_firing(given: Firing) -> None:
    """Refuse fire that cannot be."""
    if given.occasion == "reaction" and inches(given.distance) > REACTION:
        raise Unfit("distance", "Reaction Fire is at Units that move within 18 inches [fraley.reaction.trigger]")
    if given.directed and given.occasion == "aimed":
        raise Unfit("directed", "Aimed Fire rolls all misses again already [fraley.leader.direct-fire-aimed]")


def firing(given: Firing, every: Arms) -> Party:
    """The Unit that fires, and its leader if he directs it."""
    lots = [Lot(count, weapons()[name].kind, (name,)) for name, count in every]
    return Party("We", lots=(*lots, *([Lot(role="PL", leader=True)] if given.directed else [])))


def volley(given: Firing, state: Battle, every: Arms, lie: Lie) -> Volley:
    """Everything that is fired: half the Fire Points beyond a weapon's range, none beyond twice that."""
    common = of_all(state.options, given.occasion, hidden=lie.hidden, down=lie.down, went=given.went)
    gap, shots = inches(given.distance), []
    for team, weapon in zip(
        state.units[FIRING].men, [name for name, count in every for _ in range(count)], strict=False
    ):
        row = state.options.tables.weapons[weapon]
        mods: tuple[Modifier, ...] = of_one(state.options, moved=given.occasion == "moved", far=gap > row.range)
        if points := fire_points(row, gap):
            reasons = (*common, *mods)
            shots.append(Shot(team, weapon, needed(state, TARGET, reasons), points, gap, modifiers=reasons))
    attacked = next((number for number, unit in enumerate(state.units) if unit.card.rank == "fo"), TARGET)
    return Volley(FIRING, TARGET, attacked, tuple(shots), given.occasion)


def fire(given: Firing, options: Options, every: Arms, target: Party, lie: Lie, *others: Party) -> Staged:
    """A Unit fires at another, up to markers and losses."""
    check_firing(given)
    state = battle(options, firing(given, every), target, *others, acting=TARGET if given.ran else -1)
    fired = volley(given, state, every, lie)

    def measure(state: Battle, fired: Volley) -> Field:
        men, gap = state.units[TARGET].men, inches(given.distance)
        marks = tuple(Mark(man, lie.order, lie.cover, gap <= CLOSE, lie.front, lie.turret_front) for man in men)
        led = ((FIRST, (state.units[FIRING].men[-1],)),) if given.directed else ()
        valid = tuple(Valid(man, lie.order, max(lie.cover, lie.shield)) for man in men)
        return Field(valid, tuple(marks for shot in fired.shots if shot.at), led)

    hopeless = [shot.needed for shot in fired.shots if is_hopeless(shot.needed)]
    why = f"{hopeless[0]}+, impossible" if hopeless else OUT_OF_RANGE
    return staged(state, lambda play: resolve(play, fired, measure), struck(state), why, heeds=("markers",))


def struck(before: Battle) -> Read:
    """What fire has done to its target."""

    def read(after: Battle, found: Struck, noted: Noted) -> Found:
        gone = not after.units[TARGET].men
        first = before.figures[before.units[TARGET].men[0]]
        return {
            "hits": found.hits,
            "lost": lost(before, after, TARGET),
            "markers": noted.get((TARGET, "markers"), 0),
            **marked(after, TARGET),
            "halts_an_assault": gone or stops([found], armour=armoured(first)),
        }

    return read
