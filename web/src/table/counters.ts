import type { Point } from "../lib/camera";
import type { Counter } from "../wire";

/** What is drawn on a counter: a letter, or lines within 100 of its middle. */
export interface CounterSign {
  letter: string;
  d: string;
}

const STAR = "M0 -62L15 -20H59L24 7L37 50L0 24L-37 50L-24 7L-59 -20H-15Z";

const LINES: Record<string, string> = {
  portal: "M-60 0a60 60 0 1 0 120 0a60 60 0 1 0 -120 0M-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0",
  dummy: "M-42 -42L42 42M-42 42L42 -42",
  mines: "M-30 0a30 30 0 1 0 60 0a30 30 0 1 0 -60 0M0 -30V-60M0 30V60M-30 0H-60M30 0H60M-21 -21L-42 -42M21 -21L42 -42",
  sniper: "M-42 0a42 42 0 1 0 84 0a42 42 0 1 0 -84 0M0 -66V-16M0 66V16M-66 0H-16M66 0H16",
  artillery: "M0 -64V-24M0 64V24M-64 0H-24M64 0H24M-45 -45L-17 -17M45 45L17 17M-45 45L-17 17M45 -45L17 -17",
  smoke: "M-44 34H44a24 24 0 0 0 4 -47a34 34 0 0 0 -64 -14a25 25 0 0 0 -30 19a22 22 0 0 0 2 42Z",
  objective: STAR,
  "objective-like": STAR,
};

const LETTERS: Record<string, string> = { unknown: "?", event: "!" };

/** Kinds that have a sign of their own. */
export const COUNTERS = [...Object.keys(LINES), ...Object.keys(LETTERS)];

const WORDS: Record<string, string> = { unknown: "face-down marker", "objective-like": "objective" };

/** The sign of a kind of counter; one that the page does not know has the first letter of its name. */
export function signOf({ kind, label }: Counter): CounterSign {
  const d = LINES[kind] ?? "";
  if (d) return { letter: "", d };
  return { letter: LETTERS[kind] ?? (label || kind || "?").charAt(0).toUpperCase(), d: "" };
}

/** What a counter is called, and what it is where its name does not say. */
export function counterName({ kind, label }: Counter): string {
  const what = WORDS[kind] ?? kind.replaceAll("-", " ");
  if (!label) return what;
  if (kind === "unknown" && /face.down|unspotted/i.test(label)) return label;
  return label.toLowerCase().includes(what.toLowerCase()) ? label : `${label}, ${what}`;
}

export interface Lying {
  counter: Counter;
  place: number; // among all counters
  at: Point; // where it is drawn
}

/** Counters as they are drawn: several in one place lie side by side, so that each can be read and grasped. */
export function lying(counters: readonly Counter[], size: number): Lying[] {
  const together = new Map<string, number[]>();
  counters.forEach(({ at }, place) => {
    const key = at.join(" ");
    together.set(key, [...(together.get(key) ?? []), place]);
  });
  return counters.map((counter, place) => {
    const [x, y] = counter.at;
    const heap = together.get(counter.at.join(" ")) ?? [place];
    return { counter, place, at: [x + (heap.indexOf(place) - (heap.length - 1) / 2) * 2 * size, y] };
  });
}

/**
 * What choosing each counter means, by its place among all. Of several in one spot each means an option of its own, in the
 * order in which both are listed; where options are fewer, those that are left over mean the last.
 */
export function meantBy(
  counters: readonly Pick<Counter, "at">[],
  offered: readonly { key: string; at: readonly [number, number] | null }[],
): Map<number, string> {
  const spots = new Map<string, string[]>();
  for (const { key, at } of offered) if (at) spots.set(at.join(" "), [...(spots.get(at.join(" ")) ?? []), key]);
  const found = new Map<number, string>();
  counters.forEach(({ at }, place) => {
    const keys = spots.get(at.join(" "));
    const key = keys && (keys.length > 1 ? keys.shift() : keys[0]);
    if (key !== undefined) found.set(place, key);
  });
  return found;
}
