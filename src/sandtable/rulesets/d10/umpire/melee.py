"""A round of close combat between two units: who may come together, and the game's own round of it."""

from collections.abc import Mapping, Sequence
from typing import Literal

from sandtable.mechanics.questions import Found, Staged, Unfit
from sandtable.play.shown import Fact
from sandtable.rulesets.d10.melee.blows import Blow, Round
from sandtable.rulesets.d10.melee.combat import exchange
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.state import Battle

from .bare import Read, fate, staged

Stance = Literal["none", "charged", "counter-charged", "defends-cover"]


def round_of(*stances: Stance) -> Round:
    """What holds for a round by how each side comes to it."""

    def who(stance: Stance) -> tuple[int, ...]:
        return tuple(unit for unit, one in enumerate(stances) if one == stance)

    return Round(who("charged"), who("counter-charged"), who("defends-cover"))


def check_stances(options: Options, stances: tuple[Stance, Stance], names: tuple[str, str]) -> None:
    """Refuse two sides that cannot have come together so."""
    for place, (stance, name) in enumerate(zip(stances, names, strict=True)):
        other = stances[1 - place]
        if stance == "charged" and other == "charged":
            raise Unfit(names[1], "one side charges, the other counter-charges [d10.cc.counter-charged]")
        if stance == "counter-charged" and other != "charged":
            raise Unfit(name, "only who is charged counter-charges [d10.gap.counter-charge]")
        if stance == "defends-cover" and other != "charged" and options.cc_cover_first_round_only:
            raise Unfit(name, "cover counts in the round in which it is charged [d10.cc.defending-cover]")


def check_nerves(stance: Stance, field: str, *, panicked: bool) -> None:
    """Refuse a panicked unit that charges."""
    if panicked and stance in {"charged", "counter-charged"}:
        because = "[d10.morale.panic-no-assault, d10.morale.panic-no-counter-charge]"
        raise Unfit(field, f"a panicked unit does not charge {because}")


def fought(state: Battle, men: Sequence[Sequence[int]], blows: Sequence[Blow]) -> Staged:
    """One round between the first unit and the second: blows, losses on both sides, who lost, what becomes of both."""
    fighting = tuple(enumerate(map(tuple, men)))
    return staged(state, lambda play: exchange(play, fighting, tuple(blows)), both_fates(state), "nobody can strike")


def both_fates(before: Battle) -> Read:
    """What a round has done to the second unit and to the first, and who won it."""

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        theirs, ours = fate(before, after, noted, 1), fate(before, after, noted, 0, "own_")
        given, taken = theirs.pop("lost"), ours.pop("own_lost")
        won = "won" if given > taken else "lost" if taken > given else "drawn"
        return {"lost": given, "own_lost": taken, "round": won, **theirs, **ours}

    return read
