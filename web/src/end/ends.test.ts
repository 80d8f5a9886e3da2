import { expect, test } from "vitest";
import type { Beat, LossView, SeatView } from "../wire";
import {
  actOf,
  again,
  around,
  circumstances,
  corners,
  hardestHit,
  harder,
  headline,
  lost,
  pips,
  sentence,
  steps,
  tipped,
} from "./ends";

function seat(number: number, more: Partial<SeatView> = {}): SeatView {
  const side = number === 0 ? "US" : "Germans";
  return { seat: number, side, nation: "", player: side, kind: "person", online: true, ...more };
}

function loss(more: Partial<LossView>): LossView {
  return { unit: 0, name: "Squad", side: 0, symbol: "rifle", left: 4, full: 10, gone: "", ...more };
}

const bot = seat(1, { kind: "bot", player: "rookie" });
const outcome = { winner: 0, scores: [5, 2] as [number, number], why: "", because: [] };

test("the end is told to whoever reads it", () => {
  const players = [seat(0), bot];
  expect(headline(outcome, players, 0)).toBe("You win");
  expect(headline(outcome, players, 1)).toBe("You lose");
  expect(headline(outcome, players, null)).toBe("US win");
  expect(headline({ ...outcome, winner: null }, players, 0)).toBe("A draw");
});

test("a reason becomes a sentence", () => {
  expect(sentence("two more destroyed than lost")).toBe("Two more destroyed than lost.");
  expect(sentence("Done.")).toBe("Done.");
  expect(sentence("")).toBe("");
});

test("how long, and against whom", () => {
  expect(circumstances(6, [seat(0), bot], 0)).toBe("Six turns, against the rookie.");
  expect(circumstances(1, [seat(0), seat(1, { player: "Ben" })], 0)).toBe("One turn, against Ben.");
  expect(circumstances(14, [seat(0), seat(1, { kind: "rules" })], 0)).toBe("14 turns, against the rules themselves.");
  expect(circumstances(3, [seat(0, { kind: "bot" }), bot], null)).toBe("Three turns, bots on both sides.");
  expect(circumstances(0, [seat(0), seat(1)], null)).toBe("");
});

test("turns are equally wide, and steps go along before they go up", () => {
  const { corners: found, turns } = corners([
    [10, 1, -1],
    [40, 3, 2],
    [50, 3, 5],
  ]);
  expect(turns).toBe(3);
  expect(found.map((corner) => Number(corner.at.toFixed(2)))).toEqual([0.5, 2.33, 2.67]);
  expect(
    steps(
      found.slice(0, 1),
      3,
      (turn) => turn * 10,
      (value) => 50 - value,
    ),
  ).toBe("M0 50H5V51H30");
  expect(corners([])).toEqual({ corners: [], turns: 1 });
});

test("losses in a word and in pips", () => {
  expect(lost(loss({}))).toBe("−6");
  expect(lost(loss({ gone: "destroyed", left: 0 }))).toBe("destroyed");
  expect(lost(loss({ left: 10 }))).toBe("");
  expect(pips(loss({}))).toEqual({ left: 4, lost: 6 });
  expect(pips(loss({ left: 30, full: 40 }), 12)).toEqual({ left: 9, lost: 3 });
  const [a, b, c] = [loss({ left: 9 }), loss({ gone: "fled", left: 0 }), loss({ left: 2 })];
  expect(hardestHit([a, b, c, loss({ side: 1 })], 0)).toEqual({ hit: [b, c, a], whole: 0 });
  const many = [a, b, c, ...[10, 11, 12, 13].map((unit) => loss({ unit, left: 10 }))];
  expect(hardestHit(many, 0)).toEqual({ hit: [b, c, a], whole: 4 });
});

test("what tipped a battle is found on its curve, though it took several beats", () => {
  const found = corners([[210, 2, 80], [245, 2, 169], [261, 3, 150]]).corners; // prettier-ignore
  expect(tipped(found, { beat: 243 })).toMatchObject({ value: 169, before: 80 });
  expect(tipped(found, { beat: 210 })).toMatchObject({ value: 80, before: 0 });
  expect(tipped(found, { beat: 999 })).toBeNull();
  expect(tipped(found, null)).toBeNull();
});

test("who plays what when it is fought again", () => {
  expect(again([seat(0), bot], [0], false)).toEqual(["me", "rookie"]);
  expect(again([seat(0), bot], [0], true)).toEqual(["rookie", "me"]);
  expect(again([seat(0), seat(1)], [0, 1], false)).toEqual(["me", "screen"]);
  expect(again([seat(0), seat(1)], [1], false)).toEqual(["link", "me"]);
  expect(again([seat(0), seat(1)], [], false)).toEqual(["rookie", "rookie"]);
  expect(harder([seat(0), seat(1, { kind: "bot", player: "random" })], 0, ["rookie", "random"])).toBe("rookie");
  expect(harder([seat(0), bot], 0, ["rookie", "random"])).toBeNull();
});

test("a moment belongs to the act before it", () => {
  const beat = (number: number, act = false): Beat =>
    ({ beat: number, ...(act ? { act: { kind: "fire", actor: 1, says: "" } } : {}) }) as Beat;
  const beats = [beat(1), beat(3, true), beat(4), beat(6, true)];
  expect(actOf(beats, 5)?.beat).toBe(3);
  expect(actOf(beats, 6)?.beat).toBe(6);
  expect(actOf(beats, 2)).toBeNull();
});

test("a picture holds the points, in its proportions", () => {
  const box = around([[10, 10], [10, 50]], 20, 2); // prettier-ignore
  expect(box.width / box.height).toBeCloseTo(2);
  expect(box.y).toBeLessThan(10);
  expect(box.y + box.height).toBeGreaterThan(50);
  expect(box.x + box.width / 2).toBeCloseTo(10);
  const held = around([[10, 10], [10, 50]], 20, 2, { width: 300, depth: 200 }); // prettier-ignore
  expect(held).toMatchObject({ x: 0, y: box.y, width: box.width, height: box.height });
});
