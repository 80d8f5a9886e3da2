/** Thousandths of an inch in words: 6", 4.25". */
export function inches(thousandths: number, digits = 2): string {
  return `${Number((thousandths / 1000).toFixed(digits))}"`;
}

/** A bearing in tenths of a degree, 0 towards the top of the table, as a compass direction. */
export function compass(bearing: number): string {
  const names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
  return names[Math.round(bearing / 450) % 8] ?? "north";
}
