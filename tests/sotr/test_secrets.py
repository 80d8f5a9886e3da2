"""What is Hidden stays so: whatever changes about a Hidden unit, its enemies see, and are asked, exactly the same."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice.sources import Scripted
from sandtable.play.game import Game
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.fire.suppression import suppressing_fire
from sandtable.rulesets.sotr.melee.breakaway import break_away, ways_off
from sandtable.rulesets.sotr.move.dirt import may_hit_the_dirt
from sandtable.rulesets.sotr.move.disorganized import choices_of, disorganized_action
from sandtable.rulesets.sotr.move.flight import compulsory_move
from sandtable.rulesets.sotr.move.hiding import hide, may_not_hide
from sandtable.rulesets.sotr.move.runners import anywhere, find_cover, home_run
from sandtable.rulesets.sotr.move.suppressed import suppressed_move
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from tests.clause import clause
from tests.scene import one_step

from .kit import Scene, reich, suppressible, terrain, us

GROUND = [
    terrain("woods", box=(4, 4, 14, 8)),
    terrain("building", box=(24, 10, 6, 6)),
    terrain("wall", line=[(8, 30), (16, 30)]),
    terrain("brush", box=(19, 25, 6, 5)),
]

PLACES = [(6.0 + 3 * place, 6.0) for place in range(4)] + [(25.0, 11.0), (27.0, 14.0), (11.0, 10.0), (40.0, 5.0)]

hidden_units = st.fixed_dictionaries(
    {
        "at": st.sampled_from(PLACES),
        "bearing": st.sampled_from([0, 90, 225]),
        "fields": st.fixed_dictionaries(
            {
                "disorganized": st.booleans(),
                "suppressed": st.booleans(),
                "frag": st.integers(0, 2),
                "activated": st.integers(0, 2),
                "shot_at": st.sampled_from([(), (1,), (1, 2)]),
            }
        ),
        "each": st.fixed_dictionaries({"prone": st.booleans(), "overwatch": st.booleans(), "moved": st.integers(0, 2)}),
        "lost": st.integers(0, 2),
    }
)


def battle(hidden: dict[str, Any], **fields: Any) -> Battle:
    """Two units of side 0, one enemy in the open and one Hidden."""
    fields.setdefault("pick", ("sergeant", *("rifleman",) * 4))
    wanted = reich(
        "reich.mg-team",
        hidden["at"],
        name="Hid",
        bearing=hidden["bearing"],
        gap=0.1,
        each=hidden["each"],
        fields={**hidden["fields"], "hidden": True},
    )
    line = tuple((12 + 1.5 * place, 36) for place in range(1, 5))
    scene = Scene(
        us("us.rifle-squad", (12, 36), name="Able", spots=line, **fields),
        reich("reich.sturmgrenadiers", (36, 24), name="Foe", men=3),
        wanted,
        ground=GROUND,
    )
    unit = scene.unit("Hid")
    gone = unit.men[len(unit.men) - hidden["lost"] :]
    layout = scene.state.layout.without(gone)
    scene.change("Hid", men=tuple(man for man in unit.men if man not in gone))
    return msgspec.structs.replace(scene.state, layout=layout)


def seen_by(state: Battle, side: int | None) -> bytes:
    """The state as a side may know it, byte for byte."""
    return msgspec.json.encode(as_seen(state, side), enc_hook=lambda layout: layout.packed())


def asked(state: Battle, script: Callable[..., Any], *arguments: Any) -> bytes:
    """The first question that a script asks, byte for byte."""

    async def begin(play: Play[Battle]) -> None:
        await script(play, 0, *arguments)

    game: Game[Battle] = Game(one_step(RULESET, begin), state, Scripted(()))
    decision = game.pending
    assert decision is not None
    assert decision.seat == 0
    return msgspec.json.encode(decision.describe())


PLAIN = {"at": PLACES[0], "bearing": 0, "fields": {}, "each": {}, "lost": 0}


@clause("sotr.hide.effect")
@settings(max_examples=60, deadline=None)
@given(hidden_units)
def test_enemies_and_spectators_see_the_same_whatever_it_is(hidden: dict[str, Any]) -> None:
    """Wherever it is, whoever is left of it, whatever has happened to it; its owner sees it as it is."""
    state, plain = battle(hidden), battle(PLAIN)
    assert seen_by(state, 0) == seen_by(plain, 0)
    assert seen_by(state, None) == seen_by(plain, None)
    assert seen_by(state, 1) == msgspec.json.encode(state, enc_hook=lambda layout: layout.packed())


@clause("sotr.hide.effect", "sotr.suppress.target")
@settings(max_examples=25, deadline=None)
@given(hidden_units)
def test_nothing_that_is_offered_or_refused_depends_on_it(hidden: dict[str, Any]) -> None:
    """Targets of Suppressing Fire, hiding, dropping, running."""

    def known(state: Battle) -> list[Any]:
        ways = ways_off(state, 0)
        return [
            suppressible(state, 0),
            may_not_hide(state, 0),
            may_hit_the_dirt(state, 0),
            choices_of(state, 0),
            find_cover(state, 0, anywhere, "sotr.flee.direction"),
            home_run(state, 0, "sotr.flee.direction"),
            ways,
        ]

    fleeing = {"fields": {"fleeing": True, "disorganized": True}}
    assert known(battle(hidden, **fleeing)) == known(battle(PLAIN, **fleeing))


IN_BRUSH, FAR_OFF, THERE = (20, 26), (38, 45), (12, 36)


@clause("sotr.hide.effect")
@pytest.mark.parametrize(
    ("fields", "at", "script"),
    [
        ({}, THERE, hide),
        ({"disorganized": True}, THERE, disorganized_action),
        ({"fleeing": True, "disorganized": True}, FAR_OFF, compulsory_move),
        ({}, THERE, break_away),
        ({"suppressed": True, "suppressed_by": 2}, IN_BRUSH, suppressed_move),
    ],
)
@settings(max_examples=15, deadline=None)
@given(hidden=hidden_units)
def test_no_question_tells_of_it(
    hidden: dict[str, Any], fields: dict[str, Any], at: tuple[int, int], script: Callable[..., Any]
) -> None:
    """The bytes of what the other seat is asked."""

    def made(one: dict[str, Any]) -> Battle:
        state = battle(one, fields=fields)
        x, y = at
        moved = [
            (man, (x * 1000 + 1100 * (place % 3)), (y * 1000 + 1100 * (place // 3)), 0, 0)
            for place, man in enumerate(state.units[0].men)
        ]
        return msgspec.structs.replace(state, layout=state.layout.placed(moved))

    assert asked(made(hidden), script) == asked(made(PLAIN), script)


@clause("sotr.hide.effect", "sotr.suppress.target")
@settings(max_examples=15, deadline=None)
@given(hidden_units)
def test_grenades_are_offered_by_where_the_terrain_is(hidden: dict[str, Any]) -> None:
    """At a piece that may hold a Hidden unit or not."""
    assert asked(battle(hidden), suppressing_fire, "t3") == asked(battle(PLAIN), suppressing_fire, "t3")
