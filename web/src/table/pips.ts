/**
 * The row under a unit: pins to the left, a pip for each man, its order and whatever else lies beside it to the right.
 * Everything here is in pixels of the screen.
 */
import type { Point } from "../lib/camera";
import type { Marker, Shown } from "../wire";
import { isOrder, isPins } from "./labels";
import { beside, type Rect, type Room } from "./room";

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
  leader: [Point, Point] | null; // to its unit, where it found no room beside it
}

const GAP = 4;
const SPARE = 2; // figures beside a sign reach a little farther

/** Below a unit if that may be, else above, then beside it. */
function stacked(around: Rect, size: Point, gap: number): Rect[] {
  const [below, left, right, above, ...corners] = beside(around, size, gap);
  return [below!, above!, right!, left!, ...corners];
}

/** A place for every row, beside its unit and on nothing else. */
export function placeRows(wishes: readonly RowWish[], room: Room): Row[] {
  const sorted = [...wishes].sort((a, b) => a.around.top - b.around.top || a.unit - b.unit);
  return sorted.flatMap(({ unit, around, from, to, high }) => {
    const wide = to - from + 2 * SPARE;
    const seat = room.seat(around, [wide, high], { places: stacked, gap: GAP });
    if (!seat) return [];
    const { box, leader } = seat;
    return [{ unit, at: [box.left + SPARE - from, (box.top + box.bottom) / 2] as Point, box, leader }];
  });
}
