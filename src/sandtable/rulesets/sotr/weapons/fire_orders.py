"""The orders for a unit's fire: asked once for the whole unit, or model by model for those who want to."""

from collections.abc import Mapping, Sequence

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics.charts import rate_of_fire
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.fire.marks import can_gather, concentrate, mark
from sandtable.rulesets.sotr.fire.plans import HOLD, Means, Orders, aim_at, at_unit, exposed, main_arms, nearest, plan
from sandtable.rulesets.sotr.fire.targets import Aim, Arm, may_aim_with
from sandtable.rulesets.sotr.state import Battle

from . import grenades


async def ask_orders(play: Play[Battle], number: int, means: Means, unwilling: Refusal | None = None) -> Orders:
    """Ask for a unit's fire; not asked where it could fire at nothing. `unwilling` is why it throws no grenades."""
    state = play.state
    offers = _offers(state, number, means)
    throws = {
        kind: unwilling or grenades.can_throw(state, number, kind) for kind, left in _supply(state, number) if left
    }
    keys = [*offers, *(kind for kind, refusal in throws.items() if refusal is None)]
    if not keys:
        return HOLD
    values = {key: key for key in ("hold", *keys)}
    unit = state.units[number]
    choices = OneOf(
        values,
        label=lambda key: _said(state, key),
        points=lambda key: OnTable(int(key[1:])) if _is_unit(key) else None,
        barred=lambda: _barred(state, number, means, values, throws),
        every=lambda: {key: key for key in (*values, *_barred(state, number, means, values, throws))},
    )
    words = f"{unit.name}: fire?"
    chosen = await ask(
        play, number, "fire", choices, words, "sotr.shoot.when", "sotr.target.per-model", usual=_usual(values)
    )
    if chosen == "hold":
        return HOLD
    if chosen in throws:
        return Orders(grenades=chosen)
    if chosen == "concentrate":
        return await concentrate(play, number, means)
    if chosen == "each":
        return await _ask_each(play, number, means)
    return Orders(await mark(play, number, offers[chosen]), means.specials)


def _supply(state: Battle, number: int) -> tuple[tuple[str, int], ...]:
    unit = state.units[number]
    return ("frag", unit.frag), ("smoke", unit.smoke)


def _usual(values: Mapping[str, str]) -> str:
    return next((key for key in ("nearest", "special") if key in values), "hold")


@rule("sotr.target.nearest", "sotr.target.least-cover", "sotr.weapon.semi-aimed")
def _offers(state: Battle, number: int, means: Means) -> dict[str, tuple[Aim, ...]]:
    """The ways to fire that differ from one another, each with what it comes to."""
    found: dict[str, tuple[Aim, ...]] = {}
    if main_arms(state, means):
        found["nearest"] = plan(state, means, nearest)
        others = {"exposed": plan(state, means, exposed)}
        legal = sorted({view.unit for seen in means.laid.values() for view in seen})
        if len(legal) > 1:
            others |= {f"u{unit}": plan(state, means, at_unit(unit)) for unit in legal}
        others["aimed"] = plan(state, means, nearest, slow=True)
        for key, aims in others.items():
            if aims != found["nearest"]:
                found[key] = aims
        if found["nearest"] and (len(found["nearest"]) + len(means.specials) > 1 or _choices(state, means)):
            found["each"] = ()
        if can_gather(state, number, means):
            found["concentrate"] = ()
    elif means.laid:
        found["each"] = ()
    if means.specials:
        found["special"] = ()
    return found


def _choices(state: Battle, means: Means) -> bool:
    """Whether somebody has two weapons to choose from."""
    return len(means.laid) + len(means.specials) > len(main_arms(state, means))


def _is_unit(key: str) -> bool:
    return key[:1] == "u" and key[1:].isdigit()


def _said(state: Battle, key: str) -> str:
    if _is_unit(key):
        return f"at {state.units[int(key[1:])].name}, all who may"
    return {
        "hold": "hold fire",
        "nearest": "each at the nearest enemy",
        "exposed": "each at the least covered enemy",
        "aimed": "single aimed shots at the nearest enemy",
        "each": "model by model",
        "frag": "throw fragmentation grenades",
        "smoke": "throw smoke grenades",
        "concentrate": "concentrate on one model",
        "special": "special weapons only",
    }[key]


def _barred(
    state: Battle, number: int, means: Means, values: Mapping[str, str], throws: Mapping[str, Refusal | None]
) -> dict[str, Refusal]:
    """What cannot be chosen, and why."""
    found = {kind: refusal for kind, refusal in throws.items() if refusal is not None}
    legal = {view.unit for seen in means.laid.values() for view in seen}
    for unit in means.seen:
        if unit not in legal:
            why = f"{state.units[unit].name} is neither the nearest nor the least covered enemy in reach of anybody"
            found[f"u{unit}"] = Refusal(
                why, ("sotr.target.nearest", "sotr.target.least-cover", "sotr.weapon.max-range")
            )
    slow = [
        arm for arm in means.laid if may_aim_with(state.options, arm.row) and rate_of_fire(arm.row, state.options) > 1
    ]
    if slow and "aimed" not in values:
        why = f"nobody of {state.units[number].name} has stood still with an enemy in sight"
        found["aimed"] = Refusal(why, ("sotr.shoot.aimed", "sotr.weapon.semi-aimed"))
    return found


# ---- model by model


async def _ask_each(play: Play[Battle], number: int, means: Means) -> Orders:
    """One model after another, or one mount of a machine after another: which weapon, at whom."""
    state = play.state
    machine = state.units[number].machine
    aims: list[Aim] = []
    specials: list[Arm] = []
    groups: dict[tuple[int, int], list[Arm]] = {}
    for arm in (*means.laid, *means.specials):
        groups.setdefault((arm.figure, arm.mount if machine else 0), []).append(arm)
    for (figure, _), arms in groups.items():
        chosen = await _ask_one(play, number, figure, arms, means)
        if isinstance(chosen, Aim):
            aims.append(chosen)
        elif isinstance(chosen, Arm):
            specials.append(chosen)
    return Orders(await mark(play, number, tuple(aims)), tuple(specials))


async def _ask_one(play: Play[Battle], number: int, figure: int, arms: Sequence[Arm], means: Means) -> Aim | Arm | None:
    state = play.state
    values: dict[str, Aim | Arm | None] = {"hold": None}
    for arm in arms:
        name = f"m{figure} {arm.weapon}"
        if arm in means.specials:
            values[name] = arm
            continue
        for view in means.laid[arm]:
            for slow in (False, True):
                aim = aim_at(state, arm, view.unit, slow=slow, steady=True)
                key = f"{name} u{view.unit}"
                if not slow:
                    values[key] = aim
                elif aim != values[key]:
                    values[f"{key} aimed"] = aim

    def label(value: Aim | Arm | None) -> str:
        if value is None:
            return "hold fire"
        if isinstance(value, Arm):
            return value.row.name
        shots = "one aimed shot" if value.aimed else f"{value.shots} x"
        return f"{value.arm.row.name}, {shots}, at {state.units[value.target].name}"

    choices = OneOf(values, label=label, points=lambda value: OnTable(value.target) if isinstance(value, Aim) else None)
    words = f"{who(state, figure)}: fire what at whom?"
    return await ask(
        play, number, "target", choices, words, "sotr.target.per-model", "sotr.gap.sidearms", usual=list(values)[1]
    )
