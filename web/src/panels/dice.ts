/** How dice are drawn on a field of 32 by 32: the outline of each kind, and where the pips of a d6 lie. */

type Spot = [number, number];
const [LOW, MID, HIGH] = [8.6, 16, 23.4];

const SPOTS: Readonly<Record<number, Spot[]>> = {
  1: [[MID, MID]],
  2: [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  3: [
    [LOW, LOW],
    [MID, MID],
    [HIGH, HIGH],
  ],
  4: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  5: [
    [LOW, LOW],
    [HIGH, LOW],
    [MID, MID],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
  6: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, MID],
    [HIGH, MID],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
};

/** Pips, where a die has them; others show their number. */
export function spotsOf(face: number, sides: number): Spot[] | undefined {
  return sides === 6 ? SPOTS[face] : undefined;
}

const regular = (corners: number, radius: number, turn: number): string =>
  Array.from({ length: corners }, (_, n) => {
    const angle = (n / corners) * 2 * Math.PI + turn;
    const x = 16 + Math.sin(angle) * radius;
    const y = 16 - Math.cos(angle) * radius;
    return `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join("") + "Z";

const CUBE = "M8 2H24A6 6 0 0 1 30 8V24A6 6 0 0 1 24 30H8A6 6 0 0 1 2 24V8A6 6 0 0 1 8 2Z";

/** The outline of a die of so many sides, as it is seen from above. */
export function dieShape(sides: number): string {
  switch (sides) {
    case 4:
      return regular(3, 16.5, 0);
    case 8:
      return regular(4, 15.5, 0);
    case 10:
    case 100:
      return "M16 1.5L30 13.5V19L16 30.5L2 19V13.5Z";
    case 12:
      return regular(5, 15.8, 0);
    case 20:
      return regular(6, 15.5, 0);
    default:
      return CUBE;
  }
}
