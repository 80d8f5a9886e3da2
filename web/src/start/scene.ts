import { fielded, type Group, type Spot } from "../table/fielding";
import type { PieceView, TableView } from "../wire";

/** The corner of a battlefield that the start page shows. It is a picture in the table's own drawings; nobody fights there. */

const INCH = 1000;

export function piece(
  number: number,
  kind: string,
  height: number,
  closed: boolean,
  outline: readonly Spot[],
): PieceView {
  const points = outline.map(([x, y]): [number, number] => [x * INCH, y * INCH]);
  return { number, kind, title: "", outline: points, closed, height: height * INCH, marks: [] };
}

const terrain = [
  piece(0, "road", 0, true, [[-2, 11.6], [10, 11], [27, 10.4], [27, 13.4], [10, 14], [-2, 14.6]]),
  piece(1, "wall", 1, false, [[9.5, 6.6], [18.5, 7.7]]),
  piece(2, "hedge", 1.1, false, [[2, 17.7], [10.8, 17.9], [11.6, 22.6]]),
  piece(3, "building", 4, true, [[15.8, 16.4], [22.2, 16.4], [22.2, 22.8], [15.8, 22.8]]),
  piece(4, "woods", 3, true, [[-3, -2], [2, -2], [3.2, 0.6], [2.2, 2.6], [-1, 3.4], [-3, 2]]),
  piece(5, "woods", 3, true, [[9.5, 28.5], [13, 27], [16, 28], [16.5, 32], [13, 34], [9.5, 33]]),
  piece(6, "fence", 0.9, false, [[19.6, 26.5], [23, 31.5]]),
]; // prettier-ignore

const groups: readonly Group[] = [
  { name: "MG team", side: 1, symbol: "mg", bearing: 2000, at: [[12.4, 5.2], [14.2, 4.9], [16, 5.5]] },
  { name: "1st group", side: 1, symbol: "infantry", bearing: 1800, at: [[15.8, 0.8], [17.6, 0.8], [19.4, 0.8], [16.7, 2.4], [18.5, 2.4], [20.3, 2.4]] },
  { name: "Officer", side: 1, symbol: "officer", bearing: 1900, at: [[21.6, 5]] },
  { name: "Charlie squad", side: 0, symbol: "infantry", bearing: 200, at: [[3.2, 19.6], [4.8, 19.6], [9.4, 19.6], [3.9, 21.2], [5.5, 21.2], [7.1, 21.2], [8.7, 21.2], [5, 22.8], [6.6, 22.8]] },
  { name: "Medic", side: 0, symbol: "medic", bearing: 0, at: [[11.4, 25.4]] },
  { name: "Able squad", side: 0, symbol: "infantry", bearing: 200, at: [[18.4, 26.8], [20, 26.4], [21.6, 26.6], [19.2, 28.4], [20.8, 28.2], [22.3, 28.6]] },
]; // prettier-ignore

export const picture: TableView = {
  width: 24 * INCH,
  depth: 40 * INCH,
  terrain,
  objectives: [],
  fallen: [],
  turn: 1,
  heading: "",
  ...fielded(groups),
};

/** Where two men have just fallen. */
export const blows: readonly [number, number][] = [
  [6400, 19600],
  [8000, 19600],
];
