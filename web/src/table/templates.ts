import type { Point } from "../lib/camera";
import { polygon } from "./ink";

/** A square around a point, squared to another: a template as it would come to lie. */
export function squareAt([x, y]: Point, [side, toX, toY]: readonly [number, number, number]): string {
  const far = Math.hypot(toX - x, toY - y);
  const [dx, dy] = far ? [(toX - x) / far, (toY - y) / far] : [0, -1];
  const half = side / 2;
  const corners = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ] as const;
  return polygon(
    corners.map(([along, aside]): Point => [
      Math.round(x + half * (along * dx - aside * dy)),
      Math.round(y + half * (along * dy + aside * dx)),
    ]),
  );
}
