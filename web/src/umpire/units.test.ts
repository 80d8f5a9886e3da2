import { describe, expect, it } from "vitest";
import { BOOK, FACTS, SHOOTING } from "./fake";
import {
  added,
  applied,
  changed,
  changesOf,
  doubled,
  filled,
  freeName,
  readUnits,
  removed,
  rolesOf,
  type Unit,
} from "./units";

const unit = (id: number, name: string, facts: Record<string, unknown> = {}): Unit => ({
  id,
  name,
  destroyed: false,
  facts: { men: 10, pins: 0, order: "none", ...facts },
});
const TWO = [unit(1, "1st squad"), unit(2, "Pak crew", { men: 4, pins: 2 })];

describe("the list", () => {
  it("adds a unit with the facts of its preset, and what is usual where a preset has nonsense", () => {
    const [squad] = added([], FACTS, "Rifle squad", BOOK.presets[0]);
    expect(squad).toEqual(unit(1, "Rifle squad", { men: 8 }));
  });

  it("gives nobody a name that is taken", () => {
    expect(freeName(TWO, "  1st   squad ")).toBe("1st squad 2");
    expect(freeName([...TWO, unit(3, "1st squad 2")], "1st squad")).toBe("1st squad 3");
    expect(added(TWO, FACTS, "Pak crew").at(-1)).toMatchObject({ id: 3, name: "Pak crew 2" });
  });

  it("doubles a unit right behind it, with its markers and an id of its own", () => {
    const found = doubled(TWO, 1);
    expect(found.map((one) => [one.id, one.name])).toEqual([
      [1, "1st squad"],
      [3, "1st squad 2"],
      [2, "Pak crew"],
    ]);
    expect(found[1]?.facts).not.toBe(found[0]?.facts);
  });

  it("changes and removes one unit and leaves the others", () => {
    expect(changed(TWO, 2, { facts: { pins: 3 } })[1]?.facts).toEqual({ men: 4, pins: 3, order: "none" });
    expect(changed(TWO, 2, { facts: { pins: 3 } })[0]).toBe(TWO[0]);
    expect(removed(TWO, 1)).toEqual([TWO[1]]);
  });

  it("is read back as it was kept, and nonsense is left out", () => {
    expect(readUnits(JSON.stringify(TWO))).toEqual(TWO);
    expect(readUnits(JSON.stringify([TWO[0], TWO[0], { id: "x" }, null, 7, TWO[1]]))).toEqual(TWO);
    for (const text of [null, "", "{", "7", '{"a":1}']) expect(readUnits(text)).toEqual([]);
  });
});

describe("roles", () => {
  it("are those of the fields and of what is left behind", () => {
    expect(rolesOf(SHOOTING)).toEqual(["shooter", "target"]);
  });

  it("fill the fields of their own facts only", () => {
    expect(filled(SHOOTING, "target", TWO[1] as Unit)).toEqual({ target_men: 4, target_pins: 2 });
    expect(filled(SHOOTING, "shooter", TWO[1] as Unit)).toEqual({ pins: 2 });
    // A field takes nothing that it cannot hold: a target has a man at least.
    expect(filled(SHOOTING, "target", unit(3, "nobody", { men: 0 }))).toEqual({ target_pins: 0 });
  });
});

describe("applying a result", () => {
  const found = { casualties: "3", pins: "1", destroyed: "no", order: "fire" };
  const changes = (units: Unit[], cast: Record<string, number>, more: Record<string, string> = {}) =>
    changesOf(SHOOTING, FACTS, cast, units, { ...found, ...more });

  it("adds, subtracts and sets as the question says what it leaves", () => {
    const all = changes(TWO, { shooter: 1, target: 2 });
    expect(all.map((one) => `${one.name}: ${one.words}`)).toEqual([
      "Pak crew: men 4 → 1",
      "Pak crew: pins 2 → 3",
      "1st squad: order No order → Fire",
    ]);
    expect(applied(TWO, all)).toEqual([
      unit(1, "1st squad", { order: "fire" }),
      unit(2, "Pak crew", { men: 1, pins: 3 }),
    ]);
  });

  it("keeps within what a fact takes", () => {
    expect(changes(TWO, { target: 2 }, { casualties: "9" })[0]).toMatchObject({ before: 4, after: 0 });
    const pinned = [unit(1, "a", { pins: 11 })];
    expect(changes(pinned, { target: 1 }, { casualties: "0", pins: "5" })).toMatchObject([{ before: 11, after: 12 }]);
  });

  it("destroys, and never brings anybody back", () => {
    const gone = changes(TWO, { target: 2 }, { destroyed: "yes" });
    expect(gone.at(-1)?.words).toBe("destroyed");
    const after = applied(TWO, gone);
    expect(after[1]?.destroyed).toBe(true);
    expect(changes(after, { target: 2 }).some((one) => one.fact === "destroyed")).toBe(false);
  });

  it("does nothing to units that took no part, nor with what it cannot read", () => {
    expect(changes(TWO, {})).toEqual([]);
    expect(changes(TWO, { target: 7 })).toEqual([]);
    expect(changes(TWO, { target: 2, shooter: 1 }, { casualties: "", pins: "many", order: "dance" })).toEqual([]);
  });

  it("counts what changes the same fact twice together", () => {
    const twice = {
      ...SHOOTING,
      leaves: [...SHOOTING.leaves, { outcome: "more", role: "target", fact: "pins", how: "add" as const }],
    };
    const all = changesOf(twice, FACTS, { target: 2 }, TWO, { pins: "1", more: "2" });
    expect(all).toMatchObject([{ before: 2, after: 5, words: "pins 2 → 5" }]);
  });
});
