import { toScreen, toTable, type Point } from "../lib/camera";
import type { Camera } from "../lib/camera.svelte";
import type { Planner } from "../lib/planner.svelte";
import { settings } from "../lib/settings.svelte";
import type { Stage } from "../lib/stage.svelte";
import type { Story } from "../lib/story.svelte";
import { far } from "../panels/numbers";
import type { Sighting, TableView, UnitView } from "../wire";
import { aimLine, placeChips, type AimLine, type PlacedChip } from "./aims";
import { modelBox, modelBoxes, type Looked } from "./bodies";
import { bandsOf } from "./bands";
import { sightWords, textWidth } from "./labels";
import { setFloats, type Segment, type Wanted } from "./picture";
import { BADGE as SIGN, hasRow, HIGH, pipsOf, placeRows, type Row } from "./pips";
import { beside, grown, overlap, Room, spanned, type Rect, type Seat } from "./room";
import { partsOf, sizeOf, wordsOf, type Parts, type Words } from "./spoken";
import { extent } from "./units";

const FAR = 8; // pixels an inch below which names are not written
const NAME = 14; // how large names are
const LINE = 20; // how high a name is with the halo around it
const SIGHT = { size: 10.5, high: 17, beside: 23 }; // what is seen of somebody: letters, height, room for its sign
const RING = 430; // thousandths of an inch that a ring runs outside the bases
const MARGIN = 4; // pixels of the edge of what is seen that stay free
const PILL = { size: 13, high: 23, beside: 17 }; // how far it is, on the line
const STOP = 11; // pixels around the sign that a line is cut
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82]; // shares of a line where that may stand

export interface Name extends Seat {
  unit: number;
  at: Point; // the middle of its upper edge, on the table
}

export interface Sight extends Seat {
  sighting: Sighting;
  words: string;
  wide: number;
  at: Point; // its upper left corner, on the table
}

export interface Float extends Words {
  anchor: "start" | "middle" | "end";
  at: Point; // on the table
  leader: [Point, Point] | null; // there, too
}

export interface Tag extends Seat {
  key: string;
  tag: string;
  figure: number;
}

export interface Pill {
  words: string;
  box: Rect;
}

/** What is looked at, by whom and how; all of it may change. */
export interface Before {
  readonly units: readonly UnitView[];
  readonly table: TableView;
  readonly stage: Stage;
  readonly camera: Camera;
  readonly shifts: ReadonlyMap<number, number>;
  readonly story: Story | null;
  readonly planner: Planner | null;
  readonly interactive: boolean;
  readonly dim: boolean; // what was done last steps back
  readonly margin: number; // pixels to either side of the table that lists take
  readonly tooled: boolean; // tools lie over the table
}

/**
 * Where everything stands that is written on the table. What comes first takes its place from what comes later: rows of
 * pips, numbers to choose by, what came of an action, names, what is seen of whom, how far it is. Nothing is written on a
 * model or on something else that is written; names of terrain yield to all of it. It is laid anew when something moved or
 * the view came to rest.
 */
export class Lettering {
  tip: Point = $state.raw([0, 0]); // how large the tip of a planned move is; its element tells
  card: Point = $state.raw([0, 0]); // and the card of what is pointed at

  constructor(private readonly before: Before) {}

  // --- what is drawn --------------------------------------------------------------------------------------------------

  private readonly looked: Looked = $derived.by(() => {
    const { camera } = this.before;
    return { view: camera.drawn, size: camera.size, flip: camera.flip };
  });

  /** The boxes of all models, in pixels. */
  readonly models: Rect[] = $derived.by(() => {
    const { units, table, shifts } = this.before;
    return units.flatMap((unit) => modelBoxes(unit, table.figures, shifts.get(unit.number) ?? 0, this.looked));
  });

  /** The figures of a move that is planned, where they would end. */
  private readonly ghosts: Rect[] = $derived.by(() => {
    const { planner, stage, table } = this.before;
    const unit = planner?.active && planner.unit !== null ? table.units[planner.unit] : undefined;
    if (!unit) return [];
    return (stage.plan?.steps ?? []).flatMap((step) => {
      const figure = table.figures[step.figure];
      const pose = step.poses?.at(-1);
      const at: Point | undefined = pose ? [pose[0], pose[1]] : step.path.at(-1);
      const bearing = pose ? pose[2] : step.bearing;
      return figure && at ? [modelBox({ ...figure, at, bearing }, unit, undefined, this.looked)] : [];
    });
  });

  /** Ghosts that stand still: what is dragged about does not chase words across the table. */
  private readonly resting: Rect[] = $derived.by(() => (this.before.planner?.dragging ? [] : this.ghosts));

  private readonly bounds: Rect = $derived.by(() => {
    const { width, height } = this.before.camera.size;
    const beside = this.before.margin + MARGIN;
    return { left: beside, top: MARGIN, right: width - beside, bottom: height - MARGIN };
  });

  /** Where the tools lie over the table, if they do. */
  private readonly tools: Rect[] = $derived.by(() => {
    if (!this.before.tooled) return [];
    const { size, table } = this.before.camera;
    const upright = size.width / size.height > table.width / table.depth;
    const [across, down] = upright ? [50, 290] : [290, 50];
    return [{ left: size.width - across, right: size.width, top: 0, bottom: down }];
  });

  private readonly ground: Rect[] = $derived([...this.models, ...this.resting, ...this.tools]);

  // --- what is written, the first first -------------------------------------------------------------------------------

  /** Rows of pips; `at` is on the table. */
  readonly rows: Row[] = $derived.by(() => {
    const { units } = this.before;
    const size = this.rowSize;
    const wishes = units.flatMap((unit) => {
      const around = this.around(unit);
      if (!around || !hasRow(unit.shown)) return [];
      const { from, to, left, right } = pipsOf(unit.shown);
      const high = left.length || right.length ? SIGN + 4 : HIGH;
      return [{ unit: unit.number, around, from: from * size, to: to * size, high: high * size }];
    });
    return placeRows(wishes, this.room()).map((row) => ({ ...row, at: this.spot(row.at) }));
  });

  readonly chips: PlacedChip[] = $derived.by(() => {
    const { stage, units } = this.before;
    if (!stage.chips.size || !this.before.interactive) return [];
    const wishes = units.flatMap((unit) => {
      const words = stage.chips.get(unit.number);
      const around = words ? this.around(unit, RING) : null;
      const [big, idle] = [unit.number === this.watched, stage.idle.has(unit.number)];
      return words && around ? [{ unit: unit.number, around, words, big, idle }] : [];
    });
    return placeChips(wishes, this.room(this.rows));
  });

  /** Numbers beside single figures that can be chosen. */
  readonly tags: Tag[] = $derived.by(() => {
    const { stage, table, interactive } = this.before;
    if (!interactive || !stage.offered.length) return [];
    const room = this.room(this.rows, this.chips);
    return stage.offered.flatMap(({ key, tag, figure }) => {
      const model = figure === null ? undefined : table.figures[figure];
      const unit = model && table.units[model.unit];
      if (!model?.at || !unit || figure === null) return [];
      const around = modelBox({ ...model, at: model.at }, unit, undefined, this.looked);
      const seat = room.seat(around, tag ? [17, 17] : [10, 10], { gap: 1, places: above });
      return seat ? [{ key, tag, figure, ...seat }] : [];
    });
  });

  /** Who is in the picture of what was done last. */
  readonly parts: Parts | null = $derived.by(() => {
    const { story, table } = this.before;
    const scene = story?.shown;
    return story && scene ? partsOf(scene, story.results(), table) : null;
  });

  private readonly floated: (Float & { box: Rect })[] = $derived.by(() => {
    const { story, dim } = this.before;
    const scene = story?.shown;
    const { parts } = this;
    if (!scene || !parts || dim) return [];
    const { ring, struck, actor, flights } = parts;
    const arrows: Segment[] = flights.map(({ from, to }) => ({ from: this.screen(from), to: this.screen(to) }));
    const room = this.room(this.rows, this.chips, this.tags);
    // Rings, too, are kept free: words stand beside a unit, not on its outline.
    room.take(
      ...[ring, ...struck.map(({ outline }) => outline)].filter((one) => one.length).map((one) => this.boxOf(one)),
    );
    const words = wordsOf(scene, parts);
    const wanted = words.map((one): Wanted => {
      const own = flights.find(({ unit }) => unit === one.unit);
      const away = own ?? (one.unit === actor?.unit ? flights[0] : undefined);
      const [width, height] = sizeOf(one);
      const from = away && this.screen(own ? away.from : away.to);
      return { key: one.key, around: this.boxOf(one.outline), width, height, ...(from ? { away: from } : {}) };
    });
    return setFloats(wanted, room, arrows).map(({ key, box, side, leader }) => {
      const one = words.find((each) => each.key === key)!;
      const anchor = side === "left" ? "end" : side === "right" ? "start" : "middle";
      const x = anchor === "end" ? box.right - 4 : anchor === "start" ? box.left + 4 : (box.left + box.right) / 2;
      return { ...one, anchor, at: this.spot([x, box.top]), leader: leader && this.spots(leader), box };
    });
  });

  get floats(): readonly Float[] {
    return this.floated;
  }

  readonly names: Name[] = $derived.by(() => {
    const { units } = this.before;
    const told = new Set(this.floated.filter(({ result }) => !result).map(({ unit }) => unit));
    const all = settings.values.labels === "all" && !this.far;
    const room = this.room(this.rows, this.chips, this.tags, this.floated);
    const wanted = units.filter((unit) => !told.has(unit.number) && (all || this.strong(unit.number)));
    wanted.sort((a, b) => Number(this.strong(b.number)) - Number(this.strong(a.number)) || a.number - b.number);
    return wanted.flatMap((unit) => {
      const strong = this.strong(unit.number);
      const around = this.around(unit, strong ? RING : 0);
      if (!around) return [];
      const { size } = this;
      const wide = textWidth(unit.name, NAME, true) + 6;
      const seat = room.seat(around, [wide * size, LINE * size], strong ? { gap: 1 } : { most: 0 });
      if (!seat) return [];
      const { box, leader } = seat;
      const at = this.spot([(box.left + box.right) / 2, box.top]);
      return [{ unit: unit.number, at, box, leader }];
    });
  });

  // --- who sees whom --------------------------------------------------------------------------------------------------

  /** The other one of the pair that matters: pointed at, refused just now, the target in question; for a move the nearest. */
  readonly watched: number | null = $derived.by(() => {
    const { stage } = this.before;
    if (stage.hovered !== null && stage.hovered !== stage.sightFrom) return stage.hovered;
    return stage.refused?.unit ?? stage.aimed ?? (stage.plan ? this.nearest : null);
  });

  private readonly nearest: number | null = $derived.by(() => {
    const { stage, table } = this.before;
    const from = this.eyes;
    if (!from) return null;
    let [best, least]: [number | null, number] = [null, Infinity];
    for (const { unit, seen, distance } of stage.sightings) {
      const at = table.units[unit]?.anchor;
      const gap = distance ?? (at ? Math.hypot(at[0] - from[0], at[1] - from[1]) : Infinity);
      const price = gap + (seen > 0 ? 0 : 1_000_000); // whoever is in sight comes first
      if (price < least) [best, least] = [unit, price];
    }
    return best;
  });

  /** Where the unit looks from: where it would be after the move that is planned. */
  private readonly eyes: Point | null = $derived.by(() => {
    const { stage, planner, table } = this.before;
    const [leader] = planner?.figures ?? [];
    if (stage.plan && planner && leader !== undefined) return planner.endOf(leader);
    return stage.sightFrom === null ? null : (table.units[stage.sightFrom]?.anchor ?? null);
  });

  /** The one line that is drawn. Whoever cannot be chosen is never shown as if he could. */
  readonly line: AimLine | null = $derived.by(() => {
    const { stage, table, interactive } = this.before;
    const unit = this.watched;
    if (!interactive || unit === null || stage.sightFrom === null || unit === stage.sightFrom || stage.fan) return null;
    const sighting = stage.sightings.find((one) => one.unit === unit);
    const asked = unit === stage.hovered || unit === stage.refused?.unit || unit === stage.aimed;
    if (!asked && !sighting?.seen) return null; // nobody has asked why not
    const found = aimLine(this.eyes, table.units[unit]?.anchor, sighting);
    if (!found) return null;
    const barred = stage.barred.has(unit) && !stage.choices.has(unit);
    if (found.fate !== "cut" && !barred) return found;
    return { ...found, fate: "cut", cut: found.cut ?? this.short(found, unit) };
  });

  /** Where a line ends that leads to somebody and may not: before his ring, so that he is not crossed out himself. */
  private short({ from, to }: AimLine, unit: number): Point {
    const target = this.before.table.units[unit];
    const box = target && this.around(target, RING);
    const [a, b] = [this.screen(from), this.screen(to)];
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const step: Point = [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    let off = 0;
    const at = (): Point => [b[0] - step[0] * off, b[1] - step[1] * off];
    while (box && off < long / 2 && overlap(grown(spanned(at(), at()), STOP), box) > 0) off += 4;
    return this.spot(at());
  }

  /** What is seen of whom, in words: of that one while a move is planned, of everybody on demand. */
  readonly sights: Sight[] = $derived.by(() => {
    const { stage, units, interactive } = this.before;
    if (!interactive || !(stage.fan || stage.plan)) return [];
    const room = this.room(this.rows, this.chips, this.tags, this.floated, this.names);
    const told = stage.sightings.filter(({ unit }) => stage.fan || unit === this.watched);
    const first = (one: Sighting): number => (one.unit === this.watched ? 0 : 1);
    told.sort((a, b) => first(a) - first(b) || b.seen - a.seen);
    return told.flatMap((sighting) => {
      const unit = units.find(({ number }) => number === sighting.unit);
      const around = unit ? this.around(unit, RING) : null;
      if (!around) return [];
      const words = sightWords(sighting);
      const wide = Math.ceil(textWidth(words, SIGHT.size)) + SIGHT.beside;
      const { size } = this;
      const seat = room.seat(around, [wide * size, SIGHT.high * size], first(sighting) ? { most: 20 } : {});
      return seat ? [{ sighting, words, wide, at: this.spot([seat.box.left, seat.box.top]), ...seat }] : [];
    });
  });

  /** How far it is, on the line, where nothing else says so. */
  readonly pill: Pill | null = $derived.by(() => {
    const { line } = this;
    if (!line || line.distance === null || line.fate === "cut" || this.before.stage.plan) return null;
    const [a, b] = [this.screen(line.from), this.screen(line.to)];
    const words = far(line.distance);
    const wide = textWidth(words, PILL.size, true) + PILL.beside;
    if (Math.hypot(b[0] - a[0], b[1] - a[1]) < wide + 30) return null;
    const room = this.room(this.rows, this.chips, this.tags, this.floated, this.names);
    for (const share of ALONG) {
      const [x, y] = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
      const box = { left: x - wide / 2, right: x + wide / 2, top: y - PILL.high / 2, bottom: y + PILL.high / 2 };
      if (room.free(box)) return { words, box };
    }
    return null;
  });

  // --- what comes and goes --------------------------------------------------------------------------------------------

  private readonly written: Seat[][] = $derived([
    this.rows,
    this.chips,
    this.tags,
    this.floated,
    this.names,
    this.sights,
    this.pill ? [{ box: this.pill.box, leader: null }] : [],
  ] as Seat[][]);

  /** Where rings of how far a unit goes have their names. */
  private readonly banded: (Rect | null)[] = $derived.by(() => {
    const { table, planner } = this.before;
    const room = this.room(...this.written);
    return bandsOf(table, planner).map(({ words, spots }) => {
      const wide = textWidth(words, 11, true) + 6;
      const found = spots
        .map((at) => this.screen(at))
        .map(([x, y]) => ({ left: x - wide / 2, right: x + wide / 2, top: y - 17, bottom: y + 1 }))
        .find((box) => room.free(box));
      if (found) room.take(found);
      return found ?? null;
    });
  });

  private readonly ringed: Rect[] = $derived.by(() => this.banded.filter((box) => box !== null));

  get bands(): (Point | null)[] {
    return this.banded.map((box) => box && this.spot([(box.left + box.right) / 2, box.bottom - 1]));
  }

  /** Beside the unit that is moved: how far it goes and what is wrong. In pixels. */
  readonly tipAt: Point | null = $derived.by(() => {
    const { planner } = this.before;
    if (!planner?.goal || !planner.active) return null;
    const [x, y] = this.screen(planner.goal);
    const point = { left: x - 12, right: x + 12, top: y - 12, bottom: y + 12 };
    const around = [...this.ghosts, point].reduce(joined);
    const room = this.room(...this.written);
    room.take(...this.ghosts, ...this.ringed, point);
    const seat = room.seat(around, this.tip, { places: sideways, gap: 5 });
    return seat && [seat.box.left, seat.box.top];
  });

  /** The card of a unit that is pointed at, beside it. In pixels. */
  readonly cardAt: Point | null = $derived.by(() => {
    const { stage, units } = this.before;
    const number = stage.refused?.unit ?? stage.hovered;
    const unit = units.find((one) => one.number === number);
    const around = unit ? this.around(unit, RING) : null;
    if (!around) return null;
    const room = this.room(...this.written);
    room.take(...this.ringed);
    const tip = this.tipAt;
    if (tip) room.take({ left: tip[0], top: tip[1], right: tip[0] + this.tip[0], bottom: tip[1] + this.tip[1] });
    const line = this.line && { from: this.screen(this.line.from), to: this.screen(this.line.to) };
    const towards = line ? [line.from[0] - line.to[0], line.from[1] - line.to[1]] : [0, 0];
    const length = Math.hypot(towards[0]!, towards[1]!) || 1;
    // Not on the way that is being looked along.
    const cost = (box: Rect): number => {
      const [x, y] = [
        (box.left + box.right - around.left - around.right) / 2,
        (box.top + box.bottom - around.top - around.bottom) / 2,
      ];
      return Math.max(0, (x * towards[0]! + y * towards[1]!) / length) * 0.3;
    };
    const seat = room.seat(around, this.card, { places: sideways, gap: 8, cost });
    return seat && [seat.box.left, seat.box.top];
  });

  /** What names of terrain yield to for as long as it is there, on the table. */
  readonly over: Rect[] = $derived.by(() => {
    const { tipAt, cardAt } = this;
    const at = (corner: Point | null, [width, height]: Point): Rect[] =>
      corner ? [{ left: corner[0], top: corner[1], right: corner[0] + width, bottom: corner[1] + height }] : [];
    const boxes = [
      ...this.written.slice(1).flatMap((seats) => seats.map(({ box }) => box)),
      ...this.ringed,
      ...this.ghosts,
      ...at(tipAt, this.tip),
      ...at(cardAt, this.card),
    ];
    return boxes.map((box) => this.laid(box));
  });

  /** Lines to what stands away from what it belongs to. */
  readonly leaders: [Point, Point][] = $derived(
    [this.rows, this.chips, this.tags, this.names, this.sights].flatMap((seats) =>
      (seats as Seat[]).flatMap(({ leader }) => (leader ? [this.spots(leader)] : [])),
    ),
  );

  // --- sizes ----------------------------------------------------------------------------------------------------------

  /** Seen from far away, only the most needful is written. */
  get far(): boolean {
    return this.before.camera.drawn.scale < FAR;
  }

  /** How large letters are: constant on the screen, but a little smaller from afar and larger from near. */
  get size(): number {
    const { scale } = this.before.camera.drawn;
    return (settings.values.textSize / 100) * Math.min(1.2, Math.max(0.78, 0.8 + (scale - 6) / 30, scale / 45));
  }

  /** How large rows are: as the mockups have them at fifteen pixels an inch, smaller on a map seen from afar. */
  get rowSize(): number {
    return (settings.values.textSize / 100) * Math.min(1.35, Math.max(0.62, this.before.camera.drawn.scale / 15));
  }

  /** Whether a unit's name is always written: it is selected, pointed at, aimed at or spoken of. */
  strong(unit: number): boolean {
    const { selected, hovered, named, aimed } = this.before.stage;
    return selected === unit || hovered === unit || aimed === unit || named.includes(unit);
  }

  /** A free place near a point for how long a tape is; pixels, its upper left corner. */
  reading(at: Point, size: Point): Point | null {
    const [x, y] = this.screen(at);
    const seat = this.room(...this.written).seat({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }, size, {
      places: above,
      gap: 4,
    });
    return seat && this.spot([(seat.box.left + seat.box.right) / 2, seat.box.bottom]);
  }

  screen(at: Point): Point {
    return toScreen(this.looked.view, this.looked.size, this.looked.flip, at);
  }

  spot(pixel: Point): Point {
    return toTable(this.looked.view, this.looked.size, this.looked.flip, pixel);
  }

  /** A box of the screen, on the table. */
  laid(box: Rect): Rect {
    return spanned(this.spot([box.left, box.top]), this.spot([box.right, box.bottom]));
  }

  private spots([a, b]: [Point, Point]): [Point, Point] {
    return [this.spot(a), this.spot(b)];
  }

  private room(...seats: readonly (readonly { box: Rect }[])[]): Room {
    return new Room([...this.ground, ...seats.flatMap((some) => some.map(({ box }) => box))], this.bounds);
  }

  /** The box around a unit on the screen, with a ring around it if that is wanted. */
  private around(unit: UnitView, ring = 0): Rect | null {
    const found = extent(unit, this.before.table.figures, this.before.shifts.get(unit.number));
    if (!found) return null;
    const { from, to } = found;
    return spanned(this.screen([from[0] - ring, from[1] - ring]), this.screen([to[0] + ring, to[1] + ring]));
  }

  private boxOf(outline: readonly Point[]): Rect {
    return outline
      .map((at) => this.screen(at))
      .map((at) => spanned(at, at))
      .reduce(joined);
  }
}

const joined = (a: Rect, b: Rect): Rect => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
});

function above(around: Rect, size: Point, gap: number): Rect[] {
  const [below, left, right, over, ...corners] = beside(around, size, gap);
  return [over!, right!, left!, below!, ...corners];
}

function sideways(around: Rect, size: Point, gap: number): Rect[] {
  const [below, left, right, over, ...corners] = beside(around, size, gap);
  return [right!, left!, below!, over!, ...corners];
}
