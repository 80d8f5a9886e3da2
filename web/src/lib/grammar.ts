/** Numbers of things, as they stand in a sentence: one place for the page, as `sandtable.grammar` is for the engine. */

/** What is counted: "point" of 1, "points" of 3. */
export function things(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? one : many;
}

/** "1 die", "3 dice". */
export function countOf(number: number, one: string, many?: string): string {
  return `${number} ${things(number, one, many)}`;
}

/** Why a battle ended as it did, below a heading that says how: "2 to 2" of "a draw, 2 to 2". */
export function reason(why: string): string {
  return why.replace(/^a draw[,:] /, "");
}

/** How a battle ended, and why: a book that begins with "a draw" has said it. */
export function ended(winner: string | null, why: string): string {
  if (winner !== null) return `${winner} won: ${why}`;
  return why.startsWith("a draw") ? `A${why.slice(1)}` : `A draw: ${why}`;
}
