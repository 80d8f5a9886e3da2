import type { Offered, Stage } from "../lib/stage.svelte";

interface Pointing {
  unit?: number | null;
  figure?: number | null;
  at?: [number, number] | null;
  label?: string;
}

/** Light up on the table what an option means, or nothing any more. */
export function light(stage: Stage, option: Pointing | null): void {
  stage.hovered = option?.unit ?? null;
  const figure = option?.figure ?? null;
  stage.litFigures = figure === null ? [] : [figure];
  stage.spot = option?.at ?? null;
}

/** What is written beside each option on the table: the number that its name ends with; without any, its place in the list. */
export function tagsOf(options: readonly Pointing[]): string[] {
  const numbers = options.map(({ label }) => /\s(\d+)\b[^\d]*$/.exec(label ?? "")?.[1] ?? "");
  return numbers.some(Boolean) ? numbers : options.map((_, place) => `${place + 1}`);
}

/**
 * Let units, figures and points be chosen on the table for as long as the returned function is not called. Who has many
 * points, such as a man on his way, is chosen by them alone.
 */
export function offer(
  stage: Stage,
  options: readonly (Pointing & { key: string })[],
  choose: (key: string) => void,
  barred: Stage["barred"] = new Map(),
): () => void {
  const choices = new Map<number, string>();
  const offered: Offered[] = [];
  const tags = tagsOf(options);
  for (const [place, { unit, figure = null, at = null, key }] of options.entries()) {
    if (figure !== null || at !== null) offered.push({ key, tag: tags[place] ?? "", figure: at ? null : figure, at });
    if (unit !== null && unit !== undefined && !choices.has(unit)) choices.set(unit, key);
  }
  stage.choices = choices;
  stage.offered = offered;
  stage.barred = barred;
  stage.choose = choose;
  return () => {
    light(stage, null);
    if (stage.choose !== choose) return; // the next question has begun already
    stage.choices = new Map();
    stage.offered = [];
    stage.barred = new Map();
    stage.choose = null;
  };
}

/** Up and down arrows go from one control of a list to the next. */
export function walk(event: KeyboardEvent, selector: string): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const stops = all.filter((one) => !one.closest("details:not([open])")); // what is folded away takes no focus
  const here = stops.indexOf(document.activeElement as HTMLElement);
  if (here < 0) return;
  event.preventDefault();
  stops[(here + step + stops.length) % stops.length]?.focus();
}
