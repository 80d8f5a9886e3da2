/** Colours for numbers on the map: even steps to the eye, told apart by people who see fewer colours, for both themes. */
import type { Weight } from "../wire";

export type Mode = "mine" | "theirs" | "difference";
export const MODES: readonly Mode[] = ["mine", "theirs", "difference"];

/** Steps on either side of nothing. */
export const STEPS = 6;

const GREEN = 155; // what I do
const PURPLE = 318; // what is done to me
const LIGHT = { least: 0.9, most: 0.4 }; // on paper more is darker
const DARK = { least: 0.4, most: 0.88 }; // at night more is brighter
const CHROMA = { least: 0.045, most: 0.15 };

export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** The colour of a step: 0 is nothing, above it what I do, below it what is done to me. */
export function colour(step: number, dark: boolean): Oklch {
  const range = dark ? DARK : LIGHT;
  if (step === 0) return { lightness: dark ? 0.34 : 0.95, chroma: 0, hue: 0 };
  const share = (Math.min(Math.abs(step), STEPS) - 1) / (STEPS - 1);
  return {
    lightness: range.least + (range.most - range.least) * share,
    chroma: CHROMA.least + (CHROMA.most - CHROMA.least) * share,
    hue: step > 0 ? GREEN : PURPLE,
  };
}

const written = ({ lightness, chroma, hue }: Oklch): string =>
  `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue})`;

/** The colour of a step as style sheets write it, right in either theme. */
export function paint(step: number): string {
  return `light-dark(${written(colour(step, false))}, ${written(colour(step, true))})`;
}

/** The number that a spot is coloured by; null where the unit finds no room. */
export function valueOf(weight: Weight, mode: Mode): number | null {
  if (weight.stands === null) return null;
  const { mine = 0, theirs = 0 } = weight;
  return mode === "mine" ? mine : mode === "theirs" ? theirs : mine - theirs;
}

/** The end of the scale: the next round number, so that it does not change with every spot that comes in. */
export function topOf(values: readonly number[]): number {
  const most = values.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 1.5, 2, 3, 4, 6, 8].find((times) => times * power >= most) ?? 10) * power;
}

/** The step of a number: nothing has a colour of its own, and every little something has another. */
export function stepOf(value: number, top: number, mode: Mode): number {
  const size = Math.min(STEPS, Math.ceil((Math.abs(value) / top) * STEPS - 1e-9));
  if (size === 0) return 0;
  return mode === "theirs" || value < 0 ? -size : size;
}

/** Squares of one colour as one path: a few paths, however many squares. */
export function squares(middles: readonly (readonly [number, number])[], cell: number): string {
  const side = Math.round(cell * 0.94);
  return middles.map(([x, y]) => `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`).join("");
}

/** The better of two spots, as the mode has it: most for me, least for them. */
export function better(mode: Mode, one: number, other: number): boolean {
  return mode === "theirs" ? one < other : one > other;
}
