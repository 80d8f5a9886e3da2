"""Running scripts under every outcome: stages, last scenes, dice that are followed, rounds, what is given already."""

from fractions import Fraction
from typing import Any

import icepool
import msgspec
import pytest

from sandtable.dice.readings import AtLeast, Total
from sandtable.dice.roll import Roll, Rolled
from sandtable.foresight.budget import TooLong
from sandtable.foresight.look import Foresight
from sandtable.foresight.outcomes import Outcomes
from sandtable.foresight.sameness import Sameness
from sandtable.odds.trials import sample
from sandtable.play.decision import Decision
from sandtable.play.domains import YesNo
from sandtable.play.events import Event, set_state
from sandtable.play.refusal import Refused
from sandtable.play.script import Play
from sandtable.play.stage import Again, action, aftermath, last, returned, rounds, stage, then, thrown
from tests.play.toy import ToyState, initial

D6 = icepool.d6


def d6(why: str = "") -> Roll[int]:
    """One die."""
    return Roll(1, 6, Total(), why=why, because=())


def score(play: Play[ToyState], points: int) -> None:
    """The first side scores."""
    ours, theirs = play.state.scores
    play.tell("scored", "toy.score", sets={"scores": (ours + points, theirs)}, tells={"points": points})


def apply(state: ToyState, event: Event) -> ToyState:
    """Scores are the only thing that changes."""
    return set_state(state, event)


def noted(event: Event) -> list[Any]:
    """How often somebody scored."""
    return [((0, "times"), 1)] if event.verb == "scored" else []


def yes(_state: object, _decision: object) -> object:
    """Everybody agrees to everything."""
    return True


def look(begin: Any, *given: object, budget: int = 2000) -> Outcomes:
    """Everything that comes of a script."""
    return Foresight(initial(), apply, noted, yes, budget=budget).look(begin, given)


def scores(found: Outcomes) -> dict[int, Fraction]:
    """How likely each score is."""
    spread: dict[int, Fraction] = {}
    for end in found.ends:
        points = end.state.scores[0]
        spread[points] = spread.get(points, Fraction(0)) + Fraction(sum(end.facts.values()), found.whole)
    return dict(sorted(spread.items()))


def die(found: Any) -> dict[int, Fraction]:
    """A die of icepool, as chances."""
    return {outcome: Fraction(quantity, found.denominator()) for outcome, quantity in found.items()}


@stage
async def one_die(play: Play[ToyState]) -> int:
    """A die scores what it shows."""
    rolled = await d6()
    score(play, rolled.value)
    return rolled.value % 2


@stage
async def another(play: Play[ToyState], odd: int) -> None:
    """After an odd die, another."""
    if odd:
        await last(one_die(play))


async def two_dice(play: Play[ToyState]) -> None:
    """A die, and another if it was odd."""
    odd = await one_die(play)
    await last(another(play, odd))


def test_stages_and_last_scenes_come_to_what_the_dice_say() -> None:
    """Against icepool; and equal ends are one."""
    found = look(two_dice)
    expected = D6.map(lambda face: face + D6 if face % 2 else face)
    assert scores(found) == die(expected)
    assert len(found.ends) == len(scores(found))


def test_what_is_noted_is_kept_apart_from_the_states() -> None:
    """Once or twice, jointly with the score."""
    found = look(two_dice)
    by_times: dict[int, int] = {}
    for end in found.ends:
        for ((_, times),), weight in end.facts.items():
            by_times[times] = by_times.get(times, 0) + weight  # type: ignore[arg-type, index]
    assert {times: Fraction(weight, found.whole) for times, weight in by_times.items()} == {
        1: Fraction(1, 2),
        2: Fraction(1, 2),
    }


def test_a_stage_is_played_once_for_all_ways_that_lead_to_it() -> None:
    """Ten dice that are only counted lead to eleven states, not to a thousand."""
    runs = []

    @stage
    async def counted(play: Play[ToyState], left: int) -> None:
        runs.append(left)
        rolled = await Roll(1, 6, AtLeast(4), why="", because=())
        if rolled.value:
            score(play, 1)
        if left > 1:
            await last(counted(play, left - 1))

    async def begin(play: Play[ToyState]) -> None:
        await last(counted(play, 10))

    found = look(begin)
    assert scores(found) == die(10 @ (D6 >= 4))
    assert len(runs) == 2 * sum(range(1, 11))  # each state once for each way a die can fall


def test_dice_that_are_followed_are_worked_out_once() -> None:
    """What they say is handed on, and nothing else."""
    thrown_by = []

    async def dice(count: int, *, why: str) -> int:
        thrown_by.append(why)
        rolled = await Roll(count, 6, AtLeast(5), why=why, because=())
        again = await Roll(rolled.value, 6, AtLeast(5), why=why, because=())
        return rolled.value + again.value

    @stage
    async def scored(play: Play[ToyState], points: int, times: int) -> None:
        score(play, points * times)

    async def begin(play: Play[ToyState]) -> None:
        if await one_die(play):
            score(play, 100)
        await then(thrown(play, dice, 3, why=f"{play.state.scores}"), play, scored, 1000)

    found = look(begin)
    hits: Any = D6.map(lambda face: 1 + (D6 >= 5) if face >= 5 else 0)
    expected = D6.map(lambda face: face + 100 * (face % 2)) + 1000 * (3 @ hits)
    assert scores(found) == die(expected)
    assert len(set(thrown_by)) == 1  # for six states that they are thrown in


@rounds("number")
async def fight(play: Play[ToyState], men: int, *, number: int) -> Again | str:
    """Whoever throws a six ends it; a one costs a man; everything else is fought again."""
    rolled = await d6(f"round {number}")
    if rolled.value == 6 or men == 0:
        score(play, men)
        return "over"
    return Again(men - (rolled.value == 1), number=number + 1)


@stage
async def _judged(play: Play[ToyState], face: Rolled[int], men: int, *, number: int) -> Again | str:
    return await returned(_ended(play, face.value, men, number=number))


@stage
async def _ended(play: Play[ToyState], face: int, men: int, *, number: int) -> Again | str:
    if face == 6 or men == 0:
        score(play, men)
        return "over"
    return Again(men - (face == 1), number=number + 1)


@rounds("number")
async def fight_in_stages(play: Play[ToyState], men: int, *, number: int) -> Again | str:
    """The same fight, where a stage within a stage within the round says how it goes on."""
    return await returned(then(d6(f"round {number}"), play, _judged, men, number=number))


async def fighting(play: Play[ToyState]) -> None:
    """To the end."""
    said = await fight(play, 3, number=1)
    assert said == "over"


def test_a_stage_returns_what_its_last_scene_returns() -> None:
    """Foreseen and thrown so many times: a round that is handed on twice is the round that is played in one go."""

    async def staged_fight(play: Play[ToyState]) -> None:
        said = await fight_in_stages(play, 3, number=1)
        assert said == "over"

    assert scores(look(staged_fight)) == scores(look(fighting))
    often = [sample(initial(), apply, noted, yes, begin, (), 200)[0] for begin in (staged_fight, fighting)]
    assert scores(often[0]) == scores(often[1])


def test_a_round_that_leads_back_to_itself_is_summed_to_the_end() -> None:
    """Of a six and a one, each comes first as often as the other."""
    found = look(fighting)
    assert scores(found) == {0: Fraction(1, 8), 1: Fraction(1, 8), 2: Fraction(1, 4), 3: Fraction(1, 2)}


@rounds("number")
async def duel(play: Play[ToyState], *, number: int) -> Again | None:
    """On a six one may score what the next die shows, on a one nothing comes of it; else it is fought again."""
    rolled = await d6(f"round {number}")
    if rolled.value == 1:
        return None
    if rolled.value < 6:
        return Again(number=number + 1)
    if await Decision(0, "score", YesNo(), prompt="score?", because=()):
        score(play, (await d6()).value)
        return None
    return Again(number=number + 1)


async def duelling(play: Play[ToyState]) -> None:
    """To the end."""
    await duel(play, number=1)


def test_a_round_whose_dice_have_fallen_is_like_no_other() -> None:
    """Two ties that changed nothing, a six and a question: what comes of it is not that the ties come again for ever."""
    given = [bytes([2]), bytes([3]), bytes([6])]
    sixth, half = Fraction(1, 6), Fraction(1, 2)
    assert scores(look(duelling, *given, True)) == dict.fromkeys(range(1, 7), sixth)
    declined = scores(look(duelling, *given, False))  # from there on whoever throws a six scores
    assert declined == {0: half, **dict.fromkeys(range(1, 7), half * sixth)}


def test_the_first_roll_of_a_later_round_can_be_told_from_the_rest() -> None:
    """And of a round that may lead back to itself."""
    for given in ([], [bytes([2])], [bytes([2]), bytes([3])]):
        ahead = Foresight(initial(), apply, lambda _: (), yes)
        ahead.mark_first = True
        found = ahead.look(duelling, given)
        shares: dict[str, Fraction] = {}
        for end in found.ends:
            for facts, weight in end.facts.items():
                said = str(facts[0][1])
                shares[said] = shares.get(said, Fraction(0)) + Fraction(weight, found.whole)
        assert shares == {face: Fraction(1, 6) for face in "123456"}


def test_in_play_a_stage_is_an_ordinary_script() -> None:
    """The same script, driven with plain dice: rounds go on until they end."""
    play: Play[ToyState] = Play(initial(), apply)
    script = fighting(play)
    faces = iter([2, 1, 3, 1, 6])
    try:
        request = script.send(None)
        while True:
            request = script.send(_rolled(request, next(faces)))
    except StopIteration:
        pass
    assert (play.state.scores, next(faces, None)) == ((1, 0), None)


def _rolled(roll: Roll[Any], face: int) -> Any:
    from sandtable.dice.roll import Rolled  # noqa: PLC0415

    return Rolled(roll.reading.read((face,)), (face,), 0)


def test_what_has_been_given_is_taken_and_the_forecast_ends_with_its_action() -> None:
    """A die thrown already, an answer given already; what comes after the action is left out."""

    @action
    async def act(play: Play[ToyState]) -> None:
        rolled = await d6()
        score(play, rolled.value)
        if await Decision(0, "more", YesNo(), prompt="more?", because=()):
            await last(one_die(play))

    async def begin(play: Play[ToyState]) -> None:
        await act(play)
        score(play, 1000)

    assert scores(look(begin, bytes([4]), False)) == {4: 1}
    assert scores(look(begin, bytes([4]), True)) == die(4 + D6)
    assert scores(look(begin)) == die(2 @ D6)  # nothing given: the first action is what is asked about
    with pytest.raises(Refused, match="wants 1 dice"):
        look(begin, True)
    with pytest.raises(Refused, match="wants an answer"):
        look(begin, bytes([4]), bytes([4]))


def test_the_first_roll_can_be_told_from_the_rest() -> None:
    """For those who want to know what it was worth."""
    ahead = Foresight(initial(), apply, lambda _: (), yes)
    ahead.mark_first = True
    found = ahead.look(two_dice)
    shown = {facts[0][1]: Fraction(weight, found.whole) for end in found.ends for facts, weight in end.facts.items()}
    assert set(shown) == set("123456")


def test_an_aftermath_is_left_out_of_a_forecast_and_played_in_play() -> None:
    """Where its owner may do nothing."""

    @aftermath
    async def tidy(play: Play[ToyState]) -> None:
        score(play, 500)

    async def begin(play: Play[ToyState]) -> None:
        await one_die(play)
        await tidy(play)

    assert max(scores(look(begin))) == 6
    play: Play[ToyState] = Play(initial(), apply)
    with pytest.raises(StopIteration):
        tidy(play).send(None)
    assert play.state.scores == (500, 0)


def test_a_budget_is_kept() -> None:
    """And a fact that grows with every round cannot be summed."""
    with pytest.raises(TooLong, match="more than 3 runs"):
        look(two_dice, budget=3)

    @rounds()
    async def forever(play: Play[ToyState]) -> Again | None:
        rolled = await d6()
        play.tell("scored", "toy.score")
        return None if rolled.value == 6 else Again()

    async def begin(play: Play[ToyState]) -> None:
        await forever(play)

    with pytest.raises(TooLong, match="grows with every round"):
        look(begin)


def test_trials_come_near_the_exact_chances_and_are_always_the_same() -> None:
    """Estimates have dice of their own."""
    twice = [sample(initial(), apply, noted, yes, two_dice, (), 600)[0] for _ in range(2)]
    assert scores(twice[0]) == scores(twice[1])
    exact = scores(look(two_dice))
    assert all(abs(share - exact[points]) < Fraction(1, 10) for points, share in scores(twice[0]).items())
    assert scores(sample(initial(), apply, noted, yes, fighting, (), 200)[0]).keys() <= {0, 1, 2, 3}


def test_equal_states_are_one_object() -> None:
    """By what has changed since the beginning, on whatever way."""
    begin = initial()
    same = Sameness(begin)
    there = set_state(begin, Event("scored", (), sets={"scores": (3, 0)}))
    elsewhere = set_state(there, Event("scored", (), sets={"scores": (4, 0)}))
    back = set_state(elsewhere, Event("scored", (), sets={"scores": (3, 0)}))
    assert back is not there
    assert same.of(back) is same.of(there)
    assert same.of(elsewhere) is not same.of(there)
    assert same.of(begin) is begin
    again = set_state(there, Event("scored", (), sets={"scores": tuple(number for number in begin.scores)}))
    assert again.scores is not begin.scores and same.of(again) is begin
    gone = [set_state(begin, Event("x", (), sets={"layout": begin.layout.without((figure,))})) for figure in (0, 0)]
    assert same.of(gone[0]) is same.of(gone[1])


def test_rows_that_became_shorter_are_not_taken_for_rows_with_another_value() -> None:
    """Of three numbers, `1, 5` is left in one state, and `5` stands second in the other."""
    numbers: tuple[Any, ...] = (7, 8, 9)
    begin = msgspec.structs.replace(initial(), scores=numbers)
    same = Sameness(begin)
    shorter = msgspec.structs.replace(begin, scores=(1, 5))
    changed = msgspec.structs.replace(begin, scores=(numbers[0], 5, numbers[2]))
    assert same.of(shorter) is shorter
    assert same.of(changed) is changed
