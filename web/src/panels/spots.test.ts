import { describe, expect, it } from "vitest";
import type { SpotView } from "../wire";
import { spotWords } from "./spots";

const spot = (more: Partial<SpotView>): SpotView => ({ type: "spot", example: [0, 0], ...more });

describe("where a point may lie", () => {
  it("says nothing of the whole table", () => {
    expect(spotWords(spot({ box: [0, 0, 72_000, 48_000] }), 72_000, 48_000)).toBe("");
  });

  it("tells the box, and from what to keep away", () => {
    const area = spot({ box: [6000, 6000, 66_000, 24_000], clear_of: [[36_000, 24_000]], apart: 24_000 });
    expect(spotWords(area, 72_000, 48_000)).toBe(
      'It may lie 6" to 66" from the left; 6" to 24" from the top; at least 24" from the one at 36" from the left, 24" from the top.',
    );
  });

  it("tells the ring around a point", () => {
    const area = spot({ around: [10_000, 12_500], nearest: 1000, farthest: 6000 });
    expect(spotWords(area, 72_000, 48_000)).toBe(
      'It may lie within 6" of the point 10" from the left and 12.5" from the top; not within 1" of the point 10" from the left and 12.5" from the top.',
    );
  });
});
