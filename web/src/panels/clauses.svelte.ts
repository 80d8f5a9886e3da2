import { createContext } from "svelte";
import { api } from "../lib/api";
import type { RulesView } from "../wire";

const read = new Map<string, Promise<RulesView>>();

/** A rulebook's clauses, fetched once; a failure is not remembered. */
export function rulesOf(ruleset: string): Promise<RulesView> {
  let rules = read.get(ruleset);
  if (!rules) {
    rules = api.rules(ruleset);
    read.set(ruleset, rules);
    rules.catch(() => read.delete(ruleset));
  }
  return rules;
}

export function clauseAddress(ruleset: string, id: string): string {
  return `/rules/${encodeURIComponent(ruleset)}?clause=${encodeURIComponent(id)}`;
}

/** Which clause lies open beside the table. */
export class OpenClause {
  id: string | null = $state(null);

  constructor(private readonly name: () => string) {}

  get ruleset(): string {
    return this.name();
  }
}

/** Everything that cites a clause opens it here, however deep in the panels it stands. */
export const [openClause, provideClauses] = createContext<OpenClause>();
