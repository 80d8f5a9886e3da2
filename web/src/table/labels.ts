import type { Marker, Sighting } from "../wire";
import { far } from "../panels/numbers";
import { signOf } from "./signs";

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

// As the theme has them: a canvas does not know its names for fonts.
const SANS =
  '"Avenir Next Condensed", "Roboto Condensed", "DejaVu Sans Condensed", "Segoe UI", system-ui, -apple-system, sans-serif';
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "DejaVu Serif", Georgia, serif';

/** How wide a text is; names of terrain are italic. Without a canvas (in tests) it is guessed. */
export function textWidth(text: string, size: number, bold = false, italic = false): number {
  const key = `${size}${bold}${italic}${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (pen === undefined)
    pen = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  let width = text.length * size * 0.56;
  if (pen) {
    pen.font = `${italic ? "italic " : ""}${bold ? 700 : 400} ${size}px ${italic ? SERIF : SANS}`;
    width = pen.measureText(text).width;
  }
  if (widths.size > 2000) widths.clear();
  widths.set(key, width);
  return width;
}

const ORDERS: Record<string, string> = {
  fire: "F",
  advance: "A",
  run: "R",
  ambush: "B",
  rally: "Y",
  down: "D",
  attack: "T",
  "halt in cover": "C",
  "carry on": "G",
  rout: "X",
};

export function isOrder(marker: Marker): boolean {
  return marker.kind === "order";
}

export function isPins(marker: Marker): boolean {
  return /^(pins?|suppression|shock|stress)$/.test(marker.kind);
}

/** What a marker says, with its number if that is not said already. */
export function markerWords({ label, kind, count }: Marker): string {
  const said = label.trim() || kind;
  return count > 1 && !/^\d/.test(said) ? `${count} ${said}` : said;
}

/** The letters on a marker: one for an order, the first ones of its label for anything unknown. */
export function letters(marker: Marker): string {
  const said = marker.label.replace(/^\d+ |^has an? |^the |^is /, "").trim() || marker.kind;
  if (isOrder(marker)) return ORDERS[said.toLowerCase()] ?? (said[0] ?? "?").toUpperCase();
  if (isPins(marker)) return String(marker.count);
  const short = said
    .split(/[\s-]+/)
    .map((word) => word[0] ?? "")
    .join("")
    .toUpperCase();
  const text = short.length > 1 ? short.slice(0, 3) : said.slice(0, 3);
  return marker.count > 1 ? `${text} ${marker.count}` : text;
}

export function markerWidth(marker: Marker): number {
  if (isOrder(marker)) return 28;
  if (isPins(marker)) return marker.count > 9 ? 23 : 19;
  if (signOf(marker)) return marker.count > 1 ? 20 + 6 * String(marker.count).length : 19;
  return Math.ceil(textWidth(letters(marker), 10, true)) + 9;
}

export function markersWidth(markers: readonly Marker[]): number {
  return markers.reduce((sum, marker) => sum + markerWidth(marker) + 2, 0);
}

/** What the unit that looks makes of another, as short as it can be said: how far and in what cover, or why not. */
export function sightWords(sighting: Sighting): string {
  if (sighting.seen === 0) return sighting.blocked_by.replace(/^the /, "") || sighting.why || "out of sight";
  const away = sighting.distance === null ? "" : far(sighting.distance);
  return [away, sightFate(sighting) === "clear" ? "in the open" : sighting.cover].filter(Boolean).join(" · ");
}

/** How a line of sight to a unit fares on the whole: for the sign before the words. */
export function sightFate(sighting: Sighting): "clear" | "covered" | "cut" {
  if (sighting.seen === 0) return "cut";
  return /^(|none|no|open|no cover|in the open)$/i.test(sighting.cover.trim()) ? "clear" : "covered";
}
