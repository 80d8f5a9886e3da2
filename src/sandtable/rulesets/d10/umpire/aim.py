"""Laying weapons on a target: what each throws, needs and does, from numbers alone."""

from typing import Annotated, Literal

import msgspec

from sandtable.geometry.units import inches, show
from sandtable.grammar import an
from sandtable.mechanics.questions import Unfit, field
from sandtable.rulesets.d10.basics.charts import limit_of, lobs, nearest_of, reaches, weapon, weapons
from sandtable.rulesets.d10.basics.units import crew
from sandtable.rulesets.d10.fire.arms import arms
from sandtable.rulesets.d10.fire.fire_power import may_fire
from sandtable.rulesets.d10.fire.shooting import Salvo, salvo_from
from sandtable.rulesets.d10.fire.targets import Aim
from sandtable.rulesets.d10.fire.volley import Loaded, Seen, usual_shell
from sandtable.rulesets.d10.harm.armour import FRONT
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.setup.forces import missions_of
from sandtable.rulesets.d10.state import Battle, Kind

from .bare import Party
from .fields import COVERS, FIRED, Cover, foot_card


class Firing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Models with one weapon that shoot at a unit."""

    shooting: Annotated[int, field("SH", "of the shooter", role="shooter", fact="shooting", ge=1, le=10)] = 4
    weapon: Annotated[str, field("Weapon", "what most of them fire", role="shooter", fact="weapon", choices=FIRED)] = (
        "rifle"
    )
    shooters: Annotated[int, field("Models with it", role="shooter", fact="bearers", ge=1, le=20)] = 7
    distance: Annotated[
        float, field("Distance", "inches from them to the nearest model that they see", ge=0, le=60)
    ] = 12
    moved: Annotated[bool, field("Moved", "the shooting unit has moved this turn", role="shooter", fact="moved")] = (
        False
    )
    cover: Cover = "none"
    by: Annotated[Kind, field("Shooter's kind", "what fires it", role="shooter", fact="kind")] = "squad"
    crew: Annotated[
        int, field("Shooter's models", "models left in the shooting unit", role="shooter", fact="left", ge=1, le=20)
    ] = 10
    six_shots: Annotated[
        bool, field("MG 42 on a tripod", "its tripod gun has a sixth shot", role="shooter", fact="six_shots")
    ] = False
    unseen: Annotated[
        bool, field("Out of sight", "the target is seen by others only: Indirect weapons fire at it all the same")
    ] = False
    shell: Annotated[
        Literal["usual", "ap", "he"],
        field("Shell", "of a weapon with two kinds; usually high explosive at anything smaller than Size 4"),
    ] = "usual"
    assault: Annotated[
        int,
        field(
            "AS", "of the shooter: counts only where AS does the damage", role="shooter", fact="assault", ge=1, le=10
        ),
    ] = 4


class Several(Firing, frozen=True, kw_only=True):
    """A whole unit that shoots, with up to three weapons."""

    second_weapon: Annotated[
        str, field("Second weapon", "what others fire", role="shooter", fact="second_weapon", choices=FIRED)
    ] = "mg42"
    second: Annotated[int, field("Models with it", role="shooter", fact="second_bearers", ge=0, le=9)] = 0
    third_weapon: Annotated[
        str, field("Third weapon", "a machine gun, a grenade, a Panzerfaust instead of a rifle", choices=FIRED)
    ] = "frag"
    third: Annotated[int, field("Models with it", ge=0, le=9)] = 0


def armed(given: Several) -> list[tuple[str, int]]:
    """The weapons that fire, with their counts; says what is wrong with so many."""
    every = [(given.weapon, given.shooters), (given.second_weapon, given.second), (given.third_weapon, given.third)]
    total = sum(count for _, count in every)
    if given.by == "squad" and total > given.crew:
        raise Unfit("shooters", f"{total} are to shoot, and {given.crew} models are left")
    if given.by == "individual" and total > 1:
        raise Unfit("shooters", "an individual fires one of its weapons [d10.gap.grenades]")
    if sum(count for name, count in every if name == "frag") > 1:
        raise Unfit("third" if given.third else "shooters", "one model of a unit throws a grenade [d10.gap.grenades]")
    return [(name, count) for name, count in every if count]


def why_silent(given: Firing, state: Battle, name: str) -> Unfit | None:
    """Why a weapon does not fire in this situation."""
    fired, distance = weapon(name, state.options), inches(given.distance)
    if fired.has("gun") and given.by not in {"gun", "vehicle"}:
        return Unfit("by", f"{an(fired.title)} is fired by its crew or from a vehicle [d10.gap.guns]")
    if not reaches(name, distance, state.options):
        return Unfit("distance", f"{out_of_reach(given.distance, name, state.options)} [{fired.clause}]")
    if given.unseen and not lobs(name, state.options):
        return Unfit("unseen", f"{an(fired.title)} has to see its target [d10.shoot.check-los-range]")
    vehicle, men = given.by == "vehicle", crew(state, 0)
    if not may_fire(name, fired, moved=given.moved, vehicle=vehicle, crew=men):
        if may_fire(name, fired, moved=False, vehicle=vehicle, crew=men):
            return Unfit("moved", f"{an(fired.title)} is not fired after a move [d10.gap.tag-fixed]")
        return Unfit("crew", f"{an(fired.title)} takes a crew of {fired.crew} [{fired.clause}]")
    return None


def out_of_reach(distance: float, name: str, options: Options) -> str:
    """That a weapon does not shoot so far or so near, and where it does."""
    nearest, limit = nearest_of(name, options), limit_of(name, options)
    reach = f"from more than {show(nearest)} to {show(limit)}" if nearest >= 0 else f"up to {show(limit)}"
    return f'{an(weapon(name, options).title)} shoots {reach}, not at {distance:g}"'


def shooter(given: Firing, every: list[tuple[str, int]], options: Options) -> Party:
    """The unit that shoots, as it would stand on a table; an individual or a vehicle fires all that it is said to fire."""
    rules = ("six-shots",) if given.six_shots else ()
    card = foot_card(given.by, shooting=given.shooting, assault=given.assault, rules=rules)
    items = tuple(name for name, count in every for _ in range(count) if weapons()[name].has("one-use"))
    missions = missions_of((name for name, _ in every), options)
    left = 1 if card.individual else given.crew
    return Party("We", card, left, left, every, moved=given.moved, items=items, missions=missions)


def salvo(given: Firing, state: Battle, every: list[tuple[str, int]], sight: Seen, exposed: int) -> Salvo:
    """What is fired at the second unit; refuses a situation in which nothing can be fired."""
    silent = {name: why_silent(given, state, name) for name, _ in every}
    if all(silent.values()):
        raise next(iter(silent.values()))  # type: ignore[misc]  # there is one
    target = state.units[1]
    seen = sight._replace(models=tuple((man, sight.gap) for man in target.men[:exposed]), nearest=target.men[0])
    loaded = [
        Loaded(arm, _shell(given, state, arm.weapon), given.unseen)
        for arm in arms(state, 0)
        if silent[arm.weapon] is None
    ]
    return salvo_from(state, 0, loaded, Aim(1, seen.gap, given.unseen), {one.arm.figure: seen for one in loaded})


def _shell(given: Firing, state: Battle, name: str) -> str:
    """Which shell is fired, of a weapon with two kinds."""
    usual = given.shell == "usual" or not weapon(name, state.options).he
    return usual_shell(state, name, 1) if usual else given.shell


def sight(given: Firing, *, face: int = FRONT, caught: int = 1) -> Seen:
    """What the shooters see of their target, as it was measured."""
    return Seen(inches(given.distance), 0, COVERS[given.cover], (), face, caught)
