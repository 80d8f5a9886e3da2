"""What the page sends: commands, and queries about the battle that change nothing."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from .messages import Place, Ref, Token, Version


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything the page sends."""


class Join(Command, frozen=True, tag="join"):
    """The first message: the tokens of the seats this page plays (none: a spectator)."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=2)] = ()


class Answer(Command, frozen=True, tag="answer"):
    """The answer to the pending question of a version. Sent again with the same ref, it counts once."""

    ref: Ref
    version: Version
    answer: Any


class Undo(Command, frozen=True, tag="undo"):
    """Take one's last answer back."""

    ref: Ref
    version: Version


class Arrange(Command, frozen=True, tag="arrange"):
    """Before the battle: set the rest of my units up for me, as a bot would.

    Where units stand that can still be moved, my last answer is left to me; asked for once more, it is given, and the battle
    begins.
    """

    ref: Ref
    version: Version


class Rearrange(Command, frozen=True, tag="rearrange"):
    """Before the battle: put a unit that is set up already elsewhere. `answer` is a plan made for that unit."""

    ref: Ref
    version: Version
    unit: int
    answer: Any


class PlayOn(Command, frozen=True, tag="play-on"):
    """Leave a lesson, and play its battle on without guidance."""

    ref: Ref
    version: Version


class RollForMe(Command, frozen=True, tag="roll"):
    """Where players throw their own dice: let the server throw these."""

    ref: Ref
    version: Version


class Resync(Command, frozen=True, tag="resync"):
    """A version was missed: send everything."""


class Ping(Command, frozen=True, tag="ping"):
    """Is anybody there?"""

    sent: int


class ShowTape(Command, frozen=True, tag="tape"):
    """Lay a measuring tape for everybody to see, or take it away."""

    points: Annotated[tuple[Place, ...], Meta(max_length=12)] = ()


class Ask(Command, frozen=True, tag="ask"):
    """A question about the table, which changes nothing."""

    ref: Ref
    version: Version
    about: "About"


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="query"):
    """Anything that can be asked."""


class Plan(Query, frozen=True, tag="plan"):
    """A move being dragged: to where, by which waypoints, and whether one figure or the whole group goes.

    `draft` is the plan so far, as the last reply gave it; `turret` is the way that the turret of the one figure shall point.
    With `unit`, a unit that is set up already would be put elsewhere (`rearrange`).
    """

    goal: Place
    via: Annotated[tuple[Place, ...], Meta(max_length=12)] = ()
    figure: int | None = None
    face: Annotated[int, Meta(ge=0, lt=3600)] | None = None
    draft: Any = None
    reverse: bool = False
    look: bool = True
    turret: Annotated[int, Meta(ge=0, lt=3600)] | None = None
    unit: int | None = None


class Lift(Query, frozen=True, tag="lift"):
    """Before the battle: take a unit up that is set up already. The answer is the question that placed it."""

    unit: int


class Look(Query, frozen=True, tag="look"):
    """What a unit sees from where it stands, or would stand at the end of a draft."""

    unit: int
    draft: Any = None
    rays: bool = True


class LookField(Query, frozen=True, tag="field"):
    """Which ground a unit sees."""

    unit: int
    draft: Any = None


class Reach(Query, frozen=True, tag="reach"):
    """Where the unit that is asked to move could go."""


class Promises(Query, frozen=True, tag="promises"):
    """What is known at once of each option of the pending question."""


class Measure(Query, frozen=True, tag="measure"):
    """From one base or point to another, edge to edge, through waypoints."""

    points: Annotated[tuple[Place, ...], Meta(min_length=2, max_length=12)]
    first: int | None = None
    last: int | None = None


class Survey(Query, frozen=True, tag="survey"):
    """Distances and directions from a unit to all others, for the text mode."""

    unit: int


class Foresee(Query, frozen=True, tag="foresee"):
    """What comes of answering the pending question so: the exact forecast of each of these options."""

    options: Annotated[tuple[Annotated[str, Meta(max_length=80)], ...], Meta(min_length=1, max_length=12)]


class Spots(Query, frozen=True, tag="spots"):
    """Where a unit of one's own could go with an ordinary move: spots to weigh, best asked a few at a time."""

    unit: int


class Weigh(Query, frozen=True, tag="weigh"):
    """What a unit could do from each of these spots, and what could be done to it there."""

    unit: int
    spots: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=24)]


OfTheTable = Plan | Look | LookField | Reach | Promises | Measure | Survey | Foresee | Spots | Weigh
About = Lift | OfTheTable
Change = Answer | RollForMe | Undo | Arrange | Rearrange | PlayOn  # what players do, and others may not
ClientMessage = Join | Answer | Undo | Arrange | Rearrange | PlayOn | RollForMe | Resync | Ping | ShowTape | Ask
