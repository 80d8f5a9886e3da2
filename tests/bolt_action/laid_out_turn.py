"""The turn laid out at random: who looks how far into the dark, how much smoke there is, whose dice are in the cup."""

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.rulesets.bolt_action.basics.battlefield import distance
from sandtable.rulesets.bolt_action.fire.shooting import peer
from sandtable.rulesets.bolt_action.setup.set_up import next_on_agenda
from sandtable.rulesets.bolt_action.state import Battle, Mission
from sandtable.rulesets.bolt_action.turn.turn import cup, start_turn
from sandtable.rulesets.bolt_action.turn.turn_end import ROLES, deciding_order, end_turn
from sandtable.rulesets.bolt_action.umpire.bare import staged
from sandtable.rulesets.bolt_action.umpire.turn import draw_next
from sandtable.table.terrain import piece
from tests.conformance.laid import Laid

from .kit import Scene, Side, de, us

ORDERS = ("fire", "advance", "run", "ambush", "rally", "down", None)


def night_sight(chance: Chance) -> Laid:
    """Somebody with any die or none, in front of a medic."""
    far, order = chance.choice([3.5, 6, 8, 11.25, 17]), chance.choice(ORDERS)
    state = Scene(us("us.medic", (20, 20)), de("us.medic", (21 + far, 20), fields={"order": order}), dark=True).state
    apart = distance(state, 0, 1)
    given = {"distance": apart / INCH, "active": order in {"fire", "advance", "run"}}

    def read(_after: Battle, found: Any, _: object) -> dict[str, Any]:
        return {"seen": found.seen, "reach": found.reach}

    return Laid("night-sight", given, {}, staged(state, lambda play: peer(play, 0, 1, apart), read))


def dawn(chance: Chance) -> Laid:
    """The start of a turn in the dark."""
    turn = chance.randint(1, 9)
    state = Scene(us("us.medic", (20, 20)), dark=True, turn=turn).state
    return Laid("dawn", {"turn": turn}, {}, staged(state, start_turn, lambda after, _, __: {"day": not after.dark}))


def smoke_clears(chance: Chance) -> Laid:
    """The end of a turn with smoke among other things."""
    clouds = chance.randint(1, 6)
    ground = [piece("woods", ((0, 0), (5000, 0), (0, 5000)))]
    for number in range(clouds):
        x = 1000 * chance.randint(10, 60)
        ground.append(piece("smoke", ((x, 30000), (x + 3000, 30000), (x, 33000 + number))))
    state = Scene(us("us.medic", (20, 20)), ground=ground).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"clouds_left": sum("smoke" in one.traits for one in after.terrain)}

    return Laid("smoke-clears", {"clouds": clouds}, {}, staged(state, end_turn, read))


def who_decides(chance: Chance) -> Laid:
    """A few units of both sides, one of which is Down; of some nothing is left."""
    attacker, ours, theirs = chance.randint(0, 1), chance.randint(1, 3), chance.randint(1, 3)
    sides = [us("us.medic", (20, 10 + 5 * place), name=f"Ours {place}") for place in range(ours)]
    sides += [de("us.medic", (40, 10 + 5 * place), name=f"Theirs {place}") for place in range(theirs)]
    gone = de("us.medic", (60, 20), name="Gone", fields={"place": "destroyed", "order": "down"})
    state = Scene(
        us("us.medic", (10, 30), name="Down", fields={"order": "down"}), *sides, gone, attacker=attacker
    ).state
    left = (1 + ours, theirs)
    given = {"attackers": left[attacker], "defenders": left[1 - attacker]}

    def read(_after: Battle, first: tuple[int, int], _: object) -> dict[str, Any]:
        return {"first": ROLES[first[0] != attacker]}

    return Laid("who-decides", given, {}, staged(state, deciding_order, read))


def order_dice(chance: Chance) -> Laid:
    """Who waits off the table in turn 1; others have had their dice."""
    ours, theirs, draws = chance.randint(0, 5), chance.randint(0, 5), chance.randint(1, 4)
    sides: list[Side] = [us("us.medic", name=f"Ours {place}") for place in range(ours)]
    sides += [de("us.medic", name=f"Theirs {place}") for place in range(theirs)]
    done = us("us.medic", (20, 20), name="Done", fields={"order": "fire"})
    state = msgspec.structs.replace(Scene(*sides, done, turn=1).state, laid_aside=(min(1, ours), 0))
    own, other = cup(state)
    played = staged(
        state,
        lambda play: draw_next(play, draws),
        lambda after, _, __: {"yours": after.laid_aside[0] - state.laid_aside[0]},
    )
    return Laid("order-dice", {"own": own, "other": other, "draws": draws}, {}, played)


def game_length(chance: Chance) -> Laid:
    """The last turn ends, with somebody left on both sides."""
    last = chance.choice([6, 7])
    sides = us("us.medic", (20, 20), name="Able"), de("us.medic", (40, 20), name="Foe")
    state = Scene(*sides, turn=last, mission=Mission(turns=last)).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"another_turn": after.phase != "over"}

    return Laid("game-length", {}, {}, staged(state, end_turn, read))


def choosing(chance: Chance) -> Laid:
    """Before a battle in which nobody is bound to attack."""
    state = Scene(us("us.medic", (20, 20), name="Able"), attacker=chance.randint(0, 1)).state
    state = msgspec.structs.replace(state, agenda=("sides",), phase="setup")
    attacks = Chance("umpire", "attack or defend").choice(["attack", "defend"]) == "attack"  # what is usually answered

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"chooses": ("first player", "second player")[after.attacker if attacks else after.defender]}

    return Laid("sides", {}, {}, staged(state, next_on_agenda, read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "night-sight": night_sight,
    "dawn": dawn,
    "smoke-clears": smoke_clears,
    "who-decides": who_decides,
    "order-dice": order_dice,
    "game-length": game_length,
    "sides": choosing,
}
