import { expect, test } from "vitest";
import type { LuckRoll, LuckSheet, SeatView, SideLuck } from "../wire";
import { about, apart, arrange, course, odds, signed, totals, unlikely, verdict } from "./luck";

function roll(beat: number, seat: number | null, fortune: number | null, given: Partial<LuckRoll> = {}): LuckRoll {
  return {
    beat,
    turn: 1 + (beat > 5 ? 1 : 0),
    seat,
    why: `roll ${beat}`,
    because: [],
    dice: "1D6",
    sides: 6,
    faces: [1],
    needs: "4+",
    came: "0 of 1",
    expected: "1/2",
    chance: "1/2",
    or_better: "1",
    or_worse: "1/2",
    fortune,
    swing: null,
    ...given,
  };
}

const bad = roll(2, 0, -0.9, { or_worse: "1/20", swing: -1 });
const good = roll(4, 1, 0.99, { or_better: "1/200", or_worse: "1", swing: 0.5 });
const dull = roll(6, 0, 0.1, { or_better: "11/20", swing: 3 });
const nobody = roll(3, null, null, { chance: "1/36" });
const ROLLS = [bad, nobody, good, dull];

const side: SideLuck = {
  seat: 1,
  throws: 90,
  dice: 183,
  counted: 157,
  expected: "142/3",
  came: 50,
  score: 0.5,
  fortune: 2.5,
  fortune_score: 0.55,
  swing: null,
  best: null,
  worst: null,
};

function sheet(swings: LuckSheet["swings"]): LuckSheet {
  return { rolls: ROLLS, sides: [side, side], nobody: [], swings, assumes: "" };
}

test("what is unlikely is this or better where it was good, this or worse where it was bad", () => {
  expect([bad, good, nobody].map(unlikely)).toEqual([1 / 20, 1 / 200, 1 / 36]);
  expect(odds(bad)).toEqual({ chance: "5%", of: "this or worse" });
  expect(odds(good)).toEqual({ chance: "<1%", of: "this or better" });
  expect(odds(roll(1, 0, 0, { or_better: "3/4", or_worse: "3/4" }))).toEqual({ chance: "75%", of: "this or better" });
  expect(odds(nobody)).toEqual({ chance: "3%", of: "exactly this" });
});

test("rolls are arranged by when they fell, how unlikely they were, and what they were worth", () => {
  expect(arrange(ROLLS, "both", "when")).toEqual([bad, good, dull]);
  expect(arrange(ROLLS, "both", "unlikely")).toEqual([good, bad, dull]);
  expect(arrange(ROLLS, "both", "swing")).toEqual([dull, bad, good]);
  expect(arrange(ROLLS, 0, "unlikely")).toEqual([bad, dull]);
  expect(arrange(ROLLS, "nobody", "when")).toEqual([nobody]);
});

test("of equals the first comes first", () => {
  const other = roll(1, 0, -0.9, { or_worse: "1/20" });
  expect(arrange([bad, other], "both", "unlikely")).toEqual([other, bad]);
  expect(arrange([nobody, other], "both", "swing")).toEqual([other]);
});

test("luck adds up for each side on its own, and nobody's counts for none", () => {
  const marks = course(sheet("none"));
  expect(marks.map((mark) => mark.beat)).toEqual([2, 4, 6]);
  expect(marks[1]?.luck).toEqual([-0.9, 0.99]);
  expect(marks[2]?.luck[0]).toBeCloseTo(-0.8);
  expect(course(sheet("known")).at(-1)?.luck).toEqual([2, 0.5]);
});

test("sums are said in a sentence", () => {
  expect(totals(side, "Germans")).toBe(
    "Germans threw 183 dice in 90 throws; 157 dice for successes: 50 came, 47.3 expected.",
  );
  expect(totals({ ...side, throws: 1, dice: 1, counted: 0 }, "US")).toBe("US threw 1 die in 1 throw.");
  expect(totals({ ...side, throws: 0 }, "US")).toBe("US threw no dice.");
});

test("numbers carry their sign, and how far off they are is said in words", () => {
  expect([1.25, -0.04, 0, -2].map(signed)).toEqual(["+1.3", "0", "0", "−2.0"]);
  expect(["142/3", "34", "1/3"].map(about)).toEqual(["47.3", "34", "0.3"]);
  expect([null, 0.2, -0.7, 1.5, -2.4].map(verdict)).toEqual([
    "too few throws to say",
    "much as expected",
    "a little unlucky",
    "lucky",
    "very unlucky",
  ]);
});

test("what is nobody's luck is counted, and the first side is the one at the first seat", () => {
  const players = [{ side: "US" }, { side: "Germans" }] as SeatView[];
  const draws = [
    { what: "first", came: 51, expected: "107/2" },
    { what: "second", came: 35, expected: "65/2" },
  ];
  expect(apart({ why: "a die is drawn", throws: 86, fell: draws }, players)).toBe(
    "A die is drawn: 86 throws, US 51 (53.5 expected), Germans 35 (32.5 expected)",
  );
  expect(apart({ why: "dawn", throws: 1, fell: [{ what: "yes", came: 1, expected: "1/2" }] }, players)).toBe(
    "Dawn: 1 throw, yes 1 (0.5 expected)",
  );
  expect(apart({ why: "who chooses", throws: 2, fell: [] }, players)).toBe("Who chooses: 2 throws");
});
