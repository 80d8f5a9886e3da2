import type { Stage } from "../lib/stage.svelte";

interface Pointing {
  unit?: number | null;
  figure?: number | null;
  at?: [number, number] | null;
}

/** Light up on the table what an option means, or nothing any more. */
export function light(stage: Stage, option: Pointing | null): void {
  stage.hovered = option?.unit ?? null;
  const figure = option?.figure ?? null;
  stage.litFigures = figure === null ? [] : [figure];
  stage.spot = option?.at ?? null;
}

/** Let units be chosen on the table for as long as the returned function is not called. */
export function offer(
  stage: Stage,
  options: readonly (Pointing & { key: string })[],
  choose: (key: string) => void,
  barred: Stage["barred"] = new Map(),
): () => void {
  const choices = new Map<number, string>();
  for (const { unit, key } of options) {
    if (unit !== null && unit !== undefined && !choices.has(unit)) choices.set(unit, key);
  }
  stage.choices = choices;
  stage.barred = barred;
  stage.choose = choose;
  return () => {
    light(stage, null);
    if (stage.choose !== choose) return; // the next question has begun already
    stage.choices = new Map();
    stage.barred = new Map();
    stage.choose = null;
  };
}

/** Up and down arrows go from one control of a list to the next. */
export function walk(event: KeyboardEvent, selector: string): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const here = stops.indexOf(document.activeElement as HTMLElement);
  if (here < 0) return;
  event.preventDefault();
  stops[(here + step + stops.length) % stops.length]?.focus();
}
