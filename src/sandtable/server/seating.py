"""Who sits where in a new battle: the seats, and the tokens that open them."""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sandtable.bots import BOTS

from .store import SeatRow

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


def seat(players: Sequence[str], names: Sequence[str] | None) -> Seating:
    """Seats for players: persons here, somebody invited, or bots."""
    found: list[SeatRow] = []
    tokens: dict[str, str] = {}
    for number, player in enumerate(players):
        if player in BOTS:
            found.append(SeatRow(number, "bot", player, ""))
            continue
        token = secrets.token_urlsafe(24)
        tokens[str(number)] = token
        kind = "open" if player == "link" else "person"
        name = names[number] if names else ("Guest" if player == "link" else f"Player {number + 1}")
        found.append(SeatRow(number, kind, name, digest_of(token)))
    return Seating((found[0], found[1]), tokens)
