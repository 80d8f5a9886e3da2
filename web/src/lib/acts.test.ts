import { describe, expect, test } from "vitest";
import type { Act, Beat, Dice, FigureView, Line, Result, TableView, UnitView } from "../wire";
import {
  beginScene,
  diceTime,
  extendScene,
  flightTime,
  groups,
  moveTime,
  paceOf,
  plan,
  scenesOf,
  summed,
  TIMES,
  wayLength,
  wentFar,
  worthShowing,
  type Phase,
} from "./acts";
import { applyBeat, copyTable } from "./fold";

const RESULTS: Record<string, Result> = {
  destroyed: { one: "destroyed", grade: 2 },
  "men lost": { one: "−1 man", many: "−{} men" },
  pins: { one: "1 pin", many: "{} pins" },
  hits: { one: "1 hit", many: "{} hits", grade: 0 },
};

function figure(number: number, unit: number, at: [number, number] | null, more: Partial<FigureView> = {}): FigureView {
  return { number, unit, role: "rifle", at, bearing: 0, radius: 500, length: 0, width: 0, ...more };
}

function unit(number: number, name: string, side: number, figures: number[]): UnitView {
  const shown = { symbol: "infantry", in_play: true, strength: 2, full_strength: 2, markers: [], poses: [] };
  return { number, name, side, seat: side, figures, anchor: [0, 0], shown } as unknown as UnitView;
}

function table(): TableView {
  return {
    width: 72_000,
    depth: 48_000,
    turn: 3,
    heading: "",
    figures: [figure(0, 0, [10_000, 10_000]), figure(1, 0, [11_000, 10_000]), figure(2, 1, [10_000, 30_000])],
    units: [unit(0, "MG team", 1, [0, 1]), unit(1, "Able squad", 0, [2])],
    fallen: [],
  } as unknown as TableView;
}

const FIRE: Act = { kind: "fire", actor: 0, says: "fires at", targets: [1], trace: "bullets" };
const MOVE: Act = { kind: "move", actor: 0, says: "advances" };
const ORDER: Act = { kind: "order", actor: 0, says: "is ordered to fire", quiet: true };

function dice(...faces: number[]): Dice {
  return { sides: 6, faces, seat: 1, needs: "4+", why: "to hit", result: "" } as Dice;
}

function line(beat: number, more: Partial<Line> = {}): Line {
  return { beat, text: `line ${beat}`, because: [], unit: null, figures: [], heading: false, dice: null, ...more };
}

const beat = (number: number, more: Partial<Beat> = {}): Beat => ({ beat: number, answers: 0, ...more });

const VOLLEY = [
  beat(1, { act: FIRE, line: line(1) }),
  beat(2, { line: line(2, { dice: dice(5, 1, 6, 4) }), came: [{ unit: 1, what: "hits", value: 3 }] }),
  beat(3, { line: line(3, { dice: dice(4, 2, 6) }) }),
  beat(4, {
    figures: [figure(2, 1, null)],
    fallen: [{ figure: 2, side: 0, at: [10_000, 30_000] }],
    came: [{ unit: 1, what: "men lost", value: 1 }],
  }),
  beat(5, {
    came: [
      { unit: 1, what: "men lost", value: 1 },
      { unit: 1, what: "pins", value: 1 },
    ],
  }),
];

describe("beats are gathered into acts", () => {
  test("an act lasts until the next one begins", () => {
    const found = groups([beat(1), ...VOLLEY.slice(1, 3), beat(6, { act: MOVE }), beat(7)]);
    expect(found.map(({ act, beats }) => [act?.kind, beats.map((one) => one.beat)])).toEqual([
      [undefined, [1, 2, 3]],
      ["move", [6, 7]],
    ]);
  });

  test("dice that fell before their act could be told belong to it", () => {
    const found = groups([beat(1, { act: ORDER }), beat(2), beat(3), beat(4, { act: FIRE, since: 3 }), beat(5)]);
    expect(found.map(({ act, beats }) => [act?.kind, beats.length])).toEqual([
      ["order", 2],
      ["fire", 3],
    ]);
  });

  test("of two acts that rest on the same throw the first has it, and none is lost", () => {
    const found = groups([beat(1), beat(2, { act: FIRE, since: 1 }), beat(3, { act: MOVE, since: 1 })]);
    expect(found.map(({ act }) => act?.kind)).toEqual(["fire", "move"]);
    expect(found.flatMap(({ beats }) => beats.map((one) => one.beat))).toEqual([1, 2, 3]);
  });
});

describe("a scene", () => {
  test("knows who stood where when it began, who fell, and what came of it in all", () => {
    const [scene] = scenesOf(copyTable(table()), VOLLEY, applyBeat);
    expect(scene?.actor?.name).toBe("MG team");
    expect(scene?.targets[0]?.bodies).toHaveLength(1); // he who falls stood there
    expect(scene?.dice).toHaveLength(2);
    expect(scene?.fallen).toHaveLength(1);
    expect(scene?.turn).toBe(3);
    expect(scene?.came).toEqual([
      { unit: 1, what: "hits", value: 3, detail: false },
      { unit: 1, what: "men lost", value: 2, detail: false },
      { unit: 1, what: "pins", value: 1, detail: false },
    ]);
  });

  test("a trail goes from where a figure stood over every place it came to", () => {
    const start = table();
    let scene = beginScene(MOVE, 1, start);
    for (const [n, at] of [[13_000, 10_000] as [number, number], [13_000, 14_000] as [number, number]].entries()) {
      const moved = beat(n + 1, { figures: [figure(0, 0, at)] });
      scene = extendScene(scene, start, moved);
      applyBeat(start, moved);
    }
    expect(scene.trails).toHaveLength(1);
    expect(scene.trails[0]!.from.at).toEqual([10_000, 10_000]);
    expect(wayLength(scene.trails[0]!)).toBe(7000);
    expect(wentFar(scene)).toBe(7000);
  });

  test("whoever turns on the spot or is taken off the table leaves no trail", () => {
    const start = table();
    const turned = beat(1, { figures: [figure(0, 0, [10_050, 10_000], { bearing: 900 }), figure(1, 0, null)] });
    expect(extendScene(beginScene(MOVE, 1, start), start, turned).trails).toEqual([]);
  });

  test("somebody who is hurt without being aimed at is in the cast", () => {
    const start = table();
    const scene = extendScene(
      beginScene({ ...FIRE, targets: [] }, 1, start),
      start,
      beat(1, { came: [{ unit: 1, what: "pins", value: 1 }] }),
    );
    expect(scene.others.map(({ name }) => name)).toEqual(["Able squad"]);
  });

  test("somebody unseen who fires leaves the target in the picture", () => {
    const scene = beginScene({ ...FIRE, actor: null }, 1, table());
    expect(scene.actor).toBeNull();
    expect(scene.targets.map(({ name }) => name)).toEqual(["Able squad"]);
  });

  test("whoever comes on is shown where he comes to stand", () => {
    const start = table();
    start.units[0] = { ...start.units[0]!, figures: [], anchor: null };
    const scene = beginScene({ kind: "arrive", actor: 0, says: "comes on" }, 1, start);
    expect(scene.actor?.at).toBeNull();
    const came = beat(1, {
      figures: [figure(0, 0, [5000, 47_000])],
      units: [{ ...unit(0, "MG team", 1, [0]), anchor: [5000, 47_000] }],
    });
    expect(extendScene(scene, start, came).actor?.at).toEqual([5000, 47_000]);
  });

  test("a quiet one is worth showing only when something came of it", () => {
    const quiet = beginScene(ORDER, 1, table());
    expect(worthShowing(quiet, RESULTS)).toBe(false);
    const hurt = extendScene(quiet, table(), beat(1, { came: [{ unit: 1, what: "pins", value: 1 }] }));
    expect(worthShowing(hurt, RESULTS)).toBe(true);
  });
});

test("numbers add up by unit and kind; of words the last one counts", () => {
  const first = summed([], [{ unit: 1, what: "pins", value: 1, detail: false }]);
  const more = summed(first, [
    { unit: 1, what: "pins", value: 2, detail: false },
    { unit: 2, what: "pins", value: 1, detail: false },
    { unit: 1, what: "morale", value: "holds", detail: false },
    { unit: 1, what: "morale", value: "fails", detail: false },
  ]);
  expect(more.map(({ unit: of, what, value }) => [of, what, value])).toEqual([
    [1, "pins", 3],
    [2, "pins", 1],
    [1, "morale", "fails"],
  ]);
});

describe("time", () => {
  const phases = (stages: { phase: Phase; time: number }[]): string[] => stages.map(({ phase }) => phase);
  const total = (stages: { time: number }[]): number => stages.reduce((sum, { time }) => sum + time, 0);
  const going = (act: Act) => ({ act, flown: false });

  test("a shot: lit, flown, dice in order, impact, and a moment to take it in", () => {
    const stages = plan(VOLLEY, going(FIRE), true, table(), RESULTS);
    expect(phases(stages)).toEqual(["light", "rest", "flight", "dice", "dice", "impact", "impact", "still"]);
    expect(stages[0]!.time).toBe(150);
    expect(stages[2]!.time).toBe(360);
    expect(stages[3]!.time).toBe(4 * 120 + 350);
    expect(stages[5]!.time).toBe(180 + 300 + 250);
    expect(stages.at(-1)!.time).toBe(TIMES.loss);
  });

  test("every beat is in the plan once, in order, whatever it is", () => {
    for (const act of [FIRE, MOVE, ORDER]) {
      const stages = plan(VOLLEY, going(act), true, table(), RESULTS);
      expect(stages.flatMap((stage) => (stage.beat ? [stage.beat.beat] : []))).toEqual([1, 2, 3, 4, 5]);
    }
    const idle = plan(VOLLEY, null, false, table(), RESULTS);
    expect(idle.flatMap((stage) => (stage.beat ? [stage.beat.beat] : []))).toEqual([1, 2, 3, 4, 5]);
  });

  test("a move takes 60 ms an inch, between 300 and 900", () => {
    expect([1, 6, 12, 40].map(moveTime)).toEqual([300, 360, 720, 900]);
    const stages = plan(
      [beat(1, { act: MOVE, figures: [figure(0, 0, [22_000, 10_000])] })],
      going(MOVE),
      true,
      table(),
      RESULTS,
    );
    expect(stages.find(({ phase }) => phase === "move")?.time).toBe(720);
  });

  test("flights by weapon", () => {
    const times = ["bullets", "shell", "arc", "flame"].map((trace) => flightTime({ ...FIRE, trace }));
    expect(times).toEqual([360, 250, 900, 500]);
    expect(flightTime(MOVE)).toBe(0);
  });

  test("an order that nothing comes of is over in 350 ms, a quiet one at once", () => {
    const loud = { ...ORDER, quiet: false };
    const beats = [beat(1, { act: loud, line: line(1) }), beat(2, { line: line(2, { dice: dice(1, 2, 3) }) })];
    expect(total(plan(beats, going(loud), true, table(), RESULTS))).toBeLessThanOrEqual(352);
    expect(total(plan([beat(1, { act: loud })], going(loud), true, table(), RESULTS))).toBe(350);
    expect(total(plan(beats, going(ORDER), true, table(), RESULTS))).toBe(0);
  });

  test("the end of a unit is given longer than a loss, a wreck longest", () => {
    const killed = beat(2, { came: [{ unit: 1, what: "destroyed", value: "yes" }] });
    const stages = plan([beat(1, { act: FIRE }), killed], going(FIRE), true, table(), RESULTS);
    expect(stages.at(-1)!.time).toBe(TIMES.kill);
    const tanks = table();
    tanks.figures[2] = figure(2, 1, [10_000, 30_000], { length: 4000, width: 2000 });
    expect(phases(plan([beat(1, { act: FIRE }), killed], going(FIRE), true, tanks, RESULTS))).toContain("wreck");
  });

  test("what goes on with an act after a question neither lights up nor flies again", () => {
    const stages = plan(VOLLEY.slice(2), { act: FIRE, flown: true }, false, table(), RESULTS);
    expect(phases(stages)).toEqual(["dice", "impact", "impact", "still"]);
  });

  test("many dice fall together", () => {
    expect(diceTime(dice(...Array.from({ length: 20 }, () => 1)))).toBe(8 * 120 + 350);
  });

  test("at once takes no time at all, slow more than steady, and a long queue makes haste", () => {
    expect(paceOf("instant", 0)).toBe(0);
    expect(paceOf("slow", 0)).toBeGreaterThan(paceOf("steady", 0));
    expect(paceOf("steady", 12)).toBeLessThan(paceOf("steady", 3));
  });
});
