/** Vehicles from above, to scale, facing up. `length` and `width` are those of the hull; a barrel may stick out. */
export interface Hull {
  running: string; // tracks and wheels
  body: string;
  detail: string; // lines on it
  dark: string; // openings, glass
  turret: string; // or what stands on the hull in its place
  barrel: string;
  turns: boolean; // whether turret and barrel turn by themselves, around the middle of the hull
}

type Build = (w: number, l: number) => Hull;

const n = Math.round;
const box = (x: number, y: number, w: number, h: number, r = 0): string =>
  r
    ? `M${n(x + r)} ${n(y)}h${n(w - 2 * r)}q${n(r)} 0 ${n(r)} ${n(r)}v${n(h - 2 * r)}q0 ${n(r)} ${n(-r)} ${n(r)}h${n(-(w - 2 * r))}q${n(-r)} 0 ${n(-r)} ${n(-r)}v${n(-(h - 2 * r))}q0 ${n(-r)} ${n(r)} ${n(-r)}Z`
    : `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;
const disc = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
const ring = (points: [number, number][]): string =>
  points.map(([x, y], place) => `${place ? "L" : "M"}${n(x)} ${n(y)}`).join("") + "Z";

/** Wheels in pairs at these places along the hull (shares of its length from the front). */
const wheels = (w: number, l: number, places: number[], size = 0.15): string =>
  places
    .flatMap((place) =>
      [-1, 1].map((side) =>
        box(side * w * 0.41 - w * 0.1, -l / 2 + place * l - l * size * 0.5, w * 0.2, l * size, w * 0.04),
      ),
    )
    .join("");

const across = (w: number, l: number, from: number, to: number, step: number): string => {
  let path = "";
  for (let share = from; share <= to + 1e-9; share += step) path += `M${n(-w / 2)} ${n(-l / 2 + share * l)}h${n(w)}`;
  return path;
};

function tank(w: number, l: number): Hull {
  const track = w * 0.24;
  let links = "";
  for (let share = 0.06; share < 0.97; share += 0.075) {
    const y = n(-l / 2 + share * l);
    links += `M${n(-w / 2)} ${y}h${n(track)}M${n(w / 2 - track)} ${y}h${n(track)}`;
  }
  return {
    running: box(-w / 2, -l / 2, track, l, w * 0.08) + box(w / 2 - track, -l / 2, track, l, w * 0.08),
    body: ring([
      [-w * 0.31, -l * 0.46],
      [w * 0.31, -l * 0.46],
      [w * 0.36, -l * 0.34],
      [w * 0.36, l * 0.46],
      [-w * 0.36, l * 0.46],
      [-w * 0.36, -l * 0.34],
    ]),
    detail: `${links}M${n(-w * 0.36)} ${n(-l * 0.3)}h${n(w * 0.72)}${across(w * 0.5, l, 0.84, 0.93, 0.045)}`,
    dark: "",
    turret: ring([
      [-w * 0.2, -l * 0.19],
      [w * 0.2, -l * 0.19],
      [w * 0.32, -l * 0.03],
      [w * 0.28, l * 0.17],
      [w * 0.12, l * 0.24],
      [-w * 0.12, l * 0.24],
      [-w * 0.28, l * 0.17],
      [-w * 0.32, -l * 0.03],
    ]),
    barrel: `M0 ${n(-l * 0.18)}V${n(-l * 0.62)}`,
    turns: true,
  };
}

function assaultGun(w: number, l: number): Hull {
  const found = tank(w, l);
  return {
    ...found,
    turret: box(-w * 0.33, -l * 0.2, w * 0.66, l * 0.42, w * 0.06),
    barrel: `M${n(w * 0.08)} ${n(-l * 0.2)}V${n(-l * 0.58)}`,
    turns: false,
  };
}

function halfTrack(w: number, l: number): Hull {
  const track = w * 0.2;
  let links = "";
  for (let share = 0.46; share < 0.97; share += 0.075) {
    const y = n(-l / 2 + share * l);
    links += `M${n(-w / 2)} ${y}h${n(track)}M${n(w / 2 - track)} ${y}h${n(track)}`;
  }
  return {
    running:
      wheels(w, l, [0.17], 0.17) +
      box(-w / 2, -l * 0.07, track, l * 0.55, w * 0.08) +
      box(w / 2 - track, -l * 0.07, track, l * 0.55, w * 0.08),
    body: ring([
      [-w * 0.24, -l * 0.48],
      [w * 0.24, -l * 0.48],
      [w * 0.33, -l * 0.2],
      [w * 0.42, -l * 0.12],
      [w * 0.42, l * 0.47],
      [-w * 0.42, l * 0.47],
      [-w * 0.42, -l * 0.12],
      [-w * 0.33, -l * 0.2],
    ]),
    detail: `${links}M0 ${n(-l * 0.47)}V${n(-l * 0.22)}M${n(-w * 0.33)} ${n(-l * 0.2)}h${n(w * 0.66)}`,
    dark: box(-w * 0.29, l * 0.0, w * 0.58, l * 0.42, w * 0.05) + box(-w * 0.27, -l * 0.15, w * 0.54, l * 0.07),
    turret: "",
    barrel: "",
    turns: false,
  };
}

function truck(w: number, l: number): Hull {
  return {
    running: wheels(w, l, [0.17, 0.66, 0.83], 0.13),
    body:
      box(-w * 0.3, -l * 0.49, w * 0.6, l * 0.22, w * 0.1) +
      box(-w * 0.4, -l * 0.3, w * 0.8, l * 0.17, w * 0.06) +
      box(-w * 0.46, -l * 0.11, w * 0.92, l * 0.6, w * 0.05),
    detail:
      across(w * 0.92, l, 0.47, 0.92, 0.112) + `M0 ${n(-l * 0.11)}V${n(l * 0.49)}M0 ${n(-l * 0.47)}V${n(-l * 0.32)}`,
    dark: box(-w * 0.34, -l * 0.27, w * 0.68, l * 0.05),
    turret: "",
    barrel: "",
    turns: false,
  };
}

function armouredCar(w: number, l: number): Hull {
  return {
    running: wheels(w, l, [0.2, 0.78], 0.19),
    body: ring([
      [-w * 0.2, -l * 0.49],
      [w * 0.2, -l * 0.49],
      [w * 0.4, -l * 0.2],
      [w * 0.4, l * 0.24],
      [w * 0.24, l * 0.49],
      [-w * 0.24, l * 0.49],
      [-w * 0.4, l * 0.24],
      [-w * 0.4, -l * 0.2],
    ]),
    detail: `M${n(-w * 0.4)} ${n(-l * 0.2)}h${n(w * 0.8)}M${n(-w * 0.4)} ${n(l * 0.24)}h${n(w * 0.8)}`,
    dark: "",
    turret: disc(0, 0, w * 0.28),
    barrel: `M0 ${n(-w * 0.26)}V${n(-l * 0.46)}`,
    turns: true,
  };
}

function jeep(w: number, l: number): Hull {
  return {
    running: wheels(w, l, [0.19, 0.8], 0.2),
    body: box(-w * 0.38, -l * 0.49, w * 0.76, l * 0.98, w * 0.12),
    detail: `M${n(-w * 0.38)} ${n(-l * 0.1)}h${n(w * 0.76)}M0 ${n(-l * 0.45)}V${n(-l * 0.14)}`,
    dark:
      box(-w * 0.3, -l * 0.05, w * 0.26, l * 0.17, w * 0.05) +
      box(w * 0.04, -l * 0.05, w * 0.26, l * 0.17, w * 0.05) +
      box(-w * 0.3, l * 0.19, w * 0.6, l * 0.17, w * 0.05),
    turret: "",
    barrel: "",
    turns: false,
  };
}

function plain(w: number, l: number): Hull {
  return {
    running: wheels(w, l, [0.18, 0.5, 0.82], 0.16),
    body: box(-w * 0.42, -l * 0.49, w * 0.84, l * 0.98, w * 0.08),
    detail: `M${n(-w * 0.42)} ${n(-l * 0.3)}h${n(w * 0.84)}`,
    dark: "",
    turret: "",
    barrel: "",
    turns: false,
  };
}

const BUILDS: [RegExp, Build][] = [
  [/half-?track/, halfTrack],
  [/armou?red.?car|scout.?car|recce/, armouredCar],
  [/assault.?gun|tank.?(destroyer|hunter)|self-propelled|stug/, assaultGun],
  [/tank/, tank],
  [/truck|lorry|tractor|transport|tow/, truck],
  [/jeep|car|kübel|bike/, jeep],
  [/carrier/, halfTrack],
];

export function hullOf(symbol: string, width: number, length: number): Hull {
  const words = symbol.toLowerCase();
  const build = BUILDS.find(([pattern]) => pattern.test(words))?.[1] ?? plain;
  return build(width, length);
}

/** Whether a vehicle has a turret that turns by itself. */
export function turretTurns(symbol: string): boolean {
  return hullOf(symbol, 1000, 2000).turns;
}

/** How thick lines are on a hull this wide, against those of a big one: a small model is drawn with a finer pen. */
export function penOf(width: number): number {
  return Math.min(1, Math.max(0.45, width / 1700));
}

/** A plain shape on the deck, so that sides differ in more than colour. */
export function emblem(side: number, symbol: string, width: number, length: number): string {
  const r = width * 0.15;
  const y = /truck|half|lorry/.test(symbol)
    ? length * 0.2
    : /tank|car|gun/.test(symbol)
      ? length * 0.34
      : -length * 0.28;
  if (side === 0) return disc(0, y, r);
  return ring([
    [0, y - r * 1.25],
    [r * 1.25, y],
    [0, y + r * 1.25],
    [-r * 1.25, y],
  ]);
}
