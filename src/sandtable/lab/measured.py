"""What is measured of a battle: plain rows, as they are kept in files and read by other tools."""

import msgspec


class Unit(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A unit of a battle: what it is, what it cost, what is left of it, when it was gone, where it began and ended.

    `side` is that of the force it belongs to. Places are inches; a unit that is on no table has none.
    """

    number: int
    side: int
    name: str
    troop: str
    points: int
    left: float
    fate: str  # "stands", "gone", "left the table"
    gone_turn: int | None
    begins: tuple[float, float] | None
    ends: tuple[float, float] | None


class Place(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Where a figure fell, or where a unit stood at the end of a turn: inches."""

    what: str  # "fell", "stood"
    turn: int
    side: int
    x: float
    y: float


class Told(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something that happened, as it is kept where every event is asked for."""

    place: int
    turn: int
    verb: str
    unit: int | None
    side: int | None
    clauses: tuple[str, ...]
    faces: tuple[int, ...]
    line: str


class Battle(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A battle that was fought and measured; whatever there are two of belongs to the first force and to the second.

    `swapped` says that the forces had changed places. Losses are shares of the points that a force began with. `fortune` is
    what its throws came to, whose mean is nothing whatever is rolled. An activation is `idle` if nothing came of it that
    anybody saw.
    """

    seed: int
    swapped: bool
    winner: int | None
    scores: tuple[int, int]
    lost: tuple[float, float]
    gone: tuple[int, int]
    turns: int
    decisions: int
    activations: tuple[int, int]
    idle: tuple[int, int]
    throws: tuple[int, int]
    dice: tuple[int, int]
    fortune: tuple[float, float]
    first_blood: int | None  # the force that first did harm
    first_blood_turn: int | None
    swing: float  # the largest change of the margin within an answer
    lead_changes: int
    minutes: float
    micros: int
    clauses: dict[str, int]
    deeds: dict[str, int]
    weapons: dict[str, int]
    units: tuple[Unit, ...]
    places: tuple[Place, ...]
    events: tuple[Told, ...] = ()

    @property
    def margin(self) -> float:
        """How much more of its points the second force has lost than the first."""
        return self.lost[1] - self.lost[0]

    @property
    def won(self) -> float:
        """1 where the first force has won, 0 where the second has, a half of a draw."""
        return 0.5 if self.winner is None else 1.0 - self.winner
