/** Reading typed dice: as few keys as possible. */

/** What a player typed for one die: a face, or null while it is none. On a ten-sided die 0 is read as 10. */
export function readFace(typed: string, sides: number): number | null {
  if (!/^\d{1,3}$/.test(typed)) return null;
  const face = Number(typed) === 0 && sides === 10 ? 10 : Number(typed);
  return face >= 1 && face <= sides ? face : null;
}

/** Whether no further digit could make another face of it, so that the next die may be typed. */
export function complete(typed: string, sides: number): boolean {
  const face = readFace(typed, sides);
  return face !== null && (Number(typed) === 0 || Number(typed) * 10 > sides);
}

/** Faces from a pasted or spoken row: "3 5 1", "3,5,1" or, for dice with one digit, "351". */
export function readRow(text: string, sides: number): number[] {
  const parts = /[\s,;]/.test(text.trim()) || sides > 9 ? text.trim().split(/[\s,;]+/) : [...text.trim()];
  return parts.map((part) => readFace(part, sides)).filter((face): face is number => face !== null);
}
