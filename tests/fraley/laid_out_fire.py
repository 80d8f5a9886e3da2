"""Fire at people and at tanks, Saves, armour and passengers, laid out at random."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.charts import weapons
from sandtable.rulesets.fraley.basics.terrain import HARD
from sandtable.rulesets.fraley.fire.allocation import GROUNDED, Allotted, Dealt, Field, Valid
from sandtable.rulesets.fraley.fire.declaring import Order
from sandtable.rulesets.fraley.fire.fire_modes import REACTION
from sandtable.rulesets.fraley.fire.shooting import aim
from sandtable.rulesets.fraley.fire.shots import Shot, Volley
from sandtable.rulesets.fraley.fire.survey import survey
from sandtable.rulesets.fraley.fire.targets import aims_at
from sandtable.rulesets.fraley.fire.volley import resolve, save, strike_armour
from sandtable.rulesets.fraley.harm.losses import lose
from sandtable.rulesets.fraley.harm.saves import running
from sandtable.rulesets.fraley.machines.armour import Damage
from sandtable.rulesets.fraley.ruleset import RULESET
from sandtable.rulesets.fraley.state import Battle
from sandtable.rulesets.fraley.umpire.aim import struck
from sandtable.rulesets.fraley.umpire.bare import lost, staged
from sandtable.rulesets.fraley.umpire.bare import marked as markers_of
from sandtable.rulesets.fraley.umpire.fields import COVER
from tests.conformance.laid import Laid

from .kit import Scene, Side, german, terrain, us
from .laid_out_turn import LEVELS, marked, marks, switched

ABLE, BERTA = 0, 1
COVERS = {value: name for name, value in COVER.items()}
GROUND: dict[str, Any] = {"open": (), "soft": ("hedge",), "hard": ("wall",)}
FACINGS = {(True, True): "front", (False, False): "flank", (True, False): "hull-front", (False, True): "turret-front"}
NO_COMPANY = {"units_at_start": (0, 0)}  # how many Units there were is not asked about
SWITCHES: dict[str, tuple[Any, ...]] = {
    "gtg_stacks_with_concealed": (True, False),
    "move_and_fire_stacks": (False, True),
    "moving_in_open": ("during_move", "last_activation"),
    "at_half_fp_in_hard_cover_too": (False, True),
    "overwatch_penalty": (0, 1),
    "run_penalty_until": ("next_activation_or_round_end", "during_move"),
    "gun_hard_cover_save": (3, 4),
    "close_range_reroll": ("armor_only", "all_saves"),
    "gun_shield_conceals": (True, False),
    "suppression_remainder_carries": (False, True),
    "armor_fp_suppression": ("at_only", "none", "all"),
    "vdt_mode": ("die_per_failed_save", "count_of_failures"),
    "turret_heading_tracked": (True, False),
}


def _fired(state: Battle, mode: Any, *, at_only: bool = False) -> tuple[Volley, Battle] | None:
    """What Able fires at Berta up to the dice, its Platoon Leader not firing himself; nothing, if nobody can fire."""
    firers = [man for man in state.units[ABLE].men if not state.figures[man].leader or state.figures[man].vehicle]
    aims = aims_at(state, firers, state.units[BERTA].men)
    slots = {
        figure: tuple(one.slot for one in bearing if weapons()[one.weapon].at or not at_only)
        for figure, bearing in aims.items()
    }
    order = Order(BERTA, tuple((figure, some) for figure, some in slots.items() if some))
    if not order.fire:
        return None
    volley, after = rehearsed(RULESET.apply, state, aim, ABLE, mode, order, None)
    return (volley, after) if volley is not None and volley.shots else None


def _uniform(state: Battle, volley: Volley, field: Field) -> bool:
    """Whether everybody fires alike at Teams that lie alike, as forms have it."""
    men, near = state.units[BERTA].men, {mark.near for marks in field.marks for mark in marks}
    kinds = {tuple(mark[1:] for mark in marks) for marks in field.marks}
    lies = {one for kind in kinds for one in kind}
    whole = all(len(marks) == len(men) for marks in field.marks) and len(field.valid) == len(men)
    alike = len({(one.order, one.cover) for one in field.valid}) == 1 and len(lies) < 2 and len(near) < 2
    if volley.mode == "reaction" and not all(shot.gap <= REACTION for shot in volley.shots):
        return False
    by_weapon = {(shot.weapon, shot.modifiers, shot.fp) for shot in volley.shots}
    close = {shot.gap <= 18 * INCH for shot in volley.shots}
    return whole and alike and len(by_weapon) == len({shot.weapon for shot in volley.shots}) and len(close) == 1


def _arms(volley: Volley, field: Field) -> dict[str, Any]:
    """What is fired, by the form's fields; the weapon that a leader directs comes first."""
    first = [shot.weapon for shot in volley.shots if field.led and shot.team == field.led[0][0]]
    counts: dict[str, int] = dict.fromkeys(first, 0)
    for shot in volley.shots:
        counts[shot.weapon] = counts.get(shot.weapon, 0) + 1
    fields = (("weapon", "shooters"), ("second_weapon", "second"), ("third_weapon", "third"))
    return {
        name: value
        for (called, many), (weapon, count) in zip(fields, counts.items(), strict=False)
        for name, value in ((called, weapon), (many, count))
    }


def _at(state: Battle, volley: Volley, field: Field) -> dict[str, Any]:
    """What every form of fire asks for."""
    unit, mods = state.units[BERTA], {one for shot in volley.shots for one in shot.modifiers}
    return {
        **_arms(volley, field),
        "training": unit.card.training,
        "distance": min(shot.gap for shot in volley.shots) / INCH,
        "occasion": volley.mode,
        "directed": bool(field.led),
        "went": unit.went,
        "ran": running(state, unit.men[0]),
        "teams": len(unit.men),
        "concealed": "fraley.hit.concealed" in {one.clause for one in mods},
        **marked(state, BERTA),
    }


def _firing(chance: Chance, mode: str) -> Side:
    """A few Teams, their leader behind the first of them, behind all, or nowhere."""
    troop, roles = chance.choice(
        [
            ("us.rifle-platoon", ("Rifle Team", "Rifle Team", "LMG Team")),
            ("us.rifle-platoon", ("Rifle Team", "Bazooka Team")),
            ("us.rifle-platoon", ("Rifle Team", "Rifle Team", "Rifle Team")),
            ("us.mg-platoon", ("HMG Team",)),
            ("us.at-platoon", ("57mm Team",)),
        ]
    )
    spots: tuple[tuple[float, float], ...] = tuple((20 + 2.2 * place, 20) for place in range(len(roles)))
    fields = {"went": mode == "moved"}
    if chance.random() < 0.4:
        roles, spots = (*roles, "PL"), ((20, 20), *[(24 + 2.2 * place, 20) for place in range(1, len(roles))], (20, 18))
    return us(troop, spots[0], name="Able", pick=roles, bearing=180, spots=spots[1:], fields=fields)


def _target(chance: Chance, apart: float, carried: int, card: dict[str, Any]) -> Side:
    """Teams of one kind."""
    troop, role = chance.choice(
        [
            ("de.grenadier-platoon", "Rifle Team"),
            ("de.mg-platoon", "HMG Team"),
            ("de.at-platoon", "Pak40 Team"),
            ("us.truck-section", "Truck"),
        ]
    )
    men = chance.randint(1, 2 if role == "Truck" else 3)
    acted = chance.choice([{}, {"moved": False, "fired": False}, {"moved": False}])
    fields = {"ran": chance.random() < 0.3, "carried": (carried, 3), "went": chance.random() < 0.3}
    return Side(
        side=1, troop=troop, at=(20, 20 + apart), name="Berta", pick=(role,) * men, gap=0.1, each=acted,
        teams=marks(chance, men), fields=fields, card=card,
    )  # fmt: skip


def shooting(chance: Chance) -> Laid:
    """A few Teams fire at a few others, in the open or behind something."""
    mode: Any = chance.choice(["fire", "fire", "aimed", "moved", "overwatch", "reaction", "suppressive"])
    options, apart = switched(chance, SWITCHES), chance.choice([8, 15, 21])
    cover, carried = chance.choice([*GROUND]), chance.randint(0, 2)
    ground = [terrain(kind, line=[(5, 18.5 + apart), (50, 18.5 + apart)]) for kind in GROUND[cover]]
    observer = [german("de.cc", (60, 40), name="Eyes", card={"rank": "fo"})] if chance.random() < 0.1 else []
    target = _target(chance, apart, carried, {"training": chance.choice(LEVELS)})
    state = Scene(_firing(chance, mode), target, *observer, ground=ground, fields=NO_COMPANY, **options).state
    found = _fired(state, mode)
    if found is None:
        return shooting(chance)
    volley, after = found
    field = survey(after, volley)
    if not _uniform(after, volley, field) or len(field.led) > 1 or (mode == "aimed" and field.led):
        return shooting(chance)
    if observer:
        volley = Volley(ABLE, BERTA, 2, volley.shots, mode, told_apart=volley.told_apart)
    one, team = field.valid[0], after.figures[after.units[BERTA].men[0]]
    from_at = [mark.cover for marks in field.marks for mark in marks]
    by_itself = from_at[0] < HARD if from_at else cover != "hard"
    shield = team.weapons == ("pak40",) and one.cover == HARD and by_itself
    given = {
        **_at(after, volley, field),
        "kind": "soft-skinned" if team.kind == "tank" else team.kind,
        "cover": COVERS[from_at[0]] if from_at else cover if shield else COVERS[one.cover],
        "concealed": "yes" if _at(after, volley, field)["concealed"] else "no",
        "gone_to_ground": one.order == GROUNDED,
        "idle": not team.moved and not team.fired,
        "shield": shield,
        "observer": bool(observer),
        "carried": carried,
    }
    return Laid("fire", given, options, _resolved(after, volley))


def _resolved(state: Battle, volley: Volley) -> Any:
    return staged(state, lambda play: resolve(play, volley, survey), struck(state), heeds=("markers",))


def at_tanks(chance: Chance) -> Laid:
    """A few AT weapons fire at a few tanks, whichever way hull and turret face."""
    mode: Any = chance.choice(["fire", "moved", "overwatch", "reaction", "aimed"])
    options, apart = switched(chance, SWITCHES), chance.choice([8, 15, 23])
    troop, role = chance.choice(
        [("us.rifle-platoon", "Bazooka Team"), ("us.at-platoon", "57mm Team"), ("us.sherman-platoon", "M4 Sherman")]
    )
    pick = (role,) * (1 if role == "Bazooka Team" else 2)
    able = us(troop, (20, 20), name="Able", pick=pick, bearing=180, fields={"went": mode == "moved"})
    hull = chance.choice(["panzer-iv", "stug", "panther", "tiger"])
    title = {"panzer-iv": "Panzer IV", "stug": "StuG III G", "panther": "Panther", "tiger": "Tiger I"}[hull]
    men = 1 if hull == "tiger" else chance.randint(1, 2)
    bearing, turret = chance.choice([0, 90]), chance.choice([0, 900])
    teams = marks(chance, men)
    if hull != "stug":
        teams = {place: {"turret": turret, **teams.get(place, {})} for place in range(men)}
    fields = {"ran": chance.random() < 0.3, "went": chance.random() < 0.3}
    berta = german(
        f"de.{hull}-platoon", (20, 20 + apart), name="Berta", pick=(title,) * men, bearing=bearing, gap=0.3,
        teams=teams, fields=fields, card={"training": chance.choice(LEVELS)},
    )  # fmt: skip
    ground = [terrain("hedge", line=[(5, 18 + apart), (50, 18 + apart)])] if chance.random() < 0.3 else []
    state = Scene(able, berta, ground=ground, fields=NO_COMPANY, **options).state
    found = _fired(state, mode, at_only=True)
    if found is None:
        return at_tanks(chance)
    volley, after = found
    field = survey(after, volley)
    if not _uniform(after, volley, field) or field.led:
        return at_tanks(chance)
    mark, team = field.marks[0][0], after.figures[after.units[BERTA].men[0]]
    facing = FACINGS[mark.front, mark.turret_front if team.turret >= 0 else mark.front]
    given = {**_at(after, volley, field), "vehicle": team.vehicle, "facing": facing}
    return Laid("fire-at-tanks", given, options, _resolved(after, volley))


# ---- hits and Saves


def saves(chance: Chance) -> Laid:
    """Teams that have hits on them."""
    options = switched(chance, {"gun_hard_cover_save": (3, 4)})
    target = _target(chance, 10, 0, {})
    state = Scene(us("us.rifle-squad", (20, 20), name="Able"), target, fields=NO_COMPANY, **options).state
    men, hits, cover = state.units[BERTA].men, chance.randint(1, 3), chance.randint(0, 2)
    team, at_weapon, harsh = state.figures[men[0]], chance.random() < 0.5, chance.random() < 0.3
    shot = Shot(0, "bazooka", 1 if harsh else 3, hits, 30 * INCH)
    given = {
        "teams": len(men),
        "hits": hits,
        "kind": "soft-skinned" if team.kind == "tank" else team.kind,
        "cover": COVERS[cover],
        "idle": not team.moved and not team.fired,
        "at_weapon": at_weapon,
        "again": harsh or running(state, men[0]),
    }
    valid = tuple(Valid(man, cover, cover) for man in men)
    dealt = tuple(Dealt(man, 0 if harsh else hits, hits if harsh else 0) for man in men if not at_weapon)
    allotted = tuple(Allotted(shot, man, hits, cover, False, True, True) for man in men if at_weapon)

    async def suffer(play: Play[Battle]) -> None:
        await save(play, valid, dealt, allotted, (hits,) * len(allotted))

    return Laid("saves", given, options, staged(state, suffer, lambda after, *_: {"lost": lost(state, after, BERTA)}))


def armour(chance: Chance) -> Laid:
    """Hits of one weapon on a tank."""
    names = ("run_penalty_until", "vdt_mode", "turret_heading_tracked")
    options = switched(chance, {name: SWITCHES[name] for name in names})
    hull = chance.choice(["panzer-iv", "stug", "panther", "tiger"])
    title = {"panzer-iv": "Panzer IV", "stug": "StuG III G", "panther": "Panther", "tiger": "Tiger I"}[hull]
    berta = german(
        f"de.{hull}-platoon", (20, 30), name="Berta", pick=(title,), fields={"ran": chance.random() < 0.3},
        teams={} if hull == "stug" else {0: {"turret": 900}},
    )  # fmt: skip
    state = Scene(us("us.rifle-squad", (20, 20), name="Able"), berta, fields=NO_COMPANY, **options).state
    (tank,) = state.units[BERTA].men
    weapon, hits = chance.choice(["bazooka", "57mm", "75mm"]), chance.randint(1, 4)
    needed, near = chance.choice([1, 3]), chance.random() < 0.5
    shot = Shot(0, weapon, needed, hits, INCH)
    hit = Allotted(shot, tank, hits, 0, near, *chance.choice([*FACINGS]))
    volley = Volley(ABLE, BERTA, BERTA, (shot,), "fire")
    given = {
        "vehicle": state.figures[tank].vehicle,
        "facing": FACINGS[hit.front, hit.turret_front],
        "hits": hits,
        "weapon": weapon,
        "close": near,
        "ran": running(state, tank),
        "easy": needed == 1,
    }

    def read(_: object, harm: Damage, noted: Any) -> dict[str, Any]:
        failed = noted.get((BERTA, "failed Saves"), 0)
        return {"failed_saves": failed, "suppressed": harm.marks > 0, "destroyed": harm.destroyed}

    begin = partial(strike_armour, volley=volley, one=hit, hits=hits)
    return Laid("armour", given, options, staged(state, begin, read, heeds=("failed Saves",)))


def passengers(chance: Chance) -> Laid:
    """Teams in a half-track that is lost."""
    riders = chance.randint(1, 3)
    aboard = us("us.rifle-squad", name="Able", men=riders, each={"aboard": 0}, fields={"place": "aboard"})
    track = us("us.half-track-section", (20, 20), name="Track", men=1)
    state = Scene(track, aboard, fields=NO_COMPANY, transport=True).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"lost": lost(state, after, 1), "suppressed": markers_of(after, 1)["suppressed"]}

    begin = partial(lose, figures=(0,))
    return Laid("passengers", {"riders": riders}, {}, staged(state, begin, read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "fire": shooting,
    "fire-at-tanks": at_tanks,
    "saves": saves,
    "armour": armour,
    "passengers": passengers,
}
