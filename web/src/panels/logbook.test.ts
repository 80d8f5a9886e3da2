import { expect, test } from "vitest";
import type { Line } from "../wire";
import { asText, join, sift } from "./logbook";

function line(beat: number, text: string, more: Partial<Line> = {}): Line {
  return { beat, text, because: [], unit: null, figures: [], heading: false, dice: null, ...more };
}

const DICE = { sides: 6, faces: [3, 6], seat: 0, needs: "5+", why: "to hit", result: "1" };
const LINES = [
  line(1, "Turn 1", { heading: true }),
  line(2, "Able squad: Run", { unit: 1, because: ["ba.order.run"] }),
  line(3, "Turn 2", { heading: true }),
  line(4, "Able squad at Puma: to hit, needs 5+: 3 6 = 1", { dice: DICE }),
  line(5, "Puma: Down", { unit: 9 }),
];
const ALL = { text: "", dice: false, unit: null };

test("older lines go before, and none twice", () => {
  expect(join([line(1, "a"), line(2, "b")], [line(2, "b"), line(3, "c")]).map((one) => one.beat)).toEqual([1, 2, 3]);
  expect(join([line(1, "a")], []).map((one) => one.beat)).toEqual([1]);
});

test("without a filter everything stays", () => expect(sift(LINES, ALL)).toEqual(LINES));

test("headings stay only above something", () => {
  expect(sift(LINES, { ...ALL, text: "down" }).map((one) => one.beat)).toEqual([3, 5]);
});

test("words are looked for in clauses too", () => {
  expect(sift(LINES, { ...ALL, text: "order.run" }).map((one) => one.beat)).toEqual([1, 2]);
});

test("dice only", () => expect(sift(LINES, { ...ALL, dice: true }).map((one) => one.beat)).toEqual([3, 4]));

test("a unit's lines are its own and the throws that name it", () => {
  const unit = { number: 1, name: "Able squad" };
  expect(sift(LINES, { ...ALL, unit }).map((one) => one.beat)).toEqual([1, 2, 3, 4]);
});

test("as a text file", () => {
  expect(asText("A battle", LINES.slice(0, 2))).toBe("A battle\n\nTurn 1\n  Able squad: Run  [ba.order.run]\n");
});
