"""What tests of the turn need: the other chapters kept quiet, and a look at what comes next."""

from typing import Any

import msgspec
import pytest

from sandtable.play.script import Play
from sandtable.rulesets.sotr.harm import armour, recovery
from sandtable.rulesets.sotr.harm.wounds import Wounding
from sandtable.rulesets.sotr.setup import deployment
from sandtable.rulesets.sotr.setup import set_up as setup
from sandtable.rulesets.sotr.setup.set_up import agenda_of
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn import maintenance, turn
from sandtable.rulesets.sotr.turn.turn import next_step
from sandtable.rulesets.sotr.weapons import strikes

from .kit import Scene, Side

Calls = list[tuple[Any, ...]]


def quiet(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Every other chapter only notes that it was called."""
    calls: Calls = []

    def note(name: str, result: object = None) -> Any:
        async def noted(_: object, *rest: object, **named: object) -> object:
            calls.append((name, *rest, *named.values()))
            return result

        return noted

    def told(name: str) -> Any:
        return lambda _, *rest, **named: calls.append((name, *rest, *named.values()))

    async def activate(play: Play[Battle], number: int) -> None:
        calls.append(("activate", number))
        play.tell("was fired upon", unit=number, sets={"activated": play.state.turn})

    def may_be_activated(state: Battle, number: int) -> bool:
        return state.units[number].on_table and state.units[number].activated < state.turn

    monkeypatch.setattr(turn, "activate", activate)
    monkeypatch.setattr(turn, "may_be_activated", may_be_activated)
    monkeypatch.setattr(turn, "maintain", note("maintain"))
    monkeypatch.setattr(turn, "command_phase", note("command"))
    monkeypatch.setattr(turn, "judge_coherency", told("coherency"))
    monkeypatch.setattr(turn, "clear_smoke", told("smoke"))
    monkeypatch.setattr(turn, "close_step", lambda _: None)
    monkeypatch.setattr(maintenance, "maintenance_checks", note("horror"))
    monkeypatch.setattr(maintenance, "resolve_strike", note("strike"))
    monkeypatch.setattr(maintenance, "wound_models", note("wound", ()))
    monkeypatch.setattr(maintenance, "clear_smoke", told("smoke"))
    monkeypatch.setattr(maintenance, "attended", lambda *_: False)
    monkeypatch.setattr(recovery, "take_out", take_out)
    monkeypatch.setattr(deployment, "may_not_hide", lambda *_: None)
    return calls


def take_out(play: Play[Battle], number: int, goners: tuple[int, ...], *because: str) -> None:
    """Models are off the table, and that is all."""
    play.tell("left comrades behind", *because, unit=number, figures=goners, sets={"place": "table"})


class Blows:
    """What strikes did: hits on models, on machines, and suppression checks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.hits: list[tuple[tuple[int, ...], Wounding]] = []
        self.machines: list[tuple[int, int, str]] = []
        self.checks: list[tuple[int, int, int]] = []
        monkeypatch.setattr(strikes, "wound_models", self._wound)
        monkeypatch.setattr(armour, "strike", self._strike)
        monkeypatch.setattr(strikes, "suppression_check", self._check)

    async def _wound(self, _: object, hits: Any, how: Wounding, by: object, __: object) -> tuple[()]:
        assert by is None
        assert all(many == 1 for _, many in hits)
        self.hits.append((tuple(figure for figure, _ in hits), how))
        return ()

    async def _strike(self, _: object, machine: int, pen: int, side: str, __: object, ___: object) -> bool:
        self.machines.append((machine, pen, side))
        return False

    async def _check(self, _: object, number: int, by: int, modifiers: Any, cover: int, __: object) -> None:
        assert by == -1
        self.checks.append((number, modifiers[0].value, cover))


def coming(scene: Scene) -> str:
    """The name of what comes next."""
    step = next_step(scene.state)
    return "" if step is None else step.name


def step(scene: Scene, dice: list[int] | None = None, **answers: Any) -> Scene:
    """Play what comes next."""
    coming_up = next_step(scene.state)
    assert coming_up is not None
    return scene.run(coming_up.begin, dice or [], **answers)


def change(scene: Scene, **fields: Any) -> Scene:
    """The battle as a whole is set to be otherwise."""
    scene.state = msgspec.structs.replace(scene.state, **fields)
    return scene


def before(*sides: Side, **rest: Any) -> Scene:
    """A battle that has not begun: its units wait to be set up."""
    waiting = [msgspec.structs.replace(side, fields={"place": "waiting", **side.fields}) for side in sides]
    scene = Scene(*waiting, turn=0, **rest)
    agenda = agenda_of(scene.state.mission, scene.state.options)
    return change(scene, phase="setup", half=0, agenda=agenda)


def item(scene: Scene, name: str, dice: list[int] | None = None, **answers: Any) -> Scene:
    """Play one item of the agenda."""
    agenda = agenda_of(scene.state.mission, scene.state.options)
    change(scene, agenda=agenda[agenda.index(name) :])
    return scene.run(setup.next_on_agenda, dice or [], **answers)
