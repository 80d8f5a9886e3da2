"""Who of a team can shoot with small arms, and how often."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.skirmish41.basics.charts import UNAIMED, shot_cost, weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.units import bonus_of, contacts, left
from sandtable.rulesets.skirmish41.harm.carrying import guards, hands_full
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle


class Purse(NamedTuple):
    """What a figure has for shooting: own actions, what is left of the weapon's bonus, and whether it has drawn on that.

    `left` are its actions for anything at all: whoever guards a prisoner has more of them than for shooting.
    """

    own: int
    bonus: int
    begun: bool
    left: int = 0

    def shots(self, own: int, cost: int) -> int:
        """The shots that so many own actions buy; who has fired the weapon with an action of his own may go on."""
        own = min(own, self.own)
        return max(0, own + self.bonus) // cost if own > 0 or self.begun else 0


class Shooter(NamedTuple):
    """A figure with the small arm it fires, and the gun's mount if it is a vehicle's."""

    man: int
    weapon: str
    mount: str = ""


def shooters(state: Battle, number: int) -> list[Shooter]:
    """The figures of a team that can fire a small arm now; nobody may write to it."""
    known = findings(state).shooters
    found: list[Shooter] | None = known.get(number)
    if found is None:
        found = known[number] = list(_each_shooter(state, number))
    return found


@lru_cache(maxsize=256)
def small_arm(arms: tuple[str, ...]) -> str | None:
    """Which of some arms is fired as a small arm."""
    return next((arm for arm in arms if weapons()[arm].kind == "small"), None)


def can_shoot(state: Battle, number: int) -> bool:
    """Whether anybody of a team can fire a small arm now: the first will do."""
    known: list[Shooter] | None = findings(state).shooters.get(number)
    return bool(known) if known is not None else next(_each_shooter(state, number), None) is not None


@rule("sk.gap.mg-limits", "sk.melee.no-fire", "sk.move.dragged-one", "sk.gap.captured", "sk.gap.vehicle-open")
def _each_shooter(state: Battle, number: int) -> Iterator[Shooter]:
    unit = state.units[number]
    if unit.mounted:
        yield from mounted_guns(state, number)
        return
    fighting = contacts(state).figures
    for man in unit.men:
        figure = state.figures[man]
        weapon = small_arm(figure.arms)
        if weapon is None or man in fighting or (figure.spent >= figure.rating and not figure.burst):
            continue  # most have spent all that they ever have
        if hands_full(state, man) or fire_left(state, man, weapon) < 1:
            continue
        if weapons()[weapon].has("tripod") and (figure.moves or not unit.ready):
            continue
        if unit.place == "aboard" and not _fires_from(state, number, weapon):
            continue
        yield Shooter(man, weapon)


@rule("sk.gap.vehicle-open")
def _fires_from(state: Battle, number: int, weapon: str) -> bool:
    """Whether a passenger may fire: pistols, rifles and submachine guns from an open vehicle."""
    carrier = state.units[state.units[number].aboard]
    line = weapons()[weapon]
    return carrier.card.open and not line.has("mg")


@rule("sk.veh.mg", "sk.gap.vehicle-crew", "sk.gap.wreck-weapon", "sk.dmg.afv-7")
def mounted_guns(state: Battle, number: int) -> list[Shooter]:
    """The machine guns of a vehicle that somebody can fire now, with the man who does."""
    unit = state.units[number]
    if unit.stunned:
        return []
    found = []
    for mount in unit.card.mounts:
        man = gunner_of(state, number, mount)
        if mount not in unit.wrecked and man is not None and fire_left(state, man, "vehicle-mg") >= 1:
            found.append(Shooter(man, "vehicle-mg", mount))
    return found


@rule("sk.gap.vehicle-crew")
def gunner_of(state: Battle, number: int, mount: str) -> int | None:
    """Who of a crew fires a machine gun: gunner, hull gunner, or the commander at a pintle; a lone driver if he stands."""
    unit = state.units[number]
    posts = {state.figures[man].role: man for man in unit.men}
    wanted = {
        "co-axial": ("gunner", "loader", "commander"),
        "hull": ("hull gunner",) if "hull gunner" in posts or unit.card.gun else ("gunner",),
        "pintle": ("commander",) if unit.card.gun else ("gunner",),
    }[mount]
    man = next((posts[post] for post in wanted if post in posts), None)
    if man is None and mount == "pintle" and len(posts) == 1 and not unit.moved:
        man = next(iter(posts.values()))
    return man


@rule("sk.gap.captured")
def _guarding(state: Battle, man: int, have: int) -> int:
    """The actions that a figure who guards a prisoner has for shooting: one a turn for all but moving."""
    return min(have, max(0, 1 - (state.figures[man].spent - state.figures[man].moves)))


def shots_for(state: Battle, man: int, weapon: str, own: int, shot: int) -> int:
    """How many shots of a kind so many own actions buy, with what is left of the weapon's bonus."""
    return purse(state, man, weapon).shots(own, shot_cost(shot, state.options))


@rule("sk.gap.fire-points")
def purse(state: Battle, man: int, weapon: str) -> Purse:
    """What a figure has for shooting with a weapon."""
    known = findings(state).purses
    found = known.get((man, weapon))
    if found is None:
        figure, have = state.figures[man], left(state, man)
        own = _guarding(state, man, have) if figure.carries >= 0 and guards(state, man) else have
        bonus = bonus_left(state, man, weapon) if weapon_of(weapon, state.options).bonus else 0
        found = known[man, weapon] = Purse(own, bonus, figure.burst > 0, have)
    return found


@rule("sk.gap.fire-points", "sk.gap.mg-limits")
def bonus_left(state: Battle, man: int, weapon: str) -> int:
    """What is left of a weapon's bonus this turn; a pistol takes its point off once."""
    figure = state.figures[man]
    bonus = bonus_of(state, man, weapon)
    if bonus < 0:
        return 0 if figure.fired else bonus
    return max(0, bonus - figure.burst)


@rule("sk.gap.fire-points", "sk.gap.shot-costs")
def shots_with(own: int, bonus: int, shot: int, options: Options) -> int:
    """The shots that so many own actions and points of a bonus buy."""
    return Purse(own, bonus, begun=True).shots(own, shot_cost(shot, options))


def fire_left(state: Battle, man: int, weapon: str) -> int:
    """How many unaimed shots a figure could fire now with all it has."""
    have = purse(state, man, weapon)
    return have.shots(have.own, shot_cost(UNAIMED, state.options))
