/**
 * What the gallery shows: everything that the table can draw. Lists come from the drawing code itself; where an example
 * is needed (which role is drawn so), the compiler asks for one of each.
 */
import { FLIGHTS } from "../lib/acts";
import { COUNTERS } from "../table/counters";
import { MEN, WEAPONS, type Man, type Weapon } from "../table/glyphs";
import { HULLS, type HullKind } from "../table/hulls";
import { LINES } from "../table/lines";
import { ORDER_SIGNS, SIGNS } from "../table/signs";
import { CLOSED, GROUND_WORDS } from "../table/terrain";
import type { Marker, PieceView, Pose } from "../wire";

const INCH = 1000;

/** A figure by itself: who it is, and how large its base. */
export interface Body {
  name: string;
  role: string;
  symbol: string;
  radius: number;
  length: number;
  width: number;
}

const round = (name: string, [role, symbol]: readonly [string, string], radius: number): Body => ({
  name,
  role,
  symbol,
  radius,
  length: 0,
  width: 0,
});

const MEN_BY_ROLE: Record<Man, readonly [string, string]> = {
  rifle: ["rifleman", "infantry"],
  smg: ["submachine gunner", "infantry"],
  lmg: ["automatic rifleman", "infantry"],
  nco: ["NCO", "infantry"],
  officer: ["officer", "officer"],
  chief: ["company commander", "officer"],
  medic: ["medic", "medic"],
  sniper: ["sniper", "sniper"],
  bazooka: ["gunner", "at-team"],
  faust: ["panzerfaust", "infantry"],
  flamer: ["operator", "flamethrower"],
  spotter: ["spotter", "observer"],
  radio: ["signaller", "officer"],
  loader: ["loader", "mg"],
  crew: ["crewman", "gun"],
  pioneer: ["pioneer", "infantry"],
  scout: ["scout", "infantry"],
  runner: ["runner", "officer"],
  grenadier: ["grenadier", "infantry"],
  zombie: ["zombie", "zombie"],
  werewolf: ["werewolf", "beast"],
  alpha: ["alpha", "beast"],
  vampire: ["vampire", "vampire"],
  unknown: ["counter", "infantry"],
};

const WEAPONS_BY_ROLE: Record<Weapon, readonly [string, string]> = {
  mmg: ["gunner", "mg"],
  mortar: ["gunner", "mortar"],
  "heavy-mortar": ["81mm mortar", "mortar"],
  gun: ["gun", "gun"],
  howitzer: ["gun", "howitzer"],
  flak: ["gun", "flak"],
  rockets: ["nebelwerfer", "howitzer"],
  walker: ["machine", "mech"],
};

export const men: Body[] = MEN.map((glyph) => round(glyph, MEN_BY_ROLE[glyph], 500));
export const weapons: Body[] = WEAPONS.map((glyph) => round(glyph, WEAPONS_BY_ROLE[glyph], 775));

const HULLS_BY_NAME: Record<HullKind, readonly [string, string]> = {
  jeep: ["Jeep", "jeep"],
  truck: ["Truck", "truck"],
  halftrack: ["Half-track", "half-track"],
  carrier: ["Carrier", "carrier"],
  puma: ["Armoured car", "armoured-car"],
  light: ["Light tank", "tank"],
  medium: ["Sherman", "tank"],
  heavy: ["Tiger", "tank"],
  destroyer: ["StuG", "tank-destroyer"],
};

export const vehicles: Body[] = (Object.keys(HULLS) as HullKind[]).map((kind) => {
  const [name, symbol] = HULLS_BY_NAME[kind];
  const { width, length } = HULLS[kind];
  return { name, role: "vehicle", symbol, radius: 0, length: length * 50, width: width * 50 };
});

/** The stands of Fraley's book, and a gun too large for a round base. */
export const stands: Body[] = (
  [
    ["Rifle Team", "infantry", 2000, 1250],
    ["SMG Team", "infantry", 2000, 1250],
    ["LMG Team", "infantry", 2000, 1250],
    ["Panzerfaust Team", "infantry", 2000, 1250],
    ["Bazooka Team", "at-team", 2000, 1250],
    ["HMG Team", "mg", 2000, 1250],
    ["60mm mortar Team", "mortar", 2000, 1250],
    ["81mm mortar Team", "mortar", 2000, 1250],
    ["Pak40 Team", "gun", 2000, 2500],
    ["105mm Team", "howitzer", 2000, 2500],
    ["Nebelwerfer Team", "howitzer", 2000, 2500],
    ["FO", "observer", 1250, 1000],
    ["PL", "infantry", 1250, 1000],
    ["CC", "officer", 1250, 1000],
    ["M4 Sherman (PL)", "tank", 1050, 2300],
    ["gun", "gun", 2000, 3000],
  ] as const
).map(([role, symbol, width, length]) => ({
  name: role === "gun" ? "gun without crew" : role,
  role,
  symbol,
  radius: 0,
  length,
  width,
}));

/** What can be the matter with a single figure. */
export const poses: { name: string; body: Body; pose: Omit<Pose, "figure" | "words"> }[] = [
  { name: "down", body: man("rifle"), pose: { lying: true } },
  { name: "out of action", body: man("rifle"), pose: { lying: true, out: true } },
  { name: "wounded", body: man("vampire"), pose: { wounds: 2 } },
  { name: "on fire", body: man("rifle"), pose: { burning: true } },
  { name: "upstairs", body: man("lmg"), pose: { storey: 2 } },
  { name: "suppressed stand", body: stands[0] as Body, pose: { marks: 2 } },
  { name: "stand down", body: stands[0] as Body, pose: { lying: true } },
  { name: "turret aside", body: vehicles[6] as Body, pose: { turret: 600 } },
  { name: "vehicle on fire", body: vehicles[6] as Body, pose: { burning: true } },
];

function man(glyph: Man): Body {
  return men[MEN.indexOf(glyph)] as Body;
}

// --- ground -------------------------------------------------------------------------------------------------------------

/** Pieces of a kind that are drawn otherwise for their name or height; every kind has one without a name. */
const VARIETIES: Record<string, readonly [string, number][]> = {
  woods: [["the orchard", 3], ["the fir wood", 3]],
  crops: [["the barley", 1.3], ["the rye", 1.3], ["the cabbages", 1]],
  brush: [["the heather", 1], ["the gorse", 1]],
  building: [["the inn", 7], ["the mill", 10.5], ["the chapel", 3.5]],
  water: [["the stream", 0]],
}; // prettier-ignore
const HIGH: Record<string, number> = { building: 3.5, woods: 3, hill: 2 };

const HEXAGON = [[0.3, 1.5], [1.8, 0.2], [4, 0.4], [5.2, 1.9], [4.2, 3.8], [1.2, 3.9]] as const; // prettier-ignore
const BOX = [[0.4, 0.4], [4.9, 0.4], [4.9, 3.7], [0.4, 3.7]] as const; // prettier-ignore
const WRECK = [[1.7, 0.2], [3.7, 0.2], [3.7, 4], [1.7, 4]] as const; // prettier-ignore
const STRIP = [[0, 1.2], [2.6, 1], [5.4, 2.2], [5.4, 4], [2.6, 2.8], [0, 3]] as const; // prettier-ignore
const DITCH = [[0.2, 1.4], [2.6, 1], [5.2, 2.4], [5, 3.4], [2.6, 2.1], [0.3, 2.5]] as const; // prettier-ignore
const BENT = [[0.4, 1.2], [3, 1.7], [5, 3.4]] as const; // prettier-ignore
const OUTLINES: Record<string, readonly (readonly [number, number])[]> = {
  crops: BOX, building: BOX, bunker: BOX, ruin: BOX, wreck: WRECK, road: STRIP, trench: DITCH,
}; // prettier-ignore

function piece(
  kind: string,
  closed: boolean,
  title = "",
  height = HIGH[kind] ?? 1,
  marks: readonly string[] = [],
): PieceView {
  const outline = closed ? (title === "the stream" ? STRIP : (OUTLINES[kind] ?? HEXAGON)) : BENT;
  return {
    number: 0,
    kind,
    title,
    outline: outline.map(([x, y]): [number, number] => [x * INCH, y * INCH]),
    closed,
    height: height * INCH,
    marks: [...marks] as NonNullable<PieceView["marks"]>,
  };
}

const spoken = (piece: PieceView): string => (piece.title || piece.kind).replace(/^the /, "");

/** Every kind of ground, with its varieties, then every kind of line. */
export const ground: { name: string; piece: PieceView }[] = [
  ...Object.keys(CLOSED).flatMap((kind) => [
    piece(kind, true),
    ...(VARIETIES[kind] ?? []).map(([title, height]) => piece(kind, true, title, height)),
  ]),
  ...Object.keys(LINES).map((kind) => piece(kind, false)),
].map((one) => ({ name: spoken(one), piece: one }));

/** What lies on ground. */
export const marked: { name: string; piece: PieceView }[] = Object.keys(GROUND_WORDS).flatMap((mark) => [
  { name: `woods, ${mark}`, piece: piece("woods", true, "", 3, [mark]) },
  { name: `hedge, ${mark}`, piece: piece("hedge", false, "", 1, [mark]) },
]);

export const house = piece("building", true, "the inn", 7);
export const wood = piece("woods", true);

const SCENE: readonly [string, string, readonly (readonly [number, number])[]][] = [
  ["hill", "", [[9, 6], [12, 5.4], [14.4, 7], [13.6, 9.4], [10, 9.6]]],
  ["water", "the stream", [[-1, 8.2], [4, 8.8], [8, 11], [8, 12.4], [4, 10.2], [-1, 9.6]]],
  ["road", "", [[-1, 4.4], [6, 4], [15, 2.8], [15, 4.6], [6, 5.8], [-1, 6.2]]],
  ["crops", "", [[5.2, 6.4], [8.4, 6.4], [8.4, 9], [5.2, 9]]],
  ["woods", "", [[0.4, 0.5], [3.4, 0.2], [4.6, 1.8], [3.4, 3.5], [0.8, 3.3]]],
  ["building", "the inn", [[6, 0.6], [9.2, 0.6], [9.2, 3.2], [6, 3.2]]],
  ["hedge", "", [[10, 1], [13.4, 1.6]]],
  ["wall", "", [[1, 7], [4.4, 7.2]]],
]; // prettier-ignore

/** A corner of a map, for showing what seasons do to it. */
export const scene: PieceView[] = SCENE.map(([kind, title, outline], number) => ({
  ...piece(kind, !["hedge", "wall"].includes(kind), title),
  number,
  outline: outline.map(([x, y]): [number, number] => [x * INCH, y * INCH]),
}));
export const SCENE_SIZE = [14.5, 10.5] as const; // inches
export const SEASONS = ["summer", "autumn", "winter", "desert", "night"] as const;

// --- what lies beside units and by itself --------------------------------------------------------------------------------

const marker = (kind: string, label: string, count = 1): Marker => ({ kind, label, count });

export const markers: { name: string; marker: Marker }[] = [
  ...[1, 4, 12].map((pins) => ({ name: `${pins} pins`, marker: marker("pins", `${pins} pins`, pins) })),
  ...Object.keys(ORDER_SIGNS).map((order) => ({ name: order, marker: marker("order", order) })),
  ...Object.keys(SIGNS).map((kind) => ({ name: kind, marker: marker(kind, kind) })),
  { name: "several", marker: marker("grenade", "3 hand grenades", 3) },
  { name: "without a sign", marker: marker("elsewhere", "without a sign") },
];

export const counters = [...COUNTERS, "without a sign"];
export const traces = Object.keys(FLIGHTS);
