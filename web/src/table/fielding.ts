/** Units put on a table by hand: for pictures of battles that nobody fights. */
import type { FigureView, Pose, TableView, UnitView } from "../wire";

export type Spot = readonly [number, number]; // inches

export interface Group {
  name: string;
  side: number;
  symbol: string;
  at: readonly Spot[]; // where its figures stand
  bearing?: number; // tenths of a degree
  role?: string; // of all of them, where their symbol does not say it
  radius?: number; // of their bases, in thousandths of an inch
  base?: readonly [number, number]; // width and length of what is not round
  shown?: Partial<UnitView["shown"]>;
  pose?: Omit<Pose, "figure">; // of all of them
}

const INCH = 1000;

function figureOf(group: Group, [x, y]: Spot, number: number, unit: number): FigureView {
  const { symbol, role = symbol === "infantry" ? "man" : symbol, bearing = 0, radius = 500, base = [0, 0] } = group;
  const at: [number, number] = [x * INCH, y * INCH];
  return { number, unit, role, at, bearing, radius, width: base[0], length: base[1] };
}

/** A bare table with these groups on it and nothing else. */
export function tableOf(width: number, depth: number, groups: readonly Group[]): TableView {
  return { width, depth, terrain: [], objectives: [], fallen: [], turn: 1, heading: "", ...fielded(groups) };
}

/** A table's units and figures; units are numbered as they are listed. */
export function fielded(groups: readonly Group[]): Pick<TableView, "figures" | "units"> {
  const figures: FigureView[] = [];
  const units = groups.map((group, number): UnitView => {
    // Who has no figure on the table himself is where something else is.
    const inside = group.shown?.inside != null || group.shown?.aboard != null;
    const own = inside ? [] : group.at.map((spot, place) => figureOf(group, spot, figures.length + place, number));
    figures.push(...own);
    const [x, y] = group.at[0] ?? [0, 0];
    return {
      number,
      name: group.name,
      side: group.side,
      seat: group.side,
      figures: own.map((figure) => figure.number),
      anchor: [x * INCH, y * INCH],
      shown: {
        symbol: group.symbol,
        standing: "",
        in_play: true,
        strength: group.at.length,
        full_strength: group.at.length,
        markers: [],
        moves: [],
        ranges: [],
        inside: null,
        aboard: null,
        poses: group.pose ? own.map((figure) => ({ figure: figure.number, ...group.pose! })) : [],
        ...group.shown,
      },
    };
  });
  return { figures, units };
}
