import type { DecisionView, DriveView, MarchView } from "../wire";
import type { Point } from "../lib/camera";

const INWARD = 3000; // how far onto the table a first suggestion goes

/** Shares of a line to try: the middle first, then farther and farther from it. */
export const SHARES = [0.5, 0.35, 0.65, 0.2, 0.8, 0.42, 0.58, 0.28, 0.72, 0.1, 0.9];

type Stretch = [number, number, number, number];

/** The lines across which a unit comes on. */
export function entryLines(moving: MarchView | DriveView): Stretch[] {
  const lines = moving.type === "march" ? moving.entry : moving.entry ? [moving.entry] : [];
  return lines.filter((line) => line.length >= 4).map((line) => line.slice(0, 4) as Stretch);
}

/** The corners of the area in which a unit is set up. It comes as a ring of edges. */
export function zoneRing(moving: MarchView | DriveView): Point[] {
  return moving.type === "march" ? moving.zone.map((edge): Point => [edge[0] ?? 0, edge[1] ?? 0]) : [];
}

/** Where a unit that stands nowhere yet might go: near the middle of where it may appear, then elsewhere. */
export function firstGoals(moving: MarchView | DriveView, width: number, depth: number): Point[] {
  const lines = entryLines(moving);
  if (lines.length) {
    const length = ([ax, ay, bx, by]: Stretch): number => Math.hypot(bx - ax, by - ay);
    lines.sort((a, b) => length(b) - length(a));
    return lines.flatMap((line) => SHARES.map((share) => inside(line, share, width, depth)));
  }
  const ring = zoneRing(moving);
  const xs = ring.length ? ring.map(([x]) => x) : [0, width];
  const ys = ring.length ? ring.map(([, y]) => y) : [0, depth];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return [0.5, 0.3, 0.7].flatMap((down) =>
    SHARES.map((share): Point => [Math.round(left + (right - left) * share), Math.round(top + (bottom - top) * down)]),
  );
}

/** Where the usual answer to a question would put its first figure, if it is a move. */
export function usualGoal(usual: unknown): Point | null {
  const walks = (usual as { walks?: { points?: unknown[] }[] } | null)?.walks;
  const end = walks?.[0]?.points?.at(-1);
  return Array.isArray(end) && typeof end[0] === "number" && typeof end[1] === "number" ? [end[0], end[1]] : null;
}

function inside([ax, ay, bx, by]: Stretch, share: number, width: number, depth: number): Point {
  const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
  const length = Math.hypot(bx - ax, by - ay) || 1;
  let [dx, dy] = [-(by - ay) / length, (bx - ax) / length];
  if ((width / 2 - x) * dx + (depth / 2 - y) * dy < 0) [dx, dy] = [-dx, -dy];
  return [Math.round(x + dx * INWARD), Math.round(y + dy * INWARD)];
}

/** What makes a question the same one asked again. */
export function places(decision: DecisionView): string {
  return JSON.stringify([decision.seat, decision.kind, decision.unit, decision.prompt, decision.domain]);
}
