import type { ClauseView, SwitchView, UnitCard } from "../wire";

/** What a list of clauses can be narrowed to. */
export const FILTERS = ["ruling", "switch", "gap", "missing"] as const;
export type Filter = (typeof FILTERS)[number];

export const FILTER_WORDS: Record<Filter, string> = {
  ruling: "Has a ruling",
  switch: "Has a switch",
  gap: "Gaps we fill",
  missing: "Not implemented",
};

const KEEPS: Record<Filter, (clause: ClauseView) => boolean> = {
  ruling: (clause) => clause.ruling !== "",
  switch: (clause) => clause.option !== "",
  gap: (clause) => clause.kind === "gap",
  missing: (clause) => clause.not_implemented !== "",
};

export function passes(clause: ClauseView, filters: ReadonlySet<Filter>): boolean {
  for (const filter of filters) if (!KEEPS[filter](clause)) return false;
  return true;
}

/** The words that are looked for, in lower case. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

interface Entry {
  clause: ClauseView;
  id: string;
  says: string;
  all: string;
}

/** Clauses prepared for searching: everything is put into lower case once, not at every key. */
export class ClauseIndex {
  private readonly entries: Entry[];

  constructor(clauses: readonly ClauseView[]) {
    this.entries = clauses.map((clause) => ({
      clause,
      id: clause.id.toLowerCase(),
      says: clause.says.toLowerCase(),
      all: [clause.id, clause.where, clause.says, clause.ruling, clause.option, clause.example, clause.not_implemented]
        .join("\n")
        .toLowerCase(),
    }));
  }

  /** Clauses that hold every word: in the order of the book, or with words, those first that name it best. */
  find(query: string, filters: ReadonlySet<Filter>, chapter: string | null): ClauseView[] {
    const words = wordsOf(query);
    const found: { entry: Entry; rank: number }[] = [];
    for (const entry of this.entries) {
      if (chapter !== null && entry.clause.where !== chapter) continue;
      if (!passes(entry.clause, filters)) continue;
      const rank = rankOf(entry, words);
      if (rank >= 0) found.push({ entry, rank });
    }
    if (words.length) found.sort((one, other) => one.rank - other.rank); // stable: the book's order among equals
    return found.map(({ entry }) => entry.clause);
  }
}

/** Smaller is better; -1 where a word is missing. A clause's name counts more than its text, that more than the rest. */
function rankOf(entry: Entry, words: readonly string[]): number {
  let rank = 0;
  for (const word of words) {
    if (entry.id === word) continue;
    if (entry.id.includes(word)) rank += 1;
    else if (entry.says.includes(word)) rank += 3;
    else if (entry.all.includes(word)) rank += 6;
    else return -1;
  }
  return rank;
}

/** Chapters in the order of the book, with how many clauses each holds. */
export function chapters(clauses: readonly ClauseView[]): { where: string; title: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { where } of clauses) counts.set(where, (counts.get(where) ?? 0) + 1);
  return [...counts].map(([where, count]) => ({ where, title: chapterTitle(where), count }));
}

export function chapterTitle(where: string): string {
  return where.charAt(0).toUpperCase() + where.slice(1);
}

/** Clauses under their chapters, in the order in which they are given. */
export function byChapter(clauses: readonly ClauseView[]): { where: string; clauses: ClauseView[] }[] {
  const groups = new Map<string, ClauseView[]>();
  for (const clause of clauses) {
    const group = groups.get(clause.where);
    if (group) group.push(clause);
    else groups.set(clause.where, [clause]);
  }
  return [...groups].map(([where, group]) => ({ where, clauses: group }));
}

/** A text in pieces, those that were looked for marked, so that the page can mark them without writing HTML. */
export function marked(text: string, looked: readonly string[]): { text: string; hit: boolean }[] {
  const words = looked.filter((word) => word.length > 1); // a single letter is everywhere, and marking it shows nothing
  if (!words.length) return [{ text, hit: false }];
  const lower = text.toLowerCase();
  const hits = new Uint8Array(text.length);
  // Some letters change length in lower case; then nothing is marked rather than the wrong letters.
  if (lower.length === text.length) {
    for (const word of words) {
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
        hits.fill(1, at, at + word.length);
      }
    }
  }
  const parts: { text: string; hit: boolean }[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + 1;
    while (end < text.length && hits[end] === hits[at]) end += 1;
    parts.push({ text: text.slice(at, end), hit: hits[at] === 1 });
    at = end;
  }
  return parts;
}

/** Cards that hold every word in their name, troop or facts. */
export function findCards(cards: readonly UnitCard[], query: string): UnitCard[] {
  const words = wordsOf(query);
  return cards.filter((card) => {
    const all = [card.name, card.troop, ...Object.entries(card.facts).flat()].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Switches that hold every word in their name, values or clauses. */
export function findSwitches(switches: readonly SwitchView[], query: string): SwitchView[] {
  const words = wordsOf(query);
  return switches.filter((one) => {
    const all = [one.name, one.name.replaceAll("_", " "), ...one.choices, ...one.clauses].join("\n").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

export interface Coverage {
  where: string;
  clauses: number;
  implemented: number;
  tested: number | null; // None where the tests are not installed
}

/** How much of each chapter is implemented and tested. */
export function coverage(clauses: readonly ClauseView[]): Coverage[] {
  return byChapter(clauses).map(({ where, clauses: group }) => ({
    where,
    clauses: group.length,
    implemented: group.filter((clause) => !clause.not_implemented).length,
    tested: group.every((clause) => clause.tests === null) ? null : group.filter((clause) => clause.tests).length,
  }));
}
