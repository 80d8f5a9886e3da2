"""Actions of the D10 game laid out on a table at random, with the form of the question that an umpire would fill in.

The form is filled in by measuring the table as the game does; so whatever is asked is what would be played.
"""

from collections.abc import Callable
from typing import Any

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.play.script import Play
from sandtable.rulesets.d10.arms import arms
from sandtable.rulesets.d10.blows import Round, fighters
from sandtable.rulesets.d10.break_off import free_blows
from sandtable.rulesets.d10.charts import limit_of
from sandtable.rulesets.d10.combat import fight
from sandtable.rulesets.d10.losses import destroy
from sandtable.rulesets.d10.morale import check, enemies_near, rally
from sandtable.rulesets.d10.questions.bare import fate, hits_and_fate, staged
from sandtable.rulesets.d10.questions.fields import COVERS as FORM_COVERS
from sandtable.rulesets.d10.questions.melee import both_fates
from sandtable.rulesets.d10.shooting import plan, resolve
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.toughness import FACES
from sandtable.rulesets.d10.transport import bail_out
from sandtable.rulesets.d10.units import left
from sandtable.rulesets.d10.volley import Loaded, views
from tests.conformance.laid import Laid

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


# ---- shooting


def _weapons(state: Battle) -> dict[str, Any]:
    """What Able fires, by the form's fields."""
    counts: dict[str, int] = {}
    for arm in arms(state, ABLE):
        counts[arm.weapon] = counts.get(arm.weapon, 0) + 1
    fields = (("weapon", "shooters"), ("second_weapon", "second"), ("third_weapon", "third"))
    found: dict[str, Any] = {"second": 0, "third": 0}
    for (name, many), (weapon, count) in zip(fields, counts.items(), strict=False):
        found |= {name: weapon, many: count}
    return found


def _seen(state: Battle) -> Any:
    """What the first of those who fire sees of Berta."""
    loaded = [Loaded(arm) for arm in arms(state, ABLE)]
    return next(iter(views(state, loaded, BERTA).values()))


async def _fire(play: Play[Battle]) -> None:
    await resolve(play, ABLE, tuple(await plan(play, ABLE)), reacting=False)


def shoot(chance: Chance) -> Laid:
    """A few men of a squad, or a crew, at a squad or an officer, in the open or behind something."""
    troop, roles = chance.choice(
        [
            ("us.rifle-squad", ("rifleman", "rifleman", "gunner")),
            ("de.grenadier-squad", ("rifleman", "gunner")),
            ("us.mmg-team", ("gunner", "crewman", "crewman")),
            ("us.engineer-squad", ("operator",)),
        ]
    )
    target = chance.choice(["de.grenadier-squad", "de.volkssturm-squad", "de.second-lieutenant"])
    many = 0 if "lieutenant" in target else chance.randint(1, 3)
    apart = 7 if "engineer" in troop else chance.choice([8, 16, 29])
    cover = chance.choice([*GROUND])
    options = _switched(chance)
    moved = "mmg" not in troop and chance.random() < 0.5
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
    given = {
        **_weapons(state),
        **_facts(state, ABLE, _same("shooting", "assault", "moved", "crew") | {"kind": "by"}),
        **_facts(state, BERTA, _same("kind", "left", "whole", "toughness", "size", "command", "panicked")),
        "distance": seen.gap / INCH,
        "cover": COVERS[seen.cover],
        "exposed": sum(gap <= limit_of(arms(state, ABLE)[0].weapon) for _, gap in seen.models),
        "caught": seen.caught,
    }
    return Laid("shoot", given, options, staged(state, _fire, hits_and_fate(state, BERTA)))


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
    return Laid("shoot-at-vehicle", given, options, staged(state, _fire, hits_and_fate(state, BERTA)))


# ---- close combat


def _locked(chance: Chance, options: dict[str, Any]) -> Scene:
    """Two rows of men in contact."""
    one, two = (
        chance.choice(["us.rifle-squad", "us.engineer-squad"]),
        chance.choice(["de.grenadier-squad", "de.volkssturm-squad"]),
    )
    ours, theirs = chance.randint(1, 4), chance.randint(1, 4)
    return Scene(
        us(one, (20, 20), name="Able", men=ours, strength=chance.randint(ours, 8), gap=0.5),
        german(
            two, (20, 21), name="Berta", men=theirs, strength=chance.randint(theirs, 8), gap=0.5,
            fields={"panicked": chance.random() < 0.3},
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
        "leader": state.units[1].card.command if officer else 0,
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
        us("us.half-track", (20, 20), name="Track"),
        us("us.rifle-squad", name="Able", men=men, strength=chance.randint(men, 8), aboard="Track"),
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
    "close-combat": close_combat,
    "free-blows": leave,
    "morale": morale,
    "rally": rallying,
    "bail-out": burning,
}
