"""What a rookie does in situations that tell: he fires, charges, runs, hides and steps back for reasons."""

from collections.abc import Callable
from typing import Any

from sandtable.bots.rookie import Rookie
from sandtable.dice.chance import Chance
from sandtable.dice.sources import Scripted
from sandtable.geometry.units import inches
from sandtable.play.decision import Decision
from sandtable.play.game import Game
from sandtable.play.marching import Marching
from sandtable.play.script import Play
from sandtable.play.views import view
from sandtable.play.walks import March
from sandtable.rulesets.sotr.command.command import command_phase
from sandtable.rulesets.sotr.fire.to_hit import Shot
from sandtable.rulesets.sotr.options import Options
from sandtable.rulesets.sotr.ruleset import RULESET
from sandtable.rulesets.sotr.setup.deployment import set_up
from sandtable.rulesets.sotr.state import Battle, Mission
from sandtable.rulesets.sotr.tactics import OPINIONS, choose
from sandtable.rulesets.sotr.tactics.melee import value_of_assault
from sandtable.rulesets.sotr.tactics.worth import breaching, hit_by, wounding
from sandtable.rulesets.sotr.turn.activation import activate
from tests.scene import one_step

from .kit import Scene, Side, reich, terrain, us


def said(scene: Scene, script: Callable[..., Any], *arguments: Any, kind: str) -> object:
    """What the rookie says to the first question of a kind in a script, having answered those before it himself."""
    return asked(scene, script, *arguments, kind=kind)[1]


def asked(scene: Scene, script: Callable[..., Any], *arguments: Any, kind: str) -> tuple[Decision[Any], Any]:
    """That question, too."""

    async def begin(play: Play[Battle]) -> None:
        await script(play, *arguments)

    game: Game[Battle] = Game(one_step(RULESET, begin), scene.state, Scripted([]))
    while (decision := game.pending) is not None:
        seen = view(RULESET, game.state, decision.seat)
        if decision.kind == kind:
            answer = choose(seen, decision, Chance("test"))
            decision.domain.check(answer)
            return decision, answer
        game.answer(Rookie(RULESET, "test").answer(seen, decision))
    raise AssertionError(f"nobody was asked about {kind!r}")


def action_of(scene: Scene, name: str) -> object:
    """The movement action that the rookie declares."""
    return said(scene, activate, scene.number(name), kind="action")


def ends_of(scene: Scene, name: str) -> list[tuple[float, float]]:
    """Where the rookie's models end their move, in inches."""
    march = said(scene, activate, scene.number(name), kind="move")
    assert isinstance(march, March)
    return [(walk.points[-1][0] / 1000, walk.points[-1][1] / 1000) for walk in march.walks]


LINE = tuple((12.0 + 2 * place, 30.0) for place in range(1, 6))


def riflemen(name: str = "Able", **rest: Any) -> Side:
    """Six men in a line abreast."""
    return us("us.rifle-squad", (12, 30), name=name, men=6, spots=LINE, **rest)


# ---- fire


def test_who_has_good_targets_stays_and_shoots() -> None:
    """Six rifles at men in the open within short range: nobody leaves a good place for a better one."""
    scene = Scene(riflemen(), reich("reich.sturmgrenadiers", (12, 12), name="Sturm", gap=1), objectives=[(12, 30)])
    assert action_of(scene, "Able") == "advance"
    assert ends_of(scene, "Able") == [(12.0, 30.0), *LINE]
    assert said(scene, activate, scene.number("Able"), kind="fire") in {"nearest", "aimed"}


def test_small_arms_are_not_wasted_on_armour() -> None:
    """The men with nothing to hurt a tank with rather shoot at the men beside it, though these are farther off."""
    scene = Scene(
        us("us.rifle-squad", (12, 30), name="Able", men=6, spots=LINE),
        reich("reich.panzermech", (17, 16), name="Mech"),
        reich("reich.mg-team", (24, 14), name="MG", gap=1),
        ground=(terrain("wall", line=[(16, 18), (19, 18)]),),
    )
    assert said(scene, activate, scene.number("Able"), kind="fire") in {"exposed", f"u{scene.number('MG')}"}


def test_a_crowd_forms_a_line_to_shoot() -> None:
    """Men behind each other see nothing: they spread out before they fire."""
    behind = [(20, 31.1), (20, 32.2), (20, 33.3), (20, 34.4), (20, 35.5)]
    crowd = us("us.rifle-squad", (20, 30), name="Able", men=6, spots=behind)
    scene = Scene(crowd, reich("reich.sturmgrenadiers", (12, 8), name="Sturm", gap=1))
    ends = ends_of(scene, "Able")
    assert max(x for x, _ in ends) - min(x for x, _ in ends) > 2
    assert max(y for _, y in ends) - min(y for _, y in ends) < 5


def test_grenades_fly_only_where_they_land() -> None:
    """Never at enemies behind a house, when the only spot left to throw at would be one's own."""
    house = terrain("building", box=(16, 20, 8, 4))
    near = reich("reich.mg-team", (20, 18.5), name="MG")
    scene = Scene(us("us.command", (18, 25.5), name="Hale", gap=0.3), near, ground=(house,))
    number = scene.number("Hale")
    try:
        assert said(scene, activate, number, kind="fire") != "frag"
    except AssertionError as nobody:
        assert "nobody was asked" in str(nobody)


# ---- getting on


def test_nobody_in_sight_means_running_for_the_objective() -> None:
    """A squad far from everybody goes On The Double, and nearer to its objective."""
    scene = Scene(riflemen(), reich("reich.mg-team", (44, 2), name="MG"), objectives=[(16, 12)],
                  ground=(terrain("building", box=(30, 4, 6, 20)), terrain("building", box=(36, 6, 10, 4))))  # fmt: skip
    assert action_of(scene, "Able") == "double"
    assert min(y for _, y in ends_of(scene, "Able")) < 26


def test_who_holds_an_objective_unseen_hides() -> None:
    """Having got there, with nobody about."""
    wall = terrain("building", box=(4, 10, 40, 6))
    scene = Scene(us("us.command", (20, 24), name="Hale"), reich("reich.mg-team", (20, 4), name="MG"), ground=(wall,),
                  objectives=[(21, 24)])  # fmt: skip
    assert action_of(scene, "Hale") == "hide"


# ---- hand-to-hand


def test_monsters_charge_what_they_reach() -> None:
    """A vampire eight inches from two men does not shoot his pistol at them."""
    scene = Scene(us("us.bazooka-team", (20, 30), name="Bazooka"), reich("reich.vampire", (20, 21), name="Count"))
    assert action_of(scene, "Count") == f"assault u{scene.number('Bazooka')}"


def test_men_do_not_charge_monsters() -> None:
    """They shoot, or step back."""
    scene = Scene(us("us.hmg-team", (20, 30), name="Gun"), reich("reich.werewolves", (20, 24), name="Wolves"))
    assert not str(action_of(scene, "Gun")).startswith("assault")
    assert value_of_assault(scene.state, scene.number("Gun"), scene.number("Wolves")) < 0


def test_men_step_back_from_the_dead() -> None:
    """The living of the Dead Walk hold their ground until zombies come near."""
    scene = Scene(us("us.hmg-team", (20, 30), name="Gun", men=1, models={0: {"weapons": ("pistol",)}}),
                  reich("reich.zombies", (20, 23.5), name="Mob", men=8), mission=Mission("dead-walk"))  # fmt: skip
    (_, y), *_ = ends_of(scene, "Gun")
    assert y > 31


# ---- Commands and set-up


def test_regrouping_comes_first() -> None:
    """Before Overwatch, before strikes."""
    scene = Scene(
        us("us.command", (20, 40), name="Hale"),
        us("us.rifle-squad", (24, 40), name="Able", men=4, fields={"disorganized": True}),
        reich("reich.mg-team", (20, 4), name="MG", gap=0.1),
    )
    assert str(said(scene, command_phase, 0, kind="command")).startswith(f"regroup u{scene.number('Able')}")


def test_strikes_fall_on_crowds_only() -> None:
    """Eight men close together are worth the only strike; the last of them is not."""
    for men, called in ((8, True), (1, False)):
        scene = Scene(
            us("us.command", (20, 40), name="Hale", gap=2),
            reich("reich.sturmgrenadiers", (20, 10), name="Sturm", men=men, gap=0.1, fields={"strength": 8}),
            fields={"grants": (("artillery",), ())},
        )
        assert str(said(scene, command_phase, 0, kind="command")).startswith("artillery") == called


def test_who_holds_ground_and_sees_nobody_watches() -> None:
    """At its objective, behind a house, a squad is put on Overwatch."""
    house = terrain("building", box=(4, 10, 40, 6))
    scene = Scene(us("us.rifle-squad", (20, 24), name="Able", men=4), reich("reich.mg-team", (20, 4)), ground=(house,),
                  objectives=[(21, 24)])  # fmt: skip
    assert said(scene, command_phase, 0, kind="command") == f"overwatch u{scene.number('Able')}"


def test_squads_are_set_up_abreast_on_the_side_of_their_objective() -> None:
    """In a line along the zone, not in a crowd in some corner."""
    scene = Scene(us("us.rifle-squad", name="Able", fields={"place": "waiting"}), reich("reich.mg-team", (4, 4)),
                  objectives=[(36, 24)])  # fmt: skip
    scene.change("Able", place="waiting")
    decision, march = asked(scene, set_up, 0, kind="set up")
    assert isinstance(decision.domain, Marching)
    points = [walk.points[-1] for walk in march.walks]
    assert len({y for _, y in points}) == 1
    assert abs(sum(x for x, _ in points) // len(points) - inches(36)) < inches(8)


# ---- numbers and secrets


def test_harm_by_the_numbers() -> None:
    """An unarmoured man: GONER on 4+, DOWN on 2-3. A bazooka against the front of a Panzermech, a rifle against it."""
    options = Options()
    assert round(wounding(options, 0) * 6, 2) == 3 + 2 * 0.5
    assert round(wounding(options, 2) * 6, 2) == 1 + 2 * 0.5
    assert round(breaching(options, 4, 7) * 6, 2) == round(0.1 + 0.4 + 0.4 + 1, 2)  # 3 Shaken, 4-5 damaged, 6 destroyed
    assert breaching(options, 0, 7) == 0
    assert breaching(options, 0, 4, by_hand=True) > 0


def test_what_it_expects_follows_the_tables() -> None:
    """With other numbers on the table it weighs otherwise."""
    printed, easier = Options(), Options(cells=(("hit.base", 2), ("wound.unarmored.goner", 2)))
    shot = Shot("rifle", 10_000)
    assert hit_by(easier, shot) > hit_by(printed, shot)
    assert wounding(easier, 0) > wounding(printed, 0)


def test_hidden_enemies_change_nothing() -> None:
    """Wherever a Hidden unit stands, and whatever has happened to it, the rookie says the same."""
    answers = set()
    for at, men in (((12, 20), 3), ((40, 6), 2)):
        lurking = reich("reich.mg-team", at, name="MG", fields={"hidden": True}, each={"prone": men == 2})
        scene = Scene(
            riflemen(), reich("reich.sturmgrenadiers", (30, 12), name="Sturm"), lurking, objectives=[(40, 24)]
        )
        march = said(scene, activate, scene.number("Able"), kind="move")
        answers.add((action_of(scene, "Able"), march, said(scene, activate, scene.number("Able"), kind="fire")))
    assert len(answers) == 1


def test_no_opinion_on_what_is_usual() -> None:
    """Kinds of question that are not listed are left to their default."""
    scene = Scene(riflemen(), reich("reich.mg-team", (12, 12)))
    decision, _ = asked(scene, activate, 0, kind="action")
    decision.kind = "casualties"
    assert "casualties" not in OPINIONS
    assert choose(scene.state, decision, Chance("test")) is None
