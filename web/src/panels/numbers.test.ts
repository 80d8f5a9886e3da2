import { describe, expect, it } from "vitest";
import type { Effect, Refusal } from "../wire";
import { average, chance, chanceOf, chief, far, howMany, likelihood, numberOf, saidInches, stops } from "./numbers";

const effect = (more: Partial<Effect>): Effect => ({
  unit: 3,
  name: "MG team",
  side: 1,
  what: "men lost",
  expected: "5/9",
  chances: [
    { value: "0", chance: "4/9", at_least: "1" },
    { value: "1", chance: "1/3", at_least: "5/9" },
    { value: "2", chance: "2/9", at_least: "2/9" },
  ],
  one: "a man lost",
  ...more,
});

describe("chances", () => {
  it("are rounded, but never to what they are not", () => {
    expect(chance("13/25")).toBe("52\u00a0%");
    expect(chance("1/1000")).toBe("1\u00a0%");
    expect(chance("999/1000")).toBe("99\u00a0%");
    expect(chance("1")).toBe("100\u00a0%");
    expect(chance("0")).toBe("0\u00a0%");
  });

  it("are words at the ends", () => {
    expect(likelihood("999/1000")).toBe("nearly sure");
    expect(likelihood("1/1000")).toBe("hardly ever");
    expect(likelihood("1")).toBe("sure");
    expect(likelihood("1/2")).toBe("50\u00a0%");
  });
});

describe("averages", () => {
  it("have one decimal at the most", () => {
    expect(average(5 / 9)).toBe("0.6");
    expect(average(2)).toBe("2");
    expect(average(1.98)).toBe("2");
    expect(average(12.4)).toBe("12");
    expect(average(0.01)).toBe("<0.1");
    expect(average(-3.5)).toBe("−3.5");
    expect(average(0)).toBe("0");
  });

  it("count one man and two men", () => {
    expect(howMany("1", effect({}))).toBe("1\u00a0man");
    expect(howMany("2", effect({}))).toBe("2\u00a0men");
    expect(howMany("0.6", effect({}))).toBe("0.6\u00a0men");
  });
});

describe("distances", () => {
  it("are told for a glance", () => {
    expect(far(6000)).toBe("6″");
    expect(far(4250)).toBe("4.3″");
    expect(far(45440)).toBe("45″");
    expect(saidInches('45.44" away')).toBe("45″ away");
  });
});

describe("a move that is shortened", () => {
  const refusal = (more: Partial<Refusal>): Refusal => ({ why: "Able comes too near to Baker", because: [], ...more });
  it("says how far it goes, and how far it would be", () => {
    const long = refusal({ why: "Able would move too far", measured: 8230, allowed: 6000 });
    expect(stops(long, true)).toBe("As far as it goes: 6″. To there it would be 8.2″.");
  });

  it("says what stops it otherwise", () => {
    expect(stops(refusal({ measured: 400, allowed: 1000 }), true)).toBe(
      "It stops here: Able comes too near to Baker (0.4″, at least 1″).",
    );
    expect(stops(refusal({}), false)).toBe("Not quite there: Able comes too near to Baker.");
  });
});

describe("the number of a row", () => {
  it("calls those who are gone men, whatever a book calls them", () => {
    const gone = effect({ what: "GONERs", one: "a GONER", expected: "13/5" });
    expect(numberOf(gone)).toMatchObject({ value: "2.6", unit: "men" });
    expect(chanceOf(gone)).toMatchObject({ value: "56\u00a0%", unit: "a man" });
  });

  it("is how many are lost, or how likely something is", () => {
    expect(numberOf(effect({}))).toMatchObject({ value: "0.6", unit: "men" });
    const destroyed = effect({
      what: "destroyed",
      expected: "",
      one: "",
      chances: [
        { value: "no", chance: "3/4" },
        { value: "yes", chance: "1/4" },
      ],
    });
    expect(numberOf(destroyed)).toMatchObject({ value: "25\u00a0%", unit: "destroyed" });
  });

  it("is of the effect that says most", () => {
    const pins = effect({ what: "pins", one: "a pin" });
    expect(chief([pins, effect({})])?.what).toBe("men lost");
    expect(chief([pins])?.what).toBe("pins");
    expect(chief([])).toBeNull();
  });
});
