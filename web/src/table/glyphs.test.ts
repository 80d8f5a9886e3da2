import { describe, expect, it } from "vitest";
import python from "../../../src/sandtable/play/shown.py?raw";
import { glyphOf, glyphOfRole, glyphOfUnit, glyphScale, MEN, symbolOf, turns, WEAPONS } from "./glyphs";
import { hullKind, HULLS } from "./hulls";
import { SYMBOL_IDS } from "./symbols";

const catalogues = import.meta.glob<string>("../../../src/sandtable/rulesets/*/catalogue/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Every role that a catalogue gives somebody. */
function roles(): Set<string> {
  const found = Object.values(catalogues).flatMap((file) => [...file.matchAll(/\brole = "([^"]+)"/g)]);
  return new Set(found.map(([, role]) => role as string));
}

// What the books' code calls those whom no catalogue names.
const UNWRITTEN = ["assistant", "crew", "gun", "nco", "commander", "driver", "hull gunner", "counter", "Platoon Leader", "Platoon Sergeant", "Senior NCO", "Artillery Observer", "long 75 mm gun"]; // prettier-ignore
// Only their units tell what they serve.
const SERVING = new Set(["gunner", "operator", "machine", "vehicle", "hull"]);

describe("glyphs", () => {
  it("there are for every role of every catalogue", () => {
    const all = roles();
    expect(all.size).toBeGreaterThan(25);
    for (const role of [...all, ...UNWRITTEN]) {
      if (!SERVING.has(role)) expect(glyphOfRole(role), role).toBeDefined();
    }
  });

  it("of whoever serves something are what his unit is about", () => {
    expect(glyphOf("gunner", "mg", 787)).toBe("mmg");
    expect(glyphOf("gunner", "mg", 500)).toBe("lmg");
    expect(glyphOf("gunner", "infantry")).toBe("lmg");
    expect(glyphOf("gunner", "at-team")).toBe("bazooka");
    expect(glyphOf("gunner", "mortar", 787)).toBe("mortar");
    expect(glyphOf("operator", "flamethrower")).toBe("flamer");
    expect(glyphOf("operator", "infantry")).toBe("rifle");
    expect(glyphOf("machine", "mech", 1200)).toBe("walker");
    expect(glyphOf("gun", "flak", 1181)).toBe("flak");
    expect(glyphOf("gun", "howitzer", 1181)).toBe("howitzer");
    expect(glyphOf("gun", "gun", 1181)).toBe("gun");
  });

  it("of leaders, specialists and creatures are their own", () => {
    const told = ["rifleman", "NCO", "officer", "medic", "sniper", "spotter", "signaller", "loader", "crewman", "zombie", "werewolf", "alpha", "vampire", "scout", "runner", "pioneer", "submachine gunner", "automatic rifleman", "counter"]; // prettier-ignore
    expect(new Set(told.map((role) => glyphOf(role, "infantry"))).size).toBe(told.length);
  });

  it("have drawings, and simple ones for small bases", () => {
    for (const glyph of MEN) {
      expect(SYMBOL_IDS, glyph).toContain(symbolOf(glyph));
      expect(SYMBOL_IDS, glyph).toContain(symbolOf(glyph, true));
    }
    for (const glyph of WEAPONS) expect(SYMBOL_IDS, glyph).toContain(symbolOf(glyph));
  });

  it("stand upright where they mean the same whichever way a man faces", () => {
    expect(turns("rifle")).toBe(true);
    expect(turns("officer")).toBe(false);
    expect(glyphScale("rifle", 500)).toBe(50);
    expect(glyphScale("gun", 1550)).toBe(100);
  });
});

describe("units", () => {
  it("of every symbol have a drawing", () => {
    const [, listed = ""] = /SYMBOLS = \(([^)]+)\)/.exec(python) ?? [];
    const symbols = [...listed.matchAll(/"([^"]+)"/g)].map(([, symbol]) => symbol as string);
    expect(symbols.length).toBeGreaterThan(20);
    for (const symbol of symbols) {
      const glyph = glyphOfUnit(symbol);
      if (glyph) expect(SYMBOL_IDS).toContain(symbolOf(glyph));
      else expect(Object.keys(HULLS)).toContain(hullKind(symbol, 2000, 4000));
    }
    expect(glyphOfUnit("infantry")).toBe("rifle");
    expect(glyphOfUnit("tank")).toBeNull();
  });
});
