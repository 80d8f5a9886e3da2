"""Taking the stair (1.6.1.5.1): who goes up or down, and where that puts him."""

from collections.abc import Mapping, Sequence

from sandtable.play.asking import ask
from sandtable.play.domains import OneOf, OnTable, SomeOf
from sandtable.play.refusal import Refusal
from sandtable.play.script import Play
from sandtable.rulesets.sotr.basics import storeys
from sandtable.rulesets.sotr.basics.ways import who
from sandtable.rulesets.sotr.react.coming_upon import find_hidden
from sandtable.rulesets.sotr.state import Battle


async def climb(play: Play[Battle], number: int, able: Mapping[int, int], climbed: Mapping[int, int]) -> dict[int, int]:
    """Who of those able to takes the stair, and which way; whoever has climbed already goes on the same way."""
    state = play.state
    values: dict[str, tuple[int, int]] = {}
    for man in able if storeys.houses(state.terrain) else ():
        for way, refusal in storeys.stairs_for(state, man).items():
            if refusal is None and climbed.get(man, storeys.WAYS[way]) == storeys.WAYS[way]:
                values[f"m{man} {way}"] = man, storeys.WAYS[way]
    men = {man for man, _ in values.values()}
    if not men:
        return {}
    because = ("sotr.advance.stairs", "sotr.gap.buildings")
    unit = state.units[number]
    if len(men) == 1:
        only = next(iter(men))
        ways: dict[str, int] = {"stay": 0} | {key.split()[1]: step for key, (_, step) in values.items()}
        labels = {0: "stay on this storey", 1: "go up", -1: "go down"}
        answers = OneOf(ways, label=lambda step: labels[step], points=lambda _: OnTable(figure=only))
        words = f"{who(state, only)} stands at the stair"
        step = await ask(play, number, "climb", answers, words, *because, usual="stay")
        return {only: step} if step else {}
    choices = SomeOf(
        values,
        0,
        len(men),
        label=lambda one: f"{who(state, one[0])} goes {'up' if one[1] > 0 else 'down'}",
        points=lambda one: OnTable(figure=one[0]),
        fits=lambda some: _fit(state, some),
    )
    chosen = await ask(play, number, "climb", choices, f"{unit.name}: who takes the stair?", *because, usual=list)
    return dict(chosen)


def _fit(state: Battle, chosen: Sequence[tuple[int, int]]) -> Refusal | None:
    steps = dict(chosen)
    if len(steps) < len(chosen):
        return Refusal("nobody goes both up and down", ("sotr.advance.stairs",))
    return storeys.crowded(state, steps) if steps else None


def land(play: Play[Battle], number: int, steps: dict[int, int]) -> None:
    """Put those who climb on their new storey; Hidden enemies they see from there are found."""
    state = play.state
    places = [list(place) for place in storeys.landed(state, steps)]
    sets = {"places": places, "models": {"moved": state.turn}}
    way = "both ways" if len(set(steps.values())) > 1 else "up" if storeys.UP in steps.values() else "down"
    play.tell("climbed", "sotr.advance.stairs", unit=number, figures=tuple(steps), sets=sets, tells={"way": way})
    side = state.units[number].side
    if any(unit.hidden and unit.side != side for unit in state.units):
        find_hidden(play, number)
