"""Actions of the D10 game laid out on a table at random, with the form of the question that an umpire would fill in.

The form is filled in by measuring the table as the game does; so whatever is asked is what would be played.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.measure_kernels import nearest
from sandtable.geometry.units import INCH
from sandtable.mechanics.rehearsal import rehearsed
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.charts import band_of, limit_of
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.basics.units import has_grenades, left
from sandtable.rulesets.d10.fire.arms import Arm, arms
from sandtable.rulesets.d10.fire.kits import kits
from sandtable.rulesets.d10.fire.shooting import plan, resolve, struck
from sandtable.rulesets.d10.fire.targets import Aim
from sandtable.rulesets.d10.fire.volley import Loaded, views
from sandtable.rulesets.d10.harm.losses import destroy
from sandtable.rulesets.d10.harm.toughness import FACES, Hit
from sandtable.rulesets.d10.machines.transport import bail_out
from sandtable.rulesets.d10.melee.blows import Round, fighters
from sandtable.rulesets.d10.melee.break_off import free_blows
from sandtable.rulesets.d10.melee.combat import fight
from sandtable.rulesets.d10.nerve.morale import check, enemies_near, rally
from sandtable.rulesets.d10.ruleset import RULESET
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.umpire.bare import fate, hits_and_fate, staged
from sandtable.rulesets.d10.umpire.fields import COVERS as FORM_COVERS
from sandtable.rulesets.d10.umpire.melee import both_fates
from sandtable.table.layout import rows
from tests.conformance.laid import Laid

from . import laid_out_turns
from .kit import Scene, german, terrain, us

ABLE, BERTA = 0, 1
COVERS = {value: name for name, value in FORM_COVERS.items()}
GROUND: dict[str, Any] = {"none": (), "soft": ("hedge",), "hard": ("wall",)}
SWITCHES: dict[str, tuple[Any, ...]] = {
    "cover_soft": (-1, -2, -3),
    "natural_rule_everywhere": (True, False),
    "exactly_half": ("panic", "rout"),
    "second_panic_routs": (False, True),
    "rally_modifiers_stack": (False, True),
    "armoured_immunity": (True, False),
    "damage_stat": ("strength", "assault"),
    "allocation_visible_only": (True, False),
}


def _switched(chance: Chance) -> dict[str, Any]:
    """One switch of the book, or none."""
    name = chance.choice([*SWITCHES, ""])
    return {name: chance.choice(list(SWITCHES[name]))} if name else {}


def _facts(state: Battle, number: int, fields: dict[str, str]) -> dict[str, Any]:
    """Facts of a unit by the names that a form has for them."""
    unit = state.units[number]
    now, whole = left(state, number)
    known = {
        "kind": unit.card.kind,
        "left": now,
        "whole": whole,
        "toughness": unit.card.toughness,
        "assault": unit.card.assault,
        "shooting": unit.card.shooting,
        "command": unit.card.command,
        "size": unit.card.size,
        "panicked": unit.panicked,
        "moved": unit.moved,
        "vehicle": unit.card.troop,
        "crew": len(unit.men),
    }
    return {field: known[fact] for fact, field in fields.items()}


def _same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


def lent(state: Battle, number: int) -> int:
    """The CM that a leader lends a unit."""
    command, leader = command_of(state, number)
    return 0 if leader is None else command


# ---- shooting


def _fired(state: Battle) -> list[Arm]:
    """The weapons that Able fires: an individual the one that it usually would."""
    found = arms(state, ABLE)
    if state.units[ABLE].card.kind != "individual":
        return found
    gap = nearest(state.layout.bodies, rows(state.units[ABLE].men), rows(state.units[BERTA].men))[0]
    return [one.arm for one in next(iter(kits(state, ABLE, found, Aim(BERTA, int(gap))).values()))]


def _weapons(state: Battle) -> dict[str, Any]:
    """What Able fires, by the form's fields."""
    counts: dict[str, int] = {}
    for arm in _fired(state):
        counts[arm.weapon] = counts.get(arm.weapon, 0) + 1
    fields = (("weapon", "shooters"), ("second_weapon", "second"), ("third_weapon", "third"))
    found: dict[str, Any] = {"second": 0, "third": 0}
    for (name, many), (weapon, count) in zip(fields, counts.items(), strict=False):
        found |= {name: weapon, many: count}
    return found


def _seen(state: Battle) -> Any:
    """What the first of those who fire sees of Berta."""
    loaded = [Loaded(arm) for arm in _fired(state)]
    return next(iter(views(state, loaded, BERTA).values()))


def _firing(state: Battle) -> Any:
    """Able fires what he would, as it was measured, at Berta and at nobody else."""
    planned, _ = rehearsed(RULESET.apply, state, plan, ABLE)
    salvos = tuple(planned)
    if {salvo.target for salvo in salvos} - {BERTA}:
        raise LookupError("he would fire at somebody else")

    async def fire(play: Play[Battle]) -> None:
        if salvos:
            await resolve(play, ABLE, salvos, reacting=False)

    return staged(state, fire, hits_and_fate(state, BERTA))


def shoot(chance: Chance) -> Laid:
    """A few men of a squad, or a crew, at a squad or an officer, in the open or behind something."""
    troop, roles = chance.choice(
        [
            ("us.rifle-squad", ("rifleman", "rifleman", "gunner")),
            ("de.grenadier-squad", ("rifleman", "gunner")),
            ("us.mmg-team", ("gunner", "crewman", "crewman")),
            ("us.engineer-squad", ("operator",)),
            ("us.sniper-team", ()),
            ("us.light-mortar", ("gunner", "crewman")),
        ]
    )
    target = chance.choice(["de.grenadier-squad", "de.volkssturm-squad", "de.second-lieutenant", "de.sniper-team"])
    many = 0 if target in {"de.second-lieutenant", "de.sniper-team"} else chance.randint(1, 3)
    apart = 7 if "engineer" in troop else chance.choice([8, 16, 29])
    cover = chance.choice([*GROUND]) if target != "de.sniper-team" else "none"  # nobody sees him behind a wall
    options = _switched(chance)
    moved = troop not in {"us.mmg-team", "us.light-mortar"} and chance.random() < 0.5
    scene = Scene(
        us(troop, (20, 20), name="Able", pick=roles, gap=0.1, fields={"moved": moved}),
        german(
            target, (20 + apart, 20), name="Berta", men=many, strength=chance.randint(many, 8) if many else 0, gap=0.1,
            fields={"panicked": chance.random() < 0.3},
        ),
        ground=[terrain(kind, line=[(19 + apart, 10), (19 + apart, 30)]) for kind in GROUND[cover]],
        **options,
    )  # fmt: skip
    state = scene.state
    seen = _seen(state)
    gaps = [view.gap for view in views(state, [Loaded(arm) for arm in _fired(state)], BERTA).values()]
    if len({band_of(gap, state.options) for gap in gaps}) > 1:
        return shoot(chance)  # the form speaks of men who are all at one distance
    given = {
        **_weapons(state),
        **_facts(state, ABLE, _same("shooting", "assault", "moved", "crew") | {"kind": "by"}),
        **_facts(state, BERTA, _same("kind", "left", "whole", "toughness", "size", "command", "panicked")),
        "distance": seen.gap / INCH,
        "cover": COVERS[seen.cover],
        "exposed": sum(gap <= limit_of(_fired(state)[0].weapon, state.options) for _, gap in seen.models),
        "caught": seen.caught,
    }
    return Laid("shoot", given, options, _firing(state))


def shoot_at_vehicle(chance: Chance) -> Laid:
    """A tank or a rocket launcher at a vehicle that shows some face."""
    by = chance.choice(["us.sherman", "us.bazooka-team", "us.medium-at-gun"])
    target = chance.choice(["de.panzer-iv", "de.panther", "de.stug", "de.half-track"])
    options = _switched(chance)
    faces, wounds = chance.choice([270, 0, 90]), chance.randint(1, 2)
    scene = Scene(
        us(by, (20, 20), name="Able", bearing=90, pick=("gunner",) if "gun" in by else ()),
        german(target, (41, 20), name="Berta", bearing=faces, each={"wounds": wounds}),
        **options,
    )
    state = scene.state
    seen = _seen(state)
    given = {
        **_weapons(state),
        **_facts(state, ABLE, _same("shooting", "assault", "moved", "crew") | {"kind": "by"}),
        **_facts(state, BERTA, _same("left", "vehicle", "panicked")),
        "distance": seen.gap / INCH,
        "cover": COVERS[seen.cover],
        "face": FACES[seen.face],
    }
    return Laid("shoot-at-vehicle", given, options, _firing(state))


def hits_on_unit(chance: Chance) -> Laid:
    """Hits of rifles on men, on a crew or on an officer, some of whom may be hit."""
    options = _switched(chance)
    target = chance.choice(["de.grenadier-squad", "de.volkssturm-squad", "de.second-lieutenant"])
    many = 0 if "lieutenant" in target else chance.randint(1, 4)
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2),
        german(
            target, (30, 20), name="Berta", men=many, strength=chance.randint(many, 8) if many else 0,
            fields={"panicked": chance.random() < 0.3},
        ),
        **options,
    )  # fmt: skip
    state = scene.state
    men = state.units[BERTA].men
    exposed = chance.randint(1, len(men))
    hit = Hit(chance.randint(1, 5), chance.randint(2, 7))
    given = {
        **_facts(state, BERTA, _same("kind", "left", "whole", "toughness", "command", "panicked")),
        "hits": hit.hits,
        "strength": hit.strength,
        "exposed": exposed,
    }
    begin = partial(struck, number=ABLE, target=BERTA, hits=(hit,), eligible=men[:exposed])
    return Laid("hits-on-unit", given, options, staged(state, begin, hits_and_fate(state, BERTA)))


def hits_on_vehicle(chance: Chance) -> Laid:
    """Hits of a gun or a rocket on a face of a vehicle."""
    options = _switched(chance)
    target = chance.choice(["de.panzer-iv", "de.panther", "de.stug", "de.half-track"])
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=2),
        german(target, (41, 20), name="Berta", each={"wounds": chance.randint(1, 2)}),
        **options,
    )
    state = scene.state
    face, blast, shaped = chance.randint(0, 2), chance.random() < 0.5, chance.random() < 0.5
    hit = Hit(chance.randint(1, 3), chance.randint(5, 10), chance.randint(0, 3), face, blast, shaped=shaped)
    given = {
        **_facts(state, BERTA, _same("left", "vehicle", "panicked")),
        "hits": hit.hits,
        "strength": hit.strength,
        "at": hit.at,
        "face": FACES[face],
        "blast": blast,
        "shaped": shaped,
    }
    begin = partial(struck, number=ABLE, target=BERTA, hits=(hit,), eligible=state.units[BERTA].men)
    return Laid("hits-on-vehicle", given, options, staged(state, begin, hits_and_fate(state, BERTA)))


# ---- close combat


def _locked(chance: Chance, options: dict[str, Any]) -> Scene:
    """Two rows of men in contact."""
    one, two = (
        chance.choice(["us.rifle-squad", "us.engineer-squad"]),
        "de.grenadier-squad",
    )  # who are led, as a form has it
    ours, theirs = chance.randint(1, 4), chance.randint(1, 4)
    return Scene(
        us(
            one, (20, 20), name="Able", men=ours, strength=chance.randint(ours, 8), gap=0.5,
            card={"assault": chance.randint(2, 8)},
        ),
        german(
            two, (20, 21), name="Berta", men=theirs, strength=chance.randint(theirs, 8), gap=0.5,
            card={"assault": chance.randint(2, 8)}, fields={"panicked": chance.random() < 0.3},
        ),
        **options,
    )  # fmt: skip


def _strikers(state: Battle, number: int, own: str) -> dict[str, Any]:
    """Who strikes with what, by the form's fields."""
    counts: dict[str, int] = {}
    for man in fighters(state, number):
        weapon = state.figures[man].weapons[0]
        counts[weapon] = counts.get(weapon, 0) + 1
    fields = ((f"{own}weapon", f"{own}strikers"), (f"{own}second_weapon", f"{own}second"))
    found: dict[str, Any] = {f"{own}second": 0}
    for (name, many), (weapon, count) in zip(fields, counts.items(), strict=False):
        found |= {name: weapon, many: count}
    return found


def close_combat(chance: Chance) -> Laid:
    """A round in which one side has charged."""
    options = _switched(chance)
    state = _locked(chance, options).state
    own = _same("kind", "assault", "toughness", "left", "whole", "command", "panicked")
    given = {
        **_strikers(state, ABLE, ""),
        **_strikers(state, BERTA, "enemy_"),
        **_facts(state, ABLE, own),
        **_facts(state, BERTA, {fact: f"enemy_{fact}" for fact in own}),
        "stance": "charged",
    }

    async def charge(play: Play[Battle]) -> None:
        await fight(play, ABLE, Round(charged=(ABLE,)))

    return Laid("close-combat", given, options, staged(state, charge, both_fates(state)))


HULLS = {"de.panzer-iv": 2.5, "de.half-track": 2.0, "de.panther": 3.0}  # how wide they are


def storm(chance: Chance) -> Laid:
    """Men with charges, with grenades or with neither beside a vehicle."""
    options = _switched(chance)
    squad = chance.choice(["us.engineer-squad", "us.rifle-squad", "us.mmg-team"])
    men, began = (2, 3) if "team" in squad else (chance.randint(1, 4), chance.randint(4, 8))
    hull = chance.choice([*HULLS])
    beside = 20.51 + HULLS[hull] / 2  # the hull lies east and west
    scene = Scene(
        us(
            squad, (20, beside), name="Able", men=men, strength=began, gap=0.1,
            spots=tuple((20 + place * 1.1, beside) for place in range(1, 6)),
        ),
        german(
            hull, (21.5, 20), name="Berta", bearing=90,
            each={"wounds": chance.randint(1, 2)},
        ),
        **options,
    )  # fmt: skip
    state = scene.state
    armed = _strikers(state, ABLE, "")
    striking = armed.get("strikers", 0) + armed["second"]
    given = {
        **armed,
        "charges": min(state.units[ABLE].items.count("satchel"), striking, 3),
        "grenades": has_grenades(state.units[ABLE]),
        **_facts(state, ABLE, _same("kind", "assault", "toughness", "left", "whole", "command", "panicked")),
        **_facts(state, BERTA, {"left": "wounds", "vehicle": "vehicle", "panicked": "enemy_panicked"}),
        "stance": "charged",
    }

    async def charge(play: Play[Battle]) -> None:
        await fight(play, ABLE, Round(charged=(ABLE,)))

    return Laid("assault-on-vehicle", given, options, staged(state, charge, both_fates(state)))


def leave(chance: Chance) -> Laid:
    """Free blows at men who turn away."""
    options = _switched(chance)
    state = _locked(chance, options).state
    given = {
        **_strikers(state, ABLE, ""),
        "exposed": len(fighters(state, BERTA)),
        **_facts(state, ABLE, _same("assault", "panicked")),
        **_facts(
            state, BERTA,
            {fact: f"enemy_{fact}" for fact in ("kind", "assault", "toughness", "left", "whole", "command", "panicked")},
        ),
    }  # fmt: skip

    async def go(play: Play[Battle]) -> None:
        await free_blows(play, BERTA)

    return Laid("free-blows", given, options, staged(state, go, hits_and_fate(state, BERTA)))


# ---- morale


def morale(chance: Chance) -> Laid:
    """A check after a lost round, with an officer near by or not."""
    options = _switched(chance)
    men = chance.randint(1, 9)
    officer = [us("us.second-lieutenant", (20, 24), name="Lieutenant")] if chance.random() < 0.5 else []
    able = us("us.rifle-squad", (20, 20), name="Able", men=men, strength=9, fields={"panicked": chance.random() < 0.5})
    scene = Scene(able, *officer, **options)
    state = scene.state
    given = {
        **_facts(state, ABLE, _same("kind", "left", "whole", "command", "panicked")),
        "cause": "lost-combat",
        "leader": lent(state, ABLE),
    }

    async def lose(play: Play[Battle]) -> None:
        await check(play, ABLE, "lost a close combat", "d10.morale.lost-combat")

    def read(after: Battle, _: object, noted: Any) -> Any:
        become = fate(state, after, noted, ABLE)
        return {"result": become["morale"], "panicked": become["panicked"], "routed": become["routed"]}

    return Laid("morale", given, options, staged(state, lose, read))


def rallying(chance: Chance) -> Laid:
    """A panicked squad with an enemy somewhere."""
    options = _switched(chance)
    apart = chance.choice([6, 14, 26, 40])
    scene = Scene(
        us("us.rifle-squad", (20, 20), name="Able", men=3, fields={"panicked": True}),
        german("de.grenadier-squad", (20 + apart, 20), name="Berta", men=2),
        **options,
    )
    state = scene.state
    near = enemies_near(state, ABLE)
    given = {
        **_facts(state, ABLE, _same("command", "panicked")),
        "seen": near is not None,
        "distance": (near or 0) / INCH,
    }

    async def recover(play: Play[Battle]) -> bool:
        return await rally(play, ABLE)

    def read(after: Battle, rallied: bool, _: object) -> Any:
        return {"rallies": rallied, "panicked": after.units[ABLE].panicked}

    return Laid("rally", given, options, staged(state, recover, read))


def burning(chance: Chance) -> Laid:
    """Passengers of a half-track that burns."""
    options = _switched(chance)
    men = chance.randint(1, 4)
    scene = Scene(
        german("de.half-track", (20, 20), name="Track"),
        german("de.grenadier-squad", name="Berta", men=men, strength=chance.randint(men, 8), aboard="Track"),
        **options,
    )
    state = scene.state
    given = _facts(state, 1, _same("kind", "left", "whole", "toughness", "command", "panicked"))

    async def burn(play: Play[Battle]) -> None:
        destroy(play, 0)
        await bail_out(play, 0)

    return Laid("bail-out", given, options, staged(state, burn, hits_and_fate(state, 1)))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "shoot": shoot,
    "shoot-at-vehicle": shoot_at_vehicle,
    "hits-on-unit": hits_on_unit,
    "hits-on-vehicle": hits_on_vehicle,
    "close-combat": close_combat,
    "assault-on-vehicle": storm,
    "free-blows": leave,
    "morale": morale,
    "rally": rallying,
    "bail-out": burning,
    **laid_out_turns.LAID_OUT,
}
MANY = ("to-hit", "damage", "free-blows", "close-combat")  # quick enough to be laid out hundreds of times
