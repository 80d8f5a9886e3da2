import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DecisionView, TableView, Waiting, Weight } from "../wire";
import { NotAnswered } from "./battle.svelte";
import { Stage } from "./stage.svelte";
import { Weighing } from "./weighing.svelte";

interface Asked {
  about: { query: string; unit: number; spots?: [number, number][] };
  yes: (reply: unknown) => void;
  no: (error: Error) => void;
}

class FakeBattle {
  decision: DecisionView | null = null;
  waiting: Waiting | null = null;
  table: TableView | null = null;
  seats = [0];
  behind = 0;
  asked: Asked[] = [];

  ask(about: Asked["about"]): Promise<unknown> {
    return new Promise((yes, no) => this.asked.push({ about, yes, no }));
  }
}

const CELL = 1000;
let battle: FakeBattle;
let stage: Stage;
let weighing: Weighing;
let now = 0;
const asked = (): Asked[] => battle.asked;
const last = (): Asked => asked().at(-1)!;

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

function row(count: number): [number, number][] {
  return Array.from({ length: count }, (_, n) => [n * CELL, 5000]);
}

async function spots(count: number): Promise<void> {
  last().yes({ query: "spots", unit: 0, cell: CELL, spots: row(count) });
  await settle();
}

/** Each spot is worth its number to me, and half of it to them. */
async function weigh(took = 10): Promise<number> {
  const middles = last().about.spots!;
  const weights = middles.map((spot): Weight => ({
    spot,
    stands: spot,
    mine: spot[0] / CELL,
    at: 1,
    theirs: 10 - spot[0] / CELL,
    by: 1,
  }));
  now += took;
  last().yes({ query: "weigh", unit: 0, weights });
  await settle();
  return middles.length;
}

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  battle = new FakeBattle();
  const unit = (number: number, side: number) => ({ number, side, seat: side, name: `unit ${number}` });
  battle.table = { units: [unit(0, 0), unit(1, 1), unit(2, 0)] } as unknown as TableView;
  stage = new Stage();
  stage.selected = 0;
  weighing = new Weighing(battle as never, stage);
  weighing.follow();
});
afterEach(() => {
  weighing.close();
  vi.restoreAllMocks();
});

describe("weighing spots", () => {
  it("asks for a few first and then for more, nearest first, one request at a time", async () => {
    weighing.cycle();
    expect(last().about).toMatchObject({ query: "spots", unit: 0 });
    await spots(70);
    const sizes = [];
    while (weighing.busy) {
      expect(last().about.spots![0]).toEqual([weighing.done * CELL, 5000]);
      sizes.push(await weigh());
    }
    expect(sizes).toEqual([4, 8, 16, 24, 18]);
    expect(weighing.done).toBe(70);
  });

  it("asks for fewer where they take long, so that it can be stopped soon", async () => {
    weighing.cycle();
    await spots(40);
    await weigh(100);
    expect(last().about.spots).toHaveLength(8);
    await weigh(1600);
    expect(last().about.spots).toHaveLength(2);
  });

  it("goes from mine to theirs to the difference to off, weighing once", async () => {
    weighing.cycle();
    await spots(4);
    await weigh();
    expect([weighing.mode, weighing.best(1)[0]?.spot[0]]).toEqual(["mine", 3 * CELL]);
    weighing.cycle();
    expect([weighing.mode, weighing.best(1)[0]?.spot[0]]).toEqual(["theirs", 3 * CELL]);
    weighing.cycle();
    expect(weighing.mode).toBe("difference");
    expect(weighing.values).toEqual([-10, -8, -6, -4]);
    weighing.cycle();
    expect([weighing.on, weighing.done]).toEqual([false, 0]);
    expect(asked()).toHaveLength(2);
  });

  const ends: [string, () => void][] = [
    ["the player stops it", () => weighing.stop()],
    ["another unit is selected", () => (stage.selected = 2)],
    ["the battle goes on", () => (battle.waiting = { seat: 1, kind: "order" })],
    ["something is being shown", () => (battle.behind = 1)],
  ];
  it.each(ends)("ends when %s, and throws away what still comes", async (_, end) => {
    weighing.cycle();
    await spots(40);
    await weigh();
    const sent = asked().length;
    end();
    weighing.follow();
    expect([weighing.on, weighing.busy]).toEqual([false, false]);
    await weigh();
    expect([weighing.done, asked().length]).toEqual([0, sent]);
  });

  it("goes on when the selection is only taken off", async () => {
    weighing.cycle();
    await spots(40);
    stage.selected = null;
    weighing.follow();
    expect(weighing.on).toBe(true);
  });

  it("takes the unit that the question is about where none of one's own is selected", () => {
    stage.selected = 1; // an enemy
    battle.decision = { unit: 2 } as never;
    weighing.follow();
    weighing.cycle();
    expect(last().about.unit).toBe(2);
    battle.decision = null;
    weighing.follow();
    weighing.cycle();
    expect(weighing.problem).toContain("Select a unit");
    weighing.cycle();
    expect(weighing.on).toBe(false);
  });

  it("says why where the server refuses", async () => {
    weighing.cycle();
    last().no(new NotAnswered({ why: "this table measures only after declaring" }, false));
    await settle();
    expect([weighing.problem, weighing.busy, weighing.on]).toEqual([
      "this table measures only after declaring",
      false,
      true,
    ]);
  });

  it("knows the square under a point, and goes from one to the next by keyboard", async () => {
    weighing.cycle();
    await spots(4);
    await weigh();
    weighing.point([2400, 5300]);
    expect(weighing.cursor).toEqual([2000, 5000]);
    weighing.point([2400, 5600]);
    expect(weighing.cursor).toBeNull();
    expect(weighing.step(-1, 0)).toEqual([3000, 5000]); // first to the best
    expect(weighing.step(-1, 0)).toEqual([2000, 5000]);
    expect(weighing.step(0, 1)).toEqual([2000, 5000]); // there is none
    expect(weighing.weightAt(weighing.cursor)?.mine).toBe(2);
  });

  it("marks none where all are alike", async () => {
    weighing.cycle();
    await spots(2);
    last().yes({ weights: row(2).map((spot) => ({ spot, stands: spot })) });
    await settle();
    expect(weighing.best(5)).toEqual([]);
  });
});
