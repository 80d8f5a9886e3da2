/** What an answer that is looked at would set off: who does what to whom, its dice in order, what comes of them. Pure. */
import type { Part } from "../lib/wording";
import type { DecisionView, Effect, Foreseen, OptionView, RollView, TableView } from "../wire";
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
  rolls: readonly RollView[];
  foreseen?: Foreseen;
}

const MOST = 4; // steps of dice

/** The chain of an answer; null where no dice hang on it and nothing is foreseen. */
export function comingOf(known: Known): Coming | null {
  const { rolls, foreseen, decision, option, table } = known;
  const throws = alike(rolls.filter((roll) => likely(roll) > 0));
  const effects = ownEffects(option, { decision, table, side: known.side, foreseen }).filter(
    (effect) => effect.main ?? true,
  );
  const ends = effects.map(endOf).filter((end): end is End => end !== null);
  const gone = ends.findIndex((end) => end.harm);
  const sorted = gone > 0 ? [ends[gone]!, ...ends.filter((_, n) => n !== gone)] : ends;
  if (!throws.length && !sorted.length) return null;
  return {
    said: said(known, effects[0], sorted),
    steps: [...throws.map((some) => stepOf(some, decision.seat)), ...outcome(sorted)],
  };
}

/** How likely a roll succeeds: a test as a whole, other dice each for itself. */
const likely = (roll: RollView): number => amount(chanceOf(roll)) ?? 0;
const chanceOf = (roll: RollView): string => roll.results?.[0]?.chance ?? roll.chance;
const thrown = (roll: RollView): number => amount(roll.thrown) ?? 0;

/** Dice that one side throws for the same thing make one step; of many steps the likeliest are told, in their order. */
function alike(rolls: readonly RollView[]): RollView[][] {
  const found = new Map<string, RollView[]>();
  for (const roll of rolls) {
    const key = `${roll.side} ${named(roll).title}`;
    found.set(key, [...(found.get(key) ?? []), roll]);
  }
  const steps = [...found.values()];
  const often = (some: readonly RollView[]): number => Math.max(...some.map(thrown));
  const told = [...steps].sort((a, b) => often(b) - often(a)).slice(0, MOST);
  return steps.filter((some) => told.includes(some));
}

/** What dice are thrown for, and by which weapons: that stands in brackets. */
function named({ step }: RollView): { title: string; by: string } {
  const [title = step, by = ""] = /^(.*) \(([^)]+)\)$/.exec(step)?.slice(1) ?? [];
  return { title, by };
}

function stepOf(rolls: readonly RollView[], seat: number): Step {
  const first = rolls.reduce((most, roll) => (thrown(roll) > thrown(most) ? roll : most));
  const { title } = named(first);
  const weapons = [...new Set(rolls.map((one) => named(one).by))].filter(Boolean);
  const by = weapons.length > 1 ? `${weapons.length} weapons` : (weapons[0] ?? "");
  const needs = new Set(rolls.map((one) => one.needs));
  const needed = needs.size === 1 && /^\d+\+$/.test(first.needs) ? first.needs : "";
  const counts = rolls.map((one) => Number(/\d+$/.exec(one.dice)?.[0] ?? 1));
  const certain = rolls.every((one) => one.thrown === "1" && !one.again && /^\d+$/.test(one.dice));
  const many =
    rolls.length > 1
      ? certain
        ? String(counts.reduce((sum, count) => sum + count, 0))
        : ""
      : first.again
        ? ""
        : first.dice;
  const weights = counts.map((count, n) => count * thrown(rolls[n]!));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = rolls.map(likely);
  const low = chance(chanceOf(rolls[shares.indexOf(Math.min(...shares))]!));
  const high = chance(chanceOf(rolls[shares.indexOf(Math.max(...shares))]!));
  const test = first.results?.[0]?.words ?? "";
  const seldom = thrown(first) < 1 ? `thrown ${chance(first.thrown)}` : "";
  const note = [by, test, needed || needs.size > 1 ? "" : first.needs, test || !many ? "" : diceOf(many), seldom];
  const whose =
    first.side === seat
      ? title
      : `${/^To /.test(title) ? "They" : "Their"} ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return {
    title: `${capital(whose)}${needed ? ` ${needed}` : ""}`,
    note: note.filter(Boolean).join(", "),
    share: shares.reduce((sum, share, n) => sum + share * weights[n]!, 0) / (whole || 1),
    value: low === high ? low : `${low.replace(/\u00a0%$/, "")}–${high}`,
    last: false,
  };
}

const diceOf = (many: string): string => (/^\d+ to \d+$/.test(many) ? `${many} dice` : dice(many));

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
