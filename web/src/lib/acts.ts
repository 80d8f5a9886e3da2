/**
 * What is done on the table, as a picture needs it: beats gathered into scenes (who, to whom, what came of it), and how
 * long each part of a scene is shown. Pure functions: the table itself is folded elsewhere, beat by beat, as ever.
 */
import type { Act, Beat, Dice, Fallen, FigureView, Result, TableView, UnitView } from "../wire";
import type { Point } from "./camera";

export type Results = Readonly<Record<string, Result>>;

/** A base as it stood. */
export interface Body {
  readonly figure: number;
  readonly at: Point;
  readonly bearing: number;
  readonly radius: number;
  readonly length: number;
  readonly width: number;
}

/** A unit that has a part in a scene, as it stood when the scene began. */
export interface Cast {
  readonly unit: number;
  readonly name: string;
  readonly side: number;
  readonly seat: number;
  readonly symbol: string;
  readonly at: Point | null;
  readonly bodies: readonly Body[];
}

/** The way of a figure: where it stood, and each place it came to. */
export interface Trail {
  readonly unit: number;
  readonly side: number;
  readonly from: Body;
  readonly way: readonly Point[];
  readonly bearing: number; // at its end
}

/** What came of a scene, summed over its beats. */
export interface Came {
  readonly unit: number | null;
  readonly what: string;
  readonly value: number | string;
  readonly detail: boolean;
}

export interface Scene {
  readonly beat: number; // where it begins
  readonly last: number; // the last beat told of it
  readonly turn: number;
  readonly act: Act;
  readonly actor: Cast | null;
  readonly targets: readonly Cast[];
  readonly others: readonly Cast[]; // that something came to though nobody aimed at them
  readonly dice: readonly Dice[];
  readonly came: readonly Came[];
  readonly trails: readonly Trail[];
  readonly fallen: readonly Fallen[];
  readonly lines: readonly string[];
  readonly open?: boolean; // whoever is aimed at is being asked what he does: nothing has come of it yet
}

const STIRS = 100; // thousandths of an inch: less than that is no move

export function bodyOf(figure: FigureView): Body | null {
  if (!figure.at) return null;
  const { number, at, bearing, radius, length, width } = figure;
  return { figure: number, at: [at[0], at[1]], bearing, radius, length, width };
}

/** A unit as it stands on a table; null for one that is not there. */
export function castOf(unit: number | null, table: Pick<TableView, "units" | "figures">): Cast | null {
  const found = unit === null ? undefined : table.units[unit];
  if (!found) return null;
  const bodies = found.figures
    .map((number) => table.figures[number])
    .map((figure) => (figure ? bodyOf(figure) : null))
    .filter((body): body is Body => body !== null);
  return {
    unit: found.number,
    name: found.name,
    side: found.side,
    seat: found.seat,
    symbol: found.shown.symbol,
    at: found.anchor ? [found.anchor[0], found.anchor[1]] : (bodies[0]?.at ?? null),
    bodies,
  };
}

/** A scene begins: who has a part in it stands as the table has it before its first beat. */
export function beginScene(act: Act, beat: number, table: TableView): Scene {
  return {
    beat,
    last: beat,
    turn: table.turn,
    act,
    actor: standingFor(castOf(act.actor, table), act),
    targets: (act.targets ?? []).map((unit) => castOf(unit, table)).filter((cast): cast is Cast => cast !== null),
    others: [],
    dice: [],
    came: [],
    trails: [],
    fallen: [],
    lines: [],
  };
}

const MARKER = 500; // thousandths of an inch: as large as a man's base

/** Somebody of whom no figure is seen (a marker lay for him) is shown where it happens. */
function standingFor(actor: Cast | null, { at, targets }: Act): Cast | null {
  if (!actor || actor.bodies.length || !at || targets?.length) return actor;
  const spot: Point = [at[0], at[1]];
  return { ...actor, at: spot, bodies: [{ figure: -1, at: spot, bearing: 0, radius: MARKER, length: 0, width: 0 }] };
}

/** The scene with one more beat of it. `table` is as it was before that beat. */
export function extendScene(scene: Scene, table: TableView, beat: Beat): Scene {
  const cast = new Set([scene.actor, ...scene.targets, ...scene.others].map((one) => one?.unit));
  const others = [...scene.others];
  for (const { unit } of beat.came ?? []) {
    const hurt = unit === null || cast.has(unit) ? null : castOf(unit, table);
    if (!hurt?.at) continue; // nobody sees what comes to those who are not on the table
    others.push(hurt);
    cast.add(hurt.unit);
  }
  // Whoever comes onto the table stood nowhere before: he is shown where he comes to stand.
  const actor = scene.actor?.at ? scene.actor : (arriving(scene.act.actor, table, beat) ?? scene.actor);
  const line = beat.line;
  return {
    ...scene,
    last: beat.beat,
    actor,
    others,
    dice: line?.dice ? [...scene.dice, line.dice] : scene.dice,
    came: summed(scene.came, beat.came ?? []),
    trails: trailed(scene.trails, table, beat.figures ?? []),
    fallen: beat.fallen?.length ? [...scene.fallen, ...beat.fallen] : scene.fallen,
    lines: line && !line.heading && !line.dice ? [...scene.lines, line.text] : scene.lines,
    open: false,
  };
}

function arriving(unit: number | null, table: TableView, beat: Beat): Cast | null {
  if (unit === null || !beat.units?.some((one) => one.number === unit)) return null;
  const figures = [...table.figures];
  for (const figure of beat.figures ?? []) figures[figure.number] = figure;
  const units: UnitView[] = [...table.units];
  for (const one of beat.units) units[one.number] = one;
  const cast = castOf(unit, { figures, units });
  return cast?.at ? cast : null;
}

/** Numbers of the same thing to the same unit add up; of words the last one counts. */
export function summed(came: readonly Came[], more: readonly Came[] | Beat["came"]): readonly Came[] {
  if (!more?.length) return came;
  const sums = [...came];
  for (const { unit, what, value, detail } of more) {
    const place = sums.findIndex((one) => one.unit === unit && one.what === what);
    const old = sums[place]?.value;
    const sum = typeof old === "number" && typeof value === "number" ? old + value : value;
    const one = { unit, what, value: sum, detail: detail ?? false };
    if (place < 0) sums.push(one);
    else sums[place] = one;
  }
  return sums;
}

function trailed(trails: readonly Trail[], table: TableView, figures: readonly FigureView[]): readonly Trail[] {
  const found = [...trails];
  for (const figure of figures) {
    const was = table.figures[figure.number];
    const from = was ? bodyOf(was) : null;
    if (!from || !figure.at || gap(from.at, figure.at) < STIRS) continue;
    const at: Point = [figure.at[0], figure.at[1]];
    const place = found.findIndex((trail) => trail.from.figure === figure.number);
    const trail = found[place];
    const { unit, bearing } = figure;
    if (trail) found[place] = { ...trail, way: [...trail.way, at], bearing };
    else found.push({ unit, side: table.units[unit]?.side ?? 0, from, way: [at], bearing });
  }
  return found;
}

export function gap(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** How far a figure went. */
export function wayLength(trail: Trail): number {
  let length = 0;
  let at = trail.from.at;
  for (const next of trail.way) {
    length += gap(at, next);
    at = next;
  }
  return length;
}

/** How far the actor of a scene went: its first figure that moved; 0 where it stayed. */
export function wentFar(scene: Scene): number {
  const trail = scene.trails.find(({ unit }) => unit === scene.act.actor);
  return trail ? wayLength(trail) : 0;
}

// --- beats into acts -------------------------------------------------------------------------------------------------

/** Beats that belong together: those of one act, or those that belong to none. */
export interface Group {
  act: Act | null; // null: they go on with what was being done, or nobody does anything
  beats: Beat[];
}

/** Beats gathered into acts. Dice that were thrown before their act could be told belong to it. */
export function groups(beats: readonly Beat[]): Group[] {
  const begins = new Map<number, Act>();
  for (const beat of beats) {
    if (!beat.act) continue;
    const since = beat.since ?? beat.beat;
    const first = beats.find((one) => one.beat >= since)?.beat ?? beat.beat;
    // Of two acts that begin with the same throw the first has it.
    begins.set(begins.has(first) ? beat.beat : first, beat.act);
  }
  const found: Group[] = [];
  for (const beat of beats) {
    const act = begins.get(beat.beat);
    const group = found.at(-1);
    if (act) found.push({ act, beats: [beat] });
    else if (group) group.beats.push(beat);
    else found.push({ act: null, beats: [beat] });
  }
  return found;
}

/**
 * The scene of each beat, as far as it is told then, of beats that are laid over `table` one by one; null where nobody
 * does anything.
 */
export function* scenesAlong(
  table: TableView,
  beats: readonly Beat[],
  fold: (table: TableView, beat: Beat) => void,
): Generator<{ scene: Scene | null; begins: boolean }> {
  let scene: Scene | null = null;
  for (const group of groups(beats)) {
    if (group.act) scene = beginScene(group.act, group.beats[0]!.beat, table);
    for (const [place, beat] of group.beats.entries()) {
      if (scene) scene = extendScene(scene, table, beat);
      fold(table, beat);
      yield { scene, begins: place === 0 && group.act !== null };
    }
  }
}

/** All scenes of a battle told from its beginning. `fold` lays a beat over the table given. */
export function scenesOf(
  start: TableView,
  beats: readonly Beat[],
  fold: (table: TableView, beat: Beat) => void,
): Scene[] {
  const found: Scene[] = [];
  for (const { scene, begins } of scenesAlong(start, beats, fold)) {
    if (!scene) continue;
    if (begins) found.push(scene);
    else found[found.length - 1] = scene;
  }
  return found;
}

// --- how much it matters ---------------------------------------------------------------------------------------------

/** The weight of what came: 0 nothing to speak of, 1 a loss, 2 the end of a unit. */
export function gradeOf(came: readonly Pick<Came, "what" | "value">[], results: Results): number {
  return came.reduce((most, { what, value }) => {
    const result = results[what];
    return result && value !== 0 ? Math.max(most, result.grade ?? 1) : most;
  }, 0);
}

/** Whether it hurt somebody. */
export function hurts(came: readonly Pick<Came, "what" | "value">[], results: Results): boolean {
  return came.some(({ what, value }) => {
    const result = results[what];
    return result !== undefined && value !== 0 && (result.harm ?? true) && (result.grade ?? 1) > 0;
  });
}

/** Whether a scene is worth a picture of its own. */
export function worthShowing(scene: Scene, results: Results): boolean {
  return !scene.act.quiet || gradeOf(scene.came, results) > 0;
}

// --- time ------------------------------------------------------------------------------------------------------------

/** Milliseconds at the ordinary speed. */
export const TIMES = {
  light: 150,
  inch: 60,
  leastMove: 300,
  mostMove: 900,
  die: 120,
  mostDice: 8, // more fall together
  between: 350,
  impact: 180,
  fall: 300,
  rise: 250,
  wreck: 1200,
  least: 350,
  loss: 600,
  kill: 1200,
  line: 180, // something is said that belongs to no act
} as const;

/** What can fly from one to another, and how long it is under way. */
export const FLIGHTS: Readonly<Record<string, number>> = {
  bullets: 4 * 90,
  shell: 250,
  rocket: 300,
  arc: 900,
  flame: 500,
  grenade: 500,
  blast: 250,
  bomb: 700,
  blows: 300,
  spot: 250,
};

/** How what an act throws is drawn; empty where nothing flies and no arrow is drawn. */
export function traceOf(act: Act): string {
  if (act.trace) return act.trace;
  const aimed = (act.targets?.length ?? 0) > 0 || Boolean(act.at);
  if (act.kind === "fire") return "bullets";
  if (act.kind === "strike") return "blast";
  return aimed ? "line" : "";
}

export function flightTime(act: Act): number {
  const trace = traceOf(act);
  return trace ? (FLIGHTS[trace] ?? 250) : 0;
}

export function moveTime(inches: number): number {
  return Math.round(Math.min(TIMES.mostMove, Math.max(TIMES.leastMove, inches * TIMES.inch)));
}

export function diceTime(dice: Pick<Dice, "faces">): number {
  return Math.min(dice.faces.length, TIMES.mostDice) * TIMES.die + TIMES.between;
}

export type Phase = "light" | "move" | "flight" | "dice" | "impact" | "wreck" | "rest" | "still";

/** A moment of showing: what it shows, for how long, and the beat that is laid over the table when it begins. */
export interface Stage {
  phase: Phase;
  time: number; // at the ordinary speed
  beat: Beat | null;
}

/** What was being done before, where beats go on with it. */
export interface Going {
  act: Act;
  flown: boolean; // what flies has been seen
}

/**
 * How a group of beats is shown. Every beat is in it once, in order. `going` is the act of the group (just begun where
 * `began`), or null where nobody does anything.
 */
export function plan(
  beats: readonly Beat[],
  going: Going | null,
  began: boolean,
  table: Pick<TableView, "figures" | "units">,
  results: Results,
): Stage[] {
  if (!going) return beats.map((beat) => ({ phase: "rest", time: idleTime(beat), beat }));
  const { act } = going;
  const stages: Stage[] = [];
  const places = new Map<number, Point | null>();
  const came = beats.flatMap((beat) => beat.came ?? []);
  const grade = gradeOf(came, results);
  let flown = going.flown || traceOf(act) === "";
  if (began) stages.push({ phase: "light", time: TIMES.light, beat: null });
  const fly = (): void => {
    if (!flown) stages.push({ phase: "flight", time: flightTime(act), beat: null });
    flown = true;
  };
  for (const beat of beats) {
    const far = farthest(beat, table, places);
    const dice = beat.line?.dice;
    if (far >= STIRS) stages.push({ phase: "move", time: moveTime(far / 1000), beat });
    else if (dice) {
      fly();
      stages.push({ phase: "dice", time: diceTime(dice), beat });
    } else if (hurts(beat.came ?? [], results) || beat.fallen?.length) {
      fly();
      stages.push(impact(beat, table, results));
    } else stages.push({ phase: "rest", time: 0, beat });
  }
  fly();
  return inTime(stages, act, grade);
}

function impact(beat: Beat, table: Pick<TableView, "figures" | "units">, results: Results): Stage {
  const wrecked = (beat.came ?? []).some(
    ({ unit, what }) => (results[what]?.grade ?? 1) > 1 && unit !== null && isVehicle(unit, table),
  );
  if (wrecked) return { phase: "wreck", time: TIMES.wreck, beat };
  const fall = beat.fallen?.length ? TIMES.fall : 0;
  return { phase: "impact", time: TIMES.impact + fall + TIMES.rise, beat };
}

/** A hull is longer than it is wide and stands alone. */
function isVehicle(unit: number, table: Pick<TableView, "figures" | "units">): boolean {
  const figures = table.units[unit]?.figures ?? [];
  return figures.length === 1 && (table.figures[figures[0]!]?.length ?? 0) > 0;
}

/** What does not matter is over soon; what does is given a moment to be taken in. */
function inTime(stages: Stage[], act: Act, grade: number): Stage[] {
  const total = stages.reduce((sum, stage) => sum + stage.time, 0);
  if (act.quiet && grade === 0) return stages.map((stage) => ({ ...stage, time: 0 }));
  const shot = act.kind === "fire" || act.kind === "strike" || act.kind === "assault";
  const moved = stages.some((stage) => stage.phase === "move");
  if (grade === 0 && !shot && !moved && total > TIMES.least)
    return stages.map((stage) => ({ ...stage, time: Math.round((stage.time * TIMES.least) / total) }));
  const pause = grade > 1 ? TIMES.kill : grade > 0 ? TIMES.loss : Math.max(0, TIMES.least - total);
  return [...stages, { phase: "still", time: pause, beat: null }];
}

function idleTime(beat: Beat): number {
  if (beat.line?.dice) return diceTime(beat.line.dice);
  return beat.line || beat.figures?.length || beat.counters ? TIMES.line : 0;
}

/** How far the farthest figure of a beat goes; `places` are where those stand that earlier beats have moved. */
function farthest(beat: Beat, table: Pick<TableView, "figures">, places: Map<number, Point | null>): number {
  let most = 0;
  for (const { number, at } of beat.figures ?? []) {
    const was = places.has(number) ? places.get(number) : table.figures[number]?.at;
    places.set(number, at);
    if (was && at) most = Math.max(most, gap(was, at));
  }
  return most;
}

export type Speed = "instant" | "fast" | "quick" | "steady" | "slow";
const PACES: Readonly<Record<Speed, number>> = { instant: 0, fast: 0.15, quick: 0.55, steady: 1, slow: 1.8 };

/** How many times the ordinary time things take, by what the player has set; more waiting to be shown makes haste. */
export function paceOf(speed: Speed, waiting: number): number {
  return PACES[speed] * (waiting > 24 ? 0.25 : waiting > 10 ? 0.55 : 1);
}
