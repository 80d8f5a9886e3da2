import { describe, expect, it } from "vitest";
import type { OptionView } from "../wire";
import { asShown, byModel, underList } from "./byModel";

const point = (model: number, label: string, more: Partial<OptionView> = {}): OptionView => ({
  key: `${model}-${label}`,
  label: `zombie ${model} of 3 ${label}`,
  unit: 4,
  figure: 20 + model,
  at: [model * 1000, 0],
  ...more,
});
const way = (model: number) =>
  ['after 1"', 'after 2"', 'after 3"', "at the end of its way"].map((at) => point(model, at));

describe("a long list of points on ways", () => {
  it("is told model by model, every point once and in its order", () => {
    const options = [...way(1), ...way(2), point(3, 'after 1"'), point(3, 'after 2"')];
    const models = byModel(options);
    expect(models.map(({ figure, name }) => [figure, name])).toEqual([
      [21, "Zombie 1 of 3"],
      [22, "Zombie 2 of 3"],
      [23, "Zombie 3 of 3"],
    ]);
    expect(models.flatMap((one) => one.options)).toEqual(options);
  });

  it("calls a model with one point by all of its name", () => {
    const models = byModel([...way(1), ...way(2), point(3, "at the end of its way"), ...way(4)]);
    expect(models[2]!.options).toHaveLength(1);
    expect(models[2]!.name).toBe("Zombie 3 of 3 at the end of its way");
  });

  it("stays one list where it is short, one model's way, or about something else", () => {
    expect(byModel([...way(1), ...way(2)])).toEqual([]);
    expect(byModel([...way(1), ...way(1), ...way(1)])).toEqual([]);
    expect(byModel([...way(1), ...way(2), ...way(3), point(3, "whole", { at: null })])).toEqual([]);
  });
});

describe("the order of answers", () => {
  const named = (key: string, unit: number | null): OptionView => ({ key, label: key, unit, figure: null, at: null });
  const keys = (options: readonly OptionView[]) => options.map(({ key }) => key);

  it("is that in which they are seen: what is about nobody stands under the list", () => {
    const options = [named("none", null), named("u1", 1), named("u2", 2)];
    expect(keys(underList(options))).toEqual(["none"]);
    expect(keys(asShown(options))).toEqual(["u1", "u2", "none"]);
    const orders = [named("fire", null), named("run", null), named("down", null)];
    expect(keys(asShown(orders))).toEqual(["fire", "run", "down"]);
  });

  it("is model by model where it is told so", () => {
    const mixed = way(1).flatMap((one, n) => [one, way(2)[n]!, way(3)[n]!]);
    expect(asShown(mixed)).toEqual([...way(1), ...way(2), ...way(3)]);
  });
});
