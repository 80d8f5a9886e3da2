import { describe, expect, test } from "vitest";
import type { SeatView } from "../wire";
import {
  expected,
  fraction,
  howMany,
  kindWords,
  measures,
  namely,
  percent,
  resultWords,
  seatName,
  success,
} from "./words";

test.each([
  [["a"], "a"],
  [["a", "b", "c", "d"], "a, b, c, d"],
  [["a", "b", "c", "d", "e"], "a, b and 3 more"],
])("names of %j", (names, said) => {
  expect(namely(names)).toBe(said);
});

describe("chances", () => {
  test.each([
    ["1/3", "33%"],
    ["1", "100%"],
    ["0", "0%"],
    ["1/1296", "<1%"],
    ["1295/1296", ">99%"],
    ["0.25", "25%"],
    ["about a third", "about a third"],
    ["1/1000000000000000000000000", "<1%"], // fewer than a number's digits can tell from nothing
    ["0/1000000000000000000000000", "0%"],
  ])("%s is said as %s", (given, said) => expect(percent(given)).toBe(said));

  test("a fraction over nothing is no number", () => expect(fraction("1/0")).toBeNull());

  test("expected numbers have two digits at most", () => {
    expect(expected("7/6")).toBe("1.17");
    expect(expected("2")).toBe("2");
    expect(expected("a pin")).toBe("a pin");
    expect(expected("33 %")).toBe("33%");
  });
});

test("dice are counted in words", () => {
  expect(howMany("1")).toBe("1 die");
  expect(howMany("8")).toBe("8 dice");
  expect(howMany("1 a hit")).toBe("1 a hit");
});

test("successes are marked only where one number says so", () => {
  expect(success("4+")).toBe(4);
  expect(success("5+ (-1 long range)")).toBe(5);
  expect(success("6+ then 6+")).toBeNull();
  expect(success("8 or less")).toBeNull();
  expect(success("")).toBeNull();
});

test("a refusal says what was measured, as far as it knows", () => {
  expect(measures({ why: "", measured: 26400, allowed: 24000 })).toBe('26.4" measured, 24" allowed');
  expect(measures({ why: "", measured: 400, allowed: 1000 })).toBe('0.4" measured, at least 1" needed');
  expect(measures({ why: "", measured: 0 })).toBe('0" measured');
  expect(measures({ why: "", measured: 34450, allowed: 18000 })).toBe('34.5" measured, 18" allowed');
  expect(measures({ why: "", measured: 6010, allowed: 6000 })).toBe('6.01" measured, 6" allowed');
  expect(measures({ why: "" })).toBe("");
});

test("a seat is called by its side and its player", () => {
  const seat: SeatView = { seat: 1, side: "Germans", nation: "de", player: "rookie", kind: "bot", online: true };
  expect(seatName(seat)).toBe("Germans (rookie)");
  expect(seatName({ ...seat, kind: "open" })).toBe("Germans (nobody yet)");
  expect(seatName({ ...seat, player: "" })).toBe("Germans");
});

test("what dice came to, in words", () => {
  expect(resultWords("one-pin")).toBe("one pin");
  expect(resultWords("5-3")).toBe("5-3");
});

test("what a unit is, in words", () => {
  expect(kindWords("mg")).toBe("machine gun");
  expect(kindWords("armoured-car")).toBe("armoured car");
});
