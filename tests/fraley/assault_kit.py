"""Assaults in tests: other chapters played by stand-ins, so that a test scripts what fire does and which dice are thrown.

hand = stand_in(monkeypatch)          # nobody reacts, nobody fires, whoever is lost is simply gone
hand.shots = [Shots(5)]               # what the next fire does: hits, results on Armored Teams, who is lost
hand.react = True                     # enemies may fire at moves
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from sandtable.dice.readings import AtLeast, Faces
from sandtable.dice.roll import Roll
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.walks import March, Walk
from sandtable.rulesets.fraley.basics.teams import between, vehicle_of
from sandtable.rulesets.fraley.fire.fire_modes import Struck
from sandtable.rulesets.fraley.leaders import attached, leaders
from sandtable.rulesets.fraley.machines import armour
from sandtable.rulesets.fraley.melee import assault, break_off, close_combat
from sandtable.rulesets.fraley.move import crossing, moments, movement, travel
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.verbs import VERBS, Verb
from sandtable.rulesets.fraley.verbs.common import each_figure, taken_off

from .kit import Scene


class Fails(AtLeast, frozen=True):
    """How many dice show less than this."""

    def read(self, faces: Faces) -> int:
        return len(faces) - super().read(faces)


class Shots(NamedTuple):
    """What fire does: Fire Points that hit, results on Armored Teams, Teams that are lost."""

    hits: int = 0
    results: int = 0
    lost: tuple[int, ...] = ()


class Hand:
    """What the stand-ins do next, and what they were asked for."""

    def __init__(self) -> None:
        self.react = False
        self.shots: list[Shots] = []
        self.fired: list[dict[str, Any]] = []
        self.saves: list[tuple[int, int, int]] = []  # needed, dice, reroll
        self.damages: list[tuple[int, int]] = []  # failures of one roll on the table, the face it came to
        self.markers: list[tuple[int, int]] = []  # unit, count
        self.stops: dict[int, tuple[int, int]] = {}  # Tank Teams that terrain stops, and where
        self.crossed: list[int] = []
        self.host: tuple[int, tuple[int, ...]] | None = None

    async def lose(self, play: Play[Battle], figures: Sequence[int], *because: str, why: str = "") -> None:
        """Teams are gone, and a Unit without any is destroyed."""
        for figure in figures:
            unit = play.state.figures[figure].unit
            gone = len(play.state.units[unit].men) == 1
            sets = {"place": "destroyed"} if gone else {}
            play.tell("test lost", *because, unit=unit, figures=(figure,), sets=sets, tells={"why": why})

    async def fire(self, play: Play[Battle], number: int, mode: str, **rest: Any) -> tuple[Struck, ...]:
        """The next fire that is scripted."""
        self.fired.append({"by": number, "mode": mode, **rest})
        shots = self.shots.pop(0) if self.shots else Shots()
        await self.lose(play, shots.lost, "fraley.fire.declare")
        return (Struck(rest["at"], shots.hits, shots.results),)

    async def suppress(self, play: Play[Battle], number: int, count: int, *because: str) -> int:
        """Markers on the first Teams of a Unit."""
        self.markers.append((number, count))
        each = tuple((man, {"marks": 1}) for man in play.state.units[number].men[:count])
        play.tell("test marks", *because, unit=number, sets={"each": each})
        return count

    def save_roll(
        self, _state: Battle, _figure: int, needed: int, dice: int, why: str, *because: str, reroll: int = 0
    ) -> Roll[int]:
        """Saves without any reroll."""
        self.saves.append((needed, dice, reroll))
        return Roll(dice, 6, Fails(needed), why=why, because=because)

    async def damage(
        self, play: Play[Battle], figure: int, failed: int, seat: int, *because: str, why: str = ""
    ) -> armour.Damage:
        """A 6 destroys."""
        rolled = await Roll(failed, 6, AtLeast(6), why="damage", because=because, seat=seat)
        self.damages.append((failed, max(rolled.faces)))
        if rolled.value:
            await self.lose(play, (figure,), *because, why=why)
        return armour.Damage(0, destroyed=rolled.value > 0)

    async def cross(self, _play: Play[Battle], number: int, march: March) -> March:
        """Terrain stops whom the test says."""
        self.crossed.append(number)
        return March(tuple(self._stopped(walk) for walk in march.walks))

    def _stopped(self, walk: Walk) -> Walk:
        if walk.figure not in self.stops:
            return walk
        return Walk(walk.figure, (walk.points[0], self.stops[walk.figure]), walk.face)

    async def joined(self, _play: Play[Battle], number: int) -> tuple[int, tuple[int, ...]]:
        """The host that the test names."""
        return self.host or (number, ())


def stand_in(monkeypatch: pytest.MonkeyPatch) -> Hand:
    """Have the other chapters played by stand-ins."""
    hand = Hand()
    monkeypatch.setitem(VERBS, "test lost", Verb(taken_off, ""))
    monkeypatch.setitem(VERBS, "test marks", Verb(each_figure, ""))
    for module in (assault, travel):
        monkeypatch.setattr(module, "fire", hand.fire)
    for place in (close_combat, break_off):
        monkeypatch.setattr(place, "lose", hand.lose)
    monkeypatch.setattr(assault, "suppress", hand.suppress)
    monkeypatch.setattr(moments, "able", lambda _state, _figure: hand.react)
    monkeypatch.setattr(leaders, "offers", lambda _state, _side: {})
    monkeypatch.setattr(armour, "flank_of", armour_of)
    monkeypatch.setattr(armour, "save_roll", hand.save_roll)
    monkeypatch.setattr(armour, "damage", hand.damage)
    monkeypatch.setattr(crossing, "cross", hand.cross)
    monkeypatch.setattr(attached, "joined", hand.joined)
    monkeypatch.setattr(movement, "explainer", lambda _state, clause: lambda _verdict: Refusal("no", (clause,)))
    return hand


def armour_of(state: Battle, figure: int) -> int:
    """A Tank Team's Flank number."""
    vehicle = vehicle_of(state.figures[figure], state.options)
    assert vehicle is not None
    return vehicle.saves_on(front=False)


def moment(place: int) -> Any:
    """An answer to when one fires: at this moment of those it can."""
    return lambda decision: list(decision.domain.values)[place]


def apart(scene: Scene, one: int, other: int) -> float:
    """The distance between two Teams in inches."""
    return between(scene.state, one, other) / 1000
