"""A recorded battle that is played again at the page with its own dice, so that everything that is asked is known."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from playwright.sync_api import Browser

from tests.server.kit import Server

from .kit import Person, person

PLAIN = '{"speed":"instant","everyLine":true,"briefings":false,"theme":"light","forecasts":false}'
DARK = PLAIN.replace("light", "dark")


class Recorded(Protocol):
    """A battle on file, and where it is taken up."""

    @property
    def record(self) -> Any:
        """The record."""
        ...

    @property
    def begins(self) -> int:
        """The beat from which it is played again."""
        ...


def forked(server: Server, told: Recorded, *players: str) -> dict[str, Any]:
    """A battle that goes on where the story begins, with its dice; a player is `me` or at a `screen` of his own."""
    status, opened = server.call("POST", "/api/records", told.record)
    assert status == 201, opened
    asked = {"beat": told.begins, "players": list(players), "same_dice": True}
    status, fork = server.call("POST", f"/api/battles/{opened['id']}/fork", asked)
    assert status == 201, fork
    return dict(fork)


def settle(one: Person, settings: str = PLAIN) -> None:
    """How the page looks and behaves: forecasts have tests of their own, and would take their time here."""
    one.page.add_init_script(f"localStorage.setItem('sandtable.settings', '{settings}')")


@contextmanager
def at_one_screen(browser: Browser, server: Server, told: Recorded) -> Iterator[Person]:
    """Both players, or the one there is, at one screen where the story begins; nothing is complained of in the end."""
    fork = forked(server, told, "me", "me")
    with person(browser, f"http://127.0.0.1:{server.port}") as found:
        settle(found)
        found.sit_down(fork)
        yield found
        assert found.complaints == []
