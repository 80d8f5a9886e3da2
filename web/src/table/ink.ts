/**
 * Drawing with a steady hand: everything is derived from the coordinates of what is drawn, so a map looks the same every
 * time, on every machine. Lengths are thousandths of an inch.
 */

import type { Point } from "../lib/camera";

export type { Point };
export type Chance = () => number; // 0 up to 1

/** A sequence of numbers that depends on nothing but the points it begins with. */
export function grain(points: readonly Point[]): Chance {
  let seed = 2166136261;
  for (const [x, y] of points) seed = Math.imul(Math.imul(seed ^ (x | 0), 16777619) ^ (y | 0), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const at = (value: number): number => Math.round(value);

export function polygon(points: readonly Point[], closed = true): string {
  return points.map(([x, y], place) => `${place ? "L" : "M"}${at(x)} ${at(y)}`).join("") + (closed ? "Z" : "");
}

export function segment(ax: number, ay: number, bx: number, by: number): string {
  return `M${at(ax)} ${at(ay)}L${at(bx)} ${at(by)}`;
}

export function circle(x: number, y: number, radius: number): string {
  const r = at(radius);
  return `M${at(x - r)} ${at(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

export function rectangle(left: number, top: number, right: number, bottom: number): string {
  return `M${at(left)} ${at(top)}H${at(right)}V${at(bottom)}H${at(left)}Z`;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(points: readonly Point[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** The edges of a ring, or of a line that is open. */
export function edges(points: readonly Point[], closed = true): [Point, Point][] {
  const found: [Point, Point][] = [];
  for (let place = 0; place + 1 < points.length; place += 1)
    found.push([points[place] as Point, points[place + 1] as Point]);
  if (closed && points.length > 2) found.push([points[points.length - 1] as Point, points[0] as Point]);
  return found;
}

export function contains(points: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of edges(points)) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** How far a point is from a stretch. */
export function distanceTo(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const length = (bx - ax) ** 2 + (by - ay) ** 2;
  const share = length ? Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
  return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay));
}

export function distanceToOutline(points: readonly Point[], x: number, y: number, closed = true): number {
  return Math.min(...edges(points, closed).map(([a, b]) => distanceTo(x, y, a, b)));
}

/** Twice the signed area: above zero when the ring goes clockwise on the screen. */
export function turning(points: readonly Point[]): number {
  return edges(points).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0);
}

export function middleOf(points: readonly Point[]): Point {
  const whole = turning(points);
  if (!whole) {
    const box = boxOf(points);
    return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  }
  let x = 0;
  let y = 0;
  for (const [[ax, ay], [bx, by]] of edges(points)) {
    const cross = ax * by - bx * ay;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return [x / (3 * whole), y / (3 * whole)];
}

/** The ring drawn together towards its middle. */
export function shrunk(points: readonly Point[], share: number): Point[] {
  const [mx, my] = middleOf(points);
  return points.map(([x, y]) => [mx + (x - mx) * share, my + (y - my) * share]);
}

export function shifted(points: readonly Point[], dx: number, dy: number): Point[] {
  return points.map(([x, y]) => [x + dx, y + dy]);
}

/** Points spread evenly but not regularly over an area, at least `margin` from its edge. */
export function scatter(points: readonly Point[], spacing: number, margin: number, chance: Chance): Point[] {
  const { left, top, right, bottom } = boxOf(points);
  const found: Point[] = [];
  let row = 0;
  for (let y = top + spacing / 3; y < bottom; y += spacing * 0.87, row += 1) {
    for (let x = left + (row % 2 ? spacing / 2 : 0); x < right + spacing / 2; x += spacing) {
      const px = x + (chance() - 0.5) * spacing * 0.55;
      const py = y + (chance() - 0.5) * spacing * 0.55;
      if (contains(points, px, py) && distanceToOutline(points, px, py) >= margin) found.push([px, py]);
    }
  }
  return found;
}

/** Parallel stretches that fill an area: at which angle (radians), how far apart. */
export function hatch(points: readonly Point[], angle: number, gap: number, inset = 0): [Point, Point][] {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const turned = points.map(([x, y]): Point => [x * cos + y * sin, -x * sin + y * cos]);
  const { top, bottom } = boxOf(turned);
  const found: [Point, Point][] = [];
  for (let y = Math.ceil(top / gap) * gap + 1; y < bottom; y += gap) {
    const hits: number[] = [];
    for (const [[ax, ay], [bx, by]] of edges(turned)) {
      if (ay > y !== by > y) hits.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
    }
    hits.sort((a, b) => a - b);
    for (let place = 0; place + 1 < hits.length; place += 2) {
      const from = (hits[place] as number) + inset;
      const to = (hits[place + 1] as number) - inset;
      if (to <= from) continue;
      found.push([
        [from * cos - y * sin, from * sin + y * cos],
        [to * cos - y * sin, to * sin + y * cos],
      ]);
    }
  }
  return found;
}

export function strokes(stretches: readonly [Point, Point][]): string {
  return stretches.map(([[ax, ay], [bx, by]]) => segment(ax, ay, bx, by)).join("");
}

/** The direction of the longest edge. */
export function grainOf(points: readonly Point[]): number {
  let longest = 0;
  let angle = 0;
  for (const [[ax, ay], [bx, by]] of edges(points)) {
    const length = Math.hypot(bx - ax, by - ay);
    if (length > longest) {
      longest = length;
      angle = Math.atan2(by - ay, bx - ax);
    }
  }
  return angle;
}

/** A round thing with a bumpy edge: a tree's crown, a bush, a puff of smoke. */
export function blob(x: number, y: number, radius: number, bumps: number, chance: Chance): string {
  const start = chance() * Math.PI * 2;
  const corners: Point[] = [];
  for (let bump = 0; bump < bumps; bump += 1) {
    const angle = start + (bump * 2 * Math.PI) / bumps;
    const far = radius * (0.86 + chance() * 0.2);
    corners.push([x + Math.cos(angle) * far, y + Math.sin(angle) * far]);
  }
  const arc = at((radius * Math.PI) / bumps / 1.05);
  const [first] = corners as [Point];
  let path = `M${at(first[0])} ${at(first[1])}`;
  for (const [, [bx, by]] of edges(corners)) path += `A${arc} ${arc} 0 0 1 ${at(bx)} ${at(by)}`;
  return path + "Z";
}

/** An angular thing: a stone, a heap of rubble. */
export function stone(x: number, y: number, radius: number, corners: number, chance: Chance): Point[] {
  const start = chance() * Math.PI * 2;
  return Array.from({ length: corners }, (_, corner): Point => {
    const angle = start + ((corner + (chance() - 0.5) * 0.5) * 2 * Math.PI) / corners;
    const far = radius * (0.72 + chance() * 0.32);
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.85];
  });
}

export interface Mark {
  x: number;
  y: number;
  dx: number; // along the line, of length 1
  dy: number;
}

/** Places along a line, evenly spaced on each stretch, with its direction there. */
export function along(points: readonly Point[], spacing: number, closed = false): Mark[] {
  const found: Mark[] = [];
  for (const [[ax, ay], [bx, by]] of edges(points, closed)) {
    const length = Math.hypot(bx - ax, by - ay);
    if (!length) continue;
    const count = Math.max(1, Math.round(length / spacing));
    const dx = (bx - ax) / length;
    const dy = (by - ay) / length;
    for (let step = 0; step < count; step += 1) {
      const share = ((step + 0.5) / count) * length;
      found.push({ x: ax + dx * share, y: ay + dy * share, dx, dy });
    }
  }
  return found;
}

/** The outline as a row of small outward bows, the way maps border a wood. */
export function scalloped(points: readonly Point[], bow: number): string {
  const clockwise = turning(points) > 0;
  let path = "";
  for (const [[ax, ay], [bx, by]] of edges(points)) {
    const length = Math.hypot(bx - ax, by - ay);
    const count = Math.max(1, Math.round(length / bow));
    if (!path) path = `M${at(ax)} ${at(ay)}`;
    const radius = at((length / count) * 0.62);
    for (let step = 1; step <= count; step += 1) {
      const share = step / count;
      path += `A${radius} ${radius} 0 0 ${clockwise ? 1 : 0} ${at(ax + (bx - ax) * share)} ${at(ay + (by - ay) * share)}`;
    }
  }
  return path + "Z";
}
