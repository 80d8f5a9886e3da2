import type { Outcome, Tally } from "../wire";

const WIDE = 150; // the groove that the knob runs in
const MOST_CELLS = 13; // that can be told apart there

export interface Knob {
  at: number; // where it stands in the groove
  end: number; // how wide a winning end is
  ticks: number[]; // between the points
  ahead: number | null;
}

/** The lead as a knob between two winning ends; null where no lead wins. The first side wins at the left end. */
export function knob(scores: readonly [number, number], lead: number): Knob | null {
  if (lead <= 0) return null;
  const cells = 2 * lead + 1;
  const few = cells <= MOST_CELLS;
  const end = few ? WIDE / cells : WIDE / MOST_CELLS;
  const by = Math.max(-lead, Math.min(lead, scores[0] - scores[1]));
  const at = WIDE / 2 - (by / lead) * (WIDE / 2 - end / 2);
  const ticks = few ? Array.from({ length: cells - 1 }, (_, n) => (n + 1) * end) : [];
  return { at, end, ticks, ahead: by > 0 ? 0 : by < 0 ? 1 : null };
}

/** How the lead stands, in a few words: "1 ahead, 2 wins"; of a battle that is over, how it ended. */
export function leadWords(tally: Tally, names: readonly string[], outcome: Outcome | null = null): string {
  if (outcome) return outcome.winner === null ? "a draw" : `${names[outcome.winner] ?? ""} have won`;
  const lead = tally.lead ?? 0;
  const by = Math.abs(tally.scores[0] - tally.scores[1]);
  if (lead <= 0) return tally.words ?? "";
  const ahead = tally.scores[0] > tally.scores[1] ? 0 : 1;
  if (by === 0) return `even, a lead of ${lead} wins`;
  return by >= lead ? `${names[ahead] ?? ""} would win` : `${by} ahead, ${lead} wins`;
}

export interface Turn {
  number: number;
  state: "done" | "now" | "to come" | "may be";
}

/** The turns of a battle as a track. Nothing is known of a battle without a last turn but the one that it is. */
export function turnTrack(turn: number, certain: number, more: number): Turn[] {
  const last = Math.max(certain + more, turn);
  if (certain <= 0) return turn > 0 ? [{ number: turn, state: "now" }] : [];
  return Array.from({ length: last }, (_, n): Turn => {
    const number = n + 1;
    if (number === turn) return { number, state: "now" };
    return { number, state: number < turn ? "done" : number > certain ? "may be" : "to come" };
  });
}
