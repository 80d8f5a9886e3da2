"""What dice a barrage throws: ranging in on each Team, the checks for those under the template, and their Saves."""

from collections.abc import Mapping
from typing import Any

from sandtable.mechanics.chances import chance_of
from sandtable.play.domains import OneOf
from sandtable.play.shown import Prospect, Volley

from .armour import flank_of
from .attached import hosts
from .barrage import range_in_modifiers
from .battery import fire_points, firing_at, guns_of
from .concealment import cover_against
from .observing import covers_towards, is_commander, posts, targets
from .prospects_dice import check_volley, save_volley, to_hit_of
from .saves import running, save_number
from .sight import Sighted
from .smoke import OBSERVES
from .state import Battle
from .teams import armoured
from .template import laid, under
from .to_hit import needed
from .training import needed_by

CLAUSES = ("fraley.barrage.range-in", "fraley.barrage.hit-rolls", "fraley.barrage.one-save")


def range_in_prospects(state: Battle, number: int, domain: OneOf[Any]) -> Mapping[str, Prospect]:
    """The dice of a barrage that is ranged in on each Team, by whoever usually observes it."""
    seen = targets(state, number, guns_of(state, number))
    found = {}
    for key in domain.values:
        if key[0] == "m":
            watcher = next((post for post, teams in seen.items() if int(key[1:]) in teams), None)
            if watcher is not None:
                found[key] = barrage_prospect(state, number, watcher, int(key[1:]))
    return found


def observer_prospects(state: Battle, number: int, domain: OneOf[Any]) -> Mapping[str, Prospect]:
    """How many Teams each observer could have ranged in on, and what it costs if he is the CC."""
    seen = targets(state, number, guns_of(state, number))
    found = {}
    for key in domain.values:
        man = int(key[1:])
        worse = "one worse: he is the Company Commander" if is_commander(state, man) else ""
        because = ("fraley.barrage.observer", "fraley.hit.cc-observing")
        found[key] = Prospect((), {"Teams he can range in on": str(len(seen.get(man, ())))}, worse, because)
    return found


def what_prospects(state: Battle, number: int, domain: OneOf[Any]) -> Mapping[str, Prospect]:
    """A barrage at the first Team in sight, or the check by which smoke is ranged in."""
    found = {}
    seen = targets(state, number, guns_of(state, number))
    if "barrage" in domain.values and seen:
        watcher = next(iter(seen))
        found["barrage"] = barrage_prospect(state, number, watcher, seen[watcher][0])
    if "smoke" in domain.values:
        first = next(iter(posts(state, number)), None)
        worse = first is not None and is_commander(state, first) and state.options.cc_observing_penalises_smoke
        mods = (OBSERVES,) if worse else ()
        volley = check_volley("ranging in smoke", needed_by(state, number, mods), mods)
        because = ("fraley.smoke.procedure", "fraley.smoke.miss")
        found["smoke"] = Prospect((volley,), {}, "on a miss the enemy shifts it by up to 6 inches", because)
    return found


def barrage_prospect(state: Battle, number: int, observer: int, picked: int) -> Prospect:
    """Ranging in on a Team, the dice for everybody under the template there, and what each of them needs to save."""
    middle = state.layout.point(picked)
    firing = firing_at(state, guns_of(state, number), middle)
    if firing is None:
        return Prospect((), {}, "too few guns can fire there", ("fraley.barrage.single-gun",))
    attacked = state.figures[picked].unit
    host = next(iter(hosts(state, attacked)), attacked)
    guests = state.units[attacked].men if host != attacked else ()
    mods = range_in_modifiers(state, host, guests, observer, firing)
    score = to_hit_of(needed(state, host, mods))
    ranging = Volley("ranging in", "1", str(score), mods, str(chance_of(score)))
    struck = under(state, laid(middle, firing.middle))
    points = fire_points(state, firing)
    side = state.units[number].side
    own = sum(state.sides[man] == side for man in struck)
    expected = {"Teams under the template": str(len(struck)), **({"friends among them": str(own)} if own else {})}
    if not points:
        return Prospect((ranging,), expected, "so few guns throw no dice", ("fraley.barrage.fp-few-guns",))
    hits = check_volley("hits on each Team", needed_by(state, number), dice=points)
    saves = dict.fromkeys(
        _save(state, man, cover) for man, cover in zip(struck, _covers(state, firing.middle, struck), strict=True)
    )
    note = "one hit and a failed Save suppress, two destroy; Tank Teams ignore a single hit"
    return Prospect((ranging, hits, *saves), expected, note, CLAUSES)


def _covers(state: Battle, guns: tuple[int, int], struck: tuple[int, ...]) -> list[int]:
    return covers_towards(state, guns, struck)


def _save(state: Battle, man: int, cover: int) -> Volley:
    """The one Save of a Team that was hit."""
    team = state.figures[man]
    again = int(running(state, man))
    if armoured(team):
        return save_volley(f"Flank armour of {team.role}", flank_of(state, man), reroll=again, dice="1")
    seen = Sighted(0, True, cover, -1, -1, True, True, False, False)
    number = save_number(state, man, cover_against(state, man, seen, at_weapon=True), at_weapon=True)
    return save_volley(f"Save of {team.role}", number, reroll=again, dice="1")
