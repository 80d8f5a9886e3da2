/** Areas of ground: what grows, lies and was dug there. */
import { area, swept, type Draw, type Drawing, type Given, type Stamp, type Stroke } from "./drawing";
import {
  along,
  blob,
  circle,
  contains,
  distanceToOutline,
  edges,
  grainOf,
  hatch,
  middleOf,
  polygon,
  scatter,
  segment,
  shifted,
  shrunk,
  stone,
  strokes,
  turning,
  type Chance,
  type Point,
} from "./ink";

const stamp = (symbol: string, x: number, y: number, scale: number, light = 1, tall = false): Stamp => ({
  symbol,
  x: Math.round(x),
  y: Math.round(y),
  scale: Math.round(scale * 10) / 10,
  turn: light < 0 ? 180 : 0,
  tall,
});

/** From the back to the front, as whoever looks at the screen sees it. */
const behind =
  (light: number) =>
  (a: { y: number }, b: { y: number }): number =>
    light * (a.y - b.y);

/** Trees with depth inside the exact edge, which is dashed. Some are small, and bushes grow between them. */
const woods: Draw = ({ outline, chance, light, title }) => {
  if (/orchard|plantation/.test(title)) return orchard(outline, chance, light);
  const firs = /\bfir|pine|spruce|yew/.test(title);
  let spots = scatter(outline, 1750, 780, chance);
  if (spots.length < 3) spots = scatter(outline, 1300, 420, chance);
  if (!spots.length) spots = [middleOf(outline)];
  const trees = spots.map(([x, y], place) => {
    const room = distanceToOutline(outline, x, y);
    return { x, y, scale: Math.min(48, 30 + chance() * 20, 22 + room / 45), which: place % 3 };
  });
  const bushes = scatter(outline, 2300, 330, chance).filter(
    ([x, y]) => trees.every((tree) => Math.hypot(tree.x - x, tree.y - y) > 800) && chance() < 0.8,
  );
  const shades = trees.map(({ x, y, scale }) => circle(x + 250 * light, y + 340 * light, scale * 25.5));
  return {
    strokes: [area("wood-floor", outline), { ink: "shade-soft", d: shades.join("") }],
    stamps: [
      ...bushes.map(([x, y]) => stamp("bush", x, y, 32 + chance() * 8, light)),
      ...trees
        .sort(behind(light))
        .map(({ x, y, scale, which }) => stamp(firs ? "fir" : `tree${which}`, x, y, scale, light, true)),
    ],
  };
};

function orchard(outline: Point[], chance: Chance, light: number): Drawing {
  const angle = grainOf(outline);
  const trees = hatch(outline, angle, 1700, 500).flatMap(([[ax, ay], [bx, by]]) => {
    const count = Math.max(1, Math.floor(Math.hypot(bx - ax, by - ay) / 1700));
    return Array.from({ length: count }, (_, place) => {
      const share = (place + 0.5) / count;
      return { x: ax + (bx - ax) * share, y: ay + (by - ay) * share };
    });
  });
  const inside = trees.filter(({ x, y }) => contains(outline, x, y) && distanceToOutline(outline, x, y) > 450);
  const shades = inside.map(({ x, y }) => circle(x + 220 * light, y + 290 * light, 600));
  return {
    strokes: [area("wood-floor open", outline), { ink: "shade-soft", d: shades.join("") }],
    stamps: inside
      .sort(behind(light))
      .map(({ x, y }, place) => stamp(place % 2 ? "apple0" : "apple1", x, y, 25 + chance() * 3, light, true)),
  };
}

const crops: Draw = ({ outline, chance, light, title }) => {
  const angle = grainOf(outline);
  if (/cabbage|beet|potato|turnip|vine/.test(title)) {
    const rows = hatch(outline, angle, 900, 350);
    const plants = rows.flatMap(([[ax, ay], [bx, by]]) => {
      const count = Math.floor(Math.hypot(bx - ax, by - ay) / 620);
      return Array.from({ length: count }, (_, place) => {
        const share = (place + 0.5) / Math.max(1, count);
        return stamp("scrub", ax + (bx - ax) * share, ay + (by - ay) * share, 30 + chance() * 5, light);
      });
    });
    return {
      strokes: [area("tilled", outline), { ink: "furrows", d: strokes(hatch(outline, angle, 450, 120)) }],
      stamps: plants,
    };
  }
  const pale = /barley|oats/.test(title) ? "wheat pale" : /rye/.test(title) ? "wheat tawny" : "wheat";
  const rows = hatch(outline, angle, 500, 70);
  return {
    strokes: [
      { ink: "shade-soft", d: polygon(shifted(outline, 220 * light, 300 * light)) },
      area(pale, outline),
      { ink: "wheat-rows", d: strokes(rows) },
      { ink: "wheat-ears", d: strokes(rows.map(raised(-110 * light))) },
      { ink: "wheat-ears odd", d: strokes(rows.map(raised(-220 * light))) },
      { ink: "wheat-way", d: strokes(hatch(outline, angle + Math.PI / 2, 2600, 0).map(twice)) },
      { ink: "wheat-edge", d: polygon(outline) },
    ],
  };
};

const raised =
  (by: number) =>
  ([[ax, ay], [bx, by_]]: [Point, Point]): [Point, Point] => [
    [ax, ay + by],
    [bx, by_ + by],
  ];
const twice = (row: [Point, Point]): [Point, Point] => row;

const brush: Draw = ({ outline, chance, light, title }) => {
  const spots = scatter(outline, 820, 260, chance);
  const flowers = /heather/.test(title) ? "bloom purple" : /gorse|broom/.test(title) ? "bloom" : "";
  const dots = spots.flatMap(([x, y]) =>
    flowers ? [circle(x - 120, y - 60, 55), circle(x + 90, y - 140, 50), circle(x + 40, y + 90, 55)] : [],
  );
  return {
    strokes: [area("scrub-floor", outline)],
    stamps: spots.map(([x, y]) => ({ x, y })).sort(behind(light)).map(({ x, y }) => stamp("scrub", x, y, 38 + chance() * 26, light)), // prettier-ignore
    ...(dots.length ? { roof: { strokes: [{ ink: flowers, d: dots.join("") }], stamps: [] } } : {}),
  };
};

/** Walls that still stand: stretches with gaps between them. */
function broken(outline: readonly Point[], chance: Chance): [Point, Point][] {
  const found: [Point, Point][] = [];
  for (const [[ax, ay], [bx, by]] of edges(outline)) {
    const far = Math.hypot(bx - ax, by - ay);
    const gap = Math.min(far * 0.3, 900 + chance() * 900);
    const from = far * (0.32 + chance() * 0.26);
    const at = (along: number): Point => [ax + ((bx - ax) * along) / far, ay + ((by - ay) * along) / far];
    found.push([at(0), at(from)], [at(Math.min(far * 0.86, from + gap)), at(far)]);
  }
  return found;
}

const ruin: Draw = ({ outline, chance, light }) => {
  const [x, y] = middleOf(outline);
  const size = Math.sqrt(Math.abs(turning(outline)) / 2);
  const walls = broken(outline, chance);
  const at = (dx: number, dy: number): string =>
    strokes(walls.map(([[ax, ay], [bx, by]]) => [[ax + dx * light, ay + dy * light], [bx + dx * light, by + dy * light]])); // prettier-ignore
  const heaps = scatter(outline, 620, 300, chance)
    .filter(() => chance() < 0.62)
    .map(([sx, sy]) => stone(sx, sy, 90 + chance() * 130, 5, chance));
  const beam = (turn: number, off: number): string => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const [mx, my] = [x - sin * off, y + cos * off];
    return segment(mx - cos * size * 0.3, my - sin * size * 0.3, mx + cos * size * 0.26, my + sin * size * 0.26);
  };
  const beams = beam(-0.8 + chance() * 0.3, -size * 0.14) + beam(-0.6 + chance() * 0.4, size * 0.2);
  return {
    strokes: [
      { ink: "shade-soft", d: polygon(shifted(outline, 300 * light, 380 * light)) },
      area("ruin-floor", outline),
      { ink: "char", d: blob(x - size * 0.16, y - size * 0.1, size * 0.25, 9, chance) + blob(x + size * 0.18, y + size * 0.17, size * 0.22, 9, chance) }, // prettier-ignore
      { ink: "rubble-dark", d: heaps.filter((_, place) => place % 2).map((heap) => polygon(heap)).join("") },
      { ink: "rubble", d: heaps.filter((_, place) => place % 2 === 0).map((heap) => polygon(heap)).join("") },
      { ink: "beam-shade", d: beams },
      { ink: "beam", d: beams },
      { ink: "ruin-shade", d: at(210, 270) },
      { ink: "ruin-edge", d: at(0, 0) },
      { ink: "ruin-wall", d: at(0, 0) },
      { ink: "ruin-lit", d: at(-50, -70) },
    ],
  }; // prettier-ignore
};

function hachures(ring: readonly Point[], spacing: number, light: number, chance: Chance): string {
  const sign = turning(ring) > 0 ? -1 : 1;
  return along(ring, spacing, true)
    .map(({ x, y, dx, dy }, place) => {
      const [nx, ny] = [dy * sign, -dx * sign]; // into the hill
      // The side away from the light is steeper to the eye.
      const shaded = -light * (nx * 0.6 + ny * 0.8);
      const far = (190 + 160 * Math.max(0, shaded)) * (place % 2 ? 1.6 : 1) * (0.85 + chance() * 0.3);
      return segment(x, y, x + nx * far, y + ny * far);
    })
    .join("");
}

const hill: Draw = ({ outline, chance, light }) => {
  const upper = shrunk(outline, 0.74);
  const crest = shrunk(outline, 0.44);
  const off = (ring: Point[], far: number): Point[] => shifted(ring, far * light, far * 1.3 * light);
  return {
    strokes: [
      { ink: "shade-soft", d: swept(outline, 350 * light, 450 * light) },
      area("hill-1", outline),
      area("hill-shade", off(upper, 260)),
      area("hill-2", upper),
      area("hill-shade", off(crest, 260)),
      area("hill-3", crest),
      { ink: "hachures", d: hachures(outline, 430, light, chance) + hachures(upper, 430, light, chance) + hachures(crest, 470, light, chance) }, // prettier-ignore
      { ink: "hill-edge", d: polygon(outline) },
    ],
  };
};

/** The line between the two sides of a strip, at a share of its width: strips go along one side and come back the other. */
export function middleLine(outline: readonly Point[], share: number): Point[] {
  const half = outline.length / 2;
  return Array.from({ length: half }, (_, place): Point => {
    const a = outline[place] as Point;
    const b = outline[outline.length - 1 - place] as Point;
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  });
}

/** Whether an outline is a strip: as long as it is narrow. */
export function isStrip(outline: readonly Point[]): boolean {
  const half = outline.length / 2;
  if (!Number.isInteger(half) || half < 2) return false;
  const middle = middleLine(outline, 0.5);
  const long = edges(middle, false).reduce((sum, [a, b]) => sum + Math.hypot(a[0] - b[0], a[1] - b[1]), 0);
  return Math.abs(turning(outline)) / 2 / Math.max(1, long) < long * 0.6;
}

const water: Draw = ({ outline, chance }) => {
  const long = isStrip(outline);
  const waves = long
    ? ""
    : scatter(outline, 1900, 500, chance).map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}q150 -160 300 0t300 0`).join(""); // prettier-ignore
  return {
    under: [{ ink: "bank", d: polygon(outline) }],
    strokes: [
      area("pond", outline),
      { ink: "pond-rim", d: polygon(outline) },
      ...(long
        ? [
            { ink: "pond-mid", d: polygon(middleLine(outline, 0.5), false) },
            { ink: "pond-glint", d: polygon(middleLine(outline, 0.36), false) },
            { ink: "pond-glint odd", d: polygon(middleLine(outline, 0.68), false) },
          ]
        : [area("pond-mid-area", shrunk(outline, 0.72)), { ink: "waves", d: waves }]),
    ],
  };
};

const road: Draw = ({ outline }) => ({
  under: [{ ink: "road-edge", d: polygon(outline) }],
  strokes: [
    area("road", outline),
    ...(isStrip(outline)
      ? [
          { ink: "ruts", d: polygon(middleLine(outline, 0.32), false) + polygon(middleLine(outline, 0.68), false) },
          { ink: "road-grass", d: polygon(middleLine(outline, 0.5), false) },
        ]
      : []),
  ],
});

function tuft(x: number, y: number, size: number): string {
  return segment(x, y, x - size * 0.6, y - size * 0.8) + segment(x, y, x, y - size) + segment(x, y, x + size * 0.6, y - size * 0.8); // prettier-ignore
}

const rough: Draw = ({ outline, chance, light }) => {
  const spots = scatter(outline, 720, 200, chance);
  return {
    strokes: [
      area("rough-floor", outline),
      { ink: "rough-tufts", d: spots.map(([x, y], place) => (place % 4 ? "" : tuft(x, y, 260))).join("") },
    ],
    stamps: spots.flatMap(([x, y], place) => (place % 3 === 1 ? [stamp("rock", x, y, 12 + chance() * 14, light)] : [])),
  };
};

const rocks: Draw = ({ outline, chance, light }) => {
  const found = scatter(outline, 1150, 420, chance);
  const big = Math.sqrt(Math.abs(turning(outline)) / 2);
  const stamps = found.length > 2 ? found.map(([x, y]) => stamp("rock", x, y, 40 + chance() * 32, light)) : [stamp("rock", ...middleOf(outline), big / 18, light)]; // prettier-ignore
  return {
    strokes: [area("rocks-floor", outline)],
    stamps: stamps
      .map((one, place) => ({ ...one, turn: (one.turn ?? 0) + ((place * 47) % 80) - 40 }))
      .sort(behind(light)),
  };
};

const crater: Draw = ({ outline, chance, light }) => {
  const [x, y] = middleOf(outline);
  const r = Math.sqrt(Math.abs(turning(outline)) / 2 / Math.PI);
  return {
    strokes: [
      { ink: "crater-throw", d: blob(x, y, r * 1.12, 13, chance) },
      area("crater-rim", outline),
      { ink: "crater-dark", d: blob(x, y, r * 0.78, 11, chance) },
      { ink: "crater-floor", d: blob(x + r * 0.15 * light, y + r * 0.2 * light, r * 0.58, 10, chance) },
      { ink: "crater-lit", d: blob(x + r * 0.24 * light, y + r * 0.3 * light, r * 0.34, 8, chance) },
      { ink: "exact-edge", d: polygon(outline) },
    ],
  };
};

const trench: Draw = ({ outline, light }) => ({
  strokes: [
    { ink: "parapet", d: polygon(outline) },
    area("trench", outline),
    { ink: "trench-shade", d: swept(shrunk(outline, 0.96), -90 * light, -120 * light) },
    area("trench-floor", shrunk(outline, 0.9)),
    { ink: "duckboards", d: strokes(hatch(shrunk(outline, 0.9), grainOf(outline) + Math.PI / 2, 330, 90)) },
    { ink: "exact-edge", d: polygon(outline) },
  ],
});

/** Puffs that cover an area, larger in its middle. */
function puffs(spots: readonly Point[], chance: Chance, light: number, size = 62): Stamp[] {
  return spots
    .map(([x, y]) => ({ x, y }))
    .sort(behind(light))
    .map(({ x, y }) => stamp("puff", x, y, size + chance() * 30, light));
}

const smoke: Draw = ({ outline, chance, light }) => {
  const [mx, my] = middleOf(outline);
  const rim = along(outline, 1300, true).map(({ x, y }): Point => [x + (mx - x) * 0.16, y + (my - y) * 0.16]);
  const spots = [...rim, ...scatter(outline, 1250, 300, chance)];
  return { strokes: [area("smoke-edge", outline)], stamps: puffs(spots, chance, light) };
};

const wreck: Draw = ({ outline, chance, light }) => {
  const [x, y] = middleOf(outline);
  const size = Math.sqrt(Math.abs(turning(outline)) / 2);
  const box = shifted(outline, 0, 0);
  const turn = (grainOf(box) * 180) / Math.PI + 90;
  const long = Math.max(...edges(outline).map(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  const wide = Math.abs(turning(outline)) / 2 / Math.max(1, long);
  return {
    strokes: [
      { ink: "scorch", d: blob(x, y, size * 0.85, 15, chance) + blob(x, y, size * 0.62, 13, chance) },
      { ink: "shade", d: polygon(shifted(outline, 260 * light, 340 * light)) },
      area("wreck", outline),
    ],
    stamps: [
      { symbol: "wreck-hull", x: Math.round(x), y: Math.round(y), scale: [wide / 45, long / 86], turn },
      stamp("fire", x - 60, y + 240 * light, 34, light),
      stamp("puff", x + 330 * light, y - 520 * light, 44, light),
      stamp("puff", x + 640 * light, y - 1000 * light, 58, light),
    ],
  };
};

export const unknown: Draw = ({ outline }) => ({
  strokes: [area("unknown", outline), { ink: "unknown-ink", d: strokes(hatch(outline, 0.8, 600, 100)) }],
});

/** Something dug or laid that no book has yet: mines show as such to those who may see them. */
const mines: Draw = ({ outline, chance }) => ({
  strokes: [
    area("mine-floor", outline),
    { ink: "mines", d: scatter(outline, 1100, 300, chance).map(([x, y]) => circle(x, y, 170) + segment(x - 260, y, x + 260, y) + segment(x, y - 260, x, y + 260)).join("") }, // prettier-ignore
  ],
});

export const AREAS: Record<string, Draw> = {
  woods, crops, brush, ruin, hill, water, road, rough, rocks, crater, trench, smoke, wreck, mines, minefield: mines,
}; // prettier-ignore

/** What lies on a piece: flames, smoke, ashes. A line is a strip of ground for this. */
export function marksOn(
  marks: readonly string[],
  closed: boolean,
  { outline, chance, light }: Pick<Given, "outline" | "chance" | "light">,
): Drawing {
  const spots = (far: number): Point[] => {
    const found = closed ? scatter(outline, far, 200, chance) : [];
    return found.length ? found : along(outline, far, closed).map(({ x, y }): Point => [x, y]);
  };
  const drawn: Stroke[] = [];
  const stamps: Stamp[] = [];
  if (marks.includes("burnt")) {
    drawn.push({ ink: closed ? "ashes" : "ashes line", d: polygon(outline, closed) });
    stamps.push(...spots(1300).map(([x, y]) => stamp("stump", x, y, 46 + chance() * 14, light)));
  }
  if (marks.includes("smoke")) stamps.push(...puffs(spots(1500), chance, light));
  if (marks.includes("burning")) {
    drawn.push({ ink: closed ? "glow-floor" : "glow-floor line", d: polygon(outline, closed) });
    for (const { x, y } of spots(1500).map(([x, y]) => ({ x, y })).sort(behind(light))) {
      stamps.push(stamp("puff", x + 260 * light, y - 560 * light, 46 + chance() * 18, light));
      stamps.push(stamp("fire", x, y, 44 + chance() * 18, light));
    }
  } // prettier-ignore
  return { strokes: drawn, stamps };
}
