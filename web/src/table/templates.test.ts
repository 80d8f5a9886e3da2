import { describe, expect, it } from "vitest";
import { meant } from "./picking";
import { squareAt } from "./templates";

describe("a template that would come to lie somewhere", () => {
  it("is squared to a point", () => {
    expect(squareAt([10000, 10000], [6000, 10000, 0])).toBe("M13000 7000L7000 7000L7000 13000L13000 13000Z");
    expect(squareAt([0, 0], [2000, 5000, 5000]).match(/-?1414/g)?.length).toBe(4);
  });

  it("lies straight where it is squared to its own middle", () => {
    expect(squareAt([0, 0], [2000, 0, 0])).not.toMatch(/NaN/);
  });
});

describe("what a click means", () => {
  const point = (key: string, x: number, y: number) => ({
    key,
    tag: "1",
    figure: null,
    at: [x, y] as [number, number],
  });
  const stand = (key: string, figure: number) => ({ key, tag: "1", figure, at: null });

  it("is the nearest point that is offered", () => {
    const offered = [point("a", 0, 0), point("b", 300, 0)];
    expect(meant(offered, null, [200, 0], 500)).toBe("b");
    expect(meant(offered, null, [2000, 0], 500)).toBeNull();
  });

  it("is the figure that is offered, and no other", () => {
    const offered = [stand("a", 4), stand("b", 5)];
    expect(meant(offered, 5, [0, 0], 500)).toBe("b");
    expect(meant(offered, 6, [0, 0], 500)).toBeNull();
    expect(meant(offered, null, [0, 0], 500)).toBeNull();
  });
});
