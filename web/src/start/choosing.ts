import type { BattleRow, LessonCard, RulesetView, ScenarioView } from "../wire";
import { countOf } from "../lib/grammar";

/** What a book offers on the start page: something short, and its full battles. */
export interface Offer {
  short: ScenarioView[];
  full: ScenarioView[];
  /** Whether the book says which of its battles are short; if not, its smallest one stands in. */
  named: boolean;
}

/** How many units a battle has in all. */
function size(scenario: ScenarioView): number {
  return scenario.forces[0].cards.length + scenario.forces[1].cards.length;
}

const HARD = { easy: 0, middling: 1, hard: 2 };

function easierFirst(one: ScenarioView, other: ScenarioView): number {
  return HARD[one.difficulty] - HARD[other.difficulty] || one.minutes - other.minutes;
}

export function offer(scenarios: readonly ScenarioView[]): Offer {
  const short = scenarios.filter((one) => one.short).sort(easierFirst);
  const full = scenarios.filter((one) => !one.short);
  if (short.length || !full.length) return { short, full, named: true };
  const smallest = full.reduce((best, one) => (size(one) < size(best) ? one : best));
  return { short: [smallest], full, named: false };
}

/** "12 a side", "10 v 12", and where the rules bring one side on: "6 of yours". */
export function unitsASide(scenario: ScenarioView): string {
  const played = scenario.forces.filter((_, seat) => !scenario.plays_itself.includes(seat));
  const [first = 0, second] = played.map((force) => force.cards.length);
  if (second === undefined) return countOf(first, "unit");
  if (first === second) return `${first} a side`;
  return `${first} v ${second}`;
}

/** "60 min", "45 to 75 min". */
export function minutesOf(scenarios: readonly Pick<ScenarioView, "minutes">[]): string {
  const all = scenarios.map((one) => one.minutes).filter((minutes) => minutes > 0);
  if (!all.length) return "";
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? `${least} min` : `${least} to ${most} min`;
}

/** What it is about, in a line: the aim of whoever plays it, else what is told of it. */
export function aimOf(scenario: ScenarioView, seat: number): string {
  return scenario.briefing.short[seat] || scenario.about;
}

/** What the one big button begins. */
export type First = { lesson: LessonCard } | { scenario: ScenarioView; why: string };

export function first(ruleset: RulesetView): First | null {
  if (ruleset.lesson) return { lesson: ruleset.lesson };
  const { short, named } = offer(ruleset.scenarios);
  const [scenario] = short;
  if (!scenario) return null;
  return {
    scenario,
    why: named ? "No guided battle in this book yet: a short one" : "The smallest battle of this book",
  };
}

/** A lesson of this book that was begun here and is not over. */
export function unfinished(
  rows: readonly BattleRow[],
  ruleset: RulesetView,
  plays: (id: string) => boolean,
): BattleRow | undefined {
  const { lesson } = ruleset;
  if (!lesson) return undefined;
  return rows.find(
    (row) => !row.outcome && row.ruleset === ruleset.name && row.scenario === lesson.name && plays(row.id),
  );
}
