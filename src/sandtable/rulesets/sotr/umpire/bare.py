"""A bare table with the units that a question speaks of: cards, so many models, what state they are in, and no place.

Whoever is there is near: an Officer who is put on a bare table is in reach of those who look to him.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.geometry.units import INCH
from sandtable.mechanics.mustering import bare_ground
from sandtable.mechanics.questions import Found, staging
from sandtable.mechanics.verbs import applied_by
from sandtable.play.events import Event
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.basics.described import Described
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.state import Battle, Card, Mission, Soldier, Unit
from sandtable.rulesets.sotr.verbs import VERBS
from sandtable.table.terrain import Piece

NOT_TESTED = "not tested"
TURN = 2
TESTS = {"losses to fire": "break test", "break test in hand-to-hand": "break test", "flames": "frightened"}

Read = Callable[[Battle, Any, Mapping[Fact, int | str]], Found]  # end state, what was returned, what was noted
Man = Mapping[str, Any]  # what a model has besides its unit: a role, weapons, a rank


class Party(NamedTuple):
    """A unit of a question: its card, its models, what has become of it so far, and the level of cover it has."""

    name: str
    card: Card
    men: tuple[Man, ...] = ({},)
    side: int = -1  # if it is not its place
    cover: int = 0
    fields: Mapping[str, Any] = {}


def battle(options: Options, *parties: Party, terrain: tuple[Piece, ...] = (), **fields: Any) -> Battle:
    """These units and nothing else: ours, theirs."""
    figures: list[Soldier] = []
    units = [_raise(number, party, figures) for number, party in enumerate(parties)]
    return Battle(
        **bare_ground(Described(tuple(party.cover for party in parties)), terrain=terrain),
        figures=tuple(figures),
        units=tuple(units),
        options=options,
        mission=Mission("meeting"),
        agenda=(),
        phase="action",
        turn=TURN,
        **fields,
    )


def _raise(number: int, party: Party, figures: list[Soldier]) -> Unit:
    """A unit with its models in order."""
    first = len(figures)
    figures += [Soldier(number, **{"role": "man", **man}) for man in party.men]
    men = tuple(range(first, len(figures)))
    side = number if party.side < 0 else party.side
    return Unit(party.name, side, men, party.card, **{"place": "table", "strength": len(men), **party.fields})


def card_of(
    kind: str = "infantry",
    *,
    cool: int = 7,
    armour: int = 0,
    size: str = "",
    traits: Sequence[str] = (),
    horror: str = "",
    hull: tuple[int, ...] = (),
) -> Card:
    """The card of a unit of which only so much is known."""
    mover = "infantry" if kind in {"infantry", "monster"} else "mecha" if kind == "mecha" else "tracked"
    return Card(
        troop="", title="", nation="", kind=kind, points=0, cool=cool, mover=mover, advance=0, double=0,  # type: ignore[arg-type]
        armour=armour, size=size, traits=tuple(traits), horror=horror, hull=hull,  # type: ignore[arg-type]
    )  # fmt: skip


def men_of(count: int, officer: int | None = None, **each: Any) -> tuple[Man, ...]:
    """So many models alike, the first of them an Officer of such Cool if there is one."""
    led = () if officer is None else ({**each, "role": "Officer", "rank": "sergeant", "cool": officer},)
    return (*led, *({**each},) * (count - len(led)))


def platoon(cool: int | None, side: int) -> tuple[Party, ...]:
    """A Platoon Officer in reach, of such Cool, if there is one."""
    if cool is None:
        return ()
    officer = {"role": "Officer", "rank": "lieutenant", "cool": cool}
    return (Party("the platoon", card_of(traits=("command",)), (officer,), side),)


# ---- what is noted on the way, and how it is read


COUNTED = {"lost models": "goners", "went DOWN": "down", "recovered": "recovered", "stayed DOWN": "still_down"}
SAID = {"was hit": ("hits", "number"), "fought": ("hits", "hits")}
MARKED = {
    "had flesh wounds": "flesh wound",
    "exploded": "exploded",
    "broke and fled": "fled",
    "came back": "came back",
    "was a dud": "dud",
    "missed": "lost",
}


def reported(event: Event) -> Sequence[tuple[Fact, int | str]]:
    """What a question may want to know of an event: hits, who fell, how tests went, where a shot came down."""
    unit, verb, tells = event.unit, event.verb, event.tells
    if verb in COUNTED:
        return (((unit, COUNTED[verb]), len(event.figures)),)
    if verb == "strayed":
        return (((None, "strayed"), tells["distance"] // INCH),)
    if verb in SAID:
        what, word = SAID[verb]
        return (((unit, what), tells[word]),)
    if verb in MARKED:
        return (((unit, MARKED[verb]), "yes"),)
    if verb == "tested its Cool":
        test = next((name for why, name in TESTS.items() if tells["why"].startswith(why)), "test")
        if test == "frightened":
            return (((unit, test), int(not tells["passed"])),)  # model by model they add up
        return (((unit, test), "passed" if tells["passed"] else "failed"),)
    return ()


LOST = frozenset({"goners", "down"})
FATE = LOST | {"break test", "fled"}  # what is noted for that


def losses(noted: Mapping[Fact, int | str], number: int, own: str = "") -> dict[str, Any]:
    """Whom a unit has lost, by the names that all questions have for it."""
    return {f"{own}goners": noted.get((number, "goners"), 0), f"{own}down": noted.get((number, "down"), 0)}


def fate(before: Battle, after: Battle, noted: Mapping[Fact, int | str], number: int, own: str = "") -> dict[str, Any]:
    """What has become of a unit under fire. Where its flight ends is for the table to say: it has fled, if it has to."""
    return {
        **losses(noted, number, own),
        f"{own}break_test": noted.get((number, "break test"), NOT_TESTED),
        **order(before, after, noted, number, own),
    }


def order(before: Battle, after: Battle, noted: Mapping[Fact, int | str], number: int, own: str = "") -> dict[str, Any]:
    """Whether a unit is Disorganized, and whether it flees."""
    return {
        f"{own}disorganized": after.units[number].disorganized,
        f"{own}fleeing": before.units[number].fleeing or (number, "fled") in noted,
    }


staged = staging(applied_by(VERBS), reported)
