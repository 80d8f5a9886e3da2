/**
 * The row under a unit: pins to the left, a pip for each man, its order and whatever else lies beside it to the right.
 * Everything here is in pixels of the screen.
 */
import type { Point } from "../lib/camera";
import type { Marker, Shown } from "../wire";
import { isOrder, isPins, overlap, type Rect } from "./labels";

export const HIGH = 7.5; // of the strip behind the pips
export const BADGE = 14; // of a pin, an order die or a sign
const MANY = 8; // men above which pips are narrow
const MOST = 26; // and above which they are counted in figures
const FEW = 4; // men below which a whole unit needs no row

export interface Pips {
  width: number; // of the strip
  men: string; // pips of those who stand, as a path around the middle of the strip
  fallen: string; // just lost
  gone: string; // lost before
  words: string; // instead of pips, where they are too many
  left: { marker: Marker; x: number }[]; // badges by the middle of each
  right: { marker: Marker; x: number }[];
  from: number; // where everything begins and ends, from the middle of the strip
  to: number;
}

/** Whether a unit has anything to show: four men or more, losses, or something that lies beside it. */
export function hasRow({ strength, full_strength, markers }: Shown): boolean {
  return full_strength >= FEW || strength < full_strength || markers.length > 0;
}

const pip = (x: number, wide: number): string => `M${x.toFixed(2)} -2.25h${wide}v4.5h${-wide}z`;

/** How a unit's row is laid out; `lost` are the men that it has just lost. */
export function pipsOf(shown: Pick<Shown, "strength" | "full_strength" | "markers">, lost = 0): Pips {
  const { strength, full_strength: full, markers } = shown;
  const alone = full <= 1;
  const words = full > MOST ? `${strength} of ${full}` : "";
  const [wide, pitch] = full > MANY ? [2.7, 3.75] : [3.45, 4.5];
  const width = alone ? 0 : words ? words.length * 4.6 + 8 : full * pitch + 4.5;
  const at = (man: number): number => -(full * pitch) / 2 + man * pitch + (pitch - wide) / 2;
  let [men, fallen, gone] = ["", "", ""];
  for (let man = 0; man < full && !words && !alone; man += 1) {
    if (man < strength) men += pip(at(man), wide);
    else if (man < strength + lost) fallen += pip(at(man), wide);
    else gone += pip(at(man), wide);
  }
  const before = markers.filter(isPins);
  const after = markers.filter((marker) => !isPins(marker)).sort((a, b) => Number(isOrder(b)) - Number(isOrder(a)));
  const step = BADGE + 1;
  const middle = alone ? ((before.length - after.length) * step) / 2 : 0;
  const left = before.map((marker, place) => ({ marker, x: middle - width / 2 - step * (place + 0.5) }));
  const right = after.map((marker, place) => ({ marker, x: middle + width / 2 + step * (place + 0.5) }));
  return {
    width,
    men,
    fallen,
    gone,
    words,
    left,
    right,
    from: middle - width / 2 - step * left.length,
    to: middle + width / 2 + step * right.length,
  };
}

export interface RowWish {
  unit: number;
  around: Rect; // the bases of its unit
  from: number; // how far the row reaches to either side of its middle
  to: number;
  high: number;
}

export interface Row {
  unit: number;
  at: Point; // the middle of its strip
  box: Rect;
}

const GAP = 5;

/** A place for every row: below its unit if no model stands there, else above, else beside it. */
export function placeRows(wishes: readonly RowWish[], models: readonly Rect[], bounds: Rect | null = null): Row[] {
  const taken: Rect[] = [];
  const sorted = [...wishes].sort((a, b) => a.around.top - b.around.top || a.unit - b.unit);
  return sorted.map(({ unit, around, from, to, high }) => {
    const [left, right] = [around.left, around.right];
    const x = (left + right) / 2 - (from + to) / 2;
    const below = around.bottom + GAP + high / 2;
    const above = around.top - GAP - high / 2;
    const level = (around.top + around.bottom) / 2;
    const spots: Point[] = [
      [x, below],
      [x, below + 7],
      [x, above],
      [right + GAP - from, level],
      [left - GAP - to, level],
      [x + (right - left) * 0.3, below],
      [x - (right - left) * 0.3, below],
    ];
    let best: Row | null = null;
    let least = Infinity;
    spots.forEach(([px, py], place) => {
      const box = { left: px + from, right: px + to, top: py - high / 2, bottom: py + high / 2 };
      const size = Math.max(1, (to - from) * high);
      const covers = [...models, ...taken].reduce((sum, other) => sum + overlap(box, other), 0) / size;
      const cut = bounds ? 1 - overlap(box, bounds) / size : 0;
      const cost = covers * 3 + cut + place * 0.02;
      if (cost < least) [best, least] = [{ unit, at: [px, py], box }, cost];
    });
    const found = best as unknown as Row;
    taken.push(found.box);
    return found;
  });
}
