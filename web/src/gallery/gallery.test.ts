import { describe, expect, it } from "vitest";
import acts from "../../../src/sandtable/play/acts.py?raw";
import notes from "../../../src/sandtable/play/notes.py?raw";
import shown from "../../../src/sandtable/play/shown.py?raw";
import kinds from "../../../src/sandtable/table/kinds.toml?raw";
import { glyphOf, MEN, symbolOf, WEAPONS } from "../table/glyphs";
import { hullKind, HULLS } from "../table/hulls";
import { isOrder, isPins } from "../table/labels";
import { signOf } from "../table/signs";
import { SYMBOLS } from "../table/symbols";
import { drawPiece } from "../table/terrain";
import { acted } from "./acts";
import { ground, marked, markers, men, scene, SEASONS, traces, vehicles, weapons } from "./pieces";
import { BOOKS } from "./roster";

/** The words of a tuple or a Literal of the engine's. */
const words = (source: string, name: string): string[] => {
  const [, found = ""] = new RegExp(`^${name} = (?:Literal)?[([]([^)\\]]*)[)\\]]`, "m").exec(source) ?? [];
  return [...found.matchAll(/"([^"]*)"/g)].map(([, word]) => word as string);
};

const showing = import.meta.glob<string>("../../../src/sandtable/rulesets/**/*.py", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Every kind of marker that a book's code lays beside a unit. */
function laid(): Set<string> {
  const found = Object.values(showing)
    .filter((source) => /play\.shown import .*\bMarker\b/.test(source))
    .flatMap((source) => [
      ...[...source.matchAll(/\bMarker\(\s*"([a-z-]+)"/g)].map(([, kind]) => kind as string),
      ...(source.includes("Marker(kind, ")
        ? [...source.matchAll(/^\s+"([a-z-]+)": \(f?"/gm)].map(([, kind]) => kind as string)
        : []),
    ]);
  return new Set(found);
}

describe("the gallery", () => {
  it("has an example for every drawing of a man, a weapon and a vehicle", () => {
    men.forEach(({ role, symbol, radius }, place) => expect(glyphOf(role, symbol, radius)).toBe(MEN[place]));
    weapons.forEach(({ role, symbol, radius }, place) => expect(glyphOf(role, symbol, radius)).toBe(WEAPONS[place]));
    const drawn = vehicles.map(({ symbol, width, length, name }) => hullKind(symbol, width, length, name));
    expect(drawn).toEqual(Object.keys(HULLS));
  });

  it("has every kind of terrain that the engine knows, each with a drawing of its own", () => {
    const known = [...kinds.matchAll(/^\[([\w-]+)\]\nform = "(\w+)"/gm)];
    expect(known.length).toBeGreaterThan(20);
    for (const [, kind, form] of known) {
      const found = ground.find(({ piece }) => piece.kind === kind && piece.closed === (form === "area"));
      expect(found, kind).toBeDefined();
      const stranger = drawPiece({ ...found!.piece, kind: "no-such-kind" });
      expect(drawPiece(found!.piece), kind).not.toEqual(stranger);
    }
    expect(new Set(scene.map(({ number }) => number)).size).toBe(scene.length);
  });

  it("has every season, every mark on the ground and everything that flies", () => {
    expect([...SEASONS].sort()).toEqual(words(notes, "Season").sort());
    for (const mark of words(shown, "GROUND_MARKS")) {
      expect(marked.some(({ piece }) => piece.marks?.includes(mark as never))).toBe(true);
    }
    const flying = words(acts, "TRACES").filter(Boolean);
    expect(flying.length).toBeGreaterThan(5);
    expect(traces).toEqual(expect.arrayContaining(flying));
    for (const trace of traces) expect(acted(trace).scene.targets, trace).toHaveLength(1);
  });

  it("has every marker that a book lays beside a unit, drawn rather than written", () => {
    const all = [...laid()];
    expect(all.length).toBeGreaterThan(35);
    const drawn = all.filter((kind) => {
      const marker = { kind, label: kind, count: 1 };
      return isPins(marker) || isOrder(marker) || markers.some((one) => one.marker.kind === kind && signOf(marker));
    });
    expect(drawn).toEqual(all);
  });

  it("has no two drawings that are the same", () => {
    const bodies = new Map(
      [...SYMBOLS.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)].map(([, id, body]) => [id, body?.trim()]),
    );
    for (const tiny of [false, true]) {
      const drawn = [...MEN, ...WEAPONS].map((glyph) => bodies.get(symbolOf(glyph, tiny)));
      expect(drawn).not.toContain(undefined);
      expect(new Set(drawn).size).toBe(drawn.length);
    }
  });

  it("lists nobody twice", () => {
    for (const { book, bodies } of BOOKS) {
      expect(new Set(bodies.map(({ body }) => JSON.stringify({ ...body, name: "" }))).size, book).toBe(bodies.length);
    }
  });
});
