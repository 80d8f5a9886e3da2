"""Fire teams (sotr.gap.fire-teams): squads that are split in two at deployment, where the table plays it."""

from collections.abc import Callable

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.domains import OnTable, SomeOf
from sandtable.play.script import Play
from sandtable.rulesets.sotr.nerve.cool import officer_of
from sandtable.rulesets.sotr.state import Battle

SQUAD = 8  # models at least


@rule("sotr.gap.fire-teams", "sotr.unit.infantry")
def may_split(state: Battle, number: int) -> bool:
    """Whether a unit may be split: a squad of men, eight of them or more, with an Officer, not set up yet."""
    unit = state.units[number]
    squad = unit.card.kind == "infantry" and len(unit.men) >= SQUAD and unit.place == "waiting"
    return state.options.fire_teams and squad and officer_of(state, number) is not None


@rule("sotr.gap.fire-teams")
async def split_squads(play: Play[Battle]) -> None:
    """Each side says which of its squads are split."""
    for side in (0, 1):
        state = play.state
        able = {f"u{number}": number for number, unit in enumerate(state.units) if unit.side == side}
        able = {key: number for key, number in able.items() if may_split(state, number)}
        if not able:
            continue
        choices = SomeOf(able, 0, len(able), label=_named(state), points=OnTable)
        words = f"{state.names[side]}: which squads are split into fire teams?"
        chosen = await ask_seat(side, "fire teams", choices, words, "sotr.gap.fire-teams", usual=[])
        for number in sorted(chosen):
            _split(play, number)


def _named(state: Battle) -> Callable[[int], str]:
    return lambda number: state.units[number].name


@rule("sotr.gap.fire-teams", "sotr.gap.grenade-supply")
def _split(play: Play[Battle], number: int) -> None:
    """The Officer keeps one half; the other, the smaller if there is one, is led by a corporal with the same Cool."""
    state = play.state
    unit = state.units[number]
    officer = officer_of(state, number)
    assert officer is not None
    others = [man for man in unit.men if man != officer]
    leaving = tuple(others[len(others) - len(unit.men) // 2 :])
    points = unit.card.points
    sets = {
        "cool": state.figures[officer].cool,
        "first": f"{unit.name} (1)",
        "second": f"{unit.name} (2)",
        "first_points": points - points // 2,
        "second_points": points // 2,
    }
    play.tell("split into fire teams", "sotr.gap.fire-teams", unit=number, figures=leaving, sets=sets)
