/**
 * A situation as an address: /umpire/RULEBOOK/QUESTION?field=value&set.switch=value&throws=4.6.1_2&v=3
 *
 * Every field stands in it, whether usual or not: what a link means must not change when a usual value does.
 */
import type { QuestionView, UmpireView } from "../wire";
import { read, usual, written, type Taker } from "./values";

export type Given = Record<string, unknown>;

export interface Situation {
  given: Given;
  options: Record<string, unknown>; // switches that were set
  throws: number[][]; // the dice of a procedure that was led so far
}

/** How a question stands before anybody has touched it. */
export function untouched(question: QuestionView): Given {
  return Object.fromEntries(question.fields.map((field) => [field.name, usual(field)]));
}

/** A switch, seen as a field: it takes values in the same way. */
export function asField(one: UmpireView["switches"][number]): Taker {
  return {
    name: one.name,
    title: switchWords(one.name),
    type: one.type === "whole number" ? "integer" : one.type,
    choices: one.choices.length ? one.choices : null,
    labels: null,
    default: one.default,
    least: one.least,
    most: one.most,
  };
}

/** The name of a switch in words. */
export function switchWords(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function address(book: string, question = ""): string {
  return `/umpire/${[book, question].filter(Boolean).map(encodeURIComponent).join("/")}`;
}

/** The part after the question mark. */
export function toSearch(view: UmpireView, question: QuestionView | null, situation: Situation): string {
  const search = new URLSearchParams();
  for (const field of question?.fields ?? []) {
    const value = situation.given[field.name];
    if (value !== undefined && value !== null) search.set(field.name, written(value));
  }
  for (const name of Object.keys(situation.options).sort()) search.set(`set.${name}`, written(situation.options[name]));
  if (situation.throws.length) search.set("throws", situation.throws.map((faces) => faces.join(".")).join("_"));
  search.set("v", String(view.version));
  return `?${search}`;
}

/** Read it back. What cannot be read is told and left at what is usual. */
export function fromSearch(
  view: UmpireView,
  question: QuestionView | null,
  search: string,
): Situation & { problems: string[] } {
  const found: Situation & { problems: string[] } = {
    given: question ? untouched(question) : {},
    options: {},
    throws: [],
    problems: [],
  };
  const fields = new Map((question?.fields ?? []).map((field) => [field.name, field]));
  const switches = new Map(view.switches.map((one) => [`set.${one.name}`, one]));
  for (const [name, text] of new URLSearchParams(search)) {
    const field = fields.get(name);
    const one = switches.get(name);
    if (name === "if" || name === "together") continue; // what is taken as known is read for itself
    if (name === "throws") readThrows(text, found);
    else if (name === "v") readVersion(view, text, found.problems);
    else if (field) take(field, text, found.given, found.problems);
    else if (one) take(asField(one), text, found.options, found.problems);
    else found.problems.push(`Nothing here is called “${name.slice(0, 40)}”.`);
  }
  for (const one of view.switches) if (found.options[one.name] === one.default) delete found.options[one.name];
  return found;
}

function take(field: Taker, text: string, into: Record<string, unknown>, problems: string[]): void {
  const got = read(field, text);
  if ("problem" in got) problems.push(got.problem);
  else into[field.name] = got.value;
}

function readThrows(text: string, found: Situation & { problems: string[] }): void {
  if (text.length <= 2000 && /^\d{1,4}(\.\d{1,4})*(_\d{1,4}(\.\d{1,4})*)*$/.test(text))
    found.throws = text.split("_").map((part) => part.split(".").map(Number));
  else found.problems.push("The dice in this link cannot be read.");
}

function readVersion(view: UmpireView, text: string, problems: string[]): void {
  if (text !== String(view.version))
    problems.push(
      `This link was made with another version of the rulebook (${text.slice(0, 10)}; here it is ${view.version}).`,
    );
}
