import type { Field, PlanView, Ray, ReachView, Refusal, Sighting, SpotView } from "../wire";

export type Tool = "hand" | "tape";

/** An option that is a figure or a point of the table, and what is written there. */
export interface Offered {
  key: string;
  tag: string;
  figure: number | null;
  at: [number, number] | null;
}

/**
 * What is being looked at and pointed at, shared by the table and the panels around it. The table draws it; panels set
 * it (a hovered option lights up its unit). It holds nothing that the server has not said.
 */
export class Stage {
  selected: number | null = $state(null); // a unit
  hovered: number | null = $state(null); // a unit under the pointer, or of the option under the pointer
  litFigures: number[] = $state.raw([]); // figures of a log line that was clicked
  /**
   * What the act that is being shown lights up. Whoever tells the act sets it (and empties it again); UnitToken draws an
   * actor's ring bright with a glow, that of a unit that was hit red and dashed, and PipRow its men just lost in amber.
   * `named` units have their names written beside them, as those selected and pointed at have.
   */
  actors: number[] = $state.raw([]);
  hit: number[] = $state.raw([]);
  lost: ReadonlyMap<number, number> = $state.raw(new Map()); // how many men by unit
  named: number[] = $state.raw([]);
  /** Units that can be chosen now (option key by unit), and those that cannot, with the reason. */
  choices: Map<number, string> = $state.raw(new Map());
  barred: Map<number, Refusal> = $state.raw(new Map());
  /** One number for each unit that can be chosen, as its row has it. */
  chips: ReadonlyMap<number, string> = $state.raw(new Map());
  idle: ReadonlySet<number> = $state.raw(new Set()); // those of them whose choice would come to nothing
  aimed: number | null = $state(null); // the unit of the answer that is looked at
  refused: { unit: number; refusal: Refusal } | null = $state.raw(null); // one that was clicked and cannot be chosen
  /** Options that are single figures or points of the table, in the order of their list. */
  offered: Offered[] = $state.raw([]);
  /** Set while a point of the table is asked for; the table calls it with where the player clicked. */
  pick: ((at: [number, number]) => void) | null = $state.raw(null);
  spot: [number, number] | null = $state.raw(null); // the point picked so far
  area: SpotView | null = $state.raw(null); // where it may lie
  /** Set while units can be chosen on the table; called with the option's key. */
  choose: ((key: string) => void) | null = $state.raw(null);

  /** The point of the table at a point of the page, or null beside the table; the table sets it. */
  tableAt: ((x: number, y: number) => [number, number] | null) | null = null;

  plan: PlanView | null = $state.raw(null); // the move being planned
  planProblem: Refusal | null = $state.raw(null); // why there is none
  reach: ReachView | null = $state.raw(null);
  sightings: Sighting[] = $state.raw([]);
  sightFrom: number | null = $state(null); // the unit that looks
  rays: Ray[] = $state.raw([]);
  fan = $state(false); // lines to everybody are wanted, not only to the one that matters
  field: Field | null = $state.raw(null);

  tool: Tool = $state("hand");
  tape: [number, number][] = $state.raw([]);
  tapeReading: string = $state("");

  /** Whether it is told of everybody what is seen of him: on demand, and while a move is planned. */
  get broad(): boolean {
    return this.fan || this.plan !== null;
  }

  clearPlan(): void {
    this.plan = null;
    this.planProblem = null;
    this.reach = null;
  }

  clearLook(): void {
    this.sightings = [];
    this.sightFrom = null;
    this.rays = [];
    this.field = null;
  }
}
