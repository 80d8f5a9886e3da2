"""Cool (1.1.3) and Officers (1.2.3): which Cool a test is taken on, the test, and how far an Officer's word reaches."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.modifier import Modifier
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.basics.sight import between, standing
from sandtable.rulesets.sotr.state import Battle
from sandtable.table.remembered import hangs_on

PASSED, FAILED = "passed", "failed"


# ---- officers


@rule("sotr.officer.definition")
def officer_of(state: Battle, number: int) -> int | None:
    """The Officer of a unit, if he is still in the battle: the model with the highest rank."""
    ranked = [man for man in state.units[number].men if state.figures[man].rank]
    if len(ranked) < 2:
        return ranked[0] if ranked else None
    return max(ranked, key=lambda man: (RANK_ORDER.index(state.figures[man].rank), -man), default=None)


RANK_ORDER = ("", "corporal", "sergeant", "lieutenant")


@rule("sotr.officer.command-radius", "sotr.officer.ex-radius")
def command_radius(state: Battle, officer: int) -> int:
    """How far an Officer's Commands reach: as many inches as his Cool."""
    return state.figures[officer].cool * INCH


@rule("sotr.officer.individual-command")
def in_radius(state: Battle, officer: int, figure: int) -> bool:
    """Whether a model is within an Officer's Command Radius; where nothing is measured, whoever is there is."""
    return officer == figure or state.layout.bare or between(state, officer, figure) <= command_radius(state, officer)


@rule("sotr.officer.unit-command")
def reaches(state: Battle, officer: int, number: int) -> bool:
    """Whether a Command reaches a whole unit: at least half of its models left are within the radius."""
    men = state.units[number].men
    return 2 * sum(in_radius(state, officer, man) for man in men) >= len(men) > 0


@rule("sotr.horror.cool-used", "sotr.officer.half-or-majority")
def mostly_outside(state: Battle, officer: int, number: int) -> bool:
    """Whether more than half of a unit is outside an Officer's radius."""
    men = state.units[number].men
    return 2 * sum(not in_radius(state, officer, man) for man in men) > len(men)


@rule("sotr.officer.no-command-fleeing", "sotr.officer.no-command-horror", "sotr.officer.no-command-down")
def may_not_command(state: Battle, officer: int) -> Refusal | None:
    """Why an Officer may not issue Commands at all; None if he may. Being Disorganized does not silence him.

    A failed HORROR check does: while the unit is Disorganized by it, or (failed by a charger) to the end of that turn.
    """
    figure = state.figures[officer]
    unit = state.units[figure.unit]
    name = f"{unit.name}'s {figure.role}"
    if figure.down or officer not in unit.men:
        return Refusal(f"{name} is down", ("sotr.officer.no-command-down",))
    if unit.fleeing:
        return Refusal(f"{name} is fleeing", ("sotr.officer.no-command-fleeing",))
    if (unit.dread > 0 and unit.disorganized) or unit.dread == -state.turn:
        return Refusal(f"{name} has failed a HORROR check", ("sotr.officer.no-command-horror",))
    return None


@rule("sotr.gap.commands-per-officer", "sotr.command.jdi-budget")
def has_commanded(state: Battle, officer: int) -> Refusal | None:
    """Why an Officer has no Command left this turn; None if he has."""
    figure = state.figures[officer]
    if figure.commanded != state.turn:
        return None
    name = f"{state.units[figure.unit].name}'s {figure.role}"
    return Refusal(f"{name} has issued his Command of this turn", ("sotr.gap.commands-per-officer",))


def spend_command(play: Play[Battle], officer: int, what: str, *because: str) -> None:
    """An Officer issues his Command of this turn."""
    play.tell(
        "issued a Command",
        "sotr.gap.commands-per-officer",
        *because,
        unit=play.state.figures[officer].unit,
        figures=(officer,),
        sets={"commanded": play.state.turn},
        tells={"what": what},
    )


@hangs_on(lambda state, _: (state.units, state.figures), most=16)
def officers(state: Battle, side: int) -> list[int]:
    """Every Officer of a side on the table."""
    return [
        officer
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.place == "table" and (officer := officer_of(state, number)) is not None
    ]


# ---- which Cool


class Cool(NamedTuple):
    """The Cool a test is taken on, and every modifier that made it so; `dice` is taken off the dice themselves."""

    value: int
    whose: str
    modifiers: tuple[Modifier, ...]
    dice: int = 0

    @property
    def needed(self) -> int:
        """The highest total that passes."""
        return self.value + sum(modifier.value for modifier in self.modifiers) + self.dice

    @property
    def explained(self) -> str:
        """Where that comes from, if it is not the Cool itself: ` (7, -2 grenades, 2 off the dice for cover)`."""
        parts = [str(self.value), *map(str, self.modifiers)]
        if self.dice:
            parts.append(f"{self.dice} off the dice for cover")
        return f" ({', '.join(parts)})" if len(parts) > 1 else ""


@rule("sotr.officer.lend-cool", "sotr.officer.lend-cool-platoon", "sotr.horror.cool-conflict")
def near_enough(state: Battle, officer: int, number: int, *, horror: bool = False) -> bool:
    """Whether a unit is near enough to an Officer to use his Cool: to its own where that counts, or to a Platoon Officer."""
    options = state.options
    if officer != officer_of(state, number):
        return reaches(state, officer, number) or not options.platoon_cool_needs_radius
    counts = options.officer_cool_radius == "always" or (options.officer_cool_radius == "horror-only" and horror)
    return not (counts and mostly_outside(state, officer, number))


@rule("sotr.officer.lend-cool", "sotr.officer.lend-cool-barred", "sotr.cool.ex-green-sergeant")
def best_cool(state: Battle, number: int, *, horror: bool = False, base: bool = False) -> tuple[int, str]:
    """The highest Cool that a unit may use, and whose it is: its own, its Officer's, or a Platoon Officer's.

    With `base` its Officer's does not count. Tests are taken in the open, so that a Hidden lender is not named.
    """
    unit = state.units[number]
    found = [(unit.card.cool, called(state, number))]
    own = officer_of(state, number)
    for officer in officers(state, unit.side):
        lender = state.figures[officer]
        section = state.units[lender.unit]
        if lender.down or section.fleeing or section.disorganized or lender.disorganized:
            continue
        if officer == own and base:
            continue
        if officer != own and ("command" not in section.card.traits or unit.mindless):
            continue
        if near_enough(state, officer, number, horror=horror):
            found.append((lender.cool, f"{called(state, lender.unit)}'s {lender.role}"))
    return max(found, key=lambda one: one[0])


@rule("sotr.cool.modifier-direction")
def cool(
    state: Battle,
    number: int,
    modifiers: Sequence[Modifier] = (),
    *,
    horror: bool = False,
    base: bool = False,
    dice: int = 0,
) -> Cool:
    """The Cool of a unit's test: bonuses raise it, penalties lower it; cover against suppression comes off the dice.

    With `base` only the unit's own Cool counts, or a Platoon Officer's.
    """
    value, whose = best_cool(state, number, horror=horror, base=base)
    return Cool(value, whose, tuple(modifiers), dice)


# ---- the test


@rule("sotr.cool.test", "sotr.gap.automatic-rolls")
def cool_roll(needed: int, why: str, because: tuple[str, ...], seat: int, on: Cool | None = None) -> Roll[str]:
    """2D6: a total equal to the Cool or below it passes; no total passes or fails by itself."""
    chart = Chart(((0, PASSED), (max(0, needed + 1), FAILED)), low_is_good=True)
    explained, modifiers = ("", ()) if on is None else (on.explained, on.modifiers)
    step = "Command Roll" if "sotr.command.roll" in because else "Cool test"
    return Roll(
        2, 6, chart, why=why, because=because, seat=seat, needs=f"{needed} or less{explained}", step=step,
        modifiers=modifiers,
    )  # fmt: skip


@stage
@rule("sotr.cool.meaning", "sotr.cool.consequence", "sotr.cool.test")
async def cool_test(
    play: Play[Battle],
    number: int,
    on: Cool,
    why: str,
    because: tuple[str, ...],
    figures: tuple[int, ...] | None = None,
) -> bool:
    """Take a Cool test and tell how it went; what follows is for the rule that called for it.

    `figures` are the models that take it, where it is not the whole unit: those who fail lose their Frenzy.
    """
    seat = play.state.units[number].side
    name = called(play.state, number)
    rolled = await cool_roll(on.needed, f"{name}: {why}", ("sotr.cool.test", *because), seat, on)
    passed = rolled.value == PASSED
    play.tell(
        "tested its Cool",
        "sotr.cool.test",
        *because,
        unit=number,
        tells={"passed": passed, "why": why, "cool": on.needed, "whose": on.whose},
        rolls=(rolled.number,),
    )
    if not passed:
        _lose_frenzy(play, standing(play.state, number) if figures is None else figures)
    return passed


def _lose_frenzy(play: Play[Battle], figures: tuple[int, ...]) -> None:
    """Frenzied models that have failed a Cool test are Frenzied no longer, for the rest of the battle."""
    calmed = tuple(figure for figure in figures if play.state.figures[figure].frenzied)
    if calmed:
        number = play.state.figures[calmed[0]].unit
        play.tell("lost Frenzy", "sotr.frenzy.lost", unit=number, figures=calmed, sets={"frenzied": False})


# ---- Command Rolls


@rule("sotr.command.roll")
def command_cool(state: Battle, officer: int, modifiers: Sequence[Modifier] = ()) -> Cool:
    """What an Officer's Command Roll is made on: his own Cool, with the modifiers of the Command."""
    figure = state.figures[officer]
    return Cool(figure.cool, f"{state.units[figure.unit].name}'s {figure.role}", tuple(modifiers))


@rule("sotr.command.roll")
def command_roll(state: Battle, officer: int, on: Cool, why: str, because: tuple[str, ...]) -> Roll[str]:
    """A Command Roll is rolled exactly like a Cool test."""
    number = state.figures[officer].unit
    name = called(state, number)
    seat = state.units[number].side
    return cool_roll(on.needed, f"{name}: {why}", ("sotr.command.roll", *because), seat, on)


@stage
async def command_test(play: Play[Battle], officer: int, on: Cool, why: str, because: tuple[str, ...]) -> bool:
    """An Officer makes a Command Roll; what follows is for the Command."""
    number = play.state.figures[officer].unit
    rolled = await command_roll(play.state, officer, on, why, because)
    passed = rolled.value == PASSED
    tells = {"passed": passed, "why": why, "cool": on.needed, "whose": on.whose, "officer": officer}
    play.tell("made a Command Roll", "sotr.command.roll", *because, unit=number, tells=tells, rolls=(rolled.number,))
    return passed


@rule("sotr.down.no-cool")
def takes_tests(state: Battle, number: int) -> bool:
    """Whether a unit takes Cool tests at all: not the mindless, not machines of their own accord, not one all DOWN."""
    unit = state.units[number]
    return not unit.mindless and any(not state.figures[man].down for man in unit.men)
