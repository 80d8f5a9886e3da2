"""Shots at the very model that a firer picks: snipers, Heavy weapons, and CONCENTRATE YOUR FIRE."""

from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.script import Play
from sandtable.play.sharing import Split
from sandtable.rulesets.sotr.basics.sight import sightings
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.harm.wounds import described, sparing
from sandtable.rulesets.sotr.state import Battle

from .allocation import sights, within_sight
from .laying import How, shot_at
from .plans import Means, Orders, main_arms
from .targets import Aim, Arm, picks_model
from .to_hit import score
from .volley import wounding

# ---- models that are picked


@rule("sotr.alloc.heavy", "sotr.target.sniper")
async def mark(play: Play[Battle], number: int, aims: tuple[Aim, ...]) -> tuple[Aim, ...]:
    """Weapons whose firer may pick the very model do so."""
    found: list[Aim] = []
    for aim in aims:
        models = _models(play.state, aim) if picks_model(play.state, aim.arm.row) else []
        if len(models) < 2:
            found.append(aim._replace(picked=models[0]) if models else aim)
        elif aim.shots == 1:
            found.append(aim._replace(picked=await _pick(play, number, aim, models)))
        else:
            found += await _divide(play, number, aim, models)
    return tuple(found)


def _models(state: Battle, aim: Aim) -> list[int]:
    """The models of its target that a weapon's firer sees and reaches."""
    visible, seen = sights(state, state.figures[aim.arm.figure].unit, aim.target, (aim,))
    return within_sight(state, aim, visible, seen)


async def _pick(play: Play[Battle], number: int, aim: Aim, models: list[int]) -> int:
    state = play.state
    choices = OneOf(
        {f"m{man}": man for man in models},
        label=lambda man: described(state, man),
        points=lambda man: OnTable(aim.target, man),
    )
    return await ask(
        play,
        number,
        "mark",
        choices,
        f"{who(state, aim.arm.figure)}: which model of {state.units[aim.target].name}?",
        "sotr.target.sniper",
        "sotr.alloc.heavy",
        usual=f"m{sparing(state, models)[-1]}",
    )


async def _divide(play: Play[Battle], number: int, aim: Aim, models: list[int]) -> list[Aim]:
    state = play.state
    choices = Split(
        aim.shots,
        {f"m{man}": aim.shots for man in models},
        label=lambda key: described(state, int(key[1:])),
        points=lambda key: OnTable(figure=int(key[1:])),
    )
    shares = await ask(
        play,
        number,
        "mark",
        choices,
        f"{who(state, aim.arm.figure)}: its {aim.shots} shots at which models of {state.units[aim.target].name}?",
        "sotr.target.heavy",
        "sotr.alloc.heavy",
        usual={f"m{sparing(state, models)[-1]}": aim.shots},
    )
    return [aim._replace(picked=int(key[1:]), shots=share) for key, share in shares.items() if share]


# ---- CONCENTRATE YOUR FIRE


@rule("sotr.gap.concentrate-fire", "sotr.shoot.concentrated", "sotr.shoot.tables-differ")
def gatherings(state: Battle, number: int, means: Means) -> dict[int, list[Arm]]:
    """Enemy models that two or more models that have not moved could all shoot at, with their weapons."""
    if not _may_gather(state, number):
        return {}
    found: dict[int, list[Arm]] = {}
    for arm in _steady(state, means):
        for view in means.laid[arm]:
            for man in _models(state, Aim(arm, view.unit, 1)):
                found.setdefault(man, []).append(arm)
    return {man: shooters for man, shooters in sorted(found.items()) if len(shooters) > 1}


def _steady(state: Battle, means: Means) -> list[Arm]:
    return [arm for arm in main_arms(state, means) if state.figures[arm.figure].moved != state.turn]


@rule("sotr.gap.concentrate-fire")
def can_gather(state: Battle, number: int, means: Means) -> bool:
    """Whether there is any such model."""
    if not _may_gather(state, number):
        return False
    once: set[int] = set()
    for arm in _steady(state, means):
        for view in means.laid[arm]:
            models = _models(state, Aim(arm, view.unit, 1))
            if not once.isdisjoint(models):
                return True
            once.update(models)
    return False


def _may_gather(state: Battle, number: int) -> bool:
    options = state.options
    return options.concentrated_fire and options.to_hit_table == "summary" and not state.units[number].machine


async def concentrate(play: Play[Battle], number: int, means: Means) -> Orders:
    """Which enemy model, and who makes the shot; everybody who can takes part."""
    state = play.state
    found = gatherings(state, number, means)
    best = max(found, key=lambda man: (len(found[man]), sparing(state, found).index(man)))
    model = best
    if len(found) > 1:
        choices = OneOf(
            {f"m{man}": man for man in found},
            label=lambda man: f"{who(state, man)} ({len(found[man])} models see him)",
            points=lambda man: OnTable(state.figures[man].unit, man),
        )
        words = f"{state.units[number].name}: concentrate on which model?"
        model = await ask(play, number, "concentrate", choices, words, "sotr.gap.concentrate-fire", usual=f"m{best}")
    arms = found[model]
    target = state.figures[model].unit
    arm = await _marksman(play, number, arms, model)
    together = tuple(one.figure for one in arms)
    return Orders((Aim(arm, target, 1, picked=model),), together=together)


async def _marksman(play: Play[Battle], number: int, arms: list[Arm], model: int) -> Arm:
    """Who makes the shot; not asked where it would make no difference."""
    state = play.state
    target = state.figures[model].unit
    how = How(together=len(arms))
    seen = sightings(state, tuple(arm.figure for arm in arms), (model,))

    def worth(arm: Arm) -> tuple[int, int, int, bool]:
        aim = Aim(arm, target, 1)
        shot = shot_at(state, aim, model, seen[arm.figure, model], how)
        hurts = wounding(shot, state.options)
        return score(shot, state.options), -hurts.plus - hurts.shift, -hurts.pen, not arm.row.has("headshot")

    best = min(arms, key=worth)
    if len({worth(arm) for arm in arms}) == 1:
        return best
    choices = OneOf(
        {f"m{arm.figure}": arm for arm in arms},
        label=lambda arm: f"{who(state, arm.figure)} ({arm.row.name})",
        points=lambda arm: OnTable(number, arm.figure),
    )
    words = f"{state.units[number].name}: who makes the shot?"
    return await ask(play, number, "marksman", choices, words, "sotr.gap.concentrate-fire", usual=f"m{best.figure}")
