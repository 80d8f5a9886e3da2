import { expect, test } from "vitest";
import type { ClauseView, SwitchView, UnitCard } from "../wire";
import { byChapter, chapters, ClauseIndex, coverage, findCards, findSwitches, marked, type Filter } from "./search";

function clause(id: string, says: string, more: Partial<ClauseView> = {}): ClauseView {
  return {
    id,
    kind: "procedure",
    where: "SHOOTING",
    says,
    ruling: "",
    option: "",
    example: "",
    not_implemented: "",
    code: [],
    tests: 1,
    ...more,
  };
}

const clauses = [
  clause("ba.shoot.sight", "A target must be seen; cover does not matter here."),
  clause("ba.hit.cover", "Soft cover takes one off the roll.", {
    where: "HIT MODIFIERS",
    ruling: "Only the worst counts.",
  }),
  clause("ba.hit.pins", "Each pin takes one off.", { where: "HIT MODIFIERS", option: "ba.pins = 1" }),
  clause("ba.gap.smoke", "What smoke does.", {
    kind: "gap",
    where: "not on the sheet",
    ruling: "It hides like woods: cover.",
    not_implemented: "nobody asked yet",
    tests: 0,
  }),
];
const index = new ClauseIndex(clauses);
const none: ReadonlySet<Filter> = new Set();

function ids(query: string, filters = none, chapter: string | null = null): string[] {
  return index.find(query, filters, chapter).map((found) => found.id);
}

test("without words everything, in the order of the book", () => {
  expect(ids("")).toEqual(clauses.map((one) => one.id));
  expect(ids("   ")).toEqual(clauses.map((one) => one.id));
});

test("what is named so comes before what says so, and that before what mentions it", () => {
  expect(ids("cover")).toEqual(["ba.hit.cover", "ba.shoot.sight", "ba.gap.smoke"]);
});

test("every word must be there, in any case and order", () => {
  expect(ids("Cover SOFT")).toEqual(["ba.hit.cover"]);
  expect(ids("cover nowhere")).toEqual([]);
});

test("an id finds its clause first", () => {
  expect(ids("ba.hit.pins")[0]).toBe("ba.hit.pins");
  expect(ids("hit.")).toEqual(["ba.hit.cover", "ba.hit.pins"]);
});

test("filters and chapters narrow together", () => {
  expect(ids("", new Set<Filter>(["ruling"]))).toEqual(["ba.hit.cover", "ba.gap.smoke"]);
  expect(ids("", new Set<Filter>(["ruling", "gap"]))).toEqual(["ba.gap.smoke"]);
  expect(ids("", new Set<Filter>(["switch"]))).toEqual(["ba.hit.pins"]);
  expect(ids("", new Set<Filter>(["missing"]))).toEqual(["ba.gap.smoke"]);
  expect(ids("off", none, "HIT MODIFIERS")).toEqual(["ba.hit.cover", "ba.hit.pins"]);
});

test("chapters in the order of the book, with counts", () => {
  expect(chapters(clauses)).toEqual([
    { where: "SHOOTING", title: "SHOOTING", count: 1 },
    { where: "HIT MODIFIERS", title: "HIT MODIFIERS", count: 2 },
    { where: "not on the sheet", title: "Not on the sheet", count: 1 },
  ]);
  expect(byChapter(clauses).map((group) => group.clauses.length)).toEqual([1, 2, 1]);
});

test("marking cuts a text into pieces and loses none of it", () => {
  expect(marked("Soft cover", ["cov"])).toEqual([
    { text: "Soft ", hit: false },
    { text: "cov", hit: true },
    { text: "er", hit: false },
  ]);
  expect(marked("aaa", ["b", "aa"])).toEqual([
    { text: "aa", hit: true },
    { text: "a", hit: false },
  ]);
  expect(marked("nothing", [])).toEqual([{ text: "nothing", hit: false }]);
  expect(marked("a cat", ["a"])).toEqual([{ text: "a cat", hit: false }]);
  expect(marked("", ["ab"])).toEqual([]);
  expect(
    marked("İstanbul tank", ["tank"])
      .map((part) => part.text)
      .join(""),
  ).toBe("İstanbul tank");
});

test("cards and switches are found by what stands on them", () => {
  const cards: UnitCard[] = [
    { name: "Able squad", troop: "us.rifle-squad", points: 100, facts: { weapons: "9 rifle" } },
    { name: "Sherman", troop: "us.sherman", points: 195, facts: { armour: "medium" } },
  ];
  expect(findCards(cards, "rifle us").map((card) => card.name)).toEqual(["Able squad"]);
  expect(findCards(cards, "")).toEqual(cards);
  const one: SwitchView = {
    name: "long_range_fraction",
    type: "number",
    choices: [],
    least: 0,
    most: 1,
    default: 0.5,
    clauses: ["ba.hit.long-range"],
  };
  expect(findSwitches([one], "long range")).toEqual([one]);
  expect(findSwitches([one], "smoke")).toEqual([]);
});

test("coverage by chapter; without tests it says nothing of them", () => {
  expect(coverage(clauses)[2]).toEqual({ where: "not on the sheet", clauses: 1, implemented: 0, tested: 0 });
  expect(coverage([clause("a", "b", { tests: null })])[0]?.tested).toBeNull();
});

test("five hundred clauses are searched within a frame", () => {
  const many = Array.from({ length: 500 }, (_, number) =>
    clause(`ba.rule.n${number}`, "Some words about fire. ".repeat(12)),
  );
  const big = new ClauseIndex(many);
  const begun = performance.now();
  for (let again = 0; again < 20; again += 1) big.find("fire n49", none, null);
  expect((performance.now() - begun) / 20).toBeLessThan(16);
});
