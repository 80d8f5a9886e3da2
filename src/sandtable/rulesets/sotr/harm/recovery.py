"""DOWN models in Maintenance (1.4.3): the recovery dice, one or two, and what comes of them."""

from collections.abc import Mapping

import msgspec

from sandtable.dice.readings import Faces
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import last, stage
from sandtable.rulesets.sotr.basics.alike import settled
from sandtable.rulesets.sotr.basics.charts import DOWN, FLESH, GONER, wound_bands
from sandtable.rulesets.sotr.basics.hidden import called
from sandtable.rulesets.sotr.sheet import Wound
from sandtable.rulesets.sotr.state import Battle

from .falling import columns_of, take_out

ONE, HIGHER, LOWER = "one", "higher", "lower"
RESULTS = (GONER, DOWN, FLESH)  # from the worst to the best


class Recovering(msgspec.Struct, frozen=True):
    """The wound table read by the highest or the lowest of the dice: from which faces on one stays DOWN, or is a GONER."""

    down: int
    goner: int
    highest: bool = True

    def _result(self, face: int) -> str:
        return GONER if face >= self.goner else DOWN if face >= self.down else FLESH

    def read(self, faces: Faces) -> str:
        """The row of the die that counts."""
        return self._result(max(faces) if self.highest else min(faces))

    def weights(self, dice: int, sides: int) -> Mapping[str, int]:
        """By the face that counts: so many throws have none beyond it, less those that do not show it."""
        out: dict[str, int] = {}
        for face in range(1, sides + 1):
            within = face if self.highest else sides - face + 1
            ways = within**dice - (within - 1) ** dice
            out[self._result(face)] = out.get(self._result(face), 0) + ways
        return out

    def number(self, value: str) -> None:  # noqa: ARG002
        """A wound is not a number."""
        return

    def place(self, value: str) -> tuple[int, ...]:
        """To recover is best."""
        return (RESULTS.index(value),)

    def words(self, value: str, dice: int) -> str:  # noqa: ARG002
        """The row's name."""
        return value


@rule("sotr.down.recovery", "sotr.flame.burning", "sotr.gap.medic", "sotr.gap.roster-reich-vampire")
def recovery_roll(column: Wound, dice: str, why: str, because: tuple[str, ...], seat: int) -> Roll[str]:
    """The recovery dice of a DOWN model on its own column: one, or the higher or the lower of two."""
    down, goner = wound_bands(column)
    reading = Recovering(down, goner, dice != LOWER)
    words = "" if dice == ONE else f"; the {dice} of two dice counts"
    needs = f"{down - 1} or less to recover, {goner}+ is a GONER{words}"
    return Roll(
        1 if dice == ONE else 2, 6, reading, why=why, because=because, seat=seat, needs=needs, step="to recover"
    )


def recovery_dice(state: Battle, figure: int, *, attended: bool) -> tuple[str, tuple[str, ...]]:
    """Which dice a DOWN model rolls, and why."""
    found = state.figures[figure]
    undying = "undying" in state.units[found.unit].card.traits
    cared = attended and (not found.burning or state.options.medic_tempers_fire)
    return dice_for(burning=found.burning, attended=cared, undying=undying)


@rule("sotr.flame.burning", "sotr.gap.medic", "sotr.gap.roster-reich-vampire")
def dice_for(*, burning: bool, attended: bool, undying: bool) -> tuple[str, tuple[str, ...]]:
    """Fire asks for the higher of two dice, care that helps and undying flesh for the lower; both cancel out."""
    because = ["sotr.down.recovery"]
    because += ["sotr.flame.burning"] * burning + ["sotr.gap.medic"] * attended
    because += ["sotr.gap.roster-reich-vampire"] * undying
    cared = attended or undying
    if burning == cared:
        return ONE, tuple(because)
    return (HIGHER if burning else LOWER), tuple(because)


@stage
async def recover(play: Play[Battle], number: int, attended: tuple[int, ...]) -> None:
    """Every DOWN model of a unit rolls, one after another."""
    down = tuple(man for man in play.state.units[number].men if play.state.figures[man].down)
    await last(_recover(play, number, down, attended))


@stage
async def _recover(
    play: Play[Battle],
    number: int,
    waiting: tuple[int, ...],
    attended: tuple[int, ...],
    rolled: tuple[tuple[int, str], ...] = (),
    throws: tuple[int, ...] = (),
) -> None:
    """The dice of those who wait, after what others have rolled; what comes of it is told when all have."""
    if not waiting:
        _tell(play, number, rolled, throws)
        return
    state, man = play.state, waiting[0]
    dice, because = recovery_dice(state, man, attended=man in attended)
    why = f"{called(state, number)}: recovery of the {state.figures[man].role}"
    throw = await recovery_roll(columns_of(state, man)[0], dice, why, because, state.units[number].side)
    so_far = settled(state, (*rolled, (man, throw.value)))
    await last(_recover(play, number, waiting[1:], attended, so_far, (*throws, throw.number)))


@rule("sotr.down.recovery", "sotr.down.recovery-no-morale")
def _tell(play: Play[Battle], number: int, rolled: tuple[tuple[int, str], ...], throws: tuple[int, ...]) -> None:
    """Models recover, stay DOWN or are GONERs, which shakes nobody."""
    risen, still, gone = (tuple(man for man, said in rolled if said == one) for one in (FLESH, DOWN, GONER))
    if risen:
        sets = {"down": False, "burning": False}
        shows = {"rolls": throws}
        play.tell("recovered", "sotr.down.recovery", unit=number, figures=risen, sets=sets, shows=shows)
    if still:
        play.tell("stayed DOWN", "sotr.down.recovery", unit=number, figures=still)
    if gone:
        take_out(play, number, gone, "sotr.down.recovery", "sotr.down.recovery-no-morale")
