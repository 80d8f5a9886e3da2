"""Turn Initiative, Maintenance and the dice before the first turn."""

from typing import Annotated

import msgspec

from sandtable.mechanics.questions import Asked, Found, LeavesView, Nothing, Question, Settled, field
from sandtable.rulesets.sotr.arrivals import edge_roll
from sandtable.rulesets.sotr.charts import DOWN, FLESH, GONER
from sandtable.rulesets.sotr.crews import JAMS, jam_roll
from sandtable.rulesets.sotr.initiative import initiative_roll
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.recovery import dice_for, recovery_roll
from sandtable.rulesets.sotr.setup import set_up_roll

from .fields import ARMOUR, Armour


class Initiative(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two sides that roll for Turn Initiative."""

    ours: Annotated[
        int, field("Ours", "Cool of our highest Officer; 0 for none", role="ours", fact="officer", ge=0, le=12)
    ] = 9
    theirs: Annotated[
        int, field("Theirs", "Cool of their highest Officer; 0 for none", role="theirs", fact="officer", ge=0, le=12)
    ] = 9


def initiative(given: Initiative, _options: Options) -> Asked:
    """A die and the Cool of the highest-ranking Officer; ties are rolled again."""

    async def trial() -> Found:
        while True:
            await Settled("tied")
            one = await initiative_roll("We", given.ours, seat=0)
            other = await initiative_roll("They", given.theirs, seat=1)
            if one.value != other.value:
                return {"winner": "we" if one.value > other.value else "they"}

    return Asked(f"the higher of D6+{given.ours} and D6+{given.theirs}", (), trial)


class Recovering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Models that are DOWN, in Maintenance."""

    down: Annotated[int, field("DOWN", "how many of them", role="unit", fact="down", ge=1, le=12)] = 1
    armour: Annotated[Armour, field("Armour", "the column of the wound table", role="unit", fact="armour")] = (
        "unarmored"
    )
    burning: Annotated[bool, field("Burning", "put DOWN by flames: the higher of two dice")] = False
    medic: Annotated[bool, field("Medic", "a medic in base contact: the lower of two dice")] = False
    undying: Annotated[bool, field("Undying", "vampires: the lower of two dice", role="unit", fact="undying")] = False


def recovery(given: Recovering, _options: Options) -> Asked:
    """Each rolls on the wound table again."""
    dice, because = dice_for(burning=given.burning, attended=given.medic, undying=given.undying)

    async def trial() -> Found:
        found = {FLESH: 0, DOWN: 0, GONER: 0}
        for model in range(1, given.down + 1):
            await Settled(("model", model, *found.values()))
            found[
                (await recovery_roll(ARMOUR[given.armour], dice, f"Model {model} recovers", because, seat=0)).value
            ] += 1
        return {"recovered": found[FLESH], "still_down": found[DOWN], "goners": found[GONER]}

    return Asked(recovery_roll(ARMOUR[given.armour], dice, "", because, 0).needs, (), trial)


class Jamming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Heavy machine guns without their loaders."""

    guns: Annotated[int, field("Guns", "how many", ge=1, le=6)] = 1


def jam(given: Jamming, _options: Options) -> Asked:
    """5 or more jams it for this turn."""

    async def trial() -> Found:
        rolled = [(await jam_roll(f"Gun {gun}: does it jam?", seat=0)).value for gun in range(1, given.guns + 1)]
        return {"jammed": rolled.count(JAMS)}

    return Asked("4 or less to fire", (), trial)


def set_up(_given: Nothing, _options: Options) -> Asked:
    """A die each, the lower one sets up first; ties are rolled again."""

    async def trial() -> Found:
        while True:
            await Settled("tied")
            one, other = (await set_up_roll(("we", "they"))).value
            if one != other:
                return {"sets_up_first": "we" if one < other else "they"}

    return Asked("the lower die sets up first", (), trial)


def mob_edge(_given: Nothing, _options: Options) -> Asked:
    """Which edge a mob of the dead comes on from, as the living see it from the south."""
    words = {"west": "left", "east": "right", "north": "far"}

    async def trial() -> Found:
        return {"edge": words[(await edge_roll("south", "The mob", seat=1)).value]}

    return Asked("1-2 left, 3-4 right, 5-6 far", (), trial)


QUESTIONS = (
    Question(
        "initiative",
        "Who wins Turn Initiative?",
        Initiative,
        initiative,
        ("sotr.init.roll", "sotr.gap.initiative-ties", "sotr.gap.initiative-no-officer"),
        title="Turn Initiative",
    ),
    Question(
        "recovery",
        "Do DOWN models recover?",
        Recovering,
        recovery,
        ("sotr.down.recovery", "sotr.flame.burning", "sotr.gap.medic"),
        title="DOWN models recover",
        leaves=(
            LeavesView("recovered", "unit", "men", "add"),
            LeavesView("still_down", "unit", "down", "set"),
        ),
    ),
    Question("jam", "Does a heavy machine gun without a loader jam?", Jamming, jam, ("sotr.hmg.jam",), title="Jams"),
    Question("set-up", "Who sets up first?", Nothing, set_up, ("sotr.gap.deployment",), title="Setting up"),
    Question(
        "mob-edge",
        "Where does a mob of the dead come on?",
        Nothing,
        mob_edge,
        ("sotr.gap.scenarios",),
        title="A mob comes on",
    ),
)
