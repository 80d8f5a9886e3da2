import { untrack } from "svelte";
import type { DecisionView, Foreseen, Promised, RollView } from "../wire";
import { NotAnswered, type Battle } from "./battle.svelte";
import { wantedOptions } from "./guided";
import { settings } from "./settings.svelte";

/** How many options are asked for at once in the background: few, so that the one pointed at never waits long. */
const TOGETHER = 3;

/** The parts of a battle that forecasts need. */
export type Foreseer = Pick<Battle, "decision" | "sending" | "ask"> & Partial<Pick<Battle, "lesson">>;

/** Milliseconds that the pointer must stay on another answer than the one that a lesson speaks of, to be meant. */
const MEANT = 400;

/** What the options of a question are called when their forecast is asked for. */
export function optionKeys(decision: DecisionView | null): string[] {
  const domain = decision?.domain;
  if (domain?.type === "yes-no") return ["yes", "no"];
  return domain?.type === "one-of" ? domain.options.map((option) => option.key) : [];
}

/**
 * What is foreseen of the options of the pending question. The option that is pointed at is asked for first and alone,
 * the others after it, one request at a time. Whatever was asked for an older question is thrown away.
 */
export class Foreseeing {
  found: ReadonlyMap<string, Foreseen> = $state.raw(new Map());
  pointed: string | null = $state(null); // under the pointer, or in focus
  kept: string | null = $state(null); // kept open by a press
  marked: string | null = $state(null); // the answer that is looked at, as long as no other is pointed at
  /** What is known of the options at once: what the book says of them, and the roll that each sets off first. */
  promises: Readonly<Record<string, Promised>> = $state.raw({});
  private firsts: Readonly<Record<string, RollView>> = $state.raw({});
  /** Whether the player has looked at an option himself: the first one is marked without that. */
  looked = $state(false);
  exact = $state(false); // fractions instead of per cent
  chart = $state(true); // pictures, or the same as tables
  /** Whether answers are still to come for this question. */
  busy = $state(false);

  private queue: string[] = $state.raw([]);
  private asking: string[] = $state.raw([]);
  private decision: DecisionView | null = null;
  private era = 0;
  private preferred: string | null = null;
  private meaning: ReturnType<typeof setTimeout> | undefined;
  private begun = false; // the first option of a question is asked for alone: so the first number comes soonest
  private readonly stop: () => void;

  constructor(readonly battle: Foreseer) {
    this.stop = $effect.root(() => {
      $effect(() => this.follow());
    });
  }

  /** Keep up with the battle: what is asked, and whether it is being answered. */
  follow(): void {
    const decision = settings.values.forecasts ? this.battle.decision : null;
    const { sending } = this.battle;
    untrack(() => this.take(decision, sending));
  }

  /** The option of the list whose forecast is shown in full. */
  get shown(): string | null {
    return this.pointed ?? this.kept;
  }

  /** The option that is shown as long as the player has looked at none. */
  get first(): string | null {
    return this.found.keys().next().value ?? null;
  }

  /** Whether this question is one of which anything can be foreseen. */
  get tells(): boolean {
    return this.found.size > 0;
  }

  /** The answer that a lesson speaks of: what is foreseen of it is told, wherever the pointer happens to pass. */
  private get wanted(): string | null {
    return wantedOptions(this.battle.lesson ?? null)[0] ?? null;
  }

  of(key: string): Foreseen | undefined {
    return this.found.get(key);
  }

  /** Whether forecasts are there or may still come: then no other number takes their place. */
  get hopes(): boolean {
    return this.tells || this.busy;
  }

  /** The roll that an option sets off first, where it is thrown before anything else is asked. */
  firstRoll(key: string): RollView | undefined {
    return this.firsts[key];
  }

  /** The rolls on the way that an option leads: all of them once it has a forecast, until then the first. */
  rollsOf(key: string): readonly RollView[] {
    const first = this.firsts[key];
    return this.found.get(key)?.rolls ?? (first ? [first] : []);
  }

  /** Ask what is known of the options of the pending question. */
  async learn(): Promise<void> {
    const { decision } = this.battle;
    this.promises = {};
    this.firsts = {};
    try {
      const { promises, rolls } = await this.battle.ask({ query: "promises" });
      if (this.battle.decision !== decision) return;
      this.promises = promises;
      this.firsts = rolls;
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error; // the options stand without it
    }
  }

  /** Whether the forecast of an option is still to come. */
  awaits(key: string): boolean {
    return this.queue.includes(key) || this.asking.includes(key);
  }

  /** An option is under the pointer or in focus, or none is any more: that one is asked for before all others. */
  point(key: string | null): void {
    const { wanted } = this;
    clearTimeout(this.meaning);
    this.prefer(key);
    if (key !== null && wanted !== null && key !== wanted) {
      this.meaning = setTimeout(() => this.look(key), MEANT);
      return;
    }
    this.look(key);
    if (key === null && wanted !== null) this.marked = wanted;
  }

  private look(key: string | null): void {
    this.pointed = key;
    if (key === null) return;
    this.marked = key;
    this.looked = true;
  }

  /** The option that is looked at, when `hovered` is the one whose unit is under the pointer on the table. */
  lookedAt(hovered: string | null): string | null {
    if (this.wanted !== null) return this.kept ?? this.pointed ?? this.wanted;
    return this.kept ?? this.pointed ?? (this.tells ? hovered : null) ?? this.marked ?? this.first;
  }

  /** Ask for this one before all others. */
  prefer(key: string | null): void {
    if (key === null || !this.queue.includes(key)) return;
    this.queue = [key, ...this.queue.filter((other) => other !== key)];
    this.preferred = key;
  }

  /** Keep the forecast of an option open, or close it again. */
  keep(key: string | null): void {
    this.kept = key;
    if (key === null) return;
    this.pointed = null;
    this.marked = key;
    this.prefer(key);
  }

  close(): void {
    clearTimeout(this.meaning);
    this.stop();
    this.era += 1;
  }

  private take(decision: DecisionView | null, sending: boolean): void {
    if (decision !== this.decision) {
      clearTimeout(this.meaning);
      this.era += 1;
      this.decision = decision;
      this.found = new Map();
      this.promises = {};
      this.firsts = {};
      this.looked = false;
      this.pointed = this.kept = this.marked = null;
      this.asking = [];
      this.begun = false;
      const usual = this.wanted ?? (decision?.usual as unknown);
      const keys = optionKeys(decision);
      this.queue = keys.filter((key) => key === usual).concat(keys.filter((key) => key !== usual));
    }
    this.busy = this.queue.length > 0;
    if (!sending) this.next(); // an answer is on its way: nobody needs the rest any more, unless it is refused
  }

  private next(): void {
    if (this.asking.length > 0 || this.battle.sending) return;
    const first = this.queue[0];
    this.busy = first !== undefined;
    if (first === undefined || this.decision === null) return;
    const alone = !this.begun || this.preferred === first;
    const options = alone ? [first] : this.queue.slice(0, TOGETHER);
    const era = this.era;
    this.begun = true;
    this.asking = options;
    this.queue = this.queue.filter((key) => !options.includes(key));
    const done = (more: ReadonlyMap<string, Foreseen>): void => {
      if (era !== this.era) return;
      this.asking = [];
      if (more.size) this.found = new Map([...this.found, ...more]);
      this.next();
    };
    this.battle.ask({ query: "foresee", options }).then(
      ({ foreseen }) => done(new Map(Object.entries(foreseen))),
      (error: unknown) => {
        if (!(error instanceof NotAnswered)) throw error;
        // Of this question nothing is foreseen, or the line is gone: the options stand without forecasts.
        if (era === this.era) this.queue = [];
        done(new Map());
      },
    );
  }
}
