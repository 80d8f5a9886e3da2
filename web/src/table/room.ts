/** Where there is room on the screen for something that belongs to something else. Everything is in pixels. */
import type { Point } from "../lib/camera";

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A place, with a line to what it belongs to where it stands away from it. */
export interface Seat {
  box: Rect;
  leader: [Point, Point] | null;
}

export interface Seating {
  /** Which of the sides that touch are tried first; as `beside` has them if it is not said. */
  places?: (around: Rect, size: Point, gap: number) => Rect[];
  /** What speaks against a place, in pixels of distance; the cheapest of those that are equally near is taken. */
  cost?: (box: Rect) => number;
  /** How far off it may be: 0 for nowhere but beside it. */
  most?: number;
  gap?: number; // how near it comes
}

const GAP = 3;
const RINGS = [0, 5, 11, 20, 32, 48, 68, 92, 120, 152, 190]; // pixels farther than the gap
const TIED = 12; // pixels off from which on a line leads back
const MESH = 22; // pixels between the places that are tried when all near ones are taken

export function overlap(a: Rect, b: Rect): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

export const grown = (box: Rect, by: number): Rect => ({
  left: box.left - by,
  right: box.right + by,
  top: box.top - by,
  bottom: box.bottom + by,
});

/** The box that two points of a diagonal span. */
export const spanned = (a: Point, b: Point): Rect => ({
  left: Math.min(a[0], b[0]),
  right: Math.max(a[0], b[0]),
  top: Math.min(a[1], b[1]),
  bottom: Math.max(a[1], b[1]),
});

const inside = (a: Rect, b: Rect): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** Places that touch a box from outside, the best first: below it, left, right, above, then its corners. */
export function beside({ left, top, right, bottom }: Rect, [width, height]: Point, gap = GAP): Rect[] {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const box = (l: number, t: number): Rect => ({ left: l, top: t, right: l + width, bottom: t + height });
  const [over, under] = [top - height - gap, bottom + gap];
  const [before, after] = [left - width - gap, right + gap];
  return [
    box(x - width / 2, under),
    box(before, y - height / 2),
    box(after, y - height / 2),
    box(x - width / 2, over),
    box(left, under),
    box(right - width, under),
    box(left, over),
    box(right - width, over),
    box(before, top),
    box(after, top),
    box(before, bottom - height),
    box(after, bottom - height),
    box(before, under),
    box(after, under),
    box(before, over),
    box(after, over),
  ];
}

/** The point of a box that is nearest to another. */
export function nearestOf(box: Rect, [x, y]: Point): Point {
  return [Math.min(Math.max(x, box.left), box.right), Math.min(Math.max(y, box.top), box.bottom)];
}

const middleOf = (box: Rect): Point => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];

/** How far apart two boxes are. */
export function between(a: Rect, b: Rect): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(across, down);
}

/** A part of the screen and what lies there already. What is seated in it takes its place from those who come later. */
export class Room {
  private readonly taken: Rect[];

  constructor(
    taken: readonly Rect[],
    private readonly bounds: Rect | null = null,
  ) {
    this.taken = [...taken];
  }

  free(box: Rect): boolean {
    return (!this.bounds || inside(box, this.bounds)) && this.taken.every((other) => overlap(box, other) === 0);
  }

  take(...boxes: readonly Rect[]): void {
    this.taken.push(...boxes);
  }

  /** The nearest free place to a box, which is taken from then on; null if there is none. */
  seat(around: Rect, size: Point, { places = beside, cost, most = Infinity, gap = GAP }: Seating = {}): Seat | null {
    if (size[0] < 1 || size[1] < 1) return null;
    // What is not in view has its words where they fall: nobody reads them.
    const seen = !this.bounds || overlap(around, this.bounds) > 0;
    let [best, least]: [Rect | null, number] = [null, Infinity];
    for (const ring of RINGS) {
      if (best && least <= ring) break; // nothing farther off is better
      if (ring > most) break;
      for (const box of places(around, size, gap + ring)) {
        const price = ring + (cost?.(box) ?? 0);
        if (price >= least) continue;
        if (seen ? this.free(box) : this.taken.every((other) => overlap(box, other) === 0))
          [best, least] = [box, price];
      }
    }
    best ??= most === Infinity ? this.anywhere(around, size, cost) : null;
    return best && this.settle(best, around);
  }

  private settle(box: Rect, around: Rect): Seat {
    this.taken.push(box);
    const edge = nearestOf(around, middleOf(box));
    return { box, leader: between(box, around) > TIED ? [nearestOf(box, edge), edge] : null };
  }

  /** The nearest of all places in view, where everything around is taken. */
  private anywhere(around: Rect, [width, height]: Point, cost: Seating["cost"]): Rect | null {
    const { bounds } = this;
    if (!bounds) return null;
    let [best, least]: [Rect | null, number] = [null, Infinity];
    for (let top = bounds.top; top + height <= bounds.bottom; top += MESH) {
      for (let left = bounds.left; left + width <= bounds.right; left += MESH) {
        const box = { left, top, right: left + width, bottom: top + height };
        const price = between(box, around) + (cost?.(box) ?? 0);
        if (price < least && this.free(box)) [best, least] = [box, price];
      }
    }
    return best;
  }
}
