/** Values of fields, facts and switches: what was typed, tapped or linked, read and written without losing any. */

/** Anything that takes a value: a field of a question, a fact of a unit. */
export interface Taker {
  name: string;
  title: string;
  type: string;
  choices: readonly string[] | null;
  labels: readonly string[] | null;
  default: unknown;
  least: number | null;
  most: number | null;
}

export type Read = { value: unknown } | { problem: string };

/** What a field takes, as people say it. */
export function takes(field: Taker): string {
  if (field.choices?.length) return field.choices.length > 6 ? "one of its list" : field.choices.join(" or ");
  if (field.type === "yes-no") return "yes or no";
  if (field.type === "text") return "text";
  const kind = field.type === "integer" ? "a whole number" : "a number";
  if (field.least !== null && field.most !== null) return `${kind} from ${field.least} to ${field.most}`;
  if (field.least !== null) return `${kind} from ${field.least}`;
  return field.most !== null ? `${kind} up to ${field.most}` : kind;
}

/** A value as it stands in a link. */
export function written(value: unknown): string {
  return value === true ? "yes" : value === false ? "no" : String(value);
}

/** A value read from text: from a link, an input, a result in words. */
export function read(field: Taker, text: string): Read {
  const problem = `${field.title || field.name} takes ${takes(field)}, not “${text.slice(0, 40)}”.`;
  if (field.choices?.length) return field.choices.includes(text) ? { value: text } : { problem };
  if (field.type === "yes-no") {
    if (/^(yes|true|on|1)$/i.test(text)) return { value: true };
    return /^(no|false|off|0)$/i.test(text) ? { value: false } : { problem };
  }
  if (field.type === "text") return text.length > 200 ? { problem } : { value: text };
  if (!/^-?\d{1,9}(\.\d{1,6})?$/.test(text)) return { problem };
  const number = Number(text);
  if (field.type === "integer" && !Number.isInteger(number)) return { problem };
  if ((field.least !== null && number < field.least) || (field.most !== null && number > field.most))
    return { problem };
  return { value: number };
}

/** Whether a field can hold a value as it is. */
export function fits(field: Taker, value: unknown): boolean {
  if (field.choices?.length) return typeof value === "string" && field.choices.includes(value);
  if (field.type === "yes-no") return typeof value === "boolean";
  if (field.type === "text") return typeof value === "string";
  return typeof value === "number" && "value" in read(field, String(value));
}

/** A number held within what a field takes. */
export function within(field: Pick<Taker, "least" | "most">, value: number): number {
  return Math.min(field.most ?? Infinity, Math.max(field.least ?? -Infinity, value));
}

/** What a field stands at before anybody has touched it. */
export function usual(field: Taker): unknown {
  if (field.default !== null && field.default !== undefined) return field.default;
  if (field.choices?.length) return field.choices[0];
  if (field.type === "yes-no") return false;
  return field.type === "text" ? "" : within(field, 0);
}

/** A value in words for people. */
export function spoken(field: Taker, value: unknown): string {
  const place = field.choices?.indexOf(String(value)) ?? -1;
  return field.labels?.[place] ?? written(value);
}
