/** Dice: thrown here without favour, or tapped in as they lie on a real table. */

/** Whole numbers below 2^32, each as likely as any other. */
export type Source = (into: Uint32Array<ArrayBuffer>) => void;

const fromBrowser: Source = (into) => void crypto.getRandomValues(into);

/**
 * So many faces. Numbers beyond the last full round of faces are drawn again: to fold them back would favour the low
 * faces.
 */
export function throwDice(dice: number, sides: number, source: Source = fromBrowser): number[] {
  const rounds = Math.floor(2 ** 32 / sides) * sides;
  const drawn = new Uint32Array(1);
  const faces: number[] = [];
  while (faces.length < dice) {
    source(drawn);
    const number = drawn[0] as number;
    if (number < rounds) faces.push((number % sides) + 1);
  }
  return faces;
}

/** How many of each face lie there. */
export function counts(faces: readonly number[], sides: number): number[] {
  const found = Array.from({ length: sides }, () => 0);
  for (const face of faces) found[face - 1] = (found[face - 1] ?? 0) + 1;
  return found;
}

/** One more die, unless all are there. */
export function tapped(faces: readonly number[], face: number, dice: number): number[] {
  return faces.length < dice ? [...faces, face] : [...faces];
}

/** One die of this face less: the last that was tapped. */
export function lifted(faces: readonly number[], face: number): number[] {
  const place = faces.lastIndexOf(face);
  return place < 0 ? [...faces] : faces.filter((_, at) => at !== place);
}
