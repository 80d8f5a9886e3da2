import { untrack } from "svelte";
import { Newest } from "../table/newest";
import { firstGoals, places, usualGoal } from "../table/goals";
import { turretTurns } from "../table/hulls";
import { posesOf, turretAt } from "../table/poses";
import { vehicleOf } from "../table/stands";
import type { DecisionView, DriveView, MarchView, Plan, PlanView, Refusal, Step } from "../wire";
import { NotAnswered, type Battle } from "./battle.svelte";
import type { Point } from "./camera";
import type { Stage } from "./stage.svelte";

export type Moving = MarchView | DriveView;

const QUARTER_HOUR = 150; // 15 degrees in tenths
const MOST_BENDS = 12;
const FORWARD = { face: null, turret: null };
const GLANCE = 90; // milliseconds: what would be seen is asked that often while dragging, the way at every step

/** The parts of a battle that a planner needs. */
export type Planned = Pick<Battle, "decision" | "table" | "sending" | "ask" | "answer"> &
  Partial<Pick<Battle, "movable" | "rearrange">>;

interface Question {
  plan: Plan;
  decision: DecisionView;
  then: "show" | "answer" | "settle" | "rest"; // settle: look for a place that is allowed; rest: see whether it may stay
  tries: Point[];
}

/**
 * A move being planned: where to, by which bends, which way round. Every change is asked of the server, which says what
 * the move would be; only that is shown, and only that can be sent as the answer.
 */
export class Planner {
  moving: Moving | null = $state.raw(null); // the move that is asked for
  unit: number | null = $state(null);
  goal: Point | null = $state.raw(null);
  via: Point[] = $state.raw([]);
  face: number | null = $state(null); // tenths of a degree; of the whole group, where each figure turns
  reverse = $state(false);
  single = $state(false); // whether dragging moves one figure instead of all
  figure: number | null = $state(null); // the one figure that was moved last
  own: { face: number | null; turret: number | null } = $state.raw(FORWARD); // how that one is turned by itself
  busy = $state(false);
  dragging = $state(false);
  lifted: number | null = $state(null); // a unit that is set up already and is being put elsewhere
  /** Why it may not stay where it is, where the rules make it go: what they ask for is drawn from the beginning. */
  compelled: Refusal | null = $state.raw(null);
  looked = false; // whether the plan that is shown says what would be seen

  private decision: DecisionView | null = null;
  private next: { unit: number; at: Point } | null = null; // where a unit goes that has just been chosen to be set up
  private wanted = false; // Enter was pressed before the last answer came
  private glanced = -Infinity;
  private sent = false; // what was planned has been sent as the answer
  private readonly questions: Newest<Question, PlanView>;
  private readonly stop: () => void;

  constructor(
    readonly battle: Planned,
    readonly stage: Stage,
  ) {
    this.questions = new Newest<Question, PlanView>(
      ({ plan }) => battle.ask(plan),
      (plan, question) => this.take(plan, question),
      (error, question) => this.fail(error, question),
      (busy) => (this.busy = busy),
      25,
    );
    this.stop = $effect.root(() => {
      $effect(() => {
        const decision = battle.decision;
        untrack(() => this.follow(decision));
      });
    });
  }

  get active(): boolean {
    return this.moving !== null;
  }

  get used(): number {
    return this.stage.plan?.used ?? 0;
  }

  get budget(): number {
    return this.stage.plan?.budget ?? this.moving?.budget ?? 0;
  }

  get left(): number {
    return Math.max(0, this.budget - this.used);
  }

  /** Whether what is shown could be sent as it is. */
  get legal(): boolean {
    return this.stage.plan !== null && this.stage.plan.refusal === null && this.stage.planProblem === null;
  }

  /** Why it could not, or why it goes no farther. */
  get problem(): Refusal | null {
    return this.stage.planProblem ?? this.stage.plan?.refusal ?? this.stage.plan?.beyond ?? null;
  }

  get waypoints(): readonly Point[] {
    return this.via;
  }

  get mayTurn(): boolean {
    return this.moving?.type === "drive" || (this.moving?.may_face ?? false);
  }

  /** Whether one figure is turned by itself. */
  get turnsAlone(): boolean {
    return this.moving?.type === "march" && (this.moving.turns ?? false);
  }

  /** Whether there is a turret to turn: that of the figure in hand, or of any while none is. */
  get mayTurnTurret(): boolean {
    if (!this.turnsAlone) return false;
    return this.figure === null ? this.figures.some((one) => this.turreted(one)) : this.turreted(this.figure);
  }

  get mayReverse(): boolean {
    return this.moving?.type === "drive" && this.moving.entry === null;
  }

  /** Whether inches count: a unit that is set up does not go anywhere. */
  get measured(): boolean {
    return this.budget > 0 && !(this.moving?.type === "march" && this.moving.manner === "appear");
  }

  /** Whether the unit comes onto the table or is set up: it stands nowhere yet. */
  get arriving(): boolean {
    return this.leaderAt === null;
  }

  get figures(): readonly number[] {
    if (!this.moving) return [];
    return this.moving.type === "march" ? this.moving.figures : [this.moving.figure];
  }

  /** Where the leader stands before the move. */
  get leaderAt(): Point | null {
    const [leader] = this.figures;
    if (leader === undefined) return null;
    if (this.moving?.type === "march" && this.moving.manner !== "walk") return null;
    if (this.moving?.type === "drive" && this.moving.entry) return null;
    return this.battle.table?.figures[leader]?.at ?? null;
  }

  /** Where a figure would stand at the end of what is planned. */
  endOf(figure: number): Point | null {
    const step = this.stage.plan?.steps.find((one) => one.figure === figure);
    const pose = step?.poses?.at(-1);
    if (pose) return [pose[0], pose[1]];
    return step?.path.at(-1) ?? this.battle.table?.figures[figure]?.at ?? null;
  }

  /** The question has changed: forget everything, and see whether a move is asked for. */
  follow(decision: DecisionView | null): void {
    if (decision === this.decision) return;
    const before = { decision: this.decision, sent: this.sent, goal: this.goal, via: this.via, face: this.face };
    this.questions.forget();
    this.stage.clearPlan();
    this.lifted = null;
    this.decision = decision;
    const domain = decision?.domain;
    const moving = domain?.type === "march" || domain?.type === "drive" ? domain : null;
    this.moving = moving;
    this.unit = moving ? (decision?.unit ?? this.unitOf(moving)) : null;
    this.wipe();
    if (!decision || !moving) return;
    if (this.unit !== null) this.stage.selected = this.unit;
    this.askReach(decision);
    const dropped = this.next;
    this.next = null;
    if (dropped && dropped.unit === this.unit) {
      this.goal = rounded(dropped.at);
      this.ask("show");
      this.wanted = true; // it was put there already
      return;
    }
    // After a broken line the same question comes again: what was planned is asked anew, nothing is taken over unseen.
    if (before.goal && !before.sent && same(before.decision, decision)) {
      this.goal = before.goal;
      this.via = before.via;
      this.face = before.face;
      this.ask("show");
    } else this.begin(decision, moving);
  }

  /** What is drawn before anybody has pointed anywhere: a place for who stands nowhere yet, a move that the rules ask for. */
  private begin(decision: DecisionView, moving: Moving): void {
    const at = this.leaderAt;
    if (!at) return this.suggest(decision, moving);
    if (!goesSomewhere(decision.usual)) return;
    this.goal = at;
    this.ask("rest");
  }

  /** The unit that is asked for next is put here: it was dragged from the list onto the table. */
  placeNext(unit: number, at: Point): void {
    this.next = { unit, at };
  }

  /** Whether a unit that is set up already can be taken up again. */
  mayLift(unit: number | null): boolean {
    return unit !== null && unit !== this.lifted && (this.battle.movable?.includes(unit) ?? false);
  }

  /** Take a unit up that is set up already: where it may go is asked of the server, and shown once that is known. */
  lift(unit: number): void {
    const { decision } = this;
    if (!decision || !this.mayLift(unit)) return;
    this.questions.forget();
    this.stage.clearPlan();
    this.wipe();
    this.lifted = this.unit = this.stage.selected = unit;
    this.moving = null;
    this.battle.ask({ query: "lift", unit }).then(
      ({ decision: placed }) => {
        if (this.lifted !== unit || this.decision !== decision) return;
        const { domain } = placed;
        if (domain.type !== "march" && domain.type !== "drive") return this.letGo();
        this.moving = domain;
        const [leader] = this.figures;
        this.goal ??= leader === undefined ? null : (this.battle.table?.figures[leader]?.at ?? null);
        this.ask("show");
      },
      () => this.letGo(),
    );
  }

  /** The unit that was taken up stays where it stands; what is asked is asked again. */
  letGo(): void {
    if (this.lifted === null) return;
    const { decision } = this;
    this.decision = null;
    this.follow(decision);
  }

  /** Drag the unit (or, with `single`, one figure) so that its leader goes here. */
  dragTo(at: Point): void {
    if (!this.moving) {
      if (this.lifted !== null) this.goal = rounded(at); // it is shown as soon as it is known where it may go
      return;
    }
    this.hold(null);
    this.goal = rounded(at);
    this.ask("show");
  }

  /** Move one figure of what is planned. */
  moveFigure(figure: number, at: Point): void {
    if (!this.moving) return;
    this.hold(figure);
    this.goal = rounded(at);
    this.ask("show");
  }

  /** The unit is let go: what would be seen from here is wanted, too. */
  drop(): void {
    if (!this.dragging) return;
    this.dragging = false;
    if (this.lifted !== null) return this.putDown();
    if (this.moving && this.goal && (this.busy || !this.looked)) this.ask("show");
  }

  /** What was dragged stands where it was dropped, once it is known that it may. */
  private putDown(): void {
    if (this.busy || !this.moving) this.wanted = true;
    else this.send();
  }

  nudge(dx: number, dy: number): void {
    if (this.single && this.figure === null) this.nextFigure(1);
    const from = this.goal ?? this.leaderAt;
    if (!this.moving || !from) return;
    this.goal = rounded([from[0] + dx, from[1] + dy]);
    this.ask("show");
  }

  /** Turn by so many steps of 15 degrees, clockwise: all, or the one figure in hand where each turns by itself. */
  turn(steps: number): void {
    if (!this.moving || !this.mayTurn) return;
    if (this.turnsAlone && this.single && this.figure === null) this.nextFigure(1);
    const alone = this.turnsAlone ? this.figure : null;
    const [leader] = this.figures;
    const told = alone === null ? this.face : this.own.face;
    const face = turned(told ?? this.facing(alone ?? leader), steps);
    if (alone === null) this.face = face;
    else this.own = { ...this.own, face };
    this.goal ??= this.leaderAt;
    this.ask("show");
  }

  /** Turn the turret of the figure in hand, or of the first that has one. */
  turnTurret(steps: number): void {
    if (!this.moving || !this.mayTurnTurret) return;
    const figure = this.figure ?? this.figures.find((one) => this.turreted(one));
    if (figure === undefined) return;
    if (this.figure === null) {
      this.single = this.figures.length > 1;
      this.hold(figure);
      this.goal = this.endOf(figure);
    }
    this.own = { ...this.own, turret: turned(this.own.turret ?? this.pointing(figure), steps) };
    this.ask("show");
  }

  addWaypoint(at: Point | null = this.goal): void {
    if (!this.moving || !at || this.via.length >= MOST_BENDS) return;
    this.via = [...this.via, rounded(at)];
    this.goal ??= rounded(at);
    this.ask("show");
  }

  removeWaypoint(): void {
    if (!this.via.length) return;
    this.via = this.via.slice(0, -1);
    this.ask("show");
  }

  /** Whether dragging and the arrow keys move one figure, or all. */
  toggleSingle(): void {
    this.single = !this.single;
    if (this.single) return;
    const [leader] = this.figures;
    this.hold(null);
    this.goal = leader === undefined || !this.stage.plan ? null : this.endOf(leader);
  }

  /** With `single`: take the next figure in hand, or the one before. */
  nextFigure(step: number): void {
    const { figures } = this;
    if (!this.moving || !this.single || !figures.length) return;
    const place = this.figure === null ? (step > 0 ? -1 : 0) : figures.indexOf(this.figure);
    const figure = figures[(place + step + figures.length) % figures.length];
    if (figure === undefined) return;
    this.hold(figure);
    this.goal = this.endOf(figure);
  }

  toggleReverse(): void {
    if (!this.mayReverse) return;
    this.reverse = !this.reverse;
    if (this.goal) this.ask("show");
  }

  /** Begin anew. */
  reset(): void {
    if (this.lifted !== null) return this.letGo();
    this.questions.forget();
    const { reach } = this.stage;
    this.stage.clearPlan();
    this.stage.reach = reach;
    this.wipe();
    if (this.decision && this.moving) this.begin(this.decision, this.moving);
  }

  /** Make the move that is shown. While a newer one is being asked about, that one, if it is allowed. */
  confirm(): void {
    if (!this.moving || this.battle.sending) return;
    if (this.busy) {
      this.wanted = true;
      return;
    }
    this.send();
  }

  /** Stay where one is. */
  stay(): void {
    const at = this.leaderAt;
    if (!this.moving || !at || this.battle.sending) return;
    this.wipe();
    this.goal = at;
    this.ask("answer");
  }

  close(): void {
    this.stop();
    this.questions.forget();
    this.stage.clearPlan();
  }

  private wipe(): void {
    this.goal = null;
    this.via = [];
    this.face = null;
    this.reverse = false;
    this.figure = null;
    this.own = FORWARD;
    this.wanted = false;
    this.sent = false;
    this.dragging = false;
    this.compelled = null;
  }

  /** Take one figure in hand, or all of them: each keeps its own bends, and what one was told is not for another. */
  private hold(figure: number | null): void {
    if (figure === this.figure) return;
    this.figure = figure;
    this.own = FORWARD;
    const path = this.stepOf(figure ?? this.figures[0])?.path;
    if (path) this.via = path.slice(1, -1).slice(0, MOST_BENDS);
  }

  private stepOf(figure: number | undefined): Step | undefined {
    return this.stage.plan?.steps.find((step) => step.figure === figure);
  }

  /** Which way a figure would face as planned, or faces. */
  private facing(figure: number | undefined): number {
    const stands = figure === undefined ? undefined : this.battle.table?.figures[figure]?.bearing;
    return this.stepOf(figure)?.bearing ?? stands ?? 0;
  }

  /** Which way the turret of a figure would point as planned, or points. */
  private pointing(figure: number): number {
    const stood = this.battle.table?.figures[figure]?.bearing ?? 0;
    const unit = this.unit === null ? undefined : this.battle.table?.units[this.unit];
    const bearing = this.facing(figure);
    const step = this.stepOf(figure) ?? { bearing };
    return turretAt(step, stood, unit && posesOf(unit).get(figure)) ?? bearing;
  }

  private turreted(number: number): boolean {
    const { table } = this.battle;
    const figure = table?.figures[number];
    const symbol = figure && table?.units[figure.unit]?.shown.symbol;
    const vehicle = figure && symbol ? vehicleOf(figure, symbol) : null;
    return vehicle !== null && turretTurns(vehicle);
  }

  private unitOf(moving: Moving): number | null {
    const leader = moving.type === "march" ? moving.figures[0] : moving.figure;
    return leader === undefined ? null : (this.battle.table?.figures[leader]?.unit ?? null);
  }

  private ask(then: Question["then"], tries: Point[] = []): void {
    const { decision, goal } = this;
    if (!decision || !goal) return;
    this.sent = false;
    const glance = !this.dragging || performance.now() - this.glanced > GLANCE;
    if (glance) this.glanced = performance.now();
    const alone = this.turnsAlone && this.figure !== null;
    const plan: Plan = {
      query: "plan",
      goal,
      via: this.via,
      figure: this.figure,
      face: alone ? this.own.face : this.face,
      reverse: this.reverse,
      look: then !== "answer" && glance,
    };
    if (this.lifted !== null) {
      plan.unit = this.lifted;
      plan.look = false;
    }
    if (alone && this.own.turret !== null) plan.turret = this.own.turret;
    const draft = this.stage.plan?.draft;
    // Turrets stay as they were told when all go on; who stays after all has been told nothing.
    if ((this.figure !== null || (this.turnsAlone && then !== "answer")) && draft) plan.draft = draft as Plan["draft"];
    this.questions.put({ plan, decision, then, tries });
  }

  private suggest(decision: DecisionView, moving: Moving): void {
    const table = this.battle.table;
    if (!table) return;
    const goals = firstGoals(moving, table.width, table.depth);
    const usual = usualGoal(decision.usual);
    const [first, ...tries] = usual ? [usual, ...goals] : goals;
    if (!first || decision !== this.decision) return;
    this.goal = first;
    this.ask("settle", tries);
  }

  private askReach(decision: DecisionView): void {
    this.battle.ask({ query: "reach" }).then(
      (reach) => {
        if (this.battle.decision === decision && this.decision === decision) this.stage.reach = reach;
      },
      () => undefined, // there is no outline to show; the plan still tells what is allowed
    );
  }

  private current(question: Question): boolean {
    return question.decision === this.decision && question.decision === this.battle.decision;
  }

  private take(plan: PlanView, question: Question): void {
    if (!this.current(question)) return;
    if (question.then === "settle" && plan.refusal && question.tries.length) {
      const [next, ...tries] = question.tries;
      this.goal = next ?? this.goal;
      this.ask("settle", tries);
      return;
    }
    if (question.then === "rest") {
      if (plan.steps.every(({ path }) => path.length < 2)) {
        this.goal = null; // it may stay: nothing is planned before somebody points anywhere
        return;
      }
      this.compelled = plan.beyond ?? null;
    }
    this.looked = question.plan.look ?? true;
    this.stage.plan = plan;
    this.stage.planProblem = null;
    const [leader] = this.figures;
    const unpointed = question.then === "settle" || question.then === "rest";
    if (unpointed && leader !== undefined) this.goal = this.endOf(leader); // nobody pointed elsewhere
    // Who may not stay is not sent elsewhere unseen.
    const send = (question.then === "answer" && !plan.beyond) || (this.wanted && !this.busy);
    if (!this.busy) this.wanted = false;
    if (send) this.send();
  }

  private send(): void {
    if (!this.legal || !this.stage.plan) return;
    this.sent = true;
    if (this.lifted === null) this.battle.answer(this.stage.plan.draft);
    else this.battle.rearrange?.(this.lifted, this.stage.plan.draft);
  }

  private fail(error: unknown, question: Question): void {
    if (!this.current(question)) return;
    this.wanted = false;
    if (error instanceof NotAnswered && error.stale) return; // the table has moved on; what it says now is on its way
    this.stage.plan = null;
    this.stage.planProblem = error instanceof NotAnswered ? error.refusal : { why: String(error) };
  }
}

function turned(from: number, steps: number): number {
  return (((from + steps * QUARTER_HOUR) % 3600) + 3600) % 3600;
}

/** Whether an answer has somebody go somewhere. */
function goesSomewhere(answer: unknown): boolean {
  const walks = (answer as { walks?: { points?: unknown[] }[] } | null)?.walks;
  return walks?.some(({ points }) => (points?.length ?? 0) > 1) ?? false;
}

function rounded([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

function same(before: DecisionView | null, after: DecisionView): boolean {
  return before !== null && places(before) === places(after);
}
