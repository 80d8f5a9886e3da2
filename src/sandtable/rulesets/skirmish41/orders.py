"""What a team may do next, and why not: one action after another, in any order."""

from collections.abc import Callable
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal

from .carrying import any_helpless, guards, hands_full, why_not_lift
from .charts import weapons
from .crews import to_join, to_pick_up
from .driving import why_not_drive
from .heavy import arms_ready, heavy_weapons, targets_for
from .leaving import may_leave, why_not_leave
from .movement import CREW, movers, why_not
from .shelling import may_call
from .sight import inside_piece
from .state import Battle
from .storming import to_storm
from .targets import open_targets, shooters
from .transport import can_get_out, carriers
from .trying import to_spot
from .units import left
from .unusable import why_not_use
from .ways import can_fire, may_take_aim

DONE, MOVE, FIRE, SPOT, DRIVE = "done", "move", "fire", "spot", "drive"
SET_UP, TAKE_DOWN, TURN, PUSH = "set up", "take down", "turn", "push"
LIFT, SET_DOWN, PICK_UP, JOIN, CLIMB = "lift", "set down", "pick up", "join", "climb"
GET_IN, GET_OUT, SMOKE, CALL, TAKE_AIM, RELEASE = "get in", "get out", "smoke", "call", "take aim", "release"
LEAVE, STORM = "leave", "storm"
LABELS = {
    DONE: "nothing more",
    MOVE: "move",
    FIRE: "fire small arms",
    SPOT: "try to spot",
    DRIVE: "drive",
    SET_UP: "set up the weapon",
    TAKE_DOWN: "take the weapon down",
    TURN: "turn the weapon",
    PUSH: "push the gun",
    LIFT: "lift a casualty",
    SET_DOWN: "set the casualty down",
    PICK_UP: "pick up a weapon",
    JOIN: "join a gun's crew",
    CLIMB: "go up or down a floor",
    GET_IN: "get in",
    GET_OUT: "get out",
    SMOKE: "fire smoke",
    CALL: "call the battery",
    TAKE_AIM: "take careful aim",
    RELEASE: "let a prisoner go",
    LEAVE: "leave by our own edge",
}

Doubt = Callable[[], Refusal | None]


class Orders:
    """What is open to a team, what still has to be looked into, and what is barred."""

    __slots__ = ("barred", "doubts", "open")

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        self.doubts: dict[str, Doubt] = {}
        self.barred: dict[str, Refusal] = {}

    def offer(self, order: str, refusal: Refusal | None, doubt: Doubt | None = None) -> None:
        """Note something as open, doubtful or barred."""
        if refusal is not None:
            self.barred[order] = refusal
            return
        self.open[order] = order
        if doubt is not None:
            self.doubts[order] = doubt

    def refusal(self, order: str) -> Refusal | None:
        """Why something may not be done, every doubt about it settled; None if it may."""
        doubt = self.doubts.get(order)
        return self.barred.get(order) or (doubt() if doubt else None)

    def allows(self, order: str) -> bool:
        """Whether something may be done."""
        return order in self.open and self.refusal(order) is None


def label_of(state: Battle, order: str) -> str:
    """An order in words."""
    verb, _, rest = order.partition(":")
    if verb == "use":
        return f"use the {weapons()[rest].title}"
    if verb in {GET_IN, STORM}:
        return f"{verb} {state.units[int(rest)].name}"
    return LABELS[order]


@rule("sk.gap.action-costs", "sk.gap.fire-team")
def orders_of(state: Battle, number: int) -> Orders:
    """What a team may do, after what it has done this turn. `state` is what its side knows."""
    found = Orders()
    unit = state.units[number]
    if unit.mounted:
        _vehicle(state, number, found)
    elif unit.place == "aboard":
        _riding(state, number, found)
    elif unit.card.kind == "dummy":
        found.offer(MOVE, _no_move(state, number))
    else:
        _on_foot(state, number, found)
    if to_spot(state, number):
        found.offer(SPOT, None)
    found.offer(DONE, None)
    return found


def _vehicle(state: Battle, number: int, found: Orders) -> None:
    found.offer(DRIVE, why_not_drive(state, number))
    _weapons(state, number, found)


def _riding(state: Battle, number: int, found: Orders) -> None:
    if not _frozen(state, number):
        _small_arms(state, number, found)
    if can_get_out(state, number):
        found.offer(GET_OUT, None)


@rule("sk.morale.fall-back")
def _frozen(state: Battle, number: int) -> bool:
    """Whether a team may neither move nor fire."""
    return state.units[number].frozen > 0


def _on_foot(state: Battle, number: int, found: Orders) -> None:
    if _frozen(state, number):
        refusal = Refusal("it fell back and may neither move nor fire", ("sk.morale.fall-back",))
        found.barred |= {MOVE: refusal, FIRE: refusal}
        return
    found.offer(MOVE, _no_move(state, number))
    _weapons(state, number, found)
    _tripod(state, number, found)
    _hands(state, number, found)
    if may_leave(state, number):
        found.offer(LEAVE, why_not_leave(state))
    for vehicle in carriers(state, number):
        found.offer(f"{GET_IN}:{vehicle}", None)
    for vehicle in to_storm(state, number):
        found.offer(f"{STORM}:{vehicle}", None)
    tall = any(piece.floors > 1 for piece in state.terrain)
    if tall and any(_in_house(state, man) and left(state, man) for man in state.units[number].men):
        found.offer(CLIMB, None)


def _in_house(state: Battle, man: int) -> bool:
    piece = inside_piece(state, man, ("building",))
    return piece is not None and state.terrain[piece].floors > 1


def _no_move(state: Battle, number: int) -> Refusal | None:
    if movers(state, number):
        return None
    men = state.units[number].men
    return why_not(state, men[0]) if men else Refusal("nobody is left", ("sk.move.cost",))


def _weapons(state: Battle, number: int, found: Orders) -> None:
    _small_arms(state, number, found)
    for arm in arms_ready(state, number):
        line = weapons()[arm.weapon]
        items = state.units[number].items
        if not line.has("mortar") or "he" in items:
            found.offer(f"use:{arm.weapon}", None, partial(_no_target, state, number, arm.weapon))
        if line.has("mortar") and {"smoke", "wp"} & set(items):
            found.offer(SMOKE, None)
    for weapon in heavy_weapons(state, number):
        if f"use:{weapon}" not in found.open:
            found.barred[f"use:{weapon}"] = why_not_use(state, number, weapon)
    if may_take_aim(state, number) and open_targets(state, number):
        found.offer(TAKE_AIM, None)
    if may_call(state, number):
        found.offer(CALL, None)


def _no_target(state: Battle, number: int, weapon: str) -> Refusal | None:
    arms = (arm for arm in arms_ready(state, number) if arm.weapon == weapon)
    return None if any(targets_for(state, number, arm) for arm in arms) else why_not_use(state, number, weapon)


@rule("sk.gap.spotted-status", "sk.melee.no-fire", "sk.morale.routers")
def _small_arms(state: Battle, number: int, found: Orders) -> None:
    if not shooters(state, number):
        found.barred[FIRE] = Refusal("nobody has the actions to fire", ("sk.gap.shot-costs", "sk.melee.no-fire"))
        return

    def doubt() -> Refusal | None:
        if can_fire(state, number):
            return None
        return Refusal("no spotted enemy is in sight and in range", ("sk.gap.spotted-status", "sk.gap.line-of-sight"))

    found.offer(FIRE, None, doubt)


@rule("sk.gap.action-costs", "sk.gap.mg-limits", "sk.gap.towed-guns", "sk.gap.line-of-sight")
def _tripod(state: Battle, number: int, found: Orders) -> None:
    """Setting up, taking down and turning what stands on a tripod or wheels."""
    unit = state.units[number]
    pool = sum(left(state, man) for man in unit.men)
    if unit.card.has("tripod") and any(_bears(state, man) for man in unit.men):
        if pool >= 2:
            found.offer(TAKE_DOWN if unit.ready else SET_UP, None)
        if unit.ready and pool >= 1:
            found.offer(TURN, None)
    if unit.card.kind == "gun" and unit.hull >= 0:
        if pool >= 1:
            found.offer(TURN, None)
        if unit.card.has("light-gun"):
            found.offer(PUSH, _no_push(state, number))


def _bears(state: Battle, man: int) -> bool:
    return any(weapons()[arm].has("tripod") for arm in state.figures[man].arms)


@rule("sk.gap.towed-guns")
def _no_push(state: Battle, number: int) -> Refusal | None:
    unit = state.units[number]
    if len(movers(state, number)) < CREW:
        return Refusal("three men push a gun", ("sk.gap.towed-guns",))
    if unit.moved:
        return Refusal("a gun is pushed once a turn", ("sk.gap.towed-guns",))
    if unit.suppression:
        return Refusal("its crew are suppressed", ("sk.move.suppressed-crawl",))
    return None


def _hands(state: Battle, number: int, found: Orders) -> None:
    """Casualties, prisoners, and weapons that lie about."""
    unit = state.units[number]
    if any_helpless(state, unit.side) and any(why_not_lift(state, man) is None for man in unit.men):
        found.offer(LIFT, None)
    if any(hands_full(state, man) for man in unit.men):
        found.offer(SET_DOWN, None)
    if any(guards(state, man) for man in unit.men):
        found.offer(RELEASE, None)
    if unit.fallen and to_pick_up(state, number):
        found.offer(PICK_UP, None)
    if to_join(state, number):
        found.offer(JOIN, None)
