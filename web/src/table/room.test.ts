import { describe, expect, it } from "vitest";
import { overlap, Room, type Rect } from "./room";

const at = (left: number, top: number, wide = 20, high = 20): Rect => ({
  left,
  top,
  right: left + wide,
  bottom: top + high,
});
const bounds = at(0, 0, 400, 400);

describe("room for words", () => {
  it("is below a unit that stands alone", () => {
    expect(new Room([at(100, 100)], bounds).seat(at(100, 100), [80, 30])).toEqual({
      box: at(70, 123, 80, 30),
      leader: null,
    });
  });

  it("is given to each once", () => {
    const units = [at(100, 100), at(140, 100), at(120, 130)];
    const room = new Room(units, bounds);
    const boxes = units.map((unit) => room.seat(unit, [80, 30])!.box);
    for (const [n, box] of boxes.entries())
      for (const other of [...units, ...boxes.slice(n + 1)]) expect(overlap(box, other)).toBe(0);
  });

  it("is found farther off in a crowd, with a line back, unless it must be beside it", () => {
    const crowd = Array.from({ length: 100 }, (_, n) => at(100 + (n % 10) * 20, 100 + Math.floor(n / 10) * 20));
    const room = new Room(crowd, bounds);
    expect(room.seat(at(200, 200), [80, 30], { most: 0 })).toBeNull();
    const seat = room.seat(at(200, 200), [80, 30])!;
    expect(seat.leader).not.toBeNull();
    for (const other of crowd) expect(overlap(seat.box, other)).toBe(0);
  });

  it("is in view, for whatever is in view itself", () => {
    const { box } = new Room([], bounds).seat(at(378, 375), [80, 30])!;
    expect(overlap(box, bounds)).toBe(80 * 30);
    expect(new Room([], bounds).seat(at(900, 900), [80, 30])).not.toBeNull();
  });

  it("is where it costs least among what is as near", () => {
    const { box } = new Room([], bounds).seat(at(200, 200), [10, 10], { cost: ({ left }) => -left / 1000 })!;
    expect(box.left).toBeGreaterThanOrEqual(220);
  });

  it("is nowhere where everything is taken", () => {
    expect(new Room([bounds], bounds).seat(at(200, 200), [10, 10])).toBeNull();
  });
});
