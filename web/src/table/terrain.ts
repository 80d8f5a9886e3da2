import type { PieceView } from "../wire";
import { AREAS, marksOn, unknown } from "./areas";
import type { Draw, Drawing, Given } from "./drawing";
import { boxOf, contains, distanceToOutline, edges, grain, middleOf, type Box, type Point } from "./ink";
import { LINES } from "./lines";
import { building, bunker } from "./roofs";

/** Areas of ground that have a drawing, by their kinds. */
export const CLOSED: Record<string, Draw> = { ...AREAS, building, bunker };

/** What lies lowest is drawn first. Kinds that are not listed come between the ground and the buildings. */
const LOWEST = ["hill", "water", "rough", "road", "crops", "brush", "crater", "trench", "rocks"];
const HIGHEST = ["ruin", "woods", "bunker", "building", "wreck", "smoke"];

export function level(kind: string): number {
  const low = LOWEST.indexOf(kind);
  if (low >= 0) return low;
  const high = HIGHEST.indexOf(kind);
  return high >= 0 ? 100 + high : 50;
}

/** The colour that stands for a kind of ground on a map that is too small for drawings. */
const LANDS: Record<string, string> = {
  woods: "leaf-2", crops: "wheat", brush: "scrub-2", building: "tile-2", bunker: "stone-dark", ruin: "stone", hill: "hill-2",
  water: "pond", road: "road", rough: "rut", rocks: "stone", crater: "earth", trench: "earth-dark", smoke: "smoke-mid",
  wreck: "char", wall: "stone-dark", sandbags: "earth-lit", hedge: "leaf-1", fence: "timber-lit", wire: "stone-edge",
  "tank-trap": "stone-edge",
}; // prettier-ignore

export function landOf(kind: string): string {
  return `var(--${LANDS[kind] ?? "rut"})`;
}

type Piece = Pick<PieceView, "kind" | "outline" | "closed"> & Partial<Pick<PieceView, "height" | "title">>;

const drawn = new Map<string, Drawing>();

/** How a piece is drawn. It is worked out once, however often the table is sent. */
export function drawPiece(piece: Piece, light: 1 | -1 = 1): Drawing {
  const outline = piece.outline.map(([x, y]): Point => [x, y]);
  const { height = 0, title = "" } = piece;
  const key = `${piece.kind} ${piece.closed} ${light} ${height} ${title} ${outline.join(" ")}`;
  const known = drawn.get(key);
  if (known) return known;
  const draw = piece.closed ? (CLOSED[piece.kind] ?? unknown) : (LINES[piece.kind] ?? LINES.unknown);
  const given: Given = { outline, chance: grain(outline), light, height, title };
  const found = outline.length < 2 ? { strokes: [] } : tidy(draw(given));
  if (drawn.size > 400) drawn.clear();
  drawn.set(key, found);
  return found;
}

function tidy(drawing: Drawing): Drawing {
  return { ...drawing, strokes: drawing.strokes.filter(({ d }) => d !== "") };
}

/** What can lie on a piece of ground. */
export const GROUND_WORDS: Record<string, string> = { burning: "on fire", burnt: "burnt down", smoke: "in smoke" };

/** What has become of a piece, in words: "the woods, on fire". */
export function pieceWords(piece: Pick<PieceView, "title" | "marks">): string {
  return [piece.title, ...(piece.marks ?? []).map((mark) => GROUND_WORDS[mark] ?? mark)].join(", ");
}

/** What lies on a piece: flames, smoke, ashes. */
export function drawMarks(piece: Pick<PieceView, "outline" | "closed" | "marks">, light: 1 | -1 = 1): Drawing {
  const { marks = [] } = piece;
  if (!marks.length || piece.outline.length < 2) return { strokes: [] };
  const outline = piece.outline.map(([x, y]): Point => [x, y]);
  return tidy(marksOn(marks, piece.closed, { outline, chance: grain(outline), light }));
}

export interface NamePlace {
  at: Point;
  turn: number; // degrees
}

const named = new Map<string, NamePlace[]>();
const STANDS = new Set(["woods", "building", "ruin", "bunker", "hill", "rocks", "brush", "crater", "wreck"]);

/**
 * Where the name of a piece may be written, the best place first: under what stands up, in the middle of what lies flat,
 * beside a line. `size` is how high letters are, `half` half of how wide the name is.
 */
export function namePlaces(
  piece: Pick<PieceView, "kind" | "outline" | "closed">,
  size: number,
  half: number,
): NamePlace[] {
  const key = `${piece.kind} ${piece.closed} ${size} ${half} ${piece.outline.join(" ")}`;
  const known = named.get(key);
  if (known) return known;
  const outline = piece.outline.map(([x, y]): Point => [x, y]);
  const found = piece.closed ? aroundArea(piece.kind, outline, size, half) : besideLine(outline, size);
  if (named.size > 400) named.clear();
  named.set(key, found);
  return found;
}

function besideLine(outline: Point[], size: number): NamePlace[] {
  const all = edges(outline, false);
  const length = ([a, b]: [Point, Point]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const [[ax, ay], [bx, by]] = all.reduce((best, edge) => (length(edge) > length(best) ? edge : best));
  let turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  if (turn > 90) turn -= 180;
  if (turn <= -90) turn += 180;
  const [ux, uy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const out = 350 + size * 0.75;
  return [1, -1].flatMap((side) =>
    [0.5, 0.72, 0.28].map((share) => ({
      at: [ax + (bx - ax) * share - uy * out * side, ay + (by - ay) * share + ux * out * side] as Point,
      turn,
    })),
  );
}

function aroundArea(kind: string, outline: Point[], size: number, half: number): NamePlace[] {
  const box = boxOf(outline);
  const middle = middleOf(outline);
  const x = (box.left + box.right) / 2;
  const inside = insides(outline, box, middle).map((at) => ({ at, turn: 0 }));
  const below: NamePlace[] = [
    { at: [x, box.bottom + size * 0.75], turn: 0 },
    { at: [x, box.top - size * 0.75], turn: 0 },
    { at: [box.left - half - size * 0.4, middle[1]], turn: 0 },
    { at: [box.right + half + size * 0.4, middle[1]], turn: 0 },
  ];
  if (STANDS.has(kind)) return below;
  if (kind === "road" || kind === "water") return [...alongStrip(outline), ...inside];
  return [...inside.slice(0, 12), ...below];
}

/** Along a road: on its long stretches, not where it is cut off at the edge of the table. */
function alongStrip(outline: Point[]): NamePlace[] {
  const half = Math.floor(outline.length / 2);
  const middle = Array.from({ length: half }, (_, place): Point => {
    const [a, b] = [outline[place] as Point, outline[outline.length - 1 - place] as Point];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  });
  return edges(middle, false)
    .sort(([a, b], [c, d]) => Math.hypot(c[0] - d[0], c[1] - d[1]) - Math.hypot(a[0] - b[0], a[1] - b[1]))
    .flatMap(([[ax, ay], [bx, by]]) =>
      [0.6, 0.4, 0.75, 0.25].map((share) => {
        let turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
        if (turn > 90) turn -= 180;
        if (turn <= -90) turn += 180;
        return { at: [ax + (bx - ax) * share, ay + (by - ay) * share] as Point, turn };
      }),
    );
}

/** Places inside an area, those with most room first. */
function insides(outline: Point[], box: Box, middle: Point): Point[] {
  const tries: Point[] = [middle];
  for (let step = 1; step < 8; step += 1) {
    for (let across = 1; across < 8; across += 1)
      tries.push([box.left + ((box.right - box.left) * across) / 8, box.top + ((box.bottom - box.top) * step) / 8]);
  }
  const worth = ([x, y]: Point): number =>
    contains(outline, x, y) ? distanceToOutline(outline, x, y) - Math.hypot(x - middle[0], y - middle[1]) * 0.2 : -1;
  return tries.filter((at) => worth(at) > 0).sort((a, b) => worth(b) - worth(a));
}

const HIGH = 0.74; // half of a line with the halo around it, of the height of its letters

/** The box around a name: turned names are taken as wide and high as they reach. */
export function nameBox({ at: [x, y], turn }: NamePlace, size: number, half: number): Box {
  const [cos, sin] = [Math.abs(Math.cos((turn * Math.PI) / 180)), Math.abs(Math.sin((turn * Math.PI) / 180))];
  const [across, down] = [half * cos + size * HIGH * sin, half * sin + size * HIGH * cos];
  return { left: x - across, right: x + across, top: y - down, bottom: y + down };
}

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
