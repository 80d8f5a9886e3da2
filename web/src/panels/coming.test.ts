import { expect, test } from "vitest";
import type { DecisionView, Effect, Foreseen, OptionView, RollView, TableView } from "../wire";
import { comingOf } from "./coming";

const table = {
  units: [
    { number: 0, name: "Sherman", side: 0 },
    { number: 1, name: "MG team", side: 1 },
  ],
} as unknown as TableView;
const decision = { kind: "target", unit: 0, seat: 0, prompt: "at whom?" } as unknown as DecisionView;
const option: OptionView = { key: "u1", label: "MG team", unit: 1, figure: null, at: null };
const roll = (step: string, dice: string, needs: string, chance: string, more: Partial<RollView> = {}): RollView => ({
  step,
  side: 0,
  dice,
  sides: 6,
  needs,
  modifiers: [],
  because: [],
  chance,
  thrown: "1",
  ...more,
});
const lost: Effect = {
  unit: 1,
  name: "MG team",
  side: 1,
  what: "men lost",
  one: "a man lost",
  expected: "0.6",
  chances: [
    { value: "0", chance: "12/25" },
    { value: "1", chance: "11/25" },
    { value: "2", chance: "2/25" },
  ],
};
const foreseen = { effects: [lost], balance: { gain: 0, loss: 0 }, replies: [] } as unknown as Foreseen;
const rolls = [
  roll("To hit (rifle)", "6", "4+", "1/2"),
  roll("To hit (pistol)", "2", "5+", "1/3"),
  roll("To damage", "1 to 8", "4+", "1/2", { thrown: "7/8" }),
  roll("Morale check", "2", "9 or less", "", {
    side: 1,
    thrown: "1/10",
    results: [
      { words: "passes", chance: "5/6" },
      { words: "fails", chance: "1/6" },
    ],
  }),
];
const known = { decision, option, key: "u1", table, side: 0, rolls: [] };
const words = (coming: ReturnType<typeof comingOf>): string => coming?.said.map(({ text }) => text).join("") ?? "";

test("dice come in the order they are thrown, of weapons thrown alike as one step, and what comes of them is last", () => {
  const coming = comingOf({ ...known, rolls, foreseen });
  expect(coming?.steps.map(({ title, value }) => `${title} ${value}`)).toEqual([
    "To hit 33–50\u00a0%",
    "To damage 4+ 50\u00a0%",
    "Their morale check 83\u00a0%",
    "A man falls 52\u00a0%",
  ]);
  expect(coming?.steps[0]).toMatchObject({ note: "2 weapons, 8 dice", share: (6 / 2 + 2 / 3) / 8 });
  expect(coming?.steps[1]?.note).toBe("1 to 8 dice, thrown 88\u00a0%");
  expect(coming?.steps[2]?.note).toBe("passes, 9 or less, thrown 10\u00a0%");
  expect(coming?.steps[3]?.note).toBe("0.6\u00a0men on average");
  expect(words(coming)).toBe("Sherman at MG team: 52\u00a0% a man falls.");
});

test("what cannot succeed is no step, and where nothing is thrown or foreseen there is no chain", () => {
  expect(comingOf({ ...known, rolls: [roll("To hit (rifle)", "6", "impossible", "0")] })).toBeNull();
  expect(comingOf(known)).toBeNull();
});

test("an answer that is about nobody is named, and whom it hits", () => {
  const order: OptionView = { key: "fire", label: "Fire", unit: null, figure: null, at: null };
  expect(words(comingOf({ ...known, option: order, key: "fire", foreseen }))).toBe(
    "Sherman, fire; MG team: 52\u00a0% a man falls.",
  );
});
