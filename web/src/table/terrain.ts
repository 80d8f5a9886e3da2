import type { PieceView } from "../wire";
import {
  along,
  blob,
  boxOf,
  circle,
  contains,
  distanceToOutline,
  edges,
  grain,
  grainOf,
  hatch,
  middleOf,
  polygon,
  scatter,
  scalloped,
  segment,
  shifted,
  shrunk,
  stone,
  strokes,
  turning,
  type Chance,
  type Point,
} from "./ink";
import { lines } from "./lines";

/** One stroke of the pen: a path, and the name of the ink, which the style sheet knows. */
export interface Stroke {
  ink: string;
  d: string;
}

type Draw = (outline: Point[], chance: Chance) => Stroke[];

const area = (ink: string, outline: readonly Point[]): Stroke => ({ ink, d: polygon(outline) });

function woods(outline: Point[], chance: Chance): Stroke[] {
  const trees = scatter(outline, 1500, 420, chance).map(([x, y]) => ({ x, y, r: 560 + chance() * 300 }));
  trees.sort((a, b) => a.y - b.y);
  let shade = "";
  const crowns: Stroke[] = [];
  for (const { x, y, r } of trees) {
    shade += circle(x + 130, y + 170, r * 0.96);
    crowns.push({ ink: "crown", d: blob(x, y, r, 7 + Math.floor(chance() * 3), chance) });
    const turn = 3.5 + chance() * 0.8; // lit from the upper left
    const bow = (far: number, from: number, to: number): string =>
      `M${Math.round(x + Math.cos(from) * far)} ${Math.round(y + Math.sin(from) * far)}A${Math.round(far)} ${Math.round(far)} 0 0 1 ${Math.round(x + Math.cos(to) * far)} ${Math.round(y + Math.sin(to) * far)}`;
    crowns.push({ ink: "crown-ink", d: bow(r * 0.55, turn, turn + 1.1) + bow(r * 0.28, turn + 2.6, turn + 4.2) });
  }
  return [
    area("woods-floor", outline),
    { ink: "woods-edge", d: scalloped(outline, 620) },
    { ink: "crown-shade", d: shade },
    ...crowns,
  ];
}

function crops(outline: Point[]): Stroke[] {
  const angle = grainOf(outline);
  return [
    area("crops-floor", outline),
    { ink: "crops-rows", d: strokes(hatch(outline, angle, 420, 90)) },
    { ink: "crops-ears", d: strokes(hatch(shifted(outline, 0, 0), angle, 840, 160)) },
  ];
}

function tuft(x: number, y: number, size: number): string {
  return (
    segment(x, y, x - size * 0.6, y - size * 0.8) +
    segment(x, y, x, y - size) +
    segment(x, y, x + size * 0.6, y - size * 0.8)
  );
}

function brush(outline: Point[], chance: Chance): Stroke[] {
  const bushes = scatter(outline, 900, 260, chance);
  return [
    area("brush-floor", outline),
    {
      ink: "bush",
      d: bushes.map(([x, y], place) => (place % 3 ? blob(x, y, 190 + chance() * 120, 5, chance) : "")).join(""),
    },
    { ink: "brush-ink", d: bushes.map(([x, y], place) => (place % 3 ? "" : tuft(x, y, 260))).join("") },
  ];
}

/** A roof: four faces about a ridge for a house of four corners, planks for any other. */
function building(outline: Point[]): Stroke[] {
  const shadow = area("cast", shifted(outline, 240, 300));
  const walls = area("roof", outline);
  if (outline.length !== 4) {
    return [shadow, walls, { ink: "roof-tiles", d: strokes(hatch(outline, grainOf(outline), 420, 80)) }];
  }
  const corners = [...outline] as [Point, Point, Point, Point];
  const length = ([a, b]: [Point, Point]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  // Begin with a short side, so that the ridge runs between the middles of corners 0-1 and 2-3.
  if (length([corners[0], corners[1]]) > length([corners[1], corners[2]])) corners.push(corners.shift() as Point);
  const [a, b, c, d] = corners;
  const half = length([a, b]) / 2;
  const long = Math.max(1, length([b, c]));
  const hip = Math.min(0.42, (half / long) * 0.9);
  const mix = (p: Point, q: Point, share: number): Point => [
    p[0] + (q[0] - p[0]) * share,
    p[1] + (q[1] - p[1]) * share,
  ];
  const from = mix(mix(a, b, 0.5), mix(c, d, 0.5), hip);
  const to = mix(mix(a, b, 0.5), mix(c, d, 0.5), 1 - hip);
  const faces: [Point[], Point][] = [
    [[a, b, from], mix(a, b, 0.5)],
    [[b, c, to, from], mix(b, c, 0.5)],
    [[c, d, to], mix(c, d, 0.5)],
    [[d, a, from, to], mix(d, a, 0.5)],
  ];
  const middle = middleOf(outline);
  const dark = faces.filter(([, [x, y]]) => x - middle[0] + 1.4 * (y - middle[1]) > 0).map(([face]) => face);
  const tiles = faces
    .filter(([face]) => face.length === 4)
    .map(([face]) => strokes(hatch(face, Math.atan2(to[1] - from[1], to[0] - from[0]), 330, 110)));
  return [
    shadow,
    walls,
    { ink: "roof-shade", d: dark.map((face) => polygon(face)).join("") },
    { ink: "roof-tiles", d: tiles.join("") },
    {
      ink: "roof-ridge",
      d:
        segment(...from, ...to) +
        segment(...a, ...from) +
        segment(...b, ...from) +
        segment(...c, ...to) +
        segment(...d, ...to),
    },
  ];
}

function bunker(outline: Point[]): Stroke[] {
  const slits = along(outline, 3000, true).map(({ x, y, dx, dy }) =>
    segment(x - dx * 420, y - dy * 420, x + dx * 420, y + dy * 420),
  );
  return [
    area("cast", shifted(outline, 160, 200)),
    area("concrete", outline),
    area("concrete-top", shrunk(outline, 0.74)),
    { ink: "slit", d: slits.join("") },
  ];
}

function rubble(outline: Point[], spacing: number, size: number, chance: Chance): string {
  return scatter(outline, spacing, size * 0.6, chance)
    .map(([x, y]) => polygon(stone(x, y, size * (0.6 + chance() * 0.7), 5, chance)))
    .join("");
}

function ruin(outline: Point[], chance: Chance): Stroke[] {
  let walls = "";
  for (const [[ax, ay], [bx, by]] of edges(outline)) {
    const length = Math.hypot(bx - ax, by - ay);
    let done = 0;
    while (done < length) {
      const stands = Math.min(length - done, 700 + chance() * 1700);
      const [f, t] = [done / length, (done + stands) / length];
      walls += segment(ax + (bx - ax) * f, ay + (by - ay) * f, ax + (bx - ax) * t, ay + (by - ay) * t);
      done += stands + 350 + chance() * 650;
    }
  }
  return [
    area("ruin-floor", outline),
    { ink: "rubble", d: rubble(outline, 1050, 230, chance) },
    { ink: "ruin-wall", d: walls },
    { ink: "ruin-core", d: walls },
  ];
}

function hachures(ring: readonly Point[], spacing: number, length: number, outwards: boolean, chance: Chance): string {
  const sign = (turning(ring) > 0 ? 1 : -1) * (outwards ? 1 : -1);
  return along(ring, spacing, true)
    .map(({ x, y, dx, dy }) => {
      const far = length * (0.65 + chance() * 0.6);
      return segment(x, y, x + dy * far * sign, y - dx * far * sign);
    })
    .join("");
}

function hill(outline: Point[], chance: Chance): Stroke[] {
  const upper = shrunk(outline, 0.7);
  const crest = shrunk(outline, 0.4);
  return [
    area("hill-foot", outline),
    area("hill-slope", upper),
    area("hill-crest", crest),
    { ink: "contour", d: polygon(outline) },
    { ink: "contour-fine", d: polygon(upper) + polygon(crest) },
    { ink: "hachure", d: hachures(outline, 520, 620, false, chance) + hachures(upper, 640, 480, false, chance) },
  ];
}

function water(outline: Point[], chance: Chance): Stroke[] {
  const waves = scatter(outline, 2100, 600, chance).map(([x, y]) => {
    const [px, py] = [Math.round(x), Math.round(y)];
    return `M${px} ${py}q150 -160 300 0t300 0`;
  });
  return [
    area("water", outline),
    { ink: "shore", d: polygon(shrunk(outline, 0.93)) + polygon(shrunk(outline, 0.84)) },
    { ink: "waves", d: waves.join("") },
    { ink: "bank", d: polygon(outline) },
  ];
}

function road(outline: Point[]): Stroke[] {
  const found: Stroke[] = [area("road", outline)];
  const half = outline.length / 2;
  const box = boxOf(outline);
  const round = Math.abs(turning(outline)) / 2 > 0.7 * (box.right - box.left) * (box.bottom - box.top) && half < 3;
  if (Number.isInteger(half) && (half > 2 || !round || Math.max(box.right - box.left, box.bottom - box.top) > 8000)) {
    // A strip goes along one side and comes back along the other: the middle lies between.
    const middle = (share: number): Point[] =>
      Array.from({ length: half }, (_, place): Point => {
        const a = outline[place] as Point;
        const b = outline[outline.length - 1 - place] as Point;
        return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
      });
    found.push({ ink: "ruts", d: polygon(middle(0.34), false) + polygon(middle(0.66), false) });
  }
  return found;
}

function rough(outline: Point[], chance: Chance): Stroke[] {
  const spots = scatter(outline, 780, 200, chance);
  return [
    area("rough-floor", outline),
    { ink: "stipple", d: spots.map(([x, y], place) => (place % 4 ? circle(x, y, 45) : "")).join("") },
    { ink: "rough-ink", d: spots.map(([x, y], place) => (place % 4 ? "" : tuft(x, y, 240))).join("") },
  ];
}

function rocks(outline: Point[], chance: Chance): Stroke[] {
  const found = scatter(outline, 1250, 380, chance).map(([x, y]) => stone(x, y, 400 + chance() * 260, 6, chance));
  const cracks = found.map((rock) => {
    const middle = middleOf(rock);
    return (
      segment(...(rock[0] as Point), ...middle) +
      segment(...(rock[2] as Point), ...middle) +
      segment(...(rock[4] as Point), ...middle)
    );
  });
  return [
    area("rocks-floor", outline),
    { ink: "cast", d: found.map((rock) => polygon(shifted(rock, 90, 120))).join("") },
    { ink: "rock", d: found.map((rock) => polygon(rock)).join("") },
    { ink: "rock-ink", d: cracks.join("") },
  ];
}

function crater(outline: Point[], chance: Chance): Stroke[] {
  return [
    area("crater", outline),
    area("crater-deep", shrunk(outline, 0.55)),
    { ink: "hachure", d: hachures(outline, 330, 420, false, chance) + hachures(outline, 700, 220, true, chance) },
    { ink: "crater-rim", d: polygon(outline) },
  ];
}

function trench(outline: Point[], chance: Chance): Stroke[] {
  return [
    { ink: "parapet", d: hachures(outline, 300, 260, true, chance) },
    area("trench", outline),
    { ink: "planks", d: strokes(hatch(outline, grainOf(outline) + Math.PI / 2, 480, 120)) },
    { ink: "trench-lip", d: polygon(outline) },
  ];
}

function smoke(outline: Point[], chance: Chance): Stroke[] {
  const puffs = [
    ...along(outline, 1100, true).map(({ x, y }): Point => [x, y]),
    ...scatter(outline, 1500, 300, chance),
  ].map(([x, y]) => {
    const [mx, my] = middleOf(outline);
    return blob(x + (mx - x) * 0.1, y + (my - y) * 0.1, 650 + chance() * 260, 7, chance);
  });
  return [
    { ink: "smoke", d: puffs.join("") },
    { ink: "smoke-edge", d: polygon(outline) },
  ];
}

function wreck(outline: Point[], chance: Chance): Stroke[] {
  const [x, y] = middleOf(outline);
  const size = Math.sqrt(Math.abs(turning(outline)) / 2);
  return [
    { ink: "scorch", d: blob(x, y, size * 0.85, 17, chance) + blob(x, y, size * 0.66, 13, chance) },
    area("wreck", outline),
    { ink: "wreck-ink", d: strokes(hatch(outline, grainOf(outline) + 0.7, 420, 120)) + polygon(shrunk(outline, 0.6)) },
    {
      ink: "wreck-bits",
      d: Array.from({ length: 6 }, () => {
        const angle = chance() * 6.28;
        const far = size * (0.65 + chance() * 0.35);
        return polygon(stone(x + Math.cos(angle) * far, y + Math.sin(angle) * far, 130, 4, chance));
      }).join(""),
    },
  ];
}

function unknown(outline: Point[]): Stroke[] {
  return [area("unknown", outline), { ink: "unknown-ink", d: strokes(hatch(outline, 0.8, 600, 100)) }];
}

const areas: Record<string, Draw> = {
  woods, crops, brush, building, bunker, ruin, hill, water, road, rough, rocks, crater, trench, smoke, wreck,
}; // prettier-ignore

/** What lies lowest is drawn first. Kinds that are not listed come between the ground and the buildings. */
const LOWEST = ["hill", "water", "rough", "road", "crops", "brush", "crater", "trench", "rocks", "woods"];
const HIGHEST = ["ruin", "bunker", "building", "wreck", "smoke"];

export function level(kind: string): number {
  const low = LOWEST.indexOf(kind);
  if (low >= 0) return low;
  const high = HIGHEST.indexOf(kind);
  return high >= 0 ? 100 + high : 50;
}

const drawn = new Map<string, Stroke[]>();

/** How a piece is drawn. It is worked out once, however often the table is sent. */
export function drawPiece(piece: Pick<PieceView, "kind" | "outline" | "closed">): Stroke[] {
  const outline = piece.outline.map(([x, y]): Point => [x, y]);
  const key = `${piece.kind} ${piece.closed} ${outline.join(" ")}`;
  const known = drawn.get(key);
  if (known) return known;
  const chance = grain(outline);
  const draw = piece.closed ? (areas[piece.kind] ?? unknown) : (lines[piece.kind] ?? lines.unknown);
  const found = outline.length < 2 || !draw ? [] : draw(outline, chance).filter(({ d }) => d !== "");
  if (drawn.size > 400) drawn.clear();
  drawn.set(key, found);
  return found;
}

const GROUND_WORDS: Record<string, string> = { burning: "on fire", burnt: "burnt down", smoke: "in smoke" };

/** What has become of a piece, in words: "the woods, on fire". */
export function pieceWords(piece: Pick<PieceView, "title" | "marks">): string {
  return [piece.title, ...(piece.marks ?? []).map((mark) => GROUND_WORDS[mark] ?? mark)].join(", ");
}

/** What lies on a piece: flames, smoke, ashes. A line is a strip of ground for this. */
export function drawMarks(piece: Pick<PieceView, "outline" | "closed" | "marks">): Stroke[] {
  const { marks = [] } = piece;
  if (!marks.length || piece.outline.length < 2) return [];
  const outline = piece.outline.map(([x, y]): Point => [x, y]);
  const chance = grain(outline);
  const spots = (far: number): Point[] => {
    const found = piece.closed ? scatter(outline, far, 200, chance) : [];
    return found.length ? found : along(outline, far, piece.closed).map(({ x, y }): Point => [x, y]);
  };
  const strokes: Stroke[] = [];
  if (marks.includes("burnt")) {
    const stumps = spots(1300);
    strokes.push({ ink: "ashes", d: piece.closed ? polygon(outline) : polygon(outline, false) });
    strokes.push({ ink: "stump", d: stumps.map(([x, y]) => segment(x, y + 220, x, y - 220) + segment(x, y, x + 150, y - 130)).join("") });
  }
  if (marks.includes("smoke") || marks.includes("burning"))
    strokes.push({ ink: "smoke", d: spots(1700).map(([x, y]) => blob(x, y, 700 + chance() * 300, 7, chance)).join("") });
  if (marks.includes("burning"))
    strokes.push({
      ink: "fire",
      d: spots(1400).map(([x, y]) => `M${x} ${y - 560}q420 420 260 760q-90 190 -260 190q-170 0 -260 -190q-110 -240 60 -380q20 160 80 150q130 -190 120 -530Z`).join(""),
    });
  return strokes.filter(({ d }) => d !== "");
} // prettier-ignore

const named = new Map<string, NamePlace>();

export interface NamePlace {
  at: Point;
  room: number; // how long a name may be
  turn: number; // degrees
  spare: Point[]; // other places, where another name lies at the first
}

/** Where the name of a piece is written; worked out once, too. */
export function namePlace(piece: Pick<PieceView, "outline" | "closed">): NamePlace {
  const key = `${piece.closed} ${piece.outline.join(" ")}`;
  const known = named.get(key);
  if (known) return known;
  const found = findNamePlace(piece);
  if (named.size > 400) named.clear();
  named.set(key, found);
  return found;
}

/** In its middle if that is inside, else where there is most room; beside a line. */
function findNamePlace(piece: Pick<PieceView, "outline" | "closed">): NamePlace {
  const outline = piece.outline.map(([x, y]): Point => [x, y]);
  if (!piece.closed) {
    const all = edges(outline, false);
    const length = ([a, b]: [Point, Point]): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const longest = all.reduce((best, edge) => (length(edge) > length(best) ? edge : best), all[0] as [Point, Point]);
    const [[ax, ay], [bx, by]] = longest;
    let turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    if (turn > 90) turn -= 180;
    if (turn <= -90) turn += 180;
    const [ux, uy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    // Beside the line, not on it.
    return { at: [(ax + bx) / 2 - uy * 800, (ay + by) / 2 + ux * 800], room: length(longest), turn, spare: [] };
  }
  const box = boxOf(outline);
  const middle = middleOf(outline);
  const tries: Point[] = [middle];
  for (let step = 1; step < 8; step += 1) {
    for (let across = 1; across < 8; across += 1)
      tries.push([box.left + ((box.right - box.left) * across) / 8, box.top + ((box.bottom - box.top) * step) / 8]);
  }
  const worth = ([x, y]: Point): number =>
    contains(outline, x, y) ? distanceToOutline(outline, x, y) - Math.hypot(x - middle[0], y - middle[1]) * 0.2 : -1;
  const best = worth(middle) > 0 ? middle : tries.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  const spare = tries.filter((at) => worth(at) > 0).sort((a, b) => worth(b) - worth(a));
  return { at: best, room: box.right - box.left, turn: 0, spare };
}

/** Whether a name with this half of its width and this size can be written at a place without covering any of some discs. */
export function clearOfDiscs(at: Point, half: number, size: number, discs: readonly Point[], radius: number): boolean {
  return discs.every(([x, y]) => Math.abs(at[0] - x) > half + radius || Math.abs(at[1] - y) > size * 0.6 + radius);
}
