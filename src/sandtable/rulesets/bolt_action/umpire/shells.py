"""High explosive: guns and howitzers that fire it, shells that have hit, and ranging in."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from sandtable.geometry.units import inches, show
from sandtable.grammar import an
from sandtable.mechanics.questions import Found, LeavesView, Staged, Unfit, asks, field
from sandtable.play.script import Play
from sandtable.play.shown import Fact
from sandtable.rulesets.bolt_action.basics.charts import in_a_sentence, weapon
from sandtable.rulesets.bolt_action.fire.fire_effect import strike
from sandtable.rulesets.bolt_action.fire.indirect import first_shot, lob, lobs, next_score, range_in
from sandtable.rulesets.bolt_action.fire.shooting import let_fly
from sandtable.rulesets.bolt_action.fire.struck import Struck
from sandtable.rulesets.bolt_action.fire.volley import HE
from sandtable.rulesets.bolt_action.options import Options
from sandtable.rulesets.bolt_action.state import Battle, Ranging

from .bare import Party, battle, foot_card, squad, staged
from .fields import COVER, LEAVES_TARGET, LOBBED, SHELLED, HighExplosive, Inches, as_it_moves, in_vain
from .fire import Aiming, check_hidden, shooters, volley
from .victims import THEY, Victims, read_fire, scene

NeedsNow = Annotated[
    int,
    field(
        "Needs",
        "what this shot needs, one better each time; 0: it is the first",
        role="shooter",
        fact="score",
        ge=0,
        le=6,
    ),
]


def shelled(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> dict[str, Any]:
    """What shells have done to the second unit."""
    found = dict(read_fire(after, _, noted))
    return {**found, "shells": found["hits"], "hits": noted.get((1, "hits of shells"), 0)}


class Exploding(Victims, frozen=True, kw_only=True):
    """High-explosive shells that hit a unit of men."""

    he: HighExplosive = "D6"
    shells: Annotated[int, field("Shells", "how many shells hit", ge=1, le=4)] = 1


@asks(
    "he", "High explosive on men", clauses=("ba.he.table", "ba.gap.he-hits", "ba.gap.he-vs-down"), leaves=LEAVES_TARGET
)
def high_explosive(given: Exploding, options: Options) -> Staged:
    """High-explosive shells have hit a unit of men: hits, casualties, pins, morale."""
    state = scene(given, options, Party("the shooters", foot_card("regular")))
    struck = Struck(given.shells, ("shells",), False, he=given.he)
    return staged(state, lambda play: strike(play, THEY, (struck,), seat=0), shelled)


class Gunning(Aiming, frozen=True, kw_only=True):
    """Guns that fire high explosive at men whom they see."""

    weapon: Annotated[
        str, field("Weapon", "a gun with high explosive", role="shooter", fact="weapon", choices=SHELLED)
    ] = "light-howitzer"
    shooters: Annotated[int, field("Guns", "how many guns of this kind shoot", ge=1, le=2)] = 1


@asks(
    "shooting-he",
    "Guns firing high explosive",
    clauses=("ba.hit.base", "ba.gap.he-hits", "ba.gap.howitzer"),
    leaves=LEAVES_TARGET,
)
def gunning(given: Gunning, options: Options) -> Staged:
    """Guns fire high explosive at men whom they see."""
    by = shooters(given, given.weapon, count=given.shooters)
    state = scene(given, options, by, hidden=given.hidden)
    check_hidden(given)
    fired = volley(state, given, given.weapon, shell=HE, cover=COVER[given.cover], short=given.short_of_crew)
    kind = weapon(given.weapon, options)
    vain, remark = in_vain(kind, given.distance), as_it_moves(kind, moving=given.moving)
    return staged(state, lambda play: let_fly(play, fired), shelled, vain, remark)


# ---- ranging in


class Lobbing(Victims, frozen=True, kw_only=True):
    """An indirect weapon firing at men who do not move."""

    weapon: Annotated[str, field("Weapon", "a mortar or a howitzer", role="shooter", fact="weapon", choices=LOBBED)] = (
        "medium-mortar"
    )
    distance: Inches = 30
    score: NeedsNow = 0


def ranged_in(given: "Lobbing | RangingIn", state: Battle) -> dict[str, Ranging | None]:
    """How well the weapon is ranged in on the second unit, which has not moved."""
    if not given.score:
        return {"ranging": None}
    best = next_score(given.score, state.options, hit=True)
    if given.score < best:
        raise Unfit("score", f"no shot needs less than {best} [ba.gap.indirect-fire]")
    return {"ranging": msgspec.structs.replace(first_shot(state, 0, THEY), score=given.score)}


@asks(
    "indirect",
    "Indirect fire",
    clauses=("ba.gap.indirect-fire", "ba.he.table"),
    leaves=(*LEAVES_TARGET, LeavesView("next_needs", "shooter", "score", "set")),
)
def indirect(given: Lobbing, options: Options) -> Staged:
    """A mortar or howitzer fires indirectly at a unit of men."""
    kind = weapon(given.weapon, options)
    by = Party("the shooters", foot_card("regular"), weapons=(given.weapon,))
    bare = scene(given, options, by)
    state = scene(given, options, by._replace(fields=ranged_in(given, bare)))
    reaches = lobs(kind, inches(given.distance))

    def read(after: Battle, _: object, noted: Mapping[Fact, int | str]) -> Found:
        ranging = after.units[0].ranging
        found = shelled(after, _, noted)
        hit = bool(found.pop("shells"))
        return {"hit": hit, **found, "next_needs": ranging.score if ranging else 0}

    async def fire(play: Play[Battle]) -> None:
        if reaches:
            await lob(play, 0, kind, THEY, first_shot(state, 0, THEY), moving=False)

    near, far = show(inches(kind.nearest)), show(kind.reach)
    wanted = f'{an(in_a_sentence(kind))} fires indirectly from {near} to {far}, not at {given.distance:g}"'
    return staged(state, fire, read, f"impossible ({wanted})")


class RangingIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An indirect weapon that fires turn after turn at the same unmoved target, or smoke at the same point."""

    score: NeedsNow = 0
    turns: Annotated[int, field("Turns", "how many turns it fires", ge=1, le=7)] = 3


@asks(
    "ranging-in",
    "Ranging in",
    clauses=("ba.gap.indirect-fire", "ba.gap.smoke"),
    leaves=(LeavesView("next_needs", "shooter", "score", "set"),),
)
def ranging_in(given: RangingIn, options: Options) -> Staged:
    """A mortar fires at the same unmoved target, or smoke at the same point: when does it hit?"""
    mortar = weapon("medium-mortar", options)
    by, they = Party("the shooters", foot_card("regular")), squad("the target", "regular", 10)
    state = battle(options, by._replace(fields=ranged_in(given, battle(options, by, they))), they)

    async def fire(play: Play[Battle]) -> tuple[str, int]:
        """The same shot turn after turn."""
        first, shells = "never", 0
        for turn in range(1, given.turns + 1):
            if await range_in(play, 0, mortar, THEY, first_shot(play.state, 0, THEY), moving=False):
                first = f"turn {turn}" if first == "never" else first
                shells += 1
        return first, shells

    def read(after: Battle, fired: tuple[str, int], _: object) -> Found:
        ranging = after.units[0].ranging
        assert ranging is not None
        return {"first_hit": fired[0], "shells": fired[1], "next_needs": ranging.score}

    return staged(state, fire, read)
