"""Stages: parts of a script that depend on the state and their arguments alone.

In play a stage is an ordinary script. A forecast runs it on its own, once for each state and arguments that lead to it,
however many ways lead there; that is what makes exact odds of the whole script affordable. So a stage must keep to two
rules: it reads nothing but the play it is given and its arguments, and what it returns can be compared.
"""

from collections.abc import Awaitable, Callable, Coroutine, Generator
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from sandtable.dice.roll import Roll

from .script import Play
from .state import State

S = TypeVar("S", bound=State[Any, Any])
P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")

Begin = Callable[Concatenate[Play[S], P], Coroutine[Any, Any, T]]


class Again:
    """What a repeated stage returns to be played once more, with these arguments."""

    __slots__ = ("args", "kwargs")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args = args
        self.kwargs = kwargs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Again) and (self.args, self.kwargs) == (other.args, other.kwargs)

    def __hash__(self) -> int:
        return hash((self.args, tuple(self.kwargs.items())))


ITS_OWN = object()


class Scene(Generic[T]):
    """A stage that a forecast is asked to play: which script, with which arguments."""

    __slots__ = ("action", "aftermath", "args", "kwargs", "last", "repeats", "returns", "script", "unsaid")

    def __init__(self, script: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.script = script
        self.args = args
        self.kwargs = kwargs
        self.action = False
        self.aftermath = False
        self.repeats = False
        self.unsaid: tuple[str, ...] = ()
        self.last = False
        self.returns: Any = None  # what the stage returns that ends in it, or ITS_OWN: what this one returns

    def __await__(self) -> "Generator[Scene[T], T, T]":
        return (yield self)

    def again(self, again: Again) -> "Scene[T]":
        """The round after one that returned this."""
        following: Scene[T] = Scene(self.script, again.args, again.kwargs)
        following.repeats, following.unsaid = True, self.unsaid
        return following


def _marked(script: Begin[S, P, T], **marks: object) -> Begin[S, P, T]:
    """A script that a forecast meets as a scene with these marks; in play it is what it was."""

    @wraps(script)
    def begin(play: Play[S], /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        if not play.foresees:
            return script(play, *args, **kwargs)
        scene: Scene[T] = Scene(script, args, kwargs)
        for mark, value in marks.items():
            setattr(scene, mark, value)
        return scene  # type: ignore[return-value]  # it can be awaited, as a coroutine can

    return begin


def stage(script: Begin[S, P, T]) -> Begin[S, P, T]:
    """Mark a script as a stage."""
    return _marked(script)


class Throws(Generic[T]):
    """Dice that a forecast is asked about: a script of rolls that looks at nothing but its arguments."""

    __slots__ = ("args", "kwargs", "script")

    def __init__(self, script: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.script = script
        self.args = args
        self.kwargs = kwargs

    def __await__(self) -> "Generator[Throws[T], T, T]":
        return (yield self)


def each_for_itself(add: Callable[..., Any]) -> Callable[[T], T]:
    """Mark a script of dice each of which counts for itself, and which is handed first how many they are.

    What it says of many is what it says of each, added up: `add` is handed two such things, and what the script is handed
    by name. A forecast need not go through everything that many dice may show, then.
    """

    def mark(script: T) -> T:
        script.adds = add  # type: ignore[attr-defined]  # a function
        return script

    return mark


D = ParamSpec("D")


def thrown(
    play: Play[Any], script: Callable[D, Coroutine[Any, Any, T]], *args: D.args, **kwargs: D.kwargs
) -> Coroutine[Any, Any, T]:
    """Throw dice by a script that knows of no state. A forecast works out such a script once and for all.

    What is handed over by name is for the telling (why, by whom, under which clauses), or plain truths about the roll.
    """
    if play.foresees:
        return Throws(script, args, kwargs)  # type: ignore[return-value]
    return script(*args, **kwargs)


class Followed(Generic[T]):
    """Dice or a stage, and the stage that goes on with what they come to, as a forecast is told of them."""

    __slots__ = ("first", "scene")

    def __init__(self, first: Throws[Any] | Roll[Any] | Scene[Any], scene: Scene[T]) -> None:
        self.first = first
        self.scene = scene

    def __await__(self) -> "Generator[Followed[T], T, T]":
        return (yield self)


F = ParamSpec("F")


async def _follow(first: Awaitable[Any], go_on: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
    return await go_on(await first)


def then(
    first: Awaitable[V], play: Play[S], go_on: Begin[S, Concatenate[V, F], T], *args: F.args, **kwargs: F.kwargs
) -> Coroutine[Any, Any, T]:
    """Throw dice, or play a stage, and go on with a stage that is handed what they say: the last thing in a stage.

    Nothing but those arguments counts from there on, so a forecast need not go through what came before once more for
    every single thing that the dice may say, or that the stage may come to.
    """
    if play.foresees:
        scene = go_on(play, ..., *args, **kwargs)  # type: ignore[arg-type]  # what the dice say takes this place
        return Followed(first, scene)  # type: ignore[arg-type, return-value]
    return _follow(first, lambda said: go_on(play, said, *args, **kwargs))


def last(scene: Coroutine[Any, Any, T], returns: object = None) -> Coroutine[Any, Any, T]:
    """The last thing that happens in a stage: nothing is told, thrown or asked after it, and the stage returns this.

    It saves a forecast from going through the stage once more for every end of the scene only to find that out.
    """
    if isinstance(scene, Scene):
        scene.last = True
        scene.returns = returns
    return scene


def returned(scene: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]:
    """The last thing that happens in a stage, a scene or dice and what follows them: what it returns, the stage returns."""
    if isinstance(scene, Followed):
        scene.scene.returns = ITS_OWN
        return scene
    return last(scene, returns=ITS_OWN)


def action(script: Begin[S, P, T]) -> Begin[S, P, T]:
    """Mark a stage as an action: where a forecast of anything decided in it ends."""
    return _marked(script, action=True)


def aftermath(script: Begin[S, P, None]) -> Begin[S, P, None]:
    """Mark a script whose owner may do nothing in it, and which settles nothing that a forecast is about.

    A forecast takes it that nothing is done: nobody wants to wait for every way in which the winners may regroup. It plays
    an aftermath only where the game already stands in it.
    """
    return _marked(script, aftermath=True)


def rounds(*unsaid: str) -> Callable[[Begin[S, P, T | Again]], Begin[S, P, T]]:
    """Mark a stage that is played over and over for as long as it returns `Again`.

    `unsaid` are arguments that only the telling needs, such as the number of the round: rounds that differ in nothing
    else are the same round to a forecast, so that a tie that leads back to itself comes to an end.
    """

    def mark(script: Begin[S, P, T | Again]) -> Begin[S, P, T]:
        @wraps(script)
        async def over_and_over(play: Play[S], /, *args: P.args, **kwargs: P.kwargs) -> T:
            result = await script(play, *args, **kwargs)
            while isinstance(result, Again):
                result = await script(play, *result.args, **result.kwargs)
            return result

        one = _marked(script, repeats=True, unsaid=unsaid)

        @wraps(script)
        def begin(play: Play[S], /, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            chosen: Any = one if play.foresees else over_and_over
            return chosen(play, *args, **kwargs)  # type: ignore[no-any-return]

        return begin

    return mark
