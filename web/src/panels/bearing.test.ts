import { expect, test } from "vitest";
import { bearingTo, offset, toward, within } from "./bearing";

test("0 is up the table, 90 to the right", () => {
  expect(offset([10000, 10000], 0, 6000)).toEqual([10000, 4000]);
  expect(offset([10000, 10000], 90, 6000)).toEqual([16000, 10000]);
});

test("towards something, but not beyond it", () => {
  expect(toward([0, 0], [10000, 0], 4000)).toEqual([4000, 0]);
  expect(toward([0, 0], [3000, 0], 4000)).toEqual([3000, 0]);
  expect(toward([5, 5], [5, 5], 4000)).toEqual([5, 5]);
});

test("bearings are tenths of a degree", () => {
  expect(bearingTo([0, 0], [0, -100])).toBe(0);
  expect(bearingTo([0, 0], [100, 0])).toBe(900);
  expect(bearingTo([0, 0], [-100, 0])).toBe(2700);
});

test("nobody is sent off the table", () => expect(within([-5, 99999], 72000, 48000)).toEqual([0, 48000]));
