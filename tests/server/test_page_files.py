"""The page's files and headers: what may be kept, what is asked for again, what is nowhere."""

import http.client

import pytest

from sandtable.server.routes import PAGE

from .kit import Server


def _fetch(server: Server, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.putrequest(method, path, skip_host="host" in headers)
    for name, value in headers.items():
        line.putheader(name, value)
    line.endheaders()
    answer = line.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    line.close()
    return found


@pytest.mark.skipif(not (PAGE / "assets").is_dir(), reason="the page is not built")
def test_hashed_files_are_kept_and_everything_else_is_asked_for_again(server: Server) -> None:
    asset = next((PAGE / "assets").iterdir()).name
    status, headers, body = _fetch(server, "GET", f"/assets/{asset}")
    assert status == 200 and body and "immutable" in headers["cache-control"]
    assert _fetch(server, "GET", "/icon.svg")[1]["cache-control"] == "no-cache"


def test_the_page_may_be_asked_about_without_being_sent(server: Server) -> None:
    for path in ("/", "/rules", "/battle/abc", "/replay/abc"):
        status, headers, body = _fetch(server, "HEAD", path)
        assert (status, body, headers["cache-control"]) == (200, b"", "no-cache")


@pytest.mark.parametrize("path", ["/api/battles", "/api/battles/nothere/history", "/nothing", "/api/health"])
def test_nothing_that_depends_on_who_asks_is_kept(server: Server, path: str) -> None:
    assert _fetch(server, "GET", path)[1]["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/assets/../../app.py", "/assets/%2e%2e/%2e%2e/app.py", "/..%2fapp.py", "/assets//etc/passwd", "/nothing"]
)
def test_nothing_beside_the_page_is_served(server: Server, path: str) -> None:
    status, _, body = _fetch(server, "GET", path)
    assert (status, body) == (404, b'{"code":"404","reason":"there is nothing at this address"}')


@pytest.mark.parametrize(
    ("host", "status"),
    [("[::1", 403), ("", 403), ("evil.example", 403), ("[::1]:1", 200), ("LOCALHOST:1", 200), ("127.0.0.1.evil", 403)],
)
def test_the_server_answers_to_its_own_names_only(server: Server, host: str, status: int) -> None:
    assert _fetch(server, "GET", "/api/health", host=host)[0] == status


@pytest.mark.parametrize("origin", ["http://[", "null", "http://localhost", "http://evil.example", ""])
def test_a_page_of_somebody_else_begins_nothing(server: Server, origin: str) -> None:
    asked = {"ruleset": "bolt-action", "scenario": "attrition"}
    assert server.call("POST", "/api/battles", asked, {"origin": origin})[0] == 403


def test_a_body_that_is_nested_too_deeply_is_refused(server: Server) -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    body = b'{"ruleset":"bolt-action","scenario":"attrition","options":{"a":' + deep + b"}}"
    assert server.call("POST", "/api/battles", body)[0] == 400
    header = b'{"format":"sandtable-record","format_version":1,"engine":"x","header":{"options":{"a":' + deep + b"}}}"
    status, said = server.call("POST", "/api/verify", header)
    assert (status, said["good"]) == (200, False)


def test_a_name_is_of_letters_that_can_be_seen(server: Server) -> None:
    asked = {"ruleset": "bolt-action", "scenario": "attrition", "names": ["a\u0000b", "c"]}
    assert server.call("POST", "/api/battles", asked)[0] == 400
