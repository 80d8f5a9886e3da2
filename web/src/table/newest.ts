/**
 * Asks one question at a time. While an answer is on its way only the newest question waits; those in between are never
 * asked. What was asked before `forget` is nobody's any more: its answer is thrown away.
 */
export class Newest<Q, A> {
  private waiting: { question: Q } | null = null;
  private underway = false;
  private era = 0;
  private asked = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: (question: Q) => Promise<A>,
    private readonly take: (answer: A, question: Q) => void,
    private readonly fail: (error: unknown, question: Q) => void,
    private readonly changed: (busy: boolean) => void = () => undefined,
    private readonly gap = 0, // milliseconds between two questions at least
  ) {}

  get busy(): boolean {
    return this.underway || this.waiting !== null;
  }

  put(question: Q): void {
    this.waiting = { question };
    this.changed(true);
    this.next();
  }

  forget(): void {
    this.era += 1;
    this.waiting = null;
    this.underway = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.changed(false);
  }

  private next(): void {
    if (this.underway || !this.waiting || this.timer !== undefined) return;
    const wait = this.asked + this.gap - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.next();
      }, wait);
      return;
    }
    const { question } = this.waiting;
    const era = this.era;
    this.waiting = null;
    this.underway = true;
    this.asked = performance.now();
    const done = (tell: () => void): void => {
      if (era !== this.era) return;
      this.underway = false;
      // The next one is sent before this answer is drawn, so that the line is not idle meanwhile.
      this.next();
      this.changed(this.busy);
      tell();
    };
    this.ask(question).then(
      (answer) => done(() => this.take(answer, question)),
      (error: unknown) => done(() => this.fail(error, question)),
    );
  }
}
