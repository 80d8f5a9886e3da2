import { expect, test } from "vitest";
import { briefingLength, grouped, priced, prizeLines, says } from "./briefed";

const none = { aims: ["", ""] as [string, string], short: ["", ""] as [string, string] };

test("how long, in the book's words or by its turns", () => {
  expect(briefingLength({ ...none, length: "Until dark." })).toBe("Until dark.");
  expect(briefingLength({ ...none, turns: 6, more: 1 })).toBe("6 turns, and perhaps 1 more.");
  expect(briefingLength({ ...none, turns: 1 })).toBe("One turn.");
  expect(briefingLength(none)).toBe("");
});

test("units that read the same are counted", () => {
  const squad = { name: "Squad", symbol: "infantry" };
  const tank = { name: "Tank", symbol: "tank" };
  expect(grouped([squad, tank, { ...squad }])).toEqual([[squad, 2], [tank, 1]]); // prettier-ignore
});

test("a prize says what it is worth once", () => {
  expect(priced({ at: [0, 0], title: "The mill", points: 2 })).toBe("The mill: 2 points");
  expect(priced({ at: [0, 0], title: "The mill", points: 1 })).toBe("The mill: 1 point");
  expect(priced({ at: [0, 0], title: "Leave here: 3 points a unit", points: 3 })).toBe("Leave here: 3 points a unit");
  expect(priced({ at: [0, 0], title: "The mill" })).toBe("The mill");
});

test("prizes that read alike are told once, together", () => {
  const at = [0, 0] as [number, number];
  const lines = (...titles: string[]) => prizeLines(titles.map((title) => ({ at, title, points: 3 })));
  expect(lines("Objective 1", "Objective 2", "Objective 3")).toEqual(["Objectives 1 to 3: 3 points each"]);
  expect(lines("Objective 1", "Objective 3")).toEqual(["Objectives 1 and 3: 3 points each"]);
  expect(lines("Objective 1", "Objective 2", "Objective 5")).toEqual(["Objectives 1, 2 and 5: 3 points each"]);
  expect(lines("The mill", "Objective 1")).toEqual(["The mill: 3 points", "Objective 1: 3 points"]);
  expect(lines("A crate", "A crate")).toEqual(["2 × A crate: 3 points"]);
  const unlike = [{ at, title: "Objective 1", points: 3 }, { at, title: "Objective 2", points: 2 }]; // prettier-ignore
  expect(prizeLines(unlike)).toEqual(["Objective 1: 3 points", "Objective 2: 2 points"]);
  expect(
    prizeLines([
      { at, title: "Objective 1" },
      { at, title: "Objective 2" },
    ]),
  ).toEqual(["Objectives 1 and 2"]);
});

test("a briefing without a word is none", () => {
  expect(says(none)).toBe(false);
  expect(says({ ...none, short: ["hold", ""] })).toBe(true);
});
