"""What everything is expected to do that is no small arm: whether it hits, and what it does to those whom it catches."""

from sandtable.mechanics.prices import SURE, Price, Prices
from sandtable.mechanics.questions import Staged
from sandtable.rulesets.skirmish41.harm.blasts import Blast, burst, effect_modifiers
from sandtable.rulesets.skirmish41.harm.flame import flame_hits
from sandtable.rulesets.skirmish41.heavy.bombs import hit_roll
from sandtable.rulesets.skirmish41.heavy.heavy import Shot
from sandtable.rulesets.skirmish41.options import Options
from sandtable.rulesets.skirmish41.state import Battle
from sandtable.rulesets.skirmish41.umpire.bare import Man, Party, battle, staged

from .harm import harm_read

WE = Party("We", (Man(),))


def _thrown(options: Options, weapon: str, score: int) -> Staged:
    """A shot that needs so much."""
    state = battle(options, WE)

    def read(_: Battle, thrown: object, __: object) -> dict[str, int]:
        return {"hits": int(getattr(thrown, "value", 0))}

    async def begin(_: object) -> object:
        return await hit_roll("We", weapon, Shot(score, 0, ()), 0)

    return staged(state, begin, read)


def _blown(options: Options, calibre: int, covered: bool, boxed: bool, suppressed: bool) -> Staged:
    """A blast that catches one of a team."""
    state = battle(options, WE, Party("They", (Man(),) * 2, fields={"suppression": int(suppressed)}))
    found = effect_modifiers(
        options, shell=calibre > 0, unaware=False, enclosed=boxed, covered=covered, suppressed=suppressed
    )
    blast = Blast(0, calibre, ((state.units[1].men[0], found),))
    return staged(state, lambda play: burst(play, blast), harm_read(state))


def _burnt(options: Options) -> Staged:
    """Flame that catches a man."""
    state = battle(options, WE, Party("They", (Man(),) * 2))
    man = state.units[1].men[0]
    return staged(state, lambda play: flame_hits(play, 0, man, 0), harm_read(state))


thrown = Prices(_thrown)
blown = Prices(_blown)
burnt = Prices(_burnt)


def hits(weapon: str, score: int, options: Options) -> int:
    """How likely a shot hits that needs so much, in thousandths."""
    return thrown(options, weapon, score)["hits"]


def blast_does(
    calibre: int, men: int, options: Options, *, covered: bool = False, boxed: bool = False, suppressed: bool = False
) -> Price:
    """What a blast does to so many men whom it catches: their losses add up, and any of them suppresses the team."""
    one, spared = blown(options, calibre, covered, boxed, suppressed), SURE
    for _ in range(men):
        spared = spared * (SURE - one["suppressed"]) // SURE
    return Price({name: value * men for name, value in one.items()} | {"suppressed": SURE - spared})


def flame_does(options: Options) -> Price:
    """What flame does to a man whom it catches."""
    return burnt(options)
