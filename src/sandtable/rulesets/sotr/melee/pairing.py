"""Who fights whom (1.8.2, sotr.gap.hth-pairing), and in which order."""

from collections.abc import Mapping

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.play.sharing import Ranking
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.state import Battle, Pair
from sandtable.rulesets.sotr.units.grips import Units, pairs_within, united

from .blows import Combat, fighter, higher_of

Touching = Mapping[int, tuple[int, ...]]


@rule("sotr.hth.phasing")
def attacking_side(state: Battle, units: Units) -> int:
    """The side that orders the combats of an engagement: whose unit charged this turn, otherwise the Initiative winner."""
    if state.options.hth_inner_order == "initiative":
        return state.holder
    charged = {
        state.units[number].side
        for number in units
        for man in state.units[number].men
        if state.figures[man].charged == state.turn
    }
    return charged.pop() if len(charged) == 1 else state.holder


def standing_pairs(state: Battle, units: Units) -> list[Pair]:
    """The pairs of an engagement in which both stand; infantry against a vehicle is another matter."""
    return [
        (one, other)
        for one, other in pairs_within(state, units)
        if not state.figures[one].down and not state.figures[other].down and _fight_each_other(state, one, other)
    ]


def _fight_each_other(state: Battle, one: int, other: int) -> bool:
    """Whether two models roll against each other: mecha do against vehicles, infantry does not."""
    kinds = {state.units[state.figures[figure].unit].card.kind for figure in (one, other)}
    return "vehicle" not in kinds or (kinds != {"vehicle"} and "mecha" in kinds)


def spread(touching: Touching, fixed: Mapping[int, int]) -> dict[int, int]:
    """One opponent for each of these models, spread as evenly as possible; some have theirs already.

    Each in turn takes the least pressed opponent, others giving way where that is more even.
    """
    chosen = dict(fixed)
    for model in touching:
        if model not in chosen:
            _give_way(touching, fixed, chosen, model)
    return chosen


def _give_way(touching: Touching, fixed: Mapping[int, int], chosen: dict[int, int], newcomer: int) -> None:
    """Find a place for one more by the chain of exchanges that ends at the least pressed opponent."""
    came: dict[int, tuple[int, int]] = {}  # opponent -> (model that would go there, opponent it would leave or -1)
    queue = []
    for foe in touching[newcomer]:
        came[foe] = newcomer, -1
        queue.append(foe)
    for foe in queue:
        for model, at in list(chosen.items()):
            if at == foe and model not in fixed:
                for other in touching[model]:
                    if other not in came:
                        came[other] = model, foe
                        queue.append(other)
    load = {foe: sum(at == foe for at in chosen.values()) for foe in queue}
    foe = min(queue, key=lambda one: (load[one], queue.index(one)))
    while foe != -1:
        model, left = came[foe]
        chosen[model] = foe
        foe = left


def unevenness(chosen: Mapping[int, int]) -> int:
    """How uneven a spread is."""
    foes = list(chosen.values())
    return sum(foes.count(foe) ** 2 for foe in sorted(set(foes)))


@rule("sotr.gap.hth-pairing")
async def assign(play: Play[Battle], seat: int, cluster: tuple[int, ...], pairs: list[Pair]) -> dict[int, int]:
    """Each model of the side with more of them in a cluster gets one opponent; the attacker picks among even spreads."""
    state = play.state
    sides = [tuple(one for one in cluster if state.units[state.figures[one].unit].side == side) for side in (0, 1)]
    more = seat if len(sides[0]) == len(sides[1]) else int(len(sides[1]) > len(sides[0]))
    touching = {model: tuple(pair[1 - more] for pair in sorted(pairs) if pair[more] == model) for model in sides[more]}
    fixed: dict[int, int] = {}
    best = unevenness(spread(touching, fixed))
    for model, foes in touching.items():
        usual = spread(touching, fixed)[model]
        even = [foe for foe in foes if unevenness(spread(touching, {**fixed, model: foe})) == best]
        if len(even) > 1:
            fixed[model] = await _choose(play, seat, model, even, usual)
        else:
            fixed[model] = usual
    return fixed


async def _choose(play: Play[Battle], seat: int, model: int, foes: list[int], usual: int) -> int:
    state = play.state
    choices = OneOf(
        {f"m{foe}": foe for foe in foes},
        label=lambda foe: who(state, foe),
        points=lambda foe: OnTable(state.figures[foe].unit, foe),
    )
    words = f"{who(state, model)}: fights whom?"
    return await ask_seat(
        seat, "opponent", choices, words, "sotr.gap.hth-pairing", unit=state.figures[model].unit, usual=f"m{usual}"
    )


@rule("sotr.hth.multi-dice", "sotr.hth.ex-zombies")
async def combats_of(play: Play[Battle], seat: int, units: Units) -> tuple[Combat, ...]:
    """The combats of an engagement in their order: the n-th opponent of a model rolls n dice."""
    found: list[Combat] = []
    pairs = standing_pairs(play.state, units)
    for cluster in united(pairs):
        chosen = await assign(play, seat, cluster, [pair for pair in pairs if pair[0] in cluster])
        for lone in sorted(set(chosen.values())):
            many = [model for model, foe in chosen.items() if foe == lone]
            for place, model in enumerate(await _ordered(play, seat, lone, many)):
                mine = play.state.units[play.state.figures[model].unit].side == seat
                dice = place + 1
                one, other, thrown = (model, lone, (dice, 1)) if mine else (lone, model, (1, dice))
                found.append(Combat(one, other, thrown, higher_of(play.state, one, other)))
    return tuple(found)


def _alike(state: Battle, lone: int, many: list[int]) -> bool:
    """Whether it does not matter in which order models fight another: they are all the same."""
    looks = {
        (state.figures[one].unit, state.figures[one].role, state.figures[one].rank, fighter(state, one, lone))
        for one in many
    }
    return len(looks) == 1


@rule("sotr.hth.order-outnumbered", "sotr.hth.order-outnumbering")
async def _ordered(play: Play[Battle], seat: int, lone: int, many: list[int]) -> list[int]:
    """The order in which a model fights several: the attacker's choice, whichever side has more."""
    state = play.state
    if len(many) < 2 or _alike(state, lone, many):
        return many
    clause = "sotr.hth.order-outnumbering"
    if state.units[state.figures[lone].unit].side == seat:
        clause = "sotr.hth.order-outnumbered"
    choices = Ranking(
        {f"m{one}": one for one in many},
        label=lambda one: who(state, one),
        points=lambda one: OnTable(state.figures[one].unit, one),
    )
    return await ask_seat(
        seat,
        "order",
        choices,
        f"{who(state, lone)}: in which order are they fought?",
        "sotr.hth.phasing",
        clause,
        unit=state.figures[lone].unit,
        usual=[f"m{one}" for one in many],
    )
