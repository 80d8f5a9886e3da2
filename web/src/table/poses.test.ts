import { describe, expect, it } from "vitest";
import type { FigureView, Marker, Pose, UnitView } from "../wire";
import { markerWidth } from "./labels";
import { glyphOf, glyphOfUnit } from "./glyphs";
import { fights, hides, poseWords, posesOf, smoked } from "./poses";
import { signOf, troubles } from "./signs";
import { SYMBOL_IDS } from "./symbols";
import { drawMarks, pieceWords } from "./terrain";

const marker = (kind: string, label = kind, count = 1): Marker => ({ kind, label, count });

const unit = (number: number, poses: Pose[], markers: Marker[] = []): UnitView =>
  ({ number, name: `Unit ${number}`, side: number, figures: [], anchor: null, shown: { poses, markers } }) as unknown as UnitView; // prettier-ignore

const figure = (number: number, at: [number, number] | null, role = "man"): FigureView => ({
  number,
  unit: 0,
  role,
  at,
  bearing: 0,
  radius: 500,
  length: 0,
  width: 0,
});

describe("creatures and machines that walk", () => {
  it.each([
    ["zombie", "zombie"],
    ["werewolf", "beast"],
    ["alpha", "beast"],
    ["vampire", "vampire"],
    ["machine", "mech"],
    ["radio operator", "officer"],
  ])("a %s of a unit drawn as %s has a mark of its own", (role, symbol) => {
    expect(glyphOf(role, symbol)).not.toEqual(glyphOf("rifleman", "infantry"));
    expect(glyphOf(role, symbol)).not.toEqual(glyphOf("gunner", "mg"));
  });

  it("are told apart as units, too", () => {
    const marks = ["infantry", "zombie", "beast", "vampire", "mech", "tank"].map((symbol) => JSON.stringify(glyphOfUnit(symbol))); // prettier-ignore
    expect(new Set(marks).size).toBe(marks.length);
  });

  it("a submachine gunner is a man with a gun of his own, not a machine gun", () => {
    expect(glyphOf("submachine gunner", "infantry")).toBe("smg");
  });
});

describe("signs of markers", () => {
  const KINDS = [
    "activated", "engaged", "fleeing", "disorganized", "scattered", "suppressed", "dread", "hidden", "overwatch", "freed", "smoke",
    "shaken", "immobilised", "broken", "down", "burning", "prone", "frenzied", "jammed", "frag", "smoke-grenades",
    "grounded", "dug-in", "ran", "refreshed", "leaderless", "hold", "moved", "panicked", "panzerfaust", "satchel", "missions",
    "actions", "saved", "retiring", "stunned", "stuck", "down-weapon", "rifle-grenade", "at-grenade", "molotov", "he", "wp", "bomb",
    "fuel",
  ]; // prettier-ignore

  it("are there for every kind, each another, none with a number that is none", () => {
    const drawn = KINDS.map((kind) => signOf(marker(kind)));
    expect(drawn.every(Boolean)).toBe(true);
    expect(new Set(drawn.map((sign) => `${sign?.d}${sign?.solid ?? ""}`)).size).toBe(KINDS.length);
    for (const sign of drawn) expect(`${sign?.d}${sign?.solid ?? ""}`).not.toMatch(/NaN|undefined/);
  });

  it("show a hand grenade as one, whatever a book calls it", () => {
    expect(signOf(marker("grenade"))).toEqual(signOf(marker("frag")));
  });

  it("have room for their number", () => {
    expect(markerWidth(marker("prone", "3 Prone", 3))).toBeGreaterThan(markerWidth(marker("prone", "Prone")));
    expect(markerWidth(marker("suppressed", "Suppressed"))).toBe(19);
  });

  it("say what is wrong with a unit and what is not", () => {
    expect(KINDS.filter((kind) => troubles(marker(kind)))).toContain("fleeing");
    expect(troubles(marker("panicked"))).toBe(true);
    expect(troubles(marker("stunned"))).toBe(true);
    expect(troubles(marker("saved"))).toBe(false);
    expect(troubles(marker("overwatch"))).toBe(false);
    expect(troubles(marker("hold"))).toBe(false);
    expect(troubles(marker("something new"))).toBe(false);
  });
});

describe("how figures are", () => {
  const down: Pose = { figure: 3, words: "DOWN, on fire", lying: true, out: true, burning: true };
  const fighting: Pose = { figure: 1, words: "Engaged with Mob", locked: [5, 7] };

  it("is found by figure and said in words, those alike together", () => {
    const one = unit(0, [down, fighting, { ...down, figure: 4 }]);
    expect(posesOf(one).get(3)).toEqual(down);
    expect(posesOf(one).get(2)).toBeUndefined();
    const figures = [0, 1, 2, 3, 4].map((number) => figure(number, [0, 0], number === 1 ? "sergeant" : "rifleman"));
    expect(poseWords(one, figures)).toEqual(["2 × rifleman: DOWN, on fire", "sergeant: Engaged with Mob"]);
    expect(poseWords(unit(0, []), figures)).toEqual([]);
  });

  it("joins those who fight, each pair once, and only those on the table", () => {
    const figures = [0, 1, 2, 3, 4, 5, 6].map((number) => figure(number, [number * 1000, 0]));
    figures.push(figure(7, null));
    const units = [unit(0, [fighting]), unit(1, [{ figure: 5, words: "Engaged with Able", locked: [1] }])];
    expect(fights({ units, figures })).toEqual([{ key: "1 5", from: [1000, 0], to: [5000, 0] }]);
  });

  it("is hidden or in smoke as a whole", () => {
    expect(hides(unit(0, [], [marker("hidden", "Hidden")]))).toBe(true);
    expect(smoked(unit(0, [], [marker("smoke-grenades", "1 smoke attack")]))).toBe(false);
    expect(smoked(unit(0, [], [marker("smoke", "in smoke")]))).toBe(true);
  });
});

describe("what lies on terrain", () => {
  const outline: [number, number][] = [[0, 0], [6000, 0], [6000, 6000], [0, 6000]]; // prettier-ignore

  it.each([["burning"], ["burnt"], ["smoke"]])("%s is drawn and said", (mark) => {
    for (const closed of [true, false]) {
      const { strokes, stamps = [] } = drawMarks({ outline, closed, marks: [mark] });
      expect(stamps.length).toBeGreaterThan(0);
      for (const { symbol } of stamps) expect(SYMBOL_IDS).toContain(symbol);
      for (const { d } of strokes) expect(d).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(pieceWords({ title: "the woods", marks: [mark] })).toMatch(/^the woods, ./);
  });

  it("is nothing on most of it", () => {
    expect(drawMarks({ outline, closed: true, marks: [] })).toEqual({ strokes: [] });
    expect(drawMarks({ outline, closed: true })).toEqual({ strokes: [] });
    expect(pieceWords({ title: "the woods" })).toBe("the woods");
  });
});
