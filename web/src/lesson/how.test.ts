import { describe, expect, it } from "vitest";
import { howTo, type Doing } from "./how";

const BASE: Doing = {
  type: "one-of",
  touch: false,
  onTable: false,
  free: false,
  stays: false,
  aims: false,
  planned: "none",
  hotkey: "3",
};

describe("how a step is done", () => {
  it("is said for the mouse and for the finger", () => {
    expect(howTo(BASE)).toContain("press 3");
    expect(howTo({ ...BASE, touch: true })).toBe("Tap the marked answer below.");
    expect(howTo({ ...BASE, onTable: true })).toContain("on the table");
    expect(howTo({ ...BASE, free: true })).toContain("whichever");
  });

  it("follows a move while it is planned", () => {
    const march: Doing = { ...BASE, type: "march", aims: true };
    expect(howTo(march)).toContain("inside the dashed circle");
    expect(howTo({ ...march, planned: "outside" })).toContain("Not there yet");
    expect(howTo({ ...march, planned: "inside" })).toContain("Confirm");
    expect(howTo({ ...march, planned: "illegal" })).toContain("does not go");
    expect(howTo({ ...march, aims: false })).toContain("Stay");
    expect(howTo({ ...march, stays: true })).toContain("Stay");
  });

  it("knows every kind of question", () => {
    for (const type of ["yes-no", "drive", "spot", "some-of", "ranking", "split"])
      expect(howTo({ ...BASE, type })).toMatch(/\w/);
  });
});
