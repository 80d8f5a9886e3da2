"""Whom successes in close combat remove: each takes one enemy Team in its own reach, and no Team is removed twice."""

from collections.abc import Sequence

from sandtable.dice.chance import Chance
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import arms, who
from sandtable.rulesets.fraley.state import Battle

Reach = tuple[int, ...]  # the enemy Teams that one success may remove


def can_remove(successes: Sequence[Reach], victims: Sequence[int]) -> bool:
    """Whether these Teams can all be removed by different successes."""
    taken: dict[int, int] = {}

    def find(victim: int, tried: list[int]) -> bool:
        for place, reach in enumerate(successes):
            if victim in reach and place not in tried:
                tried.append(place)
                if place not in taken or find(taken[place], tried):
                    taken[place] = victim
                    return True
        return False

    return all(find(victim, []) for victim in victims)


def as_many(successes: Sequence[Reach], order: Sequence[int]) -> list[int]:
    """As many Teams as successes can remove, those named earlier first."""
    found: list[int] = []
    for victim in order:
        if len(found) < len(successes) and can_remove(successes, [*found, victim]):
            found.append(victim)
    return found


def worth(state: Battle, figure: int) -> tuple[int, int, int]:
    """What a Team is worth to its Unit: its leader most, then Fire Points; by its number where that is the same."""
    team = state.figures[figure]
    return int(team.leader), sum(weapon.fp for weapon in arms(team, state.options)), -figure


@rule("fraley.assault.kill-check")
async def choose_victims(play: Play[Battle], striking: int, struck: int, successes: Sequence[Reach]) -> tuple[int, ...]:
    """Who is removed: chosen by the side that scored the successes, or by the other where that is agreed."""
    state = play.state
    within = sorted({victim for reach in successes for victim in reach})
    ranked = sorted(within, key=lambda one: worth(state, one), reverse=True)
    own = state.options.assault_victim_chosen_by == "owner"
    usual = as_many(successes, ranked[::-1] if own else ranked)
    if len(usual) == len(within):
        return tuple(within)
    keys = {f"m{victim}": victim for victim in within}

    def fits(chosen: list[int]) -> Refusal | None:
        if can_remove(successes, chosen):
            return None
        return Refusal("no Team that succeeded has them all in reach", ("fraley.assault.kill-check",))

    def pick(chance: Chance) -> list[str]:
        return [f"m{victim}" for victim in as_many(successes, chance.sample(within, len(within)))]

    choices = SomeOf(
        keys,
        len(usual),
        len(usual),
        label=lambda victim: who(state, victim),
        points=lambda victim: OnTable(figure=victim),
        fits=fits,
        pick=pick,
    )
    chosen = await ask_seat(
        state.units[struck if own else striking].side,
        "victims",
        choices,
        f"{state.units[striking].name} removes {len(usual)} of {state.units[struck].name}: which?",
        "fraley.assault.kill-check",
        unit=struck,
        usual=[f"m{victim}" for victim in usual],
    )
    return tuple(sorted(chosen))
