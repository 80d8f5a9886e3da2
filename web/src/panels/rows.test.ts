import { describe, expect, it } from "vitest";
import type { DecisionView, Effect, Foreseen, OptionView, Promised, RollView, Sighting, TableView } from "../wire";
import {
  advise,
  barredTitle,
  hotkey,
  ofSeveralKinds,
  ownEffects,
  placeOf,
  rowOf,
  saidByAll,
  without,
  type Row,
} from "./rows";

const unit = (number: number, side: number, name: string) =>
  ({
    number,
    name,
    side,
    seat: side,
    figures: [],
    anchor: null,
    shown: {
      symbol: "infantry",
      standing: "",
      in_play: true,
      strength: 5,
      full_strength: 5,
      moves: [{ label: "Advance", reach: 6000 }],
    },
  }) as unknown as TableView["units"][number];
const table = {
  units: [unit(0, 0, "Able squad"), unit(1, 1, "1st group"), unit(2, 1, "MG team")],
} as unknown as TableView;
const decision = { seat: 0, kind: "target", prompt: "", because: [], unit: 0 } as unknown as DecisionView;
const option = (more: Partial<OptionView>): OptionView => ({
  key: "u1",
  label: "1st group",
  unit: 1,
  figure: null,
  at: null,
  ...more,
});
const loss = (of: number, expected: string): Effect => ({
  unit: of,
  name: table.units[of]!.name,
  side: table.units[of]!.side,
  what: "men lost",
  expected,
  chances: [],
  one: "a man lost",
});
const promised = (more: Partial<Promised>): Promised => ({
  says: "",
  gives: "",
  known: {},
  note: "",
  vain: "",
  because: [],
  ...more,
});
const roll: RollView = {
  step: "To hit",
  side: 0,
  dice: "5",
  sides: 6,
  needs: "4+",
  modifiers: [],
  because: [],
  chance: "1/2",
  thrown: "1",
};
const test: RollView = {
  ...roll,
  step: "Order test",
  dice: "2",
  chance: "",
  results: [
    { words: "passes", chance: "13/18" },
    { words: "fails", chance: "5/18" },
  ],
};
const foreseen = (...effects: Effect[]): Foreseen => ({
  effects,
  balance: { gain: 1, loss: 0 },
  replies: [],
  assumes: "",
});

describe("the row of a target", () => {
  it("speaks of that target and of nobody else", () => {
    const both = foreseen(loss(2, "3"), loss(1, "5/9"));
    expect(rowOf(option({}), { decision, table, side: 0, foreseen: both }).number).toMatchObject({
      value: "0.6",
      unit: "men",
    });
    expect(ownEffects(option({}), { decision, table, side: 0, foreseen: both }).map(({ unit }) => unit)).toEqual([1]);
    expect(rowOf(option({}), { decision, table, side: 0, foreseen: foreseen(loss(2, "3")) }).number?.value).toBe("0");
  });

  it("keeps a length that belongs to its name", () => {
    const named = (label: string) => rowOf(option({ label, unit: null }), { decision, table, side: 0 });
    expect(named('PL after 4.5"')).toMatchObject({ title: "PL after 4.5″", grey: "" });
    expect(named('Rifle Team after 2"')).toMatchObject({ title: "Rifle Team after 2″", grey: "" });
    expect(named('the wall, 12" away')).toMatchObject({ title: "The wall", grey: "12″" });
  });

  it("is named by the unit, with the rest of its label in the grey line", () => {
    const row = rowOf(option({ label: '1st group, 39.9" away' }), { decision, table, side: 0 });
    expect(row).toMatchObject({ title: "1st group", grey: "40″", number: null });
  });

  it("says that it would come to nothing", () => {
    const known = { decision, table, side: 0, promised: promised({ vain: "out of range" }), roll };
    expect(rowOf(option({}), known)).toMatchObject({ pointless: "out of range", grey: "out of range", number: null });
  });

  it("what an order is good for is its grey line, and its number stands where no forecast has a better one", () => {
    const waits = promised({ says: "wait for a target", gives: '24"' });
    const ambush = option({ key: "ambush", label: "Ambush", unit: null });
    const row = rowOf(ambush, { decision: { ...decision, kind: "order" }, table, side: 0, promised: waits });
    expect(row).toMatchObject({ grey: "wait for a target", number: { value: "24″", unit: "" } });
    const down = rowOf(ambush, { decision, table, side: 0, promised: { ...waits, gives: "-1 to hit" } });
    expect(down.number).toMatchObject({ value: "−1", unit: "to hit" });
    const obeys = rowOf(ambush, { decision, table, side: 0, promised: { ...waits, gives: "72 % obeys" } });
    expect(obeys.number).toMatchObject({ value: "72\u00a0%", unit: "obeys", size: 72 });
  });
});

describe("a list of targets", () => {
  const tank: Effect = {
    ...loss(2, ""),
    what: "destroyed",
    one: "",
    chances: [
      { value: "no", chance: "3/4" },
      { value: "yes", chance: "1/4" },
    ],
  };
  const men: Effect = {
    ...loss(1, "22/10"),
    chances: [
      { value: "0", chance: "1/5" },
      { value: "3", chance: "4/5" },
    ],
  };
  const options = [option({}), option({ key: "u2", label: "MG team", unit: 2 })];
  const told = new Map([
    ["u1", foreseen(men)],
    ["u2", foreseen(tank)],
  ]);
  const known = { decision, table, side: 0, foretold: true };
  it("counts them all, or tells the chance of them all", () => {
    const mixed = (found: ReadonlyMap<string, Foreseen>) => ofSeveralKinds(options, known, (key) => found.get(key));
    expect(mixed(told)).toBe(true);
    expect(mixed(new Map([...told, ["u2", foreseen(loss(2, "1"))]]))).toBe(false);
    const number = (n: number) =>
      rowOf(options[n]!, { ...known, chances: true, roll, foreseen: told.get(options[n]!.key) }).number;
    expect(number(0)).toMatchObject({ value: "80\u00a0%", unit: "a man", exact: "2.2 men lost on average" });
    expect(number(1)).toMatchObject({ value: "25\u00a0%", unit: "destroyed" });
    const unhurt = rowOf(options[0]!, { ...known, chances: true, roll, foreseen: foreseen() }).number;
    expect(unhurt?.value).toBe("0\u00a0%");
  });

  it("tells what dice show only where nothing comes of them that could be told", () => {
    expect(rowOf(options[0]!, { ...known, roll }).number).toBeNull(); // its forecast is yet to come
    expect(rowOf(options[0]!, { ...known, roll, foreseen: foreseen() }).number?.value).toBe("0");
    const alone = { ...known, foretold: false };
    expect(rowOf(options[0]!, { ...alone, roll }).number).toMatchObject({ value: "50\u00a0%", unit: "a die" });
    expect(rowOf(options[0]!, { ...alone, roll: test }).number).toMatchObject({ value: "72\u00a0%", unit: "passes" });
    expect(rowOf(options[0]!, { ...known, foreseen: foreseen(), roll: test }).number?.value).toBe("0");
  });
});

describe("the row of an order", () => {
  const order = { ...decision, kind: "order" } as DecisionView;
  it("says how far it goes", () => {
    const row = rowOf(option({ key: "advance", label: "Advance", unit: null }), { decision: order, table, side: 0 });
    expect(row.number?.value).toBe("6″");
  });

  it("says whom it hits", () => {
    const known = { decision: order, table, side: 0, foreseen: foreseen(loss(2, "3/2")) };
    const row = rowOf(option({ key: "fire", label: "Fire", unit: null }), known);
    expect(row).toMatchObject({ title: "Fire", grey: "at MG team" });
    expect(row.number).toMatchObject({ value: "1.5", unit: "men" });
  });

  it("says what one loses oneself with a minus", () => {
    const known = { decision: order, table, side: 0, foreseen: foreseen(loss(0, "1/2")) };
    expect(rowOf(option({ key: "stay", label: "stay up", unit: null }), known).number?.value).toBe("−0.5");
  });
});

describe("advice", () => {
  const found = new Map([
    ["a", { balance: { gain: 10, loss: 0 } }],
    ["b", { balance: { gain: 9.5, loss: 0 } }],
    ["c", { balance: { gain: 12, loss: 9 } }],
  ]);
  it("has three strengths, and is off", () => {
    expect(advise(found, 0).size).toBe(0);
    expect(advise(found, 1).size).toBe(0); // a is hardly better than b
    expect([...advise(found, 2).keys()]).toEqual(["a"]);
    expect([...advise(found, 3)].map(([key, { rank }]) => [key, rank])).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]);
  });

  it("marks what is clearly better at its weakest", () => {
    expect([...advise(new Map([...found].filter(([key]) => key !== "b")), 1).keys()]).toEqual(["a"]);
  });
});

describe("keys", () => {
  it("are there for thirty-five options", () => {
    expect([hotkey(0), hotkey(8), hotkey(9), hotkey(34), hotkey(35)]).toEqual(["1", "9", "⇧A", "⇧Z", ""]);
    expect([placeOf("1"), placeOf("Shift+a"), placeOf("Shift+z"), placeOf("a")]).toEqual([0, 9, 34, null]);
  });
});

describe("the row of a place ahead", () => {
  it("does not say how far its unit is now, or in what cover", () => {
    const sighting = { unit: 1, seen: 5, models: 5, cover: "heavy cover", distance: 25_000 } as unknown as Sighting;
    const known = { decision, table, side: 0, sighting };
    expect(rowOf(option({}), known).grey).toContain("25″");
    expect(rowOf(option({ label: 'zombie 1 of 2 after 1"', figure: 4, at: [0, 0] }), known).grey).toBe("");
  });
});

describe("what is barred", () => {
  it("is told in a word", () => {
    expect(barredTitle("the wheat is in the way")).toBe("Out of sight");
    expect(barredTitle("Baker Platoon is out of range")).toBe("Out of range");
    expect(barredTitle("it has an order already")).toBe("Not now");
    expect(barredTitle("no enemy in sight")).toBe("Out of sight");
  });

  it("is not out of sight where somebody sees too much, or is seen", () => {
    expect(barredTitle("it has enemies in sight")).toBe("Not now");
    expect(barredTitle("Able's medic is in sight of the enemy")).toBe("Not now");
    expect(barredTitle("Bazooka team is not Hidden")).toBe("Not now");
    expect(barredTitle("nobody of Able has stood still with an enemy in sight")).toBe("Not now");
  });
});

describe("what all rows say", () => {
  const row = (grey: string): Row => ({ title: "", grey, number: null, pointless: "" });
  const rows = [
    "28″, in the open, it may go Down first",
    "31″, in the open, it may go Down first",
    "9″, it may go Down first",
  ].map(row);

  it("is said once, and no row says it again", () => {
    const said = saidByAll(rows);
    expect(said).toEqual(["it may go Down first"]);
    expect(rows.map((one) => without(one, said).grey)).toEqual(["28″, in the open", "31″, in the open", "9″"]);
  });

  it("stays where it is if it is short, if somebody does not say it, or if there are but two", () => {
    expect(saidByAll(["in the open", "in the open", "in the open"].map(row))).toEqual([]);
    expect(saidByAll([...rows, row("5″, in the open")])).toEqual([]);
    expect(saidByAll(rows.slice(0, 2))).toEqual([]);
  });
});
