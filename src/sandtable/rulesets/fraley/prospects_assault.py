"""What dice an assault throws: the checks of those who strike, armour of those who are struck, and what would halt it."""

from collections.abc import Mapping
from typing import Any

from sandtable.play.domains import OneOf
from sandtable.play.refusal import about
from sandtable.play.shown import Prospect, Volley

from .armour import flank_of
from .charge import charge_of, chargers, may_charge
from .close_combat import tank_assault_dice
from .halting import HITS, RESULTS
from .prospects_dice import check_volley, save_volley
from .state import Battle
from .teams import armoured, enemies, nearest_between
from .training import needed_by

CLAUSES = ("fraley.assault.charge", "fraley.assault.kill-check")


def assault_prospects(state: Battle, number: int, domain: OneOf[Any]) -> Mapping[str, Prospect]:
    """The distance to each Unit that may be assaulted, and the checks against it."""
    return {key: assault_prospect(state, number, int(key[1:])) for key in domain.values if key[0] == "u"}


def assault_prospect(state: Battle, number: int, target: int) -> Prospect:
    """How far it is, who could charge, and what each of them needs."""
    foes = state.units[target].men
    going = chargers(state, number, foes)
    if not going:
        return Prospect((), {}, "none of its Teams may charge", ("fraley.assault.guns-stay",))
    far = max(charge_of(state, state.figures[man]) for man in going)
    apart = nearest_between(state, going, foes)
    measured = {"distance": about(apart), "charge": about(far), "Teams that may charge": str(len(going))}
    if apart > far:
        return Prospect((), measured, "out of reach", ("fraley.assault.charge", "fraley.assault.need-contact"))
    return Prospect(strikes(state, number, target), measured, _halts(state, number), CLAUSES)


def _halts(state: Battle, number: int) -> str:
    """What defensive fire must do to halt an assault of a Unit."""
    teams = [state.figures[man] for man in state.units[number].men]
    if all(armoured(team) for team in teams if may_charge(state, team)):
        return f"{RESULTS} suppressions or losses by the assaulted Unit's fire halt it"
    return f"{HITS} hits by the assaulted Unit's fire halt it"


def strikes(state: Battle, number: int, target: int) -> tuple[Volley, ...]:
    """The check of each Team that strikes; against Tank Teams their Tank Assault dice, and the Flank Saves of those hit."""
    needed = needed_by(state, number)
    foes = [(man, state.figures[man]) for man in state.units[target].men]
    found: dict[Volley, None] = {}
    if any(team.kind != "tank" for _, team in foes):
        found[check_volley("each Team that strikes: a Team removed", needed)] = None
    tanks = [(man, team) for man, team in foes if team.kind == "tank"]
    if tanks:
        for man in chargers(state, number, state.units[target].men):
            team = state.figures[man]
            if dice := tank_assault_dice(team):
                found[check_volley(f"{team.role} at a Tank Team", needed, dice=dice)] = None
    for man, team in tanks:
        if armoured(team):
            found[save_volley(f"Flank armour of {team.role}", flank_of(state, man))] = None
    return tuple(found)


def counter_attack_prospects(state: Battle, number: int) -> Mapping[str, Prospect]:
    """The check that a counter-attack takes, and the strike after it; what breaking off means."""
    check = check_volley("counter-attack", needed_by(state, number))
    unit = state.units[number]
    foes = sorted((nearest_between(state, unit.men, state.units[foe].men), foe) for foe in enemies(state, unit.side))
    blows = strikes(state, number, foes[0][1]) if foes else ()
    because = ("fraley.assault.counter-check", "fraley.assault.counter-fail")
    away = Volley("inches it falls back", "1", "whoever is still within 2 inches is lost", (), "1")
    return {
        "counter-attack": Prospect((check, *blows), {}, "if it fails it must break off", because),
        "break-off": Prospect((away,), {}, "", ("fraley.assault.break-off-move", "fraley.assault.overrun")),
    }
