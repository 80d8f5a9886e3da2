"""What a team may do next, and why not: one action after another, in any order."""

from collections.abc import Callable
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.rulesets.skirmish41.actions.leaving import may_leave, why_not_leave
from sandtable.rulesets.skirmish41.actions.tries import to_spot
from sandtable.rulesets.skirmish41.basics.charts import weapons
from sandtable.rulesets.skirmish41.basics.remembered import findings
from sandtable.rulesets.skirmish41.basics.sight import inside_pieces
from sandtable.rulesets.skirmish41.basics.units import left
from sandtable.rulesets.skirmish41.fire.crews import to_join, to_pick_up
from sandtable.rulesets.skirmish41.fire.shooters import can_shoot
from sandtable.rulesets.skirmish41.fire.shots import can_fire, may_take_aim
from sandtable.rulesets.skirmish41.fire.targets import open_targets
from sandtable.rulesets.skirmish41.harm.carrying import beside_helpless, can_lift, guards, hands_full
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready, can_use, heavy_weapons, targets_for
from sandtable.rulesets.skirmish41.heavy.shelling import may_call
from sandtable.rulesets.skirmish41.machines.driving import why_not_drive
from sandtable.rulesets.skirmish41.machines.transport import can_get_out, carriers
from sandtable.rulesets.skirmish41.melee.storming import to_storm
from sandtable.rulesets.skirmish41.move.movement import CREW, may_move, movers, why_not
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.table.remembered import Remembered
from sandtable.table.terrain import Piece

from .unusable import why_not_use

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
Reason = Callable[[], Refusal]


class Orders:
    """What is open to a team, what still has to be looked into, and what is barred; why, only if somebody asks."""

    __slots__ = ("doubts", "open", "reasons")

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        self.doubts: dict[str, Doubt] = {}
        self.reasons: dict[str, Reason] = {}

    def offer(self, order: str, doubt: Doubt | None = None) -> None:
        """Note something as open, or doubtful."""
        self.open[order] = order
        if doubt is not None:
            self.doubts[order] = doubt

    def bar(self, order: str, reason: Reason) -> None:
        """Note something as barred."""
        self.reasons[order] = reason

    def without(self, orders: tuple[str, ...], reason: Reason) -> "Orders":
        """The same with some orders barred, if they are open."""
        found = Orders()
        found.open = {order: order for order in self.open if order not in orders}
        found.doubts = {order: doubt for order, doubt in self.doubts.items() if order not in orders}
        found.reasons = {**self.reasons, **{order: reason for order in orders if order in self.open}}
        return found

    def barred(self) -> dict[str, Refusal]:
        """What is barred, and why."""
        return {order: reason() for order, reason in self.reasons.items()}

    def refusal(self, order: str) -> Refusal | None:
        """Why something may not be done, every doubt about it settled; None if it may."""
        if order in self.reasons:
            return self.reasons[order]()
        doubt = self.doubts.get(order)
        return doubt() if doubt else None

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


def orders_of(state: Battle, number: int) -> Orders:
    """What a team may do, after what it has done this turn; nobody may write to it. `state` is what its side knows."""
    known = findings(state).orders
    found: Orders | None = known.get(number)
    if found is None:
        found = known[number] = _orders_of(state, number)
    return found


@rule("sk.gap.action-costs", "sk.gap.fire-team")
def _orders_of(state: Battle, number: int) -> Orders:
    found = Orders()
    unit = state.units[number]
    if unit.mounted:
        _vehicle(state, number, found)
    elif unit.place == "aboard":
        _riding(state, number, found)
    elif unit.card.kind == "dummy":
        _moving(state, number, found)
    else:
        _on_foot(state, number, found)
    if to_spot(state, number):
        found.offer(SPOT)
    found.offer(DONE)
    return found


def _vehicle(state: Battle, number: int, found: Orders) -> None:
    _unless(found, DRIVE, why_not_drive(state, number))
    _weapons(state, number, found)


def _unless(found: Orders, order: str, refusal: Refusal | None) -> None:
    if refusal is None:
        found.offer(order)
    else:
        found.bar(order, lambda: refusal)


def _riding(state: Battle, number: int, found: Orders) -> None:
    if not _frozen(state, number):
        _small_arms(state, number, found)
    if can_get_out(state, number):
        found.offer(GET_OUT)


@rule("sk.morale.fall-back")
def _frozen(state: Battle, number: int) -> bool:
    """Whether a team may neither move nor fire."""
    return state.units[number].frozen > 0


def _on_foot(state: Battle, number: int, found: Orders) -> None:
    if _frozen(state, number):
        refusal = Refusal("it fell back and may neither move nor fire", ("sk.morale.fall-back",))
        for order in (MOVE, FIRE):
            found.bar(order, lambda: refusal)
        return
    _moving(state, number, found)
    _weapons(state, number, found)
    _tripod(state, number, found)
    _hands(state, number, found)
    if may_leave(state, number):
        _unless(found, LEAVE, why_not_leave(state))
    for vehicle in carriers(state, number):
        found.offer(f"{GET_IN}:{vehicle}")
    for vehicle in to_storm(state, number):
        found.offer(f"{STORM}:{vehicle}")
    if _tall(state.terrain) and any(left(state, man) for man in _in_house(state, number)):
        found.offer(CLIMB)


_tall: Remembered[tuple[Piece, ...], bool] = Remembered(lambda terrain: any(piece.floors > 1 for piece in terrain))


def _in_house(state: Battle, number: int) -> list[int]:
    men, terrain = state.units[number].men, state.terrain
    held = zip(men, inside_pieces(state, men, ("building",)), strict=True)
    return [man for man, piece in held if piece is not None and terrain[piece].floors > 1]


def _moving(state: Battle, number: int, found: Orders) -> None:
    if any(may_move(state, man) for man in state.units[number].men):
        found.offer(MOVE)
    else:
        found.bar(MOVE, lambda: _no_move(state, number))


def _no_move(state: Battle, number: int) -> Refusal:
    """Why nobody of a team may move: what keeps the first of it."""
    men = state.units[number].men
    return (why_not(state, men[0]) if men else None) or Refusal("nobody is left", ("sk.move.cost",))


def _weapons(state: Battle, number: int, found: Orders) -> None:
    _small_arms(state, number, found)
    items = state.units[number].items
    barred = []
    for weapon in heavy_weapons(state, number):
        mortar, ready = weapons()[weapon].has("mortar"), can_use(state, number, weapon)
        if ready and (not mortar or "he" in items):
            found.offer(f"use:{weapon}", partial(_no_target, state, number, weapon))
        else:
            barred.append(weapon)
        if ready and mortar and {"smoke", "wp"} & set(items):
            found.offer(SMOKE)
    for weapon in barred:
        found.bar(f"use:{weapon}", partial(why_not_use, state, number, weapon))
    if may_take_aim(state, number) and open_targets(state, number):
        found.offer(TAKE_AIM)
    if may_call(state, number):
        found.offer(CALL)


def _no_target(state: Battle, number: int, weapon: str) -> Refusal | None:
    arms = (arm for arm in arms_ready(state, number) if arm.weapon == weapon)
    return None if any(targets_for(state, number, arm) for arm in arms) else why_not_use(state, number, weapon)


@rule("sk.gap.spotted-status", "sk.melee.no-fire", "sk.morale.routers")
def _small_arms(state: Battle, number: int, found: Orders) -> None:
    if not can_shoot(state, number):
        clauses = ("sk.gap.shot-costs", "sk.melee.no-fire")
        found.bar(FIRE, lambda: Refusal("nobody has the actions to fire", clauses))
        return

    def doubt() -> Refusal | None:
        if can_fire(state, number):
            return None
        return Refusal("no spotted enemy is in sight and in range", ("sk.gap.spotted-status", "sk.gap.line-of-sight"))

    found.offer(FIRE, doubt)


@rule("sk.gap.action-costs", "sk.gap.mg-limits", "sk.gap.towed-guns", "sk.gap.line-of-sight")
def _tripod(state: Battle, number: int, found: Orders) -> None:
    """Setting up, taking down and turning what stands on a tripod or wheels."""
    unit = state.units[number]
    if unit.card.kind != "gun" and not unit.card.has("tripod"):
        return
    pool = sum(left(state, man) for man in unit.men)
    if unit.card.has("tripod") and any(_bears(state, man) for man in unit.men):
        if pool >= 2:
            found.offer(TAKE_DOWN if unit.ready else SET_UP)
        if unit.ready and pool >= 1:
            found.offer(TURN)
    if unit.card.kind == "gun" and unit.hull >= 0:
        if pool >= 1:
            found.offer(TURN)
        if unit.card.has("light-gun"):
            _unless(found, PUSH, _no_push(state, number))


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
    if any(can_lift(state, man) for man in beside_helpless(state, number)):
        found.offer(LIFT)
    holders = [man for man in unit.men if state.figures[man].carries >= 0]
    if any(hands_full(state, man) for man in holders):
        found.offer(SET_DOWN)
    if any(guards(state, man) for man in holders):
        found.offer(RELEASE)
    if unit.fallen and to_pick_up(state, number):
        found.offer(PICK_UP)
    if to_join(state, number):
        found.offer(JOIN)
