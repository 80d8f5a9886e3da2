/** A long list of points on the ways of several models, model by model: nobody reads seventy rows. */
import type { OptionView } from "../wire";
import { saidInches } from "./numbers";
import { capital } from "./words";

export interface OfModel {
  figure: number;
  name: string; // what the names of all its points begin with
  options: OptionView[];
}

const FEW = 9; // as many as have a number key: they are read at a glance

/** The points of each model in their order; empty where the list is short, or is about something else. */
export function byModel(options: readonly OptionView[]): OfModel[] {
  if (options.length <= FEW || options.some(({ figure, at }) => figure === null || at === null)) return [];
  const models = new Map<number, OptionView[]>();
  for (const option of options) {
    const known = models.get(option.figure!);
    if (known) known.push(option);
    else models.set(option.figure!, [option]);
  }
  if (models.size < 2) return [];
  return [...models].map(([figure, points]) => ({ figure, name: capital(common(points)), options: points }));
}

const BUTTONS = 2; // answers about nobody that stand as buttons under those about somebody

/** What stands under the list as buttons: beside targets, what is about nobody (to hold fire). */
export function underList(options: readonly OptionView[]): readonly OptionView[] {
  const others = options.filter(({ unit }) => unit === null);
  return others.length < options.length && others.length <= BUTTONS ? others : [];
}

/** All answers in the order in which they are shown, and their keys count: the list, model by model, and the buttons. */
export function asShown(options: readonly OptionView[]): readonly OptionView[] {
  const under = underList(options);
  const listed = options.filter((option) => !under.includes(option));
  const models = byModel(listed);
  return [...(models.length ? models.flatMap((one) => one.options) : listed), ...under];
}

/** The words that all the names begin with, but for a preposition that leads to what differs. */
function common(points: readonly OptionView[]): string {
  const names = points.map(({ label, key }) => saidInches(label || key).split(" "));
  const first = names[0] ?? [];
  const same = first.findIndex((word, place) => names.some((words) => words[place] !== word));
  return (same < 0 ? first : first.slice(0, same)).join(" ").replace(/ (after|at)$/, "");
}
