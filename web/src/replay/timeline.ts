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

  constructor(
    start: TableView,
    private readonly beats: readonly Beat[],
  ) {
    this.last = beats.length;
    this.lines = [];
    this.linePositions = [];
    this.turns = [markOf(start.turn, 0)];
    this.keyframes = [start];
    const table = copyTable(start);
    beats.forEach((beat, place) => {
      const turn = table.turn;
      applyBeat(table, beat);
      const position = place + 1;
      if (table.turn !== turn) this.turns.push(markOf(table.turn, position));
      if (position % KEYFRAME_EVERY === 0) this.keyframes.push(copyTable(table));
      if (beat.line) {
        this.lines.push(beat.line);
        this.linePositions.push(position);
      }
    });
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

export const SPEEDS = { slow: 1600, steady: 800, quick: 300, fast: 60 } as const;
export type Speed = keyof typeof SPEEDS;

/** How long a moment stays while playing, in milliseconds: longer where dice lie on the table. */
export function stay(speed: Speed, dice: boolean): number {
  return dice ? Math.round(SPEEDS[speed] * 1.6) : SPEEDS[speed];
}
