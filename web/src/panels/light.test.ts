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

test("figures and points are offered with their place in the list", () => {
  const stage = new Stage();
  const options = [{ key: "none" }, { key: "a", figure: 4 }, { key: "b", at: [1, 2] as [number, number] }];
  const withdraw = offer(stage, options, () => undefined);
  expect(stage.offered).toEqual([
    { key: "a", tag: "2", figure: 4, at: null },
    { key: "b", tag: "3", figure: null, at: [1, 2] },
  ]);
  withdraw();
  expect(stage.offered).toEqual([]);
});

test("a man is chosen by where on his way he is meant, not by himself, where each point is an option", () => {
  const stage = new Stage();
  const way: [number, number][] = [
    [1, 2],
    [3, 4],
  ];
  offer(
    stage,
    way.map((at, place) => ({ key: `${place}`, unit: 3, figure: 7, at })),
    () => undefined,
  );
  expect(stage.offered.map(({ figure, at }) => ({ figure, at }))).toEqual(way.map((at) => ({ figure: null, at })));
});

test("where their names are numbered, the table says the same numbers", () => {
  const stage = new Stage();
  const labels = ["PL", "Rifle Team 1", "Rifle Team 2 (suppressed)", "60mm mortar Team"];
  const options = labels.map((label, figure) => ({ key: label, label, figure }));
  offer(stage, options, () => undefined);
  expect(stage.offered.map(({ tag }) => tag)).toEqual(["", "1", "2", ""]);
});
