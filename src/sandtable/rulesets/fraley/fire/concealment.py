"""Cover and concealment of a Unit, and who is Gone to Ground."""

from collections.abc import Collection, Sequence

from sandtable.mechanics.clauses import rule
from sandtable.rulesets.fraley.basics.sight import Sighted, look, within_terrain
from sandtable.rulesets.fraley.basics.teams import arms, is_acting
from sandtable.rulesets.fraley.basics.terrain import HARD, feature
from sandtable.rulesets.fraley.state import Battle

Sights = Sequence[Sequence[Sighted]]  # of each firing Team in turn, each Team of the target


# ---- cover


@rule("fraley.cover.soft", "fraley.cover.hard", "fraley.conceal.area", "fraley.cover.linear", "fraley.action.dig-in")
def cover_against(state: Battle, figure: int, sighted: Sighted, *, at_weapon: bool) -> int:
    """The cover of a Team against one firing Team: terrain, digging in, a gun shield; 0, `SOFT` or `HARD`."""
    if state.figures[figure].dug_in or (not at_weapon and shielded(state, figure, sighted)):
        return HARD
    return sighted.cover


@rule("fraley.weapon.gun-shield", "fraley.gap.arc-geometry")
def shielded(state: Battle, figure: int, sighted: Sighted) -> bool:
    """Whether a Team has a gun shield between itself and a firing Team, which lies ahead of its front edge."""
    team = state.figures[figure]
    return (
        team.kind == "gun" and sighted.faced and any("shield" in weapon.traits for weapon in arms(team, state.options))
    )


# ---- concealment


@rule("fraley.conceal.still-infantry", "fraley.gap.first-round")
def is_still(state: Battle, figure: int) -> bool:
    """Whether a Team is Concealed for not having moved: Infantry only, whatever it fired."""
    team = state.figures[figure]
    return team.kind == "infantry" and not team.moved


@rule("fraley.weapon.gun-shield", "fraley.conceal.still-infantry")
def is_concealed(state: Battle, figure: int, sighted: Sighted, *, at_weapon: bool) -> bool:
    """Whether a Team is Concealed from one firing Team that sees it."""
    no_shield = at_weapon or not state.options.gun_shield_conceals
    return is_still(state, figure) or cover_against(state, figure, sighted, at_weapon=no_shield) > 0


def fires_at(state: Battle, figure: int) -> bool:
    """Whether a Team has an AT weapon at all."""
    return any(weapon.at for weapon in arms(state.figures[figure], state.options))


@rule("fraley.conceal.whole-unit")
def concealed(
    state: Battle,
    teams: Sequence[int],
    firers: Sequence[int],
    *,
    at_fire: Collection[int] | None = None,
    sights: Sights | None = None,
) -> bool:
    """Whether a group of Teams that is shot at is Concealed from those who shoot: every Team that any of them sees is.

    `at_fire` are the firing Teams that fire an AT weapon, where not all fire what they have; `sights` what the firers make
    of the Teams, if that is known already.
    """
    if sights is None:
        sights = look(state, firers, teams)
    for firer, line in zip(firers, sights, strict=True):
        at_weapon = fires_at(state, firer) if at_fire is None else firer in at_fire
        for figure, sighted in zip(teams, line, strict=True):
            if sighted.seen and not is_concealed(state, figure, sighted, at_weapon=at_weapon):
                return False
    return True


# ---- Gone to Ground


@rule("fraley.gtg.non-tank", "fraley.gtg.per-team", "fraley.gtg.overwatch-not-automatic", "fraley.fo.gone-to-ground")
@rule("fraley.gap.first-round", "fraley.gtg.declare-effect", "fraley.gtg.reaction-ends")
def is_grounded(state: Battle, figure: int) -> bool:
    """Whether a Team is Gone to Ground: by its Unit's word, or for having neither moved, fired nor observed."""
    team = state.figures[figure]
    unit = state.units[team.unit]
    if team.kind == "tank":
        return False
    if unit.grounded or (unit.card.rank == "fo" and in_concealing_terrain(state, figure)):
        return True
    if unit.overwatch and not state.options.overwatch_counts_as_gtg:
        return False
    return not (team.moved or team.fired or team.observed)


def in_concealing_terrain(state: Battle, figure: int) -> bool:
    """Whether a Team stands in an area that conceals or touches a line that does."""
    return any(feature(state.terrain[piece]).cover for piece in within_terrain(state, figure))


@rule("fraley.gtg.lost-by-visible-team")
def all_grounded(
    state: Battle,
    teams: Sequence[int],
    firers: Sequence[int],
    *,
    host: int | None = None,
    sights: Sights | None = None,
) -> bool:
    """Whether no Team that any of the firers sees is up: then the whole group has the bonus.

    Teams that a `host` has taken in for this attack are down with it if it has declared that it goes to ground; but not one
    in the middle of his own activation, who could not declare it himself.
    """
    if sights is None:
        sights = look(state, firers, teams)
    declared = host is not None and state.units[host].grounded
    for place, figure in enumerate(teams):
        if any(line[place].seen for line in sights) and not is_grounded(state, figure):
            if declared and state.figures[figure].kind != "tank" and not is_acting(state, state.figures[figure].unit):
                continue
            return False
    return True
