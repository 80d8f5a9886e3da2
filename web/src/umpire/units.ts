/** The umpire's list of units: what lies beside them on the real table. Pure functions; who keeps it is another matter. */
import type { FactView, LeavesView, PresetView, QuestionView } from "../wire";
import { fits, read, spoken, usual, within } from "./values";

export interface Unit {
  id: number;
  name: string;
  destroyed: boolean;
  facts: Record<string, unknown>;
}

const DESTROYED = "destroyed";
const LONGEST_NAME = 60;
export const MOST_UNITS = 200;

/** A name that nobody on the list has yet: the second rifle squad is “Rifle squad 2”. */
export function freeName(units: readonly Unit[], wanted: string): string {
  const name = wanted.trim().replace(/\s+/g, " ").slice(0, LONGEST_NAME);
  const taken = new Set(units.map((unit) => unit.name));
  if (!taken.has(name)) return name;
  const stem = name.replace(/ \d+$/, "");
  for (let n = 2; ; n += 1) if (!taken.has(`${stem} ${n}`)) return `${stem} ${n}`;
}

/** One unit more, with the facts of a preset where it has them. */
export function added(
  units: readonly Unit[],
  facts: readonly FactView[],
  name: string,
  preset: PresetView | null = null,
): Unit[] {
  const given = preset?.facts ?? {};
  const held = facts
    .filter((fact) => fact.name !== DESTROYED)
    .map((fact) => [fact.name, fits(fact, given[fact.name]) ? given[fact.name] : usual(fact)]);
  const unit: Unit = {
    id: nextId(units),
    name: freeName(units, name),
    destroyed: false,
    facts: Object.fromEntries(held) as Unit["facts"],
  };
  return [...units, unit];
}

/** The same unit once more, right behind it. */
export function doubled(units: readonly Unit[], id: number): Unit[] {
  const place = units.findIndex((unit) => unit.id === id);
  const unit = units[place];
  if (!unit) return [...units];
  const copy = { ...unit, id: nextId(units), name: freeName(units, unit.name), facts: { ...unit.facts } };
  return [...units.slice(0, place + 1), copy, ...units.slice(place + 1)];
}

export function removed(units: readonly Unit[], id: number): Unit[] {
  return units.filter((unit) => unit.id !== id);
}

export function changed(units: readonly Unit[], id: number, change: Partial<Omit<Unit, "id">>): Unit[] {
  return units.map((unit) =>
    unit.id === id ? { ...unit, ...change, facts: { ...unit.facts, ...change.facts } } : unit,
  );
}

function nextId(units: readonly Unit[]): number {
  return units.reduce((most, unit) => Math.max(most, unit.id), 0) + 1;
}

/** Who takes part: a unit of the list by the role it plays. */
export type Cast = Record<string, number>;

/** The roles of a question: who acts before who is acted upon, as far as what is left behind tells. */
export function rolesOf(question: QuestionView): string[] {
  const named = [...question.fields.filter((field) => field.fact), ...question.leaves].map((one) => one.role);
  const suffers = (role: string): number => question.leaves.filter((leaves) => leaves.role === role).length;
  return [...new Set(named.filter(Boolean))].sort((one, other) => suffers(one) - suffers(other));
}

/** What a unit in a role fills in: every field of that role that is about a fact it has and that can hold it. */
export function filled(question: QuestionView, role: string, unit: Unit): Record<string, unknown> {
  return Object.fromEntries(
    question.fields
      .filter((field) => field.role === role && field.fact && fits(field, unit.facts[field.fact]))
      .map((field) => [field.name, unit.facts[field.fact]]),
  );
}

export interface Change {
  unit: number;
  name: string;
  fact: string;
  title: string;
  before: unknown;
  after: unknown;
  words: string; // “pins 1 → 2”
}

/** What a result does to the units that took part, as the question says what it leaves. Nothing that stays is listed. */
export function changesOf(
  question: QuestionView,
  facts: readonly FactView[],
  cast: Cast,
  units: readonly Unit[],
  found: Readonly<Record<string, string>>,
): Change[] {
  const changes: Change[] = [];
  for (const leaves of question.leaves) {
    const unit = units.find((one) => one.id === cast[leaves.role]);
    const said = found[leaves.outcome];
    if (!unit || said === undefined) continue;
    const earlier = changes.findLast((one) => one.unit === unit.id && one.fact === leaves.fact);
    const change = changeOf(leaves, facts, unit, said, earlier);
    if (!change) continue;
    if (earlier) changes.splice(changes.indexOf(earlier), 1);
    changes.push(change);
  }
  return changes;
}

function changeOf(
  leaves: LeavesView,
  facts: readonly FactView[],
  unit: Unit,
  said: string,
  earlier: Change | undefined,
): Change | null {
  const base = { unit: unit.id, name: unit.name, fact: leaves.fact };
  if (leaves.fact === DESTROYED) {
    // A result destroys; it never brings anybody back.
    if (said !== "yes" || unit.destroyed) return null;
    return { ...base, title: DESTROYED, before: false, after: true, words: DESTROYED };
  }
  const fact = facts.find((one) => one.name === leaves.fact);
  if (!fact) return null;
  const held = unit.facts[fact.name] ?? usual(fact);
  const before = earlier ? earlier.after : held;
  const after = combined(leaves, fact, before, said);
  if (after === undefined || after === held) return null;
  const words = `${fact.title.toLowerCase()} ${spoken(fact, held)} → ${spoken(fact, after)}`;
  return { ...base, title: fact.title, before: held, after, words };
}

function combined(leaves: LeavesView, fact: FactView, before: unknown, said: string): unknown {
  if (leaves.how === "set") {
    const got = read(fact, said);
    return "value" in got ? got.value : undefined;
  }
  const number = Number(said);
  if (said.trim() === "" || !Number.isFinite(number) || typeof before !== "number") return undefined;
  return within(fact, leaves.how === "add" ? before + number : before - number);
}

/** The list after it. */
export function applied(units: readonly Unit[], changes: readonly Change[]): Unit[] {
  return changes.reduce<Unit[]>(
    (list, { unit, fact, after }) =>
      changed(list, unit, fact === DESTROYED ? { destroyed: true } : { facts: { [fact]: after } }),
    [...units],
  );
}

/** A kept list read back: what is no unit is left out, and facts that the rulebook no longer knows are kept unseen. */
export function readUnits(text: string | null): Unit[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  const seen = new Set<number>();
  return kept.slice(0, MOST_UNITS).filter((one: unknown): one is Unit => {
    const unit = one as Partial<Unit> | null;
    const good =
      typeof unit === "object" &&
      Number.isInteger(unit?.id) &&
      !seen.has(unit?.id as number) &&
      typeof unit?.name === "string" &&
      typeof unit.destroyed === "boolean" &&
      typeof unit.facts === "object" &&
      unit.facts !== null;
    if (good) seen.add(unit.id as number);
    return good;
  });
}
