"""Initiative, activation and the end of a round, laid out at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import units_left
from sandtable.rulesets.fraley.basics.training import check, may_grant
from sandtable.rulesets.fraley.nerve.company import after_loss, last_unit
from sandtable.rulesets.fraley.setup.deployment import roll_off as pick_edges
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.turn.activation import begin, try_training
from sandtable.rulesets.fraley.turn.morale import end_of_round
from sandtable.rulesets.fraley.turn.reactivation import act_again, beneficiaries, units_counted
from sandtable.rulesets.fraley.turn.turn import roll_off
from sandtable.rulesets.fraley.umpire.activation import activated
from sandtable.rulesets.fraley.umpire.bare import staged
from sandtable.rulesets.fraley.umpire.morale import become_of
from tests.conformance.laid import Laid

from .kit import Scene, Side, german, us

ABLE = 0
LEVELS = ("green", "veteran", "elite")
SWITCHES: dict[str, tuple[Any, ...]] = {
    "success_may_use_fail_actions": (False, True),
    "suppressed_fail_actions": ("all", "move_only"),
    "reactivation_11_12": (0, 3, 4, 5),
    "reactivation_count": ("both_sides", "own_side"),
    "reactivation_scope": ("both_sides", "own_side"),
    "reactivation_includes_roller": (False, True),
    "cc_reroll_shares_use": (True, False),
    "cc_reroll_range": (0, 12),
}


def switched(chance: Chance, switches: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*switches, ""])
    return {name: chance.choice(list(switches[name]))} if name else {}


def trained(chance: Chance) -> dict[str, Any]:
    """The card of a Unit of some Training."""
    return {"training": chance.choice(LEVELS)}


def marks(chance: Chance, teams: int) -> dict[int, dict[str, Any]]:
    """Markers on the first of some Teams."""
    suppressed = chance.randint(0, teams)
    doubled = chance.randint(0, suppressed)
    return {place: {"marks": 1 + (place < doubled)} for place in range(suppressed)}


def marked(state: Battle, number: int) -> dict[str, int]:
    """The markers of a Unit by the form's fields."""
    found = [state.figures[man].marks for man in state.units[number].men]
    return {"suppressed": sum(mark > 0 for mark in found), "doubled": sum(mark > 1 for mark in found)}


def commanders(chance: Chance) -> list[Side]:
    """A Company Commander near by, farther off, or nowhere."""
    return chance.choice([[], [us("us.cc", (20, 25), name="Harlan")], [us("us.cc", (20, 40), name="Harlan")]])


# ---- a round begins


def first(_: Chance) -> Laid:
    """Anywhere."""

    def read(_after: Battle, found: tuple[int, tuple[int, ...]], _noted: object) -> dict[str, Any]:
        return {"first": ("we", "they")[found[0]]}

    return Laid("roll-off", {}, {}, staged(Scene(us("us.rifle-squad", (20, 20))).state, roll_off, read))


def edges(chance: Chance) -> Laid:
    """Before anybody is set up, on a table of some size."""
    state = Scene(us("us.rifle-squad"), size=chance.choice([(72, 48), (48, 48), (48, 72)])).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        sides = ("we", "they")
        return {"picks": sides[1 - after.side], "sets_up_first": sides[after.side]}

    return Laid("edges", {}, {}, staged(state, pick_edges, read))


# ---- activation


def checks(chance: Chance) -> Laid:
    """A few checks of a Unit, its commander near or far."""
    options = switched(chance, {"cc_reroll_range": (0, 12), "cc_reroll_shares_use": (True, False)})
    state = Scene(
        us("us.rifle-squad", (20, 20), name="Able", card=trained(chance)), *commanders(chance), **options
    ).state
    dice = chance.randint(1, 3)
    given = {
        "training": state.units[ABLE].card.training,
        "dice": dice,
        "cc_reroll": may_grant(state, ABLE) is not None,
    }

    async def take(play: Play[Battle]) -> int:
        return sum([(await check(play, ABLE, "something")).passed for _ in range(dice)])

    return Laid("training-check", given, options, staged(state, take, lambda _after, passed, _: {"passed": passed}))


def _company(chance: Chance) -> list[Side]:
    """Other Units of both sides, of which some have acted."""
    return [
        kind("us.rifle-squad" if kind is us else "de.grenadier-squad", (5 + 6 * place, 44), men=1, name=f"Unit {place}",
             fields={"done": chance.random() < 0.4})
        for place in range(chance.randint(0, 9))
        for kind in (chance.choice([us, german]),)
    ]  # fmt: skip


def activation(chance: Chance) -> Laid:
    """A Unit with markers on some Teams, others about it."""
    options = switched(chance, SWITCHES)
    men = chance.randint(1, 8)
    able = us("us.rifle-platoon", (20, 20), name="Able", men=men, teams=marks(chance, men), card=trained(chance))
    state = Scene(able, *_company(chance), *commanders(chance), **options).state
    acted = [place for place in beneficiaries(state, ABLE) if place != ABLE]
    given = {
        "training": state.units[ABLE].card.training,
        "teams": men,
        **marked(state, ABLE),
        "cc_reroll": may_grant(state, ABLE) is not None,
        "units": units_counted(state, 0),
        "acted": len(acted),
    }

    async def activate(play: Play[Battle]) -> bool:
        begin(play, ABLE)
        return await try_training(play, ABLE)

    return Laid("activation", given, options, staged(state, activate, activated))


def again(chance: Chance) -> Laid:
    """A Unit has rolled a 6."""
    options = switched(chance, {name: values for name, values in SWITCHES.items() if name.startswith("reactivation")})
    able = us("us.rifle-squad", (20, 20), name="Able", fields={"done": True})
    state = Scene(able, *_company(chance), **options).state
    acted = [place for place in beneficiaries(state, ABLE) if place != ABLE]
    given = {"units": units_counted(state, 0), "acted": len(acted)}

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"act_again": any(unit.refreshed for unit in after.units)}

    return Laid("re-activation", given, options, staged(state, lambda play: act_again(play, ABLE), read))


# ---- the end of a round


def morale(chance: Chance) -> Laid:
    """A Unit that may have lost Teams; how many Units there were is not asked about."""
    options = switched(chance, {"cc_reroll_range": (0, 12), "cc_reroll_shares_use": (True, False)})
    troop, strength = chance.choice([("us.rifle-platoon", 9), ("us.sherman-platoon", 5), ("us.rifle-squad", 3)])
    men = chance.choice([1, 2, 3, strength])
    fields = {"strength": strength, "lost": chance.randint(0, strength - men)}
    able = us(troop, (20, 20), name="Able", men=men, card=trained(chance), fields=fields)
    state = Scene(able, *commanders(chance), fields={"units_at_start": (0, 0)}, **options).state
    unit = state.units[ABLE]
    given = {
        "training": unit.card.training,
        "teams": men,
        "strength": strength,
        "lost": unit.lost,
        "tanks": unit.card.tank,
        "cc_reroll": may_grant(state, ABLE) is not None,
    }
    return Laid("morale", given, options, staged(state, end_of_round, become_of, heeds=("Training Check",)))


def company(chance: Chance) -> Laid:
    """Some Units of a company, after one was lost or at the end of a round, with a commander or without."""
    own = chance.random() < 0.5
    options: dict[str, Any] = {"cc_may_reroll_company_check": own}
    left = chance.randint(1, 4)
    start, occasion = chance.randint(left, 9), chance.choice(["unit-destroyed", "end-of-round"])
    units = [us("us.rifle-squad", (5 + 8 * place, 10), name=f"Unit {place}") for place in range(left)]
    spent = chance.choice([0, 3])
    cc = us("us.cc", (20, 25), name="Harlan", card=trained(chance), fields={"rerolled": spent})
    ccs = [cc] if chance.random() < 0.7 else []
    state = Scene(*units, *ccs, fields={"units_at_start": (start, 0)}, **options).state
    given = {
        "training": state.units[-1].card.training,
        "units": len(units_left(state, 0)),
        "start": start,
        "occasion": occasion,
        "cc_on_table": bool(ccs),
        "cc_reroll": bool(own and ccs and may_grant(state, left, own=True) is not None),
    }

    async def fall_due(play: Play[Battle]) -> None:
        await (after_loss if occasion == "unit-destroyed" else last_unit)(play, 0)

    played = staged(state, fall_due, lambda after, *_: {"retreats": bool(after.retreats)})
    return Laid("company", given, options, played)


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "roll-off": first,
    "edges": edges,
    "training-check": checks,
    "activation": activation,
    "re-activation": again,
    "morale": morale,
    "company": company,
}
