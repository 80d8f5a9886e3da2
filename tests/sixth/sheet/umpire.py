"""What the umpire is asked: actions of the sheet, played on a bare table by the scripts that play them in battle."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec

from sandtable.mechanics.questions import Found, Staged, Unfit, asks, field, grouped
from sandtable.mechanics.verbs import applied_by
from sandtable.play.script import Play
from sandtable.table.layout import Bare

from .charge import fight
from .forces import card_for, troops
from .morale import OFFICER
from .options import Options
from .shooting import Aim, fire
from .state import Battle, Model, Unit
from .verbs import VERBS

Read = Callable[[Battle, Any, object], Found]  # what is left, what the script gave, what was noted
SQUAD = "rifle-squad"
Men = Annotated[int, field("Models", ge=1, le=12)]


def battle(options: Options, *units: Unit, men: tuple[int, ...]) -> Battle:
    """These units with so many models each, and nothing else."""
    owners = [number for number, count in enumerate(men) for _ in range(count)]
    figures = tuple(Model(number, "", "rifle") for number in owners)
    raised = [
        msgspec.structs.replace(unit, men=tuple(man for man, owner in enumerate(owners) if owner == number))
        for number, unit in enumerate(units)
    ]
    names = ("We", "They")
    return Battle(0, 0, (), Bare(), figures, tuple(raised), options, names, phase="battle", turn=1)


def unit(
    name: str, side: int, troop: str = SQUAD, *, nerve: int = 4, strength: int = 12, grounded: bool = False
) -> Unit:
    """A unit on the table; who has gone to ground has given up his turn for it."""
    card = msgspec.structs.replace(card_for(troops()[troop]), nerve=nerve)
    return Unit(name, side, (), card, strength, "table", done=grounded, grounded=grounded)


def staged(state: Battle, script: Callable[[Play[Battle]], Coroutine[Any, Any, Any]], read: Read) -> Staged:
    """A question that is this action: what it gives and what is left say all that is asked."""
    return Staged(state, script, read, applied_by(VERBS), lambda _: ())


class Volley(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit shoots at another."""

    dice: Annotated[int, field("Dice", "a rifle or a pistol 1, a machine gun 4", ge=1, le=40)] = 8
    cover: Annotated[bool, field("In cover")] = False
    grounded: Annotated[bool, field("Gone to ground")] = False
    men: Annotated[int, field("Models of the target", ge=1, le=12)] = 8
    strength: Annotated[int, field("Models at the start", ge=1, le=12)] = 8
    nerve: Annotated[int, field("Nerve", ge=2, le=6)] = 4
    led: Annotated[bool, field("A lieutenant within 6 inches")] = False


@asks("volley", "Shooting", clauses=("sheet.shoot.to-hit", "sheet.shoot.losses", "sheet.morale.check"))
def volley(given: Volley, options: Options) -> Staged:
    """What does a unit's fire do to another?"""
    if given.men > given.strength:
        raise Unfit("men", f"it began with {given.strength}")
    they = unit("The target", 1, nerve=given.nerve, strength=given.strength, grounded=given.grounded)
    officer = unit("Their lieutenant", 1, OFFICER)
    state = battle(options, unit("The unit", 0), they, officer, men=(1, given.men, int(given.led)))
    return staged(state, lambda play: fire(play, 0, Aim(1, given.dice, given.cover)), shot(state))


def shot(before: Battle) -> Read:
    """What fire has done to the second unit: whoever has not fallen of a unit that is gone has run."""
    men = len(before.units[1].men)

    def read(after: Battle, hits: int, _noted: object) -> Found:
        return {"hits": hits, "losses": min(hits, men), "removed": not after.units[1].men}

    return read


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A charge has reached the enemy."""

    chargers: Men = 8
    charged: Men = 8


@asks("melee", "A charge", clauses=("sheet.charge.fight",))
def melee(given: Fight, options: Options) -> Staged:
    """Who wins a charge?"""
    state = battle(options, unit("The chargers", 0), unit("The charged", 1), men=(given.chargers, given.charged))
    return staged(state, lambda play: fight(play, 0, 1), fought)


def fought(_after: Battle, ended: tuple[bool, tuple[int, int]], _noted: object) -> Found:
    """Who has won a fight, and what it has cost."""
    won, lost = ended
    return {"winner": "chargers" if won else "charged", "chargers_lost": lost[0], "charged_lost": lost[1]}


QUESTIONS = grouped({"Shooting": ((volley,),), "Charging": ((melee,),)})
