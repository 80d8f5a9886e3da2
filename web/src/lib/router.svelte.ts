/**
 * Where the page is. Paths: / · /battle/ID · /replay/ID?beat=N&play&sheet=luck · /rules/RULEBOOK?clause=ID ·
 * /umpire/RULEBOOK/QUESTION?field=value#view · /compare/SCENARIO · /gallery (for developers)
 */

export type Route =
  | { screen: "start" }
  | { screen: "battle"; id: string }
  | { screen: "replay"; id: string; beat: number | null; plays: boolean; luck: boolean }
  | { screen: "rules"; ruleset: string; clause: string | null }
  | { screen: "umpire"; ruleset: string; question: string; search: string; view: string }
  | { screen: "compare"; scenario: string }
  | { screen: "gallery" }
  | { screen: "lost"; path: string };

/** A part of a path; one that cannot be decoded is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function parse(path: string, search: string, hash = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const given = new URLSearchParams(search);
  const [screen, name] = parts;
  if (!screen) return { screen: "start" };
  if (screen === "battle" && name) return { screen, id: name };
  if (screen === "replay" && name) {
    const beat = given.get("beat");
    return {
      screen,
      id: name,
      beat: beat !== null && /^\d+$/.test(beat) ? Number(beat) : null,
      plays: given.has("play"),
      luck: given.get("sheet") === "luck",
    };
  }
  if (screen === "rules") return { screen, ruleset: name ?? "", clause: given.get("clause") };
  if (screen === "umpire" && parts.length <= 3)
    return { screen, ruleset: name ?? "", question: parts[2] ?? "", search, view: hash.slice(1) };
  if (screen === "compare" && parts.length <= 2) return { screen, scenario: name ?? "" };
  if (screen === "gallery" && parts.length === 1) return { screen };
  return { screen: "lost", path };
}

class Router {
  route: Route = $state(parse(location.pathname, location.search, location.hash));

  constructor() {
    addEventListener("popstate", () => (this.route = parse(location.pathname, location.search, location.hash)));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = parse(location.pathname, location.search, location.hash);
  }
}

export const router = new Router();

/** For links within the page: `<a href="/rules" onclick={follow}>` goes there without loading the page anew. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.origin !== location.origin) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
