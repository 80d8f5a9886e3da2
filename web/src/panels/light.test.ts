import { expect, test } from "vitest";
import { Stage } from "../lib/stage.svelte";
import { light, offer } from "./light";

test("an option lights what it means, and nothing when it is left", () => {
  const stage = new Stage();
  light(stage, { unit: 3, figure: 12, at: [1, 2] });
  expect([stage.hovered, stage.litFigures, stage.spot]).toEqual([3, [12], [1, 2]]);
  light(stage, null);
  expect([stage.hovered, stage.litFigures, stage.spot]).toEqual([null, [], null]);
});

test("units can be chosen on the table until the question is gone", () => {
  const stage = new Stage();
  const withdraw = offer(stage, [{ key: "a", unit: 1 }, { key: "b", unit: 1 }, { key: "none" }], () => undefined);
  expect([...stage.choices]).toEqual([[1, "a"]]);
  withdraw();
  expect(stage.choices.size).toBe(0);
  expect(stage.choose).toBeNull();
});

test("a question that leaves late does not take away what the next one offers", () => {
  const stage = new Stage();
  const withdraw = offer(stage, [{ key: "a", unit: 1 }], () => undefined);
  offer(stage, [{ key: "b", unit: 2 }], () => undefined);
  withdraw();
  expect([...stage.choices]).toEqual([[2, "b"]]);
});
