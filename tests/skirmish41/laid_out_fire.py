"""Spotting and fire with small arms at men, laid out on tables at random."""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH, inches
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import AIMED, CAREFUL, UNAIMED, band_of
from sandtable.rulesets.skirmish41.basics.terrain import HARD
from sandtable.rulesets.skirmish41.fire.shooters import Shooter, shots_for
from sandtable.rulesets.skirmish41.fire.shooting import group_fire as fire_together
from sandtable.rulesets.skirmish41.fire.shooting import together_at
from sandtable.rulesets.skirmish41.fire.targets import Aim, dispersed, lines_to
from sandtable.rulesets.skirmish41.fire.to_hit import effect_modifiers
from sandtable.rulesets.skirmish41.fire.volley import hit_man, resolve, throw, volley_at
from sandtable.rulesets.skirmish41.spotting.spotting import attempt, best_try, plain_to_see
from sandtable.rulesets.skirmish41.spotting.spotting import spot as make_out
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.umpire.bare import HITS, fate_of, hit_and_fate, staged, then_test
from sandtable.rulesets.skirmish41.umpire.spotting import found
from sandtable.table.layout import rows
from tests.conformance.laid import Laid

from .kit import Scene, Side, brit, german, terrain

ABLE, BERTA = 0, 1
MAPPED = 48  # so deep a map is
WIDE = (72, 200)
HERE = (36, 8)
SWITCHES: dict[str, tuple[Any, ...]] = {
    "suppression_markers": ("per-hit",),
    "effect_kill_from": (6,),
    "dispersed_and_soft_cover_stack": (True,),
    "smg_column": ("pistol",),
    "shot_costs": ("1-1-2", "1-2-2"),
    "melee_weapon_bonus_cap": (0, 4),
    "heard_replaces_shooting_bonus": (False,),
    "suppression_removal_score": (3, 5),
}
AIMS = {"unaimed": UNAIMED, "aimed": AIMED, "careful": CAREFUL}
LINES = {"none": (), "soft": ("hedge",), "hard": ("wall",)}


def switched(chance: Chance) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*SWITCHES, "", "", ""])
    return {name: chance.choice(list(SWITCHES[name]))} if name else {}


def able(*arms: str, **rest: Any) -> Side:
    """Those who fire, each with this weapon."""
    figures = {place: {"arms": (arm,)} for place, arm in enumerate(arms)}
    return brit("gb.rifle-team", HERE, name="Able", pick=("rifleman",) * len(arms), figures=figures, **rest)


def berta(chance: Chance, far: float, most: int = 2, *, operator: bool = False, **rest: Any) -> Side:
    """Those who are struck, bunched, so many inches off: some wounded, some suppressed or routing before."""
    men = chance.randint(1, most)
    figures: dict[int, dict[str, Any]] = {place: {"wounds": 1} for place in range(chance.randint(0, men - 1))}
    if operator:
        figures[men - 1] = {"arms": ("flamethrower",)}
    fields = {"suppression": chance.choice([0, 0, 1, 2]), "routing": chance.random() < 0.2, **rest.pop("fields", {})}
    return german(
        "de.rifle-team", (HERE[0], HERE[1] + far + 1), name="Berta", men=men, gap=chance.choice([0.1, 1.2]),
        figures=figures, each={"rating": chance.randint(1, 3)}, fields=fields, **rest,
    )  # fmt: skip


def stands(state: Battle, number: int = BERTA) -> dict[str, Any]:
    """How a team stands, by the form's fields."""
    unit = state.units[number]
    return {
        "men": len(unit.men),
        "wounded": sum(state.figures[man].wounds > 0 for man in unit.men),
        "rating": state.figures[unit.men[0]].rating,
        "suppression": unit.suppression,
        "routing": unit.routing,
    }


def gap_between(state: Battle, mine: tuple[int, ...], theirs: tuple[int, ...]) -> int:
    """From the nearest base to the nearest."""
    return int(nearest(state.layout.bodies, rows(mine), rows(theirs))[0])


def behind(chance: Chance, far: float, kinds: tuple[str, ...] = tuple(LINES)) -> Any:
    """Something to stand behind, or nothing."""
    y = HERE[1] + far + 0.2
    found = LINES[chance.choice(list(kinds))] if y < MAPPED else ()
    return [terrain(kind, line=[(16, y), (56, y)]) for kind in found]


# ---- small arms


def _volley(chance: Chance, name: str) -> Laid:
    """One man or two with small arms, who fire carefully or not."""
    options, far = switched(chance), chance.choice([3, 7, 12, 22])
    arms = chance.choice([("rifle",), ("rifle", "smg"), ("lmg",), ("rifle", "rifle"), ("scoped-rifle",)])
    operator = name == "shoot" and chance.random() < 0.2
    fields = {"suppression": chance.choice([0, 0, 1])}
    scene = Scene(
        able(*arms, each={"rating": 3}, fields=fields), berta(chance, far, 2, operator=operator),
        ground=behind(chance, far), size=WIDE, **options,
    )  # fmt: skip
    state, aim, own = scene.state, Aim(BERTA), chance.randint(1, 2)
    how = chance.choice(list(AIMS))
    guns = [Shooter(man, arm) for man, arm in zip(state.units[ABLE].men, arms, strict=True)]
    fired = [(gun, shots_for(state, gun.man, gun.weapon, own, AIMS[how])) for gun in guns]
    fired = [(gun, many) for gun, many in fired if many]
    if not fired or sum(many for _, many in fired) > 3:
        return _volley(chance, name)
    named = chance.choice([-1, -1, *state.units[BERTA].men[: 1 - operator]]) if name == "shoot" else -1
    volley = volley_at(state, aim, fired, AIMS[how], named)
    lines = {gun: lines_to(state, gun, aim) for gun in guns}
    near = min(line.gap for one in lines.values() for line in one)
    covers = {line.cover for one in lines.values() for line in one}
    if any(band_of(gun.weapon, line.gap, state.options) != band_of(gun.weapon, near, state.options)
           for gun in guns for line in lines[gun]):  # fmt: skip
        return _volley(chance, name)  # the form speaks of men who are all at one distance, and behind the same
    if len(covers) > 1 or not any(one.chance.possible for one in volley.shots):
        return _volley(chance, name)
    if set(volley.seen) != set(state.units[BERTA].men):
        return _volley(chance, name)
    cover = max(covers)
    given = {
        "weapon": arms[0],
        "shooters": sum(arm == arms[0] for arm in arms),
        **({"second_weapon": arms[-1], "second": 1} if arms[-1] != arms[0] else {"second": 0}),
        "aim": how,
        "actions": own,
        "own_suppression": state.units[ABLE].suppression,
        "loader": len(arms) > 1,
        "distance": near / INCH,
        "men": len(state.units[BERTA].men),
        "cover": "none" if not cover else "hard" if cover == HARD else "soft",
        "dispersed": dispersed(state, BERTA),
    }
    if name == "to-hit":

        def read(_after: Battle, hits: Any, _noted: object) -> Any:
            many = sum(one.many for one in hits)
            return {"hits": many, "hit": many > 0}

        return Laid(name, given, options, staged(state, lambda play: throw(play, ABLE, volley), read))
    said = "anybody" if named < 0 else "wounded" if state.figures[named].wounds else "unhurt"
    given |= {**stands(state), "operator": operator, "named": said}
    return Laid(name, given, options, staged(state, then_test(_fire(volley), BERTA), fate_of(state, BERTA)))


def _fire(volley: Any) -> Any:
    return lambda play: resolve(play, ABLE, volley)


def to_hit(chance: Chance) -> Laid:
    """The dice alone."""
    return _volley(chance, "to-hit")


def shoot(chance: Chance) -> Laid:
    """Everything that comes of it."""
    return _volley(chance, "shoot")


def group_fire(chance: Chance) -> Laid:
    """A team that fires everything at men behind a wall far off."""
    options, far = switched(chance), chance.choice([25, 40, 70])
    operator, arms = chance.random() < 0.3, chance.choice([("rifle", "smg"), ("smg", "smg")])
    scene = Scene(
        able(*arms), berta(chance, far, 3, operator=operator), ground=behind(chance, far, ("hard", "none")),
        size=WIDE, **options,
    )  # fmt: skip
    state = scene.state
    together = together_at(state, ABLE, BERTA)
    distance = gap_between(state, state.units[ABLE].men, state.units[BERTA].men)
    given = {
        "weapon": arms[0], "distance": distance / INCH, **stands(state), "operator": operator,
        "seen": len(together.seen),
    }  # fmt: skip
    begin = then_test(lambda play: fire_together(play, ABLE, BERTA), BERTA)
    return Laid("group-fire", given, options, staged(state, begin, hit_and_fate(state, BERTA), heeds=HITS))


def fire_effect(chance: Chance) -> Laid:
    """A hit on a man, wounded before or not."""
    options, far = switched(chance), chance.choice([3, 7, 12, 22])
    arm, wounds = chance.choice(["rifle", "smg", "lmg", "scoped-rifle"]), chance.randint(0, 1)
    other = german("de.rifle-team", (HERE[0], HERE[1] + far + 1), name="Berta", men=1, each={"wounds": wounds})
    state = Scene(able(arm), other, size=WIDE, **options).state
    (man,) = state.units[BERTA].men
    (line,) = lines_to(state, Shooter(state.units[ABLE].men[0], arm), Aim(BERTA))
    plus = effect_modifiers(arm, band_of(arm, line.gap, state.options), state.options)
    given = {"weapon": arm, "distance": line.gap / INCH, "wounded": bool(wounds)}

    def read(after: Battle, _: object, _noted: object) -> Any:
        unit = after.units[BERTA]
        if man in unit.men:
            return {"effect": "wounded" if after.figures[man].wounds > wounds else "suppressed"}
        return {"effect": "disabled" if man in unit.down else "killed"}

    return Laid("fire-effect", given, options, staged(state, lambda play: hit_man(play, ABLE, man, plus, 0), read))


# ---- spotting


def spot(chance: Chance) -> Laid:
    """A man looks at somebody in the open, behind something, or unseen."""
    options, far = switched(chance), chance.choice([4, 10, 18, 30, 55])
    fields = {"suppression": chance.randint(0, 1), "aware": chance.random() < 0.5}
    other = {"spotted": False, "fired": chance.random() < 0.5, "moved": chance.choice([0, inches(3)])}
    ground = behind(chance, far)
    if other["fired"] and chance.random() < 0.4:
        ground = [terrain("building", box=(16, HERE[1] + far / 2, 40, 1))]  # one hears him
    alert = chance.random() < 0.5
    scene = Scene(
        able(chance.choice(["rifle", "scoped-rifle"]), fields=fields),
        german("de.rifle-team", (HERE[0], HERE[1] + far + 1), name="Berta", men=2, fields=other),
        ground=ground, size=WIDE, fields={"alert": (alert, alert)}, **options,
    )  # fmt: skip
    state = scene.state
    (man,) = state.units[ABLE].men
    gun = Shooter(man, state.figures[man].arms[0])
    lines = lines_to(state, gun, Aim(BERTA))
    seen = [line for line in lines if line.seen]
    if not seen and not other["fired"]:
        return spot(chance)
    plain, made = plain_to_see(state, ABLE, BERTA), best_try(state, ABLE, (man,), BERTA)
    given = {
        "distance": min(line.gap for line in seen or lines) / INCH,
        "cover": all(line.cover for line in seen) if seen else True,
        "moved": bool(other["moved"]),
        "unaware": not fields["aware"] and not alert,
        "suppression": fields["suppression"],
        "shooting": other["fired"],
        "optics": gun.weapon == "scoped-rifle",
        "heard": not seen,
    }

    async def look(play: Play[Battle]) -> None:
        if plain:
            make_out(play, BERTA, "sk.spot.automatic")
        elif made is not None:
            await attempt(play, ABLE, BERTA, made[0], "sk.spot.enemy-turn")

    return Laid("spot", given, options, staged(state, look, found))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "to-hit": to_hit,
    "shoot": shoot,
    "group-fire": group_fire,
    "fire-effect": fire_effect,
    "spot": spot,
}
