/** What stands in the row of an option: its verb or target, one grey line, one number. Nothing of anybody else. */
import type { Balance, DecisionView, Effect, Foreseen, OptionView, Prospect, Sighting, TableView } from "../wire";
import { sightFate } from "../table/labels";
import { amount, either } from "./foreseen";
import { average, chance, chief, far, numberOf, saidInches, type RowNumber } from "./numbers";
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
  prospect?: Prospect;
  foreseen?: Foreseen;
  sighting?: Sighting; // of the option's unit, by the unit that is asked about
}

/** What happens to those whom an option is about: its own unit, else the one that is asked about, else whoever is hit. */
export function ownEffects(option: OptionView | null, known: Omit<Known, "prospect" | "sighting">): Effect[] {
  const { foreseen, decision, side, table } = known;
  const effects = foreseen?.effects ?? [];
  const unit = option?.unit ?? null;
  const target = unit !== null && table?.units[unit]?.side !== side;
  if (target) return effects.filter((effect) => effect.unit === unit);
  const enemy = firstUnit(effects.filter((effect) => effect.side !== null && effect.side !== side));
  if (enemy.length) return enemy;
  return effects.filter((effect) => effect.unit === (unit ?? decision.unit));
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
  const { table, prospect, sighting, side } = known;
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
  const pointless = prospect && !prospect.volleys.length && prospect.note && !tells(prospect) ? prospect.note : "";
  const effects = ownEffects(option, known);
  const main = chief(effects);
  const target = unit !== undefined && unit.side !== side;
  const sure = main && main.expected === "" && either(main) === "1" ? main.what : ""; // what is certain needs no number
  const number = numberFor(option, known, sure ? null : main);
  // What is seen of it now says nothing of a place where it is yet to be.
  const seen = target && sighting && !option.at ? sightingWords(sighting, rest) : [];
  const whom =
    !target && main && main.side !== side && main.name && !label.includes(main.name) ? `at ${main.name}` : "";
  const besides = whom || (sure.toLowerCase().includes(title.toLowerCase()) ? "" : sure);
  const grey = [rest, ...seen, besides ? "" : (prospect?.says ?? ""), prospect?.note ?? "", besides]
    .filter(Boolean)
    .join(", ");
  return { title, grey, number, pointless };
}

/** Whether a prospect promises anything but how far it is. */
function tells(prospect: Prospect): boolean {
  return Object.keys(prospect.expected).some((name) => name !== "distance" && name !== "reach");
}

function sightingWords(sighting: Sighting, said: string): string[] {
  const distance = sighting.distance === null ? "" : far(sighting.distance);
  const words = distance && !/\d+(\.\d+)?″/.test(said) ? [distance] : [];
  if (sighting.seen === 0) return words;
  return [...words, sightFate(sighting) === "clear" ? "in the open" : sighting.cover];
}

function numberFor(option: OptionView, known: Known, main: Effect | null): RowNumber | null {
  const { decision, table, prospect, side } = known;
  const asked = decision.unit === null ? undefined : table?.units[decision.unit];
  const moves = option.unit === null ? asked?.shown.moves : undefined;
  const word = option.label.toLowerCase();
  const band = moves?.find(({ label }) => word === label.toLowerCase() || word.startsWith(`${label.toLowerCase()},`));
  if (band && decision.kind !== "target") return plain(far(band.reach), "", band.reach / 1000);
  const found = main ? numberOf(main) : null;
  if (found && main) return main.side === side ? { ...found, value: minus(found.value) } : found;
  const promised = prospect ? (given(prospect.gives) ?? promise(prospect)) : null;
  if (promised) return promised;
  const target = option.unit !== null && table?.units[option.unit]?.side !== side;
  return known.foreseen && target ? plain("0", "", 0) : null;
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

/** Whether any dice, distance or warning hangs on an answer: not only what it is good for. */
export function promises(prospect: Prospect | undefined): boolean {
  return (
    prospect !== undefined &&
    (prospect.volleys.length > 0 ||
      tells(prospect) ||
      prospect.note !== "" ||
      Object.keys(prospect.expected).length > 0)
  );
}

/** What hangs on an answer, without what it is good for. */
export function hanging(prospect: Prospect): Prospect {
  return { ...prospect, says: "", gives: "" };
}

/** What an answer is good for, without what hangs on it. */
export function goodFor(prospect: Prospect | undefined): Prospect | undefined {
  return prospect && { ...prospect, volleys: [], expected: {}, note: "" };
}

/** The one thing of a prospect that says most: the chance of a test, a number of hits, how far one goes. */
function promise({ expected, volleys, note }: Prospect): RowNumber | null {
  for (const [name, value] of Object.entries(expected)) {
    if (note && (name === "distance" || name === "reach")) continue;
    const inches = /^(\d+(?:\.\d+)?)"$/.exec(value);
    if (inches) return plain(far(Number(inches[1]) * 1000), "", Number(inches[1]));
    const share = /^(\d+)\s*%$/.exec(value);
    if (share) return plain(`${share[1]}\u00a0%`, name, Number(share[1]) / 100);
    const number = amount(value);
    const unit = number === 1 ? name.replace(/^(\w+[^s\W])s\b/, "$1") : name; // of one Team, not Teams
    if (number !== null) return { value: average(number), unit, exact: `exactly ${value} ${name}`, size: number };
  }
  const first = volleys.find((volley) => volley.chance);
  if (!first) return null;
  return {
    value: chance(first.chance),
    unit: "a die",
    exact: `exactly ${first.chance}`,
    size: amount(first.chance) ?? 0,
  };
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
