import { describe, expect, it } from "vitest";
import type { Outcome } from "../wire";
import { knob, leadWords, turnTrack } from "./score";

const ended = (winner: number | null): Outcome => ({ winner, scores: [1, 4], why: "", because: [] });

describe("the knob", () => {
  it("stands in the middle while nobody leads, and at an end for who has won", () => {
    expect(knob([3, 3], 2)).toMatchObject({ at: 75, ahead: null });
    expect(knob([2, 0], 2)!.at).toBeCloseTo(15);
    expect(knob([0, 9], 2)!.at).toBeCloseTo(135);
    expect(knob([2, 1], 2)!.at).toBeCloseTo(45);
    expect(knob([2, 1], 2)!.ahead).toBe(0);
  });

  it("is not there where no lead wins", () => {
    expect(knob([2, 1], 0)).toBeNull();
  });

  it("has a cell for every point as long as they can be told apart", () => {
    expect(knob([0, 0], 2)!.ticks).toHaveLength(4);
    expect(knob([0, 0], 40)!.ticks).toHaveLength(0);
  });
});

describe("the lead in words", () => {
  it("says how far it is and what wins", () => {
    expect(leadWords({ scores: [2, 1], lead: 2 }, ["US", "Germans"])).toBe("1 ahead, 2 wins");
    expect(leadWords({ scores: [1, 1], lead: 2 }, ["US", "Germans"])).toBe("even, a lead of 2 wins");
    expect(leadWords({ scores: [1, 4], lead: 2 }, ["US", "Germans"])).toBe("Germans would win");
    // points do not always decide: whoever retreats has lost, however they stand
    expect(leadWords({ scores: [1, 4], lead: 2 }, ["US", "Germans"], ended(0))).toBe("US have won");
    expect(leadWords({ scores: [1, 2], lead: 2 }, ["US", "Germans"], ended(null))).toBe("a draw");
  });
});

describe("the track of turns", () => {
  it("has those that are certain, and those that may be", () => {
    expect(turnTrack(3, 6, 1).map(({ state }) => state)).toEqual([
      "done",
      "done",
      "now",
      "to come",
      "to come",
      "to come",
      "may be",
    ]);
    expect(turnTrack(2, 0, 0)).toEqual([{ number: 2, state: "now" }]);
    expect(turnTrack(0, 0, 0)).toEqual([]);
  });
});
