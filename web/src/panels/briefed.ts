import type { Briefing, Prize, TableView, UnitView } from "../wire";
import { countOf } from "../lib/grammar";

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
  return `${prize.title}: ${countOf(prize.points, "point")}`;
}

/** What all prizes are worth, those that read alike but for their number once together: "Objectives 1 to 3: 3 points each". */
export function prizeLines(prizes: readonly Prize[]): string[] {
  const found = new Map<string, string[]>(); // by what is the same of them
  for (const prize of prizes) {
    const words = priced(prize);
    const [, before, number, after] = /^(\D*?)(\d+)\b(?=$|:)(.*)$/.exec(words) ?? [];
    const alike = number === undefined ? `${words}\n` : `${before}\n${after}`;
    found.set(alike, [...(found.get(alike) ?? []), number ?? ""]);
  }
  return [...found].map(([alike, numbers]) => {
    const [before = "", after = ""] = alike.split("\n");
    const [first, last] = [numbers[0]!, numbers.at(-1)!];
    if (numbers.length === 1) return `${before}${first}${after}`;
    if (!first) return `${numbers.length} × ${before}`;
    const running = numbers.every((number, place) => Number(number) === Number(first) + place);
    const named = numbers.length > 2 && running ? `${first} to ${last}` : and(numbers);
    return `${before.trimEnd()}s ${named}${after}${/\bpoints?$/.test(after) ? " each" : ""}`;
  });
}

function and(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
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
