import { describe, expect, it } from "vitest";
import type { Marker, Sighting } from "../wire";
import { letters, markerWidth, overlap, place, sightFate, sightWords, type Rect, type Wish } from "./labels";
import { signOf } from "./signs";

const wish = (unit: number, left: number, top: number, more: Partial<Wish> = {}): Wish => ({
  unit,
  around: { left, top, right: left + 20, bottom: top + 20 },
  full: [80, 30],
  brief: [30, 16],
  rank: 0,
  named: true,
  ...more,
});

const boxOf = (placed: { at: readonly [number, number]; full: boolean }): Rect => {
  const [width, height] = placed.full ? [80, 30] : [30, 16];
  const [x, y] = placed.at;
  return { left: x - width / 2, right: x + width / 2, top: y, bottom: y + height };
};

describe("placing labels", () => {
  it("puts a lone label below its unit", () => {
    const [label] = place([wish(1, 100, 100)]);
    expect(label).toMatchObject({ unit: 1, at: [110, 123], full: true, leader: null });
  });

  it("keeps neighbours apart", () => {
    const found = place([wish(1, 100, 100), wish(2, 140, 100), wish(3, 120, 130)]);
    for (const a of found) {
      for (const b of found) {
        if (a.unit < b.unit) expect(overlap(boxOf(a), boxOf(b))).toBe(0);
      }
    }
  });

  it("leaves names out in a crowd, but never that of what is pointed at", () => {
    const crowd = Array.from({ length: 30 }, (_, unit) =>
      wish(unit, 100 + (unit % 6) * 12, 100 + Math.floor(unit / 6) * 12),
    );
    const found = place(crowd.map((one) => (one.unit === 17 ? { ...one, rank: 3 } : one)));
    expect(found.some((label) => !label.full)).toBe(true);
    expect(found.find((label) => label.unit === 17)?.full).toBe(true);
    for (const one of found) {
      for (const other of found) if (one !== other) expect(overlap(one.box, other.box)).toBe(0);
    }
  });

  it("has nothing to show for a unit without markers whose name is not wanted", () => {
    expect(place([wish(1, 0, 0, { named: false, brief: [0, 0] })])).toEqual([]);
  });

  it("stays inside what is seen", () => {
    const bounds = { left: 0, top: 0, right: 400, bottom: 400 };
    const [label] = place([wish(1, 370, 5)], [], bounds);
    const box = boxOf(label as { at: [number, number]; full: boolean });
    expect(overlap(box, bounds)).toBe(80 * 30);
  });
});

describe("markers", () => {
  const marker = (kind: string, label: string, count = 1): Marker => ({ kind, label, count });

  it("gives every order a letter of its own", () => {
    const all = ["fire", "advance", "run", "ambush", "rally", "down"].map((order) => letters(marker("order", order)));
    expect(new Set(all).size).toBe(6);
  });

  it("counts pins and shortens what it does not know", () => {
    expect(letters(marker("pins", "pins", 3))).toBe("3");
    expect(letters(marker("hidden", "hidden"))).toBe("hid");
    expect(letters(marker("token", "out of fuel"))).toBe("OOF");
    expect(letters(marker("wounds", "wounds", 2))).toBe("wou 2");
    expect(markerWidth(marker("pins", "pins", 12))).toBeGreaterThan(markerWidth(marker("pins", "pins", 2)));
  });

  it("draws what lies beside a gun and its crew", () => {
    for (const kind of ["spotter", "ranged-in", "one-shot"]) expect(signOf(marker(kind, kind))).toBeDefined();
    expect(signOf(marker("tea", "tea"))).toBeUndefined();
  });
});

describe("what is seen, in words", () => {
  const sighting = (more: Partial<Sighting>): Sighting => ({
    unit: 1,
    seen: 3,
    models: 8,
    cover: "",
    distance: 11_480,
    bearing: 0,
    blocked_by: "",
    why: "",
    because: [],
    rays: [],
    ...more,
  });

  it("says how many, behind what, how far", () => {
    expect(sightWords(sighting({ cover: "soft cover" }))).toBe('sees 3/8 · soft cover · 11.5"');
    expect(sightWords(sighting({ seen: 1, models: 1, distance: null }))).toBe("in sight");
    expect(sightWords(sighting({ seen: 0, blocked_by: "the farmhouse" }))).toBe('blocked: the farmhouse · 11.5"');
    expect(sightWords(sighting({ seen: 0, distance: null }))).toBe("out of sight");
  });

  it("tells clear, covered and cut apart", () => {
    expect(sightFate(sighting({}))).toBe("clear");
    expect(sightFate(sighting({ cover: "none" }))).toBe("clear");
    expect(sightFate(sighting({ cover: "hard" }))).toBe("covered");
    expect(sightFate(sighting({ seen: 0 }))).toBe("cut");
  });
});
