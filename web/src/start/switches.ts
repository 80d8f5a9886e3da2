import type { RulesetView, SwitchView } from "../wire";

/** Switches that were set away from what a battle on this page begins with. */
export type Changes = Record<string, unknown>;

/** What a switch stands at if nobody touches it. */
export function usual(ruleset: RulesetView, one: SwitchView): unknown {
  return one.name in ruleset.page_options ? ruleset.page_options[one.name] : one.default;
}

/** The changes with one more; a switch put back to what is usual is no change. */
export function withSwitch(ruleset: RulesetView, changes: Changes, one: SwitchView, value: unknown): Changes {
  const rest = Object.fromEntries(Object.entries(changes).filter(([name]) => name !== one.name));
  return value === usual(ruleset, one) ? rest : { ...rest, [one.name]: value };
}

/** A value as it is typed: what the command line takes, too. */
export function written(value: unknown): string {
  const text = String(value);
  return typeof value === "string" && (text === "" || /[\s"]/.test(text)) ? JSON.stringify(text) : text;
}

/** A value as people read it. */
export function spoken(value: unknown): string {
  return value === true ? "yes" : value === false ? "no" : String(value);
}

/** Which values a switch takes. */
export function allowed(one: SwitchView): string {
  if (one.type === "yes-no") return "yes or no";
  if (one.type === "choice") return one.choices.join(" or ");
  if (one.type === "text") return "text";
  const kind = one.type === "whole number" ? "a whole number" : "a number";
  if (one.least !== null && one.most !== null) return `${kind} from ${one.least} to ${one.most}`;
  if (one.least !== null) return `${kind} from ${one.least}`;
  return one.most !== null ? `${kind} up to ${one.most}` : kind;
}

export type Read = { value: unknown } | { problem: string };

/** What was typed for a switch, as a value. The server has the last word on it. */
export function readValue(one: SwitchView, typed: string): Read {
  const text = typed.trim();
  const problem = `${one.name} takes ${allowed(one)}, not “${text}”.`;
  switch (one.type) {
    case "yes-no":
      if (/^(true|yes|on)$/i.test(text)) return { value: true };
      return /^(false|no|off)$/i.test(text) ? { value: false } : { problem };
    case "choice":
      return one.choices.includes(text) ? { value: text } : { problem };
    case "text":
      return { value: text };
    default: {
      const number = Number(text);
      const whole = one.type === "whole number";
      if (text === "" || !Number.isFinite(number) || (whole && !Number.isInteger(number))) return { problem };
      if ((one.least !== null && number < one.least) || (one.most !== null && number > one.most)) return { problem };
      return { value: number };
    }
  }
}

/** A set of switches as one line: `name=value name=value`. */
export function toLine(changes: Changes): string {
  return Object.keys(changes)
    .sort()
    .map((name) => `${name}=${written(changes[name])}`)
    .join(" ");
}

/** A line read back: the changes it makes, and what in it could not be read. Names may carry the rulebook's prefix. */
export function fromLine(ruleset: RulesetView, line: string): { changes: Changes; problems: string[] } {
  const known = new Map(ruleset.switches.map((one) => [one.name, one]));
  let changes: Changes = {};
  const problems: string[] = [];
  for (const [, name = "", quoted, bare = "", stray] of line.matchAll(
    /([\w.-]+)=(?:("(?:[^"\\]|\\.)*")|(\S*))|(\S+)/g,
  )) {
    if (stray !== undefined) {
      problems.push(`“${stray}” is not of the form name=value.`);
      continue;
    }
    const one = known.get(name) ?? known.get(name.replace(`${ruleset.prefix}.`, ""));
    if (!one) {
      problems.push(`${ruleset.title} has no switch called “${name}”.`);
      continue;
    }
    const read = readValue(one, quoted === undefined ? bare : unquoted(quoted));
    if ("problem" in read) problems.push(read.problem);
    else changes = withSwitch(ruleset, changes, one, read.value);
  }
  return { changes, problems };
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
