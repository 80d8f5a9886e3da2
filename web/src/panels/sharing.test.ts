import { describe, expect, it } from "vitest";
import { giveOne, handedOut, within } from "./sharing";

const three = { amount: 3, most: { a: 3, b: 3, c: 1 } };

describe("an amount that is handed out", () => {
  it("is whole, and within what a slot takes", () => {
    expect([within(-1, 3), within(1.9, 3), within(7, 3), within(NaN, 3)]).toEqual([0, 1, 3, 0]);
    expect(handedOut({ a: 1, b: 2 })).toBe(3);
  });

  it("grows by one at a click while something is left", () => {
    expect(giveOne({ a: 1, b: 0, c: 0 }, "b", three)).toEqual({ a: 1, b: 1, c: 0 });
  });

  it("is moved from whoever has most once nothing is left", () => {
    expect(giveOne({ a: 2, b: 1, c: 0 }, "c", three)).toEqual({ a: 1, b: 1, c: 1 });
    expect(giveOne({ a: 1, b: 2, c: 0 }, "c", three)).toEqual({ a: 1, b: 1, c: 1 });
    expect(giveOne({ a: 1, b: 2, c: 0 }, "b", three)).toEqual({ a: 0, b: 3, c: 0 });
  });

  it("is taken back by a click on a slot that is full", () => {
    expect(giveOne({ a: 3, b: 0, c: 0 }, "a", three)).toEqual({ a: 0, b: 0, c: 0 });
    expect(giveOne({ a: 1, b: 1, c: 1 }, "c", three)).toEqual({ a: 1, b: 1, c: 0 });
  });
});
