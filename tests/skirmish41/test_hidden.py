"""What is unspotted stays so: whatever changes about such a team, its enemies are shown and asked the same."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.bots import bot
from sandtable.dice.sources import Scripted
from sandtable.play.decision import Decision
from sandtable.play.events import Event
from sandtable.play.game import Game
from sandtable.play.record import Header, new_game, seeded_box
from sandtable.play.script import Play
from sandtable.play.views import view
from sandtable.rulesets.skirmish41.basics.sight import sees, shelters
from sandtable.rulesets.skirmish41.fire.crews import join, pick_up
from sandtable.rulesets.skirmish41.harm.blasts import blast_among, burst
from sandtable.rulesets.skirmish41.ruleset import RULESET
from sandtable.rulesets.skirmish41.setup.deployment import deploy
from sandtable.rulesets.skirmish41.spotting.hidden import SOMEBODY, UNSEEN, called, hides_from, known_to
from sandtable.rulesets.skirmish41.spotting.spotting import lose_sight, spot_the_obvious, unaware
from sandtable.rulesets.skirmish41.state import Battle, Harm, Marker, Mission, Unit
from sandtable.rulesets.skirmish41.turn.activation import carry_out, choose
from sandtable.rulesets.skirmish41.turn.orders import orders_of
from sandtable.rulesets.skirmish41.turn.turn import next_activation
from sandtable.server.telling import Teller, each_state
from tests.clause import clause
from tests.scene import one_step

from .kit import Scene, brit, drive, german, goal, instead_of, shift, terrain

AUDIENCES = (0, 1, None)
SCENARIOS = ("crossroads", "farm")
MOST_TURNS, FEW_TURNS = 4, 2
ASKED = ("move", "drive", "spot", "lift", "pick up")  # orders that begin with a question
EVERY = 9  # steps between the moments that are looked at


def packed(value: object) -> bytes:
    """Anything that is sent or kept, byte for byte."""
    return msgspec.json.encode(value, enc_hook=lambda layout: layout.packed())


# ---- battles at several moments


def begun(scenario: str, seed: int) -> tuple[Game[Battle], Callable[[Decision[Any]], object]]:
    """A battle, and how its questions are answered: at random, but that teams are set up in cover where there is any."""
    header = Header(RULESET.name, RULESET.version, {}, RULESET.scenario(scenario), ("random", "random"))
    game: Game[Battle] = new_game(RULESET, header, seeded_box(seed))
    bots = [bot("random", RULESET, seed, seat) for seat in (0, 1)]

    def answer(decision: Decision[Any]) -> object:
        found = in_cover(game.state, decision) if decision.kind == "set up" else None
        return found or bots[decision.seat].answer(view(RULESET, game.state, decision.seat), decision)

    return game, answer


def in_cover(state: Battle, decision: Decision[Any]) -> object | None:
    """A place in some piece of terrain, for a team that is set up."""
    assert decision.unit is not None
    turn = decision.unit % len(state.terrain)
    for piece in (*state.terrain[turn:], *state.terrain[:turn]):
        xs, ys = zip(*piece.outline, strict=True)
        march = decision.domain.suggest((sum(xs) // len(xs), sum(ys) // len(ys)))  # type: ignore[attr-defined]
        if march is not None and piece.kind in {"woods", "building", "crops", "hedge", "wall"}:
            return march  # type: ignore[no-any-return]
    return None


@cache
def moments(scenario: str) -> tuple[Battle, ...]:
    """States of a battle: while it is set up, and in its first turns."""
    game, answer = begun(scenario, 5)
    found: dict[int, Battle] = {}
    while (decision := game.pending) is not None and game.checkpoint.turn <= MOST_TURNS:
        if game.step % EVERY == 0:
            found.setdefault(game.step, game.checkpoint)
        game.answer(answer(decision))
    return tuple(found.values())


def hidden_teams(state: Battle, side: int) -> list[int]:
    """A side's unspotted teams on the table, dummies too."""
    return [
        number
        for number, unit in enumerate(state.units)
        if unit.side == side and unit.on_table and hides_from(state, unit, 1 - side)
    ]


def everything_seen(state: Battle, audience: int | None) -> bytes:
    """The view of an audience, and all that a page would be told from it."""
    seen = view(RULESET, state, audience)
    table = Teller(RULESET, state, audience).table()
    cards = [RULESET.card(seen, unit) for unit in range(len(seen.units))]
    own = [number for number, unit in enumerate(seen.units) if unit.side == audience and unit.on_table and unit.men]
    looks = [list(RULESET.outlook(seen, number, rays=True)) for number in own]
    return packed([seen, table, cards, list(RULESET.counters(seen)), RULESET.heading(seen), looks])


def asked_first(state: Battle, seat: int, number: int | None = None, order: str = "") -> list[bytes]:
    """The first question to a seat: which team acts, what a team does, or where and whom with an order of it."""

    async def begin(play: Play[Battle]) -> None:
        if number is None:
            await next_activation(play)
        elif order:
            await carry_out(play, number, order)
        else:
            await choose(play, number)

    decision = Game(one_step(RULESET, begin), state, Scripted([1] * 40)).pending
    if decision is None or decision.seat != seat:
        return []
    return [packed([decision.describe(), dict(RULESET.promises(view(RULESET, state, seat), decision))])]


def questions(state: Battle, seat: int) -> list[bytes]:
    """What a seat is asked in its part: which team, what each does, and the first question of what it could do."""
    if state.phase != "part" or state.active != seat:
        return []
    found = asked_first(state, seat)
    for number, unit in enumerate(state.units):
        if unit.side == seat and unit.on_table and unit.men and not unit.done and not unit.routing:
            found += asked_first(state, seat, number)
            for order in orders_of(known_to(state, seat), number).open:
                if order in ASKED:
                    found += asked_first(state, seat, number, order)
    return found


# ---- what may change about an unspotted team


def put_at(state: Battle, number: int, x: int, y: int) -> list[tuple[int, int, int, int, int]]:
    """The bodies of a team, its first at a point."""
    bodies = state.units[number].bodies
    from_x, from_y = state.layout.point(bodies[0])
    return [
        (body, x + bx - from_x, y + by - from_y, 900, 0)
        for body, (bx, by) in zip(bodies, state.layout.points(bodies), strict=True)
    ]


def swapped(state: Battle, one: int, other: int) -> Battle:
    """Two markers change what lies under them."""
    first, second = (state.layout.point(state.units[number].bodies[0]) for number in (one, other))
    places = [*put_at(state, one, *second), *put_at(state, other, *first)]
    return replace(state, layout=state.layout.placed(places))


def unit_with(state: Battle, number: int, **fields: Any) -> Battle:
    """The battle with fields of a team changed."""
    units = list(state.units)
    units[number] = replace(units[number], **fields)
    return replace(state, units=tuple(units))


def figures_with(state: Battle, men: tuple[int, ...], **fields: Any) -> Battle:
    """The battle with fields of some figures changed."""
    figures = list(state.figures)
    for man in men:
        figures[man] = replace(figures[man], **fields)
    return replace(state, figures=tuple(figures))


def hurt(state: Battle, number: int) -> Battle:
    """Everybody wounded, the last of several disabled."""
    unit = state.units[number]
    found = figures_with(state, unit.men, wounds=1)
    if len(unit.men) > 1 and unit.card.kind == "team":
        found = figures_with(found, unit.men[-1:], out="disabled")
        found = unit_with(found, number, men=unit.men[:-1], down=unit.men[-1:], fallen=(("smg", 1000, 1000),))
    return unit_with(found, number, suppression=2)


def busy(state: Battle, number: int) -> Battle:
    """It has moved, fired, looked out and been shot at; it runs."""
    found = figures_with(state, state.units[number].men, spent=2, moves=1, fired=1, looked=True, aimed=0, saved=1)
    shot = (Harm(0, 3, "small arms"),)
    return unit_with(
        found, number, done=True, moved=4000, fired=True, shot_by=shot, frozen=1, retiring=True, shifts=7, lost_sight=1
    )


def stripped(state: Battle, number: int) -> Battle:
    """It has nothing left, and others hold what is left."""
    unit = state.units[number]
    found = unit_with(state, number, items=(), ready=False, aware=True, marked_by=(0,), ranged=(1, 1))
    if not unit.men:
        return found
    each = ((unit.men[-1], {"arms": ("pistol",), "role": "driver", "rating": 1}),)
    return RULESET.apply(found, Event("picked up", (), number, (unit.men[-1],), {"each": each}))


CHANGES: tuple[Callable[[Battle, int], Battle], ...] = (hurt, busy, stripped)


def variants(state: Battle, side: int) -> Iterator[Battle]:
    """The same battle, as far as the other side can know."""
    hidden = hidden_teams(state, side)
    for change in CHANGES if hidden else ():
        changed = state
        for number in hidden:
            changed = change(changed, number)
        yield changed
    teams = [number for number in hidden if state.units[number].card.kind != "dummy"]
    dummies = [number for number in hidden if state.units[number].card.kind == "dummy"]
    if len(teams) > 1:
        yield swapped(state, teams[0], teams[-1])
    if teams and dummies:
        yield swapped(state, teams[0], dummies[0])


@clause("sk.gap.spotted-status")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", [0, 1])
def test_whatever_an_unspotted_team_is_the_other_side_sees_the_same(scenario: str, seat: int) -> None:
    """Its place among the markers, its wounds, its actions, its rounds; and spectators see no more."""
    looked_at = 0
    for state in moments(scenario):
        plain = {audience: everything_seen(state, audience) for audience in (seat, None)}
        for changed in variants(state, 1 - seat):
            assert changed != state
            for audience, seen in plain.items():
                assert everything_seen(changed, audience) == seen
                looked_at += 1
    assert looked_at > 20


@clause("sk.gap.spotted-status")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seat", [0, 1])
def test_whatever_an_unspotted_team_is_the_other_side_is_asked_the_same(scenario: str, seat: int) -> None:
    """Which team, what it does, where it goes, what it looks for: bytes of whole questions."""
    asked = 0
    for state in moments(scenario):
        plain = questions(state, seat)
        for changed in variants(state, 1 - seat) if plain else ():
            assert questions(changed, seat) == plain
            asked += len(plain)
    assert asked > 20


def test_the_owner_sees_his_own_teams_as_they_are() -> None:
    """Nothing is kept from him, and he is shown that nobody has spotted them."""
    state = moments("farm")[-1]
    for number in hidden_teams(state, 1):
        assert known_to(state, 1).units[number] is state.units[number]
        assert "hidden" in [one.kind for one in RULESET.shown(known_to(state, 1), number).markers]


# ---- what is said aloud


def unknown_to(state: Battle, audience: int | None) -> set[int]:
    """The teams that an audience may not know of."""
    return {number for number, unit in enumerate(state.units) if hides_from(state, unit, audience)}


def names_in(text: str, state: Battle, units: set[int]) -> list[str]:
    """The names of some teams that a text has in it."""
    return [state.units[number].name for number in sorted(units) if state.units[number].name in text]


@clause("sk.gap.spotted-status")
@pytest.mark.parametrize(("scenario", "seed"), [("crossroads", 1), ("farm", 1)])
def test_nothing_that_is_said_in_a_battle_names_an_unspotted_team(scenario: str, seed: int) -> None:
    """Lines of the log, reasons of dice, questions, and what changes on the page, for both seats and spectators."""
    game, answer = begun(scenario, seed)
    before, said_about = game.initial, False
    tellers = {audience: Teller(RULESET, before, audience) for audience in AUDIENCES}
    while (decision := game.pending) is not None and game.state.turn <= FEW_TURNS:
        for happening, state in each_state(RULESET, before, game.take()):
            for audience, teller in tellers.items():
                beat = teller.tell(0, 0, happening, state)
                secret = unknown_to(before, audience) & unknown_to(state, audience)
                said_about |= bool(secret) and state.turn > 0
                said = packed(beat).decode() if beat.line is None else beat.line.text + packed(beat.line.dice).decode()
                assert not [unit.number for unit in beat.units if unit.number in secret], happening
                assert not [figure for figure in beat.figures if figure.unit in secret], happening
                if beat.line is not None:
                    assert beat.line.unit not in secret, happening
                    assert not [row for row in beat.line.figures if state.figures[row].unit in secret], happening
                assert not names_in(said, state, secret), happening
            before = state
        asked = packed(decision.describe()).decode()
        assert not names_in(asked, game.state, unknown_to(game.state, decision.seat)), decision.kind
        game.answer(answer(decision))
    assert said_about


HOUSE = terrain("building", box=(30, 20, 8, 4))
WALL = terrain("wall", line=[(10, 30), (40, 30)])


def unseen(troop: str, at: tuple[float, float], **rest: Any) -> Any:
    """A German team that nobody has spotted."""
    fields = rest.pop("fields", {})
    return german(troop, at, name=rest.pop("name", "Berta"), fields={"spotted": False, **fields}, **rest)


def lines(scene: Scene, audience: int | None) -> list[str]:
    """The log of what has just happened, as somebody reads it who knew the table before."""
    teller = Teller(RULESET, scene.state, audience)
    beats = [teller.tell(0, 0, happening, scene.state) for happening in scene.news]
    return [beat.line.text for beat in beats if beat.line is not None]


@clause("sk.gap.spotted-status")
def test_dice_name_nobody_who_is_unseen() -> None:
    """A blast among unseen men, an unseen vehicle that gets stuck, an unseen team that fires and misses."""
    scene = Scene(brit("gb.rifle-team", (20, 10), name="Able"), unseen("de.rifle-team", (20, 40), men=2))
    scene.call(burst, blast_among(scene.state, scene.unit("Berta").men, 0), dice=[1, 1])
    assert [one.why for one in scene.throws("blast")] == [f"What the blast does to {SOMEBODY}"] * 2
    assert called(scene.state, scene.number("Berta")) == UNSEEN
    hedge = terrain("hedge", line=[(10, 42), (30, 42)])
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able"),
        unseen("de.lorry", (20, 45), name="Opel"),
        ground=[hedge],
        fields={"active": 1},
    )
    scene.act("Opel", "drive", dice=[6, 1], drive=drive((0, 6)))
    assert scene.throws("stuck")[0].why == "Does an unseen team get stuck?"
    assert not [text for text in lines(scene, 0) if "Opel" in text]
    assert [text for text in lines(scene, 1) if "Opel drives" in text]


@clause("sk.gap.spotted-status", "sk.gap.deployment")
def test_nobody_can_tell_which_marker_came_when() -> None:
    """A team that waits looks the same to the enemy as one that has been set up in cover; its marker is all he sees."""
    wood = terrain("woods", box=(2, 38, 30, 9))
    scene = Scene(
        brit("gb.rifle-team", name="Able"),
        brit("gb.bren-team", name="Baker"),
        german("de.rifle-team", name="Berta"),
        ground=[wood],
        fields={"phase": "setup", "agenda": ("deploy",), "first": 0},
    )
    for name in ("Able", "Baker", "Berta"):
        scene.change(name, spotted=False)
    before = Teller(RULESET, scene.state, 1).table()
    scene.call(deploy, team_to_set_up="Baker", set_up=goal(10, 42))
    after = Teller(RULESET, scene.state, 1).table()
    assert scene.unit("Baker").on_table and not scene.unit("Baker").spotted
    assert (after.units, after.figures) == (before.units, before.figures)
    assert len(after.counters) == len(before.counters) + 1
    assert lines(scene, 1) == []
    assert lines(scene, 0) == ["Baker is set up"]


@clause("sk.gap.spotted-status")
def test_who_is_set_up_in_the_open_is_seen() -> None:
    """And who is set up in cover is not."""
    wood = terrain("woods", box=(2, 38, 30, 9))
    for at, spotted in (((50, 42), True), ((10, 42), False)):
        scene = Scene(
            brit("gb.rifle-team", name="Able", fields={"spotted": False}),
            ground=[wood],
            fields={"phase": "setup", "agenda": ("deploy",), "first": 0},
        )
        scene.call(deploy, set_up=goal(*at))
        assert scene.unit("Able").spotted is spotted


@clause("sk.spot.unaware", "sk.gap.spotted-status")
@pytest.mark.parametrize(("at", "seen"), [((50, 42), True), ((10, 42), False)])
def test_whoever_begins_with_enemies_in_the_open_is_aware_of_them(at: tuple[float, float], seen: bool) -> None:
    """Of those in cover he knows nothing, and who stands there knows of nobody yet."""
    wood = terrain("woods", box=(2, 38, 30, 9))
    fields = {"phase": "setup", "agenda": ("deploy",), "first": 0, "alert": (False, False)}
    able = brit("gb.rifle-team", name="Able", fields={"spotted": False, "aware": False})
    berta = german("de.rifle-team", (20, 2), name="Berta", fields={"aware": False})
    scene = Scene(able, berta, ground=[wood], fields=fields)
    scene.call(deploy, set_up=goal(*at))
    assert scene.state.alert == (False, seen)
    assert [unaware(scene.state, number) for number in (0, 1)] == [True, not seen]
    alone = Scene(able, ground=[wood], fields=fields, mission=Mission("tank-hunt"))
    alone.call(deploy, set_up=goal(*at))
    assert alone.state.alert == (False, False)


@clause("sk.gap.spotted-status")
def test_a_dummy_is_set_up_in_cover() -> None:
    """In the open it would deceive nobody: it is barred there, and offered a place in cover."""
    wood = terrain("woods", box=(2, 39, 12, 8))
    before = {"phase": "setup", "agenda": ("deploy",), "first": 0}
    scene = Scene(brit("dummy", name="Dummy"), ground=[wood], fields=before)
    there = {"walks": [{"figure": 0, "points": [[50_000, 42_000]]}]}
    scene.call(deploy, set_up=instead_of((there, "sk.gap.spotted-status"), give=goal(8, 42)))
    assert scene.unit("Dummy").on_table
    assert not scene.unit("Dummy").spotted
    assert not scene.events("was a dummy")
    scene = Scene(brit("dummy", name="Dummy"), ground=[wood], fields=before)
    scene.call(deploy)
    assert all(shelters(scene.state, scene.unit("Dummy").bodies))


@clause("sk.gap.spotted-status")
def test_a_dummy_without_cover_lies_in_the_open_until_it_is_spotted() -> None:
    """It is not found out while the battle is set up; afterwards everybody looks."""
    before = {"phase": "setup", "agenda": ("deploy",), "first": 0}
    dummy = german("dummy", name="Dummy")
    scene = Scene(brit("gb.rifle-team", (36, 24), name="Able"), dummy, fields={**before, "first": 1})
    scene.call(deploy, set_up=goal(36, 9))
    assert scene.unit("Dummy").on_table
    assert not scene.unit("Dummy").spotted
    scene.call(spot_the_obvious)
    assert scene.unit("Dummy").place == "destroyed"


@clause("sk.gap.spotted-status")
def test_a_side_has_two_dummies() -> None:
    """In an opposed game; none against the solo force."""
    for name, count in (("crossroads", 2), ("farm", 2), ("patrol", 0)):
        state = RULESET.setup(RULESET.scenario(name), RULESET.options_type())
        for side in (0, 1):
            assert sum(unit.card.kind == "dummy" and unit.side == side for unit in state.units) == count


@clause("sk.gap.spotted-status")
def test_lists_are_told_as_they_were_written() -> None:
    """A man of an unseen team who picked up a weapon, or joined an unseen gun, is where the lists have him."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able"),
        unseen("de.rifle-team", (20, 40), fields={"fallen": (("lmg", 20000, 40000),)}),
        unseen("de.pak40", (23, 44), name="Pak", men=2, strength=4),
    )
    before = everything_seen(scene.state, 0)
    man = scene.row("Berta")
    scene.call(pick_up, man, 0)
    assert scene.state.figures[man].arms[0] == "lmg"
    assert everything_seen(scene.state, 0) == before
    last = scene.row("Berta", 3)
    scene.call(join, last, scene.number("Pak"))
    assert last in scene.unit("Pak").men
    assert everything_seen(scene.state, 0) == before


@clause("sk.gap.spotted-status")
def test_riders_are_as_well_known_as_their_vehicle() -> None:
    """A spotted team that gets into an unspotted vehicle gives it away; out of a spotted one it stays known."""
    scene = Scene(
        brit("gb.rifle-team", (20, 2), name="Able"),
        unseen("de.hanomag", (40, 30), name="Hanomag", bearing=90),
        german("de.rifle-team", (38, 28), name="Berta", men=2),
        ground=[HOUSE],
        fields={"active": 1},
    )
    assert len(known_to(scene.state, 0).unknown) == 1
    scene.act("Berta", f"get in:{scene.number('Hanomag')}")
    assert scene.unit("Hanomag").spotted
    scene.change("Berta", spotted=False)
    assert not hides_from(scene.state, scene.unit("Berta"), 0)
    scene.act("Berta", "get out")
    assert scene.unit("Berta").spotted
    scene.change("Hanomag", spotted=False)
    scene.change("Berta", place="aboard", aboard=scene.number("Hanomag"))
    assert hides_from(scene.state, scene.unit("Berta"), 0)


@clause("sk.gap.spotted-status", "sk.gap.captured")
def test_a_prisoner_stays_in_view_when_his_team_is_not() -> None:
    """Who is held stands on the table for everybody; what a spotted man carries of an unseen team is not told."""
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able"),
        unseen("de.rifle-team", (20, 40)),
        german("de.rifle-team", (40, 40), name="Caesar"),
    )
    held, down = scene.row("Berta", 3), scene.row("Berta", 2)
    scene.state = figures_with(scene.state, (held,), out="captured")
    scene.state = figures_with(scene.state, (down,), out="disabled")
    scene.change("Berta", men=scene.unit("Berta").men[:2], down=(down,))
    scene.change("Able", 0, carries=held)
    scene.change("Caesar", 0, carries=down)
    seen = known_to(scene.state, 0)
    assert seen.layout.on_table(held)
    assert not seen.layout.on_table(down)
    assert seen.figures[scene.row("Able")].carries == held
    assert seen.figures[scene.row("Caesar")].carries == -1


# ---- coming upon them


@clause("sk.gap.spotted-status", "sk.gap.charging", "sk.melee.contact")
def test_a_move_over_an_unseen_enemy_is_legal_and_stops_where_it_finds_him() -> None:
    """He lies behind a wall five inches ahead; the move of six ends within an inch of him, and both are known."""
    able = brit("gb.rifle-team", (20, 24.9), name="Able", men=1, fields={"spotted": False})
    scene = Scene(able, unseen("de.rifle-team", (20, 31.1), men=1), ground=[WALL])
    answer = shift(0, 3)  # over the wall: that is all of it
    scene.act("Able", "move", move=answer)
    assert scene.point("Able") == (20, 27.9)
    scene = Scene(able, unseen("de.rifle-team", (20, 29.2), men=1), ground=[WALL])
    assert known_to(scene.state, 0).unknown == ((1, 20000, 29200),)
    scene.act("Able", "move", move=shift(0, 6 - 1.9))
    assert scene.point("Able") == (20, 27.9)  # after three inches: 0.3 from base to base
    assert scene.unit("Berta").spotted and scene.unit("Able").spotted
    assert scene.event("moved").tells["length"] == 3000
    assert [one.because for one in scene.events("was spotted")] == [("sk.melee.contact",)] * 2


@clause("sk.gap.spotted-status")
def test_a_dummy_that_is_walked_over_is_taken_away_and_stops_nobody() -> None:
    """It lay in a wood where nobody saw it; a man who passes within an inch finds out."""
    wood = terrain("woods", box=(10, 20, 20, 20))
    for x, found in ((22, True), (23.1, False)):
        scene = Scene(
            brit("gb.rifle-team", (20, 24), name="Able", men=1, each={"rating": 1}),
            german("dummy", (x, 28), name="Dummy"),
            ground=[wood],
        )
        scene.act("Able", "move", move=shift(0, 7))
        assert scene.point("Able") == (20, 31)
        assert (scene.unit("Dummy").place == "destroyed") is found
        assert bool(scene.events("was a dummy")) is found


@clause("sk.gap.spotted-status", "sk.gap.vehicle-move")
def test_a_drive_stops_before_an_unseen_hull_and_finds_it() -> None:
    """Men are driven over and jump aside; a hull is in the way of a hull."""
    wood = terrain("woods", box=(20, 10, 16, 12))
    scene = Scene(
        brit("gb.sherman", (28, 40), name="Sherman"),
        unseen("de.stug", (28, 26), name="StuG", bearing=180),
        ground=[wood],
    )
    scene.act("Sherman", "drive", drive=drive((0, 16)))
    assert scene.unit("StuG").spotted
    x, y = scene.state.layout.point(scene.unit("Sherman").hull)
    assert (x, y) == (28000, 32000)  # at 31 the hulls would touch
    assert scene.event("drove").tells["length"] == 8000


@clause("sk.gap.spotted-status", "sk.gap.vehicle-open")
def test_getting_out_beside_an_unseen_enemy_finds_him() -> None:
    """The place may be pointed at as if nobody stood there; nobody ends on top of another."""
    wood = terrain("woods", box=(30, 20, 12, 12))
    scene = Scene(
        brit("gb.carrier", (28, 30), name="Carrier"),
        brit("gb.piat-team", (60, 40), name="Piat", aboard="Carrier"),
        unseen("de.rifle-team", (30.2, 30), men=1),
        ground=[wood],
    )
    layout = scene.state.layout.without(scene.unit("Piat").men)
    scene.state = replace(scene.state, layout=layout)
    scene.act("Piat", "get out", get_out=goal(30.2, 30))
    assert scene.unit("Berta").spotted
    bodies = [row for row in range(len(scene.state.figures)) if scene.state.layout.on_table(row)]
    points = scene.state.layout.points(tuple(bodies))
    assert len(set(points)) == len(points)


def _lost(unit: Unit) -> tuple[bool, int]:
    return unit.spotted, unit.lost_sight


@clause("sk.gap.spotted-status")
def test_sight_is_lost_after_a_full_turn() -> None:
    """Out of everybody's sight at the end of one part, and through both parts of a turn after it; one look undoes it."""
    scene = Scene(
        brit("gb.rifle-team", (34, 30), name="Able"),
        german("de.rifle-team", (34, 16), name="Berta", men=2),
        ground=[HOUSE],
    )
    scene.call(lose_sight)
    scene.call(lose_sight)
    assert _lost(scene.unit("Berta")) == (True, 2)
    scene.call(lose_sight)
    assert _lost(scene.unit("Berta")) == (False, 0)
    assert lines(scene, 0)[0] == "Able is lost from sight"
    assert lines(scene, 0)[1] == "Berta is lost from sight"
    scene = Scene(
        brit("gb.rifle-team", (20, 30), name="Able"),
        german("de.rifle-team", (20, 16), name="Berta", fields={"lost_sight": 2}),
    )
    scene.call(lose_sight)
    assert _lost(scene.unit("Berta")) == (True, 0)


@clause("sk.gap.spotted-status", "sk.spot.own-turn")
def test_only_a_die_tells_a_dummy_from_a_team() -> None:
    """Both are asked after alike, and dice say alike what they are for; a dummy that is spotted is gone."""
    wood = terrain("woods", box=(10, 36, 40, 10))
    scene = Scene(
        brit("gb.rifle-team", (20, 10), name="Able"),
        german("dummy", (20, 37), name="Dummy"),
        unseen("de.rifle-team", (40, 37), men=1),
        ground=[wood],
    )
    scene.act("Able", "spot", dice=[10], spot="m0")
    domain = scene.decision("spot").describe()
    assert packed(domain).count(UNSEEN.encode()) == 2
    assert scene.throws()[0].why == f"Able tries to spot {UNSEEN}"
    assert scene.unit("Dummy").place == "destroyed"
    assert lines(scene, 0)[-1] == "The marker was a dummy"


@clause("sk.gap.spotted-status", "sk.solo.setup")
def test_in_a_solo_game_counters_lie_face_down() -> None:
    """For everybody."""
    state = RULESET.setup(RULESET.scenario("patrol"), RULESET.options_type())
    sorts = ("portal", "mines", "dummy")
    seen = set()
    for sort in sorts:
        laid = replace(state, markers=(Marker(sort, (1000, 1000)),))  # type: ignore[arg-type]
        seen.add(packed([known_to(laid, 0), list(RULESET.counters(known_to(laid, None)))]))
    assert len(seen) == 1


@clause("sk.gap.spotted-status")
def test_nobody_is_told_which_unseen_team_acts() -> None:
    """Nor who of them shot at a team of his, or suppressed it."""
    scene = Scene(
        brit("gb.rifle-team", (20, 4), name="Able"),
        unseen("de.rifle-team", (20, 40)),
        unseen("de.mg-team", (40, 40), name="Caesar"),
        fields={"active": 1},
    )
    seen = []
    for team in (1, 2):
        scene.change("Able", shot_by=(Harm(team, 2, "small arms"),), marked_by=(team,))
        scene.state = replace(scene.state, acting=team)
        seen.append([everything_seen(scene.state, audience) for audience in (0, None)])
    assert seen[0] == seen[1]
    assert known_to(scene.state, 1).acting == 2


@clause("sk.gap.spotted-status", "sk.spot.enemy-turn")
@pytest.mark.parametrize(("stuck", "tries"), [(6, 0), (1, 1)])
def test_a_move_that_was_stopped_is_not_seen_where_it_never_came(stuck: int, tries: int) -> None:
    """A lorry that would come out from behind a house gets stuck in a hedge behind it."""
    ground = [terrain("building", box=(8, 14, 13.4, 4)), terrain("hedge", line=[(19, 23), (19, 29)])]
    scene = Scene(
        brit("gb.rifle-team", (21, 2), name="Able", men=1),
        unseen("de.lorry", (14, 26), name="Opel", bearing=90),
        ground=ground,
        fields={"active": 1},
    )
    assert not sees(scene.state, 0, 1)
    scene.act("Opel", "drive", drive=drive((0, 9)), dice=[stuck, *[1] * tries])
    assert len(scene.throws("spot")) == tries
