"""What weapons mean to those who carry them."""

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.sotr.basics.charts import kinds
from sandtable.rulesets.sotr.basics.sight import friends
from sandtable.rulesets.sotr.state import Battle

from .crews import touches


@rule("sotr.weapon.close-combat-property")
def close_combat_armed(state: Battle, figure: int) -> bool:
    """Whether a model has a Close Combat Weapon anywhere in its equipment: a pistol, a machine pistol, claws."""
    return any(kinds()[weapon].has("close-combat") for weapon in state.figures[figure].weapons)


@rule("sotr.rpg.move-or-fire", "sotr.hth.encumbered", "sotr.gap.special-keywords")
def encumbered(state: Battle, figure: int) -> bool:
    """Whether a man carries a Move or Fire weapon, an RPG being one, drags another, or is so by a special rule."""
    man = state.figures[figure]
    unit = state.units[man.unit]
    if unit.machine:
        return False
    laden = any(kinds()[weapon].has("move-or-fire") for weapon in man.weapons)
    return laden or "encumbered" in unit.card.traits or burdened(state, figure)


@rule("sotr.down.drag-limit", "sotr.hth.encumbered")
def burdened(state: Battle, figure: int) -> bool:
    """Whether a model has dragged a comrade this turn and still holds him: it is Encumbered."""
    soldier = state.figures[figure]
    if soldier.tied != state.turn or soldier.moved != state.turn or soldier.down:
        return False
    side = state.units[soldier.unit].side
    return any(
        state.figures[man].down and touches(state, figure, man)
        for number in friends(state, side)
        for man in state.units[number].men
    )
