"""What a template does to everybody it touches: friends, enemies and those who are Hidden alike."""

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.grammar import count_of
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.templates import Landing, right_under, under_blast
from sandtable.rulesets.sotr.harm.armour import facing, strike
from sandtable.rulesets.sotr.harm.wounds import Losses, Wounding, add_losses, wound_models
from sandtable.rulesets.sotr.state import Battle, Point
from sandtable.rulesets.sotr.units.conditions import note_fire
from sandtable.rulesets.sotr.verbs.acts import shows_under


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


class Under(NamedTuple):
    """Whom a template touches: everybody, those right under its centre, and which side of machines looks at it."""

    touched: tuple[int, ...]
    direct: tuple[int, ...] = ()
    sides: tuple[tuple[int, str], ...] = ()


NOBODY = Under(())


def under_round(state: Battle, at: Landing, radius: int, struck: tuple[int, str] | None = None) -> Under:
    """Whom a round template touches; on a bare table nobody. `struck` is a machine that was aimed at, and which side."""
    if state.layout.bare:
        return NOBODY
    touched = under_blast(state, at, radius)
    return Under(touched, right_under(state, at, touched), sides_to(state, touched, at.point, struck))


def sides_to(
    state: Battle, touched: Iterable[int], origin: Point, struck: tuple[int, str] | None = None
) -> tuple[tuple[int, str], ...]:
    """Which side of each machine among some models looks at a point, unless it was aimed at."""
    machines = [one for one in touched if state.units[state.figures[one].unit].machine]
    return tuple(
        (one, struck[1] if struck and struck[0] == state.figures[one].unit else facing(state, one, origin))
        for one in machines
    )


@rule("sotr.blast.wounds", "sotr.blast.infantry")
async def burst(play: Play[Battle], at: Landing, radius: int, under: Under, shell: Shell, by: int) -> Losses:
    """A round template: a wound roll for every model touched."""
    told: dict[str, object] = {"weapon": shell.name, "point": list(at.point), "radius": radius}
    known = count_of(
        len([one for one in under.touched if not play.state.units[play.state.figures[one].unit].hidden]),
        "model", "models",
    )  # fmt: skip
    told["touched"] = known
    shows = shows_under(play.state, under.touched, at.point) | {"weapon": shell.name}
    play.tell("burst", *shell.clauses, "sotr.gap.templates-round", tells=told, shows=shows)
    return await hit_all(play, under, shell, by)


@rule("sotr.rpg.annihilating")
async def hit_all(play: Play[Battle], under: Under, shell: Shell, by: int) -> Losses:
    """Hits on all models touched: machines through their armour, the others on the wound table or, GONER, without it."""
    for number in units_of(play.state, under.touched):
        note_fire(play, number, *shell.clauses)
    sides = dict(under.sides)
    men = tuple(one for one in under.touched if one not in sides)
    sure = {"all": men, "centre": tuple(one for one in men if one in under.direct)}.get(shell.annihilates, ())
    losses: Losses = ()
    if sure:
        how = Wounding(shell.name, goner=True, pen=shell.pen)
        because = ("sotr.rpg.annihilating", *shell.clauses)
        losses = await wound_models(play, tuple((one, 1) for one in sure), how, by, because)
    rest = tuple((one, 1) for one in still_there(play.state, men) if one not in sure)
    if rest:
        how = Wounding(shell.name, burns=shell.burns, pen=shell.pen)
        losses = add_losses(losses, await wound_models(play, rest, how, by, shell.clauses))
    for machine in still_there(play.state, sides):
        await strike(play, machine, shell.pen, sides[machine], by, shell.clauses)
    return losses
