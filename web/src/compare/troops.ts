import type { FieldedView, ReadyView } from "../wire";
import { countOf } from "../lib/grammar";

/** So many units of a troop that are all alike under a book. */
export interface Alike {
  count: number;
  names: string[];
  figures: number; // of each
  points: number; // of each
  symbol: string;
  represented: string; // how the book makes a unit of it, where it says so
  facts: [name: string, fact: string][];
}

/** A troop of a side: what each book makes of it, in the order of the books; null of a book that has not come yet. */
export interface TroopRow {
  troop: string;
  title: string;
  cells: (Alike[] | null)[];
}

const VOWEL = /[aeiouy]/;
const ROMAN = /^[ivx]+$/;

/** A troop's id as words: without its nation, abbreviations and numerals in capitals. */
export function troopTitle(troop: string): string {
  const words = troop
    .slice(troop.indexOf(".") + 1)
    .split("-")
    .map((word) => (VOWEL.test(word) && !ROMAN.test(word) ? word : word.toUpperCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Units that are alike put together; what their force has said already (its nation) is not said again. */
export function alike(units: readonly FieldedView[], nation: string): Alike[] {
  const found = new Map<string, Alike>();
  for (const { card, figures, symbol } of units) {
    const facts = Object.entries(card.facts).filter(([, fact]) => fact && fact !== nation);
    const represented = card.represented ?? "";
    const key = JSON.stringify([figures, card.points, symbol, represented, facts]);
    const known = found.get(key);
    if (known) {
      known.count += 1;
      known.names.push(card.name);
    } else found.set(key, { count: 1, names: [card.name], figures, points: card.points, symbol, represented, facts });
  }
  return [...found.values()];
}

/** A side troop by troop, in the order in which the books list them. */
export function troopRows(books: readonly (ReadyView | null)[], side: 0 | 1): TroopRow[] {
  const troops = new Set(books.flatMap((book) => book?.forces[side].units.map(({ card }) => card.troop) ?? []));
  return [...troops].map((troop) => ({
    troop,
    title: troopTitle(troop),
    cells: books.map((book) => {
      if (!book) return null;
      const { units, nation } = book.forces[side];
      return alike(
        units.filter(({ card }) => card.troop === troop),
        nation,
      );
    }),
  }));
}

/** How a book represents some units that are alike, in a line. */
export function inShort({ count, figures, points }: Alike): string {
  if (count === 1) return `${countOf(figures, "figure")}, ${countOf(points, "point")}`;
  return `${count} × ${countOf(figures, "figure")}, ${countOf(points, "point")} each`;
}

/** A side under a book, in a line. */
export function strength(ready: ReadyView, side: 0 | 1): string {
  const { units, points } = ready.forces[side];
  const figures = units.reduce((sum, unit) => sum + unit.figures, 0);
  return `${countOf(units.length, "unit")}, ${countOf(figures, "figure")}, ${countOf(points, "point")}`;
}

/** What a picture of the table shows, for those who do not see it. */
export function pictureWords({ title, forces, table }: ReadyView): string {
  const sides = forces.map(({ name }, side) => {
    const there = table.figures.filter(({ at, unit }) => at !== null && table.units[unit]?.side === side);
    return `${countOf(there.length, "figure")} of ${name}`;
  });
  return `The table under ${title}: ${sides.join(" and ")}`;
}

/** When the table looks like that. */
export function moment({ came_on }: ReadyView): string {
  return came_on
    ? "Here a side begins off the table: as they stand after the first turn."
    : "As both sides have set up, before the first turn.";
}
