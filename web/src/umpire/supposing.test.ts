import { describe, expect, it } from "vitest";
import { beyondIn, beyondOut, NOTHING, signsOf, spokenAs } from "./supposing";
import type { Outcome } from "./outcomes";

const outcome = (kind: Outcome["kind"]): Outcome => ({ name: "x", title: "X", kind, expected: "", rows: [], said: "" });

describe("what is taken as known", () => {
  it("is compared as its outcome can be", () => {
    expect(signsOf(outcome("number")).map(({ sign }) => sign)).toEqual(["=", ">=", "<="]);
    expect(signsOf(outcome("yes-no")).map(({ words }) => words)).toEqual(["is"]);
  });

  it("is spoken with the title of the outcome", () => {
    const title = (name: string) => (name === "knocked_out" ? "Knocked out" : name);
    expect(spokenAs("knocked_out=yes", title)).toBe("Knocked out is yes");
    expect(spokenAs("hits>=2", title)).toBe("hits is at least 2");
    expect(spokenAs("row=friendly-fire", title)).toBe("row is friendly fire");
    expect(spokenAs("what", title)).toBe("what");
  });

  it("goes into a link and comes out of it", () => {
    const beyond = { supposed: ["hits>=2", "morale=no check"], joint: ["hits", "lost"] };
    expect(beyondIn(`?weapon=rifle${beyondOut(beyond)}`)).toEqual({ ...beyond, problems: [] });
    expect(beyondOut(NOTHING)).toBe("");
  });

  it("is told where it cannot be read", () => {
    const found = beyondIn("?if=hits&together=hits");
    expect(found).toEqual({ supposed: [], joint: [], problems: ["What this link takes as known cannot be read."] });
  });
});
