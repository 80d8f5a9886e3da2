"""DOWN models crawl (1.6.2.9): two inches, back into Coherency if they have lost it, and never for that out of cover."""

from collections.abc import Sequence
from math import isqrt

from msgspec.structs import replace

from sandtable.geometry.angle import round_div
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.play.asking import ask
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk, out_of_touch
from sandtable.rulesets.sotr.basics.cover import in_cover
from sandtable.rulesets.sotr.basics.sight import COHERENCY, between, is_engaged, opponents
from sandtable.rulesets.sotr.basics.ways import CLEAR, explainer, terms, who
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.conditions import disengage
from sandtable.rulesets.sotr.units.crews import attended
from sandtable.rulesets.sotr.units.grips import held

STEP = INCH // 2


# ---- Coherency, as a DOWN model sees it


def together(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that have to stay together: not those whom a medic attends."""
    return tuple(man for man in state.units[number].men if not attended(state, man))


def out_of_coherency(state: Battle, number: int, men: tuple[int, ...]) -> list[int]:
    """Those of some models of a unit that have none of the others near enough."""
    unit = state.units[number]
    if unit.machine or unit.mindless or len(men) < 2:
        return []
    if state.options.coherency_chain:
        lost = out_of_touch(state.layout.bodies, men, COHERENCY, None)
        return [] if lost < 0 else [lost]
    return [man for man in men if _nearest(state, man, men)[0] > COHERENCY]


def _nearest(state: Battle, figure: int, men: Sequence[int]) -> tuple[int, int]:
    """How far the nearest unit-mate of a model is, and who it is."""
    return min((between(state, figure, man), man) for man in men if man != figure)


def moved_to(state: Battle, march: March) -> Battle:
    """The battle as it would stand after a march."""
    ends = [walk.points[-1] for walk in march.walks]
    ground = heights_of_ground(state, ends)
    places = [
        (walk.figure, *end, state.layout.bearing(walk.figure), high)
        for walk, end, high in zip(march.walks, ends, ground, strict=True)
    ]
    return replace(state, layout=state.layout.placed(places))


# ---- who crawls, and where to


@rule("sotr.down.crawl", "sotr.hth.crawl-out", "sotr.hth.ex-crawl")
def crawlers(state: Battle, number: int) -> tuple[int, ...]:
    """The DOWN models of a unit that may crawl: nobody has moved them yet, and no enemy holds them."""
    figures = state.figures
    return tuple(
        man
        for man in state.units[number].men
        if figures[man].down and figures[man].moved != state.turn and not held(state, man)
    )


def crawling(state: Battle, number: int, movers: tuple[int, ...]) -> Marching:
    """All crawls of DOWN models: two inches, terrain as ever, and in Coherency at the end; to lie still is always one."""
    budget = state.units[number].card.sneak
    crawls = Marching(
        terms(state, number),
        movers,
        budget,
        explain=explainer(state, "sotr.down.crawl", budget),
        linked=movers,
        link=1 << 20,
        beside=tuple(man for man in state.units[number].men if man not in movers),
        ordered=True,
        also=lambda march: may_not_crawl(state, number, march),
    )
    crawls.fixed = crawls.stay()  # even where a comrade's base has come to lie over one's own
    return crawls


@rule("sotr.down.crawl-coherency")
def may_not_crawl(state: Battle, number: int, march: March) -> Refusal | None:
    """What is wrong with a crawl: somebody loses Coherency, leaves cover he has to keep to, or is still in the fight."""
    after = moved_to(state, march)
    moved = [walk.figure for walk in march.walks if walk.points[-1] != walk.points[0]]
    for figure in moved:
        for enemy in opponents(state, figure):
            if between(after, figure, enemy) < CLEAR:
                return Refusal(f"{who(state, figure)} is not out of the fight", ("sotr.move.one-inch",))
    men = together(state, number)
    lost = out_of_coherency(state, number, men)
    for figure in moved:
        if figure in lost and in_cover(state, figure) and not in_cover(after, figure):
            return Refusal(f"{who(state, figure)} would leave cover", ("sotr.down.crawl-coherency",), figures=(figure,))
    for figure in out_of_coherency(after, number, men) if moved else ():
        if figure not in lost:
            return Refusal(
                f"{who(state, figure)} would be out of Coherency", ("sotr.down.crawl-coherency",), figures=(figure,)
            )
    return None


@rule("sotr.down.crawl-coherency")
def way_back(state: Battle, figure: int) -> March | None:
    """The crawl of a DOWN model that has lost Coherency: straight towards its nearest unit-mate, as far as it needs and can.

    One that is in cover stays there, one that a medic attends need not move, and neither does one that cannot.
    """
    number = state.figures[figure].unit
    men = together(state, number)
    if figure not in out_of_coherency(state, number, men) or in_cover(state, figure):
        return None
    gap, mate = _nearest(state, figure, men)
    budget = state.units[number].card.sneak
    if gap <= COHERENCY or is_engaged(state, figure):
        return None
    domain = crawling(state, number, (figure,))
    wanted = min(budget, gap - COHERENCY + 1)
    for length in (wanted, *range((wanted - 1) // STEP * STEP, 0, -STEP)):
        march = March((Walk(figure, (state.layout.point(figure), _towards(state, figure, mate, length))),))
        if domain.allows(march):
            return march
    return None


def _towards(state: Battle, figure: int, mate: int, length: int) -> Point:
    (ax, ay), (bx, by) = state.layout.point(figure), state.layout.point(mate)
    away = max(1, isqrt((bx - ax) ** 2 + (by - ay) ** 2))
    return ax + round_div((bx - ax) * length, away), ay + round_div((by - ay) * length, away)


# ---- crawling


async def crawl(play: Play[Battle], number: int) -> None:
    """The DOWN models of a unit crawl: those out of Coherency have to, the others may."""
    gone: list[int] = []
    for figure in crawlers(play.state, number):
        if march := way_back(play.state, figure):
            gone.append(figure)
            await travel(
                play, number, march, "sotr.down.crawl", "sotr.down.crawl-coherency", verb="crawled", crawling=True
            )
    movers = tuple(man for man in crawlers(play.state, number) if man not in gone)
    if not movers:
        return
    domain = crawling(play.state, number, movers)
    words = f"{play.state.units[number].name}: where do DOWN models crawl?"
    march = await ask(
        play, number, "crawl", domain, words, "sotr.down.crawl", "sotr.down.crawl-coherency", usual=domain.stay
    )
    walks = tuple(walk for walk in march.walks if walk.points[-1] != walk.points[0])
    if walks:
        disengage(play, [walk.figure for walk in walks], "sotr.hth.crawl-out")
        await travel(play, number, March(walks), "sotr.down.crawl", verb="crawled", crawling=True)
