"""Going on Overwatch (1.5.2.5): which units may, and what it costs their Officer."""

from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.basics.sight import any_sees, enemies, standing
from sandtable.rulesets.sotr.nerve.cool import spend_command
from sandtable.rulesets.sotr.state import Battle


@rule("sotr.overwatch.eligible")
def sees_enemies(state: Battle, number: int) -> bool:
    """Whether any model of a unit sees an enemy that could be targeted; Hidden ones could not."""
    side = state.units[number].side
    foes = [man for other in enemies(state, side) for man in state.units[other].men]
    return any_sees(state, standing(state, number), foes)


def watchers(state: Battle, number: int) -> tuple[int, ...]:
    """The models of a unit that would be on Overwatch: on their feet, themselves, and not busy with anything else."""
    return tuple(
        man
        for man in standing(state, number)
        if not (figure := state.figures[man]).prone and not figure.disorganized and figure.tied != state.turn
    )


@rule("sotr.overwatch.barred", "sotr.gap.prone-actions")
def may_not_overwatch(state: Battle, number: int) -> Refusal | None:
    """Why the state that a unit is in keeps it from Overwatch; what it sees is looked at elsewhere."""
    unit = state.units[number]
    states = (
        (unit.fleeing, "Fleeing"),
        (unit.disorganized, "Disorganized"),
        (unit.suppressed, "Suppressed"),
        (unit.shaken, "Shaken"),
    )
    for it_is, word in states:
        if it_is:
            return Refusal(f"{unit.name} is {word}", ("sotr.overwatch.barred",))
    able = watchers(state, number)
    if not able:
        return Refusal(f"{unit.name} lies in the dirt", ("sotr.overwatch.barred", "sotr.gap.prone-actions"))
    arms = [weapon for man in able for weapon in state.figures[man].weapons] or unit.card.mounts
    if unit.mindless or all(kinds()[weapon].has("hand") for weapon in arms):
        return Refusal(f"{unit.name} has nothing to shoot with", ("sotr.overwatch.eligible",))
    return None


@rule("sotr.overwatch.no-roll", "sotr.overwatch.hide", "sotr.gap.state-scope")
def take_overwatch(play: Play[Battle], number: int, officer: int | None) -> None:
    """A unit goes on Overwatch, without a roll; it counts as the Command of its Officer, if he can command.

    One that is Hidden stays so.
    """
    able = watchers(play.state, number)
    play.tell("went on Overwatch", "sotr.overwatch.no-roll", unit=number, figures=able, sets={"overwatch": True})
    if officer is not None:
        spend_command(play, officer, "Overwatch", "sotr.overwatch.no-roll")
