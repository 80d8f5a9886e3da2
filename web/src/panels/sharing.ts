/** Handing out an amount over slots. */
export type Shares = Record<string, number>;

export function handedOut(shares: Shares): number {
  return Object.values(shares).reduce((sum, share) => sum + share, 0);
}

/** A share as it may be: whole, not below nothing, not above what its slot takes. */
export function within(share: number, most: number): number {
  return Math.max(0, Math.min(most, Number.isFinite(share) ? Math.trunc(share) : 0));
}

/**
 * One more for a slot. Where nothing is left to hand out it comes from whoever has most; where the slot is full, it is
 * emptied, so that a click on it can be taken back.
 */
export function giveOne(shares: Shares, slot: string, { amount, most }: { amount: number; most: Shares }): Shares {
  const has = shares[slot] ?? 0;
  if (has >= Math.min(most[slot] ?? 0, amount)) return { ...shares, [slot]: 0 };
  if (handedOut(shares) < amount) return { ...shares, [slot]: has + 1 };
  const others = Object.keys(shares).filter((other) => other !== slot && (shares[other] ?? 0) > 0);
  const richest = others.reduce(
    (best, other) => ((shares[other] ?? 0) > (shares[best] ?? 0) ? other : best),
    others[0] ?? "",
  );
  return { ...shares, [richest]: (shares[richest] ?? 0) - 1, [slot]: has + 1 };
}
