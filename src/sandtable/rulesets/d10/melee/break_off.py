"""Breaking off (d10.gap.break-off): free blows, then a Rush away from all enemies."""

from collections.abc import Sequence

from sandtable.geometry.angle import FULL_TURN, SCALE, SINE, bearing_to
from sandtable.geometry.kernel import ints
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.path_kernels import first_shift
from sandtable.geometry.units import INCH, inches
from sandtable.grammar import whose
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import raised
from sandtable.play.asking import ask
from sandtable.play.journey import walked
from sandtable.play.marching import Marching
from sandtable.play.planned import share
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage
from sandtable.play.walks import March
from sandtable.rulesets.d10.basics.units import LINK, contacts, on_table
from sandtable.rulesets.d10.harm.armour import Hit
from sandtable.rulesets.d10.harm.damage import wounds_from
from sandtable.rulesets.d10.harm.losses import take
from sandtable.rulesets.d10.move.movement import allowance, coming_down, explainer, rough_rush, stairs, terms, too_wide
from sandtable.rulesets.d10.nerve.morale import after_losses
from sandtable.rulesets.d10.react.travel import travel
from sandtable.rulesets.d10.state import Battle
from sandtable.table.layout import rows

from .blows import Blow, Round, blows_of, fighters, for_breaking_off, roll_blows

CLAUSE = "d10.gap.break-off"
CLEAR = inches(3)
BEARINGS = 24


@rule("d10.gap.break-off")
def too_near(state: Battle, number: int, march: March) -> Refusal | None:
    """Whether somebody would end within three inches of an enemy."""
    ends = [(walk.figure, *walk.points[-1], 0, 0) for walk in march.walks]
    there = state.layout.placed(ends).bodies
    foes = tuple(man for other in on_table(state, 1 - state.units[number].side) for man in state.units[other].men)
    if not foes:
        return None
    gap, _, foe = nearest(there, rows(state.units[number].men), rows(foes))
    if int(gap) >= CLEAR:
        return None
    name = state.units[state.figures[int(foe)].unit].name
    why = f"a unit that breaks off ends at least 3 inches from any enemy, and {name} is nearer"
    return Refusal(why, (CLAUSE,), measured=int(gap), allowed=CLEAR)


def breaking_off(state: Battle, number: int) -> Marching | None:
    """All ways in which a unit may break off; None if there is none."""
    unit = state.units[number]
    far = allowance(state, number, rush=True)

    def also(march: March) -> Refusal | None:
        refusal = too_near(state, number, march)
        if refusal is None and len(unit.bodies) > 1:
            refusal = too_wide(state, unit.bodies, march)
        return refusal or coming_down(state, number, march) or rough_rush(state, number, march)

    domain = Marching(
        terms(state, number),
        unit.bodies,
        far,
        explain=explainer(state, far, CLAUSE),
        link=LINK,
        also=also,
        less=stairs(state, unit),
    )
    usual = _away(state, number, domain)
    if usual is None:
        return None
    domain.fixed = usual
    return domain


def _away(state: Battle, number: int, domain: Marching) -> March | None:
    """The unit shifted as it stands, straight away from whom it touches, else to either side of that; None if nowhere."""
    bodies = state.layout.bodies
    away = _bearing_away(state, number)
    shifts = _shifts(away, domain.budget)
    where = domain.terms
    tried = 0
    while tried < len(shifts):
        chosen = first_shift(
            bodies, rows(domain.movers), ints(shifts[tried:]), domain.budgets, where.ground.edges, where.ground.pieces,
            where.passage, where.groups, where.avoid, where.clearance, where.width, where.depth, rows(domain.linked),
            domain.link, domain.chain,
        )  # fmt: skip
        if chosen < 0:
            return None
        tried += int(chosen)
        march = domain.shifted(*shifts[tried])
        if domain.allows(march):
            return march
        tried += 1
    return None


def _bearing_away(state: Battle, number: int) -> int:
    """Straight away from a model that the unit touches; if those it touched have fallen with it, from the nearest enemy."""
    men, side = state.units[number].men, state.units[number].side
    touched = tuple(foe for man in men for foe in contacts(state).models.get(man, ()))
    foes = touched or tuple(man for other in on_table(state, 1 - side) for man in state.units[other].men)
    if not foes:
        return 0
    _, man, foe = nearest(state.layout.bodies, rows(men), rows(foes))
    (x, y), (foe_x, foe_y) = state.layout.point(int(man)), state.layout.point(int(foe))
    return int(bearing_to(x - foe_x, y - foe_y))


def _shifts(away: int, far: int) -> list[tuple[int, int]]:
    """Shifts to try: far ones first, straight away first."""
    found = []
    for distance in range(far - 2, CLEAR, -2 * INCH):
        for place in range(BEARINGS):
            turn = (place + 1) // 2 * (FULL_TURN // BEARINGS) * (1 if place % 2 else -1)
            bearing = (away + turn) % FULL_TURN
            across, down = int(SINE[bearing]) * distance, -int(SINE[bearing + 900]) * distance
            found.append((share(across, 1, SCALE), share(down, 1, SCALE)))
    return found


@rule("d10.gap.break-off", "d10.gap.combat-continues")
async def break_off(play: Play[Battle], number: int) -> None:
    """A unit breaks off: every enemy model in contact strikes once with +1, then the survivors rush away."""
    play.tell("broke off", CLAUSE, unit=number, shows=shows_at(*_touching(play.state, number)))
    await free_blows(play, number)
    if not play.state.units[number].on_table:
        return
    state = play.state
    unit = state.units[number]
    domain = breaking_off(state, number)
    if domain is None:
        return
    words = f"{unit.name}: break off"
    march = await ask(play, number, "move", domain, words, CLAUSE, "d10.order.move-rush", usual=domain.fixed)
    journey = walked(march, play.state.layout, play.state.ground, raised(play.state))
    await travel(play, number, journey, CLAUSE, "d10.order.move-rush", verb="rushed")


@rule("d10.gap.break-off")
def free_strikes(state: Battle, number: int) -> list[Blow]:
    """The blows at a unit that turns away: one of every enemy model in contact, with +1."""
    return [
        blow
        for foe, men in _touching(state, number).items()
        for blow in blows_of(state, foe, number, men, Round(), plus=for_breaking_off(state.options), once=True)
    ]


@action
async def free_blows(play: Play[Battle], number: int) -> None:
    """The free blows of everybody in contact with a unit that turns away."""
    await last(
        struck_leaving(play, number, tuple(free_strikes(play.state, number)), tuple(fighters(play.state, number)))
    )


@stage
@rule("d10.gap.break-off", "d10.gap.combat-fight", "d10.morale.individual-wounds")
async def struck_leaving(play: Play[Battle], number: int, blows: tuple[Blow, ...], men: tuple[int, ...]) -> None:
    """The free blows are struck at these models of a unit, and losses taken before it moves."""
    state = play.state
    hits: list[Hit] = []
    for blow in blows:
        unit = state.units[blow.unit]
        rolled = await roll_blows(blow, f"{whose(unit.name)} free blows", unit.side)
        if rolled.value:
            hits.append(Hit(rolled.value, blow.strength, blow.at, close=True, exempt=blow.exempt))
    if not hits:
        return
    count = sum(hit.hits for hit in hits)
    play.tell("was hit", CLAUSE, unit=number, tells={"hits": count, "count": count})
    wounds = await wounds_from(play, number, hits, men, 1 - state.units[number].side)
    lost = take(play, number, wounds, CLAUSE)
    unit = play.state.units[number]
    if lost and unit.card.individual:
        await after_losses(play, number)


def _touching(state: Battle, number: int) -> dict[int, Sequence[int]]:
    """The enemy models in contact with a unit, by unit."""
    found: dict[int, list[int]] = {}
    for man in state.units[number].men:
        for foe in contacts(state).models.get(man, ()):
            several = found.setdefault(state.figures[foe].unit, [])
            if foe not in several:
                several.append(foe)
    return {unit: tuple(men) for unit, men in sorted(found.items())}
