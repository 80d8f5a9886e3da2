import { describe, expect, it } from "vitest";
import { fitOf, hullKind, HULLS, turretTurns } from "./hulls";
import { SYMBOL_IDS } from "./symbols";
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
    const marks = ROLES.map((role) => JSON.stringify(armOf(role, "infantry")));
    // A bazooka and a Panzerschreck are the same thing to the eye.
    expect(new Set(marks).size).toBe(ROLES.length - 1);
    expect(armOf("Pak40 Team", "gun")).toEqual(armOf("57mm Team", "gun"));
  });

  it("have that of their unit where the role tells nothing", () => {
    expect(armOf("Some Team", "mortar").glyph).toEqual(armOf("60mm mortar Team", "mortar").glyph);
    expect(armOf("Some Team", "infantry").glyph).toEqual(armOf("Rifle Team", "infantry").glyph);
    expect(armOf("sniper", "infantry").glyph).not.toEqual(armOf("Rifle Team", "infantry").glyph);
  });

  it("of leaders are known, in vehicles too", () => {
    expect(["PL", "CC", "M4 Sherman (PL)", "platoon leader"].every(leads)).toBe(true);
    expect(["PL", "CC", "M4 Sherman (PL)", "FO"].filter(commands)).toEqual(["CC"]);
    expect(["FO", "Rifle Team", "57mm Team", "M4 Sherman"].some(leads)).toBe(false);
  });

  it.each([[2000, 1250], [1250, 1000], [2000, 2500]])("of %i by %i differ by side in more than colour", (w, l) => {
    const [one, other] = [0, 1].map((side) => standOf(side, armOf("Rifle Team", "infantry"), w, l));
    expect(one?.base).not.toEqual(other?.base);
    expect(JSON.stringify([one, other])).not.toMatch(/NaN|undefined|null|--/);
  }); // prettier-ignore

  it("carry their men inside their edges, the weapon among them", () => {
    for (const role of ROLES) {
      const arm = armOf(role, "infantry");
      const { men } = standOf(0, arm, 2000, 1250);
      expect(men.length).toBe(arm.beside.length + 1);
      expect(men.map(({ glyph }) => glyph)).toContain(arm.glyph);
      for (const { x, y } of men) expect(Math.abs(x) < 1000 && Math.abs(y) < 625).toBe(true);
    }
    expect(standOf(0, armOf("gun", "gun"), 2000, 3000).men.length).toBe(1); // its crew stands around it
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
  });

  it("point as they are told, else stay as they are on their hull", () => {
    const pose = { figure: 0, words: "", turret: 3500 };
    expect(turretAt({ bearing: 900 }, 0, undefined)).toBeNull();
    expect(turretAt({ bearing: 900, turret: 100 }, 0, pose)).toBe(100);
    expect(turretAt({ bearing: 900, turret: null }, 0, pose)).toBe(800);
  });
});

describe("hulls", () => {
  it("of tanks are light, medium or heavy by their names, else by their size", () => {
    expect(hullKind("tank", 1350, 2700, "Panther")).toBe("heavy");
    expect(hullKind("tank", 900, 1800, "M3 Stuart (PL)")).toBe("light");
    expect(hullKind("tank", 2000, 4100, "vehicle Sherman")).toBe("medium");
    expect(hullKind("tank", 2500, 4400, "vehicle")).toBe("heavy");
    expect(hullKind("tank", 3000, 6000)).toBe("heavy");
    expect(hullKind("tank", 2000, 4500)).toBe("light");
  });

  it("have a drawing each, with a turret where one turns", () => {
    for (const [kind, { turret }] of Object.entries(HULLS)) {
      expect(SYMBOL_IDS).toContain(`v-${kind}`);
      expect(SYMBOL_IDS.has(`v-${kind}-turret`)).toBe(turret);
    }
  });

  it("fill the size that the book gives them; turrets are not stretched", () => {
    const fit = fitOf("medium", 2500, 5000);
    expect(fit.across * HULLS.medium.width).toBeCloseTo(2500);
    expect(fit.along * HULLS.medium.length).toBeCloseTo(5000);
    expect(fit.turret).toBe(Math.min(fit.across, fit.along));
  });
});
