"""Crews (1.7.5, 1.7.6): loaders, jams, and who takes over; radios and medics."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from sandtable.dice.readings import Chart
from sandtable.dice.roll import Roll
from sandtable.geometry.units import INCH
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.play.stage import stage
from sandtable.rulesets.sotr.basics.charts import kinds, move_or_fire
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.basics.sight import between, friends, is_engaged, standing
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.state import Battle

GUNNER, LOADER, RADIO, MEDIC = "gunner", "loader", "radio", "medic"
HMG, RPG = "hmg", "rpg"
RELOADED = {RPG, "light-mortar", "medium-mortar"}  # shot by shot, where an HMG without a loader jams
BESIDE = INCH  # how near to the gunner a loader has to be
CONTACT = INCH // 10  # bases no farther apart than this are in contact
FIRES, JAMS = "fires", "jams"
JAM = 5


def touches(state: Battle, one: int, other: int) -> bool:
    """Whether two models are in base contact."""
    return between(state, one, other) <= CONTACT


def crewed_weapon(state: Battle, figure: int) -> str | None:
    """The weapon that a model needs a loader for; machines serve their own."""
    soldier = state.figures[figure]
    if state.units[soldier.unit].machine:
        return None
    return _crewed(soldier.weapons)


@cache
def _crewed(weapons: tuple[str, ...]) -> str | None:
    return next((weapon for weapon in weapons if weapon in kinds() and kinds()[weapon].has("crew")), None)


# ---- loaders


@rule("sotr.hmg.crew", "sotr.rpg.crew")
def loader_of(state: Battle, gunner: int) -> int | None:
    """Whoever loads for a gunner: of his unit, able to, within an inch."""
    able = [
        man
        for man in standing(state, state.figures[gunner].unit)
        if man != gunner
        and state.figures[man].role == LOADER
        and not is_engaged(state, man)
        and between(state, gunner, man) <= BESIDE
    ]
    return min(able, key=lambda man: (between(state, gunner, man), man), default=None)


def _may_serve(state: Battle, gunner: int, weapon: str) -> bool:
    """Whether a gunner could fire his weapon this turn, as far as he himself goes."""
    figure = state.figures[gunner]
    fixed = move_or_fire(kinds()[weapon], state.options) and figure.moved == state.turn
    if figure.down or is_engaged(state, gunner) or fixed:
        return False
    return state.turn != figure.tied and (state.turn != figure.jammed or weapon in RELOADED)


@rule("sotr.hmg.crew")
def loads(state: Battle, figure: int) -> bool:
    """Whether a model is busy loading for a gunner of its unit, so that it fires nothing itself."""
    if state.figures[figure].role != LOADER or state.figures[figure].down:
        return False
    for man in standing(state, state.figures[figure].unit):
        weapon = crewed_weapon(state, man) if man != figure else None
        if weapon is not None and _may_serve(state, man, weapon) and loader_of(state, man) == figure:
            return True
    return False


# ---- firing


@rule("sotr.hmg.jam-clear", "sotr.rpg.crew", "sotr.gap.shared-troops")
def may_not_serve(state: Battle, figure: int, weapon: str) -> Refusal | None:
    """Why a crewed weapon cannot be fired this turn: it has jammed, or it is being reloaded by its gunner alone."""
    if weapon != crewed_weapon(state, figure) or state.figures[figure].jammed != state.turn:
        return None
    if weapon in RELOADED:
        alone = loader_of(state, figure) is None
        return Refusal(f"{who(state, figure)} has to reload alone", ("sotr.rpg.crew",)) if alone else None
    return Refusal(f"{who(state, figure)} clears a jam", ("sotr.hmg.jam", "sotr.hmg.jam-clear"))


@rule("sotr.hmg.jam")
def jam_roll(why: str, seat: int) -> Roll[str]:
    """D6 for a heavy machine gun without a loader: on 5 or more it jams."""
    chart = Chart(((1, FIRES), (JAM, JAMS)), low_is_good=True)
    return Roll(
        1, 6, chart, why=why, because=("sotr.hmg.jam",), seat=seat, needs=f"{JAM - 1} or less", step="not to jam"
    )


@stage
async def ready_to_fire(play: Play[Battle], gunner: int, weapon: str) -> bool:
    """Whether a crewed weapon fires: rolls for a jam where an HMG has no loader; False if it does not fire this turn."""
    state = play.state
    if weapon != crewed_weapon(state, gunner):
        return True
    if may_not_serve(state, gunner, weapon):
        return False
    if loader_of(state, gunner) is not None:
        return True
    number = state.figures[gunner].unit
    if weapon in RELOADED:
        sets = {"jammed": state.turn + 1}
        play.tell("has to reload", "sotr.rpg.crew", unit=number, figures=(gunner,), sets=sets)
        return True
    rolled = await jam_roll(f"{called(state, number)}: no loader, does it jam?", state.units[number].side)
    if rolled.value == FIRES:
        return True
    play.tell(
        "jammed", "sotr.hmg.jam", unit=number, figures=(gunner,), sets={"jammed": state.turn}, rolls=(rolled.number,)
    )
    return False


# ---- taking over


class TakeOver(NamedTuple):
    """A model may take something over: a gun from a fallen gunner, the loader's place beside one, a radio."""

    what: str
    figure: int
    of: int

    @property
    def key(self) -> str:
        """`gun m3`, `loader m4`, `radio m5`."""
        return f"{self.what} m{self.figure}"


@rule("sotr.gap.crew-replacement", "sotr.gap.radio")
def take_overs(state: Battle, number: int) -> list[TakeOver]:
    """What models of a unit may take over where they stand."""
    free = [
        man for man in standing(state, number) if not is_engaged(state, man) and state.figures[man].tied != state.turn
    ]
    fallen = [
        row
        for row, figure in enumerate(state.figures)
        if figure.unit == number and (figure.down or row not in state.units[number].men)
    ]
    idle = [man for man in free if state.figures[man].fired != state.turn]  # nobody who changes a crew fires besides
    return [*_radios(state, free, fallen), *_guns(state, idle, fallen), *_loaders(state, number, idle)]


def _within(state: Battle, figure: int, fallen: int, reach: int) -> bool:
    """Whether a model is near enough to a fallen one; who has been taken off the table lies where he is needed."""
    return not state.layout.on_table(fallen) or between(state, figure, fallen) <= reach


def _radios(state: Battle, free: list[int], fallen: list[int]) -> Iterator[TakeOver]:
    for carrier in fallen:
        if RADIO in state.figures[carrier].gear:
            yield from (TakeOver(RADIO, man, carrier) for man in free if _within(state, man, carrier, CONTACT))


def _guns(state: Battle, free: list[int], fallen: list[int]) -> Iterator[TakeOver]:
    for gunner in fallen:
        if crewed_weapon(state, gunner) is not None:
            loaders = [man for man in free if state.figures[man].role == LOADER]
            yield from (TakeOver("gun", man, gunner) for man in loaders if _within(state, man, gunner, BESIDE))


def _loaders(state: Battle, number: int, free: list[int]) -> Iterator[TakeOver]:
    for gunner in standing(state, number):
        if crewed_weapon(state, gunner) is None or loader_of(state, gunner) is not None:
            continue
        if state.figures[gunner].fired == state.turn:
            continue
        for man in free:
            if man != gunner and crewed_weapon(state, man) is None and touches(state, man, gunner):
                yield TakeOver(LOADER, man, gunner)


async def after_moving(play: Play[Battle], number: int) -> None:
    """What models may take over at the end of their move: a gun, a loader's place, a radio."""
    if play.state.units[number].machine:
        return
    while found := take_overs(play.state, number):
        chosen = await _choose(play, number, found)
        if chosen is None:
            return
        take_over(play, number, chosen)


async def _choose(play: Play[Battle], number: int, found: list[TakeOver]) -> TakeOver | None:
    """Its owner says who takes over what; a radio costs nothing, so that a single pair of hands just takes it."""
    state = play.state
    if len(found) == 1 and found[0].what == RADIO:
        return found[0]
    choices = OneOf(
        {**{one.key: one for one in found}, "none": None},
        label=lambda one: "nobody" if one is None else f"{who(state, one.figure)}: {_named(one)}",
        points=lambda one: one and OnTable(figure=one.figure),
    )
    return await ask(
        play,
        number,
        "take over",
        choices,
        f"{state.units[number].name}: who takes over?",
        "sotr.gap.crew-replacement",
        "sotr.gap.radio",
        usual=lambda: _usual(state, found),
    )


def _named(one: TakeOver) -> str:
    return {"gun": "takes the gun", LOADER: "loads for the gunner", RADIO: "takes the radio"}[one.what]


def _usual(state: Battle, found: list[TakeOver]) -> str:
    """Radios and guns are taken; a new loader only while the gunner could not fire anyway."""
    for one in found:
        weapon = crewed_weapon(state, one.of)
        if one.what != LOADER or weapon is None or not _may_serve(state, one.of, weapon):
            return one.key
    return "none"


@rule("sotr.gap.crew-replacement", "sotr.gap.radio")
def take_over(play: Play[Battle], number: int, one: TakeOver) -> None:
    """A model takes something over. Whoever changes the crew of a gun fires nothing this activation, nor does the gun."""
    state = play.state
    mine, his = state.figures[one.figure], state.figures[one.of]
    models: list[tuple[int, dict[str, Any]]]
    if one.what == RADIO:
        models = [
            (one.figure, {"gear": (*mine.gear, RADIO)}),
            (one.of, {"gear": tuple(gear for gear in his.gear if gear != RADIO)}),
        ]
    elif one.what == LOADER:
        models = [(one.figure, {"role": LOADER, "tied": state.turn}), (one.of, {"tied": state.turn})]
    else:
        gun = crewed_weapon(state, one.of)
        assert gun is not None
        left = tuple(weapon for weapon in his.weapons if weapon != gun)
        models = [
            (one.figure, {"role": GUNNER, "weapons": (gun, *mine.weapons), "tied": state.turn}),
            (one.of, {"role": "soldier", "weapons": left}),
        ]
    clause = "sotr.gap.radio" if one.what == RADIO else "sotr.gap.crew-replacement"
    tells = {"what": f"the {mine.role} {_named(one)}"}
    play.tell("took over", clause, unit=number, figures=(one.figure, one.of), sets={"models": models}, tells=tells)


# ---- medics


@rule("sotr.gap.medic")
def attended(state: Battle, figure: int) -> bool:
    """Whether a medic attends a DOWN model: one of its side, able to, in base contact."""
    if not state.figures[figure].down:
        return False
    side = state.units[state.figures[figure].unit].side
    return any(
        MEDIC in state.figures[man].gear and not is_engaged(state, man) and touches(state, man, figure)
        for number in friends(state, side)
        for man in standing(state, number)
        if man != figure
    )


@rule("sotr.gap.medic")
def medic_busy(state: Battle, figure: int) -> bool:
    """Whether a medic has moved into contact with a DOWN friend this turn, so that he cannot shoot."""
    soldier = state.figures[figure]
    if MEDIC not in soldier.gear or soldier.moved != state.turn:
        return False
    side = state.units[soldier.unit].side
    return any(
        state.figures[man].down and touches(state, figure, man)
        for number in friends(state, side)
        for man in state.units[number].men
    )
