import { describe, expect, it } from "vitest";
import { along, beak, gap, overlap, placeCard, type Box } from "./place";

const FIELD: Box = { left: 0, top: 0, right: 1100, bottom: 740 };
const CARD = { width: 360, height: 240 };
const at = (x: number, y: number, wide = 60): Box => ({ left: x, top: y, right: x + wide, bottom: y + wide });

describe("the card of a lesson", () => {
  it("lies beside what it speaks of, within the field", () => {
    for (const near of [at(10, 10), at(500, 300), at(1030, 670), at(10, 670)]) {
      const card = placeCard(CARD, { near, keep: [near], spare: [] }, FIELD, null);
      expect(overlap(card, near)).toBe(0);
      expect(gap(card, near)).toBeLessThan(20);
      expect(card.left).toBeGreaterThanOrEqual(0);
      expect(card.right).toBeLessThanOrEqual(1100);
      expect(card.bottom).toBeLessThanOrEqual(740);
    }
  });

  it("covers nobody who is concerned, however near he stands", () => {
    const near = at(500, 300);
    const keep = [near, at(430, 300), at(570, 300), at(500, 230), at(500, 370), at(640, 330)];
    const card = placeCard(CARD, { near, keep, spare: [] }, FIELD, null);
    for (const one of keep) expect(overlap(card, one)).toBe(0);
  });

  it("covers no number or mark, but for somebody who is concerned", () => {
    const near = at(500, 300);
    const marks = [at(420, 300, 30), at(590, 310, 30), at(515, 225, 30), at(515, 380, 30), at(700, 100, 30)];
    const card = placeCard(CARD, { near, keep: [near], marks, spare: [] }, FIELD, null);
    for (const one of [near, ...marks]) expect(overlap(card, one)).toBe(0);
    const narrow = { left: 0, top: 0, right: 700, bottom: 300 };
    const crowd = { near, keep: [at(300, 0, 400)], marks: [at(0, 0, 290)], spare: [] };
    expect(overlap(placeCard({ width: 290, height: 240 }, crowd, narrow, null), at(300, 0, 400))).toBe(0);
  });

  it("does not even touch a mark where there is a place besides, farther away", () => {
    const near = at(700, 250);
    const marks = [{ left: 367, top: 360, right: 389, bottom: 382 }];
    const spare = [at(380, 0, 330), at(780, 0, 320), at(400, 400, 690)];
    const card = placeCard({ width: 372, height: 350 }, { near, keep: [near], marks, spare }, FIELD, [10, 380]);
    expect(overlap(card, marks[0]!)).toBe(0);
  });

  it("leaves others free where it can, and stays where it was if that is as good", () => {
    const near = at(500, 300);
    const free = placeCard(CARD, { near, keep: [near], spare: [at(560, 60, 400)] }, FIELD, null);
    expect(overlap(free, at(560, 60, 400))).toBe(0);
    const again = placeCard(CARD, { near: null, keep: [], spare: [] }, FIELD, [370, 490]);
    expect(Math.hypot(again.left - 370, again.top - 490)).toBeLessThan(20);
  });

  it("points its beak at what it speaks of", () => {
    const card = { left: 300, top: 200, right: 660, bottom: 440 };
    expect(beak(card, at(700, 300))).toEqual({ side: "right", at: 130 });
    expect(beak(card, at(200, 300))?.side).toBe("left");
    expect(beak(card, at(400, 100))?.side).toBe("top");
    expect(beak(card, at(400, 500))?.side).toBe("bottom");
    expect(beak(card, at(400, 300))).toBeNull();
    expect(beak(card, null)).toBeNull();
  });

  it("knows what a line is drawn over", () => {
    const boxes = along(at(0, 0), at(600, 0));
    expect(boxes).toHaveLength(7);
    expect(boxes[3]!.left).toBeLessThan(330);
    expect(boxes[3]!.right).toBeGreaterThan(330);
  });
});
