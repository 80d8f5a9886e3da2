/** Vehicles from above, to scale, facing up: which symbol is drawn, and how large that was drawn. */

export const HULLS = {
  jeep: { width: 27, length: 51, turret: false },
  truck: { width: 33, length: 78, turret: false },
  halftrack: { width: 34, length: 82, turret: false },
  carrier: { width: 38, length: 66, turret: false },
  puma: { width: 35, length: 84, turret: true },
  light: { width: 38, length: 66, turret: true },
  medium: { width: 44, length: 88, turret: true },
  heavy: { width: 58, length: 96, turret: true },
  destroyer: { width: 44, length: 88, turret: false },
} as const;

export type HullKind = keyof typeof HULLS;

const LIGHT = /light tank|stuart|honey|m5a1|\bii\b|38\(t\)|tetrarch|chaffee/;
const HEAVY = /heavy|tiger|panther|churchill|\bkv|\bis-?[23]\b|pershing/;

const KINDS: [RegExp, HullKind][] = [
  [/half-?track|hanomag/, "halftrack"],
  [/armou?red.?car|scout.?car|recce|puma/, "puma"],
  [/assault.?gun|tank.?(destroyer|hunter)|self-propelled|stug/, "destroyer"],
  [/truck|lorry|tractor|transport|tow/, "truck"],
  [/carrier/, "carrier"],
  [/jeep|kübel|bike|\bcar\b/, "jeep"],
];

/** How a vehicle is drawn: by its symbol; a tank by its name if that tells its weight, else by its size. */
export function hullKind(symbol: string, width: number, length: number, name = ""): HullKind {
  const words = symbol.toLowerCase();
  const known = KINDS.find(([pattern]) => pattern.test(words))?.[1];
  if (known) return known;
  const said = `${words} ${name.toLowerCase()}`;
  if (HEAVY.test(said)) return "heavy";
  if (LIGHT.test(said)) return "light";
  const slim = length / Math.max(1, width);
  if (length >= 5500 || slim < 1.8) return "heavy";
  return slim > 2.2 && length > 4200 ? "light" : "medium";
}

/** Whether a vehicle has a turret that turns by itself. */
export function turretTurns(symbol: string): boolean {
  return HULLS[hullKind(symbol, 2000, 4000)].turret;
}

export interface Fit {
  across: number; // thousandths of an inch a unit of the drawing, across
  along: number;
  turret: number; // turrets are not stretched
}

/** How a drawing is stretched to a hull of this size. */
export function fitOf(kind: HullKind, width: number, length: number): Fit {
  const drawn = HULLS[kind];
  const [across, along] = [width / drawn.width, length / drawn.length];
  return { across, along, turret: Math.min(across, along) };
}
