import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Newest } from "./newest";

interface Asked {
  question: number;
  yes: (answer: string) => void;
  no: (error: Error) => void;
}

function setUp(gap = 0) {
  const asked: Asked[] = [];
  const taken: string[] = [];
  const failed: number[] = [];
  const busy: boolean[] = [];
  const newest = new Newest<number, string>(
    (question) => new Promise((yes, no) => asked.push({ question, yes, no })),
    (answer) => taken.push(answer),
    (_, question) => failed.push(question),
    (now) => busy.push(now),
    gap,
  );
  return { newest, asked, taken, failed, busy };
}

const settle = (): Promise<void> => Promise.resolve().then(() => undefined);

describe("asking only the newest", () => {
  it("has one question under way and drops those in between", async () => {
    const { newest, asked, taken } = setUp();
    for (const question of [1, 2, 3, 4]) newest.put(question);
    expect(asked.map((one) => one.question)).toEqual([1]);
    asked[0]?.yes("one");
    await settle();
    expect(asked.map((one) => one.question)).toEqual([1, 4]);
    expect(taken).toEqual(["one"]);
    expect(newest.busy).toBe(true);
    asked[1]?.yes("four");
    await settle();
    expect(taken).toEqual(["one", "four"]);
    expect(newest.busy).toBe(false);
  });

  it("goes on after a failure", async () => {
    const { newest, asked, taken, failed } = setUp();
    newest.put(1);
    newest.put(2);
    asked[0]?.no(new Error("no"));
    await settle();
    expect(failed).toEqual([1]);
    asked[1]?.yes("two");
    await settle();
    expect(taken).toEqual(["two"]);
  });

  it("throws away what was asked before it was told to forget", async () => {
    const { newest, asked, taken, failed, busy } = setUp();
    newest.put(1);
    newest.forget();
    expect(newest.busy).toBe(false);
    newest.put(2); // does not wait for the one that is nobody's any more
    expect(asked.map((one) => one.question)).toEqual([1, 2]);
    asked[0]?.yes("late");
    await settle();
    expect(taken).toEqual([]);
    expect(newest.busy).toBe(true);
    asked[1]?.no(new Error("no"));
    await settle();
    expect(failed).toEqual([2]);
    expect(busy.at(-1)).toBe(false);
  });
});

describe("with a gap between questions", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("waits before it asks again, and then asks the newest", async () => {
    const { newest, asked } = setUp(25);
    newest.put(1);
    asked[0]?.yes("one");
    await settle();
    newest.put(2);
    newest.put(3);
    expect(asked.length).toBe(1);
    vi.advanceTimersByTime(26);
    expect(asked.map((one) => one.question)).toEqual([1, 3]);
  });
});
