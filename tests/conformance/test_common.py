"""One battle, five rulebooks: the same file is fought under every book, through troop ids that all of them know."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots import bot
from sandtable.bots.match import fight
from sandtable.play.events import Event
from sandtable.play.record import Header, make_record, new_game, read_record, seeded_box, write_record
from sandtable.play.scenario import Enlisted, Scenario
from sandtable.rulesets.library import (
    COMMON,
    OURS,
    books_for,
    common_scenarios,
    parse_scenario,
    ruleset,
    scenario_in,
    scenarios_in,
    shared_troops,
)
from sandtable.table.data import DataError
from tests.clause import clause

MEETING, ASSAULT = "two-platoons", "village-assault"
BOOKS = list(OURS)
every_book = pytest.mark.parametrize("book", BOOKS)
every_battle = pytest.mark.parametrize(
    ("book", "name"), [(book, name) for book in BOOKS for name in (MEETING, ASSAULT)]
)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "nine": 9, "ten": 10, "twelve": 12}


def state_of(book: str, scenario: Scenario) -> Any:
    """A battle before its first step."""
    rules = ruleset(book)
    return rules.setup(scenario, rules.options_type())


def assault(attacker: int = 0, rules: dict[str, dict[str, Any]] | None = None) -> Scenario:
    """The assault, with the forces changed over where the second one attacks."""
    scenario = scenario_in(COMMON, ASSAULT)
    forces = scenario.forces if attacker == 0 else (scenario.forces[1], scenario.forces[0])
    return replace(scenario, forces=forces, attacker=attacker, rules=rules or {})


# ---- who fights what


def test_the_registry_says_who_fights_what() -> None:
    """Both scenarios under every book; a book's own scenario is its own alone."""
    assert common_scenarios() == [MEETING, ASSAULT]
    assert [book for book in books_for(MEETING) if book in BOOKS] == BOOKS
    assert [book for book in books_for(ASSAULT) if book in BOOKS] == BOOKS
    assert books_for("dead-walk") == ["sotr"]
    assert books_for("no such battle") == []
    assert len(shared_troops()) == 12


@every_book
def test_the_standard_scenario_is_one_of_the_books_own(book: str) -> None:
    """Those for all come after it, from one and the same file, which says nothing of any book."""
    listed = list(ruleset(book).scenarios())
    assert listed[0] not in common_scenarios()
    assert listed[-2:] == common_scenarios()
    for name in common_scenarios():
        assert ruleset(book).scenario(name) == scenario_in(COMMON, name)
        assert scenario_in(COMMON, name).rules == {}


def test_a_book_that_does_not_know_the_troops_does_not_offer_it() -> None:
    """Nobody is asked to fight what he cannot raise."""
    assert MEETING not in scenarios_in(OURS["d10"], lambda: ("us.rifle-squad",))


# ---- the forces


@clause("sotr.gap.shared-troops", "sk.gap.shared-troops", "fraley.gap.squads", "d10.gap.points")
@every_battle
def test_both_forces_are_there_under_every_book(book: str, name: str) -> None:
    """Every entry is a unit under its own name, of the troop that the file names."""
    scenario = ruleset(book).scenario(name)
    state = state_of(book, scenario)
    for side, force in enumerate(scenario.forces):
        named = {unit.name: unit.card.troop for unit in state.units if unit.side == side}
        assert {entry.name: entry.troop for entry in force.units}.items() <= named.items()


@every_book
def test_each_catalogue_says_how_it_represents_a_troop(book: str) -> None:
    """In a phrase; where it counts men, models, figures or stands, there are so many."""
    cards = {card.troop: card for card in ruleset(book).cards()}
    raised: dict[str, int] = {}
    for name in common_scenarios():
        state = state_of(book, ruleset(book).scenario(name))
        for number, unit in enumerate(state.units):
            raised[unit.card.troop] = sum(figure.unit == number for figure in state.figures)
    counted = 0
    for troop in shared_troops():
        said = cards[troop].represented
        assert said, troop
        found = re.match(r"(?:a Unit of )?(\w+) (?:men|man|models|figures|stands)\b", said)
        if found is not None:
            counted += 1
            assert NUMBERS[found[1]] == raised[troop], (troop, said)
    assert counted >= 6


def test_nobody_else_is_said_to_stand_for_anything() -> None:
    """A troop of one book only needs no such phrase."""
    cards = {card.troop: card for card in ruleset("sotr").cards()}
    assert cards["reich.zombies"].represented == ""


# ---- the task


@clause("ba.gap.tasks", "sotr.gap.tasks", "fraley.gap.tasks", "d10.gap.tasks", "sk.gap.tasks")
@pytest.mark.parametrize(
    ("book", "meeting", "held"),
    [
        ("bolt-action", "attrition", "three-objectives"),
        ("sotr", "meeting", "ruins"),
        ("fraley", "meeting", "hold"),
        ("d10", "meeting", "village"),
        ("skirmish41", "crossroads", "farm"),
    ],
)
def test_each_book_has_a_mission_for_a_task(book: str, meeting: str, held: str) -> None:
    """The attacker is the force that the scenario names, and nobody rolls for it."""
    assert state_of(book, scenario_in(COMMON, MEETING)).mission.name == meeting
    for attacker in (0, 1):
        state = state_of(book, assault(attacker))
        assert (state.mission.name, state.mission.attacker) == (held, attacker)
        if book == "bolt-action":
            assert (state.attacker, state.mission.fixed_sides) == (attacker, True)
            assert state.mission.bombardment is False


@clause("ba.gap.tasks", "sotr.gap.tasks", "d10.gap.tasks", "sk.gap.tasks")
@pytest.mark.parametrize(
    ("book", "own", "wrong"),
    [
        ("bolt-action", {"name": "three-objectives"}, "0 to 1 of tank are allowed, not 2"),
        ("sotr", {"name": "ruins", "points": 1000}, "2 to 5 units go with a Command Section, not 7"),
        ("d10", {"name": "village"}, "points of troops where 550 are allowed"),
        ("skirmish41", {"name": "farm"}, "points of troops where 125 are allowed"),
    ],
)
def test_what_a_force_may_hold_is_asked_only_where_it_was_chosen(book: str, own: dict[str, Any], wrong: str) -> None:
    """The same forces are refused where the file says how this book fights it."""
    state_of(book, assault())
    with pytest.raises(DataError, match=wrong):
        state_of(book, assault(rules={book: own}))


@clause("fraley.gap.tasks", "fraley.gap.squads")
def test_one_book_holds_companies_to_its_limits_all_the_same() -> None:
    """Eight Units are the most that go with a Company Commander."""
    scenario = assault()
    attackers = scenario.forces[0]
    crowd = replace(attackers, units=(*attackers.units, *[Enlisted("us.rifle-squad")] * 2))
    with pytest.raises(DataError, match="2 to 8 Units"):
        state_of("fraley", replace(scenario, forces=(crowd, scenario.forces[1])))


def test_nations_are_not_mixed_in_a_neutral_scenario_either() -> None:
    """Where a book minds."""
    scenario = assault()
    with pytest.raises(DataError, match="the force is Soviet"):
        state_of(
            "bolt-action",
            replace(scenario, forces=(replace(scenario.forces[0], nation="Soviet"), *scenario.forces[1:])),
        )


@every_book
def test_what_the_file_says_of_a_book_goes_before_the_task(book: str) -> None:
    """A scenario may set a task for all and say of one how it is fought."""
    own = state_of(book, ruleset(book).scenario(ruleset(book).scenarios()[0])).mission
    scenario = replace(ruleset(book).scenario(ruleset(book).scenarios()[0]), task="assault", attacker=1)
    assert state_of(book, scenario).mission == own


FORCES = '[[forces]]\nname = "A"\nnation = "US"\nunits = []\n[[forces]]\nname = "B"\nnation = "German"\nunits = []\n'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('task = "siege"', "task: Invalid enum value 'siege'"),
        ('task = "assault"', "attacker: an assault needs the force that attacks, 0 or 1"),
        ('task = "meeting"\nattacker = 1', "attacker: nobody attacks unless the task is an assault"),
        ("attacker = 0", "attacker: nobody attacks unless the task is an assault"),
        ('task = "assault"\nattacker = 2', "attacker: Expected `int` <= 1"),
    ],
)
def test_a_task_that_makes_no_sense_is_refused(written: str, said: str) -> None:
    """By file, key and reason."""
    with pytest.raises(DataError) as refused:
        parse_scenario(f'title = "T"\nabout = ""\nmap = "hamlet"\n{written}\n{FORCES}', "odd")
    assert str(refused.value) == f"odd.toml: {said}"


def test_a_task_is_read_from_a_file() -> None:
    """With the force that attacks."""
    head = 'title = "T"\nabout = ""\nmap = "hamlet"\n'
    second = parse_scenario(f'{head}task = "assault"\nattacker = 1\n{FORCES}', "second")
    assert (second.task, second.attacker) == ("assault", 1)
    plain = parse_scenario(head + FORCES, "plain")
    assert (plain.task, plain.attacker) == ("", 0)


# ---- the battles


def fought(book: str, scenario: Scenario, seed: int) -> tuple[Any, bytes]:
    """A battle of random bots to its end, and its record."""
    rules = ruleset(book)
    header = Header(book, rules.version, {}, scenario, ("random", "random"))
    dice = seeded_box(seed)
    game = new_game(rules, header, dice)
    fight(game, (bot("random", rules, seed, 0), bot("random", rules, seed, 1)))
    return game, write_record(make_record(game, header, dice, ""))


@every_battle
def test_it_is_fought_to_the_end_under_every_book(book: str, name: str) -> None:
    """By random bots; the record keeps the task."""
    scenario = scenario_in(COMMON, name)
    game, record = fought(book, scenario, 3)
    assert game.outcome is not None
    assert read_record(record).header.scenario == scenario


@every_book
def test_the_second_force_may_attack_as_well(book: str) -> None:
    """And the battle comes to its end."""
    assert fought(book, assault(1), 4)[0].outcome is not None


@pytest.mark.parametrize("book", ["bolt-action", "fraley", "d10"])
def test_a_record_from_before_there_were_tasks_is_fought_as_it_was(book: str) -> None:
    """A scenario without one is the book's usual mission, which a meeting is, too, with forces that it allows."""
    scenario = scenario_in(COMMON, MEETING)
    assert state_of(book, replace(scenario, task="")) == state_of(book, scenario)


# ---- what the troops do


@clause("sotr.gap.shared-troops", "sk.gap.shared-troops")
@pytest.mark.parametrize("book", ["sotr", "skirmish41"])
def test_mortars_tanks_and_anti_tank_teams_really_fight(book: str) -> None:
    """In a few battles of random bots every heavy weapon is fired."""
    wanted = {
        "sotr": {"light mortar", "medium mortar", "tank gun", "RPG"},
        "skirmish41": {"light mortar", "medium mortar", "75 mm gun", "short 75 mm gun", "bazooka", "Panzerschreck"},
    }[book]
    said: set[str] = set()
    battles = {"sotr": ((ASSAULT, 34), (MEETING, 39)), "skirmish41": ((ASSAULT, 32), (MEETING, 33))}
    for name, seed in battles[book]:
        game, _ = fought(book, scenario_in(COMMON, name), seed)
        said |= {str(one.tells.get("weapon", "")) for one in game.take() if isinstance(one, Event)}
    assert wanted <= said
