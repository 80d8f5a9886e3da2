"""Assaults: from the order to the last marker."""

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.dice.chance import Chance
from sandtable.geometry.units import INCH
from sandtable.mechanics.acts import shows_at
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable, SomeOf
from sandtable.play.refusal import Refusal, about
from sandtable.play.script import Play
from sandtable.play.stage import action, last, stage, then
from sandtable.rulesets.fraley.basics.sight import sees_any
from sandtable.rulesets.fraley.basics.teams import REACH, afoot, called, enemies, leader_of, nearest_between, who
from sandtable.rulesets.fraley.fire.shooting import fire
from sandtable.rulesets.fraley.leaders import attached
from sandtable.rulesets.fraley.move import crossing
from sandtable.rulesets.fraley.move.travel import travel
from sandtable.rulesets.fraley.nerve.suppression import suppress
from sandtable.rulesets.fraley.state import Battle

from .break_off import break_off, distance_roll
from .charge import Charge, budgets_of, charge_of, chargers, into_contact, may_charge, reaches, reaches_any
from .close_combat import Party, members, units_of
from .counter_attack import Broken, fight
from .halting import armoured_first, halt, is_halted

# ---- the order


@rule("fraley.assault.split-teams", "fraley.gap.cc-activation", "fraley.leader.no-pl-advance")
def may_not_assault(state: Battle, number: int) -> Refusal | None:
    """Why a Unit cannot be given the Assault order now; None if it can."""
    unit = state.units[number]
    if not unit.counts:
        return Refusal("he may not assault alone", ("fraley.gap.cc-activation",))
    if leader_of(state, number) is None:
        return Refusal("without a Platoon Leader it may not assault enemies it sees", ("fraley.leader.no-pl-advance",))
    wrong: Refusal | None = None
    for enemy in enemies(state, unit.side):
        wrong = may_not_target(state, number, enemy)
        if wrong is None:
            return None
    if not any(may_charge(state, state.figures[man]) for man in unit.men):
        return Refusal("Gun Teams stay behind, and it has no others", ("fraley.assault.guns-stay",))
    return Refusal("it sees no enemy that it could reach", ("fraley.assault.split-teams", "fraley.assault.charge"))


@rule("fraley.assault.split-teams", "fraley.assault.no-tank-vs-tank", "fraley.assault.charge")
def may_not_target(state: Battle, number: int, enemy: int) -> Refusal | None:
    """Why a Unit cannot name an enemy as the target of its assault; None if it can."""
    men, foes = afoot(state, number), afoot(state, enemy)
    going = chargers(state, number, foes)
    if not going:
        tanks = all(state.figures[foe].kind == "tank" for foe in foes)
        clause = "fraley.assault.no-tank-vs-tank" if tanks else "fraley.assault.guns-stay"
        return Refusal("none of its Teams may charge there", (clause,))
    near = nearest_between(state, going, foes)
    far = max(charge_of(state, state.figures[man]) for man in going)
    if near > far:
        return Refusal("it is out of reach", ("fraley.assault.charge",), measured=near, allowed=far)
    if not sees_any(state, men, foes):
        return Refusal("none of its Teams sees it", ("fraley.assault.split-teams",))
    if not any(reaches_any(state, man, foes, charge_of(state, state.figures[man])) for man in going):
        return Refusal("no Team finds a way into contact", ("fraley.assault.charge",))
    return None


@stage
@rule("fraley.assault.split-teams")
async def _declare(play: Play[Battle], number: int) -> int:
    """Which Unit is assaulted."""
    state = play.state
    unit = state.units[number]
    refused = {enemy: may_not_target(state, number, enemy) for enemy in enemies(state, unit.side)}
    choices = OneOf(
        {f"u{enemy}": enemy for enemy, wrong in refused.items() if wrong is None},
        label=lambda enemy: _labelled(state, number, enemy),
        points=lambda enemy: OnTable(unit=enemy),
        barred=lambda: {f"u{enemy}": wrong for enemy, wrong in refused.items() if wrong is not None},
        every=lambda: {f"u{enemy}": enemy for enemy in refused},
    )
    target = await ask(
        play,
        number,
        "assault",
        choices,
        f"{unit.name}: assault whom?",
        "fraley.action.assault",
        "fraley.assault.split-teams",
        usual=lambda: _nearest_target(state, number, [enemy for enemy, wrong in refused.items() if wrong is None]),
    )
    tells = {"at": state.units[target].name}
    because, shows = ("fraley.action.assault", "fraley.assault.split-teams"), shows_at(target)
    play.tell("declared an assault", *because, unit=number, tells=tells, shows=shows)
    return target


def _labelled(state: Battle, number: int, enemy: int) -> str:
    """A target and how far it is."""
    return f"{state.units[enemy].name} ({about(_apart(state, number, enemy))})"


def _apart(state: Battle, number: int, enemy: int) -> int:
    """The distance between two Units."""
    return nearest_between(state, afoot(state, number), afoot(state, enemy))


def _nearest_target(state: Battle, number: int, targets: Sequence[int]) -> str:
    return f"u{min(targets, key=lambda enemy: (_apart(state, number, enemy), enemy))}"


@stage
@rule("fraley.assault.split-teams", "fraley.assault.guns-stay", "fraley.action.assault")
async def _split(play: Play[Battle], number: int, foes: tuple[int, ...]) -> tuple[int, ...]:
    """Which Teams stay behind: Guns always, and at least one that can reach the enemy does not."""
    state = play.state
    unit = state.units[number]
    able = chargers(state, number, foes)
    men = afoot(state, number)
    must = [man for man in men if man not in able]
    if len(able) == 1:
        return tuple(must)
    reach = [man for man in able if reaches_any(state, man, foes, charge_of(state, state.figures[man]))]

    def fits(chosen: list[int]) -> Refusal | None:
        held = [man for man in must if man not in chosen]
        if held:
            tank = state.figures[held[0]].kind == "tank"
            clause = "fraley.assault.no-tank-vs-tank" if tank else "fraley.assault.guns-stay"
            return Refusal(f"{who(state, held[0])} cannot charge and stays behind", (clause,), figures=tuple(held))
        if all(man in chosen for man in reach):
            why = "a Team that can reach the enemy must charge"
            return Refusal(why, ("fraley.assault.split-teams",), figures=tuple(reach))
        return None

    def pick(chance: Chance) -> list[str]:
        goes = chance.choice(reach)
        stays = [man for man in able if man != goes and chance.random() < 1 / 3]
        return [f"m{man}" for man in (*must, *stays)]

    choices = SomeOf(
        {f"m{man}": man for man in men},
        len(must),
        len(men) - 1,
        label=lambda man: called(state, man),
        points=lambda man: OnTable(figure=man),
        fits=fits,
        pick=pick,
    )
    chosen = await ask(
        play,
        number,
        "stay behind",
        choices,
        f"{unit.name}: which Teams stay behind and fire?",
        "fraley.assault.split-teams",
        "fraley.assault.guns-stay",
        usual=[f"m{man}" for man in must],
    )
    return tuple(sorted(chosen))


# ---- the assault


class Begun(NamedTuple):
    """An assault up to close combat: who is in it, their Teams that count for markers, whether it landed.

    `spared` says that the assaulted Unit gets no markers: it took in an FO who was the target.
    """

    party: Party
    foes: Party
    counted: tuple[tuple[int, ...], ...]
    landed: bool
    spared: bool


@action
@rule("fraley.action.assault", "fraley.assault.lands")
async def assault(play: Play[Battle], number: int) -> None:
    """A Unit's Assault action: up to contact, close combat, and markers for the Teams lost."""
    await then(_begin(play, number), play, _begun)


@stage
async def _begun(play: Play[Battle], begun: Begun) -> None:
    """Close combat, if the assault has landed, and markers."""
    if begun.landed:
        await then(_fight(play, begun.party, begun.foes), play, _markers, begun)
    else:
        await last(_markers(play, None, begun))


@stage
@rule("fraley.action.assault", "fraley.cc.joins-when-attacked", "fraley.fo.joins-when-attacked")
async def _begin(play: Play[Battle], number: int) -> Begun:
    """Target and split, suppressive fire, the charge under fire."""
    target = await _declare(play, number)
    staying = await _split(play, number, afoot(play.state, target))
    host, guests = target, tuple[int, ...]()
    if not play.state.units[target].counts:
        host, guests = await attached.joined(play, target)
    party, foes = Party(number), Party(host, guests)
    counted = _strengths(play.state, party, foes)
    extra = await _suppress(play, number, target, staying, foes)
    going = tuple(man for man in afoot(play.state, number) if man not in staying)
    landed = False
    if going and members(play.state, foes):
        landed = await _charge(play, number, going, foes, extra)
    if play.state.options.assault_casualty_scope == "close_combat":
        counted = _strengths(play.state, party, foes)
    spared = play.state.units[target].card.rank == "fo"
    return Begun(party.joined_by(going), foes, counted, landed, spared)


def _strengths(state: Battle, *parties: Party) -> tuple[tuple[int, ...], ...]:
    """The Teams of the parties to an assault."""
    return tuple(members(state, party) for party in parties)


@rule("fraley.assault.suppressive-fire", "fraley.assault.extra-move")
async def _suppress(play: Play[Battle], number: int, target: int, staying: tuple[int, ...], foes: Party) -> int:
    """The Teams left behind fire; gives how much farther the others may charge because all they could reach are dead."""
    if not staying:
        return 0
    before = play.state
    await fire(play, number, "suppressive", at=target, teams=staying)
    state = play.state
    left = members(state, foes)
    dead = [foe for foe in members(before, foes) if foe not in left]
    if not dead or not left:
        return 0
    going = [man for man in afoot(before, number) if man not in staying]
    if not all_dead(before, going, members(before, foes), dead):
        return 0
    return await charges_further_by(play, number)


@rule("fraley.assault.extra-move")
async def charges_further_by(play: Play[Battle], number: int) -> int:
    """How much farther a Unit charges whose fire has killed all enemies that it could have reached."""
    because = ("fraley.assault.extra-move",)
    rolled = await distance_roll(play.state, number, "all enemies in reach are dead: charges further", *because)
    return rolled.value * INCH


@rule("fraley.assault.extra-move")
def all_dead(before: Battle, going: Sequence[int], foes: Sequence[int], dead: Sequence[int]) -> bool:
    """Whether every enemy Team that the charging Teams could have reached has died."""
    alive = [foe for foe in foes if foe not in dead]
    return not any(reaches(before, man, alive, charge_of(before, before.figures[man])) for man in going)


@rule("fraley.assault.charge", "fraley.assault.defensive-fire", "fraley.assault.need-contact")
async def _charge(play: Play[Battle], number: int, going: tuple[int, ...], foes: Party, extra: int) -> bool:
    """The charge, under the fire of whoever reacts; whether the assault lands."""
    state = play.state
    charge = into_contact(state, state.units[number].side, members(state, foes), budgets_of(state, going, extra))
    charge = await _cross(play, number, charge)
    armour = armoured_first(play.state, charge)
    assaulted = units_of(play.state, foes)
    reacted = await travel(
        play,
        number,
        charge.march,
        "fraley.assault.charge",
        "fraley.assault.defensive-fire",
        verb="charged",
        sets={"went": True},
        only=going,
        charged=assaulted,
        halts=lambda now, fired: is_halted(now, fired, assaulted, armour=armour),
    )
    state = play.state
    if reacted and is_halted(state, reacted, assaulted, armour=armour):
        halt(play, number, charge.march, armour=armour)
        return False
    left = [man for man in going if man in state.units[number].men]
    arrived = {*left, *(man for one in reacted for man in one.arrived)}
    made = any(man in arrived for man in charge.reached)
    enemy = members(state, foes)
    if made and left and enemy and nearest_between(state, left, enemy) <= REACH:
        return True
    if left and enemy:
        tells = {"at": state.units[foes.unit].name}
        play.tell("fell short", "fraley.assault.need-contact", unit=number, tells=tells, shows=shows_at(foes.unit))
    return False


async def _cross(play: Play[Battle], number: int, charge: Charge) -> Charge:
    """Tank Teams test for the terrain on their ways; who is stopped reaches nobody."""
    ends = {walk.figure: walk.points[-1] for walk in charge.march.walks}
    if not any(play.state.figures[man].kind == "tank" for man in ends):
        return charge
    march = await crossing.cross(play, number, charge.march)
    got_there = [walk.figure for walk in march.walks if walk.points[-1] == ends[walk.figure]]
    return Charge(march, tuple(man for man in charge.reached if man in got_there))


@stage
@rule("fraley.assault.lands", "fraley.overwatch.duration")
async def _fight(play: Play[Battle], party: Party, foes: Party) -> None:
    """The assault lands: the attackers strike, and the assaulted Unit answers. Its Overwatch is over."""
    for unit in units_of(play.state, foes):
        if play.state.units[unit].overwatch:
            because = ("fraley.assault.lands", "fraley.overwatch.duration")
            play.tell("was assaulted", *because, unit=unit, sets={"overwatch": False})
    await then(fight(play, party, foes), play, _fought)


@stage
async def _fought(play: Play[Battle], broken: Broken | None) -> None:
    if broken is not None:
        await last(break_off(play, *broken))


@stage
@rule("fraley.assault.casualty-suppression", "fraley.fo.no-suppression")
async def _markers(play: Play[Battle], _: None, begun: Begun) -> None:
    """The assault is over: each Unit takes a marker for every Team that it lost."""
    for party, before in zip((begun.party, begun.foes), begun.counted, strict=True):
        left = members(play.state, party)
        lost = sum(man not in left for man in before)
        if lost and play.state.units[party.unit].men and not (begun.spared and party is begun.foes):
            await suppress(play, party.unit, lost, "fraley.assault.casualty-suppression")
