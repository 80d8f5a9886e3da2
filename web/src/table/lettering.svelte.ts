import { toScreen, toTable, type Point } from "../lib/camera";
import type { Camera } from "../lib/camera.svelte";
import { settings } from "../lib/settings.svelte";
import type { Stage } from "../lib/stage.svelte";
import type { TableView, UnitView } from "../wire";
import { place, textWidth, type Placed, type Rect, type Wish } from "./labels";
import { BADGE as SIGN, hasRow, HIGH, pipsOf, placeRows } from "./pips";
import { extent, standing } from "./units";

const BADGE: Point = [150, 18]; // what is kept free for what is seen of a unit, whatever it will say
const BRIEF: Point = [44, 18]; // and where there is little room
const FAR = 8; // pixels an inch below which names are not written

const NAME = 14; // how large names are, and how high their line is
const LINE = 18;

export interface Lettered extends Placed {
  badge: Point; // where the badge goes: under the label
}

export interface RowPlace {
  unit: number;
  at: Point; // on the table
  box: Rect; // on the screen
}

/**
 * Where rows of pips and names stand. They are laid anew when something moved or the view came to rest, not while a unit
 * is dragged. Rows come first; names (of units selected, pointed at or spoken of) keep clear of them.
 */
export class Lettering {
  constructor(
    private readonly units: () => readonly UnitView[],
    private readonly table: () => TableView,
    private readonly stage: () => Stage,
    private readonly camera: Camera,
    private readonly shifts: () => ReadonlyMap<number, number>,
  ) {}

  /** Those of whom something is said; a text, so that the labels stay while only what is said changes. */
  private readonly sighted = $derived.by(() =>
    (this.stage().broad ? this.stage().sightings : []).map((sighting) => sighting.unit).join(" "),
  );

  readonly rows: RowPlace[] = $derived.by(() => this.layRows());
  readonly placed: Lettered[] = $derived.by(() => this.lay());

  /** What is written on the table, in pixels of the screen: other words keep off it. */
  get boxes(): Rect[] {
    return [...this.placed.map((label) => label.box), ...this.rows.map((row) => row.box)];
  }

  /** Seen from far away, only the most needful is written. */
  get far(): boolean {
    return this.camera.drawn.scale < FAR;
  }

  /** How large letters are: constant on the screen, but a little smaller from afar and larger from near. */
  get size(): number {
    const { scale } = this.camera.drawn;
    return (settings.values.textSize / 100) * Math.min(1.2, Math.max(0.78, 0.8 + (scale - 6) / 30, scale / 45));
  }

  /** How large rows are: as the mockups have them at fifteen pixels an inch, smaller on a map seen from afar. */
  get rowSize(): number {
    return (settings.values.textSize / 100) * Math.min(1.35, Math.max(0.62, this.camera.drawn.scale / 15));
  }

  strong(unit: number): boolean {
    const { selected, hovered, named } = this.stage();
    return selected === unit || hovered === unit || named.includes(unit);
  }

  private layRows(): RowPlace[] {
    const { figures } = this.table();
    const size = this.rowSize;
    const models: Rect[] = [];
    const wishes = this.units().flatMap((unit) => {
      for (const { at, radius, width, length } of standing(unit, figures)) {
        const reach = length ? (width + length) / 4 : radius;
        models.push(box(this.screen([at[0] - reach, at[1] - reach]), this.screen([at[0] + reach, at[1] + reach])));
      }
      const found = extent(unit, figures, this.shifts().get(unit.number));
      if (!found || !hasRow(unit.shown)) return [];
      const { from, to, left, right } = pipsOf(unit.shown);
      const high = left.length || right.length ? SIGN : HIGH;
      const around = box(this.screen(found.from), this.screen(found.to));
      return [{ unit: unit.number, around, from: from * size, to: to * size, high: high * size }];
    });
    const { width, height } = this.camera.size;
    const bounds = { left: 0, top: 0, right: width, bottom: height };
    return placeRows(wishes, models, bounds).map((row) => ({ ...row, at: this.spot(row.at) }));
  }

  private lay(): Lettered[] {
    const { camera } = this;
    const figures = this.table().figures;
    const sighted = new Set(this.sighted.split(" ").filter(Boolean).map(Number));
    const named = settings.values.labels === "all" && !this.far;
    const badge = (unit: number): Point | null => (!sighted.has(unit) ? null : this.far ? BRIEF : BADGE);
    const wishes: Wish[] = [];
    const others: Rect[] = [];
    const rows = this.rows.map((row) => row.box);
    for (const unit of this.units()) {
      const found = extent(unit, figures, this.shifts().get(unit.number));
      if (!found) continue;
      const around = box(this.screen(found.from), this.screen(found.to));
      others.push(around);
      const rank = this.strong(unit.number) ? 3 : 0;
      if (!rank && !named && !sighted.has(unit.number)) continue;
      wishes.push({
        unit: unit.number,
        around,
        rank,
        named: named || rank > 0,
        ...sizes(unit, badge(unit.number), this.size),
      });
    }
    const bounds = { left: 0, top: 0, right: camera.size.width, bottom: camera.size.height };
    return place(wishes, others, bounds, [this.tools, ...rows]).map((label) => {
      const down = (label.full ? LINE : 0) + 1;
      return { ...label, at: this.spot(label.at), badge: this.spot([label.at[0], label.at[1] + down * this.size]) };
    });
  }

  /** Where the tools lie over the table. */
  private get tools(): Rect {
    const { width, height } = this.camera.size;
    const beside = width / height > this.camera.table.width / this.camera.table.depth;
    return { left: width - (beside ? 50 : 290), right: width, top: 0, bottom: beside ? 290 : 50 };
  }

  private screen(at: Point): Point {
    return toScreen(this.camera.drawn, this.camera.size, this.camera.flip, at);
  }

  private spot(pixel: Point): Point {
    return toTable(this.camera.drawn, this.camera.size, this.camera.flip, pixel);
  }
}

function box(a: Point, b: Point): Rect {
  return {
    left: Math.min(a[0], b[0]),
    right: Math.max(a[0], b[0]),
    top: Math.min(a[1], b[1]),
    bottom: Math.max(a[1], b[1]),
  };
}

function sizes(unit: UnitView, badge: Point | null, size: number): { full: Point; brief: Point } {
  const line = textWidth(unit.name, NAME, true) + 6;
  const [wide, high] = badge ?? [0, 0];
  return { full: [Math.max(line, wide) * size, (LINE + high) * size], brief: [wide * size, high * size] };
}
