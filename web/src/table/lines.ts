import { along, blob, circle, polygon, segment, type Chance, type Point } from "./ink";
import type { Stroke } from "./terrain";

type DrawLine = (line: Point[], chance: Chance) => Stroke[];

function wall(line: Point[], chance: Chance): Stroke[] {
  const joints = along(line, 380).map(({ x, y, dx, dy }) => {
    const side = chance() < 0.5 ? 1 : -1;
    const shift = (chance() - 0.5) * 160;
    const [jx, jy] = [x + dx * shift, y + dy * shift];
    return segment(jx, jy, jx - dy * 130 * side, jy + dx * 130 * side);
  });
  return [
    { ink: "wall-edge", d: polygon(line, false) },
    { ink: "wall", d: polygon(line, false) },
    { ink: "wall-joints", d: polygon(line, false) + joints.join("") },
  ];
}

function sandbags(line: Point[], chance: Chance): Stroke[] {
  const bags = along(line, 430).map(({ x, y, dx, dy }, place) => {
    const out = (place % 2 ? 55 : -55) + (chance() - 0.5) * 30;
    const [cx, cy] = [x - dy * out, y + dx * out];
    const half = 250;
    const angle = Math.round((Math.atan2(dy, dx) * 180) / Math.PI);
    const [ax, ay] = [Math.round(cx - dx * half), Math.round(cy - dy * half)];
    const [bx, by] = [Math.round(cx + dx * half), Math.round(cy + dy * half)];
    return `M${ax} ${ay}A${half} 150 ${angle} 1 1 ${bx} ${by}A${half} 150 ${angle} 1 1 ${ax} ${ay}Z`;
  });
  return [{ ink: "sandbag", d: bags.join("") }];
}

function hedge(line: Point[], chance: Chance): Stroke[] {
  const bushes = along(line, 430).map(({ x, y, dx, dy }) => {
    const out = (chance() - 0.5) * 150;
    return { x: x - dy * out, y: y + dx * out, r: 290 + chance() * 90 };
  });
  return [
    { ink: "cast", d: bushes.map(({ x, y, r }) => circle(x + 80, y + 110, r)).join("") },
    { ink: "hedge", d: bushes.map(({ x, y, r }) => blob(x, y, r, 6, chance)).join("") },
    { ink: "crown-ink", d: bushes.map(({ x, y }) => segment(x - 90, y - 40, x + 20, y - 130)).join("") },
  ];
}

function fence(line: Point[]): Stroke[] {
  const posts = along(line, 900).map(({ x, y, dx, dy }) =>
    polygon([
      [x - dx * 70 - dy * 110, y - dy * 70 + dx * 110],
      [x + dx * 70 - dy * 110, y + dy * 70 + dx * 110],
      [x + dx * 70 + dy * 110, y + dy * 70 - dx * 110],
      [x - dx * 70 + dy * 110, y - dy * 70 - dx * 110],
    ]),
  );
  return [
    { ink: "rail", d: polygon(line, false) },
    { ink: "post", d: posts.join("") },
  ];
}

function wire(line: Point[]): Stroke[] {
  const coils = along(line, 300).map(({ x, y }) => circle(x, y, 210));
  const stakes = along(line, 1500).map(({ x, y, dx, dy }) =>
    segment(x - dy * 300, y + dx * 300, x + dy * 300, y - dx * 300),
  );
  return [
    { ink: "coil", d: coils.join("") },
    { ink: "stake", d: stakes.join("") },
  ];
}

function tankTraps(line: Point[], chance: Chance): Stroke[] {
  const beams = along(line, 1000).map(({ x, y }) => {
    const turn = chance() * 3;
    return [0, 1, 2]
      .map((beam) => {
        const angle = turn + (beam * Math.PI) / 3;
        const [dx, dy] = [Math.cos(angle) * 360, Math.sin(angle) * 360];
        return segment(x - dx, y - dy, x + dx, y + dy);
      })
      .join("");
  });
  return [
    { ink: "beam-edge", d: beams.join("") },
    { ink: "beam", d: beams.join("") },
  ];
}

function unknown(line: Point[]): Stroke[] {
  return [
    { ink: "wall-edge", d: polygon(line, false) },
    { ink: "unknown-line", d: polygon(line, false) },
  ];
}

export const lines: Record<string, DrawLine> = { wall, sandbags, hedge, fence, wire, "tank-trap": tankTraps, unknown };
