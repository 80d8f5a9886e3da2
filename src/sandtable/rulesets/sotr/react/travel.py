"""Carrying out a move: Overwatch may interrupt it, Hidden enemies come to light, and survivors go on."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.driving import Driven
from sandtable.play.script import Play
from sandtable.play.walks import March
from sandtable.rulesets.sotr.basics.finding import Find, finds, hidden_from, seen_on_the_way, short_of
from sandtable.rulesets.sotr.basics.tracks import Track, place_at, tracks_of
from sandtable.rulesets.sotr.state import Battle, Place5
from sandtable.rulesets.sotr.units.conditions import disengage, reveal
from sandtable.table.layout import Layout

from . import overwatch


async def travel(
    play: Play[Battle],
    number: int,
    march: March | Driven,
    *because: str,
    verb: str = "moved",
    sets: dict[str, object] | None = None,
    watched: bool = True,
    charge: int | None = None,
    crawling: bool = False,
) -> bool:
    """Models go one after another, in steps of an inch; False if the unit did not get to the end of its move.

    `sets` are fields of the unit that change with the move; `charge` is the unit being assaulted, if it is an Assault;
    unwatched moves (sneaking) cannot be interrupted. Hidden enemies that are come upon are revealed, and the mover stops
    an inch short of them. Whoever is `crawling` stays Prone.
    """
    state = play.state
    tracks = tracks_of(state, number, march)
    tells: dict[str, object] = (
        {"poses": [list(pose) for pose in march.poses]} if isinstance(march, Driven) else {"march": march}
    )
    trip = _Trip(play, number, tracks, because, verb, sets or {}, tells, crawling=crawling, charge=charge)
    going = any(track.length for track in tracks)
    _step_off(play, tracks)
    if going and watched:
        _come_out(play, number, tracks)
    called = await overwatch.calls(play, number, tracks, charge) if going and watched else []
    return await trip.go(called)


@rule("sotr.gap.hth-two-sided")
def _step_off(play: Play[Battle], tracks: Sequence[Track]) -> None:
    """Whoever walks away from a DOWN enemy, or from a vehicle, is in contact with him no more; the DOWN crawl off later."""
    if play.state.engaged:
        figures = [track.figure for track in tracks if track.length and not play.state.figures[track.figure].down]
        disengage(play, figures, "sotr.gap.hth-two-sided")


@rule("sotr.hide.ends-los", "sotr.overwatch.ex-street")
def _come_out(play: Play[Battle], number: int, tracks: Sequence[Track]) -> None:
    """A Hidden unit that moves otherwise than by sneaking is Hidden no longer if an enemy sees any of it on its way."""
    if play.state.units[number].hidden and seen_on_the_way(play.state, number, tracks):
        reveal(play, number, "sotr.hide.ends-los", why="moving in sight of enemies")


class _Trip:
    """A move while it is being made: who has gone how far, and what has not been told yet."""

    def __init__(  # noqa: PLR0913  # all that a move is told by
        self,
        play: Play[Battle],
        number: int,
        tracks: Sequence[Track],
        because: tuple[str, ...],
        verb: str,
        sets: dict[str, object],
        tells: dict[str, object],
        *,
        crawling: bool,
        charge: int | None,
    ) -> None:
        self.play = play
        self.number = number
        self.side = play.state.units[number].side
        self.tracks = tracks
        self.because = because
        self.verb = verb
        self.sets = sets
        self.tells = tells
        self.crawling = crawling
        self.charge = charge
        self.places: dict[int, Place5] = {}
        self.moved: list[int] = []
        self.found = False  # Hidden enemies, so that ends have to be looked at once more
        self.mood = self._mood()
        figures = play.state.figures
        self.down = tuple(track.figure for track in tracks if figures[track.figure].down)  # crawling, or dragged along

    async def go(self, called: Sequence[overwatch.Call]) -> bool:
        """Go the whole way, if nothing stops it."""
        for place, track in enumerate(self.tracks):
            mine = [call for call in called if call.station.track == place]
            if not await self._one(track, mine):
                self._tell("was on its way")
                return False
        self._tell(self.verb)
        return True

    async def _one(self, track: Track, mine: Sequence[overwatch.Call]) -> bool:
        """One model goes its way; False if that was the end of the whole unit's move."""
        if not self._able(track.figure):
            return True
        limit = self._limit(track, 0) if self.found else track.length
        ahead: list[tuple[int, int, Find | int]] = [(call.station.step, 1, call.watcher) for call in mine]
        if hidden_from(self.play.state, self.side):
            ahead += [(find.step, 0, find) for find in finds(self._here(), self.number, track)]
        for step, _, what in sorted(ahead, key=lambda one: (one[0], one[1])):
            gone = min(limit, track.gone(step))
            self._put(track, gone)
            if isinstance(what, Find):
                self._reveal(what)
                limit = min(limit, self._limit(track, gone))
                continue
            self._tell("was on its way")
            before = self.play.state.layout
            await overwatch.fire(self.play, what, self.number, self.charge)
            if self._driven_off(before):
                return False
            if not self._able(track.figure):
                return True
        self._put(track, limit)
        return True

    def _able(self, figure: int) -> bool:
        """Whether a model can go on: not one that has fallen on the way."""
        state = self.play.state
        fell = state.figures[figure].down and figure not in self.down
        return figure in state.units[self.number].men and not fell

    def _driven_off(self, before: Layout) -> bool:
        """Whether fire has ended the move of those who are left: destroyed them, shaken them, or made them run."""
        state = self.play.state
        unit = state.units[self.number]
        if not unit.on_table or self._mood() != self.mood:
            return True
        return before.points(unit.men) != state.layout.points(unit.men)

    def _mood(self) -> tuple[bool, bool, bool, bool]:
        unit = self.play.state.units[self.number]
        return unit.fleeing, unit.disorganized, unit.suppressed, unit.immobilised

    def _here(self) -> Battle:
        """The state with everybody where he has got to."""
        state = self.play.state
        return replace(state, layout=state.layout.placed(list(self.places.values()))) if self.places else state

    def _put(self, track: Track, gone: int) -> None:
        self.places[track.figure] = place_at(self.play.state, track, gone)
        if gone and track.figure not in self.moved:
            self.moved.append(track.figure)

    @rule("sotr.hide.ends-los", "sotr.hide.ends-near")
    def _reveal(self, find: Find) -> None:
        if not self.play.state.units[find.unit].hidden:
            return
        self._tell("was on its way")
        reveal(self.play, find.unit, find.clause, why=find.why)
        self.found = True

    def _limit(self, track: Track, gone: int) -> int:
        return short_of(self._here(), self.number, track, gone, self.charge)

    @rule("sotr.overwatch.ex-street")
    def _tell(self, verb: str) -> None:
        """Tell how far they have got; only the end of it is told as the move that it is."""
        if verb != self.verb and not self.places:
            return
        there = self.play.state.units[self.number].men
        places = [place for figure, place in self.places.items() if figure in there]
        moved = tuple(figure for figure in self.moved if figure in there)
        models: dict[str, object] = {"moved": self.play.state.turn}
        if not self.crawling:
            models["prone"] = False
        longest = max((track.length for track in self.tracks), default=0)
        changed = {"places": places, **({"models": models} if moved else {}), **self.sets}
        self.play.tell(
            verb,
            *self.because,
            unit=self.number,
            figures=moved,
            sets=changed,
            tells=self.tells | {"length": longest},
            shows=None if self.charge is None or verb != self.verb else shows_at(self.charge),
        )
        self.places = {}
        self.moved = []
