import { describe, expect, it } from "vitest";
import { columnsOf, gist, outcomesOf } from "./outcomes";
import { findQuestions, grouped } from "./procedures";
import { SHOOTING } from "./fake";
import { protocol } from "./telling";

const ANSWER = {
  needed: "4+",
  modifiers: [],
  outcomes: {
    casualties: { "10": "1/4", "2": "1/4", "0": "1/2" },
    out: { no: "2/3", yes: "1/3" },
    row: { "friendly-fire": "1/3", panic: "2/3" },
  },
  expected: { casualties: "3" },
  at_least: { casualties: { "0": "1", "2": "1/2", "10": "1/4" } },
  titles: { casualties: "Casualties", out: "Knocked out" },
};

describe("an answer", () => {
  it("is ordered by number and told in words", () => {
    const [casualties, out, row] = outcomesOf(ANSWER);
    expect(casualties?.rows.map((one) => [one.value, one.percent, one.atLeast])).toEqual([
      ["0", "50%", "100%"],
      ["2", "25%", "50%"],
      ["10", "25%", "25%"],
    ]);
    expect(casualties?.said).toBe("Casualties: 3 expected; 0 50%, 2 25%, 10 25%");
    expect(out?.rows.map((one) => one.value)).toEqual(["yes", "no"]);
    expect(row?.said).toBe("row: friendly fire 33%, panic 67%");
  });

  it("puts what hardly ever comes into one column", () => {
    const row = (value: string, share: number) => ({
      value,
      words: value,
      share,
      percent: `${share}`,
      exact: "",
      atLeast: "<1%",
    });
    const rows = [row("0", 0.9), row("1", 0.096), row("2", 0.003), row("3", 0.001)];
    expect(columnsOf(rows).map(({ value, percent }) => [value, percent])).toEqual([
      ["0", "0.9"],
      ["1", "0.096"],
      ["2+", "<1%"],
    ]);
    expect(columnsOf(rows.slice(0, 3)).map(({ value }) => value)).toEqual(["0", "1", "2"]);
  });

  it("has a gist", () => {
    expect(gist(outcomesOf(ANSWER))).toEqual([
      { title: "Casualties", value: "3" },
      { title: "Knocked out", value: "33%" },
      { title: "row panic", value: "67%" },
    ]);
  });
});

describe("the procedures", () => {
  it("are found by any words of theirs", () => {
    expect(findQuestions([SHOOTING], "men SHOOT")).toEqual([SHOOTING]);
    expect(findQuestions([SHOOTING], "xx.shoot")).toEqual([SHOOTING]);
    expect(findQuestions([SHOOTING], "men fly")).toEqual([]);
  });

  it("stand under the headings of the book, in its order", () => {
    const other = { ...SHOOTING, name: "other", group: "Tanks" };
    const rest = { ...SHOOTING, name: "rest" };
    expect(grouped([SHOOTING, other, rest]).map((one) => [one.title, one.questions.map(({ name }) => name)])).toEqual([
      ["Fire", ["shooting", "rest"]],
      ["Tanks", ["other"]],
    ]);
  });
});

it("a protocol tells every step and the result", () => {
  const step = { why: "to hit", dice: 2, sides: 6, needs: "4+", because: ["xx.shoot"], faces: [4, 1], said: "1 hit" };
  const text = protocol(
    "Toy",
    SHOOTING,
    { steps: [step], next: null, found: { casualties: "1" } },
    { casualties: "Casualties" },
  );
  expect(text).toBe("Toy: Shooting\n1. to hit (4+): 2D6 4 1 → 1 hit [xx.shoot]\nCasualties: 1\n");
});
