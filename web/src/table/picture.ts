/** The geometry of the picture of an action: outlines around units, where arrows begin and end, where words go. Pure. */
import type { Point } from "../lib/camera";
import { gap, type Body, type Cast, type Scene } from "../lib/acts";
import type { Rect, Room } from "./room";

const CHIP = 800; // the radius of what stands for a unit indoors or aboard
const TOGETHER = 4500; // who is farther from all others of his unit (a spotter) is not drawn into its outline

/** The points around a base at a distance from its edge. */
function around(body: Pick<Body, "at" | "bearing" | "radius" | "length" | "width">, pad: number): Point[] {
  const [x, y] = body.at;
  const centres: [Point, number][] = [];
  if (body.length > 0) {
    const angle = (body.bearing * Math.PI) / 1800;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    for (const [across, along] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const [dx, dy] = [(across * body.width) / 2, (along * body.length) / 2];
      centres.push([[x + dx * cos - dy * sin, y + dx * sin + dy * cos], pad]);
    }
  } else centres.push([[x, y], body.radius + pad]);
  return centres.flatMap(([[cx, cy], radius]) =>
    Array.from({ length: 16 }, (_, n): Point => {
      const turn = (n / 16) * 2 * Math.PI;
      return [cx + Math.cos(turn) * radius, cy + Math.sin(turn) * radius];
    }),
  );
}

/** The smallest convex outline around some points. */
export function convex(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: readonly Point[]): Point[] => {
    const found: Point[] = [];
    for (const point of list) {
      while (found.length > 1 && turn(found.at(-2)!, found.at(-1)!, point) <= 0) found.pop();
      found.push(point);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The bases that count for a unit's outline: those that stand together with its leader. Indoors it has a chip. */
export function bodiesOf(cast: Cast): Body[] {
  const { at } = cast;
  if (!cast.bodies.length) return at ? [{ figure: -1, at, bearing: 0, radius: CHIP, length: 0, width: 0 }] : [];
  const left = [...cast.bodies];
  const first = at ? left.reduce((best, one) => (gap(one.at, at) < gap(best.at, at) ? one : best)) : left[0]!;
  const found = [first];
  left.splice(left.indexOf(first), 1);
  for (const one of found) {
    const near = left.filter((other) => gap(one.at, other.at) < TOGETHER + Math.max(one.length, other.length));
    for (const other of near) left.splice(left.indexOf(other), 1);
    found.push(...near);
  }
  return found;
}

export function outlineOf(cast: Cast, pad: number): Point[] {
  return convex(bodiesOf(cast).flatMap((body) => around(body, pad)));
}

export function pathOf(points: readonly Point[]): string {
  return points.length ? `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join("L")}Z` : "";
}

export function boxOf(points: readonly Point[]): { middle: Point; width: number; height: number } {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { middle: [(left + right) / 2, (top + bottom) / 2], width: right - left, height: bottom - top };
}

/** The middle of a unit: of its bases, not of the box around them. */
export function middleOf(cast: Cast): Point | null {
  const bodies = bodiesOf(cast);
  if (!bodies.length) return null;
  const sum = bodies.reduce((all, { at }): Point => [all[0] + at[0], all[1] + at[1]], [0, 0] as Point);
  return [sum[0] / bodies.length, sum[1] / bodies.length];
}

/** A unit of a scene where it has come to stand at its end. */
export function endOf(scene: Scene, cast: Cast): Cast {
  const ways = new Map(scene.trails.map(({ from, way, bearing }) => [from.figure, { at: way.at(-1)!, bearing }]));
  if (!cast.bodies.some((body) => ways.has(body.figure))) return cast;
  const bodies = cast.bodies.map((body) => ({ ...body, ...ways.get(body.figure) }));
  return { ...cast, bodies, at: bodies[0]?.at ?? cast.at };
}

/** Where a ray from inside leaves an outline; the point itself where there is none. */
export function leaving(outline: readonly Point[], from: Point, towards: Point): Point {
  const [dx, dy] = [towards[0] - from[0], towards[1] - from[1]];
  let best: { share: number; at: Point } | null = null;
  outline.forEach((a, n) => {
    const b = outline[(n + 1) % outline.length]!;
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
    const cross = dx * ey - dy * ex;
    if (Math.abs(cross) < 1e-9) return;
    const t = ((a[0] - from[0]) * ey - (a[1] - from[1]) * ex) / cross;
    const u = ((a[0] - from[0]) * dy - (a[1] - from[1]) * dx) / cross;
    if (t > 0 && u >= 0 && u <= 1 && (!best || t > best.share))
      best = { share: t, at: [from[0] + dx * t, from[1] + dy * t] };
  });
  return (best as { at: Point } | null)?.at ?? from;
}

export interface Flight {
  readonly from: Point;
  readonly to: Point;
  readonly unit: number | null; // whom it is aimed at
}

const MUZZLE = 650; // how far before the middle of a man who fires the flash is

/**
 * Where arrows go. From the man of the actor who stands nearest the target, to the edge of the target's outline; what
 * comes out of the sky comes from the table's edge.
 */
export function flightsOf(
  scene: Scene,
  trace: string,
  extent: { width: number; depth: number },
  pad: number,
): Flight[] {
  if (!trace) return [];
  const { actor, act } = scene;
  const aimed: { unit: number | null; at: Point; outline: Point[] }[] = scene.targets
    .filter((cast) => cast.unit !== actor?.unit)
    .flatMap((cast) => {
      const at = middleOf(cast);
      return at ? [{ unit: cast.unit, at, outline: outlineOf(cast, pad) }] : [];
    });
  const spot: Point | null = act.at ? [act.at[0], act.at[1]] : null;
  if (!aimed.length && spot && !(actor?.at && gap(actor.at, spot) < 1))
    aimed.push({ unit: null, at: spot, outline: [] });
  const above = trace === "bomb" || (act.kind === "strike" && trace !== "blast");
  return aimed.flatMap(({ unit, at, outline }): Flight[] => {
    const origin = above ? skyOf(at, extent) : originOf(scene, at);
    if (!origin) return [];
    const to = outline.length ? leaving(outline, at, origin) : at;
    const far = gap(origin, at);
    const ahead = above || far < 1 ? 0 : Math.min(MUZZLE, far / 3) / far;
    const from: Point = [origin[0] + (at[0] - origin[0]) * ahead, origin[1] + (at[1] - origin[1]) * ahead];
    // Those who touch are shown by an arrow through both.
    return [{ from, to: gap(from, to) < 700 || gap(origin, to) < gap(origin, from) ? at : to, unit }];
  });
}

function originOf(scene: Scene, towards: Point): Point | null {
  const { actor } = scene;
  if (!actor || !actor.at) return null;
  // Who charges is shown from where he came, who fires from where he stands.
  const bodies = bodiesOf(actor);
  const key = bodies.find((body) => body.figure === actor.bodies[0]?.figure) ?? bodies[0];
  if (bodies.length <= 4 && key) return key.at;
  return bodies.reduce((best, body) => (gap(body.at, towards) < gap(best.at, towards) ? body : best)).at;
}

/** Where an aircraft comes over the table's edge. */
function skyOf(at: Point, { width, depth }: { width: number; depth: number }): Point {
  const x = at[0] + (at[0] > width / 2 ? -1 : 1) * Math.min(9000, width / 5);
  return at[1] > depth / 2 ? [x, Math.min(0, at[1] - 12_000)] : [x, depth];
}

// --- words -----------------------------------------------------------------------------------------------------------

/** Words that want a place beside a unit, in pixels of the screen. */
export interface Wanted {
  key: string;
  around: Rect;
  width: number;
  height: number;
  away?: Point; // from where the arrow comes: the words go to another side
}

export interface Set {
  key: string;
  box: Rect;
  side: "left" | "right" | "above" | "below";
  leader: [Point, Point] | null; // so far off that a line leads back to the unit
}

export interface Segment {
  from: Point;
  to: Point;
}

const CROSSED = 110; // pixels that words go farther off rather than lie on an arrow

/** A place for each, in order: on no model, on no other words, off the arrows if that can be, in view. */
export function setFloats(wanted: readonly Wanted[], room: Room, arrows: readonly Segment[]): Set[] {
  return wanted.flatMap((one) => {
    const cost = (box: Rect): number =>
      arrows.filter((arrow) => crosses(box, arrow)).length * CROSSED +
      towards(one, box) +
      (sideOf(box, one.around) === "above" || sideOf(box, one.around) === "below" ? 6 : 0);
    const seat = room.seat(one.around, [one.width, one.height], { places: floating, cost, gap: 4 });
    return seat ? [{ key: one.key, box: seat.box, side: sideOf(seat.box, one.around), leader: seat.leader }] : [];
  });
}

/** To the left, to the right, above and below, in the middle of each side or towards its ends. */
function floating(r: Rect, [width, height]: Point, off: number): Rect[] {
  const box = (left: number, top: number): Rect => ({ left, top, right: left + width, bottom: top + height });
  return [0.5, 0.1, 0.9].flatMap((share) => {
    const y = r.top - height + (r.bottom - r.top + height) * share;
    const x = r.left - width + (r.right - r.left + width) * share;
    return [box(r.left - off - width, y), box(r.right + off, y), box(x, r.top - off - height), box(x, r.bottom + off)];
  });
}

function sideOf(box: Rect, around: Rect): Set["side"] {
  if (box.right <= around.left) return "left";
  if (box.left >= around.right) return "right";
  return box.bottom <= around.top ? "above" : "below";
}

function towards({ around: r, away }: Wanted, box: Rect): number {
  if (!away) return 0;
  const middle: Point = [(r.left + r.right) / 2, (r.top + r.bottom) / 2];
  const to: Point = [(box.left + box.right) / 2 - middle[0], (box.top + box.bottom) / 2 - middle[1]];
  const from: Point = [away[0] - middle[0], away[1] - middle[1]];
  const product = to[0] * from[0] + to[1] * from[1];
  const size = Math.hypot(...to) * Math.hypot(...from);
  return size > 0 ? Math.max(0, product / size) * 40 : 0;
}

/** Whether an arrow runs through a box. */
export function crosses(box: Rect, { from, to }: Segment): boolean {
  const inside = ([x, y]: Point): boolean => x > box.left && x < box.right && y > box.top && y < box.bottom;
  const steps = Math.max(2, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 6));
  for (let n = 0; n <= steps; n++) {
    const share = n / steps;
    if (inside([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])) return true;
  }
  return false;
}

// --- shapes, in pixels -----------------------------------------------------------------------------------------------

const n = (value: number): string => value.toFixed(1);

/** A tapering arrow along the x axis. */
export function arrowShape(length: number, thick = 1): string {
  const head = Math.min(20, length * 0.5);
  const [tail, neck, wide] = [1.4 * thick, 4.2 * thick, 10 * Math.min(1.3, thick)];
  const bend = Math.max(0, length - head + 2.5);
  return `M0 ${n(-tail)}L${n(bend)} ${n(-neck)}L${n(length - head)} ${n(-wide)}L${n(length)} 0L${n(length - head)} ${n(wide)}L${n(bend)} ${n(neck)}L0 ${n(tail)}Z`;
}

/** Bright dashes on it, thicker towards its head. */
export function dashes(length: number): { d: string; width: number }[] {
  const found: { d: string; width: number }[] = [];
  for (let x = 16; x + 13 < length - 24; x += 21) found.push({ d: `M${n(x)} 0h13`, width: 2 + 2 * (x / length) });
  return found;
}

/** A star with rays of two lengths. */
export function star(rays: number, long: number, short: number): string {
  return (
    Array.from({ length: rays * 2 }, (_, k) => {
      const angle = (k / (rays * 2)) * 2 * Math.PI;
      const radius = k % 2 ? short : long * (k % 4 ? 0.86 : 1);
      return `${k ? "L" : "M"}${n(Math.cos(angle) * radius)} ${n(Math.sin(angle) * radius)}`;
    }).join("") + "Z"
  );
}

/** How high what is lobbed goes, towards `up` (1 or -1), and the curve of it. */
export function lob(length: number, up: number): { d: string; height: number; angle: number } {
  const height = up * Math.min(130, Math.max(26, length * 0.42));
  return {
    d: `M0 0Q${n(length / 2)} ${n(height)} ${n(length - 6)} ${n((height * 12) / Math.max(24, length))}`,
    height,
    angle: (Math.atan2(-height, length / 2) * 180) / Math.PI,
  };
}

/** A cone of flame along the x axis, widening to `wide`. */
export function cone(length: number, wide: number): string {
  const half = Math.max(9, wide / 2);
  return `M0 -2Q${n(length * 0.5)} ${n(-half * 0.35)} ${n(length)} ${n(-half)}Q${n(length + half * 0.9)} 0 ${n(length)} ${n(half)}Q${n(length * 0.5)} ${n(half * 0.35)} 0 2Z`;
}
