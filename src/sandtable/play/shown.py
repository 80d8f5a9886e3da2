"""What a rulebook lets a page show of a battle: units with their markers, what they see, and what an answer promises.

A page computes no rule: everything it draws beside the bare positions comes from here.
"""

import msgspec

Point = tuple[int, int]

# What a unit can be at a glance: one drawing each, whatever the rulebook.
SYMBOLS = (
    "infantry",
    "officer",
    "medic",
    "observer",
    "sniper",
    "mg",
    "mortar",
    "at-team",
    "flamethrower",
    "gun",
    "flak",
    "howitzer",
    "tank",
    "tank-destroyer",
    "armoured-car",
    "half-track",
    "carrier",
    "truck",
    "jeep",
    "zombie",
    "beast",
    "vampire",
    "mech",
)

# What can lie on a piece of terrain: one drawing each, whatever the rulebook.
GROUND_MARKS = ("burning", "burnt", "smoke")


class Marker(msgspec.Struct, frozen=True):
    """Something that lies beside a unit: an order die, pins, a token. `kind` decides how it is drawn."""

    kind: str
    label: str
    count: int = 1


class Band(msgspec.Struct, frozen=True):
    """A distance worth a ring around a unit: how far it goes or shoots."""

    label: str
    reach: int


class Pose(msgspec.Struct, frozen=True):
    """How one figure is, where that can be seen of it: lying, out of action, on fire, upstairs, fighting hand to hand.

    `words` say all of it; `locked` are the figures that it fights; `turret` is the bearing of a turret that does not point
    where its hull does; `marks` are the markers that lie beside the figure itself, `wounds` those it has lost. A figure of
    which nothing is to be said has none.
    """

    figure: int
    words: str
    lying: bool = False
    out: bool = False
    burning: bool = False
    storey: int = 0
    locked: tuple[int, ...] = ()
    turret: int | None = None
    marks: int = 0
    wounds: int = 0


class Shown(msgspec.Struct, frozen=True):
    """A unit as it is drawn and listed.

    `symbol`, one of `SYMBOLS`, says what it is at a glance, `standing` where it is in the book's words.
    `inside` is the piece of terrain, `aboard` the unit that holds it; its figures are then not on the table themselves.
    `poses` are of those of its figures that are not simply standing there.
    """

    symbol: str
    standing: str
    in_play: bool
    strength: int
    full_strength: int
    markers: tuple[Marker, ...] = ()
    moves: tuple[Band, ...] = ()
    ranges: tuple[Band, ...] = ()
    inside: int | None = None
    aboard: int | None = None
    poses: tuple[Pose, ...] = ()


class Ray(msgspec.Struct, frozen=True):
    """A line of sight: where it begins and ends, how it fares (clear, covered, cut), and what meets it where."""

    start: Point
    end: Point
    fate: str
    cut_at: Point | None = None
    by: str = ""


class Sighting(msgspec.Struct, frozen=True):
    """What a unit makes of an enemy from where it stands or would stand.

    `distance` is None where the table does not measure before declaring.
    """

    unit: int
    seen: int
    models: int
    cover: str
    distance: int | None
    bearing: int
    blocked_by: str
    why: str
    because: tuple[str, ...]
    rays: tuple[Ray, ...] = ()


class Field(msgspec.Struct, frozen=True):
    """Which ground is seen, square by square, row by row from the upper left: 0 not, 1 in cover, 2 in the open."""

    cell: int
    columns: int
    rows: int
    cells: str


class Counter(msgspec.Struct, frozen=True):
    """Something that lies on the table by itself, face down or up, and is no figure: what it may hide nobody is told.

    `kind` decides how it is drawn; `side` is whose it is.
    """

    at: Point
    kind: str
    label: str
    side: int


class Promised(msgspec.Struct, frozen=True):
    """What is to be known of an answer besides its dice, which a forecast finds out by playing them.

    `says` is its sense in a few words, and `gives` its one number where no forecast knows a better one: `24"`, `-1 to hit`.
    `known` are measures by name, such as a distance. `note` is to be minded; `vain` says why it would come to nothing.
    """

    says: str = ""
    gives: str = ""
    known: dict[str, str] = {}
    note: str = ""
    vain: str = ""
    because: tuple[str, ...] = ()


Fact = tuple[int | None, str]  # of which unit, and what: whatever a forecast notes


class Change(msgspec.Struct, frozen=True):
    """What has become of a unit: a number, or a word. Details are only shown to those who ask for them."""

    unit: int
    what: str
    value: int | str
    detail: bool = False
