"""Leaders: abilities once an Initiative, by Platoon Leaders on foot and the Company Commander."""

from sandtable.mechanics.choices import one_figure
from sandtable.mechanics.clauses import rule
from sandtable.play.asking import ask_seat
from sandtable.play.script import Play
from sandtable.rulesets.fraley.basics.teams import REACH, afoot, arms, between, called, commander, leader_of, who
from sandtable.rulesets.fraley.state import Battle

SHIFT, APPOINT = "shift:m", "appoint:m"


# ---- who may help whom


@rule("fraley.leader.once-per-initiative", "fraley.leader.pl-cc")
def able_leaders(state: Battle, figure: int) -> list[int]:
    """The leaders (Teams) who command a Team and have not used their ability in this Initiative: its PL on foot, its CC.

    Nobody is under his own command; a Forward Observer is under that of his battery's PL.
    """
    unit = state.units[state.figures[figure].unit]
    number = unit.battery if unit.card.rank == "fo" else state.figures[figure].unit
    found = []
    if (leader := _able_pl(state, number)) is not None:
        found.append(leader)
    if (leader := _able_cc(state, unit.side)) is not None:
        found.append(leader)
    return [leader for leader in found if leader != figure]


@rule("fraley.leader.once-per-initiative", "fraley.leader.pl-cc")
def _able_pl(state: Battle, number: int) -> int | None:
    """A Unit's Platoon Leader, if he is on foot on the table and has not used his ability; suppressed or not."""
    unit = state.units[number]
    if not unit.counts or not unit.on_table or unit.used == state.initiative:
        return None
    leader = leader_of(state, number)
    if leader is None or state.figures[leader].kind != "infantry" or state.figures[leader].aboard >= 0:
        return None
    return leader


@rule("fraley.cc.has-pl-abilities", "fraley.leader.once-per-initiative")
def _able_cc(state: Battle, side: int) -> int | None:
    """A side's Company Commander, if he has not used his ability, nor spent it on a reroll."""
    number = commander(state, side)
    if number is None:
        return None
    cc = state.units[number]
    spent = cc.used == state.initiative
    spent = spent or (state.options.cc_reroll_shares_use and cc.rerolled == state.initiative)
    return None if spent or not cc.men else cc.men[0]


def spend(play: Play[Battle], leader: int, what: str, *because: str, figures: tuple[int, ...] = ()) -> None:
    """A leader has used his ability of this Initiative; `what` goes on after his name: `directs the fire of ...`."""
    state = play.state
    play.tell(
        "used his ability",
        "fraley.leader.once-per-initiative",
        *because,
        unit=state.figures[leader].unit,
        figures=figures,
        sets={"used": state.initiative},
        tells={"leader": who(state, leader), "what": what},
    )


# ---- what they could do at any moment before a roll


def offers(state: Battle, side: int) -> dict[str, str]:
    """What a side's leaders could do at this moment before a roll: keys with labels (shifting suppression, a new PL)."""
    found: dict[str, str] = {}
    figures = state.figures
    marked = {team.unit for team in figures if team.marks}
    for number, unit in enumerate(state.units):
        if unit.side != side or unit.place != "table" or unit.card.rank != "unit":
            continue
        if number in marked:
            found |= _shifts(state, number)
        if unit.men and not figures[unit.men[0]].leader and leader_of(state, number) is None:
            found |= _appointments(state, number)
    return found


@rule("fraley.leader.shift-suppression")
def _shifts(state: Battle, number: int) -> dict[str, str]:
    """The Teams of a Unit that a marker may be moved off, with who does it."""
    found = {}
    for man in afoot(state, number):
        if state.figures[man].marks and receivers(state, man) and (leader := _shifter(state, man)) is not None:
            found[f"{SHIFT}{man}"] = f"{who(state, leader)} moves suppression off {who(state, man)}"
    return found


@rule("fraley.leader.shift-suppression")
def _shifter(state: Battle, figure: int) -> int | None:
    """The leader within two inches who moves a marker off a Team: its PL before the CC, who can do more."""
    able = able_leaders(state, figure)
    return next((leader for leader in able if between(state, leader, figure) <= REACH), None)


@rule("fraley.leader.shift-suppression", "fraley.suppression.double")
def receivers(state: Battle, figure: int) -> list[int]:
    """The other Teams of its Unit that may get a marker of a Team: a second one only where all Teams are suppressed."""
    men = afoot(state, state.figures[figure].unit)
    allowed = 1 if all(state.figures[man].marks for man in men) else 0
    return [man for man in men if man != figure and state.figures[man].marks <= allowed]


@rule("fraley.cc.appoint-pl")
def _appointments(state: Battle, of: int) -> dict[str, str]:
    """The Teams of a Unit without a PL that the CC may appoint: within two inches of him, once an Initiative."""
    number = commander(state, state.units[of].side)
    if number is None or state.units[number].appointed == state.initiative:
        return {}
    cc = state.units[number].men[0]
    name = state.units[number].name
    near = [man for man in afoot(state, of) if between(state, cc, man) <= REACH]
    return {f"{APPOINT}{man}": f"{name} makes {who(state, man)} Platoon Leader" for man in near}


async def use(play: Play[Battle], side: int, key: str) -> None:  # noqa: ARG001  # the key says it all
    """Do what was offered."""
    if key.startswith(SHIFT):
        await _shift(play, int(key.removeprefix(SHIFT)))
    else:
        _appoint(play, int(key.removeprefix(APPOINT)))


@rule("fraley.leader.shift-suppression")
async def _shift(play: Play[Battle], figure: int) -> None:
    """A leader moves one marker from a Team to another of its Unit, at any distance."""
    state = play.state
    leader = _shifter(state, figure)
    assert leader is not None, "a shift that was not offered"
    to = await _receiver(state, figure)
    spend(play, leader, f"moves suppression off {who(state, figure)}", "fraley.leader.shift-suppression")
    marks = tuple((man, {"marks": play.state.figures[man].marks + more}) for man, more in ((figure, -1), (to, 1)))
    play.tell(
        "shifted suppression",
        "fraley.leader.shift-suppression",
        unit=state.figures[figure].unit,
        figures=(figure, to),
        sets={"each": marks},
        tells={"off": state.figures[figure].role, "onto": state.figures[to].role},
    )


async def _receiver(state: Battle, figure: int) -> int:
    """The Team that gets the marker: its owner's choice, usually the one whose fire is missed least."""
    able = receivers(state, figure)
    if len(able) == 1:
        return able[0]
    number = state.figures[figure].unit
    usual = min(able, key=lambda man: (_worth(state, man), man))
    return await ask_seat(
        state.units[number].side,
        "shift to",
        one_figure(able, lambda man: called(state, man)),
        f"Which Team takes the suppression of {who(state, figure)}?",
        "fraley.leader.shift-suppression",
        unit=number,
        usual=f"m{usual}",
    )


def _worth(state: Battle, figure: int) -> tuple[int, bool]:
    """How much a Team's fire is missed."""
    team = state.figures[figure]
    return max((max(weapon.fp, weapon.barrage) for weapon in arms(team, state.options)), default=0), team.leader


@rule("fraley.cc.appoint-pl", "fraley.gap.pl-weapon", "fraley.leader.pl-cc")
def _appoint(play: Play[Battle], figure: int) -> None:
    """The CC makes a Team the new PL of its Unit: on foot it becomes his standard stand, in a vehicle it stays there.

    Its markers stay on it; the base is not exchanged, only what stands on it. He has not used his ability yet.
    """
    state = play.state
    team = state.figures[figure]
    unit = state.units[team.unit]
    by = commander(state, unit.side)
    stand: dict[str, object] = {"leader": True, "role": f"{team.role} (PL)"}
    if team.kind != "tank":
        stand = {"leader": True, "role": "PL", "kind": "infantry", "weapons": (unit.card.leader or "rifle",)}
    play.tell(
        "appointed",
        "fraley.cc.appoint-pl",
        unit=team.unit,
        figures=(figure,),
        sets={
            "team": stand,
            "men": (figure, *(man for man in unit.men if man != figure)),
            "used": 0,
            "by": by,
            "appointed": state.initiative,
        },
        tells={"cc": "" if by is None else state.units[by].name, "was": team.role},
    )
