import { capital, fraction, percent } from "../panels/words";
import type { LuckRoll, LuckSheet, NobodysLuck, SeatView, SideLuck } from "../wire";
import { countOf } from "../lib/grammar";

export type Order = "when" | "unlikely" | "swing";
/** Whose rolls are looked at: a seat, those of both, or those that are nobody's. */
export type Whose = "both" | "nobody" | number;

/** How likely something as good was, or where it was bad, something as bad; where nothing is better, how likely just this. */
export function unlikely(roll: LuckRoll): number {
  return fraction(tail(roll)) ?? 1;
}

function tail(roll: LuckRoll): string {
  if (roll.fortune === null) return roll.chance;
  return roll.fortune < 0 ? roll.or_worse : roll.or_better;
}

/** The chance beside a roll, and what it is the chance of. */
export function odds(roll: LuckRoll): { chance: string; of: "this or better" | "this or worse" | "exactly this" } {
  const of = roll.fortune === null ? "exactly this" : roll.fortune < 0 ? "this or worse" : "this or better";
  return { chance: percent(tail(roll)), of };
}

/** The rolls of some, in an order: as they fell, the unlikeliest first, or those that were worth most either way first. */
export function arrange(rolls: readonly LuckRoll[], whose: Whose, order: Order): LuckRoll[] {
  const kept = rolls.filter((roll) =>
    whose === "both" ? roll.seat !== null : whose === "nobody" ? roll.seat === null : roll.seat === whose,
  );
  const key = (roll: LuckRoll): number =>
    order === "unlikely" ? unlikely(roll) : order === "swing" ? -Math.abs(roll.swing ?? 0) : roll.beat;
  return kept.sort((one, other) => key(one) - key(other) || one.beat - other.beat);
}

/** What a roll added to its side's luck: points where they are known, else its fortune. */
export function gain(roll: LuckRoll, swings: LuckSheet["swings"]): number {
  return (swings === "known" ? roll.swing : roll.fortune) ?? 0;
}

/** A moment of the chart: after which beat, in which turn, and how lucky each side has been so far. */
export interface Mark {
  beat: number;
  turn: number;
  luck: [number, number];
}

/** The luck of both sides after each of their rolls. */
export function course(sheet: LuckSheet): Mark[] {
  const luck: [number, number] = [0, 0];
  const marks: Mark[] = [];
  for (const roll of sheet.rolls) {
    if (roll.seat !== 0 && roll.seat !== 1) continue;
    luck[roll.seat] += gain(roll, sheet.swings);
    marks.push({ beat: roll.beat, turn: roll.turn, luck: [...luck] });
  }
  return marks;
}

/** A number with its sign and one digit; a real minus, and no sign for nothing. */
export function signed(value: number): string {
  const said = Math.abs(value).toFixed(1);
  if (said === "0.0") return "0";
  return `${value < 0 ? "−" : "+"}${said}`;
}

/** An exact number with one digit, as people say it: 34.2, and 34 for a whole one. */
export function about(exact: string): string {
  const value = fraction(exact);
  return value === null ? exact : String(Number(value.toFixed(1)));
}

function dice(number: number): string {
  return countOf(number, "die", "dice");
}

export function throws(number: number): string {
  return countOf(number, "throw");
}

/** "Germans threw 183 dice in 90 throws; 157 dice for successes: 50 came, 47.3 expected." */
export function totals(side: SideLuck, name: string): string {
  if (side.throws === 0) return `${name} threw no dice.`;
  const threw = `${name} threw ${dice(side.dice)} in ${throws(side.throws)}`;
  if (side.counted === 0) return `${threw}.`;
  return `${threw}; ${dice(side.counted)} for successes: ${side.came} came, ${about(side.expected)} expected.`;
}

/** How far from the mean, in words. */
export function verdict(score: number | null): string {
  if (score === null) return "too few throws to say";
  const far = Math.abs(score);
  if (far < 0.5) return "much as expected";
  const how = score > 0 ? "lucky" : "unlucky";
  return far < 1 ? `a little ${how}` : far < 2 ? how : `very ${how}`;
}

/** "An order die is drawn: 86 throws, US 51 (53.5 expected), …": charts that say first and second mean the two sides. */
export function apart(one: NobodysLuck, players: readonly SeatView[]): string {
  const fell = one.fell.map((part) => {
    const side = players[["first", "second"].indexOf(part.what)]?.side;
    return `, ${side ?? part.what} ${part.came} (${about(part.expected)} expected)`;
  });
  return `${capital(one.why)}: ${throws(one.throws)}${fell.join("")}`;
}
