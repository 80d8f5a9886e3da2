import type {
  BattleRow,
  BookCard,
  CommonScenarioView,
  Fork,
  Health,
  History,
  LuckView,
  NewBattle,
  Opened,
  Problem,
  ReadyView,
  RulesetView,
  RulesView,
  Line,
  SummaryView,
  Verified,
} from "../wire";

/** Something the server would not do, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason);
  }
}

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError("offline", "The server does not answer. Is sandtable still running?");
  }
  if (response.ok) return (await response.json()) as T;
  const said = (await response.json().catch(() => null)) as Problem | null;
  throw new ApiError(said?.code ?? String(response.status), said?.reason ?? `The server said ${response.status}.`);
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

// Seat tokens travel in a header, never in an address: addresses end up in logs.
function withTokens(tokens: readonly string[]): RequestInit {
  return tokens.length ? { headers: { "x-seat-tokens": tokens.join(" ") } } : {};
}

export const api = {
  health: () => call<Health>("/api/health"),
  books: () => call<BookCard[]>("/api/books"),
  ruleset: (name: string) => call<RulesetView>(`/api/rulesets/${encodeURIComponent(name)}`),
  rulesets: () => call<RulesetView[]>("/api/rulesets"),
  rules: (name: string) => call<RulesView>(`/api/rulesets/${encodeURIComponent(name)}/rules`),
  commonScenarios: () => call<CommonScenarioView[]>("/api/common-scenarios"),
  ready: (name: string, book: string) =>
    call<ReadyView>(`/api/common-scenarios/${encodeURIComponent(name)}/${encodeURIComponent(book)}`),
  battles: () => call<BattleRow[]>("/api/battles"),
  begin: (battle: NewBattle) => post<Opened>("/api/battles", battle),
  history: (id: string, tokens: readonly string[]) => call<History>(`/api/battles/${id}/history`, withTokens(tokens)),
  luck: (id: string, tokens: readonly string[], swings: boolean) =>
    call<LuckView>(`/api/battles/${id}/luck${swings ? "?swings=true" : ""}`, withTokens(tokens)),
  summary: (id: string, tokens: readonly string[]) =>
    call<SummaryView>(`/api/battles/${id}/summary`, withTokens(tokens)),
  lines: (id: string, before: number, tokens: readonly string[]) =>
    call<Line[]>(`/api/battles/${id}/lines?before=${before}`, withTokens(tokens)),
  fork: (id: string, fork: Fork) => post<Opened>(`/api/battles/${id}/fork`, fork),
  verify: (id: string) => call<Verified>(`/api/battles/${id}/verify`),
  recordAddress: (id: string) => `/api/battles/${id}/record`,
  verifyFile: async (file: File) =>
    call<Verified>("/api/verify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: await file.text(),
    }),
  openRecord: async (file: File) =>
    call<Opened>("/api/records", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: await file.text(),
    }),
};
