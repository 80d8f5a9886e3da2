"""Where others reach the server: what a link for somebody at another machine begins with."""

import contextlib
import ipaddress
import socket

EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104  # listened on at every address of this machine
# Nobody's addresses, kept for examples: nothing is sent there, but the system says which way it would go.
AFAR = ((socket.AF_INET, "203.0.113.1"), (socket.AF_INET6, "2001:db8::1"))


def reached_at(host: str, port: int) -> tuple[str, ...]:
    """The pages' addresses for others, the best first; none where only this machine can come in."""
    names = own_addresses(sixes=host == "::") if host in EVERYWHERE else (host,)
    return tuple(f"http://{f'[{name}]' if ':' in name else name}:{port}" for name in names if not only_here(name))


def only_here(host: str) -> bool:
    """Whether a name means this machine to whoever says it, or one that only its own wire knows."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.lower() == "localhost" or host.lower().endswith(".localhost")
    return address.is_loopback or address.is_unspecified or address.is_link_local


def own_addresses(*, sixes: bool) -> tuple[str, ...]:
    """By which addresses this machine goes to others; where it knows no way out, those of its own name."""
    found = []
    for family, afar in AFAR[: 2 if sixes else 1]:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((afar, 9))
            found.append(str(way.getsockname()[0]))
    if not found:
        with contextlib.suppress(OSError):
            family = socket.AF_UNSPEC if sixes else socket.AF_INET
            found = [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, family)]
    return tuple(dict.fromkeys(found))
