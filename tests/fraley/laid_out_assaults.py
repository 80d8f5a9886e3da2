"""Strikes, counter-attacks and whole close combats, laid out at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import between, heavy, nearest_between
from sandtable.rulesets.fraley.basics.training import may_grant
from sandtable.rulesets.fraley.melee.assault import charges_further_by
from sandtable.rulesets.fraley.melee.break_off import fall_back, overrun
from sandtable.rulesets.fraley.melee.charge import budgets_of, charge_of, into_contact
from sandtable.rulesets.fraley.melee.close_combat import Party, in_reach, strike
from sandtable.rulesets.fraley.melee.counter_attack import counters, fight
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.umpire.bare import lost, staged
from sandtable.rulesets.fraley.umpire.close_combat import fought
from tests.conformance.laid import Laid

from .kit import Scene, german, us
from .laid_out_fire import NO_COMPANY
from .laid_out_turn import commanders, switched, trained

ABLE, BERTA = 0, 1
SWITCHES: dict[str, tuple[Any, ...]] = {
    "assault_victim_chosen_by": ("attacker", "owner"),
    "close_range_reroll_in_assault": (False, True),
    "inf_at_reroll_in_assault": (True, False),
    "vdt_mode": ("die_per_failed_save", "count_of_failures"),
    "cc_reroll_range": (0, 12),
    "cc_reroll_shares_use": (True, False),
}
# Around a Team at (20, 20): four places at which stands are within two inches of all the others.
OURS = ((20, 20), (22.1, 20), (20, 18.7), (22.1, 18.7))


def _all_reach(state: Battle) -> bool:
    """Whether everybody has every enemy in reach."""
    sides = state.units[ABLE].men, state.units[BERTA].men
    return all(
        len(in_reach(state, man, foes)) == len(foes) for men, foes in (sides, sides[::-1]) for man in men
    )  # fmt: skip


def _beside(chance: Chance, ours: int, theirs: int, commander: bool) -> tuple[Battle, dict[str, Any]]:
    """Rifle Teams close together, all of whom have all enemies in reach."""
    options = switched(chance, SWITCHES)
    able = us(
        "us.rifle-platoon", OURS[0], name="Able", pick=("Rifle Team",) * ours, spots=OURS[1:ours], card=trained(chance)
    )
    berta = german(
        "de.grenadier-platoon", (20, 21.35), name="Berta", pick=("Rifle Team",) * theirs, spots=((22.1, 21.35),),
        card=trained(chance),
    )  # fmt: skip
    cc = commanders(chance) if commander else []
    return Scene(able, berta, *cc, fields=NO_COMPANY, **options).state, options


def strikes(chance: Chance) -> Laid:
    """A few Teams strike at a few others."""
    state, options = _beside(chance, chance.randint(1, 3), chance.randint(1, 2), commander=True)
    if not _all_reach(state):
        return strikes(chance)
    given = {
        "training": state.units[ABLE].card.training,
        "teams": len(state.units[ABLE].men),
        "enemies": len(state.units[BERTA].men),
        "cc_reroll": may_grant(state, ABLE) is not None,
    }

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"lost": lost(state, after, BERTA)}

    played = staged(state, lambda play: strike(play, Party(ABLE), Party(BERTA)), read)
    return Laid("strike", given, options, played)


def at_tank(chance: Chance) -> Laid:
    """One or two Teams beside a tank or a truck."""
    options = switched(chance, SWITCHES)
    troop, role, weapon = chance.choice(
        [
            ("us.rifle-platoon", "Rifle Team", "rifle"),
            ("us.rifle-platoon", "Bazooka Team", "bazooka"),
            ("de.tank-hunter-platoon", "Panzerschreck Team", "panzerschreck"),
        ]
    )
    teams = 1 if role == "Bazooka Team" else chance.randint(1, 2)
    able = us(troop, (18.9, 20), name="Able", pick=(role,) * teams, spots=((21, 20),), card=trained(chance))
    hull, title, vehicle = chance.choice(
        [
            ("de.panzer-iv-platoon", "Panzer IV", "panzer-iv"),
            ("de.panther-platoon", "Panther", "panther"),
            ("de.tiger-platoon", "Tiger I", "tiger-i"),
            ("us.truck-section", "Truck", "truck"),
        ]
    )
    berta = german(hull, (20, 22.3), name="Berta", pick=(title,))
    state = Scene(able, berta, *commanders(chance), fields=NO_COMPANY, **options).state
    if not all(in_reach(state, man, state.units[BERTA].men) for man in state.units[ABLE].men):
        return at_tank(chance)
    given = {
        "training": state.units[ABLE].card.training,
        "weapon": weapon,
        "teams": teams,
        "vehicle": vehicle,
        "cc_reroll": may_grant(state, ABLE) is not None,
    }

    def read(after: Battle, _: object, noted: Any) -> dict[str, Any]:
        return {
            "successes": noted.get((ABLE, "successes"), 0),
            "markers": noted.get((BERTA, "markers"), 0),
            "destroyed": not after.units[BERTA].men,
        }

    heeds = ("successes", "markers")
    played = staged(state, lambda play: strike(play, Party(ABLE), Party(BERTA)), read, heeds=heeds)
    return Laid("tank-assault", given, options, played)


def counter(chance: Chance) -> Laid:
    """A Unit that was struck and wants to strike back."""
    state, options = _beside(chance, chance.randint(1, 3), 2, commander=True)
    given = {"training": state.units[ABLE].card.training, "cc_reroll": may_grant(state, ABLE) is not None}

    def read(_after: Battle, goes_on: bool, _: object) -> dict[str, Any]:
        return {"result": "counter-attacks" if goes_on else "breaks off"}

    played = staged(state, lambda play: counters(play, Party(ABLE, stands=True)), read)
    return Laid("counter-attack", given, options, played)


def whole(chance: Chance) -> Laid:
    """A close combat up to where somebody breaks off."""
    state, options = _beside(chance, chance.randint(1, 2), chance.randint(1, 2), commander=False)
    if not _all_reach(state):
        return whole(chance)
    given = {
        "training": state.units[ABLE].card.training,
        "teams": len(state.units[ABLE].men),
        "enemy_training": state.units[BERTA].card.training,
        "enemies": len(state.units[BERTA].men),
    }
    sides = Party(ABLE, stands=True), Party(BERTA, stands=True)
    return Laid("close-combat", given, options, staged(state, lambda play: fight(play, *sides), fought(state)))


# ---- distances


def leaving(chance: Chance) -> Laid:
    """A Team that falls back over open ground, and is not followed."""
    roles = {
        "de.grenadier-platoon": "Rifle Team",
        "de.at-platoon": "Pak40 Team",
        "de.panzer-iv-platoon": "Panzer IV",
        "de.mg-platoon": "HMG Team",
    }
    troop = chance.choice([*roles])
    gap = chance.choice([0.05, 0.6, 1.3, 1.9, 2.7])
    deep = {"de.at-platoon": 2.5, "de.panzer-iv-platoon": 2.3}.get(troop, 1.25)
    able = us("us.rifle-platoon", (20, 30), name="Able", pick=("Rifle Team",))
    berta = german(troop, (20, 30 - 0.625 - deep / 2 - gap), name="Berta", pick=(roles[troop],))
    state = Scene(able, berta, fields=NO_COMPANY).state
    (man,), (foe,) = state.units[BERTA].men, state.units[ABLE].men
    team = state.figures[man]
    apart = between(state, man, foe)
    given = {"gap": apart / INCH, "pursues": False, "stays": heavy(team), "safe": team.kind == "tank"}

    async def leave(play: Play[Battle]) -> tuple[int, int]:
        party, attackers = Party(BERTA), Party(ABLE)
        back = await fall_back(play, party, attackers)
        left = between(play.state, man, foe)
        await overrun(play, party, attackers)
        return back, left

    def read(after: Battle, gone: tuple[int, int], _: object) -> dict[str, Any]:
        back, left = gone
        assert heavy(team) or abs(left - apart - back) < 5
        return {"falls_back": back // INCH, "pursuit": 0, "gets_clear": man in after.units[BERTA].men}

    return Laid("break-off", given, {}, staged(state, leave, read))


def further(chance: Chance) -> Laid:
    """A Team before others whom it may reach with more than its charge."""
    options: dict[str, Any] = {"assault_distance": chance.choice(["flat_12", "tank_own_move"])}
    troop, role = chance.choice([("us.rifle-platoon", "Rifle Team"), ("us.stuart-platoon", "M3 Stuart")])
    able = us(troop, (20, 40), name="Able", pick=(role,))
    berta = german("de.grenadier-platoon", (20, 40 - chance.choice([12.3, 14.9, 17.6, 20.4])), name="Berta", men=2)
    state = Scene(able, berta, fields=NO_COMPANY, **options).state
    (man,), foes = state.units[ABLE].men, state.units[BERTA].men
    charge = charge_of(state, state.figures[man])
    given = {"distance": nearest_between(state, (man,), foes) / INCH, "charge": charge // INCH}

    async def go(play: Play[Battle]) -> int:
        return await charges_further_by(play, ABLE)

    def read(after: Battle, extra: int, _: object) -> dict[str, Any]:
        reached = into_contact(after, 0, foes, budgets_of(after, (man,), extra)).reached
        return {"reach": (charge + extra) // INCH, "contact": bool(reached)}

    return Laid("charge-further", given, options, staged(state, go, read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "strike": strikes,
    "tank-assault": at_tank,
    "counter-attack": counter,
    "close-combat": whole,
    "break-off": leaving,
    "charge-further": further,
}
