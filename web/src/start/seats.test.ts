import { expect, test } from "vitest";
import type { RulesetView, ScenarioView } from "../wire";
import { FIRST_CHOICE, newBattle, ownContribution, seated, seatTaken, settled, strengths, type Choice } from "./seats";

const scenario: ScenarioView = {
  name: "attrition",
  title: "Attrition",
  about: "",
  map: { name: "m", width: 1, depth: 1, terrain: [], objectives: [] },
  forces: [
    { name: "US", nation: "US", points: 1, cards: [], symbols: [] },
    { name: "Germans", nation: "German", points: 1, cards: [], symbols: [] },
  ],
  plays_itself: [],
  briefing: { aims: ["", ""], short: ["", ""] },
  short: false,
  minutes: 60,
  difficulty: "middling",
  season: "summer",
};
const ruleset: RulesetView = {
  name: "book",
  title: "The Book",
  about: "",
  prefix: "bk",
  version: 1,
  clauses: 0,
  implemented: 0,
  scenarios: [scenario],
  switches: [],
  page_options: { premeasure: true },
  bots: ["rookie"],
  lesson: null,
};

test("the default battle: the first side against the rookie", () => {
  expect(newBattle(ruleset, scenario, FIRST_CHOICE, "abc")).toEqual({
    ruleset: "book",
    scenario: "attrition",
    players: ["me", "rookie"],
    names: null,
    options: { premeasure: true },
    own_dice: false,
    contribution: "abc",
  });
});

test("the other side, with changed switches, own dice and a name", () => {
  const choice: Choice = {
    side: 1,
    opponent: "rookie",
    ownDice: true,
    names: ["ignored: it is a bot", " Anna "],
    changes: { premeasure: false, turns: 8 },
    seed: "",
    placed: null,
  };
  const asked = newBattle(ruleset, scenario, choice, "");
  expect(asked.players).toEqual(["rookie", "me"]);
  expect(asked.names).toEqual(["rookie", "Anna"]);
  expect(asked.options).toEqual({ premeasure: false, turns: 8 });
  expect(asked.own_dice).toBe(true);
});

test("whoever has no name is called by his side", () => {
  const asked = newBattle(ruleset, scenario, { ...FIRST_CHOICE, opponent: "screen", names: ["", "Ben"] }, "");
  expect(asked.names).toEqual(["US", "Ben"]);
});

test("where the rules play a seat, whoever begins has the other, and nobody is chosen for it", () => {
  const solo: ScenarioView = { ...scenario, plays_itself: [0] };
  const asked = newBattle(ruleset, solo, { ...FIRST_CHOICE, opponent: "link", names: ["Ben", "Anna"] }, "");
  expect(asked.players).toEqual(["random", "me"]);
  expect(asked.names).toEqual(["random", "Anna"]);
  expect(strengths(scenario)).toBe("US 1 against Germans 1 points");
  expect(strengths({ ...scenario, plays_itself: [1] })).toBe("US 1 against Germans, played by the rules");
  expect(strengths(solo)).toBe("US against Germans 1 points");
  expect(seatTaken(solo, 1)).toBe(1);
  expect(seatTaken(scenario, 0)).toBe(0);
  expect(settled(scenario, FIRST_CHOICE)).toEqual(FIRST_CHOICE);
  expect(settled({ ...scenario, plays_itself: [1] }, FIRST_CHOICE)).toMatchObject({ side: 0, opponent: "random" });
});

test("an inviter keeps only his own seat's token", () => {
  const opened = { id: "b", tokens: { "0": "mine", "1": "theirs" } };
  expect(seated(opened, ["me", "link"])).toEqual({ keep: [["0", "mine"]], invite: [["1", "theirs"]] });
  expect(seated(opened, ["me", "screen"]).keep).toHaveLength(2);
});

test("a contribution is letters and digits, and another one every time", () => {
  expect(ownContribution()).toMatch(/^[0-9a-f]{32}$/);
  expect(ownContribution()).not.toBe(ownContribution());
});

test("two bots are watched by nobody in particular, and throw their own dice", () => {
  const asked = newBattle(ruleset, scenario, { ...FIRST_CHOICE, opponent: "watch", ownDice: true }, "");
  expect(asked.players).toEqual(["rookie", "rookie"]);
  expect(asked.names).toBeNull();
  expect(asked.own_dice).toBe(false);
  expect(asked.watched).toBe(true); // they wait for whoever wants to see them
});

test("short battles begin with everybody in place, others where that is wanted", () => {
  const short = { ...scenario, short: true };
  expect(newBattle(ruleset, short, FIRST_CHOICE, "").placed).toBe(true);
  expect(newBattle(ruleset, short, { ...FIRST_CHOICE, placed: false }, "")).not.toHaveProperty("placed");
  expect(newBattle(ruleset, scenario, { ...FIRST_CHOICE, placed: true }, "").placed).toBe(true);
});

test("a seed goes along if it is a whole number", () => {
  expect(newBattle(ruleset, scenario, { ...FIRST_CHOICE, seed: " 42 " }, "").seed).toBe(42);
  expect(newBattle(ruleset, scenario, { ...FIRST_CHOICE, seed: "4.2" }, "")).not.toHaveProperty("seed");
});
