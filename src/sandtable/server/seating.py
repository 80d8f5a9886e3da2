"""Who sits where in a new battle: the seats, and the tokens that open them."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.bots import BOTS
from sandtable.play.scenario import Scenario
from sandtable.rulesets.library import RULESETS, ruleset

from .messages import SeatView
from .store import Kept, SeatRow

KEEPS_A_SEAT = "random"  # where the rules act it is asked next to nothing
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that can be misread


class Seating(NamedTuple):
    """The seats of a new battle, and the tokens for whoever begins it."""

    seats: tuple[SeatRow, SeatRow]
    tokens: dict[str, str]


def digest_of(token: str) -> str:
    """A token as it is kept: whoever reads the store cannot sit down with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def seats_opened(seats: Sequence[SeatRow], tokens: Sequence[str]) -> tuple[int, ...]:
    """The seats that tokens open."""
    digests = [digest_of(token) for token in tokens]
    return tuple(
        one.number
        for one in seats
        if one.token_sha256 and any(hmac.compare_digest(one.token_sha256, digest) for digest in digests)
    )


def new_id() -> str:
    """The name of a battle."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def played_by_the_rules(book: str, scenario: Scenario) -> Sequence[int]:
    """The seats of a scenario that nobody plays; none of a book that is not here any more."""
    return ruleset(book).plays_itself(scenario) if book in RULESETS else ()


def seat_view(kept: Kept, row: SeatRow, *, online: bool) -> SeatView:
    """Who sits there, as everybody may know it."""
    force = kept.header.scenario.forces[row.number]
    if row.kind in {"bot", "nobody"} and row.number in played_by_the_rules(kept.header.ruleset, kept.header.scenario):
        return SeatView(row.number, force.name, force.nation, "the rules", "rules", online=True)
    return SeatView(row.number, force.name, force.nation, row.player, row.kind, online)  # type: ignore[arg-type]


def seat(players: Sequence[str], names: Sequence[str] | None, by_rules: Sequence[int] = ()) -> Seating:
    """Seats for players: persons here, somebody invited, or bots; where the rules act, a bot keeps the seat."""
    found: list[SeatRow] = []
    tokens: dict[str, str] = {}
    for number, player in enumerate(players):
        if player in BOTS or number in by_rules:
            found.append(SeatRow(number, "bot", player if player in BOTS else KEEPS_A_SEAT, ""))
            continue
        token = secrets.token_urlsafe(24)
        tokens[str(number)] = token
        kind = "open" if player == "link" else "person"
        name = names[number] if names else ("Guest" if player == "link" else f"Player {number + 1}")
        found.append(SeatRow(number, kind, name, digest_of(token)))
    return Seating((found[0], found[1]), tokens)
