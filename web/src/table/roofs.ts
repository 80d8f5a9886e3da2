/** Buildings: a hip roof along the longer axis, lit from the upper left, with a shadow and windows by their floors. */
import { area, swept, type Draw, type Given, type Stamp, type Stroke } from "./drawing";
import { grainOf, hatch, middleOf, polygon, segment, shrunk, strokes, type Point } from "./ink";

const FLOOR = 3500; // how high a floor is

export function floorsOf(height: number): number {
  return Math.max(1, Math.round(height / FLOOR));
}

const mix = (p: Point, q: Point, share: number): Point => [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
const length = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export interface Ridge {
  corners: [Point, Point, Point, Point]; // beginning with a short side
  from: Point;
  to: Point;
}

/** Where the ridge of a house of four corners runs: along the middle of its longer axis, ending where the hips meet it. */
export function ridgeOf(outline: readonly Point[]): Ridge {
  const corners = [...outline] as [Point, Point, Point, Point];
  if (length(corners[0], corners[1]) > length(corners[1], corners[2])) corners.push(corners.shift() as Point);
  const [a, b, c, d] = corners;
  const hip = Math.min(0.34, (length(a, b) / 2 / Math.max(1, length(b, c))) * 0.85);
  const [near, far] = [mix(a, b, 0.5), mix(c, d, 0.5)];
  return { corners, from: mix(near, far, hip), to: mix(near, far, 1 - hip) };
}

/** The four faces of a roof, the best lit first. */
function faces({ corners: [a, b, c, d], from, to }: Ridge, middle: Point, light: number): Point[][] {
  const all: Point[][] = [
    [a, b, from],
    [b, c, to, from],
    [c, d, to],
    [d, a, from, to],
  ];
  const lit = ([p, q]: Point[]): number => {
    const [x, y] = mix(p as Point, q as Point, 0.5);
    const far = Math.hypot(x - middle[0], y - middle[1]) || 1;
    return (light * (-0.55 * (x - middle[0]) - 0.83 * (y - middle[1]))) / far;
  };
  return all.sort((one, other) => lit(other) - lit(one));
}

function tiles(found: readonly Point[][]): Stroke[] {
  const courses: string[] = [];
  const joints: [string[], string[]] = [[], []];
  for (const face of found) {
    const [p, q] = face as [Point, Point];
    const angle = Math.atan2(q[1] - p[1], q[0] - p[0]);
    const rows = hatch(face, angle, 300, 20);
    courses.push(strokes(rows));
    rows.forEach((row, place) => joints[place % 2 ? 1 : 0].push(strokes([row])));
  }
  return [
    { ink: "tile-courses", d: courses.join("") },
    { ink: "tile-joints", d: joints[0].join("") },
    { ink: "tile-joints odd", d: joints[1].join("") },
  ];
}

/** Windows in the corner that lies lowest and leftmost on the screen, one for each floor. */
function windows(corners: readonly Point[], middle: Point, floors: number, light: number, turn: number): Stamp[] {
  const low = corners.reduce((best, corner) =>
    light * (corner[1] - corner[0] - best[1] + best[0]) > 0 ? corner : best,
  );
  const [ux, uy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const inwards = (low[0] - middle[0]) * ux + (low[1] - middle[1]) * uy < 0 ? 1 : -1;
  const up = (low[0] - middle[0]) * -uy + (low[1] - middle[1]) * ux < 0 ? 1 : -1;
  return Array.from({ length: floors }, (_, floor) => {
    const along = (380 + floor * 450) * inwards;
    return {
      symbol: "window",
      x: low[0] + ux * along - uy * 480 * up,
      y: low[1] + uy * along + ux * 480 * up,
      scale: 50,
      turn,
    };
  });
}

function shadowOf({ outline, height, light }: Given): Stroke {
  const far = (450 + 420 * floorsOf(height)) * light;
  return { ink: "shade", d: swept(outline, far, far * 1.33) };
}

export const building: Draw = (given) => {
  const { outline, chance, light, height, title } = given;
  const floors = floorsOf(height);
  const slate = /church|chapel|smithy|forge|school|hall|mill/.test(title) || (floors === 1 && chance() < 0.5);
  const ground = [shadowOf(given), area("house-floor", outline)];
  const boards = { ink: "boards", d: strokes(hatch(outline, grainOf(outline), 420, 60)) };
  if (outline.length !== 4) {
    const flat = { ink: "roof-flat", d: polygon(outline) };
    return {
      strokes: [...ground, boards],
      roof: { strokes: [flat, area("roof-flat-top", shrunk(outline, 0.88))], stamps: [] },
    };
  }
  const ridge = ridgeOf(outline);
  const { corners, from, to } = ridge;
  const middle = middleOf(outline);
  const found = faces(ridge, middle, light);
  const [a, b, c, d] = corners;
  const roof: Stroke[] = found.map((face, place) => area(`${slate ? "slate" : "tile"}-${place + 1}`, face));
  roof.push(...tiles(found));
  roof.push({
    ink: "hips",
    d: segment(...a, ...from) + segment(...b, ...from) + segment(...c, ...to) + segment(...d, ...to),
  });
  roof.push({ ink: "ridge-shade", d: segment(from[0], from[1] + 130 * light, to[0], to[1] + 130 * light) });
  roof.push({ ink: slate ? "ridge slate-ridge" : "ridge", d: segment(...from, ...to) });
  roof.push({ ink: "eaves", d: polygon(outline) });
  // Turned as little as may be: what is upright on a house that is not turned stays upright.
  let turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  turn = ((((turn + 45) % 90) + 90) % 90) - 45;
  const stamps = windows(corners, middle, floors, light, turn + (light < 0 ? 180 : 0));
  if (Math.min(length(a, b), length(b, c)) >= 3500) {
    const at = mix(middle, mix(to, from, chance() < 0.5 ? 0 : 1), 0.8);
    const off = Math.min(length(a, b), length(b, c)) * 0.2 * light;
    stamps.push({ symbol: "chimney", x: at[0] + off * 0.4, y: at[1] - off, scale: 44 * light });
  }
  return { strokes: [...ground, boards], roof: { strokes: roof, stamps } };
};

export const bunker: Draw = ({ outline, light }) => {
  const rim = shrunk(outline, 0.88); // slits lie in the walls
  const slits = rim.map((corner, place): [Point, Point] => {
    const next = rim[(place + 1) % rim.length] as Point;
    return [mix(corner, next, 0.3), mix(corner, next, 0.7)];
  });
  const sorted = slits.sort(([a, b], [c, d]) => light * (a[1] + b[1] - c[1] - d[1]));
  const top = shrunk(outline, 0.72);
  return {
    strokes: [
      { ink: "shade", d: swept(outline, 450 * light, 600 * light) },
      area("concrete", outline),
      area("concrete-top", top),
      area(
        "concrete-lit",
        shrunk(outline, 0.42).map(([x, y]): Point => [x - 250 * light, y - 300 * light]),
      ),
      { ink: "slit", d: strokes(sorted.slice(0, 1)) },
      { ink: "slit fine", d: strokes(sorted.slice(1)) },
    ],
  };
};
