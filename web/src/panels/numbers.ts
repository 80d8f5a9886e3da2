/** Numbers as people say them. What is exact stands behind the i; here one decimal is the most, and chances are rounded. */
import type { Effect, Refusal } from "../wire";
import { amount, either } from "./foreseen";

const NBSP = "\u00a0";

/** A chance as people say it: "52 %". What can happen is never 0 %, what can fail never 100 %. */
export function chance(text: string): string {
  const value = amount(text);
  if (value === null) return text;
  if (value <= 0) return `0${NBSP}%`;
  if (value >= 1) return `100${NBSP}%`;
  return `${Math.min(99, Math.max(1, Math.round(value * 100)))}${NBSP}%`;
}

/** A chance in words where it hardly needs a number: "nearly sure", "hardly ever". */
export function likelihood(text: string): string {
  const value = amount(text) ?? 0;
  if (value >= 1) return "sure";
  if (value > 0.99) return "nearly sure";
  if (value > 0 && value < 0.01) return "hardly ever";
  return chance(text);
}

/** An average with one decimal at the most: "0.6", "2", "11"; what is less than a twentieth is "<0.1". */
export function average(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 0.05) return value < 0 ? ">−0.1" : "<0.1";
  const rounded = Number(size.toFixed(size < 10 ? 1 : 0));
  return `${value < 0 ? "−" : ""}${rounded}`;
}

/** A distance for a glance, from thousandths of an inch: "6″", "4.5″"; far ones in whole inches. */
export function far(thousandths: number): string {
  const inches = thousandths / 1000;
  return `${Number(inches.toFixed(inches < 10 ? 1 : 0))}″`;
}

/** Distances within words, as people say them: `45.44" away` is 45″. */
export function saidInches(words: string): string {
  return words.replace(/(\d+(?:\.\d+)?)\s*"/g, (_, number: string) => far(Number(number) * 1000));
}

/** Why a move was shortened, with its two numbers where it has any: "As far as it goes: 6″. To there it would be 8.2″." */
export function stops(refusal: Refusal, measured: boolean): string {
  const [found, allowed] = [refusal.measured ?? null, refusal.allowed ?? null];
  if (measured && found !== null && allowed !== null && found > allowed)
    return `As far as it goes: ${far(allowed)}. To there it would be ${far(found)}.`;
  const needed =
    found !== null && allowed !== null && found < allowed ? ` (${far(found)}, at least ${far(allowed)})` : "";
  return `${measured ? "It stops here" : "Not quite there"}: ${refusal.why}${needed}.`;
}

/** What is counted, without the verb, as people say it: "men lost" are men, and so are a book's "GONERs". */
function counted(what: string): string {
  return what === "GONERs" ? "men" : what.replace(/\s+(lost|killed)$/, "");
}

/** One of what is counted, as a chance names it: "a man", "a pin"; empty where nothing is counted. */
function one(effect: Effect): string {
  return effect.what === "GONERs" ? "a man" : counted(effect.one ?? "");
}

/** What one of it is called: "a man lost" is a man. */
function single(effect: Effect): string {
  return counted(one(effect).replace(/^an? /, "")) || counted(effect.what);
}

/** A number with what it counts: "1 man", "2 men", "0.6 men". */
export function howMany(value: string, effect: Effect): string {
  return `${value}${NBSP}${value === "1" ? single(effect) : counted(effect.what)}`;
}

export interface RowNumber {
  value: string; // "0.6", "52 %", "6″"
  unit: string; // "men"; empty where the value says it
  exact: string; // for whoever wants to know: "exactly 5/9 men lost"
  size: number; // to compare by
}

/** One number for an effect: how many are lost on average, or how likely it is. */
export function numberOf(effect: Effect): RowNumber | null {
  const happens = either(effect);
  const expected = amount(effect.expected);
  if (happens !== null && (expected === null || !lost(effect))) {
    return { value: chance(happens), unit: single(effect), exact: `exactly ${happens}`, size: amount(happens) ?? 0 };
  }
  if (expected === null) return null;
  const value = average(expected);
  const unit = value === "1" ? single(effect) : counted(effect.what);
  return { value, unit, exact: `exactly ${effect.expected} ${effect.what}`, size: expected };
}

/** The same as a chance, where numbers of several kinds stand in one list: how likely it is that any of it comes. */
export function chanceOf(effect: Effect): RowNumber {
  const none = amount(effect.chances.find(({ value }) => value === "0" || value === "no")?.chance ?? "0") ?? 0;
  const any = either(effect) ?? String(1 - none);
  const unit = one(effect) || counted(effect.what);
  const mean = effect.expected && `${average(amount(effect.expected) ?? 0)} ${effect.what} on average`;
  return { value: chance(any), unit, exact: mean, size: amount(any) ?? 0 };
}

/** Whether an effect is a loss that is counted: that is worth more than anything else that comes of a shot. */
export function lost(effect: Effect): boolean {
  return effect.expected !== "" && /\b(lost|killed|GONERs?|casualties|dead)\b/i.test(effect.what);
}

/** The effect of all those that happen to one unit which says most: who is lost first, then what is likely or not. */
export function chief(effects: readonly Effect[]): Effect | null {
  const main = effects.filter((effect) => effect.main ?? true);
  return (
    main.find((effect) => lost(effect)) ??
    main.find((effect) => either(effect) !== null && amount(either(effect) ?? "0") !== 0) ??
    main.find((effect) => effect.expected !== "") ??
    null
  );
}
