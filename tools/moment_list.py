"""The moments that the documents show, and how the page comes to each."""

import contextlib
import re
from collections.abc import Callable

from playwright.sync_api import expect
from tests.browser.hands import Hand
from tests.browser.kit import TheAct, Wire
from tests.browser.test_lessons import Learner
from tests.server.kit import Page as Seat
from tests.server.kit import easy_answer

from moments import Moment, Sought, Visit

Lead = Callable[[Visit], None]
LATE = 20  # actions after which a table has something to tell


def fire(*traces: str, harm: bool = True, early: int = 40) -> Sought:
    """Fire by such weapons that came to something, when a battle has been going on."""
    return lambda act: (
        act.kind in {"fire", "strike"} and act.trace in traces and act.first > early and (bool(act.hurt) or not harm)
    )


def of(*kinds: str, trace: str = "") -> Sought:
    """Such actions that came to something."""
    return lambda act: act.kind in kinds and bool(act.hurt) and (not trace or act.trace == trace)


def killed(act: TheAct) -> bool:
    """Fire that cost somebody everything."""
    return (
        act.kind == "fire"
        and act.first > 60
        and any("destroyed" in one for words in act.hurt.values() for one in words)
    )


def after(book: str, scenario: str, sought: Sought) -> Lead:
    """A battle right after such an action."""
    return lambda visit: visit.after(book, scenario, sought)


def replayed(book: str, scenario: str, sought: Sought) -> Lead:
    """The replay of a battle at such an action."""
    return lambda visit: visit.replayed(book, scenario, sought)


def opened(path: str, ready: str) -> Lead:
    """A page of ours, once something is there."""

    def lead(visit: Visit) -> None:
        visit.who.go(path)
        visit.page.locator(ready).first.wait_for()

    return lead


def start(visit: Visit) -> None:
    """The start page."""
    visit.who.go("/")
    visit.page.get_by_role("heading", name="Quick battle").wait_for()


def step(book: str, number: int) -> Lead:
    """A lesson at one of its steps."""

    def lead(visit: Visit) -> None:
        learner = Learner(visit.who, touch=bool(visit.page.evaluate("() => navigator.maxTouchPoints > 0")))
        learner.begin(book)
        seen = learner.see()
        while seen["count"] < number or not seen["wants"]:
            before = seen["count"]
            learner.do(seen) if seen["wants"] else learner.do_anything()
            seen = learner.see(before if seen["wants"] else before - 1)

    return lead


def set_up(visit: Visit) -> None:
    """The offer to set everybody up, before anybody stands."""
    visit.begin("d10", "village")
    for _ in range(8):
        visit.who.wait_for_question()
        if visit.page.get_by_role("button", name=re.compile("Set up", re.IGNORECASE)).count():
            return
        visit.who.answer_by_mouse()
    raise LookupError("nothing is offered")


def briefing(visit: Visit) -> None:
    """What a battle is about."""
    visit.begin("bolt-action", "three-objectives")
    visit.who.wait_for_question()
    visit.page.keyboard.press("F2")
    expect(visit.page.get_by_role("dialog", name=re.compile("^Briefing"))).to_be_visible()


def placed(visit: Visit, book: str, scenario: str) -> Hand:
    """A short battle with everybody in place, to be played on by clicks."""
    visit.begin(book, scenario, placed=True, options={"premeasure": True} if book == "bolt-action" else {})
    visit.who.wait_for_question()
    return Hand(visit.who, "mouse")


def choosing(visit: Visit) -> Hand:
    """Whom to shoot at."""
    hand = placed(visit, "bolt-action", "orchard")
    for _ in range(40):
        visit.who.wait_for_question()
        about = visit.page.locator("button.option[data-about]")
        if re.search("target|fire at|whom|who is|shoot", visit.who.prompt(), re.IGNORECASE) and about.count() > 1:
            return hand
        wanted = next((one for one in map(visit.who.option, ("MMG team", "Fire")) if one.count()), None)
        if wanted is not None:
            prompt = visit.who.prompt()
            visit.who.mark()
            wanted.click()
            visit.who.wait_until_taken(prompt)
        elif not hand.answer():
            break
    raise LookupError("nobody shoots")


def choosing_one(visit: Visit) -> None:
    """Several targets in reach, the best of them pointed at."""
    best = visit.choosing("bolt-action", "three-objectives")
    visit.settle()
    visit.page.locator(f"button.option[data-key='{best}']").hover()


def forecast(visit: Visit) -> None:
    """What comes of a shot, number by number."""
    choosing_one(visit)
    visit.page.locator(".answer:has(.option:hover) .info").click()


def why_not(visit: Visit) -> None:
    """Whom one cannot choose, and why not."""
    choosing(visit)
    visit.page.get_by_text("why not?").first.click()


def smoke(visit: Visit) -> None:
    """A mortar has laid smoke between both sides."""
    options = {"premeasure": True, "smoke": True}
    asked = {"players": ["me", "screen"], "seed": 6, "options": options, "placed": True}
    opened = visit.server.begin(ruleset="bolt-action", scenario="three-objectives", **asked)
    with contextlib.closing(visit.server.join(opened["id"], *opened["tokens"].values())) as seat:
        for _ in range(60):
            seat.until_asked()
            seat.answer(_smoking(seat))
            if any(beat.get("line") and "lays smoke" in beat["line"]["text"] for beat in seat.beats):
                break
        else:
            raise LookupError("no smoke lies")
    visit.who.sit_down(opened)
    visit.who.wait_for_question()


def _smoking(seat: Seat) -> object:
    """What whoever wants smoke answers: a mortar fires it, at the middle of the table."""
    asked = seat.until_asked()
    domain = asked["domain"]
    if asked["kind"] == "smoke":
        table = seat.snapshot["table"]
        return [table["width"] // 2, table["depth"] // 2]
    options = domain.get("options", []) if domain["type"] == "one-of" else []
    wanted = (one["key"] for word in ("smoke", "mortar", "fire") for one in options if word in one["label"].lower())
    return next(wanted, None) or easy_answer(seat)


def moving(visit: Visit) -> None:
    """A move that is planned and not confirmed."""
    hand = placed(visit, "skirmish41", "orchard")
    for _ in range(30):
        visit.who.wait_for_question()
        if visit.who.is_move():
            hand.plan_move()
            return
        hand.answer()
    raise LookupError("nobody moves")


def phone_table(visit: Visit) -> None:
    """A battle on a telephone: the table."""
    visit.after("bolt-action", "orchard", fire("bullets", early=30))


def phone_question(visit: Visit) -> None:
    """The question pulled up."""
    visit.begin("bolt-action", "orchard", placed=True)
    visit.who.wait_for_question()
    visit.page.locator(".go").first.tap()
    visit.page.locator("button.option").first.wait_for()


def end(visit: Visit) -> None:
    """A battle that is over."""
    battle, _ = visit.fights.fought("bolt-action", "orchard")
    visit.who.go(f"/battle/{battle}")
    scored = visit.page.get_by_role("region", name="What scored")
    expect(scored.get_by_role("listitem").first).to_be_visible()


def luck(visit: Visit) -> None:
    """Every throw of a battle."""
    battle, _ = visit.fights.fought("bolt-action", "three-objectives")
    visit.who.go(f"/replay/{battle}?sheet=luck")
    expect(visit.page.get_by_role("columnheader", name=re.compile("Odds"))).to_be_visible()


def umpire(visit: Visit) -> None:
    """Ten rifles at men in cover."""
    visit.who.go("/umpire/bolt-action/shooting?shooters=10&distance=11&cover=soft")
    visit.page.get_by_role("region", name="The situation").wait_for()
    visit.page.wait_for_load_state("networkidle")


def invitation(visit: Visit) -> None:
    """A link for a friend. The address is one of a home network, whatever machine takes the picture."""
    reached = '{"status":"ok","addresses":["http://192.168.1.20:8000"]}'

    def told(route: object) -> None:
        route.fulfill(content_type="application/json", body=reached)  # type: ignore[attr-defined]

    visit.page.route("**/api/health", told)
    start(visit)
    visit.page.get_by_role("radio", name="a friend").first.check(force=True)
    visit.page.get_by_role("button", name="Play", exact=True).click()
    visit.page.get_by_role("heading", name="The table is set").wait_for()
    visit.page.locator("svg.qr, .code svg, section.card svg").first.wait_for()


def lost(visit: Visit) -> None:
    """A line that is cut."""
    wire = Wire(visit.server.port)
    visit.ends.callback(wire.close)
    visit.who.base = f"http://127.0.0.1:{wire.port}"
    visit.begin("bolt-action", "orchard", placed=True)
    visit.who.wait_for_question()
    wire.cut()
    expect(visit.page.get_by_role("banner")).to_contain_text("Connection lost")
    visit.who.complaints.clear()  # the browser says that the line is cut, which it is


def keyed(key: str) -> Lead:
    """A battle with what a key opens."""

    def lead(visit: Visit) -> None:
        placed(visit, "d10", "orchard")
        visit.page.keyboard.press(key)
        visit.page.get_by_role("dialog").first.wait_for()

    return lead


def compared(visit: Visit) -> None:
    """One battle under every book."""
    visit.who.go("/compare")
    expect(visit.page.get_by_text("Both sides set up…")).to_have_count(0)
    expect(visit.page.get_by_role("img", name=re.compile("^The table under")).first).to_be_visible()


WAY_IN, LEARN = "The way in", "First battles"
TURN, TOLD = "Your move", "The last action is the picture"
GROUND, HAND = "Ground and pieces", "On a telephone"
AFTER, ELSE = "Afterwards", "Beside the battle"

MOMENTS = (
    Moment("start", WAY_IN, "The start page: Play now begins a guided first battle", start),
    Moment("start-night", WAY_IN, "The start page by night", start, theme="dark"),
    Moment("start-phone", WAY_IN, "The start page on a telephone", start, "phone"),
    Moment("start-phone-night", WAY_IN, "The start page on a telephone by night", start, "phone", "dark"),
    Moment(
        "lesson-bolt-action",
        LEARN,
        "bolt-action: whose order die it is, and what to do with it",
        step("bolt-action", 4),
    ),
    Moment("lesson-sotr", LEARN, "sotr: Overwatch has broken a charge of the dead", step("sotr", 4)),
    Moment("lesson-fraley", LEARN, "fraley: stands and Initiatives", step("fraley", 3), theme="dark"),
    Moment("lesson-d10", LEARN, "d10: orders one after another, and Hold", step("d10", 4)),
    Moment("lesson-skirmish41", LEARN, "skirmish41: what lies under the counters", step("skirmish41", 3)),
    Moment("lesson-phone", LEARN, "A first battle on a telephone", step("bolt-action", 3), "phone"),
    Moment("briefing", TURN, "The briefing: aims of both sides, how it is scored, how long it lasts", briefing),
    Moment("set-up", TURN, "Everybody set up in one click, or one by one by dragging", set_up),
    Moment("choosing", TURN, "Choosing a target: one number each, on the table and in the list", choosing_one),
    Moment("why-not", TURN, "Why somebody cannot be chosen", why_not),
    Moment("forecast", TURN, "The forecast of a shot: each number with its chance", forecast),
    Moment("moving", TURN, "A move that is planned: ghosts, the way, inches used and left", moving),
    Moment("advice", TURN, "Advice, which is off unless one wants it", choosing_one, settings={"advice": 2}),
    Moment(
        "battle",
        TOLD,
        "bolt-action: who fired at whom, with which dice, and what came of it",
        after("bolt-action", "three-objectives", fire("bullets", "shell")),
    ),
    Moment("sotr", TOLD, "sotr: fire model by model", after("sotr", "iron", fire("bullets", "shell"))),
    Moment(
        "fraley", TOLD, "fraley: mortars at a platoon of tanks, stand by stand", after("fraley", "meeting", fire("arc"))
    ),
    Moment("d10", TOLD, "d10: a squad under fire", after("d10", "village", fire("bullets", "shell"))),
    Moment(
        "skirmish41",
        TOLD,
        "skirmish41: figure by figure against an enemy that the rules play",
        after("skirmish41", "crossroads", fire("bullets")),
    ),
    Moment(
        "battle-night", TOLD, "bolt-action by night", after("bolt-action", "three-objectives", killed), theme="dark"
    ),
    Moment("d10-night", TOLD, "d10 by night", after("d10", "village", fire("bullets", "shell")), theme="dark"),
    Moment(
        "assault",
        TOLD,
        "An assault, and what it cost both",
        replayed("bolt-action", "breakthrough", of("assault", trace="blows")),
    ),
    Moment("blast", TOLD, "What a blast covers", replayed("sotr", "iron", fire("blast", "bomb"))),
    Moment(
        "night-battle",
        GROUND,
        "A battle that is fought by night is dark in either light",
        after("sotr", "crypt", fire("bullets")),
    ),
    Moment("winter", GROUND, "Ground in winter", after("bolt-action", "breakthrough", fire("bullets", "shell"))),
    Moment("zombies", GROUND, "The dead come on", replayed("sotr", "dead-walk", of("assault", trace="blows"))),
    Moment(
        "walkers",
        GROUND,
        "A walking machine among wrecks",
        replayed("sotr", "iron", fire("rocket", "shell", harm=False)),
    ),
    Moment(
        "counters",
        GROUND,
        "Counters that may be anybody, and somebody who is spotted",
        replayed("skirmish41", "patrol", lambda act: act.trace == "spot"),
    ),
    Moment(
        "stands",
        GROUND,
        "Stands, commanders and markers of a company battle",
        replayed("fraley", "skirmish", of("assault", "fire", trace="rocket")),
    ),
    Moment("smoke", GROUND, "Smoke, which nobody sees through", smoke),
    Moment("phone-table", HAND, "The table first, and what happened last", phone_table, "phone"),
    Moment("phone-question", HAND, "The question, pulled up", phone_question, "phone", "dark"),
    Moment("end", AFTER, "The end: what scored, losses, the turning point, luck", end),
    Moment("end-phone", AFTER, "The end on a telephone", end, "phone", "dark"),
    Moment("replay", AFTER, "The replay, action by action", replayed("bolt-action", "three-objectives", killed)),
    Moment("luck", AFTER, "Every throw, with what was to be expected of it", luck),
    Moment("umpire-desk", ELSE, "The umpire for a real table", umpire),
    Moment("umpire", ELSE, "The umpire on a telephone: ten rifles at men in soft cover", umpire, "phone"),
    Moment(
        "rules",
        ELSE,
        "Every clause, with our ruling and its switch",
        opened("/rules/bolt-action", "[id='clause-ba.turn.draw']"),
    ),
    Moment("compare", ELSE, "One battle under five rulebooks", compared),
    Moment(
        "gallery",
        ELSE,
        "For developers: every piece, unit and marker",
        opened("/gallery", "main svg.map, main svg[role=img], main h2"),
        theme="dark",
    ),
    Moment("invitation", ELSE, "An invitation, with a code for a telephone", invitation),
    Moment("lost", ELSE, "A lost connection cannot be overlooked", lost),
    Moment("settings", ELSE, "Settings", keyed(",")),
    Moment("keys", ELSE, "Every key", keyed("?"), theme="dark"),
)
