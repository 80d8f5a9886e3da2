"""Studies: what their files may say, what is refused in a line, and which battles come of them."""

from pathlib import Path

import pytest

from sandtable.lab.fought import battle, header_of, record_of
from sandtable.lab.study import BASE, Arm, Study, Variant, laid_out, read_study
from sandtable.play.record import read_record, verify, write_record
from sandtable.rulesets.library import ruleset
from sandtable.table.data import DataError

HEAD = 'title = "T"\nbooks = ["d10"]\nscenarios = ["chapel"]\nbots = ["random", "random"]\n'
RIFLE = "d10.table.weapons.rifle.shots-long"
SQUAD = "us.parachute-squad"


def arms(text: str, folder: Path = Path()) -> list[Arm]:
    """The arms of a study that is written so."""
    return laid_out(read_study(HEAD + text, "s.toml"), folder, "s.toml")


def test_every_variant_stands_beside_the_base() -> None:
    """Switches and cells, troops, force lists, scenarios and bots can be other ones; each says in words what it changes."""
    found = arms(
        f'[[variant]]\nname = "rifle"\nset = {{"{RIFLE}" = 2, "d10.allow_pass" = true}}\n'
        f'[[variant]]\nname = "elite"\ntroops = {{"{SQUAD}" = {{quality = "elite", points = 99}}}}\n'
        f'[[variant]]\nname = "few"\n[variant.forces]\nfirst = [{{troop = "{SQUAD}"}}]\n'
        '[[variant]]\nname = "elsewhere"\nscenario = "meeting"\n'
        '[[variant]]\nname = "sound"\nbots = ["rookie", "random"]\n'
    )
    assert [arm.variant for arm in found] == [BASE, "rifle", "elite", "few", "elsewhere", "sound"]
    assert [arm.number for arm in found] == list(range(6))
    assert found[1].changed == ("d10.allow_pass = true (usually false)", f"{RIFLE} = 2 (printed: 1)")
    assert found[2].changed == (f"{SQUAD}.quality = elite", f"{SQUAD}.points = 99")
    assert found[3].changed == (f"the first force: {SQUAD}",) and len(found[3].scenario.forces[0].units) == 1
    assert (found[4].scenario.name, found[5].bots) == ("meeting", ("rookie", "random"))
    assert found[0].changed == () and found[0].options == {}


def test_other_figures_of_a_troop_are_played() -> None:
    """On the cards of a battle, and only on those of the troop."""
    base, elite = arms(f'[[variant]]\nname = "elite"\ntroops = {{"{SQUAD}" = {{quality = "elite", points = 99}}}}\n')
    rules = ruleset("d10")
    usual, other = (
        [rules.card(state, number) for number in range(len(state.units))]
        for state in (rules.setup(arm.scenario, rules.options_type()) for arm in (base, elite))
    )
    changed = [place for place, (one, two) in enumerate(zip(usual, other, strict=True)) if one != two]
    assert changed and all(usual[place].troop == SQUAD for place in changed)
    assert {other[place].points for place in changed} == {99}


def test_a_file_of_house_rules_is_played(tmp_path: Path) -> None:
    """It lies beside the study."""
    (tmp_path / "mine.toml").write_text(f"{RIFLE} = 3\n")
    assert arms('[[variant]]\nname = "mine"\nrules = "mine.toml"\n', tmp_path)[1].changed == (
        f"{RIFLE} = 3 (printed: 1)",
    )


def test_books_have_their_own_variants() -> None:
    """What is set for one book is no variant of another."""
    text = 'title = "T"\nbooks = ["d10", "bolt-action"]\n[[variant]]\nname = "a"\nset = {"d10.allow_pass" = true}\n'
    found = laid_out(read_study(text, "s.toml"), Path())
    assert [(arm.book, arm.variant) for arm in found] == [("d10", BASE), ("d10", "a"), ("bolt-action", BASE)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "s.toml: not valid TOML"),
        ('title = "T"\nbooks = []', "s.toml: books: a study names rulebooks: there are bolt-action, "),
        ('title = "T"\nbooks = ["chess"]', "s.toml: books[0]: no rulebook is called 'chess': there are bolt-action, "),
        ('title = "T"\nbooks = ["d10"]\nbattels = 3', "Object contains unknown field `battels`"),
        ('title = "T"\nbooks = ["d10"]\nbattles = 1', "s.toml: battles: Expected `int` >= 2"),
        (HEAD + '[[variant]]\nname = "x"', "s.toml: variant[0]: 'x' changes nothing"),
        (
            HEAD + '[[variant]]\nname = "x"\nset = {"d10.allow_pass" = false}',
            "variant 'x': it is what d10 plays anyway",
        ),
        (HEAD + '[[variant]]\nname = "base"\nset = {"d10.allow_pass" = true}', "'base' is what the books have"),
        (
            HEAD + '[[variant]]\nname = "x"\nset = {"d10.nothing" = 1}',
            "variant 'x': d10.nothing: no such option; known are d10.",
        ),
        (
            HEAD + '[[variant]]\nname = "x"\nset = {"ba.turns" = 1}',
            "variant 'x': ba.turns: no such option; known are d10.…",
        ),
        (HEAD + '[[variant]]\nname = "x"\nset = {"d10.table.weapons.rifle.shots" = 1}', "did you mean"),
        (
            HEAD + f'[[variant]]\nname = "x"\nset = {{"{RIFLE}" = 99}}',
            "it takes a whole number from 0 to 12 (printed: 1), not 99",
        ),
        (HEAD + '[[variant]]\nname = "x"\nrules = "none.toml"', "none.toml: cannot be read"),
        (
            HEAD + '[[variant]]\nname = "x"\ntroops = {"us.nobody" = {points = 1}}',
            "'us.nobody' is in neither force: there are ",
        ),
        (
            HEAD + f'[[variant]]\nname = "x"\ntroops = {{"{SQUAD}" = {{pionts = 1}}}}',
            "no field 'pionts': there are base, ",
        ),
        (HEAD + f'[[variant]]\nname = "x"\ntroops = {{"{SQUAD}" = {{points = "many"}}}}', "Expected `int`, got `str`"),
        (HEAD + '[[variant]]\nname = "x"\n[variant.forces]\nfirst = [{troop = "us.nobody"}]', "d10 cannot fight it: "),
        (HEAD + '[[variant]]\nname = "x"\n[variant.forces]\nfirst = []', "variant 'x': the first force has nobody"),
        (HEAD + '[[variant]]\nname = "x"\nscenario = "nowhere"', "d10 has no scenario 'nowhere': there are "),
        (HEAD.replace("random", "genius"), "no bot is called 'genius'"),
        (HEAD + 'swap = "always"', "the forces having changed places, d10 cannot fight it: "),
    ],
)
def test_what_is_wrong_with_a_study_is_said_in_a_line(text: str, said: str) -> None:
    """Before anything is fought."""
    with pytest.raises(DataError) as wrong:
        laid_out(read_study(text, "s.toml"), Path(), "s.toml")
    assert said in str(wrong.value) and "\n" not in str(wrong.value)


def test_a_battle_is_measured_and_opened_again_as_the_same_battle() -> None:
    """What the meter says is what the record of the battle says, and the record is proven."""
    rules = ruleset("d10")
    arm = arms("")[0]
    found = battle(arm, 5)
    game = verify(rules, read_record(write_record(record_of(arm, 5))))
    assert game.outcome is not None
    assert (found.winner, found.scores, found.turns) == (
        game.outcome.winner,
        game.outcome.scores,
        rules.turn(game.state),
    )
    left = [
        sum(float(rules.worth(game.state, n)) for n, unit in enumerate(game.state.units) if unit.side == side)
        for side in (0, 1)
    ]
    assert [sum(unit.left for unit in found.units if unit.side == side) for side in (0, 1)] == pytest.approx(left)
    assert {unit.name for unit in found.units} == {unit.name for unit in game.state.units}
    fell = [place for place in found.places if place.what == "fell"]
    assert len(fell) == sum(
        len(was.men) - len(now.men) for was, now in zip(game.initial.units, game.state.units, strict=True)
    )
    assert sum(found.activations) >= sum(found.idle) > 0 and sum(found.dice) >= sum(found.throws) > 20
    assert (
        found.clauses["d10.shoot.table"] > 0 and any(deed.startswith("fire") for deed in found.deeds) and found.weapons
    )


def test_forces_that_change_places_are_still_the_first_and_the_second() -> None:
    """With the one who plays them."""
    study = Study("T", ("d10",), ("two-platoons",), bots=("rookie", "random"))
    arm = laid_out(study, Path())[0]
    assert arm.swaps
    there, back = battle(arm, 3), battle(arm, 3, swapped=True)
    assert header_of(arm, swapped=True).seats == ("random", "rookie")
    names = [{unit.name for unit in found.units if unit.side == 0} for found in (there, back)]
    assert names[0] == names[1] and (there.swapped, back.swapped) == (False, True)


def test_dice_hang_on_the_seed_and_on_what_is_thrown_for() -> None:
    """A change that nobody comes by leaves a battle as it was, die for die."""
    same, other = arms(f'[[variant]]\nname = "x"\nset = {{"{RIFLE}" = 2}}\n')
    one, two = battle(same, 4), battle(other, 4)
    assert one.units[0].begins == two.units[0].begins  # what is thrown before they differ is thrown alike
    assert battle(same, 5).fortune != one.fortune


def test_only_what_is_named_is_a_study() -> None:
    """The whole form, and nothing besides."""
    wanted = Study("T", ("d10",), variant=(Variant("x", set={"d10.allow_pass": True}),))
    assert (
        read_study('title = "T"\nbooks = ["d10"]\nvariant = [{name = "x", set = {"d10.allow_pass" = true}}]', "s")
        == wanted
    )
