/**
 * What a figure is, told without reading: a mark in the middle of its base, drawn for a base of radius 100 that faces up.
 * Roles and symbols are a rulebook's words; what is not known gets the mark of a rifleman.
 */
export interface Mark {
  line: string; // drawn with the pen
  solid: string; // filled
}

const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

function star(points: number, outer: number, inner: number): string {
  let path = "";
  for (let corner = 0; corner < points * 2; corner += 1) {
    const far = corner % 2 ? inner : outer;
    const angle = (corner * Math.PI) / points;
    path += `${corner ? "L" : "M"}${Math.round(Math.sin(angle) * far)} ${Math.round(-Math.cos(angle) * far)}`;
  }
  return path + "Z";
}

const MARKS = {
  rifle: { line: "M-22 44L22 -52", solid: ring(0, 0, 22) },
  stripes: { line: "M-46 -4L0 -44L46 -4M-46 36L0 -4L46 36", solid: "" },
  star: { line: "", solid: star(5, 64, 27) },
  machineGun: { line: "M0 58V-68M-40 -66L0 -30L40 -66M-26 22H26", solid: "" },
  box: { line: "M-36 -26H36V30H-36ZM-36 -4H36", solid: "" },
  mortar: { line: "M0 10V-66M-20 -66H20", solid: ring(0, 30, 28) },
  cross: { line: "", solid: "M-18 -56H18V-18H56V18H18V56H-18V18H-56V-18H-18Z" },
  scope: { line: `${ring(0, 0, 42)}M0 -66V-20M0 20V66M-66 0H-20M20 0H66`, solid: "" },
  glasses: { line: `${ring(-28, 4, 24)}${ring(28, 4, 24)}M-8 -14H8`, solid: "" },
  tube: { line: "M-16 62V-60M16 62V-60M-28 62H28", solid: "M-16 -60L0 -84L16 -60Z" },
  flame: { line: "", solid: "M0 -70C44 -22 44 14 30 34C24 12 10 4 6 -8C2 16 -14 18 -12 44C-48 22 -46 -18 0 -70Z" },
  gun: { line: "M0 20V-88M-58 -8V42M58 -8V42M-58 18H58M-12 22L-40 80M12 22L40 80", solid: "M-34 -16H34V-2H-34Z" },
  wheel: { line: ring(0, 0, 40), solid: ring(0, 0, 14) },
} satisfies Record<string, Mark>;

const BY_ROLE: [RegExp, keyof typeof MARKS][] = [
  [/medic|surgeon|orderly/, "cross"],
  [/officer|lieutenant|captain|major|commander|leader$/, "star"],
  [/nco|sergeant|corporal|junior/, "stripes"],
  [/sniper|marksman/, "scope"],
  [/spotter|observer|scout/, "glasses"],
  [/loader|assistant|ammo|second|number two/, "box"],
  [/flame/, "flame"],
  [/mortar/, "mortar"],
  [/bazooka|panzer|piat|anti-tank rifle|launcher/, "tube"],
  [/^gun$|howitzer|cannon/, "gun"],
  [/machine|gunner|lmg|mmg|hmg|\bmg\b|bren|bar\b/, "machineGun"],
];

/** A gunner serves whatever his unit is about. */
const BY_SYMBOL: [RegExp, keyof typeof MARKS][] = [
  [/mortar/, "mortar"],
  [/flame/, "flame"],
  [/^at-|anti-tank-(team|rifle)|bazooka|panzer|piat|launcher/, "tube"],
  [/gun|howitzer|artillery|flak/, "gun"],
  [/medic/, "cross"],
  [/officer|command|hq|leader/, "star"],
  [/sniper/, "scope"],
  [/observer|spotter/, "glasses"],
];

export function markOf(role: string, symbol: string): Mark {
  const said = role.toLowerCase();
  const unit = symbol.toLowerCase();
  if (/gunner/.test(said)) {
    const special = BY_SYMBOL.find(([words, mark]) => mark !== "gun" && words.test(unit));
    return MARKS[special ? special[1] : "machineGun"];
  }
  const known = BY_ROLE.find(([words]) => words.test(said));
  return MARKS[known ? known[1] : "rifle"];
}

/** The mark of a whole unit, for the chip that stands for it indoors or aboard. */
export function markOfUnit(symbol: string): Mark {
  const unit = symbol.toLowerCase();
  if (/machine|[mhl]?mg$/.test(unit)) return MARKS.machineGun;
  if (/tank$|^tank-|truck|track|car$|jeep|carrier|vehicle/.test(unit)) return MARKS.wheel;
  const known = BY_SYMBOL.find(([words]) => words.test(unit));
  return MARKS[known ? known[1] : "rifle"];
}

/** The base of a figure on foot: round for the first side, square for the second. */
export function baseOf(side: number): string {
  if (side === 0) return ring(0, 0, 96);
  const half = 84;
  const corner = 22;
  const edge = 2 * (half - corner);
  return `M${-half + corner} ${-half}h${edge}q${corner} 0 ${corner} ${corner}v${edge}q0 ${corner} ${-corner} ${corner}h${-edge}q${-corner} 0 ${-corner} ${-corner}v${-edge}q0 ${-corner} ${corner} ${-corner}Z`;
}

export const NOSE = "M-26 -84L0 -124L26 -84Z";
