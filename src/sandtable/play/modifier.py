"""A number that remembers why."""

import msgspec


class Modifier(msgspec.Struct, frozen=True):
    """A number added to a roll, the reason in a player's words, and the clause it comes from."""

    value: int
    why: str
    clause: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.why}"
