/** Rings of how far a unit goes, and where their names may stand. */
import type { Point } from "../lib/camera";
import { inches } from "../lib/inches";
import type { Planner } from "../lib/planner.svelte";
import type { TableView } from "../wire";

export interface Band {
  reach: number;
  words: string;
  spots: Point[]; // on the ring and on the table: its top first
}

const TURNS = [0, 0.5, 0.25, 0.75, 0.125, 0.875, 0.375, 0.625]; // shares of a turn from the top, clockwise

/** The bands of the unit that moves. Those that this move cannot reach would only mislead. */
export function bandsOf(table: TableView, planner: Planner | null): Band[] {
  const leader = planner?.leaderAt ?? null;
  if (!planner || !leader || planner.unit === null) return [];
  const { moving } = planner;
  const most = moving?.type === "march" ? moving.budget : planner.budget || Infinity;
  return [...(table.units[planner.unit]?.shown.moves ?? [])]
    .filter((band) => band.reach <= most)
    .sort((a, b) => a.reach - b.reach)
    .map(({ reach, label }) => ({ reach, words: `${label} ${inches(reach)}`, spots: spotsOf(leader, reach, table) }));
}

function spotsOf([x, y]: Point, reach: number, { width, depth }: { width: number; depth: number }): Point[] {
  return TURNS.map((turn): Point => {
    const angle = turn * 2 * Math.PI;
    return [x + Math.sin(angle) * reach, y - Math.cos(angle) * reach];
  }).filter(([px, py]) => px > 1500 && px < width - 1500 && py > 500 && py < depth - 500);
}
