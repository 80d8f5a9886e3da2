"""Telling an audience what happens: the table as it may see it, and every beat that changes it.

An audience is a seat, or None for spectators. States and happenings are filtered here, once, before anything is drawn
from them; whatever is sent to a page comes out of this file or is computed from the same filtered state.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sandtable.geometry.bodies import BEARING, HALF_LENGTH, HALF_WIDTH, RADIUS, X, Y
from sandtable.mechanics.telling import Retelling
from sandtable.play.aims import Briefing, Tally
from sandtable.play.events import Event, Happening, Thrown
from sandtable.play.ruleset import Ruleset, UnitCard
from sandtable.play.shown import Counter, Point
from sandtable.play.views import veil, view
from sandtable.table.terrain import Piece

from .dice import dice_of
from .messages import Beat, Consequence, Fallen, FigureView, Line, PieceView, TableView, UnitView

Audience = int | None
NOTHING: Mapping[int, tuple[str, ...]] = MappingProxyType({})


def each_state(ruleset: Ruleset[Any], state: Any, happenings: Sequence[Happening]) -> Iterator[tuple[Happening, Any]]:
    """Everything that happened, with the state that it led to."""
    for happening in happenings:
        if isinstance(happening, Event) and (happening.sets or happening.figures):
            state = ruleset.apply(state, happening)
        yield happening, state


def draw_terrain(terrain: Sequence[Piece], marked: Mapping[int, tuple[str, ...]] = NOTHING) -> list[PieceView]:
    """Pieces of terrain for a page, with what has become of some of them."""
    return [
        PieceView(number, piece.kind, piece.title, piece.outline, piece.closed, piece.height, marked.get(number, ()))
        for number, piece in enumerate(terrain)
    ]


class Teller:
    """Tells one audience one battle."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, audience: Audience) -> None:
        self._ruleset = ruleset
        self._audience = audience
        self._retelling = Retelling()
        self._seen = self._view(state)
        self._figures = [self._figure(row) for row in range(len(self._seen.figures))]
        self._units = [self._unit(number) for number in range(len(self._seen.units))]
        self._marked = ruleset.marked(self._seen)
        self._terrain = draw_terrain(self._seen.terrain, self._marked)
        self._objectives = list(ruleset.objectives(self._seen))
        self._fallen: list[Fallen] = []
        self._turn = ruleset.turn(self._seen)
        self._heading = ruleset.heading(self._seen)
        self._laid = tuple(ruleset.laid(self._seen))
        self._counters = tuple(ruleset.counters(self._seen))
        self._tally = ruleset.tally(self._seen)
        self._briefing = ruleset.briefing(self._seen)
        self._thrown: dict[int, int] = {}  # the beats of throws, by their numbers within the step
        self._began_with = len(self._units)  # whose cards are told before the battle
        self._cards: tuple[UnitCard, ...] = ()

    def _view(self, state: Any) -> Any:
        return view(self._ruleset, state, self._audience)

    @property
    def seen(self) -> Any:
        """The state as this audience may know it."""
        return self._seen

    def table(self) -> TableView:
        """The whole table as it stands."""
        return TableView(
            width=self._seen.width,
            depth=self._seen.depth,
            terrain=self._terrain,
            figures=self._figures.copy(),
            units=self._units.copy(),
            objectives=self._objectives,
            fallen=self._fallen.copy(),
            turn=self._turn,
            heading=self._heading,
            templates=list(self._laid),
            counters=list(self._counters),
            cards=list(self._cards),
            tally=self._tally,
            briefing=self._briefing,
        )

    def tell(self, number: int, answers: int, happening: Happening, state: Any) -> Beat:
        """The beat of something that happened and led to a state."""
        told = veil(happening, self._audience)
        if isinstance(happening, Thrown):
            self._thrown[happening.number] = number
        before, self._seen = self._seen, self._view(state)
        line = self._line(number, told)
        act = self._ruleset.act(self._seen, told) if isinstance(told, Event) else None
        since = self._since(number, told) if act is not None else None
        came = self._came(before, told)
        if before is self._seen:
            return Beat(number, answers, line, act=act, since=since, came=came)
        figures, fallen = self._changed_figures(before)
        objectives, turn, heading = self._changed_rest()
        return Beat(
            beat=number,
            answers=answers,
            line=line,
            figures=figures,
            units=self._changed_units(before),
            terrain=self._changed_terrain(before),
            objectives=objectives,
            fallen=fallen,
            turn=turn,
            heading=heading,
            templates=self._changed_templates(),
            counters=self._changed_counters(),
            cards=self._changed_cards(before),
            act=act,
            since=since,
            came=came,
            tally=self._changed_tally(),
            briefing=self._changed_briefing(),
        )

    def _since(self, number: int, told: Happening) -> int | None:
        """The beat of the first throw that an act was decided by before it was told."""
        rolls = told.rolls or told.shows.get("rolls", ()) if isinstance(told, Event) else ()
        beats = [self._thrown[roll] for roll in rolls if roll in self._thrown]
        return min(beats) if beats and min(beats) < number else None

    def _came(self, before: Any, told: Happening) -> tuple[Consequence, ...]:
        """What came of something, to whom: by the rulebook's own reckoning of what matters, as this audience sees it."""
        noted = self._ruleset.noted(told) if isinstance(told, Event) and told.tells else ()
        changed = self._ruleset.changes(before, self._seen) if before is not self._seen else ()
        return (
            *(self._consequence(unit, what, value) for (unit, what), value in noted),
            *(self._consequence(one.unit, one.what, one.value, detail=one.detail) for one in changed),
        )

    def _consequence(self, unit: int | None, what: str, value: int | str, *, detail: bool = False) -> Consequence:
        """Something that came of an act; one of several ways in which it can end is told under a name of its own."""
        worded = f"{what}: {value}"
        return Consequence(unit, worded if worded in self._ruleset.results else what, value, detail)

    def _changed_tally(self) -> Tally | None:
        """How the battle stands, where that is new."""
        tally = self._ruleset.tally(self._seen)
        if tally == self._tally:
            return None
        self._tally = tally
        return tally

    def _changed_briefing(self) -> Briefing | None:
        """What the battle is about, where that is known better now."""
        briefing = self._ruleset.briefing(self._seen)
        if briefing == self._briefing:
            return None
        self._briefing = briefing
        return briefing

    def _changed_templates(self) -> tuple[tuple[Point, ...], ...] | None:
        """The templates on the table, where one has been laid or taken up."""
        laid = tuple(self._ruleset.laid(self._seen))
        if laid == self._laid:
            return None
        self._laid = laid
        return laid

    def _changed_counters(self) -> tuple[Counter, ...] | None:
        """The counters on the table, where one has come, gone, moved or been turned over."""
        counters = tuple(self._ruleset.counters(self._seen))
        if counters == self._counters:
            return None
        self._counters = counters
        return counters

    def _changed_cards(self, before: Any) -> tuple[UnitCard, ...] | None:
        """The cards of all units that have joined, where there is another or more is known of one."""
        if before.units is self._seen.units:
            return None
        joined = range(self._began_with, len(self._seen.units))
        cards = tuple(self._ruleset.card(self._seen, unit) for unit in joined)
        if cards == self._cards:
            return None
        self._cards = cards
        return cards

    def _changed_terrain(self, before: Any) -> tuple[PieceView, ...] | None:
        """All pieces, where any of them is new or marked otherwise."""
        marked = self._ruleset.marked(self._seen)
        if before.terrain is self._seen.terrain and marked == self._marked:
            return None
        self._marked = marked
        self._terrain = draw_terrain(self._seen.terrain, marked)
        return tuple(self._terrain)

    def _changed_rest(self) -> tuple[tuple[Point, ...] | None, int | None, str | None]:
        """Objectives, turn and heading, where they are new."""
        objectives = list(self._ruleset.objectives(self._seen))
        turn, heading = self._ruleset.turn(self._seen), self._ruleset.heading(self._seen)
        new = (
            tuple(objectives) if objectives != self._objectives else None,
            turn if turn != self._turn else None,
            heading if heading != self._heading else None,
        )
        self._objectives, self._turn, self._heading = objectives, turn, heading
        return new

    def _changed_figures(self, before: Any) -> tuple[tuple[FigureView, ...], tuple[Fallen, ...]]:
        changed, fallen = _changed_rows(before, self._seen), []
        for row in changed:
            drawn = self._figure(row)
            if row == len(self._figures):  # it has just joined
                self._figures.append(drawn)
                continue
            was, self._figures[row] = self._figures[row].at, drawn
            unit = self._seen.units[drawn.unit]
            if was is not None and drawn.at is None and row in _men_of(before, drawn.unit) and row not in unit.men:
                fallen.append(Fallen(row, unit.side, was))
        self._fallen += fallen
        return tuple(self._figures[row] for row in changed), tuple(fallen)

    def _changed_units(self, before: Any) -> tuple[UnitView, ...]:
        everything = _more_than_units(before, self._seen)
        changed = []
        for number, unit in enumerate(self._seen.units):
            if number == len(self._units):  # it has just joined
                self._units.append(self._unit(number))
                changed.append(self._units[number])
                continue
            if not everything and unit is before.units[number]:
                continue
            drawn = self._unit(number)
            if drawn != self._units[number]:
                self._units[number] = drawn
                changed.append(drawn)
        return tuple(changed)

    def _figure(self, row: int) -> FigureView:
        figure = self._seen.figures[row]
        body = self._seen.layout.bodies[row].tolist()
        at = (body[X], body[Y]) if self._seen.layout.on_table(row) else None
        length, width = body[HALF_LENGTH] * 2, body[HALF_WIDTH] * 2
        return FigureView(row, figure.unit, figure.role, at, body[BEARING], body[RADIUS], length, width)

    def _unit(self, number: int) -> UnitView:
        seen = self._seen
        unit = seen.units[number]
        shown = self._ruleset.shown(seen, number)
        figures = tuple(
            row for row, figure in enumerate(seen.figures) if figure.unit == number and seen.layout.on_table(row)
        )
        anchor: Point | None = None
        if figures:
            leader = next((man for man in unit.men if man in figures), figures[0])
            anchor = seen.layout.point(leader)
        elif shown.inside is not None and shown.in_play:
            outline = seen.terrain[shown.inside].outline
            anchor = (sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline))
        elif shown.aboard is not None and shown.in_play:
            held_by = seen.units[shown.aboard].men
            anchor = seen.layout.point(held_by[0]) if held_by and seen.layout.on_table(held_by[0]) else None
        return UnitView(number, unit.name, unit.side, unit.seat, figures, anchor, shown)

    def _line(self, number: int, told: Happening) -> Line | None:
        text = self._retelling.of(self._ruleset.sentence(self._seen, told), told)
        if not text:
            return None
        dice = None
        if isinstance(told, Thrown) and told.faces:  # none: thrown where this audience does not see them
            dice = dice_of(told, self._ruleset.throws)
        return Line(
            beat=number,
            text=text.removeprefix("# "),
            because=tuple(dict.fromkeys(told.because)),
            unit=told.unit if isinstance(told, Event) else None,
            figures=told.figures if isinstance(told, Event) else (),
            heading=text.startswith("# "),
            dice=dice,
        )


class OpenTeller(Teller):
    """Tells a battle that nobody plays, so that there is nobody to keep anything from."""

    def __init__(self, ruleset: Ruleset[Any], state: Any) -> None:
        super().__init__(ruleset, state, None)

    def _view(self, state: Any) -> Any:
        return state


def _changed_rows(before: Any, now: Any) -> list[int]:
    """The figures that have moved, gone over to another unit or joined, in their order."""
    if before.layout is now.layout and before.figures is now.figures:
        return []
    old = len(before.figures)
    changed = (before.layout.bodies != now.layout.bodies[:old]).any(axis=1).tolist()
    return [
        row
        for row, figure in enumerate(now.figures)
        if row >= old
        or changed[row]
        or (figure.unit, figure.role) != (before.figures[row].unit, before.figures[row].role)
    ]


def _men_of(state: Any, unit: int) -> tuple[int, ...]:
    """Who was in a unit, if there was one of that number already."""
    men: tuple[int, ...] = state.units[unit].men if unit < len(state.units) else ()
    return men


def _more_than_units(before: Any, now: Any) -> bool:
    """Whether anything but units has changed: what is shown of a unit may hang on any of it."""
    return any(getattr(before, name) is not getattr(now, name) for name in now.__struct_fields__ if name != "units")
