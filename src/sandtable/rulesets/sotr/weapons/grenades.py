"""Grenades (1.7.4): frag and smoke attacks by whole units, and what comes back."""

from sandtable.dice.chance import Chance
from sandtable.geometry import ground as flat
from sandtable.geometry.bodies import GROUND
from sandtable.geometry.measure_kernels import gap_to_piece
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.play.stage import last, stage
from sandtable.rulesets.sotr.basics.cover import unit_cover
from sandtable.rulesets.sotr.basics.hidden import as_seen, called, hides_from
from sandtable.rulesets.sotr.basics.sight import any_sees, apart, enemies, friends, to_point
from sandtable.rulesets.sotr.basics.smoke import lay_smoke
from sandtable.rulesets.sotr.basics.templates import LARGE, SMALL, Landing, at_point, on_model, standing_on, under_blast
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.fire.suppression import suppression_check
from sandtable.rulesets.sotr.fire.throwing import (
    ATTACK,
    can_throw,
    coming_back_roll,
    grenade_range,
    template_of,
    thrower_near,
    throwers,
    thrown_from,
)
from sandtable.rulesets.sotr.harm.armour import suppressible_machine
from sandtable.rulesets.sotr.harm.wounds import Losses, add_losses
from sandtable.rulesets.sotr.nerve.breaking import break_tests
from sandtable.rulesets.sotr.nerve.cool import takes_tests
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Point

from .aiming import point_in_sight, spot_in_sight
from .bursts import Shell, Under, burst, enemies_among, under_round, units_of

NOWHERE = Landing((0, 0))


def frag(options: Options) -> Shell:
    """A whole unit's grenades."""
    pen = options.tables.grenades.frag.pen
    return Shell("volley of grenades", ("sotr.weapon.frag-grenade", "sotr.grenade.hits"), pen)


def returned_frag(options: Options) -> Shell:
    """One of them that comes back."""
    pen = options.tables.grenades.frag.pen
    return Shell("returned grenade", ("sotr.grenade.coming-back", "sotr.grenade.hits"), pen)


# ---- the attack


async def throw_grenades(play: Play[Battle], number: int, kind: str) -> tuple[int, ...]:
    """A unit's whole attack with frag or smoke grenades, COMING BACK included; gives the enemy units it was at."""
    throw = _throw_smoke if kind == "smoke" else _throw_frag
    targets = await throw(play, number)
    return targets  # noqa: RET504  # the checker wants a name for what is awaited


def _tell_throw(play: Play[Battle], number: int, kind: str, *because: str) -> None:
    """The attack is declared, and one fewer is left."""
    unit = play.state.units[number]
    left = {"frag": unit.frag - 1} if kind == "frag" else {"smoke": unit.smoke - 1}
    play.tell("threw grenades", ATTACK, *because, unit=number, sets=left, tells={"weapon": kind})


@rule("sotr.weapon.frag-grenade", "sotr.grenade.attack")
async def _throw_frag(play: Play[Battle], number: int) -> tuple[int, ...]:
    at = await _target_point(play, number)
    radius = template_of(play.state, number)
    size = "sotr.grenade.template-large" if radius == LARGE else "sotr.grenade.template-small"
    _tell_throw(play, number, "frag", "sotr.weapon.frag-grenade", size)
    under = under_round(play.state, at, radius)
    await frag_lands(play, number, at, radius, under)
    return enemies_among(play.state, under.touched, number)


@stage
@rule("sotr.grenade.hits")
async def frag_lands(
    play: Play[Battle], number: int, at: Landing, radius: int, under: Under, back: Under | None = None
) -> None:
    """Everybody touched is hit, and suppressed where the table plays so; one grenade may come back.

    `back` are those whom one that comes back touches, where that is known beforehand.
    """
    touched = tuple(units_of(play.state, under.touched))
    losses = await burst(play, at, radius, under, frag(play.state.options), number)
    await last(_after_frag(play, number, losses, touched, back))


@stage
async def _after_frag(
    play: Play[Battle], number: int, losses: Losses, touched: tuple[int, ...], back: Under | None
) -> None:
    """One grenade may come back; then those who lost models test for it."""
    own = await _frag_back(play, number, back)
    thrower = _who_threw_back(play.state, number)
    if thrower == number:
        losses, own = add_losses(losses, own), ()
    await last(_tested(play, number, losses, thrower, own, touched))


@stage
async def _tested(
    play: Play[Battle], number: int, losses: Losses, thrower: int, back: Losses, touched: tuple[int, ...]
) -> None:
    """Tests for what grenades did, and for what came back; and Suppression, where the table plays so."""
    if losses:
        await break_tests(play, losses, number, "sotr.grenade.hits")
    if back:
        await break_tests(play, back, thrower, "sotr.grenade.coming-back")
    if play.state.options.frag_attack_suppresses:
        await last(_suppress(play, number, touched))


@stage
@rule("sotr.weapon.frag-suppression")
async def _suppress(play: Play[Battle], number: int, touched: tuple[int, ...]) -> None:
    """Each unit touched checks for Suppression at -2, less its cover."""
    clause = "sotr.weapon.frag-suppression"
    grenades = Modifier(play.state.options.tables.suppression.grenades.plus, "grenades", clause)
    modifiers = tuple(felt([grenades]))
    for target in touched:
        unit = play.state.units[target]
        if not unit.on_table or not takes_tests(play.state, target):
            continue
        if unit.machine and not suppressible_machine(play.state, target):
            continue
        cover = unit_cover(play.state, target, throwers(play.state, number))
        await suppression_check(play, target, number, modifiers, cover, (clause,))


def _height_at(state: Battle, point: Point) -> Landing:
    """A target point lies on the floor of whoever stands there, else on the ground."""
    under = standing_on(state, point)
    if under:
        return Landing(point, min(int(state.layout.bodies[row, GROUND]) for row in under))
    return at_point(state, point)


async def _target_point(play: Play[Battle], number: int) -> Landing:
    """Where the template goes: within ten inches of the Officer and in LOS of some thrower."""
    state = play.state
    side = state.units[number].side
    seen = as_seen(state, side)
    near, able, far = thrown_from(seen, number), throwers(seen, number), grenade_range(seen)

    def fits(x: int, y: int) -> Refusal | None:
        distance = min(to_point(seen, man, (x, y)) for man in near)
        if distance > far:
            why = "that is out of throwing range"
            return Refusal(why, ("sotr.grenade.range",), measured=distance, allowed=far)
        if not (0 <= x <= seen.width and 0 <= y <= seen.depth):
            return Refusal("that is off the table", ("sotr.grenade.range",))
        own = any(to_point(seen, man, (x, y)) == 0 for man in (*able, *near))
        if not own and not spot_in_sight(seen, able, _height_at(seen, (x, y))):
            return Refusal("nobody sees that point", ("sotr.grenade.range",))
        return None

    own_place = seen.layout.point(able[0])
    good = _good_points(seen, number, template_of(seen, number))
    fixed = next((point for point in good if fits(*point) is None), None)
    if fixed is None:
        fixed = own_place if fits(*own_place) is None else seen.layout.point(near[0])

    def suggest(chance: Chance) -> Point:
        if good and chance.random() < 0.5:
            return good[chance.randint(0, len(good) - 1)]
        x, y = seen.layout.point(near[0])
        return x + chance.randint(-far, far), y + chance.randint(-far, far)

    middle = seen.layout.point(near[0])
    choices = Spot(fits, suggest, fixed, Bounds(around=middle, farthest=far + seen.layout.radius(near[0])))
    words = f"Where does {seen.units[number].name} throw its grenades?"
    point = await ask(play, number, "grenades", choices, words, "sotr.grenade.range", ATTACK, usual=list(fixed))
    return _height_at(as_seen(play.state, side), point)


def _good_points(state: Battle, number: int, radius: int) -> list[Point]:
    """Points at enemy models within reach, those first where the most enemies and the fewest friends are touched."""
    side = state.units[number].side
    near = thrown_from(state, number)
    found = []
    for target in enemies(state, side):
        for man in state.units[target].men:
            point = state.layout.point(man)
            if min(to_point(state, one, point) for one in near) <= grenade_range(state):
                touched = under_blast(state, on_model(state, man), radius)
                worth = sum(1 if state.units[state.figures[one].unit].side != side else -2 for one in touched)
                found.append((-worth, point))
    return [point for _, point in sorted(found)]


# ---- coming back


def _who_threw_back(state: Battle, number: int) -> int:
    """The enemy unit to whom what a returned grenade does is put down: the nearest that the throwers know of."""
    side = state.units[number].side
    foes = enemies(as_seen(state, side), side)
    men = state.units[number].men
    if not men:
        return number
    return min(foes, key=lambda foe: (apart(state, men, state.units[foe].men), foe), default=number)


@rule("sotr.grenade.coming-back")
async def _frag_back(play: Play[Battle], number: int, back: Under | None) -> Losses:
    """On a 6 the enemy places a 3" template over a model of the throwing unit."""
    clause = "sotr.grenade.coming-back"
    state = play.state
    rolled = await coming_back_roll(called(state, number), clause, state.units[number].side, state.options)
    if not rolled.value or not play.state.units[number].men:
        return ()
    play.tell("came back", clause, unit=number, rolls=(rolled.number,))
    at = NOWHERE if back else on_model(play.state, await place_back(play, number))
    under = back or under_round(play.state, at, SMALL)
    losses = await burst(play, at, SMALL, under, returned_frag(state.options), _who_threw_back(play.state, number))
    return losses  # noqa: RET504  # the checker wants a name for what is awaited


@stage
async def place_back(play: Play[Battle], number: int) -> int:
    """The enemy's choice of the model; he is not asked about a unit that he does not see."""
    state = play.state
    side = state.units[number].side
    men = state.units[number].men

    def worth(man: int) -> tuple[int, bool, int]:
        touched = under_blast(state, on_model(state, man), SMALL)
        balance = sum(1 if state.units[state.figures[one].unit].side == side else -1 for one in touched)
        return balance, bool(state.figures[man].rank), -man

    best = max(men, key=worth)
    if len(men) == 1 or hides_from(state.units[number], 1 - side):
        return best
    choices = one_figure(men, lambda man: who(state, man))
    words = f"Over which model of {state.units[number].name} does the grenade come back?"
    return await ask_seat(
        1 - side, "coming back", choices, words, "sotr.grenade.coming-back", unit=number, usual=f"m{best}"
    )


# ---- smoke


@rule("sotr.weapon.smoke-grenade", "sotr.smoke.target")
def smoke_targets(state: Battle, number: int) -> dict[str, tuple[int, int]]:
    """What a unit may put smoke on, by key, as (unit, piece): in range of its Officer and in LOS. `state` is as seen."""
    side = state.units[number].side
    near, able = thrown_from(state, number), throwers(state, number)
    found = {f"u{number}": (number, -1)}
    for target in (*enemies(state, side), *friends(state, side)):
        men = state.units[target].men
        if target != number and apart(state, near, men) <= grenade_range(state) and any_sees(state, able, men):
            found[f"u{target}"] = (target, -1)
    for place in range(len(state.terrain)):
        row = state.ground.pieces[place]
        first, count, closed = int(row[flat.FIRST]), int(row[flat.COUNT]), bool(row[flat.CLOSED])
        edges = state.ground.edges
        off = min(int(gap_to_piece(state.layout.bodies, man, edges, first, count, closed)) for man in near)
        if off <= grenade_range(state) and point_in_sight(state, able, place) is not None:
            found[f"t{place}"] = (-1, place)
    return found


@rule("sotr.smoke.ex-own", "sotr.smoke.ex-enemy", "sotr.smoke.ex-wood", "sotr.smoke.no-damage")
async def _throw_smoke(play: Play[Battle], number: int) -> tuple[int, ...]:
    """Smoke on one unit, own or enemy, or on one piece of terrain; smoke may come back as well."""
    state = play.state
    side = state.units[number].side
    seen = as_seen(state, side)
    found = smoke_targets(seen, number)
    choices = OneOf(
        found,
        label=lambda on: seen.units[on[0]].name if on[0] >= 0 else seen.terrain[on[1]].title,
        points=lambda on: OnTable(unit=on[0]) if on[0] >= 0 else None,
    )
    words = f"Where does {seen.units[number].name} lay smoke?"
    chosen = await ask(
        play, number, "smoke", choices, words, "sotr.smoke.target", "sotr.weapon.smoke-grenade", usual=f"u{number}"
    )
    _tell_throw(play, number, "smoke", "sotr.weapon.smoke-grenade", "sotr.smoke.no-damage")
    lay_smoke(play, side, "sotr.weapon.smoke-grenade", unit=chosen[0], piece=chosen[1])
    clause = "sotr.grenade.coming-back-smoke"
    rolled = await coming_back_roll(called(play.state, number), clause, side, play.state.options)
    if rolled.value:
        play.tell("came back", clause, unit=number, rolls=(rolled.number,))
        lay_smoke(play, side, clause, unit=number)
    return (chosen[0],) if chosen[0] >= 0 and play.state.units[chosen[0]].side != side else ()


__all__ = [
    "can_throw",
    "coming_back_roll",
    "smoke_targets",
    "template_of",
    "throw_grenades",
    "thrower_near",
    "throwers",
]
