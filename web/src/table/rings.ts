/** Lines around units: what belongs together is ringed together, and a man who stands far off by himself. */
import type { Point } from "../lib/camera";
import type { Standing } from "./units";

const APART = 3600; // men farther from each other than this get rings of their own
const STEPS = 12; // corners of a round base

function cross(o: Point, a: Point, b: Point): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

/** The smallest convex ring around some points. */
export function convex(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (all: readonly Point[]): Point[] => {
    const found: Point[] = [];
    for (const point of all) {
      while (found.length > 1 && cross(found.at(-2) as Point, found.at(-1) as Point, point) <= 0) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** Corners of a base, drawn larger by a margin. */
function corners({ at, radius, length, width, bearing }: Standing, margin: number): Point[] {
  const around = (x: number, y: number, r: number): Point[] =>
    Array.from({ length: STEPS }, (_, step): Point => {
      const angle = (step * 2 * Math.PI) / STEPS;
      return [Math.round(x + Math.cos(angle) * r), Math.round(y + Math.sin(angle) * r)];
    });
  if (!length) return around(at[0], at[1], radius + margin);
  const angle = (bearing * Math.PI) / 1800;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [-1, 1].flatMap((across) =>
    [-1, 1].flatMap((along) => {
      const [x, y] = [(across * width) / 2, (along * length) / 2];
      return around(at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, margin);
    }),
  );
}

/** Those who stand together: everybody within reach of another of the group. */
export function groups<F extends Standing>(figures: readonly F[], apart = APART): F[][] {
  const left = [...figures];
  const found: F[][] = [];
  while (left.length) {
    const group = [left.shift() as F];
    for (let place = 0; place < group.length; place += 1) {
      const { at } = group[place] as F;
      for (let other = left.length - 1; other >= 0; other -= 1) {
        const one = left[other] as F;
        if (Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) <= apart) group.push(...left.splice(other, 1));
      }
    }
    found.push(group);
  }
  return found;
}

/** The rings of a unit as one path, this far outside its bases. */
export function ringPath(figures: readonly Standing[], margin: number): string {
  return groups(figures)
    .map((group) => convex(group.flatMap((figure) => corners(figure, margin))))
    .map((ring) => `M${ring.map(([x, y]) => `${x} ${y}`).join("L")}Z`)
    .join("");
}
