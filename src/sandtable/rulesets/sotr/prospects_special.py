"""What dice templates, tank guns, railguns and flamethrowers throw at each target, and fire on Overwatch at each point.

Every number comes from the functions that play the shot.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sandtable.mechanics.chances import chance_of
from sandtable.mechanics.telling import count_of
from sandtable.play.shown import Prospect, Volley

from .aiming import Aim, Shot, blast_modifiers, facings_in_sight, seen_models, shot_roll
from .armour import facing, takes_no_tests
from .blast import as_blast, shell_of
from .bursts import units_of
from .charts import weapon_of
from .cool import cool, takes_tests
from .falling import armour_of
from .heavy import heavy_targets, usual_model
from .hidden import as_seen
from .indirect import FAR, SEEN, case_of
from .jets import Jet, touched_by
from .offers import Aiming, Waiting
from .overwatch import watching
from .plans import nearest, plan
from .prospects_cool import cool_volley
from .prospects_fire import needed_of, shots_prospect, to_pierce, to_wound
from .sheet import Weapon
from .shooting import means
from .state import Battle
from .targets import free_models
from .templates import SMALL, Landing, best_over, on_model, under_blast
from .tracks import layout_at
from .volley import How
from .wound_dice import Wounding

NEEDED = 4  # on one die with everything that is added to it


def special_prospects(state: Battle, domain: Aiming[Any]) -> Mapping[str, Prospect]:
    """The dice of one model's weapon at each unit that it may be fired at."""
    seen = as_seen(state, state.units[state.figures[domain.figure].unit].side)
    gun = weapon_of(domain.weapon, state.options)
    found = {}
    for key, value in domain.values.items():
        if isinstance(value, Jet):
            if value.unit >= 0:
                found[key] = _flamed(seen, domain.figure, value)
        elif isinstance(value, Aim):
            if value.kind == "unit":
                found[key] = _blasted(seen, domain.figure, value, as_blast(gun) if gun.has("shells") else gun)
        elif value >= 0:
            found[key] = _struck(seen, domain.figure, value, gun)
    return found


def _shot(state: Battle, shot: Shot, gun: Weapon) -> Volley:
    """The die to hit."""
    modifiers = blast_modifiers(state, shot, gun)
    roll = shot_roll(modifiers, "", (), 0)
    score = needed_of(NEEDED - sum(modifier.value for modifier in modifiers))
    return Volley(f"{gun.name}: to hit", "1", roll.needs.split(" ")[0], modifiers, str(chance_of(score)))


# ---- templates


def _blasted(state: Battle, figure: int, aim: Aim, gun: Weapon) -> Prospect:
    """A template on a unit: the die to hit unless it strays anyway, and the wounds of those it would touch."""
    at = _laid(state, figure, aim)
    touched = under_blast(state, at, SMALL)
    shot = Shot(figure, aim, at, touched, overwatch=state.watched >= 0)
    case = case_of(state, shot) if aim.over else SEEN
    shell = shell_of(gun, state.options)
    how = Wounding(shell.name, pen=shell.pen)
    volleys = [_shot(state, shot, gun)] if case == SEEN else []
    volleys += _on_units(state, touched, how, state.layout.point(figure))
    strays = {SEEN: "", FAR: "no die is rolled to hit: it strays 2D6 inches"}
    notes = [strays.get(case, "no die is rolled to hit: it strays D6 inches")]
    if shell.annihilates == "centre" and not state.units[aim.number].machine:
        notes.append("whoever is under its centre is a GONER")
    clauses = ("sotr.blast.nominate", "sotr.blast.wounds", *(("sotr.blast.indirect-cases",) if aim.over else ()))
    return Prospect(tuple(volleys), _touching(state, figure, touched), "; ".join(filter(None, notes)), clauses)


def _laid(state: Battle, figure: int, aim: Aim) -> Landing:
    """Where a template goes on a unit: against a machine, or over the model where it touches the most."""
    unit = state.units[aim.number]
    if unit.machine:
        return next(iter(facings_in_sight(state, figure, aim.number).values()), on_model(state, unit.men[0]))
    may = seen_models(state, figure, aim.number) or free_models(state, aim.number)
    return on_model(state, best_over(state, aim.number, may, SMALL)[0])


def _touching(state: Battle, figure: int, touched: Sequence[int]) -> dict[str, str]:
    """Whom a template touches: so many, and so many friends among them."""
    side = state.units[state.figures[figure].unit].side
    friends = sum(state.units[state.figures[one].unit].side == side for one in touched)
    own = {"friends among them": str(friends)} if friends else {}
    return {"touches": count_of(len(touched), "model", "models"), **own}


def _on_units(state: Battle, touched: Sequence[int], how: Wounding, origin: tuple[int, int]) -> list[Volley]:
    """What a hit does to those who are touched, unit by unit."""
    found: list[Volley] = []
    for number in units_of(state, touched):
        unit = state.units[number]
        if unit.machine:
            found.append(to_pierce(state, number, how.pen, facing(state, unit.men[0], origin)))
        else:
            models = [one for one in touched if state.figures[one].unit == number]
            found += [to_wound(unit.name, armour, how) for armour in sorted({armour_of(state, one) for one in models})]
    return found


def _flamed(state: Battle, figure: int, jet: Jet) -> Prospect:
    """A jet: no die to hit, a wound roll for everybody it touches, a Cool test for every unit."""
    touched = touched_by(state, figure, jet.bearing)
    how = Wounding("flamethrower", burns=True, pen=weapon_of("flamethrower", state.options).pen)
    volleys = _on_units(state, touched, how, state.layout.point(figure))
    for number in units_of(state, touched):
        if takes_tests(state, number) and not takes_no_tests(state, number):
            volleys.append(cool_volley("Cool check", cool(state, number), state.units[number].side))
    note = "nobody rolls to hit; whoever goes DOWN burns"
    clauses = ("sotr.flame.hits", "sotr.flame.burning", "sotr.flame.cool")
    return Prospect(tuple(volleys), _touching(state, figure, touched), note, clauses)


# ---- tank guns and railguns


def _struck(state: Battle, figure: int, target: int, gun: Weapon) -> Prospect:
    """One shot at one model, the one that is usually picked."""
    model = usual_model(state, figure, heavy_targets(state, figure, target)[target])
    shot = Shot(figure, Aim("unit", target), on_model(state, model), (model,), overwatch=state.watched >= 0)
    if state.units[target].machine:
        hurt = to_pierce(state, target, gun.pen, facing(state, model, state.layout.point(figure)))
    else:
        hurt = to_wound(state.units[target].name, 0, Wounding(gun.name, goner=True))
    return Prospect((_shot(state, shot, gun), hurt), {}, "", ("sotr.gap.heavy-weapons",))


# ---- Overwatch


def overwatch_prospects(state: Battle, watcher: int, domain: Waiting) -> Mapping[str, Prospect]:
    """The dice of a unit on Overwatch at every point of a way where it could fire."""
    how = How(overwatch=True, charging=domain.charge == watcher)
    men = watching(state, watcher)
    found = {}
    for key, station in domain.values.items():
        if station is not None:
            there = replace(state, layout=layout_at(state, domain.tracks, station), watched=domain.mover)
            ready = means(there, men, only=domain.mover)
            dice = shots_prospect(there, watcher, plan(there, ready, nearest, steady=False), how)
            others = count_of(len(ready.specials), "special weapon fires", "special weapons fire")
            note = f"{others}, too" if ready.specials else ""
            found[key] = replace(dice, note=note, because=("sotr.overwatch.fire", "sotr.overwatch.modifier"))
    return found
