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

export const MARKS = {
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
  skull: {
    line: "",
    solid: `M-50 -14a50 50 0 1 1 100 0c0 24 -10 34 -20 40v28h-60v-28c-10 -6 -20 -16 -20 -40Z${ring(-20, -10, 13)}${ring(20, -10, 13)}M-7 24h14l-7 -14Z`,
  },
  claws: { line: "M-44 -46Q-26 0 -48 54M0 -60Q20 0 -4 62M44 -46Q62 0 40 54", solid: "" },
  bat: {
    line: "",
    solid:
      "M0 -22L10 -42L18 -20C40 -44 66 -40 84 -22C64 -14 56 4 54 28C40 12 24 14 0 46C-24 14 -40 12 -54 28C-56 4 -64 -14 -84 -22C-66 -40 -40 -44 -18 -20L-10 -42Z",
  },
  mech: { line: "M-28 -24H28V38H-28ZM-56 -62V28M56 -62V28M-56 -4H-28M56 -4H28", solid: ring(0, 6, 15) },
  antenna: { line: "M0 62V-6M-40 -36Q0 -76 40 -36M-20 -16Q0 -36 20 -16", solid: ring(0, -2, 9) },
  wheel: { line: ring(0, 0, 40), solid: ring(0, 0, 14) },
  ringedStar: { line: ring(0, 0, 72), solid: star(5, 62, 26) },
  shortGun: { line: "M-40 44L40 -44M-4 4L30 34M-40 44L-20 56", solid: "" },
  arrow: { line: "M0 62V-60M-34 -32L0 -68L34 -32", solid: "" },
  tripod: { line: "M0 62V-60M-34 -32L0 -68L34 -32M0 4L-48 58M0 4L48 58", solid: "" },
  bulb: { line: "M0 68V-10M-18 44H18", solid: "M0 -80L28 -44L18 -6H-18L-28 -44Z" },
  shieldedTube: { line: "M-15 64V-66M15 64V-66M-15 -66H15M-26 64H26", solid: "M-52 -26H52V-8H-52Z" },
  heavyMortar: { line: "M0 10V-68M-26 -68H26M-26 -36H26", solid: ring(0, 32, 32) },
  howitzer: { line: "M-15 0V-80H15V0M-58 -4V46M58 -4V46M-58 22H58M0 24V82M-20 82H20", solid: "M-40 -10H40V8H-40Z" },
  rockets: {
    line: "M-40 52V-26M0 52V-26M40 52V-26M-58 52H58M-58 14H58",
    solid: "M-58 -26L-40 -76L-22 -26ZM-18 -26L0 -76L18 -26ZM22 -26L40 -76L58 -26Z",
  },
} satisfies Record<string, Mark>;

const BY_ROLE: [RegExp, keyof typeof MARKS][] = [
  [/zombie|undead|ghoul|revenant/, "skull"],
  [/wolf|beast|hound|^alpha$/, "claws"],
  [/vampire/, "bat"],
  [/radio|signal/, "antenna"],
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
  [/zombie/, "skull"],
  [/beast/, "claws"],
  [/vampire/, "bat"],
  [/mech$/, "mech"],
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
  if (/mech$/.test(unit)) return MARKS.mech;
  if (/sub-?machine/.test(said)) return MARKS.rifle; // a gun for one man
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

/** A man on the ground, what crosses out one who cannot act, and flames. */
export const LYING = `${ring(-50, 0, 20)}M-24 -22H54Q70 -22 70 0Q70 22 54 22H-24Z`;
export const OUT = "M-66 -66L66 66M-66 66L66 -66";
export const FLAME =
  "M0 -58C40 -20 44 12 30 36C22 52 10 58 0 58C-10 58 -22 52 -30 36C-40 14 -28 0 -20 -10C-16 6 -8 10 -4 10C6 -10 4 -34 0 -58Z";
