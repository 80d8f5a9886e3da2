import type { Marker, Sighting } from "../wire";
import { inches } from "../lib/inches";
import type { Point } from "../lib/camera";
import { signOf } from "./signs";

/** Where labels go, so that they can be read: everything here is in pixels of the screen. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Wish {
  unit: number;
  around: Rect; // what it belongs to
  full: Point; // width and height with the name
  brief: Point; // without
  rank: number; // who may choose first; above zero the name is always written
  named: boolean; // whether the name is wanted at all
}

export interface Placed {
  unit: number;
  at: Point; // the middle of its upper edge
  full: boolean;
  box: Rect;
  leader: [Point, Point] | null; // a line to what it belongs to, where it stands away from it
}

const GAP = 3;
const STEPS = [14, 30, 50, 74, 104, 140]; // pixels away from its unit that a label may go with a leader
const WAYS: readonly Point[] = [
  [0, 1],
  [-1, 0],
  [1, 0],
  [0, -1],
  [-0.7, 0.7],
  [0.7, 0.7],
  [-0.7, -0.7],
  [0.7, -0.7],
];

export function overlap(a: Rect, b: Rect): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

const inside = (a: Rect, b: Rect): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** Places that touch a box from outside, the best first: below it, left, right, above, then its corners. */
export function beside({ left, top, right, bottom }: Rect, [width, height]: Point, gap = GAP): Rect[] {
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  const box = (l: number, t: number): Rect => ({ left: l, top: t, right: l + width, bottom: t + height });
  const [over, under] = [top - height - gap, bottom + gap];
  return [
    box(x - width / 2, under),
    box(left - width - gap, y - height / 2),
    box(right + gap, y - height / 2),
    box(x - width / 2, over),
    box(left, under),
    box(right - width, under),
    box(left, over),
    box(right - width, over),
    box(left - width - gap, top),
    box(right + gap, top),
    box(left - width - gap, bottom - height),
    box(right + gap, bottom - height),
    box(left - width - gap, under),
    box(right + gap, under),
    box(left - width - gap, over),
    box(right + gap, over),
  ];
}

/** The same farther off, for labels that get a line to what they belong to. */
function away(around: Rect, [width, height]: Point): Rect[] {
  const x = (around.left + around.right) / 2;
  const y = (around.top + around.bottom) / 2;
  const [rx, ry] = [(around.right - around.left + width) / 2, (around.bottom - around.top + height) / 2];
  return STEPS.flatMap((step) =>
    WAYS.map(([dx, dy]) => {
      const [cx, cy] = [x + dx * (rx + step), y + dy * (ry + step)];
      return { left: cx - width / 2, right: cx + width / 2, top: cy - height / 2, bottom: cy + height / 2 };
    }),
  );
}

/** The point of a box that is nearest to another. */
function nearestOf(box: Rect, [x, y]: Point): Point {
  return [Math.min(Math.max(x, box.left), box.right), Math.min(Math.max(y, box.top), box.bottom)];
}

/** The first of some places that covers nothing and lies within bounds. */
export function firstFree(places: readonly Rect[], taken: readonly Rect[], bounds: Rect | null = null): Rect | null {
  return (
    places.find((box) => (!bounds || inside(box, bounds)) && taken.every((other) => overlap(box, other) === 0)) ?? null
  );
}

/**
 * A place for every label that finds one. A label covers neither models nor other labels: where there is no room beside
 * its unit, one that matters goes farther off with a line back, and any other is left out (it is written when the unit is
 * pointed at).
 */
export function place(
  wishes: readonly Wish[],
  others: readonly Rect[] = [],
  bounds: Rect | null = null,
  reserved: readonly Rect[] = [],
): Placed[] {
  const taken: Rect[] = [...reserved, ...others];
  const found: Placed[] = [];
  const ranked = [...wishes].sort((a, b) => b.rank - a.rank || a.around.top - b.around.top || a.unit - b.unit);
  for (const wish of ranked) {
    const within = bounds && overlap(wish.around, bounds) > 0 ? bounds : null; // who is not in view is read elsewhere
    const sizes: { full: boolean; size: Point }[] = [
      ...(wish.named ? [{ full: true, size: wish.full }] : []),
      ...(wish.rank > 0 && wish.named ? [] : [{ full: false, size: wish.brief }]),
    ];
    for (const { full, size } of sizes) {
      if (size[0] < 1 || size[1] < 1) continue;
      const near = firstFree(beside(wish.around, size), taken, within);
      const box = near ?? (wish.rank > 0 ? firstFree(away(wish.around, size), taken, within) : null);
      if (!box) continue;
      const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const edge = nearestOf(wish.around, middle);
      taken.push(box);
      found.push({
        unit: wish.unit,
        at: [middle[0], box.top],
        full,
        box,
        leader: near ? null : [nearestOf(box, edge), edge],
      });
      break;
    }
  }
  return found;
}

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** How wide a text is. Without a canvas (in tests) it is guessed. */
export function textWidth(text: string, size: number, bold = false): number {
  const key = `${size}${bold}${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (pen === undefined)
    pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  let width = text.length * size * 0.56;
  if (pen) {
    pen.font = `${bold ? 700 : 400} ${size}px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
    width = pen.measureText(text).width;
  }
  if (widths.size > 2000) widths.clear();
  widths.set(key, width);
  return width;
}

const ORDERS: Record<string, string> = {
  fire: "F",
  advance: "A",
  run: "R",
  ambush: "B",
  rally: "Y",
  down: "D",
  attack: "T",
  "halt in cover": "C",
  "carry on": "G",
  rout: "X",
};

export function isOrder(marker: Marker): boolean {
  return marker.kind === "order";
}

export function isPins(marker: Marker): boolean {
  return /^(pins?|suppression|shock|stress)$/.test(marker.kind);
}

/** What a marker says, with its number if that is not said already. */
export function markerWords({ label, kind, count }: Marker): string {
  const said = label.trim() || kind;
  return count > 1 && !/^\d/.test(said) ? `${count} ${said}` : said;
}

/** The letters on a marker: one for an order, the first ones of its label for anything unknown. */
export function letters(marker: Marker): string {
  const said = marker.label.replace(/^\d+ |^has an? |^the |^is /, "").trim() || marker.kind;
  if (isOrder(marker)) return ORDERS[said.toLowerCase()] ?? (said[0] ?? "?").toUpperCase();
  if (isPins(marker)) return String(marker.count);
  const short = said
    .split(/[\s-]+/)
    .map((word) => word[0] ?? "")
    .join("")
    .toUpperCase();
  const text = short.length > 1 ? short.slice(0, 3) : said.slice(0, 3);
  return marker.count > 1 ? `${text} ${marker.count}` : text;
}

export function markerWidth(marker: Marker): number {
  if (isOrder(marker)) return 28;
  if (isPins(marker)) return marker.count > 9 ? 23 : 19;
  if (signOf(marker)) return marker.count > 1 ? 20 + 6 * String(marker.count).length : 19;
  return Math.ceil(textWidth(letters(marker), 10, true)) + 9;
}

export function markersWidth(markers: readonly Marker[]): number {
  return markers.reduce((sum, marker) => sum + markerWidth(marker) + 2, 0);
}

/** What the unit that looks makes of another, in a few words. */
export function sightWords(sighting: Sighting): string {
  const far = sighting.distance === null ? "" : ` · ${inches(sighting.distance, 1)}`;
  if (sighting.seen === 0) {
    const why = sighting.blocked_by ? `blocked: ${sighting.blocked_by}` : sighting.why || "out of sight";
    return why + far;
  }
  const share = sighting.models > 1 ? `sees ${sighting.seen}/${sighting.models}` : "in sight";
  return [share, sighting.cover].filter(Boolean).join(" · ") + far;
}

/** The same of a unit that is not pointed at: what is not seen is told in as few words as will do. */
export function sightGist(sighting: Sighting): string {
  if (sighting.seen > 0) return sightWords(sighting);
  return sighting.blocked_by.replace(/^the /, "") || sighting.why || "out of sight";
}

/** The same where there is room for a few letters only. */
export function sightLetters(sighting: Sighting): string {
  return sighting.seen === 0 || sighting.models < 2 ? "" : `${sighting.seen}/${sighting.models}`;
}

/** How a line of sight to a unit fares on the whole: for the sign before the words. */
export function sightFate(sighting: Sighting): "clear" | "covered" | "cut" {
  if (sighting.seen === 0) return "cut";
  return /^(|none|no|open|no cover|in the open)$/i.test(sighting.cover.trim()) ? "clear" : "covered";
}
