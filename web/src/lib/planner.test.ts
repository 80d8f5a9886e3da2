import { describe, expect, it, vi } from "vitest";
import type { DecisionView, FigureView, Plan, PlanView, TableView } from "../wire";
import { NotAnswered } from "./battle.svelte";
import { Planner, type Planned } from "./planner.svelte";
import { Stage } from "./stage.svelte";

interface Asked {
  about: { query: string } & Partial<Plan>;
  yes: (reply: unknown) => void;
  no: (error: Error) => void;
}

function figure(number: number, at: [number, number] | null): FigureView {
  return { number, unit: 0, role: "man", at, bearing: 900, radius: 500, length: 0, width: 0 };
}

function march(more: Partial<DecisionView["domain"]> = {}): DecisionView {
  const domain = {
    type: "march",
    figures: [0, 1],
    budget: 6000,
    link: 1000,
    manner: "walk",
    entry: [],
    zone: [],
    must_close_up: false,
    may_face: true,
    ...more,
  } as DecisionView["domain"];
  return { seat: 0, kind: "move", prompt: "Move", because: [], unit: 0, domain, usual: {} };
}

function drive(): DecisionView {
  return { ...march(), domain: { type: "drive", figure: 0, entry: null, budget: 9000 } };
}

function planned(draft: string, more: Partial<PlanView> = {}): PlanView {
  const steps = [
    {
      figure: 0,
      path: [[10_000, 10_000] as [number, number], [12_000, 10_000] as [number, number]],
      bearing: 900,
      used: 2000,
      poses: [],
      turret: null,
    },
  ];
  return {
    query: "plan",
    draft,
    steps,
    budget: 6000,
    used: 2000,
    refusal: null,
    beyond: null,
    slow: [],
    sightings: [],
    ...more,
  };
}

class FakeBattle {
  decision: DecisionView | null = null;
  sending = false;
  asked: Asked[] = [];
  answers: unknown[] = [];
  table = {
    width: 72_000,
    depth: 48_000,
    figures: [figure(0, [10_000, 10_000]), figure(1, [11_000, 10_000])],
    units: [],
  } as unknown as TableView;

  ask(about: Asked["about"]): Promise<unknown> {
    return new Promise((yes, no) => this.asked.push({ about, yes, no }));
  }

  answer(answer: unknown): void {
    this.answers.push(answer);
  }

  get plans(): Asked[] {
    return this.asked.filter((one) => one.about.query === "plan");
  }
}

function setUp(decision: DecisionView) {
  const battle = new FakeBattle();
  const stage = new Stage();
  const planner = new Planner(battle as unknown as Planned, stage);
  const follow = (next: DecisionView | null): void => {
    battle.decision = next;
    planner.follow(next);
  };
  follow(decision);
  return { battle, stage, planner, follow };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};
const later = (): Promise<void> => new Promise((done) => setTimeout(done, 40)); // longer than the gap between questions

describe("planning a move", () => {
  it("asks for the reach once and selects the unit", async () => {
    const { battle, stage, planner } = setUp(march());
    expect(planner.active).toBe(true);
    expect(stage.selected).toBe(0);
    expect(battle.asked.map((one) => one.about.query)).toEqual(["reach"]);
    battle.asked[0]?.yes({ query: "reach", outline: [[0, 0]], bands: [] });
    await settle();
    expect(stage.reach?.outline).toEqual([[0, 0]]);
    planner.reset();
    expect(stage.reach?.outline).toEqual([[0, 0]]);
    expect(battle.asked.length).toBe(1);
  });

  it("is not active for any other question", () => {
    const { planner, follow } = setUp(march());
    follow({ ...march(), domain: { type: "yes-no" } });
    expect(planner.active).toBe(false);
    planner.dragTo([1, 1]);
    planner.nudge(1, 1);
    expect(planner.goal).toBeNull();
  });

  it("has one plan under way; the newest goal wins", async () => {
    const { battle, stage, planner } = setUp(march());
    for (const x of [1, 2, 3, 4]) planner.dragTo([10_000 + x, 10_000.4]);
    expect(battle.plans.map((one) => one.about.goal)).toEqual([[10_001, 10_000]]);
    battle.plans[0]?.yes(planned("first"));
    await later();
    expect(stage.plan?.draft).toBe("first");
    expect(battle.plans.map((one) => one.about.goal)).toEqual([
      [10_001, 10_000],
      [10_004, 10_000],
    ]);
    battle.plans[1]?.yes(planned("last"));
    await settle();
    expect(stage.plan?.draft).toBe("last");
    expect(planner.busy).toBe(false);
  });

  it("never lays a late reply over a newer question", async () => {
    const { battle, stage, planner, follow } = setUp(march());
    planner.dragTo([12_000, 10_000]);
    const [reach] = battle.asked;
    follow(march({ budget: 12_000 }));
    battle.plans[0]?.yes(planned("late"));
    reach?.yes({ query: "reach", outline: [[9, 9]], bands: [] });
    await settle();
    expect(stage.plan).toBeNull();
    expect(stage.reach).toBeNull();
  });

  it("does not even do so while the page has not noticed the newer question", async () => {
    const { battle, stage, planner } = setUp(march());
    planner.dragTo([12_000, 10_000]);
    battle.decision = march();
    battle.plans[0]?.yes(planned("late"));
    await settle();
    expect(stage.plan).toBeNull();
  });

  it("plans anew when the same question comes again after a broken line, but not after an answer", async () => {
    const { battle, planner, follow } = setUp(march());
    planner.dragTo([12_000, 10_000]);
    battle.plans[0]?.yes(planned("before"));
    await later();
    follow(march());
    expect(planner.goal).toEqual([12_000, 10_000]);
    expect(battle.plans.length).toBe(2);
    battle.plans[1]?.yes(planned("after"));
    await later();
    planner.confirm();
    expect(battle.answers).toEqual(["after"]);
    follow(march());
    expect(planner.goal).toBeNull();
  });

  it("sends what the server made of it, and only if that is allowed", async () => {
    const { battle, planner, stage } = setUp(march());
    planner.confirm();
    planner.dragTo([30_000, 10_000]);
    battle.plans[0]?.yes(planned("wrong", { refusal: { why: "too near to an enemy", because: ["x.1"] } }));
    await later();
    expect(planner.legal).toBe(false);
    expect(planner.problem?.why).toBe("too near to an enemy");
    planner.confirm();
    expect(battle.answers).toEqual([]);
    planner.dragTo([12_000, 10_000]);
    battle.plans[1]?.yes(planned("right", { beyond: { why: 'only 6"' } }));
    await settle();
    expect(planner.legal).toBe(true);
    expect(planner.problem?.why).toBe('only 6"');
    expect([planner.used, planner.left, planner.budget]).toEqual([2000, 4000, 6000]);
    planner.confirm();
    expect(battle.answers).toEqual(["right"]);
    expect(stage.plan?.draft).toBe("right");
  });

  it("waits with Enter for the newest plan, and drops it if that is not allowed", async () => {
    const { battle, planner } = setUp(march());
    planner.nudge(1000, 0);
    planner.confirm();
    expect(battle.answers).toEqual([]);
    battle.plans[0]?.yes(planned("good"));
    await later();
    expect(battle.answers).toEqual(["good"]);
    planner.nudge(1000, 0);
    planner.confirm();
    battle.plans[1]?.yes(planned("bad", { refusal: { why: "no" } }));
    await settle();
    expect(battle.answers).toEqual(["good"]);
  });

  it("shows why there is no plan", async () => {
    const { battle, planner, stage } = setUp(march());
    planner.dragTo([12_000, 10_000]);
    battle.plans[0]?.no(new NotAnswered({ why: "off the table" }, false));
    await settle();
    expect(stage.plan).toBeNull();
    expect(planner.problem?.why).toBe("off the table");
    expect(planner.legal).toBe(false);
  });

  it("bends the path, and takes bends back", async () => {
    const { battle, planner } = setUp(march());
    planner.dragTo([12_000, 10_000]);
    planner.addWaypoint();
    planner.dragTo([12_000, 14_000]);
    battle.plans[0]?.yes(planned("a"));
    await later();
    expect(battle.plans.at(-1)?.about).toMatchObject({ goal: [12_000, 14_000], via: [[12_000, 10_000]] });
    planner.removeWaypoint();
    expect(planner.waypoints).toEqual([]);
    for (let bend = 0; bend < 20; bend += 1) planner.addWaypoint([bend, bend]);
    expect(planner.waypoints.length).toBe(12);
  });

  it("moves one figure of what is planned so far", async () => {
    const { battle, planner } = setUp(march());
    planner.dragTo([12_000, 10_000]);
    battle.plans[0]?.yes(planned("so far"));
    await later();
    planner.moveFigure(1, [13_000, 11_000]);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 1, draft: "so far", goal: [13_000, 11_000] });
    battle.plans.at(-1)?.yes(planned("then"));
    await later();
    planner.dragTo([12_000, 12_000]);
    expect(battle.plans.at(-1)?.about.figure).toBeNull();
    expect(battle.plans.at(-1)?.about.draft).toBeUndefined();
  });

  it("takes one figure after the other in hand, for the keyboard", async () => {
    const { battle, planner } = setUp(march());
    planner.nextFigure(1);
    expect(planner.figure).toBeNull();
    planner.toggleSingle();
    planner.nudge(0, 1000);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 0, goal: [10_000, 11_000] });
    battle.plans.at(-1)?.yes(planned("one"));
    await later();
    planner.nextFigure(1);
    expect(planner.figure).toBe(1);
    planner.nudge(0, 100);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 1, goal: [11_000, 10_100], draft: "one" });
    planner.toggleSingle();
    expect(planner.figure).toBeNull();
    expect(planner.goal).toEqual([12_000, 10_000]);
  });

  it("turns in steps of fifteen degrees and reverses only vehicles", async () => {
    const { battle, planner, follow } = setUp(march());
    planner.toggleReverse();
    expect(planner.reverse).toBe(false);
    planner.turn(-1);
    expect(battle.plans.at(-1)?.about).toMatchObject({ face: 750, goal: [10_000, 10_000] });
    follow(drive());
    expect([planner.measured, planner.used, planner.left]).toEqual([true, 0, 9000]); // before anything is planned
    planner.toggleReverse();
    expect(planner.reverse).toBe(true);
    planner.turn(1);
    await later();
    expect(battle.plans.at(-1)?.about).toMatchObject({ face: 1050, reverse: true });
  });

  it("turns one figure by itself where each turns, and tells nobody else what that one was told", async () => {
    const { battle, planner } = setUp(march({ turns: true }));
    planner.dragTo([12_000, 10_000]);
    const [first] = planned("all").steps;
    const steps = [first, { ...first, figure: 1, path: [[11_000, 10_000], [11_500, 9000], [13_000, 10_000]], bearing: 300 }]; // prettier-ignore
    battle.plans[0]?.yes(planned("all", { steps: steps as PlanView["steps"] }));
    await later();
    planner.toggleSingle();
    planner.nextFigure(-1);
    planner.turn(1);
    // Its own way is kept, bends and all.
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 1, face: 450, draft: "all", goal: [13_000, 10_000] });
    expect(battle.plans.at(-1)?.about.via).toEqual([[11_500, 9000]]);
    battle.plans.at(-1)?.yes(planned("turned"));
    await later();
    planner.nextFigure(1);
    planner.nudge(0, 1000);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 0, face: null, draft: "turned", via: [] });
    battle.plans.at(-1)?.yes(planned("moved"));
    await later();
    planner.toggleSingle();
    planner.turn(1);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: null, face: 1050, draft: "moved" });
  });

  it("turns the whole group with one figure in hand where figures do not turn by themselves", () => {
    const { battle, planner } = setUp(march());
    planner.toggleSingle();
    planner.turn(1);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: null, face: 1050 });
  });

  it("turns the turret of a tank, and of nothing else", async () => {
    const tanks = (symbol: string) => {
      const one = setUp(march({ turns: true }));
      const shape = { role: "M4 Sherman", length: 2300, width: 1050 };
      one.battle.table.figures = one.battle.table.figures.map((man) => ({ ...man, ...shape }));
      one.battle.table.units = [{ shown: { symbol, poses: [{ figure: 0, words: "", turret: 1200 }] } }] as never;
      return one;
    };
    expect(tanks("infantry").planner.mayTurnTurret).toBe(false);
    expect(tanks("tank-destroyer").planner.mayTurnTurret).toBe(false);
    expect(setUp(march()).planner.mayTurnTurret).toBe(false);
    const { battle, planner } = tanks("tank");
    expect(planner.mayTurnTurret).toBe(true);
    planner.turnTurret(1);
    expect(planner.single).toBe(true); // it is seen whose it is
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 0, turret: 1350, face: null, goal: [10_000, 10_000] });
    battle.plans.at(-1)?.yes(planned("aimed", { steps: planned("").steps.map((step) => ({ ...step, turret: 1350 })) }));
    await later();
    planner.nextFigure(1);
    planner.turnTurret(-1);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: 1, turret: 750, draft: "aimed" });
    battle.plans.at(-1)?.yes(planned("both"));
    await later();
    planner.dragTo([12_000, 12_000]);
    expect(battle.plans.at(-1)?.about).toMatchObject({ figure: null, draft: "both" });
    expect(battle.plans.at(-1)?.about.turret).toBeUndefined();
    battle.plans.at(-1)?.yes(planned("gone"));
    await later();
    planner.stay();
    expect(battle.plans.at(-1)?.about.draft).toBeUndefined();
  });

  it("stays by asking for where the leader stands", async () => {
    const { battle, planner } = setUp(march());
    planner.stay();
    expect(battle.plans[0]?.about.goal).toEqual([10_000, 10_000]);
    battle.plans[0]?.yes(planned("stayed", { used: 0 }));
    await settle();
    expect(battle.answers).toEqual(["stayed"]);
  });

  describe("where the usual answer goes somewhere", () => {
    const walks = [{ points: [[10_000, 10_000], [12_000, 10_000]] }]; // prettier-ignore
    const asked = () => ({ ...march(), usual: { walks } }) as DecisionView;
    const why = { why: "Wolf is Frenzied and must engage" };

    it("draws what the rules ask for if it may not stay, and sends it when confirmed", async () => {
      const { battle, planner } = setUp(asked());
      expect(battle.plans[0]?.about.goal).toEqual([10_000, 10_000]);
      battle.plans[0]?.yes(planned("as it must", { beyond: why }));
      await settle();
      expect(planner.compelled).toEqual(why);
      expect(planner.legal).toBe(true);
      expect(planner.goal).toEqual([12_000, 10_000]);
      expect(battle.answers).toEqual([]);
      planner.confirm();
      expect(battle.answers).toEqual(["as it must"]);
    });

    it("draws nothing if it may stay", async () => {
      const { battle, planner, stage } = setUp(asked());
      const steps = [{ ...planned("").steps[0]!, path: [[10_000, 10_000] as [number, number]] }];
      battle.plans[0]?.yes(planned("stays", { steps }));
      await settle();
      expect(stage.plan).toBeNull();
      expect(planner.compelled).toBeNull();
      expect(planner.goal).toBeNull();
    });
  });

  it("sends nobody elsewhere who was told to stay", async () => {
    const { battle, planner } = setUp(march());
    planner.stay();
    battle.plans[0]?.yes(planned("as it must", { beyond: { why: "it must engage" } }));
    await settle();
    expect(battle.answers).toEqual([]);
    expect(planner.legal).toBe(true);
  });

  it("suggests a place for a unit that stands nowhere, and looks on where the first is not allowed", async () => {
    const { battle, planner, stage } = setUp(march({ manner: "enter", entry: [[0, 48_000, 72_000, 48_000]] }));
    expect(planner.arriving).toBe(true);
    expect(battle.plans[0]?.about.goal).toEqual([36_000, 45_000]);
    battle.plans[0]?.yes(planned("occupied", { refusal: { why: "somebody stands there" } }));
    await later();
    expect(stage.plan).toBeNull();
    expect(battle.plans[1]?.about.goal).not.toEqual([36_000, 45_000]);
    battle.plans[1]?.yes(planned("free"));
    await settle();
    expect(stage.plan?.draft).toBe("free");
    expect(planner.legal).toBe(true);
  });

  it("asks what would be seen now and then while dragging, and certainly when let go", async () => {
    const { battle, planner } = setUp(march());
    planner.dragging = true;
    vi.spyOn(performance, "now").mockReturnValue(1000);
    planner.dragTo([12_000, 10_000]);
    expect(battle.plans[0]?.about.look).toBe(true);
    battle.plans[0]?.yes(planned("a"));
    await settle();
    vi.spyOn(performance, "now").mockReturnValue(1050);
    planner.dragTo([12_500, 10_000]);
    expect(battle.plans[1]?.about.look).toBe(false);
    battle.plans[1]?.yes(planned("b"));
    await settle();
    vi.spyOn(performance, "now").mockReturnValue(1090);
    planner.drop();
    expect(battle.plans[2]?.about).toMatchObject({ look: true, goal: [12_500, 10_000] });
    vi.restoreAllMocks();
  });
});
