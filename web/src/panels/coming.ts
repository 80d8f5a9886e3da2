/** What an answer that is looked at would set off: who does what to whom, its dice in order, what comes of them. Pure. */
import type { Part } from "../lib/wording";
import type { DecisionView, Effect, Foreseen, OptionView, Prospect, TableView, Volley } from "../wire";
import { amount, either, single } from "./foreseen";
import { average, chance, howMany, lost } from "./numbers";
import { ownEffects, plainName } from "./rows";
import { capital, howMany as dice } from "./words";

/** One step of a chain of dice to come. */
export interface Step {
  readonly title: string; // "To hit 4+"
  readonly note: string; // "rifle, 5 dice"
  readonly share: number | null; // how likely one die succeeds, for a bar
  readonly value: string; // the same in words, or how many come of it
  readonly last: boolean; // what comes of it all
}

export interface Coming {
  readonly said: Part[];
  readonly steps: Step[];
}

interface Known {
  decision: DecisionView;
  option: OptionView | null; // null: a yes or no
  key: string;
  table: TableView | null;
  side: number;
  prospect?: Prospect;
  foreseen?: Foreseen;
}

const MOST = 4; // steps of dice

/** The chain of an answer; null where no dice hang on it and nothing is foreseen. */
export function comingOf(known: Known): Coming | null {
  const { prospect, foreseen, decision, option, table } = known;
  const volleys = alike((prospect?.volleys ?? []).filter(({ chance }) => chance && chance !== "0"));
  const effects = ownEffects(option, { decision, table, side: known.side, foreseen }).filter(
    (effect) => effect.main ?? true,
  );
  const ends = effects.map(endOf).filter((end): end is End => end !== null);
  const gone = ends.findIndex((end) => end.harm);
  const sorted = gone > 0 ? [ends[gone]!, ...ends.filter((_, n) => n !== gone)] : ends;
  if (!volleys.length && !sorted.length) return null;
  return { said: said(known, effects[0], sorted), steps: [...volleys.map(stepOf), ...outcome(sorted)] };
}

/** Dice of several weapons that are thrown for the same thing make one step. */
function alike(volleys: readonly Volley[]): Volley[][] {
  const found = new Map<string, Volley[]>();
  for (const volley of volleys) {
    const { tail } = named(volley);
    found.set(tail, [...(found.get(tail) ?? []), volley]);
  }
  return [...found.values()].slice(0, MOST);
}

/** What dice are thrown for, and by which weapon or whom. */
function named({ what }: Volley): { head: string; tail: string } {
  const [head = "", tail = what] = /^(.*): ([^:]+)$/.exec(what)?.slice(1) ?? [];
  return { head: head.charAt(0).toLowerCase() + head.slice(1), tail };
}

function stepOf(volleys: readonly Volley[]): Step {
  const first = volleys[0]!;
  const { head, tail } = named(first);
  const only = volleys.length === 1;
  const needs = new Set(volleys.map((one) => one.needed));
  const needed = needs.size === 1 && /^\d+\+$/.test(first.needed) ? first.needed : "";
  const counts = volleys.map((one) => (/^\d+$/.test(one.dice) ? Number(one.dice) : 0));
  const many = counts.reduce((sum, count) => sum + count, 0);
  const note = only
    ? [head, needed ? "" : first.needed, first.dice === "0" ? "" : dice(first.dice)]
    : [`${volleys.length} weapons`, many ? dice(String(many)) : ""];
  const shares = volleys.map((one) => amount(one.chance) ?? 0);
  const weights = counts.map((count) => (many ? count : 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const low = chance(volleys[shares.indexOf(Math.min(...shares))]!.chance);
  const high = chance(volleys[shares.indexOf(Math.max(...shares))]!.chance);
  return {
    title: `${capital(tail)}${needed ? ` ${needed}` : ""}`,
    note: note.filter(Boolean).join(", "),
    share: shares.reduce((sum, share, n) => sum + share * weights[n]!, 0) / (whole || 1),
    value: low === high ? low : `${low.replace(/\u00a0%$/, "")}–${high}`,
    last: false,
  };
}

/** Something that comes to those an answer is about, how likely, and in which words. */
interface End {
  chance: string;
  words: string;
  mean: string; // how many on average, where it is counted
  harm: boolean; // somebody is lost
}

function endOf(effect: Effect): End | null {
  const happens = either(effect);
  if (happens !== null && !lost(effect)) {
    if (amount(happens) === 0) return null;
    return { chance: chance(happens), words: single(effect), mean: "", harm: false };
  }
  const expected = amount(effect.expected);
  if (!expected) return null;
  const none = amount(effect.chances.find(({ value }) => value === "0")?.chance ?? "0") ?? 0;
  const words = (effect.one || effect.what).replace(/\bman lost$/, "man falls");
  return { chance: chance(String(1 - none)), words, mean: howMany(average(expected), effect), harm: lost(effect) };
}

function outcome(ends: readonly End[]): Step[] {
  const [first, ...others] = ends;
  if (!first) return [];
  const note = others.slice(0, 2).map(({ chance, words, mean }) => mean || `${chance} ${words}`);
  const title = capital(first.words);
  return [
    {
      title,
      note: [first.mean && `${first.mean} on average`, ...note].filter(Boolean).slice(0, 2).join(", "),
      share: null,
      value: first.chance,
      last: true,
    },
  ];
}

function said({ decision, option, key, table, side }: Known, effect: Effect | undefined, ends: readonly End[]): Part[] {
  const unit = decision.unit === null ? undefined : table?.units[decision.unit];
  const target = option?.unit == null ? undefined : table?.units[option.unit];
  const aimed = target && target.side !== side ? target : undefined;
  const parts: Part[] = unit ? [{ text: capital(unit.name), side: unit.side }] : [];
  if (aimed) parts.push({ text: parts.length ? " at " : "At " }, { text: aimed.name, side: aimed.side });
  else {
    const name = option ? plainName(option, table) : capital(key);
    parts.push({ text: parts.length ? `, ${name.charAt(0).toLowerCase()}${name.slice(1)}` : name });
  }
  const other = effect?.name && effect.unit !== decision.unit && effect.unit !== aimed?.number ? effect : undefined;
  if (other && ends.length)
    parts.push({ text: "; " }, { text: other.name, ...(other.side === null ? {} : { side: other.side }) });
  ends.slice(0, 2).forEach(({ chance: likely, words }, place) => {
    parts.push({ text: place ? ", " : ": " }, { text: likely, result: true }, { text: ` ${words}` });
  });
  return [...parts, { text: "." }];
}
