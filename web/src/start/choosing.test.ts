import { expect, test } from "vitest";
import type { BattleRow, LessonCard, RulesetView, ScenarioView, UnitCard } from "../wire";
import { aimOf, first, minutesOf, offer, unfinished, unitsASide } from "./choosing";

const unit: UnitCard = { name: "Squad", troop: "squad", points: 100, facts: {} };
const map = { name: "m", width: 1, depth: 1, terrain: [], objectives: [] };

function scenario(name: string, units: [number, number], more: Partial<ScenarioView> = {}): ScenarioView {
  const force = (many: number) => ({
    name: "US",
    nation: "US",
    points: 1,
    cards: Array.from({ length: many }, () => unit),
    symbols: [],
  });
  return {
    name,
    title: name,
    about: `about ${name}`,
    map,
    forces: [force(units[0]), force(units[1])],
    plays_itself: [],
    briefing: { aims: ["", ""], short: ["", ""] },
    short: false,
    minutes: 60,
    difficulty: "middling",
    season: "summer",
    ...more,
  };
}

function book(scenarios: ScenarioView[], lesson: LessonCard | null = null): RulesetView {
  return {
    name: "book",
    title: "Book",
    about: "",
    prefix: "bk",
    version: 1,
    clauses: 0,
    implemented: 0,
    scenarios,
    switches: [],
    page_options: {},
    bots: ["rookie"],
    lesson,
  };
}

const large = scenario("large", [12, 12]);
const small = scenario("small", [4, 5]);
const quick = scenario("quick", [4, 4], { short: true, minutes: 10 });
const lesson: LessonCard = { name: "first", title: "First", about: "", minutes: 10, chapters: ["move"], map };

test("short battles stand apart; where none is called short, the smallest stands in", () => {
  expect(offer([large, quick, small])).toEqual({ short: [quick], full: [large, small], named: true });
  const easy = scenario("easy", [5, 5], { short: true, difficulty: "easy", minutes: 15 });
  expect(offer([quick, easy]).short).toEqual([easy, quick]);
  expect(offer([large, small])).toEqual({ short: [small], full: [large, small], named: false });
  expect(offer([])).toEqual({ short: [], full: [], named: true });
});

test("the big button begins the lesson, else something short, and says so", () => {
  expect(first(book([large], lesson))).toEqual({ lesson });
  expect(first(book([large, quick]))).toMatchObject({ scenario: quick, why: expect.stringContaining("No guided") });
  expect(first(book([large, small]))).toMatchObject({ scenario: small, why: expect.stringContaining("smallest") });
  expect(first(book([]))).toBeNull();
});

test("units, minutes and aims in a few words", () => {
  expect(unitsASide(large)).toBe("12 a side");
  expect(unitsASide(small)).toBe("4 v 5");
  expect(unitsASide({ ...small, plays_itself: [1] })).toBe("4 units");
  expect(minutesOf([large, quick])).toBe("10 to 60 min");
  expect(minutesOf([large])).toBe("60 min");
  expect(aimOf(large, 0)).toBe("about large");
  expect(aimOf({ ...large, briefing: { aims: ["", ""], short: ["hold", "take"] } }, 1)).toBe("take");
});

test("a lesson that was begun here is gone on with", () => {
  const row = (more: Partial<BattleRow>): BattleRow =>
    ({ id: "a", ruleset: "book", scenario: "first", outcome: null, ...more }) as BattleRow;
  const rules = book([large], lesson);
  expect(unfinished([row({ id: "b" }), row({})], rules, (id) => id === "a")?.id).toBe("a");
  expect(unfinished([row({ ruleset: "other" }), row({ scenario: "large" })], rules, () => true)).toBeUndefined();
  expect(unfinished([row({})], book([large]), () => true)).toBeUndefined();
});
