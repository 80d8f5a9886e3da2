"""Turn Initiative, Maintenance and the dice before the first turn."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Found, LeavesView, Nothing, Staged, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.sotr.fire.targets import Aim, Arm
from sandtable.rulesets.sotr.harm.recovery import recover
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.setup.arrivals import edge_roll
from sandtable.rulesets.sotr.setup.set_up import first_to_set_up
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn.initiative import roll_off
from sandtable.rulesets.sotr.units.crews import HMG
from sandtable.rulesets.sotr.weapons.shooting import manned

from .bare import Party, battle, card_of, men_of, staged
from .fields import ARMOUR, Armour

WHO = ("we", "they")


class Initiative(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two sides that roll for Turn Initiative."""

    ours: Annotated[
        int, field("Ours", "Cool of our highest Officer; 0 for none", role="ours", fact="officer", ge=0, le=12)
    ] = 9
    theirs: Annotated[
        int, field("Theirs", "Cool of their highest Officer; 0 for none", role="theirs", fact="officer", ge=0, le=12)
    ] = 9


@asks(
    "initiative",
    "Turn Initiative",
    clauses=("sotr.init.roll", "sotr.gap.initiative-ties", "sotr.gap.initiative-no-officer"),
)
def initiative(given: Initiative, options: Options) -> Staged:
    """Who wins Turn Initiative?"""
    sides = [Party("a unit", card_of(), men_of(1, cool or None)) for cool in (given.ours, given.theirs)]
    return staged(battle(options, *sides), roll_off, lambda after, _result, _noted: {"winner": WHO[after.holder]})


class Recovering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Models that are DOWN, in Maintenance."""

    down: Annotated[int, field("DOWN", "how many of them", role="unit", fact="down", ge=1, le=12)] = 1
    armour: Annotated[Armour, field("Armour", "the column of the wound table", role="unit", fact="armour")] = (
        "unarmored"
    )
    burning: Annotated[bool, field("Burning", "put DOWN by flames: the higher of two dice")] = False
    medic: Annotated[bool, field("Medic", "a medic in base contact: the lower of two dice")] = False
    undying: Annotated[bool, field("Undying", "vampires: the lower of two dice", role="unit", fact="undying")] = False


@asks(
    "recovery",
    "DOWN models recover",
    clauses=("sotr.down.recovery", "sotr.flame.burning", "sotr.gap.medic"),
    leaves=(
        LeavesView("recovered", "unit", "men", "add"),
        LeavesView("still_down", "unit", "down", "set"),
    ),
)
def recovery(given: Recovering, options: Options) -> Staged:
    """Do DOWN models recover?"""
    card = card_of(armour=ARMOUR[given.armour], traits=("undying",) if given.undying else ())
    state = battle(options, Party("the unit", card, men_of(given.down, down=True, burning=given.burning)))
    attended = state.units[0].men if given.medic else ()

    def read(_after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        names = ("recovered", "still_down", "goners")
        return {name: noted.get((0, name), 0) for name in names}

    return staged(state, lambda play: recover(play, 0, attended), read)


class Jamming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Heavy machine guns without their loaders."""

    guns: Annotated[int, field("Guns", "how many", ge=1, le=6)] = 1


@asks("jam", "Jams", clauses=("sotr.hmg.jam",))
def jam(given: Jamming, options: Options) -> Staged:
    """Does a heavy machine gun without a loader jam?"""
    state = battle(options, Party("the unit", card_of(), men_of(given.guns, weapons=(HMG,))))
    aims = tuple(Aim(Arm(man, HMG), -1, 1) for man in state.units[0].men)

    def read(_after: Battle, firing: tuple[Aim, ...], _noted: object) -> Found:
        return {"jammed": given.guns - len(firing)}

    return staged(state, lambda play: manned(play, aims), read)


@asks("set-up", "Setting up", clauses=("sotr.gap.deployment",))
def set_up(_given: Nothing, options: Options) -> Staged:
    """Who sets up first?"""
    return staged(battle(options), first_to_set_up, lambda after, _result, _noted: {"sets_up_first": WHO[after.side]})


@asks("mob-edge", "A mob comes on", clauses=("sotr.gap.scenarios",))
def mob_edge(_given: Nothing, options: Options) -> Staged:
    """Where does a mob of the dead come on, as the living see it from the south?"""
    words = {"west": "left", "east": "right", "north": "far"}

    async def begin(_: Play[Battle]) -> str:
        return (await edge_roll("south", "The mob", seat=1)).value

    return staged(battle(options), begin, lambda _after, edge, _noted: {"edge": words[edge]})
