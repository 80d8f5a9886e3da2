/** Who is in the picture of an action, and what is written there: names and what came of it. */
import { wentFar, type Cast, type Results, type Scene, traceOf } from "../lib/acts";
import type { Point } from "../lib/camera";
import { tolls, type Toll } from "../lib/wording";
import { textWidth } from "./labels";
import { endOf, flightsOf, outlineOf, type Flight } from "./picture";

export const PAD = 420; // how far rings are from bases
const BIG = 25;
const SMALL = 16;
const NAME = 14;
const LINE = 1.12; // of a letter's height
const HALO = 4; // around letters

export interface Struck {
  cast: Cast;
  outline: Point[];
  hurt: boolean;
}

/** The parts of a picture. */
export interface Parts {
  actor: Cast | null;
  ring: Point[];
  struck: Struck[];
  flights: Flight[];
  toll: Toll[];
}

export function partsOf(scene: Scene, results: Results, table: { width: number; depth: number }): Parts {
  const actor = scene.actor ? endOf(scene, scene.actor) : null;
  const toll = tolls(scene, results);
  const hurt = new Set(
    toll.filter(({ words }) => words.some((word) => word.harm && word.grade > 0)).map(({ unit }) => unit),
  );
  // Whoever was aimed at, and whoever else was hurt.
  const others = [...scene.others, ...(scene.actor ? [scene.actor] : [])].filter(({ unit }) => hurt.has(unit));
  const struck = [...scene.targets.filter(({ unit }) => unit !== scene.act.actor), ...others].map((cast) => ({
    cast,
    outline: outlineOf(cast, PAD),
    hurt: hurt.has(cast.unit),
  }));
  return {
    actor,
    ring: actor ? outlineOf(actor, PAD) : [],
    struck,
    flights: flightsOf(scene, traceOf(scene.act), table, PAD + 120),
    toll,
  };
}

export interface Words {
  key: string;
  unit: number;
  side: number;
  lines: { text: string; size: number; harm: boolean }[];
  outline: Point[]; // of the unit that they belong to
  result: boolean;
}

/** What is written beside the units of a picture: first what came of it, then who they are. */
export function wordsOf(scene: Scene, { actor, ring, struck, toll }: Parts): Words[] {
  const found: Words[] = [];
  for (const { unit, cast, words: told } of toll) {
    const outline = unit === actor?.unit ? ring : outlineOf(cast, PAD);
    const lines = told.slice(0, 3).map(({ text, harm, grade }, place) => ({
      text,
      harm: harm && grade > 0,
      size: place === 0 && grade > 0 ? BIG : SMALL,
    }));
    if (outline.length) found.push({ key: `result ${unit}`, unit, side: cast.side, lines, outline, result: true });
  }
  const far = Math.round(wentFar(scene) / 1000);
  if (actor && far > 0 && !toll.some(({ unit }) => unit === actor.unit))
    found.push(named(`result ${actor.unit}`, actor, ring, `${far}″`, SMALL, true));
  if (actor && ring.length) found.push(named(`name ${actor.unit}`, actor, ring, actor.name, NAME));
  for (const { cast, outline } of struck)
    if (outline.length && cast.unit !== actor?.unit)
      found.push(named(`name ${cast.unit}`, cast, outline, cast.name, NAME));
  return found;
}

function named(key: string, cast: Cast, outline: Point[], text: string, size: number, result = false): Words {
  return { key, unit: cast.unit, side: cast.side, outline, result, lines: [{ text, size, harm: false }] };
}

/** How much room words take, with the halo around them. */
export function sizeOf({ lines }: Words): Point {
  const wide = Math.max(...lines.map(({ text, size }) => textWidth(text, size, true)));
  const high = lines.reduce((sum, { size }) => sum + size * LINE, 0) + (lines.at(-1)?.size ?? 0) * 0.06;
  return [wide + 2 * HALO, high + 2 * HALO];
}

/** How far below the upper edge of its words a line is written. */
export function baseline(lines: Words["lines"], place: number): number {
  return HALO + lines.slice(0, place).reduce((sum, { size }) => sum + size * LINE, 0) + lines[place]!.size * 0.94;
}
