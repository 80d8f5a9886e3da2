import { groups, scenesAlong, worthShowing, type Group, type Results, type Scene } from "../lib/acts";
import { applyBeat, copyTable } from "../lib/fold";
import type { Beat, Dice, Line, TableView } from "../wire";

export const KEYFRAME_EVERY = 50;

/** Where a turn begins. */
export interface TurnMark {
  turn: number;
  position: number;
  label: string;
}

/**
 * A battle that can be looked at in any moment. A position is a number of beats: 0 is the beginning, `last` the end.
 * Tables are kept every so many beats, so that going backwards costs no more than going forwards.
 */
export class Timeline {
  readonly last: number;
  readonly lines: Line[];
  readonly turns: TurnMark[];
  private readonly keyframes: TableView[];
  private readonly linePositions: number[]; // of each line, for finding the line of a position
  readonly scenes: { scene: Scene; position: number }[]; // what was done, each with the position at its end
  private readonly shown: (Scene | null)[]; // by position: the scene worth showing, as far as it is told then
  private readonly begins: number[]; // positions before which an act begins

  constructor(
    start: TableView,
    private readonly beats: readonly Beat[],
    results: Results = {},
  ) {
    this.last = beats.length;
    this.lines = [];
    this.linePositions = [];
    this.turns = [markOf(start.turn, 0)];
    this.keyframes = [start];
    this.scenes = [];
    this.shown = [null];
    this.begins = [];
    const table = copyTable(start);
    let turn = table.turn;
    let position = 0;
    for (const { scene, begins } of scenesAlong(table, beats, applyBeat)) {
      const beat = beats[position] as Beat;
      position += 1;
      if (begins) this.begins.push(position);
      this.keep(scene, position, results);
      if (table.turn !== turn) this.turns.push(markOf(table.turn, position));
      turn = table.turn;
      if (position % KEYFRAME_EVERY === 0) this.keyframes.push(copyTable(table));
      if (beat.line) {
        this.lines.push(beat.line);
        this.linePositions.push(position);
      }
    }
  }

  private keep(scene: Scene | null, position: number, results: Results): void {
    const worth = scene !== null && worthShowing(scene, results);
    this.shown.push(worth ? scene : (this.shown.at(-1) ?? null));
    if (!worth) return;
    const last = this.scenes.at(-1);
    if (last?.scene.beat === scene.beat) this.scenes[this.scenes.length - 1] = { scene, position };
    else this.scenes.push({ scene, position });
  }

  /** What was done last at a position, as far as it was told then. */
  sceneAt(position: number): Scene | null {
    return this.shown[this.within(position)] ?? null;
  }

  /** What was done up to a position, with the one being told as far as it is. */
  scenesTo(position: number): Scene[] {
    const now = this.sceneAt(position);
    return now ? [...this.scenes.filter(({ scene }) => scene.beat < now.beat).map(({ scene }) => scene), now] : [];
  }

  /** The end of the next action in a direction; the ends of the battle beyond the last. */
  stepAct(position: number, direction: 1 | -1): number {
    if (direction > 0) return this.scenes.find((one) => one.position > position)?.position ?? this.last;
    return this.scenes.findLast((one) => one.position < position)?.position ?? 0;
  }

  /** The position at the end of a scene. */
  positionOfScene(beat: number): number {
    return this.scenes.find(({ scene }) => scene.beat === beat)?.position ?? this.positionOf(beat);
  }

  /** The beats that come after a position, up to where the next act begins. */
  groupAfter(position: number): Group {
    const next = this.begins.find((begin) => begin > position + 1) ?? this.last + 1;
    const beats = this.beats.slice(position, next - 1);
    const [first] = this.begins.includes(position + 1) ? groups(this.beats.slice(position, next - 1)) : [];
    return first?.act ? { act: first.act, beats } : { act: null, beats };
  }

  /** The position before the act that is told at a position: whoever watches it sees all of it. */
  beforeAct(position: number): number {
    return (this.begins.findLast((begin) => begin <= position) ?? this.within(position)) - 1;
  }

  /** A number brought within the battle. */
  within(position: number): number {
    return Math.min(Math.max(Math.round(position), 0), this.last);
  }

  /** The table after so many beats; nobody else holds it. */
  tableAt(position: number): TableView {
    const place = this.within(position);
    const frame = Math.floor(place / KEYFRAME_EVERY);
    const table = copyTable(this.keyframes[frame] as TableView);
    for (const beat of this.beats.slice(frame * KEYFRAME_EVERY, place)) applyBeat(table, beat);
    return table;
  }

  /** The position after the beat of this number; what comes before the first beat is the beginning. */
  positionOf(beat: number): number {
    let low = 0;
    let high = this.last;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.beats[middle] as Beat).beat <= beat) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of the beat that led here, as links and forks give it; 0 at the beginning. */
  beatAt(position: number): number {
    return this.beats[this.within(position) - 1]?.beat ?? 0;
  }

  /** The place among `lines` of the last line told so far; -1 before the first. */
  lineAt(position: number): number {
    let low = 0;
    let high = this.linePositions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.linePositions[middle] as number) <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The position at which a line was told. */
  positionOfLine(line: number): number {
    return this.linePositions[line] ?? 0;
  }

  /** The throw of this very beat. */
  diceAt(position: number): Dice | null {
    return this.beats[this.within(position) - 1]?.line?.dice ?? null;
  }

  /** The turn being played, by its place among `turns`. */
  turnAt(position: number): number {
    let found = 0;
    this.turns.forEach((mark, place) => {
      if (mark.position <= position) found = place;
    });
    return found;
  }

  /** The next position worth a look in a direction: where something was said or something moved. */
  step(position: number, direction: 1 | -1): number {
    let place = this.within(position) + direction;
    while (place > 0 && place < this.last && !worthALook(this.beats[place - 1] as Beat)) place += direction;
    return this.within(place);
  }
}

function worthALook(beat: Beat): boolean {
  return Boolean(beat.line || beat.figures?.length || beat.terrain || beat.counters);
}

function markOf(turn: number, position: number): TurnMark {
  return { turn, position, label: turn > 0 ? `Turn ${turn}` : "Setup" };
}
