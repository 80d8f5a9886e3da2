"""Names and numbers in sentences."""

import pytest

from sandtable.grammar import Amount, Noun, agreeing, an, count_of, is_several, mended, numbered, singular, whose


@pytest.mark.parametrize(
    ("name", "several"),
    [
        ("Able squad", False),
        ("Riflemen", True),
        ("Tank hunters", True),
        ("Werewolves 2", True),
        ("the men of Able", True),
        ("The dead", True),
        ("2 hits", True),
        ("1 hit", False),
        ("Lieutenant Ames", False),
        ("Hauptmann Voss", False),
        ("MG 42", False),
        ("the crew", True),
        ("", False),
    ],
)
def test_a_name_says_whether_it_is_several(name: str, several: bool) -> None:
    """By its last word, unless it is somebody's own."""
    assert is_several(name) is several


@pytest.mark.parametrize(
    ("one", "more"),
    [
        ("takes", "take"),
        ("is", "are"),
        ("has nothing left", "have nothing left"),
        ("does", "do"),
        ("goes", "go"),
        ("passes", "pass"),
        ("rushes", "rush"),
        ("loses", "lose"),
        ("rallies", "rally"),
        ("dies", "die"),
        ("counter-charges", "counter-charge"),
        ("cannot", "cannot"),
        ("its", "their"),
        ("it", "they"),
    ],
)
def test_verbs_agree(one: str, more: str) -> None:
    """With one and with several."""
    assert agreeing(one) == more


def test_a_line_goes_on_as_its_name_wants() -> None:
    """The verb, the owner, the article, what comes later, and what may be missing."""
    line = "{who:routs} and {who:~is} lost with {who:~its} {what:'s} gun{why: (?)}"
    one = line.format(who=Noun("Able"), what=Noun("Shermans"), why=Noun("no room"))
    assert one == "Able routs and is lost with its Shermans' gun (no room)"
    more = line.format(who=Noun("Riflemen"), what=Noun("Ross"), why=Noun(""))
    assert more == "Riflemen rout and are lost with their Ross' gun"
    assert f"{Noun('MG 42'):a}, {Noun('rifles'):a}, {Noun('barrage'):a}" == "an MG 42, rifles, a barrage"


@pytest.mark.parametrize(
    ("number", "form", "said"),
    [
        (1, "hit", "1 hit"),
        (0, "hit", "no hits"),
        (2, "man/men", "2 men"),
        (1, "model falls", "1 model falls"),
        (3, "model falls", "3 models fall"),
        (1, "action_point", "1 action point"),
        (0, "none", "none"),
        (4, "none", "4"),
        (0, "", "0"),
    ],
)
def test_numbers_are_told_with_what_they_count(number: int, form: str, said: str) -> None:
    """One of it or several, and the verb after it."""
    assert format(Amount(number), form) == said


def test_what_stands_in_records_is_put_right_as_it_is_read() -> None:
    """Numbers and owners; and the verb after the name that it begins with."""
    assert mended("Sturmgrenadiers's 1 points, 11 points, -1 points and 1 action points") == (
        "Sturmgrenadiers' 1 point, 11 points, -1 points and 1 action point"
    )
    assert mended("Riflemen dices off suppression, needs 4+", ["Able", "Riflemen"]) == (
        "Riflemen dice off suppression, needs 4+"
    )
    assert mended("Riflemen (rifle) fires", ["Riflemen"]) == "Riflemen (rifle) fire"
    assert mended("1 of 2 men lost; the 1 is lost") == "1 of 2 men lost; the 1 is lost"


def test_what_is_said_of_it_is_said_of_them() -> None:
    """With all its verbs."""
    why = "it breaks and runs, and all its men are lost"
    assert Noun("Able").says(why) == why
    assert Noun("Riflemen").says(why) == "they break and run, and all their men are lost"


def test_small_words() -> None:
    """Articles, owners, one of several, and names of their own."""
    assert (an("MG 42"), an("PIAT"), an("88 mm gun"), an("rifle")) == (
        "an MG 42",
        "a PIAT",
        "an 88 mm gun",
        "a rifle",
    )
    assert (whose("Able"), whose("Shermans")) == ("Able's", "Shermans'")
    assert [singular(many) for many in ("points", "losses", "riflemen", "bodies")] == [
        "point",
        "loss",
        "rifleman",
        "body",
    ]
    assert (count_of(1, "die", "dice"), count_of(2, "hit")) == ("1 die", "2 hits")
    assert numbered("Able", ["Able", "Able 2"]) == "Able 3"
