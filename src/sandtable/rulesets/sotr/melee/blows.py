"""One combat of two models (1.8, 1.8.1): the dice, what is added to them, and the hits."""

from typing import NamedTuple

from sandtable.dice.readings import Best
from sandtable.dice.roll import Roll
from sandtable.geometry.bodies import GROUND
from sandtable.mechanics.clauses import rule
from sandtable.mechanics.modifiers import felt, total
from sandtable.play.modifier import Modifier
from sandtable.play.script import Play
from sandtable.play.stage import last, stage, then, thrown
from sandtable.rulesets.sotr.basics.sight import opponents
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.harm.armour import strike_often
from sandtable.rulesets.sotr.harm.wounds import Wounding, take_out, wound_models
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.sheet import Bonus
from sandtable.rulesets.sotr.state import Battle
from sandtable.rulesets.sotr.units.arms import close_combat_armed, encumbered
from sandtable.rulesets.sotr.units.grips import strikes_back

KEPT = 2  # dice that count, however many are thrown


class Fighter(NamedTuple):
    """All that counts of a model in a combat."""

    close_weapon: bool = False
    charging: bool = False
    caught: bool = False
    hurdled: bool = False
    disorganized: bool = False
    encumbered: bool = False
    higher: bool = False
    horror: bool = False
    prone: bool = False
    frenzied: bool = False
    mecha: bool = False


WORDS = {
    "close_weapon": "pistol or close combat weapon",
    "charging": "charging",
    "caught": "caught them falling back",
    "disorganized": "Disorganized",
    "encumbered": "Encumbered",
    "higher": "higher up",
    "horror": "causes HORROR",
    "hurdled": "over an obstacle",
    "prone": "Prone",
    "frenzied": "Frenzied",
    "mecha": "mecha",
}


@rule("sotr.hth.add-to-die")
def modifiers(fighter: Fighter, options: Options) -> tuple[Modifier, ...]:
    """What is added to a model's roll: once, whatever the number of dice."""
    hth = options.tables.hth
    rows: list[tuple[str, Bonus]] = [(why, getattr(hth, fact)) for fact, why in WORDS.items() if getattr(fighter, fact)]
    return tuple(felt(row.because(why) for why, row in rows))


@rule("sotr.hth.once-engaged", "sotr.hth.encumbered", "sotr.hth.ccw")
def fighting(state: Battle, figure: int, *, higher: bool) -> Fighter:
    """What counts of a model against another, who may be lower: bonuses of the charge in its own turn only."""
    model = state.figures[figure]
    unit = state.units[model.unit]
    charging = model.charged == state.turn
    return Fighter(
        close_weapon=close_combat_armed(state, figure),
        charging=charging,
        caught=model.caught == state.turn,
        hurdled=model.hurdled == state.turn,
        disorganized=(unit.disorganized or model.disorganized) and not charging,
        encumbered=encumbered(state, figure),
        higher=higher,
        horror=bool(unit.card.horror),
        prone=model.prone and not charging,
        frenzied=model.frenzied,
        mecha=unit.card.kind == "mecha",
    )


@rule("sotr.hth.higher")
def higher_of(state: Battle, one: int, other: int) -> int:
    """Whose base is higher up: 1 the first model's, -1 the other's, 0 neither's."""
    bodies = state.layout.bodies
    heights = int(bodies[one, GROUND]), int(bodies[other, GROUND])
    return (heights[0] > heights[1]) - (heights[0] < heights[1])


def fighter(state: Battle, figure: int, foe: int) -> Fighter:
    """What counts of a model against another where both stand."""
    return fighting(state, figure, higher=higher_of(state, figure, foe) > 0)


@rule("sotr.hth.roll", "sotr.hth.multi-dice", "sotr.hth.best-two")
def fight_roll(dice: int, added: tuple[Modifier, ...], why: str, seat: int) -> Roll[int]:
    """The attack dice of a model: the two highest count; what is added comes on top."""
    because = ("sotr.hth.roll", "sotr.hth.add-to-die", *(modifier.clause for modifier in added))
    if dice > 1:
        because = (*because, "sotr.hth.multi-dice", "sotr.hth.best-two")
    words = ", ".join(map(str, added))
    needs = "the higher score" if dice <= KEPT else "the higher score; the two highest dice count"
    said = f"{why} ({words})" if words else why
    step = "to strike"
    return Roll(dice, 6, Best(KEPT), why=said, because=because, seat=seat, needs=needs, step=step, modifiers=added)


class Combat(NamedTuple):
    """One model of the attacking side against one of the other, each with its number of dice."""

    attacker: int
    defender: int
    dice: tuple[int, int] = (1, 1)
    higher: int = 0  # whose base is higher up: 1 the attacker's, -1 the other's


class Scores(NamedTuple):
    """What both came to. The difference alone decides: scores that differ by as much are equal."""

    attacker: int
    defender: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scores) and self.attacker - self.defender == other.attacker - other.defender

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.attacker - self.defender)

    @property
    def hits(self) -> int:
        """How many hits the higher score inflicts: none if they are equal."""
        return abs(self.attacker - self.defender)


async def clash(
    dice: tuple[int, int],
    added: tuple[tuple[Modifier, ...], tuple[Modifier, ...]],
    fights: tuple[bool, bool],
    *,
    names: tuple[str, str],
    seats: tuple[int, int],
) -> Scores:
    """Both roll, the attacker first; what does not strike back scores 0."""
    scores = [0, 0]
    for place in (0, 1):
        if fights[place]:
            why = f"{names[place]} fights {names[1 - place]}"
            rolled = await fight_roll(dice[place], added[place], why, seats[place])
            scores[place] = rolled.value + total(added[place])
    return Scores(*scores)


def out_of_it(state: Battle, figure: int) -> bool:
    """Whether a model fights no more: gone or DOWN."""
    unit = state.units[state.figures[figure].unit]
    return figure not in unit.men or not unit.on_table or state.figures[figure].down


@stage
async def fight_all(play: Play[Battle], combats: tuple[Combat, ...]) -> None:
    """The combats of an engagement, one after another."""
    if combats:
        await then(fight_one(play, combats[0]), play, _next, combats[1:])


@stage
async def _next(play: Play[Battle], _: None, combats: tuple[Combat, ...]) -> None:
    await last(fight_all(play, combats))


@stage
@rule("sotr.hth.hits", "sotr.hth.wounds", "sotr.gap.hth-two-sided", "sotr.hth.ex-zombies")
async def fight_one(play: Play[Battle], combat: Combat) -> None:
    """One combat, its wounds taken at once; nothing if one of the two is out of it by now."""
    state = play.state
    one, other = combat.attacker, combat.defender
    gone = [out_of_it(state, one), out_of_it(state, other)]
    if any(gone):
        if state.options.down_slain_same_phase and not all(gone):
            slay(play, (one if gone[0] else other,), "sotr.down.slain-in-hth")
        return
    first, second = fighting(state, one, higher=combat.higher > 0), fighting(state, other, higher=combat.higher < 0)
    units = state.figures[one].unit, state.figures[other].unit
    scores = await thrown(
        play,
        clash,
        combat.dice,
        (modifiers(first, state.options), modifiers(second, state.options)),
        (strikes_back(state, one), strikes_back(state, other)),
        names=(who(state, one), who(state, other)),
        seats=(state.units[units[0]].side, state.units[units[1]].side),
    )
    play.tell(
        "fought",
        "sotr.hth.roll",
        "sotr.hth.hits",
        unit=units[0],
        tells={
            "who": state.figures[one].role,
            "whom": who(state, other),
            "score": scores.attacker,
            "against": scores.defender,
            "hits": scores.hits,
        },
    )
    if scores.hits:
        won = scores.attacker > scores.defender
        await last(wound(play, other if won else one, scores.hits, units[0] if won else units[1]))


@stage
@rule("sotr.hth.wounds", "sotr.gap.vehicle-hth")
async def wound(play: Play[Battle], figure: int, hits: int, by: int) -> None:
    """Hits on one model: the wound table, or the rear armour of a machine, a roll for each."""
    before = play.state
    number = before.figures[figure].unit
    if before.units[number].machine:
        await strike_often(play, figure, hits, 0, "rear", by, ("sotr.gap.vehicle-hth",), by_hand=True)
    else:
        how = Wounding("hand-to-hand", ranged=False)
        await wound_models(play, ((figure, hits),), how, by, ("sotr.hth.wounds", "sotr.hth.hits"))
    note_losses(play, (figure,), ())


def slay(play: Play[Battle], figures: tuple[int, ...], *because: str) -> None:
    """DOWN models are GONERs without a roll."""
    there = [figure for figure in figures if figure in play.state.units[play.state.figures[figure].unit].men]
    for number in sorted({play.state.figures[figure].unit for figure in there}):
        take_out(play, number, tuple(one for one in there if play.state.figures[one].unit == number), *because)
    note_losses(play, tuple(there), tuple(there))


@rule(
    "sotr.hth.down-auto", "sotr.down.slain-in-hth", "sotr.hth.standing-first", "sotr.hth.ex-jones", "sotr.hth.ex-crawl"
)
def finish_off(play: Play[Battle], fallen: tuple[int, ...]) -> None:
    """Models that were DOWN when the phase began are GONERs if an enemy in contact has come through his combats."""
    state = play.state
    slain = tuple(
        figure
        for figure in fallen
        if figure in state.units[state.figures[figure].unit].men
        and any(not state.figures[foe].down and strikes_back(state, foe) for foe in opponents(state, figure))
    )
    if slain:
        slay(play, slain, "sotr.hth.down-auto", "sotr.hth.standing-first", "sotr.down.slain-in-hth")


@rule("sotr.hth.casualties")
def note_losses(play: Play[Battle], figures: tuple[int, ...], were_down: tuple[int, ...]) -> None:
    """Count the GONERs and the models newly DOWN among some that were struck, unit by unit, for the break tests."""
    state = play.state
    felled, downed = dict(state.felled), dict(state.downed)
    for figure in figures:
        number = state.figures[figure].unit
        unit = state.units[number]
        if figure not in unit.men or not unit.on_table:
            felled[number] = felled.get(number, 0) + 1
        elif state.figures[figure].down and figure not in were_down:
            downed[number] = downed.get(number, 0) + 1
    sets = {"felled": tuple(sorted(felled.items())), "downed": tuple(sorted(downed.items()))}
    if sets != {"felled": state.felled, "downed": state.downed}:
        play.tell("lost models in hand-to-hand", "sotr.hth.casualties", sets=sets)
