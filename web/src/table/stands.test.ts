import { describe, expect, it } from "vitest";
import { hullOf, penOf, turretTurns } from "./hulls";
import { turretAt } from "./poses";
import { armOf, commands, drops, leads, pressing, standOf, vehicleOf } from "./stands";

const shape = (role: string, width = 2000, length = 1250) => ({ role, width, length });

describe("what stands on a rectangular base", () => {
  it.each(["tank", "tank-destroyer", "armoured-car", "half-track", "carrier", "truck", "jeep"])("is a %s", (symbol) => {
    expect(vehicleOf(shape("M4 Sherman (PL)", 1050, 2300), symbol)).toBe(symbol);
  });

  it.each(["infantry", "mg", "mortar", "at-team", "gun", "howitzer", "officer", "observer"])("is no %s", (symbol) => {
    expect(vehicleOf(shape("Rifle Team"), symbol)).toBeNull();
    expect(vehicleOf(shape("anti-tank gun"), symbol)).toBeNull();
  });

  it("is told by its role in a mixed unit", () => {
    expect(vehicleOf(shape("PL", 1250, 1000), "tank")).toBeNull();
    expect(vehicleOf(shape("Rifle Team"), "half-track")).toBeNull();
    expect(vehicleOf(shape("Half-track"), "infantry")).toBe("half-track");
  });

  it("is nothing without a length", () => {
    expect(vehicleOf(shape("man", 0, 0), "tank")).toBeNull();
  });
});

describe("stands", () => {
  const ROLES = [
    "Rifle Team", "SMG Team", "LMG Team", "HMG Team", "Bazooka Team", "Panzerfaust Team", "Panzerschreck Team",
    "60mm mortar Team", "81mm mortar Team", "57mm Team", "105mm Team", "15cm Nebelwerfer Team", "PL", "CC", "FO",
  ]; // prettier-ignore

  it("have a mark for every arm, each another", () => {
    const marks = ROLES.map((role) => JSON.stringify(armOf(role, "infantry").mark));
    expect(new Set(marks).size).toBe(ROLES.length);
    expect(armOf("Pak40 Team", "gun").mark).toEqual(armOf("57mm Team", "gun").mark);
  });

  it("have that of their unit where the role tells nothing", () => {
    expect(armOf("Some Team", "mortar").mark).toEqual(armOf("60mm mortar Team", "mortar").mark);
    expect(armOf("Some Team", "infantry").mark).toEqual(armOf("Rifle Team", "infantry").mark);
    expect(armOf("sniper", "infantry").mark).not.toEqual(armOf("Rifle Team", "infantry").mark);
  });

  it("of leaders are known, in vehicles too", () => {
    expect(["PL", "CC", "M4 Sherman (PL)", "platoon leader"].every(leads)).toBe(true);
    expect(["PL", "CC", "M4 Sherman (PL)", "FO"].filter(commands)).toEqual(["CC"]);
    expect(["FO", "Rifle Team", "57mm Team", "M4 Sherman"].some(leads)).toBe(false);
  });

  it.each([[2000, 1250], [1250, 1000], [2000, 2500]])("of %i by %i differ by side in more than colour", (w, l) => {
    const [one, other] = [0, 1].map((side) => standOf(side, 4, w, l));
    expect(one?.base).not.toEqual(other?.base);
    expect(one?.badge).toBeLessThan(Math.min(w, l) / 2);
    expect(JSON.stringify([one, other])).not.toMatch(/NaN|undefined|null|--/);
  }); // prettier-ignore

  it("have heads only where there is room for them", () => {
    expect(standOf(0, 4, 2000, 1250).heads.match(/Z/g)?.length).toBe(4);
    expect(standOf(0, 2, 2000, 2500).heads.match(/Z/g)?.length).toBe(2);
    expect(standOf(0, 4, 1000, 1000).heads).toBe("");
    expect(standOf(0, 0, 1250, 1000).heads).toBe("");
  });

  it("that are pressed down have an arrow for each marker", () => {
    expect(pressing(1).match(/Z/g)?.length).toBe(1);
    expect(pressing(2).match(/Z/g)?.length).toBe(2);
  });
});

describe("wounds", () => {
  it.each([1, 2, 3])("are %i drops around the middle", (count) => {
    const drawn = drops(count);
    expect(drawn.match(/Z/g)?.length).toBe(count);
    const across = [...drawn.matchAll(/M(-?\d+) /g)].map((found) => Number(found[1]));
    expect(across.reduce((sum, x) => sum + x, 0)).toBe(0);
    expect(new Set(across).size).toBe(count);
  });
});

describe("turrets", () => {
  it("turn on tanks and armoured cars, not on what has its gun in the hull", () => {
    expect(["tank", "armoured-car"].every(turretTurns)).toBe(true);
    expect(["tank-destroyer", "half-track", "truck", "jeep", "carrier"].some(turretTurns)).toBe(false);
    expect(hullOf("tank-destroyer", 1150, 2200).turret).not.toBe("");
  });

  it("point as they are told, else stay as they are on their hull", () => {
    const pose = { figure: 0, words: "", turret: 3500 };
    expect(turretAt({ bearing: 900 }, 0, undefined)).toBeNull();
    expect(turretAt({ bearing: 900, turret: 100 }, 0, pose)).toBe(100);
    expect(turretAt({ bearing: 900, turret: null }, 0, pose)).toBe(800);
  });

  it("are drawn with a finer pen on small hulls", () => {
    expect(penOf(1050)).toBeLessThan(penOf(1500));
    expect(penOf(2500)).toBe(1);
  });
});
