import { expect, test } from "vitest";
import { briefingLength, grouped, priced, says } from "./briefed";

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

test("a briefing without a word is none", () => {
  expect(says(none)).toBe(false);
  expect(says({ ...none, short: ["hold", ""] })).toBe(true);
});
