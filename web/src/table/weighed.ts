import type { TableView, Weight } from "../wire";
import type { Mode } from "./scale";
import { countOf } from "../lib/grammar";

/** What the colours mean. */
export const TITLES: Record<Mode, string> = {
  mine: "Your best shot from there",
  theirs: "The enemy's best shot at you there",
  difference: "Your best shot less theirs",
};

/** Short, for a button. */
export const NAMES: Record<Mode, string> = { mine: "Mine", theirs: "Theirs", difference: "Difference" };

/** Points with one digit. */
export function pointWords(value: number): string {
  const rounded = Number(value.toFixed(1));
  return countOf(rounded, "pt");
}

export function signedWords(value: number): string {
  const rounded = Number(value.toFixed(1));
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${Math.abs(rounded)} pts`;
}

function nameOf(table: TableView, unit: number | null | undefined): string {
  return unit == null ? "" : (table.units[unit]?.name ?? "");
}

/** A spot in words: whom one would shoot at from it, who would shoot back, and what is left. */
export function spotWords(weight: Weight | null, table: TableView): string[] {
  if (!weight) return ["Not weighed yet."];
  if (weight.stands === null) return ["The unit finds no room here."];
  const { mine = 0, theirs = 0 } = weight;
  const target = nameOf(table, weight.at);
  const danger = nameOf(table, weight.by);
  return [
    target ? `Your best shot: ${target}, ${pointWords(mine)}` : "No shot from here",
    danger ? `Theirs at you: ${danger}, ${pointWords(theirs)}` : "Nobody can shoot at you here",
    ...(target && danger ? [`Difference: ${signedWords(mine - theirs)}`] : []),
  ];
}
