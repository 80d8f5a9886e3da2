import { untrack } from "svelte";
import { Newest } from "../table/newest";
import { snap } from "../table/picking";
import type { LookView, MeasureView, SeenField } from "../wire";
import type { Battle } from "./battle.svelte";
import type { Point } from "./camera";
import { inches } from "./inches";
import type { Planner } from "./planner.svelte";
import type { Stage } from "./stage.svelte";

const PAUSE = 110; // milliseconds over a unit before it is asked what it sees
const MOST_POINTS = 12;

export type Looked = Pick<Battle, "table" | "decision" | "waiting" | "behind" | "tapes" | "ask" | "layTape">;

/** Sight, cover and distances, as the server tells them: of the unit that is pointed at, or of where it would stand. */
export class Looking {
  fieldOn = $state(false);
  /** How far the tapes are that lie on the table for all to see, by seat. */
  readings: string[] = $state.raw([]);

  private readonly looks: Newest<{ unit: number }, LookView>;
  private readonly fields: Newest<{ unit: number; draft: unknown }, SeenField>;
  private readonly measures: Newest<Point[], MeasureView>;
  private readonly stop: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly battle: Looked,
    readonly stage: Stage,
    readonly planner: Planner | null = null,
  ) {
    const nothing = (): void => undefined;
    this.looks = new Newest<{ unit: number }, LookView>(
      ({ unit }) => battle.ask({ query: "look", unit, rays: true }),
      (look) => this.seen(look),
      () => this.stage.clearLook(),
      nothing,
      40,
    );
    this.fields = new Newest<{ unit: number; draft: unknown }, SeenField>(
      ({ unit, draft }) =>
        battle.ask({ query: "field", unit, ...(draft ? { draft: draft as Record<string, unknown> } : {}) }),
      ({ field }) => (stage.field = this.fieldOn ? field : null),
      () => (stage.field = null),
      nothing,
      120,
    );
    this.measures = new Newest<Point[], MeasureView>(
      (points) => battle.ask({ query: "measure", ...this.measured(points) }),
      (found) => (stage.tapeReading = read(found)),
      () => (stage.tapeReading = ""),
      nothing,
      30,
    );
    this.stop = $effect.root(() => {
      $effect(() => this.watch());
      $effect(() => this.watchField());
      $effect(() => {
        const { tapes } = battle;
        untrack(() => this.readTapes(tapes));
      });
    });
  }

  /** The unit whose eyes are used: the one that moves, the selected one, or the one under the pointer. */
  get subject(): number | null {
    if (this.stage.plan && this.planner?.unit != null) return this.planner.unit;
    return this.stage.selected ?? this.stage.hovered;
  }

  toggleField(): void {
    this.fieldOn = !this.fieldOn;
    this.stage.fan = this.fieldOn;
    if (!this.fieldOn) this.stage.field = null;
  }

  toggleTape(): void {
    if (this.stage.tool === "tape") this.putTapeAway();
    else this.stage.tool = "tape";
  }

  putTapeAway(): void {
    this.measures.forget();
    this.stage.tool = "hand";
    this.stage.tape = [];
    this.stage.tapeReading = "";
  }

  /** Begin a tape, or lay it on to another point. */
  extendTape(at: Point, slack: number): void {
    const end = this.hold(at, slack);
    const { tape } = this.stage;
    this.stage.tape = tape.length === 0 ? [end, end] : [...tape.slice(0, MOST_POINTS - 1), end];
    this.measure();
  }

  /** Pull the end of the tape. */
  pullTape(at: Point, slack: number): void {
    const { tape } = this.stage;
    if (tape.length < 2) return;
    const end = this.hold(at, slack);
    const last = tape[tape.length - 1];
    if (last && last[0] === end[0] && last[1] === end[1]) return;
    this.stage.tape = [...tape.slice(0, -1), end];
    this.measure();
  }

  shortenTape(): void {
    const { tape } = this.stage;
    this.stage.tape = tape.length > 2 ? tape.slice(0, -1) : [];
    if (this.stage.tape.length) this.measure();
    else this.stage.tapeReading = "";
  }

  /** Leave the tape on the table for both to see, or take one's own away. */
  keepTape(): void {
    const { tape } = this.stage;
    this.battle.layTape(tape.length >= 2 ? tape : []);
    if (tape.length >= 2) this.putTapeAway();
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
    this.looks.forget();
    this.fields.forget();
    this.measures.forget();
    this.stage.clearLook();
  }

  private hold(at: Point, slack: number): Point {
    return snap(this.battle.table?.figures ?? [], at, slack)?.at ?? [Math.round(at[0]), Math.round(at[1])];
  }

  private measure(): void {
    if (this.stage.tape.length >= 2) this.measures.put(this.stage.tape);
  }

  /** Ends that lie on bases are measured from their edges. */
  private measured(points: Point[]): { points: Point[]; first: number | null; last: number | null } {
    const figures = this.battle.table?.figures ?? [];
    const on = (at: Point | undefined): number | null => (at ? (snap(figures, at, 0)?.number ?? null) : null);
    return { points, first: on(points[0]), last: on(points.at(-1)) };
  }

  private readTapes(tapes: Point[][]): void {
    this.readings = tapes.map(() => "");
    tapes.forEach((points, seat) => {
      if (points.length < 2) return;
      this.battle.ask({ query: "measure", ...this.measured(points) }).then(
        (found) => {
          if (this.battle.tapes === tapes)
            this.readings = this.readings.map((old, place) => (place === seat ? read(found) : old));
        },
        () => undefined,
      );
    });
  }

  private watch(): void {
    const { stage, battle } = this;
    const plan = stage.plan;
    const unit = this.subject;
    // Whenever something has happened the old picture is wrong, also for a unit that has not moved.
    const quiet = battle.behind === 0 && [battle.decision, battle.waiting].length > 0;
    untrack(() => {
      clearTimeout(this.timer);
      if (plan) {
        this.looks.forget();
        if (this.planner && !this.planner.looked) return; // on the way; the last glance stays
        stage.sightFrom = unit;
        stage.sightings = plan.sightings;
        stage.rays = plan.sightings.flatMap((sighting) => sighting.rays);
        return;
      }
      if (unit === null || !quiet || !this.onTable(unit)) {
        this.looks.forget();
        if (stage.sightFrom !== null) this.forgetSight();
        return;
      }
      if (stage.sightFrom !== unit) this.forgetSight();
      const wait = stage.selected === unit ? 0 : PAUSE;
      this.timer = setTimeout(() => this.looks.put({ unit }), wait);
    });
  }

  private watchField(): void {
    const { stage, battle } = this;
    const on = this.fieldOn && battle.behind === 0 && [battle.decision, battle.waiting].length > 0;
    const unit = this.subject;
    const draft = stage.plan?.draft ?? null;
    untrack(() => {
      if (on && unit !== null && (draft || this.onTable(unit))) this.fields.put({ unit, draft });
      else {
        this.fields.forget();
        stage.field = null;
      }
    });
  }

  private onTable(unit: number): boolean {
    return this.battle.table?.units[unit]?.anchor != null;
  }

  private seen(look: LookView): void {
    const { stage } = this;
    if (stage.plan || look.unit !== this.subject) return;
    stage.sightFrom = look.unit;
    stage.sightings = look.sightings;
    stage.rays = look.sightings.flatMap((sighting) => sighting.rays);
  }

  private forgetSight(): void {
    this.stage.sightings = [];
    this.stage.sightFrom = null;
    this.stage.rays = [];
  }
}

function read({ inches: length, why }: MeasureView): string {
  return length === null ? why : inches(length);
}
