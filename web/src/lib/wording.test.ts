import { expect, test } from "vitest";
import type { Act, Dice, Result } from "../wire";
import type { Came, Cast, Scene } from "./acts";
import { apart, deed, gist, goodOf, outcomeOf, plainly, sentence, throwTitle, tolls, wordOf } from "./wording";

const RESULTS: Record<string, Result> = {
  destroyed: { one: "destroyed", grade: 2 },
  "men lost": { one: "−1 man", many: "−{} men" },
  pins: { one: "1 pin", many: "{} pins" },
  morale: { one: "morale {}" },
  hits: { one: "1 hit", many: "{} hits", grade: 0 },
  "in Ambush": { one: "in ambush", harm: false, grade: 0 },
};

function cast(unit: number, name: string, side: number, x: number): Cast {
  const bodies = [{ figure: unit, at: [x, 0] as [number, number], bearing: 0, radius: 500, length: 0, width: 0 }];
  return { unit, name, side, seat: side, symbol: "mg", at: [x, 0], bodies };
}

const MG = cast(0, "MG team", 1, 0);
const ABLE = cast(1, "Able squad", 0, 16_000);

const came = (what: string, value: number | string, unit = 1): Came => ({ unit, what, value, detail: false });

function scene(more: Partial<Scene> = {}, act: Partial<Act> = {}): Scene {
  return {
    beat: 1,
    last: 1,
    turn: 1,
    act: { kind: "fire", actor: 0, says: "fires at", targets: [1], ...act },
    actor: MG,
    targets: [ABLE],
    others: [],
    dice: [],
    came: [],
    trails: [],
    fallen: [],
    lines: [],
    ...more,
  };
}

const dice = (needs: string, ...faces: number[]): Dice =>
  ({ sides: 6, faces, seat: 0, needs, why: "to hit", result: "" }) as Dice;

test("one, several and words are told in the book's own words", () => {
  expect(wordOf(came("men lost", 1), RESULTS)?.text).toBe("−1 man");
  expect(wordOf(came("men lost", 2), RESULTS)?.text).toBe("−2 men");
  expect(wordOf(came("morale", "fails"), RESULTS)?.text).toBe("morale fails");
  expect(wordOf(came("destroyed", "yes"), RESULTS)?.text).toBe("destroyed");
  expect(wordOf(came("nobody knows", 3), RESULTS)).toBeNull();
  expect(wordOf({ ...came("men lost", 1), detail: true }, RESULTS)).toBeNull();
});

test("the sentence names actor, target, distance and result", () => {
  const shot = scene({ came: [came("hits", 3), came("men lost", 2), came("pins", 1)] });
  const parts = sentence(shot, RESULTS);
  expect(plainly(parts)).toBe("MG team fires at Able squad, 15 inches: −2 men, 1 pin.");
  expect(parts.filter((part) => part.side !== undefined).map((part) => [part.text, part.side])).toEqual([
    ["MG team", 1],
    ["Able squad", 0],
  ]);
  expect(parts.at(-1)).toMatchObject({ result: true, harm: true });
});

test("trifles are told only where nothing else came of it", () => {
  expect(outcomeOf(scene({ came: [came("hits", 3), came("pins", 1)] }), RESULTS).text).toBe("1 pin");
  expect(outcomeOf(scene({ came: [came("hits", 3)] }), RESULTS)).toMatchObject({ text: "3 hits", harm: false });
});

test("the end of a unit comes first, whatever else came of it", () => {
  const [toll] = tolls(scene({ came: [came("men lost", 3), came("destroyed", "yes")] }), RESULTS);
  expect(toll?.words.map((word) => word.text)).toEqual(["destroyed", "−3 men"]);
});

test("others who were hurt are named", () => {
  const third = cast(2, "Medic", 0, 9000);
  const shot = scene({ others: [third], came: [came("pins", 1), came("men lost", 1, 2)] });
  expect(plainly(sentence(shot, RESULTS))).toBe("MG team fires at Able squad, 15 inches: 1 pin; Medic −1 man.");
});

test("an attacker who is beaten is told at the end of his row", () => {
  const fight = scene(
    { came: [came("men lost", 3), came("destroyed", "yes", 0)] },
    { kind: "assault", says: "fights" },
  );
  expect(outcomeOf(fight, RESULTS)).toMatchObject({ text: "−3 men; MG team destroyed", harm: true });
});

test("a miss and a hit that does nothing are told apart by the first throw", () => {
  expect(outcomeOf(scene({ dice: [dice("4+", 1, 3)] }), RESULTS).text).toBe("missed");
  expect(outcomeOf(scene({ dice: [dice("4+", 5), dice("5+", 1)] }), RESULTS).text).toBe("no effect");
  expect(outcomeOf(scene({ dice: [] }), RESULTS).text).toBe("");
  expect(outcomeOf(scene({ dice: [dice("4+", 5)] }), RESULTS).text).toBe(""); // the next dice have not fallen yet
});

test("a move says how far", () => {
  const from = { figure: 0, at: [0, 0] as [number, number], bearing: 0, radius: 500, length: 0, width: 0 };
  const trails = [{ unit: 0, side: 1, from, way: [[6000, 0] as [number, number]], bearing: 0 }];
  const move = scene({ targets: [], trails }, { kind: "move", says: "advances", targets: [] });
  expect(plainly(sentence(move, RESULTS))).toBe("MG team advances, 6 inches.");
  expect(gist(move, RESULTS).text).toBe("6″");
});

test("what the verb has said is not said again", () => {
  const lies = scene({ targets: [], came: [came("in Ambush", "yes", 0)] }, { kind: "order", says: "lies in ambush" });
  expect(plainly(sentence(lies, RESULTS))).toBe("MG team lies in ambush.");
  const lost = { "loses its nerve": { one: "loses its nerve" } };
  const flees = scene(
    { targets: [], came: [came("loses its nerve", "yes", 0)] },
    { kind: "test", says: "loses its nerve" },
  );
  expect(plainly(sentence(flees, lost))).toBe("MG team loses its nerve.");
  expect(outcomeOf(flees, lost)).toMatchObject({ text: "", harm: true });
  expect(gist(flees, lost).text).toBe("nerves");
});

test("somebody unseen, and what falls from the sky", () => {
  expect(plainly(deed(scene({ actor: null }, { actor: null })))).toBe("Somebody unseen fires at Able squad");
  const barrage = scene({ actor: null }, { kind: "strike", actor: null, says: "A barrage falls on" });
  expect(plainly(deed(barrage))).toBe("A barrage falls on Able squad");
});

test("on a little card a few letters have to do", () => {
  expect(gist(scene({ came: [came("men lost", 2), came("pins", 1)] }), RESULTS)).toMatchObject({
    text: "−2",
    harm: true,
  });
  expect(gist(scene({ came: [came("pins", 1)] }), RESULTS).text).toBe("1 pin");
  expect(gist(scene({ targets: [] }, { kind: "order", says: "waits" }), RESULTS).text).toBe("order");
});

test("distances are measured from base to base", () => {
  expect(apart(MG, ABLE)).toBe(15_000);
  expect(apart(null, ABLE)).toBeNull();
});

test("dice: what they need, and which of them were good", () => {
  expect(goodOf(dice("4+", 3, 4, 6))).toEqual([false, true, true]);
  expect(goodOf(dice("", 3))).toEqual([null]);
  expect(throwTitle(dice("4+ (-1 long range)", 3))).toBe("To hit 4+");
  expect(throwTitle({ ...dice("6+", 3), why: "Puma (Light cannon) at Able: to hit" })).toBe("To hit 6+");
});
