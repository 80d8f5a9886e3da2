import { expect, test } from "vitest";
import { applyBeat, copyTable } from "../lib/fold";
import type { Beat, FigureView, Line, TableView } from "../wire";
import { KEYFRAME_EVERY, Timeline } from "./timeline";

function figure(number: number, x: number): FigureView {
  return { number, unit: 0, role: "man", at: [x, 0], bearing: 0, radius: 500, length: 0, width: 0 };
}

function line(beat: number, text: string, heading = false): Line {
  return { beat, text, because: [], unit: null, figures: [], heading, dice: null };
}

const start: TableView = {
  width: 72000,
  depth: 48000,
  terrain: [],
  figures: [figure(0, 0), figure(1, 0)],
  units: [],
  objectives: [],
  fallen: [],
  turn: 1,
  heading: "Turn 1",
};

/** Beats numbered from 1: the first figure goes a step each time, every third is told, every hundredth begins a turn. */
function beats(many: number): Beat[] {
  return Array.from({ length: many }, (_, place) => {
    const number = place + 1;
    const beat: Beat = { beat: number, answers: number >> 1, figures: [figure(0, number)] };
    if (number % 3 === 0) beat.line = line(number, `line ${number}`);
    if (number % 100 === 0) beat.turn = 1 + number / 100;
    if (number % 40 === 0) beat.fallen = [{ figure: 1, side: 0, at: [number, 0] }];
    return beat;
  });
}

test("a table at any position is what folding all beats before it gives", () => {
  const all = beats(230);
  const timeline = new Timeline(start, all);
  const folded = copyTable(start);
  expect(timeline.tableAt(0)).toEqual(start);
  all.forEach((beat, place) => {
    applyBeat(folded, beat);
    expect(timeline.tableAt(place + 1)).toEqual(folded);
  });
});

test("going backwards gives the same tables, and nobody's changes are seen by others", () => {
  const timeline = new Timeline(start, beats(KEYFRAME_EVERY * 3));
  const end = timeline.tableAt(timeline.last);
  expect(timeline.tableAt(KEYFRAME_EVERY).figures[0]?.at).toEqual([KEYFRAME_EVERY, 0]);
  end.figures[0] = figure(0, -1);
  timeline.tableAt(0).figures[0] = figure(0, -2);
  expect(timeline.tableAt(timeline.last).figures[0]?.at).toEqual([KEYFRAME_EVERY * 3, 0]);
  expect(timeline.tableAt(0).figures[0]?.at).toEqual([0, 0]);
  expect(start.figures[0]?.at).toEqual([0, 0]);
});

test("positions outside the battle are its ends", () => {
  const timeline = new Timeline(start, beats(7));
  expect(timeline.within(-3)).toBe(0);
  expect(timeline.within(99)).toBe(7);
  expect(timeline.tableAt(99)).toEqual(timeline.tableAt(7));
});

test("beat numbers and positions", () => {
  const timeline = new Timeline(start, beats(10));
  expect(timeline.positionOf(0)).toBe(0);
  expect(timeline.positionOf(4)).toBe(4);
  expect(timeline.positionOf(400)).toBe(10);
  expect(timeline.beatAt(0)).toBe(0);
  expect(timeline.beatAt(4)).toBe(4);
  const sparse = new Timeline(start, [
    { beat: 3, answers: 0 },
    { beat: 7, answers: 1 },
  ]);
  expect(sparse.positionOf(5)).toBe(1);
  expect(sparse.beatAt(2)).toBe(7);
});

test("the last line told, and where a line was told", () => {
  const timeline = new Timeline(start, beats(10));
  expect(timeline.lineAt(2)).toBe(-1);
  expect(timeline.lineAt(3)).toBe(0);
  expect(timeline.lineAt(5)).toBe(0);
  expect(timeline.lineAt(10)).toBe(2);
  expect(timeline.positionOfLine(1)).toBe(6);
});

test("turns are marked where they begin", () => {
  const timeline = new Timeline(start, beats(230));
  expect(timeline.turns).toEqual([
    { turn: 1, position: 0, label: "Turn 1" },
    { turn: 2, position: 100, label: "Turn 2" },
    { turn: 3, position: 200, label: "Turn 3" },
  ]);
  expect(timeline.turnAt(0)).toBe(0);
  expect(timeline.turnAt(99)).toBe(0);
  expect(timeline.turnAt(100)).toBe(1);
  expect(timeline.turnAt(230)).toBe(2);
});

test("stepping passes over beats in which nothing is seen, and stops at both ends", () => {
  const timeline = new Timeline(start, [
    { beat: 1, answers: 0, line: line(1, "one") },
    { beat: 2, answers: 0 },
    { beat: 3, answers: 1, units: [] },
    { beat: 4, answers: 1, figures: [figure(0, 9)] },
    { beat: 5, answers: 2 },
  ]);
  expect(timeline.step(1, 1)).toBe(4);
  expect(timeline.step(4, -1)).toBe(1);
  expect(timeline.step(4, 1)).toBe(5);
  expect(timeline.step(5, 1)).toBe(5);
  expect(timeline.step(0, -1)).toBe(0);
});

test("a battle in which nothing has happened yet", () => {
  const timeline = new Timeline(start, []);
  expect(timeline.last).toBe(0);
  expect(timeline.lineAt(0)).toBe(-1);
  expect(timeline.diceAt(0)).toBeNull();
  expect(timeline.step(0, 1)).toBe(0);
});

test("whoever watches an act sees it from its beginning, whichever of its beats is meant", () => {
  const all = beats(20);
  const act = { kind: "fire", actor: 0, targets: [], says: "fires" } as unknown as NonNullable<Beat["act"]>;
  all[4]!.act = act;
  all[10]!.act = act;
  const timeline = new Timeline(start, all);
  expect([5, 6, 10].map((position) => timeline.beforeAct(position))).toEqual([4, 4, 4]);
  expect(timeline.beforeAct(11)).toBe(10);
  expect(timeline.groupAfter(timeline.beforeAct(8)).act).toEqual(act);
  expect(timeline.beforeAct(3)).toBe(2); // nothing is done there
});
