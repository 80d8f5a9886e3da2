"""Observers of a barrage: who sees what, points that no Team stands on, and the opening of fire."""

from collections.abc import Sequence

import numpy as np

from sandtable.geometry import ground as flat
from sandtable.geometry import post_kernels as kernels
from sandtable.geometry.angle import bearing_to
from sandtable.geometry.bodies import disc, stack
from sandtable.mechanics.acts import kinds_of
from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.sight import look, sees_any, table
from sandtable.rulesets.fraley.basics.teams import afoot, commander, enemies, leader_of, observers, who
from sandtable.rulesets.fraley.state import Battle, Place5, Point
from sandtable.table.layout import rows

from .battery import Firing, Gun, barrage_weapon, firing_at

# ---- observers


@rule("fraley.barrage.observer", "fraley.barrage.no-move", "fraley.fo.units")
def posts(state: Battle, number: int) -> list[int]:
    """Who may observe for a Unit: its FO, its PL, its guns, the CC; a suppressed Team may."""
    unit = state.units[number]
    found = [man for place in observers(state, number) for man in state.units[place].men]
    if unit.on_table:
        leader = leader_of(state, number)
        found += [] if leader is None or _stirred(state, leader) else [leader]
        found += [man for man in afoot(state, number) if man != leader and barrage_weapon(state, man)]
    watcher = commander(state, unit.side)
    if watcher is not None and not has_moved(state, watcher):
        found += state.units[watcher].men
    return found


@rule("fraley.barrage.no-move", "fraley.leader.free-placement")
def _stirred(state: Battle, leader: int) -> bool:
    """Whether a Platoon Leader cannot observe: he has been placed elsewhere in this activation, or rides."""
    team = state.figures[leader]
    return team.aboard >= 0 or (team.moved and state.units[team.unit].placed)


@rule("fraley.barrage.no-move")
def has_moved(state: Battle, number: int) -> bool:
    """Whether a CC has moved in an activation of this round."""
    unit = state.units[number]
    return (unit.done or unit.refreshed) and any(state.figures[man].moved for man in unit.men)


def reached(state: Battle, number: int, guns: Sequence[Gun]) -> list[int]:
    """The enemy Teams that enough guns can fire at."""
    point = state.layout.point
    foes = [man for enemy in enemies(state, state.units[number].side) for man in afoot(state, enemy)]
    return [man for man in foes if firing_at(state, guns, point(man)) is not None]


@rule("fraley.barrage.observer")
def targets(state: Battle, number: int, guns: Sequence[Gun]) -> dict[int, list[int]]:
    """The enemy Teams that each observer sees and that enough guns can fire at; observers without any are left out."""
    foes = reached(state, number, guns)
    watchers = posts(state, number) if foes else []
    found = {}
    for watcher, line in zip(watchers, look(state, watchers, foes) if watchers else [], strict=True):
        seen = [man for man, sighted in zip(foes, line, strict=True) if sighted.seen]
        if seen:
            found[watcher] = seen
    return found


def any_target(state: Battle, number: int, guns: Sequence[Gun]) -> bool:
    """Whether any observer has a target; those who usually see most are asked first."""
    foes = reached(state, number, guns)
    return bool(foes) and any(sees_any(state, (watcher,), foes) for watcher in posts(state, number))


# ---- points that no Team stands on


def looked(state: Battle, point: Point, figures: Sequence[int], *, from_point: bool) -> list[tuple[bool, int]]:
    """Whether Teams see a point, or a point them; and the cover that is seen in."""
    at = table(state)
    mark = stack([disc(*point, 0)])
    own = kernels.held_by(mark, at.edges, at.pieces)
    level = int((own[0] * at.pieces[:, flat.TOP] * at.hills).max()) if len(at.pieces) else 0
    bodies, row = state.layout.with_bodies([disc(*point, 0)])
    teams = rows(tuple(figures))
    viewers, others = (row, teams) if from_point else (teams, row)
    found = kernels.looks(
        bodies, viewers, others, at.edges, at.pieces, np.concatenate([at.held, own]), np.append(at.levels, level),
        np.append(at.turrets, -1), np.append(at.sides, -1), np.append(at.bulk, 0), np.append(at.over, 0),
    )  # fmt: skip
    flat_rows = found[0] if from_point else found[:, 0]
    return [(said[kernels.SEEN] == 1, said[kernels.COVER]) for said in flat_rows.tolist()]


@rule("fraley.smoke.procedure")
def sees_point(state: Battle, figure: int, point: Point) -> bool:
    """Whether a Team sees a point of the ground."""
    return looked(state, point, (figure,), from_point=False)[0][0]


@rule("fraley.barrage.one-save")
def covers_towards(state: Battle, point: Point, figures: Sequence[int]) -> list[int]:
    """The cover that terrain gives to Teams against what comes from a point: of their area, of lines on that side."""
    return [cover for _, cover in looked(state, point, figures, from_point=True)] if figures else []


# ---- opening fire


@rule("fraley.barrage.observer")
async def chosen_observer(state: Battle, number: int, able: Sequence[int]) -> int:
    """Who observes for a Unit: named by its owner where several can."""
    if len(able) == 1:
        return able[0]
    return await ask_seat(
        state.units[number].side,
        "observer",
        one_figure(able, lambda man: who(state, man)),
        f"{state.units[number].name}: who observes?",
        "fraley.barrage.observer",
        "fraley.hit.cc-observing",
        "fraley.barrage.no-move",
        unit=number,
        usual=f"m{able[0]}",
    )


def is_commander(state: Battle, figure: int) -> bool:
    """Whether a Team is a Company Commander."""
    return state.units[state.figures[figure].unit].card.rank == "cc"


@rule("fraley.barrage.no-move", "fraley.gtg.per-team", "fraley.fo.gone-to-ground", "fraley.fire.arc-others")
def open_fire(
    play: Play[Battle], number: int, firing: Firing, observer: int, point: Point, what: str, at: int = -1
) -> None:
    """Guns turn towards a point and fire, somebody observes; a CC who does may not move for the rest of the round."""
    state = play.state
    play.tell(
        "opened a barrage",
        "fraley.action.barrage",
        "fraley.barrage.no-move",
        "fraley.fire.arc-others",
        unit=number,
        figures=firing.figures,
        sets={"places": _turned(state, firing, point), "teams": {"fired": True, "shot": state.initiative}},
        tells={"what": what, "by": who(state, observer), "at": point},
        shows={
            "says": "fires a barrage at" if at >= 0 else f"fires {what}",
            "targets": (at,) if at >= 0 else (),
            "weapon": kinds_of([gun.weapon.title for gun in firing.guns]),
            "at": point,
        },
    )
    sets: dict[str, object] = {"each": ((observer, {"observed": True}),)}
    if is_commander(state, observer):
        sets |= {"watching": state.round, "grounded": False}
    play.tell(
        "observed", "fraley.barrage.observer", "fraley.barrage.no-move",
        unit=state.figures[observer].unit, figures=(observer,), sets=sets,
    )  # fmt: skip


def _turned(state: Battle, firing: Firing, point: Point) -> tuple[Place5, ...]:
    """The guns on the table as they face once they fire; a gun in a turret turns no hull."""
    return tuple(
        (gun.figure, *gun.at, int(bearing_to(point[0] - gun.at[0], point[1] - gun.at[1])), 0)
        for gun in firing.guns
        if gun.front is not None and state.figures[gun.figure].turret < 0
    )
