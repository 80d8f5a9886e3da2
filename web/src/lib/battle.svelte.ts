import type {
  Ask,
  BattleView,
  Beat,
  ClientMessage,
  DecisionView,
  LessonView,
  Line as LogLine,
  Outcome,
  Refusal,
  Reply,
  SeatView,
  ServerMessage,
  Snapshot,
  TableView,
  Update,
  Waiting,
} from "../wire";
import { groups, scenesOf, type Stage } from "./acts";
import { api } from "./api";
import { applyBeat, copyTable } from "./fold";
import { settings } from "./settings.svelte";
import { Socket, type Line } from "./socket";
import { Story } from "./story.svelte";
import { tokensOf } from "./tokens";

type Query = Ask["about"];
type Answers = { [Q in Query["query"]]: Extract<Reply["about"], { query: Q }> };

/** A question about the table that was not answered: the reason, or that the table has moved on. */
export class NotAnswered extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly stale: boolean,
  ) {
    super(refusal.why);
  }
}

let counter = 0;
const session = Math.random().toString(36).slice(2, 10);

function newRef(): string {
  counter += 1;
  return `${session}-${counter}`;
}

/** A battle as this page sees it: what the server told, played beat by beat at the speed the player likes. */
export class Battle {
  line: Line = $state("connecting");
  trouble: string = $state("");
  view: BattleView | null = $state.raw(null);
  players: SeatView[] = $state.raw([]);
  seats: number[] = $state.raw([]); // the seats this page plays; none for a spectator
  table: TableView | null = $state(null);
  lines: LogLine[] = $state.raw([]);
  readonly story = new Story(() => this.view?.results ?? {}); // what is done, as it is shown
  tapes: [number, number][][] = $state.raw([]);

  // What the server waits for. It is shown only when all beats before it have been played.
  private next: Pick<
    Update,
    "decision" | "waiting" | "undo" | "outcome" | "undo_why" | "may_arrange" | "begins" | "movable" | "lesson"
  > = {
    decision: null,
    waiting: null,
    undo: false,
    outcome: null,
    undo_why: "",
    may_arrange: false,
    begins: false,
    movable: [],
    lesson: null,
  };
  decision: DecisionView | null = $state.raw(null);
  waiting: Waiting | null = $state.raw(null);
  mayUndo = $state(false);
  undoWhy = $state(""); // why the last answer cannot be taken back
  mayArrange = $state(false); // the rest of one's units can be set up for one
  begins = $state(false); // that would be the last answer before the battle
  movable: readonly number[] = $state.raw([]); // units that can still be put elsewhere
  outcome: Outcome | null = $state.raw(null);
  lesson: LessonView | null = $state.raw(null); // where it stands, if the battle is one

  refusal: Refusal | null = $state.raw(null); // why the last answer was not taken
  sending = $state(false); // an answer is on its way
  behind = $state(0); // beats not yet shown

  private version = -1;
  private takenBack = false;
  private beats: Beat[] = []; // not yet begun to be shown
  private stages: Stage[] = []; // of the act being shown
  private told = 0; // the last beat laid over the table
  private fetched = false; // what happened before this page came
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly asked = new Map<string, { yes: (reply: Reply["about"]) => void; no: (error: Error) => void }>();
  private readonly socket: Socket;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const hello = (): ClientMessage => ({ type: "join", tokens: tokensOf(id) });
    this.socket = new Socket(
      `${scheme}//${location.host}/ws/battles/${id}`,
      hello,
      (message) => this.hear(message),
      (line) => this.changed(line),
    );
  }

  /** Whether the pending question is for this page. */
  get mine(): boolean {
    return this.decision !== null;
  }

  /** The side that a seat plays: two players may share one. */
  sideOf(seat: number): number {
    return this.view?.sides[seat] ?? seat;
  }

  close(): void {
    clearTimeout(this.timer);
    this.story.stopRecalling();
    this.socket.close();
  }

  /** Whether a lesson leads the player: what he is asked has one answer that it wants. */
  get guided(): boolean {
    return this.lesson !== null && !this.lesson.over;
  }

  /** Answer the pending question. It is kept and sent again until the server says that it is written down. */
  answer(answer: unknown): void {
    if (!this.decision || this.sending) return;
    const ref = newRef();
    this.refusal = null;
    this.sending = true;
    this.story.stopRecalling();
    this.story.ordered(this.told);
    this.socket.deliver(ref, { type: "answer", ref, version: this.version, answer });
  }

  undo(): void {
    if (!this.mayUndo || this.sending) return;
    const ref = newRef();
    this.refusal = null;
    this.sending = true;
    this.takenBack = true;
    this.socket.deliver(ref, { type: "undo", ref, version: this.version });
  }

  /** Before the battle: have the rest of one's units set up, or begin where only the last answer is left. */
  arrange(): void {
    if (!this.mayArrange || this.sending) return;
    const ref = newRef();
    this.refusal = null;
    this.sending = true;
    this.socket.deliver(ref, { type: "arrange", ref, version: this.version });
  }

  /** Before the battle: put a unit elsewhere that is set up already, as a plan for it says. */
  rearrange(unit: number, answer: unknown): void {
    if (!this.movable.includes(unit) || this.sending) return;
    const ref = newRef();
    this.refusal = null;
    this.sending = true;
    this.socket.deliver(ref, { type: "rearrange", ref, version: this.version, unit, answer });
  }

  /** Where players throw their own dice: let the server throw these. */
  rollForMe(): void {
    if (!this.decision || this.sending) return;
    const ref = newRef();
    this.sending = true;
    this.socket.deliver(ref, { type: "roll", ref, version: this.version });
  }

  /** Leave the lesson, and play its battle on without guidance. */
  playOn(): void {
    if (this.lesson === null || this.sending) return;
    const ref = newRef();
    this.refusal = null;
    this.sending = true;
    this.socket.deliver(ref, { type: "play-on", ref, version: this.version });
  }

  layTape(points: [number, number][]): void {
    this.socket.send({ type: "tape", points });
  }

  /** Ask about the table. Rejects with `NotAnswered` when refused or when the line breaks; it changes nothing. */
  ask<Q extends Query>(about: Q): Promise<Answers[Q["query"]]> {
    const ref = newRef();
    return new Promise((yes, no) => {
      this.asked.set(ref, { yes: yes as (reply: Reply["about"]) => void, no });
      if (!this.socket.send({ type: "ask", ref, version: this.version, about })) {
        this.asked.delete(ref);
        no(new NotAnswered({ why: "not connected" }, true));
      }
    });
  }

  /** Whether something is still being shown, or shown again. */
  get busy(): boolean {
    return this.behind > 0 || this.story.recalling;
  }

  /** Show everything at once that is still to be shown. */
  hurry(): void {
    clearTimeout(this.timer);
    this.story.stopRecalling();
    while (this.more()) this.step();
    this.settle();
  }

  /**
   * Skip what is being shown; false if nothing is. Where somebody plays, everything that is still to come is shown at
   * once; where bots alone do, one action is skipped, not the battle.
   */
  skip(): boolean {
    if (this.behind === 0) return this.story.stopRecalling();
    if (this.botsAlone) this.skipAct();
    else this.hurry();
    return true;
  }

  /** Bots alone fight, for whoever watches: nobody waits until all has been shown. */
  private get botsAlone(): boolean {
    return this.players.every(({ kind }) => kind === "bot");
  }

  private skipAct(): void {
    clearTimeout(this.timer);
    this.story.stopRecalling();
    while (this.stages.length) this.step();
    this.play();
  }

  private changed(line: Line): void {
    this.line = line;
    if (line === "open" || line === "connecting") return;
    for (const { no } of this.asked.values()) no(new NotAnswered({ why: "the connection was lost" }, true));
    this.asked.clear();
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "snapshot":
        return this.begin(message);
      case "update":
        return this.follow(message);
      case "accepted":
        this.socket.settled(message.ref);
        this.sending = false;
        return;
      case "refused":
        this.socket.settled(message.ref);
        return this.refused(message.ref, message.refusal, message.stale);
      case "reply": {
        const waiting = this.asked.get(message.ref);
        this.asked.delete(message.ref);
        waiting?.yes(message.about);
        return;
      }
      case "presence":
        this.players = message.players;
        return;
      case "tapes":
        this.tapes = message.tapes;
        return;
      case "trouble":
        this.trouble = message.reason;
        return;
      case "pong":
        if (message.version > this.version && this.version >= 0) this.socket.send({ type: "resync" });
        return;
    }
  }

  private refused(ref: string, refusal: Refusal, stale: boolean): void {
    const waiting = this.asked.get(ref);
    if (waiting) {
      this.asked.delete(ref);
      waiting.no(new NotAnswered(refusal, stale));
      return;
    }
    this.sending = false;
    this.refusal = stale ? null : refusal;
  }

  private begin(told: Snapshot): void {
    clearTimeout(this.timer);
    this.line = "open";
    this.trouble = "";
    this.beats = [];
    this.stages = [];
    this.behind = 0;
    this.told = told.beat;
    this.story.clear();
    this.fetched = false;
    this.version = told.version;
    this.view = told.battle;
    this.players = told.players;
    this.seats = told.seats;
    this.table = told.table;
    this.lines = told.lines;
    this.tapes = told.tapes;
    this.next = told;
    this.settle();
    if (told.beat > 0) void this.fetchStory();
  }

  /** What happened before this page came, so that the last action is the picture then, too. */
  private async fetchStory(): Promise<void> {
    if (this.fetched) return;
    this.fetched = true;
    try {
      const { start, beats } = await api.history(this.id, tokensOf(this.id));
      const old = beats.filter((beat) => beat.beat <= this.told);
      this.story.prepend(scenesOf(copyTable(start), old, applyBeat));
    } catch {
      // The log has it all in words.
    }
  }

  private follow(told: Update): void {
    if (told.version <= this.version) return; // heard already
    if (told.base !== this.version) {
      this.socket.send({ type: "resync" });
      return;
    }
    this.version = told.version;
    this.decision = null;
    this.mayUndo = false;
    this.mayArrange = this.begins = false;
    this.movable = [];
    this.waiting = told.waiting;
    this.next = told;
    this.beats.push(...told.beats);
    this.count();
    if (this.timer === undefined) this.play();
  }

  /** Show one act after the other, stage by stage; a page that nobody looks at does not wait. */
  private play(): void {
    this.timer = undefined;
    while (this.more()) {
      const time = this.step();
      if (time > 0 && !document.hidden) {
        this.timer = setTimeout(() => this.play(), time);
        return;
      }
    }
    this.settle();
  }

  /** Whether there is another stage to show; opens the next act where one has ended. */
  private more(): boolean {
    while (!this.stages.length) {
      if (!this.beats.length || !this.table) return false;
      const [group, ...later] = groups(this.beats);
      this.beats = this.beats.slice(group!.beats.length);
      const waiting = this.botsAlone ? 0 : later.length; // that makes haste
      this.stages = this.story.open(group!, this.table, waiting);
    }
    return true;
  }

  /** Begin the next stage. Says how long it stays. */
  private step(): number {
    const stage = this.stages.shift()!;
    const time = this.story.enter(stage, this.table!);
    if (stage.beat) this.show(stage.beat);
    return time;
  }

  private show(beat: Beat): void {
    if (!this.table) return;
    applyBeat(this.table, beat);
    this.told = beat.beat;
    if (beat.line) this.lines = [...this.lines, beat.line];
    this.count();
  }

  private count(): void {
    this.behind = this.beats.length + this.stages.filter((stage) => stage.beat).length;
  }

  private settle(): void {
    this.timer = undefined;
    this.behind = 0;
    this.story.rest(this.next.decision?.unit ?? null);
    this.decision = this.next.decision;
    this.waiting = this.next.waiting;
    this.mayUndo = this.next.undo;
    this.undoWhy = this.next.undo_why ?? "";
    this.mayArrange = this.next.may_arrange ?? false;
    this.begins = this.next.begins ?? false;
    this.movable = this.next.movable ?? [];
    this.outcome = this.next.outcome;
    this.lesson = this.next.lesson ?? null;
    this.answerAutomatically();
  }

  /** Some questions a player does not want to be asked: reactions of a kind, answered the same way every time. */
  private answerAutomatically(): void {
    const decision = this.decision;
    if (!decision || !this.view || this.guided) return;
    if (this.takenBack) {
      this.takenBack = false; // whoever takes an answer back wants to be asked, this once
      return;
    }
    const answer = settings.values.automatic[`${this.view.ruleset}/${decision.kind}`];
    if (answer === undefined || decision.domain.type !== "one-of") return;
    if (decision.domain.options.some((option) => option.key === answer)) this.answer(answer);
  }
}
