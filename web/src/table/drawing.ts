/** What a piece of terrain is drawn with, from the ground up. */
import { edges, polygon, shifted, turning, type Chance, type Point } from "./ink";

/** One stroke of the pen: a path, and the name of the ink, which the style sheet knows. */
export interface Stroke {
  ink: string;
  d: string;
}

/** A symbol laid down somewhere: a tree, a bush, a chimney. */
export interface Stamp {
  symbol: string;
  x: number;
  y: number;
  scale: number | [number, number]; // thousandths of an inch a unit
  turn?: number; // degrees
  tall?: boolean; // it fades where a man stands under it
}

export interface Drawing {
  under?: Stroke[]; // drawn before the other strokes of all pieces of its kind: crossing roads have no edge between them
  strokes: Stroke[];
  stamps?: Stamp[];
  roof?: { strokes: Stroke[]; stamps: Stamp[] }; // what fades where somebody is inside
}

export interface Given {
  outline: Point[];
  chance: Chance;
  light: 1 | -1; // from the upper left of the screen: -1 where the table lies the other way round
  height: number;
  title: string;
}

export type Draw = (given: Given) => Drawing;

export const area = (ink: string, outline: readonly Point[]): Stroke => ({ ink, d: polygon(outline) });

/** A shadow: the outline swept to where the light throws it, as one path. */
export function swept(outline: readonly Point[], dx: number, dy: number): string {
  const far = shifted(outline, dx, dy);
  const sign = turning(outline) >= 0 ? 1 : -1;
  const quads = edges(outline).map(([a, b]) => {
    const quad: Point[] = [a, b, [b[0] + dx, b[1] + dy], [a[0] + dx, a[1] + dy]];
    return polygon(turning(quad) * sign >= 0 ? quad : quad.reverse());
  });
  return polygon(outline) + polygon(far) + quads.join("");
}
