import { expect, test } from "vitest";
import { complete, readFace, readRow } from "./faces";

test("a face is on the die", () => {
  expect(readFace("6", 6)).toBe(6);
  expect(readFace("7", 6)).toBeNull();
  expect(readFace("0", 6)).toBeNull();
  expect(readFace("", 6)).toBeNull();
  expect(readFace("3x", 6)).toBeNull();
});

test("ten-sided dice show 0 for 10", () => expect(readFace("0", 10)).toBe(10));

test("the next die is typed as soon as no digit could follow", () => {
  expect(complete("3", 6)).toBe(true);
  expect(complete("1", 10)).toBe(false);
  expect(complete("2", 10)).toBe(true);
  expect(complete("0", 10)).toBe(true);
  expect(complete("10", 10)).toBe(true);
  expect(complete("9", 6)).toBe(false);
});

test("a row of faces", () => {
  expect(readRow("3 5 1", 6)).toEqual([3, 5, 1]);
  expect(readRow("351", 6)).toEqual([3, 5, 1]);
  expect(readRow("10,2", 10)).toEqual([10, 2]);
});
