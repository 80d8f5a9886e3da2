import type { Field, Ray } from "../wire";
import { segment } from "./ink";

export interface RayPaths {
  clear: string;
  covered: string;
  cut: string;
  crosses: string; // where lines are cut
}

/** Lines of sight as four paths, however many there are. `cross` is half the size of a cross. */
export function rayPaths(rays: readonly Ray[], cross: number): RayPaths {
  const paths: RayPaths = { clear: "", covered: "", cut: "", crosses: "" };
  for (const { start, end, fate, cut_at } of rays) {
    if (fate === "cut") {
      const [x, y] = cut_at ?? end;
      paths.cut += segment(...start, x, y);
      if (cut_at) {
        paths.crosses +=
          segment(x - cross, y - cross, x + cross, y + cross) + segment(x - cross, y + cross, x + cross, y - cross);
      }
    } else if (fate === "covered") paths.covered += segment(...start, ...end);
    else paths.clear += segment(...start, ...end);
  }
  return paths;
}

/** The one line that says most: the best there is. */
export function telling(rays: readonly Ray[]): Ray[] {
  const best = rays.find((ray) => ray.fate === "clear") ?? rays.find((ray) => ray.fate === "covered") ?? rays[0];
  return best ? [best] : [];
}

/** The squares of one kind as a path, with neighbours in a row drawn as one. */
export function fieldPath(field: Field, kind: string): string {
  const { cell, columns, rows, cells } = field;
  let path = "";
  for (let row = 0; row < rows; row += 1) {
    let from = -1;
    for (let column = 0; column <= columns; column += 1) {
      const here = column < columns && cells[row * columns + column] === kind;
      if (here && from < 0) from = column;
      if (!here && from >= 0) {
        path += `M${from * cell} ${row * cell}H${column * cell}V${(row + 1) * cell}H${from * cell}Z`;
        from = -1;
      }
    }
  }
  return path;
}

/** How long a line is, in thousandths of an inch: for where to write on it, not for any rule. */
export function pathLength(points: readonly (readonly [number, number])[]): number {
  let sum = 0;
  for (let place = 0; place + 1 < points.length; place += 1) {
    const [ax, ay] = points[place] as readonly [number, number];
    const [bx, by] = points[place + 1] as readonly [number, number];
    sum += Math.hypot(bx - ax, by - ay);
  }
  return sum;
}
