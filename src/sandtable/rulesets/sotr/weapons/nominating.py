"""Nominating the target of a blast weapon (1.7.2) and laying its template."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask, ask_seat
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.spot import Spot
from sandtable.rulesets.sotr.basics.hidden import as_seen
from sandtable.rulesets.sotr.basics.offers import Aiming
from sandtable.rulesets.sotr.basics.sight import enemies, friends
from sandtable.rulesets.sotr.basics.templates import (
    SMALL,
    Landing,
    at_point,
    best_over,
    on_model,
    right_under,
    under_blast,
)
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.fire.targets import free_models
from sandtable.rulesets.sotr.harm.armour import SIDES, armour_of, facing
from sandtable.rulesets.sotr.sheet import Weapon
from sandtable.rulesets.sotr.state import Battle, Point

from .aiming import Aim, facings_in_sight, on_piece, point_in_sight, seen_models, spot_in_sight

HOLD = Aim("pass")


class Laid(NamedTuple):
    """Where a template is laid, and against which side of which machine, if one was nominated."""

    at: Landing
    struck: tuple[int, str] | None = None


def key_of(aim: Aim) -> str:
    """The key of an answer: `u3` or `over u3`, `t5` or `over t5`, `over point`, `pass`."""
    letter = {"unit": f"u{aim.number}", "piece": f"t{aim.number}"}.get(aim.kind, aim.kind)
    return f"over {letter}" if aim.over else letter


def _said(state: Battle, aim: Aim) -> str:
    if aim == HOLD:
        return "hold fire"
    name = {"unit": lambda: state.units[aim.number].name, "piece": lambda: state.terrain[aim.number].title}
    title = name[aim.kind]() if aim.kind in name else "a point of the table"
    return f"{title}, indirectly" if aim.over else title


# ---- what may be nominated


@rule("sotr.blast.nominate", "sotr.target.area", "sotr.weapon.indirect", "sotr.blast.definition")
def unit_aims(state: Battle, figure: int, weapon: Weapon, only: int | None = None, *, own: bool = False) -> list[Aim]:
    """The units a blast weapon may be fired at: any in LOS, and with indirect fire any at all. `state` is as seen."""
    side = state.units[state.figures[figure].unit].side
    wanted = enemies(state, side) + (friends(state, side) if own else [])
    found = []
    for number in wanted:
        if only not in {None, number}:
            continue
        if seen_models(state, figure, number):
            found.append(Aim("unit", number))
        if weapon.has("indirect") and free_models(state, number):
            found.append(Aim("unit", number, over=True))
    return found


def _piece_doubts(state: Battle, figure: int) -> dict[str, Callable[[], Refusal | None]]:
    """Pieces of terrain: whether any of it is in LOS takes some work, done only for those that somebody asks about."""

    def unseen(number: int) -> Callable[[], Refusal | None]:
        def look() -> Refusal | None:
            if point_in_sight(state, (figure,), number) is not None:
                return None
            return Refusal(f"nothing of {state.terrain[number].title} is in sight", ("sotr.blast.terrain",))

        return look

    return {f"t{number}": unseen(number) for number in range(len(state.terrain))}


async def nominate(
    play: Play[Battle], figure: int, weapon: Weapon, *, only: int | None = None, own: bool = False
) -> Aim | None:
    """The firer's target; None to hold fire. With `only` he fires at that unit or not at all."""
    state = play.state
    side = state.units[state.figures[figure].unit].side
    seen = as_seen(state, side)
    units = unit_aims(seen, figure, weapon, only, own=own)
    doubts = _piece_doubts(seen, figure) if only is None else {}
    aims = list(units)
    if only is None:
        aims += [Aim("piece", number) for number in range(len(seen.terrain))]
        if weapon.has("indirect"):
            aims += [Aim("piece", number, over=True) for number in range(len(seen.terrain))]
            aims.append(Aim("point", over=True))
    if only is not None and len(aims) <= 1:
        return aims[0] if aims else None
    values = {key_of(aim): aim for aim in aims}
    every = {key_of(Aim("unit", number)): Aim("unit", number) for number in enemies(seen, side)}

    def barred() -> dict[str, Refusal]:
        return {
            key: Refusal(f"{_said(seen, aim)} cannot be seen or shot at", ("sotr.blast.nominate",))
            for key, aim in every.items()
            if key not in values
        }

    choices = Aiming(
        figure,
        weapon.id,
        values if only is not None else {**values, "pass": HOLD},
        label=lambda aim: _said(seen, aim),
        points=lambda aim: OnTable(unit=aim.number) if aim.kind == "unit" else None,
        barred=barred if only is None else None,
        doubts=doubts,
        every=lambda: every,
    )
    chosen = await ask(
        play,
        state.figures[figure].unit,
        "blast target",
        choices,
        f"{who(seen, figure)}: what does the {weapon.name} fire at?",
        "sotr.blast.nominate",
        "sotr.target.area",
        usual=lambda: key_of(_usual(seen, figure, units, weapon)),
    )
    return None if chosen == HOLD else chosen


def _usual(state: Battle, figure: int, units: Sequence[Aim], weapon: Weapon) -> Aim:
    """The unit of which the template touches the most; machines for weapons that pierce them; direct where it can."""
    side = state.units[state.figures[figure].unit].side
    foes = [aim for aim in units if state.units[aim.number].side != side]

    def worth(aim: Aim) -> tuple[int, int, int]:
        if state.units[aim.number].machine:
            value = 6 if weapon.has("anti-armour") else 0
        else:
            men = seen_models(state, figure, aim.number) or state.units[aim.number].men
            centre = best_over(state, aim.number, men, SMALL)[0]
            touched = under_blast(state, on_model(state, centre), SMALL)
            value = sum(1 if state.units[state.figures[one].unit].side != side else -2 for one in touched)
        return value - 2 * aim.over, -aim.number, 0

    best = max(foes, key=worth, default=HOLD)
    return best if best == HOLD or worth(best)[0] > 0 else HOLD


# ---- laying the template


async def lay(play: Play[Battle], figure: int, aim: Aim, weapon: Weapon) -> Laid:
    """Where the centre goes: over a model, against a facing, or at a point."""
    if aim.kind == "unit":
        if play.state.units[aim.number].machine:
            return await _against(play, figure, aim)
        return Laid(await _over_models(play, figure, aim, weapon))
    return Laid(await _at_point(play, figure, aim, weapon))


@rule("sotr.blast.infantry")
async def _over_models(play: Play[Battle], figure: int, aim: Aim, weapon: Weapon) -> Landing:
    """Over the model where most of its unit are touched; the firer breaks ties that matter."""
    state = play.state
    side = state.units[state.figures[figure].unit].side
    seen = as_seen(state, side)
    may = seen_models(seen, figure, aim.number) or free_models(seen, aim.number)
    centres = best_over(seen, aim.number, may, SMALL)
    outcomes: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
    for centre in centres:
        touched = under_blast(seen, on_model(seen, centre), SMALL)
        direct = right_under(seen, on_model(seen, centre), touched) if weapon.has("annihilating") else ()
        outcomes.setdefault((touched, direct), centre)

    def worth(centre: int) -> tuple[int, bool, int]:
        touched = under_blast(seen, on_model(seen, centre), SMALL)
        balance = sum(1 if seen.units[seen.figures[one].unit].side != side else -1 for one in touched)
        return balance, bool(seen.figures[centre].rank), -centre

    choices = list(outcomes.values())
    if len(choices) == 1:
        return on_model(state, choices[0])
    chosen = await ask(
        play,
        state.figures[figure].unit,
        "template",
        one_figure(choices, lambda centre: who(seen, centre)),
        f"Over which model of {seen.units[aim.number].name} does the template go?",
        "sotr.blast.infantry",
        usual=f"m{max(choices, key=worth)}",
    )
    return on_model(play.state, chosen)


@rule("sotr.blast.vehicle")
async def _against(play: Play[Battle], figure: int, aim: Aim) -> Laid:
    """Against a facing in LOS; where none is, against the one that the firer stands before."""
    state = play.state
    seen = as_seen(state, state.units[state.figures[figure].unit].side)
    found = facings_in_sight(seen, figure, aim.number)
    machine = seen.units[aim.number].men[0]
    if not found:
        return Laid(on_model(seen, machine), (aim.number, facing(seen, machine, seen.layout.point(figure))))
    name = next(iter(found))
    if len(found) > 1:
        choices = OneOf({side: side for side in found}, points=lambda side: OnTable(at=found[side].point))
        name = await ask_seat(
            state.units[state.figures[figure].unit].side,
            "facing",
            choices,
            f"Against which facing of {seen.units[aim.number].name} does the template go?",
            "sotr.blast.vehicle",
            unit=aim.number,
            usual=min(found, key=lambda side: armour_of(seen, machine, _side(side))),
        )
    return Laid(found[name], (aim.number, _side(name)))


def _side(name: str) -> str:
    return name if name in SIDES else "side"


@rule("sotr.blast.terrain", "sotr.blast.ex-woods", "sotr.weapon.indirect-no-los")
async def _at_point(play: Play[Battle], figure: int, aim: Aim, weapon: Weapon) -> Landing:
    """At a point of a piece of terrain in LOS; indirectly at any point, of a piece or of the table."""
    state = play.state
    side = state.units[state.figures[figure].unit].side
    seen = as_seen(state, side)
    box = _box(seen, aim)

    def fits(x: int, y: int) -> Refusal | None:
        if not (0 <= x <= seen.width and 0 <= y <= seen.depth):
            return Refusal("that is off the table", ("sotr.blast.nominate",))
        if aim.kind == "piece" and not on_piece(seen, aim.number, (x, y)):
            return Refusal(f"that is not on {seen.terrain[aim.number].title}", ("sotr.blast.terrain",))
        if not aim.over and not spot_in_sight(seen, (figure,), at_point(seen, (x, y))):
            return Refusal("that point is out of sight", ("sotr.blast.terrain", "sotr.blast.ex-woods"))
        return None

    def suggest(chance: Chance) -> Point:
        return chance.randint(box[0], box[2]), chance.randint(box[1], box[3])

    fixed = _surely(seen, figure, aim, box)
    on = f" at {seen.terrain[aim.number].title}" if aim.kind == "piece" else ""
    point = await ask(
        play,
        state.figures[figure].unit,
        "blast point",
        Spot(fits, suggest, fixed),
        f"{who(seen, figure)}: where does the {weapon.name} fire{on}?",
        "sotr.blast.terrain",
        "sotr.blast.ex-woods",
        usual=list(fixed),
    )
    return at_point(play.state, point)


def _box(state: Battle, aim: Aim) -> tuple[int, int, int, int]:
    if aim.kind != "piece":
        return 0, 0, state.width, state.depth
    outline = state.terrain[aim.number].outline
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def _surely(state: Battle, figure: int, aim: Aim, box: tuple[int, int, int, int]) -> Point:
    """A point that is legal for certain: in sight where it can be."""
    if aim.kind != "piece":
        return (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    found = point_in_sight(state, (figure,), aim.number)
    if found is not None:
        return found
    middle = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    return middle if on_piece(state, aim.number, middle) else state.terrain[aim.number].outline[0]
