"""Turn Initiative (1.3.2): who rolls with whose Cool, and who wins."""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import Again, rounds
from sandtable.rulesets.sotr.nerve.cool import RANK_ORDER
from sandtable.rulesets.sotr.state import Battle

PRESENT = {"table", "aboard"}


@rule("sotr.init.eligible")
def eligible(state: Battle, side: int) -> list[int]:
    """Every Officer of a side who is alive, not Disorganized and not DOWN."""
    return [
        man
        for unit in state.units
        if unit.side == side and unit.place in PRESENT and not unit.disorganized
        for man in unit.men
        if state.figures[man].rank and not state.figures[man].down and not state.figures[man].disorganized
    ]


@rule("sotr.init.rank", "sotr.gap.platoon")
def ranking(state: Battle, side: int) -> int | None:
    """The highest-ranking of them: Lieutenant above sergeant above corporal, then the higher Cool."""
    return max(
        eligible(state, side),
        key=lambda man: (RANK_ORDER.index(state.figures[man].rank), state.figures[man].cool, -man),
        default=None,
    )


@rule("sotr.gap.initiative-no-officer")
def initiative_bonus(state: Battle, side: int) -> int:
    """What a side adds to its die: the Cool of its highest-ranking Officer, or nothing."""
    officer = ranking(state, side)
    return 0 if officer is None else state.figures[officer].cool


@rule("sotr.init.roll")
def initiative_roll(name: str, bonus: int, seat: int) -> Roll[int]:
    """A die and that bonus."""
    because = ("sotr.init.roll", *(() if bonus else ("sotr.gap.initiative-no-officer",)))
    return Roll(
        1, 6, Total(bonus), why=f"{name}: Turn Initiative, +{bonus}", because=because, seat=seat, step="Turn Initiative"
    )


@rounds()
@rule("sotr.gap.initiative-ties")
async def _rolled(play: Play[Battle]) -> tuple[tuple[int, int], tuple[int, int]] | Again:
    """What both come to, again while that is equal, and the throws that said so."""
    state = play.state
    one, other = [await initiative_roll(state.names[side], initiative_bonus(state, side), side) for side in (0, 1)]
    return Again() if one.value == other.value else ((one.value, other.value), (one.number, other.number))


@rule("sotr.init.roll")
async def roll_off(play: Play[Battle]) -> None:
    """Both roll; the higher one holds the Initiative for the turn."""
    scores, throws = await _rolled(play)
    holder = 0 if scores[0] > scores[1] else 1
    play.tell(
        "won the Initiative",
        "sotr.init.roll",
        "sotr.init.eligible",
        "sotr.init.rank",
        sets={"initiative": scores, "holder": holder},
        tells={"name": play.state.names[holder]},
        rolls=throws,
    )
