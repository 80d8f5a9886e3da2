"""DOWN models in their unit's move (1.6.2.9): they crawl, or a comrade who has stayed put drags them."""

from math import isqrt
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.angle import around, bearing_to, round_div
from sandtable.geometry.units import inches
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.pieces import heights_of_ground
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.marching import Marching
from sandtable.play.refusal import Refusal, Refused
from sandtable.play.script import Play
from sandtable.play.spot import Bounds, Spot
from sandtable.play.walks import March, Walk
from sandtable.rulesets.sotr.basics.sight import between, friends, is_engaged, standing
from sandtable.rulesets.sotr.basics.ways import explainer, terms, who
from sandtable.rulesets.sotr.react.travel import travel
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.conditions import disengage, get_up
from sandtable.rulesets.sotr.units.crews import touches

from .crawling import crawl, moved_to, out_of_coherency, together
from .movement import getting_up

DRAG = inches(4)  # how far bearer and casualty may go
HAIR = 2  # thousandths between bases in contact
SPOTS = 24  # places around the bearer where he may lay a casualty down


async def drag_and_crawl(play: Play[Battle], number: int) -> None:
    """Once the standing models of a unit have moved: who stayed put may drag a DOWN friend, DOWN models may crawl."""
    while pairs := bearers(play.state, number):
        chosen = await _who_drags(play.state, number, pairs)
        if chosen is None:
            break
        await drag(play, chosen)
    await crawl(play, number)


# ---- who drags whom


class Drag(NamedTuple):
    """A bearer and the DOWN model that he drags."""

    bearer: int
    casualty: int

    @property
    def key(self) -> str:
        """`m5 drags m7`."""
        return f"m{self.bearer} drags m{self.casualty}"


@rule("sotr.down.drag", "sotr.down.drag-limit")
def bearers(state: Battle, number: int) -> list[Drag]:
    """Who of a unit could drag whom: friends who are DOWN, by models that have done nothing yet and can get to them."""
    side = state.units[number].side
    fallen = [
        man
        for other in friends(state, side)
        if not state.units[other].machine
        for man in state.units[other].men
        if state.figures[man].down and state.figures[man].moved != state.turn and not is_engaged(state, man)
    ]
    if not fallen or state.units[number].machine or state.units[number].mindless:
        return []
    able = [
        man
        for man in standing(state, number)
        if state.turn not in (state.figures[man].moved, state.figures[man].tied, state.figures[man].fired)
        and not is_engaged(state, man)
    ]
    pairs = [Drag(bearer, casualty) for bearer in able for casualty in fallen]
    near = [pair for pair in pairs if between(state, *pair) <= DRAG]
    return [pair for pair in near if (haul := Haul(state, pair)).refusal(haul.contact) is None]


async def _who_drags(state: Battle, number: int, pairs: list[Drag]) -> Drag | None:
    choices = OneOf(
        {**{pair.key: pair for pair in pairs}, "none": None},
        label=lambda pair: "nobody" if pair is None else f"{who(state, pair.bearer)} drags {who(state, pair.casualty)}",
        points=lambda pair: pair and OnTable(figure=pair.casualty),
    )
    return await ask_seat(
        state.units[number].side,
        "drag",
        choices,
        f"{state.units[number].name}: who drags a DOWN comrade?",
        "sotr.down.drag",
        "sotr.down.drag-limit",
        unit=number,
        usual="none",
    )


# ---- where to


class Haul:
    """The ways of a bearer with a casualty: straight to him, then straight to where the bearer ends, four inches in all."""

    def __init__(self, state: Battle, pair: Drag) -> None:
        self.state = state
        self.bearer, self.casualty = pair
        self.number = state.figures[self.bearer].unit
        self.other = state.figures[self.casualty].unit
        self.start = state.layout.point(self.bearer)
        self.lies = state.layout.point(self.casualty)
        self.reach = state.layout.radius(self.bearer) + state.layout.radius(self.casualty)
        self.contact = self._contact()

    def _contact(self) -> Point:
        """Where the bearer first touches the casualty, straight from where he stands."""
        if touches(self.state, self.bearer, self.casualty):
            return self.start
        (ax, ay), (bx, by) = self.start, self.lies
        away = max(1, isqrt((bx - ax) ** 2 + (by - ay) ** 2))
        go = away - self.reach - HAIR
        return ax + round_div((bx - ax) * go, away), ay + round_div((by - ay) * go, away)

    def march(self, end: Point) -> March:
        """The bearer's way."""
        points = [self.start]
        for point in (self.contact, end):
            if point != points[-1]:
                points.append(point)
        return March((Walk(self.bearer, tuple(points)),))

    def refusal(self, end: Point) -> Refusal | None:
        """Why the bearer may not end there with the casualty; None if he may."""
        try:
            self._domain(self.bearer, self.number).check(self.march(end))
        except Refused as refused:
            return refused.refusal
        place = self.laid(end)
        if place is None:
            return Refusal(f"there is no room beside {who(self.state, self.bearer)}", ("sotr.down.drag",))
        return self._scatters(end, place)

    @rule("sotr.unit.coherency-voluntary", "sotr.gap.medic")
    def _scatters(self, end: Point, place: Point) -> Refusal | None:
        """Whether anybody loses Coherency by it; a casualty in a medic's hands needs none."""
        after = moved_to(self.state, March((Walk(self.bearer, (end,)), Walk(self.casualty, (place,)))))
        for number in sorted({self.number, self.other}):
            men = together(after, number)
            lost = out_of_coherency(self.state, number, men)
            for figure in out_of_coherency(after, number, men):
                if figure not in lost:
                    return Refusal(
                        f"{who(self.state, figure)} would be out of Coherency",
                        ("sotr.unit.coherency-voluntary",),
                        figures=(figure,),
                    )
        return None

    def _domain(self, figure: int, number: int, state: Battle | None = None) -> Marching:
        """Moves of one of the two: terrain costs apply, and nobody else is stood on."""
        state = state or self.state
        budget = DRAG - getting_up(state, (self.bearer,)).get(self.bearer, 0)
        return Marching(
            terms(state, number),
            (figure,),
            budget,
            explain=explainer(state, "sotr.down.drag", budget),
            link=1 << 20,
            beside=tuple(man for man in state.units[number].men if man not in (self.bearer, self.casualty)),
            ordered=True,
        )

    def laid(self, end: Point) -> Point | None:
        """Where the casualty comes to lie when the bearer ends at a point: in contact, as near to where it lay as can be."""
        moved = moved_to(self.state, March((Walk(self.bearer, (end,)),)))
        if touches(moved, self.bearer, self.casualty) and end in {self.contact, self.start}:
            return self.lies
        x, y = self.lies
        spots = around(*end, self.reach + HAIR, SPOTS)
        spots.sort(key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
        domain = self._domain(self.casualty, self.other, moved)
        for spot in spots:
            if domain.allows(March((Walk(self.casualty, (self.lies, spot)),))):
                return spot
        return None

    def spot(self) -> Spot:
        """The points where the bearer may end."""
        x, y = self.contact

        def suggest(chance: Chance) -> Point:
            return x + chance.randint(-DRAG, DRAG), y + chance.randint(-DRAG, DRAG)

        bounds = Bounds(around=self.start, farthest=DRAG)
        return Spot(lambda x, y: self.refusal((x, y)), suggest, self.contact, bounds)


# ---- doing it


async def drag(play: Play[Battle], pair: Drag) -> None:
    """A bearer goes to a casualty and drags it along; he does nothing else this turn."""
    haul = Haul(play.state, pair)
    number = haul.number
    words = f"Where does {who(play.state, pair.bearer)} drag {who(play.state, pair.casualty)}?"
    end = await ask(play, number, "drag to", haul.spot(), words, "sotr.down.drag", usual=lambda: list(haul.contact))
    because = ("sotr.down.drag", "sotr.down.drag-limit")
    get_up(play, (pair.bearer,), "sotr.dirt.stand-up")
    sets = {"tied": play.state.turn, "moved": play.state.turn, "overwatch": False}
    play.tell("lent a hand", *because, unit=number, figures=(pair.bearer,), sets=sets)
    place = haul.laid(end)
    assert place is not None
    march = haul.march(end)
    if len(march.walks[0].points) > 1:
        await travel(play, number, march, *because, verb="came to a comrade's aid")
    state = play.state
    there = pair.bearer in state.units[number].men and state.layout.point(pair.bearer) == end
    if there and not state.figures[pair.bearer].down and pair.casualty in state.units[haul.other].men:
        _lay_down(play, pair.casualty, place)


def _lay_down(play: Play[Battle], casualty: int, place: Point) -> None:
    """The casualty lies where its bearer left it."""
    state = play.state
    x, y = state.layout.point(casualty)
    facing = state.layout.bearing(casualty) if place == (x, y) else int(bearing_to(place[0] - x, place[1] - y))
    row = (casualty, *place, facing, heights_of_ground(state, [place])[0])
    if place != (x, y):
        disengage(play, (casualty,), "sotr.down.drag")
    play.tell(
        "was dragged",
        "sotr.down.drag",
        unit=state.figures[casualty].unit,
        figures=(casualty,),
        sets={"places": [row], "models": {"moved": state.turn}},
    )
