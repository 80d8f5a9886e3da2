import { untrack } from "svelte";
import { better, MODES, stepOf, topOf, valueOf, type Mode } from "../table/scale";
import type { Weight } from "../wire";
import { NotAnswered, type Battle } from "./battle.svelte";
import type { Point } from "./camera";
import type { Stage } from "./stage.svelte";

const FIRST = 4; // spots of the first request: colours appear at once
const MOST = 24; // the server takes no more at a time
const PATIENCE = 400; // milliseconds that a request should take: so soon it can be stopped

export type Weigher = Pick<Battle, "decision" | "waiting" | "behind" | "seats" | "table" | "ask">;

const key = ([x, y]: Point): string => `${x},${y}`;

/**
 * Every spot that a unit could reach, weighed: what it could do from there and what could be done to it. One request is
 * under way at a time. It ends when another unit is selected or the battle goes on, for then the numbers are no longer true.
 */
export class Weighing {
  mode: Mode | null = $state(null);
  unit: number | null = $state(null);
  cell = $state(0);
  spots: Point[] = $state.raw([]);
  weights: ReadonlyMap<string, Weight> = $state.raw(new Map());
  busy = $state(false);
  problem = $state(""); // why there is nothing to show
  cursor: Point | null = $state.raw(null); // the middle of the square that is pointed at

  private era = 0;
  private size = FIRST;
  private moment: unknown[] = []; // of the battle: what is asked, and of whom
  private readonly end: () => void;

  readonly values: number[] = $derived.by(() => {
    const { mode } = this;
    if (mode === null) return [];
    return [...this.weights.values()].map((weight) => valueOf(weight, mode)).filter((value) => value !== null);
  });
  readonly top: number = $derived(topOf(this.values));

  /** The middles of all squares of a colour, by step. */
  readonly bySteps: ReadonlyMap<number, Point[]> = $derived.by(() => {
    const { mode, top } = this;
    const steps = new Map<number, Point[]>();
    if (mode === null) return steps;
    for (const weight of this.weights.values()) {
      const value = valueOf(weight, mode);
      if (value === null) continue;
      const step = stepOf(value, top, mode);
      const there = steps.get(step);
      if (there) there.push(weight.spot);
      else steps.set(step, [weight.spot]);
    }
    return steps;
  });

  constructor(
    readonly battle: Weigher,
    readonly stage: Stage,
  ) {
    this.end = $effect.root(() => {
      $effect(() => this.follow());
    });
  }

  /** End it when the battle goes on or another unit is selected. */
  follow(): void {
    const { decision, waiting, behind } = this.battle;
    const { selected } = this.stage;
    const moment = [decision, waiting, behind > 0];
    untrack(() => {
      const gone = moment.some((part, place) => part !== this.moment[place]);
      this.moment = moment;
      if (gone || (selected !== null && selected !== this.unit)) this.stop();
    });
  }

  get on(): boolean {
    return this.mode !== null;
  }

  /** The unit that would be weighed: one's own that is selected, else the one that the question is about. */
  get subject(): number | null {
    const own = (unit: number | null | undefined): unit is number =>
      unit != null && this.battle.seats.includes(this.battle.table?.units[unit]?.seat ?? -1);
    return [this.stage.selected, this.battle.decision?.unit].find(own) ?? null;
  }

  get done(): number {
    return this.weights.size;
  }

  /** The best spots of all that are weighed, best first; of equals the nearest. */
  best(count: number): Weight[] {
    const { mode } = this;
    if (mode === null) return [];
    const found = this.spots.flatMap((spot) => {
      const weight = this.weights.get(key(spot));
      const value = weight ? valueOf(weight, mode) : null;
      return weight && value !== null ? [{ weight, value }] : [];
    });
    if (found.every(({ value }) => value === found[0]?.value)) return []; // all the same: none is best
    found.sort((a, b) => (better(mode, a.value, b.value) ? -1 : better(mode, b.value, a.value) ? 1 : 0));
    return found.slice(0, count).map(({ weight }) => weight);
  }

  /** Mine, theirs, the difference, off. */
  cycle(): void {
    if (this.mode === null) return this.start(MODES[0]!);
    const next = MODES[MODES.indexOf(this.mode) + 1];
    if (next && !this.problem) this.mode = next;
    else this.stop();
  }

  /** Show spots by this; weighs them first if that has not been done. */
  start(mode: Mode): void {
    if (this.mode !== null && !this.problem) {
      this.mode = mode;
      return;
    }
    this.stop();
    this.mode = mode;
    this.unit = this.subject;
    if (this.unit === null) {
      this.problem = "Select a unit of your own: its spots are weighed.";
      return;
    }
    void this.weigh(this.unit);
  }

  /** No more of it: what is under way is nobody's any more. */
  stop(): void {
    this.era += 1;
    this.mode = null;
    this.unit = null;
    this.busy = false;
    this.problem = "";
    this.spots = [];
    this.weights = new Map();
    this.cursor = null;
    this.size = FIRST;
  }

  /** The spot in whose square a point of the table lies, if any. */
  spotAt(at: Point): Point | null {
    const half = this.cell / 2;
    return this.spots.find(([x, y]) => Math.abs(x - at[0]) <= half && Math.abs(y - at[1]) <= half) ?? null;
  }

  point(at: Point | null): void {
    this.cursor = at && this.on ? this.spotAt(at) : null;
  }

  /** Move the cursor by a square; the first time it goes to the best spot, or to the nearest. */
  step(dx: number, dy: number): Point | null {
    const from = this.cursor;
    if (from === null) this.cursor = this.best(1)[0]?.spot ?? this.spots[0] ?? null;
    else this.cursor = this.spotAt([from[0] + dx * this.cell, from[1] + dy * this.cell]) ?? from;
    return this.cursor;
  }

  weightAt(spot: Point | null): Weight | null {
    return spot ? (this.weights.get(key(spot)) ?? null) : null;
  }

  close(): void {
    this.end();
    this.stop();
  }

  private async weigh(unit: number): Promise<void> {
    const era = this.era;
    this.busy = true;
    try {
      const { cell, spots } = await this.battle.ask({ query: "spots", unit });
      if (era !== this.era) return;
      this.cell = cell;
      this.spots = spots;
      if (!spots.length) this.problem = "There is nowhere to go.";
      let left = spots;
      while (left.length) {
        const some = left.slice(0, this.size);
        left = left.slice(some.length);
        const asked = performance.now();
        const { weights } = await this.battle.ask({ query: "weigh", unit, spots: some });
        if (era !== this.era) return;
        this.pace(performance.now() - asked);
        this.weights = new Map([...this.weights, ...weights.map((weight) => [key(weight.spot), weight] as const)]);
      }
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      if (era !== this.era) return;
      if (error.stale) this.stop();
      else this.problem = error.message;
    } finally {
      if (era === this.era) this.busy = false;
    }
  }

  /** As many at a time as come back within a moment, growing step by step. */
  private pace(took: number): void {
    const fitting = Math.floor(this.size * (PATIENCE / Math.max(1, took)));
    this.size = Math.max(1, Math.min(MOST, this.size * 2, fitting));
  }
}
