import { describe, expect, it } from "vitest";
import type { Marker, Sighting } from "../wire";
import { letters, markerWidth, sightFate, sightWords } from "./labels";
import { signOf } from "./signs";

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

  it("says how far and behind what, or why not", () => {
    expect(sightWords(sighting({ cover: "soft cover" }))).toBe("11″ · soft cover");
    expect(sightWords(sighting({ seen: 1, models: 1, distance: null }))).toBe("in the open");
    expect(sightWords(sighting({ seen: 0, blocked_by: "the farmhouse" }))).toBe("farmhouse");
    expect(sightWords(sighting({ seen: 0, distance: null }))).toBe("out of sight");
  });

  it("tells clear, covered and cut apart", () => {
    expect(sightFate(sighting({}))).toBe("clear");
    expect(sightFate(sighting({ cover: "none" }))).toBe("clear");
    expect(sightFate(sighting({ cover: "hard" }))).toBe("covered");
    expect(sightFate(sighting({ seen: 0 }))).toBe("cut");
  });
});
