import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DecisionView, Foreseen, LessonView } from "../wire";
import { NotAnswered } from "./battle.svelte";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });

const { Foreseeing } = await import("./foreseeing.svelte");
const { settings } = await import("./settings.svelte");

interface Asked {
  about: { options: string[] };
  yes: (reply: unknown) => void;
  no: (error: Error) => void;
}

function question(keys: string[], usual: string | null = null): DecisionView {
  const options = keys.map((key) => ({ key, label: key, unit: null, figure: null, at: null }));
  return {
    seat: 0,
    kind: "target",
    prompt: "Which target?",
    because: [],
    unit: 1,
    domain: { type: "one-of", options, barred: [] },
    usual: usual as unknown as DecisionView["usual"],
  };
}

function foreseen(gain: number): Foreseen {
  return { effects: [], balance: { gain, loss: 0 }, replies: [], assumes: "" };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

class FakeBattle {
  decision: DecisionView | null = null;
  sending = false;
  lesson: LessonView | null = null;
  asked: Asked[] = [];

  ask(about: Asked["about"]): Promise<unknown> {
    return new Promise((yes, no) => this.asked.push({ about, yes, no }));
  }
}

let battle: FakeBattle;
let foreseeing: InstanceType<typeof Foreseeing>;
const asked = (): Asked[] => battle.asked;
const wanted = (): string[][] => asked().map((one) => one.about.options);

async function answer(place: number): Promise<void> {
  const { about, yes } = asked()[place]!;
  yes({ query: "foresee", foreseen: Object.fromEntries(about.options.map((key, n) => [key, foreseen(n)])) });
  await settle();
}

beforeEach(() => {
  settings.set("forecasts", true);
  battle = new FakeBattle();
  foreseeing = new Foreseeing(battle as never);
});
afterEach(() => foreseeing.close());

describe("asking for forecasts", () => {
  it("asks for the usual option alone, then for the others, a few at a time and one request after the other", async () => {
    battle.decision = question(["a", "b", "c", "d", "e", "f"], "c");
    foreseeing.follow();
    expect(wanted()).toEqual([["c"]]);
    await answer(0);
    expect(wanted()).toEqual([["c"], ["a", "b", "d"]]);
    await answer(1);
    await answer(2);
    expect(wanted()).toEqual([["c"], ["a", "b", "d"], ["e", "f"]]);
    expect([...foreseeing.found.keys()].sort()).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(foreseeing.busy).toBe(false);
  });

  it("asks for the option pointed at before all others, and alone", async () => {
    battle.decision = question(["a", "b", "c", "d", "e"]);
    foreseeing.follow();
    foreseeing.point("e");
    await answer(0);
    expect(wanted()).toEqual([["a"], ["e"]]);
    expect(foreseeing.shown).toBe("e");
    foreseeing.point(null);
    await answer(1);
    expect(wanted()[2]).toEqual(["b", "c", "d"]);
  });

  it("throws away what was asked for an older question", async () => {
    battle.decision = question(["a", "b"]);
    foreseeing.follow();
    foreseeing.keep("a");
    battle.decision = question(["a", "z"]);
    foreseeing.follow();
    expect(foreseeing.kept).toBeNull();
    await answer(0);
    expect(foreseeing.tells).toBe(false);
    expect(wanted()).toEqual([["a"], ["a"]]);
    await answer(1);
    expect(foreseeing.of("a")).toBeDefined();
  });

  it("stops when the question is answered, and goes on where the answer is refused", async () => {
    battle.decision = question(["a", "b", "c"]);
    foreseeing.follow();
    battle.sending = true;
    foreseeing.follow();
    await answer(0);
    expect(wanted()).toHaveLength(1);
    battle.sending = false;
    foreseeing.follow();
    expect(wanted()).toEqual([["a"], ["b", "c"]]);
  });

  it("asks for yes and no, and for nothing where there are no options", () => {
    battle.decision = { ...question([]), domain: { type: "yes-no" } };
    foreseeing.follow();
    expect(wanted()).toEqual([["yes"]]);
    battle.decision = { ...question([]), domain: { type: "split", amount: 1, most: {}, slots: [] } };
    foreseeing.follow();
    expect(wanted()).toHaveLength(1);
  });

  it("asks for nothing when a player does not want forecasts", () => {
    settings.set("forecasts", false);
    battle.decision = question(["a", "b"]);
    foreseeing.follow();
    expect(wanted()).toEqual([]);
    settings.set("forecasts", true);
    foreseeing.follow();
    expect(wanted()).toEqual([["a"]]);
  });

  it("leaves a question alone of which nothing is foreseen", async () => {
    battle.decision = question(["a", "b", "c"]);
    foreseeing.follow();
    asked()[0]!.no(new NotAnswered({ why: "nothing can be said of that" }, false));
    await settle();
    expect(wanted()).toHaveLength(1);
    expect(foreseeing.busy).toBe(false);
    expect(foreseeing.awaits("b")).toBe(false);
  });
});

describe("in a lesson", () => {
  it("stays with the answer that is spoken of, unless another is pointed at on purpose", async () => {
    vi.useFakeTimers();
    battle.lesson = { pointer: { option: "b" }, over: false } as unknown as LessonView;
    battle.decision = question(["a", "b", "c"], "a");
    foreseeing.follow();
    expect(wanted()).toEqual([["b"]]);
    await answer(0);
    foreseeing.point("a");
    foreseeing.point(null); // only passed over
    foreseeing.point("c");
    expect(foreseeing.lookedAt("a")).toBe("b");
    expect(foreseeing.marked).toBe("b");
    vi.runAllTimers();
    expect(foreseeing.lookedAt(null)).toBe("c");
    foreseeing.point(null);
    expect(foreseeing.lookedAt(null)).toBe("b");
    vi.useRealTimers();
  });
});
