/**
 * Stands: several men or a gun on one rectangular base, which faces up. On it lies the badge of its side (round for the
 * first, square for the second, as bases are elsewhere) with the mark of its arm, and beside it the heads of its men.
 */
import type { FigureView } from "../wire";
import { MARKS, markOf, markOfUnit, type Mark } from "./marks";

export type Shape = Pick<FigureView, "role" | "length" | "width">;

const VEHICLES = new Set(["tank", "tank-destroyer", "armoured-car", "half-track", "carrier", "truck", "jeep"]);
const ON_WHEELS = /half-?track|armou?red.?car|scout.?car|truck|lorry|jeep|carrier|tank.?destroyer|self-propelled|stug/;
const ON_FOOT = /\bteam$|\bcrew$|^(pl|cc|fo)$/;

/** What a figure's hull is drawn as; null for what is no vehicle. In a mixed unit its role tells, else its unit's symbol. */
export function vehicleOf({ role, length }: Shape, symbol: string): string | null {
  const said = role.toLowerCase();
  if (length <= 0 || ON_FOOT.test(said)) return null;
  if (VEHICLES.has(symbol)) return symbol;
  return ON_WHEELS.test(said) ? said : null;
}

/** Whether a figure leads others: on a stand of its own, or in a vehicle. */
export function leads(role: string): boolean {
  return /\b(pl|cc)\b|officer|lieutenant|captain|major|commander|leader$/i.test(role);
}

/** Whether it leads the leaders. */
export function commands(role: string): boolean {
  return /\bcc\b|company commander/i.test(role);
}

const ARMS: [RegExp, Mark, number][] = [
  [/^cc\b|company commander/, MARKS.ringedStar, 0],
  [/^pl\b|platoon leader/, MARKS.star, 0],
  [/^fo\b|observer/, MARKS.glasses, 0],
  [/\bsmg\b|sub-?machine/, MARKS.shortGun, 4],
  [/\bhmg\b|\bmmg\b|heavy machine/, MARKS.tripod, 2],
  [/\blmg\b|\bmg\b|machine/, MARKS.arrow, 4],
  [/panzerfaust/, MARKS.bulb, 4],
  [/panzerschreck/, MARKS.shieldedTube, 2],
  [/nebelwerfer|rocket/, MARKS.rockets, 2],
  [/(8[0-9]|1[0-9]{2}) ?mm mortar|(medium|heavy) mortar/, MARKS.heavyMortar, 2],
  [/mortar/, MARKS.mortar, 2],
  [/1[0-9]{2} ?mm|1[0-9] ?cm|howitzer/, MARKS.howitzer, 2],
  [/\bpak|\b[2-9][0-9] ?mm|gun\b/, MARKS.gun, 2],
  [/bazooka|piat|panzer/, MARKS.tube, 2],
  [/rifle/, MARKS.rifle, 4],
];

/** The mark of a stand, and how many heads lie beside it. What its role does not tell, its unit does. */
export function armOf(role: string, symbol: string): { mark: Mark; men: number } {
  const said = role.toLowerCase();
  const known = ARMS.find(([words]) => words.test(said));
  if (known) return { mark: known[1], men: known[2] };
  const mark = markOf(role, symbol);
  return { mark: mark === MARKS.rifle ? markOfUnit(symbol) : mark, men: 2 };
}

export interface Stand {
  base: string;
  front: string; // a band along the edge that it fights over
  nose: string;
  frame: string; // a line inside the edge, of those who lead
  heads: string;
  badge: number; // the size of the badge: its radius in thousandths of an inch
  rear: number; // where the base ends
}

const BAND = 130; // how thick its front edge is
const n = Math.round;
const head = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

function plate(w: number, l: number, r: number): string {
  const [across, down] = [n(w - 2 * r), n(l - 2 * r)];
  return `M${n(r - w / 2)} ${n(-l / 2)}h${across}q${r} 0 ${r} ${r}v${down}q0 ${r} ${-r} ${r}h${-across}q${-r} 0 ${-r} ${-r}v${-down}q0 ${-r} ${r} ${-r}Z`;
}

/** Where heads have room: beside the badge on a wide stand, behind it on a deep one. */
function headsOf(men: number, w: number, l: number, badge: number): string {
  const wide = w >= l;
  const spare = (wide ? w : l) / 2 - badge;
  const size = Math.min(150, spare * 0.36);
  if (size < 60) return "";
  const out = badge + spare / 2;
  const apart = wide ? l * 0.22 : w * 0.24;
  const places = wide
    ? [[-out, men > 2 ? -apart : 0], [out, men > 2 ? -apart : 0], [-out, apart], [out, apart]] // prettier-ignore
    : [[-apart, l / 2 - spare / 2], [apart, l / 2 - spare / 2], [0, l / 2 - spare / 2]]; // prettier-ignore
  return places
    .slice(0, men)
    .map(([x, y]) => head(x ?? 0, y ?? 0, size))
    .join("");
}

/** A stand of this size: its corners are round for the first side and square for the second. */
export function standOf(side: number, men: number, width: number, length: number): Stand {
  const corner = n(Math.min(width, length) * (side === 0 ? 0.24 : 0.04));
  const [reach, top] = [n(width / 2 - corner), n(-length / 2)];
  const badge = n(Math.min(width, length) * (men ? 0.42 : 0.44));
  return {
    base: plate(width, length, corner),
    front: `M${-reach} ${top + BAND / 2}H${reach}`,
    nose: `M-190 ${top - 20}L0 ${top - 220}L190 ${top - 20}Z`,
    frame: plate(width - 170, length - 170, Math.max(20, corner - 85)),
    heads: headsOf(men, width, length, badge),
    badge,
    rear: n(length / 2),
  };
}

/** Arrows that press down, side by side around the middle. */
export function pressing(count: number): string {
  const arrow = "m-115 -190h230v160h135l-250 240l-250 -240h135Z";
  return Array.from({ length: count }, (_, place) => `M${(place - (count - 1) / 2) * 560} 0${arrow}`).join("");
}

/** Drops of blood or oil, one for each wound lost, side by side around the middle. */
export function drops(count: number): string {
  const drop = "c70 130 150 190 150 290a150 150 0 1 1 -300 0c0 -100 80 -160 150 -290Z";
  return Array.from({ length: count }, (_, place) => `M${(place - (count - 1) / 2) * 400} -160${drop}`).join("");
}
