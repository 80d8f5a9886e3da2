import type { Pose, Step, TableView, UnitView } from "../wire";
import type { Point } from "../lib/camera";

/** How figures of a unit are, by number; of most there is nothing to say. */
export function posesOf(unit: UnitView): Map<number, Pose> {
  return new Map((unit.shown.poses ?? []).map((pose) => [pose.figure, pose]));
}

/** Where a turret would point at the end of a step: as told, else as it stands on its hull; null where the hull does. */
export function turretAt(
  step: Partial<Step> & { bearing: number },
  stood: number,
  pose: Pose | undefined,
): number | null {
  if (step.turret != null) return step.turret;
  return pose?.turret == null ? null : (pose.turret + step.bearing - stood + 3600) % 3600;
}

/** Whether a unit is hidden: it is drawn for those who may see it, as if it were not quite there. */
export function hides(unit: UnitView): boolean {
  return unit.shown.markers.some((marker) => marker.kind === "hidden");
}

/** Whether smoke lies on a unit. */
export function smoked(unit: UnitView): boolean {
  return unit.shown.markers.some((marker) => marker.kind === "smoke");
}

export interface Fight {
  key: string;
  from: Point;
  to: Point;
}

/** Who fights whom hand to hand: each pair once. */
export function fights(table: Pick<TableView, "units" | "figures">): Fight[] {
  const found: Fight[] = [];
  for (const unit of table.units) {
    for (const { figure, locked } of unit.shown.poses ?? []) {
      for (const other of locked ?? []) {
        const from = table.figures[figure]?.at;
        const to = table.figures[other]?.at;
        if (figure < other && from && to) found.push({ key: `${figure} ${other}`, from, to });
      }
    }
  }
  return found;
}

/** Everything worth saying of single figures: "sergeant: DOWN, on fire". Those alike are counted. */
export function poseWords(unit: UnitView, figures: TableView["figures"]): string[] {
  const counts = new Map<string, number>();
  for (const { figure, words } of unit.shown.poses ?? []) {
    const said = `${figures[figure]?.role ?? "model"}: ${words}`;
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return [...counts].map(([said, many]) => (many > 1 ? `${many} × ${said}` : said));
}
