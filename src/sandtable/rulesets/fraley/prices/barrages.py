"""What a battery's dice, and hits of its shells, are expected to do."""

from sandtable.mechanics.prices import SURE, Prices
from sandtable.mechanics.questions import Found, Staged
from sandtable.play.script import Play
from sandtable.rulesets.fraley.indirect.barrage import Ranging, range_in
from sandtable.rulesets.fraley.indirect.shelling import Shelling, hit_roll, strike_team
from sandtable.rulesets.fraley.indirect.template import Template
from sandtable.rulesets.fraley.options import Options
from sandtable.rulesets.fraley.state import Battle, Level
from sandtable.rulesets.fraley.umpire.bare import Noted, Party, battle, staged

from .fire import THEY, WE, Foe, Shares, harm_to, target

NOWHERE = Template((0, 0), 0)


def _ranged(options: Options, needed: int, rockets: bool) -> Staged:
    """The die by which a battery ranges in; rockets have a second one."""
    ranging = Ranging(needed, (), rockets=rockets)
    state = battle(options, Party("We"))
    return staged(state, lambda play: range_in(play, WE, ranging), lambda _, passed, __: {"in": passed})


def _fallen(options: Options, level: Level, dice: int) -> Staged:
    """So many dice at one Team under the template."""

    async def begin(play: Play[Battle]) -> int:
        return (await hit_roll(play.state, WE, 1, dice)).value

    def read(_after: Battle, hits: int, _noted: Noted) -> Found:
        return {"once": hits == 1, "more": hits > 1}

    return staged(battle(options, Party("We", level), Party("They", side=1)), begin, read)


def _shelled(options: Options, foe: Foe, cover: int, hits: int) -> Staged:
    """A Team that was hit so often."""
    state = target(options, foe)
    figure = state.units[THEY].men[0]
    shelling = Shelling(WE, (0, 0), 1, NOWHERE, THEY, THEY)
    return staged(state, lambda play: strike_team(play, shelling, figure, hits, cover, (figure,)), harm_to(state))


ranged_in = Prices(_ranged)
fallen_on = Prices(_fallen)
shelled_by = Prices(_shelled)


def ranges_in(options: Options, needed: int, *, rockets: bool) -> float:
    """How likely a battery ranges in."""
    return ranged_in(options, needed, rockets)["in"] / SURE


def shells_do(options: Options, level: Level, dice: int, foe: Foe, cover: int) -> Shares:
    """What so many dice do to one Team under the template, and to its Unit."""
    if dice <= 0:
        return Shares(0.0, 0.0)
    price = fallen_on(options, level, dice)
    lost = markers = 0
    for name, hits in (("once", 1), ("more", 2)):
        harm = shelled_by(options, foe, cover, hits)
        lost += price[name] * harm["lost"]
        markers += price[name] * harm["markers"]
    return Shares(lost / SURE**2, markers / SURE**2)
