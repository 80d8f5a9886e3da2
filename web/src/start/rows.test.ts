import { expect, test } from "vitest";
import type { BattleRow, SeatView } from "../wire";
import { ago, how, inOrder, progress, sides, standing } from "./rows";

const NOW = Date.parse("2026-11-15T12:00:00Z");

test.each([
  ["2026-11-15T11:59:40Z", "just now"],
  ["2026-11-15T12:00:10Z", "just now"],
  ["2026-11-15T11:58:50Z", "a minute ago"],
  ["2026-11-15T11:35:00Z", "25 minutes ago"],
  ["2026-11-15T10:55:00Z", "an hour ago"],
  ["2026-11-14T20:00:00Z", "16 hours ago"],
  ["2026-11-13T12:00:00Z", "2 days ago"],
  ["2026-11-01T12:00:00Z", "2 weeks ago"],
  ["2026-08-01T12:00:00Z", "4 months ago"],
  ["2024-11-01T12:00:00Z", "2 years ago"],
  ["not a time", ""],
])("%s is %s", (then, words) => {
  expect(ago(then, NOW)).toBe(words);
});

function seat(number: number, side: string, kind: SeatView["kind"] = "person"): SeatView {
  return { seat: number, side, nation: side, player: side, kind, online: true };
}

function row(more: Partial<BattleRow>): BattleRow {
  return {
    id: "abc",
    lesson: false,
    ruleset: "book",
    scenario: "attrition",
    turns: 6,
    scores: null,
    title: "Attrition",
    players: [seat(0, "US"), seat(1, "Germans", "bot")],
    turn: 2,
    answers: 9,
    waiting: 0,
    outcome: null,
    begun: "",
    touched: "",
    parent: "",
    ...more,
  };
}

test("whose move it is", () => {
  expect(standing(row({}), [0])).toBe("Your move");
  expect(standing(row({}), [])).toBe("US to move");
  expect(standing(row({ waiting: 1 }), [0])).toBe("Germans to move");
  expect(standing(row({}), [0, 1])).toBe("US to move");
  expect(standing(row({ players: [seat(0, "US"), seat(1, "Germans", "open")] }), [0])).toBe(
    "Waiting for the invited player",
  );
});

test("who plays, and how far it is", () => {
  const named: [SeatView, SeatView] = [
    { ...seat(0, "US"), player: "Anna" },
    { ...seat(1, "Germans", "bot"), player: "rookie" },
  ];
  expect(sides(row({ players: named }), [])).toBe("US (Anna) against Germans (rookie)");
  expect(sides(row({ players: named }), [0])).toBe("US (you) against Germans (rookie)");
  expect(sides(row({ players: named }), [0, 1])).toBe("US (Anna) against Germans (rookie)");
  expect(sides(row({}), [])).toBe("US against Germans");
  expect(progress(row({}))).toBe("book, turn 2");
  expect(progress(row({ turn: 0, parent: "abc" }))).toBe("book, setting up, a what-if");
});

test("how it ended", () => {
  const outcome = { winner: 1, scores: [2, 5] as [number, number], why: "", because: [] };
  expect(standing(row({ outcome }), [])).toBe("Germans won, 2 to 5");
  expect(standing(row({ outcome }), [1])).toBe("You won, 2 to 5");
  expect(standing(row({ outcome: { ...outcome, winner: null } }), [])).toBe("A draw, 2 to 5");
});

test("one's own running battles come first, those that are over last", () => {
  const outcome = { winner: 1, scores: [2, 5] as [number, number], why: "", because: [] };
  const rows = [row({ id: "over", outcome }), row({ id: "theirs" }), row({ id: "mine" })];
  expect(inOrder(rows, (id) => id === "mine").map((one) => one.id)).toEqual(["mine", "theirs", "over"]);
});

test("how it stands, from where one sits", () => {
  const running = row({ turn: 3, turns: 6, scores: [2, 1] });
  expect(how(running, [0])).toEqual(["turn 3 of 6", "you lead 2 to 1"]);
  expect(how(running, [1])).toEqual(["turn 3 of 6", "you trail 1 to 2"]);
  expect(how(running, [])[1]).toMatch(/ lead 2 to 1$/);
  expect(how(row({ turn: 7, turns: 6, scores: [1, 1] }), [0])).toEqual(["turn 7", "1 all"]);
  expect(how(row({ turn: 2, turns: 0, scores: [0, 0] }), [0])).toEqual(["turn 2"]);
  expect(how(row({ turn: 0 }), [0])).toEqual(["setting up"]);
});
