"""Blasts, grenades, flames and heavy shots at men, laid out at random."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH, inches
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import weapon_of
from sandtable.rulesets.sotr.basics.cover import men_in_cover, unit_cover
from sandtable.rulesets.sotr.basics.templates import LARGE, SMALL, Landing, at_point, nozzle, on_model
from sandtable.rulesets.sotr.nerve.breaking import covered_from
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.turn.maintenance import burn as burn_on
from sandtable.rulesets.sotr.turn.maintenance import models_in
from sandtable.rulesets.sotr.weapons.aiming import Aim, Shot, as_any_shot
from sandtable.rulesets.sotr.weapons.blast import comes_down, fired_from, lands, shoot_blast
from sandtable.rulesets.sotr.weapons.bursts import Under, under_round
from sandtable.rulesets.sotr.weapons.flame import Flames, burn
from sandtable.rulesets.sotr.weapons.grenades import frag_lands, place_back
from sandtable.rulesets.sotr.weapons.heavy import shoot_solid
from sandtable.rulesets.sotr.weapons.indirect import SEEN
from sandtable.rulesets.sotr.weapons.jets import best_jet, touched_by
from sandtable.rulesets.sotr.weapons.shooting import cease
from tests.conformance.laid import Laid

from .kit import Scene, Side, reich, terrain, us
from .laid_out_fire import COVERS, ELEVATED, ground, victims
from .lay import ABLE, ARMOUR, BERTA, RADII, lay, nerve, shaken, squad, switched

FIRING = {"firing": ABLE}


def _huddle(chance: Chance, at: tuple[float, float], most: int = 3) -> Side:
    """A few of Berta's close together, without an Officer, or nobody but him."""
    led = chance.random() < 0.2
    pick = ("sergeant",) if led else ("grenadier",) * chance.randint(1, most)
    spots = tuple((at[0], at[1] + 1.1 * place) for place in range(1, most))
    card = {"cool": chance.choice([6, 7, 8])}
    each = {"prone": chance.random() < 0.3}
    return reich(
        "reich.sturmgrenadiers", at, name="Berta", pick=pick, spots=spots, card=card, each=each, fields=shaken(chance)
    )


def _under(state: Battle, at: Landing, given: dict[str, Any]) -> Under:
    """Whom a template there touches; the form is filled in with how many."""
    under = under_round(state, at, SMALL)
    given |= {"touched": len(under.touched), "centre": bool(under.direct)}
    return under


def _over(chance: Chance, state: Battle) -> Landing:
    """Over one of Berta's, or beside him."""
    men = state.units[BERTA].men
    (x, y), aside = state.layout.point(chance.choice(list(men))), inches(chance.choice([0, 0, 0.9]))
    return at_point(state, (x, y + aside))


def _shot(state: Battle, shot: Shot, weapon: str) -> dict[str, Any]:
    """A shot with a template as a form asks for it."""
    seen = as_any_shot(state, shot, weapon_of(weapon, state.options))
    return {
        "cover": COVERS[seen.cover],
        "aimed": seen.aimed,
        "overwatch": seen.overwatch,
        "charging": seen.charging,
        "prone": seen.prone,
        "camo": seen.camo,
        "size": seen.size or "man",
        "elevated": seen.above >= ELEVATED,
        "smoke": seen.smoke,
    }


def blast(chance: Chance) -> Laid:
    """A rocket, a tank gun or a launcher at a few men, direct or lobbed."""
    weapon = chance.choice(["rpg", "tank-gun", "grenade-launcher"])
    troop = {"rpg": "us.bazooka-team", "tank-gun": "us.tank"}.get(weapon, "us.rifle-squad")
    apart = chance.choice([9, 18, 27])
    options = switched(chance, rpg_direct_hit=("all", "none"), indirect_miss=("d6",), **RADII)
    able = us(
        troop, (10, 20), name="Able", men=1, each={"weapons": (weapon,), "moved": chance.choice([0, 2])}, bearing=90
    )
    state = Scene(
        able, _huddle(chance, (10 + apart, 20)), ground=ground(chance, 10 + apart), fields=FIRING, **options
    ).state
    over, far = weapon == "grenade-launcher" and chance.random() < 0.5, chance.random() < 0.2
    at = _over(chance, state)
    gun, figure = weapon_of(weapon, state.options), state.units[ABLE].men[0]
    shot = Shot(figure, Aim("unit", BERTA, over), at, under_round(state, at, SMALL).touched, overwatch=far)
    fired = fired_from(state, shot, gun)
    given = {**victims(state, BERTA), **_shot(state, shot, weapon), "weapon": weapon, "indirect": over}
    given |= {"distance": fired.far / INCH}
    under = _under(state, at, given)
    if covered_from(state, BERTA, ABLE) != (given["cover"] != "none") or (over and fired.case != SEEN):
        return blast(chance)

    async def begin(play: Play[Battle]) -> None:
        if not over:
            await shoot_blast(play, fired, under, weapon)
        elif await comes_down(play, fired, gun) == at:  # the form does not ask who is under a shot that strays
            await lands(play, at, under, ABLE, weapon)
        await cease(play, ABLE, (BERTA,), 1)

    return lay("blast", given, options, state, begin)


def template(chance: Chance) -> Laid:
    """A template over a few men."""
    weapon = chance.choice(["rpg", "tank-gun", "grenade-launcher"])
    options = switched(chance, rpg_direct_hit=("all", "none"), **RADII)
    able = us("us.rifle-squad", (10, 20), name="Able", men=1)
    state = Scene(able, _huddle(chance, (28, 20)), ground=ground(chance, 28), fields=FIRING, **options).state
    at = _over(chance, state)
    given = {**victims(state, BERTA), "covered": covered_from(state, BERTA, ABLE), "weapon": weapon}
    under = _under(state, at, given)

    async def begin(play: Play[Battle]) -> None:
        await lands(play, at, under, ABLE, weapon)
        await cease(play, ABLE, (BERTA,), 1)

    return lay("template", given, options, state, begin)


def indirect(chance: Chance) -> Laid:
    """A launcher at a unit in sight, behind a wood, or far away."""
    options = switched(chance, indirect_miss=("d6",))
    apart, hidden = chance.choice([8, 17, 26]), chance.random() < 0.4
    able = us("us.rifle-squad", (10, 20), name="Able", men=1, each={"weapons": ("grenade-launcher",), "moved": 2})
    wood = [terrain("building", box=(14, 12, 2, 16))] if hidden else ground(chance, 10 + apart)
    foe = reich("reich.sturmgrenadiers", (10 + apart, 20), name="Berta", men=1, each={"prone": chance.random() < 0.3})
    state = Scene(able, foe, ground=wood, **options).state
    gun, figure = weapon_of("grenade-launcher", state.options), state.units[ABLE].men[0]
    at = on_model(state, state.units[BERTA].men[0])
    shot = Shot(figure, Aim("unit", BERTA, over=True), at, state.units[BERTA].men)
    fired = fired_from(state, shot, gun)
    asked = {name: value for name, value in _shot(state, shot, gun.id).items() if name in {"cover", "prone", "smoke"}}
    given = {"distance": fired.far / INCH, "seen": fired.case == SEEN, **asked}
    return lay("indirect", given, options, state, lambda play: comes_down(play, fired, gun))


def grenades(chance: Chance) -> Laid:
    """A few men throw theirs at a few others."""
    options = switched(chance, frag_attack_suppresses=(True,), **RADII)
    many = chance.randint(1, 3)
    spots = ((20.9, 20), (20, 20.9))
    ranks = {0: {"rank": "", "cool": 7}} if many > 1 or chance.random() < 0.5 else {}
    able = us("us.rifle-squad", (20, 20), name="Able", men=many, spots=spots, models=ranks)
    state = Scene(able, _huddle(chance, (20, 12), 2), ground=_between(chance), fields=FIRING, **options).state
    at = on_model(state, chance.choice(list(state.units[BERTA].men)))
    under = under_round(state, at, LARGE)
    centre, _ = rehearsed(RULESET.apply, state, place_back, ABLE)
    own = nerve(state, ABLE)
    cover = unit_cover(state, BERTA, state.units[ABLE].men)
    men = state.units[BERTA].men
    if len(men_in_cover(state, BERTA, men)) != (len(men) if cover else 0):
        return grenades(chance)  # when nobody of the throwers stands, they are covered as terrain goes
    given = {
        **victims(state, BERTA),
        "touched": len(under.touched),
        "cover": COVERS[cover],
        "throwers": many,
        "back_touched": len(under_round(state, on_model(state, centre), SMALL).touched),
        "thrower_armour": ARMOUR[state.units[ABLE].card.armour],
        "thrower_cool": own["cool"],
        "thrower_officer": own["officer"],
        "thrower_covered": covered_from(state, ABLE, BERTA),
    }

    async def begin(play: Play[Battle]) -> None:
        await frag_lands(play, ABLE, at, LARGE, under)
        await cease(play, ABLE, (BERTA,), many)

    return lay("grenades", given, options, state, begin)


def _between(chance: Chance) -> list[Any]:
    """A hedge or a wall in front of those at whom grenades are thrown."""
    kind = chance.choice(["", "hedge", "wall"])
    return [terrain(kind, line=[(10, 12.8), (30, 12.8)])] if kind else []


def heavy_shot(chance: Chance) -> Laid:
    """A tank gun or a railgun at one of a few men."""
    weapon = chance.choice(["tank-gun", "railgun"])
    apart = chance.choice([9, 27])
    able = us("us.tank", (10, 20), name="Able", each={"weapons": (weapon,), "moved": chance.choice([0, 2])}, bearing=90)
    options = switched(chance, **RADII)
    state = Scene(
        able, _huddle(chance, (10 + apart, 20)), ground=ground(chance, 10 + apart), fields=FIRING, **options
    ).state
    figure, model = state.units[ABLE].men[0], state.units[BERTA].men[-1]
    shot = Shot(figure, Aim("unit", BERTA), on_model(state, model), (model,), charging=chance.random() < 0.2)
    gun = weapon_of(weapon, state.options)
    fired = fired_from(state, shot, gun)
    given = {**victims(state, BERTA), **_shot(state, shot, weapon), "weapon": weapon, "distance": fired.far / INCH}
    if covered_from(state, BERTA, ABLE) != (given["cover"] != "none"):
        return heavy_shot(chance)

    async def begin(play: Play[Battle]) -> None:
        await shoot_solid(play, figure, weapon, model, fired.modifiers, "")
        await cease(play, ABLE, (BERTA,), 1)

    return lay("heavy-shot", given, options, state, begin)


def flamethrower(chance: Chance) -> Laid:
    """A jet over a few men or monsters, in the open or in a wood."""
    options = switched(chance, flame_cool_scope=("model",), **RADII)
    able = reich("reich.flame-pioneers", (20, 14), name="Able", pick=("flamethrower man",))
    wood = [terrain("rocks", box=(15, 17, 12, 8))] if chance.random() < 0.4 else []
    foe = squad(chance, gap=0.2, each={"frenzied": chance.random() < 0.2}, fields=shaken(chance))
    state = Scene(able, replace(foe, name="Berta"), ground=wood, fields=FIRING, **options).state
    figure = state.units[ABLE].men[0]
    jet = best_jet(state, figure, BERTA)
    assert jet is not None
    start, touched = nozzle(state, figure, jet.bearing), touched_by(state, figure, jet.bearing)
    men = state.units[BERTA].men
    if state.figures[men[0]].rank and men[0] in touched and len(touched) < len(men):
        return flamethrower(chance)
    given = {**victims(state, BERTA), "touched": len(touched), "covered": covered_from(state, BERTA, ABLE)}

    async def begin(play: Play[Battle]) -> None:
        await burn(play, ABLE, Flames(start, jet.bearing), Under(touched))
        await cease(play, ABLE, (BERTA,), 1)

    return lay("flamethrower", given, options, state, begin)


def burning_terrain(chance: Chance) -> Laid:
    """A wood that burns, and men in it."""
    wood = terrain("woods", box=(16, 16, 10, 8))
    troop = chance.choice(["reich.sturmgrenadiers", "reich.zombies", "reich.werewolves"])
    foe = reich(troop, (18, 18), name="Berta", men=chance.randint(1, 3), spots=((21, 18), (40, 40)))
    state = Scene(foe, ground=[wood], fields={"burning": (0,)}).state
    given = {"men": len(models_in(state, 0)), "armour": ARMOUR[state.units[0].card.armour]}
    return lay("burning-terrain", given, {}, state, lambda play: burn_on(play, 0))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "blast": blast,
    "template": template,
    "indirect": indirect,
    "grenades": grenades,
    "heavy-shot": heavy_shot,
    "flamethrower": flamethrower,
    "burning-terrain": burning_terrain,
}
