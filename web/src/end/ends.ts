import type { Beat, LossView, MomentView, NewBattle, Outcome, SeatView, SummaryView } from "../wire";
import { things } from "../lib/grammar";

type Player = NonNullable<NewBattle["players"]>[number];

/** How it ended, for whoever reads it: `mine` is the seat played here, null for spectators and two at one screen. */
export function headline(outcome: Outcome, players: readonly SeatView[], mine: number | null): string {
  if (outcome.winner === null) return "A draw";
  if (mine !== null) return outcome.winner === mine ? "You win" : "You lose";
  return `${players[outcome.winner]?.side ?? "Somebody"} win`;
}

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

export function counted(number: number, one: string, many = `${one}s`): string {
  const said = WORDS[number] ?? String(number);
  return `${said} ${things(number, one, many)}`;
}

/** With a full stop, if it has none. */
export function stopped(text: string): string {
  return !text || /[.!?]$/.test(text) ? text : `${text}.`;
}

/** As a sentence. */
export function sentence(text: string): string {
  return stopped(text.charAt(0).toUpperCase() + text.slice(1));
}

/** "Six turns, against the rookie." */
export function circumstances(turns: number, players: readonly SeatView[], mine: number | null): string {
  const other = mine === null ? undefined : players[mine === 0 ? 1 : 0];
  const parts: string[] = [];
  if (turns > 0) parts.push(counted(turns, "turn"));
  if (other?.kind === "bot") parts.push(`against the ${other.player || "bot"}`);
  else if (other?.kind === "rules") parts.push("against the rules themselves");
  else if (other && other.player && other.player !== other.side) parts.push(`against ${other.player}`);
  else if (mine === null && players.every((player) => player.kind === "bot")) parts.push("bots on both sides");
  const said = parts.join(", ");
  return said ? `${said.charAt(0).toUpperCase()}${said.slice(1)}.` : "";
}

/** A corner of the curve: where along the turns (0 is the beginning of the first), and what it is worth from there on. */
export interface Corner {
  at: number;
  beat: number;
  value: number;
}

/** The curve with every turn as wide as the others, and what happened in a turn spread over it. */
export function corners(curve: SummaryView["curve"]): { corners: Corner[]; turns: number } {
  const byTurn = new Map<number, [number, number, number][]>();
  for (const moment of curve) {
    const turn = Math.max(1, moment[1]);
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), moment]);
  }
  const turns = Math.max(1, ...byTurn.keys());
  const found: Corner[] = [];
  for (const [turn, moments] of [...byTurn].sort((one, other) => one[0] - other[0])) {
    moments.forEach(([beat, , value], place) => {
      found.push({ at: turn - 1 + (place + 1) / (moments.length + 1), beat, value });
    });
  }
  return { corners: found, turns };
}

/** Where on the curve a moment tipped it: the first corner that is not before it, and what it was worth until then. */
export function tipped(
  found: readonly Corner[],
  moment: Pick<MomentView, "beat"> | null | undefined,
): { at: number; value: number; before: number } | null {
  const place = moment ? found.findIndex((corner) => corner.beat >= moment.beat) : -1;
  const corner = found[place];
  return corner ? { at: corner.at, value: corner.value, before: found[place - 1]?.value ?? 0 } : null;
}

/** Steps as a path; `x` and `y` say where a turn and a value lie. */
export function steps(
  found: readonly Corner[],
  end: number,
  x: (turn: number) => number,
  y: (value: number) => number,
): string {
  let path = `M${x(0)} ${y(0)}`;
  for (const corner of found) path += `H${x(corner.at)}V${y(corner.value)}`;
  return `${path}H${x(end)}`;
}

/** What a unit has lost, in a word: "−6", "gone", nothing for nothing. */
export function lost(loss: LossView): string {
  if (loss.gone) return loss.gone;
  return loss.full > loss.left ? `−${loss.full - loss.left}` : "";
}

/** The pips of a unit: how many stand for what is left, how many for what is lost; so many that they fit. */
export function pips(loss: LossView, most = 14): { left: number; lost: number } {
  if (loss.full <= most) return { left: loss.left, lost: loss.full - loss.left };
  const left = Math.round((loss.left / loss.full) * most);
  return { left, lost: most - left };
}

const ALL = 6; // units of a side that are all listed, whatever they lost

/** The hardest hit first; of a large force only those who lost somebody, and how many others did not. */
export function hardestHit(losses: readonly LossView[], side: number): { hit: LossView[]; whole: number } {
  const share = (loss: LossView): number => (loss.gone ? 2 : (loss.full - loss.left) / Math.max(1, loss.full));
  const all = losses.filter((loss) => loss.side === side).sort((one, other) => share(other) - share(one));
  const hit = all.length > ALL ? all.filter((loss) => share(loss) > 0) : all;
  return { hit, whole: all.length - hit.length };
}

/** Who would play which seat if the same were fought again. Seats that others hold get a link. */
export function again(players: readonly SeatView[], mine: readonly number[], swapped: boolean): [Player, Player] {
  const kinds = players.map(({ seat, kind, player }): Player => {
    if (mine.includes(seat)) return mine.length > 1 && seat !== mine[0] ? "screen" : "me";
    if (kind === "bot") return player === "random" ? "random" : "rookie";
    if (kind === "rules") return "random";
    return mine.length ? "link" : "rookie"; // whoever only watched a battle has bots fight it again
  });
  const [first = "me", second = "rookie"] = kinds;
  return swapped ? [second, first] : [first, second];
}

/** The stronger bot there is, if the one that was played against has a better. */
export function harder(players: readonly SeatView[], mine: number | null, bots: readonly string[]): Player | null {
  const other = mine === null ? undefined : players[mine === 0 ? 1 : 0];
  return other?.kind === "bot" && other.player === "random" && bots.includes("rookie") ? "rookie" : null;
}

/** The beat with the act that a moment belongs to. */
export function actOf(beats: readonly Beat[], beat: number): Beat | null {
  let found: Beat | null = null;
  for (const one of beats) {
    if (one.beat > beat) break;
    if (one.act) found = one;
  }
  return found;
}

/** A box around points, at least so wide, of these proportions; on the table as far as it fits there. */
export function around(
  points: readonly (readonly [number, number])[],
  least: number,
  proportion: number,
  table?: { width: number; depth: number },
): { x: number; y: number; width: number; height: number } {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = least * 0.22;
  const width = Math.max(least, right - left + 2 * margin, (bottom - top + 2 * margin) * proportion);
  const height = width / proportion;
  const within = (from: number, length: number, most: number): number =>
    length > most ? (most - length) / 2 : Math.min(Math.max(0, from), most - length);
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  if (!table) return { x, y, width, height };
  return { x: within(x, width, table.width), y: within(y, height, table.depth), width, height };
}
