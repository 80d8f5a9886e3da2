"""DOWN models in Maintenance (1.4.3): the recovery dice, one or two, and what comes of them."""

from collections.abc import Mapping

import msgspec

from sandtable.dice.readings import Faces
from sandtable.dice.roll import Roll
from sandtable.mechanics.clauses import rule
from sandtable.play.script import Play
from sandtable.play.stage import stage

from .charts import DOWN, FLESH, GONER, wound_bands
from .hidden import called
from .state import Battle
from .wounds import armour_of, take_out

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
def recovery_roll(armour: int, dice: str, why: str, because: tuple[str, ...], seat: int) -> Roll[str]:
    """The recovery dice of a DOWN model on its own column: one, or the higher or the lower of two."""
    down, goner = wound_bands(armour)
    reading = Recovering(down, goner, dice != LOWER)
    words = "" if dice == ONE else f"; the {dice} of two dice counts"
    needs = f"{down - 1} or less to recover, {goner}+ is a GONER{words}"
    return Roll(1 if dice == ONE else 2, 6, reading, why=why, because=because, seat=seat, needs=needs)


def recovery_dice(state: Battle, figure: int, *, attended: bool) -> tuple[str, tuple[str, ...]]:
    """Which dice a DOWN model rolls, and why."""
    found = state.figures[figure]
    undying = "undying" in state.units[found.unit].card.traits
    return dice_for(burning=found.burning, attended=attended, undying=undying)


def dice_for(*, burning: bool, attended: bool, undying: bool) -> tuple[str, tuple[str, ...]]:
    """Fire asks for the higher of two dice, care for the lower; both cancel out."""
    because = ["sotr.down.recovery"]
    because += ["sotr.flame.burning"] * burning + ["sotr.gap.medic"] * attended
    because += ["sotr.gap.roster-reich-vampire"] * undying
    cared = attended or undying
    if burning == cared:
        return ONE, tuple(because)
    return (HIGHER if burning else LOWER), tuple(because)


@stage
@rule("sotr.down.recovery", "sotr.down.recovery-no-morale")
async def recover(play: Play[Battle], number: int, attended: tuple[int, ...]) -> None:
    """Every DOWN model of a unit rolls: it recovers, stays DOWN or is a GONER, which shakes nobody."""
    state = play.state
    unit = state.units[number]
    results: dict[str, list[int]] = {FLESH: [], DOWN: [], GONER: []}
    rolls: list[int] = []
    for man in unit.men:
        if not state.figures[man].down:
            continue
        dice, because = recovery_dice(state, man, attended=man in attended)
        why = f"{called(state, number)}: recovery of the {state.figures[man].role}"
        rolled = await recovery_roll(armour_of(state, man), dice, why, because, unit.side)
        results[rolled.value].append(man)
        rolls.append(rolled.number)
    shows = {"rolls": tuple(rolls)}
    if results[FLESH]:
        sets = {"down": False, "burning": False}
        play.tell("recovered", "sotr.down.recovery", unit=number, figures=tuple(results[FLESH]), sets=sets, shows=shows)
    if results[DOWN]:
        play.tell("stayed DOWN", "sotr.down.recovery", unit=number, figures=tuple(results[DOWN]))
    if results[GONER]:
        take_out(play, number, tuple(results[GONER]), "sotr.down.recovery", "sotr.down.recovery-no-morale")
