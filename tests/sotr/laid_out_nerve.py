"""Cool tests, Commands and the dice of the turn, laid out at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import inches
from sandtable.mechanics.zones import FACING_IN
from sandtable.play.script import Play
from sandtable.rulesets.sotr.command.command import Command, issue
from sandtable.rulesets.sotr.command.just_do_it import Order, just_do_it
from sandtable.rulesets.sotr.command.radio import call
from sandtable.rulesets.sotr.fire.spotting import spotted_by_fire
from sandtable.rulesets.sotr.harm.recovery import recover
from sandtable.rulesets.sotr.melee.assault import tries_to_fall_back
from sandtable.rulesets.sotr.nerve.breaking import break_test, covered_from
from sandtable.rulesets.sotr.nerve.cool import cool, cool_test
from sandtable.rulesets.sotr.nerve.horror import check_near, dares_to_charge, stands_charge
from sandtable.rulesets.sotr.setup.arrivals import come_on
from sandtable.rulesets.sotr.setup.set_up import first_to_set_up
from sandtable.rulesets.sotr.state import Battle, Mission
from sandtable.rulesets.sotr.turn.initiative import initiative_bonus, roll_off
from sandtable.rulesets.sotr.turn.maintenance import in_care
from sandtable.rulesets.sotr.units.conditions import BOTH
from sandtable.rulesets.sotr.units.crews import ready_to_fire
from tests.conformance.laid import Laid

from .kit import Scene, reich, terrain, us
from .lay import ABLE, ARMOUR, BERTA, RADII, lay, lieutenant, nerve, shaken, squad, switched


def cool_of(chance: Chance) -> Laid:
    """A squad that tests its Cool for no reason at all."""
    options = switched(chance, **RADII)
    state = Scene(squad(chance, fields=shaken(chance)), *lieutenant(chance), **options).state
    why = ("as asked", ())

    async def test(play: Play[Battle]) -> bool:
        return await cool_test(play, ABLE, cool(play.state, ABLE), *why)

    return lay("cool-test", nerve(state, ABLE), options, state, test)


def under_fire(chance: Chance) -> Laid:
    """A squad that has lost men to fire, behind a hedge, in a wood or in the open."""
    options = switched(chance, **RADII)
    ground = [[], [terrain("hedge", line=[(10, 18), (30, 18)])], [terrain("woods", box=(16, 16, 12, 8))]]
    foe = reich("reich.sturmgrenadiers", (20, 10), name="Berta", men=2)
    state = Scene(
        squad(chance, fields=shaken(chance)), foe, *lieutenant(chance), ground=chance.choice(ground), **options
    ).state
    given = {**nerve(state, ABLE), "covered": covered_from(state, ABLE, BERTA)}
    return lay("break-test", given, options, state, lambda play: break_test(play, ABLE, BERTA, ()))


def horror(chance: Chance) -> Laid:
    """Zombies or a werewolf near by, at the charge, or to be charged."""
    options = switched(chance, **RADII)
    monster = chance.choice(["reich.zombies", "reich.werewolves"])
    able = squad(chance, fields=shaken(chance))
    state = Scene(able, reich(monster, (20, 16), name="Berta", men=1), *lieutenant(chance), **options).state
    occasion, kind = chance.choice(["near", "charged", "charging"]), state.units[BERTA].card.horror
    begin: dict[str, Callable[[Play[Battle]], Any]] = {
        "near": lambda play: check_near(play, ABLE, kind),
        "charged": lambda play: stands_charge(play, ABLE, BERTA),
        "charging": lambda play: dares_to_charge(play, ABLE, BERTA),
    }
    given = {**nerve(state, ABLE, horror=True), "occasion": occasion}
    return lay("horror", given, options, state, begin[occasion])


def fall_back(chance: Chance) -> Laid:
    """A squad that is charged."""
    options = switched(chance, **RADII)
    foe = reich("reich.sturmgrenadiers", (20, 12), name="Berta", men=2)
    state = Scene(squad(chance, fields=shaken(chance)), foe, *lieutenant(chance), **options).state
    return lay("fall-back", nerve(state, ABLE), options, state, lambda play: tries_to_fall_back(play, ABLE, BERTA))


# ---- Commands


def _officer(chance: Chance, cool: int) -> Any:
    """A sergeant of some Cool with a radio operator near him."""
    pick = ("lieutenant", "radio operator", *("rifleman",) * chance.randint(0, 2))
    fields = {"disorganized": True}
    return us("us.command", (20, 20), name="Able", pick=pick, models={0: {"cool": cool}}, fields=fields)


def regroup(chance: Chance) -> Laid:
    """An officer and his own men."""
    cool = chance.randint(5, 10)
    state = Scene(_officer(chance, cool)).state
    begin = lambda play: issue(play, Command("regroup", ABLE, state.units[ABLE].men[0]))  # noqa: E731
    return lay("regroup", {"officer": cool}, {}, state, begin)


def sarge(chance: Chance) -> Laid:
    """A squad whose sergeant lies on the ground."""
    options = switched(chance, **RADII)
    able = us(
        "us.rifle-squad", (20, 20), name="Able", men=chance.randint(2, 4), models={0: {"down": True}},
        card={"cool": chance.choice([5, 6, 7, 8])}, fields={"disorganized": True},
    )  # fmt: skip
    state = Scene(able, *lieutenant(chance), **options).state
    given = {name: value for name, value in nerve(state, ABLE).items() if name in {"cool", "platoon"}}
    return lay("sarge", given, options, state, lambda play: issue(play, Command("sarge", ABLE)))


def told(chance: Chance) -> Laid:
    """An officer who wants something done, on a table that may ask him for a roll."""
    cool = chance.randint(5, 10)
    options: dict[str, Any] = {"jdi_needs_roll": chance.random() < 0.7}
    state = Scene(_officer(chance, cool), **options).state
    order = Order(state.units[ABLE].men[0], ABLE, None, BOTH)
    return lay("just-do-it", {"officer": cool}, options, state, lambda play: just_do_it(play, order))


def strike_call(chance: Chance) -> Laid:
    """An officer with a radio beside him and a strike to call."""
    cool, kind = chance.randint(5, 10), chance.choice(["artillery", "air-strike", "air-strafe"])
    state = Scene(_officer(chance, cool), fields={"grants": ((kind,), ())}).state
    officer = state.units[ABLE].men[0]
    begin = lambda play: call(play, officer, kind, (inches(20), inches(10)), 0)  # noqa: E731
    return lay("strike-call", {"officer": cool}, {}, state, begin)


def spotting(chance: Chance) -> Laid:
    """Hidden men have fired at a squad."""
    options = switched(chance, hidden_shot_reveals=("always",))
    fired = chance.randint(1, 5)
    foe = reich("reich.sturmgrenadiers", (20, 8), name="Berta", men=fired, fields={"hidden": True})
    state = Scene(squad(chance), foe, **options).state
    known = nerve(state, ABLE)
    given = {"cool": known["cool"], "officer": known["officer"], "fired": fired}
    return lay("spotting", given, options, state, lambda play: spotted_by_fire(play, BERTA, fired, ABLE))


# ---- the turn


def initiative(chance: Chance) -> Laid:
    """Units with officers of all ranks, some of whom do not count."""
    sides = [
        us(
            chance.choice(["us.rifle-squad", "us.command", "us.jeep"]),
            (20, 20),
            name="Able",
            men=1,
            fields=shaken(chance),
        ),
        reich(chance.choice(["reich.flame-pioneers", "reich.zombies"]), (30, 20), name="Berta", men=1),
        *lieutenant(chance),
    ]
    state = Scene(*sides).state
    given = {"ours": initiative_bonus(state, 0), "theirs": initiative_bonus(state, 1)}
    return lay("initiative", given, {}, state, roll_off)


def recovery(chance: Chance) -> Laid:
    """DOWN men of one kind, some of them still burning, a medic beside one of them."""
    troop = chance.choice(["us.rifle-squad", "reich.sturmgrenadiers", "reich.vampire"])
    many = 1 if troop == "reich.vampire" else chance.randint(1, 3)
    burning, cared = chance.random() < 0.4, many == 1 and troop == "us.rifle-squad" and chance.random() < 0.7
    enlisted = us if troop == "us.rifle-squad" else reich
    able = enlisted(troop, (20, 20), name="Able", men=many, each={"down": True, "burning": burning})
    near = [us("us.command", (20.6, 20.6), name="Medic", pick=("medic",))] if cared else []
    scene = Scene(able, *near)
    unit = scene.unit("Able")
    attended = in_care(scene.state, unit.side)
    given = {
        "down": many,
        "armour": ARMOUR[unit.card.armour],
        "burning": burning,
        "medic": bool(attended),
        "undying": "undying" in unit.card.traits,
    }
    return lay("recovery", given, {}, scene.state, lambda play: recover(play, ABLE, attended))


def jam(chance: Chance) -> Laid:
    """Gunners whose loaders are too far away, or not there."""
    guns = chance.randint(1, 3)
    pick = ("gunner", *(("loader",) if guns == 1 and chance.random() < 0.5 else ()))
    sides = [
        us("us.hmg-team", (10 + 8 * place, 20), name=f"Gun {place}", pick=pick, spots=((10, 30),))
        for place in range(guns)
    ]
    state = Scene(*sides).state
    gunners = [unit.men[0] for unit in state.units]

    async def serve(play: Play[Battle]) -> tuple[int, ...]:
        return tuple([gunner for gunner in gunners if await ready_to_fire(play, gunner, "hmg")])

    return lay("jam", {"guns": guns}, {}, state, serve)


def set_up(chance: Chance) -> Laid:
    """Before anybody is set up."""
    state = Scene(us("us.jeep", (20, 20), name="Able"), size=chance.choice([(48, 48), (72, 48)])).state
    return lay("set-up", {}, {}, state, first_to_set_up)


def mob_edge(chance: Chance) -> Laid:
    """A mob that waits to come on against the living in the south."""
    able = us("us.rifle-squad", (20, 40), name="Able", men=chance.randint(1, 3))
    mob = reich("reich.zombies", name="Berta", men=chance.randint(1, 2))
    mission = Mission("dead-walk")
    state = Scene(able, mob, mission=mission).state

    async def arrive(play: Play[Battle]) -> str:
        await come_on(play, BERTA)
        bearing = play.state.layout.bearing(play.state.units[BERTA].men[0])
        return next(edge for edge, inwards in FACING_IN.items() if inwards == bearing)

    return lay("mob-edge", {}, {}, state, arrive)


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "cool-test": cool_of,
    "break-test": under_fire,
    "horror": horror,
    "fall-back": fall_back,
    "regroup": regroup,
    "sarge": sarge,
    "just-do-it": told,
    "strike-call": strike_call,
    "spotting": spotting,
    "initiative": initiative,
    "recovery": recovery,
    "jam": jam,
    "set-up": set_up,
    "mob-edge": mob_edge,
}
