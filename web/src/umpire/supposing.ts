/** What is asked of an answer besides its outcomes one by one: written as the rules take it, spoken as people do. */
import { resultWords } from "../panels/words";
import type { Outcome } from "./outcomes";

export interface Beyond {
  supposed: readonly string[]; // "hits=2", "lost>=1"
  joint: readonly string[]; // two outcomes, or none
}

export const NOTHING: Beyond = { supposed: [], joint: [] };

const WORDS: Readonly<Record<string, string>> = { "=": "is", ">=": "is at least", "<=": "is at most" };

/** How a value of an outcome may be compared: only numbers have more and less. */
export function signsOf(outcome: Outcome): { sign: string; words: string }[] {
  const signs = outcome.kind === "number" ? ["=", ">=", "<="] : ["="];
  return signs.map((sign) => ({ sign, words: WORDS[sign] ?? sign }));
}

/** A condition as people say it: “Hits is at least 2”. */
export function spokenAs(condition: string, title: (name: string) => string): string {
  const found = /^([^<>=]+)(>=|<=|=)(.*)$/.exec(condition);
  if (!found) return condition;
  const [, name = "", sign = "", value = ""] = found;
  return `${title(name)} ${WORDS[sign] ?? sign} ${resultWords(value)}`;
}

const LONGEST = 100;
const MOST = 8;

/** Conditions and a pair as they stand in a link; what cannot be one is left out and told. */
export function beyondIn(search: string): Beyond & { problems: string[] } {
  const found = new URLSearchParams(search);
  const supposed = found.getAll("if").filter((one) => one.length <= LONGEST && /^[\w-]+(>=|<=|=)\S/.test(one));
  const pair = (found.get("together") ?? "").split(",").filter(Boolean);
  const joint = pair.length === 2 && pair.every((one) => /^[\w-]{1,100}$/.test(one)) ? pair : [];
  const lost = supposed.length !== found.getAll("if").length || joint.length !== pair.length;
  const problems = lost ? ["What this link takes as known cannot be read."] : [];
  return { supposed: supposed.slice(0, MOST), joint, problems };
}

/** The same, to be put behind the rest of a link. */
export function beyondOut(beyond: Beyond): string {
  const search = new URLSearchParams(beyond.supposed.map((one) => ["if", one]));
  if (beyond.joint.length) search.set("together", beyond.joint.join(","));
  return search.size ? `&${search}` : "";
}
