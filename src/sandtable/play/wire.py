"""Everything that leaves the engine, as plain data with a schema: decisions, events, views, records."""

from typing import Any

import msgspec

from sandtable.table.layout import Layout

from .refusal import Refusal

Numbers = list[int]


class OptionView(msgspec.Struct, frozen=True):
    """Something that can be chosen, and what it is on the table: a unit, a figure, a point."""

    key: str
    label: str
    unit: int | None = None
    figure: int | None = None
    at: tuple[int, int] | None = None


class BarredView(msgspec.Struct, frozen=True):
    """Something that exists but cannot be chosen now, and why."""

    key: str
    refusal: Refusal
    label: str = ""
    unit: int | None = None


class OneOfView(msgspec.Struct, frozen=True, tag_field="type", tag="one-of"):
    """Choose one."""

    options: list[OptionView]
    barred: list[BarredView]


class SomeOfView(msgspec.Struct, frozen=True, tag_field="type", tag="some-of"):
    """Choose several."""

    options: list[OptionView]
    least: int
    most: int


class RankingView(msgspec.Struct, frozen=True, tag_field="type", tag="ranking"):
    """Put into an order."""

    options: list[OptionView]


class YesNoView(msgspec.Struct, frozen=True, tag_field="type", tag="yes-no"):
    """Say yes or no."""


class SplitView(msgspec.Struct, frozen=True, tag_field="type", tag="split"):
    """Split an amount over slots: how much each takes at most by its key, and what each is."""

    amount: int
    most: dict[str, int]
    slots: list[OptionView]


class SpotView(msgspec.Struct, frozen=True, tag_field="type", tag="spot"):
    """Pick a point of the table: one that is legal, and how far the rest can be told beforehand.

    `box` (left, upper, right, lower) holds all legal points; so does the ring of `nearest` to `farthest` around `around`;
    none of them lies within `apart` of the points `clear_of`. A point that keeps to all this may still be refused.
    `lays` is a template that comes to lie around the point: how wide its square is, and the point it is squared to.
    """

    example: tuple[int, int]
    box: tuple[int, int, int, int] | None = None
    around: tuple[int, int] | None = None
    nearest: int = 0
    farthest: int | None = None
    clear_of: tuple[tuple[int, int], ...] = ()
    apart: int = 0
    lays: tuple[int, int, int] | None = None


class FacesView(msgspec.Struct, frozen=True, tag_field="type", tag="faces"):
    """Throw dice and say what they show."""

    dice: int
    sides: int


class MarchView(msgspec.Struct, frozen=True, tag_field="type", tag="march"):
    """Move figures on foot, bring them on, or set them up. Where each `turns`, one figure may be faced by itself."""

    figures: list[int]
    budget: int
    link: int
    manner: str
    entry: list[Numbers]
    zone: list[Numbers]
    must_close_up: bool
    may_face: bool
    turns: bool = False


class DriveView(msgspec.Struct, frozen=True, tag_field="type", tag="drive"):
    """Drive a vehicle."""

    figure: int
    entry: Numbers | None
    budget: int = 0


DomainView = OneOfView | SomeOfView | RankingView | YesNoView | SplitView | SpotView | FacesView | MarchView | DriveView


class DecisionView(msgspec.Struct, frozen=True):
    """A question as a page or a bot in another process gets it; `usual` is the answer most would give, if the book knows."""

    seat: int
    kind: str
    prompt: str
    because: tuple[str, ...]
    unit: int | None
    domain: DomainView
    usual: Any = None


def encode_hook(value: Any) -> Any:
    """Plain data for what msgspec does not know."""
    if isinstance(value, Layout):
        return value.packed()
    raise NotImplementedError(f"{type(value)} cannot be written")


def decode_hook(kind: type, value: Any) -> Any:
    """Back from plain data."""
    if kind is Layout:
        return Layout.unpacked(value)
    raise NotImplementedError(f"{kind} cannot be read")


def schema_hook(kind: type) -> dict[str, Any]:
    """The schema of what msgspec does not know."""
    if kind is Layout:
        row = {"type": "array", "items": {"type": "integer"}, "minItems": 8, "maxItems": 8}
        return {"type": "array", "items": row}
    raise NotImplementedError(f"{kind} has no schema")


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook, order="deterministic")


def to_json(value: object) -> bytes:
    """Canonical JSON: the same value always gives the same bytes."""
    return _ENCODER.encode(value)


def to_plain(value: object) -> Any:
    """Plain builtins: dicts, lists, numbers, strings."""
    return msgspec.to_builtins(value, enc_hook=encode_hook, str_keys=True)
