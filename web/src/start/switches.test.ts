import { expect, test } from "vitest";
import type { RulesetView, SwitchView } from "../wire";
import { allowed, fromLine, readValue, toLine, usual, withSwitch, written } from "./switches";

function one(name: string, type: SwitchView["type"], value: unknown, more: Partial<SwitchView> = {}): SwitchView {
  return { name, type, choices: [], least: null, most: null, default: value, clauses: [], ...more };
}

const turns = one("turns", "whole number", 6, { least: 1, most: 20 });
const premeasure = one("premeasure", "yes-no", false);
const rally = one("rally_pins", "choice", "D6", { choices: ["D6", "D6+1"] });
const share = one("share", "number", 0.5, { least: 0, most: 1 });
const motto = one("motto", "text", "");

const ruleset: RulesetView = {
  name: "book",
  title: "The Book",
  about: "",
  prefix: "bk",
  version: 1,
  clauses: 0,
  implemented: 0,
  scenarios: [],
  switches: [turns, premeasure, rally, share, motto],
  page_options: { premeasure: true },
  bots: [],
  lesson: null,
};

test("what the page begins with is usual, and no change", () => {
  expect(usual(ruleset, premeasure)).toBe(true);
  expect(usual(ruleset, turns)).toBe(6);
  expect(withSwitch(ruleset, {}, premeasure, true)).toEqual({});
  expect(withSwitch(ruleset, {}, premeasure, false)).toEqual({ premeasure: false });
  expect(withSwitch(ruleset, { turns: 8, premeasure: false }, turns, 6)).toEqual({ premeasure: false });
});

test("values are read by the kind of their switch", () => {
  expect(readValue(turns, " 8 ")).toEqual({ value: 8 });
  expect(readValue(turns, "8.5")).toHaveProperty("problem");
  expect(readValue(turns, "21")).toHaveProperty("problem");
  expect(readValue(turns, "")).toHaveProperty("problem");
  expect(readValue(share, "0.25")).toEqual({ value: 0.25 });
  expect(readValue(premeasure, "Yes")).toEqual({ value: true });
  expect(readValue(premeasure, "false")).toEqual({ value: false });
  expect(readValue(premeasure, "maybe")).toHaveProperty("problem");
  expect(readValue(rally, "D6+1")).toEqual({ value: "D6+1" });
  expect(readValue(rally, "2D6")).toEqual({ problem: "rally_pins takes D6 or D6+1, not “2D6”." });
  expect(allowed(turns)).toBe("a whole number from 1 to 20");
});

test("a line goes there and back", () => {
  const changes = { turns: 8, premeasure: false, rally_pins: "D6+1", motto: 'hold "the" line' };
  const line = toLine(changes);
  expect(line).toBe('motto="hold \\"the\\" line" premeasure=false rally_pins=D6+1 turns=8');
  expect(fromLine(ruleset, line)).toEqual({ changes, problems: [] });
  expect(toLine({})).toBe("");
  expect(fromLine(ruleset, "")).toEqual({ changes: {}, problems: [] });
  expect(written("")).toBe('""');
});

test("a line from the command line, with prefixes", () => {
  expect(fromLine(ruleset, "bk.turns=7  bk.premeasure=true")).toEqual({ changes: { turns: 7 }, problems: [] });
});

test("what cannot be read is said, the rest is taken", () => {
  const { changes, problems } = fromLine(ruleset, "turns=99 hello nothing=1 share=0.2");
  expect(changes).toEqual({ share: 0.2 });
  expect(problems).toEqual([
    "turns takes a whole number from 1 to 20, not “99”.",
    "“hello” is not of the form name=value.",
    "The Book has no switch called “nothing”.",
  ]);
});
