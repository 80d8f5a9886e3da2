"""A team that is hit, in numbers: who of it, what becomes of him, and its morale when the fire is over."""

from collections.abc import Awaitable, Callable
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.mechanics.questions import Found, Settled, Unfit
from sandtable.rulesets.skirmish41.casualties import CASUALTY, marks, worsened
from sandtable.rulesets.skirmish41.charts import D6, DISABLED, KILLED, NOTHING, SUPPRESSED, WOUNDED
from sandtable.rulesets.skirmish41.flight import fall_back_roll
from sandtable.rulesets.skirmish41.morale import FALLS_BACK, MARKER, ROUTS, STANDS, crew_leaves, morale_roll
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Figure
from sandtable.rulesets.skirmish41.units import points_of
from sandtable.rulesets.skirmish41.volley import flame_roll, which_roll

OPERATOR, PASSENGER, DRIVER = "operator", "passenger", "driver"
THROWER = 0  # the seat that throws for whoever fires
OTHER = 1


class Man(NamedTuple):
    """A figure: its wounds, and what it is where that matters."""

    wounds: int = 0
    post: str = ""


class Team(NamedTuple):
    """A team while it is hit: those still in the fight, whether the first of them was named, and what became of others.

    `closed` men sit in a closed vehicle and are not suppressed; of those `inside` one it is the same whether they are
    disabled or killed. Who was named or wounded stands first.
    """

    men: tuple[Man, ...]
    named: bool = False
    closed: bool = False
    inside: bool = False
    disabled: int = 0
    killed: int = 0
    hurt: bool = False
    markers: int = 0
    passengers_out: int = 0
    rider_markers: int = 0

    @property
    def out(self) -> int:
        """Those of the team itself who are out of the fight."""
        return self.disabled + self.killed - self.passengers_out

    @property
    def own(self) -> tuple[Man, ...]:
        """Those of the team itself who are left."""
        return tuple(man for man in self.men if man.post != PASSENGER)


def team_of(men: int, wounded: int, *, operator: bool = False, named: str = "anybody") -> Team:
    """A team with so many figures; says what is wrong with the numbers."""
    if wounded > men:
        raise Unfit("wounded", f"{wounded} are wounded of {men}")
    hurt, whole = [Man(1)] * wounded, [Man()] * (men - wounded)
    if operator and not whole:
        hurt = hurt[:-1]
    elif operator:
        whole = whole[:-1]
    there = sort_men([*hurt, *whole, *([Man(0, OPERATOR)] * operator)])
    if named == "anybody":
        return Team(there)
    wanted = Man(int(named == "wounded"))
    if wanted not in there:
        raise Unfit("named", f"nobody of them is {named}")
    rest = list(there)
    rest.remove(wanted)
    return Team((wanted, *rest), named=True)


def sort_men(men: list[Man]) -> tuple[Man, ...]:
    """The wounded first: who is who of those that are alike does not matter."""
    return tuple(sorted(men, key=lambda man: (man.post, -man.wounds)))


def without(team: Team, place: int, *, back: Man | None = None) -> Team:
    """A team less one figure, or with that figure changed."""
    head = team.men[:1] if team.named else ()
    rest = list(team.men[len(head) :])
    if place < len(head):
        head = () if back is None else (back,)
        return team._replace(men=(*head, *rest), named=back is not None)
    rest.pop(place - len(head))
    return team._replace(men=(*head, *sort_men([*rest, *([] if back is None else [back])])))


# ---- what becomes of one of them


@lru_cache(maxsize=65536)
def suffered(team: Team, place: int, result: str, options: Options) -> Team:
    """A figure suffers a result."""
    if result == NOTHING:
        return team
    man = team.men[place]
    if result == SUPPRESSED and man.post == PASSENGER:
        return team._replace(rider_markers=team.rider_markers + marks(options, already=team.rider_markers > 0))
    if result == SUPPRESSED:
        fresh = not team.closed and marks(options, already=team.markers > 0)
        return team._replace(markers=team.markers + fresh)
    result = worsened(result, wounds=man.wounds)
    if result == WOUNDED:
        return without(team, place, back=man._replace(wounds=man.wounds + 1))._replace(hurt=not team.inside)
    if team.inside:
        result = DISABLED
    gone = without(team, place)
    return gone._replace(
        disabled=team.disabled + (result == DISABLED),
        killed=team.killed + (result == KILLED),
        passengers_out=team.passengers_out + (man.post == PASSENGER),
        hurt=not team.inside,
    )


async def picked(team: Team, seen: int) -> int:
    """Who is hit: whoever was named, or one of those in sight; the wounded are counted first."""
    there = min(seen, len(team.men))
    if team.named or there == 1:
        return 0
    return int((await _which(team.men[:there])).value)


@cache
def _which(men: tuple[Man, ...]) -> Roll[str]:
    """The die of it; of those who are alike it does not matter who."""
    roll = which_roll(f"{len(men)} figures, the wounded counted first,", len(men), THROWER)
    kinds = [men.index(man) for man in men]
    rows = tuple((place + 1, str(place)) for place in dict.fromkeys(kinds))
    words = {str(place): _called(men[place]) for place in kinds}
    why, because = roll.why, roll.because
    return Roll(
        1, len(men), Chart(rows), why=why, because=because, seat=THROWER, say=words.__getitem__, needs="anything"
    )


def _called(man: Man) -> str:
    if man.post == OPERATOR:
        return "the man with the flamethrower"
    return "a wounded figure" if man.wounds else "an unhurt figure"


async def diced(
    team: Team, many: int, die: Callable[[Team], Awaitable[str]], options: Options, aside: object = ()
) -> Team:
    """The first so many of a team suffer something at once, each by a die of his own."""
    waiting, spared = team.men[:many], team.men[many:]
    so_far = team._replace(men=(), named=False)
    stood: tuple[Man, ...] = ()
    for place, man in enumerate(waiting):
        await Settled(("diced", so_far, stood, waiting[place:], spared, aside))
        so_far, stood = one_suffers(so_far, stood, man, await die(so_far), options)
    return so_far._replace(men=sort_men([*stood, *spared]))


def one_suffers(
    so_far: Team, stood: tuple[Man, ...], man: Man, result: str, options: Options
) -> tuple[Team, tuple[Man, ...]]:
    """One of many suffers: what has become of the team without those who stand, and those who do."""
    after = suffered(so_far._replace(men=(man,)), 0, result, options)
    return after._replace(men=()), sort_men([*stood, *after.men])


async def burnt(team: Team, place: int, options: Options, aside: object = ()) -> Team:
    """A man with a flamethrower goes up in flames, and everybody else of his team is caught in them."""
    team = suffered(team, place, KILLED, options)

    async def flames(_: Team) -> str:
        return (await flame_roll("a man beside the flamethrower", THROWER)).value

    return await diced(team, len(team.men), flames, options, aside)


# ---- morale


def total_of(men: tuple[Man, ...], rating: int, *, suppressed: bool) -> int:
    """The action points of a team, or of a crew in its vehicle."""
    figures = [Figure(0, "", (), rating, man.wounds) for man in men]
    return sum(points_of(figure, suppressed=suppressed) for figure in figures)


class Nerve(NamedTuple):
    """What a test came to: in a word, a marker more, inches that it falls back, and whether it routs."""

    result: str
    marker: bool = False
    inches: int = 0
    routs: bool = False


async def morale_of(total: int, reasons: tuple[str, ...], seat: int = OTHER) -> Nerve:
    """A morale test with so many action points, and what failing does."""
    if total > D6:
        return Nerve("cannot fail")
    value = (await morale_roll("the team", total, reasons, seat)).value
    far = (await fall_back_roll("the team", seat)).value if value == FALLS_BACK else 0
    return Nerve(value, value == MARKER, far, value == ROUTS)


async def morale_of_crew(total: int, reasons: tuple[str, ...], seat: int = OTHER) -> str:
    """A crew tests: it stands, wavers, or bales out."""
    if total > D6:
        return "cannot fail"
    value = (await morale_roll("the crew", total, reasons, seat)).value
    return "bales out" if crew_leaves(value) else STANDS if value == STANDS else "wavers"


async def aftermath(team: Team, rating: int, markers: int, *, routing: bool, aside: object = ()) -> Found:
    """The fire is over: a team that was suppressed or lost somebody tests, once. What has become of it."""
    found = {
        "lost": team.out,
        "killed": team.killed,
        "wounded": sum(man.wounds > 0 for man in team.men),
        "markers": team.markers,
        "destroyed": not team.men,
    }
    reasons = (*(("suppressed",) if team.markers else ()), *((CASUALTY,) if team.hurt else ()))
    if not reasons or not team.men or routing:
        return {**found, "morale": "no test", "falls_back": 0, "routing": routing and bool(team.men)}
    total = total_of(team.men, rating, suppressed=bool(markers or team.markers))
    await Settled(("tests", team, reasons, aside))
    nerve = await morale_of(total, reasons)
    found["markers"] = team.markers + nerve.marker
    return {**found, "morale": nerve.result, "falls_back": nerve.inches, "routing": nerve.routs}
