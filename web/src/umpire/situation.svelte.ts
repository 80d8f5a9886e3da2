/** One question as it is being put: its inputs, the newest answer, and what was wrong. */
import { untrack } from "svelte";
import { inWords } from "../start/words";
import { Newest } from "../table/newest";
import { asking, type From, type Origin } from "./asking";
import type { Given } from "./link";
import { outcomesOf } from "./outcomes";
import type { Beyond } from "./supposing";
import type { AnswerView, QuestionView } from "../wire";

const GAP = 120; // milliseconds between two questions: a finger on + asks many

interface Put {
  question: string;
  given: Given;
  options: object;
  beyond: Beyond;
}

export class Putting {
  answer: AnswerView | null = $state.raw(null);
  origin: Origin = $state("server");
  wrong: { field: string; reason: string } | null = $state.raw(null);
  busy = $state(false);
  readonly outcomes = $derived(this.answer ? outcomesOf(this.answer) : []);
  private readonly newest: Newest<Put, From<AnswerView>>;

  constructor(
    book: string,
    private readonly question: QuestionView,
  ) {
    this.newest = new Newest<Put, From<AnswerView>>(
      ({ question, given, options, beyond }) => asking.asked(book, question, given, options, beyond),
      ({ told, origin }) => {
        if (this.newest.busy) return; // what it answers has been changed again
        this.answer = told;
        this.origin = origin;
        this.wrong = null;
      },
      (error) => (this.wrong = this.blame(inWords(error))),
      (busy) => untrack(() => (this.busy = busy)),
      GAP,
    );
  }

  put(given: Given, options: object, beyond: Beyond): void {
    this.newest.put({ question: this.question.name, given, options, beyond });
  }

  close(): void {
    this.newest.forget();
  }

  /** Which field a reason is about, where it names one: “Shooting: distance: expected …”. */
  private blame(reason: string): { field: string; reason: string } {
    const rest = reason.replace(new RegExp(`^${this.question.name}: `, "i"), "");
    const named = /^([\w-]+): /.exec(rest);
    const field = this.question.fields.find((one) => one.name === named?.[1])?.name ?? "";
    return { field, reason: inWords(field ? rest.slice((named?.[0] ?? "").length) : rest) };
  }
}
