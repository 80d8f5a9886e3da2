"""Shooting: whom a unit may shoot at, what its dice need, and what comes of them."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from sandtable.dice.readings import AtLeast
from sandtable.dice.roll import Roll
from sandtable.geometry.units import inches
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import Modifier, Score, Target, total
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable, YesNo
from sandtable.play.refusal import Refusal
from sandtable.play.script import Begin, Play

from .forces import Weapon, weapons
from .morale import check_morale, lose
from .sight import look
from .state import Battle, on_table

HITS = 4
NOBODY = "hold-fire"


class Aim(NamedTuple):
    """What a unit could throw at a target, and whether that is in cover."""

    target: int
    dice: int
    cover: bool


@rule("sheet.shoot.set-up-gun")
def fires(state: Battle, weapon: Weapon, *, moved: bool) -> bool:
    """Whether a weapon shoots in this activation."""
    return not (moved and weapon.set_up) or state.options.gun_on_the_move


@rule("sheet.shoot.range", "sheet.shoot.sight", "sheet.shoot.to-hit")
def aim(state: Battle, number: int, target: int, *, moved: bool) -> Aim:
    """The dice of all models that see a model of the target within range, and whether half of those in sight are covered."""
    men, foes = state.units[number].men, state.units[target].men
    dice, covers = 0, dict[int, int]()
    for man, line in zip(men, look(state, men, foes), strict=True):
        weapon = weapons()[state.figures[man].weapon]
        seen = {foe: one for foe, one in zip(foes, line, strict=True) if one.seen and one.gap <= inches(weapon.range)}
        if seen and fires(state, weapon, moved=moved):
            dice += weapon.dice
            for foe, one in seen.items():
                covers[foe] = min(one.cover, covers.get(foe, one.cover))
    covered = sum(cover > 0 for cover in covers.values())
    return Aim(target, dice, bool(covered) and covered * 2 >= len(covers))


def aims(state: Battle, number: int, *, moved: bool) -> dict[int, Aim]:
    """The enemy units that a unit could shoot at, by their numbers."""
    every = (aim(state, number, foe, moved=moved) for foe in on_table(state, 1 - state.units[number].side))
    return {one.target: one for one in every if one.dice}


@rule("sheet.shoot.to-hit", "sheet.shoot.to-ground")
def to_hit(*, cover: bool, grounded: bool) -> Target:
    """What a die needs, with every reason."""
    reasons = {"in cover": ("sheet.shoot.to-hit", cover), "gone to ground": ("sheet.shoot.to-ground", grounded)}
    modifiers = tuple(Modifier(-1, why, clause) for why, (clause, there) in reasons.items() if there)
    return Target(Score(HITS - total(modifiers)), modifiers)


def hit_roll(name: str, at: str, dice: int, target: Target, seat: int) -> Roll[int]:
    """The dice of a unit that shoots at another."""
    assert isinstance(target.needed, Score)
    why, because = f"{name} at {at}", ("sheet.shoot.range", "sheet.shoot.to-hit")
    return Roll(
        dice, 6, AtLeast(target.needed.least), why=why, because=because, seat=seat, needs=target.explain(), step="to hit",
        modifiers=target.modifiers,
    )  # fmt: skip


def why_no_target() -> Refusal:
    """Why a unit cannot shoot."""
    return Refusal("no enemy is in sight and in range", ("sheet.shoot.sight", "sheet.shoot.range"))


@rule("sheet.turn.actions")
async def shoot(play: Play[Battle], number: int, *, moved: bool) -> None:
    """A unit shoots at an enemy of its owner's choice, or holds its fire."""
    state = play.state
    unit, found = state.units[number], aims(play.state, number, moved=moved)
    if not found:
        return
    values: dict[str, int | None] = {f"u{foe}": foe for foe in found}
    choices = OneOf(
        {**values, NOBODY: None},
        label=lambda foe: "hold fire" if foe is None else state.units[foe].name,
        points=lambda foe: None if foe is None else OnTable(unit=foe),
    )
    words = f"Whom does {unit.name} shoot at?"
    target = await ask(
        play, number, "shoot at", choices, words, "sheet.turn.actions", "sheet.shoot.range", usual=next(iter(values))
    )
    if target is None:
        play.tell("held fire", "sheet.turn.actions", unit=number)
    else:
        await shoot_at(play, number, target, moved=moved)


async def shoot_at(play: Play[Battle], number: int, target: int, *, moved: bool) -> None:
    """A unit shoots at another: what its models see is measured once, before the first die."""
    await fire(play, number, aim(play.state, number, target, moved=moved))


async def fire(play: Play[Battle], number: int, one: Aim) -> int:
    """The dice at a target, who may go to ground first; its losses, and its nerve. Gives the hits."""
    target = one.target
    tells, shows = {"at": play.state.units[target].name, "dice": one.dice}, shows_at(target)
    play.tell("shot", "sheet.shoot.range", unit=number, tells=tells, shows=shows)
    await go_to_ground(play, target)
    foe = play.state.units[target]
    needed = to_hit(cover=one.cover, grounded=foe.grounded)
    unit = play.state.units[number]
    rolled = await hit_roll(unit.name, foe.name, one.dice, needed, unit.side)
    if not rolled.value:
        play.tell("was missed", "sheet.shoot.to-hit", unit=target, rolls=(rolled.number,))
    else:
        lose(play, target, rolled.value, "sheet.shoot.losses", (rolled.number,))
        await check_morale(play, target)
    return rolled.value


@rule("sheet.shoot.to-ground")
async def go_to_ground(play: Play[Battle], number: int) -> None:
    """A unit that is shot at and has not acted yet may go to ground instead of acting."""
    unit, because = play.state.units[number], ("sheet.shoot.to-ground",)
    if unit.done:
        return
    asks = f"Does {unit.name} go to ground? It will not act this turn."
    if await ask(play, number, "go to ground", YesNo(), asks, *because, usual=False):
        play.tell("went to ground", *because, unit=number, sets={"done": True, "grounded": True})


def shots(state: Battle, number: int, *, moving: bool, at: int | None = None) -> Mapping[int, Begin[Battle]]:
    """The enemies that a unit could shoot at from where it stands, or one of them, each with the script of doing so."""
    found = aims(state, number, moved=moving) if state.units[number].place == "table" else {}
    scripts: dict[int, Begin[Battle]] = {
        foe: partial(_shoots, number=number, target=foe, moved=moving) for foe in found if at is None or foe == at
    }
    return scripts


async def _shoots(play: Play[Battle], *, number: int, target: int, moved: bool) -> None:
    await shoot_at(play, number, target, moved=moved)
