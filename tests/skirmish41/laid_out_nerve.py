"""Melee, suppression, morale and rallying, laid out on tables at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.melee.melee import combats, fight, friends_near, match_of
from sandtable.rulesets.skirmish41.nerve.morale import test_morale as take_test
from sandtable.rulesets.skirmish41.nerve.morale import try_to_rally
from sandtable.rulesets.skirmish41.nerve.suppression import dice_off, modifiers_for
from sandtable.rulesets.skirmish41.state import Battle, Harm
from sandtable.rulesets.skirmish41.umpire.bare import staged
from sandtable.rulesets.skirmish41.umpire.melee import become
from sandtable.rulesets.skirmish41.umpire.nerve import REASONS, crew_read, morale_read
from tests.conformance.laid import Laid

from .kit import Scene, brit, german, terrain
from .laid_out_fire import ABLE, BERTA, HERE, WIDE, switched

ARMS = ("rifle", "smg", "pistol", "lmg", "scoped-rifle")


def melee(chance: Chance) -> Laid:
    """One against one, or against two, with friends near by or not."""
    options = switched(chance)
    ours, theirs = chance.choice([(1, 1), (2, 1), (1, 2)])
    arms, x, y = [chance.choice(ARMS) for _ in range(2)], 36.0, 24.0
    beside = [(x - 0.6, y), (x + 0.6, y)]
    sides = [
        brit(
            "gb.rifle-team", beside[0] if ours > 1 else (x, y), name="Able", pick=("rifleman",) * ours, spots=(beside[1],),
            each={"rating": 1}, fields={"suppression": chance.randint(0, 1)},
            figures={0: {"arms": (arms[0],), "rating": chance.randint(2, 3), "wounds": chance.randint(0, 1)}},
        ),
        german(
            "de.rifle-team", (x, y + 1.6) if theirs == 1 else (x - 0.6, y + 1.6), name="Berta",
            pick=("rifleman",) * theirs, spots=((x + 0.6, y + 1.6),),
            each={"rating": 1}, fields={"suppression": chance.randint(0, 1)},
            figures={0: {"arms": (arms[1],), "rating": chance.randint(2, 3), "wounds": chance.randint(0, 1)}},
        ),
    ]  # fmt: skip
    if chance.random() < 0.5:
        sides.append(brit("gb.rifle-team", (x, y - 3.5), name="Friends", men=1))
    if chance.random() < 0.5:
        sides.append(german("de.rifle-team", (x, y + 5), name="Others", men=1))
    state = Scene(*sides, **options).state
    found = combats(state)
    if len(found) != 1 or (len(found[0].ours), len(found[0].theirs)) != (ours, theirs):
        return melee(chance)
    mains = (state.units[ABLE].men[0], state.units[BERTA].men[0])
    standing = (found[0].ours, found[0].theirs)
    match = match_of(state, standing, mains)
    given: dict[str, Any] = {}
    for side, own, helpers in ((ABLE, "", ours - 1), (BERTA, "enemy_", theirs - 1)):
        figure = state.figures[mains[side]]
        given |= {
            f"{own}rating": figure.rating,
            f"{own}weapon": figure.arms[0],
            f"{own}wounded": figure.wounds > 0,
            f"{own}suppression": state.units[side].suppression,
            f"{own}loader": helpers > 0,
            f"{own}helpers": helpers,
            f"{own}friends": friends_near(state, mains[side]),
        }
    given["enemy_helpers"], given["helpers"] = theirs - 1, ours - 1
    assert all(weapons()[arm] for arm in arms)
    action = staged(state, lambda play: fight(play, match), become(state, match), heeds=("beaten",))
    return Laid("melee", given, options, action)


def suppression(chance: Chance) -> Laid:
    """A suppressed team with its leader or without, shot at or not, in the open or behind a hedge."""
    options = switched(chance)
    fields = {
        "suppression": chance.randint(1, 4),
        "shot_by": (Harm(BERTA, 1, "small arms"),) if chance.random() < 0.5 else (),
    }
    ground = [terrain("hedge", line=[(20, 24.8), (52, 24.8)])] if chance.random() < 0.5 else []
    state = Scene(
        brit("gb.rifle-team", (36, 24), name="Able", pick=("NCO",) * (chance.random() < 0.5) + ("rifleman",), fields=fields),
        german("de.rifle-team", (36, 44), name="Berta"), ground=ground, **options,
    ).state  # fmt: skip
    why = {one.why for one in modifiers_for(state, ABLE)}
    given = {
        "suppression": fields["suppression"],
        "led": "led" in why,
        "under_fire": bool(fields["shot_by"]),
        "in_the_open": "all in the open" in why,
    }

    def read(after: Battle, _: object, _noted: object) -> Any:
        left = after.units[ABLE].suppression
        return {"removed": state.units[ABLE].suppression - left, "suppression": left, "free": not left}

    return Laid("suppression", given, options, staged(state, lambda play: dice_off(play, ABLE), read))


def morale(chance: Chance) -> Laid:
    """A team that has to test."""
    men = chance.randint(1, 4)
    wounded, rating = chance.randint(0, men), chance.randint(1, 3)
    fields = {"suppression": chance.randint(0, 2)}
    able = brit(
        "gb.rifle-team", (36, 60), name="Able", men=men, fields=fields, each={"rating": rating},
        figures={place: {"wounds": 1} for place in range(wounded)},
    )  # fmt: skip
    state = Scene(able, german("de.rifle-team", HERE, name="Berta", men=1), size=WIDE).state
    cause = chance.choice([*REASONS])
    given = {"men": men, "rating": rating, "wounded": wounded, "suppression": fields["suppression"], "cause": cause}
    reasons = (REASONS[cause],)
    return Laid("morale", given, {}, staged(state, lambda play: take_test(play, ABLE, reasons), morale_read(ABLE)))


def rally(chance: Chance) -> Laid:
    """Routers, with half of them left or fewer."""
    men, strength = chance.randint(1, 3), chance.randint(3, 6)
    fields = {"routing": True, "retiring": True}
    able = brit("gb.rifle-team", (36, 24), name="Able", men=men, strength=strength, fields=fields)
    state = Scene(able, german("de.rifle-team", HERE, name="Berta", men=1)).state

    def read(after: Battle, rallied: bool, _noted: object) -> Any:
        return {"rallies": rallied, "routing": after.units[ABLE].routing}

    given = {"men": men, "strength": strength}
    return Laid("rally", given, {}, staged(state, lambda play: try_to_rally(play, ABLE), read))


def crew_morale(chance: Chance) -> Laid:
    """A crew that has been struck."""
    men, rating = chance.randint(1, 3), chance.randint(1, 3)
    wounded, fields = chance.randint(0, men), {"suppression": chance.randint(0, 1)}
    tank = german(
        "de.panzer-iv", (36, 24), name="Able", men=men, fields=fields, each={"rating": rating},
        figures={place: {"wounds": 1} for place in range(wounded)},
    )  # fmt: skip
    state = Scene(brit("gb.rifle-team", HERE, name="Foe", men=1), tank).state
    cause = chance.choice(["hit", "casualty"])
    given = {"men": men, "rating": rating, "wounded": wounded, "suppression": fields["suppression"], "cause": cause}
    action = staged(state, lambda play: take_test(play, BERTA, (cause,)), crew_read(BERTA))
    return Laid("crew-morale", given, {}, action)


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "melee": melee,
    "suppression": suppression,
    "morale": morale,
    "rally": rally,
    "crew-morale": crew_morale,
}
