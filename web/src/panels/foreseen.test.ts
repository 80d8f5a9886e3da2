import { describe, expect, it } from "vitest";
import type { Effect, Foreseen } from "../wire";
import { amount, balanceWords, brief, certainty, either, headline, points, sentence, short } from "./foreseen";
import { percent } from "./words";

const casualties: Effect = {
  unit: 4,
  name: "Pak 36",
  side: 1,
  what: "casualties",
  expected: "2 1/3",
  chances: [
    { value: "0", chance: "1/6", at_least: "1" },
    { value: "1", chance: "1/2", at_least: "5/6" },
    { value: "2", chance: "1/3", at_least: "1/3" },
  ],
  main: true,
};
const destroyed: Effect = {
  ...casualties,
  what: "destroyed",
  expected: "",
  chances: [
    { value: "no", chance: "59/100" },
    { value: "yes", chance: "41/100" },
  ],
};
const fate: Effect = {
  ...casualties,
  what: "order",
  expected: "",
  chances: [
    { value: "Down", chance: "2/3" },
    { value: "none", chance: "1/3" },
  ],
};

function foreseen(effects: Effect[], more: Partial<Foreseen> = {}): Foreseen {
  return { effects, balance: { gain: 12.2, loss: 3 }, replies: [], assumes: "", ...more };
}

describe("forecasts in words", () => {
  it("reads numbers as the server writes them, however long", () => {
    expect(["2 1/3", "5/36", "0.42", "3", "-1/2", "-1 1/2"].map(amount)).toEqual([7 / 3, 5 / 36, 0.42, 3, -0.5, -1.5]);
    expect(["", "Down", "1/0", "2 3"].map(amount)).toEqual([null, null, null, null]);
    const long = `${"1" + "0".repeat(400)}/${"4" + "0".repeat(400)}`;
    expect(amount(long)).toBeCloseTo(0.25);
    expect(percent(long)).toBe("25%");
  });

  it("keeps small fractions and rounds others", () => {
    expect(["2 1/3", "5/12", "1087/46656", "0.4242", "3"].map(short)).toEqual(["2 1/3", "5/12", "0.02", "0.42", "3"]);
    expect([0.04, 1, 9.96, 12.4].map(points)).toEqual(
      ["0 pts", "1 pt", "10 pts", "12 pts"].map((one) => one.replace(" ", "\u00a0")),
    );
  });

  it("says the main things in one line, own losses after those of others", () => {
    const line = headline(foreseen([casualties, destroyed, { ...fate, main: false }]), 0).replaceAll("\u00a0", " ");
    expect(line).toBe("2 1/3 casualties, 41% destroyed; they lose 12 pts, you lose 3 pts");
    const both = headline(foreseen([casualties, { ...destroyed, side: 0 }], { balance: { gain: 0, loss: 0 } }), 0);
    expect(both).toBe("2 1/3 casualties; you: 41% destroyed");
    expect(brief(fate)).toBe("order: Down 67%");
    const tested = [
      { value: "fails", chance: "1/10" },
      { value: "no", chance: "9/10" },
    ];
    expect(brief({ ...fate, what: "morale", chances: tested })).toBe("morale: fails 10%");
    const pin = { ...casualties, what: "pins", one: "a pin", chances: casualties.chances.slice(0, 2) };
    expect(brief(pin)).toBe("50% a pin");
    expect(brief({ ...destroyed, chances: [{ value: "yes", chance: "1" }] })).toBe("destroyed");
    const never = {
      ...destroyed,
      chances: [
        { value: "yes", chance: "1/200" },
        { value: "no", chance: "199/200" },
      ],
    };
    expect(headline(foreseen([never, casualties]), 0)).toMatch(/^2 1\/3 casualties;/);
    const steady = [
      { value: "holds", chance: "1/300" },
      { value: "not tested", chance: "299/300" },
    ];
    expect(headline(foreseen([{ ...fate, what: "morale", chances: steady }, casualties]), 0)).not.toContain("morale");
    expect(balanceWords({ gain: 0, loss: 0 })).toBe("nobody loses points");
    expect(headline(foreseen([], { balance: { gain: 0, loss: 0 } }), 0)).toBe("no losses");
  });

  it("marks an estimate with how far it can be trusted", () => {
    const guess = foreseen([casualties], { trials: 400, margin: 490 });
    expect(headline(guess, 0)).toMatch(/^about 2 1\/3 casualties/);
    expect(certainty(guess)).toBe("estimate from 400 trials, within 4.9 points");
    expect(certainty(foreseen([]))).toBe("");
  });

  it("names whom it concerns where that is not whom the option is about", () => {
    const elsewhere = foreseen([casualties, destroyed, { ...destroyed, unit: 7, name: "2nd group" }]);
    expect(headline(elsewhere, 0, 4)).toMatch(/^2 1\/3 casualties, 41%.destroyed, 2nd group: 41%.destroyed;/);
    expect(headline(elsewhere, 0, null)).toMatch(/^Pak 36: 2 1\/3 casualties, 41%.destroyed, 2nd group: 41%/);
    expect(headline(elsewhere, 1, 9)).toMatch(/^you: 2 1\/3 casualties/);
  });

  it("knows what either comes or not, by words or by number", () => {
    expect(either(destroyed)).toBe("41/100");
    expect(either({ ...destroyed, chances: [{ value: "1", chance: "1", at_least: "1" }] })).toBe("1");
    expect(either({ ...destroyed, chances: [{ value: "no", chance: "1" }] })).toBe("0");
    expect(either(casualties)).toBeNull();
    expect(either(fate)).toBeNull();
  });

  it("tells every value with its chance, in per cent or exactly", () => {
    expect(sentence(casualties, false)).toBe(
      "expect 2 1/3; 0: 17%, at least 100%; 1: 50%, at least 83%; 2: 33%, at least 33%",
    );
    expect(sentence(fate, true)).toBe("Down: 2/3; none: 1/3");
  });
});
