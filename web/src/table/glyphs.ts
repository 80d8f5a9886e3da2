/**
 * What a figure is, told without reading: which symbol is drawn on its base. Roles and symbols are a rulebook's words;
 * what a role does not tell, the symbol of its unit does, and whoever is left is a rifleman.
 */

/** Figures that one man is: a symbol `f-` for each, and `t-` where its base is small. */
export const MEN = [
  "rifle", "smg", "lmg", "nco", "officer", "chief", "medic", "sniper", "bazooka", "faust", "flamer", "spotter", "radio",
  "loader", "crew", "pioneer", "scout", "runner", "grenadier", "zombie", "werewolf", "alpha", "vampire", "unknown",
] as const; // prettier-ignore
/** Weapons that a crew serves and what is as large: a symbol `w-` for each. */
export const WEAPONS = ["mmg", "mortar", "heavy-mortar", "gun", "howitzer", "flak", "rockets", "walker"] as const;

export type Man = (typeof MEN)[number];
export type Weapon = (typeof WEAPONS)[number];
export type Glyph = Man | Weapon;

const BY_ROLE: [RegExp, Glyph][] = [
  [/counter|blip|unknown/, "unknown"],
  [/zombie|undead|ghoul|revenant/, "zombie"],
  [/^alpha$|alpha wolf/, "alpha"],
  [/wolf|beast|hound/, "werewolf"],
  [/vampire/, "vampire"],
  [/walker|mech/, "walker"],
  [/radio|signal/, "radio"],
  [/medic|surgeon|orderly/, "medic"],
  [/company commander|^cc$/, "chief"],
  [/officer|lieutenant|captain|major|commander|platoon leader|^pl$/, "officer"],
  [/nco|sergeant|corporal|leader/, "nco"],
  [/sniper|marksman/, "sniper"],
  [/spotter|observer|^fo$/, "spotter"],
  [/scout/, "scout"],
  [/runner/, "runner"],
  [/pioneer|engineer|sapper/, "pioneer"],
  [/sub-?machine|\bsmg\b|assault/, "smg"],
  [/automatic rifle|\blmg\b|\bbar\b|bren/, "lmg"],
  [/loader|assistant|ammo|second|number two/, "loader"],
  [/crew|driver|hull gunner/, "crew"],
  [/flame/, "flamer"],
  [/nebelwerfer|rocket/, "rockets"],
  [/(8[0-9]|1[0-9]{2}) ?mm mortar|(medium|heavy) mortar/, "heavy-mortar"],
  [/mortar/, "mortar"],
  [/panzerfaust/, "faust"],
  [/bazooka|panzerschreck|piat|anti-tank rifle|launcher/, "bazooka"],
  [/\b[mh]mg\b|machine gun/, "mmg"],
  [/howitzer|1[0-9]{2} ?mm|1[0-9] ?cm/, "howitzer"],
  [/flak|anti-aircraft/, "flak"],
  [/\bgun$|cannon|\bpak|[2-9][0-9] ?mm/, "gun"],
  [/grenadier/, "grenadier"],
  [/rifle|trooper|\bman\b|escort/, "rifle"],
];

/** Whoever serves a weapon is drawn as what his unit is about; with a large base, the weapon is. */
const BY_SYMBOL: Record<string, { small: Glyph; large: Glyph }> = {
  mg: { small: "lmg", large: "mmg" },
  mortar: { small: "mortar", large: "mortar" },
  "at-team": { small: "bazooka", large: "bazooka" },
  flamethrower: { small: "flamer", large: "flamer" },
  gun: { small: "crew", large: "gun" },
  flak: { small: "crew", large: "flak" },
  howitzer: { small: "crew", large: "howitzer" },
  mech: { small: "walker", large: "walker" },
  officer: { small: "officer", large: "officer" },
  medic: { small: "medic", large: "medic" },
  observer: { small: "spotter", large: "spotter" },
  sniper: { small: "sniper", large: "sniper" },
  zombie: { small: "zombie", large: "zombie" },
  beast: { small: "werewolf", large: "werewolf" },
  vampire: { small: "vampire", large: "vampire" },
};

const LARGE = 650; // a radius above which a base carries more than a man

/** The glyph that a role names by itself; undefined where only the unit can tell (a gunner, a machine). */
export function glyphOfRole(role: string, symbol = ""): Glyph | undefined {
  const said = role.toLowerCase();
  if (symbol !== "tank" && /^(machine|operator|gunner|vehicle|hull)$/.test(said)) return undefined;
  const found = BY_ROLE.find(([words]) => words.test(said))?.[1];
  return found === "gun" && (symbol === "flak" || symbol === "howitzer") ? symbol : found;
}

/** What is drawn on a figure's base. */
export function glyphOf(role: string, symbol: string, radius = 500): Glyph {
  const told = glyphOfRole(role, symbol);
  const unit = BY_SYMBOL[symbol];
  // A light machine gun of a squad is its gunner's; a team's is the weapon on its tripod.
  if (told === undefined)
    return (radius > LARGE ? unit?.large : unit?.small) ?? (/gunner/i.test(role) ? "lmg" : "rifle");
  return told;
}

/** Whether something on a unit's cards is drawn as large as a weapon. */
export function isWeapon(glyph: Glyph): glyph is Weapon {
  return (WEAPONS as readonly string[]).includes(glyph);
}

/** The symbol that is used for a glyph: the simple one of a man whose base is small on the screen. */
export function symbolOf(glyph: Glyph, tiny = false): string {
  return isWeapon(glyph) ? `w-${glyph}` : `${tiny ? "t" : "f"}-${glyph}`;
}

/** How large a glyph is drawn on a base of this radius, in thousandths of an inch a unit. */
export function glyphScale(glyph: Glyph, radius: number): number {
  return radius / (isWeapon(glyph) ? 15.5 : 10);
}

/** Glyphs that mean the same whichever way the figure faces: a star upside down is no star. */
const UPRIGHT = new Set<Glyph>(["officer", "chief", "medic", "unknown", "werewolf", "alpha", "vampire"]);

export function turns(glyph: Glyph): boolean {
  return !UPRIGHT.has(glyph);
}

/** The glyph of a whole unit, for lists and for the chip that stands for it indoors or aboard; null for a vehicle. */
export function glyphOfUnit(symbol: string): Glyph | null {
  if (/^(tank|tank-destroyer|armoured-car|half-track|carrier|truck|jeep)$/.test(symbol)) return null;
  return BY_SYMBOL[symbol]?.large ?? "rifle";
}
