"""Who begins Hidden is set up in secret: wherever it is, the other side and spectators are told, and asked, the same."""

from typing import Any

import msgspec
import pytest

from sandtable.bots import bot
from sandtable.mechanics.zones import box_of
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.views import veil, view
from sandtable.play.wire import to_plain
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.server.played import Played, Taken
from tests.clause import clause

US, SPECTATORS = 0, None
FIRST, LAST = "The Count", "MG team"  # begin Hidden, and are set up in this order
SEED = 5


def begun(until: str) -> tuple[Played, list[Any]]:
    """A meeting engagement up to where a unit of the Reich is set up Hidden; and what the US were asked on the way."""
    battle = Played(
        RULESET, Header("sotr", RULESET.version, {}, RULESET.scenario("meeting"), ("me", "you")), seeded_box(SEED)
    )
    return battle, play(battle, until)


def play(battle: Played, until: str = "") -> list[Any]:
    """Set-up goes on, by what rookies would do, up to a unit or to the first turn; everything that the US were asked."""
    bots = [bot("rookie", RULESET, SEED, seat) for seat in (0, 1)]
    asked: list[Any] = []
    while (decision := battle.game.pending) is not None and RULESET.setting_up(battle.game.state):
        state = battle.game.state
        if decision.kind == "set up" and decision.unit is not None and state.units[decision.unit].name == until:
            return asked
        if decision.seat == US:
            asked.append(battle.asked())
        if decision.kind == "begin hidden":  # of the US nobody does, who would see them
            values = decision.domain.values  # type: ignore[attr-defined]
            answer: object = [key for key, one in values.items() if state.units[one].name in {FIRST, LAST}]
        elif decision.kind == "unit to set up" and decision.seat != US:
            values = decision.domain.values  # type: ignore[attr-defined]
            answer = min(values, key=lambda key: (state.units[values[key]].name != FIRST, key))
        else:
            answer = bots[decision.seat].answer(view(RULESET, state, decision.seat), decision)
        battle.answer(to_plain(answer))
    return asked


def places(battle: Played) -> list[Any]:
    """Places for the team, far apart, where the enemy does not see it."""
    decision = battle.game.pending
    assert decision is not None
    domain: Any = decision.domain
    left, upper, right, lower = box_of(domain.zone)
    goals = [(x, y) for x in range(left, right, 1500) for y in range(upper, lower, 1500)]
    found = [march for goal in goals if (march := domain.suggest(goal)) is not None]
    assert len(found) >= 3
    return [found[0], found[len(found) // 2], found[-1]]


def known(battle: Played, audience: int | None) -> bytes:
    """All that an audience has been told: the table at the beginning, every beat since, the log; and how it is now."""
    start, beats = battle.history(audience)
    seen = view(RULESET, battle.game.state, audience)
    lines = battle.lines(audience)
    told = [start, beats, lines, battle.teller(audience).table(), battle.answers, RULESET.heading(seen)]
    return msgspec.json.encode([told, seen], enc_hook=lambda layout: layout.packed())


def happened(battle: Played, audience: int | None) -> list[Any]:
    """Everything that has happened, as an audience may know it."""
    game: Game[Any] = new_game(RULESET, battle.header, battle.dice)
    game.replay(battle.game.everything())
    return [veil(one, audience) for one in game.take()]


@clause("sotr.gap.deployment", "sotr.hide.effect")
@pytest.mark.parametrize("audience", [US, SPECTATORS], ids=["the other side", "spectators"])
@pytest.mark.parametrize("name", [FIRST, LAST])
def test_where_a_hidden_unit_is_set_up_is_told_to_nobody_else(name: str, audience: int | None) -> None:
    """Views, events, beats, the log, how much was asked and what: byte for byte, at once and when the battle begins."""
    tried = places(begun(name)[0])
    at_once, later, where = set(), set(), set()
    for place in tried:
        battle, asked = begun(name)
        battle.answer(to_plain(place))
        at_once.add(known(battle, audience))
        asked += play(battle)
        later.add(known(battle, audience) + msgspec.json.encode([asked, happened(battle, audience)]))
        unit = next(unit for unit in battle.game.state.units if unit.name == name)
        assert unit.hidden
        where.add(battle.game.state.layout.point(unit.men[0]))
    assert len(where) == len(tried)
    assert len(at_once) == len(later) == 1


@clause("sotr.gap.deployment", "sotr.hide.effect")
@pytest.mark.parametrize("audience", [US, SPECTATORS], ids=["the other side", "spectators"])
def test_taking_it_back_tells_no_more(audience: int | None) -> None:
    """Set up, taken back and set up elsewhere: as if it had stood there from the first."""
    first, second, *_ = places(begun(FIRST)[0])
    battle, _ = begun(FIRST)
    answers, before = battle.answers, known(battle, audience)
    battle.answer(to_plain(first))
    battle.back(Taken(answers))
    assert known(battle, audience) == before
    battle.answer(to_plain(second))
    plain, _ = begun(FIRST)
    plain.answer(to_plain(second))
    assert known(battle, audience) == known(plain, audience)
    assert known(battle, 1) != before
