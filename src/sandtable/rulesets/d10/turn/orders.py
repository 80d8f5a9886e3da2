"""Orders (Orders, d10.gap.orders-per-activation): what a unit may be ordered now, and why not."""

from collections.abc import Callable, Mapping
from functools import partial

from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.rulesets.d10.basics.units import coherent, engaged
from sandtable.rulesets.d10.fire.arms import arms, is_main_gun
from sandtable.rulesets.d10.fire.targets import open_targets
from sandtable.rulesets.d10.machines.transport import GET_OUT, can_get_out, carriers
from sandtable.rulesets.d10.melee.assault import sees_enemies
from sandtable.rulesets.d10.melee.break_off import breaking_off
from sandtable.rulesets.d10.react.exits import far_edge, may_exit, way_off
from sandtable.rulesets.d10.state import Battle

MOVE, RUSH, HOLD, SHOOT, ASSAULT = "move", "rush", "hold", "shoot", "assault"
NOTHING, BREAK_OFF, GET_IN, LEAVE, FLEE = "nothing", "break off", "get in", "leave", "flee"
COMBINING = "d10.gap.orders-per-activation"
LABELS = {
    MOVE: "Move",
    RUSH: "Rush",
    HOLD: "Hold",
    SHOOT: "Shoot",
    ASSAULT: "Assault",
    NOTHING: "nothing more",
    BREAK_OFF: "Rush to break off",
    GET_OUT: "get out",
    LEAVE: "leave by the far edge",
    FLEE: "flee the table",
}

Doubt = Callable[[], Refusal | None]


class Orders:
    """The orders that are open to a unit, those that still have to be looked into, and those that are barred."""

    __slots__ = ("barred", "doubts", "open")

    def __init__(self) -> None:
        self.open: dict[str, str] = {}
        self.doubts: dict[str, Doubt] = {}
        self.barred: dict[str, Refusal] = {}

    def offer(self, *offers: tuple[str, Refusal | None, Doubt | None]) -> None:
        """Note orders as open, doubtful or barred."""
        for order, refusal, doubt in offers:
            if refusal is not None:
                self.barred[order] = refusal
                continue
            self.open[order] = order
            if doubt is not None:
                self.doubts[order] = doubt


@rule("d10.order.list", "d10.gap.orders-per-activation", "d10.gap.no-order")
def orders_of(state: Battle, number: int) -> Orders:
    """What a unit may be ordered, after what it has been ordered in this activation."""
    found = Orders()
    unit = state.units[number]
    found.open[NOTHING] = NOTHING
    if unit.place == "aboard":
        found.offer((GET_OUT, _no_getting_out(state, number), None))
        return found
    in_contact = engaged(state, number)
    if in_contact and not unit.card.vehicle:
        found.open[ASSAULT] = ASSAULT
        found.offer((BREAK_OFF, None if not unit.orders else _no_more(), partial(_no_break_off, state, number)))
        for order in (MOVE, RUSH, HOLD, SHOOT):
            clause = "d10.order.hold-not-in-contact" if order == HOLD else "d10.gap.combat-continues"
            found.barred[order] = Refusal(f"{unit.name} is in close combat", (clause,))
        return found
    if not in_contact:
        found.offer(
            (HOLD, _no_hold(state, number), None),
            (SHOOT, _no_shooting(state, number), partial(_no_target, state, number)),
        )
    else:
        found.barred[HOLD] = Refusal(f"{unit.name} is in contact with the enemy", ("d10.order.hold-not-in-contact",))
        found.barred[SHOOT] = Refusal(f"{unit.name} is in close combat", ("d10.order.shoot",))
    found.offer(
        (ASSAULT, _no_assault(state, number), None if in_contact else partial(_no_foe, state, number)),
        (MOVE, _no_move(state, number), None),
        (RUSH, _no_rush(state, number), None),
    )
    _besides(state, number, found)
    return found


def _besides(state: Battle, number: int, found: Orders) -> None:
    """What takes the place of a move."""
    unit = state.units[number]
    if MOVE in found.open:
        for vehicle in carriers(state, number):
            found.open[f"{GET_IN} u{vehicle}"] = f"{GET_IN} u{vehicle}"
    may_go = MOVE in found.open or RUSH in found.open
    if may_exit(state, number):
        clause = "d10.gap.scenario-breakthrough"
        way = _no_way_off(state, number, far_edge(state, unit.side), clause) if may_go else _no_more()
        found.offer((LEAVE, way, None))
    if unit.panicked:
        clause = "d10.gap.panic-move"
        way = _no_way_off(state, number, state.edges[unit.side], clause) if may_go else _no_more()
        found.offer((FLEE, way, None))


def label_of(state: Battle, order: str, *, first: bool = False) -> str:
    """An order in words."""
    if order.startswith(GET_IN):
        return f"get in {state.units[int(order.rpartition('u')[2])].name}"
    return "nothing" if order == NOTHING and first else LABELS[order]


def listed(orders: Mapping[str, str]) -> dict[str, str]:
    """Orders as the sheet lists them, then whatever else may be done, and last to leave it at that."""
    found = {order: order for order in LABELS if order in orders and order != NOTHING}
    if len(found) + 1 < len(orders):
        found |= {order: order for order in orders if order not in found and order != NOTHING}
    found[NOTHING] = NOTHING
    return found


# ---- why not


def _no_more(why: str = "nothing may follow in this activation") -> Refusal:
    return Refusal(why, (COMBINING,))


def _follows(state: Battle, number: int, allowed: Mapping[str, bool]) -> Refusal | None:
    """Whether an order may follow those given: the first always, a second after some, where two are played."""
    given = state.units[number].orders
    if not given:
        return None
    if len(given) >= state.options.orders_per_activation:
        return _no_more()
    return None if allowed.get(given[-1]) else _no_more()


@rule("d10.order.move-normal", "d10.gap.orders-per-activation")
def _no_move(state: Battle, number: int) -> Refusal | None:
    return _follows(state, number, {SHOOT: state.options.shoot_then_move})


@rule("d10.order.rush-passes", "d10.gap.guns")
def _no_rush(state: Battle, number: int) -> Refusal | None:
    unit = state.units[number]
    if unit.gun >= 0:
        return Refusal("a gun does not Rush", ("d10.gap.guns",))
    if unit.orders:
        return Refusal("a Rush stands alone", ("d10.order.rush-passes",))
    return None


@rule("d10.order.hold-passes", "d10.morale.panic-no-hold")
def _no_hold(state: Battle, number: int) -> Refusal | None:
    if state.units[number].panicked:
        return Refusal("a panicked unit cannot Hold", ("d10.morale.panic-no-hold",))
    refusal = _follows(state, number, {MOVE: state.options.hold_after_move, GET_OUT: state.options.hold_after_move})
    return refusal and Refusal("Hold does not follow", ("d10.order.hold-passes", COMBINING))


@rule("d10.morale.panic-no-shoot", "d10.order.shoot")
def _no_shooting(state: Battle, number: int) -> Refusal | None:
    if state.units[number].panicked:
        return Refusal("a panicked unit cannot shoot", ("d10.morale.panic-no-shoot",))
    return _follows(state, number, {MOVE: True, GET_OUT: True})


@rule("d10.gap.coherency")
def _scattered(state: Battle, number: int) -> Refusal | None:
    if coherent(state, number):
        return None
    return Refusal("the unit is out of coherency", ("d10.gap.coherency",), remedy="close up with a Move first")


@rule("d10.shoot.check-los-range")
def _no_target(state: Battle, number: int) -> Refusal | None:
    if refusal := _scattered(state, number):
        return refusal
    if can_shoot(state, number):
        return None
    return Refusal("there is nobody to shoot at", ("d10.shoot.check-los-range", "d10.shoot.nearest-target"))


def can_shoot(state: Battle, number: int) -> bool:
    """Whether a unit has anybody to shoot at, with any of its weapons."""
    found = arms(state, number)
    if not state.units[number].card.vehicle:
        return bool(open_targets(state, number, found))
    main = [arm for arm in found if is_main_gun(state, arm)]
    light = [arm for arm in found if arm not in main]
    return any(bool(open_targets(state, number, some)) for some in (main, light) if some)


@rule("d10.morale.panic-no-assault", "d10.order.assault")
def _no_assault(state: Battle, number: int) -> Refusal | None:
    unit = state.units[number]
    if unit.panicked and not engaged(state, number):
        return Refusal("a panicked unit cannot assault", ("d10.morale.panic-no-assault",))
    if unit.gun >= 0:
        return Refusal("a gun is not taken on an assault", ("d10.gap.guns",))
    if GET_OUT in unit.orders:
        return Refusal("a unit that got out may Hold or Shoot, not assault", ("d10.gap.transport",))
    return _follows(state, number, {MOVE: True, SHOOT: state.options.shoot_then_assault})


@rule("d10.gap.assault-move")
def _no_foe(state: Battle, number: int) -> Refusal | None:
    if refusal := _scattered(state, number):
        return refusal
    if sees_enemies(state, number):
        return None
    return Refusal("no enemy is in sight to assault", ("d10.gap.assault-move",))


@rule("d10.gap.break-off", "d10.gap.guns")
def _no_break_off(state: Battle, number: int) -> Refusal | None:
    if state.units[number].gun >= 0:
        return Refusal("a gun does not Rush, so its crew cannot break off", ("d10.gap.guns", "d10.gap.break-off"))
    if breaking_off(state, number) is not None:
        return None
    return Refusal("there is no way out to 3 inches from all enemies", ("d10.gap.break-off",))


@rule("d10.gap.scenario-breakthrough", "d10.gap.panic-move")
def _no_way_off(state: Battle, number: int, edge: str, clause: str) -> Refusal | None:
    if way_off(state, number, edge) is not None:
        return None
    return Refusal(f"not all of the unit can get over the {edge} edge", (clause,), remedy="go nearer first")


@rule("d10.gap.transport")
def _no_getting_out(state: Battle, number: int) -> Refusal | None:
    if state.units[number].orders:
        return _no_more()
    if engaged(state, state.units[number].aboard) or not can_get_out(state, number):
        return Refusal("there is no room to get out", ("d10.gap.transport",))
    return None
