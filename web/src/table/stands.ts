/**
 * Stands: several men or a gun on one rectangular base, which faces up. The base has the colour of its side, and round
 * corners for the first, square ones for the second; on it stand the men that the book says it stands for.
 */
import type { FigureView } from "../wire";
import { glyphOf, glyphOfUnit, isWeapon, type Glyph } from "./glyphs";

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

/** Who stands beside whom on a stand; whatever is not listed stands there with two men of a crew. */
const BESIDE: Partial<Record<Glyph, Glyph[]>> = {
  rifle: ["rifle", "rifle", "rifle"],
  smg: ["smg", "smg", "smg"],
  lmg: ["loader", "rifle"],
  mmg: ["loader", "loader"],
  faust: ["rifle", "rifle", "rifle"],
  bazooka: ["loader", "rifle"],
  spotter: ["radio"],
  officer: [],
  chief: [],
};

export interface Arm {
  glyph: Glyph; // what the stand is about
  beside: readonly Glyph[];
}

/** What a stand is, and who else is on it. What its role does not tell, its unit does. */
export function armOf(role: string, symbol: string): Arm {
  const told = glyphOf(
    role
      .replace(/^pl$/i, "platoon leader")
      .replace(/\bteam$/i, "")
      .trim(),
    symbol,
    1000,
  );
  const glyph = told === "rifle" && !/rifle/i.test(role) ? (glyphOfUnit(symbol) ?? told) : told;
  // A gun that has its crew around it as figures of their own is alone on its base.
  return { glyph, beside: /^(gun|.* gun)$/i.test(role) ? [] : (BESIDE[glyph] ?? ["crew", "crew"]) };
}

export interface OnStand {
  glyph: Glyph;
  x: number; // thousandths of an inch from the middle
  y: number;
  scale: number;
}

export interface Stand {
  base: string;
  front: string; // a band along the edge that it fights over
  frame: string; // a line inside the edge, of those who lead
  men: OnStand[];
  rear: number; // where the base ends
}

const BAND = 110; // how thick its front edge is
const n = Math.round;

function plate(w: number, l: number, r: number): string {
  const [across, down] = [n(w - 2 * r), n(l - 2 * r)];
  return `M${n(r - w / 2)} ${n(-l / 2)}h${across}q${r} 0 ${r} ${r}v${down}q0 ${r} ${-r} ${r}h${-across}q${-r} 0 ${-r} ${-r}v${-down}q0 ${-r} ${r} ${-r}Z`;
}

/** The men of a stand in their places: riflemen in two ranks, a crew around its weapon. */
function placed({ glyph, beside }: Arm, w: number, l: number): OnStand[] {
  const least = Math.min(w, l);
  if (!beside.length) return [{ glyph, x: 0, y: 0, scale: (least * 0.46) / (isWeapon(glyph) ? 15.5 : 10) }];
  if (isWeapon(glyph)) {
    const deep = l > w;
    const middle = { glyph, x: 0, y: deep ? -l * 0.08 : 0, scale: (least * (deep ? 0.42 : 0.48)) / 15.5 };
    return [
      ...beside.map((other, place) => {
        const side = place % 2 ? 1 : -1;
        return { glyph: other, x: side * w * (deep ? 0.2 : 0.35), y: l * (deep ? 0.36 : 0.12), scale: least / 30 };
      }),
      middle,
    ];
  }
  const all = [glyph, ...beside];
  const order = all.length === 4 ? [1, 0, 2, 3] : [1, 0, 2]; // the weapon is in the middle
  const scale = all.length > 2 ? least / 29 : least / 25;
  return order
    .filter((who) => who < all.length)
    .map((who, place, row) => ({
      glyph: all[who] as Glyph,
      x: n(((place + 0.5) / row.length - 0.5) * w * 0.9),
      y: n((place % 2 ? -1 : 1) * l * 0.11),
      scale,
    }));
}

/** A stand of this size: its corners are round for the first side and square for the second. */
export function standOf(side: number, arm: Arm, width: number, length: number): Stand {
  const corner = n(Math.min(width, length) * (side === 0 ? 0.26 : 0.06));
  const [reach, top] = [n(width / 2 - corner), n(-length / 2)];
  return {
    base: plate(width, length, corner),
    front: `M${-reach} ${top + BAND / 2}H${reach}`,
    frame: plate(width - 170, length - 170, Math.max(20, corner - 85)),
    men: placed(arm, width, length),
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
