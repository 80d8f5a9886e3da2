import type { Point } from "../lib/camera";
import type { Offered } from "../lib/stage.svelte";
import type { FigureView } from "../wire";

type Standing = Pick<FigureView, "number" | "unit" | "at" | "bearing" | "radius" | "length" | "width">;

/** How far a point lies outside a base; below zero inside it. */
export function outside(figure: Standing, [x, y]: Point): number {
  if (!figure.at) return Infinity;
  const dx = x - figure.at[0];
  const dy = y - figure.at[1];
  if (!figure.length) return Math.hypot(dx, dy) - figure.radius;
  const angle = (figure.bearing * Math.PI) / 1800;
  const across = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) - figure.width / 2;
  const along = Math.abs(-dx * Math.sin(angle) + dy * Math.cos(angle)) - figure.length / 2;
  if (across <= 0 && along <= 0) return Math.max(across, along);
  return Math.hypot(Math.max(across, 0), Math.max(along, 0));
}

/** The figure whose base is nearest to a point and not farther than `slack`. */
export function nearest<F extends Standing>(figures: readonly F[], at: Point, slack: number): F | null {
  let best: F | null = null;
  let least = slack;
  for (const figure of figures) {
    const far = outside(figure, at);
    if (far <= least) {
      best = figure;
      least = far;
    }
  }
  return best;
}

/** The option that a click means: the point nearest to it, or the figure that lies there. */
export function meant(offered: readonly Offered[], figure: number | null, at: Point, slack: number): string | null {
  let best: string | null = null;
  let least = slack;
  for (const one of offered) {
    const far = one.at ? Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) : Infinity;
    if (far > least) continue;
    best = one.key;
    least = far;
  }
  return best ?? offered.find((one) => one.figure !== null && one.figure === figure)?.key ?? null;
}

/** The base that an end of a tape is held to: measured from there, the server takes the edge, not the middle. */
export function snap(figures: readonly Standing[], at: Point, slack: number): { number: number; at: Point } | null {
  const found = nearest(figures, at, slack);
  return found?.at ? { number: found.number, at: [found.at[0], found.at[1]] } : null;
}
