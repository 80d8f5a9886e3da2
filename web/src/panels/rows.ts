/** What stands in the row of an option: its verb or target, one grey line, one number. Nothing of anybody else. */
import type {
  Balance,
  DecisionView,
  Effect,
  Foreseen,
  OptionView,
  Promised,
  RollView,
  Sighting,
  TableView,
} from "../wire";
import { sightFate } from "../table/labels";
import { amount, either } from "./foreseen";
import { chance, chanceOf, chief, far, lost, numberOf, saidInches, type RowNumber } from "./numbers";
import { capital } from "./words";

export interface Row {
  title: string;
  grey: string;
  number: RowNumber | null;
  pointless: string; // why choosing it would come to nothing; empty where it does not
}

interface Known {
  decision: DecisionView;
  table: TableView | null;
  side: number; // of whoever is asked
  promised?: Promised;
  roll?: RollView; // the first that it sets off, where that is known
  foreseen?: Foreseen;
  sighting?: Sighting; // of the option's unit, by the unit that is asked about
  foretold?: boolean; // whether answers to the question have forecasts, or may have: then all wait for theirs
  chances?: boolean; // whether targets are told by chances, since what happens to them is of several kinds
}

/** What happens to those whom an option is about: its own unit, else the one that is asked about, else whoever is hit. */
export function ownEffects(option: OptionView | null, known: Omit<Known, "promised" | "roll" | "sighting">): Effect[] {
  const { foreseen, decision, side } = known;
  const effects = foreseen?.effects ?? [];
  const unit = option?.unit ?? null;
  if (option && aimsAt(option, known)) return effects.filter((effect) => effect.unit === unit);
  const enemy = firstUnit(effects.filter((effect) => effect.side !== null && effect.side !== side));
  if (enemy.length) return enemy;
  return effects.filter((effect) => effect.unit === (unit ?? decision.unit));
}

/** Whether what happens to several targets cannot be counted alike: men are lost here, a vehicle is destroyed there. */
export function ofSeveralKinds(
  options: readonly OptionView[],
  known: Pick<Known, "decision" | "table" | "side">,
  foreseenOf: (key: string) => Foreseen | undefined,
): boolean {
  const kinds = new Set<string>();
  for (const option of options) {
    const foreseen = foreseenOf(option.key);
    if (!foreseen || !aimsAt(option, known)) continue;
    const main = chief(ownEffects(option, { ...known, foreseen }));
    if (main) kinds.add(either(main) !== null && !lost(main) ? "" : main.what);
  }
  return kinds.size > 1;
}

/** Whether an option is about somebody of the other side. */
function aimsAt(option: OptionView, { table, side }: Pick<Known, "table" | "side">): boolean {
  return option.unit !== null && table?.units[option.unit]?.side !== side;
}

function firstUnit(effects: readonly Effect[]): Effect[] {
  const first = effects.find((effect) => effect.main ?? true)?.unit;
  return first === undefined ? [] : effects.filter((effect) => effect.unit === first);
}

// How far away something is, at the end of its name; "after 4″" is no distance, but part of it.
const AWAY = /(?<!\bafter\s*),?\s*(?<![\d.])(\d+(?:\.\d+)?″)(?: away)?$/;

/** What an option is called, without how far away it is. */
export function plainName(one: { key: string; label?: string; unit?: number | null }, table: TableView | null): string {
  const unit = one.unit == null ? undefined : table?.units[one.unit];
  const label = saidInches(one.label || unit?.name || one.key);
  return capital(unit && label.startsWith(unit.name) ? unit.name : label.replace(AWAY, ""));
}

export function rowOf(option: OptionView, known: Known): Row {
  const { table, promised, sighting, side } = known;
  const unit = option.unit === null ? undefined : table?.units[option.unit];
  const label = saidInches(option.label || unit?.name || option.key);
  const named = unit !== undefined && label.startsWith(unit.name);
  const title = plainName(option, table);
  const rest = named
    ? label
        .slice(unit.name.length)
        .replace(/^[\s,:]+/, "")
        .replace(/ away$/, "")
    : (AWAY.exec(label)?.[1] ?? "");
  const pointless = promised?.vain ?? "";
  const effects = ownEffects(option, known);
  const main = chief(effects);
  const target = aimsAt(option, known);
  const sure = main && !known.chances && main.expected === "" && either(main) === "1" ? main.what : ""; // what is certain needs no number
  const number = numberFor(option, known, sure ? null : main);
  // What is seen of it now says nothing of a place where it is yet to be.
  const seen = target && sighting && !option.at ? sightingWords(sighting, rest) : [];
  const whom =
    !target && main && main.side !== side && main.name && !label.includes(main.name) ? `at ${main.name}` : "";
  const besides = whom || (sure.toLowerCase().includes(title.toLowerCase()) ? "" : sure);
  const grey = [rest, ...seen, besides ? "" : (promised?.says ?? ""), pointless || (promised?.note ?? ""), besides]
    .filter(Boolean)
    .join(", ");
  return { title, grey, number, pointless };
}

const SEVERAL = 3; // rows that say the same are too many
const LONG = 12; // letters of what is worth saying once: "in the open" is told of each

/** What all of several rows say in their grey lines, to be said once above them. */
export function saidByAll(rows: readonly Row[]): string[] {
  const [first, ...others] = rows.map(({ grey }) => grey.split(", "));
  if (!first || rows.length < SEVERAL) return [];
  return first.filter((part) => part.length > LONG && others.every((parts) => parts.includes(part)));
}

/** A row without what is said once above all. */
export function without(row: Row, said: readonly string[]): Row {
  if (!said.length) return row;
  const grey = row.grey.split(", ").filter((part) => !said.includes(part));
  return { ...row, grey: grey.join(", ") };
}

function sightingWords(sighting: Sighting, said: string): string[] {
  const distance = sighting.distance === null ? "" : far(sighting.distance);
  const words = distance && !/\d+(\.\d+)?″/.test(said) ? [distance] : [];
  if (sighting.seen === 0) return words;
  return [...words, sightFate(sighting) === "clear" ? "in the open" : sighting.cover];
}

function numberFor(option: OptionView, known: Known, main: Effect | null): RowNumber | null {
  const { decision, table, promised, roll, side } = known;
  const asked = decision.unit === null ? undefined : table?.units[decision.unit];
  const moves = option.unit === null ? asked?.shown.moves : undefined;
  const word = option.label.toLowerCase();
  const band = moves?.find(({ label }) => word === label.toLowerCase() || word.startsWith(`${label.toLowerCase()},`));
  if (band && decision.kind !== "target") return plain(far(band.reach), "", band.reach / 1000);
  const target = aimsAt(option, known);
  if (target && known.foretold && !known.foreseen) return null; // dice are another number than what comes of them
  const found = main ? (target && known.chances ? chanceOf(main) : numberOf(main)) : null;
  if (found && main) return main.side === side ? { ...found, value: minus(found.value) } : found;
  if (target && known.foreseen) return plain(known.chances ? chance("0") : "0", "", 0);
  const stands = promised ? given(promised.gives) : null;
  if (stands || pointlessly(promised) || !roll) return stands;
  return known.foretold && !known.foreseen ? null : rollNumber(roll);
}

const minus = (value: string): string =>
  value === "0" || value.endsWith("%") ? value : value.startsWith("<") ? "≈0" : `−${value}`;
const plain = (value: string, unit: string, size: number): RowNumber => ({ value, unit, exact: "", size });

/** A number with what it counts, as the server words it: `24"`, `-1 to hit`, `72 % obeys`. */
function given(words: string): RowNumber | null {
  const [value = "", unit = ""] = /^(\S+(?: %)?)\s*(.*)$/.exec(words)?.slice(1) ?? [];
  if (!value) return null;
  const said = saidInches(value).replace("-", "−").replace(" %", "\u00a0%");
  return plain(said, unit, amount(value.replace(/[″"%\s]+$/, "")) ?? 0);
}

const pointlessly = (promised: Promised | undefined): boolean => (promised?.vain ?? "") !== "";

/** Whether anything is known of an answer that its row does not say. */
export function tells(promised: Promised | undefined, rolls: readonly RollView[]): boolean {
  if (rolls.length > 0) return true;
  return (
    promised !== undefined && (promised.note !== "" || pointlessly(promised) || Object.keys(promised.known).length > 0)
  );
}

/** A test: what it is thrown for is said by what it may come to, the likeliest first. */
export function resultsOf(roll: RollView): { words: string; chance: string }[] {
  return [...(roll.results ?? [])].sort((a, b) => (amount(b.chance) ?? 0) - (amount(a.chance) ?? 0));
}

/** How likely a roll succeeds: a test, or each of its dice. */
function rollNumber(roll: RollView): RowNumber | null {
  const [result] = roll.results ?? [];
  const likely = result?.chance ?? roll.chance;
  if (!likely) return null;
  const unit = result?.words ?? (roll.dice === "1" ? roll.step.charAt(0).toLowerCase() + roll.step.slice(1) : "a die");
  return { value: chance(likely), unit, exact: `exactly ${likely}`, size: amount(likely) ?? 0 };
}

export interface Advice {
  best: boolean;
  rank: number; // 1 is the best
  worth: number; // points gained less points lost
}

const CLEAR = 1.25; // how much better than the next one the best must be to be clearly better

/**
 * What the forecasts favour, by points: at strength 1 the best answer only where it is clearly better than the next, at 2
 * the best wherever there is one, at 3 all with their rank.
 */
export function advise(
  found: ReadonlyMap<string, { balance: Balance }>,
  strength: number,
): ReadonlyMap<string, Advice> {
  const rows = [...found].map(([key, { balance }]) => ({ key, worth: balance.gain - balance.loss }));
  rows.sort((a, b) => b.worth - a.worth);
  const [first, second] = rows;
  if (strength <= 0 || !first || !second || first.worth === second.worth) return new Map();
  const clear = second.worth <= 0 ? first.worth - second.worth >= 1 : first.worth >= second.worth * CLEAR;
  if (strength === 1 && !clear) return new Map();
  const told = strength >= 3 ? rows : [first];
  return new Map(told.map(({ key, worth }, place) => [key, { best: place === 0, rank: place + 1, worth }]));
}

/** The keys that choose options: 1 to 9, then capital letters. */
export function hotkey(place: number): string {
  if (place < 9) return String(place + 1);
  return place < 35 ? `⇧${String.fromCharCode(65 + place - 9)}` : "";
}

/** The place in the list that a pressed key means; null for any other key. */
export function placeOf(key: string): number | null {
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  const letter = /^Shift\+([a-z])$/.exec(key)?.[1];
  return letter ? letter.charCodeAt(0) - 97 + 9 : null;
}

// Whoever may not because of what he sees, who sees him, or that he is not hidden: nothing is out of anybody's sight.
const OWN_SIGHT = /\bhas enemies in sight|in sight of the enemy|\bnot hidden|stood still|enemies it sees/i;

/** Why several things are barred, in a word or two for the beginning of their line. */
export function barredTitle(why: string): string {
  if (OWN_SIGHT.test(why)) return "Not now";
  if (/out of range|too far|range/i.test(why)) return "Out of range";
  if (/sight|in the way|see[sn]?\b|blocked|hidden/i.test(why)) return "Out of sight";
  return "Not now";
}
