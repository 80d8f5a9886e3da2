"""What a template does to everybody it touches: friends, enemies and those who are Hidden alike."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.mechanics.clauses import rule
from sandtable.mechanics.telling import count_of
from sandtable.play.script import Play

from .acts import shows_under
from .armour import facing, strike
from .conditions import note_fire
from .state import Battle, Point
from .templates import Landing, right_under, under_blast
from .wounds import Losses, Wounding, add_losses, wound_models


class Shell(NamedTuple):
    """What bursts: how it is called, its clauses, its penetration, and whom it annihilates without a roll."""

    name: str
    clauses: tuple[str, ...]
    pen: int = 0
    annihilates: str = "none"  # "centre": whoever is under the very centre; "all"
    burns: bool = False


def units_of(state: Battle, figures: Iterable[int]) -> list[int]:
    """The units that some models belong to, in their order."""
    return sorted({state.figures[figure].unit for figure in figures})


def enemies_among(state: Battle, figures: Iterable[int], number: int) -> tuple[int, ...]:
    """The enemy units of a unit that some models belong to."""
    side = state.units[number].side
    return tuple(one for one in units_of(state, figures) if state.units[one].side != side)


def still_there(state: Battle, figures: Iterable[int]) -> tuple[int, ...]:
    """Those models that are still in the battle."""
    return tuple(figure for figure in figures if figure in state.units[state.figures[figure].unit].men)


@rule("sotr.blast.wounds", "sotr.blast.infantry")
async def burst(
    play: Play[Battle], at: Landing, radius: int, shell: Shell, by: int, struck: tuple[int, str] | None
) -> Losses:
    """A round template: a wound roll for every model touched. `struck` is a machine that was aimed at, and which side."""
    touched = under_blast(play.state, at, radius)
    direct = right_under(play.state, at, touched)
    told: dict[str, object] = {"weapon": shell.name, "point": list(at.point), "radius": radius}
    known = count_of(len([one for one in touched if not play.state.units[play.state.figures[one].unit].hidden]),
                     "model", "models")  # fmt: skip
    told["touched"] = known
    shows = shows_under(play.state, touched, at.point) | {"weapon": shell.name}
    play.tell("burst", *shell.clauses, "sotr.gap.templates-round", tells=told, shows=shows)
    return await hit_all(play, touched, direct, shell, by, at.point, struck)


@rule("sotr.rpg.annihilating")
async def hit_all(
    play: Play[Battle],
    touched: tuple[int, ...],
    direct: tuple[int, ...],
    shell: Shell,
    by: int,
    origin: Point,
    struck: tuple[int, str] | None,
) -> Losses:
    """Hits on all models touched: machines through their armour, the others on the wound table or, GONER, without it."""
    for number in units_of(play.state, touched):
        note_fire(play, number, *shell.clauses)
    machines = [one for one in touched if play.state.units[play.state.figures[one].unit].machine]
    men = tuple(one for one in touched if not play.state.units[play.state.figures[one].unit].machine)
    sure = {"all": men, "centre": tuple(one for one in men if one in direct)}.get(shell.annihilates, ())
    losses: Losses = ()
    if sure:
        how = Wounding(shell.name, goner=True, pen=shell.pen)
        because = ("sotr.rpg.annihilating", *shell.clauses)
        losses = await wound_models(play, tuple((one, 1) for one in sure), how, by, because)
    rest = tuple((one, 1) for one in still_there(play.state, men) if one not in sure)
    if rest:
        how = Wounding(shell.name, burns=shell.burns, pen=shell.pen)
        losses = add_losses(losses, await wound_models(play, rest, how, by, shell.clauses))
    for machine in still_there(play.state, machines):
        number = play.state.figures[machine].unit
        side = struck[1] if struck and struck[0] == number else facing(play.state, machine, origin)
        await strike(play, machine, shell.pen, side, by, shell.clauses)
    return losses
