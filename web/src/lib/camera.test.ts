import { describe, expect, it, vi } from "vitest";
import {
  drift,
  fitting,
  held,
  MARGIN,
  NEAREST,
  panned,
  pinched,
  revealing,
  seen,
  toScreen,
  toTable,
  zoomed,
  type Point,
  type View,
} from "./camera";

const table = { width: 72_000, depth: 48_000 };
const size = { width: 1000, height: 700 };
const view: View = { x: 30_000, y: 20_000, scale: 30 };

const near = (found: readonly number[], wanted: readonly number[]): void => {
  found.forEach((value, place) => expect(value).toBeCloseTo(wanted[place] as number, 3));
};

describe("looking at the table", () => {
  it.each([false, true])("goes from the table to the screen and back (turned round: %s)", (flip) => {
    for (const at of [
      [0, 0],
      [30_000, 20_000],
      [71_234, 3_210],
    ] as Point[]) {
      near(toTable(view, size, flip, toScreen(view, size, flip, at)), at);
    }
  });

  it("has the point it looks at in the middle, and turned round the right is on the left", () => {
    near(toScreen(view, size, false, [30_000, 20_000]), [500, 350]);
    near(toScreen(view, size, false, [31_000, 20_000]), [530, 350]);
    near(toScreen(view, size, true, [31_000, 20_000]), [470, 350]);
  });

  it("shows the whole table with its frame when it fits", () => {
    const whole = fitting(table, size);
    const [left, top] = toScreen(whole, size, false, [-MARGIN, -MARGIN]);
    const [right, bottom] = toScreen(whole, size, false, [table.width + MARGIN, table.depth + MARGIN]);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(-0.001);
    expect(right).toBeLessThanOrEqual(size.width + 0.001);
    expect(bottom).toBeLessThanOrEqual(size.height + 0.001);
  });

  it.each([false, true])("zooms to the pointer (turned round: %s)", (flip) => {
    const pointer: Point = [640, 300];
    const before = toTable(view, size, flip, pointer);
    const after = zoomed(view, table, size, flip, pointer, 1.4);
    expect(after.scale).toBeCloseTo(42);
    near(toTable(after, size, flip, pointer), before);
  });

  it("comes no nearer and goes no farther than makes sense", () => {
    expect(zoomed(view, table, size, false, [500, 350], 1000).scale).toBe(NEAREST);
    expect(zoomed(view, table, size, false, [500, 350], 0.0001).scale).toBeCloseTo(fitting(table, size).scale * 0.7);
  });

  it.each([false, true])("is pushed with the pointer (turned round: %s)", (flip) => {
    const before = toTable(view, size, flip, [500, 350]);
    const after = panned(view, table, size, flip, [40, -25]);
    near(toTable(after, size, flip, [540, 325]), before);
  });

  it("does not lose the table", () => {
    const far = panned(view, table, size, false, [1e6, 1e6]);
    const part = seen(far, size);
    expect(part.x + part.width).toBeGreaterThan(0);
    expect(part.y + part.height).toBeGreaterThan(0);
    const [left, top] = toScreen(far, size, false, [-MARGIN, -MARGIN]);
    expect(left).toBeLessThan(120);
    expect(top).toBeLessThan(120);
  });

  it("keeps a table that fits altogether in view", () => {
    const small = held({ x: 0, y: 0, scale: fitting(table, size).scale * 0.8 }, table, size);
    const [left, top] = toScreen(small, size, false, [0, 0]);
    const [right, bottom] = toScreen(small, size, false, [table.width, table.depth]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(size.width);
    expect(bottom).toBeLessThanOrEqual(size.height);
  });

  it.each([false, true])("keeps what is under two fingers under them (turned round: %s)", (flip) => {
    const before: [Point, Point] = [
      [400, 300],
      [600, 400],
    ];
    const after: [Point, Point] = [
      [380, 310],
      [660, 450],
    ];
    const under = before.map((finger) => toTable(view, size, flip, finger));
    const moved = pinched(view, table, size, flip, before, after);
    after.forEach((finger, place) => near(toTable(moved, size, flip, finger), under[place] as Point));
  });

  it.each([false, true])("moves the drawn picture to where the new view has it (turned round: %s)", (flip) => {
    const wanted: View = { x: 33_000, y: 18_500, scale: 44 };
    const { x, y, ratio } = drift(view, wanted, size, flip);
    for (const at of [
      [0, 0],
      [50_000, 12_345],
    ] as Point[]) {
      const [px, py] = toScreen(view, size, flip, at);
      near([px * ratio + x, py * ratio + y], toScreen(wanted, size, flip, at));
    }
  });

  it.each([false, true])("brings a point into view, moving as little as needed (turned round: %s)", (flip) => {
    const outside: Point = [60_000, 20_000];
    const moved = revealing(view, size, flip, outside, 50);
    const [x, y] = toScreen(moved, size, flip, outside);
    expect(x).toBeCloseTo(flip ? 50 : 950);
    expect(y).toBeCloseTo(350);
    expect(revealing(view, size, flip, [30_000, 20_000], 50)).toBe(view);
  });
});

describe("a window that changes", () => {
  it("goes on showing the whole table to whoever saw it whole", async () => {
    vi.stubGlobal("requestAnimationFrame", () => 0);
    vi.stubGlobal("cancelAnimationFrame", () => undefined);
    const { Camera } = await import("./camera.svelte");
    const camera = new Camera();
    camera.resize({ width: 320, height: 240 });
    camera.pan(1, 0); // it has been moved, and shows everything still
    camera.resize({ width: 1440, height: 700 });
    expect(camera.fitted).toBe(true);
    expect(camera.now.scale).toBeCloseTo(fitting(camera.table, camera.size).scale);
    camera.zoom(3);
    const { scale } = camera.now;
    camera.resize({ width: 1000, height: 700 });
    expect(camera.now.scale).toBeCloseTo(scale); // whoever looks at something goes on looking at it
    vi.unstubAllGlobals();
  });
});
