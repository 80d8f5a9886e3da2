import type { Balance, Effect, Foreseen } from "../wire";
import { fraction, percent } from "./words";
import { countOf, things } from "../lib/grammar";

/** A number as the server writes it ("2 1/3", "5/36", "0.42", "3"), as a number; null for anything else. */
export function amount(text: string): number | null {
  const mixed = /^\s*(-?)(?:(\d+)\s+(?=\d+\/))?(\S+)\s*$/.exec(text);
  const rest = fraction(mixed?.[3] ?? "");
  if (!mixed || rest === null) return null;
  const value = Number(mixed[2] ?? 0) + rest;
  return mixed[1] ? -value : value;
}

const PLAIN = 12; // fractions of up to twelfths are read at a glance

/** An expected number for a glance: small fractions as they are, others in two digits. */
export function short(text: string): string {
  const value = amount(text);
  const below = /\/(\d+)/.exec(text)?.[1];
  if (value === null || (below !== undefined && Number(below) <= PLAIN)) return text;
  return String(Number(value.toFixed(2)));
}

/** Points for a glance: whole ones from ten on. */
export function points(value: number): string {
  const rounded = Number(value.toFixed(Math.abs(value) < 10 ? 1 : 0));
  return `${rounded}\u00a0${things(rounded, "pt")}`;
}

/** Whether an effect either comes or not: one number tells it all. */
export function either(effect: Effect): string | null {
  const values = effect.chances.map((chance) => chance.value);
  if (values.length === 0 || values.length > 2) return null;
  const fits = (no: string, yes: string): boolean => values.every((value) => value === no || value === yes);
  const yes = fits("0", "1") ? "1" : fits("no", "yes") ? "yes" : null;
  return yes === null ? null : (effect.chances.find((chance) => chance.value === yes)?.chance ?? "0");
}

/** What either comes or not: "destroyed", or a single one of what is counted, "a pin". */
export function single(effect: Effect): string {
  const counted = effect.chances.some((one) => amount(one.value) !== null);
  return (counted && effect.one) || effect.what;
}

/** The chance of an effect as it is shown: per cent, or the exact fraction. */
export function likely(chance: string, exact: boolean): string {
  return exact ? chance : percent(chance);
}

/** What is worth a line: not that it does not come to something, where something else may happen. */
function telling(effect: Effect): Effect["chances"] {
  return effect.chances.filter((one) => one.value !== "no" && one.value !== "not tested");
}

/** An effect in a few words: "2 1/3 men lost", "41% destroyed"; what is certain needs no number. */
export function brief(effect: Effect): string {
  const happens = either(effect);
  if (happens === "1") return single(effect);
  if (happens !== null) return `${percent(happens)} ${single(effect)}`;
  if (effect.expected) return `${short(effect.expected)} ${effect.what}`;
  const likeliest = telling(effect).reduce<Effect["chances"][number] | null>(
    (best, one) => (best === null || (amount(one.chance) ?? 0) > (amount(best.chance) ?? 0) ? one : best),
    null,
  );
  return likeliest ? `${effect.what}: ${likeliest.value} ${percent(likeliest.chance)}` : "";
}

/** What both sides lose on average: "they lose 12 pts, you lose 3 pts"; who loses nothing is left out. */
export function balanceWords({ gain, loss }: Balance): string {
  const parts = [gain && `they lose ${points(gain)}`, loss && `you lose ${points(loss)}`].filter(Boolean);
  return parts.length ? parts.join(", ") : "nobody loses points";
}

const AT_A_GLANCE = 3;

/** Whether something is too unlikely for a line in which few things have room. */
function hardly(effect: Effect): boolean {
  if (effect.expected && either(effect) === null) return false;
  const happens = either(effect);
  const chance =
    happens === null
      ? telling(effect).reduce((sum, one) => sum + (amount(one.chance) ?? 0), 0)
      : (amount(happens) ?? 0);
  return chance > 0 && chance < 0.01;
}

/**
 * What is foreseen in one line, of the others first and of oneself after that; an estimate begins with "about".
 * Others are named where they are not the one that the option is about (`about`; null: it is about nobody).
 */
export function headline(foreseen: Foreseen, side: number, about?: number | null): string {
  const main = foreseen.effects.filter((effect) => effect.main ?? true);
  const some = (own: boolean): string => {
    let last: number | null | undefined = own ? null : about;
    const parts: string[] = [];
    for (const effect of main.filter((one) => (one.side === side) === own && !hardly(one)).slice(0, AT_A_GLANCE)) {
      const words = brief(effect);
      if (!words) continue;
      const named = !own && about !== undefined && effect.unit !== last && effect.name;
      parts.push(named ? `${effect.name}: ${words}` : words);
      last = effect.unit;
    }
    return parts.join(", ");
  };
  const { gain, loss } = foreseen.balance;
  const [theirs, own] = [some(false), some(true)];
  const parts = [theirs, own && `you: ${own}`, gain || loss ? balanceWords(foreseen.balance) : ""].filter(Boolean);
  if (parts.length === 0) return "no losses";
  return `${foreseen.trials ? "about " : ""}${parts.join("; ")}`;
}

/** How sure an estimate is: "estimate from 400 trials, within 4.9 points"; empty where the forecast is exact. */
export function certainty(foreseen: Foreseen): string {
  if (!foreseen.trials) return "";
  const margin = Number(((foreseen.margin ?? 0) / 100).toFixed(1));
  return `estimate from ${foreseen.trials} trials, within ${countOf(margin, "point")}`;
}

/** The chances of an effect in a sentence, for those who read or hear it. */
export function sentence(effect: Effect, exact: boolean): string {
  const happens = either(effect);
  if (happens !== null) return likely(happens, exact);
  const each = effect.chances.map(({ value, chance, at_least }) =>
    at_least
      ? `${value}: ${likely(chance, exact)}, at least ${likely(at_least, exact)}`
      : `${value}: ${likely(chance, exact)}`,
  );
  const expected = effect.expected ? `expect ${exact ? effect.expected : short(effect.expected)}; ` : "";
  return expected + each.join("; ");
}
