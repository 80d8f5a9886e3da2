"""Looking ahead: what would take too long is refused before it starts, and what would not is not."""

import pytest

from sandtable.dice.readings import Each, Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.questions import Found, Settled, Trial
from sandtable.odds import ahead
from sandtable.odds import walk as walking
from sandtable.odds.ahead import estimate, look_ahead
from sandtable.odds.ask import AskError, ask, put
from sandtable.odds.walk import TooLong
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.library import questions
from tests.trials import trial

EVERY = questions("bolt-action")


def dice(number: int, *, merged: bool) -> Trial:
    """So many dice one after the other; merged, only their sum is kept."""

    async def trial() -> Found:
        total = 0
        for place in range(number):
            total += (await Roll(1, 6, Total(), why="", because=())).value
            if merged:
                await Settled((place, total))
        return {"total": total}

    return trial


def test_a_tree_of_dice_is_estimated_exactly() -> None:
    """Every die has six values, so every probe says the same."""
    assert estimate(dice(12, merged=False)) == 6**12
    with pytest.raises(TooLong, match=r"about 2,200,000,000 branches, and 100,000 are allowed"):
        look_ahead(dice(12, merged=False))


def test_merged_dice_are_few() -> None:
    """Sixty sums of twelve dice are quickly walked, and are not refused."""
    assert estimate(dice(12, merged=True)) < 6000
    look_ahead(dice(12, merged=True))


def test_many_dice_die_by_die_are_refused_without_listing_them() -> None:
    """Listing six to the fortieth is what would take too long."""

    async def trial() -> Found:
        return {"faces": (await Roll(40, 6, Each(), why="", because=())).value}

    with pytest.raises(TooLong):
        look_ahead(trial)


def test_a_tie_without_end_is_looked_at_for_a_while_only() -> None:
    """A probe stops where it has seen enough."""

    async def trial() -> Found:
        while True:
            await Roll(1, 6, Total(), why="", because=())
            await Settled("again")

    assert estimate(trial) < 100_000


def test_a_question_that_would_take_too_long_says_so_before_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ninety dice of light machine guns: refused with the estimate, and not a single branch is walked."""
    monkeypatch.setattr(walking, "_Walker", None)
    with pytest.raises(AskError, match=r"shooting: this would take too long \(about \d[\d,]+ branches, and 100,000"):
        ask(EVERY["shooting"], {"shooters": 30, "weapon": "lmg", "target_men": 30}, Options())


def test_what_slips_through_meets_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk itself counts as well."""
    monkeypatch.setattr(walking, "BUDGET", 50)
    monkeypatch.setattr(ahead, "PROBES", 1)
    monkeypatch.setattr("sandtable.odds.ask.look_ahead", lambda _: None)
    with pytest.raises(AskError, match="more than 50 branches"):
        ask(EVERY["shooting"], {}, Options())


@pytest.mark.parametrize("name", EVERY)
def test_no_question_as_it_stands_is_taken_for_a_long_one(name: str) -> None:
    """The estimate of every default situation is far within what is allowed."""
    assert estimate(trial(put(EVERY[name], {}, Options()))) < walking.BUDGET // 5
