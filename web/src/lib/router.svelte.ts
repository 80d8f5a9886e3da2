/** Where the page is. Paths: / · /battle/ID · /replay/ID?beat=N · /rules/RULEBOOK?clause=ID */

export type Route =
  | { screen: "start" }
  | { screen: "battle"; id: string }
  | { screen: "replay"; id: string; beat: number | null }
  | { screen: "rules"; ruleset: string; clause: string | null }
  | { screen: "lost"; path: string };

export function parse(path: string, search: string): Route {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const given = new URLSearchParams(search);
  const [screen, name] = parts;
  if (!screen) return { screen: "start" };
  if (screen === "battle" && name) return { screen, id: name };
  if (screen === "replay" && name) {
    const beat = given.get("beat");
    return { screen, id: name, beat: beat !== null && /^\d+$/.test(beat) ? Number(beat) : null };
  }
  if (screen === "rules") return { screen, ruleset: name ?? "", clause: given.get("clause") };
  return { screen: "lost", path };
}

class Router {
  route: Route = $state(parse(location.pathname, location.search));

  constructor() {
    addEventListener("popstate", () => (this.route = parse(location.pathname, location.search)));
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.route = parse(location.pathname, location.search);
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
