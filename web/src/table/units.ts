import type { FigureView, Refusal, TableView, UnitView } from "../wire";
import type { Point } from "../lib/camera";
import { kindWords } from "../panels/words";
import { markerWords } from "./labels";

export type Standing = FigureView & { at: [number, number] };

/** The figures of a unit that stand on the table themselves. */
export function standing(unit: UnitView, figures: readonly FigureView[]): Standing[] {
  return unit.figures
    .map((number) => figures[number])
    .filter((figure): figure is Standing => figure !== undefined && figure.at !== null);
}

/** Units that can be seen on the table: with figures on it, or inside something that is. */
export function shownUnits(table: TableView): UnitView[] {
  return table.units.filter(
    (unit) => unit.shown.in_play && (unit.anchor !== null || standing(unit, table.figures).length > 0),
  );
}

/** Whose something is, as whoever looks would say it: two who share a side have their own units and each other's. */
export function whose(side: number, units: readonly UnitView[], seats: readonly number[], seat?: number): string {
  if (seats.length !== 1) return `side ${side + 1}`;
  if (seat !== undefined && seats.includes(seat)) return "yours";
  const own = units.find((unit) => seats.includes(unit.seat))?.side ?? seats[0];
  if (side !== own) return "enemy";
  return seat === undefined ? "yours" : "ally";
}

/** A unit in words, for those who do not see it. */
export function describe(
  unit: UnitView,
  units: readonly UnitView[],
  seats: readonly number[],
  choosable: boolean,
  barred?: Refusal,
): string {
  const { shown } = unit;
  const markers = shown.markers.map(markerWords);
  const parts = [unit.name, whose(unit.side, units, seats, unit.seat), kindWords(shown.symbol)];
  if (shown.full_strength > 1) parts.push(`${shown.strength} of ${shown.full_strength}`);
  parts.push(...markers);
  if (shown.standing) parts.push(shown.standing);
  if (choosable) parts.push("can be chosen");
  if (barred) parts.push(`cannot be chosen: ${barred.why}`);
  return parts.filter(Boolean).join(", ");
}

/** In which order the Tab key goes through the units: those that can be chosen, those that could be, one's own, the rest. */
export function tabOrder(
  units: readonly UnitView[],
  choices: ReadonlyMap<number, unknown>,
  barred: ReadonlyMap<number, unknown>,
  seats: readonly number[],
): number[] {
  const rank = (unit: UnitView): number => {
    if (choices.has(unit.number)) return 0;
    if (barred.has(unit.number)) return 1;
    return seats.includes(unit.seat) ? 2 : 3;
  };
  return [...units].sort((a, b) => rank(a) - rank(b) || a.number - b.number).map((unit) => unit.number);
}

/** Units that share a place (two squads in one house) are drawn side by side. */
export function chipShifts(units: readonly UnitView[], figures: readonly FigureView[]): Map<number, number> {
  const byPlace = new Map<string, number[]>();
  for (const unit of units) {
    if (!unit.anchor || standing(unit, figures).length) continue;
    const key = unit.anchor.join(" ");
    byPlace.set(key, [...(byPlace.get(key) ?? []), unit.number]);
  }
  const shifts = new Map<number, number>();
  for (const together of byPlace.values()) {
    together.forEach((unit, place) => shifts.set(unit, (place - (together.length - 1) / 2) * 1750));
  }
  return shifts;
}

const TOGETHER = 7000; // a spotter farther off than this does not count where the label goes

/** The box around a unit's figures, in thousandths of an inch. */
export function extent(unit: UnitView, figures: readonly FigureView[], shift = 0): { from: Point; to: Point } | null {
  const { anchor } = unit;
  const everybody = standing(unit, figures);
  const close = everybody.filter(({ at }) => !anchor || Math.hypot(at[0] - anchor[0], at[1] - anchor[1]) < TOGETHER);
  const all = close.length ? close : everybody;
  if (!all.length) {
    if (!unit.anchor) return null;
    const [x, y] = [unit.anchor[0] + shift, unit.anchor[1]];
    return { from: [x - 800, y - 800], to: [x + 800, y + 800] };
  }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { at, radius, length, width, bearing } of all) {
    let [across, down] = [radius, radius];
    if (length) {
      const angle = (bearing * Math.PI) / 1800;
      const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
      across = (width * cos + length * sin) / 2;
      down = (width * sin + length * cos) / 2;
    }
    left = Math.min(left, at[0] - across);
    right = Math.max(right, at[0] + across);
    top = Math.min(top, at[1] - down);
    bottom = Math.max(bottom, at[1] + down);
  }
  return { from: [left, top], to: [right, bottom] };
}
