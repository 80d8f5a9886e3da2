import { fielded, type Group, type Spot } from "../table/fielding";
import type { TableView } from "../wire";
import { piece } from "./scene";

/** What the tile for learning shows: a few of those whom the rulebook is about, and a shot. Nobody fights there. */

const terrain = [
  piece(0, "road", 0, true, [[-2, 2.6], [7, 2.2], [17, 3.4], [17, 6], [7, 4.8], [-2, 5.2]]),
  piece(1, "hedge", 1.1, false, [[1, 8.6], [6.6, 9], [8, 12.6]]),
  piece(2, "building", 4, true, [[10.6, 8.4], [16, 8.4], [16, 13], [10.6, 13]]),
  piece(3, "woods", 3, true, [[7.4, 16.4], [10.4, 15.4], [13, 16.6], [13.6, 19.6], [11, 21], [7.6, 20]]),
]; // prettier-ignore

const MEN: readonly Spot[] = [[2, 11.2], [3.7, 11], [5.4, 11.4], [2.8, 12.8], [4.5, 12.9]]; // prettier-ignore
const THEY: readonly Spot[] = [[11, 1.6], [12.6, 1.2], [11.6, 3.1], [13.2, 2.8]]; // prettier-ignore
const ours = (group: Partial<Group> = {}): Group => ({
  name: "",
  side: 0,
  symbol: "infantry",
  bearing: 430,
  at: MEN,
  ...group,
});
const theirs = (group: Partial<Group> = {}): Group => ({
  name: "",
  side: 1,
  symbol: "infantry",
  bearing: 2230,
  at: THEY,
  ...group,
});

const stand = [2000, 1250] as const;

const FIELDED: Record<string, readonly Group[]> = {
  "bolt-action": [ours(), ours({ symbol: "tank", base: [2000, 4100], bearing: 350, at: [[3, 16.6]] }), theirs()],
  sotr: [
    ours(),
    ours({ symbol: "mech", role: "machine", radius: 1250, at: [[3.4, 16]] }),
    theirs({ symbol: "zombie", at: [...THEY, [14.4, 1], [9.6, 2.8]] }),
  ],
  fraley: [
    ours({ role: "Rifle Team", base: stand, at: [[2, 12], [4.6, 12.6]] }),
    ours({ symbol: "mg", role: "HMG Team", base: stand, at: [[3, 15.6]] }),
    theirs({ role: "Rifle Team", base: stand, at: [[11.4, 1.6], [13, 3.4]] }),
  ],
  d10: [ours(), ours({ symbol: "mg", role: "gunner", radius: 787, at: [[3.2, 15.6]] }), theirs()],
  skirmish41: [
    ours({ at: [[2.4, 11.4], [4.6, 11.2], [3.6, 13.2]] }),
    ours({ symbol: "sniper", at: [[3, 16]] }),
    theirs({ role: "counter", at: [[11.4, 1.6], [13.4, 2.8]] }),
  ],
}; // prettier-ignore

/** The picture of a rulebook; one that is not ours has that of men in the open. */
export function lessonScene(book: string): TableView {
  return {
    width: 16_000,
    depth: 22_000,
    terrain,
    objectives: [],
    fallen: [],
    turn: 1,
    heading: "",
    ...fielded(FIELDED[book] ?? [ours(), theirs()]),
  };
}

/** The shot: where it begins, where it ends. */
export const SHOT: readonly [readonly [number, number], readonly [number, number]] = [
  [5600, 10_400],
  [10_700, 4000],
];
