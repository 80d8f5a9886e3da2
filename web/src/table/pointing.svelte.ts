import type { Point } from "../lib/camera";
import type { Camera } from "../lib/camera.svelte";
import type { Looking } from "../lib/looking.svelte";
import type { Planner } from "../lib/planner.svelte";
import type { Stage } from "../lib/stage.svelte";
import type { Weighing } from "../lib/weighing.svelte";
import type { TableView } from "../wire";
import { meantBy } from "./counters";
import { meant, nearest } from "./picking";

const STILL = 5; // pixels that a press may move and still be a click
const FINGER = 20; // pixels around a finger in which a figure is found
const MOUSE = 3;
const LONG = 480; // milliseconds of a finger resting that ask what something is
const NEAR = 12; // pixels around a point that is offered

interface Hit {
  unit: number | null;
  figure: number | null;
  ghost: boolean;
  near: boolean; // not under the pointer itself, only near it
  counter?: number; // the place among all of the counter that is under the pointer
}

type Grip =
  | { kind: "press"; start: Point; hit: Hit; single: boolean }
  | { kind: "pan"; last: Point }
  | { kind: "plan"; offset: Point; figure: number | null }
  | { kind: "tape"; start: Point; moved: boolean }
  | { kind: "pinch" };

export interface Around {
  readonly table: TableView;
  readonly stage: Stage;
  readonly planner: Planner | null;
  readonly looking: Looking | null;
  readonly weighing: Weighing | null;
  readonly interactive: boolean;
  choose(unit: number): void;
}

/** Mouse, pen and fingers on the table. */
export class Pointing {
  grip: Grip | null = $state.raw(null);
  space = $state(false); // the space bar is held: dragging moves the view
  loose = $state(false); // the end of the tape follows the pointer
  place: Point | null = $state.raw(null); // where the unit was pointed at that is told of, in pixels of the table
  private rect: DOMRect | null = null;
  private readonly fingers = new Map<number, Point>();
  private pointed = false; // the hovered unit was set by this pointer
  private asked = false; // a finger has asked what something is, and lies there still
  private rests: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: () => HTMLElement | null,
    private readonly camera: Camera,
    private readonly around: Around,
  ) {}

  get cursor(): string {
    const { stage, planner } = this.around;
    if (this.grip?.kind === "pan" || this.grip?.kind === "plan") return "grabbing";
    if (this.space) return "grab";
    if (stage.pick || stage.tool === "tape") return "crosshair";
    if (planner?.arriving && planner.active) return "crosshair";
    return "default";
  }

  pixel(event: MouseEvent): Point {
    this.rect ??= this.host()?.getBoundingClientRect() ?? null;
    return [event.clientX - (this.rect?.left ?? 0), event.clientY - (this.rect?.top ?? 0)];
  }

  /** The table has moved on the page. */
  forgetPlace(): void {
    this.rect = null;
  }

  down(event: PointerEvent): void {
    if (event.target instanceof Element && event.target.closest("button, .minimap, .roster")) return;
    this.rect = null;
    const at = this.pixel(event);
    if (event.pointerType === "touch") this.around.weighing?.point(this.camera.toTable(at));
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      clearTimeout(this.rests);
      this.drop();
      this.grip = { kind: "pinch" };
      return;
    }
    if (this.fingers.size > 2) return;
    const pans = event.button === 1 || event.button === 2 || (event.button === 0 && this.space);
    if (pans) {
      event.preventDefault();
      this.hold(event);
      this.grip = { kind: "pan", last: at };
      return;
    }
    if (event.button !== 0) return;
    const { stage, looking, interactive } = this.around;
    if (interactive && looking && stage.tool === "tape") {
      this.hold(event);
      const spot = this.camera.toTable(at);
      if (this.loose) looking.pullTape(spot, this.slack(event));
      else looking.extendTape(spot, this.slack(event));
      const first = stage.tape.length === 2 && !this.loose;
      this.grip = { kind: "tape", start: at, moved: !first };
      this.loose = false;
      return;
    }
    const single = event.shiftKey || event.altKey || (this.around.planner?.single ?? false);
    const hit = this.hit(event, at);
    this.grip = { kind: "press", start: at, hit, single };
    clearTimeout(this.rests);
    if (event.pointerType === "touch") {
      this.forget();
      this.rests = setTimeout(() => this.ask(at, hit), LONG);
    }
  }

  /** Nothing is told of any more. */
  private forget(): void {
    this.place = null;
    this.asked = false;
    this.around.stage.hovered = null;
    this.around.stage.refused = null;
  }

  move(event: PointerEvent): void {
    const at = this.pixel(event);
    const { grip, camera } = this;
    if (!grip) return this.hover(event, at);
    switch (grip.kind) {
      case "pinch": {
        if (!this.fingers.has(event.pointerId)) return;
        const ids = [...this.fingers.keys()];
        const before = ids.map((id) => this.fingers.get(id)) as [Point, Point];
        this.fingers.set(event.pointerId, at);
        const after = ids.map((id) => this.fingers.get(id)) as [Point, Point];
        if (before.length >= 2) camera.pinch([before[0], before[1]], [after[0], after[1]]);
        return;
      }
      case "pan":
        camera.pan(at[0] - grip.last[0], at[1] - grip.last[1]);
        this.grip = { kind: "pan", last: at };
        return;
      case "tape":
        if (far(grip.start, at)) this.grip = { ...grip, moved: true };
        this.around.looking?.pullTape(camera.toTable(at), this.slack(event));
        return;
      case "plan":
        if (event.buttons & 2) {
          this.around.planner?.reset(); // the other button takes the drag back
          this.drop();
        } else this.drag(grip, at);
        return;
      case "press":
        if (!far(grip.start, at)) return;
        clearTimeout(this.rests);
        this.hold(event);
        if (this.lifts(grip.hit)) this.around.planner!.lift(grip.hit.unit!);
        if (this.movable(grip.hit)) this.take(grip, at);
        else this.grip = { kind: "pan", last: at };
    }
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    clearTimeout(this.rests);
    const { grip } = this;
    this.grip = null;
    if (!grip || this.asked) return;
    if (grip.kind === "press") this.place = this.pixel(event);
    if (grip.kind === "press") this.click(this.pixel(event), grip.hit);
    if (grip.kind === "plan") this.around.planner?.drop();
    if (grip.kind === "tape" && !grip.moved) this.loose = true;
    // The last change is drawn at once: nothing moves any more.
    if (grip.kind === "pan" || grip.kind === "pinch") this.camera.settle();
  }

  cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    clearTimeout(this.rests);
    this.drop();
  }

  leave(): void {
    this.around.weighing?.point(null);
    if (this.pointed) this.around.stage.hovered = null;
    if (!this.asked) this.place = null;
    this.pointed = false;
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    this.rect = null;
    const lines = event.deltaMode === 1 ? 16 : 1;
    const delta = Math.max(-160, Math.min(160, event.deltaY * lines));
    this.camera.zoom(Math.exp(-delta * (event.ctrlKey ? 0.008 : 0.0016)), this.pixel(event));
  }

  doubleClick(event: MouseEvent): void {
    const { planner, interactive, stage } = this.around;
    if (!interactive || !planner?.active || stage.tool === "tape" || stage.pick) return;
    if (event.target instanceof Element && event.target.closest("button, .minimap, .roster")) return;
    planner.addWaypoint(this.camera.toTable(this.pixel(event)));
  }

  /** What a click here does, by mouse or by the crosshair of the keyboard. */
  click(at: Point, hit: Hit): void {
    const { stage, planner, interactive } = this.around;
    const spot = this.camera.toTable(at);
    if (interactive && stage.pick) {
      stage.pick([Math.round(spot[0]), Math.round(spot[1])]);
      return;
    }
    const option = interactive ? this.option(hit, spot) : null;
    if (option !== null && stage.choose) {
      stage.choose(option);
      return;
    }
    const planning = interactive && planner !== null && planner.active;
    // Who moves goes where is pointed at, though one of its own men may stand there.
    if (hit.unit !== null && !hit.ghost && !(planning && (hit.near || hit.unit === planner.unit))) {
      this.around.choose(hit.unit);
      return;
    }
    if (planning && !hit.ghost) {
      if (planner.single && planner.figure !== null) planner.moveFigure(planner.figure, spot);
      else planner.dragTo(spot);
      return;
    }
    if (!hit.ghost) stage.selected = null;
  }

  /** The option that a click means: that of the counter which is under the pointer, else the nearest. */
  private option(hit: Hit, spot: Point): string | null {
    const { stage, table } = this.around;
    const key = hit.counter === undefined ? undefined : meantBy(table.counters ?? [], stage.offered).get(hit.counter);
    return key ?? meant(stage.offered, hit.figure, spot, NEAR / (this.camera.now.scale / 1000));
  }

  private hover(event: PointerEvent, at: Point): void {
    if (event.pointerType === "touch") return;
    const { stage, looking, weighing } = this.around;
    if (weighing?.on) weighing.point(this.camera.toTable(at));
    if (this.loose && looking) looking.pullTape(this.camera.toTable(at), this.slack(event));
    const { unit } = this.hit(event, at);
    if (unit === null && !this.pointed) return; // a panel may have set it
    if (stage.hovered !== unit) {
      stage.hovered = unit;
      stage.refused = null;
    }
    this.place = unit === null ? null : at;
    this.pointed = unit !== null;
  }

  /** A finger that rests on something asks what it is. */
  private ask(at: Point, hit: Hit): void {
    if (hit.unit === null) return;
    this.around.stage.hovered = hit.unit;
    this.place = at;
    this.asked = true;
    this.grip = null;
  }

  private slack(event: PointerEvent): number {
    return (event.pointerType === "touch" ? FINGER : MOUSE) / (this.camera.now.scale / 1000);
  }

  private hit(event: PointerEvent, at: Point): Hit {
    const target = event.target instanceof Element ? event.target : null;
    const token = target?.closest<SVGElement>("[data-unit]");
    const figure = target?.closest<SVGElement>("[data-figure]")?.dataset.figure;
    if (token) {
      return {
        unit: Number(token.dataset.unit),
        figure: figure === undefined ? null : Number(figure),
        ghost: token.dataset.ghost !== undefined,
        near: false,
      };
    }
    const lies = target?.closest<SVGElement>("[data-counter]")?.dataset.counter;
    const counter = lies === undefined ? undefined : Number(lies);
    const near = nearest(this.around.table.figures, this.camera.toTable(at), this.slack(event));
    return { unit: near?.unit ?? null, figure: near?.number ?? null, ghost: false, near: true, counter };
  }

  /** Whether what is pressed is a unit of one's own that is set up already and can still be put elsewhere. */
  private lifts(hit: Hit): boolean {
    const { planner, interactive, stage } = this.around;
    return interactive && !stage.pick && !hit.ghost && planner !== null && planner.mayLift(hit.unit);
  }

  private movable(hit: Hit): boolean {
    const { planner, interactive, stage } = this.around;
    return (
      interactive &&
      !stage.pick &&
      planner !== null &&
      (planner.active || planner.lifted !== null) &&
      hit.unit !== null &&
      hit.unit === planner.unit
    );
  }

  private take(press: { start: Point; hit: Hit; single: boolean }, at: Point): void {
    const { planner, table } = this.around;
    if (!planner) return;
    const { hit } = press;
    const alone = press.single && hit.figure !== null && planner.figures.length > 1;
    const figure = alone ? hit.figure : null;
    const held =
      figure ?? planner.figures[0] ?? (planner.lifted === null ? undefined : table.units[planner.lifted]?.figures[0]);
    const stands = held === undefined ? null : hit.ghost ? planner.endOf(held) : (table.figures[held]?.at ?? null);
    const from = this.camera.toTable(press.start);
    const offset: Point = stands ? [stands[0] - from[0], stands[1] - from[1]] : [0, 0];
    const grip = { kind: "plan" as const, offset, figure };
    this.grip = grip;
    planner.dragging = true;
    this.drag(grip, at);
  }

  private drag(grip: { offset: Point; figure: number | null }, at: Point): void {
    const { planner } = this.around;
    const [x, y] = this.camera.toTable(at);
    const goal: Point = [x + grip.offset[0], y + grip.offset[1]];
    if (grip.figure === null) planner?.dragTo(goal);
    else planner?.moveFigure(grip.figure, goal);
  }

  private hold(event: PointerEvent): void {
    try {
      this.host()?.setPointerCapture(event.pointerId);
    } catch {
      // the pointer has gone already
    }
  }

  private drop(): void {
    this.around.planner?.drop();
    this.grip = null;
  }
}

function far(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) > STILL || Math.abs(a[1] - b[1]) > STILL;
}
