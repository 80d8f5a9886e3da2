"""Ranging in, smoke and barrages, laid out at random."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.rulesets.fraley.basics.training import may_grant
from sandtable.rulesets.fraley.harm.saves import running
from sandtable.rulesets.fraley.indirect import smoke as smoke_rules
from sandtable.rulesets.fraley.indirect.barrage import measured, range_in
from sandtable.rulesets.fraley.indirect.battery import Firing, fire_points, firing_at, guns_of
from sandtable.rulesets.fraley.indirect.observing import covers_towards
from sandtable.rulesets.fraley.indirect.shelling import Shelling, fall
from sandtable.rulesets.fraley.indirect.template import laid, under
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.umpire.bare import lost, staged
from sandtable.rulesets.fraley.umpire.bare import marked as markers_of
from tests.conformance.laid import Laid

from .kit import Scene, Side, german, terrain, us
from .laid_out_fire import COVERS, GROUND, NO_COMPANY
from .laid_out_turn import marked, marks, switched, trained

ABLE, EYES, BERTA, HARLAN = 0, 1, 2, 3
BATTERIES = {
    "us.artillery-battery": "105mm Team",
    "us.mortar-platoon": "81mm mortar Team",
    "de.nebelwerfer-battery": "15cm Nebelwerfer Team",
}
TARGETS: dict[str, str] = {
    "de.grenadier-platoon": "Rifle Team",
    "de.mg-platoon": "HMG Team",
    "us.truck-section": "Truck",
    "de.panther-platoon": "Panther",
}
SWITCHES: dict[str, tuple[Any, ...]] = {
    "gtg_stacks_with_concealed": (True, False),
    "moving_in_open": ("during_move", "last_activation"),
    "leader_rerolls_range_in": (False, True),
    "cc_observing_penalises_smoke": (False, True),
    "barrage_min_fp": (0, 1),
    "barrage_long_range": (False, True),
    "barrage_tank_extra_suppression": ("always", "only_if_destroyed"),
    "barrage_fp_suppression": (False, True),
    "armor_fp_suppression": ("at_only", "none", "all"),
    "vdt_mode": ("die_per_failed_save", "count_of_failures"),
    "run_penalty_until": ("next_activation_or_round_end", "during_move"),
    "cc_reroll_shares_use": (True, False),
}


class Battery:
    """A battery, its observer, some Teams before it, and its commander or none."""

    def __init__(self, chance: Chance) -> None:
        self.options = switched(chance, SWITCHES)
        troop = chance.choice([*BATTERIES])
        guns, apart = chance.randint(2, 3), chance.choice([20, 35])
        able = Side(
            side=0, troop=troop, at=(20, 44), name="Able", pick=(*(BATTERIES[troop],) * guns, "PL"), fo=(32, 30),
            card=trained(chance),
        )  # fmt: skip
        target = chance.choice([*TARGETS])
        men = chance.randint(1, 2 if TARGETS[target] in {"Truck", "Panther"} else 3)
        fields = {"ran": chance.random() < 0.3, "went": chance.random() < 0.3}
        acted = chance.choice([{}, {"moved": False, "fired": False}])
        berta = Side(
            side=1, troop=target, at=(22, 44 - apart), name="Berta", pick=(TARGETS[target],) * men, gap=0.1, each=acted,
            teams=marks(chance, men), fields=fields, card=trained(chance),
        )  # fmt: skip
        cc = [us("us.cc", (20, 47), name="Harlan")] if chance.random() < 0.5 else []
        ground = [
            terrain(kind, line=[(5, 45.5 - apart), (60, 45.5 - apart)]) for kind in GROUND[chance.choice([*GROUND])]
        ]
        shelled = [german("de.cc", (60, 8), name="Seen", card={"rank": "fo"})]
        self.state = Scene(able, berta, *cc, *shelled, ground=ground, fields=NO_COMPANY, **self.options).state
        self.observer = self.state.units[HARLAN if cc and chance.random() < 0.5 else EYES].men[0]
        self.cc = self.state.units[self.state.figures[self.observer].unit].card.rank == "cc"
        self.weapon = self.state.figures[self.state.units[ABLE].men[0]].weapons[0]
        self.picked = self.state.units[BERTA].men[chance.randint(0, min(1, men - 1))]
        self.easy, self.on_observer = chance.random() < 0.3, chance.random() < 0.15

    def firing(self) -> Firing | None:
        """The guns that fire at the Team that was picked."""
        return firing_at(self.state, guns_of(self.state, ABLE), self.state.layout.point(self.picked))


def _ranged_in(_after: Battle, passed: bool, _noted: object) -> dict[str, Any]:
    return {"ranged_in": passed}


def ranging(chance: Chance) -> Laid:
    """An observer, whoever he is, ranges in on a Unit."""
    scene = Battery(chance)
    firing, state = scene.firing(), scene.state
    if firing is None:
        return ranging(chance)
    found = measured(state, BERTA, (), scene.observer, firing)
    why = {one.clause for one in found.mods}
    given = {
        "weapon": scene.weapon,
        "training": state.units[BERTA].card.training,
        "concealed": "fraley.hit.concealed" in why,
        "gone_to_ground": "fraley.hit.gone-to-ground" in why,
        "cc_observes": scene.cc,
        "went": state.units[BERTA].went,
        "long": firing.long,
        "leader": found.director is not None and not found.rockets,
    }
    return Laid(
        "range-in", given, scene.options, staged(state, partial(range_in, number=ABLE, ranging=found), _ranged_in)
    )


def smoke(chance: Chance) -> Laid:
    """A battery that ranges in smoke."""
    scene = Battery(chance)
    again = scene.weapon == "nebelwerfer"
    given = {
        "weapon": scene.weapon,
        "training": scene.state.units[ABLE].card.training,
        "cc_observes": scene.cc,
        "cc_reroll": may_grant(scene.state, ABLE) is not None,
    }
    begin = partial(smoke_rules.range_in, number=ABLE, observer=scene.observer, again=again)
    return Laid("smoke", given, scene.options, staged(scene.state, begin, _ranged_in))


def barrage(chance: Chance) -> Laid:
    """A barrage comes down on some Teams of a Unit."""
    scene = Battery(chance)
    firing, state = scene.firing(), scene.state
    if firing is None:
        return barrage(chance)
    template = laid(state.layout.point(scene.picked), firing.middle)
    struck, men = under(state, template), state.units[BERTA].men
    covers = covers_towards(state, firing.middle, struck)
    if struck != men[: len(struck)] or len(set(covers)) != 1:
        return barrage(chance)
    seen = next(number for number, unit in enumerate(state.units) if unit.name == "Seen")
    target = seen if scene.on_observer else BERTA
    shelling = Shelling(ABLE, firing.middle, fire_points(state, firing), template, target, BERTA, scene.easy)
    team = state.figures[men[0]]
    given = {
        "weapon": scene.weapon,
        "guns": len(firing.guns),
        "training": state.units[ABLE].card.training,
        "long": firing.long,
        "under": len(struck),
        "teams": len(men),
        "kind": {"truck": "soft-skinned", "panther": "armored"}.get(team.vehicle, team.kind),
        "vehicle": team.vehicle or "none",
        "cover": COVERS[covers[0]],
        "idle": not team.moved and not team.fired,
        "again": scene.easy,
        "ran": running(state, men[0]),
        "observer": scene.on_observer,
        **marked(state, BERTA),
        "cc_reroll": may_grant(state, ABLE) is not None,
    }

    def read(after: Battle, _: object, noted: Any) -> dict[str, Any]:
        markers = noted.get((BERTA, "markers"), 0)
        return {"lost": lost(state, after, BERTA), "markers": markers, **markers_of(after, BERTA)}

    return Laid(
        "barrage", given, scene.options, staged(state, partial(fall, shelling=shelling), read, heeds=("markers",))
    )


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {"range-in": ranging, "smoke": smoke, "barrage": barrage}
