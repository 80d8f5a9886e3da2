/** Pointing at places in words: bearings in degrees, 0 up the table, clockwise; lengths in thousandths of an inch. */

export type Place = [number, number];

/** The place so far away in a direction. It is only a wish: the server says how far a unit really gets. */
export function offset(from: Place, degrees: number, far: number): Place {
  const turn = (degrees * Math.PI) / 180;
  return [Math.round(from[0] + Math.sin(turn) * far), Math.round(from[1] - Math.cos(turn) * far)];
}

/** The place so far along the way to another; not beyond it. */
export function toward(from: Place, to: Place, far: number): Place {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return from;
  const share = Math.min(1, far / length);
  return [Math.round(from[0] + (to[0] - from[0]) * share), Math.round(from[1] + (to[1] - from[1]) * share)];
}

/** In which direction a place lies, in tenths of a degree as the server counts them. */
export function bearingTo(from: Place, to: Place): number {
  const degrees = (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI;
  return Math.round(((degrees + 360) % 360) * 10) % 3600;
}

/** A place kept on the table. */
export function within(at: Place, width: number, depth: number): Place {
  return [Math.max(0, Math.min(width, at[0])), Math.max(0, Math.min(depth, at[1]))];
}
