import type { BattleRow } from "../wire";

/** When something was, in words. Times that cannot be read say nothing. */
export function ago(then: string, now: number): string {
  const seconds = Math.round((now - Date.parse(then)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 45) return "just now";
  const steps: [number, string][] = [
    [60, "minute"],
    [3600, "hour"],
    [86400, "day"],
    [86400 * 7, "week"],
    [86400 * 30, "month"],
    [86400 * 365, "year"],
  ];
  let [size, word] = steps[0] as [number, string];
  for (const step of steps) if (seconds >= step[0]) [size, word] = step;
  const many = Math.max(1, Math.round(seconds / size));
  return many === 1 ? `${word === "hour" ? "an" : "a"} ${word} ago` : `${many} ${word}s ago`;
}

/** Whose move it is, or how it ended, in words. `mine` are the seats this browser plays. */
export function standing(row: BattleRow, mine: readonly number[]): string {
  if (row.outcome) {
    const { winner, scores } = row.outcome;
    const score = `${scores[0]} to ${scores[1]}`;
    if (winner === null) return `A draw, ${score}`;
    const player = row.players[winner];
    return `${mine.includes(winner) && mine.length === 1 ? "You won" : `${player?.side ?? "Somebody"} won`}, ${score}`;
  }
  if (row.players.some((player) => player.kind === "open")) return "Waiting for the invited player";
  if (row.waiting === null) return "Running";
  if (mine.includes(row.waiting)) return mine.length === 1 ? "Your move" : `${sideOf(row)} to move`;
  return `${sideOf(row)} to move`;
}

/** Both sides with who plays them. */
export function sides(row: BattleRow, mine: readonly number[]): string {
  return row.players
    .map(({ seat, side, player }) => {
      const who = mine.includes(seat) && mine.length === 1 ? "you" : player;
      return who && who !== side ? `${side} (${who})` : side;
    })
    .join(" against ");
}

/** By which rulebook, and how far it is. */
export function progress(row: BattleRow): string {
  const words = `${row.ruleset}, ${row.turn > 0 ? `turn ${row.turn}` : "setting up"}`;
  return row.parent ? `${words}, a what-if` : words;
}

/** How far it is and how it stands, in few words: "turn 3 of 6", "you lead 2 to 1". */
export function how(row: BattleRow, mine: readonly number[]): string[] {
  const words = [row.turn > 0 ? `turn ${row.turn}${row.turns >= row.turn ? ` of ${row.turns}` : ""}` : "setting up"];
  if (row.scores && row.turn > 0 && (row.scores[0] || row.scores[1])) words.push(lead(row, row.scores, mine));
  return words;
}

function lead(row: BattleRow, scores: readonly [number, number], mine: readonly number[]): string {
  if (scores[0] === scores[1]) return `${scores[0]} all`;
  const ahead = scores[0] > scores[1] ? 0 : 1;
  const told = `${Math.max(...scores)} to ${Math.min(...scores)}`;
  if (mine.length === 1)
    return mine[0] === ahead ? `you lead ${told}` : `you trail ${Math.min(...scores)} to ${Math.max(...scores)}`;
  return `${row.players[ahead]?.side ?? "somebody"} lead ${told}`;
}

function sideOf(row: BattleRow): string {
  return row.players[row.waiting ?? 0]?.side ?? "Somebody";
}

/** One's own running battles first, then others', then what is over; each as the server ordered them. */
export function inOrder(rows: readonly BattleRow[], plays: (id: string) => boolean): BattleRow[] {
  const rank = (row: BattleRow): number => (row.outcome ? 2 : plays(row.id) ? 0 : 1);
  return [...rows].sort((one, other) => rank(one) - rank(other));
}
