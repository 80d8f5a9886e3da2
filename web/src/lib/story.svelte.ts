import type { Beat, TableView } from "../wire";
import {
  beginScene,
  extendScene,
  groups,
  paceOf,
  plan,
  traceOf,
  worthShowing,
  type Group,
  type Phase,
  type Results,
  type Scene,
  type Speed,
  type Stage,
} from "./acts";
import { settings, stillness } from "./settings.svelte";
import { hear } from "./sound";

/** A moment of a scene as it was shown, for showing it again. */
interface Frame {
  scene: Scene;
  phase: Phase;
  flown: boolean;
  time: number;
}

const KEPT = 400; // scenes; older ones are in the log

/**
 * The story as it is shown: scene after scene, the last one staying as a still picture. It is told beats by whoever
 * folds them (a battle, a replay) and knows when each is to be laid over the table.
 */
export class Story {
  scenes: Scene[] = $state.raw([]); // worth showing, oldest first
  now: Scene | null = $state.raw(null); // the last one told
  private recalled: Frame | null = $state.raw(null); // one that is being looked at again
  phase: Phase = $state("still");
  flown = $state(true); // whether what flies has been seen
  run = $state(0); // grows with every scene and every repeat, so that pictures begin anew
  pace = $state(1); // how often the ordinary time things take now; 0 at once
  march = $state(0); // milliseconds a figure that acts takes to where it goes
  mark = $state(0); // the beat of the player's last order
  private current: Scene | null = null; // being told, quiet ones too
  private frames = new Map<number, Frame[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly results: () => Results,
    private readonly speed: () => Speed = () => settings.values.speed,
  ) {}

  /** What the picture shows. */
  get shown(): Scene | null {
    return this.recalled?.scene ?? this.now;
  }

  get shownPhase(): Phase {
    return this.recalled?.phase ?? this.phase;
  }

  get shownFlown(): boolean {
    return this.recalled?.flown ?? this.flown;
  }

  /** Whether something that is past is being looked at. */
  get recalling(): boolean {
    return this.recalled !== null;
  }

  /** Milliseconds a figure takes to a place it is put to without being seen to go there. */
  get step(): number {
    return Math.min(200, 200 * this.pace);
  }

  /** Whether pictures stand still: nothing is animated. */
  get still(): boolean {
    return this.pace === 0 || stillness();
  }

  /** The scenes since the player's last order; for whoever gives none, the last ones. */
  get since(): Scene[] {
    const fresh = this.scenes.filter((scene) => scene.beat > this.mark);
    return fresh.length ? fresh : this.scenes.slice(-1);
  }

  /** Whether something was done that the player has not answered yet. */
  get fresh(): boolean {
    return (this.scenes.at(-1)?.beat ?? -1) > this.mark;
  }

  clear(): void {
    this.stopRecalling();
    this.scenes = [];
    this.frames.clear();
    this.now = this.current = null;
    this.phase = "still";
    this.mark = 0;
  }

  /** Scenes of before this page came, fetched later. */
  prepend(scenes: readonly Scene[]): void {
    const first = this.scenes[0]?.beat ?? Infinity;
    const older = scenes.filter((scene) => scene.beat < first && worthShowing(scene, this.results()));
    this.scenes = [...older, ...this.scenes].slice(-KEPT);
    this.now ??= this.scenes.at(-1) ?? null;
  }

  /** Show one scene, or none, as a still picture, after those before it: for a replay that jumps. */
  put(scene: Scene | null, before: readonly Scene[] = []): void {
    this.stopRecalling();
    this.scenes = [...before];
    if (scene?.beat === this.now?.beat && scene?.last === this.now?.last) return;
    if (scene?.beat !== this.now?.beat) this.run += 1;
    this.now = this.current = scene;
    this.phase = "still";
    this.flown = true;
    this.pace = 0;
  }

  /** How the next group of beats is to be shown. Begins its scene; `waiting` is how many groups come after it. */
  open(group: Group, table: TableView, waiting: number): Stage[] {
    this.stopRecalling();
    this.pace = paceOf(this.speed(), waiting);
    if (group.act) {
      this.current = beginScene(group.act, group.beats[0]!.beat, table);
      if (!group.act.quiet) this.raise(this.current);
    }
    const { current } = this;
    const going = current
      ? { act: current.act, flown: !group.act && (this.flown || traceOf(current.act) === "") }
      : null;
    return plan(group.beats, going, group.act !== null, table, this.results());
  }

  /** A stage begins. `table` is as it was before the stage's beat. Says how long it stays, in milliseconds. */
  enter(stage: Stage, table: TableView): number {
    const time = stage.time * this.pace;
    if (stage.beat && this.current) this.take(this.current, table, stage.beat);
    if (stage.phase === "flight") this.flown = true;
    this.march = stage.phase === "move" && !stillness() ? time : this.step;
    if (stage.phase !== "rest") this.phase = stage.phase;
    if (this.now && this.now === this.current) {
      const frame = { scene: this.now, phase: this.phase, flown: this.flown, time: stage.time };
      const kept = this.frames.get(this.now.beat) ?? [];
      this.frames.set(this.now.beat, [...kept, frame]);
      if (time > 0) hear(stage, this.now.act);
    }
    return time;
  }

  /** All has been shown: the last scene stays as a still picture. `asked` is the unit that is asked what it does. */
  rest(asked: number | null = null): void {
    this.phase = "still";
    this.flown = true;
    const { now } = this;
    if (!now || now.dice.length || now.came.length || !now.targets.some(({ unit }) => unit === asked)) return;
    this.swap(now, { ...now, open: true });
  }

  private swap(before: Scene, after: Scene): void {
    if (this.current === before) this.current = after;
    this.now = after;
    this.scenes = [...this.scenes.slice(0, -1), after];
  }

  /** The player gives an order: what comes now is what he has not seen. */
  ordered(beat: number): void {
    this.mark = beat;
  }

  /** Look at a scene again, as a still picture. */
  recall(scene: Scene): void {
    this.stopRecalling();
    this.run += 1;
    this.recalled = { scene, phase: "still", flown: true, time: 0 };
  }

  /** Show the last action again, as it happened. */
  again(scene: Scene | null = this.shown): boolean {
    if (!scene) return false;
    this.stopRecalling();
    this.run += 1;
    this.pace = paceOf(this.speed() === "instant" ? "steady" : this.speed(), 0);
    const frames = this.frames.get(scene.beat) ?? [];
    const moments =
      frames.length && !stillness() ? frames : [{ scene, phase: "still" as Phase, flown: true, time: 1200 }];
    this.show([...moments]);
    return true;
  }

  /** Back to now; false if nothing was being looked at. */
  stopRecalling(): boolean {
    clearTimeout(this.timer);
    const was = this.recalled !== null;
    this.recalled = null;
    if (was) this.run += 1;
    return was;
  }

  private show(frames: Frame[]): void {
    const frame = frames.shift();
    if (!frame) {
      this.recalled = null; // what it leaves is the last picture, which needs no new beginning
      return;
    }
    this.recalled = frame;
    if (frame.time > 0) hear({ phase: frame.phase, time: frame.time, beat: null }, frame.scene.act);
    this.timer = setTimeout(() => this.show(frames), frame.time * this.pace);
  }

  private raise(scene: Scene): void {
    this.run += 1;
    this.now = scene;
    this.phase = "light";
    this.flown = traceOf(scene.act) === "";
    this.scenes = [...this.scenes, scene].slice(-KEPT);
    const oldest = this.scenes[0]!.beat;
    for (const beat of this.frames.keys()) if (beat < oldest) this.frames.delete(beat);
  }

  private take(scene: Scene, table: TableView, beat: Beat): void {
    const next = extendScene(scene, table, beat);
    if (this.now === scene) return this.swap(scene, next);
    this.current = next;
    if (worthShowing(next, this.results())) this.raise(next); // something came of it after all
  }
}

export { groups };
