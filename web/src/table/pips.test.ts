import { describe, expect, it } from "vitest";
import type { Marker, Shown } from "../wire";

import { hasRow, pipsOf, placeRows } from "./pips";
import { overlap, Room, type Rect } from "./room";
import { convex, groups, ringPath } from "./rings";
import type { Standing } from "./units";

const marker = (kind: string, label = kind, count = 1): Marker => ({ kind, label, count });
const shown = (strength: number, full_strength: number, ...markers: Marker[]): Shown =>
  ({ strength, full_strength, markers }) as unknown as Shown;
const pips = (path: string): number => path.match(/z/g)?.length ?? 0;

describe("rows of pips", () => {
  it("are for four men or more, losses, or what lies beside a unit", () => {
    expect(hasRow(shown(3, 3))).toBe(false);
    expect(hasRow(shown(1, 1))).toBe(false);
    expect(hasRow(shown(4, 4))).toBe(true);
    expect(hasRow(shown(2, 3))).toBe(true);
    expect(hasRow(shown(1, 1, marker("pins")))).toBe(true);
  });

  it("have a pip for each man: those who stand, those just lost, those lost before", () => {
    const row = pipsOf(shown(7, 12), 2);
    expect([row.men, row.fallen, row.gone].map(pips)).toEqual([7, 2, 3]);
    expect(pipsOf(shown(7, 12)).fallen).toBe("");
  });

  it("have pins to the left and orders first to the right", () => {
    const row = pipsOf(shown(5, 5, marker("hidden"), marker("order", "Fire"), marker("pins", "2 pins", 2)));
    expect(row.left.map(({ marker }) => marker.kind)).toEqual(["pins"]);
    expect(row.right.map(({ marker }) => marker.kind)).toEqual(["order", "hidden"]);
    expect(row.from).toBeLessThan(-row.width / 2);
    expect(row.to).toBeGreaterThan(row.width / 2);
  });

  it("count in figures where there are too many men, and have no strip for one", () => {
    expect(pipsOf(shown(31, 48)).words).toBe("31 of 48");
    expect(pipsOf(shown(1, 1, marker("order", "Run"))).width).toBe(0);
  });

  it("go below their unit, and elsewhere where a model stands", () => {
    const around: Rect = { left: 100, right: 160, top: 100, bottom: 140 };
    const wish = { unit: 0, around, from: -30, to: 30, high: 8 };
    const [free] = placeRows([wish], new Room([]));
    expect(free?.at[1]).toBeGreaterThan(140);
    const below: Rect = { left: 90, right: 170, top: 142, bottom: 175 };
    const [moved] = placeRows([wish], new Room([below]));
    expect(moved && overlap(moved.box, below)).toBe(0);
    const twins = placeRows([wish, { ...wish, unit: 1 }], new Room([]));
    expect(overlap(twins[0]?.box as Rect, twins[1]?.box as Rect)).toBe(0);
  });
});

describe("rings", () => {
  const man = (x: number, y: number): Standing => ({ number: 0, unit: 0, role: "man", at: [x, y], bearing: 0, radius: 500, length: 0, width: 0 }); // prettier-ignore

  it("are convex", () => {
    const ring = convex([[0, 0], [10, 0], [10, 10], [0, 10], [5, 5], [2, 7]]); // prettier-ignore
    expect(ring.length).toBe(4);
    expect(ring).not.toContainEqual([5, 5]);
  });

  it("go around everybody who stands together, and around whoever is far off by himself", () => {
    const squad = [man(0, 0), man(2000, 0), man(4000, 500), man(20_000, 0)];
    expect(groups(squad).map((group) => group.length)).toEqual([3, 1]);
    expect(ringPath(squad, 300).match(/Z/g)?.length).toBe(2);
  });

  it("keep their distance from bases and hulls", () => {
    const across = (path: string): number => Math.max(...[...path.matchAll(/[ML](-?\d+)/g)].map(([, x]) => Number(x)));
    expect(across(ringPath([man(0, 0)], 300))).toBe(800);
    const hull = { ...man(0, 0), length: 4000, width: 2000, bearing: 900 };
    expect(across(ringPath([hull], 300))).toBe(2300);
  });
});
