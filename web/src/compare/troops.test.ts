import { expect, test } from "vitest";
import type { FieldedView, ReadyView, TableView } from "../wire";
import { alike, inShort, moment, pictureWords, strength, troopRows, troopTitle } from "./troops";

function unit(name: string, troop: string, figures: number, points: number, facts = {}): FieldedView {
  return { card: { name, troop, points, facts: { nation: "US", ...facts } }, figures, symbol: "infantry" };
}

const TABLE: TableView = {
  width: 72000,
  depth: 48000,
  terrain: [],
  figures: [],
  units: [],
  objectives: [],
  fallen: [],
  turn: 1,
  heading: "",
};

function ready(title: string, ours: FieldedView[], theirs: FieldedView[] = [], table = TABLE): ReadyView {
  const force = (name: string, units: FieldedView[]): ReadyView["forces"][0] => ({
    name,
    nation: name,
    points: units.reduce((sum, { card }) => sum + card.points, 0),
    units,
  });
  return {
    ruleset: title,
    title,
    scenario: "two-platoons",
    came_on: false,
    table,
    forces: [force("US", ours), force("Germans", theirs)],
  };
}

test.each([
  ["us.rifle-squad", "Rifle squad"],
  ["de.mmg-team", "MMG team"],
  ["de.panzer-iv", "Panzer IV"],
  ["us.m4-sherman", "M4 sherman"],
  ["nobody", "Nobody"],
])("the troop %s is called %s", (troop, title) => {
  expect(troopTitle(troop)).toBe(title);
});

test("units that are alike are put together, and the nation is not repeated", () => {
  const squads = [unit("Able", "us.rifle-squad", 12, 128), unit("Baker", "us.rifle-squad", 12, 128)];
  const fewer = unit("Charlie", "us.rifle-squad", 10, 110, { quality: "veteran" });
  const found = alike([...squads, fewer], "US");
  expect(found.map(({ count, names, facts }) => [count, names, facts])).toEqual([
    [2, ["Able", "Baker"], []],
    [1, ["Charlie"], [["quality", "veteran"]]],
  ]);
  expect(found.map(inShort)).toEqual(["2 × 12 figures, 128 points each", "10 figures, 110 points"]);
});

test("how a book makes a unit of a troop is kept, and units of which it says otherwise stay apart", () => {
  const [able, baker] = [unit("Able", "us.rifle-squad", 3, 30), unit("Baker", "us.rifle-squad", 3, 30)];
  const said = { ...baker, card: { ...baker.card, represented: "a Unit of three stands" } };
  expect(alike([able, said], "US").map(({ represented }) => represented)).toEqual(["", "a Unit of three stands"]);
});

test("one of something is one of it", () => {
  expect(alike([unit("Hale", "us.officer", 1, 1)], "US").map(inShort)).toEqual(["1 figure, 1 point"]);
});

test("a row has a cell for every book, empty where the book has no such unit or has not come yet", () => {
  const first = ready("first", [unit("Able", "us.rifle-squad", 12, 128)]);
  const second = ready("second", [unit("Able", "us.rifle-squad", 3, 30), unit("Crew", "us.crew", 2, 5)]);
  const rows = troopRows([first, null, second], 0);
  expect(rows.map(({ troop, cells }) => [troop, cells.map((cell) => cell && cell.map(inShort))])).toEqual([
    ["us.rifle-squad", [["12 figures, 128 points"], null, ["3 figures, 30 points"]]],
    ["us.crew", [[], null, ["2 figures, 5 points"]]],
  ]);
  expect(troopRows([first, null, second], 1)).toEqual([]);
});

test("a side is summed up", () => {
  const side = ready("book", [unit("Able", "us.rifle-squad", 12, 128), unit("Hale", "us.officer", 1, 50)]);
  expect(strength(side, 0)).toBe("2 units, 13 figures, 178 points");
  expect(strength(side, 1)).toBe("0 units, 0 figures, 0 points");
});

test("the picture says whose figures stand on the table", () => {
  const shown = {
    symbol: "infantry",
    standing: "",
    in_play: true,
    strength: 1,
    full_strength: 1,
    markers: [],
    moves: [],
    ranges: [],
    inside: null,
    aboard: null,
    poses: [],
  };
  const base = { role: "rifleman", bearing: 0, radius: 500, length: 0, width: 0 };
  const table: TableView = {
    ...TABLE,
    units: [0, 1].map((side) => ({ number: side, name: "", side, seat: side, figures: [], anchor: null, shown })),
    figures: [
      { ...base, number: 0, unit: 0, at: [0, 0] },
      { ...base, number: 1, unit: 0, at: null },
      { ...base, number: 2, unit: 1, at: [9, 9] },
      { ...base, number: 3, unit: 1, at: [8, 9] },
    ],
  };
  expect(pictureWords(ready("Book", [], [], table))).toBe(
    "The table under Book: 1 figure of US and 2 figures of Germans",
  );
});

test("whoever walks on is said to have done so", () => {
  expect(moment(ready("book", []))).toContain("set up");
  expect(moment({ ...ready("book", []), came_on: true })).toContain("after the first turn");
});
