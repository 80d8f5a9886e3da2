"""Actions of the Platoon Sheet laid out on a table at random, each with the form that an umpire would fill in."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from tests.answers import terrain
from tests.conformance.laid import Laid

from .kit import Scene, blue, red
from .sheet.charge import fight
from .sheet.morale import is_led
from .sheet.shooting import aim, fire
from .sheet.umpire import fought, shot, staged

ABLE, XAVIER = 0, 1


def _volley(chance: Chance) -> Laid:
    """A squad or a machine gun fires at a squad, behind a wall or not, with a lieutenant near its leader or not.

    He falls last, so that whoever is near him is near whatever is left.
    """
    strength, troop = chance.randint(1, 8), chance.choice(["rifle-squad", "machine-gun-team"])
    officer = red("Elm", (chance.randint(1, 10), 17), troop="lieutenant", done=True)
    they = red("Xavier", (10, 20), men=chance.randint(1, strength), strength=strength, gap=0.1)
    ground = [terrain("wall", line=[(8, 21), (chance.randint(8, 20), 21)])]
    scene = Scene(blue("Able", (10, 30), troop=troop), they, officer, ground=ground)
    state = scene.state
    one = aim(state, ABLE, XAVIER, moved=chance.choice([False, True]) and troop == "rifle-squad")
    unit = state.units[XAVIER]
    form: dict[str, Any] = {"dice": one.dice, "cover": one.cover, "men": len(unit.men), "strength": unit.strength}
    form |= {"nerve": unit.card.nerve, "led": is_led(state, XAVIER)}
    return Laid("volley", form, {}, staged(state, lambda play: fire(play, ABLE, one), shot(state)))


def _melee(chance: Chance) -> Laid:
    """Two squads are in contact."""
    men = chance.randint(1, 8), chance.randint(1, 8)
    state = Scene(blue("Able", (10, 20), men=men[0]), red("Xavier", (10, 19), men=men[1])).state
    form = {"chargers": men[0], "charged": men[1]}
    return Laid("melee", form, {}, staged(state, lambda play: fight(play, ABLE, XAVIER), fought))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {"volley": _volley, "melee": _melee}
