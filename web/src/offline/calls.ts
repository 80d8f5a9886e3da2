/** What goes between the page and the worker that runs the rules. */

/** Where the parts of the rules' own Python lie. */
export interface Files {
  python: string; // the folder of the interpreter
  msgspec: string;
  rules: string;
}

export interface Call {
  id: number;
  files: Files;
  what: "ready" | "listed" | "asked" | "led";
  book: string;
  question: string;
  body: string; // JSON, as it would go to the server
}

/** JSON as the server would send it, wrapped in whether it is an answer; or that it failed altogether. */
export type Told = { id: number; text: string } | { id: number; failed: string };
export type Wrapped = { good: unknown } | { problem: { code: string; reason: string } };
