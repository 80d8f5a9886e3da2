"""Men who are alike on a bare table: whoever of them was hit, it is the same; on a table each has his place."""

from typing import Any

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll, Rolled
from sandtable.mechanics.verbs import applied_by
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.fire.volley import which_roll
from sandtable.rulesets.skirmish41.harm.casualties import disable, kill, suffer
from sandtable.rulesets.skirmish41.harm.ranks import close_ranks, picked
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.umpire.bare import Man, Party, battle
from sandtable.rulesets.skirmish41.verbs import VERBS

from .kit import Scene, german

MEN = tuple(range(4))


def struck(*harm: tuple[Any, int], apart: tuple[int, ...] = ()) -> Battle:
    """Four men alike, to whom this happens in order, each time with ranks closed."""
    play: Play[Battle] = Play(battle(Options(), Party("They", (Man(),) * 4)), applied_by(VERBS))
    for done, man in harm:
        done(play, man)
        close_ranks(play, MEN, apart)
    return play.state


def wounded(play: Play[Battle], man: int) -> None:
    """A wound."""
    suffer(play, man, "wounded", -1, "sk.effect.wound")


def out(play: Play[Battle], man: int) -> None:
    """Disabled."""
    disable(play, man, "sk.effect.disable-kill")


def dead(play: Play[Battle], man: int) -> None:
    """Killed."""
    kill(play, man, "sk.effect.disable-kill")


def test_it_is_the_same_whoever_it_was_and_in_which_order() -> None:
    """The wounded first, then the unhurt, who lies there and who is gone last."""
    one = struck((wounded, 3), (out, 2), (dead, 1))
    other = struck((dead, 1), (wounded, 0), (out, 1))
    for state in (one, other):
        assert [state.figures[man].wounds for man in MEN] == [1, 0, 0, 0]
        assert (state.units[0].men, state.units[0].down) == ((0, 1), (2,))
        assert [man for man in MEN if not state.layout.on_table(man)] == [3]
    assert one.figures == other.figures and one.units == other.units and one.layout == other.layout


def test_those_to_whom_something_else_may_happen_keep_apart() -> None:
    """Two of them are still to be struck."""
    state = struck((wounded, 1), apart=(2, 3))
    assert [state.figures[man].wounds for man in MEN] == [1, 0, 0, 0]
    assert [struck((wounded, 3), apart=(2, 3)).figures[man].wounds for man in MEN] == [0, 0, 1, 0]


def ask_who(state: Battle) -> Roll[Any]:
    """The die of who of four men is hit."""
    men = state.units[0].men
    script = picked(state, men, which_roll("them", len(men), 0))
    roll = script.send(None)
    script.close()
    assert isinstance(roll, Roll)
    return roll


def test_the_first_of_those_who_are_alike_stands_for_all() -> None:
    """One wounded man of four: he is hit on a 1, one of the unhurt on anything else."""
    state = struck((wounded, 2))
    roll = ask_who(state)
    assert isinstance(roll.reading, Chart)
    assert roll.reading.weights(1, 4) == {"a wounded rifleman": 1, "an unhurt rifleman": 3}
    script = picked(state, state.units[0].men, which_roll("them", 4, 0))
    script.send(None)
    try:
        script.send(Rolled("an unhurt rifleman", (), 0))
    except StopIteration as done:
        assert done.value == 1


def test_on_a_table_everybody_has_his_place() -> None:
    """Nothing is exchanged, and the die counts them."""
    scene = Scene(german("de.rifle-team", (20, 20), name="They", pick=("rifleman",) * 3, figures={2: {"wounds": 1}}))
    scene.call(close_ranks, MEN[:3])
    assert [scene.state.figures[man].wounds for man in MEN[:3]] == [0, 0, 1]
    assert dict(ask_who(scene.state).reading.weights(1, 3)) == {1: 1, 2: 1, 3: 1}
