/** The mathematics of looking at a table: pure functions, so that they can be tested without a page. */

export type Point = [number, number];

/** Which point of the table (thousandths of an inch) is in the middle, and how many pixels an inch takes. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Extent {
  readonly width: number; // thousandths of an inch
  readonly depth: number;
}

export const MARGIN = 1700; // of the table's edge: the frame with its ruler
export const NEAREST = 100; // pixels an inch
const BESIDE = 90; // pixels of nothing that may be seen beside the table

export function toScreen(view: View, size: Size, flip: boolean, at: Point): Point {
  const unit = ((flip ? -1 : 1) * view.scale) / 1000;
  return [size.width / 2 + (at[0] - view.x) * unit, size.height / 2 + (at[1] - view.y) * unit];
}

export function toTable(view: View, size: Size, flip: boolean, pixel: Point): Point {
  const unit = ((flip ? -1 : 1) * view.scale) / 1000;
  return [view.x + (pixel[0] - size.width / 2) / unit, view.y + (pixel[1] - size.height / 2) / unit];
}

/** The view that shows the whole table with its frame. */
export function fitting(table: Extent, size: Size): View {
  const across = size.width / (table.width + 2 * MARGIN);
  const down = size.height / (table.depth + 2 * MARGIN);
  return { x: table.width / 2, y: table.depth / 2, scale: Math.max(1, 1000 * Math.min(across, down)) };
}

/** How many pixels an inch takes where the table fills what is seen, with nothing beside it. */
export function filling(table: Extent, size: Size): number {
  const across = size.width / (table.width + 2 * MARGIN);
  const down = size.height / (table.depth + 2 * MARGIN);
  return Math.max(1, 1000 * Math.max(across, down));
}

/** A view that is neither too far, nor too near, nor farther beside the table than so many pixels. */
export function held(view: View, table: Extent, size: Size, beside = BESIDE): View {
  const least = fitting(table, size).scale * 0.7;
  const scale = Math.min(Math.max(view.scale, least), Math.max(NEAREST, least));
  return {
    x: within(view.x, table.width, (size.width / scale) * 1000, (beside / scale) * 1000),
    y: within(view.y, table.depth, (size.height / scale) * 1000, (beside / scale) * 1000),
    scale,
  };
}

/** A middle from which the table fills what is seen, or lies in it altogether; a little beside it is allowed. */
function within(middle: number, length: number, seen: number, beside: number): number {
  const from = -MARGIN - beside + seen / 2;
  const to = length + MARGIN + beside - seen / 2;
  return Math.min(Math.max(middle, Math.min(from, to)), Math.max(from, to));
}

/** Zoom so that the point of the table under the pointer stays there. */
export function zoomed(view: View, table: Extent, size: Size, flip: boolean, pixel: Point, factor: number): View {
  const under = toTable(view, size, flip, pixel);
  const { scale } = held({ ...view, scale: view.scale * factor }, table, size);
  const unit = ((flip ? -1 : 1) * scale) / 1000;
  const moved = {
    x: under[0] - (pixel[0] - size.width / 2) / unit,
    y: under[1] - (pixel[1] - size.height / 2) / unit,
    scale,
  };
  return held(moved, table, size);
}

/** Push the table by so many pixels. */
export function panned(view: View, table: Extent, size: Size, flip: boolean, by: Point): View {
  const unit = ((flip ? -1 : 1) * view.scale) / 1000;
  return held({ ...view, x: view.x - by[0] / unit, y: view.y - by[1] / unit }, table, size);
}

/** Two fingers: what was under them stays under them. */
export function pinched(
  view: View,
  table: Extent,
  size: Size,
  flip: boolean,
  before: [Point, Point],
  after: [Point, Point],
): View {
  const middle = ([a, b]: [Point, Point]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const spread = ([a, b]: [Point, Point]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const from = middle(before);
  const to = middle(after);
  const factor = spread(after) / Math.max(1, spread(before));
  const moved = panned(view, table, size, flip, [to[0] - from[0], to[1] - from[1]]);
  return zoomed(moved, table, size, flip, to, factor);
}

/** How a picture drawn for one view must be moved and stretched to look like another: a CSS transform about (0, 0). */
export function drift(drawn: View, wanted: View, size: Size, flip: boolean): { x: number; y: number; ratio: number } {
  const ratio = wanted.scale / drawn.scale;
  const unit = ((flip ? -1 : 1) * wanted.scale) / 1000;
  return {
    x: (size.width / 2) * (1 - ratio) + (drawn.x - wanted.x) * unit,
    y: (size.height / 2) * (1 - ratio) + (drawn.y - wanted.y) * unit,
    ratio,
  };
}

/** The view moved as little as needed to have a point at least `border` pixels inside. */
export function revealing(view: View, size: Size, flip: boolean, at: Point, border: number): View {
  const [x, y] = toScreen(view, size, flip, at);
  const inside = (value: number, length: number): number => {
    const edge = Math.min(border, length / 2);
    return Math.min(Math.max(value, edge), length - edge);
  };
  const unit = ((flip ? -1 : 1) * view.scale) / 1000;
  const dx = inside(x, size.width) - x;
  const dy = inside(y, size.height) - y;
  return dx === 0 && dy === 0 ? view : { ...view, x: view.x - dx / unit, y: view.y - dy / unit };
}

/** The part of the table that is seen, as a rectangle in thousandths of an inch. */
export function seen(view: View, size: Size): { x: number; y: number; width: number; height: number } {
  const width = (size.width / view.scale) * 1000;
  const height = (size.height / view.scale) * 1000;
  return { x: view.x - width / 2, y: view.y - height / 2, width, height };
}
