import { describe, expect, it } from "vitest";
import toml from "../../../src/sandtable/table/kinds.toml?raw";
import type { FigureView, Ray } from "../wire";
import { firstGoals, usualGoal, zoneRing } from "./goals";
import { contains, distanceToOutline, grain, hatch, middleOf, scatter, type Point } from "./ink";
import { nearest, outside, snap } from "./picking";
import { fieldPath, pathLength, rayPaths, telling } from "./rays";
import { drawPiece, level, meets, nameBox, namePlaces } from "./terrain";
import { SYMBOL_IDS } from "./symbols";
import type { Drawing } from "./drawing";
import { floorsOf, ridgeOf } from "./roofs";
import { chipShifts, tabOrder } from "./units";

const square: Point[] = [
  [0, 0],
  [6000, 0],
  [6000, 6000],
  [0, 6000],
];

/** Everything that is drawn is there: paths with numbers, symbols that exist. */
function complete({ under = [], strokes, stamps = [], roof }: Drawing): void {
  const paths = [...under, ...strokes, ...(roof?.strokes ?? [])];
  expect(paths.length).toBeGreaterThan(0);
  for (const { d } of paths) expect(d).not.toMatch(/NaN|undefined|Infinity/);
  for (const { symbol, x, y, scale } of [...stamps, ...(roof?.stamps ?? [])]) {
    expect(SYMBOL_IDS).toContain(symbol);
    expect(Number.isFinite(x + y + [scale].flat().reduce((sum, one) => sum + one, 0))).toBe(true);
  }
}

describe("ink", () => {
  it("is the same every time, and another elsewhere", () => {
    const piece = { kind: "woods", outline: square as [number, number][], closed: true };
    const moved = { ...piece, outline: square.map(([x, y]): [number, number] => [x + 500, y]) };
    expect(drawPiece(piece)).toEqual(drawPiece({ ...piece }));
    expect(drawPiece(moved)).not.toEqual(drawPiece(piece));
    const [a, b] = [grain(square), grain(square)];
    expect([a(), a(), a()]).toEqual([b(), b(), b()]);
  });

  it("stays inside the outline", () => {
    const spots = scatter(square, 900, 300, grain(square));
    expect(spots.length).toBeGreaterThan(20);
    for (const [x, y] of spots) {
      expect(contains(square, x, y)).toBe(true);
      expect(distanceToOutline(square, x, y)).toBeGreaterThanOrEqual(300);
    }
    for (const [[ax], [bx]] of hatch(square, 0, 500)) {
      expect(Math.min(ax, bx)).toBeCloseTo(0);
      expect(Math.max(ax, bx)).toBeCloseTo(6000);
    }
    expect(middleOf(square)).toEqual([3000, 3000]);
  });

  it.each([
    "woods", "crops", "brush", "building", "bunker", "ruin", "hill", "water", "road", "rough", "rocks", "crater",
    "trench", "smoke", "wreck", "minefield", "something new",
  ])("draws an area of %s completely, in either light", (kind) => {
    const piece = { kind, outline: square as [number, number][], closed: true, height: 3500 };
    complete(drawPiece(piece));
    complete(drawPiece(piece, -1));
    if (kind !== "road") expect(drawPiece(piece, -1)).not.toBe(drawPiece(piece));
  }); // prettier-ignore

  it.each(["wall", "sandbags", "hedge", "fence", "wire", "tank-trap", "something new"])(
    "draws a line of %s",
    (kind) => {
      complete(drawPiece({ kind, outline: [[0, 0], [4000, 1000], [8000, 0]], closed: false })); // prettier-ignore
    },
  );

  it("lays roads on hills and smoke over houses", () => {
    expect(level("hill")).toBeLessThan(level("road"));
    expect(level("road")).toBeLessThan(level("something new"));
    expect(level("something new")).toBeLessThan(level("building"));
    expect(level("building")).toBeLessThan(level("smoke"));
  });

  it("draws every kind of terrain that there is, as something of its own", () => {
    const kinds = [...toml.matchAll(/\[([a-z-]+)\]\nform = "(area|line)"/g)];
    expect(kinds.length).toBeGreaterThan(20);
    const strange = JSON.stringify(
      drawPiece({ kind: "something new", outline: square as [number, number][], closed: true }),
    );
    const line: [number, number][] = [[0, 0], [4000, 0]]; // prettier-ignore
    const odd = JSON.stringify(drawPiece({ kind: "something new", outline: line, closed: false }));
    for (const [, kind = "", form] of kinds) {
      const closed = form === "area";
      const found = drawPiece({ kind, outline: closed ? (square as [number, number][]) : line, closed });
      complete(found);
      expect(JSON.stringify(found), kind).not.toBe(closed ? strange : odd);
    }
  });

  it("plants the trees of a wood where they always were, inside its edge", () => {
    const piece = { kind: "woods", outline: square as [number, number][], closed: true };
    const trees = (drawPiece(piece).stamps ?? []).filter(({ tall }) => tall);
    expect(trees.length).toBeGreaterThan(5);
    for (const { x, y } of trees) expect(contains(square, x, y)).toBe(true);
    const again = drawPiece({ ...piece, outline: piece.outline.map(([x, y]) => [x, y]), height: 1 });
    expect((again.stamps ?? []).filter(({ tall }) => tall)).toEqual(trees);
  });

  it("lays the ridge of a roof along the longer axis of the house, however it is turned", () => {
    const long: Point[] = [[0, 0], [9000, 0], [9000, 4000], [0, 4000]]; // prettier-ignore
    const { from, to } = ridgeOf(long);
    expect([from[1], to[1]]).toEqual([2000, 2000]);
    expect(Math.min(from[0], to[0])).toBeGreaterThan(1000);
    expect(Math.abs(from[0] - to[0])).toBeGreaterThan(4000);
    const turned = ridgeOf(long.map(([x, y]): Point => [-y, x]));
    expect(turned.from[0]).toBeCloseTo(-2000);
    expect(turned.to[0]).toBeCloseTo(-2000);
  });

  it("throws longer shadows from higher houses, and counts their floors", () => {
    expect([3500, 7000, 10_500].map(floorsOf)).toEqual([1, 2, 3]);
    const house = { kind: "building", outline: square as [number, number][], closed: true };
    const reach = (height: number): number =>
      Math.max(
        ...[...(drawPiece({ ...house, height }).strokes[0]?.d.matchAll(/[ML](-?\d+)/g) ?? [])].map(([, x]) =>
          Number(x),
        ),
      );
    expect(reach(7000)).toBeGreaterThan(reach(3500));
    const windows = (height: number): number =>
      (drawPiece({ ...house, height }).roof?.stamps ?? []).filter(({ symbol }) => symbol === "window").length;
    expect([3500, 7000].map(windows)).toEqual([1, 2]);
  });

  it("writes a name under what stands up, in what lies flat, beside a line", () => {
    const outline = square as [number, number][];
    const [wood] = namePlaces({ kind: "woods", outline, closed: true }, 700, 1000);
    const [field] = namePlaces({ kind: "crops", outline, closed: true }, 700, 1000);
    const [hedge] = namePlaces({ kind: "hedge", outline: [[0, 0], [6000, 0]], closed: false }, 700, 1000); // prettier-ignore
    expect(wood?.at[1]).toBeGreaterThan(6000);
    expect(contains(square, ...(field?.at ?? [0, 0]))).toBe(true);
    expect(Math.abs(hedge?.at[1] ?? 0)).toBeGreaterThan(600);
    const box = nameBox({ at: [0, 0], turn: 90 }, 700, 1000);
    expect([box.right, box.bottom].map(Math.round)).toEqual([518, 1000]);
    expect(meets(box, { left: 500, right: 600, top: 0, bottom: 10 })).toBe(true);
    expect(meets(box, { left: 520, right: 600, top: 0, bottom: 10 })).toBe(false);
  });
});

describe("lines of sight", () => {
  const ray = (fate: string, cut_at: [number, number] | null = null): Ray => ({
    start: [0, 0],
    end: [9000, 0],
    fate,
    cut_at,
    by: "",
  });

  it("end where they are cut, with a cross there", () => {
    const paths = rayPaths([ray("clear"), ray("covered"), ray("cut", [4000, 0])], 100);
    expect(paths.clear).toBe("M0 0L9000 0");
    expect(paths.covered).toBe("M0 0L9000 0");
    expect(paths.cut).toBe("M0 0L4000 0");
    expect(paths.crosses).toBe("M3900 -100L4100 100M3900 100L4100 -100");
  });

  it("are told by the best of them", () => {
    expect(telling([ray("cut"), ray("covered"), ray("clear")]).map((one) => one.fate)).toEqual(["clear"]);
    expect(telling([ray("cut")]).length).toBe(1);
    expect(telling([])).toEqual([]);
  });

  it("shade whole rows at once", () => {
    const field = { cell: 1000, columns: 4, rows: 2, cells: "00121200" };
    expect(fieldPath(field, "0")).toBe("M0 0H2000V1000H0ZM2000 1000H4000V2000H2000Z");
    expect(fieldPath(field, "2")).toBe("M3000 0H4000V1000H3000ZM1000 1000H2000V2000H1000Z");
    expect(pathLength([[0, 0], [3000, 4000], [3000, 5000]])).toBe(6000); // prettier-ignore
  });
});

describe("bases under the pointer", () => {
  const figure = (number: number, at: [number, number] | null, more: Partial<FigureView> = {}): FigureView => ({
    number,
    unit: number,
    role: "man",
    at,
    bearing: 0,
    radius: 500,
    length: 0,
    width: 0,
    ...more,
  });

  it("are discs or hulls that are turned", () => {
    expect(outside(figure(0, [0, 0]), [800, 0])).toBe(300);
    const tank = figure(1, [0, 0], { radius: 2300, length: 4000, width: 2000, bearing: 900 });
    expect(outside(tank, [1900, 0])).toBeLessThan(0);
    expect(outside(tank, [0, 1900])).toBeCloseTo(900);
    expect(outside(figure(2, null), [0, 0])).toBe(Infinity);
  });

  it("are found when they are near enough, the nearest first", () => {
    const figures = [figure(0, [0, 0]), figure(1, [2000, 0])];
    expect(nearest(figures, [1300, 0], 300)?.number).toBe(1);
    expect(nearest(figures, [1000, 0], 300)).toBeNull();
    expect(snap(figures, [100, 100], 0)).toEqual({ number: 0, at: [0, 0] });
  });
});

describe("where a unit appears", () => {
  const moving = {
    type: "march" as const,
    figures: [0],
    budget: 6000,
    link: 1000,
    manner: "appear",
    must_close_up: false,
    may_face: false,
  };

  it("begins where the usual answer would have it", () => {
    expect(usualGoal({ walks: [{ figure: 3, points: [[1, 2], [3, 4]] }] })).toEqual([3, 4]); // prettier-ignore
    for (const none of [null, "stay", true, { walks: [] }, { points: [[1, 2]] }]) expect(usualGoal(none)).toBeNull();
  });

  it("begins in the middle of its zone", () => {
    const zone = [[0, 36_000, 72_000, 36_000], [72_000, 36_000, 72_000, 48_000], [72_000, 48_000, 0, 48_000], [0, 48_000, 0, 36_000]]; // prettier-ignore
    expect(zoneRing({ ...moving, entry: [], zone }).length).toBe(4);
    expect(firstGoals({ ...moving, entry: [], zone }, 72_000, 48_000)[0]).toEqual([36_000, 42_000]);
  });

  it("goes in from the longest line of entry", () => {
    const entry = [[0, 0, 0, 12_000], [0, 0, 72_000, 0]]; // prettier-ignore
    expect(firstGoals({ ...moving, entry, zone: [] }, 72_000, 48_000)[0]).toEqual([36_000, 3000]);
    expect(firstGoals({ type: "drive", figure: 0, entry: [72_000, 0, 72_000, 48_000] }, 72_000, 48_000)[0]).toEqual([
      69_000, 24_000,
    ]);
  });
});

describe("units on the table", () => {
  const unit = (number: number, side: number, anchor: [number, number] | null = null) =>
    ({ number, side, seat: side, anchor, figures: [], name: "", shown: {} }) as unknown as Parameters<
      typeof tabOrder
    >[0][number];

  it("come in turn: what can be chosen, what cannot be, one's own, the rest", () => {
    const units = [unit(0, 1), unit(1, 0), unit(2, 0), unit(3, 1), unit(4, 0)];
    expect(tabOrder(units, new Map([[3, "a"]]), new Map([[4, "b"]]), [0])).toEqual([3, 4, 1, 2, 0]);
  });

  it("stand side by side in one house", () => {
    const shifts = chipShifts([unit(0, 0, [5, 5]), unit(1, 0, [5, 5]), unit(2, 0, [9, 9])], []);
    expect(shifts.get(0)).toBe(-(shifts.get(1) as number));
    expect(shifts.get(2)).toBe(0);
  });
});
