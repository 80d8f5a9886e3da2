"""Bombs, shells, smoke and flame, laid out on tables at random."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.rulesets.skirmish41.harm.blasts import blast_among, burst, caught
from sandtable.rulesets.skirmish41.heavy.bombs import land, landing_at
from sandtable.rulesets.skirmish41.heavy.fogs import burns, lay_fog, smoke_shot
from sandtable.rulesets.skirmish41.heavy.heavy import Arm, shot_at
from sandtable.rulesets.skirmish41.heavy.shelling import fall, round_at
from sandtable.rulesets.skirmish41.state import Battle, Harm
from sandtable.rulesets.skirmish41.umpire.bare import HITS, fate, fate_of, hit_and_fate, staged, then_test
from tests.conformance.laid import Laid

from .kit import Scene, brit, terrain
from .laid_out_fire import ABLE, BERTA, HERE, WIDE, able, behind, berta, gap_between, stands, switched

# ---- bombs and shells


def _armed(chance: Chance, weapon: str, far: float, **rest: Any) -> Scene:
    """A man with a weapon, and a team somewhere off."""
    moved = chance.random() < 0.3
    fields = {
        "spotted": chance.random() < 0.5,
        "shot_by": (Harm(BERTA, 1, "small arms"),) if chance.random() < 0.3 else (),
        "ranged": (BERTA, 0) if chance.random() < 0.5 else (-1, -1),
    }
    one = brit(
        "gb.rifle-team", HERE, name="Able", pick=("rifleman",) * rest.pop("crew", 1), fields=fields,
        each={"arms": (weapon,), "moves": int(moved), "rating": 3},
    )  # fmt: skip
    other = berta(chance, far, 2, fields={"moved": chance.choice([0, inches(3)])})
    return Scene(one, other, size=WIDE, **rest)


def _shot(scene: Scene, weapon: str, point: int) -> Any:
    """What is fired, and where it lands if it hits."""
    state = scene.state
    (man,) = state.units[ABLE].men
    arm = Arm(weapon, (man,), man)
    shot = shot_at(state, ABLE, arm, BERTA)
    if shot is None:
        return None
    return arm, shot, landing_at(state, ABLE, arm, BERTA, point, shot)


def throwing(chance: Chance) -> Laid:
    """A bomb at men in the open, behind something or in a trench."""
    options = switched(chance)
    weapon = chance.choice(["grenade", "rifle-grenade", "panzerfaust", "light-mortar"])
    far = {"grenade": 10, "light-mortar": 25}.get(weapon, 15)
    ground = behind(chance, far)
    if weapon == "grenade" and chance.random() < 0.5:
        ground = [terrain("trench", box=(26, HERE[1] + far - 1, 20, 4))]
    scene = _armed(chance, weapon, far, ground=ground, **options)
    state = scene.state
    made = _shot(scene, weapon, state.units[BERTA].men[0])
    if made is None:
        return throwing(chance)
    arm, shot, landing = made
    assert landing.blast is not None
    covered = any(one.clause == "sk.gren.target-moving-cover" for one in shot.modifiers)
    effects = {one.clause: one.why for _, found in landing.blast.men for one in found}
    boxed = "enclosed" in effects.get("sk.gren.effect-unaware", "")
    cover = "sk.gren.effect-cover" in effects or boxed
    if covered != (cover or bool(state.units[BERTA].moved)):
        return throwing(chance)
    unit = state.units[ABLE]
    given = {
        **stands(state),
        "caught": len(landing.blast.men),
        "cover": cover,
        "enclosed": boxed,
        "unaware": landing.unaware,
        "weapon": weapon,
        "distance": gap_between(state, arm.crew, state.units[BERTA].men) / INCH,
        "firer_moved": state.figures[arm.eye].moves > 0,
        "under_fire": bool(unit.shot_by),
        "ranged": unit.ranged == (BERTA, 0),
        "target_moved": state.units[BERTA].moved > 0,
    }
    begin = then_test(lambda play: land(play, ABLE, arm, BERTA, shot, landing), BERTA)
    return Laid("throw", given, options, staged(state, begin, hit_and_fate(state, BERTA), heeds=HITS))


def gun_at_team(chance: Chance) -> Laid:
    """A 6 pounder at men."""
    options, far = switched(chance), chance.choice([15, 30, 55])
    gun = brit(
        "gb.6-pounder", HERE, name="Able", bearing=180, fields={"spotted": chance.random() < 0.5},
    )  # fmt: skip
    ground = behind(chance, far)
    state = Scene(gun, berta(chance, far, 2), ground=ground, size=WIDE, **options).state
    unit = state.units[ABLE]
    arm = Arm("gun-57", unit.men, unit.hull)
    shot = shot_at(state, ABLE, arm, BERTA)
    if shot is None:
        return gun_at_team(chance)
    landing = landing_at(state, ABLE, arm, BERTA, state.units[BERTA].men[0], shot)
    assert landing.blast is not None
    given = {
        **stands(state),
        "caught": len(landing.blast.men),
        "cover": _is_covered(landing.blast),
        "unaware": landing.unaware,
        "weapon": "gun-57",
        "distance": gap_between(state, (unit.hull,), state.units[BERTA].men) / INCH,
    }
    begin = then_test(lambda play: land(play, ABLE, arm, BERTA, shot, landing), BERTA)
    return Laid("gun-at-team", given, options, staged(state, begin, hit_and_fate(state, BERTA), heeds=HITS))


def _is_covered(blast: Any) -> bool:
    return any(one.why == "in cover" for _, found in blast.men for one in found)


def off_table(chance: Chance) -> Laid:
    """A round on a team, on the same point as the last or not."""
    options = switched(chance)
    fields = {"shelled": chance.random() < 0.5}
    scene = Scene(
        able("rifle"), berta(chance, 25, 2, fields=fields), ground=behind(chance, 25), size=WIDE,
        fields={"shells": (2, 0)}, **options,
    )  # fmt: skip
    if fields["shelled"] and chance.random() < 0.5:
        point = scene.state.layout.point(scene.state.units[BERTA].men[0])
        scene.state = replace(scene.state, zeroed=(point, None))
    state = scene.state
    shell = round_at(state, ABLE, BERTA)
    given = {
        **stands(state),
        "caught": len(shell.blast.men),
        "cover": _is_covered(shell.blast),
        "zeroed": shell.zeroed,
        "shelled": state.units[BERTA].shelled,
    }
    begin = then_test(lambda play: fall(play, ABLE, shell), BERTA)
    return Laid("off-table", given, options, staged(state, begin, hit_and_fate(state, BERTA), heeds=HITS))


CALIBRES = {"bomb": 0, "small": 50, "medium": 75, "large": 105}


def blast(chance: Chance) -> Laid:
    """Something goes off among some of a team, the others standing farther off."""
    options, what = switched(chance), chance.choice([*CALIBRES])
    one = berta(chance, 20, 3)
    scene = Scene(able("rifle"), one, ground=behind(chance, 20, ("none", "soft")), size=WIDE, **options)
    state = scene.state
    men = tuple(caught(state, state.layout.point(state.units[BERTA].men[0])))
    unaware, scattered = chance.random() < 0.5, chance.random() < 0.3
    made = blast_among(state, men, ABLE, calibre=CALIBRES[what], unaware=unaware, less=int(scattered))
    given = {
        **stands(state),
        "caught": len(men),
        "cover": _is_covered(made),
        "unaware": unaware,
        "what": what,
        "scattered": scattered,
    }
    begin = then_test(lambda play: burst(play, made), BERTA)
    return Laid("blast", given, options, staged(state, begin, fate_of(state, BERTA)))


def smoke(chance: Chance) -> Laid:
    """A round of smoke at a point; what phosphorus does where it drifts the form does not speak of."""
    options, far = switched(chance), chance.choice([20, 30])
    scene = _armed(chance, "light-mortar", far, crew=2, **options)
    state = scene.state
    men = state.units[ABLE].men
    arm, point = Arm("light-mortar", men, men[0]), state.layout.point(state.units[BERTA].men[0])
    shot = smoke_shot(state, ABLE, arm, point)
    given = {
        **stands(state),
        "distance": far,
        "firer_moved": state.figures[arm.eye].moves > 0,
        "under_fire": bool(state.units[ABLE].shot_by),
    }

    def read(after: Battle, _: object, noted: Any) -> Any:
        where = {"drifts": noted.get((ABLE, "drifts"), 0), "o_clock": noted.get((ABLE, "o'clock"), 0)}
        return {"hit": bool(noted.get((ABLE, "hits"), 0)), **where, **fate(state, after, noted, BERTA)}

    there = burns(state, ABLE, point, "smoke")
    begin = then_test(lambda play: lay_fog(play, ABLE, arm, point, shot, "smoke", there), BERTA)
    return Laid("smoke", given, options, staged(state, begin, read, heeds=(*HITS, "drifts", "o'clock")))


def flame(chance: Chance) -> Laid:
    """A flamethrower at a team."""
    options, far = switched(chance), chance.choice([4, 10, 16, 22])
    scene = _armed(chance, "flamethrower", far, **options)
    state = scene.state
    made = _shot(scene, "flamethrower", -1)
    if made is None:
        return flame(chance)
    arm, shot, landing = made
    given = {**stands(state), "distance": gap_between(state, arm.crew, state.units[BERTA].men) / INCH}
    begin = then_test(lambda play: land(play, ABLE, arm, BERTA, shot, landing), BERTA)
    return Laid("flame", given, options, staged(state, begin, fate_of(state, BERTA)))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "throw": throwing,
    "gun-at-team": gun_at_team,
    "off-table": off_table,
    "blast": blast,
    "smoke": smoke,
    "flame": flame,
}
