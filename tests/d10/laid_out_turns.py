"""Dice of the turn, reactions, shots and hits on their own, laid out at random."""

from collections.abc import Callable
from typing import Any

import msgspec

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.play.script import Play
from sandtable.rulesets.d10.basics.leaders import command_of
from sandtable.rulesets.d10.fire.arms import arms
from sandtable.rulesets.d10.fire.shooting import aims_at, salvo_of, throw
from sandtable.rulesets.d10.fire.volley import Loaded, usual_shell, views
from sandtable.rulesets.d10.harm.damage import wounds_from, wounds_of
from sandtable.rulesets.d10.harm.toughness import FACES, Hit
from sandtable.rulesets.d10.options import Options
from sandtable.rulesets.d10.react.reactions import attempt
from sandtable.rulesets.d10.setup.deployment import roll_off
from sandtable.rulesets.d10.state import Battle
from sandtable.rulesets.d10.turn.turn import begin_turn, finish_turn
from sandtable.rulesets.d10.umpire.bare import staged
from sandtable.rulesets.d10.umpire.fields import COVERS
from tests.conformance.laid import Laid

from .kit import Scene, german, terrain, us

ABLE, BERTA = 0, 1
REARMED = ("us.rifle-squad", "us.sherman")  # who may carry anything
_SHOT = [
    name
    for name, row in Options().tables.weapons.items()
    if any(row.used) and not (row.has("one-use") or row.has("called"))
]
CARRIED = [name for name in _SHOT if not Options().tables.weapons[name].has("gun") and name != "mmg"]
MOUNTED = [name for name in _SHOT if name != "mmg"]


# ---- the turn


def initiative(chance: Chance) -> Laid:
    """A turn that begins, whoever won the last."""
    won, tie = chance.choice([-1, 0, 1]), chance.choice(["reroll", "last-winner"])
    able, berta = us("us.sniper-team", (20, 20), name="Able"), german("de.sniper-team", (50, 20), name="Berta")
    state = Scene(able, berta, fields={"winner": won}, initiative_tie=tie).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"winner": f"player {after.winner + 1}"}

    return Laid("initiative", {"last_winner": won + 1}, {"initiative_tie": tie}, staged(state, begin_turn, read))


def edges(chance: Chance) -> Laid:
    """Before anybody is set up, on a table of some size."""
    size = chance.choice([(72, 48), (48, 48), (48, 72)])
    state = Scene(us("us.sniper-team", (20, 20), name="Able"), size=size).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        sides = ("we", "they")
        return {"picks": sides[1 - after.active], "sets_up_first": sides[after.active]}

    return Laid("edges", {}, {}, staged(state, roll_off, read))


def last_turn(chance: Chance) -> Laid:
    """The sixth turn of a meeting ends, with somebody left of both sides."""
    apart = chance.choice([20, 30, 40])
    able, berta = us("us.rifle-squad", (20, 20), name="Able"), german("de.grenadier-squad", (20 + apart, 20), name="B")
    state = Scene(able, berta, turn=6).state

    def read(after: Battle, *_: object) -> dict[str, Any]:
        return {"another_turn": after.phase != "over"}

    return Laid("last-turn", {}, {}, staged(state, finish_turn, read))


def reaction(chance: Chance) -> Laid:
    """A squad on Hold, with an officer near by or far off."""
    lost = chance.random() < 0.5
    able = us("us.rifle-squad", (20, 20), name="Able", men=chance.randint(1, 5), fields={"hold": True})
    officer = us("us.second-lieutenant", (20, chance.choice([24, 44])), name="Lieutenant")
    command = {"command": chance.randint(2, 7)}
    able = msgspec.structs.replace(able, card=command)
    sides = [able, german("de.grenadier-squad", (40, 20), name="Berta"), *([officer] if chance.random() < 0.6 else [])]
    state = Scene(*sides, hold_lost_on_failed_test=lost).state
    lent, leader = command_of(state, ABLE)
    given = {"command": state.units[ABLE].card.command, "leader": 0 if leader is None else lent}

    async def react(play: Play[Battle]) -> bool:
        return await attempt(play, ABLE, "shooting at Berta", "d10.gap.reaction-shoot")

    def read(after: Battle, passed: bool, _: object) -> dict[str, Any]:
        return {"reacts": passed, "hold": after.units[ABLE].hold and not passed}

    return Laid("reaction", given, {"hold_lost_on_failed_test": lost}, staged(state, react, read))


# ---- shots and hits


def to_hit(chance: Chance) -> Laid:
    """Men with one weapon, and somebody at some distance, in the open or behind something."""
    troop, roles = chance.choice(
        [
            ("us.rifle-squad", ("rifleman",) * chance.randint(1, 3)),
            ("us.mmg-team", ("gunner", "crewman", "crewman")),
            ("us.sherman", ()),
            ("us.medium-at-gun", ("gunner", "crewman", "crewman")),
        ]
    )
    weapon = chance.choice(CARRIED if "squad" in troop else MOUNTED)
    men = {place: {"weapons": (weapon,)} for place in range(len(roles) or 1)} if troop in REARMED else {}
    target = chance.choice(["de.grenadier-squad", "de.second-lieutenant", "de.panzer-iv", "de.half-track"])
    apart, cover = chance.choice([5, 9, 13, 19, 29, 40]), chance.choice(["none", "soft", "hard"])
    options: dict[str, Any] = {"cover_soft": -2} if chance.random() < 0.5 else {}
    ground = {"none": (), "soft": ("hedge",), "hard": ("wall",)}[cover]
    moved = "rifle" in troop and chance.random() < 0.5
    state = Scene(
        us(
            troop, (20, 20), name="Able", pick=roles, gap=0.1, bearing=90, models=men, fields={"moved": moved},
            card={"shooting": chance.randint(1, 10)},
        ),
        german(target, (20 + apart, 20), name="Berta", men=1 if "squad" in target else 0),
        ground=[terrain(kind, line=[(18 + apart, 10), (18 + apart, 30)]) for kind in ground],
        **options,
    ).state  # fmt: skip
    unit = state.units[ABLE]
    served = state.figures[unit.gun].weapons if unit.gun >= 0 else ()
    every = [arm for arm in arms(state, ABLE) if not served or arm.weapon in served]
    firing = [arm for arm in every if arm.weapon == every[0].weapon]
    aims = aims_at(state, ABLE, firing, BERTA)
    if not aims:
        return to_hit(chance)
    loaded = [Loaded(arm, usual_shell(state, arm.weapon, BERTA)) for arm in firing]
    seen = next(iter(views(state, loaded, BERTA).values()))
    salvo = salvo_of(state, ABLE, loaded, aims[0])
    if len(salvo.shots) < len(firing):
        return to_hit(chance)  # the form speaks of models that all see and reach it
    given = {
        "shooting": unit.card.shooting,
        "weapon": firing[0].weapon,
        "shooters": len(firing),
        "distance": seen.gap / INCH,
        "moved": moved,
        "cover": next(name for name, value in COVERS.items() if value == seen.cover),
        "by": unit.card.kind,
        "crew": len(unit.men),
        "size": state.units[BERTA].card.size,
    }

    async def shoot(play: Play[Battle]) -> int:
        return sum(hit.hits for hit in await throw(play, ABLE, salvo))

    return Laid("to-hit", given, options, staged(state, shoot, lambda _after, hits, _: {"hits": hits}))


def damage(chance: Chance) -> Laid:
    """Hits of one kind on an officer, a sniper or a vehicle."""
    troop = chance.choice(["de.second-lieutenant", "de.sniper-team", "de.panzer-iv", "de.panther", "de.half-track"])
    on_foot = troop in {"de.second-lieutenant", "de.sniper-team"}
    tough: dict[str, Any] = {"card": {"toughness": chance.randint(1, 10)}} if on_foot else {}
    options: dict[str, Any] = {chance.choice(["natural_rule_everywhere", "armoured_immunity"]): chance.random() < 0.5}
    able, berta = us("us.rifle-squad", (20, 20), name="Able"), german(troop, (40, 20), name="Berta", **tough)
    state = Scene(able, berta, **options).state
    unit = state.units[BERTA]
    close = chance.random() < 0.3
    hit = Hit(
        chance.randint(1, 4),
        chance.randint(2, 10),
        chance.choice([0, 1, 2, 3]),
        chance.randint(0, len(FACES) - 1),
        chance.random() < 0.3,
        shaped=chance.random() < 0.3,
        close=close,
        exempt=close and chance.random() < 0.5,
    )
    given = {
        "hits": hit.hits, "strength": hit.strength, "at": hit.at, "face": FACES[hit.face], "blast": hit.blast,
        "shaped": hit.shaped, "close": hit.close, "exempt": hit.exempt,
        "toughness": unit.card.toughness, "size": unit.card.size,
        "vehicle": unit.card.troop if unit.card.vehicle else "none",
    }  # fmt: skip

    async def suffer(play: Play[Battle]) -> int:
        return sum((await wounds_from(play, BERTA, (hit,), unit.men, 0)).values())

    def read(_after: Battle, wounds: int, _: object) -> dict[str, Any]:
        return {"passed": wounds // wounds_of(hit, unit.card.size), "wounds": wounds}

    return Laid("damage", given, options, staged(state, suffer, read))


LAID_OUT: dict[str, Callable[[Chance], Laid]] = {
    "initiative": initiative,
    "edges": edges,
    "last-turn": last_turn,
    "reaction": reaction,
    "to-hit": to_hit,
    "damage": damage,
}
