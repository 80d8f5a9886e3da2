"""A battle that is over, told in short. Runs on the workbench's thread, a little at a time."""

import time
from bisect import bisect_right
from collections.abc import Container, Sequence
from fractions import Fraction
from typing import Any

from sandtable.odds.luck import Judged, Retelling
from sandtable.play.views import veil, view

from .chronicle import Chronicle, Deed, worded
from .http_types import LossView, MomentView, SummaryView
from .played import Played
from .telling import Audience

A_WHILE = 0.05  # seconds until somebody else may have the workbench
OF_A_FIGHT = ("fire", "strike", "assault")
TOLD = 3  # results that a sentence has room for


class Summing:
    """A summary that somebody wants: the battle told again, as much of it as he may know."""

    def __init__(self, played: Played, audience: Audience, *, whole: bool) -> None:
        rules = played.ruleset
        self.told: Container[int] | None = None if whole else played.throws_told(audience)
        self.chronicle = Chronicle(
            rules,
            played.game.initial,
            (lambda state: state) if whole else (lambda state: view(rules, state, audience)),
            (lambda happening: happening) if whole else (lambda happening: veil(happening, audience)),
        )
        self.retelling = Retelling(rules, played.game.initial, played.game.everything(), hear=self.chronicle.hear)

    def go_on(self) -> bool:
        """Work for a while; False once everything is done."""
        end = time.monotonic() + A_WHILE
        while time.monotonic() < end:
            self.chronicle.answered()
            if not self.retelling.go_on():
                return False
        return True

    def finish(self, seats: Sequence[int]) -> SummaryView:
        """The summary, for somebody at these seats."""
        chronicle = self.chronicle
        rules, state = chronicle.ruleset, chronicle.state
        own = seats[0] if len(seats) == 1 else None
        rolls = [one for one in self.retelling.rolls if not one.roll.secret]
        throws = _Throws(chronicle, [one for one in rolls if self.told is None or one.beat in self.told])
        return SummaryView(
            scored=list(chronicle.scored),
            scoring=list(rules.briefing(state).scoring),
            losses=[_loss(rules, state, number) for number in range(len(state.units)) if _counts(rules, state, number)],
            curve=[(deed.last, deed.turn, round(deed.lead)) for deed in chronicle.deeds if deed.swing],
            curve_of="points of units destroyed",
            turning=throws.turning(),
            best=throws.luckiest(own, good=True),
            worst=throws.luckiest(own, good=False),
            turns=rules.turn(state),
        )


def _counts(rules: Any, state: Any, number: int) -> bool:
    """Whether a unit is one that can be lost: a dummy is none."""
    shown = rules.shown(state, number)
    return bool(shown.full_strength) and bool(rules.card(state, number).points)


def _loss(rules: Any, state: Any, number: int) -> LossView:
    unit, shown = state.units[number], rules.shown(state, number)
    lost = not shown.in_play and not rules.got_away(state, number)
    return LossView(
        unit=number,
        name=unit.name,
        side=unit.side,
        symbol=shown.symbol,
        left=0 if lost else shown.strength,
        full=shown.full_strength,
        gone="" if shown.in_play else shown.standing,
    )


class _Throws:
    """The throws of a battle with the deeds that they belong to."""

    def __init__(self, chronicle: Chronicle, rolls: Sequence[Judged]) -> None:
        self._chronicle = chronicle
        self._deeds = chronicle.deeds
        self._of: dict[int, list[Judged]] = {}  # somebody's throws, by the place of their deed
        begins = [deed.begin for deed in self._deeds]
        for one in rolls:
            place = bisect_right(begins, one.beat) - 1
            if one.seat is not None and place >= 0:
                self._of.setdefault(place, []).append(one)

    def turning(self) -> MomentView | None:
        """The deed with the largest swing, the first of equals."""
        if not any(deed.swing for deed in self._deeds):
            return None
        place = max(range(len(self._deeds)), key=lambda at: (abs(self._deeds[at].swing), -at))
        deed = self._deeds[place]
        uncertain = [one for one in self._of.get(place, []) if one.odds.exactly != 1]
        chance = _percent(uncertain[0].unlikely) if len(uncertain) == 1 else ""
        act = deed.act
        seat = None if act is None or act.actor is None else self._chronicle.state.units[act.actor].side
        return MomentView(
            beat=deed.beat,
            turn=deed.turn,
            text=self._sentence(deed),
            unit=None if act is None else act.actor,
            swing=round(deed.swing),
            chance=chance,
            seat=seat,
        )

    def luckiest(self, seat: int | None, *, good: bool) -> MomentView | None:
        """The unlikeliest good throw, or bad one, of a seat or of either: of a fight, if there was one."""
        found = [
            (place, one)
            for place, rolls in self._of.items()
            for one in rolls
            if seat in (None, one.seat) and (one.fortune > 0 if good else one.fortune < 0)
        ]
        fights = [(place, one) for place, one in found if self._is_fight(place)]
        if not found:
            return None
        place, one = min(fights or found, key=lambda pair: (pair[1].unlikely, pair[1].beat))
        deed = self._deeds[place]
        came = one.roll.reading.words(one.value, one.roll.dice)
        return MomentView(
            beat=one.beat,
            turn=one.turn,
            text=f"{self._doing(deed) or one.roll.why}: {came}",
            unit=None if deed.act is None else deed.act.actor,
            swing=round(deed.swing),
            chance=_percent(one.unlikely),
            seat=one.seat,
        )

    def _is_fight(self, place: int) -> bool:
        act = self._deeds[place].act
        return act is not None and act.kind in OF_A_FIGHT

    def _doing(self, deed: Deed) -> str:
        """Who does what to whom."""
        act, units = deed.act, self._chronicle.state.units
        if act is None:
            return ""
        if act.actor is None:
            whom = ", ".join(units[number].name for number in act.targets)
            return f"{whom} {act.says}".strip()
        whom = " and ".join(units[number].name for number in act.targets)
        return f"{units[act.actor].name} {act.says} {whom}".strip()

    def _sentence(self, deed: Deed) -> str:
        """What was done, and what came of it."""
        doing, came = self._doing(deed), self._results(deed)
        if not doing:
            return deed.line
        # Who aims at nobody has not done what came to somebody else meanwhile.
        act = deed.act
        if came and act is not None and not act.targets and all(unit != act.actor for unit, _ in deed.came):
            return f"{came[0].upper()}{came[1:]}"
        return f"{doing}: {came}" if came else doing

    def _results(self, deed: Deed) -> str:
        """What came of it to whom, the gravest first; whoever is aimed at alone need not be named again."""
        results, units = self._chronicle.ruleset.results, self._chronicle.state.units
        found = []
        for (unit, what), value in deed.came.items():
            result = results.get(f"{what}: {value}") or results.get(what)
            if result is not None and result.harm and result.grade:
                found.append((-result.grade, unit, worded(result, value)))
        aimed = deed.act.targets if deed.act is not None else ()
        said: dict[int | None, list[str]] = {}
        for _, unit, text in sorted(found, key=lambda one: one[0])[:TOLD]:
            said.setdefault(unit, []).append(text)
        parts = []
        for unit, texts in said.items():
            plain = unit is None or aimed == (unit,)
            parts.append(", ".join(texts) if plain else f"{units[unit].name} {', '.join(texts)}")
        return "; ".join(parts)


def _percent(chance: Fraction) -> str:
    """A chance as people say it: whole per cents, and never none of something that happened."""
    share = round(chance * 100)
    return "under 1 %" if not share else f"{share} %"
