import { type Draw, type Drawing, type Given } from "./drawing";
import { along, circle, polygon, shifted, type Point } from "./ink";

/** What stands along a line. */
const path = (line: readonly Point[], dx = 0, dy = 0): string => polygon(shifted(line, dx, dy), false);

const wall: Draw = ({ outline: line, light }) => ({
  strokes: [
    { ink: "wall-shade", d: path(line, 200 * light, 260 * light) },
    { ink: "wall-edge", d: path(line) },
    { ink: "wall", d: path(line) },
    { ink: "wall-lit", d: path(line, -30 * light, -80 * light) },
    { ink: "wall-joints", d: path(line) },
  ],
});

const sandbags: Draw = ({ outline: line, chance, light }) => {
  const bags = along(line, 430).map(({ x, y, dx, dy }, place) => {
    const out = (place % 2 ? 70 : -70) + (chance() - 0.5) * 30;
    const [cx, cy] = [x - dy * out, y + dx * out];
    const half = 260;
    const angle = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
    const [ax, ay] = [Math.round(cx - dx * half), Math.round(cy - dy * half)];
    const [bx, by] = [Math.round(cx + dx * half), Math.round(cy + dy * half)];
    return `M${ax} ${ay}A${half} 165 ${angle} 1 1 ${bx} ${by}A${half} 165 ${angle} 1 1 ${ax} ${ay}Z`;
  });
  return {
    strokes: [
      { ink: "wall-shade", d: path(line, 150 * light, 200 * light) },
      { ink: "sandbag", d: bags.join("") },
      { ink: "sandbag-lit", d: path(line, -40 * light, -90 * light) },
    ],
  };
};

const hedge: Draw = ({ outline: line, chance, light }) => {
  const bushes = along(line, 470).map(({ x, y, dx, dy }) => {
    const out = (chance() - 0.5) * 130;
    return { x: x - dy * out, y: y + dx * out, scale: 41 + chance() * 11 };
  });
  return {
    strokes: [
      {
        ink: "shade-soft",
        d: bushes.map(({ x, y, scale }) => circle(x + 170 * light, y + 230 * light, scale * 9.4)).join(""),
      },
    ],
    stamps: bushes.map(({ x, y, scale }) => ({
      symbol: "bush",
      x: Math.round(x),
      y: Math.round(y),
      scale: Math.round(scale),
      turn: light < 0 ? 180 : 0,
    })),
  };
};

const fence: Draw = ({ outline: line, light }) => ({
  strokes: [
    { ink: "fence-shade", d: path(line, 150 * light, 200 * light) },
    { ink: "rail", d: path(line) },
    { ink: "rail-lit", d: path(line) },
    { ink: "posts", d: path(line) },
    { ink: "posts-lit", d: path(line) },
  ],
});

const wire: Draw = ({ outline: line, light }) => {
  const coils = (dx: number, dy: number): string =>
    along(line, 430)
      .map(({ x, y }) => circle(x + dx * light, y + dy * light, 350))
      .join("");
  return {
    strokes: [
      { ink: "wire-shade", d: path(line, 150 * light, 250 * light) },
      { ink: "coils", d: coils(0, 0) },
      { ink: "coils-lit", d: coils(-35, -45) },
      { ink: "stakes", d: path(line) },
    ],
  };
};

const tankTraps: Draw = ({ outline: line, chance, light }) => {
  const places = along(line, 1000);
  return {
    strokes: [
      { ink: "shade-soft", d: places.map(({ x, y }) => circle(x + 170 * light, y + 230 * light, 400)).join("") },
      { ink: "exact-line", d: path(line) },
    ],
    stamps: places.map(({ x, y }) => ({
      symbol: "hedgehog",
      x: Math.round(x),
      y: Math.round(y),
      scale: 46,
      turn: Math.round(chance() * 90),
    })),
  };
};

const unknown = ({ outline: line }: Given): Drawing => ({
  strokes: [
    { ink: "wall-edge", d: path(line) },
    { ink: "unknown-line", d: path(line) },
  ],
});

export const LINES: Record<string, Draw> & { unknown: Draw } = {
  wall, sandbags, hedge, fence, wire, "tank-trap": tankTraps, unknown,
}; // prettier-ignore
