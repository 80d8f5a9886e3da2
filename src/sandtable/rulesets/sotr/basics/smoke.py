"""Smoke (1.7.8): what is in it, and when it goes."""

from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.sotr.state import Battle, Smoke

from .templates import piece_holds


def smoked_unit(state: Battle, number: int) -> bool:
    """Whether there is smoke on a unit."""
    return any(smoke.unit == number for smoke in state.smokes)


@rule("sotr.flame.ignite")
def smoked_piece(state: Battle, number: int) -> bool:
    """Whether there is smoke on a piece of terrain; one that burns counts as smoked."""
    return number in state.burning or any(smoke.piece == number for smoke in state.smokes)


@rule("sotr.smoke.target", "sotr.flame.ignite")
def smoked(state: Battle, figure: int) -> bool:
    """Whether a model is in smoke: its unit is, or the terrain piece that it stands in is (burning pieces too)."""
    if not state.smokes and not state.burning:
        return False
    if smoked_unit(state, state.figures[figure].unit):
        return True
    pieces = {*state.burning, *(smoke.piece for smoke in state.smokes if smoke.piece >= 0)}
    point = state.layout.point(figure)
    return any(piece_holds(state, number, point) for number in sorted(pieces))


@rule("sotr.smoke.no-damage", "sotr.smoke.target")
def lay_smoke(play: Play[Battle], side: int, *because: str, unit: int = -1, piece: int = -1) -> None:
    """Smoke is put on one unit or one piece of terrain, and on nothing else; smoke that lay there is renewed."""
    on = play.state.units[unit].name if unit >= 0 else play.state.terrain[piece].title
    play.tell(
        "laid smoke",
        "sotr.smoke.target",
        *because,
        unit=unit if unit >= 0 else None,
        sets={"smoke": [side, play.state.turn, unit, piece]},
        tells={"on": on},
    )


@rule("sotr.smoke.duration")
def clear_smoke(play: Play[Battle], when: str, *, side: int | None = None, unit: int | None = None) -> None:
    """Smoke that goes now: at `turn-start`, in a side's `maintenance`, or after a `victim-activation`."""
    for smoke in play.state.smokes:
        if _goes(play.state, smoke, when, side, unit):
            play.tell(
                "smoke cleared",
                "sotr.smoke.duration",
                unit=smoke.unit if smoke.unit >= 0 else None,
                sets={"smoke": [smoke.side, smoke.turn, smoke.unit, smoke.piece]},
                tells={
                    "on": play.state.units[smoke.unit].name
                    if smoke.unit >= 0
                    else play.state.terrain[smoke.piece].title
                },
            )


def _goes(state: Battle, smoke: Smoke, when: str, side: int | None, unit: int | None) -> bool:
    ends = state.options.smoke_ends
    if ends == "victim-activation" and when == "turn-start":  # what is never activated cannot wait for that
        return smoke.turn < state.turn and (smoke.unit < 0 or not state.units[smoke.unit].on_table)
    if when != ends:
        return False
    if when == "turn-start":
        return smoke.turn < state.turn
    if when == "maintenance":
        return smoke.side == side and smoke.turn < state.turn
    return unit is not None and smoke.unit == unit
