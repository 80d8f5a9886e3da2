"""Vehicles that explode, at once or when their ammunition has burnt down, and whoever stands near them."""

from sandtable.dice.readings import Total
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.rulesets.skirmish41.basics.charts import D6
from sandtable.rulesets.skirmish41.basics.units import passengers
from sandtable.rulesets.skirmish41.state import Battle, Fuse
from sandtable.rulesets.skirmish41.verbs.acts import shows_burst

from .blasts import blast_among, burst
from .casualties import kill
from .wrecks import bale_out, leave_wreck, near_wreck, wreck_name


@rule("sk.dmg.soft-19", "sk.dmg.afv-17", "sk.dmg.afv-20", "sk.at.fire-table")
async def explode(play: Play[Battle], number: int, by: int, clause: str) -> None:
    """A vehicle explodes: everybody aboard is killed, and whoever is within two inches of an AFV is hit as by a bomb."""
    unit = play.state.units[number]
    for man in [man for team in passengers(play.state, number) for man in play.state.units[team].men]:
        kill(play, man, clause)
    leave_wreck(play, number, clause, why="it explodes")
    for man in unit.men:
        kill(play, man, clause)
    if unit.card.armoured:
        await burst_near(play, wreck_name(unit.name), by, clause)


def fuse_roll(name: str, seat: int) -> Roll[int]:
    """In how many turns a burning vehicle explodes."""
    why = f"In how many turns does {name} explode?"
    return Roll(1, D6, Total(), why=why, because=("sk.dmg.afv-18",), seat=seat, neutral=True, step="when it blows up")


@rule("sk.dmg.afv-18")
async def set_alight(play: Play[Battle], number: int, seat: int) -> None:
    """Ammunition burns: everybody gets out, and the wreck explodes some turns later."""
    name = play.state.units[number].name
    bale_out(play, number, "sk.dmg.afv-18", why="its ammunition is on fire")
    rolled = await fuse_roll(name, seat)
    fuse = Fuse(wreck_name(name), play.state.turn + rolled.value)
    sets = {"battle": {"fuses": (*play.state.fuses, fuse)}}
    play.tell(
        "will explode", "sk.dmg.afv-18", unit=number, sets=sets, rolls=(rolled.number,), tells={"turn": fuse.turn}
    )


@rule("sk.dmg.afv-18", "sk.dmg.afv-20")
async def burn_down(play: Play[Battle]) -> None:
    """At the start of a turn, wrecks explode whose time has come."""
    due = [fuse for fuse in play.state.fuses if fuse.turn <= play.state.turn]
    for fuse in due:
        rest = tuple(other for other in play.state.fuses if other != fuse)
        tells = {"wreck": fuse.wreck}
        play.tell("exploded", "sk.dmg.afv-18", sets={"battle": {"fuses": rest}}, tells=tells)
        await burst_near(play, fuse.wreck, -1, "sk.dmg.afv-18")


async def burst_near(play: Play[Battle], wreck: str, by: int, clause: str) -> None:
    """A vehicle explodes: whoever is within two inches of it is hit as by a bomb."""
    men = tuple(near_wreck(play.state, wreck))
    if men:
        tells, shows = {"wreck": wreck, "men": len(men)}, shows_burst(play.state, men)
        play.tell("was caught in the explosion", clause, tells=tells, shows=shows)
        await burst(play, blast_among(play.state, men, by))
