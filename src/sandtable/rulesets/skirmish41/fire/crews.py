"""Crews: who serves a weapon that takes several men's actions, what is saved up, and who takes over from the fallen."""

from collections.abc import Sequence
from functools import cache

from sandtable.geometry.measure_kernels import gap, gap_to_point
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import weapon_of, weapons
from sandtable.rulesets.skirmish41.basics.units import in_melee, left, rate, who
from sandtable.rulesets.skirmish41.state import Battle

REACH = inches(1)
MOST_CREW = 3
SMALL_CREW = 3  # so few have no loader
SERVERS = ("gunner", "loader", "NCO", "crewman")
COSTLY = ("anti-tank", "gun", "flame")


def bearer(state: Battle, number: int, weapon: str) -> int | None:
    """Who of a team has a weapon in his hands and can use it."""
    unit = state.units[number]
    return next((man for man in unit.men if weapon in state.figures[man].arms and rate(state.figures[man])), None)


@rule("sk.gren.cost-mortar", "sk.at.cost", "sk.gun.cost", "sk.gap.vehicle-crew")
def crew_of(state: Battle, number: int, weapon: str) -> list[int]:
    """The men whose actions go to a weapon: its bearer and his loader, the crew at a gun, gunner and loader of a tank."""
    unit = state.units[number]
    if unit.mounted:
        return _at_the_gun(state, number)
    if weapon == unit.card.gun and unit.hull < 0:  # it was run over
        return []
    if weapon == unit.card.gun:
        bodies = state.layout.bodies
        near = [
            man for man in unit.men if int(gap(bodies, man, bodies, unit.hull)) <= REACH and free_to_serve(state, man)
        ]
        return near[:MOST_CREW]
    first = bearer(state, number, weapon)
    if first is None or not free_to_serve(state, first):
        return []
    others = [man for man in unit.men if man != first and _serves(state, man, first, weapon)]
    most = MOST_CREW if weapons()[weapon].has("mortar") else 2
    return [first, *others][:most] if weapons()[weapon].has("pooled") else [first]


@rule("sk.gap.vehicle-crew")
def _at_the_gun(state: Battle, number: int) -> list[int]:
    """Gunner and loader of a tank, or the gunner of a small crew; the commander replaces whoever of them is lost."""
    unit = state.units[number]
    posts = {state.figures[man].role: man for man in unit.men}
    wanted = ("gunner", "loader") if unit.strength > SMALL_CREW else ("gunner",)
    there = [posts[post] for post in wanted if post in posts]
    if len(there) < len(wanted) and "commander" in posts:
        there.append(posts["commander"])
    return there


def _serves(state: Battle, man: int, bearer_: int, weapon: str) -> bool:
    bodies = state.layout.bodies
    role = state.figures[man].role
    helps = role in SERVERS if weapons()[weapon].has("mortar") else role == "loader"
    return helps and free_to_serve(state, man) and int(gap(bodies, man, bodies, bearer_)) <= 2 * REACH


@rule("sk.move.dragged-one", "sk.gap.captured")
def free_to_serve(state: Battle, man: int) -> bool:
    """Whether a figure has its hands free: nobody to fight, to carry or to guard."""
    return state.figures[man].carries < 0 and not in_melee(state, man)


@rule("sk.gun.cost", "sk.at.cost", "sk.gren.cost-mortar", "sk.gap.accumulate")
def points(state: Battle, crew: Sequence[int]) -> int:
    """What a crew can put into a shot: what it has left, and what is saved."""
    return sum(left(state, man) + state.figures[man].saved for man in crew)


@cache
@rule("sk.gap.accumulate", "sk.gren.cost-grenade")
def is_saved_for(weapon: str) -> bool:
    """Whether actions may be saved for a weapon: guns, mortars, what is held at tanks; not for grenades."""
    line = weapons()[weapon]
    return line.kind in COSTLY or line.has("mortar")


@rule("sk.gap.accumulate")
def pay(
    state: Battle, crew: Sequence[int], cost: int, *, from_savings: bool = True
) -> list[tuple[int, dict[str, object]]]:
    """How a crew pays for a shot: from what is saved for it first, then with the actions of each in turn."""
    kept = {}
    for man in crew:
        saved = min(cost, state.figures[man].saved) if from_savings else 0
        cost -= saved
        kept[man] = state.figures[man].saved - saved
    found: list[tuple[int, dict[str, object]]] = []
    for man, spends in zip(crew, _shares(state, crew, cost), strict=True):
        figure = state.figures[man]
        fired = figure.fired + spends + figure.saved - kept[man]
        found.append((man, {"spent": figure.spent + spends, "saved": kept[man], "fired": fired}))
    return found


def _shares(state: Battle, crew: Sequence[int], cost: int) -> list[int]:
    """What each spends of his own: in turn; in a vehicle evenly, so that all may have an action left to drive with."""
    have = [left(state, man) for man in crew]
    shares = [0] * len(crew)
    even = state.units[state.figures[crew[0]].unit].mounted
    for _ in range(cost):
        able = [place for place in range(len(crew)) if have[place] > shares[place]]
        place = max(able, key=lambda place: (have[place] - shares[place], -place)) if even else able[0]
        shares[place] += 1
    return shares


@rule("sk.gap.accumulate", "sk.gun.cost", "sk.at.cost", "sk.gren.cost-mortar")
def save_up(play: Play[Battle], number: int) -> None:
    """What a crew has not used of its actions is kept for the next turn's shot, up to the price of one."""
    state = play.state
    unit = state.units[number]
    if unit.suppression or not unit.alive or unit.stunned or not unit.optics:
        return
    each: list[tuple[int, dict[str, object]]] = []
    for weapon in saving_weapons(state, number):
        crew = [man for man in crew_of(state, number, weapon) if _may_save(state, man)]
        room = weapon_of(weapon, state.options).cost - sum(state.figures[man].saved for man in crew)
        for man in crew:
            keeps = min(room, left(state, man))
            if keeps > 0 and all(man != other for other, _ in each):
                room -= keeps
                each.append(
                    (man, {"saved": state.figures[man].saved + keeps, "spent": state.figures[man].spent + keeps})
                )
    each += _for_pockets(state, number, [man for man, _ in each])
    if each:
        saved = sum(int(str(fields["saved"])) for _, fields in each)
        play.tell("saved actions", "sk.gap.accumulate", unit=number, sets={"each": tuple(each)}, tells={"saved": saved})


@rule("sk.at.cost", "sk.gap.accumulate")
def _for_pockets(state: Battle, number: int, busy: list[int]) -> list[tuple[int, dict[str, object]]]:
    """What is saved for Molotovs and the like that a team has in its pockets: one man for each of them."""
    unit = state.units[number]
    prices = [
        weapon_of(item, state.options).cost
        for item in unit.items
        if item in weapons() and weapons()[item].kind == "anti-tank"
    ]
    if unit.mounted or not prices:
        return []
    able = [man for man in unit.men if man not in busy and _may_save(state, man) and free_to_serve(state, man)]
    found: list[tuple[int, dict[str, object]]] = []
    for man, price in zip(able, prices, strict=False):
        figure = state.figures[man]
        keeps = min(price - figure.saved, left(state, man))
        if keeps > 0:
            found.append((man, {"saved": figure.saved + keeps, "spent": figure.spent + keeps}))
    return found


def _may_save(state: Battle, man: int) -> bool:
    """Whoever has moved on foot saves nothing; the crew of a vehicle do."""
    return state.units[state.figures[man].unit].mounted or state.figures[man].moves == 0


@rule("sk.gap.accumulate")
def lose_savings(play: Play[Battle]) -> None:
    """Whoever is in melee has nothing saved any more."""
    fighting = [man for man, figure in enumerate(play.state.figures) if figure.saved and in_melee(play.state, man)]
    for number in dict.fromkeys(play.state.figures[man].unit for man in fighting):
        each = tuple((man, {"saved": 0}) for man in fighting if play.state.figures[man].unit == number)
        play.tell("lost its savings", "sk.gap.accumulate", unit=number, sets={"each": each})


def saving_weapons(state: Battle, number: int) -> list[str]:
    """The weapons of a team for which actions may be saved: guns, mortars, what is held at tanks."""
    unit = state.units[number]
    if unit.card.gun and (unit.mounted or unit.card.kind == "gun"):
        return [unit.card.gun] if unit.card.gun not in unit.wrecked else []
    found = [arm for man in unit.men for arm in state.figures[man].arms]
    return [arm for arm in dict.fromkeys(found) if is_saved_for(arm)]


# ---- taking over


@rule("sk.gap.action-costs", "sk.gap.fire-team")
def to_pick_up(state: Battle, number: int) -> list[tuple[int, int]]:
    """Who of a team can pick up which of its fallen weapons: (figure, place in the list), within an inch of it."""
    unit = state.units[number]
    bodies = state.layout.bodies
    return [
        (man, place)
        for place, (_, x, y) in enumerate(unit.fallen)
        for man in unit.men
        if left(state, man) and free_to_serve(state, man) and int(gap_to_point(bodies, man, x, y)) <= REACH
    ]


@rule("sk.gap.action-costs")
def pick_up(play: Play[Battle], man: int, place: int) -> None:
    """A figure picks up a weapon that lies there: one action."""
    figure = play.state.figures[man]
    unit = play.state.units[figure.unit]
    arm = unit.fallen[place][0]
    arms = (arm, *(other for other in figure.arms if other != arm))
    each = ((man, {"arms": arms, "spent": figure.spent + 1}),)
    rest = tuple(one for other, one in enumerate(unit.fallen) if other != place)
    tells = {"who": who(play.state, man), "weapon": weapons()[arm].title}
    sets = {"each": each, "fallen": rest}
    play.tell("picked up", "sk.gap.action-costs", unit=figure.unit, figures=(man,), sets=sets, tells=tells)


@rule("sk.gap.fire-team", "sk.gap.family")
def to_join(state: Battle, number: int) -> list[tuple[int, int]]:
    """Who of a team stands within an inch of a friendly gun that has lost crew: (figure, the gun's team)."""
    unit = state.units[number]
    if unit.card.kind != "team" or len(unit.men) < 2:
        return []
    bodies = state.layout.bodies
    guns = [
        other
        for other, one in enumerate(state.units)
        if one.card.kind == "gun"
        and one.side == unit.side
        and one.on_table
        and one.hull >= 0
        and len(one.men) < one.strength
    ]
    return [
        (man, gun)
        for gun in guns
        for man in unit.men
        if int(gap(bodies, man, bodies, state.units[gun].hull)) <= REACH and free_to_serve(state, man)
    ]


@rule("sk.gap.fire-team", "sk.gap.family")
def join(play: Play[Battle], man: int, gun: int) -> None:
    """A figure leaves its team to replace a lost crewman."""
    state = play.state
    figure = state.figures[man]
    mine, theirs = state.units[figure.unit], state.units[gun]
    teams = (
        (figure.unit, {"men": tuple(other for other in mine.men if other != man), "strength": mine.strength - 1}),
        (gun, {"men": (*theirs.men, man)}),
    )
    sets = {"teams": teams, "each": ((man, {"unit": gun, "role": "crewman"}),)}
    tells = {"who": who(state, man), "gun": theirs.name}
    play.tell("joined the crew", "sk.gap.fire-team", unit=gun, figures=(man,), sets=sets, tells=tells)
