"""Orders and morale laid out at random: squads, teams and officers, with more or fewer left of them, near or far."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.nerve.morale import PASS, best_officer, morale_check
from sandtable.rulesets.bolt_action.special.fubar import fubar
from sandtable.rulesets.bolt_action.state import Battle
from sandtable.rulesets.bolt_action.turn.orders import CHOICES, obey, tested
from sandtable.rulesets.bolt_action.umpire.bare import staged
from sandtable.rulesets.bolt_action.umpire.morale import result_and_pins
from tests.conformance.laid import Laid

from .kit import Scene, Side, de, us

TROOPS = ("us.rifle-squad", "de.grenadier-squad", "su.rifle-squad", "us.mmg-team", "gb.sniper-team", "us.medic")
RANKS = ("second-lieutenant", "first-lieutenant", "captain", "major")
SWITCHES: dict[str, tuple[Any, ...]] = {
    "national_rules": (False, True),
    "morale_auto_fail": (10, 12),
    "officer_range": (0, 12),
    "rally_pins": ("D6", "D6+1"),
}


def switched(chance: Chance, switches: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*switches, ""])
    return {name: chance.choice(list(switches[name]))} if name else {}


def _unit(chance: Chance, *, at: tuple[float, float] | None = (20, 20)) -> Side:
    """Somebody with so many pins."""
    return us(
        chance.choice(TROOPS),
        at,
        quality=chance.choice(["inexperienced", "regular", "veteran"]),
        name="Able",
        fields={"pins": chance.randint(0, 6)},
    )


def _battle(chance: Chance, unit: Side, options: dict[str, Any]) -> Battle:
    """The unit, of which the first have fallen, and an officer or two somewhere."""
    apart = chance.sample([3, 6.9, 7.2, 14], 2)
    sides = [us(f"us.{chance.choice(RANKS)}", (20, 20 - far), name=f"Officer at {far}") for far in apart]
    state = Scene(unit, *sides[: chance.randint(0, 2)], **options).state
    men = state.units[0].men
    lost = chance.choice([0, 1, len(men) - 1]) if len(men) > 1 else 0
    return with_unit(state, 0, {"men": men[lost:]})


def _form(state: Battle) -> dict[str, Any]:
    """What is known of the unit's nerve."""
    unit = state.units[0]
    team = bool(unit.card.team) or "sniper" in unit.card.traits
    led = any(state.figures[man].role == "nco" for man in unit.men)
    return {
        "quality": unit.card.quality,
        "pins": unit.pins,
        "officer": best_officer(state, 0) or "none",
        "nco_lost": unit.card.slot == "infantry" and not led,
        "last_of_team": team and len(unit.men) == 1,
        "nation": unit.card.nation or "other",
    }


def order_test(chance: Chance) -> Laid:
    """The test for an order."""
    options = switched(chance, SWITCHES)
    state = _battle(chance, _unit(chance), options)
    played = staged(state, lambda play: tested(play, 0, "ambush"), result_and_pins)
    return Laid("order-test", _form(state), options, played)


def rally(chance: Chance) -> Laid:
    """A Rally."""
    options = switched(chance, SWITCHES)
    state = _battle(chance, _unit(chance), options)

    def read(after: Battle, obeyed: bool, _: object) -> dict[str, Any]:
        return {"pins_left": after.units[0].pins, "obeyed": obeyed}

    return Laid("rally", _form(state), options, staged(state, lambda play: obey(play, 0, CHOICES["rally"]), read))


def morale(chance: Chance) -> Laid:
    """A check that destroys whoever fails it."""
    options = switched(chance, SWITCHES)
    state = _battle(chance, _unit(chance), options)

    def read(_after: Battle, passed: bool, _: object) -> dict[str, Any]:
        return {"result": PASS if passed else "fail"}

    played = staged(state, lambda play: morale_check(play, 0, "heavy losses", "ba.shoot.morale"), read)
    return Laid("morale", _form(state), options, played)


def reserves(chance: Chance) -> Laid:
    """A unit off the table, an officer's own at times; nobody on the table is in reach of it."""
    options = switched(chance, SWITCHES)
    unit = _unit(chance, at=None)
    if chance.random() < 0.4:
        unit = us(f"us.{chance.choice(RANKS)}", name="Able", fields=unit.fields)
    state = _battle(chance, unit, options)
    return Laid("reserves", _form(state), options, staged(state, lambda play: tested(play, 0, "run"), result_and_pins))


def confused(chance: Chance) -> Laid:
    """Somebody loses his head, with enemies near or far and no friend to shoot at."""
    foe = de("de.grenadier-squad", (20 + chance.choice([8, 20]), 20), name="Foe")
    state = Scene(us(chance.choice(TROOPS), (20, 20), name="Able"), foe).state

    def read(_after: Battle, _: object, noted: Any) -> dict[str, Any]:
        return {"row": noted[0, "row"]}

    return Laid("fubar", {}, {}, staged(state, lambda play: fubar(play, 0), read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "order-test": order_test,
    "rally": rally,
    "morale": morale,
    "reserves": reserves,
    "fubar": confused,
}
