"""Why a team cannot use a weapon that it has."""

from sandtable.mechanics.clauses import rule
from sandtable.play.refusal import Refusal
from sandtable.rulesets.skirmish41.basics.charts import weapon_of
from sandtable.rulesets.skirmish41.heavy.heavy import arms_ready, has_rounds
from sandtable.rulesets.skirmish41.state import Battle

COSTS = {"bomb": "sk.gren.cost-grenade", "anti-tank": "sk.at.cost", "flame": "sk.at.cost", "gun": "sk.gun.cost"}


@rule("sk.gap.ammunition", "sk.gren.targets", "sk.flame.no-move-fire", "sk.gren.cost-mortar", "sk.gren.cost-grenade")
def why_not_use(state: Battle, number: int, weapon: str) -> Refusal:
    """Why a team cannot use a weapon that it has."""
    unit, line = state.units[number], weapon_of(weapon, state.options)
    cost = "sk.gren.cost-mortar" if line.has("mortar") else COSTS[line.kind]
    if not has_rounds(state, number, weapon) or (line.has("mortar") and "he" not in unit.items):
        return Refusal("nothing is left to fire", ("sk.gap.ammunition",))
    if any(arm.weapon == weapon for arm in arms_ready(state, number)):
        clauses = ("sk.gren.targets",) if weapon == "grenade" else ()
        return Refusal("no spotted enemy that it could harm is in sight and in range", (line.clause, *clauses))
    if weapon in unit.wrecked or not unit.optics:
        return Refusal("it is out of order", ("sk.dmg.afv-9", "sk.dmg.afv-8"))
    if unit.shot and (line.kind == "gun" or line.has("mortar")):
        return Refusal("it has fired this turn", (cost,))
    if line.kind == "flame" and any(state.figures[man].moves for man in unit.men):
        return Refusal("it does not move and fire in one turn", ("sk.flame.no-move-fire",))
    if line.has("tripod") and not unit.ready:
        return Refusal("it is not set up", ("sk.gap.action-costs",))
    return Refusal(f"it takes {line.cost} actions of those who use it", (cost,))
