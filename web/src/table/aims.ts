import type { Point } from "../lib/camera";
import type { Ray, Sighting } from "../wire";
import { textWidth } from "./labels";
import { telling } from "./rays";
import { beside, type Rect, type Room, type Seat } from "./room";

/** The one line of sight that is drawn: from whom to whom, how it fares, where it is cut, and how far it is. */
export interface AimLine {
  from: Point;
  to: Point;
  fate: string;
  cut: Point | null;
  distance: number | null;
}

/** The line to the unit that is looked at. Without a line of sight of its own it runs from one unit to the other. */
export function aimLine(
  from: Point | null | undefined,
  to: Point | null | undefined,
  sighting: Sighting | undefined,
): AimLine | null {
  if (!from || !to || !sighting) return null;
  const ray: Ray | undefined = telling(sighting.rays)[0];
  const cut = sighting.seen === 0;
  return {
    from: ray ? [ray.start[0], ray.start[1]] : [from[0], from[1]],
    to: ray && !cut ? [ray.end[0], ray.end[1]] : [to[0], to[1]],
    fate: cut ? "cut" : (ray?.fate ?? "clear"),
    cut: cut && ray?.cut_at ? [ray.cut_at[0], ray.cut_at[1]] : null,
    distance: sighting.distance,
  };
}

export interface ChipWish {
  unit: number;
  around: Rect; // the ring of its unit
  words: string;
  big: boolean; // the one that is looked at
  idle?: boolean; // choosing it would come to nothing
}

export interface PlacedChip extends ChipWish, Seat {}

export const CHIP = { high: 20, size: 14 };
export const BIG = { high: 28, size: 19 };

/** To the right of a unit first: its row is below it most often. */
function touching(around: Rect, size: Point, gap: number): Rect[] {
  const [below, left, right, above, ...corners] = beside(around, size, gap);
  return [right!, left!, above!, below!, ...corners];
}

/** Chips that touch the rings of their units from outside, and cover nothing. */
export function placeChips(wishes: readonly ChipWish[], room: Room): PlacedChip[] {
  return [...wishes]
    .sort((a, b) => Number(b.big) - Number(a.big) || a.unit - b.unit)
    .flatMap((wish) => {
      const { high, size } = wish.big ? BIG : CHIP;
      const wide = textWidth(wish.words, size, true) + size;
      const seat = room.seat(wish.around, [wide, high], { places: touching, gap: 1 });
      return seat ? [{ ...wish, ...seat }] : [];
    });
}
