"""A bare table with the teams that a question speaks of: cards, so many figures, what has become of them, and no place."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.mechanics.mustering import bare_ground
from sandtable.mechanics.questions import Found, Unfit, staging
from sandtable.mechanics.verbs import applied_by
from sandtable.play.events import Event
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.play.stage import last
from sandtable.rulesets.skirmish41.nerve.morale import test_morale
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle, Card, Figure, Mission, Unit
from sandtable.rulesets.skirmish41.verbs import VERBS
from sandtable.table.layout import Bare

NO_TEST = "no test"
ON_FOOT = Card("", "", "", "team", 0)
FATE = ("morale", "falls back")  # what is noted of a team, of what is asked
HITS = (*FATE, "hits")
FATES = {"stood firm": "stands", "could not fail": "cannot fail", "wavered": "wavers"}
BALED = "sk.gap.vehicle-suppression"  # why a crew leaves its vehicle that has failed its test

Read = Callable[[Battle, Any, Mapping[Fact, int | str]], Found]  # end state, what was returned, what was noted
Begin = Callable[[Play[Battle]], Coroutine[Any, Any, Any]]


class Man(NamedTuple):
    """A figure: what it is and carries, its actions when unhurt, and its wounds."""

    role: str = "rifleman"
    arms: tuple[str, ...] = ()
    rating: int = 2
    wounds: int = 0


class Party(NamedTuple):
    """A team of a question: its card, its figures, the vehicle that it rides in, and what has become of it so far."""

    name: str
    men: tuple[Man, ...]
    card: Card = ON_FOOT
    side: int = -1  # if it is not its place
    aboard: int = -1
    fields: Mapping[str, Any] = {}


def battle(options: Options, *parties: Party, contact: bool = False) -> Battle:
    """These teams and nothing else: ours, theirs. The solo enemy may have been in `contact` with us today."""
    figures: list[Figure] = []
    units = [_raise(number, party, figures) for number, party in enumerate(parties)]
    return Battle(
        **bare_ground(Bare(_inside(units))),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=Mission(),
        sides=tuple(units[figure.unit].side for figure in figures),
        agenda=(),
        phase="part",
        turn=2,
        alert=(True, True),
        contact=contact,
    )


def _raise(number: int, party: Party, figures: list[Figure]) -> Unit:
    """A team with its figures in order, and the hull that they sit in apart from them."""
    hull = -1
    if party.card.vehicle:
        hull = len(figures)
        figures.append(Figure(number, "hull", (), 0))
    first = len(figures)
    figures += [Figure(number, one.role, one.arms, one.rating, one.wounds) for one in party.men]
    men = tuple(range(first, len(figures)))
    side = number if party.side < 0 else party.side
    known: dict[str, Any] = {"place": "table", "strength": len(men), "spotted": True, "aware": True}
    if party.aboard >= 0:
        known |= {"place": "aboard", "aboard": party.aboard}
    return Unit(party.name, side, men, party.card, hull=hull, **known | dict(party.fields))


def _inside(units: Sequence[Unit]) -> frozenset[int]:
    """The figures that sit in a vehicle, and so stand nowhere on a table."""
    return frozenset(man for unit in units if unit.mounted or unit.place == "aboard" for man in unit.men)


def reported(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What a question wants to know of an event: how a test of morale ended, and what a hit did to a vehicle."""
    match event.verb:
        case "failed its morale":
            return (((event.unit, "morale"), str(event.tells["result"])),)
        case "stood firm" | "could not fail" | "wavered":
            return (((event.unit, "morale"), FATES[event.verb]),)
        case "was wrecked" if BALED in event.because:
            return (((event.unit, "morale"), "bales out"),)
        case "was beaten":
            return (((event.unit, "beaten"), "yes"),)
        case "was struck":
            return ((event.unit, "struck"), str(event.tells["what"])), ((event.unit, "damaged"), "yes")
        case "was stopped":
            return (((event.unit, "stopped"), "yes"),)
        case "was set alight":
            return (((event.unit, "fire"), str(event.tells["row"])),)
        case _:
            return ()


def then_test(begin: Begin, number: int) -> Begin:
    """Something, and the test of morale that comes of it; a crew that has left its vehicle is asked about no more."""

    async def over(play: Play[Battle]) -> None:
        await begin(play)
        unit = play.state.units[number]
        if unit.tests and (unit.mounted or not unit.card.vehicle):
            await last(test_morale(play, number, unit.tests))

    return over


# ---- teams


def checked(some: int, most: int, field: str, words: str) -> int:
    """So many of a team; refuses more than there are."""
    if some > most:
        raise Unfit(field, f"{some} are {words} of {most}")
    return some


def men_of(men: int, wounded: int, rating: int = 2, *, operator: bool = False) -> tuple[Man, ...]:
    """The figures of a team, the wounded first; the last carries a flamethrower, if one does."""
    checked(wounded, men, "wounded", "wounded")
    found = [Man(rating=rating, wounds=int(place < wounded)) for place in range(men)]
    if operator:
        found[-1] = Man("operator", ("flamethrower",), rating)
    return tuple(found)


def fate(before: Battle, after: Battle, noted: Mapping[Fact, int | str], number: int) -> dict[str, Any]:
    """What has become of a team on foot, by the names that all questions have for it."""
    was, now = before.units[number], after.units[number]
    lost = len(was.men) - len(now.men)
    return {
        "lost": lost,
        "killed": lost - sum(man in now.down for man in was.men),
        "wounded": sum(after.figures[man].wounds > 0 for man in now.men),
        "markers": max(0, now.suppression - was.suppression),
        "destroyed": not now.men,
        "morale": noted.get((number, "morale"), NO_TEST),
        "falls_back": noted.get((number, "falls back"), 0),
        "routing": now.routing and bool(now.men),
    }


def fate_of(before: Battle, number: int) -> Read:
    """What fire has done to a team."""
    return lambda after, _, noted: fate(before, after, noted, number)


def hit_and_fate(before: Battle, number: int) -> Read:
    """Whether it was hit, and what that has done to it."""
    return lambda after, _, noted: {"hit": bool(noted.get((number, "hits"), 0)), **fate(before, after, noted, number)}


staged = staging(applied_by(VERBS), reported, usual=FATE)
