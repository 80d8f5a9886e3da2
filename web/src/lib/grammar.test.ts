import { expect, it } from "vitest";
import { countOf, ended, reason, things } from "./grammar";

it("counts one and several", () => {
  expect([countOf(1, "point"), countOf(0, "point"), countOf(3, "die", "dice"), things(1, "die", "dice")]).toEqual([
    "1 point",
    "0 points",
    "3 dice",
    "die",
  ]);
});

it("says once how a battle ended", () => {
  expect(ended(null, "a draw, 2 to 2")).toBe("A draw, 2 to 2");
  expect(ended(null, "nobody is left")).toBe("A draw: nobody is left");
  expect(reason("a draw, 2 to 2")).toBe("2 to 2");
  expect(ended("US", "7 to 1")).toBe("US won: 7 to 1");
});
