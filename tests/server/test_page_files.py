"""The page's files and headers: what may be kept, what is asked for again, what is nowhere."""

import http.client

import pytest

from sandtable.server.app import WORKER_POLICY
from sandtable.server.routes import PAGE, POLICY

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
    for path in ("/", "/rules", "/battle/abc", "/replay/abc", "/umpire", "/umpire/abc/def", "/compare", "/compare/abc"):
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


def test_a_browser_at_a_wrong_address_gets_the_page_which_says_so(server: Server) -> None:
    status, headers, body = _fetch(server, "GET", "/nothing", accept="text/html,*/*")
    assert (status, headers["content-type"], headers["cache-control"]) == (404, "text/html; charset=utf-8", "no-store")
    assert body == _fetch(server, "GET", "/")[2] and "content-security-policy" in headers
    status, headers, _ = _fetch(server, "GET", "/api/nothing", accept="text/html,*/*")
    assert (status, headers["content-type"]) == (404, "application/json")


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


def test_the_rules_lie_where_the_server_says_and_may_be_kept(server: Server) -> None:
    told = server.get("/api/rules-archive")
    status, headers, body = _fetch(server, "GET", told["address"])
    assert (status, headers["content-type"], len(body)) == (200, "application/zip", told["bytes"])
    assert "immutable" in headers["cache-control"]
    assert _fetch(server, "GET", "/api/rules-archive")[1]["cache-control"] == "no-store"
    assert server.call("GET", "/api/rules-archive/0123456789abcdef.zip")[0] == 404


@pytest.mark.skipif(not (PAGE / "worker").is_dir(), reason="the page is not built")
def test_only_the_worker_may_compile(server: Server) -> None:
    workers = [f"/worker/{path.name}" for path in (PAGE / "worker").iterdir()]
    assert workers
    for path in workers:
        _, headers, _ = _fetch(server, "GET", path)
        assert headers["content-security-policy"] == WORKER_POLICY
        assert "immutable" in headers["cache-control"]
        assert headers["x-content-type-options"] == "nosniff"
    assert "'wasm-unsafe-eval'" in WORKER_POLICY and "'unsafe-eval'" not in WORKER_POLICY.replace("'wasm-unsafe", "")
    everything = [f"/{path.relative_to(PAGE)}" for path in PAGE.rglob("*") if path.is_file()]
    for path in ["/", "/umpire", "/nothing", "/api/health", *(set(everything) - set(workers) - {"/index.html"})]:
        assert _fetch(server, "GET", path)[1]["content-security-policy"] == POLICY, path


@pytest.mark.skipif(not (PAGE / "offline").is_dir(), reason="the page is built without offline answers")
def test_the_parts_for_offline_use_are_kept_and_known_for_what_they_are(server: Server) -> None:
    kinds = {".wasm": "application/wasm", ".mjs": "text/javascript", ".json": "application/json"}
    found = [path for path in (PAGE / "offline").rglob("*") if path.is_file()]
    assert {path.suffix for path in found} == {".wasm", ".mjs", ".json", ".zip", ".whl"}
    for path in found:
        status, headers, _ = _fetch(server, "GET", f"/{path.relative_to(PAGE)}")
        assert status == 200 and "immutable" in headers["cache-control"]
        assert headers["content-type"].startswith(kinds.get(path.suffix, "application/"))


@pytest.mark.skipif(not (PAGE / "sw.js").is_file(), reason="the page is not built")
def test_the_service_worker_is_asked_for_again(server: Server) -> None:
    _, headers, body = _fetch(server, "GET", "/sw.js")
    assert headers["cache-control"] == "no-cache" and headers["content-type"].startswith("text/javascript")
    assert b"SANDTABLE_" not in body and b"/assets/" in body and b"import" not in body
