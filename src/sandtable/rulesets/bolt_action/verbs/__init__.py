"""The verbs of the book: what each event does to the state, and how the log tells it."""

from msgspec.structs import replace

from sandtable.mechanics import verbs
from sandtable.play.events import Event, nothing, set_figures, set_state, set_unit
from sandtable.play.state import with_unit
from sandtable.rulesets.bolt_action.state import Battle, Order

Verb = verbs.Verb[Battle]


def _placed(state: Battle, event: Event) -> Battle:
    """Figures are put somewhere, and fields of their unit change with it."""
    assert event.unit is not None
    sets = dict(event.sets)
    places = sets.pop("places")
    state = replace(state, layout=state.layout.placed(places))
    return with_unit(state, event.unit, sets) if sets else state


def _off_table(state: Battle, event: Event) -> Battle:
    """Figures leave the table (dead, aboard, gone), and fields of their unit change with it."""
    assert event.unit is not None
    state = replace(state, layout=state.layout.without(event.figures))
    return with_unit(state, event.unit, event.sets)


def _destroyed(state: Battle, event: Event) -> Battle:
    assert event.unit is not None
    state = replace(state, layout=state.layout.without(event.figures), losses=tuple(event.sets["losses"]))
    gone = {
        "place": "destroyed",
        "men": (),
        "gun": None,
        "spotter": None,
        "aboard": None,
        "building": None,
        "hidden": False,
    }
    return with_unit(state, event.unit, gone)


def _dice_returned(state: Battle, event: Event) -> Battle:
    """A new turn for everybody: no order but those kept, and nothing done yet."""
    kept: dict[int, Order] = dict(event.sets["kept"])
    units = tuple(
        [
            replace(unit, order=kept.get(number), moved=False, fixed_moved=False, spotter_moved=False, came_on=False)
            for number, unit in enumerate(state.units)
        ]
    )
    return replace(state, units=units)


VERBS: dict[str, Verb] = {
    # before the battle
    "sides were chosen": Verb(set_state, "the attacker: {attacker}"),
    "an edge was chosen": Verb(set_state, "the defender: {defender}, from the {edge} edge"),
    "an objective was placed": Verb(set_state, "an objective is placed"),
    "was set up": Verb(_placed, "{unit:is} set up{hiding:, ?}"),
    "found no room to set up": Verb(set_unit, "{unit:finds} no room to set up and {unit:~waits} in reserve"),
    "was held in reserve": Verb(set_unit, "{unit:is} held in reserve"),
    "joined the first wave": Verb(set_unit, "{unit:is} in the first wave"),
    "wrote down its plan": Verb(set_unit, "{unit}: a plan is written down"),
    "no bombardment came": Verb(nothing, "no bombardment comes"),
    "was done": Verb(set_state, ""),
    # the turn
    "a turn began": Verb(nothing, "# Turn {turn}"),
    "orders began": Verb(set_state, ""),
    "day broke": Verb(set_state, "day breaks"),
    "was called to act": Verb(nothing, "{unit:is} called to act at once by {by}"),
    "drew a die": Verb(nothing, "an order die is drawn: {side} ({left} left in the cup)"),
    "laid a die aside": Verb(set_state, "a die is laid aside: {side}"),
    "the turn ended": Verb(nothing, "# End of turn {turn}"),
    "kept its order": Verb(nothing, "{unit:stays} {posture}"),
    "dice were returned": Verb(_dice_returned, "the dice go back into the cup, {retained:none} retained"),
    "smoke cleared": Verb(set_state, "smoke clears"),
    "a new turn was due": Verb(set_state, ""),
    "the battle ended": Verb(set_state, "the battle is over: {why}"),
    # orders
    "was ordered": Verb(set_unit, "{unit}: {order}"),
    "took an order test": Verb(nothing, "{unit} {tested}"),
    "was confused": Verb(nothing, "{unit} {confusion}"),
    "checked morale": Verb(nothing, "{unit} {passes} a morale check ({why})"),
    "went down": Verb(set_unit, "{unit:goes} Down{cause:: ?}"),
    "pinned": Verb(set_unit, "{unit:takes} {count:pin}, {pins} now"),
    "shook off pins": Verb(set_unit, "{unit:loses} {count:pin}, {pins:none} left"),
    # movement
    "moved": Verb(_placed, "{unit:moves} {length}"),
    "stayed inside": Verb(nothing, "{unit:stays} where {unit:~it} {unit:~is}"),
    "was on its way": Verb(_placed, "{who:is} {length} on {who:~its} way"),
    "set out": Verb(_placed, "{unit:makes} for {goal}"),
    "charged": Verb(_placed, "{unit:charges} home"),
    "fled": Verb(_placed, "{unit:flees} {length}"),
    "backed away": Verb(_placed, "{unit:backs} away {length}"),
    "escaped": Verb(_placed, "{unit:makes} off {length}"),
    "came on": Verb(_placed, "{unit:comes} onto the table"),
    "found no room to come on": Verb(set_unit, "{unit:finds} no room at the table's edge"),
    "left the table": Verb(_off_table, "{unit:leaves} the table"),
    "sent its spotter": Verb(_placed, "{unit:sends} {unit:~its} spotter"),
    "regrouped": Verb(_placed, "{unit:regroups}"),
    "stepped aside": Verb(_placed, "{unit:steps} aside"),
    "fell back a step": Verb(_placed, "{unit:falls} back a step"),
    "drove at": Verb(nothing, "{unit:drives} at {at}"),
    "drove over": Verb(_placed, "{unit:drives} over them"),
    "rammed": Verb(_placed, "{unit:rams} {at}"),
    "came out of hiding": Verb(set_unit, "{unit:comes} out of hiding"),
    "was found": Verb(set_unit, "{unit:is} found"),
    # transports and buildings
    "boarded": Verb(_off_table, "{unit:boards} {vehicle}"),
    "was boarded": Verb(set_unit, ""),
    "got out": Verb(_placed, "{unit:gets} out"),
    "bailed out": Verb(_placed, "{unit:bails} out"),
    "found no room to get out": Verb(nothing, "{unit:finds} no room to get out"),
    "entered": Verb(_placed, "{unit:makes} for {building}"),
    "occupied": Verb(set_unit, "{unit:occupies} {building}"),
    "left the building": Verb(_placed, "{unit:leaves} the building"),
    "collapsed": Verb(nothing, "{building} collapses"),
    "became a ruin": Verb(set_state, ""),
    # shooting
    "opened fire": Verb(nothing, "{unit:opens} fire at {at}"),
    "held its fire": Verb(nothing, "{unit:holds} {unit:~its} fire"),
    "fired in vain": Verb(nothing, "{unit} cannot fire at {at}: {why}"),
    "saw nothing": Verb(nothing, "{unit:sees} only {reach:inch/inches} into the dark"),
    "sprang its ambush": Verb(set_unit, "{unit:springs} {unit:~its} ambush"),
    "shot back": Verb(set_unit, "{unit:shoots} back"),
    "was hit": Verb(nothing, "{unit:is} hit: {hits}"),
    "was not hurt": Verb(nothing, "{unit:is} not hurt by {by}"),
    "was helped": Verb(nothing, "a medic saves {saved} of {unit}"),
    "lost men": Verb(_off_table, "{unit:loses} {lost}, {left:none} left"),
    "lost its spotter": Verb(_off_table, "{unit:loses} {unit:~its} spotter"),
    "became a rifleman": Verb(set_figures, "{unit}: the loader takes up his rifle"),
    "was destroyed": Verb(_destroyed, "{unit:is} destroyed: {why}"),
    "left a wreck": Verb(set_state, ""),
    "was damaged": Verb(nothing, "{unit:suffers} {damage} damage"),
    "was halted": Verb(set_unit, "{unit:halts}: {why}"),
    "was immobilised": Verb(set_unit, "{unit:is} immobilised"),
    "ranged in": Verb(set_unit, "{unit} {hits} {at}"),
    "ranged in with smoke": Verb(set_unit, ""),
    "laid smoke": Verb(set_state, "{unit:lays} smoke"),
    "fired smoke in vain": Verb(nothing, "{unit:fires} smoke in vain"),
    "used up its one-shot weapon": Verb(set_figures, "{unit:fires} {unit:~its} {weapon}"),
    "wasted its one-shot weapon": Verb(nothing, "{unit}: {unit:~its} {weapon} cannot be brought to bear on {at}"),
    "ran out of fuel": Verb(set_unit, "{unit:runs} out of fuel"),
    # support
    "called for support": Verb(set_unit, "{unit:calls} for {support}"),
    "support is on its way": Verb(set_state, ""),
    "support was due": Verb(set_state, ""),
    "a barrage was due": Verb(nothing, "artillery barrage: {row}"),
    "the aiming point was moved": Verb(nothing, "the aiming point is moved"),
    "the barrage fell": Verb(nothing, "the barrage falls, {reach:inch/inches} around"),
    "took a direct hit": Verb(nothing, "{unit:takes} a direct hit"),
    "an air strike was due": Verb(nothing, "air strike: {row}"),
    "an aircraft attacked": Verb(nothing, "{aircraft:a} attacks {unit}"),
    "drove the aircraft off": Verb(nothing, "{unit:drives} the aircraft off"),
    # close quarters
    "declared an assault": Verb(nothing, "{unit:assaults} {at}"),
    "fell short": Verb(nothing, "{unit:falls} short of {unit:~its} target"),
    "fought a round": Verb(nothing, "close quarters, round {round}"),
    "struck a vehicle": Verb(nothing, "{unit:strikes} at the vehicle: {hits}"),
}
