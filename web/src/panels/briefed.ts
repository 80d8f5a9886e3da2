import type { Briefing, Prize, TableView, UnitView } from "../wire";

/** A side as a briefing lists it. */
export interface Side {
  name: string;
  units: { name: string; symbol: string }[];
}

/** Both sides of a table, with the units that are known. */
export function sidesOf(table: TableView, names: readonly string[]): Side[] {
  return names.map((name, seat) => ({
    name,
    units: table.units
      .filter((unit: UnitView) => unit.seat === seat)
      .map((unit) => ({ name: unit.name, symbol: unit.shown.symbol })),
  }));
}

/** Units that read the same, once each with how many there are. */
export function grouped<T extends { name: string; symbol: string }>(units: readonly T[]): [T, number][] {
  const found = new Map<string, [T, number]>();
  for (const unit of units) {
    const before = found.get(`${unit.symbol}/${unit.name}`);
    if (before) before[1] += 1;
    else found.set(`${unit.symbol}/${unit.name}`, [unit, 1]);
  }
  return [...found.values()];
}

/** When it ends: in the book's words, else by its turns. */
export function briefingLength(briefing: Briefing): string {
  if (briefing.length) return briefing.length;
  const { turns = 0, more = 0 } = briefing;
  if (!turns) return "";
  const sure = turns === 1 ? "One turn" : `${turns} turns`;
  return more ? `${sure}, and perhaps ${more} more.` : `${sure}.`;
}

/** What a prize is worth, unless its own words say so already. */
export function priced(prize: Prize): string {
  if (!prize.points || /\bpoints?\b/.test(prize.title)) return prize.title;
  return `${prize.title}: ${prize.points} ${prize.points === 1 ? "point" : "points"}`;
}

/** Whether a briefing has anything to say. */
export function says(briefing: Briefing): boolean {
  return Boolean(briefing.aims.some(Boolean) || briefing.short.some(Boolean) || briefing.scoring?.length);
}

const KEY = "sandtable.briefed";
const MOST = 60; // battles remembered

/** Whether the briefing of a battle has been seen in this browser. */
export function briefed(battle: string): boolean {
  return kept().includes(battle);
}

export function keepBriefed(battle: string): void {
  const before = kept().filter((one) => one !== battle);
  localStorage.setItem(KEY, JSON.stringify([battle, ...before].slice(0, MOST)));
}

function kept(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}
