import { describe, expect, test } from "vitest";
import type { Point } from "../lib/camera";
import type { Body, Cast, Scene } from "../lib/acts";

import { boxOf, convex, crosses, endOf, flightsOf, leaving, outlineOf, setFloats } from "./picture";
import { overlap, Room, type Rect } from "./room";

const body = (figure: number, at: Point, more: Partial<Body> = {}): Body => ({
  figure,
  at,
  bearing: 0,
  radius: 500,
  length: 0,
  width: 0,
  ...more,
});

function cast(unit: number, at: Point | null, bodies: Body[]): Cast {
  return { unit, name: `unit ${unit}`, side: unit % 2, seat: 0, symbol: "infantry", at, bodies };
}

const TABLE = { width: 72_000, depth: 48_000 };
const ACTOR = cast(0, [10_000, 10_000], [body(0, [10_000, 10_000])]);
const TARGET = cast(1, [10_000, 30_000], [body(1, [10_000, 30_000]), body(2, [12_000, 30_000])]);

function scene(more: Partial<Scene> = {}): Scene {
  const act = { kind: "fire", actor: 0, says: "fires at", targets: [1] };
  const empty = { others: [], dice: [], came: [], trails: [], fallen: [], lines: [] };
  return { beat: 1, last: 1, turn: 1, act, actor: ACTOR, targets: [TARGET], ...empty, ...more };
}

test("an outline goes round all of a unit's bases, and leaves out a spotter far off", () => {
  const { width, height, middle } = boxOf(outlineOf(TARGET, 400));
  expect([width, height]).toEqual([3800, 1800]);
  expect(middle).toEqual([11_000, 30_000]);
  const spread = cast(1, [0, 0], [body(1, [0, 0]), body(2, [30_000, 0])]);
  expect(boxOf(outlineOf(spread, 0)).width).toBe(1000);
  const row = Array.from({ length: 10 }, (_, n) => body(n, [n * 2000, 0]));
  expect(boxOf(outlineOf(cast(1, [0, 0], row), 0)).width).toBe(19_000); // a long line is one unit all the same
});

test("whoever is indoors has an outline where he is, and whoever is nowhere has none", () => {
  expect(boxOf(outlineOf(cast(1, [5000, 5000], []), 0)).middle).toEqual([5000, 5000]);
  expect(outlineOf(cast(1, null, []), 0)).toEqual([]);
});

test("a hull's outline turns with it", () => {
  const tank = cast(1, [0, 0], [body(1, [0, 0], { length: 4000, width: 2000, bearing: 900 })]);
  const { width, height } = boxOf(outlineOf(tank, 0));
  expect([Math.round(width), Math.round(height)]).toEqual([4000, 2000]);
});

test("the convex outline of a square with a point inside is the square", () => {
  expect(
    convex([
      [0, 0],
      [4, 0],
      [4, 4],
      [0, 4],
      [2, 2],
    ]),
  ).toHaveLength(4);
});

test("an arrow begins before the man who fires and ends at the edge of the target's outline", () => {
  const [flight] = flightsOf(scene(), "bullets", TABLE, 400);
  expect(flight?.unit).toBe(1);
  expect(flight!.from[1]).toBeGreaterThan(10_000);
  expect(flight!.to[1]).toBeLessThan(29_200);
  expect(flight!.to[1]).toBeGreaterThan(28_000);
});

test("nobody seen to fire: no arrow, unless it comes from the sky", () => {
  expect(flightsOf(scene({ actor: null }), "bullets", TABLE, 400)).toEqual([]);
  const act = { kind: "strike", actor: null, says: "An aircraft attacks", targets: [1] };
  const [flight] = flightsOf(scene({ actor: null, act }), "bomb", TABLE, 400);
  expect(flight!.from[1] <= 0 || flight!.from[1] >= TABLE.depth || gapTo(flight!.from) > 10_000).toBe(true);
});

const gapTo = (at: Point): number => Math.hypot(at[0] - 11_000, at[1] - 30_000);

test("where no unit is aimed at, the arrow goes to the place", () => {
  const act = { kind: "fire", actor: 0, says: "lays smoke", at: [20_000, 10_000] as [number, number] };
  expect(flightsOf(scene({ targets: [], act }), "arc", TABLE, 400)[0]?.to).toEqual([20_000, 10_000]);
});

test("a ray leaves an outline at its edge", () => {
  const square: Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  expect(leaving(square, [5, 5], [50, 5])).toEqual([10, 5]);
});

test("a unit that moved stands where its way ends", () => {
  const trails = [
    {
      unit: 0,
      side: 0,
      from: ACTOR.bodies[0]!,
      way: [[12_000, 10_000] as Point, [15_000, 10_000] as Point],
      bearing: 900,
    },
  ];
  const stands = endOf(scene({ trails }), ACTOR).bodies[0]!;
  expect(stands.at).toEqual([15_000, 10_000]);
  expect(stands.bearing).toBe(900); // its ring turns with it
});

describe("words beside a unit", () => {
  const bounds: Rect = { left: 0, top: 0, right: 1000, bottom: 700 };
  const unit: Rect = { left: 450, top: 300, right: 550, bottom: 360 };
  const wish = (more = {}) => ({ key: "a", around: unit, width: 90, height: 40, ...more });

  test("stand on no model and inside the picture", () => {
    const models: Rect[] = [unit];
    for (let n = 0; n < 40; n++) {
      const [x, y] = [(n * 197) % 980, (n * 131) % 680];
      models.push({ left: x, top: y, right: x + 16, bottom: y + 16 });
    }
    const set = setFloats([wish(), wish({ key: "b", width: 60, height: 16 })], new Room(models, bounds), []);
    for (const { box } of set) {
      expect(models.reduce((sum, model) => sum + overlap(box, model), 0)).toBe(0);
      expect(overlap(box, bounds)).toBe((box.right - box.left) * (box.bottom - box.top));
    }
    expect(overlap(set[0]!.box, set[1]!.box)).toBe(0);
  });

  test("keep off the arrow and away from where it comes", () => {
    const arrow = { from: [900, 330] as Point, to: [550, 330] as Point };
    const [set] = setFloats([wish({ away: arrow.from })], new Room([unit], bounds), [arrow]);
    expect(crosses(set!.box, arrow)).toBe(false);
    expect(set!.side).toBe("left");
  });

  test("of a unit in the corner stay in view", () => {
    const corner = { left: 2, top: 2, right: 40, bottom: 40 };
    const [set] = setFloats([wish({ around: corner })], new Room([corner], bounds), []);
    expect(set!.box.left).toBeGreaterThanOrEqual(0);
    expect(set!.box.top).toBeGreaterThanOrEqual(0);
  });

  test("far off, where all is full around it, a line leads back", () => {
    const crowd: Rect = { left: 350, top: 200, right: 650, bottom: 460 };
    const [set] = setFloats([wish()], new Room([crowd], bounds), []);
    expect(overlap(set!.box, crowd)).toBe(0);
    expect(set!.leader).not.toBeNull();
  });
});
