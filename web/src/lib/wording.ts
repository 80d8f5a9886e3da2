/** A scene in words: whole, in short, and what floats off a unit. All words of rules are the server's. */
import type { Dice } from "../wire";
import { capital, resultWords, success } from "../panels/words";
import { gap, gradeOf, wentFar, type Came, type Cast, type Results, type Scene } from "./acts";
import { countOf } from "./grammar";

/** One thing that came of a scene, in words. */
export interface Word {
  text: string;
  harm: boolean;
  grade: number;
}

/** What came of a scene to one unit, the weightiest first. */
export interface Toll {
  unit: number;
  cast: Cast;
  words: Word[];
}

/** A piece of a sentence: a name in its side's colour, what came of it, or plain words. */
export interface Part {
  text: string;
  side?: number;
  result?: boolean;
  harm?: boolean;
  aside?: boolean; // it may be left out where there is little room
}

/** A result as the book words it; null for what it does not speak of. */
export function wordOf({ what, value, detail }: Came, results: Results): Word | null {
  const result = results[what];
  if (!result || detail || value === 0) return null;
  const several = typeof value === "number" && value !== 1;
  const text = (several ? result.many || result.one : result.one).replaceAll("{}", String(value));
  return { text, harm: result.harm ?? true, grade: result.grade ?? 1 };
}

/** What came of a scene, unit by unit: targets first, then the actor, then others. Trifles are told only where nothing else is. */
export function tolls(scene: Scene, results: Results): Toll[] {
  const order = Object.keys(results);
  const cast = [...scene.targets, ...(scene.actor ? [scene.actor] : []), ...scene.others];
  const weighty = gradeOf(
    scene.came.filter((one) => !one.detail),
    results,
  );
  const found: Toll[] = [];
  for (const one of cast) {
    if (found.some(({ unit }) => unit === one.unit)) continue;
    const words = scene.came
      .filter((came) => came.unit === one.unit)
      .sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what))
      .map((came) => wordOf(came, results))
      .filter((word): word is Word => word !== null && (weighty === 0 || word.grade > 0))
      .filter((word) => word.harm || !scene.act.says.includes(word.text)) // "lies in ambush" has said it
      .sort((a, b) => b.grade - a.grade);
    if (words.length) found.push({ unit: one.unit, cast: one, words });
  }
  return found;
}

const SHOTS = new Set(["fire", "strike", "assault"]);

const ENDS = 2; // the grade of the end of a unit

/** Words that the verb has not said already: "loses its nerve". */
function unsaid(scene: Scene, words: readonly Word[]): Word[] {
  return words.filter((word) => !scene.act.says.includes(word.text));
}

/**
 * What came of a scene on the whole, for the end of a row: "−2 men, 1 pin", "6″", "missed". Whoever else it was the end
 * of is named, as an attacker who is beaten.
 */
export function outcomeOf(scene: Scene, results: Results): Word {
  const all = tolls(scene, results);
  const first = all[0];
  if (first) {
    const own = unsaid(scene, first.words).map((word) => word.text);
    const ends = all
      .slice(1)
      .flatMap(({ cast, words }) =>
        words.filter((word) => word.grade >= ENDS).map((word) => `${cast.name} ${word.text}`),
      );
    const text = [own.join(", "), ...ends].filter(Boolean).join("; ");
    return { text, harm: first.words.some((word) => word.harm && word.grade > 0), grade: first.words[0]!.grade };
  }
  const far = Math.round(wentFar(scene) / 1000);
  if (far > 0) return { text: `${far}″`, harm: false, grade: 0 };
  return { text: SHOTS.has(scene.act.kind) ? miss(scene) : "", harm: false, grade: 0 };
}

function miss(scene: Scene): string {
  const thrown = scene.dice[0];
  if (scene.open || !thrown) return "";
  if (goodOf(scene.dice.at(-1)!).includes(true)) return ""; // what comes of it is yet to be told
  return goodOf(thrown).some((good) => good === true) ? "no effect" : "missed";
}

const SHORT: Readonly<Record<string, string>> = {
  order: "order",
  test: "nerves",
  recover: "rallies",
  arrive: "comes",
  leave: "leaves",
  move: "moves",
};

/** The same in a few letters, for a little card. */
export function gist(scene: Scene, results: Results): Word {
  const whole = outcomeOf(scene, results);
  const first = tolls(scene, results)[0]?.words[0]?.text ?? whole.text;
  const counted = /^[−–-]\d+/.exec(first)?.[0];
  const text = counted ?? (first.length > 10 ? (first.split(" ")[0] ?? first) : first);
  const short = SHORT[scene.act.kind] ?? "";
  return { ...whole, text: short && scene.act.says.includes(first) ? short : text || short };
}

const edge = (body: { radius: number; length: number; width: number }): number =>
  body.length ? Math.min(body.length, body.width) / 2 : body.radius;

/** How far two units stood from each other, base to base; null where one is not seen. */
export function apart(one: Cast | null, other: Cast | null): number | null {
  if (!one?.at || !other?.at) return null;
  const from = one.bodies.length ? one.bodies : [{ at: one.at, radius: 0, length: 0, width: 0 }];
  const to = other.bodies.length ? other.bodies : [{ at: other.at, radius: 0, length: 0, width: 0 }];
  let least = Infinity;
  for (const a of from) for (const b of to) least = Math.min(least, gap(a.at, b.at) - edge(a) - edge(b));
  return Math.max(0, least);
}

const inches = (length: number): string => {
  return countOf(Math.round(length / 1000), "inch", "inches");
};

function listed(casts: readonly Cast[]): Part[] {
  return casts.flatMap((cast, place): Part[] => {
    const before = place === 0 ? "" : place === casts.length - 1 ? " and " : ", ";
    return [...(before ? [{ text: before }] : []), { text: cast.name, side: cast.side }];
  });
}

/** Who does what to whom, without what came of it: "MG team fires at Able squad". */
export function deed(scene: Scene): Part[] {
  const { act, actor } = scene;
  const who: Part[] = actor
    ? [{ text: capital(actor.name), side: actor.side }, { text: ` ${act.says}` }]
    : [{ text: /^[A-Z]/.test(act.says) ? act.says : `Somebody unseen ${act.says}` }];
  const whom = listed(scene.targets.filter((cast) => cast.unit !== actor?.unit));
  return whom.length ? [...who, { text: " " }, ...whom] : who;
}

/** The whole sentence, in pieces that can be coloured. */
export function sentence(scene: Scene, results: Results): Part[] {
  const parts = deed(scene);
  const target = scene.targets[0] ?? null;
  const all = tolls(scene, results);
  const found = all.map((toll) => ({ ...toll, words: unsaid(scene, toll.words) })).filter(({ words }) => words.length);
  const far = wentFar(scene);
  const shot = scene.act.kind === "fire" ? apart(scene.actor, target) : null;
  if (shot !== null && Math.round(shot / 1000) > 0) parts.push({ text: `, ${inches(shot)}`, aside: true });
  else if (far >= 500 && scene.act.kind !== "fire") parts.push({ text: `, ${inches(far)}`, aside: found.length > 0 });
  if (!found.length) {
    const failed = !all.length && SHOTS.has(scene.act.kind) ? miss(scene) : "";
    return [...parts, ...(failed ? [{ text: ": " }, { text: `${failed}.`, result: true }] : [{ text: "." }])];
  }
  parts.push({ text: ": " });
  const subject = target?.unit ?? scene.actor?.unit;
  found.forEach(({ unit, cast, words }, place) => {
    if (place > 0) parts.push({ text: "; " });
    if (unit !== subject) parts.push({ text: cast.name, side: cast.side }, { text: " " });
    const end = place === found.length - 1 ? "." : "";
    const text = words.map((word) => word.text).join(", ") + end;
    parts.push({ text, result: true, harm: words.some((word) => word.harm) });
  });
  return parts;
}

export function plainly(parts: readonly Part[]): string {
  return parts.map((part) => part.text).join("");
}

// --- dice ------------------------------------------------------------------------------------------------------------

type Told = Dice & { what?: string; note?: string; good?: unknown };

/** Which dice of a throw succeeded, one by one; null where a die does not by itself. */
export function goodOf(dice: Dice): (boolean | null)[] {
  const { good } = dice as Told;
  if (Array.isArray(good) && good.length === dice.faces.length && good.every((one) => typeof one === "boolean"))
    return good as boolean[];
  const needed = success(dice.needs);
  return dice.faces.map((face) => (needed === null ? null : face >= needed));
}

/** "Puma (Light automatic cannon) at Able squad: to hit" is thrown to hit. */
function shortly(why: string): string {
  return why.split(": ").at(-1) ?? why;
}

/** What is thrown for, with what each die needs: "To hit 4+". */
export function throwTitle(dice: Dice): string {
  const { what } = dice as Told;
  const needs = dice.needs.split(" (")[0] ?? "";
  return `${capital(what || shortly(dice.why))}${needs ? ` ${needs}` : ""}`;
}

/** What stands below it in small letters. */
export function throwNote(dice: Dice): string {
  const { what, note } = dice as Told;
  return note ?? (what ? "" : (/\(([^)]*)\)/.exec(dice.why)?.[1] ?? ""));
}

/** What came of a throw: "3 hits" where the server says so, else the bare number or word. */
export function throwResult(dice: Dice): string {
  return resultWords(dice.result);
}
