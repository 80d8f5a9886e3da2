/** Where the card of a lesson lies: near what it points at, and never on it. Pure, so that it can be tested. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Crowd {
  near: Box | null; // what the card speaks of
  keep: readonly Box[]; // what it must not cover
  marks?: readonly Box[]; // what is written beside models, and marks on the table: covered only to keep the others free
  spare: readonly Box[]; // what it rather leaves free
}

const STEP = 14; // pixels between places that are tried
const COVERING = 400; // what a pixel of something that must be seen costs, in pixels of distance
const MARKING = 20;
const TOUCHING = 1500; // what it costs to cover anything of a mark: a corner of it is no better than half
const AROUND = 1; // pixels
const SPARING = 0.12;
const STAYING = 0.12; // a card that stays where it is need not be looked for

export function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}

/** How far two boxes are from each other; 0 where they touch. */
export function gap(a: Box, b: Box): number {
  const across = Math.max(0, a.left - b.right, b.left - a.right);
  const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(across, down);
}

export function grown(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

function boxAt(x: number, y: number, { width, height }: Size): Box {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** The best place for a card within some bounds. `before` is where it lay. */
export function placeCard(card: Size, crowd: Crowd, bounds: Box, before: readonly [number, number] | null): Box {
  const [toX, toY] = [
    Math.max(bounds.left, bounds.right - card.width),
    Math.max(bounds.top, bounds.bottom - card.height),
  ];
  const around = (crowd.marks ?? []).map((one) => grown(one, AROUND));
  let best = boxAt(bounds.left, bounds.top, card);
  let least = Infinity;
  for (const x of stops(bounds.left, toX)) {
    for (const y of stops(bounds.top, toY)) {
      const box = boxAt(x, y, card);
      let cost = crowd.near ? gap(box, crowd.near) : Math.abs(x + card.width / 2 - (bounds.left + bounds.right) / 2);
      if (before) cost += STAYING * Math.hypot(x - before[0], y - before[1]);
      for (const one of crowd.keep) cost += COVERING * overlap(box, one);
      for (const one of around) {
        const covered = overlap(box, one);
        if (covered > 0) cost += TOUCHING + MARKING * covered;
      }
      for (const one of crowd.spare) cost += SPARING * overlap(box, one);
      if (cost >= least) continue;
      least = cost;
      best = box;
    }
  }
  return best;
}

function stops(from: number, to: number): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at += STEP) found.push(at);
  return [...found, to];
}

/** Little boxes along the way from one box to another: what a line between them is drawn over. */
export function along(from: Box, to: Box, wide = 26, steps = 7): Box[] {
  const [ax, ay] = [(from.left + from.right) / 2, (from.top + from.bottom) / 2];
  const [bx, by] = [(to.left + to.right) / 2, (to.top + to.bottom) / 2];
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / (steps + 1);
    const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
    return grown({ left: x, top: y, right: x, bottom: y }, wide);
  });
}

export type Side = "left" | "right" | "top" | "bottom";

/** On which side of the card its beak is, and how far along; null where there is nothing to point at from outside. */
export function beak(card: Box, near: Box | null): { side: Side; at: number } | null {
  if (!near || overlap(card, near) > 0) return null;
  const gaps: [Side, number][] = [
    ["left", card.left - near.right],
    ["right", near.left - card.right],
    ["top", card.top - near.bottom],
    ["bottom", near.top - card.bottom],
  ];
  const [side] = gaps.reduce((best, one) => (one[1] > best[1] ? one : best));
  const flat = side === "left" || side === "right";
  const [from, to] = flat ? [card.top, card.bottom] : [card.left, card.right];
  const wanted = flat ? (near.top + near.bottom) / 2 : (near.left + near.right) / 2;
  return { side, at: Math.min(Math.max(wanted, from + 22), to - 22) - from };
}
