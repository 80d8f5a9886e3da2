import { describe, expect, it } from "vitest";
import { counts, lifted, tapped, throwDice } from "./dice";

/** A source that yields these numbers, one after another. */
function numbers(...given: number[]): (into: Uint32Array) => void {
  return (into) => {
    const next = given.shift();
    if (next === undefined) throw new Error("no number is left");
    into[0] = next;
  };
}

describe("throwing", () => {
  it("draws a number beyond the last full round of faces again, so that no face is favoured", () => {
    // 2^32 = 6 * 715827882 + 4: the last four numbers would favour the faces 1 to 4.
    const last = 6 * 715827882;
    expect(throwDice(3, 6, numbers(0, last, last + 3, last - 1, 7))).toEqual([1, 6, 2]);
    expect(throwDice(1, 10, numbers(2 ** 32 - 1, 2 ** 32 - 6, 2 ** 32 - 7))).toEqual([10]);
  });

  it("takes every number where faces fill the whole", () => {
    expect(throwDice(2, 4, numbers(2 ** 32 - 1, 0))).toEqual([4, 1]);
  });

  it("throws as many as are asked for with the browser's own chance", () => {
    const faces = throwDice(600, 6);
    expect(faces).toHaveLength(600);
    expect(new Set(faces)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });
});

describe("tapping in", () => {
  it("counts each face", () => {
    expect(counts([6, 1, 6, 3], 6)).toEqual([1, 0, 1, 0, 0, 2]);
  });

  it("takes no die more than there are", () => {
    expect(tapped([2], 5, 2)).toEqual([2, 5]);
    expect(tapped([2, 5], 5, 2)).toEqual([2, 5]);
  });

  it("lifts the last die of a face", () => {
    expect(lifted([6, 1, 6, 3], 6)).toEqual([6, 1, 3]);
    expect(lifted([1, 3], 6)).toEqual([1, 3]);
  });
});
