/** Where things are that a lesson points at, in pixels of the part of the page that holds the table and the panel. */
import { toScreen, type Point } from "../lib/camera";
import type { Camera } from "../lib/camera.svelte";
import { chipShifts, extent, shownUnits } from "../table/units";
import type { TableView } from "../wire";
import { grown, type Box } from "./place";

/** Parts that are not to be seen at every size of the page, and what stands for them there. */
const PARTS: Record<string, readonly string[]> = {
  title: ["aim"],
  turns: ["turns", "score"],
  forecast: ["forecast", "question"],
  story: ["story", "tray"],
};

/** The box of what a selector finds first that is to be seen. */
function seen(selectors: readonly string[], origin: DOMRect): Box | null {
  for (const selector of selectors) {
    for (const one of document.querySelectorAll(selector)) {
      const box = one.getBoundingClientRect();
      if (box.width < 2 || box.height < 2) continue;
      return {
        left: box.left - origin.left,
        top: box.top - origin.top,
        right: box.right - origin.left,
        bottom: box.bottom - origin.top,
      };
    }
  }
  return null;
}

/** The box around two, as far as they are to be seen. */
function both(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The aim is told with the score beside it. */
export function partBox(part: string, origin: DOMRect): Box | null {
  if (part === "aim") return both(partBox("title", origin), partBox("score", origin));
  return seen(
    (PARTS[part] ?? [part]).map((name) => `[data-part="${name}"]`),
    origin,
  );
}

/** The row or button of the answer that is wanted, as far as it can be seen. */
export function answerBox(origin: DOMRect): Box | null {
  const row = seen(['.ask [data-wish="yes"]', ".ask .go"], origin);
  const room = seen(['[data-part="question"]'], origin);
  if (!row || !room) return row;
  const top = Math.min(Math.max(row.top, room.top), room.bottom);
  return { ...row, top, bottom: Math.max(top, Math.min(row.bottom, room.bottom)) };
}

export function fieldBox(origin: DOMRect): Box | null {
  return seen([".field"], origin);
}

/** Words that float on the table about what has just happened, and the lists of units beside it. */
export function words(origin: DOMRect): Box[] {
  return boxes(":is(.action [data-act=result], .field [data-roster])", origin);
}

/** What is written beside models to choose by, who is spoken of, and what the battle is about. */
export function marks(origin: DOMRect): Box[] {
  return boxes(".field :is(.number, .badge, .prize, .label.strong)", origin);
}

function boxes(selector: string, origin: DOMRect): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    if (width < 2) return [];
    return [
      { left: left - origin.left, top: top - origin.top, right: right - origin.left, bottom: bottom - origin.top },
    ];
  });
}

const HOUSES = new Set(["building", "ruin", "bunker"]);
const ROOM = 10; // pixels around a unit for its ring
const ROW = 24; // and below it for its row of pips

/** Everybody on the table, by unit. */
export function unitBoxes(table: TableView, camera: Camera, flip: boolean): Map<number, Box> {
  const units = shownUnits(table);
  const shifts = chipShifts(units, table.figures);
  const found = new Map<number, Box>();
  for (const unit of units) {
    const around = extent(unit, table.figures, shifts.get(unit.number));
    if (!around) continue;
    const box = grown(boxOf(around.from, around.to, camera, flip), ROOM);
    found.set(unit.number, { ...box, bottom: box.bottom + ROW });
  }
  return found;
}

/** The houses: what goes on in and beside them is to be seen. */
export function houseBoxes(table: TableView, camera: Camera, flip: boolean): Box[] {
  return table.terrain
    .filter(({ kind }) => HOUSES.has(kind))
    .map(({ outline }) => {
      const [across, down] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
      return boxOf([Math.min(...across), Math.min(...down)], [Math.max(...across), Math.max(...down)], camera, flip);
    });
}

export function circleBox(at: Point, radius: number, camera: Camera, flip: boolean): Box {
  return boxOf([at[0] - radius, at[1] - radius], [at[0] + radius, at[1] + radius], camera, flip);
}

function boxOf(a: Point, b: Point, camera: Camera, flip: boolean): Box {
  const [p, q] = [toScreen(camera.drawn, camera.size, flip, a), toScreen(camera.drawn, camera.size, flip, b)];
  return {
    left: Math.min(p[0], q[0]),
    top: Math.min(p[1], q[1]),
    right: Math.max(p[0], q[0]),
    bottom: Math.max(p[1], q[1]),
  };
}
