/** An answer made ready to be drawn and read out: the page counts nothing, it only orders and words what it was told. */
import { average } from "../panels/numbers";
import { fraction, percent, resultWords } from "../panels/words";
import type { AnswerView } from "../wire";

export interface Row {
  value: string;
  words: string;
  share: number; // for drawing only
  percent: string;
  exact: string;
  atLeast: string; // per cent; empty where values are not numbers
}

export interface Outcome {
  name: string;
  title: string;
  kind: "number" | "yes-no" | "words";
  expected: string;
  rows: Row[];
  said: string; // all of it in a sentence
}

export function outcomesOf(answer: AnswerView): Outcome[] {
  return Object.entries(answer.outcomes).map(([name, values]) => {
    const title = answer.titles[name] ?? name.replaceAll("_", " ");
    const numbers = name in answer.expected;
    const words = Object.keys(values);
    const kind = numbers ? "number" : words.every((value) => value === "yes" || value === "no") ? "yes-no" : "words";
    const rows = Object.entries(values).map(([value, share]) => ({
      value,
      words: resultWords(value),
      share: fraction(share) ?? 0,
      percent: percent(share),
      exact: share,
      atLeast: percentOf(answer.at_least[name]?.[value]),
    }));
    if (numbers) rows.sort((one, other) => Number(one.value) - Number(other.value));
    if (kind === "yes-no") rows.sort((one, other) => other.value.localeCompare(one.value));
    const mean = numbers ? average(fraction(answer.expected[name] ?? "") ?? 0) : "";
    const list = rows.map((row) => `${row.words} ${row.percent}`).join(", ");
    return { name, title, kind, expected: mean, rows, said: `${title}: ${mean ? `${mean} expected; ` : ""}${list}` };
  });
}

const RARE = 0.01;

/** The rows as columns: from where it and everything after it is rarer than one per cent, one column for all. */
export function columnsOf(rows: readonly Row[]): Row[] {
  let left = rows.reduce((sum, row) => sum + row.share, 0);
  const shares = rows.map((row) => {
    const here = left;
    left -= row.share;
    return here;
  });
  const last = shares.findIndex((share, n) => share < RARE && n < rows.length - 1);
  if (last < 1) return [...rows];
  const rest = rows[last] as Row;
  return [
    ...rows.slice(0, last),
    { ...rest, value: `${rest.value}+`, share: shares[last] ?? rest.share, percent: rest.atLeast || rest.percent },
  ];
}

function percentOf(share: string | undefined): string {
  return share === undefined ? "" : percent(share);
}

/** One of what is counted: "pins" is a pin. */
function singular(title: string): string {
  return title.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
}

/** The gist of an answer for a line that is always in sight. */
export function gist(outcomes: readonly Outcome[]): { title: string; value: string }[] {
  return outcomes.map(({ title, kind, expected, rows }) => {
    if (kind === "number") return { title: expected === "1" ? singular(title) : title, value: expected };
    if (kind === "yes-no") return { title, value: rows.find((row) => row.value === "yes")?.percent ?? "0%" };
    const likeliest = rows.reduce((most, row) => (row.share > most.share ? row : most), rows[0] as Row);
    return { title: `${title} ${likeliest.words}`, value: likeliest.percent };
  });
}
