import { inches } from "../lib/inches";
import type { BarredView, DecisionView, OptionView, Refusal, SeatView, TableView, UnitCard } from "../wire";

/** What is said of the answer that has the focus when a question is asked, in the row and under the pointer. */
export const ENTERS = "Enter takes it";
export const TAKEN = "Taken if you just press Enter; where nobody has answered yet, forecasts reckon with it, too";

const DIGITS = 15; // that a number holds for certain

/** A fraction as the server writes it ("1/3", "0.5", "1"), as a number; null for anything else. */
export function fraction(text: string): number | null {
  const parts = /^\s*(\d+(?:\.\d+)?)(?:\s*\/\s*(\d+))?\s*$/.exec(text);
  if (!parts) return null;
  const [, above = "", below] = parts;
  if (below === undefined) return Number(above);
  if (/^0+$/.test(below)) return null;
  // Exact chances of many dice have more digits than a number holds. What can happen at all is never nothing.
  if (below.length > DIGITS && !above.includes(".")) {
    const share = Number((BigInt(above) * 10n ** BigInt(DIGITS)) / BigInt(below)) / 10 ** DIGITS;
    return share === 0 && BigInt(above) > 0n ? Number.MIN_VALUE : share;
  }
  return Number(above) / Number(below);
}

/** A chance as people say it: 33 %, but never 0 % for what can happen nor 100 % for what can fail. */
export function percent(text: string): string {
  const chance = fraction(text);
  if (chance === null) return text;
  if (chance > 0 && chance < 0.01) return "<1%";
  if (chance < 1 && chance > 0.99) return ">99%";
  return `${Math.round(chance * 100)}%`;
}

const NAMED = 4; // as many as can be taken in at a glance

/** Several names: all of a few, the first two of many and how many more there are. */
export function namely(names: readonly string[]): string {
  if (names.length <= NAMED) return names.join(", ");
  return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

/** An expected number: fractions in two digits, words as they are. */
export function expected(text: string): string {
  const value = fraction(text);
  return value === null ? text.replace(/(\d) %/, "$1%") : String(Number(value.toFixed(2)));
}

/** How many dice: a bare number gets its word, "2D6" has said it. */
export function howMany(dice: string): string {
  return /^\d+$/.test(dice) ? `${dice} ${dice === "1" ? "die" : "dice"}` : dice;
}

const TELLING = 100; // thousandths of an inch: one digit tells apart what is this far from one another

/** What was measured and what is allowed, where a refusal knows. */
export function measures(refusal: Refusal): string {
  const measured = refusal.measured ?? null;
  const allowed = refusal.allowed ?? null;
  if (measured !== null && allowed !== null) {
    const exact = Math.abs(measured - allowed) < TELLING ? 2 : 1; // as many digits as tell them apart
    return measured < allowed
      ? `${inches(measured, exact)} measured, at least ${inches(allowed)} needed`
      : `${inches(measured, exact)} measured, ${inches(allowed)} allowed`;
  }
  if (measured !== null) return `${inches(measured, 1)} measured`;
  return allowed !== null ? `${inches(allowed)} allowed` : "";
}

/** Who sits there, in a few words: "Germans (rookie)". */
export function seatName(player: SeatView | undefined): string {
  if (!player) return "somebody";
  if (player.kind === "open") return `${player.side} (nobody yet)`;
  if (player.kind === "rules") return player.side;
  return player.player && player.player !== player.side ? `${player.side} (${player.player})` : player.side;
}

/** What a side is called: as those who play it, and where none of them does, by what they have before them. */
export function sideName(side: number, players: readonly SeatView[], sides: readonly number[] = [0, 1]): string {
  const names = players.filter(({ seat }) => sides[seat] === side).map((player) => player.side);
  if (names.length) return names.join(" and ");
  return players.length ? "The enemy" : `Side ${side + 1}`;
}

/** The card of a unit: of those who were there from the beginning, or of those who joined. */
export function cardOf(unit: number, cards: readonly UnitCard[], joined: readonly UnitCard[]): UnitCard | undefined {
  return cards[unit] ?? joined[unit - cards.length];
}

/** The face from which on a die counts as a success, where the throw says so: "4+", "5+ (-1 long range)"; else null. */
export function success(needs: string): number | null {
  const found = /^\s*(\d+)\+\s*(?:\(|$)/.exec(needs);
  return found ? Number(found[1]) : null;
}

const KINDS: Record<string, string> = { mg: "machine gun", "at-team": "anti-tank team" };

/** What a unit is, in words: the symbol it is drawn with is an id. */
export function kindWords(symbol: string): string {
  return KINDS[symbol] ?? symbol.replaceAll("-", " ");
}

/** What dice came to: a row of a chart is told by its id. */
export function resultWords(result: string): string {
  return /^[a-z]+(-[a-z]+)+$/.test(result) ? result.replaceAll("-", " ") : result;
}

/** What an option is called. */
export function nameOf(one: OptionView | BarredView, table: TableView | null): string {
  const unit = one.unit === null ? undefined : table?.units[one.unit];
  return capital(one.label || unit?.name || one.key);
}

/** What the option of a key is called in the question that has it. */
export function optionName(decision: DecisionView | null, table: TableView | null, key: string): string {
  const options = decision?.domain.type === "one-of" ? decision.domain.options : [];
  const option = options.find((one) => one.key === key);
  return option ? nameOf(option, table) : capital(key);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
